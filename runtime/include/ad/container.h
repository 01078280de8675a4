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

#include "detail/keep_heap.h"
#include "detail/push_macros.h"
#include "shadow.h"
#include "tape.h"
#include <cstddef>
#include <exception>
#include <type_traits>
#include <utility>
#include <vector>
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

/// A matrix of Eigen whose size is part of its type is no container.
template <class _Type, class = void> struct __is_fixed : std::false_type {};
template <class _Type>
struct __is_fixed<_Type, std::void_t<decltype(_Type::SizeAtCompileTime)>>
    : std::bool_constant<(_Type::SizeAtCompileTime >= 0)> {};

template <class _Type, class = void> struct __is_resizable : std::false_type {};
template <class _Type>
struct __is_resizable<_Type, std::void_t<decltype(std::declval<_Type &>().resize(std::size_t())),
                                         decltype(std::declval<_Type &>()[std::size_t()])>>
    : std::bool_constant<!__is_fixed<_Type>::value> {};

/// A matrix with two dimensions, as those of Eigen.
template <class _Type, class = void> struct __is_matrix : std::false_type {};
template <class _Type>
struct __is_matrix<_Type, std::void_t<decltype(std::declval<_Type &>().rows()),
                                      decltype(std::declval<_Type &>().cols()),
                                      decltype(std::declval<_Type &>().setZero())>>
    : std::true_type {};

// std::valarray has none, and its resize() leaves zeros.
template <class _Type, class = void> struct __has_room : std::false_type {};
template <class _Type>
struct __has_room<_Type, std::void_t<decltype(std::declval<_Type &>().capacity())>>
    : std::true_type {};

template <class _Container> std::size_t __room(const _Container &_Of) {
  if constexpr (__has_room<_Container>::value)
    return _Of.capacity();
  else
    return _Of.size();
}
template <class _Container> void __make_room(_Container &_Bar, const _Container &_Of) {
  if constexpr (__has_room<_Container>::value)
    _Bar.reserve(_Of.capacity());
}

[[noreturn]] inline void __throw_shape_mismatch(std::size_t _Wanted, std::size_t _Given) {
#if defined(__cpp_exceptions)
  throw shape_mismatch(_Wanted, _Given);
#else
  std::fputs(shape_mismatch(_Wanted, _Given).what(), stderr);
  std::abort();
#endif
}

// ad/storage.h
template <class _How, class _Type> void __resize_bytes(std::vector<_Type> &_Of, std::size_t _Count);

/// std::vector::resize; what is new is zero.
template <class _How, class _Container> void resize(_Container &_Of, std::size_t _Count) {
  if constexpr (!std::is_same_v<_How, braces> &&
                !__is_resizable<std::remove_reference_t<decltype(_Of[0])>>::value)
    __resize_bytes<_How>(_Of, _Count);
  else
    _Of.resize(_Count);
}

/// Gives the empty derivative _Bar the shape of _Of, filled with zeros; one that has that shape
/// already stays as it is. Throws shape_mismatch for any other. O(1) for containers of numbers that
/// match, else O(elements).
template <class _How = braces, class _Container>
void match(_Container &_Bar, const _Container &_Of) {
  if constexpr (__is_matrix<_Container>::value) {
    if (_Bar.rows() == _Of.rows() && _Bar.cols() == _Of.cols())
      return;
    if (_Bar.size() != 0)
      __throw_shape_mismatch(static_cast<std::size_t>(_Of.size()),
                             static_cast<std::size_t>(_Bar.size()));
    _Bar.resize(_Of.rows(), _Of.cols());
    _Bar.setZero();
    return;
  } else if (_Bar.size() != _Of.size()) {
    if (_Bar.size() != 0)
      __throw_shape_mismatch(_Of.size(), _Bar.size());
    resize<_How>(_Bar, _Of.size());
  }
  if constexpr (__is_resizable<std::remove_reference_t<decltype(_Bar[0])>>::value)
    for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
      match<_How>(_Bar[_Idx], _Of[_Idx]);
}

/// The number of elements alone: throws shape_mismatch where it differs.
template <class _Container> void match_size(const _Container &_Bar, const _Container &_Of) {
  if (_Bar.size() != _Of.size())
    __throw_shape_mismatch(_Of.size(), _Bar.size());
}

/// A tangent that is only read must have the shape of _Of.
template <class _How = braces, class _Container>
void match(const _Container &_Dot, const _Container &_Of) {
  if constexpr (__is_matrix<_Container>::value) {
    if (_Dot.rows() != _Of.rows() || _Dot.cols() != _Of.cols())
      __throw_shape_mismatch(static_cast<std::size_t>(_Of.size()),
                             static_cast<std::size_t>(_Dot.size()));
    return;
  } else if (_Dot.size() != _Of.size())
    __throw_shape_mismatch(_Of.size(), _Dot.size());
  if constexpr (__is_resizable<
                    std::remove_const_t<std::remove_reference_t<decltype(_Dot[0])>>>::value)
    for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
      match(_Dot[_Idx], _Of[_Idx]);
}

