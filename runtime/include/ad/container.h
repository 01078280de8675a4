//===- container.h - derivatives of containers have their shape -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The derivative of a container is a container of the same type with as many elements. Companions
// call these on entry, before any adjoint is touched. Elements that are containers are matched in
// turn.
//
// Documented for users in docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_CONTAINER_H
#define AD_CONTAINER_H

#include "detail/push_macros.h"
#include <cstddef>
#include <exception>
#include <type_traits>
#include <utility>
#if !defined(__cpp_exceptions)
#include <cstdio>
#include <cstdlib>
#endif

namespace ad {

/// Thrown by a companion that is given the derivative of a container with another number of
/// elements than the container has (none is fine where it can be resized). No adjoint has been
/// touched. Where exceptions are disabled the program aborts with the same message.
class __attribute__((__visibility__("default"))) shape_mismatch : public std::exception {
  std::size_t _Primal, _Derivative;

public:
  shape_mismatch(std::size_t _Wanted, std::size_t _Given) noexcept
      : _Primal(_Wanted), _Derivative(_Given) {}
  const char *what() const noexcept override {
    return "ad::shape_mismatch: the derivative of a container has another number of elements than "
           "the container";
  }
  std::size_t primal() const noexcept { return _Primal; }         ///< Elements of the container.
  std::size_t derivative() const noexcept { return _Derivative; } ///< Elements of its derivative.
};

template <class _Type, class = void> struct __is_resizable : std::false_type {};
template <class _Type>
struct __is_resizable<_Type, std::void_t<decltype(std::declval<_Type &>().resize(std::size_t())),
                                         decltype(std::declval<_Type &>()[std::size_t()])>>
    : std::true_type {};

[[noreturn]] inline void __throw_shape_mismatch(std::size_t _Wanted, std::size_t _Given) {
#if defined(__cpp_exceptions)
  throw shape_mismatch(_Wanted, _Given);
#else
  std::fputs(shape_mismatch(_Wanted, _Given).what(), stderr);
  std::abort();
#endif
}

/// Gives the empty derivative _Bar the shape of _Of, filled with zeros; one that has that shape
/// already stays as it is. Throws shape_mismatch for any other. O(1) for containers of numbers that
/// match, else O(elements).
template <class _Container> void match(_Container &_Bar, const _Container &_Of) {
  if (_Bar.size() != _Of.size()) {
    if (_Bar.size() != 0)
      __throw_shape_mismatch(_Of.size(), _Bar.size());
    _Bar.resize(_Of.size());
  }
  if constexpr (__is_resizable<std::remove_reference_t<decltype(_Bar[0])>>::value)
    for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
      match(_Bar[_Idx], _Of[_Idx]);
}

/// A tangent that is only read must have the shape of _Of.
template <class _Container> void match(const _Container &_Dot, const _Container &_Of) {
  if (_Dot.size() != _Of.size())
    __throw_shape_mismatch(_Of.size(), _Dot.size());
  if constexpr (__is_resizable<
                    std::remove_const_t<std::remove_reference_t<decltype(_Dot[0])>>>::value)
    for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
      match(_Dot[_Idx], _Of[_Idx]);
}

/// A container of the shape of _Of, filled with zeros. O(elements).
template <class _Container> _Container zeros_like(const _Container &_Of) {
  _Container _Zeros(_Of.size());
  if constexpr (__is_resizable<std::remove_reference_t<decltype(_Zeros[0])>>::value)
    for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
      _Zeros[_Idx] = zeros_like(_Of[_Idx]);
  return _Zeros;
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_CONTAINER_H
