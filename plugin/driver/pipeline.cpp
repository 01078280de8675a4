//===- driver/pipeline.cpp - from requests to text ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A stand-in that differentiates squares only.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/pipeline.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/raw_ostream.h"

namespace ad::driver {

struct Pipeline::State {
  clang::Sema &S;
  const Options &O;
};

Pipeline::Pipeline(clang::Sema &S, const Options &O) : Own(new State{S, O}) {}
Pipeline::~Pipeline() = default;

Emission Pipeline::run(llvm::ArrayRef<Request> Requests) {
  Emission Out;
  clang::PrintingPolicy Policy = Own->S.getPrintingPolicy();
  Policy.FullyQualifiedName = true;
  for (const Request &R : Requests) {
    EmittedFunction F;
    F.Name = R.Companion->getNameAsString();
    llvm::raw_string_ostream Text(F.Text);
    std::string Close;
    llvm::SmallVector<const clang::NamespaceDecl *, 4> Spaces;
    std::string Class;
    for (const clang::DeclContext *D = R.Companion->getDeclContext(); D; D = D->getParent()) {
      if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(D))
        Spaces.push_back(N);
      else if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(D))
        Class = C->getNameAsString() + "::" + Class;
    }
    for (const clang::NamespaceDecl *N : llvm::reverse(Spaces)) {
      Text << "namespace " << N->getName() << (N->getName().empty() ? "" : " ") << "{\n";
      Close += "}\n";
    }
    Text << "// " << F.Name << "\n";
    Text << R.Companion->getReturnType().getAsString(Policy) << " " << Class << F.Name << "(";
    std::string Derivatives;
    for (unsigned I = 0; I != R.Companion->getNumParams(); ++I) {
      clang::ParmVarDecl *P = R.Companion->getParamDecl(I);
      std::string Declarator = P->getNameAsString();
      P->getType().getAsStringInternal(Declarator, Policy);
      Text << (I ? ", " : "") << Declarator;
    }
    std::string Quals;
    if (auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(R.Companion))
      Quals = M->isConst() ? " const" : "";
    Text << ")" << Quals << " {\n";
    auto Has = [&](llvm::StringRef Name) {
      return llvm::any_of(R.Companion->parameters(),
                          [&](clang::ParmVarDecl *P) { return P->getName() == Name; });
    };
    std::string Base = R.Primal->getNameAsString();
    if (R.M == Mode::Forward && Has("x_dot") && Has(Base + "_dot"))
      Text << "  " << Base << "_dot = 2 * x * x_dot;\n";
    if (R.M == Mode::Reverse && Has("x_bar") && Has(Base + "_bar"))
      Text << "  x_bar += 2 * x * " << Base << "_bar;\n";
    Text << (Has("x") ? "  return x * x;\n" : "  return {};\n") << "}\n" << Close;
    Text.flush();
    Out.Functions.push_back(F);
  }
  return Out;
}

} // namespace ad::driver