/// A container of the shape of _Of, filled with zeros. O(elements).
template <class _How = braces, class _Container> _Container zeros_like(const _Container &_Of) {
  if constexpr (__is_matrix<_Container>::value) {
    return _Container::Zero(_Of.rows(), _Of.cols());
  } else {
    _Container _Zeros;
    resize<_How>(_Zeros, _Of.size());
    if constexpr (__is_resizable<std::remove_reference_t<decltype(_Zeros[0])>>::value) {
      std::size_t _Bytes = 0;
      for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
        _Bytes += static_cast<std::size_t>(_Of[_Idx].size()) * sizeof(_Of[_Idx][0]);
      detail::_KeepHeap(_Bytes);
      for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
        _Zeros[_Idx] = zeros_like<_How>(_Of[_Idx]);
    }
    return _Zeros;
  }
}

/// A container of so many zeros. O(elements).
template <class _Container, class _How> _Container zeros_of(std::size_t _Count) {
  _Container _Zeros;
  resize<_How>(_Zeros, _Count);
  return _Zeros;
}

/// Gives the adjoint _Bar, which holds zeros, the shape that its container _Of has now, and room
/// for as many elements. O(elements).
template <class _How = braces, class _Container>
void shape_like(_Container &_Bar, const _Container &_Of) {
  __make_room(_Bar, _Of);
  resize<_How>(_Bar, _Of.size());
  if constexpr (__is_resizable<std::remove_reference_t<decltype(_Bar[0])>>::value)
    for (std::size_t _Idx = 0; _Idx < _Of.size(); ++_Idx)
      shape_like<_How>(_Bar[_Idx], _Of[_Idx]);
}

/// The same after the number of elements of _Of, or its room, has changed. Storage that _Bar has to
/// leave goes to the tape: pointers that were made into it stay good, since restore_shape brings it
/// back before they are used. It leaves no storage that _Of did not leave. Amortised O(change) for
/// containers of numbers.
template <class _How = braces, class _Container>
void follow_shape(tape &_Tape, _Container &_Bar, const _Container &_Of) {
  using _Element = std::remove_reference_t<decltype(_Bar[0])>;
  const std::size_t _Before = _Bar.size(), _Now = _Of.size();
  const bool _Stays = __has_room<_Container>::value && __room(_Of) <= __room(_Bar) &&
                      (_Now >= _Before || std::is_arithmetic<_Element>::value);
  if (_Stays) {
    resize<_How>(_Bar, _Now);
  } else {
    _Container _Fresh;
    __make_room(_Fresh, _Of);
    resize<_How>(_Fresh, _Now);
    for (std::size_t _Idx = 0; _Idx < _Before && _Idx < _Now; ++_Idx)
      replace(_Fresh[_Idx], std::move(_Bar[_Idx]));
    _Bar.swap(_Fresh);
    _Tape.template object<_Container>(std::move(_Fresh));
  }
  if constexpr (__is_resizable<_Element>::value)
    for (std::size_t _Idx = _Before; _Idx < _Now; ++_Idx)
      shape_like<_How>(_Bar[_Idx], _Of[_Idx]);
  _Tape.push(_Before);
  _Tape.push(_Stays);
}

/// What the newest follow_shape has recorded, taken off the tape: elements that were dropped there
/// are zero when it is restored.
template <class _Container, class _How = braces> class former_shape {
  bool _Stays;
  const std::size_t _Before;
  _Container _Old;

public:
  explicit former_shape(tape &_Tape)
      : _Stays(_Tape.template pop<bool>()), _Before(_Tape.template pop<std::size_t>()) {
    if (!_Stays)
      _Old = _Tape.template pop<_Container>();
  }
  /// Keeps the storage of _Bar, to which pointers lead, where a call might lose it: the call gets a
  /// copy.
  former_shape(tape &_Tape, _Container &_Bar) : former_shape(_Tape) {
    if (!_Stays)
      return;
    _Container _Copy(_Bar);
    _Old.swap(_Bar);
    _Bar.swap(_Copy);
    resize<_How>(_Old, _Before);
    _Stays = false;
  }
  std::size_t size() const { return _Before; }
  void restore(_Container &_Bar) {
    if (_Stays) {
      resize<_How>(_Bar, _Before);
      return;
    }
    for (std::size_t _Idx = 0; _Idx < _Before && _Idx < _Bar.size(); ++_Idx)
      replace(_Old[_Idx], std::move(_Bar[_Idx]));
    _Bar = std::move(_Old);
  }
};

/// Takes the newest follow_shape back.
template <class _How = braces, class _Container> void restore_shape(tape &_Tape, _Container &_Bar) {
  former_shape<_Container, _How>(_Tape).restore(_Bar);
}

/// The same for elements that hold maps, to whose elements pointers lead: those that _Bar loses
/// live on on the tape. O(elements) where storage was left, else O(change).
template <class _How = braces, class _Container> void restore_kept(tape &_Tape, _Container &_Bar) {
  former_shape<_Container, _How> _Former(_Tape);
  if (_Bar.size() > _Former.size()) {
    _Container &_Lost = *_Tape.template keep<_Container>();
    _Lost.reserve(_Bar.size() - _Former.size());
    for (std::size_t _Idx = _Former.size(); _Idx < _Bar.size(); ++_Idx)
      _Lost.push_back(std::move(_Bar[_Idx]));
  }
  _Former.restore(_Bar);
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_CONTAINER_H
