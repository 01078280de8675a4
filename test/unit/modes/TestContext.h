//===- TestContext.h - a mode's surroundings in tests -----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Declares companions and collects errors; nothing is lowered.
//
//===----------------------------------------------------------------------===//
#ifndef AD_TEST_UNIT_MODES_TESTCONTEXT_H
#define AD_TEST_UNIT_MODES_TESTCONTEXT_H

#include "plugin/modes/modes.h"
#include <deque>
#include <string>

namespace ad::test {

class TestContext : public modes::Context {
public:
  explicit TestContext(core::Module &M) : Context(M) {}

  modes::Companion *companion(core::Function *Callee, modes::Variant V, core::Location) override {
    Companions.emplace_back();
    modes::declareCompanion(*this, *Callee, V, Companions.back());
    return &Companions.back();
  }
  bool bodyOf(core::Function *Callee) override { return Callee->HasBody; }
  void error(core::Location, llvm::StringRef Message, llvm::StringRef) override {
    Errors.push_back(Message.str());
  }

  std::deque<modes::Companion> Companions;
  std::vector<std::string> Errors;
};

} // namespace ad::test

#endif
