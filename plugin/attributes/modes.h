//===- attributes/modes.h - which modes there are ---------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The modes of differentiation, their spellings, and which of them are supported. Knows no Clang.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_MODES_H
#define AD_ATTRIBUTES_MODES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace ad::attributes {

enum class Mode {
#define AD_MODE(Enumerator, Spelling, Supported) Enumerator,
#include "plugin/attributes/modes.def"
};

/// All modes, in the table's order.
llvm::ArrayRef<Mode> allModes();

/// "reverse": as written in the attribute and at the end of the companion's name.
llvm::StringRef spelling(Mode M);

/// Whether companions of this mode can be generated today.
bool isSupported(Mode M);

/// The mode with this spelling, supported or not.
std::optional<Mode> parseMode(llvm::StringRef Spelling);

/// "forward, reverse": what a diagnostic offers.
std::string supportedModes();

/// The supported mode whose spelling is close to a mistyped one, for "did you mean".
std::optional<Mode> closestMode(llvm::StringRef Spelling);

} // namespace ad::attributes

#endif
