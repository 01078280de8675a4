//===- block_store.h - memory that iterations hand on -----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A part of a state (ad/checkpoint.h) that is memory which the steps allocate, free, and hand on to
// one another:
//
//   ad::block_store blocks;
//   ad::checkpoints snapshots(n, blocks, u);
//   for (std::size_t i = 0; i < n; ++i) {
//     snapshots.pass(i);
//     blocks.begin_iteration();
//     double *next = blocks.allocate<double>(m);
//     step(next, u);
//     blocks.delete_array_with_iteration(u);
//     u = next;
//   }
//
// A snapshot holds what is in the blocks that are in use, and which these are. A step that is run
// again from it gets the same addresses as the first time: so pointers to the blocks are a state
// like numbers, and what leads to the adjoint of a block, which lies behind it, leads there again.
//
// 1. What a step frees may be given away again from the next step on: a reversal finds it as the
//    step left it.
// 2. Adjoints are zero where a block is not in use. They outlive the step that allocates the block
//    if the block does; once that step is reversed, end_reversal() makes them zero again.
// 3. Elements may hold pointers, `blocks.allocate<Node, &Node::next>(1)`: the adjoint of such a
//    pointer leads to the adjoint of what it leads to, and is set by the step, as the pointer is.
//    Snapshots hold these, too, beside the bytes of the elements, but no derivatives. (They may
//    lead out of the store, so they are held, not found by what the pointers are.) Blocks whose
//    pointers stand elsewhere are never given the same memory: where one has a pointer, another
//    would have a derivative.
// 4. What is allocated where no step runs (allocate_ahead) was never in use: reversals of the steps
//    before it find no derivatives there.
//
// Documented in docs/checkpointed.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_BLOCK_STORE_H
#define AD_BLOCK_STORE_H

#include "detail/snapshot.h"

#include "detail/push_macros.h"
#include <cstddef>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ad {

class __blocks_part;

/// Memory that steps hand on. To be declared ahead of the snapshots that it is a part of; neither
/// copied nor moved. All that was allocated from it, and what was given to it to be freed, ends
/// with it.
class block_store {
  friend __blocks_part;

  /// Where the pointers of an element stand: bytes from its start.
  struct _Pointers {
    std::size_t _Stride;
    std::vector<std::size_t> _Offsets;
  };
  /// Of arrays, what they are made of.
  template <class _Type, class = void> struct _Leaf {
    using _Is = std::remove_cv_t<_Type>;
  };
  template <class _Type, std::size_t _Count> struct _Leaf<_Type[_Count]> : _Leaf<_Type> {};
  template <class _Type>
  struct _Leaf<_Type, std::void_t<typename _Type::value_type>> : _Leaf<typename _Type::value_type> {
  };
  template <class _Type, auto _Member> static void _AddPointers(_Pointers &_To, _Type *_In) {
    auto &_Its = _In->*_Member;
    using _Each = typename _Leaf<std::remove_reference_t<decltype(_In->*_Member)>>::_Is;
    static_assert(std::is_pointer_v<_Each>, "a pointer, or an array of them");
    const auto *const _At = reinterpret_cast<const unsigned char *>(__builtin_addressof(_Its));
    const std::size_t _Begin = _At - reinterpret_cast<const unsigned char *>(_In);
    for (std::size_t _Idx = 0; _Idx < sizeof(_Its) / sizeof(void *); ++_Idx)
      _To._Offsets.push_back(_Begin + _Idx * sizeof(void *));
  }
  /// Null: there are none.
  template <class _Type, auto... _Members> static const _Pointers *_PointersIn() {
    if constexpr (std::is_pointer_v<_Type>) {
      static const _Pointers _Its{sizeof(_Type), {0}};
      return &_Its;
    } else if constexpr (sizeof...(_Members) > 0) {
      static const _Pointers _Its = [] {
        _Pointers _Found{sizeof(_Type), {}};
        alignas(_Type) unsigned char _Any[sizeof(_Type)];
        (_AddPointers<_Type, _Members>(_Found, reinterpret_cast<_Type *>(_Any)), ...);
        return _Found;
      }();
      return &_Its;
    } else {
      return nullptr;
    }
  }

