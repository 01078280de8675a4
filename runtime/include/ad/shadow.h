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
#include <cstddef>
#include <new>
#include <type_traits>

namespace ad {

/// Zero bytes, large enough and aligned for a `_Type`, accessed as one. For records of numbers,
/// arrays and plain pointers: members that own something (a std::vector) are not brought to life by
/// zero bytes, and the table of virtual functions is not set.
template <class _Type, bool _IsAbstract = __is_abstract(_Type)> class shadow {
  union _Storage {
    _Type _Object;
    _Storage() { __builtin_memset(static_cast<void *>(this), 0, sizeof(*this)); }
    ~_Storage() {}
  } _Zeroed;

public:
  shadow() = default;
  shadow(const shadow &) = delete;
  shadow &operator=(const shadow &) = delete;

  _Type &value() { return _Zeroed._Object; }
  const _Type &value() const { return _Zeroed._Object; }
};

/// What stands for an object that is only known by an abstract base.
template <class _Type> class shadow<_Type, true> {
  alignas(_Type) unsigned char _Zeroed[sizeof(_Type)] = {};

public:
  shadow() = default;
  shadow(const shadow &) = delete;
  shadow &operator=(const shadow &) = delete;

  _Type &value() { return reinterpret_cast<_Type &>(_Zeroed); }
  const _Type &value() const { return reinterpret_cast<const _Type &>(_Zeroed); }
};

/// The same for records with vectors or maps among their members and no destructor of their own.
/// Zero bytes are an empty vector in libstdc++ and libc++, maps are made by ad::construct; what
/// they got since is freed in the end.
template <class _Type> class owning_shadow : public shadow<_Type> {
  template <class _Object> static void _Destroy(_Object &_Gone) { _Gone._Object::~_Object(); }
  template <class _Object, decltype(sizeof(0)) _Count>
  static void _Destroy(_Object (&_Gone)[_Count]) {
    for (_Object &_Each : _Gone)
      _Destroy(_Each);
  }

public:
  ~owning_shadow() { _Destroy(this->value()); }
};

/// Binds the reference that lies _Offset bytes behind the start of _Object. An object that a
/// constructor has made is bound already; a shadow gets the derivative of what that leads to.
template <std::size_t _Offset, class _Type, class _Target>
void bind(const _Type &_Object, _Target *_To) {
  const void *const _Address = _To;
  void *const _Reference = const_cast<char *>(reinterpret_cast<const char *>(&_Object)) + _Offset;
  __builtin_memcpy(_Reference, &_Address, sizeof(_Address));
}

/// Whether a _Type can be assigned; vectors, whose elements must be.
template <class _Type, class = void> struct __may_be_assigned : std::is_copy_assignable<_Type> {};
template <class _Type>
struct __may_be_assigned<_Type, std::void_t<typename _Type::value_type>>
    : __may_be_assigned<typename _Type::value_type> {};

/// _To becomes what _From is, by assignment if there is one: there is none for objects with
/// references.
template <class _Type, class _Source> void replace(_Type &_To, _Source &&_From) {
  if constexpr (std::is_rvalue_reference_v<_Source &&> && std::is_move_assignable_v<_Type>) {
    _To = static_cast<_Source &&>(_From);
  } else if constexpr (__may_be_assigned<_Type>::value) {
    _To = static_cast<_Source &&>(_From);
  } else if (static_cast<const void *>(&_To) != static_cast<const void *>(&_From)) {
    _To._Type::~_Type(); // of a derivative, which has no table of virtual functions
    ::new (static_cast<void *>(&_To)) _Type(static_cast<_Source &&>(_From));
  }
}

/// Whether zero bytes, not what its constructor makes, are the derivative of a _Type that is zero.
template <class _Type>
inline constexpr bool __starts_as_bytes =
    std::is_class_v<_Type> && std::is_trivially_copyable_v<_Type>;

/// Calls _Emplace with an object of zeros to copy, or with none for what `_Type()` makes.
template <class _Type, class _Function> void __emplace_zero(_Function _Emplace) {
  if constexpr (__starts_as_bytes<_Type>) {
    shadow<_Type> _Zero;
    _Emplace(_Zero.value());
  } else {
    _Emplace();
  }
}

/// An object of zeros, to be read.
template <class _Type> const _Type &__zero_value() {
  if constexpr (__starts_as_bytes<_Type>) {
    static const shadow<_Type> _Zero;
    return _Zero.value();
  } else {
    static const _Type _Zero{};
    return _Zero;
  }
}

/// Brings members of such storage to life that zero bytes do not make, as those of std::map.
template <class... _Member> void construct(_Member &..._Members) {
  (void)(::new (const_cast<void *>(static_cast<const volatile void *>(&_Members)))
             std::remove_cv_t<_Member>(),
         ...);
}

/// Destroys an object in storage that an exception leaves behind. What is left, zero bytes, owns
/// nothing.
template <class _Type> void end(_Type &_Object) {
  _Object._Type::~_Type();
  __builtin_memset(static_cast<void *>(&_Object), 0, sizeof(_Object));
}

/// What _Call returns. If it throws, _End runs ahead of what comes then.
template <class _Function, class _Cleanup> auto guarded(_Function _Call, _Cleanup _End) {
#if defined(__cpp_exceptions)
  try {
    return _Call();
  } catch (...) {
    _End();
    throw;
  }
#else
  (void)_End;
  return _Call();
#endif
}

/// How elements that come new to a derivative are made: by `{}`; or of zero bytes, where the class
/// would make others (ad/storage.h); or of zero bytes among which some members, of library classes
/// that hold no numbers, are made by `{}`.
struct braces {};
struct bytes {};
template <auto... _Members> struct bytes_with {};

/// The pointer inside a smart pointer, which stands first in it. For code that has taken over its
/// duties.
template <class _Smart> auto pointer_in(_Smart &_Holder) -> decltype(_Holder.get()) & {
  using _Pointer = decltype(_Holder.get());
  static_assert(sizeof(_Smart) == sizeof(_Pointer) || sizeof(_Smart) == 2 * sizeof(_Pointer),
                "a pointer, and another one to what counts its owners");
  return reinterpret_cast<_Pointer &>(_Holder);
}
template <class _Smart> auto pointer_in(const _Smart &_Holder) -> decltype(_Holder.get()) const & {
  return reinterpret_cast<decltype(_Holder.get()) const &>(_Holder);
}

/// The pointers in the elements of a vector of smart pointers that hold nothing else, one after the
/// other.
template <class _Vector> auto pointers_in(_Vector &_Of) -> decltype(&pointer_in(_Of[0])) {
  static_assert(sizeof(_Of[0]) == sizeof(pointer_in(_Of[0])), "a pointer and nothing else");
  return reinterpret_cast<decltype(&pointer_in(_Of[0]))>(_Of.data());
}

/// New memory for the tangent of an object or of an array that has no value yet: zero bytes, to be
/// freed by `delete` or `delete[]` as that of the primal is.
template <class _Type> _Type *zeros() {
  void *_At;
  if constexpr (alignof(_Type) > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
    _At = ::operator new(sizeof(_Type), std::align_val_t(alignof(_Type)));
  else
    _At = ::operator new(sizeof(_Type));
  return static_cast<_Type *>(__builtin_memset(_At, 0, sizeof(_Type)));
}
template <class _Type> _Type *zeros_array(std::size_t _Count) {
  void *_At;
  if constexpr (alignof(_Type) > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
    _At = ::operator new[](_Count * sizeof(_Type), std::align_val_t(alignof(_Type)));
  else
    _At = ::operator new[](_Count * sizeof(_Type));
  return static_cast<_Type *>(__builtin_memset(_At, 0, _Count * sizeof(_Type)));
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_SHADOW_H
