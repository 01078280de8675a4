//===- tape.h - what the forward sweep leaves for the reverse sweep -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A tape is a local bump arena, last in, first out. Emitted companions make one on their stack and
// pass it by reference; it holds no global state and frees all it took when it ends, on exceptions
// too. Values are pushed and popped; whole arrays, one slot per iteration of a loop, are taken and
// released.
//
// Layout. The arena is a chain of chunks: a small one inside the tape object, then chunks from
// operator new, each two and a half times as large as the one before. Three kinds of entry stand
// back to back, each within one chunk:
//
//   1. A trivially copyable value is its bytes, unaligned: no padding, so pop<T> finds what push<T>
//      left whatever lies below.
//   2. An array is [padding][note: where the arena stood before, where the array ends][elements]:
//      release() finds the note from the pointer alone.
//   3. Any other object is [padding][object][note: where the arena stood before, the object, its
//      destructor, the note of the previous such object]. The notes form the list of what ~tape
//      destroys when an exception has left the reverse sweep undone.
//
// Chunks that have become empty are kept until the tape ends: sweeps that go to and fro allocate
// once.
//
// Documented for users in docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_TAPE_H
#define AD_TAPE_H

#include "detail/large_pages.h"
#include "options.h"
#include "shadow.h"

#include "detail/push_macros.h"
#include <cstddef>
#include <new>
#include <type_traits>
#if !defined(__cpp_exceptions)
#include <cstdio>
#endif

namespace ad {

namespace detail {
/// `double **`: what an array of `_Type` with this many subscripts is known by; and back.
template <class _Type, unsigned _Levels> struct _Subscripted {
  using _Known = typename _Subscripted<_Type, _Levels - 1>::_Known *;
  using _Element = typename _Subscripted<std::remove_pointer_t<_Type>, _Levels - 1>::_Element;
};
template <class _Type> struct _Subscripted<_Type, 0> {
  using _Known = _Type;
  using _Element = _Type;
};
} // namespace detail

/// Thrown when recording would take more than `options::tape_bytes`. Nothing has been recorded by
/// the call that throws. what() names the limit, what is held and what was asked for. Where
/// exceptions are disabled the same message goes to stderr and the program aborts.
class __attribute__((__visibility__("default"))) tape_limit : public std::bad_alloc {
  std::size_t _Limit, _Held, _Needed;
  char _Text[160];

  static char *_Append(char *_To, const char *_From) {
    while (*_From)
      *_To++ = *_From++;
    return _To;
  }
  static char *_Append(char *_To, std::size_t _Number) {
    char _Digits[24];
    int _Count = 0;
    do
      _Digits[_Count++] = static_cast<char>('0' + _Number % 10);
    while (_Number /= 10);
    while (_Count)
      *_To++ = _Digits[--_Count];
    return _To;
  }

public:
  tape_limit(std::size_t _Most, std::size_t _Taken, std::size_t _Wanted) noexcept
      : _Limit(_Most), _Held(_Taken), _Needed(_Wanted) {
    char *_End = _Append(_Text, "ad::tape_limit: the tape holds ");
    _End = _Append(_End, _Held);
    _End = _Append(_End, " bytes and needs ");
    _End = _Append(_End, _Needed);
    _End = _Append(_End, " more; the limit (ad::options::tape_bytes) is ");
    _End = _Append(_End, _Limit);
    *_End = '\0';
  }
  const char *what() const noexcept override { return _Text; }
  std::size_t limit() const noexcept { return _Limit; }   ///< options::tape_bytes, in bytes.
  std::size_t held() const noexcept { return _Held; }     ///< Bytes in use when it failed.
  std::size_t needed() const noexcept { return _Needed; } ///< Bytes asked for on top of these.
};

template <class> inline constexpr bool __is_array_type = false;
template <class _Type, std::size_t _Extent>
inline constexpr bool __is_array_type<_Type[_Extent]> = true;

/// The record of one run: what the reverse sweep reads back, in the opposite order. Not copyable,
/// not movable, for one thread at a time.
class tape {
  static constexpr std::size_t _InlineBytes = 512;
  static constexpr std::size_t _FirstChunkBytes = 4096;
  static constexpr std::size_t _MappedBytes = std::size_t(1) << 17;
  static constexpr std::size_t _LeastMappedBytes = std::size_t(1) << 19;
  static constexpr std::size_t _LargestChunkBytes = std::size_t(1) << 26;
  static constexpr std::size_t _NewAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

