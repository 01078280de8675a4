//===- lower/returned_records.h - results that lead somewhere --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Functions that return plain objects with pointers to what carries derivatives: their derivatives
// lead to others, so where they cannot stand in place, they are given a place for the result.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_RETURNED_RECORDS_H
#define AD_LOWER_RETURNED_RECORDS_H

#include "clang/AST/Type.h"

namespace ad::lower {

class Lowering;

bool isLeadingRecord(Lowering &L, clang::QualType T);

} // namespace ad::lower

#endif
