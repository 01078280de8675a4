//===- core/reciprocals.cpp - divisions by one number ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A division takes as long as several products, and C++ may not divide by a number by multiplying
// with its reciprocal, since that rounds differently. What the user wrote stays so; how adjoints
// are rounded is ours to say. What a quotient divides by divides both of its adjoints: `y = x / s`
// has `x_bar += y_bar / s; s_bar -= y / s * y_bar`.
//
//   for (...)                                   const double s_inverse = 1 / s;
//     x_bar[i] += y_bar[i] / s;                 for (...)
//                                                 x_bar[i] += y_bar[i] * s_inverse;
//
// 1. Candidates: quotients in sums that are added to adjoints, or that they are set to; not those
//    that functions are given, or that conditions lead to. `x / (s * s)` is `r * r * x`, for which
//    s alone counts.
// 2. What is made of numbers that stay the same while a loop runs gets its reciprocal ahead of that
//    loop, of the outermost one. (If no iteration runs, one division was in vain; it cannot trap.
//    Of numbers below 1 / DBL_MAX, which lack digits, the reciprocal is infinite.)
// 3. In a block, what several different quotients are divided by gets its reciprocal ahead of the
//    first of them: in loops two that are divided by the number itself, else three. Those that the
//    primal forms there, too, are formed once in any case.
// 4. Where a block declares `s_1 = 1 / s`, updates behind it take `s_1`, too.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/reciprocals.h"
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/steady_members.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad::core;

namespace {

/// A quotient, `x / (s * s)`, and what it divides by so many times.
struct Quotient {
  const Expr *Whole;
  const Expr *By;
  unsigned Times;
};

class Reciprocals {
public:
  Reciprocals(Module &M, Function &F) : M(M), F(F), B(M), Known(F) {}
  bool run() {
    visit(F.Body);
    return Changed;
  }

private:
  void visit(Block &In, bool InLoop = false);
  bool hoist(Block &In, size_t At);
  bool share(Block &In, size_t At, bool InLoop);
  void take(Block &In, size_t At);
  Stmt *declare(const Expr *By);
  void replace(Stmt &S, const Expr *By, Variable *Reciprocal);

  Module &M;
  Function &F;
  Builder B;
  Places Known;
  bool Changed = false;
};

} // namespace

/// Whether S adds to an adjoint, or sets it, or one without a name of the user's.
static bool isUpdate(const Stmt &S) {
  if (S.is(StmtKind::Declare)) {
    const bool Seed = S.Var->Temporary && llvm::StringRef(S.Var->Name).starts_with("t_bar");
    return S.Value && (S.Var->Derivative || Seed) && S.Var->Ty->isReal();
  }
  const Variable *Leads = isStore(S) && !S.OldSize ? leadingVariable(S.Target) : nullptr;
  return Leads && Leads->Derivative && S.Target->Ty->isReal();
}

/// E as a quotient; none if it is another expression, or divides by a literal.
static std::optional<Quotient> quotient(const Expr *E) {
  if (!E->is(ExprKind::Binary) || E->Text != "/" || !E->Ty->isReal() || E->Ty->IsComplex ||
      E->operand(1)->Ty != E->Ty)
    return std::nullopt;
  const Expr *By = E->operand(1);
  unsigned Times = 1;
  if (By->is(ExprKind::Binary) && By->Text == "*" && equal(By->operand(0), By->operand(1))) {
    By = By->operand(0);
    Times = 2;
  }
  bool Varies = false;
  walk(By, [&](const Expr *Sub) {
    Varies |= Sub->is(ExprKind::Variable);
    return !Varies;
  });
  return Varies ? std::optional<Quotient>({E, By, Times}) : std::nullopt;
}

/// Whether E adds, multiplies and the like. What functions are given (`trunc(x / y)`), and what
/// decides anything, stays as it is: another last bit there may be another result.
static bool computes(const Expr *E) {
  return E->Ty->isReal() && (E->is(ExprKind::Binary) || E->is(ExprKind::Unary));
}

/// The quotients in the sum or product E.
static void quotientsIn(const Expr *E, llvm::SmallVectorImpl<Quotient> &Out) {
  if (!computes(E))
    return;
  if (std::optional<Quotient> Q = quotient(E))
    Out.push_back(*Q);
  for (const Expr *Op : E->Operands)
    quotientsIn(Op, Out);
}

static llvm::SmallVector<Quotient, 4> quotientsOf(const Stmt &S) {
  llvm::SmallVector<Quotient, 4> Out;
  if (isUpdate(S))
    quotientsIn(S.Value, Out);
  return Out;
}

/// Whether E is made of the values of variables, and of numbers in objects, alone, and is a number
/// whatever these are.
static bool isOfVariables(const Expr *E) {
  bool Plain = true;
  walk(E, [&](const Expr *Sub) {
    if (isOfObject(Sub))
      return false;
    Plain &= Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Unary) ||
             Sub->is(ExprKind::Cast) || (Sub->is(ExprKind::Variable) && Sub->Ty->isScalar());
    Plain &= !mayTrap(Sub);
    return Plain;
  });
  return Plain;
}

/// Declares the reciprocal of By.
Stmt *Reciprocals::declare(const Expr *By) {
  const auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_' || C == ':'; };
  llvm::StringRef Of = By->is(ExprKind::Variable) ? llvm::StringRef(By->Var->Name)
                       : By->is(ExprKind::Member) ? llvm::StringRef(By->Text)
                                                  : "";
  if (!llvm::all_of(Of, IsWord))
    Of = "";
  const std::string Name = Of.substr(Of.rfind(':') + 1).str(); // of `physics::mass`
  Variable *V = F.variable(Name.empty() ? "inverse" : Name + "_inverse", By->Ty->nonReference());
  V->Const = true;
  Changed = true;
  return B.declare(V, B.div(B.number(1, By->Ty), By));
}