  /// Stands before the elements; their adjoints follow them.
  struct alignas(16) _Block {
    std::size_t _Capacity; // bytes of the elements, and again of the adjoints
    std::size_t _Bytes;    // in use
    std::size_t _Compared; // so many of them tell whether two states are the same: no padding
    std::size_t _Place;    // in _Used
    std::size_t _Class;
    const _Pointers *_Holds; // null: no pointers

    unsigned char *_Elements() { return reinterpret_cast<unsigned char *>(this + 1); }
    unsigned char *_Adjoints() { return _Elements() + _Capacity; }
    static _Block *_Of(const void *_At) {
      return static_cast<_Block *>(const_cast<void *>(_At)) - 1;
    }
    std::size_t _PointerBytes() const {
      return _Holds ? _Bytes / _Holds->_Stride * _Holds->_Offsets.size() * sizeof(void *) : 0;
    }
    /// Calls _Call with the address of each pointer to an adjoint.
    template <class _Function> void _EachPointer(_Function _Call) {
      if (_Holds)
        for (std::size_t _At = 0; _At < _Bytes; _At += _Holds->_Stride)
          for (std::size_t _Offset : _Holds->_Offsets)
            _Call(_Adjoints() + _At + _Offset);
    }
  };
  struct _Chunk {
    unsigned char *_Begin;
    std::size_t _Size;
  };
  /// Blocks of one capacity, with pointers in the same places, that may be given away.
  struct _SizeClass {
    std::size_t _Capacity;
    const _Pointers *_Holds;
    std::vector<_Block *> _Free;
  };
  static constexpr std::size_t _NotUsed = ~std::size_t(0);

  std::vector<_Chunk> _Chunks;
  std::size_t _Open = 0, _Offset = 0; // blocks were cut up to here
  std::vector<_SizeClass> _Classes;
  std::vector<_Block *> _Used;
  std::vector<_Block *> _Freed; // by this step
  std::vector<_Block *> _Fresh; // allocated by this step
  struct _Other {
    void *_At;
    void (*_Free)(void *);
  };
  std::vector<_Other> _Others; // from elsewhere, to be freed at the end
  std::unordered_set<const void *> _Given;
  std::vector<const void *> _Kept; // room for pointers

  /// Sizes that differ little share blocks: the step is an eighth at most.
  static std::size_t _Rounded(std::size_t _Bytes) {
    std::size_t _Step = 16;
    while (_Bytes > 16 * _Step)
      _Step *= 2;
    return _Bytes ? (_Bytes + _Step - 1) / _Step * _Step : 16;
  }
  std::size_t _ClassFor(std::size_t _Capacity, const _Pointers *_Holds) {
    for (std::size_t _Idx = 0; _Idx < _Classes.size(); ++_Idx)
      if (_Classes[_Idx]._Capacity == _Capacity && _Classes[_Idx]._Holds == _Holds)
        return _Idx;
    _Classes.push_back({_Capacity, _Holds, {}});
    return _Classes.size() - 1;
  }

  /// A block that was never in use.
  _Block *_Cut(std::size_t _Class) {
    const std::size_t _Capacity = _Classes[_Class]._Capacity;
    const std::size_t _Whole = sizeof(_Block) + 2 * _Capacity;
    while (_Open < _Chunks.size() && _Chunks[_Open]._Size - _Offset < _Whole) {
      ++_Open;
      _Offset = 0;
    }
    if (_Open == _Chunks.size()) {
      std::size_t _Size = _Chunks.empty() ? 4096 : 2 * _Chunks.back()._Size;
      while (_Size < _Whole)
        _Size *= 2;
      _Chunks.reserve(_Chunks.size() + 1);
      void *const _Begin = ::operator new(_Size);
      __builtin_memset(_Begin, 0, _Size);
      _Chunks.push_back({static_cast<unsigned char *>(_Begin), _Size});
    }
    auto *const _New = reinterpret_cast<_Block *>(_Chunks[_Open]._Begin + _Offset);
    _Offset += _Whole;
    return ::new (static_cast<void *>(_New))
        _Block{_Capacity, 0, 0, _NotUsed, _Class, _Classes[_Class]._Holds};
  }

