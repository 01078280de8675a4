//===- lower/operands.h - what the files of lower hand on -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What the files of `lower` ask and tell one another about one expression or one callee: operands
// that are still to be lowered, elements of arrays, text that is kept as it is written, and how
// functions are called and left.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_OPERANDS_H
#define AD_LOWER_OPERANDS_H

#include "plugin/core/core.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <string>
#include <vector>

namespace ad::lower {

/// An operand still to be lowered: as a place (which object) or as a value (what it holds).
struct Part {
  std::function<const core::Expr *()> Lower;
  bool IsPlace = false;
};

/// The elements of an array, or of an expression of arrays.
struct Elements {
  const core::Expr *Place = nullptr; ///< of the array itself
  const core::Expr *Size = nullptr;  ///< null: as many as wanted
  std::function<const core::Expr *(const core::Expr *)> At;
  llvm::SmallVector<const core::Expr *, 2> Places{}; ///< of those it is made of
  bool Copied = false; ///< the program makes a copy of them, or of a part
  bool Shifts = false; ///< some of them by other numbers: a slice
};

/// An expression that is kept as text, with holes for its operands.
struct OpaqueText {
  std::string Text;
  std::vector<const core::Expr *> Operands;
  std::vector<const core::Expr *> Writes; ///< the places that calls in it may write
  std::vector<const core::Expr *> Copied; ///< operands, objects of the library's, only read
  bool WritesUnknown = false;             ///< ... and any other memory
  bool Constant = true;                   ///< all that writes is [[ad::constant]]
};

/// What becomes of a call.
enum class CallKind {
  Opaque,  ///< carries no derivative
  Inline,  ///< the callee's body in place
  Call,    ///< a Call statement
  Virtual, ///< by the class of the object (virtual.cpp)
  Unknown  ///< refused: a library function without a rule
};

/// How a function is left.
enum class Exit {
  Single,      ///< at most one return, at the end
  Structured,  ///< returns in branches: they become assignments to one variable
  Unstructured ///< returns inside loops or switches
};

/// Whether FD is `int rows() const { return n; }` or `int at(int i, int j) { return i * n + j; }`,
/// and no other function may run in its place.
bool tellsNumber(const clang::FunctionDecl *FD, unsigned Depth = 0);

} // namespace ad::lower

#endif
