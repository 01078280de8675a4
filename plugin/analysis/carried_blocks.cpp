//===- analysis/carried_blocks.cpp - memory that iterations hand on --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Iterations may allocate numbers, or records of these and of pointers, and hand them on: then all
// memory that the loop allocates is of an ad::block_store, a part of its state.
//
// 1. So is memory that was allocated ahead of the loop, if the loop sets pointers in it: a log of
//    what is written first holds numbers only.
// 2. Whatever frees such memory must ask the store. Functions that are called do not.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/carried_walk.h"
#include "plugin/core/spell.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

/// Calls F with the members of T, and of its bases, whose adjoints hold pointers, and with the
/// class that each is of.
static void eachHandle(const Type *T, llvm::function_ref<void(const Type *, const Field &)> F) {
  for (const Field &Each : T->Fields)
    if (!Each.Ty->Differentiable || Each.Constant || !holdsHandle(Each.Ty))
      continue;
    else if (Each.IsBase)
      eachHandle(Each.Ty, F);
    else
      F(T, Each);
}

std::vector<std::string> analysis::pointersIn(const Type *Element) {
  std::vector<std::string> Found;
  eachHandle(Element, [&](const Type *Class, const Field &F) {
    Found.push_back(spell(Class) + "::" + F.Name);
  });
  return Found;
}

/// Whether the store can be told of a pointer, or array of pointers, by its name.
static bool canBeNamed(const Type *Class, const Field &F) {
  const Type *T = F.Ty;
  while (T->isArray() && !T->IsVector && !T->Smart)
    T = T->Element;
  const llvm::StringRef Name = F.Name;
  return T->isPointer() && !F.Smart && !F.Reference && F.Shadow.empty() && F.Exists.empty() &&
         !Name.empty() && !Name.contains('$') && !Class->IsUnion && !Class->Mutable;
}

bool analysis::canBeInBlocks(const Type *Element) {
  if (Element->isReal() || Element->isInteger())
    return true;
  if (Element->isPointer()) { // those to adjoints are of the same type
    bool Same = Element->Differentiable;
    for (const Type *T = Element; T->isPointer(); T = T->Element)
      Same &= !T->ElementConst;
    return Same;
  }
  if (!Element->isRecord() || !Element->IsBytes || Element->Owns || Element->Polymorphic)
    return false;
  bool Can = true;
  eachHandle(Element, [&](const Type *Class, const Field &F) { Can &= canBeNamed(Class, F); });
  return Can;
}

llvm::StringRef analysis::freedBy(const Stmt &S) {
  const llvm::StringRef Text = S.Text;
  return Text.starts_with("delete[]")                                       ? "delete_array"
         : Text.starts_with("delete") || Text.starts_with("ad::delete_as<") ? "delete"
         : Text.starts_with("::operator delete")                            ? "release"
                                                                            : "free";
}

/// Whether L is memory of the store.
bool Carried::isStored(const Variable *L) const {
  return L->Name.empty() && Known.Blocks && (Known.InStore(L) || Out.Ahead.contains(L));
}

/// Whether pointers to numbers are made pointers to records somewhere.
bool Carried::castsNumbers() const {
  if (Casting)
    return *Casting;
  bool Casts = false;
  walk(Body, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        const Type *From = Sub->is(ExprKind::Cast) && Sub->Ty->isPointer() && Sub->Ty->Element
                               ? Sub->operand()->Ty
                               : nullptr;
        if (From && (From->isPointer() || From->isArray()) && Sub->Ty->Element->isRecord()) {
          while (From->Element && (From->isPointer() || From->isArray()))
            From = From->Element;
          Casts |= !From->isRecord() && !From->isVoid();
        }
        return true;
      });
    });
  });
  Casting = Casts;
  return Casts;
}

