//===- driver/diagnostics.cpp - speaking in Clang's voice -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Custom diagnostics with a plain message each; Clang does the rest (carets, -Werror, colours).
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/diagnostics.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace ad::driver {

using clang::DiagnosticsEngine;
using clang::SourceLocation;
using clang::SourceRange;

void Diagnostics::report(DiagnosticsEngine::Level Level, SourceLocation Loc,
                         llvm::StringRef Message, SourceRange Range) {
  // The message is an argument, never the format: it may hold a '%'.
  unsigned ID = Engine.getCustomDiagID(Level, "%0");
  clang::DiagnosticBuilder Builder = Engine.Report(Loc, ID);
  Builder << Message;
  if (Range.isValid())
    Builder << Range;
}

void Diagnostics::error(SourceLocation Loc, llvm::StringRef Message, SourceRange Range) {
  report(DiagnosticsEngine::Error, Loc, Message, Range);
}

void Diagnostics::warning(SourceLocation Loc, llvm::StringRef Message, SourceRange Range) {
  report(DiagnosticsEngine::Warning, Loc, Message, Range);
}

void Diagnostics::note(SourceLocation Loc, llvm::StringRef Message, SourceRange Range) {
  report(DiagnosticsEngine::Note, Loc, Message, Range);
}

void Diagnostics::remark(SourceLocation Loc, llvm::StringRef Message, SourceRange Range) {
  report(DiagnosticsEngine::Remark, Loc, Message, Range);
}

void Diagnostics::error(SourceLocation Loc, llvm::StringRef Message, const Invoker *Who,
                        SourceRange Range) {
  error(Loc, Message, Range);
  noteInvokers(Who);
}

void Diagnostics::noteInvokers(const Invoker *Who) {
  for (; Who; Who = Who->Outer) {
    if (Who->Outer)
      note(Who->Where, "call of " + quoted(Who->Function) + " differentiated here");
    else
      note(Who->Where, "derivative of " + quoted(Who->Function) + " requested here");
  }
}

void Diagnostics::internalError(SourceLocation Loc, llvm::StringRef Message) {
  error(Loc, ("internal error of clang-ad: " + Message).str());
  note(Loc, "please report this, with the preprocessed source");
}

std::string quoted(const clang::NamedDecl *D) {
  std::string Text = "'";
  llvm::raw_string_ostream Stream(Text);
  D->getNameForDiagnostic(Stream, D->getASTContext().getPrintingPolicy(), /*Qualified=*/true);
  Stream << "'";
  return Stream.str();
}

std::string quoted(llvm::StringRef Text) { return ("'" + Text + "'").str(); }

} // namespace ad::driver
