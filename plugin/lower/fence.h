//===- lower/fence.h - what is refused before anything else ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Looks at every node of a body before it is lowered. A node that supported.def does not list is an
// error at the user's line: nothing is ever dropped silently.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_FENCE_H
#define AD_LOWER_FENCE_H

namespace clang {
class FunctionDecl;
}

namespace ad::lower {

class Lowering;

/// Whether FD and its body hold only what `lower` understands; reports what does not, unless Quiet.
bool checkFence(Lowering &L, const clang::FunctionDecl *FD, bool Quiet = false);

} // namespace ad::lower

#endif
