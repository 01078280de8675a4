//===- clang-ad/templates.cpp - printing companions of templates ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// template <class T> T f_reverse(T x, T &x_bar, T f_bar) {
//   if constexpr (__is_same(T, double)) {
//     return f_double_reverse(x, x_bar, f_bar);
//   } else {
//     static_assert(!__is_same(T, T), "...");
//   }
// }
//
//===----------------------------------------------------------------------===//
#include "templates.h"
#include "declaration.h"
#include "plugin/attributes/templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/QualTypeNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace ad::tools {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::NamedDecl;
using clang::TemplateParameterList;

namespace {

std::string expressionText(const clang::Expr *E, const clang::PrintingPolicy &Policy) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  E->printPretty(Stream, nullptr, Policy);
  return Stream.str();
}

template <typename Parameter>
std::string defaultText(const Parameter *P, const clang::PrintingPolicy &Policy) {
  if (!P->hasDefaultArgument())
    return "";
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  P->getDefaultArgument().getArgument().print(Policy, Stream, /*IncludeType=*/false);
  return " = " + Stream.str();
}

std::string text(const TemplateParameterList *List, bool Defaults,
                 const clang::PrintingPolicy &Policy) {
  llvm::SmallVector<std::string, 4> Parameters;
  for (const NamedDecl *P : *List) {
    std::string Text = P->getNameAsString();
    if (const auto *Type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(P)) {
      std::string Kind = "class";
      if (const clang::TypeConstraint *C = Type->getTypeConstraint()) {
        Kind.clear();
        llvm::raw_string_ostream Stream(Kind);
        C->print(Stream, Policy);
      }
      Text = Kind + (Text.empty() ? "" : " " + Text) + (Defaults ? defaultText(Type, Policy) : "");
    } else if (const auto *Value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(P)) {
      Value->getType().getAsStringInternal(Text, Policy);
      Text += Defaults ? defaultText(Value, Policy) : "";
    }
    Parameters.push_back(Text);
  }
  std::string Text = "template <" + llvm::join(Parameters, ", ") + "> ";
  if (const clang::Expr *E = List->getRequiresClause())
    Text += "requires (" + expressionText(E, Policy) + ") ";
  return Text;
}

/// A list of template parameters and what it belongs to, outermost first.
struct Level {
  const TemplateParameterList *Parameters;
  const CXXRecordDecl *Class; ///< null for the function's own
};

class Definition {
public:
  Definition(const FunctionDecl *Companion, std::string &Why)
      : Companion(Companion), Why(Why), Context(Companion->getASTContext()),
        Policy(policyOf(Companion)), Full(Policy) {
    Full.FullyQualifiedName = true;
    Full.SuppressTagKeyword = true;
  }

  std::string print(llvm::ArrayRef<driver::EmittedInstance> Instances);

private:
  bool findLevels();
  bool admits(const TemplateParameterList *List);
  std::string condition(const FunctionDecl *Instance);
  std::string test(const NamedDecl *P, const clang::TemplateArgument &A);
  std::string never();
  std::string fail(const std::string &What) {
    if (Why.empty())
      Why = What;
    return "";
  }

  const FunctionDecl *Companion;
  std::string &Why;
  const clang::ASTContext &Context;
  clang::PrintingPolicy Policy, Full;
  llvm::SmallVector<Level, 2> Levels;
  std::string Qualifier; ///< `S<T>::`
};

bool Definition::admits(const TemplateParameterList *List) {
  for (const NamedDecl *P : *List)
    if (P->isParameterPack() || llvm::isa<clang::TemplateTemplateParmDecl>(P)) {
      fail("it has a template parameter pack or a template as a parameter");
      return false;
    }
  return true;
}

/// Whether everybody may use all that Class holds.
bool isOpen(const CXXRecordDecl *Class) {
  for (const clang::Decl *D : Class->decls())
    if (llvm::isa<clang::FieldDecl, clang::VarDecl>(D) && D->getAccess() != clang::AS_public)
      return false;
  return true;
}

bool Definition::findLevels() {
  if (const clang::FunctionTemplateDecl *T = Companion->getDescribedFunctionTemplate())
    Levels.push_back({T->getTemplateParameters(), nullptr});
  for (const clang::DeclContext *D = Companion->getDeclContext(); D->isRecord();
       D = D->getParent()) {
    const auto *Class = llvm::cast<CXXRecordDecl>(D);
    std::string Name = Class->getNameAsString();
    if (llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(Class)) {
      fail("it is a member of a partial specialisation");
      return false;
    }
    if (!isOpen(Class)) {
      fail("its class has private or protected data");
      return false;
    }
    if (const clang::ClassTemplateDecl *T = Class->getDescribedClassTemplate()) {
      Levels.insert(Levels.begin(), {T->getTemplateParameters(), Class});
      llvm::SmallVector<std::string, 4> Names;
      for (const NamedDecl *P : *T->getTemplateParameters()) {
        if (P->getName().empty()) {
          fail("a template parameter of its class has no name");
          return false;
        }
        Names.push_back(P->getNameAsString());
      }
      Name += "<" + llvm::join(Names, ", ") + ">";
    }
    Qualifier = Name + "::" + Qualifier;
  }
  return llvm::all_of(Levels, [&](const Level &L) { return admits(L.Parameters); });
}

