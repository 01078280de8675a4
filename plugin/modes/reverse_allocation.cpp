//===- modes/reverse_allocation.cpp - memory from new and malloc ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The shadow of memory that the function allocates belongs to the tape: pointers to it are followed
// in the forward sweep, and adjoints live in it until the reverse sweep is through. What the primal
// frees, the tape frees when it ends: until then the reverse sweep may read it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Zeros of the tape's own, for as many elements.
const Expr *Reverse::shadowMemory(const Type *Pointer, const Expr *Count, Location Loc) {
  Expr *E = M.expr(ExprKind::Opaque, Pointer, Loc);
  bool Frees = holdsVector(Pointer->Element) && !Pointer->Element->Owns;
  E->Text = Frees ? "$0.owning_zeros<" + spell(Pointer->Element) + ">()"
                  : "$0.zeros<" + spell(Pointer->Element) + ">($1)";
  E->Operands = {tape(), Count};
  E->ReadsMemory = E->Allocates = true;
  UsesTape = true;
  return E;
}

/// What the forward sweep does where the primal frees memory.
Stmt *Reverse::freeAtEnd(Stmt *S) {
  llvm::StringRef Text = S->Text;
  if (Text.ends_with("_at_end($1)")) // of a tape already
    return S;
  Stmt *Later = M.stmt(StmtKind::Opaque, S->Loc);
  *Later = *S;
  Later->Text = Text.starts_with("delete[]")             ? "$0.delete_array_at_end($1)"
                : Text.starts_with("delete")             ? "$0.delete_at_end($1)"
                : Text.starts_with("::operator delete[") ? "$0.release_array_at_end($1)"
                : Text.starts_with("::operator delete")  ? "$0.release_at_end($1)"
                                                         : "$0.free_at_end($1)";
  Later->Operands = {tape(), S->Operands.back()};
  UsesTape = true;
  return Later;
}

/// Whether E is an element of a local array whose subscripts do not change in Loop.
static bool isFixedElement(const Expr *E, const Stmt &Loop) {
  if (!E->is(ExprKind::Subscript) || !E->Ty->isReal())
    return false;
  llvm::DenseSet<const Variable *> Changed;
  analysis::assignedVariables(Loop.Init, Changed);
  analysis::assignedVariables(Loop.Then, Changed);
  analysis::assignedVariables(Loop.Step, Changed);
  auto Collect = [&](const Block &Part) {
    walk(const_cast<Block &>(Part), [&](Stmt *S) {
      if (S->Var)
        Changed.insert(S->Var);
    });
  };
  Collect(Loop.Init);
  Collect(Loop.Then);
  bool Fixed = true;
  const Expr *Base = E;
  while (Base->is(ExprKind::Subscript) && Base->operand()->Ty->isArray() &&
         !Base->operand()->Ty->IsVector) {
    walk(Base->operand(1), [&](const Expr *Sub) {
      bool Plain = Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) ||
                   Sub->is(ExprKind::Cast) ||
                   (Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var) &&
                    !Changed.contains(Sub->Var));
      Fixed &= Plain && Sub->Ty->isInteger();
      return Fixed;
    });
    Base = Base->operand();
  }
  return Fixed && Base->is(ExprKind::Variable) && Base->Var->Kind == Storage::Local &&
         !Changed.contains(Base->Var);
}

