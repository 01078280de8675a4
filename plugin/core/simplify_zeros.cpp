//===- core/simplify_zeros.cpp - adjoints that stay zero ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What only a branch makes of use has a zero adjoint where the branch was not taken. Adjoints are
// linear in one another, so that whatever only hands on that zero need not be run.
//
// 1. `if (taken) { d_bar += m_bar; m_bar = 0; } x_bar += 2 * d_bar;` hands nothing on unless the
//    branch is taken: the last statement moves into it.
// 2. A loop that does nothing but that, where the branch leaves `m_bar` zero, has done all it does
//    when the branch is taken first: it ends there.
// 3. `if (z < 0) z_bar = 0; for (...) x_bar[i] += w[i] * z_bar;` hands nothing on if the branch is
//    taken: the loop is what else there is to do. Nor does `z_bar = (0 < z ? 1 : 0) * s_bar` if
//    that is zero: the loop stands behind `if (z_bar != 0)`.
//
// Zero times infinity is zero here: what was not used has no derivative, whatever its value.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace ad::core;

namespace {

/// What is surely zero while some adjoints are, and which statements then do nothing.
class Zeros {
public:
  void add(const Variable *V) { Zero.insert(V); }
  bool empty() const { return Zero.empty(); }
  /// Whether S does nothing but to variables that it declares, which are added to declared().
  bool isIdle(const Stmt &S);
  bool isIdle(const Block &B) {
    return llvm::all_of(B.Stmts, [&](const Stmt *S) { return isIdle(*S); });
  }
  const llvm::DenseSet<const Variable *> &declared() const { return Declared; }

private:
  bool isZero(const Expr *E) const;
  bool isIdleStore(const Stmt &S) const;

  llvm::DenseSet<const Variable *> Zero, Declared;
};

} // namespace

bool Zeros::isZero(const Expr *E) const {
  switch (E->Kind) {
  case ExprKind::Variable:
  case ExprKind::Member:
  case ExprKind::BaseOf:
  case ExprKind::Subscript: {
    const Variable *Root = rootVariable(E);
    return Root && Zero.contains(Root);
  }
  case ExprKind::Unary:
  case ExprKind::Cast:
    return E->Ty->isReal() && isZero(E->operand());
  case ExprKind::Binary:
    if (E->Text == "*")
      return isZero(E->operand(0)) || isZero(E->operand(1));
    if (E->Text == "/")
      return isZero(E->operand(0));
    return (E->Text == "+" || E->Text == "-") && isZero(E->operand(0)) && isZero(E->operand(1));
  case ExprKind::Conditional:
    return isZero(E->operand(1)) && isZero(E->operand(2));
  case ExprKind::Braces:
    return llvm::all_of(E->Operands, [&](const Expr *Part) { return isZero(Part); });
  default:
    return Builder::isZero(E);
  }
}

bool Zeros::isIdleStore(const Stmt &S) const {
  if (S.OldSize || !removable(S.Value))
    return false;
  const Variable *Root = rootVariable(S.Target);
  if (Root && Declared.contains(Root) && !Zero.contains(Root))
    return true;
  const bool Keeps = S.is(StmtKind::Accumulate) || (Root && Zero.contains(Root));
  return Keeps && S.Target->Ty->isReal() && isZero(S.Value);
}

bool Zeros::isIdle(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Comment:
    return true;
  case StmtKind::Declare:
    if ((S.Value && !removable(S.Value)) || !S.Var->Ty->TrivialDestroy ||
        S.Var->Ty->is(TypeKind::Opaque) || S.Var->Static || S.Var->Shadow)
      return false;
    Declared.insert(S.Var);
    if (S.Value && !S.Var->Ty->isInteger() && !S.Var->Ty->isPointer() && isZero(S.Value))
      Zero.insert(S.Var);
    return true;
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    return isIdleStore(S);
  case StmtKind::If:
    return removable(S.Value) && isIdle(S.Then) && isIdle(S.Else);
  case StmtKind::Block:
    return isIdle(S.Then);
  case StmtKind::Loop:
    return S.Form == LoopForm::For && S.Value && removable(S.Value) && S.Setup.empty() &&
           isIdle(S.Init) && isIdle(S.Then) && isIdle(S.Step);
  default:
    return false;
  }
}

