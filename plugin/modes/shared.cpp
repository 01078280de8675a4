//===- modes/shared.cpp - what std::shared_ptr's own ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a companion a shared_ptr is the pointer that it holds, and objects that the function shares
// end with it (lower/shared_pointers.cpp). So no pointer may be stored where the caller would take
// it for one that owns its object.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/modes/modes.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether a T has shared pointers among its parts. Behind: also behind pointers.
static bool holdsShared(const Type *T, bool Behind, llvm::SmallPtrSetImpl<const Type *> &Seen) {
  if (T->Shared)
    return true;
  if (!Seen.insert(T).second)
    return false;
  if (T->isPointer() || T->isReference())
    return Behind && holdsShared(T->Element, Behind, Seen);
  if (T->isArray())
    return holdsShared(T->Element, Behind, Seen);
  return llvm::any_of(T->Fields,
                      [&](const Field &F) { return F.Shared || holdsShared(F.Ty, Behind, Seen); });
}

static bool holdsShared(const Type *T, bool Behind) {
  llvm::SmallPtrSet<const Type *, 8> Seen;
  return holdsShared(T, Behind, Seen);
}

/// Whether Place is, or has among its parts, a shared pointer.
static bool isShared(const Expr *Place) {
  if (Place->is(ExprKind::Member)) {
    const Field *F = findField(Place->operand()->Ty->nonReference(), Place->Text);
    if (F && F->Shared)
      return true;
  }
  if (Place->is(ExprKind::Subscript) && Place->operand()->Ty->nonReference()->Shared)
    return true;
  return holdsShared(Place->Ty->nonReference(), /*Behind=*/false);
}

/// The first statement that may store a pointer in a shared pointer of the caller's.
static const Stmt *linksShared(Context &C, Function &F);

static bool links(Context &C, Function &F) {
  return C.Asked.LinksShared.ask(&F, false, [&] { return C.bodyOf(&F) && linksShared(C, F); });
}

static const Stmt *linksShared(Context &C, Function &F) {
  bool Given = llvm::any_of(F.Params, [](const Variable *P) { return holdsShared(P->Ty, true); });
  Given |= llvm::any_of(F.Locals, [](const Variable &V) {
    return V.Kind == Storage::Global && holdsShared(V.Ty, true);
  });
  if (!Given) // of the caller's there is none
    return nullptr;
  auto Allocates = [&](Function &Callee) { return allocatedTypes(C, Callee); };
  analysis::Memory Mem(F, F.Body, /*Detached=*/false, /*JumpsOut=*/false, Allocates);
  auto Callers = [&](const Expr *Place) {
    const Variable *Root = rootVariable(Place);
    return Root ? Root->Ty->isReference() || Root->Kind == Storage::Global
                : Mem.mayBeCallers(rootPointer(Place));
  };
  const Stmt *Found = nullptr;
  walk(F.Body, [&](Stmt *S) {
    if (Found)
      return;
    bool Links = false;
    if (S->Target && (S->is(StmtKind::Assign) || S->OldSize))
      Links = isShared(S->Target) && Callers(S->Target);
    for (const Expr *W : S->Writes)
      Links |= isShared(W) && isPlace(W) && Callers(W);
    if (S->is(StmtKind::Call) && links(C, *S->Callee))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
        const Type *T = S->Callee->Params[I]->Ty;
        Links |= (T->isReference() || T->isPointer()) && holdsShared(T, /*Behind=*/true) &&
                 Mem.reachesCallers(S->Operands[I]);
      }
    if (Links)
      Found = S;
  });
  return Found;
}

bool modes::checkShared(Context &C, Function &F) {
  bool Owns = llvm::any_of(F.Locals, [](const Variable &V) {
    return V.Kind == Storage::Local && V.Ty->Spelling == "ad::shared_objects";
  });
  if (Owns && handsOutMemory(C, F)) {
    C.error(F.Loc,
            "cannot differentiate: objects that '" + F.Name +
                "' shares by std::shared_ptr may outlive the call",
            "let the caller make them");
    return false;
  }
  if (F.IsSynthetic || F.IsHelper)
    return true;
  if (const Stmt *S = linksShared(C, F)) {
    C.error(S->Loc ? S->Loc : F.Loc,
            "cannot differentiate: this may change a std::shared_ptr of the caller's",
            "work on objects that the function makes itself");
    return false;
  }
  return true;
}
