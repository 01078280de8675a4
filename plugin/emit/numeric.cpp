//===- emit/numeric.cpp - the arithmetic type of printed text -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/emit/numeric.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::emit;

Numeric emit::numeric(const core::Type *T) {
  if (T && T->isReal())
    return {T->IsComplex ? Numeric::Complex : Numeric::Real, T->Bits, false};
  if (T && T->isInteger())
    return {Numeric::Integer, T->Bits, T->IsUnsigned};
  return {};
}

Numeric emit::promoted(Numeric N) {
  return N.Kind == Numeric::Integer && N.Bits < 32 ? numericInt() : N;
}

Numeric emit::usual(Numeric A, Numeric B) {
  if (!A || !B)
    return {};
  if (A.Kind == Numeric::Complex || B.Kind == Numeric::Complex) {
    bool Fit = A.Kind != Numeric::Integer && B.Kind != Numeric::Integer && A.Bits == B.Bits;
    return Fit ? Numeric{Numeric::Complex, A.Bits, false} : Numeric();
  }
  if (A.Kind == Numeric::Real || B.Kind == Numeric::Real) {
    if (A.Kind != B.Kind)
      return A.Kind == Numeric::Real ? A : B;
    return A.Bits >= B.Bits ? A : B;
  }
  A = promoted(A);
  B = promoted(B);
  if (A.Bits != B.Bits)
    return A.Bits > B.Bits ? A : B;
  return A.Unsigned ? A : B;
}

bool emit::preserves(Numeric From, Numeric To) {
  if (!From || !To)
    return false;
  if (From.Kind == Numeric::Complex || To.Kind == Numeric::Complex)
    return From.Kind == To.Kind && From.Bits <= To.Bits;
  if (From.Kind == Numeric::Real)
    return To.Kind == Numeric::Real && From.Bits <= To.Bits;
  if (To.Kind == Numeric::Real)
    return From.Bits < To.Bits; // int in a double; neither int in a float nor long in a double
  if (From.Unsigned == To.Unsigned)
    return From.Bits <= To.Bits;
  return From.Unsigned && From.Bits < To.Bits;
}

bool emit::hasIntegerText(const core::Expr *E) {
  return E->is(core::ExprKind::Literal) && !E->Text.empty() && E->Text.size() < 10 &&
         llvm::all_of(E->Text, [](char C) { return llvm::isDigit(C) || C == '\''; });
}

std::string emit::realText(llvm::StringRef Text, const core::Type *T) {
  bool IsHexadecimal = Text.starts_with_insensitive("0x");
  bool IsInteger = Text.find_first_of(IsHexadecimal ? ".pP" : ".eE") == llvm::StringRef::npos;
  std::string Result = Text.str();
  bool HasSuffix = !IsInteger && Text.find_last_of("fFlL") == Text.size() - 1;
  if (IsInteger && !IsHexadecimal)
    Result += ".0";
  if (!HasSuffix && T->Bits != 64)
    Result += T->Bits == 32 ? "F" : "L";
  return Result;
}

std::string emit::shortRealText(llvm::StringRef Text, const core::Type *T) {
  bool IsInteger =
      Text.size() < 10 && llvm::all_of(Text, [](char C) { return llvm::isDigit(C) || C == '\''; });
  return IsInteger ? Text.str() : realText(Text, T);
}
