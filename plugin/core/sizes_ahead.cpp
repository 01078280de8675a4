//===- core/sizes_ahead.cpp - sizes of vectors that loops make ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//   for (int t = 0; t < steps; ++t) {        const std::size_t next_size = n;
//     const std::size_t next_size = n;       for (int t = 0; t < steps; ++t) {
//     std::vector<double> next(next_size);     std::vector<double> next(next_size);
//
//===----------------------------------------------------------------------===//
#include "plugin/core/sizes_ahead.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace ad::core;

namespace {

class Ahead {
public:
  explicit Ahead(const Function &F) : Known(F) {}
  void in(Block &Bl);

private:
  bool isSame(const Expr *E, const llvm::DenseSet<const Variable *> &Changed, bool Resizes) const;
  void take(Block &Body, const llvm::DenseSet<const Variable *> &Changed, bool Resizes,
            std::vector<Stmt *> &Taken) const;

  const Uses Known;
};

} // namespace

/// The variables that Loop declares, or changes; whether it may resize what others lead to.
static bool changes(Stmt &Loop, llvm::DenseSet<const Variable *> &Changed) {
  bool Resizes = false;
  Block All;
  All.add(&Loop);
  walk(All, [&](Stmt *S) {
    Changed.insert(S->Var);
    for (const Expr *Place : S->Writes)
      Changed.insert(rootVariable(Place));
    if (S->Target)
      Changed.insert(rootVariable(S->Target));
    const Variable *Of = S->OldSize && S->Target ? rootVariable(S->Target) : nullptr;
    Resizes |= S->is(StmtKind::Call) || S->WritesUnknown || S->is(StmtKind::Opaque) ||
               (S->OldSize && !(Of && Of->Kind == Storage::Local));
  });
  return Resizes;
}

/// Whether E, integers that are added and multiplied, is the same in each iteration.
bool Ahead::isSame(const Expr *E, const llvm::DenseSet<const Variable *> &Changed,
                   bool Resizes) const {
  if (!E->Ty->isInteger())
    return false;
  if (E->is(ExprKind::Literal))
    return true;
  if (E->is(ExprKind::Cast))
    return isSame(E->operand(), Changed, Resizes);
  if (E->is(ExprKind::Binary) && (E->Text == "+" || E->Text == "-" || E->Text == "*"))
    return isSame(E->operand(0), Changed, Resizes) && isSame(E->operand(1), Changed, Resizes);
  const bool Size = E->is(ExprKind::Member) && E->Text == "size()";
  const Expr *Of = Size ? E->operand() : E;
  if (!Of->is(ExprKind::Variable) || Changed.contains(Of->Var) || Of->Var->AddressTaken ||
      Known.of(Of->Var).Escapes)
    return false;
  const Variable *V = Of->Var;
  if (Size)
    return (V->Kind == Storage::Local && !V->Ty->isReference()) ||
           ((V->Kind == Storage::Local || V->Kind == Storage::Parameter) && !Resizes);
  return !V->Ty->isReference() && (V->Kind == Storage::Local || V->Kind == Storage::Parameter);
}

void Ahead::take(Block &Body, const llvm::DenseSet<const Variable *> &Changed, bool Resizes,
                 std::vector<Stmt *> &Taken) const {
  for (size_t At = 0; At < Body.Stmts.size(); ++At) {
    Stmt *S = Body.Stmts[At];
    const bool Is = S->is(StmtKind::Declare) && S->Value && S->Var->Counts &&
                    S->Var->Kind == Storage::Local && !S->Var->Static &&
                    Known.of(S->Var).Declarations == 1 && !Known.of(S->Var).written() &&
                    !Known.of(S->Var).Escapes && isSame(S->Value, Changed, Resizes);
    if (Is) {
      Taken.push_back(S);
      Body.Stmts.erase(Body.Stmts.begin() + At--);
      continue;
    }
    forEachBlock(*S, [&](Block &Part) { take(Part, Changed, Resizes, Taken); });
  }
}

void Ahead::in(Block &Bl) {
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    Stmt *S = Bl.Stmts[At];
    if (S->is(StmtKind::Loop) && !jumps(*S)) {
      llvm::DenseSet<const Variable *> Changed;
      const bool Resizes = changes(*S, Changed);
      std::vector<Stmt *> Taken;
      take(S->Then, Changed, Resizes, Taken);
      Bl.Stmts.insert(Bl.Stmts.begin() + At, Taken.begin(), Taken.end());
      At += Taken.size();
    }
    forEachBlock(*S, [&](Block &Part) { in(Part); });
  }
}

void ad::core::declareSizesAhead(Function &F) { Ahead(F).in(F.Body); }