  struct alignas(_NewAlignment) _Chunk {
    _Chunk *_Before; // null: the bytes inside the tape object
    _Chunk *_After;
    unsigned char *_TopBefore; // where the chunk before stood when this one was entered
    std::size_t _Size;

    unsigned char *_Bytes() { return reinterpret_cast<unsigned char *>(this + 1); }
  };
  struct _ArrayNote {
    unsigned char *_Before;
    unsigned char *_End;
  };
  template <class _Type> struct _Array { // what can be made in one piece
    _Type _Elements;
  };
  struct _ObjectNote {
    unsigned char *_Before;
    void *_Object;
    void (*_Destroy)(void *);
    unsigned char *_Older;
  };

  struct alignas(_NewAlignment) _Owned {
    _Owned *_Older;
    void *_At;
    void (*_Free)(void *);
  };

  // The current chunk: _Begin <= _Top <= _End; _Highest is the greatest _Top that a pop has seen.
  unsigned char *_Top = _Inline;
  unsigned char *_Begin = _Inline;
  unsigned char *_End;
  unsigned char *_Highest = _Inline;
  std::size_t _Below = 0; // bytes in use in the chunks before it
  std::size_t _HighWater = 0;
  const std::size_t _Limit;
  _Chunk *_Current = nullptr; // null: the bytes inside the tape object
  _Chunk *_First = nullptr;
  unsigned char *_Objects = nullptr; // the newest _ObjectNote
  _Owned *_Blocks = nullptr;         // the newest memory to free in the end
  alignas(_NewAlignment) unsigned char _Inline[_InlineBytes];

  template <class _Type, unsigned _Levels>
  using _Subscripts = typename detail::_Subscripted<_Type, _Levels>::_Known;

  /// Ends the program: the sweeps do not mirror each other.
  __attribute__((__noreturn__, __cold__, __noinline__)) static void _Misuse(const char *_Why) {
    asm volatile("" : : "r"(_Why)); // so that a debugger shows it
    __builtin_trap();
  }

  __attribute__((__noreturn__, __cold__, __noinline__)) void _Exceeded(std::size_t _Needed) const {
    tape_limit _Fault(_Limit, bytes(), _Needed);
#if defined(__cpp_exceptions)
    throw _Fault;
#else
    std::fprintf(stderr, "%s\n", _Fault.what());
    __builtin_abort();
#endif
  }

  __attribute__((__noreturn__, __cold__, __noinline__)) static void _TooLong() {
#if defined(__cpp_exceptions)
    throw std::bad_array_new_length();
#else
    std::fputs("ad::tape: an array of this length cannot exist\n", stderr);
    __builtin_abort();
#endif
  }

  static std::size_t _Smaller(std::size_t _One, std::size_t _Other) {
    return _One < _Other ? _One : _Other;
  }
  static constexpr std::size_t _Greater(std::size_t _One, std::size_t _Other) {
    return _One < _Other ? _Other : _One;
  }

  /// The distance from `_From` to the first multiple of `_Alignment`, a power of two, that is at
  /// least `_Lead` bytes on.
  static std::size_t _Gap(std::size_t _From, std::size_t _Lead, std::size_t _Alignment) {
    return _Lead + ((0 - (_From + _Lead)) & (_Alignment - 1));
  }
  std::size_t _Room() const { return static_cast<std::size_t>(_End - _Top); }
  std::size_t _HighestHere() const {
    return _Below + static_cast<std::size_t>((_Highest < _Top ? _Top : _Highest) - _Begin);
  }

  /// Makes `_Bytes[0, _Size)` the current chunk, as much of it as the limit allows.
  void _Enter(unsigned char *_Bytes, std::size_t _Size, unsigned char *_At) {
    _Begin = _Bytes;
    _End = _Bytes + _Smaller(_Size, _Limit - _Below);
    _Top = _Highest = _At;
  }

