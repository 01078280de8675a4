//===- first_writes.h - memory of unknown extent, as a state ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A part of a state (ad/checkpoint.h) that is what the steps write to, where nobody can tell
// beforehand what that is: each element is logged before it is written for the first time after a
// snapshot.
//
//   ad::first_writes writes;
//   ad::checkpoints snapshots(n, writes);
//   for (std::size_t i = 0; i < n; ++i) {
//     snapshots.pass(i);
//     writes.keep(&u[where[i]]);
//     u[where[i]] *= 2;
//   }
//
// 1. In the first run a snapshot is a log: what the elements held that are written between it and
//    the next one. To go back to it, the logs after it are undone, the newest one first, and then
//    its own. Where a snapshot is given up, its log is appended to that of the one before.
// 2. Steps that are run again write to what they wrote to in the first run, so nothing is logged
//    any more: a snapshot that is stored during the reversal holds the present values of the
//    elements in the log of the last snapshot of the first run that is still there.
//
// So all logs together hold an element once for each snapshot at most, and what each step writes to
// an element of its own, once. Documented in docs/checkpointed.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_FIRST_WRITES_H
#define AD_FIRST_WRITES_H

#include "detail/push_macros.h"
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ad {

template <class... _Parts> class checkpoints;
class __logged_part;

/// What steps write to. To be declared ahead of the snapshots that it is a part of; neither copied
/// nor moved. The reversal leaves the elements as it found them.
class first_writes {
  template <class... _Parts> friend class checkpoints;
  friend __logged_part;

  struct _Cell {
    unsigned char *_At;
    unsigned _Size;
  };
  struct _Log {
    std::size_t _Step; // the snapshot is of the state before it
    std::vector<_Cell> _Cells;
    std::vector<unsigned char> _Values; // what they hold then
  };
  /// All elements that were ever written.
  struct _Entry {
    _Cell _Of;
    unsigned _Logged;   // so much of it is in the log
    std::size_t _Epoch; // of that log
  };

  std::vector<_Log> _Logs; // the oldest first
  std::vector<_Entry> _Table = std::vector<_Entry>(64);
  unsigned _Shift = 8 * sizeof(std::size_t) - 6;
  std::size_t _Count = 0, _Epoch = 0;
  bool _Turning = false, _Keeps = false;
  std::vector<unsigned char> _Found; // by the reversal; as _Table is ordered

  static std::size_t _Hash(const unsigned char *_At) {
    const unsigned long long _Golden = 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(reinterpret_cast<std::size_t>(_At) * _Golden);
  }
  _Entry &_Find(const unsigned char *_At) {
    std::size_t _Idx = _Hash(_At) >> _Shift;
    while (_Table[_Idx]._Of._At && _Table[_Idx]._Of._At != _At)
      _Idx = (_Idx + 1) & (_Table.size() - 1);
    return _Table[_Idx];
  }

  static void _Copy(unsigned char *_To, const unsigned char *_From, std::size_t _Size) {
    if (_Size == sizeof(double))
      __builtin_memcpy(_To, _From, sizeof(double));
    else
      __builtin_memcpy(_To, _From, _Size);
  }

  __attribute__((__noinline__)) void _Add(unsigned char *_At, unsigned _Size) {
    if (_Turning || _Logs.empty())
      return;
    _Log &_To = _Logs.back();
    _To._Cells.push_back({_At, _Size});
    _To._Values.insert(_To._Values.end(), _At, _At + _Size);
    _Entry *_Its = &_Find(_At);
    if (!_Its->_Of._At) {
      if (++_Count > _Table.size() / 4 * 3) {
        std::vector<_Entry> _Smaller(2 * _Table.size());
        _Smaller.swap(_Table);
        --_Shift;
        for (const _Entry &_Each : _Smaller)
          if (_Each._Of._At)
            _Find(_Each._Of._At) = _Each;
        _Its = &_Find(_At);
      }
      *_Its = {{_At, _Size}, _Size, _Epoch};
      return;
    }
    // Where it was there, as a smaller object that begins at the same place, both are.
    _Its->_Epoch = _Epoch;
    _Its->_Logged = _Size;
    if (_Its->_Of._Size < _Size)
      _Its->_Of._Size = _Size;
  }

  /// Last element first: objects and their members may both be there.
  static void _Undo(const _Log &_Of) {
    const unsigned char *_From = _Of._Values.data() + _Of._Values.size();
    for (std::size_t _Idx = _Of._Cells.size(); _Idx-- > 0;) {
      const _Cell &_To = _Of._Cells[_Idx];
      _From -= _To._Size;
      _Copy(_To._At, _From, _To._Size);
    }
  }

  /// What an element held first is what counts. The log that is written to now is at its end.
  void _DropRepeated(_Log &_Of) {
    ++_Epoch;
    std::size_t _Kept = 0, _Bytes = 0, _At = 0;
    for (const _Cell _Each : _Of._Cells) {
      _Entry &_Its = _Find(_Each._At);
      if (_Its._Epoch != _Epoch || _Its._Logged < _Each._Size) {
        _Its._Epoch = _Epoch;
        _Its._Logged = _Each._Size;
        for (std::size_t _Byte = 0; _Byte < _Each._Size; ++_Byte)
          _Of._Values[_Bytes++] = _Of._Values[_At + _Byte];
        _Of._Cells[_Kept++] = _Each;
      }
      _At += _Each._Size;
    }
    _Of._Cells.resize(_Kept);
    _Of._Values.resize(_Bytes);
  }
  void _Append(_Log &_To, const _Log &_Later) {
    _To._Cells.insert(_To._Cells.end(), _Later._Cells.begin(), _Later._Cells.end());
    _To._Values.insert(_To._Values.end(), _Later._Values.begin(), _Later._Values.end());
    if (_To._Cells.size() > _Count)
      _DropRepeated(_To);
  }
  /// The logs of snapshots that are gone go to those before them.
  template <class _Stack> void _Follow(const _Stack &_Held) {
    std::size_t _Idx = 0, _Left = 0;
    _Held._EachStep([&](std::size_t _Step) {
      for (; _Idx < _Logs.size() && _Logs[_Idx]._Step < _Step; ++_Idx)
        _Append(_Logs[_Left - 1], _Logs[_Idx]);
      if (_Idx == _Logs.size() || _Logs[_Idx]._Step != _Step)
        return; // it has none yet
      if (_Left != _Idx)
        _Logs[_Left] = static_cast<_Log &&>(_Logs[_Idx]);
      ++_Left;
      ++_Idx;
    });
    for (; _Idx < _Logs.size(); ++_Idx)
      _Append(_Logs[_Left - 1], _Logs[_Idx]);
    while (_Logs.size() > _Left)
      _Logs.pop_back();
  }

  /// A snapshot of the state before `_Step` is about to be stored.
  template <class _Stack> void _Open(std::size_t _Step, const _Stack &_Held) {
    _Follow(_Held);
    if (_Turning)
      return;
    _Logs.push_back({_Step, {}, {}});
    ++_Epoch;
  }
  /// The reversal begins.
  template <class _Stack> void _Begin(const _Stack &_Held) {
    _Follow(_Held);
    _Turning = _Keeps = true;
    for (const _Entry &_Each : _Table)
      if (_Each._Of._At)
        _Found.insert(_Found.end(), _Each._Of._At, _Each._Of._At + _Each._Of._Size);
  }
  /// Back to the snapshot before `_Step`: all but what is in it, if the reversal has stored it.
  void _Return(std::size_t _Step) {
    for (; _Logs.back()._Step > _Step; _Logs.pop_back())
      _Undo(_Logs.back());
    if (_Logs.back()._Step == _Step)
      _Undo(_Logs.back());
  }
  void _GiveBack() {
    if (!_Keeps)
      return;
    _Keeps = false;
    const unsigned char *_From = _Found.data();
    for (const _Entry &_Each : _Table)
      if (_Each._Of._At) {
        _Copy(_Each._Of._At, _From, _Each._Of._Size);
        _From += _Each._Of._Size;
      }
  }

public:
  first_writes() = default;
  first_writes(const first_writes &) = delete;
  first_writes &operator=(const first_writes &) = delete;

  /// The object behind `_At` is about to be written. O(1), amortised. Throws std::bad_alloc.
  template <class _Type> void keep(const _Type *_At) {
    static_assert(std::is_trivially_copyable_v<_Type>, "only what is bytes can be logged");
    unsigned char *const _Address =
        const_cast<unsigned char *>(reinterpret_cast<const unsigned char *>(_At));
    const _Entry &_Its = _Find(_Address);
    if (__builtin_expect(_Its._Epoch == _Epoch && _Its._Logged >= sizeof(_Type), true))
      return;
    _Add(_Address, sizeof(_Type));
  }
};

/// The part of a snapshot that is in no log: its size, and the values. None in the first run.
class __logged_part {
  first_writes::_Log &_Last() const { return _Of->_Logs.back(); }

public:
  first_writes *_Of;
  explicit __logged_part(first_writes *_Writes) : _Of(_Writes) {}

  std::size_t _Held() const { return _Of->_Turning ? _Last()._Values.size() : 0; }
  std::size_t _Size() const { return sizeof(std::size_t) + _Held(); }
  unsigned char *_Save(unsigned char *_To) const {
    const std::size_t _Bytes = _Held();
    __builtin_memcpy(_To, &_Bytes, sizeof(_Bytes));
    _To += sizeof(_Bytes);
    if (_Bytes)
      for (const auto &_Each : _Last()._Cells) {
        first_writes::_Copy(_To, _Each._At, _Each._Size);
        _To += _Each._Size;
      }
    return _To;
  }
  const unsigned char *_Load(const unsigned char *_From) const {
    std::size_t _Bytes;
    __builtin_memcpy(&_Bytes, _From, sizeof(_Bytes));
    _From += sizeof(_Bytes);
    if (_Bytes)
      for (const auto &_Each : _Last()._Cells) {
        first_writes::_Copy(_Each._At, _From, _Each._Size);
        _From += _Each._Size;
      }
    return _From;
  }
  std::optional<std::size_t> _Differs(const unsigned char *&_From, std::string &_Was,
                                      std::string &_Is) const {
    std::size_t _Bytes, _Idx = 0;
    __builtin_memcpy(&_Bytes, _From, sizeof(_Bytes));
    _From += sizeof(_Bytes);
    const unsigned char *_Old = _From;
    _From += _Bytes;
    if (_Bytes)
      for (const auto &_Each : _Last()._Cells) {
        if (_Each._Size <= sizeof(double) && __builtin_memcmp(_Old, _Each._At, _Each._Size)) {
          _Was = "other bytes";
          _Is = "others";
          return _Idx;
        }
        _Old += _Each._Size;
        ++_Idx;
      }
    return std::nullopt;
  }
};

inline __logged_part __part(first_writes &_Of) { return __logged_part(&_Of); }
template <class _Part> inline constexpr bool __is_logged = std::is_base_of_v<__logged_part, _Part>;

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_FIRST_WRITES_H
