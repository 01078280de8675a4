//===- modes/reverse_allocated.cpp - allocated memory as part of a state ---===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that is run again may write to memory that the function has allocated ahead of it. How
// much that is, the allocation says: the state holds all of it. The pointer that it was given to
// may lead elsewhere by then (two buffers that are swapped), and the count may have changed: then
// both get names of their own right behind the allocation,
//
//   double *u = new double[n];
//   double *const u_memory = u;
//
// What the function frees, the tape frees at its end: it is still there in the reverse sweep.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Finds the allocations that run once, and always.
void Reverse::findAllocations() {
  Allocations = std::make_shared<std::map<const Variable *, Allocation>>();
  AssignedAnywhere = std::make_shared<VariableSet>();
  analysis::assignedVariables(Body, *AssignedAnywhere);
  if (Detached || NeedsGoto)
    return;
  for (Stmt *S : Body.Stmts)
    if (S->Value && S->Value->Allocates)
      if (const Variable *Site = Mem->siteOf(S->Value))
        (*Allocations)[Site].Made = S;
}

/// The memory that Site stands for, as a part of a state; none if that cannot be told.
std::optional<analysis::StatePart> Reverse::allocated(const Variable *Site) {
  auto At = Allocations->find(Site);
  if (At == Allocations->end())
    return std::nullopt;
  Allocation &A = At->second;
  const VariableSet &Changing = *AssignedAnywhere;
  const Stmt *S = A.Made;
  auto IsFixed = [&](const Variable *V) {
    return analysis::isScalarVariable(V) && !V->AddressTaken && !Changing.contains(V);
  };
  const Expr *First = S->is(StmtKind::Declare) ? B.var(S->Var) : S->Target;
  if (!First->is(ExprKind::Variable) || !IsFixed(First->Var)) {
    if (!A.First)
      A.First = local(nameFor(First) + "_memory", First->Ty, /*Const=*/true);
    First = B.var(A.First);
  }
  const Expr *Count = S->Value->Operands.back();
  bool Fixed = true;
  walk(Count, [&](const Expr *E) {
    Fixed &= E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast) ||
             (E->is(ExprKind::Variable) && IsFixed(E->Var));
    return Fixed;
  });
  if (!Fixed) {
    if (!A.Count)
      A.Count = local(nameFor(S->is(StmtKind::Declare) ? B.var(S->Var) : S->Target) + "_count",
                      Count->Ty, /*Const=*/true);
    Count = B.var(A.Count);
  }
  return analysis::StatePart{First, Count, /*Callers=*/false};
}

/// The names that S, an allocation, has got.
void Reverse::nameAllocation(const Stmt *S, Block &Fwd) {
  if (!Allocations || !S->Value || !S->Value->Allocates)
    return;
  auto At = Allocations->find(Mem->siteOf(S->Value));
  if (At == Allocations->end() || At->second.Made != S)
    return;
  if (At->second.First)
    Fwd.add(B.declare(At->second.First, S->is(StmtKind::Declare) ? B.var(S->Var) : S->Target));
  if (At->second.Count)
    Fwd.add(B.declare(At->second.Count, S->Value->Operands.back()));
}