  static void _Free(_Chunk *_From) {
    while (_From) {
      _Chunk *_Next = _From->_After;
      ::operator delete(_From);
      _From = _Next;
    }
  }

  /// Moves on to a chunk with room for `_Needed` bytes, an old one if it is large enough.
  __attribute__((__cold__, __noinline__)) void _Advance(std::size_t _Needed) {
    const std::size_t _InUse = bytes();
    if (_Needed > _Limit - _InUse)
      _Exceeded(_Needed);
    _HighWater = high_water();
    _Chunk *&_Link = _Current ? _Current->_After : _First;
    if (_Link && _Link->_Size < _Needed) {
      _Free(_Link);
      _Link = nullptr;
    }
    if (!_Link) {
      // Five halves of it: the chunks before one are two thirds as large, together, and a C library
      // that keeps twice the largest block that it has seen has all ready for the next tape.
      std::size_t _Size =
          _Current ? _Smaller(_Current->_Size / 2 * 5, _LargestChunkBytes) : _FirstChunkBytes;
      // It also keeps 128 KiB of its own, for which twice a block that it maps by itself (from 128
      // KiB on) must leave room; else all goes back to the system when the tape ends.
      if (_Size >= _MappedBytes)
        _Size = _Greater(_Size, _LeastMappedBytes);
      _Size = _Smaller(_Size, _Limit - _InUse);
      if (_Size < _Needed)
        _Size = _Needed;
      _Link = ::new (::operator new(sizeof(_Chunk) + _Size)) _Chunk{_Current, nullptr, _Top, _Size};
      detail::_UseLargePages(_Link, _Size);
    }
    _Link->_TopBefore = _Top;
    _Below = _InUse;
    _Current = _Link;
    _Enter(_Current->_Bytes(), _Current->_Size, _Current->_Bytes());
  }

  /// Back from an empty chunk to the last one that holds something.
  __attribute__((__cold__, __noinline__)) void _Retreat() {
    _HighWater = high_water();
    while (_Top == _Begin) {
      if (!_Current)
        _Misuse("more is popped from the tape than was pushed");
      unsigned char *_At = _Current->_TopBefore;
      _Current = _Current->_Before;
      unsigned char *_Bytes = _Current ? _Current->_Bytes() : _Inline;
      _Below -= static_cast<std::size_t>(_At - _Bytes);
      _Enter(_Bytes, _Current ? _Current->_Size : _InlineBytes, _At);
    }
  }

  /// To be called before anything is taken off: then _Top stands behind the newest entry.
  void _BeforePop() {
    if (__builtin_expect(_Top == _Begin, false))
      _Retreat();
    if (_Highest < _Top)
      _Highest = _Top;
  }

  /// An aligned place for `_Bytes` bytes that starts at least `_Lead` bytes behind _Top, which
  /// stays. Sizes come from objects that exist and from array(): their sums do not overflow.
  unsigned char *_Place(std::size_t _Lead, std::size_t _Alignment, std::size_t _Bytes) {
    std::size_t _Distance = _Gap(reinterpret_cast<std::size_t>(_Top), _Lead, _Alignment);
    if (__builtin_expect(_Room() < _Distance + _Bytes, false)) {
      const std::size_t _Unknown = _Alignment > _NewAlignment ? _Alignment - _NewAlignment : 0;
      _Advance(_Gap(0, _Lead, _Smaller(_Alignment, _NewAlignment)) + _Unknown + _Bytes);
      _Distance = _Gap(reinterpret_cast<std::size_t>(_Top), _Lead, _Alignment);
    }
    return _Top + _Distance;
  }

  /// A count of things of `_Size` bytes: none if it is negative.
  template <class _Integer> static std::size_t _Length(_Integer _Count, std::size_t _Size) {
    if (!(_Count > _Integer(0)))
      return 0;
    const std::size_t _Result = static_cast<std::size_t>(_Count);
    if (_Result > static_cast<std::size_t>(-1) / 4 / _Size ||
        static_cast<_Integer>(_Result) != _Count)
      _TooLong();
    return _Result;
  }

  /// The product, for things of `_Size` bytes.
  static std::size_t _Times(std::size_t _One, std::size_t _Other, std::size_t _Size) {
    if (_Other != 0 && _One > static_cast<std::size_t>(-1) / 4 / _Size / _Other)
      _TooLong();
    return _One * _Other;
  }

