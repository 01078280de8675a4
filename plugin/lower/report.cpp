//===- lower/report.cpp - errors at the user's line -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/report.h"

using namespace clang;

namespace ad::lower {

void Reporter::error(SourceLocation Loc, llvm::StringRef Message, llvm::StringRef WayOut) {
  if (Holding) {
    Holding->push_back({Loc, Message.str(), WayOut.str()});
    return;
  }
  ++Errors;
  if (!Said.insert({Loc.getRawEncoding(), Message.str()}).second)
    return;
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << Message;
  unsigned Note = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  if (!WayOut.empty())
    Diags.Report(Loc, Note) << WayOut;
  for (const Request &R : llvm::reverse(Chain))
    Diags.Report(R.Loc, Note) << R.Text;
}

void Reporter::remark(SourceLocation Loc, llvm::StringRef Message) {
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0")) << Message;
}

void Reporter::say(const Unsaid &Held) {
  if (Held.IsWarning)
    warning(Held.Loc, Held.Message);
  else
    error(Held.Loc, Held.Message, Held.WayOut);
}

void Reporter::warning(SourceLocation Loc, llvm::StringRef Message) {
  if (Holding)
    Holding->push_back({Loc, Message.str(), "", /*IsWarning=*/true});
  else if (Said.insert({Loc.getRawEncoding(), Message.str()}).second)
    Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0")) << Message;
}

} // namespace ad::lower
