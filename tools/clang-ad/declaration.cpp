//===- clang-ad/declaration.cpp - printing a companion's declaration ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Types are printed as the user wrote them: the declaration stands where they are visible.
//
//===----------------------------------------------------------------------===//
#include "declaration.h"
#include "templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

namespace ad::tools {

using clang::FunctionDecl;

namespace {

std::string defaultText(const clang::ParmVarDecl *P, const clang::PrintingPolicy &Policy) {
  const clang::ASTContext &Context = P->getASTContext();
  const clang::Expr *Default = P->getDefaultArg();
  // The `1` of `f_bar = 1` is ours: it stands nowhere in the source.
  if (Default->getBeginLoc() != P->getLocation()) {
    auto Range = clang::CharSourceRange::getTokenRange(Default->getSourceRange());
    llvm::StringRef Text =
        clang::Lexer::getSourceText(Range, Context.getSourceManager(), Context.getLangOpts());
    if (!Text.empty())
      return Text.str();
  }
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Default->IgnoreParenImpCasts()->printPretty(Stream, nullptr, Policy);
  return Stream.str();
}

llvm::SmallVector<const clang::NamespaceDecl *, 4> namespacesOf(const FunctionDecl *F) {
  llvm::SmallVector<const clang::NamespaceDecl *, 4> Outermost;
  for (const clang::DeclContext *D = F->getDeclContext(); D; D = D->getParent())
    if (const auto *N = llvm::dyn_cast<clang::NamespaceDecl>(D))
      Outermost.insert(Outermost.begin(), N);
  return Outermost;
}

} // namespace

std::string parameterText(const FunctionDecl *Companion, bool Defaults) {
  clang::PrintingPolicy Policy = policyOf(Companion);
  std::string Parameters;
  for (const clang::ParmVarDecl *P : Companion->parameters()) {
    std::string Declarator = P->getNameAsString();
    P->getType().getAsStringInternal(Declarator, Policy);
    if (!Parameters.empty())
      Parameters += ", ";
    Parameters += Declarator;
    if (Defaults && P->hasDefaultArg())
      Parameters += " = " + defaultText(P, Policy);
  }
  std::string Text = "(" + Parameters + ")";
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Companion);
  if (Method && Method->isConst())
    Text += " const";
  if (Method && Method->getRefQualifier() == clang::RQ_LValue)
    Text += " &";
  if (Method && Method->getRefQualifier() == clang::RQ_RValue)
    Text += " &&";
  return Text;
}

clang::PrintingPolicy policyOf(const FunctionDecl *Companion) {
  clang::PrintingPolicy Policy = Companion->getASTContext().getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  return Policy;
}

std::string declarationText(const FunctionDecl *Companion, bool CPrefix) {
  clang::PrintingPolicy Policy = policyOf(Companion);
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Companion);
  std::string Declarator =
      Companion->getNameAsString() + parameterText(Companion, /*Defaults=*/true);

  std::string Text = templateText(Companion, /*Defaults=*/true);
  // A file need not use every companion that it asks for.
  if (!Method &&
      (Companion->getStorageClass() == clang::SC_Static || Companion->isInAnonymousNamespace()))
    Text += "[[maybe_unused]] ";
  if (CPrefix)
    Text += "extern \"C\" ";
  if (Companion->getStorageClass() == clang::SC_Static)
    Text += "static ";
  if (Companion->isInlined() && !Method)
    Text += "inline ";
  std::string Result = Companion->getReturnType().getAsString(Policy);
  return Text + Result + " " + Declarator + requiresText(Companion) + ";";
}

std::string openScopes(const FunctionDecl *Companion, size_t Innermost) {
  std::string Text;
  const auto Namespaces = namespacesOf(Companion);
  for (const clang::NamespaceDecl *N :
       llvm::ArrayRef(Namespaces).take_back(std::min(Innermost, Namespaces.size()))) {
    if (N->isInline())
      Text += "inline ";
    Text += "namespace " + N->getName().str() + (N->isAnonymousNamespace() ? "{ " : " { ");
  }
  return Text;
}

std::string closeScopes(const FunctionDecl *Companion, size_t Innermost) {
  std::string Text;
  for (size_t I = std::min(Innermost, namespacesOf(Companion).size()); I-- > 0;)
    Text += " }";
  return Text;
}

} // namespace ad::tools
