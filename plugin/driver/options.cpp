//===- driver/options.cpp - what the command line asks for ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Reads the plugin's options.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

/// What switches one improvement off.
static constexpr llvm::StringRef Switches[] = {
    "no-recompute",   "no-invert",  "no-fuse",        "no-calls-at-once", "no-ascend",
    "no-simplify",    "no-overlap", "no-hold",        "no-rerun",         "no-search",
    "no-sum",         "no-defer",   "no-scratch",     "no-counters",      "no-first-values",
    "no-walks",       "no-members", "no-sizes",       "no-branches",      "no-cut",
    "no-gather",      "no-split",   "no-interchange", "no-factor",        "no-carry",
    "no-reassociate", "no-restore", "no-versions",    "no-reciprocals",   "no-keep",
    "no-parts",       "no-choices", "no-steady",      "no-products",      "no-disjoint",
    "no-rims",        "no-warnings"};

namespace ad::driver {

bool parseOptions(llvm::ArrayRef<std::string> Arguments, Options &Out, std::string &Error) {
  for (llvm::StringRef Argument : Arguments) {
    if (Argument == "print") {
      Out.Print = true;
    } else if (Argument == "report") {
      Out.Report = true;
    } else if (Argument.consume_front("save=")) {
      if (Argument.empty()) {
        Error = "'-fplugin-arg-ad-save=' needs a directory";
        return false;
      }
      Out.SaveDirectory = Argument.str();
    } else if (Argument.consume_front("dump=")) {
      llvm::SmallVector<llvm::StringRef, 4> Stages;
      Argument.split(Stages, ',', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef Stage : Stages) {
        if (!llvm::is_contained({"core", "activity", "mode", "companion", "verify"}, Stage)) {
          Error = "unknown stage '" + Stage.str() +
                  "' of -fplugin-arg-ad-dump; known: core, activity, mode, companion, verify";
          return false;
        }
        Out.Dumps.insert(Stage.str());
      }
    } else if (Argument == "checkpoint-all") {
      Out.CheckpointAll = true;
      Out.Disabled.insert("reassociate"); // compared with what is made so
    } else if (llvm::is_contained(Switches, Argument)) {
      Out.Disabled.insert(Argument.drop_front(3).str());
    } else {
      Error = "unknown option '-fplugin-arg-ad-" + Argument.str() +
              "'; known: print, save=DIR, report, dump=STAGE, " +
              llvm::join(std::begin(Switches), std::end(Switches), ", ");
      return false;
    }
  }
  return true;
}

} // namespace ad::driver
