//===- core/simplify.h - what a person would not have written -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Passes over the finished Core of a companion. Modes write plainly (`v_bar = 0`, then `v_bar +=
// e`; every adjoint declared at the top, zeroed when it is done with); these passes make of it what
// a person would write. None of them touches a variable whose address is taken, nor removes
// anything that has an effect.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SIMPLIFY_H
#define AD_CORE_SIMPLIFY_H

#include "plugin/core/decisions.h"
#include "plugin/core/places.h"

namespace ad::core {

/// All passes below, repeated until nothing changes.
void simplify(Module &M, Function &F, Guide G = {});

/// Variables that are never read, with their stores; arrays on the tape that only stores and their
/// release mention; results of calls that nobody reads; an unused tape; unused labels.
bool removeUnused(Function &F);

/// Pointers that nothing reads, such as the result of `v.erase(p)`: nobody need follow them.
void removeUnusedPointers(Function &F);
void removeUnusedDefinitions(Function &F);

/// Branches, loops, switches and blocks in which nothing is done; blocks without a reason. An empty
/// `then` changes places with its `else`.
bool removeEmpty(Module &M, Function &F);

/// Branches that follow each other and ask the same become one.
bool mergeBranches(Function &F);

/// `T v = 0; ... v += e;` becomes `... T v = e;`, `T v; ... v = e;` likewise; other declarations of
/// zero move to the first statement that mentions them, into it if nothing after it does.
bool mergeDeclarations(Function &F);

/// A temporary that is used once, before anything that it reads changes, gives way to its value, a
/// name for a place also if it is used twice; one that is a copy of an unchanging variable or a
/// literal gives way to that; one that is put into an array on the tape gives way to its element.
bool substituteTemporaries(Module &M, Function &F);

/// `p = 0; p += e;` becomes `p = e;`; `t = p; p = 0; q += t;` becomes `t = p; q += t; p = 0;`. A
/// store in a part of a local that nobody reads any more goes.
bool mergeStores(Function &F);

/// Additions to one adjoint that nothing between them reads become one: `x += a; y = b; x += c;`
/// becomes `x += a + c; y = b;`. (The order of sums changes; never of those that the user wrote.)
/// `p += e; t = p; p = 0;` becomes `t = p + e; p = 0;`.
bool mergeUpdates(Module &M, Function &F, Guide G = {});

/// An old version that is taken back, `v = v_at[i];`, to be read once is read where it is kept; one
/// that has a name of its own, `v = v_before;`, always.
bool readVersionsInPlace(Module &M, Function &F);

/// What only hands on the adjoint of a value that a branch uses moves into the branch; a loop that
/// has nothing left to hand on ends.
bool skipZeros(Module &M, Function &F);

/// Where only the last iteration that took a branch matters, its number is kept, not a flag of each
/// iteration.
bool keepLastTaken(Module &M, Function &F);

/// The adjoints of local arrays that a loop fills are not cleared before.
bool setOnFirstUse(Module &M, Function &F);

/// `double v[2] = {}; v[0] += a; v[1] += b;` becomes `double v[2] = {a, b};`.
bool mergeInitialisers(Module &M, Function &F);

/// What clears elements of local adjoints that nothing uses any more.
bool dropLastClears(Function &F);

/// The adjoint of a number that is passed by value is summed in a variable of its own where a loop
/// adds to it. Not one of the passes that `simplify` repeats: last of all, on adjoints.
void sumLocally(Module &M, Function &F, Guide G = {});

/// The same for elements and members of adjoints, which a loop reaches by pointers, references or
/// vectors. Apart: adjoints that do not overlap.
void sumElements(Module &M, Function &F, const ApartPairs &Apart, Guide G = {});

/// Vectors that are filled with what an array holds are made from it. Last of all.
bool makeFromRanges(Module &M, Function &F);

/// Releases of arrays after the last use of a tape that ends with the function. Last of all.
void dropLastReleases(Function &F);

/// Numbers that are never assigned after their declaration become const.
void markConst(Function &F);

} // namespace ad::core

#endif