void Reciprocals::replace(Stmt &S, const Expr *By, Variable *Reciprocal) {
  std::function<const Expr *(const Expr *)> Of = [&](const Expr *E) -> const Expr * {
    if (E->is(ExprKind::Conditional) && Builder::isZero(E->operand(1))) // `s == 0 ? 0 : 0.5 / s`
      return B.select(E->operand(0), E->operand(1), rewrite(M, E->operand(2), Of));
    if (!computes(E))
      return E;
    const std::optional<Quotient> Q = quotient(E);
    if (!Q || !equal(Q->By, By))
      return nullptr;
    const Expr *R = B.var(Reciprocal);
    const Expr *Over = rewrite(M, E->operand(0), Of);
    return Q->Times == 1 ? B.mul(Over, R) : B.mul(B.mul(R, R), Over);
  };
  const Expr *Value = rewrite(M, S.Value, Of);
  Changed |= !equal(Value, S.Value);
  S.Value = Value;
}

/// Forms ahead of the loop In.Stmts[At] the reciprocal of a number by which updates in it divide;
/// returns whether there was one.
bool Reciprocals::hoist(Block &In, size_t At) {
  Stmt &Loop = *In.Stmts[At];
  const Expr *By = nullptr;
  walk(Loop.Then, [&](Stmt *S) {
    if (By)
      return;
    for (const Quotient &Q : quotientsOf(*S))
      if (!By && isOfVariables(Q.By) && !Known.mayChange(Loop, Q.By) &&
          Known.mayChange(Loop, Q.Whole)) // else the optimiser forms it ahead of the loop
        By = Q.By;
  });
  if (!By)
    return false;
  Stmt *D = declare(By);
  walk(Loop.Then, [&](Stmt *S) {
    if (isUpdate(*S))
      replace(*S, By, D->Var);
  });
  In.Stmts.insert(In.Stmts.begin() + At, D);
  return true;
}

/// The same for a number by which In.Stmts[At] and updates behind it divide.
bool Reciprocals::share(Block &In, size_t At, bool InLoop) {
  for (const Quotient &First : quotientsOf(*In.Stmts[At])) {
    llvm::SmallVector<const Expr *, 4> Different;
    llvm::SmallVector<Stmt *, 4> Users;
    const unsigned Enough = InLoop ? 4 : 5; // a reciprocal is a statement more
    unsigned Saves = 0;
    auto IsFormed = [&](const Expr *Whole) { // by the primal
      return llvm::any_of(In.Stmts, [&](const Stmt *S) {
        bool Forms = false;
        const bool Computes = S->is(StmtKind::Declare) || S->is(StmtKind::Return) || isStore(*S);
        if (!isUpdate(*S) && Computes && S->Value)
          walk(S->Value, [&](const Expr *E) { return !(Forms |= equal(E, Whole)); });
        return Forms;
      });
    };
    for (size_t I = At; I < In.Stmts.size(); ++I) {
      Stmt &S = *In.Stmts[I];
      for (const Quotient &Q : quotientsOf(S)) {
        if (!equal(Q.By, First.By))
          continue;
        if (!llvm::is_contained(Users, &S))
          Users.push_back(&S);
        if (!llvm::any_of(Different, [&](const Expr *E) { return equal(E, Q.Whole); }) &&
            !IsFormed(Q.Whole)) {
          Different.push_back(Q.Whole);
          Saves += Q.Times == 1 ? 2 : 1;
        }
      }
      if (Known.mayChange(S, First.By))
        break;
    }
    if (Saves < Enough)
      continue;
    Stmt *D = declare(First.By);
    for (Stmt *S : Users)
      replace(*S, First.By, D->Var);
    In.Stmts.insert(In.Stmts.begin() + At, D);
    return true;
  }
  return false;
}

/// Takes the reciprocal that In.Stmts[At] declares, if it does, for what divides by that number.
void Reciprocals::take(Block &In, size_t At) {
  const Stmt &D = *In.Stmts[At];
  const bool Declares = D.is(StmtKind::Declare) && D.Value && D.Var->Const && D.Var->Ty->isReal();
  const std::optional<Quotient> Of = Declares ? quotient(D.Value) : std::nullopt;
  if (!Of || Of->Times != 1 || !Builder::isOne(Of->Whole->operand(0)) || !isOfVariables(Of->By))
    return;
  for (size_t I = At + 1; I < In.Stmts.size() && !Known.mayChange(*In.Stmts[I], Of->By); ++I) {
    Block Behind;
    Behind.add(In.Stmts[I]);
    walk(Behind, [&](Stmt *S) {
      if (isUpdate(*S))
        replace(*S, Of->By, D.Var);
    });
  }
}

void Reciprocals::visit(Block &In, bool InLoop) {
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    if (S->is(StmtKind::Loop))
      while (hoist(In, At))
        ++At;
    forEachBlock(*S, [&](Block &Part) { visit(Part, InLoop || S->is(StmtKind::Loop)); });
    while (share(In, At, InLoop))
      ++At;
    take(In, At);
  }
}

bool ad::core::shareReciprocals(Module &M, Function &F) { return Reciprocals(M, F).run(); }