  /// Points each of the `_Outer * *_Lengths` links at `_From`, and those on the levels below, to
  /// what it leads to: the links after them, or the elements at `_Elements`.
  template <class _Type, unsigned _Levels>
  static void _Link(_Subscripts<_Type, _Levels> _From, unsigned char *_Elements, std::size_t _Outer,
                    const std::size_t *_Lengths) {
    const std::size_t _Here = _Outer * _Lengths[0];
    _Subscripts<_Type, _Levels - 1> _Next;
    if constexpr (_Levels == 2) {
      _Next = reinterpret_cast<_Type *>(_Elements);
    } else {
      _Next = reinterpret_cast<_Subscripts<_Type, _Levels - 1>>(_From + _Here);
      _Link<_Type, _Levels - 1>(_Next, _Elements, _Here, _Lengths + 1);
    }
    for (std::size_t _I = 0; _I < _Here; ++_I)
      _From[_I] = _Next + _I * _Lengths[1];
  }

  /// Arrays of arrays, one level for each count: pointers first, all elements behind them.
  template <class _Type, bool _Zero, class... _Integers>
  _Subscripts<_Type, sizeof...(_Integers)> _Nested(_Integers... _Given) {
    constexpr unsigned _Levels = sizeof...(_Integers);
    constexpr std::size_t _Size = sizeof(_Type) + (_Levels - 1) * sizeof(void *);
    std::size_t _Lengths[_Levels] = {};
    unsigned _Level = 0;
    std::size_t _All = 1, _Links = 0; // entries on the level before, on all levels before
    const auto _Count = [&](auto _Next) {
      _Links += _Level == 0 ? 0 : _All;
      _Lengths[_Level] = _All == 0 ? 0 : _Length(_Next, _Size);
      _All = _Times(_All, _Lengths[_Level++], _Size);
    };
    (_Count(_Given), ...);
    const std::size_t _Alignment = _Greater(alignof(_Type), alignof(void *));
    const std::size_t _Table = _Gap(0, _Links * sizeof(void *), _Alignment);
    unsigned char *_At = _Raw(_Alignment, _Table + _All * sizeof(_Type));
    if constexpr (_Zero)
      __builtin_memset(_At + _Table, 0, _All * sizeof(_Type));
    const auto _Result = reinterpret_cast<_Subscripts<_Type, _Levels>>(_At);
    _Link<_Type, _Levels>(_Result, _At + _Table, 1, _Lengths);
    return _Result;
  }

  /// Room for `_Bytes` bytes, with the note by which they are released.
  unsigned char *_Raw(std::size_t _Alignment, std::size_t _Bytes) {
    unsigned char *_At = _Place(sizeof(_ArrayNote), _Alignment, _Bytes);
    const _ArrayNote _Note = {_Top, _At + _Bytes};
    __builtin_memcpy(_At - sizeof(_Note), &_Note, sizeof(_Note));
    _Top = _Note._End;
    return _At;
  }

  template <class _Type, class... _Arguments> _Type *_Make(_Arguments &&..._From) {
    unsigned char *_At = _Place(0, alignof(_Type), sizeof(_Type) + sizeof(_ObjectNote));
    _Type *_Made = ::new (static_cast<void *>(_At)) _Type(static_cast<_Arguments &&>(_From)...);
    const _ObjectNote _Note = {
        _Top, _Made, [](void *_Object) { static_cast<_Type *>(_Object)->~_Type(); }, _Objects};
    _Objects = _At + sizeof(_Type);
    __builtin_memcpy(_Objects, &_Note, sizeof(_Note));
    _Top = _Objects + sizeof(_Note);
    return _Made;
  }

  /// The note of the newest entry, which must be an object.
  _ObjectNote _Newest() const {
    _ObjectNote _Note;
    if (_Objects != _Top - sizeof(_Note))
      _Misuse("an object is taken off that is not the newest entry of the tape");
    __builtin_memcpy(&_Note, _Objects, sizeof(_Note));
    return _Note;
  }

  void _Drop(const _ObjectNote &_Note) {
    _Objects = _Note._Older;
    _Top = _Note._Before;
    _Note._Destroy(_Note._Object);
  }

