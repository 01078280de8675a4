//===- ad/shared.h - objects that std::shared_ptr's own -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a companion the objects that the function shares live until it ends: what is left of a
// std::shared_ptr is the pointer that it holds.
//
//===----------------------------------------------------------------------===//
#ifndef AD_SHARED_H
#define AD_SHARED_H

#include "detail/push_macros.h"
#include <cstddef>
#include <type_traits>

namespace ad {

/// What it is given is destroyed and freed when it ends, last given first.
class shared_objects {
  struct _Note {
    void *_At;
    void (*_Free)(void *);
    _Note *_Before;
  };
  _Note *_Last = nullptr;

public:
  shared_objects() = default;
  shared_objects(const shared_objects &) = delete;
  shared_objects &operator=(const shared_objects &) = delete;
  ~shared_objects() {
    while (_Note *_Gone = _Last) {
      _Last = _Gone->_Before;
      _Gone->_Free(_Gone->_At);
      delete _Gone;
    }
  }

  /// An object of this very class, or its derivative, which has no table of virtual functions.
  /// O(1). Throws std::bad_alloc.
  template <class _Type> void delete_at_end(_Type *_At) {
    _Last = new _Note{const_cast<std::remove_cv_t<_Type> *>(_At),
                      [](void *_Gone) {
                        auto *_Object = static_cast<std::remove_cv_t<_Type> *>(_Gone);
                        if constexpr (std::is_polymorphic_v<_Type>) {
                          _Object->_Type::~_Type();
                          ::operator delete(_Gone);
                        } else {
                          delete _Object;
                        }
                      },
                      _Last};
  }
};

/// Becomes a std::shared_ptr that does not own the object at `_At`.
template <class _Type> struct borrowed {
  _Type *_At;
  template <class _Smart, class = typename _Smart::element_type, class = typename _Smart::weak_type>
  operator _Smart() const {
    return _Smart(_Smart(), _At);
  }
};
template <class _Type> borrowed<_Type> borrow(_Type *_At) { return {_At}; }
inline std::nullptr_t borrow(std::nullptr_t) { return nullptr; }

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_SHARED_H
