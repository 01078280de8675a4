//===- caught.h - what handlers look at -------------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a companion a handler is a branch. The exception that it looks at is in a std::exception_ptr,
// which lives until the companion returns: its reverse sweep may look at it again.
//
//===----------------------------------------------------------------------===//

#ifndef AD_CAUGHT_H
#define AD_CAUGHT_H

#include <exception>

#include "detail/push_macros.h"

namespace ad {

/// What a handler of a _Class & has of _Thrown.
template <class _Class> _Class &caught(const std::exception_ptr &_Thrown) {
  try {
    std::rethrow_exception(_Thrown);
  } catch (_Class &_Object) {
    return _Object;
  }
}

/// What a handler of a _Class has: a copy, which takes the place of _Thrown.
template <class _Class> _Class &caught_copy(std::exception_ptr &_Thrown) {
  _Thrown = std::make_exception_ptr(_Class(caught<_Class>(_Thrown)));
  return caught<_Class>(_Thrown);
}

/// The pointer that a handler has. It is no part of _Thrown, since it may lead to a base of what
/// was thrown.
template <class _Pointer> _Pointer caught_pointer(const std::exception_ptr &_Thrown) {
  try {
    std::rethrow_exception(_Thrown);
  } catch (_Pointer _Value) {
    return _Value;
  }
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_CAUGHT_H