  __attribute__((__cold__, __noinline__)) void _DestroyObjects() {
    while (_Objects) {
      _ObjectNote _Note;
      __builtin_memcpy(&_Note, _Objects, sizeof(_Note));
      _Objects = _Note._Older;
      _Note._Destroy(_Note._Object);
    }
  }

  /// A block of `_Bytes` bytes of the tape's own, or memory `_At` to be freed with it.
  _Owned *_Keep(std::size_t _Bytes, void *_At, void (*_Free)(void *)) {
    if (_Bytes > _Limit - bytes())
      _Exceeded(_Bytes);
    return _Blocks = ::new (::operator new(sizeof(_Owned) + _Bytes)) _Owned{_Blocks, _At, _Free};
  }
  void _FreeLater(const void *_Kept, void (*_Free)(void *)) {
    void *_At = const_cast<void *>(_Kept);
    if (!_At)
      return;
#if defined(__cpp_exceptions)
    try {
      _Keep(0, _At, _Free);
    } catch (...) {
      _Free(_At);
      throw;
    }
#else
    _Keep(0, _At, _Free);
#endif
  }

public:
  /// An empty tape under the limit of the innermost ad::options of this thread. Allocates nothing.
  tape() : _Limit(__innermost_options ? __innermost_options->tape_bytes : std::size_t(-1)) {
    _End = _Inline + _Smaller(_InlineBytes, _Limit);
  }
  tape(const tape &) = delete;
  tape &operator=(const tape &) = delete;

  /// Frees everything; objects that were never popped are destroyed, newest first.
  ~tape() {
    if (__builtin_expect(_Objects != nullptr, false))
      _DestroyObjects();
    if (_First)
      _Free(_First);
    __free_kept_since(nullptr);
  }

  /// Records a copy of `_Value`. O(1) amortised. Throws tape_limit, std::bad_alloc, or what the
  /// copy throws; then nothing has been recorded.
  template <class _Type> void push(const _Type &_Value) {
    if constexpr (__is_trivially_copyable(_Type)) {
      if (__builtin_expect(_Room() < sizeof(_Type), false))
        _Advance(sizeof(_Type));
      using _Bytes = const void *; // of a `__restrict` pointer, too
      __builtin_memcpy(_Top, _Bytes(__builtin_addressof(_Value)), sizeof(_Type));
      _Top += sizeof(_Type);
    } else {
      _Make<_Type>(_Value);
    }
  }

  /// Takes back the newest entry, which must have been pushed as a `_Type`. O(1).
  template <class _Type> _Type pop() {
    _BeforePop();
    if constexpr (__is_trivially_copyable(_Type)) {
      union _Slot {
        char _Nothing;
        _Type _Value;
        _Slot() : _Nothing() {}
      } _Result;
      _Top -= sizeof(_Type);
      __builtin_memcpy(static_cast<void *>(&_Result), _Top, sizeof(_Type));
      return static_cast<_Type &&>(_Result._Value);
    } else {
      const _ObjectNote _Note = _Newest();
      // Moved first: if that throws, the object is still on the tape.
      _Type _Result(static_cast<_Type &&>(*static_cast<_Type *>(_Note._Object)));
      _Drop(_Note);
      return _Result;
    }
  }

  /// The same into an object that exists: what push(x) recorded, pop(x) restores. Arrays of numbers
  /// can be pushed and restored so, too.
  template <class _Type> void pop(_Type &_Into) {
    if constexpr (__is_trivially_copyable(_Type)) {
      _BeforePop();
      _Top -= sizeof(_Type);
      __builtin_memcpy(
          const_cast<void *>(static_cast<const volatile void *>(__builtin_addressof(_Into))), _Top,
          sizeof(_Type));
    } else {
      _Into = pop<_Type>();
    }
  }

  /// An uninitialised array of `_Count` elements (none if negative), contiguous and aligned, valid
  /// until it is released or the tape ends. O(1). Throws tape_limit, std::bad_alloc, or
  /// std::bad_array_new_length if no array can be that long.
  template <class _Type, class _Integer> _Type *array(_Integer _Count) {
    static_assert(__is_trivially_copyable(_Type),
                  "arrays on a tape are raw storage: objects with constructors are pushed");
    const std::size_t _Elements = _Length(_Count, sizeof(_Type));
    return reinterpret_cast<_Type *>(_Raw(alignof(_Type), _Elements * sizeof(_Type)));
  }

