//===- attributes/modes.cpp - which modes there are -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Look-ups in the table of modes.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/modes.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

namespace ad::attributes {

namespace {

struct Row {
  Mode M;
  llvm::StringRef Spelling;
  bool Supported;
};

constexpr Row Table[] = {
#define AD_MODE(Enumerator, Spelling, Supported) {Mode::Enumerator, Spelling, Supported},
#include "plugin/attributes/modes.def"
};

} // namespace

llvm::ArrayRef<Mode> allModes() {
  static constexpr Mode All[] = {
#define AD_MODE(Enumerator, Spelling, Supported) Mode::Enumerator,
#include "plugin/attributes/modes.def"
  };
  return All;
}

llvm::StringRef spelling(Mode M) { return Table[static_cast<unsigned>(M)].Spelling; }

bool isSupported(Mode M) { return Table[static_cast<unsigned>(M)].Supported; }

std::optional<Mode> parseMode(llvm::StringRef Spelling) {
  for (const Row &R : Table)
    if (R.Spelling == Spelling)
      return R.M;
  return std::nullopt;
}

std::string supportedModes() {
  std::vector<llvm::StringRef> Names;
  for (const Row &R : Table)
    if (R.Supported)
      Names.push_back(R.Spelling);
  return llvm::join(Names, ", ");
}

std::optional<Mode> closestMode(llvm::StringRef Spelling) {
  // The threshold of Clang's own typo correction: a third of the length.
  unsigned Best = static_cast<unsigned>(Spelling.size() + 2) / 3 + 1;
  std::optional<Mode> Found;
  for (const Row &R : Table) {
    if (!R.Supported)
      continue;
    unsigned Distance = Spelling.edit_distance_insensitive(R.Spelling);
    if (Distance < Best) {
      Best = Distance;
      Found = R.M;
    }
  }
  return Found;
}

} // namespace ad::attributes
