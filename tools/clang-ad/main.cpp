//===- clang-ad/main.cpp - the stand-alone rewriter -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// clang-ad FILE... -- FLAGS: prints the source with the companions written out, for any C++17
// compiler. FLAGS are those of the compile; -fplugin-arg-ad-... mean the same as for the plugin.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/consumer.h"
#include "plugin/driver/diagnostics.h"
#include "rewrite.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace {

llvm::cl::OptionCategory Category("clang-ad options");
llvm::cl::opt<std::string> Output("o", llvm::cl::desc("Write to FILE instead of standard output"),
                                  llvm::cl::value_desc("FILE"), llvm::cl::init("-"),
                                  llvm::cl::cat(Category));

class RewriteAction : public clang::ASTFrontendAction {
public:
  RewriteAction(const ad::driver::Options &O, llvm::raw_ostream &Out) : O(O), Out(Out) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        llvm::StringRef) override {
    ad::driver::prepare(CI);
    Generated.AtEnd = [this](clang::Sema &S) {
      std::string Text;
      if (!S.getDiagnostics().hasUncompilableErrorOccurred() &&
          ad::tools::rewrite(S.getPreprocessor(), Generated, Text))
        Out << Text;
    };
    return ad::driver::makeConsumer(O, &Generated);
  }

private:
  const ad::driver::Options &O;
  llvm::raw_ostream &Out;
  ad::driver::Outcome Generated;
};

class RewriteActions : public clang::tooling::FrontendActionFactory {
public:
  RewriteActions(const ad::driver::Options &O, llvm::raw_ostream &Out) : O(O), Out(Out) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::make_unique<RewriteAction>(O, Out);
  }

private:
  const ad::driver::Options &O;
  llvm::raw_ostream &Out;
};

/// Takes the plugin's flags out of a command line, so that the line of the build can be reused, and
/// keeps what they say.
clang::tooling::CommandLineArguments
takePluginFlags(const clang::tooling::CommandLineArguments &Line, std::set<std::string> &Taken) {
  clang::tooling::CommandLineArguments Rest;
  for (const std::string &Flag : Line) {
    llvm::StringRef Text = Flag;
    if (Text.consume_front("-fplugin-arg-ad-"))
      Taken.insert(Text.str());
    else if (!Text.starts_with("-fplugin="))
      Rest.push_back(Flag);
  }
  // Behind the compiler's name and before a `--`.
  Rest.insert(Rest.begin() + 1, "-resource-dir=" AD_CLANG_RESOURCE_DIR);
  return Rest;
}

} // namespace

int main(int argc, const char **argv) {
  auto Parser = clang::tooling::CommonOptionsParser::create(
      argc, argv, Category, llvm::cl::OneOrMore,
      "Prints C++ sources with the derivatives of their annotated functions written out");
  if (!Parser) {
    llvm::errs() << llvm::toString(Parser.takeError());
    return 1;
  }
  clang::tooling::ClangTool Tool(Parser->getCompilations(), Parser->getSourcePathList());

  std::set<std::string> Flags;
  Tool.appendArgumentsAdjuster([&](const clang::tooling::CommandLineArguments &Line,
                                   llvm::StringRef) { return takePluginFlags(Line, Flags); });
  // The adjuster runs with the tool, so the flags are read from the compile commands here.
  for (const std::string &File : Parser->getSourcePathList())
    for (const auto &Command : Parser->getCompilations().getCompileCommands(File))
      takePluginFlags(Command.CommandLine, Flags);
  ad::driver::Options O;
  std::string Error;
  if (!ad::driver::parseOptions(std::vector<std::string>(Flags.begin(), Flags.end()), O, Error)) {
    llvm::errs() << "error: " << Error << "\n";
    return 1;
  }

  std::string Text;
  llvm::raw_string_ostream Collected(Text);
  RewriteActions Actions(O, Collected);
  if (int Status = Tool.run(&Actions))
    return Status;

  std::error_code Code;
  llvm::raw_fd_ostream Out(Output, Code);
  if (Code) {
    llvm::errs() << "error: cannot write '" << Output << "': " << Code.message() << "\n";
    return 1;
  }
  Out << Collected.str();
  return 0;
}
