//===- rules/complex.cpp - derivatives of functions of complex numbers ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A complex number is a pair of reals, and so is its derivative. With r = g(z):
//
//   g holomorphic:  r_dot = g'(z) * z_dot,  z_bar += conj(g'(z)) * r_bar
//   otherwise (real, imag, abs, arg, norm, conj, polar): by parts, below
//
// A real operand takes the real part of what a complex one in its place would get. The lines of
// rules.def hold for complex numbers as they stand, but for the two whose branch cuts lie
// elsewhere.
//
//===----------------------------------------------------------------------===//
#include "plugin/rules/rules.h"
#include "plugin/rules/term.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ad;
using namespace ad::core;
using namespace ad::rules;

bool ad::rules::isComplex(const Expr *Call) {
  return Call->Ty->IsComplex ||
         llvm::any_of(Call->Operands, [](const Expr *E) { return E->Ty->IsComplex; });
}

bool ad::rules::knownComplex(llvm::StringRef Name, unsigned Arity) {
  if (Arity == 2)
    return Name == "pow" || Name == "polar";
  return Arity == 1 && llvm::StringSwitch<bool>(Name)
                           .Cases("sin", "cos", "tan", "asin", "acos", "atan", true)
                           .Cases("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", true)
                           .Cases("exp", "log", "log10", "sqrt", true)
                           .Cases("real", "imag", "abs", "arg", "norm", "conj", "proj", true)
                           .Default(false);
}

//===-- Parts -------------------------------------------------------------===//

static const Type *complexOf(const Expr *Call) {
  for (const Expr *E : Call->Operands)
    if (E->Ty->IsComplex)
      return E->Ty;
  return Call->Ty;
}

static const Expr *real(Builder &B, const Expr *E) {
  if (!E->Ty->IsComplex)
    return E;
  if (E->is(ExprKind::Cast) && E->operand()->Ty == E->Ty->Element)
    return E->operand();
  return B.primitive("real", {E}, E->Ty->Element);
}

static const Expr *imag(Builder &B, const Expr *E) {
  return B.primitive("imag", {E}, E->Ty->Element);
}

static const Expr *complex(Builder &B, const Expr *Re, const Expr *Im, const Type *Ty) {
  if (Builder::isZero(Im))
    return B.cast(Ty, Re);
  return B.primitive("complex", {B.cast(Ty->Element, Re), B.cast(Ty->Element, Im)}, Ty);
}

/// i * E
static const Expr *turned(Builder &B, const Expr *E) {
  return complex(B, B.neg(imag(B, E)), real(B, E), E->Ty);
}

const Expr *ad::rules::conjugate(Builder &B, const Expr *E) {
  if (!E->Ty->IsComplex || E->is(ExprKind::Literal))
    return E;
  if (E->is(ExprKind::Cast) && !E->operand()->Ty->IsComplex)
    return E;
  if (E->is(ExprKind::Unary))
    return B.neg(conjugate(B, E->operand()));
  if (E->is(ExprKind::Primitive) && E->Text == "conj")
    return E->operand();
  if (E->is(ExprKind::Conditional))
    return B.select(E->operand(0), conjugate(B, E->operand(1)), conjugate(B, E->operand(2)));
  bool Numeric = E->is(ExprKind::Binary) && E->Text == "*" && number(E->operand(0));
  if (Numeric) // 2 * conj(z) for conj(2 * z)
    return B.mul(E->operand(0), conjugate(B, E->operand(1)));
  if (E->is(ExprKind::Binary) && E->Text == "/" && number(E->operand(0)))
    return B.div(E->operand(0), conjugate(B, E->operand(1)));
  return B.primitive("conj", {E}, E->Ty);
}

const Expr *ad::rules::project(Builder &B, const Expr *Value, const Type *Ty) {
  return Ty->IsComplex ? B.cast(Ty, Value) : real(B, Value);
}

//===-- The lines that differ ---------------------------------------------===//

/// d pow(x, y) / dx and / dy. A power of zero: 0, but 1 for the power 1.
static Term powPartial(unsigned Index, const Term &X, const Term &Y, const Term &R) {
  if (Index == 1)
    return select(X == 0, 0.0, R * log(X));
  auto C = number(Y);
  if (!C)
    return select(X == 0, select(Y == 1, 1.0, 0.0), Y * pow(X, Y - 1));
  if (*C == 0 || *C == 1)
    return *C;
  if (*C == 2)
    return 2 * X;
  if (*C == -1)
    return -(R * R);
  if (*C > 1)
    return *C * pow(X, *C - 1);
  return select(X == 0, 0.0, *C * pow(X, *C - 1));
}

