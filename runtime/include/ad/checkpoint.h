//===- checkpoint.h - reversing long runs in bounded memory -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Snapshots of the state of a loop, set and restored as ad/schedule.h says:
//
//   ad::checkpoints s_at(n, s);                   // of the state s, for n steps
//   for (std::size_t i = 0; i < n; ++i) {
//     s_at.pass(i);
//     step(s);
//   }
//   for (std::size_t i = n; i-- > 0;) {
//     for (std::size_t k = s_at.restore(i); k < i; ++k) {
//       s_at.pass(k);
//       step(s);
//     }
//     step_reverse(s, s_bar);                     // the state is that before step i
//   }
//
// Emitted code is written so; by hand, ad::checkpointed_run does the same with two functions. How
// many snapshots there are, and where, ad::options say. Documented in docs/checkpointed.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_CHECKPOINT_H
#define AD_CHECKPOINT_H

#include "detail/snapshot.h"
#include "first_writes.h"
#include "options.h"
#include "region.h"
#include "schedule.h"

#include "detail/push_macros.h"
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ad {

/// In place of a number of steps that is not known beforehand.
struct unknown_steps_t {};
inline constexpr unknown_steps_t unknown_steps{};

/// What the options say of snapshots in memory.
struct __snapshot_limits {
  std::size_t _Count = __unlimited, _Bytes = __unlimited;

  explicit __snapshot_limits(const options *_Set) {
    if (_Set) {
      _Count = _Set->snapshots ? _Set->snapshots : __unlimited;
      _Bytes = _Set->snapshot_bytes;
    }
  }
  bool _Any() const { return _Count != __unlimited || _Bytes != __unlimited; }
  /// How many snapshots of `_Size` bytes there may be beside others.
  std::size_t _Room(std::size_t _Size, std::size_t _Others, std::size_t _TheirBytes) const {
    const std::size_t _Left = _Count > _Others ? _Count - _Others : 1;
    const std::size_t _Fit =
        _Bytes == __unlimited
            ? __unlimited
            : snapshots_for_bytes(_Bytes > _TheirBytes ? _Bytes - _TheirBytes : 0, _Size);
    return _Count != __unlimited && _Left < _Fit ? _Left : _Fit;
  }
};

/// How many snapshots go where.
struct __snapshot_levels {
  std::size_t _Memory, _Disk;

  /// _Steps may be __unlimited: not known. _Room: so many may be in memory.
  static __snapshot_levels _Choose(const options *_Set, std::size_t _Steps, std::size_t _Room) {
    const std::size_t _Repeats = _Set ? _Set->repeats : 0;
    const bool _Known = _Steps != __unlimited;
    const std::size_t _Wanted =
        snapshots_for_repeats(_Known ? _Steps : 1000000, _Repeats ? _Repeats : 3);
    std::size_t _Memory = _Wanted;
    if (_Room != __unlimited) {
      _Memory = _Room;
      if (_Repeats && _Wanted < _Memory)
        _Memory = _Wanted;
    }
    const bool _Spills = _Set && _Set->directory && _Wanted > _Memory;
    return {_Memory, _Spills ? _Wanted - _Memory : 0};
  }
};

/// Snapshots of a state of these parts. Neither copied nor moved; for one thread at a time.
///
/// Loops that follow one another, in the scope of one ad::options, share its limits: those that
/// wait for their reversal give snapshots up to the one that is run or reversed, the oldest loop
/// first, and keep the one of their first state. So the steps of all of them are one sequence, of
/// which no more is held than of one loop, but for these first states; what was given up is run
/// once more.
template <class... _Parts> class checkpoints final : __phase {
  template <class _Part, bool = __is_copied<_Part>> struct _CopyOf {
    struct _Type {}; // in the block of bytes
  };
  template <class _Part> struct _CopyOf<_Part, true> {
    using _Type = typename _Part::_Copy;
  };
  struct _Snapshot {
    std::vector<unsigned char> _Bytes;
    std::tuple<typename _CopyOf<_Parts>::_Type...> _Copies;
  };

  std::tuple<_Parts...> _State;
  const __snapshot_limits _Limits;
  __snapshot_levels _Levels;
  __snapshot_stack _Stack;
  std::size_t _NextAt = 0;
  std::vector<_Snapshot> _Slots;
  __spill_file _File;
  std::vector<unsigned char> _Buffer; // on the way to and from the disk
  const bool _AtBottom;
  bool _Verifies, _Turning = false;
  std::size_t _ExpectedAt = __unlimited; // the state that _Expected is
  _Snapshot _Expected;
  _Snapshot _Kept; // what the reversal must leave as it was
  bool _Keeps = false;
  std::size_t _LastSize; // bytes of the state when it was stored last
  std::size_t _Done = 0, _Planned = 0, _ReportAt, _Steps;
  void (*_Progress)(const progress_report &);

  template <class _Do> void _Each(_Do &&_With) { // part, its place in the tuples
    _Each(_With, std::index_sequence_for<_Parts...>());
  }
  template <class _Do, std::size_t... _Idx> void _Each(_Do &_With, std::index_sequence<_Idx...>) {
    (_With(std::get<_Idx>(_State), std::integral_constant<std::size_t, _Idx>()), ...);
  }
  /// All parts, or those of the caller's.
  template <bool _OfCaller, class _Do> void _EachOf(_Do &&_With) {
    _Each([&](auto &_Part, auto _Idx) {
      if constexpr (!_OfCaller || __is_kept<std::decay_t<decltype(_Part)>>)
        _With(_Part, _Idx);
    });
  }
  std::size_t _Size() {
    std::size_t _Sum = 0;
    _Each([&](auto &_Part, auto) {
      if constexpr (__is_copied<std::decay_t<decltype(_Part)>>)
        _Sum += __copied_size(*_Part._Of);
      else
        _Sum += _Part._Size();
    });
    return _Sum;
  }

  template <bool _OfCaller = false> void _Save(_Snapshot &_To, std::vector<unsigned char> &_Bytes) {
    if (!_OfCaller)
      _LastSize = _Size();
    std::size_t _Sum = 0;
    _EachOf<_OfCaller>([&](auto &_Part, auto) {
      if constexpr (!__is_copied<std::decay_t<decltype(_Part)>>)
        _Sum += _Part._Size();
    });
    if (_Bytes.size() != _Sum)
      _Bytes.resize(_Sum);
    unsigned char *_At = _Bytes.data();
    _EachOf<_OfCaller>([&](auto &_Part, auto _Idx) {
      if constexpr (__is_copied<std::decay_t<decltype(_Part)>>) {
        auto &_Copy = std::get<decltype(_Idx)::value>(_To._Copies);
        if (_Copy)
          *_Copy = *_Part._Of;
        else
          _Copy.emplace(*_Part._Of);
      } else {
        _At = _Part._Save(_At);
      }
    });
  }

  /// What is the caller's is moved back, also when an exception is on its way.
  template <bool _OfCaller = false>
  void _Load(_Snapshot &_From, const std::vector<unsigned char> &_Bytes) {
    const unsigned char *_At = _Bytes.data();
    _EachOf<_OfCaller>([&](auto &_Part, auto _Idx) {
      if constexpr (!__is_copied<std::decay_t<decltype(_Part)>>)
        _At = _Part._Load(_At);
      else if constexpr (_OfCaller)
        *_Part._Of = *std::move(std::get<decltype(_Idx)::value>(_From._Copies));
      else
        *_Part._Of = *std::get<decltype(_Idx)::value>(_From._Copies);
    });
  }

  /// With the length known, the bottom of the stack is on disk: it is used least.
  bool _OnDisk(std::size_t _Slot) const {
    return _AtBottom ? _Slot < _Levels._Disk : _Slot >= _Levels._Memory;
  }

  const std::vector<unsigned char> &_Fetch(std::size_t _Slot) {
    if (!_OnDisk(_Slot))
      return _Slots[_Slot]._Bytes;
    _File._Read(_Slot, _Buffer);
    return _Buffer;
  }

  //===-- Among other loops ---------------------------------------------------===//

  bool _Waits() const override { return !_Turning && _Stack._Count() > 0; }
  _Holding _Holds(bool _Least) const override {
    std::size_t _Count = _Stack._Count();
    if (_AtBottom)
      _Count -= _Count < _Levels._Disk ? _Count : _Levels._Disk;
    else if (_Count > _Levels._Memory)
      _Count = _Levels._Memory;
    if (_Least && _Count > 1)
      _Count = _OnDisk(0) ? 0 : 1;
    return {_Count, _Count * _LastSize};
  }
  bool _Yield() override {
    const std::size_t _Slot = _Stack._GivesWay();
    if (_Slot == __unlimited || _OnDisk(_Slot))
      return false;
    _Stack._Drop();
    _Slots[_Slot] = _Snapshot();
    return true;
  }
  /// Makes room for one more snapshot.
  void _Displace() {
    auto _Fits = [&] {
      const _Holding _Others = _OthersHold(/*_Least=*/false), _Mine = _Holds(/*_Least=*/false);
      return _Others._Count + _Mine._Count < _Limits._Count &&
             _Others._Bytes + _Mine._Bytes + _LastSize <= _Limits._Bytes;
    };
    while (_Limits._Any() && !_Fits() && _OthersYield())
      ;
  }
  /// The first state, in slot 0, is all that may be wanted again.
  void _Release() {
    if (_Stack._Count() == 1 && _Slots.size() > 1)
      _Slots.resize(1);
  }

  __attribute__((__noinline__)) void _Store(std::size_t _Step) {
    _Displace();
    const std::size_t _Slot = _Stack._Store(_Step);
    _NextAt = _Stack._Next();
    if (!_Turning && __builtin_expect(_Step >= _ReportAt, false)) {
      _Done = _Step;
      _Report();
    }
    _EachLog([&](first_writes &_Its) { _Its._Open(_Step, _Stack); });
    if (_Slots.size() <= _Slot)
      _Slots.resize(_Slot + 1);
    if (_OnDisk(_Slot)) {
      _Save(_Slots[_Slot], _Buffer);
      _File._Write(_Slot, _Buffer.data(), _Buffer.size());
    } else {
      _Save(_Slots[_Slot], _Slots[_Slot]._Bytes);
    }
  }

  /// The present state must be what _Expected holds.
  void _Compare() {
    const unsigned char *_At = _Expected._Bytes.data();
    _Each([&](auto &_Part, auto _Idx) {
      if constexpr (!__is_copied<std::decay_t<decltype(_Part)>>) {
        std::string _Was, _Is;
        if (std::optional<std::size_t> _Element = _Part._Differs(_At, _Was, _Is))
          __fail(not_reproducible(_ExpectedAt, decltype(_Idx)::value, *_Element, _Was, _Is));
      }
    });
    _ExpectedAt = __unlimited;
  }

  void _Report() {
    _ReportAt = _Done + _Planned / 1000 + 1;
    const std::size_t _Held = _Stack._Count();
    _Progress({_Done < _Planned || !_Planned ? _Done : _Planned, _Planned, _Held, _Held * _Size()});
  }

  /// Steps of the reversal, about: what the schedule takes beyond the first run, and the turns.
  std::size_t _Reversal() const { return optimal_advances(_Steps, _Stack._Capacity()) + 1; }

  /// The parts of the caller's, as they are now.
  void _Keep() {
    if constexpr ((__is_kept<_Parts> || ...)) {
      _Save</*_OfCaller=*/true>(_Kept, _Kept._Bytes);
      _Keeps = true;
    }
  }
  void _GiveBack() {
    _EachLog([](first_writes &_Its) { _Its._GiveBack(); });
    if (_Keeps)
      _Load</*_OfCaller=*/true>(_Kept, _Kept._Bytes);
    _Keeps = false;
  }
  template <class _Do> void _EachLog(_Do &&_With) {
    _Each([&](auto &_Part, auto) {
      if constexpr (__is_logged<std::decay_t<decltype(_Part)>>)
        _With(*_Part._Of);
    });
  }

  std::size_t _Restore(std::size_t _Step) {
    if (_Verifies && _ExpectedAt == _Step + 2)
      _Compare();
    if (!_Turning) {
      _Turning = true;
      _EachLog([&](first_writes &_Its) { _Its._Begin(_Stack); });
      _Keep();
      _Steps = _Done = _Step + 1;
      _Planned = _Steps + _Reversal();
    }
    if (_Verifies && _Stack._Newest()._Step == _Step + 1) {
      const std::size_t _Slot = _Stack._Newest()._Slot;
      _Expected._Bytes = _Fetch(_Slot);
      _ExpectedAt = _Step + 1;
    }
    const __snapshot_stack::_Restored _Back = _Stack._Restore(_Step);
    _NextAt = _Stack._Next();
    _EachLog([&](first_writes &_Its) { _Its._Return(_Back._Step); });
    _Load(_Slots[_Back._Slot], _Fetch(_Back._Slot));
    if (_Step == 0)
      _Release();
    _Done += _Step - _Back._Step + 1;
    if (__builtin_expect(_Done >= _ReportAt || (_Step == 0 && _Progress), false)) {
      if (_Step == 0)
        _Done = _Planned;
      _Report();
    }
    return _Back._Step;
  }

  checkpoints(std::size_t _Number, std::tuple<_Parts...> _Of, const options *_From)
      : __phase(__snapshot_limits(_From)._Any() ? &_From->__scope : nullptr), _State(_Of),
        _Limits(_From), _Levels(__snapshot_levels::_Choose(_From, _Number, _MostInMemory())),
        _Stack(_Number, _Levels._Memory + _Levels._Disk), _File(_From ? _From->directory : nullptr),
        _AtBottom(_Number != __unlimited), _Verifies(_From && _From->verify), _LastSize(_Size()),
        _Steps(_Number), _Progress(_From ? _From->progress : nullptr) {
    if (_AtBottom)
      _Planned = _Steps + _Reversal();
    _ReportAt = _Progress ? 0 : __unlimited;
  }

  std::size_t _MostInMemory() {
    const _Holding _Others = _OthersHold(/*_Least=*/true);
    return _Limits._Room(_Size(), _Others._Count, _Others._Bytes);
  }

  template <class _Integer> static std::size_t _Count(_Integer _Number) {
    return _Number > _Integer(0) ? static_cast<std::size_t>(_Number) : 0;
  }

public:
  /// For `_Number` steps, of any integer type or an enumerator (none if negative), of a state whose
  /// parts are these: variables and what ad::range makes. Options are those of the innermost scope.
  /// Throws std::bad_alloc.
  template <class _Integer, class... _Types,
            class = std::enable_if_t<std::is_integral_v<_Integer> || std::is_enum_v<_Integer>>>
  checkpoints(_Integer _Number, _Types &&..._Of)
      : checkpoints(_Count(_Number), std::tuple<_Parts...>(__part(_Of)...), __innermost_options) {}
  /// For as many steps as there will be.
  template <class... _Types>
  checkpoints(unknown_steps_t, _Types &&..._Of)
      : checkpoints(__unlimited, std::tuple<_Parts...>(__part(_Of)...), __innermost_options) {}
  checkpoints(const checkpoints &) = delete;
  checkpoints &operator=(const checkpoints &) = delete;
  ~checkpoints() { _GiveBack(); }

  /// The state is that before step `_Step`, which is run next: stores it, where the schedule says
  /// so. O(1), and the size of the state where it is stored. Throws std::bad_alloc, snapshot_error,
  /// or what copying a part throws.
  void pass(std::size_t _Step) {
    if (__builtin_expect(_Step == _NextAt, false))
      _Store(_Step);
  }

  /// State `_Step` is wanted for its reversal. Restores the nearest state before it, or itself, and
  /// says which: steps from there to `_Step` - 1 must be run, each with its `pass`. To be called
  /// for the last step first, and then for each one before; the first call saves the parts that are
  /// ad::kept. Throws std::bad_alloc, snapshot_error, with options::verify not_reproducible.
  template <class _Integer> _Integer restore(_Integer _Step) {
    return static_cast<_Integer>(_Restore(static_cast<std::size_t>(_Step)));
  }

  /// Back to the state before step 0, if there was a step; the parts that are ad::kept become what
  /// they were when the reversal began.
  void rewind() {
    if (_Stack._Count())
      _Load(_Slots[0], _Fetch(0));
    _GiveBack();
  }

  /// Whether `expect` would compare the state before step `_Step`.
  bool expects(std::size_t _Step) const { return _ExpectedAt == _Step; }
  /// The state is that before step `_Step`: with options::verify it is compared with what was
  /// stored then, if it was.
  void expect(std::size_t _Step) {
    if (_ExpectedAt == _Step)
      _Compare();
  }

  std::size_t held() const { return _Stack._Count(); } ///< Snapshots at this moment.
};

template <class _Integer, class... _Types>
checkpoints(_Integer, _Types &&...) -> checkpoints<decltype(__part(std::declval<_Types &>()))...>;
template <class... _Types>
checkpoints(unknown_steps_t, _Types &&...)
    -> checkpoints<decltype(__part(std::declval<_Types &>()))...>;

/// A run whose steps are reversed later, for adjoints by hand.
///
///   ad::checkpointed_run run(n, [&](std::size_t i) { step(u, i); }, u);   // runs
///   ...                                                                  // uses the final u
///   run.reverse([&](std::size_t i) { step_reverse(u, u_bar, i); });
template <class _Step, class... _Parts> class checkpointed_run {
  _Step _Run;
  checkpoints<_Parts...> _At;
  std::size_t _Steps = 0;

public:
  /// Runs step(0) to step(_Number - 1), which work on the parts `_Of`.
  template <class _Integer, class... _Types, class = std::enable_if_t<std::is_integral_v<_Integer>>>
  checkpointed_run(_Integer _Number, _Step _With, _Types &&..._Of)
      : _Run(static_cast<_Step &&>(_With)), _At(_Number, _Of...) {
    for (; static_cast<_Integer>(_Steps) < _Number; ++_Steps) {
      _At.pass(_Steps);
      _Run(_Steps);
    }
  }
  /// Runs step(0), step(1), ... until one returns false, which must have left the state as it was:
  /// that one does not count.
  template <class... _Types>
  checkpointed_run(unknown_steps_t, _Step _With, _Types &&..._Of)
      : _Run(static_cast<_Step &&>(_With)), _At(unknown_steps, _Of...) {
    for (_At.pass(0); _Run(_Steps); _At.pass(++_Steps))
      ;
  }

  std::size_t steps() const { return _Steps; } ///< That were run.

  /// Calls adjoint(i) for each step, the last one first, each with the state before step i. At the
  /// end the state is that before step 0.
  template <class _Adjoint> void reverse(_Adjoint &&_Turn) {
    for (std::size_t _Idx = _Steps; _Idx-- > 0;) {
      for (std::size_t _K = _At.restore(_Idx); _K < _Idx; ++_K) {
        _At.pass(_K);
        _Run(_K);
      }
      if (_At.expects(_Idx + 1)) {
        _Run(_Idx);
        _At.expect(_Idx + 1);
        for (std::size_t _K = _At.restore(_Idx); _K < _Idx; ++_K)
          _Run(_K);
      }
      _Turn(_Idx);
    }
    _At.rewind();
  }
};

template <class _Integer, class _Step, class... _Types>
checkpointed_run(_Integer, _Step, _Types &&...)
    -> checkpointed_run<_Step, decltype(__part(std::declval<_Types &>()))...>;
template <class _Step, class... _Types>
checkpointed_run(unknown_steps_t, _Step, _Types &&...)
    -> checkpointed_run<_Step, decltype(__part(std::declval<_Types &>()))...>;

/// The run and its reversal in one, where the adjoint needs nothing of the final state.
template <class _Integer, class _Step, class _Adjoint, class... _Types>
void checkpointed_loop(_Integer _Number, _Step &&_Run, _Adjoint &&_Turn, _Types &&..._Of) {
  checkpointed_run _Whole(_Number, [&_Run](std::size_t _Idx) { _Run(_Idx); }, _Of...);
  _Whole.reverse(_Turn);
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_CHECKPOINT_H
