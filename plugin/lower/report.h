//===- lower/report.h - errors at the user's line -------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Errors in Clang's voice, at the user's own line, with notes on the way out and on who asked.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_REPORT_H
#define AD_LOWER_REPORT_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <set>
#include <string>
#include <utility>

namespace ad::lower {

/// One link of the chain that led to a function: "in call to 'g' differentiated here".
struct Request {
  clang::SourceLocation Loc;
  std::string Text;
};

class Reporter {
public:
  explicit Reporter(clang::DiagnosticsEngine &Diags) : Diags(Diags) {}

  /// An error at Loc, a note with the way out (if there is one), then the chain of requests,
  /// innermost first. The same error at the same place is reported once.
  void error(clang::SourceLocation Loc, llvm::StringRef Message, llvm::StringRef WayOut = {});
  void remark(clang::SourceLocation Loc, llvm::StringRef Message);
  /// Reported once, too.
  void warning(clang::SourceLocation Loc, llvm::StringRef Message);

  /// Who is being served; whoever lowers or differentiates a function pushes and pops.
  llvm::SmallVector<Request, 4> Chain;
  unsigned Errors = 0;
  /// Errors that may never be said: they go there, and do not count.
  struct Unsaid {
    clang::SourceLocation Loc;
    std::string Message, WayOut;
    bool IsWarning = false;
  };
  void say(const Unsaid &Held);
  std::vector<Unsaid> *Holding = nullptr;
  clang::DiagnosticsEngine &Diags;

private:
  std::set<std::pair<unsigned, std::string>> Said;
};

/// Pushes a request for as long as it lives.
class RequestScope {
public:
  RequestScope(Reporter &R, clang::SourceLocation Loc, llvm::StringRef Text) : R(R) {
    R.Chain.push_back({Loc, Text.str()});
  }
  ~RequestScope() { R.Chain.pop_back(); }
  RequestScope(const RequestScope &) = delete;
  RequestScope &operator=(const RequestScope &) = delete;

private:
  Reporter &R;
};

} // namespace ad::lower

#endif
