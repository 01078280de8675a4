//===- driver/companion_text.h - parsing what we wrote ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Feeds the companions' text to the parser that is standing at the end of the user's file: the text
// that is printed is the text that is compiled.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_COMPANION_TEXT_H
#define AD_DRIVER_COMPANION_TEXT_H

#include "plugin/driver/pipeline.h"

namespace ad::driver {

/// The companions of one file. Later rounds append; earlier lines keep their numbers, so that debug
/// information of all rounds fits the one saved file.
class CompanionText {
public:
  /// The text goes to SaveDirectory if that is not empty.
  CompanionText(clang::Sema &S, const Options &O);

  /// Appends to the text, writes the file, and parses what is new. False after an error.
  bool add(const Emission &E);

  const std::string &text() const { return Text; }

private:
  bool save();

  clang::Sema &S;
  std::string Name; ///< the file that diagnostics and debug information name
  bool Saved;
  std::string Text;
};

/// Parses what follows the first Begin characters of Text, which diagnostics call Name, after the
/// Headers that it needs, as if it stood at the end of the user's file. False after an error.
bool parseText(clang::Sema &S, const std::string &Text, const std::string &Name, size_t Begin = 0,
               const std::vector<std::string> &Headers = {});

} // namespace ad::driver

#endif
