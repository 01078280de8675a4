//===- modes/ahead_of_loops.h - arrays that loops of loops use -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What replaces a loop may need an array of its own: it is declared ahead of all loops around that
// do not change what the array is made of, so that it is made once.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_AHEAD_OF_LOOPS_H
#define AD_MODES_AHEAD_OF_LOOPS_H

#include "plugin/core/uses.h"
#include <vector>

namespace ad::modes {

/// Statements that are to stand ahead of a loop, and as far out as what they are made of is known.
struct Ahead {
  std::vector<core::Stmt *> Stmts;
  llvm::DenseSet<const core::Variable *> MadeOf;
};

/// An array of numbers of type T, zeros, which Ahead declares: of Extent elements where Runs, else
/// of none.
core::Variable *declareFlow(core::Module &M, core::Function &F, const core::Type *T,
                            const core::Expr *Runs, const core::Expr *Extent, Ahead &Makes);

/// Whether the statements may stand ahead of Loop.
bool mayStandAhead(const Ahead &Of, const core::Stmt &Loop, const core::Uses &Known);

/// What stands in for a loop, where Around is the loop around it or null, and what that needs;
/// nothing: it stays.
using Replace = llvm::function_ref<std::vector<core::Stmt *>(
    core::Stmt &Loop, const core::Stmt *Around, Ahead &Needs)>;

/// Replaces statements of In, outer ones first. Out: what is to stand ahead of Around.
bool replaceLoops(core::Block &In, const core::Stmt *Around, std::vector<Ahead> &Out,
                  const core::Uses &Known, Replace Each);

} // namespace ad::modes

#endif