/// Pointers and extents of objects, and factors that are elements of local arrays, which a loop
/// only reads, get a name before it: what the reverse sweep needs of them is kept once, not in each
/// iteration.
void Reverse::hoistLoads(Stmt *Loop, std::vector<Stmt *> &Before) {
  llvm::SmallVector<std::pair<const Expr *, Variable *>, 4> Names;
  auto Wanted = [&](const Expr *E) {
    if (!E->is(ExprKind::Member))
      return false;
    const Expr *Object = E;
    while (Object->is(ExprKind::Member) || Object->is(ExprKind::BaseOf))
      Object = Object->operand();
    bool This = Object->is(ExprKind::Dereference) && !Primal.Params.empty() &&
                Primal.Params[0]->Kind == Storage::This &&
                Object->operand()->is(ExprKind::Variable) &&
                Object->operand()->Var == Forward.Primal[0];
    if (!This &&
        !Object->is(ExprKind::Variable)) // which need not be there if the loop does not run
      return false;
    bool Pointer = E->Ty->isPointer() && E->Ty->Differentiable && Active->active(E);
    bool Number = E->Ty->isInteger() && Object->Ty->nonReference()->Owns;
    return (Pointer || Number) && !Mem->stable(E, Loop) && !Mem->mayWrite(*Loop, E);
  };
  // Read ahead only if the loop runs.
  std::optional<analysis::CountedLoop> Counted = analysis::countedLoop(*Loop);
  auto Factor = [&](const Expr *E) {
    return Counted && isFixedElement(E, *Loop) && Active->active(E) && !Mem->stable(E, Loop) &&
           !Mem->mayWrite(*Loop, E);
  };
  auto NameFactor = [&](const Expr *E) -> const Expr * {
    if (!Factor(E))
      return E;
    for (auto &[Known, V] : Names)
      if (equal(Known, E))
        return B.var(V);
    Variable *V = local(nameFor(E), E->Ty, /*Const=*/true);
    const Expr *Runs = B.binary(Counted->Op, Counted->First, Counted->Bound, M.boolType());
    Stmt *D = B.declare(V, B.conditional(Runs, E, B.number(0, E->Ty)));
    D->Loc = Loop->Loc;
    Before.push_back(D);
    Names.push_back({E, V});
    return B.var(V);
  };
  auto Name = [&](const Expr *E) -> const Expr * {
    if (E->is(ExprKind::AddressOf) && E->operand()->is(ExprKind::Member) &&
        E->operand()->Ty->isScalar())
      return E;
    if (E->is(ExprKind::Binary) && E->Text == "*" && E->Ty->isReal()) {
      const Expr *L = NameFactor(E->operand(0)), *R = NameFactor(E->operand(1));
      if (L != E->operand(0) || R != E->operand(1))
        return B.binary("*", L, R, E->Ty);
    }
    if (!Wanted(E))
      return nullptr;
    for (auto &[Known, V] : Names)
      if (equal(Known, E))
        return B.var(V);
    Variable *V = local(nameFor(E), E->Ty, /*Const=*/true);
    Stmt *D = B.declare(V, E);
    D->Loc = Loop->Loc;
    Before.push_back(D);
    Names.push_back({E, V});
    return B.var(V);
  };
  Block Whole;
  Whole.add(Loop);
  walk(Whole, [&](Stmt *S) {
    if (!S->is(StmtKind::Call))
      return rewrite(M, *S, Name);
    for (size_t I = 0; I < S->Operands.size(); ++I)
      if (!(S->Callee->Params[I]->Ty->isReference() && Wanted(S->Operands[I])))
        S->Operands[I] = rewrite(M, S->Operands[I], Name);
  });
}

//===-- Memory that outlives the call ---------------------------------------===//

/// Whether memory of type E can be linked to a T: whether a pointer to an E that may be set is
/// reached from it.
static bool canHold(const Type *T, bool Const, const Type *E,
                    llvm::SmallVectorImpl<std::pair<const Type *, bool>> &Seen) {
  if (llvm::is_contained(Seen, std::pair(T, Const)))
    return false;
  Seen.push_back({T, Const});
  if (T->isArray())
    return canHold(T->Element, Const, E, Seen);
  if (T->isPointer()) {
    // Records may be linked by pointers to their bases.
    bool Same = T->Element == E || (T->Element->isRecord() && E->isRecord());
    return (!Const && Same) || canHold(T->Element, T->ElementConst, E, Seen);
  }
  return llvm::any_of(T->Fields, [&](const Field &F) { return canHold(F.Ty, Const, E, Seen); });
}

static bool canHold(const Variable *Param, const Type *E) {
  const Type *T = Param->Ty;
  llvm::SmallVector<std::pair<const Type *, bool>, 8> Seen;
  if (T->isPointer() || T->isReference())
    return canHold(T->Element, T->ElementConst, E, Seen);
  return canHold(T, /*Const=*/true, E, Seen);
}

