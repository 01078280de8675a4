//===- core/simplify_empty.cpp - statements that do nothing ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace ad::core;

static bool isIdle(const Block &B) {
  return llvm::all_of(B.Stmts, [](const Stmt *S) { return S->is(StmtKind::Comment); });
}

/// Whether the loop only counts in variables of its own.
static bool isIdleLoop(const Stmt &S) {
  if (S.Form != LoopForm::For || !S.Value || !removable(S.Value) || !isIdle(S.body()) ||
      !isIdle(S.Setup))
    return false;
  llvm::DenseSet<const Variable *> Own;
  for (const Stmt *Init : S.Init.Stmts) {
    if (!Init->is(StmtKind::Declare) || (Init->Value && !removable(Init->Value)))
      return false;
    Own.insert(Init->Var);
  }
  return llvm::all_of(S.Step.Stmts, [&](const Stmt *Step) {
    return isStore(*Step) && Step->Target->is(ExprKind::Variable) &&
           Own.contains(Step->Target->Var) && removable(Step->Value);
  });
}

static bool isIdle(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::If:
    return isIdle(S.Then) && isIdle(S.Else) && removable(S.Value);
  case StmtKind::Switch:
    return removable(S.Value) &&
           llvm::all_of(S.Cases, [](const SwitchCase &Case) { return isIdle(Case.Body); });
  case StmtKind::Loop:
    return isIdleLoop(S);
  case StmtKind::Block:
    return isIdle(S.Then);
  case StmtKind::Assign: // x = x
    return equal(S.Target, S.Value) && removable(S.Value) &&
           (S.Value->Ty->isScalar() || (S.Value->Ty->isRecord() && S.Value->Ty->TrivialCopy));
  default:
    return false;
  }
}

static const Expr *negation(Builder &B, const Expr *E) {
  if (E->is(ExprKind::Unary) && E->Text == "!")
    return E->operand();
  static const std::pair<llvm::StringRef, llvm::StringRef> Opposites[] = {
      {"==", "!="}, {"!=", "=="}, {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}};
  for (auto [Operator, Opposite] : Opposites) {
    if (!E->is(ExprKind::Binary) || E->Text != Operator)
      continue;
    // `!(x < y)` and `x >= y` differ where one is not a number.
    auto IsOrdered = [](const Expr *Side) {
      return Side->Ty->isInteger() || Side->Ty->isPointer();
    };
    bool Ordered = IsOrdered(E->operand(0)) && IsOrdered(E->operand(1));
    if (Ordered || Operator == "!=" || Operator == "==")
      return B.binary(Opposite, E->operand(0), E->operand(1), E->Ty);
  }
  return B.unary("!", E, B.M.boolType());
}

/// `!(i == n)`, `!(i < n)` of integers and `!!b` as they are best said.
static const Expr *withoutNegations(Builder &B, const Expr *E) {
  return rewrite(B.M, E, [&](const Expr *Sub) -> const Expr * {
    if (!Sub->is(ExprKind::Unary) || Sub->Text != "!" || !Sub->operand()->Ty->IsBool)
      return nullptr;
    const Expr *Opposite = negation(B, Sub->operand());
    bool Same = Opposite->is(ExprKind::Unary) && equal(Opposite, Sub);
    return Same ? nullptr : withoutNegations(B, Opposite);
  });
}

/// The value of a condition that inlining has settled.
static std::optional<bool> settled(const Expr *E) {
  if (E->is(ExprKind::Cast))
    return settled(E->operand());
  if (E->is(ExprKind::AddressOf) || (E->is(ExprKind::Literal) && E->Text == "true"))
    return true;
  if (E->is(ExprKind::Literal) && (E->Text == "nullptr" || E->Text == "false"))
    return false;
  if (E->is(ExprKind::Unary) && E->Text == "!")
    if (auto Of = settled(E->operand()))
      return !*Of;
  if (E->is(ExprKind::Binary) && E->operand(0)->Ty->isPointer() &&
      (E->Text == "==" || E->Text == "!=")) {
    auto A = settled(E->operand(0)), B = settled(E->operand(1));
    if (A && B && !(*A && *B)) // one of them is null
      return (*A == *B) == (E->Text == "==");
  }
  return std::nullopt;
}

/// Whether the braces of the block end the life of something.
static bool ownsObjects(const Stmt &S) {
  return llvm::any_of(S.Then.Stmts, [](const Stmt *Inner) {
    bool Declares = Inner->is(StmtKind::Declare) || Inner->Declares;
    return Declares && (!Inner->Var->Ty->TrivialDestroy || Inner->Var->Ty->is(TypeKind::Opaque));
  });
}

/// Whether a variable that the block S declares is declared in Body, which S stands in, too: by the
/// sweep before it.
static bool declaresAgain(const Stmt &S, const Block &Body) {
  auto Declared = [](const Stmt *Each) {
    return Each->is(StmtKind::Declare) || Each->Declares ? Each->Var : nullptr;
  };
  return llvm::any_of(S.Then.Stmts, [&](const Stmt *Inner) {
    const Variable *V = Declared(Inner);
    return V && llvm::any_of(Body.Stmts, [&](const Stmt *Each) { return Declared(Each) == V; });
  });
}

bool ad::core::removeEmpty(Module &M, Function &F) {
  Builder B(M);
  return changeBlocks(F.Body, [&](Block &Body) {
    size_t Before = Body.Stmts.size();
    llvm::erase_if(Body.Stmts, [](const Stmt *S) { return isIdle(*S); });
    bool Changed = Body.Stmts.size() != Before;
    for (size_t I = 0; I < Body.Stmts.size(); ++I) {
      Stmt *S = Body.Stmts[I];
      auto Settled = S->is(StmtKind::If) && !jumps(*S) ? settled(S->Value) : std::nullopt;
      if (Settled) {
        S->Kind = StmtKind::Block;
        S->Value = nullptr;
        if (!*Settled)
          S->Then = std::move(S->Else);
        S->Else = Block();
        Changed = true;
      }
      if (S->is(StmtKind::If) || S->is(StmtKind::Loop))
        S->Value = withoutNegations(B, S->Value);
      if (S->is(StmtKind::If) && isIdle(S->Then) && !isIdle(S->Else)) {
        S->Then = std::exchange(S->Else, Block());
        S->Value = negation(B, S->Value);
        Changed = true;
      } else if (S->is(StmtKind::If) && !S->Else.empty() && isIdle(S->Else)) {
        S->Else = Block();
        Changed = true;
      } else if (S->is(StmtKind::Block) && !jumps(*S) && !declaresAgain(*S, Body) &&
                 (!ownsObjects(*S) || (I + 1 == Body.Stmts.size() && &Body != &F.Body))) {
        std::vector<Stmt *> Inner = std::move(S->Then.Stmts);
        Body.Stmts.erase(Body.Stmts.begin() + I);
        Body.Stmts.insert(Body.Stmts.begin() + I, Inner.begin(), Inner.end());
        I += Inner.size();
        --I;
        Changed = true;
      }
    }
    return Changed;
  });
}
