//===- Interpreter.h - evaluates Core expressions in tests ------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Evaluates scalar expressions over named variables in long double. Only the arm of a Conditional
// that is taken is evaluated, as in C++.
//
//===----------------------------------------------------------------------===//
#ifndef AD_TEST_UNIT_RULES_INTERPRETER_H
#define AD_TEST_UNIT_RULES_INTERPRETER_H

#include "plugin/core/core.h"

namespace ad::test {

using Real = long double;

/// The value of the primitive Name; counts a test failure if the interpreter does not know it.
Real call(llvm::StringRef Name, llvm::ArrayRef<Real> Args);

/// The value of E where Values gives those of the variables.
Real evaluate(const core::Expr *E, const std::map<const core::Variable *, Real> &Values);

} // namespace ad::test

#endif
