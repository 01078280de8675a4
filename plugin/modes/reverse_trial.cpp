//===- modes/reverse_trial.cpp - reverse mode, after a few trials ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Whether what gives adjoints their values can be had ahead of a loop, a branch or a call shows
// only when both sweeps have been made. So the mode runs in silence, and again without those of
// which it cannot, until it can of all that are left. The final run is the only one that reports.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"
#include "plugin/modes/silent.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {
class Trial : public Silent {
public:
  using Silent::Silent;
  bool checkpointsAll() override { return C.checkpointsAll(); }
  const Decisions *follows() override { return C.follows(); }
};
} // namespace

/// Whether there is anything in F that might be reversed at once.
static bool hasParts(const Function &F) {
  return llvm::any_of(F.Body.Stmts, [](const Stmt *S) {
    return S->is(StmtKind::Loop) || S->is(StmtKind::Call) || S->is(StmtKind::If);
  });
}

void modes::reverse(Context &C, Function &F, Companion &Out) {
  llvm::DenseSet<unsigned> Apart;
  if (hasParts(F)) {
    Function &Fn = *Out.Fn;
    const std::vector<Variable> Locals(Fn.Locals.begin(), Fn.Locals.end());
    const llvm::StringMap<unsigned> Names = Fn.Names;
    for (bool Changed = true; Changed;) {
      Trial Quiet(C);
      Reverse R(Quiet, F, Out, Out, Apart);
      R.prepare();
      if (R.fuses())
        R.make();
      Changed = !R.refused().empty();
      Apart.insert(R.refused().begin(), R.refused().end());
      Fn.Body = Block();
      while (Fn.Locals.size() > Locals.size())
        Fn.Locals.pop_back();
      for (size_t I = 0; I < Locals.size(); ++I)
        Fn.Locals[I] = Locals[I];
      Fn.Names = Names;
    }
  }
  Reverse R(C, F, Out, Out, Apart);
  R.run();
  if (!R.refused().empty()) { // the trials should have found out
    C.error(F.Loc, "internal error of clang-ad: a loop or call cannot be reversed at once",
            "compile with -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-calls-at-once, and report "
            "this");
    Out.Fn->Failed = true;
  }
}