namespace {

class Branches {
public:
  explicit Branches(Module &M, const Uses &Known) : M(M), Known(Known) {}
  /// Moves what only hands on zeros into the branch B.Stmts[At].
  bool take(Block &B, size_t At) const;
  /// Ends Loop with the branch that leaves nothing to do.
  bool leave(Stmt &Loop) const;
  /// Moves the loops that have nothing to do after the branch B.Stmts[At] into its other half.
  bool skip(Block &B, size_t At) const;
  /// The same for the variable that B.Stmts[At] declares, if a condition makes that zero.
  bool guard(Block &B, size_t At) const;

private:
  bool move(Block &B, size_t At, Zeros Of, llvm::SmallVector<const Variable *, 4> Live, Block &Into,
            bool LoopsOnly) const;
  bool isAdjoint(const Variable *V) const {
    return V->Derivative && V->Ty->isReal() && V->Kind == Storage::Local && Known.isPrivate(V);
  }

  Module &M;
  const Uses &Known;
};

} // namespace

/// Whether what is put behind the statements of B is reached.
static bool fallsThrough(const Block &B) {
  return llvm::none_of(B.Stmts, [](const Stmt *S) {
    return S->is(StmtKind::Break) || S->is(StmtKind::Continue) || S->is(StmtKind::Return) ||
           S->NoReturn || jumps(*S);
  });
}

bool Branches::take(Block &B, size_t At) const {
  Stmt &If = *B.Stmts[At];
  if (!If.is(StmtKind::If) || !fallsThrough(If.Then) || jumps(If))
    return false;
  // 1. Adjoints that were declared zero and that nothing but the branch has changed.
  Zeros Of;
  llvm::SmallVector<const Variable *, 4> Live;
  for (size_t I = 0; I < At; ++I) {
    const Stmt &D = *B.Stmts[I];
    if (!D.is(StmtKind::Declare) || !D.Value || !Builder::isZero(D.Value) || !isAdjoint(D.Var))
      continue;
    bool Mentioned = mentions(If.Value, D.Var);
    for (size_t J = I + 1; J < At; ++J)
      Mentioned |= mentions(*B.Stmts[J], D.Var);
    for (const Stmt *S : If.Else.Stmts)
      Mentioned |= mentions(*S, D.Var);
    if (Mentioned)
      continue;
    Of.add(D.Var);
    Live.push_back(D.Var);
  }
  // 2. Whatever follows moves.
  return !Of.empty() && move(B, At, std::move(Of), std::move(Live), If.Then, /*LoopsOnly=*/false);
}

/// Moves what follows on B.Stmts[At] into a half of it, Into, up to the last statement that
/// mentions a variable of Live, all of which are zero in the other half, or what those statements
/// declare. What is taken back from the tape in between stays, if nothing that moves past it minds.
bool Branches::move(Block &B, size_t At, Zeros Of, llvm::SmallVector<const Variable *, 4> Live,
                    Block &Into, bool LoopsOnly) const {
  std::vector<Stmt *> Moves, Stays;
  size_t End = At + 1;
  for (size_t I = At + 1; I < B.Stmts.size(); ++I)
    if (llvm::any_of(Live, [&](const Variable *V) { return mentions(*B.Stmts[I], V); })) {
      for (; End <= I; ++End) {
        Stmt *S = B.Stmts[End];
        if (S->is(StmtKind::ReleaseArray) || S->is(StmtKind::Restore)) {
          Stays.push_back(S);
          continue;
        }
        if (!Of.isIdle(*S) || llvm::any_of(Stays, [&](const Stmt *Back) {
              const Variable *V = Back->Target ? rootVariable(Back->Target) : Back->Var;
              return !V || mentions(*S, V);
            }))
          return false;
        Moves.push_back(S);
        Live.append(Of.declared().begin(), Of.declared().end());
      }
    }
  const bool Loops = llvm::any_of(Moves, [](const Stmt *S) { return S->is(StmtKind::Loop); });
  if (Moves.empty() || (LoopsOnly && !Loops))
    return false;
  Into.Stmts.insert(Into.Stmts.end(), Moves.begin(), Moves.end());
  B.Stmts.erase(B.Stmts.begin() + At + 1, B.Stmts.begin() + End);
  B.Stmts.insert(B.Stmts.begin() + At + 1, Stays.begin(), Stays.end());
  return true;
}

bool Branches::skip(Block &B, size_t At) const {
  Stmt &If = *B.Stmts[At];
  if (!If.is(StmtKind::If) || !fallsThrough(If.Then) || !fallsThrough(If.Else) || jumps(If))
    return false;
  for (size_t I = If.Then.Stmts.size(); I-- > 0;) {
    const Stmt &S = *If.Then.Stmts[I];
    const Variable *V = S.Target && S.Target->is(ExprKind::Variable) ? S.Target->Var : nullptr;
    if (!V || !S.is(StmtKind::Assign) || !Builder::isZero(S.Value) || !isAdjoint(V))
      continue;
    bool Last = true;
    for (size_t J = I + 1; J < If.Then.Stmts.size(); ++J)
      Last &= !mentions(*If.Then.Stmts[J], V);
    Zeros Of;
    Of.add(V);
    if (Last && move(B, At, std::move(Of), {V}, If.Else, /*LoopsOnly=*/true))
      return true;
  }
  return false;
}