  _Block *_Take(std::size_t _Bytes, const _Pointers *_Holds, bool _Ahead) {
    const std::size_t _Class = _ClassFor(_Rounded(_Bytes), _Holds);
    std::vector<_Block *> &_Free = _Classes[_Class]._Free;
    _Block *_Its;
    if (_Free.empty() || _Ahead) {
      _Its = _Cut(_Class);
    } else {
      _Its = _Free.back();
      _Free.pop_back();
    }
    _Its->_Bytes = _Bytes;
    _Its->_Place = _Used.size();
    _Used.push_back(_Its);
    _Fresh.push_back(_Its);
    __builtin_memset(_Its->_Elements(), 0, _Bytes); // what no step writes is the same each time
    _Its->_EachPointer([](unsigned char *_At) { __builtin_memset(_At, 0, sizeof(void *)); });
    return _Its;
  }
  template <class _Type, auto... _Members> _Type *_Make(std::size_t _Count, bool _Ahead) {
    static_assert(std::is_trivially_copyable_v<_Type> && alignof(_Type) <= 16,
                  "snapshots hold the bytes of the elements");
    constexpr std::size_t _Most = ~std::size_t(0) / 8 / sizeof(_Type); // more than there is
    _Block *const _Its = _Take((_Count < _Most ? _Count : _Most) * sizeof(_Type),
                               _PointersIn<_Type, _Members...>(), _Ahead);
    _Its->_Compared = __comparable<_Type> ? _Its->_Bytes : 0;
    return reinterpret_cast<_Type *>(_Its->_Elements());
  }

  bool _IsOwn(const void *_At) const {
    for (std::size_t _Idx = _Chunks.size(); _Idx-- > 0;) {
      const _Chunk &_Each = _Chunks[_Idx];
      if (static_cast<std::size_t>(static_cast<const unsigned char *>(_At) - _Each._Begin) <
          _Each._Size)
        return true;
    }
    return false;
  }

  /// Memory from elsewhere, once, however often the step that frees it is run.
  void _Keep(void *_At, void (*_Free)(void *)) {
    if (_At && _Given.insert(_At).second)
      _Others.push_back({_At, _Free});
  }
  void _FreeOwn(const void *_At) {
    _Block *const _Its = _Block::_Of(_At);
    if (_Its->_Place == _NotUsed)
      return;
    _Used[_Its->_Place] = _Used.back();
    _Used[_Its->_Place]->_Place = _Its->_Place;
    _Used.pop_back();
    _Its->_Place = _NotUsed;
    _Freed.push_back(_Its);
  }
  void _Free(const void *_At, void (*_How)(void *), bool _WithIteration) {
    if (!_IsOwn(_At))
      _Keep(const_cast<void *>(_At), _How);
    else if (_WithIteration)
      _FreeOwn(_At);
  }
  template <class _Type> static void _Delete(void *_Gone) { delete static_cast<_Type *>(_Gone); }
  template <class _Type> static void _DeleteArray(void *_Gone) {
    delete[] static_cast<_Type *>(_Gone);
  }
  static void _Release(void *_Gone) { ::operator delete(_Gone); }
  static void _FreeC(void *_Gone) { std::free(_Gone); }

public:
  block_store() = default;
  block_store(const block_store &) = delete;
  block_store &operator=(const block_store &) = delete;
  ~block_store() {
    for (std::size_t _Idx = _Others.size(); _Idx-- > 0;)
      _Others[_Idx]._Free(_Others[_Idx]._At);
    for (const _Chunk &_Each : _Chunks)
      ::operator delete(_Each._Begin);
  }

  /// `_Count` elements without a value that anybody may rely on. `_Members` are those that are
  /// pointers, or arrays of them. Throws std::bad_alloc.
  template <class _Type, auto... _Members> _Type *allocate(std::size_t _Count) {
    return _Make<_Type, _Members...>(_Count, false);
  }
  /// `_Count` elements that are zero. Throws std::bad_alloc.
  template <class _Type, auto... _Members> _Type *zeros(std::size_t _Count) {
    return _Make<_Type, _Members...>(_Count, false);
  }
  /// The same where no step runs: ahead of them, or between the steps of two loops.
  template <class _Type, auto... _Members> _Type *allocate_ahead(std::size_t _Count) {
    return _Make<_Type, _Members...>(_Count, true);
  }
  template <class _Type, auto... _Members> _Type *zeros_ahead(std::size_t _Count) {
    return _Make<_Type, _Members...>(_Count, true);
  }
  /// The adjoints of what `_At`, from `allocate` or `zeros`, leads to.
  template <class _Type> _Type *adjoint(const _Type *_At) {
    return reinterpret_cast<_Type *>(_Block::_Of(_At)->_Adjoints());
  }

