//===- options.h - limits and hooks, passed by scope ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Companions have the signature that the derivative rule gives them and no room for settings, so
// limits and hooks reach them through a scope of the calling thread:
//
//   ad::options o{.tape_bytes = 1 << 20}; // from here to the end of the block
//   energy_reverse(x, x_bar, n);          // may record at most 1 MiB
//
// Before C++20 the same is `ad::options o; o.tape_bytes = 1 << 20;`. Documented in docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_OPTIONS_H
#define AD_OPTIONS_H

#include "detail/push_macros.h"
#include <cstddef>

namespace ad {

struct options;

/// How far a long run has come; what `options::progress` is called with.
struct progress_report {
  std::size_t steps_done;    ///< Steps whose adjoint is complete or that were advanced over.
  std::size_t steps_planned; ///< Steps of the whole schedule; 0 while that is unknown.
  std::size_t held;          ///< Snapshots held at this moment.
  std::size_t bytes;         ///< Bytes that these snapshots take.
};

/// The innermost scope of this thread. Visible everywhere: a scope opened in a program holds for
/// companions in its shared libraries.
__attribute__((__visibility__("default"))) inline thread_local const options *__innermost_options =
    nullptr;

class __options_scope;

/// The snapshots of a loop, in a list of all that were made in a scope: loops that follow one
/// another share its limits (ad/checkpoint.h).
class __phase {
  friend __options_scope;
  const __options_scope *_In;
  __phase *_Next = nullptr;

protected:
  /// Snapshots in memory.
  struct _Holding {
    std::size_t _Count, _Bytes;
  };

  /// Null: in no list.
  explicit __phase(const __options_scope *_Of);
  __phase(const __phase &) = delete;
  __phase &operator=(const __phase &) = delete;
  ~__phase();

  /// All that the others hold which wait for their reversal; the least that they can do with.
  _Holding _OthersHold(bool _Least) const;
  /// The oldest of these gives a snapshot up; false if none can.
  bool _OthersYield() const;

private:
  virtual bool _Waits() const = 0;
  virtual _Holding _Holds(bool _Least) const = 0;
  virtual bool _Yield() = 0;
};

/// Makes the object that holds it the innermost scope, and restores the one outside at its end.
class __options_scope {
  friend __phase;
  const options *_Outside;
  mutable __phase *_Oldest = nullptr;

public:
  explicit __options_scope(const options *_Inside) : _Outside(__innermost_options) {
    __innermost_options = _Inside;
  }
  __options_scope(const __options_scope &) = delete;
  __options_scope &operator=(const __options_scope &) = delete;
  ~__options_scope() {
    for (; _Oldest; _Oldest = _Oldest->_Next)
      _Oldest->_In = nullptr;
    __innermost_options = _Outside;
  }
};

inline __phase::__phase(const __options_scope *_Of) : _In(_Of) {
  if (!_In)
    return;
  __phase **_End = &_In->_Oldest;
  while (*_End)
    _End = &(*_End)->_Next;
  *_End = this;
}

inline __phase::~__phase() {
  if (!_In)
    return;
  __phase **_At = &_In->_Oldest;
  while (*_At != this)
    _At = &(*_At)->_Next;
  *_At = _Next;
}

inline __phase::_Holding __phase::_OthersHold(bool _Least) const {
  _Holding _Sum = {0, 0};
  for (const __phase *_Each = _In ? _In->_Oldest : nullptr; _Each; _Each = _Each->_Next)
    if (_Each != this && _Each->_Waits()) {
      const _Holding _Its = _Each->_Holds(_Least);
      _Sum._Count += _Its._Count;
      _Sum._Bytes += _Its._Bytes;
    }
  return _Sum;
}

inline bool __phase::_OthersYield() const {
  for (__phase *_Each = _In ? _In->_Oldest : nullptr; _Each; _Each = _Each->_Next)
    if (_Each != this && _Each->_Waits() && _Each->_Yield())
      return true;
  return false;
}

/// The setting that the scopes outside have made for a field, else `_Default`.
template <class _Field> _Field __outside(_Field options::*_Member, _Field _Default) {
  return __innermost_options ? __innermost_options->*_Member : _Default;
}

/// Settings for every companion that this thread enters while the object lives. A field that is not
/// given keeps the value of the scope outside. A companion reads them once, on entry. To be
/// declared as a local variable: scopes end in the reverse order of their beginning.
struct options {
  /// The most bytes that one tape may record before it throws ad::tape_limit. Default: no limit.
  std::size_t tape_bytes = __outside(&options::tape_bytes, static_cast<std::size_t>(-1));
  /// The most snapshots that a checkpointed companion holds at once in memory, for loops that
  /// follow one another; those inside of an iteration have as many again. Default: 0, which leaves
  /// the choice to the schedule.
  std::size_t snapshots = __outside<std::size_t>(&options::snapshots, 0);
  /// Where snapshots may be written. Default: null, memory only.
  const char *directory = __outside<const char *>(&options::directory, nullptr);
  /// Called now and then during long runs, on the thread that runs. Default: null.
  void (*progress)(const progress_report &) =
      __outside<void (*)(const progress_report &)>(&options::progress, nullptr);
  /// The most bytes that these snapshots may take. Default: no limit.
  std::size_t snapshot_bytes = __outside(&options::snapshot_bytes, static_cast<std::size_t>(-1));
  /// How many extra forward steps a checkpointed loop may take for each of its steps, on average:
  /// fewer need more snapshots. Default: 0, which is 3 where no other field limits the snapshots.
  std::size_t repeats = __outside<std::size_t>(&options::repeats, 0);
  /// Compares the states that steps lead to, run again, with those that were stored, and throws
  /// ad::not_reproducible where they differ. Default: false.
  bool verify = __outside(&options::verify, false);

  __options_scope __scope{this};
};

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_OPTIONS_H
