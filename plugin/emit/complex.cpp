//===- emit/complex.cpp - expressions of complex numbers ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The operators of std::complex take real operands too, of exactly the type of a part, and do less
// work with them: conversions of real operands are left out where the other operand is complex.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/emit/expression.h"
#include "plugin/rules/rules.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::emit;

/// Whether E, a complex number, is a real one that was converted unasked.
bool Expressions::isRealText(const Expr *E) {
  if (E->is(ExprKind::Unary))
    return isRealText(E->operand());
  return E->is(ExprKind::Literal) ||
         (E->is(ExprKind::Cast) && !E->Explicit && !E->operand()->Ty->IsComplex);
}

/// E without its conversion to a complex number, as a number of the type of its parts.
Printed Expressions::realForm(const Expr *E) const {
  Printed P;
  if (E->is(ExprKind::Unary)) {
    P = realForm(E->operand());
    P.Text = E->Text + grouped(P, Prefix);
    P.Binds = Prefix;
  } else if (E->is(ExprKind::Literal)) {
    P.Text = realText(E->Text, E->Ty);
  } else if (E->operand()->Ty == E->Ty->Element) {
    P = exact(E->operand());
  } else if (hasIntegerText(E->operand())) {
    P.Text = realText(E->operand()->Text, E->Ty->Element);
  } else {
    P.Text = "static_cast<" + spell(E->Ty->Element) + ">(" + exact(E->operand()).Text + ")";
  }
  P.Type = numeric(E->Ty->Element);
  return P;
}

/// A literal or a conversion, as a complex number.
Printed Expressions::complexNumber(const Expr *E) const {
  Printed P;
  P.Type = numeric(E->Ty);
  const Expr *Source = E->is(ExprKind::Cast) ? E->operand() : nullptr;
  P.Text = spell(E->Ty) + "(" +
           (!Source || !Source->Ty->IsComplex
                ? (Source && E->Explicit ? converted(Source) : realForm(E).Text)
                : exact(Source).Text) +
           ")";
  return P;
}

/// At least one of the two is complex; the operation is done in the wider type.
std::pair<Printed, Printed> Expressions::complexOperands(const Expr *A, const Expr *B) const {
  bool RealA = A->Ty->IsComplex && isRealText(A), RealB = B->Ty->IsComplex && isRealText(B);
  const Type *Ty = A->Ty;
  if (!Ty->IsComplex || (B->Ty->IsComplex && B->Ty->Bits > Ty->Bits))
    Ty = B->Ty;
  auto Operand = [&](const Expr *E, bool AsReal) {
    Printed P = AsReal ? realForm(E) : exact(E);
    const Type *Wanted = AsReal || !E->Ty->IsComplex ? Ty->Element : Ty;
    if (P.Type == numeric(Wanted))
      return P;
    P.Text = Wanted->IsComplex ? spell(Wanted) + "(" + P.Text + ")"
                               : "static_cast<" + spell(Wanted) + ">(" + P.Text + ")";
    P.Type = numeric(Wanted);
    P.Binds = Postfix;
    P.Operator.clear();
    return P;
  };
  return {Operand(A, RealA && !RealB), Operand(B, RealB)};
}

Printed Expressions::complexPrimitive(const Expr *E) const {
  llvm::SmallVector<std::string, 2> Arguments;
  if (E->Text == "pow") {
    auto [Base, Exponent] = complexOperands(E->operand(0), E->operand(1));
    Arguments = {Base.Text, Exponent.Text};
  } else {
    for (const Expr *Operand : E->Operands)
      Arguments.push_back(E->Text == "complex" ? argument(Operand) : exact(Operand).Text);
  }
  Printed P;
  P.Type = numeric(E->Ty);
  P.Text = (E->Text == "complex" ? spell(E->Ty) : rules::spelling(E->Text)) + "(" +
           llvm::join(Arguments, ", ") + ")";
  return P;
}
