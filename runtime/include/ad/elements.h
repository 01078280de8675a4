//===- elements.h - lists as the deques of their elements -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In companions a std::list or std::forward_list is the deque of its elements. Where one comes from
// the caller, or goes there, the elements are taken over and given back.
//
// Documented for users in docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_ELEMENTS_H
#define AD_ELEMENTS_H

#include "detail/push_macros.h"
#include <cstdlib>
#include <deque>
#include <exception>
#include <type_traits>
#include <utility>
#if !defined(__cpp_exceptions)
#include <cstdio>
#endif

namespace ad {

/// Makes the elements of _To those of _From, and keeps the nodes that it can.
template <class _Container, class _Elements>
void __give_elements(_Container &_To, const _Elements &_From) {
  _To.assign(_From.begin(), _From.end());
}

/// The elements of a list. The list gets them back when this ends, also by an exception.
/// O(elements).
template <class _Container> class elements_of {
  using _Plain = std::remove_const_t<_Container>;
  _Container *_Of;

public:
  std::deque<typename _Plain::value_type> values;

  explicit elements_of(_Container &_List) : _Of(&_List), values(_List.begin(), _List.end()) {}
  explicit elements_of(_Container &&_List) : _Of(nullptr), values(_List.begin(), _List.end()) {}
  elements_of(const elements_of &) = delete;
  elements_of &operator=(const elements_of &) = delete;
  ~elements_of() {
    if constexpr (!std::is_const_v<_Container>)
      if (_Of)
        __give_elements(*_Of, values);
  }
};
template <class _Container> elements_of(_Container &) -> elements_of<_Container>;
template <class _Container> elements_of(_Container &&) -> elements_of<_Container>;

/// A list of the elements of a deque, as an argument or result. The deque gets them back at the end
/// of the full expression. O(elements).
template <class _Container, class _Elements> class __given {
  _Elements &_Of;

public:
  _Container list;

  explicit __given(_Elements &_Values) : _Of(_Values), list(_Values.begin(), _Values.end()) {}
  __given(const __given &) = delete;
  __given &operator=(const __given &) = delete;
  ~__given() {
    if constexpr (!std::is_const_v<_Elements>)
      __give_elements(_Of, list);
  }
  operator _Container &() { return list; }
};
template <class _Container, class _Elements>
__given<_Container, _Elements> given(_Elements &_Values) {
  return __given<_Container, _Elements>(_Values);
}

/// A list of the elements of a deque, as a result. O(elements).
template <class _Container, class _Elements> _Container list_of(const _Elements &_Values) {
  return _Container(_Values.begin(), _Values.end());
}

/// Thrown by a companion that is given the same list for two parameters of which one may change. No
/// adjoint has been touched. Where exceptions are disabled the program aborts.
class __attribute__((__visibility__("default"))) overlapping_lists : public std::exception {
public:
  const char *what() const noexcept override {
    return "ad::overlapping_lists: a list that may change is given for two parameters";
  }
};

template <class _One, class _Other> void require_apart(const _One &_First, const _Other &_Second) {
  if (static_cast<const void *>(&_First) != static_cast<const void *>(&_Second))
    return;
#if defined(__cpp_exceptions)
  throw overlapping_lists();
#else
  std::fputs(overlapping_lists().what(), stderr);
  std::abort();
#endif
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_ELEMENTS_H
