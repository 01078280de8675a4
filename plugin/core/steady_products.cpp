//===- core/steady_products.cpp - what short loops leave alone ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Loops over coordinates multiply each with the same numbers. To the optimiser each store might
// change these, in arrays that are known to be apart; so it forms their product in each iteration.
//
//   for (int k = 0; k < 3; ++k) {              const double scale = mass[j] * pull;
//     v[3 * i + k] += mass[j] * pull * d[k];   const double scale_1 = mass[i] * pull;
//     v[3 * j + k] -= mass[i] * pull * d[k];   for (int k = 0; k < 3; ++k) {
//   }                                            v[3 * i + k] += scale * d[k];
//                                                v[3 * j + k] -= scale_1 * d[k];
//                                              }
//
// 1. Candidates: loops that are known to run, a few times, and do nothing but declare and store.
//    They store where the optimiser has to ask what else may be there.
// 2. What is named is computed in each iteration whatever conditions say, reads memory, and may be
//    changed by nothing in the loop.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/steady_products.h"
#include "plugin/core/builder.h"
#include "plugin/core/loop_counters.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"

using namespace ad::core;

/// Whether Loop counts up from one number to a greater one.
static bool surelyRuns(const Stmt &Loop) {
  size_t First = 0;
  const Variable *Counter = counterOf(Loop, First);
  const Expr *Test = Loop.Value;
  if (!Counter || First > 0 || !Test->is(ExprKind::Binary) ||
      (Test->Text != "<" && Test->Text != "<=") || !isVariable(Test->operand(0), Counter))
    return false;
  const std::optional<int64_t> From = knownInteger(Loop.Init.Stmts[0]->Value),
                               To = knownInteger(Test->operand(1));
  return From && To && *From < *To && isNotNegative(Loop.Init.Stmts[0]->Value);
}

/// 1.
static bool isCandidate(const Stmt &S) {
  if (!S.is(StmtKind::Loop) || !runsAFewTimes(S) || !surelyRuns(S))
    return false;
  bool Plain = true, Stores = false;
  for (const Stmt *In : S.Then.Stmts) {
    Plain &= (In->is(StmtKind::Declare) && !In->Var->Static) || (isStore(*In) && !In->OldSize);
    const Variable *Leads = In->Target ? leadingVariable(In->Target) : nullptr;
    Stores |= In->Target && (!Leads || !Leads->Ty->isArray());
  }
  return Plain && Stores;
}

/// Whether E is arithmetic that reads memory, of a number.
static bool isWorthAName(const Expr *E) {
  if (!E->is(ExprKind::Binary) || !E->Ty->isReal() || E->Ty->IsComplex || !isArithmetic(E))
    return false;
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    Reads |= Sub->is(ExprKind::Subscript) || Sub->is(ExprKind::Dereference);
    return !Reads;
  });
  return Reads;
}

/// The first part of E that is to be named, and is surely computed; null: none.
static const Expr *steadyIn(const Expr *E, const Stmt &Loop, const Places &Known) {
  if (!E->Ty->isReal() || E->is(ExprKind::Conditional) || E->is(ExprKind::Opaque))
    return nullptr;
  if (isWorthAName(E)) {
    bool Own = false; // something of the iteration's
    walk(E, [&](const Expr *Sub) {
      Own |= Sub->is(ExprKind::Variable) &&
             (isVariable(Sub, Loop.Init.Stmts[0]->Var) ||
              llvm::any_of(Loop.Then.Stmts, [&](const Stmt *In) { return In->Var == Sub->Var; }));
      return !Own;
    });
    if (!Own && !Known.mayChange(Loop, E))
      return E;
  }
  if (E->is(ExprKind::Binary) || E->is(ExprKind::Unary))
    for (const Expr *Op : E->Operands)
      if (const Expr *Found = steadyIn(Op, Loop, Known))
        return Found;
  return nullptr;
}

static bool nameIn(Module &M, Function &F, Block &In, const Places &Known) {
  Builder B(M);
  bool Any = false;
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    forEachBlock(*S, [&](Block &Part) { Any |= nameIn(M, F, Part, Known); });
    if (!isCandidate(*S))
      continue;
    for (Stmt *Each : S->Then.Stmts)
      while (const Expr *E = Each->Value ? steadyIn(Each->Value, *S, Known) : nullptr) {
        Variable *V = F.variable("scale", E->Ty->nonReference());
        V->Const = true;
        In.Stmts.insert(In.Stmts.begin() + At++, B.declare(V, E));
        for (Stmt *User : S->Then.Stmts)
          if (User->Value)
            User->Value = rewrite(M, User->Value, [&](const Expr *Sub) {
              return equal(Sub, E) ? B.var(V) : nullptr;
            });
        Any = true;
      }
  }
  return Any;
}

bool ad::core::nameSteadyProducts(Module &M, Function &F, const ApartPairs &Apart) {
  return nameIn(M, F, F.Body, Places(F, Apart));
}
