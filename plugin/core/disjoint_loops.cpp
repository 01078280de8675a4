//===- core/disjoint_loops.cpp - iterations that do not meet --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// To the optimiser any two arrays may overlap: ahead of a loop that it vectorises it compares the
// ends of each that is written with those of all others, every time that the loop is come to, and
// gives up where these are many. For inner loops of a hundred iterations that is a good part of
// their time. What is known here of adjoints, local vectors, records and arrays that were compared
// at the beginning, the pragma says:
//
//   #pragma clang loop vectorize(assume_safety)
//   for (int i = 1; i < n - 1; ++i) {
//     now_bar[i] += next_bar[i] - 2 * c * next_bar[i];
//     flow[i] = c * next_bar[i];
//     next_bar[i] = 0;
//   }
//
// 1. Candidates: loops that count up, and store numbers to elements that follow one another, each
//    iteration to its own. Sums in variables only where these may be formed in any order
//    (Stmt::Reassociates), as the pragma lets them be.
// 2. What is read follows one another, too, or stays the same; whatever conditions say. Else it
//    might be better not to vectorise, which the pragma leaves no choice about.
// 3. What is read or written beside a store is another array, surely, or the element itself, or one
//    of another row, which the bounds of the loops tell apart.
// 4. There must be several questions that are saved.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/disjoint_loops.h"
#include "plugin/core/apart_in_loop.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Disjoint {
public:
  Disjoint(Module &M, const Places &Known, const StraightLoop &L, const Stmt &Loop,
           llvm::ArrayRef<const Stmt *> Around)
      : M(M), Known(Known), L(L), Loop(Loop), Around(Around) {}
  bool run();

private:
  bool collect(const Expr *E, bool InCondition);
  bool note(const Expr *Place);
  bool mayMeet(const Expr *Store, const Expr *Other) const;

  const Expr *inFull(const Expr *E) const;

  Module &M;
  const Places &Known;
  const StraightLoop &L;
  const Stmt &Loop;
  llvm::ArrayRef<const Stmt *> Around;
  llvm::SmallVector<const Expr *, 8> Stores, All;
};

} // namespace

static bool isVectorised(const Type *T) {
  T = T->nonReference();
  return T->isInteger() || (T->isReal() && (T->Spelling == "double" || T->Spelling == "float"));
}

/// Whether E is in memory that others may lead to.
static bool isMemory(const Expr *E) {
  if (E->is(ExprKind::Variable))
    return E->Var->Ty->isReference() || E->Var->Kind == Storage::Global || E->Var->Static ||
           E->Var->AddressTaken;
  return E->is(ExprKind::Subscript) || E->is(ExprKind::Dereference) || E->is(ExprKind::Member);
}

/// Notes a place that is read or written; false if its elements do not follow one another.
bool Disjoint::note(const Expr *Place) {
  const std::optional<int64_t> Stride = L.stride(Place);
  if (!Stride || *Stride < 0 || *Stride > 1 || !isVectorised(Place->Ty))
    return false;
  if (llvm::none_of(All, [Place](const Expr *E) { return equal(E, Place); }))
    All.push_back(Place);
  return true;
}

/// Notes what E reads; false if there is something that the loop should not be vectorised with.
bool Disjoint::collect(const Expr *E, bool InCondition) {
  if (isMemory(E)) {
    if (InCondition || !note(E))
      return false;
    for (const Expr *Part = E; isMemory(Part) && !Part->Operands.empty(); Part = Part->operand())
      for (const Expr *Index : llvm::drop_begin(Part->Operands)) {
        bool Reads = false;
        walk(Index, [&](const Expr *Sub) {
          Reads |= isMemory(Sub);
          return !Reads;
        });
        if (Reads)
          return false;
      }
    return true;
  }
  if (E->is(ExprKind::Primitive) && E->Text == "sqrt") // which may set errno
    return false;
  const bool Condition = InCondition || E->is(ExprKind::Conditional);
  return isVectorised(E->Ty) &&
         llvm::all_of(E->Operands, [&](const Expr *Op) { return collect(Op, Condition); });
}

/// E without the constants of the body: `u[at]` is `u[i * n + j]`.
const Expr *Disjoint::inFull(const Expr *E) const {
  return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
    const Expr *Value = Sub->is(ExprKind::Variable) ? L.valueOf(Sub->Var) : nullptr;
    return Value && Value->Ty == Sub->Ty ? inFull(Value) : nullptr;
  });
}

/// Whether an iteration may meet with what another one stores.
bool Disjoint::mayMeet(const Expr *Store, const Expr *Other) const {
  const Variable *To = leadingVariable(Store), *From = leadingVariable(Other);
  if (To && From && To != From)
    return Known.mayOverlap(Store, Other);
  const auto IsFixed = [&](const Variable *V) { return V != L.Counter && !L.declares(V); };
  return !equal(Store, Other) &&
         !apartInIterations(Around, {&Loop}, inFull(Store), {&Loop}, inFull(Other), IsFixed);
}

bool Disjoint::run() {
  for (const Stmt *S : L.statements()) {
    if (!collect(S->Value, false))
      return false;
    if (!isStore(*S))
      continue;
    if (Loop.Reassociates && S->is(StmtKind::Accumulate) && S->Target->is(ExprKind::Variable) &&
        !isMemory(S->Target))
      continue;
    if (!S->Target->is(ExprKind::Subscript) || !collect(S->Target, false) ||
        L.stride(S->Target) != 1)
      return false;
    Stores.push_back(S->Target);
  }
  constexpr unsigned Several = 3;
  llvm::DenseSet<std::pair<const Variable *, const Variable *>> Questions;
  for (const Expr *Store : Stores)
    for (const Expr *Other : All) {
      if (mayMeet(Store, Other))
        return false;
      const Variable *To = leadingVariable(Store), *From = leadingVariable(Other);
      if (To != From && !Questions.contains({From, To}))
        Questions.insert({To, From});
    }
  return Questions.size() >= Several;
}

static void markIn(Module &M, Block &In, const Places &Known,
                   llvm::SmallVectorImpl<const Stmt *> &Around) {
  for (Stmt *S : In.Stmts) {
    const bool IsLoop = S->is(StmtKind::Loop);
    const bool CountsUp = IsLoop && S->Step.Stmts.size() == 1 &&
                          S->Step.Stmts[0]->is(StmtKind::Accumulate) &&
                          S->Step.Stmts[0]->Value->is(ExprKind::Literal);
    const std::optional<StraightLoop> L = CountsUp ? StraightLoop::of(*S) : std::nullopt;
    if (L)
      S->Disjoint = Disjoint(M, Known, *L, *S, Around).run();
    if (IsLoop)
      Around.push_back(S);
    forEachBlock(*S, [&](Block &Inner) { markIn(M, Inner, Known, Around); });
    if (IsLoop)
      Around.pop_back();
  }
}

void ad::core::markDisjointLoops(Module &M, Function &F, const ApartPairs &Apart) {
  llvm::SmallVector<const Stmt *, 4> Around;
  markIn(M, F.Body, Places(F, Apart), Around);
}