/// Whether a condition lets the product E pass or makes it zero: `(0 < z ? 1 : 0) * t`. Not where
/// it only keeps a division from failing.
static bool isCutOff(const Expr *E) {
  if (E->is(ExprKind::Conditional))
    return (Builder::isZero(E->operand(1)) && E->operand(2)->is(ExprKind::Literal)) ||
           (Builder::isZero(E->operand(2)) && E->operand(1)->is(ExprKind::Literal));
  if (E->is(ExprKind::Unary) || E->is(ExprKind::Cast))
    return isCutOff(E->operand());
  return E->is(ExprKind::Binary) && E->Text == "*" &&
         (isCutOff(E->operand(0)) || isCutOff(E->operand(1)));
}

bool Branches::guard(Block &B, size_t At) const {
  const Stmt &D = *B.Stmts[At];
  if (!D.is(StmtKind::Declare) || !D.Value || !isAdjoint(D.Var) || !isCutOff(D.Value))
    return false;
  size_t First = At + 1;
  while (First < B.Stmts.size() && !mentions(*B.Stmts[First], D.Var))
    ++First;
  if (First == B.Stmts.size())
    return false;
  Zeros Of;
  Of.add(D.Var);
  Builder Make(M);
  Block Empty;
  B.Stmts.insert(
      B.Stmts.begin() + First,
      Make.ifThen(Make.binary("!=", Make.var(D.Var), Make.number(0, D.Var->Ty), M.boolType()),
                  std::move(Empty)));
  if (move(B, First, std::move(Of), {D.Var}, B.Stmts[First]->Then, /*LoopsOnly=*/true))
    return true;
  B.Stmts.erase(B.Stmts.begin() + First);
  return false;
}

bool Branches::leave(Stmt &Loop) const {
  if (Loop.Form != LoopForm::For || Loop.Then.empty() || !Loop.Setup.empty() || jumps(Loop))
    return false;
  Stmt &If = *Loop.Then.Stmts.back();
  if (!If.is(StmtKind::If) || !If.Else.empty() || !fallsThrough(If.Then) || !removable(If.Value))
    return false;
  // 1. Nothing else in the loop has an effect.
  Zeros Nothing;
  llvm::DenseSet<const Variable *> Counters;
  for (const Stmt *S : Loop.Init.Stmts)
    Counters.insert(S->Var);
  const bool Counts = llvm::all_of(Loop.Step.Stmts, [&](const Stmt *S) {
    return isStore(*S) && S->Target->is(ExprKind::Variable) && Counters.contains(S->Target->Var);
  });
  for (size_t I = 0; I + 1 < Loop.Then.Stmts.size(); ++I) {
    const Stmt &S = *Loop.Then.Stmts[I];
    const bool CountsDown =
        isStore(S) && S.Target->is(ExprKind::Variable) && Counters.contains(S.Target->Var);
    if (!CountsDown && !(S.is(StmtKind::Declare) && Nothing.isIdle(S)))
      return false;
  }
  if (!Counts || !Loop.Value || !removable(Loop.Value))
    return false;
  // 2. An adjoint that the branch leaves zero, and without which it does nothing.
  for (const Stmt *S : If.Then.Stmts) {
    if (!S->is(StmtKind::Assign) || !S->Target->is(ExprKind::Variable) ||
        !Builder::isZero(S->Value) || !isAdjoint(S->Target->Var))
      continue;
    const Variable *V = S->Target->Var;
    bool Last = true;
    for (auto It = llvm::find(If.Then.Stmts, S) + 1; It != If.Then.Stmts.end(); ++It)
      Last &= !mentions(**It, V);
    for (const Stmt *D : Loop.Then.Stmts)
      Last &= D->Var != V;
    Zeros Of;
    Of.add(V);
    if (!Last || !Of.isIdle(If.Then))
      continue;
    If.Then.add(M.stmt(StmtKind::Break));
    return true;
  }
  return false;
}

bool ad::core::skipZeros(Module &M, Function &F) {
  const Uses Known(F);
  const Branches Of(M, Known);
  return changeScopes(F.Body, [&](Block &B) {
    bool Changed = false;
    for (size_t I = 0; I < B.Stmts.size(); ++I) {
      Changed |= Of.take(B, I) || Of.skip(B, I) || Of.guard(B, I);
      if (B.Stmts[I]->is(StmtKind::Loop))
        Changed |= Of.leave(*B.Stmts[I]);
    }
    return Changed;
  });
}