  /// Storage for the derivatives of `_Count` objects: zero bytes, no objects of the user's making
  /// (ad/shadow.h). Valid and released like an array; throws as one does. O(size).
  template <class _Type, class _Integer> _Type *shadow(_Integer _Count) {
    const std::size_t _Elements = _Length(_Count, sizeof(_Type));
    void *_At = _Raw(alignof(_Type), _Elements * sizeof(_Type));
    __builtin_memset(_At, 0, _Elements * sizeof(_Type));
    return static_cast<_Type *>(_At);
  }

  /// Arrays of arrays, one subscript for each count: of `array<double>(m, n)`, `at[i][j]`. Released
  /// together by their pointer. O(arrays). Throws as one array of all elements does; where there is
  /// no outer array, any inner length will do: that of a loop that does not run, `j < n - 1` with
  /// an unsigned n of zero.
  template <class _Type, class _Integer, class _Other, class... _Integers>
  _Subscripts<_Type, 2 + sizeof...(_Integers)> array(_Integer _Outer, _Other _Inner,
                                                     _Integers... _Deeper) {
    static_assert(__is_trivially_copyable(_Type),
                  "arrays on a tape are raw storage: objects with constructors are pushed");
    return _Nested<_Type, /*_Zero=*/false>(_Outer, _Inner, _Deeper...);
  }
  /// The same for derivatives of objects, zero bytes as of shadow() with one count.
  template <class _Type, class _Integer, class _Other, class... _Integers>
  _Subscripts<_Type, 2 + sizeof...(_Integers)> shadow(_Integer _Outer, _Other _Inner,
                                                      _Integers... _Deeper) {
    return _Nested<_Type, /*_Zero=*/true>(_Outer, _Inner, _Deeper...);
  }

  /// Keeps the array that `_At` points to, and makes it point to a new one: a loop inside of
  /// another begins. Sizes as of array(). Throws as push() and array() do.
  template <class _Pointer, class... _Integers> void nest(_Pointer &_At, _Integers... _Counts) {
    push(_At);
    using _Type = typename detail::_Subscripted<_Pointer, sizeof...(_Integers)>::_Element;
    _At = array<_Type>(_Counts...);
  }
  /// Takes both back: releases the array, and `_At` points to the one before. O(1).
  template <class _Pointer> void unnest(_Pointer &_At) {
    release(_At);
    _At = pop<_Pointer>();
  }

  /// An object with a constructor, made from `_From`, that lives on the tape until it is released
  /// or popped. Throws tape_limit, std::bad_alloc, or what the constructor throws; then nothing has
  /// been recorded.
  template <class _Type, class... _Arguments> _Type *object(_Arguments &&..._From) {
    static_assert(!__is_trivially_copyable(_Type), "plain values are pushed");
    if constexpr (__is_array_type<_Type>)
      return &_Make<_Array<_Type>>()->_Elements;
    else
      return _Make<_Type>(static_cast<_Arguments &&>(_From)...);
  }

  /// Gives back the newest array or object; all that was recorded after it must have been taken
  /// off. The arena then stands where it stood before. O(1).
  template <class _Type> void release(_Type *_Array) {
    _BeforePop();
    if constexpr (!__is_trivially_copyable(_Type)) {
      const _ObjectNote _Note = _Newest();
      if (_Note._Object != _Array)
        _Misuse("an object is released that is not the newest entry of the tape");
      _Drop(_Note);
    } else {
      _ArrayNote _Note;
      __builtin_memcpy(&_Note, reinterpret_cast<const unsigned char *>(_Array) - sizeof(_Note),
                       sizeof(_Note));
      if (_Note._End != _Top)
        _Misuse("an array is released that is not the newest entry of the tape");
      _Top = _Note._Before;
    }
  }

