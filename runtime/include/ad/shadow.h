//===- shadow.h - storage for the adjoint of an object ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a local `S s` is an `S` whose differentiable fields start at zero. It is storage,
// not an object of the user's making: no constructor of S runs (S may have none without arguments)
// and no destructor.
//
//===----------------------------------------------------------------------===//

#ifndef AD_SHADOW_H
#define AD_SHADOW_H

#include "detail/push_macros.h"

namespace ad {

/// Zero bytes, large enough and aligned for a `_Type`, accessed as one. For records of numbers,
/// arrays, plain pointers and vectors (zero bytes are an empty vector in libstdc++ and libc++; the
/// destructor of _Type frees what they got since). The table of virtual functions is not set.
template <class _Type> class shadow {
  template <class _Object> static void _Destroy(_Object &_Gone) {
#if defined(__clang__)
    if constexpr (!__is_trivially_destructible(_Object))
#else
    if constexpr (!__has_trivial_destructor(_Object))
#endif
      _Gone.~_Object();
    (void)_Gone;
  }
  template <class _Object, decltype(sizeof(0)) _Count>
  static void _Destroy(_Object (&_Gone)[_Count]) {
    for (_Object &_Each : _Gone)
      _Destroy(_Each);
  }

  union _Storage {
    _Type _Object;
    _Storage() { __builtin_memset(static_cast<void *>(this), 0, sizeof(*this)); }
    ~_Storage() { _Destroy(_Object); }
  } _Zeroed;

public:
  shadow() = default;
  shadow(const shadow &) = delete;
  shadow &operator=(const shadow &) = delete;

  _Type &value() { return _Zeroed._Object; }
  const _Type &value() const { return _Zeroed._Object; }
};

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_SHADOW_H