  /// The memory that `new`, `new[]`, `::operator new` or `malloc` made, or a block, is freed: for
  /// those after it a block may be used again; the other memory ends with the store. Throws
  /// std::bad_alloc.
  template <class _Type> void delete_with_iteration(const _Type *_At) {
    _Free(_At, _Delete<_Type>, true);
  }
  template <class _Type> void delete_array_with_iteration(const _Type *_At) {
    _Free(_At, _DeleteArray<_Type>, true);
  }
  void release_with_iteration(const void *_At) { _Free(_At, _Release, true); }
  void free_with_iteration(const void *_At) { _Free(_At, _FreeC, true); }

  /// The same where no iteration runs: a block, too, is there until the store ends.
  template <class _Type> void delete_at_end(const _Type *_At) { _Free(_At, _Delete<_Type>, false); }
  template <class _Type> void delete_array_at_end(const _Type *_At) {
    _Free(_At, _DeleteArray<_Type>, false);
  }
  void release_at_end(const void *_At) { _Free(_At, _Release, false); }
  void free_at_end(const void *_At) { _Free(_At, _FreeC, false); }

  /// An exception passes the object that holds `_At`: it is left without a block, which its
  /// destructor would free.
  template <class _Pointer> void let_go(const _Pointer &_At) {
    if (_IsOwn(_At))
      const_cast<_Pointer &>(_At) = nullptr;
  }

  /// A step is run, for the first time or again.
  void begin_iteration() {
    for (_Block *_Each : _Freed)
      _Classes[_Each->_Class]._Free.push_back(_Each);
    _Freed.clear();
    _Fresh.clear();
  }
  /// The step that ran last is reversed: before it, what it allocated was not in use. Pointers stay
  /// until the block is allocated again.
  void end_reversal() {
    for (_Block *_Each : _Fresh) {
      _Kept.clear();
      _Each->_EachPointer([&](const unsigned char *_At) {
        _Kept.resize(_Kept.size() + 1);
        __builtin_memcpy(&_Kept.back(), _At, sizeof(void *));
      });
      __builtin_memset(_Each->_Adjoints(), 0, _Each->_Capacity);
      const void **_Next = _Kept.data();
      _Each->_EachPointer(
          [&](unsigned char *_At) { __builtin_memcpy(_At, _Next++, sizeof(void *)); });
    }
    _Fresh.clear();
  }

  std::size_t blocks() const { return _Used.size(); } ///< In use.
};

/// Which blocks there are, and what is in those that are in use.
class __blocks_part {
  static unsigned char *_Put(std::size_t _Number, unsigned char *_To) {
    __builtin_memcpy(_To, &_Number, sizeof(_Number));
    return _To + sizeof(_Number);
  }
  static std::size_t _Get(const unsigned char *&_From) {
    std::size_t _Number;
    __builtin_memcpy(&_Number, _From, sizeof(_Number));
    _From += sizeof(_Number);
    return _Number;
  }
  static unsigned char *_Put(const std::vector<block_store::_Block *> &_List, unsigned char *_To) {
    _To = _Put(_List.size(), _To);
    if (!_List.empty())
      __builtin_memcpy(_To, _List.data(), _List.size() * sizeof(_List[0]));
    return _To + _List.size() * sizeof(_List[0]);
  }
  static void _Get(std::vector<block_store::_Block *> &_List, const unsigned char *&_From) {
    _List.resize(_Get(_From));
    if (!_List.empty())
      __builtin_memcpy(_List.data(), _From, _List.size() * sizeof(_List[0]));
    _From += _List.size() * sizeof(_List[0]);
  }

public:
  block_store *_Of;
  explicit __blocks_part(block_store *_Store) : _Of(_Store) {}

