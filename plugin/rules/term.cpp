//===- rules/term.cpp - the notation of the rules table -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/rules/term.h"
#include <cstdlib>

using namespace ad::core;
using namespace ad::rules;

const Expr *Term::expr(Builder &B, const Type *Ty) const {
  if (E)
    return E;
  if (!Digits)
    return B.number(Value, Ty);
  if (Ty->Bits > 64)
    return B.literal(Digits, Ty);
  double Rounded = std::strtod(Digits, nullptr);
  return B.number(Rounded, Ty);
}

const Expr *Term::beside(const Term &Other) const {
  if (E)
    return E;
  const Type *Ty = Other.E->Ty;
  bool IsWhole = !Digits && Value == static_cast<double>(static_cast<int64_t>(Value));
  return expr(*Other.B, Ty->isReal() || IsWhole ? Ty : Other.Real);
}

/// Applies a folding operation of the builder, or the same operation on numbers.
template <class OnTerms, class OnNumbers>
static Term combine(const Term &L, const Term &R, OnTerms Fold, OnNumbers Compute) {
  const Term &Typed = L.E ? L : R;
  if (!Typed.E)
    return Term(Compute(L.Value, R.Value));
  return Term(*Typed.B, Fold(*Typed.B, L.beside(Typed), R.beside(Typed)), Typed.Real);
}

Term ad::rules::operator+(const Term &L, const Term &R) {
  return combine(
      L, R, [](Builder &B, const Expr *A, const Expr *C) { return B.add(A, C); },
      [](double A, double C) { return A + C; });
}

Term ad::rules::operator-(const Term &L, const Term &R) {
  return combine(
      L, R, [](Builder &B, const Expr *A, const Expr *C) { return B.sub(A, C); },
      [](double A, double C) { return A - C; });
}

Term ad::rules::operator*(const Term &L, const Term &R) {
  return combine(
      L, R, [](Builder &B, const Expr *A, const Expr *C) { return B.mul(A, C); },
      [](double A, double C) { return A * C; });
}

Term ad::rules::operator/(const Term &L, const Term &R) {
  return combine(
      L, R, [](Builder &B, const Expr *A, const Expr *C) { return B.div(A, C); },
      [](double A, double C) { return A / C; });
}

Term ad::rules::operator-(const Term &T) {
  return T.E ? Term(*T.B, T.B->neg(T.E), T.Real) : Term(-T.Value);
}

static Condition compare(llvm::StringRef Op, const Term &L, const Term &R) {
  const Term &Typed = L.E ? L : R;
  Builder &B = *Typed.B;
  return Condition(B, B.binary(Op, L.beside(Typed), R.beside(Typed), B.M.boolType()));
}

Condition ad::rules::operator<(const Term &L, const Term &R) { return compare("<", L, R); }
Condition ad::rules::operator<=(const Term &L, const Term &R) { return compare("<=", L, R); }
Condition ad::rules::operator>(const Term &L, const Term &R) { return compare(">", L, R); }
Condition ad::rules::operator>=(const Term &L, const Term &R) { return compare(">=", L, R); }
Condition ad::rules::operator==(const Term &L, const Term &R) { return compare("==", L, R); }

Condition ad::rules::operator&&(const Condition &L, const Condition &R) {
  return Condition(*L.B, L.B->binary("&&", L.E, R.E, L.B->M.boolType()));
}

Condition ad::rules::operator||(const Condition &L, const Condition &R) {
  return Condition(*L.B, L.B->binary("||", L.E, R.E, L.B->M.boolType()));
}

/// The type in which the rule that Condition C belongs to computes: that of what it compares.
static const Type *realOf(const Expr *C) {
  const Type *Found = nullptr;
  for (const Expr *Operand : C->Operands) {
    const Type *Ty = Operand->Ty->isReal() ? Operand->Ty : realOf(Operand);
    if (Ty && (!Found || Ty->Bits > Found->Bits))
      Found = Ty;
  }
  return Found;
}

Term ad::rules::select(const Condition &C, const Term &A, const Term &B) {
  const Type *Real = A.Real ? A.Real : B.Real;
  if (!Real)
    Real = realOf(C.E);
  if (!Real)
    Real = C.B->M.doubleType();
  return Term(*C.B, C.B->select(C.E, A.expr(*C.B, Real), B.expr(*C.B, Real)), Real);
}

Term ad::rules::apply(llvm::StringRef Name, llvm::ArrayRef<Term> Args) {
  const Term *Typed = llvm::find_if(Args, [](const Term &T) { return T.E; });
  llvm::SmallVector<const Expr *, 3> Operands;
  for (const Term &T : Args)
    Operands.push_back(T.expr(*Typed->B, Typed->Real));
  return Term(*Typed->B, Typed->B->primitive(Name, Operands, Typed->Real), Typed->Real);
}

std::optional<double> ad::rules::number(const Expr *E) {
  if (!E)
    return std::nullopt;
  if (E->is(ExprKind::Cast) && E->Ty->isReal())
    return number(E->operand());
  if (E->is(ExprKind::Unary) && E->Text == "-") {
    auto Value = number(E->operand());
    return Value ? std::optional(-*Value) : std::nullopt;
  }
  if (!E->is(ExprKind::Literal) || !(E->Ty->isReal() || E->Ty->isInteger()))
    return std::nullopt;
  char *End = nullptr;
  double Value = std::strtod(E->Text.c_str(), &End);
  llvm::StringRef Rest = End;
  if (End == E->Text.c_str() || !Rest.trim("fFlLuU").empty())
    return std::nullopt;
  return Value;
}
