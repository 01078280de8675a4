//===- lower/complex.cpp - std::complex -----------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A complex number is a number: its operators are those of Core, its functions are Primitives, and
// a part that is written is a new number. A real operand stays real beneath a conversion, which is
// left out again where the text is printed: `x * z` calls the same operator in the companion.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/rules/rules.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

const core::Expr *FunctionLowering::primitive(llvm::StringRef Name,
                                              llvm::ArrayRef<const core::Expr *> Operands,
                                              const core::Type *Ty, SourceLocation Loc) {
  core::Expr *P = M.expr(ExprKind::Primitive, Ty, Loc.getRawEncoding());
  P->Text = Name.str();
  P->Operands.append(Operands.begin(), Operands.end());
  return P;
}

/// The number that a constructor makes; Implicitly: where any number would be converted anyway.
const core::Expr *FunctionLowering::complexValue(const CXXConstructExpr *E, bool Implicitly) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(Ctx.getBaseElementType(E->getType())); // of each, in an array
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  if (Args.empty())
    return zero(Ty, Loc);
  std::vector<const core::Expr *> Values = valuesOf(Args);
  if (Values.size() == 1 && Values[0]->Ty == Ty)
    return Values[0];
  if (Values.size() == 1 && (Values[0]->Ty->IsComplex || Values[0]->Ty == Ty->Element))
    return convert(Ty, Values[0], !Implicitly, Loc);
  for (const core::Expr *&V : Values)
    V = convert(Ty->Element, V, false, Loc);
  return Values.size() == 1 ? convert(Ty, Values[0], !Implicitly, Loc)
                            : primitive("complex", Values, Ty, Loc);
}

const core::Expr *FunctionLowering::complexOperator(const CXXOperatorCallExpr *E, bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = nullptr;
  for (const Expr *A : E->arguments()) {
    const core::Type *T = type(A->getType())->nonReference();
    if (!T->isReal() && !T->isInteger())
      return nullptr; // an optional of them, a stream
    if (T->IsComplex)
      Ty = T;
  }
  if (!Ty || !E->getDirectCallee() || !isLibrary(E->getDirectCallee()))
    return nullptr;
  const Expr *Left = E->getArg(0), *Right = E->getNumArgs() > 1 ? E->getArg(1) : nullptr;
  OverloadedOperatorKind Op = E->getOperator();
  Known = true;
  switch (Op) {
  case OO_Plus:
  case OO_Minus:
    if (!Right) {
      const core::Expr *V = value(read(Left));
      return Op == OO_Plus ? V : unary("-", V, Ty, Loc);
    }
    [[fallthrough]];
  case OO_Star:
  case OO_Slash:
  case OO_EqualEqual:
  case OO_ExclaimEqual: {
    std::vector<const core::Expr *> Parts = valuesOf({Left, Right});
    bool Compares = Op == OO_EqualEqual || Op == OO_ExclaimEqual;
    return binary(getOperatorSpelling(Op), convert(Ty, Parts[0], false, Loc),
                  convert(Ty, Parts[1], false, Loc), Compares ? M.boolType() : Ty, Loc);
  }
  case OO_Equal:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual: {
    // C++17: the right side of an assignment comes first.
    auto Parts = inOrder({Part{[=] { return value(read(Right)); }, false},
                          Part{[=] { return target(Left); }, true}});
    const core::Expr *Target = checkWritten(Parts[1], Loc);
    const core::Expr *Value = convert(Target->Ty, Parts[0], false, Loc);
    if (Op == OO_PlusEqual || Op == OO_MinusEqual) {
      core::Stmt *S = stmt(StmtKind::Accumulate, Loc);
      S->Target = Target;
      S->Value = Op == OO_PlusEqual ? Value : unary("-", Value, Value->Ty, Loc);
      emit(S);
      return Target;
    }
    if (Op != OO_Equal)
      Value = binary(Op == OO_StarEqual ? "*" : "/", Target, Value, Target->Ty, Loc);
    assign(Target, Value, Loc);
    return Target;
  }
  default:
    Known = false;
    return nullptr;
  }
}

