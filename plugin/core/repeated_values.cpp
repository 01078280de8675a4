//===- core/repeated_values.cpp - one name for equal values ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An object that a function is given as it is computed, `multiply(a, multiply(b, c))`, is none any
// more when functions are written out where they are called: each of its numbers stands wherever
// the outer function reads it. The optimiser finds that these are equal, but their adjoints are
// not: each would be taken apart by itself. So they get a name, and an adjoint of their own:
//
//   m = {b.w * c.w - b.x * c.x,                const double part = b.w * c.w - b.x * c.x;
//        ...};                                 ...
//   r.w = a.w * (b.w * c.w - ...) - ...;       r.w = a.w * part - a.x * part_1 - ...;
//   r.x = a.x * (b.w * c.w - ...) + ...;       r.x = a.x * part + a.w * part_1 + ...;
//
//===----------------------------------------------------------------------===//
#include "plugin/core/repeated_values.h"
#include "plugin/core/builder.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

/// A value that a statement computes.
struct Found {
  const Expr *E;
  unsigned Steps; ///< that it takes
  unsigned Times = 1;
};

} // namespace

/// How many operations E takes, with those of all its parts.
static unsigned stepsOf(const Expr *E) {
  unsigned Steps = 0;
  walk(E, [&](const Expr *Sub) {
    Steps += Sub->is(ExprKind::Binary) && Sub->Ty->isReal();
    Steps += Sub->is(ExprKind::Primitive) ? 3 : 0;
    return true;
  });
  return Steps;
}

/// Notes each number in E that is surely computed.
static void collect(const Expr *E, std::vector<Found> &All) {
  const bool Number = E->Ty->isReal() && !E->Ty->IsComplex &&
                      (E->is(ExprKind::Binary) || E->is(ExprKind::Primitive));
  if (Number) {
    const auto Same = llvm::find_if(All, [&](const Found &F) { return equal(F.E, E); });
    if (Same != All.end())
      ++Same->Times;
    else
      All.push_back({E, stepsOf(E)});
  }
  if (E->is(ExprKind::Conditional) || E->is(ExprKind::Opaque) ||
      (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||")))
    return;
  for (const Expr *Op : E->Operands)
    collect(Op, All);
}

/// The largest value that S computes again, and that is worth a name; null if there is none.
static const Expr *repeatedIn(const Stmt &S) {
  constexpr unsigned Least = 3;
  std::vector<Found> All;
  forEachExpr(S, [&](const Expr *E) { collect(E, All); });
  const Found *Largest = nullptr;
  for (const Found &F : All)
    if ((F.Times - 1) * F.Steps >= Least && (!Largest || F.Steps > Largest->Steps))
      Largest = &F;
  return Largest ? Largest->E : nullptr;
}

static void nameIn(Module &M, Function &F, Block &In) {
  Builder B(M);
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    for (Block *Part : {&S->Then, &S->Else})
      nameIn(M, F, *Part);
    for (SwitchCase &Case : S->Cases)
      nameIn(M, F, Case.Body);
    if (!S->is(StmtKind::Declare) && !S->is(StmtKind::Assign) && !S->is(StmtKind::Accumulate) &&
        !S->is(StmtKind::Return))
      continue;
    while (const Expr *E = repeatedIn(*S)) {
      Variable *Part = F.variable("part", E->Ty);
      Part->Const = true;
      Part->Loc = S->Loc;
      Stmt *Named = B.declare(Part, E);
      Named->Loc = S->Loc;
      rewriteValues(M, *S, [&](const Expr *Sub) { return equal(Sub, E) ? B.var(Part) : nullptr; });
      In.Stmts.insert(In.Stmts.begin() + At++, Named);
    }
  }
}

void ad::core::nameRepeatedValues(Module &M, Function &F) { nameIn(M, F, F.Body); }
