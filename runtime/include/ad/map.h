//===- map.h - derivatives of maps have their keys -------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The derivative of a std::map or std::unordered_map is one of the same type with the same keys.
// While a map changes in the forward sweep, its adjoint changes with it; elements that it loses
// live on on the tape, where pointers lead to them.
//
// Documented for users in docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_MAP_H
#define AD_MAP_H

#include "container.h"
#include "shadow.h"

#include "detail/push_macros.h"
#include <iterator>
#include <memory>
#include <tuple>

namespace ad {

template <class _Type, class = void> struct __is_map : std::false_type {};
template <class _Type>
struct __is_map<_Type, std::void_t<typename _Type::mapped_type>> : std::true_type {};

/// Zeros in _Of, a derivative. Objects of the user's classes become zero bytes: what their
/// constructors make of members need not be zero.
template <class _Type> void __set_zero(_Type &_Of) {
  if constexpr (!std::is_class_v<_Type> || __is_map<_Type>::value || __is_resizable<_Type>::value) {
    _Of = _Type{};
  } else {
    _Of.~_Type();
    __builtin_memset(static_cast<void *>(&_Of), 0, sizeof(_Of));
  }
}

/// The element of _Of, a derivative, at the key _At: one of zeros where there is none yet.
template <class _Map>
typename _Map::mapped_type &zero_entry(_Map &_Of, const typename _Map::key_type &_At) {
  using _Type = typename _Map::mapped_type;
  if constexpr (std::is_default_constructible_v<_Type>) {
    auto _Found = _Of.try_emplace(_At);
    if (_Found.second)
      __set_zero(_Found.first->second);
    return _Found.first->second;
  } else {
    shadow<_Type> _Zero;
    return _Of.try_emplace(_At, _Zero.value()).first->second;
  }
}

template <class _Map> bool __has_keys(const _Map &_Bar, const _Map &_Of) {
  if (_Bar.size() != _Of.size())
    return false;
  for (const auto &_Entry : _Of)
    if (_Bar.find(_Entry.first) == _Bar.end())
      return false;
  return true;
}

/// Whether a _Type is a pointer, or one of the library's smart ones.
template <class _Type, class = void> struct __leads_elsewhere : std::is_pointer<_Type> {};
template <class _Type>
struct __leads_elsewhere<
    _Type, std::void_t<typename _Type::element_type, decltype(std::declval<_Type &>().get())>>
    : std::true_type {};

/// Gives the empty derivative _Bar the keys of _Of, with zeros; one that has these keys stays as it
/// is. Throws shape_mismatch for any other, and where elements are pointers: what they lead to is
/// the caller's. O(elements), with a search for each.
template <class _Map> void match_keys(_Map &_Bar, const _Map &_Of) {
  if (!__has_keys(_Bar, _Of)) {
    if (!_Bar.empty() || __leads_elsewhere<typename _Map::mapped_type>::value)
      __throw_shape_mismatch(_Of.size(), _Bar.size());
    for (const auto &_Entry : _Of)
      zero_entry(_Bar, _Entry.first);
  }
  if constexpr (__is_map<typename _Map::mapped_type>::value)
    for (const auto &_Entry : _Of)
      match_keys(_Bar.find(_Entry.first)->second, _Entry.second);
  else if constexpr (__is_resizable<typename _Map::mapped_type>::value)
    for (const auto &_Entry : _Of)
      match(_Bar.find(_Entry.first)->second, _Entry.second);
}

/// A tangent that is only read must have the keys of _Of.
template <class _Map> void match_keys(const _Map &_Dot, const _Map &_Of) {
  if (!__has_keys(_Dot, _Of))
    __throw_shape_mismatch(_Of.size(), _Dot.size());
  if constexpr (__is_map<typename _Map::mapped_type>::value)
    for (const auto &_Entry : _Of)
      match_keys(_Dot.find(_Entry.first)->second, _Entry.second);
  else if constexpr (__is_resizable<typename _Map::mapped_type>::value)
    for (const auto &_Entry : _Of)
      match(_Dot.find(_Entry.first)->second, _Entry.second);
}

/// Makes _To, a derivative, one of zeros at the keys of _From. O(elements), with a search for each.
template <class _Map> void copy_keys(_Map &_To, const _Map &_From) {
  if (&_To == &_From)
    return;
  _To.clear();
  for (const auto &_Entry : _From)
    zero_entry(_To, _Entry.first);
}

/// Whether a _Type is a std::unique_ptr. What those in maps lead to is deleted by statements of the
/// companion, not by the map.
template <class _Type> struct __is_unique : std::false_type {};
template <class _Type, class _Deleter>
struct __is_unique<std::unique_ptr<_Type, _Deleter>> : std::true_type {};

/// Takes the pointer out of a value that goes.
template <class _Value> void __release_mapped(_Value &_Of) {
  if constexpr (__is_unique<_Value>::value)
    (void)_Of.release();
}
template <class _Map> void __release_all(_Map &_Of) {
  if constexpr (__is_unique<typename _Map::mapped_type>::value)
    for (auto &_Each : _Of)
      (void)_Each.second.release();
}

/// std::map::clear, erase, where the values are nobody's to delete.
template <class _Map> void clear_released(_Map &_Of) {
  __release_all(_Of);
  _Of.clear();
}
template <class _Map, class _Key> void erase_released(_Map &_Of, const _Key &_At) {
  auto _Found = _Of.find(_At);
  if (_Found == _Of.end())
    return;
  __release_mapped(_Found->second);
  _Of.erase(_Found);
}
template <class _Map> void erase_released_at(_Map &_Of, typename _Map::const_iterator _At) {
  auto _Found = _Of.erase(_At, _At); // one that may change it
  __release_mapped(_Found->second);
  _Of.erase(_Found);
}

/// An empty map whose values are nobody's to delete.
template <class _Map> class map_storage {
  _Map _Of;

public:
  map_storage() = default;
  explicit map_storage(_Map &&_From) : _Of(std::move(_From)) {}
  map_storage(const map_storage &) = delete;
  map_storage &operator=(const map_storage &) = delete;
  ~map_storage() { __release_all(_Of); }
  _Map &value() { return _Of; }
};

/// Gives the memory of _Of back, whose values are nobody's to delete.
template <class _Map> void free_map(_Map &_Of) {
  __release_all(_Of);
  _Of.~_Map();
}

/// Gives the memory of the maps in an object back, whose other parts are nobody's to destroy.
template <class... _Maps> class maps_of {
  std::tuple<_Maps &...> _Each;

public:
  explicit maps_of(_Maps &..._Of) : _Each(_Of...) {}
  maps_of(const maps_of &) = delete;
  maps_of &operator=(const maps_of &) = delete;
  ~maps_of() {
    std::apply([](auto &..._Of) { (free_map(_Of), ...); }, _Each);
  }
};

/// An element that left its map, whose value is nobody's to delete.
template <class _Node> struct __kept_node {
  _Node _Of;
  explicit __kept_node(_Node &&_From) : _Of(std::move(_From)) {}
  ~__kept_node() {
    if (!_Of.empty())
      __release_mapped(_Of.mapped());
  }
};

/// Empties the adjoint _Bar. Its elements live on on the tape.
template <class _Map> void clear_kept(tape &_Tape, _Map &_Bar) {
  _Tape.template keep<map_storage<_Map>>(std::move(_Bar));
  _Bar.clear();
}

/// Takes the element at _Key, if there is one, out of the adjoint _Bar. It lives on on the tape.
template <class _Map, class _Key> void erase_kept(tape &_Tape, _Map &_Bar, const _Key &_At) {
  using _Node = typename _Map::node_type;
  auto _Found = _Bar.find(_At);
  if (_Found != _Bar.end())
    _Tape.template keep<__kept_node<_Node>>(_Bar.extract(_Found));
}

/// Makes _To, an adjoint, one of zeros at the keys of _From. The elements that it had live on on
/// the tape.
template <class _Map> void copy_keys(tape &_Tape, _Map &_To, const _Map &_From) {
  if (&_To == &_From)
    return;
  clear_kept(_Tape, _To);
  copy_keys(_To, _From);
}

/// Thrown by a companion that is given the same map for two parameters and changes its keys. No
/// adjoint has been touched. Where exceptions are disabled the program aborts.
class __attribute__((__visibility__("default"))) overlapping_maps : public std::exception {
public:
  const char *what() const noexcept override {
    return "ad::overlapping_maps: a map whose keys change is given for two parameters";
  }
};

template <class _Map> void require_apart(const _Map &_One, const _Map &_Other) {
  if (&_One != &_Other)
    return;
#if defined(__cpp_exceptions)
  throw overlapping_maps();
#else
  std::fputs(overlapping_maps().what(), stderr);
  std::abort();
#endif
}

/// The adjoint of a map that a function changes. The caller gives it with the keys that the
/// function leaves, or empty for zeros; in the forward sweep it has the keys of the map at that
/// moment; it ends with the keys on entry. Unless it is told to finish, the caller's adjoint ends
/// as it was.
template <class _Map> class changing_keys {
  struct _Element {
    const typename _Map::key_type *_Key;
    typename _Map::mapped_type *_Bar;
  };
  _Map &_Bar;
  _Map _Given;
  _Element *_Entry; // those on entry, which stay where they are
  std::size_t _Count = 0;
  bool _Done = false;

public:
  changing_keys(_Map &_Adjoint, const _Map &_Of)
      : _Bar(_Adjoint), _Given(_Adjoint), _Entry(new _Element[_Of.size()]) {
    for (const auto &_Each : _Given)
      if (_Of.find(_Each.first) == _Of.end())
        _Bar.erase(_Each.first);
    for (const auto &_Each : _Of) {
      zero_entry(_Bar, _Each.first);
      auto &_Made = *_Bar.find(_Each.first);
      __set_zero(_Made.second);
      _Entry[_Count++] = {&_Made.first, &_Made.second};
    }
  }
  changing_keys(const changing_keys &) = delete;
  changing_keys &operator=(const changing_keys &) = delete;
  ~changing_keys() {
    if (!_Done)
      _Bar = std::move(_Given);
    delete[] _Entry;
  }

  /// After the forward sweep, which has left _Of: what the caller gave. Throws shape_mismatch.
  void seed(const _Map &_Of) {
    if (_Given.empty())
      return;
    if (!__has_keys(_Given, _Of))
      __throw_shape_mismatch(_Of.size(), _Given.size());
    for (auto &_Each : _Given)
      _Bar.find(_Each.first)->second = _Each.second;
  }

  /// After the reverse sweep.
  void finish() {
    // 1. Keys that came go; 2. elements that went, or were made anew, are those on entry again.
    _Map _Wanted;
    for (std::size_t _Idx = 0; _Idx < _Count; ++_Idx)
      _Wanted.try_emplace(*_Entry[_Idx]._Key, *_Entry[_Idx]._Bar);
    for (auto _At = _Bar.begin(); _At != _Bar.end();)
      _At = _Wanted.find(_At->first) == _Wanted.end() ? _Bar.erase(_At) : std::next(_At);
    for (auto &_Each : _Wanted)
      _Bar[_Each.first] = _Each.second;
    _Done = true;
  }
};

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_MAP_H
