//===- core/printer.h - Core as text --------------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The format of -fplugin-arg-ad-dump=core: one statement per line, every conversion and every
// grouping shown, variables with their types where they are declared. For people and FileCheck;
// `emit` makes the C++.
//
//   function chain(x: double, n: int) -> double {
//     s: double = 1
//     for i: int = 0; i < n; i += 1 {
//       s = sin(s) * x
//     }
//     return s
//   }
//
//   x, @x         a variable; one of namespace scope or static storage
//   (a * b) + c   operands that are operations stand in parentheses
//   to<T>(e)      an implicit conversion
//   cast<T>(e)    a conversion that the user wrote
//   base<T>(e)    the base class subobject
//   `text`        opaque C++
//   push e        Record; `pop p` Restore; `v = array<T>(n)` RecordArray; `release v`
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_PRINTER_H
#define AD_CORE_PRINTER_H

#include "plugin/core/core.h"
#include "llvm/Support/raw_ostream.h"

namespace ad::core {

void print(llvm::raw_ostream &, const Function &);
void print(llvm::raw_ostream &, const Block &, unsigned Indent = 0);
void print(llvm::raw_ostream &, const Stmt &, unsigned Indent = 0);
void print(llvm::raw_ostream &, const Expr &);

/// The same as a string: handy in messages and tests.
std::string str(const Expr &);
std::string str(const Block &);

} // namespace ad::core

#endif
