//===- core/polynomial.cpp - subscripts as polynomials --------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace ad::core;

static bool isBefore(const Variable *A, const Variable *B) { return A->Order < B->Order; }

bool Polynomial::HigherFirst::operator()(const Product &A, const Product &B) const {
  if (A.size() != B.size())
    return A.size() > B.size();
  return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end(), isBefore);
}

Polynomial::Polynomial(int64_t Constant) { add({}, Constant); }
Polynomial::Polynomial(const Variable *V) { add({V}, 1); }

void Polynomial::add(const Product &P, int64_t Times) {
  if (Times && (Terms[P] += Times) == 0)
    Terms.erase(P);
}

Polynomial Polynomial::operator+(const Polynomial &Other) const {
  Polynomial Sum = *this;
  for (const auto &[P, Times] : Other.Terms)
    Sum.add(P, Times);
  return Sum;
}

Polynomial Polynomial::operator-() const { return Polynomial(-1) * *this; }

Polynomial Polynomial::operator-(const Polynomial &Other) const { return *this + -Other; }

Polynomial Polynomial::operator*(const Polynomial &Other) const {
  Polynomial Made;
  for (const auto &[P, Times] : Terms)
    for (const auto &[Q, More] : Other.Terms) {
      Product Both = P;
      Both.insert(Both.end(), Q.begin(), Q.end());
      llvm::stable_sort(Both, isBefore);
      Made.add(Both, Times * More);
    }
  return Made;
}

/// The value of `1`, `2u`, `3UL`.
static std::optional<int64_t> valueOf(const Expr *Literal) {
  constexpr int64_t Most = 1 << 30;
  llvm::StringRef Text = Literal->Text;
  int64_t Value;
  Text = Text.rtrim("uUlL");
  if (Text.getAsInteger(0, Value) || Value > Most)
    return std::nullopt;
  return Value;
}

std::optional<Polynomial>
Polynomial::of(const Expr *E, llvm::function_ref<const Expr *(const Variable *)> ValueOf) {
  constexpr unsigned Most = 12; // terms
  if (!E->Ty->isInteger())
    return std::nullopt;
  switch (E->Kind) {
  case ExprKind::Literal:
    if (const std::optional<int64_t> Value = valueOf(E))
      return Polynomial(*Value);
    return std::nullopt;
  case ExprKind::Variable:
    if (const Expr *Value = ValueOf(E->Var))
      return of(Value, ValueOf);
    return Polynomial(E->Var);
  case ExprKind::Cast: // to a type that has room for it
    if (E->operand()->Ty->isInteger() && E->Ty->Bits >= E->operand()->Ty->Bits)
      return of(E->operand(), ValueOf);
    return std::nullopt;
  case ExprKind::Unary:
    if (const std::optional<Polynomial> Of = of(E->operand(), ValueOf); Of && E->Text == "-")
      return -*Of;
    return std::nullopt;
  case ExprKind::Binary: {
    if (E->Text != "+" && E->Text != "-" && E->Text != "*")
      return std::nullopt;
    const std::optional<Polynomial> A = of(E->operand(0), ValueOf), B = of(E->operand(1), ValueOf);
    if (!A || !B || A->Terms.size() * B->Terms.size() > Most)
      return std::nullopt;
    return E->Text == "+" ? *A + *B : E->Text == "-" ? *A - *B : *A * *B;
  }
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> Polynomial::constant() const {
  if (Terms.empty())
    return 0;
  return Terms.size() == 1 && Terms.begin()->first.empty()
             ? std::optional<int64_t>(Terms.begin()->second)
             : std::nullopt;
}

std::optional<Polynomial> Polynomial::growth(const Variable *V) const {
  Polynomial Made;
  for (const auto &[P, Times] : Terms) {
    const auto Found = llvm::count(P, V);
    if (Found > 1)
      return std::nullopt;
    if (Found == 0)
      continue;
    Product Rest;
    llvm::copy_if(P, std::back_inserter(Rest), [&](const Variable *Each) { return Each != V; });
    Made.add(Rest, Times);
  }
  return Made;
}

Polynomial Polynomial::with(const Variable *V, const Polynomial &Value) const {
  const Polynomial Each = *growth(V);
  return *this + Each * (Value - Polynomial(V));
}

bool Polynomial::mentions(const Variable *V) const {
  return llvm::any_of(Terms, [V](const auto &Term) { return llvm::is_contained(Term.first, V); });
}

void Polynomial::eachVariable(llvm::function_ref<void(const Variable *)> F) const {
  for (const auto &[P, Times] : Terms)
    llvm::for_each(P, F);
}

const Expr *Polynomial::expression(Builder &B, const Type *Ty) const {
  const Expr *Sum = nullptr;
  auto Add = [&](const Product &P, int64_t Times) {
    const int64_t Factor = std::abs(Times);
    const Expr *Made = nullptr;
    if (Factor != 1 || P.empty())
      Made = B.literal(std::to_string(Factor), Ty);
    for (const Variable *V : P) {
      const Expr *Next = B.var(const_cast<Variable *>(V));
      Made = Made ? B.binary("*", Made, Next, Ty) : Next;
    }
    if (Sum)
      Sum = B.binary(Times < 0 ? "-" : "+", Sum, Made, Ty);
    else
      Sum = Times < 0 ? B.unary("-", Made, Ty) : Made;
  };
  for (bool Positive : {true, false}) // `n - 1`, `5 - n`
    for (const auto &[P, Times] : Terms)
      if ((Times > 0) == Positive && !P.empty())
        Add(P, Times);
  if (auto Rest = Terms.find({}); Rest != Terms.end())
    Add({}, Rest->second);
  return Sum ? Sum : B.literal("0", Ty);
}