  std::size_t _Size() const {
    constexpr std::size_t _Word = sizeof(std::size_t);
    std::size_t _Sum = (5 + _Of->_Used.size() * 3 + _Of->_Freed.size()) * _Word;
    for (const auto &_Each : _Of->_Classes)
      _Sum += (1 + _Each._Free.size()) * _Word;
    for (const auto *_Each : _Of->_Used)
      _Sum += _Each->_Bytes + _Each->_PointerBytes();
    return _Sum;
  }
  unsigned char *_Save(unsigned char *_To) const {
    _To = _Put(_Of->_Used, _To);
    for (const auto *_Each : _Of->_Used)
      _To = _Put(_Each->_Compared, _Put(_Each->_Bytes, _To));
    for (auto *_Each : _Of->_Used) {
      __builtin_memcpy(_To, _Each->_Elements(), _Each->_Bytes);
      _To += _Each->_Bytes;
      _Each->_EachPointer([&](const unsigned char *_At) {
        __builtin_memcpy(_To, _At, sizeof(void *));
        _To += sizeof(void *);
      });
    }
    _To = _Put(_Of->_Open, _To);
    _To = _Put(_Of->_Offset, _To);
    _To = _Put(_Of->_Freed, _To);
    _To = _Put(_Of->_Classes.size(), _To);
    for (const auto &_Each : _Of->_Classes)
      _To = _Put(_Each._Free, _To);
    return _To;
  }
  const unsigned char *_Load(const unsigned char *_From) const {
    for (auto *_Each : _Of->_Used)
      _Each->_Place = block_store::_NotUsed;
    _Get(_Of->_Used, _From);
    for (std::size_t _Idx = 0; _Idx < _Of->_Used.size(); ++_Idx) {
      _Of->_Used[_Idx]->_Place = _Idx;
      _Of->_Used[_Idx]->_Bytes = _Get(_From);
      _Of->_Used[_Idx]->_Compared = _Get(_From);
    }
    for (auto *_Each : _Of->_Used) {
      __builtin_memcpy(_Each->_Elements(), _From, _Each->_Bytes);
      _From += _Each->_Bytes;
      _Each->_EachPointer([&](unsigned char *_At) {
        __builtin_memcpy(_At, _From, sizeof(void *));
        _From += sizeof(void *);
      });
    }
    _Of->_Open = _Get(_From);
    _Of->_Offset = _Get(_From);
    _Get(_Of->_Freed, _From);
    const std::size_t _Known = _Get(_From);
    for (std::size_t _Idx = 0; _Idx < _Of->_Classes.size(); ++_Idx)
      if (_Idx < _Known)
        _Get(_Of->_Classes[_Idx]._Free, _From);
      else
        _Of->_Classes[_Idx]._Free.clear();
    return _From;
  }
  /// Blocks count as the elements.
  std::optional<std::size_t> _Differs(const unsigned char *&_From, std::string &_Was,
                                      std::string &_Is) const {
    std::vector<block_store::_Block *> _Old;
    std::vector<std::size_t> _Bytes, _Compared;
    std::optional<std::size_t> _First;
    _Get(_Old, _From);
    for (std::size_t _Idx = 0; _Idx < _Old.size(); ++_Idx) {
      _Bytes.push_back(_Get(_From));
      _Compared.push_back(_Get(_From));
    }
    for (std::size_t _Idx = 0; _Idx < _Old.size(); ++_Idx) {
      block_store::_Block *const _Its = _Old[_Idx];
      bool _Same = _Idx < _Of->_Used.size() && _Of->_Used[_Idx] == _Its &&
                   _Its->_Bytes == _Bytes[_Idx] &&
                   !__builtin_memcmp(_Its->_Elements(), _From, _Compared[_Idx]);
      _From += _Bytes[_Idx];
      const std::size_t _Now = std::exchange(_Its->_Bytes, _Bytes[_Idx]);
      _Its->_EachPointer([&](const unsigned char *_At) {
        _Same &= !__builtin_memcmp(_At, _From, sizeof(void *));
        _From += sizeof(void *);
      });
      _Its->_Bytes = _Now;
      if (!_Same && !_First)
        _First = _Idx;
    }
    if (!_First && _Old.size() != _Of->_Used.size())
      _First = _Old.size();
    if (_First) {
      _Was = "a block of other bytes";
      _Is = "one of others";
    }
    _Get(_From);
    _Get(_From);
    _Get(_Old, _From);
    for (std::size_t _Left = _Get(_From); _Left-- > 0;)
      _Get(_Old, _From);
    return _First;
  }
};

inline __blocks_part __part(block_store &_Of) { return __blocks_part(&_Of); }

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_BLOCK_STORE_H
