//===- driver/options.h - what the command line asks for --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The options of the plugin (-fplugin-arg-ad-...), which the stand-alone rewriter takes as well.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_OPTIONS_H
#define AD_DRIVER_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace ad::driver {

struct Options {
  bool Print = false;             ///< -print: companions to standard output
  bool Report = false;            ///< -report: a remark per decision that costs time or memory
  bool CheckpointAll = false;     ///< -checkpoint-all: every loop that can be, for tests
  std::string SaveDirectory;      ///< -save=DIR; empty: do not save
  std::set<std::string> Dumps;    ///< -dump=core,activity: stages to print
  std::set<std::string> Disabled; ///< -no-NAME: analyses that are not to be used

  bool dumps(llvm::StringRef Stage) const { return Dumps.count(Stage.str()) != 0; }
  bool enabled(llvm::StringRef Analysis) const { return Disabled.count(Analysis.str()) == 0; }
};

/// Reads arguments as the plugin receives them ("print", "save=DIR", ...). On failure returns the
/// message in Error.
bool parseOptions(llvm::ArrayRef<std::string> Arguments, Options &Out, std::string &Error);

} // namespace ad::driver

#endif
