//===- storage.h - vectors of objects that own memory -----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A companion makes and destroys objects that own memory by statements of its own. A std::vector of
// such objects is storage to it: these functions change its size without running constructors or
// destructors of the elements, which are zero bytes when they come, and move as bytes when the
// storage grows. What is left is a vector like any other.
//
//===----------------------------------------------------------------------===//

#ifndef AD_STORAGE_H
#define AD_STORAGE_H

#include "detail/push_macros.h"
#include "shadow.h"
#include "tape.h"
#include <cstddef>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace ad {

template <class _Type>
void __set_ends(std::vector<_Type> &_Of, _Type *_First, std::size_t _Size, std::size_t _Room) {
  _Type *_Ends[3] = {_First, _First + _Size, _First + _Room};
  static_assert(sizeof(_Of) == sizeof(_Ends), "clang-ad knows vectors of objects that own memory "
                                              "only as three pointers: compile without the debug "
                                              "mode of the standard library");
  __builtin_memcpy(static_cast<void *>(&_Of), _Ends, sizeof(_Ends));
}

/// Gives the memory of _Of back, of whose elements none is alive.
template <class _Type> void free_storage(std::vector<_Type> &_Of);

template <class _Type> void __free_element(_Type &) {}
template <class _Type> void __free_element(std::vector<_Type> &_Gone) { free_storage(_Gone); }

template <class _Type> void free_storage(std::vector<_Type> &_Of) {
  for (_Type &_Each : _Of)
    __free_element(_Each);
  if (_Of.capacity())
    std::allocator<_Type>().deallocate(_Of.data(), _Of.capacity());
  __set_ends(_Of, static_cast<_Type *>(nullptr), 0, 0);
}

/// std::vector::reserve. O(elements) where the storage grows.
template <class _Type> void reserve_storage(std::vector<_Type> &_Of, std::size_t _Room) {
  if (_Room <= _Of.capacity())
    return;
  _Type *_Fresh = std::allocator<_Type>().allocate(_Room);
  const std::size_t _Size = _Of.size();
  if (_Size)
    __builtin_memcpy(static_cast<void *>(_Fresh), static_cast<void *>(_Of.data()),
                     _Size * sizeof(_Type));
  if (_Of.capacity())
    std::allocator<_Type>().deallocate(_Of.data(), _Of.capacity());
  __set_ends(_Of, _Fresh, _Size, _Room);
}

/// std::vector::resize. Amortised O(change).
template <class _Type> void resize_storage(std::vector<_Type> &_Of, std::size_t _Count) {
  const std::size_t _Size = _Of.size(), _Room = _Of.capacity();
  if (_Count > _Room)
    reserve_storage(_Of, _Count > 2 * _Room ? _Count : 2 * _Room);
  if (_Count > _Size)
    __builtin_memset(static_cast<void *>(_Of.data() + _Size), 0, (_Count - _Size) * sizeof(_Type));
  for (std::size_t _Idx = _Count; _Idx < _Size; ++_Idx)
    __free_element(_Of.data()[_Idx]);
  __set_ends(_Of, _Of.data(), _Count, _Of.capacity());
}

/// The first elements of _From, as many as there are in _To, become those of _To.
template <class _Type> void __move_bytes(std::vector<_Type> &_To, std::vector<_Type> &_From) {
  const std::size_t _Count = _To.size() < _From.size() ? _To.size() : _From.size();
  if (_Count)
    __builtin_memcpy(static_cast<void *>(_To.data()), static_cast<void *>(_From.data()),
                     _Count * sizeof(_Type));
}

/// Makes the members that zero bytes are not, or that bytes cannot move: they hold nothing yet.
template <class _Type> void __make_members(_Type &, bytes) {}
template <class _Type, auto... _Members> void __make_members(_Type &_Of, bytes_with<_Members...>) {
  construct(_Of.*_Members...);
}

/// The same for elements whose destructors are run, ad::resize<ad::bytes>.
template <class _How, class _Type>
void __resize_bytes(std::vector<_Type> &_Of, std::size_t _Count) {
  const std::size_t _Size = _Of.size();
  for (std::size_t _Idx = _Count; _Idx < _Size; ++_Idx)
    _Of.data()[_Idx].~_Type();
  if (_Count < _Size)
    return __set_ends(_Of, _Of.data(), _Count, _Of.capacity());
  const bool _Moves = _Count > _Of.capacity();
  resize_storage(_Of, _Count);
  for (std::size_t _Idx = _Moves ? 0 : _Size; _Idx < _Count; ++_Idx)
    __make_members(_Of.data()[_Idx], _How());
}

/// An empty vector whose elements are nobody's to destroy; its memory is given back at the end.
template <class _Vector> class vector_storage : public shadow<_Vector> {
public:
  vector_storage() = default;
  vector_storage(vector_storage &&_From) noexcept { this->value().swap(_From.value()); }
  ~vector_storage() { free_storage(this->value()); }
};

/// ad::follow_shape for adjoints that are such vectors: elements move as bytes.
template <class _Type>
void follow_storage(tape &_Tape, std::vector<_Type> &_Bar, const std::vector<_Type> &_Of) {
  const std::size_t _Before = _Bar.size(), _Now = _Of.size();
  const bool _Stays = _Of.capacity() <= _Bar.capacity() && _Now >= _Before;
  if (_Stays) {
    resize_storage(_Bar, _Now);
  } else {
    vector_storage<std::vector<_Type>> _Fresh;
    reserve_storage(_Fresh.value(), _Of.capacity());
    resize_storage(_Fresh.value(), _Now);
    __move_bytes(_Fresh.value(), _Bar);
    _Bar.swap(_Fresh.value());
    _Tape.template object<vector_storage<std::vector<_Type>>>(std::move(_Fresh));
  }
  _Tape.push(_Before);
  _Tape.push(_Stays);
}

/// Takes the newest follow_storage back.
template <class _Type> void restore_storage(tape &_Tape, std::vector<_Type> &_Bar) {
  const bool _Stays = _Tape.template pop<bool>();
  const std::size_t _Before = _Tape.template pop<std::size_t>();
  if (_Stays)
    return resize_storage(_Bar, _Before);
  auto _Old = _Tape.template pop<vector_storage<std::vector<_Type>>>();
  __move_bytes(_Old.value(), _Bar);
  _Bar.swap(_Old.value());
}

/// Gives the memory of the vectors in an object back.
template <class... _Types> class vectors_of {
  std::tuple<std::vector<_Types> &...> _Vectors;

public:
  explicit vectors_of(std::vector<_Types> &..._Of) : _Vectors(_Of...) {}
  vectors_of(const vectors_of &) = delete;
  vectors_of &operator=(const vectors_of &) = delete;
  ~vectors_of() {
    std::apply([](auto &..._Each) { (free_storage(_Each), ...); }, _Vectors);
  }
};

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_STORAGE_H
