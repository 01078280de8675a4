//===- modes/keep_rows.cpp - adjoints of stencils, row by row -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// To the optimiser, an iteration that adds to an element and to its neighbours waits for what the
// one before has stored. Where the numbers differ and cost much, they are kept:
//
//   for (int t = steps; t-- > 0;)              std::vector<double> flow(n - 1);
//     for (int i = 1; i < n - 1; ++i) {        for (int t = steps; t-- > 0;) {
//       ... // divisions                         for (int i = 1; i < n - 1; ++i) {
//       u_bar[i] += a_bar;                         ...
//       u_bar[i + 1] += b_bar;                     u_bar[i] += a_bar;
//     }                                            flow[i] = b_bar;
//                                                }
//                                                for (int i = 1; i < n - 1; ++i)
//                                                  u_bar[i + 1] += flow[i];
//                                              }
//
// 1. Candidates: straight loops whose iterations may run in any order (Stmt::AnyOrder), that count
//    up from a number, and run again and again. All that is left in the loop goes from element to
//    element, and no two additions are to neighbours.
// 2. An addition may be made behind all of its iteration if nothing there reads the element, or
//    sets it, and if its subscript stays the same. Of different iterations, any order will do.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/keep_rows.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/subscripts.h"
#include "plugin/core/builder.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "plugin/modes/ahead_of_loops.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {

/// Additions to one element of each iteration, and where their sum is kept.
struct Row {
  const Expr *Target;
  const Stmt *First; ///< the first of them
  bool Several = false;
  Variable *Kept = nullptr;
};

class Keeper {
public:
  Keeper(Module &M, Function &F, const ApartPairs &Apart) : M(M), F(F), B(M), Known(F, Apart) {}
  std::vector<Stmt *> attempt(Stmt &Loop, const Stmt *Around, Ahead &Makes);
  const Uses &uses() const { return Known.uses(); }

private:
  using Chosen = llvm::SmallPtrSet<const Stmt *, 8>;

  bool look(const Stmt &Loop);
  bool goesAlong(const Stmt &S) const;
  std::optional<Chosen> choose() const;
  bool mayComeLast(const Stmt &S, size_t At) const;
  bool staysThere(const Expr *Target) const;
  bool sameNumber(const Stmt &S, const Stmt &Later) const;
  std::vector<Row> rows(const Chosen &Keep) const;
  void make(Row &R, Ahead &Makes);
  Stmt *adding(const Stmt &Loop, const Row &R);
  const Expr *slot(const Row &R) const;

  Module &M;
  Function &F;
  Builder B;
  Places Known;

  // The loop that is looked at.
  std::optional<StraightLoop> L;
  std::optional<analysis::CountedLoop> Counted;
};

} // namespace

/// Whether Loop is one of 1., of which nothing is known but its shape.
bool Keeper::look(const Stmt &Loop) {
  L = Loop.is(StmtKind::Loop) && Loop.AnyOrder ? StraightLoop::of(Loop) : std::nullopt;
  Counted = L ? analysis::countedLoop(Loop) : std::nullopt;
  if (!Counted || Counted->Step != 1 || Counted->Ahead || !analysis::knownNumber(Counted->First) ||
      (Counted->Op != "<" && Counted->Op != "<=") || !analysis::usableBound(Counted->Bound))
    return false;
  bool Plain = true; // made of what is looked for in the loops around
  walk(Counted->Bound, [&](const Expr *E) {
    Plain &= E->is(ExprKind::Variable) || E->is(ExprKind::Literal) || E->is(ExprKind::Binary) ||
             E->is(ExprKind::Cast);
    Plain &= !mayTrap(E);
    return Plain;
  });
  return Plain;
}

/// Whether S is a store that goes on by one element, or adds to a number of an adjoint.
bool Keeper::goesAlong(const Stmt &S) const {
  const Variable *Leads = leadingVariable(S.Target);
  const bool Sum = S.is(StmtKind::Accumulate);
  if (!Leads || L->declares(Leads))
    return false;
  if (S.Target->is(ExprKind::Variable))
    return Sum && Leads->Derivative;
  const std::optional<int64_t> Stride = L->stride(S.Target);
  return Stride && (std::abs(*Stride) == 1 || (Sum && Leads->Derivative && *Stride == 0));
}

/// 2.
bool Keeper::mayComeLast(const Stmt &S, size_t At) const {
  for (const Stmt *Later : L->statements().drop_front(At + 1)) {
    if (Known.reads(Later->Value, S.Target) ||
        (isStore(*Later) && Known.addressReads(Later->Target, S.Target)) ||
        (Later->is(StmtKind::Assign) && Known.mayOverlap(Later->Target, S.Target)))
      return false;
  }
  return staysThere(S.Target);
}

/// Whether Target is where it was when the loop has stored all.
bool Keeper::staysThere(const Expr *Target) const {
  bool Stays = true;
  for (const Stmt *S : L->statements())
    Stays &= !isStore(*S) || !Known.addressReads(Target, S->Target);
  walk(Target, [&](const Expr *E) {
    if (const Expr *Value = E->is(ExprKind::Variable) ? L->valueOf(E->Var) : nullptr)
      Stays &= E->Ty->isInteger() && staysThere(Value);
    return Stays;
  });
  return Stays;
}

