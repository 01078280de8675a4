//===- overlap.h - whether two arrays share memory --------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Companions that are faster where the arrays they are given do not overlap ask beforehand.
//
//===----------------------------------------------------------------------===//

#ifndef AD_OVERLAP_H
#define AD_OVERLAP_H

#include "detail/push_macros.h"
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace ad {

/// An integer, or more than fits: sums and products do not overflow, but become, and stay, the
/// greatest (or the least) number. For ends that nobody needs to reach, as that of
/// `for (i = 0; i < most; ++i) { if (i >= n) break; ... }`: where most is the greatest integer,
/// `ad::saturated(most) + 1` is not below zero.
class saturated {
  std::ptrdiff_t _Value;

  constexpr bool _Most() const { return _Value == PTRDIFF_MAX; }
  constexpr bool _Least() const { return _Value == PTRDIFF_MIN; }

public:
  template <class _Integer>
  constexpr saturated(_Integer _Of) : _Value(static_cast<std::ptrdiff_t>(_Of)) {
    if (_Value < 0 && !(_Of < _Integer(0))) // it has no sign
      _Value = PTRDIFF_MAX;
  }
  constexpr std::ptrdiff_t value() const { return _Value; }

  /// What is too much and too little at once is too much: then more memory is taken to be used.
  friend constexpr saturated operator+(saturated _A, saturated _B) {
    if (_A._Most() || _B._Most())
      return PTRDIFF_MAX;
    std::ptrdiff_t _Sum = 0;
    const bool _Over = __builtin_add_overflow(_A._Value, _B._Value, &_Sum);
    if (_A._Least() || _B._Least() || (_Over && _A._Value < 0))
      return PTRDIFF_MIN;
    return _Over ? PTRDIFF_MAX : _Sum;
  }
  friend constexpr saturated operator-(saturated _A) {
    return _A._Least() ? PTRDIFF_MAX : _A._Most() ? PTRDIFF_MIN : -_A._Value;
  }
  friend constexpr saturated operator-(saturated _A, saturated _B) { return _A + -_B; }
  friend constexpr saturated operator*(saturated _A, saturated _B) {
    std::ptrdiff_t _Product = 0;
    const bool _Large = _A._Most() || _A._Least() || _B._Most() || _B._Least();
    if (_A._Value == 0 || _B._Value == 0)
      return 0;
    if (__builtin_mul_overflow(_A._Value, _B._Value, &_Product) || _Large)
      return (_A._Value < 0) == (_B._Value < 0) ? PTRDIFF_MAX : PTRDIFF_MIN;
    return _Product;
  }
  friend constexpr saturated operator/(saturated _A, int _By) {
    return _A._Most() || _A._Least() ? _A : saturated(_A._Value / _By);
  }
  /// Yes, where both may be too much.
  friend constexpr bool operator<(saturated _A, saturated _B) {
    return _B._Most() || _A._Value < _B._Value;
  }
};

/// `_A / _B`, as the language divides, for `_B > 0`; 0 for others.
inline std::ptrdiff_t quotient(saturated _A, saturated _B) {
  const bool _Large = _A.value() == PTRDIFF_MAX || _A.value() == PTRDIFF_MIN;
  return _B.value() <= 0 ? 0 : _Large ? _A.value() : _A.value() / _B.value();
}

/// Where memory of `_N` objects of type `_Element` at `_From` ends, if not behind all memory.
template <class _Element> std::uintptr_t __end_at(std::uintptr_t _From, std::ptrdiff_t _N) {
  const auto _Count = static_cast<std::uintptr_t>(_N);
  return _Count > (UINTPTR_MAX - _From) / sizeof(_Element) ? UINTPTR_MAX
                                                           : _From + _Count * sizeof(_Element);
}

/// Whether one of the `_N` objects at `_A` and one of the `_M` objects at `_B` share memory. Where
/// _N <= 0 or _M <= 0 there are none, and the answer is no; where there are more than memory has
/// room for, all behind it counts.
template <class _First, class _Second>
bool overlap(const _First *_A, saturated _N, const _Second *_B, saturated _M) {
  const auto _FromA = reinterpret_cast<std::uintptr_t>(_A),
             _FromB = reinterpret_cast<std::uintptr_t>(_B);
  return _N.value() > 0 && _M.value() > 0 && _FromA < __end_at<_Second>(_FromB, _M.value()) &&
         _FromB < __end_at<_First>(_FromA, _N.value());
}

/// Whether an object of the type keeps its elements elsewhere, as a vector does.
template <class _Element, class = void> inline constexpr bool __has_elements = false;
template <class _Element>
inline constexpr bool
    __has_elements<_Element, std::void_t<decltype(std::declval<const _Element &>().data())>> =
        !std::is_trivially_copyable_v<_Element>;

/// Whether an element of a vector, or of one of its vectors, shares memory with `_B[0]` to
/// `_B[_N - 1]`.
template <class _Vector, class _Second>
bool overlap(const _Vector &_A, const _Second *_B, saturated _N) {
  const auto *_First = _A.data();
  const auto _Count = static_cast<std::ptrdiff_t>(_A.size());
  if constexpr (__has_elements<std::decay_t<decltype(*_First)>>) {
    for (std::ptrdiff_t _I = 0; _I < _Count; ++_I)
      if (overlap(_First[_I], _B, _N))
        return true;
    return false;
  } else {
    return overlap(_First, _Count, _B, _N);
  }
}

/// Whether elements of two vectors, or of vectors in them, share memory, or will do so: those of
/// one vector by two names.
template <class _Vector, class _Other> bool overlap(const _Vector &_A, const _Other &_B) {
  if constexpr (std::is_same_v<_Vector, _Other>)
    if (&_A == &_B)
      return true;
  const auto *_First = _B.data();
  const auto _Count = static_cast<std::ptrdiff_t>(_B.size());
  if constexpr (__has_elements<std::decay_t<decltype(*_First)>>) {
    for (std::ptrdiff_t _I = 0; _I < _Count; ++_I)
      if (overlap(_A, _First[_I]))
        return true;
    return false;
  } else {
    return overlap(_A, _First, _Count);
  }
}

/// The largest of some numbers of elements.
template <class... _Integers> std::ptrdiff_t largest(_Integers... _Of) {
  std::ptrdiff_t _Result = PTRDIFF_MIN;
  ((_Result = saturated(_Of).value() > _Result ? saturated(_Of).value() : _Result), ...);
  return _Result;
}

/// The least and the greatest of some subscripts; of none, 0 and -1.
struct bounds {
  std::ptrdiff_t least = 0, greatest = -1;
};

/// The bounds of the `_Count` integers `_Indices[_First]`, `_Indices[_First + _Step]`, ...; -1 and
/// -1 where one of them is negative, or larger than a subscript can be: the greatest can be
/// multiplied without overflow.
template <class _Integer>
bounds bounds_of(const _Integer *_Indices, std::ptrdiff_t _First, std::ptrdiff_t _Count,
                 std::ptrdiff_t _Step = 1) {
  if (_Count <= 0)
    return {};
  const _Integer *_At = _Indices + _First;
  _Integer _Least = *_At, _Greatest = *_At;
  for (std::ptrdiff_t _I = 1; _I < _Count; ++_I) {
    const _Integer _Each = _At[_I * _Step];
    _Least = _Each < _Least ? _Each : _Least;
    _Greatest = _Each > _Greatest ? _Each : _Greatest;
  }
  const auto _MayBeSubscript = [](_Integer _Each) {
    return static_cast<std::uintmax_t>(_Each) <= PTRDIFF_MAX >> 23;
  };
  if (!_MayBeSubscript(_Least) || !_MayBeSubscript(_Greatest))
    return {-1, -1};
  return {static_cast<std::ptrdiff_t>(_Least), static_cast<std::ptrdiff_t>(_Greatest)};
}

/// The bounds of `_Indices[k]` for all k from `_Rows[i]` to `_Rows[i + 1]` (not included), where i
/// are
/// `_Count` integers from _First on: the columns of a sparse matrix. -1 and -1 where rows do not
/// follow one another, too.
template <class _Index, class _Row>
bounds bounds_of_rows(const _Index *_Indices, const _Row *_Rows, std::ptrdiff_t _First,
                      std::ptrdiff_t _Count) {
  if (_Count <= 0)
    return {};
  const _Row *_At = _Rows + _First;
  for (std::ptrdiff_t _I = 0; _I < _Count; ++_I)
    if (_At[_I + 1] < _At[_I])
      return {-1, -1};
  return bounds_of(_Indices, static_cast<std::ptrdiff_t>(_At[0]),
                   static_cast<std::ptrdiff_t>(_At[_Count] - _At[0]));
}

} // namespace ad

#include "detail/pop_macros.h"

#endif
