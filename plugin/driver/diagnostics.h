//===- driver/diagnostics.h - speaking in Clang's voice ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Errors, warnings, notes and remarks at the user's own lines, and the chain that says who asked.
// A leaf: it depends on nothing else of the plugin, so `attributes` and `lower` use it too.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_DIAGNOSTICS_H
#define AD_DRIVER_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class FunctionDecl;
class NamedDecl;
} // namespace clang

namespace ad::driver {

/// Why a function is being differentiated: it was annotated, or an annotated one calls it. Lives on
/// the stack of whoever walks the calls; `Outer` is the caller, null for the annotated function.
struct Invoker {
  const clang::FunctionDecl *Function = nullptr;
  /// The attribute for an annotated function, the call otherwise.
  clang::SourceLocation Where;
  const Invoker *Outer = nullptr;
};

/// Messages are plain text: a `%` in them means itself. They follow Clang's habits: lower case, no
/// full stop, names in single quotes (see `quoted`).
class Diagnostics {
public:
  explicit Diagnostics(clang::DiagnosticsEngine &Engine) : Engine(Engine) {}

  void error(clang::SourceLocation Loc, llvm::StringRef Message, clang::SourceRange Range = {});
  void warning(clang::SourceLocation Loc, llvm::StringRef Message, clang::SourceRange Range = {});
  /// Belongs to the diagnostic before it.
  void note(clang::SourceLocation Loc, llvm::StringRef Message, clang::SourceRange Range = {});
  /// Shown always: ask whether -fplugin-arg-ad-report was given first.
  void remark(clang::SourceLocation Loc, llvm::StringRef Message, clang::SourceRange Range = {});

  /// An error, then the chain "called here" ... "requested here" from the innermost call outwards.
  void error(clang::SourceLocation Loc, llvm::StringRef Message, const Invoker *Who,
             clang::SourceRange Range = {});
  void noteInvokers(const Invoker *Who);

  /// A fault of ours. Says so, and asks for a report.
  void internalError(clang::SourceLocation Loc, llvm::StringRef Message);

  clang::DiagnosticsEngine &engine() { return Engine; }

private:
  void report(clang::DiagnosticsEngine::Level Level, clang::SourceLocation Loc,
              llvm::StringRef Message, clang::SourceRange Range);

  clang::DiagnosticsEngine &Engine;
};

/// 'ns::f', with the single quotes.
std::string quoted(const clang::NamedDecl *D);
std::string quoted(llvm::StringRef Text);

} // namespace ad::driver

#endif