/// The additions to keep, so that what is left has no neighbours; none if there is nothing to gain.
std::optional<Keeper::Chosen> Keeper::choose() const {
  constexpr size_t Most = 8;
  const llvm::ArrayRef<Stmt *> Body = L->statements();
  Chosen Keep;
  if (!llvm::all_of(Body, [&](const Stmt *S) { return !isStore(*S) || goesAlong(*S); }))
    return std::nullopt;
  const auto Neighbours = [&](const Stmt *S) {
    return llvm::count_if(Body, [&](const Stmt *T) {
      return isStore(*S) && isStore(*T) && !Keep.contains(S) && !Keep.contains(T) &&
             areNeighbours(S->Target, T->Target) && L->stride(S->Target) != 0;
    });
  };
  while (true) {
    size_t At = Body.size();
    for (size_t I = 0; I < Body.size(); ++I)
      if (Neighbours(Body[I]) > (At == Body.size() ? 0 : Neighbours(Body[At])))
        At = I;
    if (At == Body.size())
      break;
    const Stmt &S = *Body[At];
    const Variable *Leads = leadingVariable(S.Target);
    if (!S.is(StmtKind::Accumulate) || !Leads->Derivative || !S.Target->is(ExprKind::Subscript) ||
        S.Value->Ty != S.Target->Ty->nonReference() || !mayComeLast(S, At) || Keep.size() == Most)
      return std::nullopt;
    Keep.insert(&S);
  }
  return Keep.empty() ? std::nullopt : std::optional(Keep);
}

/// Whether Later, behind S, adds the same number.
bool Keeper::sameNumber(const Stmt &S, const Stmt &Later) const {
  const llvm::ArrayRef<Stmt *> Body = L->statements();
  const auto Between = llvm::make_range(llvm::find(Body, &S), llvm::find(Body, &Later));
  return equal(S.Value, Later.Value) && llvm::none_of(Between, [&](const Stmt *Other) {
           return isStore(*Other) && Known.reads(Later.Value, Other->Target);
         });
}

/// What is kept, one row for each element, in the order of the first additions.
std::vector<Row> Keeper::rows(const Chosen &Keep) const {
  std::vector<Row> Rows;
  for (const Stmt *S : L->statements()) {
    if (!Keep.contains(S))
      continue;
    const auto Same = llvm::find_if(Rows, [&](const Row &R) { return equal(R.Target, S->Target); });
    if (Same == Rows.end())
      Rows.push_back({S->Target, S});
    else
      Same->Several = true;
  }
  return Rows;
}

/// Makes the array.
void Keeper::make(Row &R, Ahead &Makes) {
  const Expr *End = Counted->Bound;
  if (Counted->Op == "<=")
    End = B.binary("+", End, B.integer(1), End->Ty);
  R.Kept =
      declareFlow(M, F, R.Target->Ty->nonReference(), analysis::firstTest(*Counted, B), End, Makes);
}

const Expr *Keeper::slot(const Row &R) const {
  Builder B(M);
  return B.subscript(B.var(R.Kept), B.var(Counted->Counter));
}

/// The loop that adds what is kept.
Stmt *Keeper::adding(const Stmt &Loop, const Row &R) {
  const auto Needs = L->needsOf({R.Target});
  Stmt *Made = M.stmt(StmtKind::Loop, Loop.Loc);
  *Made = Loop;
  Made->Note.clear();
  Made->Then = {};
  for (Stmt *S : L->statements())
    if (S->is(StmtKind::Declare) && Needs.contains(S->Var))
      Made->Then.add(S);
  Made->Then.add(B.accumulate(R.Target, slot(R)));
  return Made;
}

std::vector<Stmt *> Keeper::attempt(Stmt &Loop, const Stmt *Around, Ahead &Makes) {
  if (!Around || !look(Loop))
    return {};
  walk(Counted->Bound, [&](const Expr *E) {
    if (E->is(ExprKind::Variable))
      Makes.MadeOf.insert(E->Var);
    return true;
  });
  const std::optional<Chosen> Keep = choose();
  if (!Keep || !mayStandAhead(Makes, *Around, Known.uses()))
    return {};
  std::vector<Row> Rows = rows(*Keep);
  Block Body;
  for (Stmt *S : Loop.Then.Stmts) {
    if (!Keep->contains(S)) {
      Body.add(S);
      continue;
    }
    Row &Mine = *llvm::find_if(Rows, [&](const Row &R) { return equal(R.Target, S->Target); });
    if (Mine.First != S) {
      Body.add(B.accumulate(slot(Mine), S->Value));
      continue;
    }
    const auto Shared = llvm::find_if(Rows, [&](const Row &R) {
      return R.Kept && !R.Several && !Mine.Several && sameNumber(*R.First, *S);
    });
    if (Shared != Rows.end()) {
      Mine.Kept = Shared->Kept;
      continue;
    }
    make(Mine, Makes);
    Body.add(B.assign(slot(Mine), S->Value));
  }
  std::vector<Stmt *> Out{M.stmt(StmtKind::Loop, Loop.Loc)};
  *Out[0] = Loop;
  Out[0]->Then = std::move(Body);
  for (const Row &R : Rows)
    Out.push_back(adding(Loop, R));
  return Out;
}

bool modes::keepRows(Module &M, Function &F, const ApartPairs &Apart) {
  if (llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return jumps(*S); })) // past what is declared
    return false;
  Keeper K(M, F, Apart);
  std::vector<Ahead> None;
  if (!replaceLoops(F.Body, nullptr, None, K.uses(),
                    [&](Stmt &Loop, const Stmt *Around, Ahead &Makes) {
                      return K.attempt(Loop, Around, Makes);
                    }))
    return false;
  F.Body = clone(M, F.Body); // what several loops compute stands in each of them
  return true;
}
