//===- ad/delete_as.h - delete by the class of the primal -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The derivative of an object with virtual functions is storage without a table of virtual
// functions: `delete` could not tell which destructor to run. The primal can.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DELETE_AS_H
#define AD_DELETE_AS_H

#include "detail/push_macros.h"
#include "dispatch.h"
#include <new>
#include <type_traits>
#include <typeinfo>

namespace ad {

/// Destroys and frees the object to which `_Gone` points, the derivative of `*_Primal` or that
/// object itself. Its class is that of `*_Primal`, one of `_Classes`; any other is an exception,
/// ad::unknown_target. Does nothing if `_Gone` is null. O(number of classes).
template <class... _Classes, class _Base> void delete_as(const _Base *_Primal, const _Base *_Gone) {
  if (!_Gone)
    return;
  auto _Try = [&](auto *_Known) {
    using _Class = std::remove_reference_t<decltype(*_Known)>;
    if (typeid(*_Primal) != typeid(_Class))
      return false;
    auto *_Object = const_cast<_Class *>(static_cast<const _Class *>(_Gone));
    _Object->_Class::~_Class();
    ::operator delete(static_cast<void *>(_Object));
    return true;
  };
  if (!(_Try(static_cast<_Classes *>(nullptr)) || ...))
    __throw_unknown_target("an object of a class that is not in this file is deleted");
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_DELETE_AS_H