const Expr *ad::rules::complexPartial(Builder &B, const Expr *Call, unsigned Index,
                                      const Expr *Result) {
  const Type *Ty = Call->Ty;
  auto Arg = [&](unsigned I) {
    const Expr *E = Call->operand(I);
    if (E->Ty->isInteger() && !E->is(ExprKind::Literal)) // an exponent
      E = B.cast(Ty->Element, E);
    return Term(B, E, Ty);
  };
  if (Call->Text == "pow")
    return powPartial(Index, Arg(0), Arg(1), Term(B, Result, Ty)).expr(B, Ty);
  if (Call->Text == "acosh") {
    Term X = Arg(0);
    return select(X * X == 1, 0.0, 1 / (sqrt(X - 1) * sqrt(X + 1))).expr(B, Ty);
  }
  return nullptr;
}

//===-- Functions that are not holomorphic --------------------------------===//

/// `polar(1, phi)` for the call `polar(rho, phi)`.
static const Expr *direction(Builder &B, const Expr *Call) {
  return B.primitive("polar", {B.number(1, Call->operand(0)->Ty), Call->operand(1)},
                     complexOf(Call));
}

/// What the value gets when operand Index moves by Dot; none where a partial derivative says it.
static const Expr *pushParts(Builder &B, const Expr *Call, unsigned Index, const Expr *R,
                             const Expr *Dot) {
  llvm::StringRef Name = Call->Text;
  const Expr *X = Call->operand(0);
  const Type *Ty = complexOf(Call);
  if (Name == "complex")
    return Index == 0 ? B.cast(Ty, Dot) : complex(B, B.number(0, Dot->Ty), Dot, Ty);
  if (Name == "polar")
    return B.mul(Index == 1 ? turned(B, R) : direction(B, Call), Dot);
  if (!X->Ty->IsComplex)
    return nullptr;
  if (Name == "real")
    return real(B, Dot);
  if (Name == "imag")
    return imag(B, B.cast(Ty, Dot));
  if (Name == "conj")
    return conjugate(B, Dot);
  if (Name == "proj")
    return Dot;
  const Expr *Turned = B.mul(conjugate(B, X), Dot);
  if (Name == "norm")
    return B.mul(B.number(2, Call->Ty), real(B, Turned));
  const Expr *Zero = B.number(0, Call->Ty);
  if (Name == "abs")
    return B.select(B.binary("==", R, Zero, B.M.boolType()), Zero, B.div(real(B, Turned), R));
  if (Name == "arg")
    return B.select(B.binary("==", X, B.number(0, Ty), B.M.boolType()), Zero,
                    B.div(imag(B, Turned), B.primitive("norm", {X}, Call->Ty)));
  return nullptr;
}

/// What operand Index gets when the value's adjoint is Seed.
static const Expr *pullParts(Builder &B, const Expr *Call, unsigned Index, const Expr *R,
                             const Expr *Seed) {
  llvm::StringRef Name = Call->Text;
  const Expr *X = Call->operand(0);
  const Type *Ty = complexOf(Call);
  if (Name == "complex")
    return Index == 0 ? real(B, Seed) : imag(B, B.cast(Ty, Seed));
  if (Name == "polar")
    return Index == 1 ? imag(B, B.mul(conjugate(B, R), Seed))
                      : real(B, B.mul(conjugate(B, direction(B, Call)), Seed));
  if (!X->Ty->IsComplex)
    return nullptr;
  if (Name == "real")
    return B.cast(Ty, Seed);
  if (Name == "imag")
    return complex(B, B.number(0, Seed->Ty), Seed, Ty);
  if (Name == "conj")
    return conjugate(B, Seed);
  if (Name == "proj")
    return Seed;
  if (Name == "norm")
    return B.mul(B.mul(B.number(2, Ty), X), Seed);
  const Expr *Zero = B.number(0, Ty);
  if (Name == "abs")
    return B.select(B.binary("==", R, B.number(0, R->Ty), B.M.boolType()), Zero,
                    B.mul(B.div(X, R), Seed));
  if (Name == "arg")
    return B.select(B.binary("==", X, Zero, B.M.boolType()), Zero,
                    B.mul(B.div(turned(B, X), B.primitive("norm", {X}, Call->Ty)), Seed));
  return nullptr;
}

//===-- Both directions ---------------------------------------------------===//

const Expr *ad::rules::push(Builder &B, const Expr *Call, unsigned Index, const Expr *Result,
                            const Expr *Dot) {
  if (isComplex(Call))
    if (const Expr *Parts = pushParts(B, Call, Index, Result, Dot))
      return Parts;
  const Expr *Partial = partial(B, Call, Index, Result);
  return Partial ? scale(B, Partial, Dot) : nullptr;
}

const Expr *ad::rules::pull(Builder &B, const Expr *Call, unsigned Index, const Expr *Result,
                            const Expr *Seed) {
  if (isComplex(Call))
    if (const Expr *Parts = pullParts(B, Call, Index, Result, Seed))
      return Parts;
  const Expr *Partial = partial(B, Call, Index, Result);
  return Partial ? B.mul(conjugate(B, Partial), Seed) : nullptr;
}
