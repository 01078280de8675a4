//===- variant.h - the derivative of a std::variant -------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The derivative of a std::variant is a std::variant; all alternatives that it does not hold are
// zero. Companions reach them through `alternative`.
//
// Documented for users in docs/library_types.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_VARIANT_H
#define AD_VARIANT_H

#include "shadow.h"

#include "detail/push_macros.h"
#include <variant>

namespace ad {

/// The alternative _Index of the derivative _Bar: zero, if it held another.
template <std::size_t _Index, class... _Types>
std::variant_alternative_t<_Index, std::variant<_Types...>> &
alternative(std::variant<_Types...> &_Bar) {
  if (_Bar.index() != _Index)
    __emplace_zero<std::variant_alternative_t<_Index, std::variant<_Types...>>>(
        [&](auto &..._Zero) { _Bar.template emplace<_Index>(_Zero...); });
  return *std::get_if<_Index>(&_Bar);
}

/// The same of one that is only read.
template <std::size_t _Index, class... _Types>
const std::variant_alternative_t<_Index, std::variant<_Types...>> &
alternative(const std::variant<_Types...> &_Dot) {
  return _Dot.index() == _Index
             ? *std::get_if<_Index>(&_Dot)
             : __zero_value<std::variant_alternative_t<_Index, std::variant<_Types...>>>();
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_VARIANT_H