/// `__is_same(T, double)`, `N == 3`; empty for a parameter without a name.
std::string Definition::test(const NamedDecl *P, const clang::TemplateArgument &A) {
  if (P->getName().empty())
    return "";
  if (A.getKind() == clang::TemplateArgument::Type)
    return "__is_same(" + P->getNameAsString() + ", " +
           clang::TypeName::getFullyQualifiedName(A.getAsType(), Context, Full) + ")";
  if (A.getKind() != clang::TemplateArgument::Integral)
    return fail("a template argument is neither a type nor an integer");
  std::string Value;
  llvm::raw_string_ostream Stream(Value);
  A.print(Full, Stream, /*IncludeType=*/true);
  return "(" + P->getNameAsString() + " == " + Stream.str() + ")";
}

std::string Definition::condition(const FunctionDecl *Instance) {
  llvm::SmallVector<llvm::ArrayRef<clang::TemplateArgument>, 2> Arguments;
  if (const clang::TemplateArgumentList *Own = Instance->getTemplateSpecializationArgs())
    Arguments.push_back(Own->asArray());
  for (const clang::DeclContext *D = Instance->getDeclContext(); D->isRecord(); D = D->getParent())
    if (const auto *Spec = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(D))
      Arguments.insert(Arguments.begin(), Spec->getTemplateArgs().asArray());
  if (Arguments.size() != Levels.size())
    return fail("it is an instance of a specialisation");
  llvm::SmallVector<std::string, 4> Tests;
  for (size_t L = 0; L != Levels.size(); ++L)
    for (unsigned I = 0; I != Levels[L].Parameters->size() && I != Arguments[L].size(); ++I)
      if (std::string Test = test(Levels[L].Parameters->getParam(I), Arguments[L][I]);
          !Test.empty())
        Tests.push_back(Test);
  return llvm::join(Tests, " && ");
}

/// Something that is false and depends on a template parameter.
std::string Definition::never() {
  for (const Level &L : Levels)
    for (const NamedDecl *P : *L.Parameters)
      if (!P->getName().empty())
        return llvm::isa<clang::TemplateTypeParmDecl>(P)
                   ? "!__is_same(" + P->getNameAsString() + ", " + P->getNameAsString() + ")"
                   : P->getNameAsString() + " != " + P->getNameAsString();
  return "";
}

std::string Definition::print(llvm::ArrayRef<driver::EmittedInstance> Instances) {
  if (!findLevels())
    return "";
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Companion);
  std::string Name = Companion->getNameAsString();
  std::string Text;
  for (const Level &L : Levels)
    Text += text(L.Parameters, /*Defaults=*/false, Policy) + "\n";
  std::string Result = Companion->getReturnType().getAsString(Policy);
  // A trailing result type is looked up in the class.
  Text += (Method ? "auto " : Result + " ") + Qualifier + Name +
          parameterText(Companion, /*Defaults=*/false) + (Method ? " -> " + Result : "") +
          requiresText(Companion) + " {\n";
  std::set<std::string> Conditions;
  for (const driver::EmittedInstance &I : Instances) {
    std::string Condition = condition(I.R.Companion);
    if (!Why.empty())
      return "";
    if (Condition.empty() || !Conditions.insert(Condition).second)
      return fail("its instances cannot be told apart by name");
    llvm::SmallVector<std::string, 8> Arguments;
    bool This = Method && Method->isInstance();
    if (This)
      Arguments.push_back(I.ByReference ? "*this" : "this");
    for (unsigned N : I.Passed)
      Arguments.push_back((This && N == 0 && !I.ByReference ? "&" : "") +
                          Companion->getParamDecl(N)->getNameAsString());
    Text +=
        (Conditions.size() > 1 ? " else if constexpr (" : "  if constexpr (") + Condition + ") {\n";
    if (I.Zeroed >= 0)
      Text += "    " + Companion->getParamDecl(I.Zeroed)->getNameAsString() + " = 0;\n";
    Text += "    return " + I.Helper + "(" + llvm::join(Arguments, ", ") + ");\n  }";
  }
  std::string Never = never();
  if (Never.empty())
    return fail("its template parameters have no names");
  return Text + " else {\n    static_assert(" + Never + ", \"clang-ad did not see this use of '" +
         Name + "': use it in the rewritten file\");\n  }\n}\n";
}

} // namespace

std::string whyUnprintable(const FunctionDecl *Companion) {
  const clang::FunctionTemplateDecl *T = Companion->getDescribedFunctionTemplate();
  if (!T)
    return "";
  for (const NamedDecl *P : *T->getTemplateParameters()) {
    if (P->isImplicit())
      return "'auto' stands for a template parameter";
    if (P->isParameterPack() || llvm::isa<clang::TemplateTemplateParmDecl>(P))
      return "it has a template parameter pack or a template as a parameter";
  }
  for (const clang::ParmVarDecl *P : Companion->parameters())
    if (P->getType().getNonReferenceType()->getAs<clang::UnaryTransformType>())
      return "it has a forwarding reference as a parameter";
  return "";
}

std::string templateText(const FunctionDecl *Companion, bool Defaults) {
  const clang::FunctionTemplateDecl *T = Companion->getDescribedFunctionTemplate();
  return T ? text(T->getTemplateParameters(), Defaults, policyOf(Companion)) : "";
}

std::string requiresText(const FunctionDecl *Companion) {
#if AD_LLVM_VERSION >= 22
  const clang::Expr *E = Companion->getTrailingRequiresClause().ConstraintExpr;
#else
  const clang::Expr *E = Companion->getTrailingRequiresClause();
#endif
  return E ? " requires (" + expressionText(E, policyOf(Companion)) + ")" : "";
}

std::string templateDefinition(const FunctionDecl *Companion,
                               llvm::ArrayRef<driver::EmittedInstance> Instances,
                               std::string &Why) {
  return Definition(Companion, Why).print(Instances);
}

} // namespace ad::tools