  /// The shadow of memory that the primal allocates: `_Count` elements of zero bytes, there until
  /// the tape ends. O(_Count). Throws as `array` does.
  template <class _Type, class _Integer> _Type *zeros(_Integer _Count) {
    const std::size_t _Bytes = _Length(_Count, sizeof(_Type)) * sizeof(_Type);
    constexpr std::size_t _Over =
        alignof(_Type) > _NewAlignment ? alignof(_Type) - _NewAlignment : 0;
    unsigned char *_At =
        reinterpret_cast<unsigned char *>(_Keep(_Bytes + _Over, nullptr, nullptr) + 1);
    _At += _Gap(reinterpret_cast<std::size_t>(_At), 0, alignof(_Type));
    return reinterpret_cast<_Type *>(__builtin_memset(_At, 0, _Bytes));
  }
  /// The same for one object with vectors or maps among its members (ad::owning_shadow): what they
  /// got is freed when the tape ends.
  template <class _Type> _Type *owning_zeros() {
    _Type *_Made = zeros<_Type>(1);
    _Blocks->_At = _Made;
    _Blocks->_Free = [](void *_Gone) { static_cast<_Type *>(_Gone)->_Type::~_Type(); };
    return _Made;
  }

  /// An object made from `_From` that lives until the tape ends, wherever it stands between what is
  /// pushed and popped. O(1). Throws as `array` does, or what the constructor throws.
  template <class _Type, class... _Arguments> _Type *keep(_Arguments &&..._From) {
    struct _Kept {
      _Type _Value; // which may be an array
    };
    if constexpr (sizeof...(_From) == 0 && __is_array_type<_Type>) {
      _Kept *_Made = zeros<_Kept>(1);
      ::new (static_cast<void *>(_Made)) _Kept{};
      _Blocks->_At = _Made;
      _Blocks->_Free = [](void *_Gone) { static_cast<_Kept *>(_Gone)->~_Kept(); };
      return &_Made->_Value;
    } else {
      _Type *_Made = zeros<_Type>(1);
      ::new (static_cast<void *>(_Made)) _Type(static_cast<_Arguments &&>(_From)...);
      _Blocks->_At = _Made;
      _Blocks->_Free = [](void *_Gone) { static_cast<_Type *>(_Gone)->~_Type(); };
      return _Made;
    }
  }

  /// What the primal frees is freed when the tape ends, after the reverse sweep.
  template <class _Type> void delete_at_end(_Type *_At) {
    _FreeLater(_At, [](void *_Gone) { delete static_cast<_Type *>(_Gone); });
  }
  template <class _Type> void delete_array_at_end(_Type *_At) {
    _FreeLater(_At, [](void *_Gone) { delete[] static_cast<_Type *>(_Gone); });
  }
  void release_at_end(const void *_At) {
    _FreeLater(_At, [](void *_Gone) { ::operator delete(_Gone); });
  }
  template <class _Type> void free_at_end(_Type *_At) {
    _FreeLater(_At, [](void *_Gone) { __builtin_free(_Gone); });
  }

  /// See ad::iteration_memory.
  const void *__newest_kept() const { return _Blocks; }
  void __free_kept_since(const void *_Mark) {
    while (_Blocks && _Blocks != _Mark) {
      _Owned *_Last = _Blocks;
      _Blocks = _Last->_Older;
      if (_Last->_Free)
        _Last->_Free(_Last->_At);
      ::operator delete(_Last);
    }
  }

  /// Bytes in use, notes and padding included.
  std::size_t bytes() const { return _Below + static_cast<std::size_t>(_Top - _Begin); }

  /// The most that bytes() has been.
  std::size_t high_water() const {
    const std::size_t _Here = _HighestHere();
    return _HighWater < _Here ? _Here : _HighWater;
  }
};

/// What `zeros`, `keep` and the functions that free at the end have left on a tape since this was
/// made ends with it, not with the tape: an iteration that is run again takes no memory for good.
class iteration_memory {
  tape &_On;
  const void *const _Mark;

public:
  explicit iteration_memory(tape &_Of) : _On(_Of), _Mark(_Of.__newest_kept()) {}
  iteration_memory(const iteration_memory &) = delete;
  iteration_memory &operator=(const iteration_memory &) = delete;
  ~iteration_memory() { _On.__free_kept_since(_Mark); }
};

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_TAPE_H
