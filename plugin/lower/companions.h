//===- lower/companions.h - companions of a callee ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Which derivatives of a callee exist by name: because it is annotated, or because the user wrote
// them by hand (DESIGN, section 1: a function f_m with the companion's signature is the rule).
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_COMPANIONS_H
#define AD_LOWER_COMPANIONS_H

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang
namespace ad::core {
struct Function;
}

namespace ad::lower {

class Lowering;

/// Fills F.Companions and F.HandWritten for FD.
void findCompanions(clang::Sema &S, const clang::FunctionDecl *FD, core::Function &F, Lowering &L);

} // namespace ad::lower

#endif
