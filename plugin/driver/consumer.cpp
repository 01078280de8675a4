//===- driver/consumer.cpp - what the plugin and the rewriter share -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The consumer that connects a compile with the hook at the end of the file.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/consumer.h"
#include "plugin/driver/runtime_path.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"

namespace ad::driver {

namespace {

constexpr llvm::StringLiteral Predefined = "__CLANG_AD__";

class Consumer : public clang::SemaConsumer {
public:
  Consumer(const Options &O, Outcome *Result) : O(O), Result(Result) {}

  void InitializeSema(clang::Sema &Live) override {
    S = &Live;
    Hook = llvm::makeIntrusiveRefCnt<EndOfFile>(Live, O, Result);
#if AD_LLVM_VERSION >= 22
    Live.addExternalSource(Hook);
#else
    Live.addExternalSource(Hook.get());
#endif
    definePredefined(Live.getPreprocessor());
  }

  void ForgetSema() override {
    if (S)
      attributes::forgetRequests(*S);
    S = nullptr;
  }

  void HandleTranslationUnit(clang::ASTContext &) override {
    if (S && Result && Result->AtEnd)
      Result->AtEnd(*S);
  }

  void HandleTagDeclDefinition(clang::TagDecl *D) override {
    if (S)
      attributes::finishClass(*S, D);
  }

private:
  /// A precompiled header brings its own predefines, which replace those that `prepare` extended.
  static void definePredefined(clang::Preprocessor &PP) {
    clang::IdentifierInfo *Name = PP.getIdentifierInfo(Predefined);
    if (!Name->hasMacroDefinition() && !llvm::StringRef(PP.getPredefines()).contains(Predefined))
      PP.setPredefines(PP.getPredefines() + "#define " + Predefined.str() + " 1\n");
  }

  Options O;
  Outcome *Result;
  clang::Sema *S = nullptr;
  llvm::IntrusiveRefCntPtr<EndOfFile> Hook;
};

} // namespace

void prepare(clang::CompilerInstance &CI) {
  if (!CI.hasPreprocessor())
    return;
  clang::Preprocessor &PP = CI.getPreprocessor();
  PP.setPredefines(PP.getPredefines() + "#define " + Predefined.str() + " 1\n");
  // Searched last and as system headers: users' own headers come first.
  if (auto Directory = CI.getFileManager().getOptionalDirectoryRef(runtimeIncludeDirectory()))
    PP.getHeaderSearchInfo().AddSystemSearchPath(
        clang::DirectoryLookup(*Directory, clang::SrcMgr::C_System, /*isFramework=*/false));
}

std::unique_ptr<clang::ASTConsumer> makeConsumer(const Options &O, Outcome *Result) {
  return std::make_unique<Consumer>(O, Result);
}

} // namespace ad::driver
