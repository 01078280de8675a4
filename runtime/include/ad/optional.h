//===- optional.h - the derivative of a std::optional -----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The derivative of a std::optional is a std::optional; one that is empty is zero. Companions reach
// what it holds through `engaged`.
//
// Documented for users in docs/library_types.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_OPTIONAL_H
#define AD_OPTIONAL_H

#include "shadow.h"

#include "detail/push_macros.h"

namespace ad {

/// What the derivative _Bar holds: zero, if it was empty.
template <class _Optional> typename _Optional::value_type &engaged(_Optional &_Bar) {
  if (!_Bar)
    __emplace_zero<typename _Optional::value_type>([&](auto &..._Zero) { _Bar.emplace(_Zero...); });
  return *_Bar;
}

/// The same of one that is only read.
template <class _Optional> const typename _Optional::value_type &engaged(const _Optional &_Dot) {
  return _Dot ? *_Dot : __zero_value<typename _Optional::value_type>();
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_OPTIONAL_H
