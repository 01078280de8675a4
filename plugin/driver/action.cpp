//===- driver/action.cpp - the plugin as Clang sees it --------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Registers the plugin under the name `ad`; -fplugin=ClangAD.so is all that a compile needs.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/consumer.h"
#include "plugin/driver/diagnostics.h"
#include "plugin/driver/options.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace ad::driver {

namespace {

class PluginAction : public clang::PluginASTAction {
public:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        llvm::StringRef) override {
    prepare(CI);
    return makeConsumer(O);
  }

  bool ParseArgs(const clang::CompilerInstance &CI,
                 const std::vector<std::string> &Arguments) override {
    std::string Error;
    if (!parseOptions(Arguments, O, Error))
      Diagnostics(CI.getDiagnostics()).error(clang::SourceLocation(), Error);
    // After an error, too: the bodies of companions of templates that attributes have declared must
    // come from somewhere.
    return true;
  }

  // Before the main action: the companions must exist when code is generated.
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  Options O;
};

clang::FrontendPluginRegistry::Add<PluginAction>
    Registration("ad", "derivatives of C++ functions at compile time");

} // namespace

} // namespace ad::driver
