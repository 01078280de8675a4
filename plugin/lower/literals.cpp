//===- lower/literals.cpp - literals as the user wrote them ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The text of a literal is the spelling of its token, wherever a macro brought it from.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace ad::lower {

/// The token at Loc as it was spelled; empty if it cannot be read back.
static std::string spelled(const ASTContext &Ctx, SourceLocation Loc) {
  const SourceManager &SM = Ctx.getSourceManager();
  bool Invalid = false;
  llvm::SmallString<32> Buffer;
  llvm::StringRef Text =
      Lexer::getSpelling(SM.getSpellingLoc(Loc), Buffer, SM, Ctx.getLangOpts(), &Invalid);
  return Invalid ? std::string() : Text.str();
}

/// Every digit that is needed to read the same number back.
static std::string digits(const FloatingLiteral *E) {
  llvm::SmallString<40> Text;
  E->getValue().toString(Text);
  if (Text.find_first_of(".eEnN") == llvm::StringRef::npos)
    Text += ".0";
  if (E->getType()->isSpecificBuiltinType(BuiltinType::Float))
    Text += "F";
  if (E->getType()->isSpecificBuiltinType(BuiltinType::LongDouble))
    Text += "L";
  return std::string(Text);
}

static bool startsNumber(llvm::StringRef Text) {
  return !Text.empty() && (llvm::isDigit(Text[0]) || Text[0] == '.');
}

/// A literal with a suffix of the user's own means a call, not this number.
static bool hasUserSuffix(llvm::StringRef Text) { return Text.contains('_'); }

const core::Expr *FunctionLowering::literalExpr(const Expr *E) {
  SourceLocation Loc = E->getBeginLoc();
  const core::Type *Ty = type(E->getType());
  std::string Text;
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass: {
    Text = spelled(Ctx, Loc);
    llvm::SmallString<24> Number;
    const auto *I = cast<IntegerLiteral>(E);
    I->getValue().toString(Number, 10, E->getType()->isSignedIntegerType());
    const bool Octal = Text.size() > 1 && Text[0] == '0' && llvm::isDigit(Text[1]);
    if (!startsNumber(Text) || hasUserSuffix(Text))
      Text = std::string(Number);
    else if (Octal) // as people read it, and as it is read here
      Text = std::string(Number) + Text.substr(Text.find_last_of("01234567") + 1);
    return literal(Text, Ty, Loc);
  }
  case Stmt::FloatingLiteralClass:
    Text = spelled(Ctx, Loc);
    if (!startsNumber(Text) || hasUserSuffix(Text))
      Text = digits(cast<FloatingLiteral>(E));
    return literal(Text, Ty, Loc);
  case Stmt::CharacterLiteralClass: {
    llvm::raw_string_ostream OS(Text);
    CharacterLiteral::print(cast<CharacterLiteral>(E)->getValue(),
                            cast<CharacterLiteral>(E)->getKind(), OS);
    return literal(OS.str(), Ty, Loc);
  }
  case Stmt::CXXBoolLiteralExprClass:
    return literal(cast<CXXBoolLiteralExpr>(E)->getValue() ? "true" : "false", Ty, Loc);
  case Stmt::CXXNullPtrLiteralExprClass:
    return literal("nullptr", Ty, Loc);
  case Stmt::GNUNullExprClass:
    return literal(Ty->isInteger() ? "0" : "nullptr", Ty, Loc);
  case Stmt::StringLiteralClass: {
    llvm::raw_string_ostream OS(Text);
    cast<StringLiteral>(E)->outputString(OS);
    const core::Type *Char = type(Ctx.getAsArrayType(E->getType())->getElementType());
    return literal(OS.str(), M.pointer(Char, true), Loc);
  }
  case Stmt::PredefinedExprClass:
    if (const StringLiteral *S = cast<PredefinedExpr>(E)->getFunctionName())
      return literalExpr(S);
    return literal("\"\"", M.pointer(M.integer("char", 8, false), true), Loc);
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return zero(Ty, Loc);
  default:
    break;
  }
  // Everything else here is a constant expression: its number.
  Expr::EvalResult R;
  if (!E->isValueDependent() && E->EvaluateAsRValue(R, Ctx) && R.Val.isInt()) {
    if (E->getType()->isBooleanType())
      return literal(R.Val.getInt().getBoolValue() ? "true" : "false", Ty, Loc);
    llvm::SmallString<24> Number;
    R.Val.getInt().toString(Number, 10);
    return literal(Number, Ty, Loc);
  }
  error(Loc, "cannot differentiate this constant");
  return poison(E);
}

const core::Expr *FunctionLowering::sizeOf(const UnaryExprOrTypeTraitExpr *E) {
  if (E->isArgumentType() && E->getKind() == UETT_SizeOf &&
      (E->getArgumentType()->isScalarType() || E->getArgumentType()->isRecordType()) &&
      !E->isValueDependent())
    return literal("sizeof(" + L.spelling(E->getArgumentType()) + ")", type(E->getType()),
                   E->getExprLoc());
  return literalExpr(E);
}

} // namespace ad::lower
