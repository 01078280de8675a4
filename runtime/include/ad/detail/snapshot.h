//===- snapshot.h - copies of a state, in memory or on disk -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What ad/checkpoint.h keeps. A state is a list of parts: variables, and ranges of memory. Parts
// that are bytes, vectors of such, or vectors of these, lie one after the other in one block;
// others are copied by their own copy operations.
//
//===----------------------------------------------------------------------===//

#ifndef AD_DETAIL_SNAPSHOT_H
#define AD_DETAIL_SNAPSHOT_H

#include "push_macros.h"
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ad {

/// Thrown when a snapshot cannot be written (no room on the disk, no such directory) or read back
/// (the disk fails, or gives other bytes than were written). what() names the directory and the
/// reason. Where exceptions are disabled the message goes to stderr and the program aborts.
class __attribute__((__visibility__("default"))) snapshot_error : public std::exception {
  std::string _Text;

public:
  explicit snapshot_error(std::string _Message) : _Text(static_cast<std::string &&>(_Message)) {}
  const char *what() const noexcept override { return _Text.c_str(); }
};

/// Thrown with options::verify when a step, run again, leaves another state than it did the first
/// time.
class __attribute__((__visibility__("default"))) not_reproducible : public std::exception {
  std::size_t _Step, _Part, _Element;
  std::string _Text;

public:
  not_reproducible(std::size_t _AtStep, std::size_t _InPart, std::size_t _AtElement,
                   const std::string &_Was, const std::string &_Is)
      : _Step(_AtStep), _Part(_InPart), _Element(_AtElement),
        _Text("ad::not_reproducible: run again, the steps before step " + std::to_string(_AtStep) +
              " lead to another state: part " + std::to_string(_InPart) + ", element " +
              std::to_string(_AtElement) + " was " + _Was + " and is now " + _Is) {}
  const char *what() const noexcept override { return _Text.c_str(); }
  std::size_t step() const noexcept { return _Step; }       ///< The state before this step differs.
  std::size_t part() const noexcept { return _Part; }       ///< Which of the parts of the state.
  std::size_t element() const noexcept { return _Element; } ///< Which element of an array.
};

template <class _Error> [[noreturn]] __attribute__((__cold__)) void __fail(const _Error &_Fault) {
#if defined(__cpp_exceptions)
  throw _Fault;
#else
  std::fprintf(stderr, "%s\n", _Fault.what());
  std::abort();
#endif
}

//===-- Parts of a state ----------------------------------------------------===//

/// The number in `_At` as text; "other bytes" where a `_Type` is no number.
template <class _Type> std::string __shown(const unsigned char *_At) {
  if constexpr (std::is_arithmetic_v<_Type>) {
    _Type _Value;
    __builtin_memcpy(&_Value, _At, sizeof(_Value));
    char _Text[48];
    if constexpr (std::is_floating_point_v<_Type>)
      std::snprintf(_Text, sizeof(_Text), "%.17Lg", static_cast<long double>(_Value));
    else
      std::snprintf(_Text, sizeof(_Text), "%lld", static_cast<long long>(_Value));
    return _Text;
  } else {
    return "other bytes";
  }
}

/// Whether equal values of the type have equal bytes: no padding. Classes may have some.
template <class _Type>
inline constexpr bool __comparable =
    (std::is_arithmetic_v<_Type> && !std::is_same_v<_Type, long double>) ||
    std::is_pointer_v<_Type> || std::is_enum_v<_Type>;

/// `_Count` elements that are bytes.
template <class _Type> struct __bytes_part {
  _Type *_First;
  std::size_t _Count;

  std::size_t _Size() const { return _Count * sizeof(_Type); }
  unsigned char *_Save(unsigned char *_To) const {
    if (_Count)
      __builtin_memcpy(_To, static_cast<const void *>(_First), _Size());
    return _To + _Size();
  }
  const unsigned char *_Load(const unsigned char *_From) const {
    if (_Count)
      __builtin_memcpy(static_cast<void *>(_First), _From, _Size());
    return _From + _Size();
  }
  /// The first element that is not what was saved at _From, which is moved on.
  std::optional<std::size_t> _Differs(const unsigned char *&_From, std::string &_Was,
                                      std::string &_Is) const {
    const unsigned char *_Old = _From, *_New = reinterpret_cast<const unsigned char *>(_First);
    _From += _Size();
    if constexpr (__comparable<_Type>)
      for (std::size_t _Idx = 0; _Idx < _Count; ++_Idx)
        if (__builtin_memcmp(_Old + _Idx * sizeof(_Type), _New + _Idx * sizeof(_Type),
                             sizeof(_Type))) {
          _Was = __shown<_Type>(_Old + _Idx * sizeof(_Type));
          _Is = __shown<_Type>(_New + _Idx * sizeof(_Type));
          return _Idx;
        }
    return std::nullopt;
  }
};

/// How many elements a part has, saved ahead of them.
struct __count {
  static constexpr std::size_t _Size = sizeof(std::size_t);
  static unsigned char *_Save(std::size_t _Count, unsigned char *_To) {
    __builtin_memcpy(_To, &_Count, _Size);
    return _To + _Size;
  }
  static std::size_t _Load(const unsigned char *&_From) {
    std::size_t _Count;
    __builtin_memcpy(&_Count, _From, _Size);
    _From += _Size;
    return _Count;
  }
  /// The first element that only one of two parts has, if they are not of one size.
  static std::optional<std::size_t> _Differs(std::size_t _Old, std::size_t _New, std::string &_Was,
                                             std::string &_Is) {
    if (_Old == _New)
      return std::nullopt;
    _Was = "one of " + std::to_string(_Old);
    _Is = "one of " + std::to_string(_New);
    return _Old < _New ? _Old : _New;
  }
};

/// Makes _Of a vector of _Count elements, whose bytes at _From it is about to take.
template <class _Vector>
void __resize_for(_Vector &_Of, std::size_t _Count, const unsigned char *_From) {
  using _Element = typename _Vector::value_type;
  if constexpr (std::is_default_constructible_v<_Element>) {
    _Of.resize(_Count);
  } else { // where it grows, of copies of the first of them
    while (_Of.size() > _Count)
      _Of.pop_back();
    if (_Of.size() == _Count)
      return;
    alignas(_Element) unsigned char _First[sizeof(_Element)];
    __builtin_memcpy(_First, _From, sizeof(_First));
    while (_Of.size() < _Count)
      _Of.push_back(*reinterpret_cast<const _Element *>(_First));
  }
}

/// A vector of elements that are bytes.
template <class _Vector> struct __vector_part {
  using _Element = typename _Vector::value_type;
  _Vector *_Of;

  __bytes_part<_Element> _Elements() const { return {_Of->data(), _Of->size()}; }
  std::size_t _Size() const { return __count::_Size + _Elements()._Size(); }
  unsigned char *_Save(unsigned char *_To) const {
    return _Elements()._Save(__count::_Save(_Of->size(), _To));
  }
  const unsigned char *_Load(const unsigned char *_From) const {
    const std::size_t _Count = __count::_Load(_From);
    __resize_for(*_Of, _Count, _From);
    return _Elements()._Load(_From);
  }
  std::optional<std::size_t> _Differs(const unsigned char *&_From, std::string &_Was,
                                      std::string &_Is) const {
    const std::size_t _Count = __count::_Load(_From);
    if (auto _At = __count::_Differs(_Count, _Of->size(), _Was, _Is))
      return _At;
    return _Elements()._Differs(_From, _Was, _Is);
  }
};

/// A vector that steps append to and do nothing else with: how many elements it has tells all, as
/// those that it had stay what they are, and the steps append the others again.
template <class _Vector> struct __appended_part {
  _Vector *_Of;

  std::size_t _Size() const { return __count::_Size; }
  unsigned char *_Save(unsigned char *_To) const { return __count::_Save(_Of->size(), _To); }
  const unsigned char *_Load(const unsigned char *_From) const {
    for (const std::size_t _Count = __count::_Load(_From); _Of->size() > _Count;)
      _Of->pop_back();
    return _From;
  }
  std::optional<std::size_t> _Differs(const unsigned char *&_From, std::string &_Was,
                                      std::string &_Is) const {
    return __count::_Differs(__count::_Load(_From), _Of->size(), _Was, _Is);
  }
};

/// Anything that can be copied; its copies are `std::optional`s beside the block.
template <class _Type> struct __copied_part {
  using _Copy = std::optional<_Type>;
  _Type *_Of;
};
template <class _Part> inline constexpr bool __is_copied = false;
template <class _Type> inline constexpr bool __is_copied<__copied_part<_Type>> = true;

/// The bytes of a copy, with those of its elements, but not of what these hold elsewhere.
template <class _Type, class = void> struct __has_elements_of_size : std::false_type {};
template <class _Type>
struct __has_elements_of_size<
    _Type, std::void_t<typename _Type::value_type, decltype(std::declval<const _Type &>().size())>>
    : std::true_type {};
template <class _Type> std::size_t __copied_size(const _Type &_Of) {
  if constexpr (__has_elements_of_size<_Type>::value)
    return sizeof(_Of) + _Of.size() * sizeof(typename _Type::value_type);
  else
    return sizeof(_Of);
}

template <class _Type> inline constexpr bool __is_byte_vector = false;
template <class _Type, class _Allocator>
inline constexpr bool __is_byte_vector<std::vector<_Type, _Allocator>> =
    std::is_trivially_copyable_v<_Type> && !std::is_same_v<_Type, bool>;

/// A vector of vectors, of elements that are bytes in the end.
template <class _Type> inline constexpr bool __is_nested_vector = false;
template <class _Type, class _Allocator>
inline constexpr bool __is_nested_vector<std::vector<_Type, _Allocator>> =
    __is_byte_vector<_Type> || __is_nested_vector<_Type>;

template <class _Vector> struct __nested_part {
  using _Row = std::conditional_t<__is_byte_vector<typename _Vector::value_type>,
                                  __vector_part<typename _Vector::value_type>,
                                  __nested_part<typename _Vector::value_type>>;
  _Vector *_Of;

  std::size_t _Size() const {
    std::size_t _Sum = __count::_Size;
    for (auto &_Each : *_Of)
      _Sum += _Row{&_Each}._Size();
    return _Sum;
  }
  unsigned char *_Save(unsigned char *_To) const {
    _To = __count::_Save(_Of->size(), _To);
    for (auto &_Each : *_Of)
      _To = _Row{&_Each}._Save(_To);
    return _To;
  }
  const unsigned char *_Load(const unsigned char *_From) const {
    _Of->resize(__count::_Load(_From));
    for (auto &_Each : *_Of)
      _From = _Row{&_Each}._Load(_From);
    return _From;
  }
  /// Which row.
  std::optional<std::size_t> _Differs(const unsigned char *&_From, std::string &_Was,
                                      std::string &_Is) const {
    const std::size_t _Count = __count::_Load(_From);
    if (auto _At = __count::_Differs(_Count, _Of->size(), _Was, _Is))
      return _At;
    for (std::size_t _Idx = 0; _Idx < _Count; ++_Idx)
      if (_Row{&(*_Of)[_Idx]}._Differs(_From, _Was, _Is))
        return _Idx;
    return std::nullopt;
  }
};

template <class _Type> auto __part(_Type &_Of) {
  static_assert(!std::is_const_v<_Type>, "a part of the state is something that steps change");
  if constexpr (std::is_array_v<_Type>) {
    using _Element = std::remove_all_extents_t<_Type>;
    static_assert(std::is_trivially_copyable_v<_Element>,
                  "arrays of objects are passed as vectors");
    return __bytes_part<_Element>{reinterpret_cast<_Element *>(&_Of),
                                  sizeof(_Type) / sizeof(_Element)};
  } else if constexpr (std::is_trivially_copyable_v<_Type>) {
    return __bytes_part<_Type>{__builtin_addressof(_Of), 1};
  } else if constexpr (__is_byte_vector<_Type>) {
    return __vector_part<_Type>{__builtin_addressof(_Of)};
  } else if constexpr (__is_nested_vector<_Type>) {
    return __nested_part<_Type>{__builtin_addressof(_Of)};
  } else {
    static_assert(std::is_copy_constructible_v<_Type> && std::is_copy_assignable_v<_Type>,
                  "a part of the state must be copyable");
    return __copied_part<_Type>{__builtin_addressof(_Of)};
  }
}
/// What ad::range made is a part already.
template <class _Type> __bytes_part<_Type> __part(const __bytes_part<_Type> &_Of) { return _Of; }
template <class _Type> __bytes_part<_Type> __part(__bytes_part<_Type> &_Of) { return _Of; }

/// What ad::appended made, too.
template <class _Vector> __appended_part<_Vector> __part(const __appended_part<_Vector> &_Of) {
  return _Of;
}
template <class _Vector> __appended_part<_Vector> __part(__appended_part<_Vector> &_Of) {
  return _Of;
}

/// A part that belongs to somebody else: the reversal leaves it as it found it.
template <class _Part> struct __kept_part : _Part {};
template <class _Part> inline constexpr bool __is_kept = false;
template <class _Part> inline constexpr bool __is_kept<__kept_part<_Part>> = true;
template <class _Part> inline constexpr bool __is_copied<__kept_part<_Part>> = __is_copied<_Part>;
template <class _Part> __kept_part<_Part> __part(__kept_part<_Part> &_Of) { return _Of; }
template <class _Part> __kept_part<_Part> __part(const __kept_part<_Part> &_Of) { return _Of; }
template <class _Type> auto kept(_Type &&_Of) {
  return __kept_part<decltype(__part(_Of))>{__part(_Of)};
}

/// `_Count` elements from `_First` on, as a part of a state: what lies behind a pointer.
template <class _Type, class _Integer> __bytes_part<_Type> range(_Type *_First, _Integer _Count) {
  static_assert(std::is_trivially_copyable_v<_Type> && !std::is_const_v<_Type>,
                "a range is of elements that are bytes, and that steps change");
  return {_First, _Count > _Integer(0) ? static_cast<std::size_t>(_Count) : 0};
}

/// A vector that steps append to, and neither read nor change otherwise, as a part of a state. A
/// snapshot of it takes the bytes of a number.
template <class _Vector> __appended_part<_Vector> appended(_Vector &_Of) {
  return {__builtin_addressof(_Of)};
}

//===-- Storage ---------------------------------------------------------------===//

/// A file in a directory of the user's that loses its name as soon as it is open: whatever becomes
/// of the program, nothing is left of it. By <cstdio> alone, as every name that a header declares
/// may be one of the user's.
class __spill_file {
  struct _Region {
    std::size_t _At = 0, _Room = 0, _Size = 0;
    unsigned long long _Sum = 0;
  };
  const char *_Directory;
  std::FILE *_File = nullptr;
  std::size_t _End = 0;
  std::vector<_Region> _Regions; // by slot

  static std::string _Reason(int _Code) {
    return _Code == ENOENT   ? "no such directory"
           : _Code == ENOSPC ? "the disk is full"
           : _Code == EFBIG  ? "the file is too large"
           : _Code == EACCES ? "permission denied"
                             : "error " + std::to_string(_Code);
  }
  [[noreturn]] void _Complain(const char *_What, const std::string &_Why) const {
    __fail(snapshot_error(std::string("ad::snapshot_error: cannot ") + _What + " a snapshot in '" +
                          _Directory + "': " + _Why));
  }

  void _Open() {
    for (unsigned _Try = 0; !_File; ++_Try) {
      const std::string _Name = std::string(_Directory) + "/ad-snapshots-" +
                                std::to_string(reinterpret_cast<std::size_t>(this)) + "-" +
                                std::to_string(_Try);
      _File = std::fopen(_Name.c_str(), "w+bx"); // x: not one that exists
      if (_File)
        std::remove(_Name.c_str());
      else if (errno != EEXIST || _Try > 10000)
        _Complain("write", _Reason(errno));
    }
    std::setvbuf(_File, nullptr, _IONBF, 0);
  }

  /// FNV-1a, 64 bits, eight bytes at a time.
  static unsigned long long _SumOf(const unsigned char *_Bytes, std::size_t _Size) {
    unsigned long long _Sum = 14695981039346656037ULL;
    for (; _Size >= sizeof(_Sum); _Size -= sizeof(_Sum), _Bytes += sizeof(_Sum)) {
      unsigned long long _Word;
      __builtin_memcpy(&_Word, _Bytes, sizeof(_Word));
      _Sum = (_Sum ^ _Word) * 1099511628211ULL;
    }
    while (_Size--)
      _Sum = (_Sum ^ *_Bytes++) * 1099511628211ULL;
    return _Sum;
  }

public:
  explicit __spill_file(const char *_In) : _Directory(_In) {}
  __spill_file(const __spill_file &) = delete;
  __spill_file &operator=(const __spill_file &) = delete;
  ~__spill_file() {
    if (_File)
      std::fclose(_File);
  }

  void _Write(std::size_t _Slot, const unsigned char *_Bytes, std::size_t _Size) {
    if (!_File)
      _Open();
    if (_Regions.size() <= _Slot)
      _Regions.resize(_Slot + 1);
    _Region &_To = _Regions[_Slot];
    if (_To._Room < _Size) {
      _To._At = _End;
      _To._Room = _Size;
      _End += _Size;
    }
    _To._Size = _Size;
    _To._Sum = _SumOf(_Bytes, _Size);
    errno = 0;
    if (std::fseek(_File, static_cast<long>(_To._At), SEEK_SET) ||
        std::fwrite(_Bytes, 1, _Size, _File) != _Size)
      _Complain("write", _Reason(errno));
  }

  void _Read(std::size_t _Slot, std::vector<unsigned char> &_Bytes) const {
    const _Region &_From = _Regions[_Slot];
    _Bytes.resize(_From._Size);
    std::clearerr(_File);
    if (std::fseek(_File, static_cast<long>(_From._At), SEEK_SET) ||
        std::fread(_Bytes.data(), 1, _From._Size, _File) != _From._Size)
      _Complain("read", std::ferror(_File) ? _Reason(errno) : "the file is too short");
    if (_SumOf(_Bytes.data(), _From._Size) != _From._Sum)
      _Complain("read", "these are not the bytes that were written");
  }
};

} // namespace ad

#include "pop_macros.h"
#endif // AD_DETAIL_SNAPSHOT_H
