//===- modes/silent.h - a mode that nobody hears of -----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The context of a mode that runs to find something out: what it makes is thrown away.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_SILENT_H
#define AD_MODES_SILENT_H

#include "plugin/modes/modes.h"
#include <map>

namespace ad::modes {

/// Keeps what is said to itself, and declares companions for itself alone.
class Silent : public Context {
protected:
  Context &C;

private:
  std::map<std::pair<core::Function *, Variant>, Companion> Declared;

public:
  bool Failed = false;

  explicit Silent(Context &C) : Context(C.M), C(C) {}
  ~Silent() override {
    for (auto &[Key, Made] : Declared)
      Made.Fn->Name.clear(); // for others to have
  }
  Companion *companion(core::Function *Callee, Variant V, core::Location) override {
    auto [Slot, IsNew] = Declared.try_emplace({Callee, V});
    Companion &Made = Slot->second;
    if (!IsNew)
      return &Made;
    const bool Sweep = V == Variant::ForwardSweep || V == Variant::ReverseSweep;
    if (Sweep || V == Variant::Joint)
      followShadows(*this, *Callee);
    declareCompanion(*this, *Callee, V, Made);
    return &Made;
  }
  bool bodyOf(core::Function *Callee) override { return C.bodyOf(Callee); }
  bool knowsBodyOf(core::Function *Callee) override { return C.knowsBodyOf(Callee); }
  const core::Expr *extentOf(const core::Function &F, unsigned I) override {
    return C.extentOf(F, I);
  }
  void error(core::Location, llvm::StringRef, llvm::StringRef) override { Failed = true; }
  bool enabled(llvm::StringRef Name) override { return C.enabled(Name); }
  bool keepsOrder() override { return C.keepsOrder(); }
};

} // namespace ad::modes

#endif