/// As Memory::leadsTo, but that a pointer to records does not lead to numbers: what an object holds
/// is not told apart by type there.
bool Carried::leadsTo(const Expr *Pointer, llvm::SmallPtrSetImpl<const Variable *> &Locals) const {
  llvm::SmallPtrSet<const Variable *, 4> All;
  const bool Elsewhere = Mem.leadsTo(Pointer, All);
  const bool Records =
      Pointer->Ty->isPointer() && Pointer->Ty->Element->isRecord() && !castsNumbers();
  for (const Variable *L : All) {
    const Type *Of = L->Ty;
    while (Of && Of->isArray())
      Of = Of->Element;
    if (!Records || !Of || !(Of->isReal() || Of->isInteger()))
      Locals.insert(L);
  }
  return Elsewhere;
}

/// The memory from ahead of the loop in which the loop sets pointers.
void Carried::findAhead() {
  if (!Known.Blocks)
    return;
  walk(Loop.Then, [&](Stmt *S) {
    const Expr *To = S->is(StmtKind::Assign) ? S->Target : nullptr;
    const Expr *Pointer = To && !rootVariable(To) ? rootPointer(To) : nullptr;
    llvm::SmallPtrSet<const Variable *, 4> Locals;
    if (!Pointer || !holdsHandle(To->Ty->nonReference()) || leadsTo(Pointer, Locals))
      return;
    for (const Variable *L : Locals)
      if (L->Name.empty() && !Inside.contains(L) && !Later.contains(L) && !Known.InStore(L) &&
          Known.MayBeInStore(L))
        Out.Ahead.insert(L);
  });
}

/// Whether S frees memory that the function has allocated, in whichever iteration.
bool Carried::freesHandedOn(const Stmt &S) const {
  const Expr *Gone = S.Operands.back();
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  return Known.Blocks && S.Operands.size() == 1 && canBeInBlocks(Gone->Ty->Element) &&
         !leadsTo(Gone, Locals) && llvm::all_of(Locals, [](const Variable *L) {
           return L->Name.empty() && L->Kind != Storage::Global;
         });
}

/// Whether all memory that the loop allocates, and frees, can be that of a block store.
void Carried::checkBlocks() {
  walk(Loop.Then, [&](Stmt *S) {
    if (S->Frees && !freesHandedOn(*S))
      obstacle(S, "it frees memory that is not its own, or that a snapshot cannot hold");
    if (!S->Value || !S->Value->Allocates)
      return;
    const bool Plain = S->is(StmtKind::Declare) && canBeInBlocks(S->Value->Ty->Element) &&
                       (S->Var->Derivative || S->Value->Operands.size() == 1);
    if (!Plain)
      obstacle(S, "it hands on memory that it allocates, with objects in it");
  });
  checkCallees();
}

/// No function that is called frees what it is given, and what may be a block.
void Carried::checkCallees() {
  llvm::SmallPtrSet<const Type *, 4> Types;
  walk(Body, [&](Stmt *S) {
    if (S->Value && S->Value->Allocates && canBeInBlocks(S->Value->Ty->Element))
      Types.insert(S->Value->Ty->Element);
  });
  auto MayBeBlock = [&](const Type *T) {
    return Types.contains(T) || !(T->isRecord() || T->isReal() || T->isPointer());
  };
  llvm::SmallPtrSet<const Function *, 4> Seen;
  std::function<const Function *(const Block &)> Freeing = [&](const Block &In) {
    const Function *Found = nullptr;
    walk(In, [&](Stmt *S) {
      if (Found || !S->is(StmtKind::Call) || !Seen.insert(S->Callee).second ||
          !Known.BodyOf(S->Callee))
        return;
      const Memory Its(*S->Callee, S->Callee->Body, /*Detached=*/true, /*JumpsOut=*/false);
      walk(S->Callee->Body, [&](Stmt *Part) {
        if (Part->Frees && MayBeBlock(Part->Operands.back()->Ty->Element) &&
            Its.mayBeCallers(Part->Operands.back()))
          Found = S->Callee;
      });
      if (!Found)
        Found = Freeing(S->Callee->Body);
    });
    return Found;
  };
  if (const Function *F = Freeing(Body))
    obstacle(&Loop, "it hands on memory that it allocates, and '" + shownName(*F).str() +
                        "' frees memory that it is given");
}
