//===- core/simplify_ranges.cpp - vectors made from arrays ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Lowering makes a vector with its size, and fills it: what is filled is what the analyses know.
// In the end it is made from the array again, which is quicker than zeros that are overwritten.
//
//   std::vector<double> v(n);
//   for (std::size_t k = 0; k < n; ++k)      std::vector<double> v(x, x + n);
//     v[k] = x[k];
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

/// The end of a loop that counts from 0 on, one by one, and its counter; null if it does not.
static std::pair<const Expr *, const Variable *> countsTo(const Stmt &Loop) {
  if (!Loop.is(StmtKind::Loop) || Loop.Form != LoopForm::For || !Loop.Setup.empty() ||
      Loop.Init.Stmts.size() != 1 || Loop.Step.Stmts.size() != 1 || !Loop.Value ||
      !Loop.Value->is(ExprKind::Binary) || Loop.Value->Text != "<")
    return {};
  auto IsLiteral = [](const Expr *E, llvm::StringRef Text) {
    return E && E->is(ExprKind::Literal) && E->Text == Text;
  };
  const Stmt &Init = *Loop.Init.Stmts[0], &Step = *Loop.Step.Stmts[0];
  const bool Counts = Init.is(StmtKind::Declare) && IsLiteral(Init.Value, "0") &&
                      isVariable(Loop.Value->operand(0), Init.Var) &&
                      Step.is(StmtKind::Accumulate) && isVariable(Step.Target, Init.Var) &&
                      IsLiteral(Step.Value, "1");
  if (!Counts)
    return {};
  return {Loop.Value->operand(1), Init.Var};
}

/// Whether V is only ever set by its declaration.
static bool stays(const Variable *V, const Uses &Known) {
  return !V->Ty->isReference() && !V->AddressTaken && !Known.of(V).written() &&
         !Known.of(V).Escapes && V->Kind != Storage::Global;
}

/// The index of the declaration, ahead of the loop At of Bl, of the vector that S, a statement of
/// the loop, fills from a pointer.
static std::optional<size_t> declarationOf(const Block &Bl, size_t At, const Stmt &S,
                                           const Uses &Known) {
  const auto [End, Counter] = countsTo(*Bl.Stmts[At]);
  auto ElementHere = [Counter = Counter](const Expr *E) -> const Variable * {
    const bool Is = E && E->is(ExprKind::Subscript) && E->operand(0)->is(ExprKind::Variable) &&
                    isVariable(E->operand(1), Counter);
    return Is ? E->operand(0)->Var : nullptr;
  };
  const Variable *V = S.is(StmtKind::Assign) ? ElementHere(S.Target) : nullptr;
  const Variable *P = V ? ElementHere(S.Value) : nullptr;
  if (!P || V->Kind != Storage::Local || !V->Ty->IsVector || !V->Ty->Element->isReal() ||
      !P->Ty->isPointer() || P->Ty->Element != V->Ty->Element || !stays(P, Known))
    return std::nullopt;
  for (size_t I = At; I-- > 0;) {
    const Stmt &D = *Bl.Stmts[I];
    if (!mentions(D, V))
      continue;
    const bool Sized = D.is(StmtKind::Declare) && D.Var == V && D.Value &&
                       D.Value->is(ExprKind::Opaque) && D.Value->Operands.size() == 1 &&
                       D.Value->Text == V->Ty->Spelling + "($0)" &&
                       llvm::StringRef(V->Ty->Spelling).starts_with("std::vector<");
    const Expr *Size = Sized ? D.Value->operand(0) : nullptr;
    const bool Same =
        Size && Size->is(ExprKind::Variable) && equal(Size, End) && stays(Size->Var, Known);
    return Same ? std::optional<size_t>(I) : std::nullopt;
  }
  return std::nullopt;
}

static bool makeFromArrays(Module &M, Block &Bl, const Uses &Known) {
  bool Any = false;
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    Stmt &Loop = *Bl.Stmts[At];
    forEachBlock(Loop, [&](Block &Part) { Any |= makeFromArrays(M, Part, Known); });
    if (!countsTo(Loop).first || Loop.Then.empty())
      continue;
    llvm::SmallVector<size_t, 2> Declared;
    for (const Stmt *S : Loop.Then.Stmts)
      if (const std::optional<size_t> I = declarationOf(Bl, At, *S, Known))
        Declared.push_back(*I);
    llvm::SmallVector<size_t, 2> Each = Declared;
    llvm::sort(Each);
    if (Declared.size() != Loop.Then.Stmts.size() || llvm::unique(Each) != Each.end())
      continue;
    Builder B(M);
    std::vector<Stmt *> Made;
    for (auto [I, S] : llvm::zip(Declared, Loop.Then.Stmts)) {
      Stmt *D = Bl.Stmts[I];
      const Expr *From = S->Value->operand(0);
      Expr *Range = M.expr(ExprKind::Opaque, D->Var->Ty, D->Value->Loc);
      Range->Text = D->Var->Ty->Spelling + "($0, $1)";
      Range->Operands = {From, B.binary("+", From, D->Value->operand(0), From->Ty)};
      Range->ReadsMemory = true;
      D->Value = Range;
      Made.push_back(D);
    }
    Bl.Stmts.erase(Bl.Stmts.begin() + At);
    Bl.Stmts.insert(Bl.Stmts.begin() + At, Made.begin(), Made.end());
    for (size_t I : llvm::reverse(Each))
      Bl.Stmts.erase(Bl.Stmts.begin() + I);
    --At; // as many have gone as have come, and the loop
    Any = true;
  }
  return Any;
}

bool ad::core::makeFromRanges(Module &M, Function &F) { return makeFromArrays(M, F.Body, Uses(F)); }