/// The types of differentiable memory that F, or what it calls, allocates.
static void allocatedTypes(Context &C, Function &F, llvm::SmallPtrSetImpl<const Type *> &Types,
                           llvm::SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second || !C.bodyOf(&F))
    return;
  walk(F.Body, [&](Stmt *S) {
    if (S->Value && S->Value->Allocates && S->Value->Ty->Element->Differentiable)
      Types.insert(S->Value->Ty->Element);
    if (S->is(StmtKind::Call))
      allocatedTypes(C, *S->Callee, Types, Seen);
  });
}

static bool allocates(Context &C, Function &F) {
  llvm::SmallPtrSet<const Type *, 4> Types;
  llvm::SmallPtrSet<const Function *, 8> Seen;
  allocatedTypes(C, F, Types, Seen);
  return !Types.empty();
}

static bool handsOutMemory(Context &C, Function &F);

/// The first statement after which memory of the function's own may be reached by its caller.
static const Stmt *outliving(Context &C, const analysis::Memory &Mem, const Block &Body) {
  const Stmt *Found = nullptr;
  // The types of memory of the function's own that Value leads to.
  auto AddOwn = [&](const Expr *Value, llvm::SmallPtrSetImpl<const Type *> &Own) {
    llvm::SmallPtrSet<const Stmt *, 4> Calls;
    Mem.ownMemory(Value, Own, Calls);
    llvm::SmallPtrSet<const Function *, 8> Seen;
    for (const Stmt *Call : Calls)
      if (handsOutMemory(C, *Call->Callee))
        allocatedTypes(C, *Call->Callee, Own, Seen);
  };
  walk(Body, [&](Stmt *S) {
    if (Found)
      return;
    llvm::SmallPtrSet<const Type *, 4> Own;
    if (S->is(StmtKind::Assign) && isPlace(S->Target)) {
      const Variable *Root = rootVariable(S->Target);
      bool Callers = Root ? Root->Ty->isReference() || Root->Kind == Storage::Global
                          : Mem.mayBeCallers(rootPointer(S->Target));
      if (Callers)
        AddOwn(S->Value, Own);
      if (!Own.empty())
        Found = S;
    } else if (S->is(StmtKind::Return) && S->Value) {
      AddOwn(S->Value, Own);
      if (!Own.empty())
        Found = S;
    } else if (S->is(StmtKind::Call)) {
      bool Asked = false;
      for (size_t I = 0; I < S->Operands.size() && !Found; ++I) {
        const Variable *Param = S->Callee->Params[I];
        if (!Param->Ty->Differentiable || !Mem.reachesCallers(S->Operands[I]))
          continue;
        if (!Asked) {
          for (const Expr *Arg : S->Operands)
            AddOwn(Arg, Own);
          llvm::SmallPtrSet<const Function *, 8> Seen;
          if (handsOutMemory(C, *S->Callee))
            allocatedTypes(C, *S->Callee, Own, Seen);
          Asked = true;
        }
        if (llvm::any_of(Own, [&](const Type *E) { return canHold(Param, E); }))
          Found = S;
      }
    }
  });
  return Found;
}

static bool handsOutMemory(Context &C, Function &F) {
  if (F.HandsOutMemory)
    return *F.HandsOutMemory;
  F.HandsOutMemory = true; // in a circle: perhaps
  bool Does = false;
  if (C.bodyOf(&F)) {
    auto Allocates = [&](Function &Callee) { return allocates(C, Callee); };
    analysis::Memory Mem(F, F.Body, /*Detached=*/true, /*JumpsOut=*/false, Allocates);
    Does = outliving(C, Mem, F.Body);
  }
  F.HandsOutMemory = Does;
  return Does;
}

/// The adjoint of memory ends with the tape: nobody may hold on to it.
void Reverse::checkOutliving() {
  if (Detached)
    return;
  auto Allocates = [&](Function &Callee) { return allocates(C, Callee); };
  analysis::Memory Trusting(Out, Body, Detached, NeedsGoto, Allocates);
  const Stmt *S = outliving(C, Trusting, Body);
  if (!S)
    return;
  C.error(S->Loc,
          "cannot differentiate in reverse mode: memory that '" + Primal.Name +
              "' allocates may outlive the call",
          "let the caller allocate it, or free it before the function returns");
  Failed = true;
}