/// A function of complex numbers of E, a real one, which the library takes for one; Ty is its type.
/// Null if it is none.
const core::Expr *FunctionLowering::ofReal(llvm::StringRef Name, const Expr *E,
                                           const core::Type *Ty, SourceLocation Loc) {
  if (!llvm::is_contained({"real", "imag", "norm", "arg", "conj", "proj"}, Name) || !Ty->isReal() ||
      !E->getType().getNonReferenceType()->isArithmeticType())
    return nullptr;
  const core::Type *Part = Ty->IsComplex ? Ty->Element : Ty;
  const core::Expr *X = convert(Part, value(read(E)), false, Loc);
  if (Name == "imag")
    return literal("0", Part, Loc);
  if (Name == "arg") // a step
    return opaque("std::arg($0)", Part, {X}, Loc);
  if (Name == "conj")
    return primitive("complex", {X, literal("-0.0", Part, Loc)}, Ty, Loc);
  if (Name == "proj")
    return convert(Ty, X, true, Loc);
  if (Name == "real")
    return X;
  X = freeze(X, Loc);
  return binary("*", X, X, Part, Loc);
}

/// Operators, members and functions of complex numbers.
const core::Expr *FunctionLowering::complexCall(const CallExpr *E, const FunctionDecl *FD,
                                                bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    return complexOperator(Op, Known);
  if (isa<UserDefinedLiteral>(E) && isLibrary(FD) && type(E->getType())->IsComplex) {
    const Expr *Digits = E->getArg(0)->IgnoreParenImpCasts();
    llvm::SmallString<24> Text;
    if (const auto *F = dyn_cast<FloatingLiteral>(Digits))
      F->getValue().toString(Text);
    else if (const auto *I = dyn_cast<IntegerLiteral>(Digits))
      I->getValue().toString(Text, 10, /*Signed=*/false);
    if (Text.empty())
      return nullptr;
    Known = true;
    const core::Type *Ty = type(E->getType());
    return primitive("complex", {literal("0", Ty->Element, Loc), literal(Text, Ty->Element, Loc)},
                     Ty, Loc);
  }
  if (!FD->getIdentifier() || !FD->getDeclContext()->getRedeclContext())
    return nullptr;
  llvm::StringRef Name = FD->getName();
  if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
    const auto *MD = cast<CXXMethodDecl>(FD);
    if (!isStdComplex(MD->getParent()) || (Name != "real" && Name != "imag"))
      return nullptr;
    Known = true;
    const Expr *Object = MC->getImplicitObjectArgument();
    auto Whole = [this, Object, Loc] {
      return Object->getType()->isPointerType() ? dereference(value(Object), Loc) : value(Object);
    };
    if (E->getNumArgs() == 0) {
      const core::Expr *Z = Whole();
      return primitive(Name, {Z}, Z->Ty->Element, Loc);
    }
    const Expr *Given = read(E->getArg(0));
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return value(Given); }, false}});
    const core::Expr *Z = checkWritten(Parts[0], Loc), *New = Parts[1];
    const core::Expr *Kept = primitive(Name == "real" ? "imag" : "real", {Z}, Z->Ty->Element, Loc);
    assign(Z,
           primitive("complex", {Name == "real" ? New : Kept, Name == "real" ? Kept : New}, Z->Ty,
                     Loc),
           Loc);
    return literal("0", M.intType(), Loc);
  }
  const core::Type *Ty = type(E->getType())->nonReference();
  const core::Type *Complex = Ty->IsComplex ? Ty : nullptr;
  for (const Expr *A : E->arguments())
    if (const core::Type *T = type(A->getType())->nonReference(); T->IsComplex)
      Complex = T;
  if (FD->isInStdNamespace() && E->getNumArgs() == 1 && !type(E->getArg(0)->getType())->IsComplex)
    if (const core::Expr *Real = ofReal(Name, E->getArg(0), Ty, Loc)) {
      Known = true;
      return Real;
    }
  if (!Complex || !FD->isInStdNamespace() || !rules::knownComplex(Name, E->getNumArgs()))
    return nullptr;
  Known = true;
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  // `std::polar(r)` lies on the real axis.
  if (Name == "polar" && Args.size() == 1)
    return convert(Ty, value(read(Args[0])), true, Loc);
  std::vector<const core::Expr *> Values = valuesOf(Args);
  // libstdc++ multiplies where the exponent is an int: another value in the last digits.
  const bool Multiplies =
      Name == "pow" && Values.size() == 2 && Values[0]->Ty->IsComplex &&
      Ctx.hasSameUnqualifiedType(Args[1]->getType().getNonReferenceType(), Ctx.IntTy);
  for (const core::Expr *&V : Values)
    if (!(Multiplies && &V == &Values[1]))
      V = convert(Name == "polar" ? Ty->Element : Name == "pow" ? Ty : Complex, V, false, Loc);
  return primitive(Name, Values, Ty, Loc);
}

} // namespace ad::lower
