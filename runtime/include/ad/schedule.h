//===- schedule.h - when to store, restore and recompute --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Reversing a sequence of steps needs the states in the opposite order. Where they do not all fit
// in memory, a few are kept as snapshots and the others computed again from them. A schedule says
// when: it knows nothing of what a step does. The state before step i is called state i.
//
// 1. Number of steps known: the binomial schedule, which needs the fewest forward steps that so
// many
//    snapshots allow (Griewank and Walther, Algorithm 799: Revolve, ACM TOMS 26, 2000).
// 2. Number of steps unknown: snapshots are set as the binomial schedule for one more repetition
//    would set them; once they are used up, the number of repetitions is raised and the earlier
//    ones give way. The number of repetitions is the least that so many snapshots allow (Heuveline
//    and Walther, Euro-Par 2006; Wang, Moin and Iaccarino, SIAM J. Sci. Comput. 31, 2009).
// 3. Two levels: the snapshots that are used least often, those at the bottom of the stack, go to
//    the slower storage (Stumm and Walther, SIAM J. Sci. Comput. 31, 2009).
//
// With c snapshots and r repetitions, C(c + r, c) steps can be reversed: `most_steps(c, r)`.
//
// Documented for users in docs/checkpointed.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_SCHEDULE_H
#define AD_SCHEDULE_H

#include "detail/push_macros.h"
#include <cstddef>
#include <vector>

namespace ad {

inline constexpr std::size_t __unlimited = static_cast<std::size_t>(-1);

/// `_Number * _Times / _By`, which divides without remainder; the greatest number if that is less.
inline std::size_t __scale(std::size_t _Number, std::size_t _Times, std::size_t _By) {
  std::size_t _Whole, _Rest, _Sum;
  if (__builtin_mul_overflow(_Number / _By, _Times, &_Whole) ||
      __builtin_mul_overflow(_Number % _By, _Times, &_Rest) ||
      __builtin_add_overflow(_Whole, _Rest / _By, &_Sum))
    return __unlimited;
  return _Sum;
}

//===-- Closed forms ------------------------------------------------------===//

/// The most steps that `_Snapshots` snapshots (the initial state is one of them) can reverse when
/// no step is advanced over more than `_Repeats` times: C(_Snapshots + _Repeats, _Snapshots). O(the
/// smaller of both).
inline std::size_t most_steps(std::size_t _Snapshots, std::size_t _Repeats) {
  const std::size_t _Few = _Snapshots < _Repeats ? _Snapshots : _Repeats;
  const std::size_t _Many = _Snapshots < _Repeats ? _Repeats : _Snapshots;
  std::size_t _Steps = 1;
  for (std::size_t _Idx = 1; _Idx <= _Few && _Steps != __unlimited; ++_Idx)
    _Steps = __scale(_Steps, _Many + _Idx, _Idx);
  return _Steps;
}

/// How often a step is advanced over at most, when `_Steps` steps are reversed with `_Snapshots`
/// snapshots. O(result), O(1) for one snapshot.
inline std::size_t repeats_needed(std::size_t _Steps, std::size_t _Snapshots) {
  if (_Steps <= 1)
    return 0;
  if (_Snapshots <= 1)
    return _Steps - 1;
  std::size_t _Repeats = 0, _Reach = 1;
  while (_Reach < _Steps) {
    ++_Repeats;
    _Reach = __scale(_Reach, _Snapshots + _Repeats, _Repeats);
  }
  return _Repeats;
}

/// The fewest steps to advance over, in all, to reverse `_Steps` steps with `_Snapshots` snapshots
/// (at least 1); the step that is reversed at once where it is reached is not among them. O(as
/// repeats_needed).
inline std::size_t optimal_advances(std::size_t _Steps, std::size_t _Snapshots) {
  if (_Steps <= 1)
    return 0;
  const std::size_t _Repeats = repeats_needed(_Steps, _Snapshots);
  if (_Snapshots <= 1)
    return _Steps % 2 ? __scale(_Steps, _Steps / 2, 1) : __scale(_Steps / 2, _Steps - 1, 1);
  return __scale(_Repeats, _Steps, 1) - most_steps(_Snapshots + 1, _Repeats - 1);
}

/// The fewest snapshots with which no more than `_Repeats` steps are advanced over for each of
/// `_Steps` steps, on average. One repetition is the least there is. O(log^2 steps).
inline std::size_t snapshots_for_repeats(std::size_t _Steps, std::size_t _Repeats) {
  std::size_t _TooFew = 0, _Enough = _Steps < 2 ? 1 : _Steps - 1;
  while (_Enough - _TooFew > 1) {
    const std::size_t _Middle = _TooFew + (_Enough - _TooFew) / 2;
    // Whatever needs more than 2 _Repeats + 1 repetitions needs more than _Repeats on average.
    const bool _Reaches = most_steps(_Middle, 2 * _Repeats + 1) >= _Steps &&
                          optimal_advances(_Steps, _Middle) <= __scale(_Repeats, _Steps, 1);
    (_Reaches ? _Enough : _TooFew) = _Middle;
  }
  return _Enough;
}

/// How many snapshots of `_SnapshotBytes` bytes fit in `_Budget` bytes: at least the one that is
/// always needed.
inline std::size_t snapshots_for_bytes(std::size_t _Budget, std::size_t _SnapshotBytes) {
  const std::size_t _Fit = _SnapshotBytes ? _Budget / _SnapshotBytes : __unlimited;
  return _Fit ? _Fit : 1;
}

/// As many snapshots as repetitions, both logarithmic in the number of steps: 12 for a million.
inline std::size_t logarithmic_snapshots(std::size_t _Steps) {
  std::size_t _Snapshots = 1;
  while (most_steps(_Snapshots, _Snapshots) < _Steps)
    ++_Snapshots;
  return _Snapshots;
}

/// What is taken where nothing is set: three extra steps for each. 178 for a million steps.
inline std::size_t default_snapshots(std::size_t _Steps) {
  return snapshots_for_repeats(_Steps, 3);
}

/// The same where the number of steps is not known: enough for a million steps, more repetitions
/// for more. Short runs do not use them all.
inline std::size_t default_snapshots() { return default_snapshots(1000000); }

/// Of two levels, how many of the snapshots at the bottom of the stack to keep on the slower one:
/// up to `_Most` beside the `_Memory` on the faster one, where a write and a read of the slower one
/// cost as much as `_WriteCost` and `_ReadCost` steps. Costs are those of the full binomial
/// schedule, in which position j of the stack is written C(r + j - 1, j) times and read C(r + j, j
/// + 1) times. O(_Most).
inline std::size_t snapshots_on_disk(std::size_t _Steps, std::size_t _Memory, std::size_t _Most,
                                     double _WriteCost, double _ReadCost) {
  std::size_t _Best = 0;
  double _Least = 0;
  for (std::size_t _Disk = _Memory ? 0 : 1; _Disk <= _Most; ++_Disk) {
    const std::size_t _All = _Memory + _Disk;
    const std::size_t _Repeats = _Disk && _Steps > 1 ? repeats_needed(_Steps, _All) : 1;
    double _Writes = 1, _Reads = static_cast<double>(_Repeats), _Transfers = 0;
    for (std::size_t _At = 0; _At < _Disk && _At < _Steps; ++_At) {
      _Transfers += _Writes * _WriteCost + _Reads * _ReadCost;
      _Writes *= static_cast<double>(_Repeats + _At) / static_cast<double>(_At + 1);
      _Reads *= static_cast<double>(_Repeats + _At + 1) / static_cast<double>(_At + 2);
    }
    const double _Cost = static_cast<double>(optimal_advances(_Steps, _All)) + _Transfers;
    if (_Disk == (_Memory ? 0 : 1) || _Cost < _Least) {
      _Least = _Cost;
      _Best = _Disk;
    }
    if (_All >= _Steps)
      break;
  }
  return _Best;
}

//===-- The stack of snapshots ---------------------------------------------===//

/// Where the snapshots stand and where the next one goes; shared by `schedule` and `checkpoints`.
/// All operations are O(1), amortised over the schedule.
class __snapshot_stack {
  /// A snapshot, and the subproblem that starts there: with so many snapshots (this one is one of
  /// them) and so many repetitions, _Reach steps can be reversed.
  struct _Entry {
    std::size_t _Step, _Slot;
    std::size_t _Snapshots, _Repeats, _Reach;
  };

  std::vector<_Entry> _Held;
  std::vector<_Entry> _Spare; // unknown length: between the first and the second of _Held; yield
                              // their slots, the newest first, when others need them
  std::vector<std::size_t> _Free;
  std::size_t _Most;       // snapshots
  std::size_t _Used = 0;   // slots ever used
  std::size_t _End;        // steps of the sequence that are not turned; unlimited: not known yet
  std::size_t _Raised = 1; // unknown length: repetitions of the schedule that is followed now
  std::size_t _NextAt = 0;

  static void _LessRepeats(_Entry &_Of) {
    _Of._Reach = __scale(_Of._Reach, _Of._Repeats, _Of._Snapshots + _Of._Repeats);
    --_Of._Repeats;
  }
  static void _MoreRepeats(_Entry &_Of) {
    ++_Of._Repeats;
    _Of._Reach = __scale(_Of._Reach, _Of._Snapshots + _Of._Repeats, _Of._Repeats);
  }

  /// Makes the numbers of _Of those of _Steps steps with _Snapshots snapshots.
  static void _Fit(_Entry &_Of, std::size_t _Steps, std::size_t _Snapshots) {
    while (_Of._Snapshots < _Snapshots && _Of._Repeats > 0) {
      ++_Of._Snapshots;
      _Of._Reach = __scale(_Of._Reach, _Of._Snapshots + _Of._Repeats, _Of._Snapshots);
      while (_Of._Repeats > 0 && _Below(_Of) >= _Steps)
        _LessRepeats(_Of);
    }
    while (_Of._Snapshots > _Snapshots && _Of._Repeats > 0) {
      _Of._Reach = __scale(_Of._Reach, _Of._Snapshots, _Of._Snapshots + _Of._Repeats);
      --_Of._Snapshots;
    }
    _Of._Snapshots = _Snapshots;
    while (_Of._Reach < _Steps)
      _MoreRepeats(_Of);
    while (_Of._Repeats > 0 && _Below(_Of) >= _Steps)
      _LessRepeats(_Of);
  }
  /// What one repetition less would reach.
  static std::size_t _Below(const _Entry &_Of) {
    return __scale(_Of._Reach, _Of._Repeats, _Of._Snapshots + _Of._Repeats);
  }

  std::size_t _Slot() {
    if (!_Free.empty()) {
      const std::size_t _Taken = _Free.back();
      _Free.pop_back();
      return _Taken;
    }
    if (_Used < _Most)
      return _Used++;
    const std::size_t _Taken = _Spare.back()._Slot;
    _Spare.pop_back();
    return _Taken;
  }

  /// Where the next snapshot goes, now that the last of _Held has been stored or restored and the
  /// steps up to _To are to be reversed.
  void _Split(std::size_t _To) {
    _Entry &_Top = _Held.back();
    const std::size_t _Steps = _To - _Top._Step, _Snapshots = _Most - _Held.size() + 1;
    _NextAt = __unlimited;
    if (_Snapshots < 2 || _Steps < 3)
      return;
    _Fit(_Top, _Steps, _Snapshots);
    // Griewank and Walther: with t(l, c) = min over m of m + t(l - m, c - 1) + t(m, c), m is
    // optimal if beta(c, r - 2) <= m <= beta(c, r - 1) and beta(c - 1, r - 1) <= l - m <= beta(c -
    // 1, r).
    const std::size_t _Left = _Below(_Top);
    const std::size_t _Right = __scale(_Left, _Snapshots, _Snapshots + _Top._Repeats - 1);
    const std::size_t _Gap = _Left < _Steps - _Right ? _Left : _Steps - _Right;
    if (_Steps - _Gap > 1) // else that step is reversed as soon as it is reached
      _NextAt = _Top._Step + _Gap;
  }

  /// The same while the number of steps is not known.
  void _SplitUnknown() {
    const _Entry &_Top = _Held.back();
    _NextAt = _Most == 1              ? __unlimited
              : _Held.size() == _Most ? _Top._Step + _Raised + 1
                                      : _Top._Step + _Below(_Top);
  }

public:
  /// For `_Steps` steps, or `__unlimited` for an unknown number, with `_Snapshots` snapshots.
  explicit __snapshot_stack(std::size_t _Steps, std::size_t _Snapshots)
      : _Most(_Snapshots ? _Snapshots : 1), _End(_Steps) {
    if (_End != __unlimited && _Most >= _End)
      _Most = _End > 1 ? _End - 1 : 1;
  }

  std::size_t _Next() const { return _NextAt; } ///< The state that is to be stored next.
  std::size_t _Count() const { return _Held.size() + _Spare.size(); }
  std::size_t _Capacity() const { return _Most; }
  bool _Known() const { return _End != __unlimited; }

  /// State `_Step` is stored; says in which slot.
  std::size_t _Store(std::size_t _Step) {
    if (_Held.empty()) {
      _Entry _First = {_Step, _Slot(), _Most, 0, 1};
      if (_Known())
        _Fit(_First, _End - _Step, _Most);
      else
        _MoreRepeats(_First);
      _Held.push_back(_First);
    } else {
      if (!_Known() && _Held.size() == _Most) { // all are used: one repetition more
        _Spare.assign(_Held.begin() + 1, _Held.end());
        _Held.resize(1);
        _MoreRepeats(_Held.front());
        ++_Raised;
      }
      _Entry _New = _Held.back();
      _New._Step = _Step;
      _New._Reach = __scale(_New._Reach, _New._Snapshots, _New._Snapshots + _New._Repeats);
      --_New._Snapshots;
      _New._Slot = _Slot();
      _Held.push_back(_New);
    }
    _Known() ? _Split(_End) : _SplitUnknown();
    return _Held.back()._Slot;
  }

  /// The number of steps has turned out.
  void _EndsAt(std::size_t _Steps) { _End = _Steps; }

  struct _Restored {
    std::size_t _Step, _Slot;
  };
  /// State `_Step` is wanted, none after it any more: the state to restore and to go on from.
  _Restored _Restore(std::size_t _Step) {
    while (_Held.back()._Step > _Step) {
      _Free.push_back(_Held.back()._Slot);
      _Held.pop_back();
      if (_Held.size() == 1 && !_Spare.empty()) {
        _Held.insert(_Held.end(), _Spare.begin(), _Spare.end());
        _Spare.clear();
      }
    }
    _End = _Step + 1;
    _Split(_End);
    return {_Held.back()._Step, _Held.back()._Slot};
  }
  /// The slot of the snapshot that gives way next, if it must: not the first one, ever.
  std::size_t _GivesWay() const {
    return !_Spare.empty()    ? _Spare.back()._Slot
           : _Held.size() > 1 ? _Held.back()._Slot
                              : __unlimited;
  }
  void _Drop() {
    std::vector<_Entry> &_From = _Spare.empty() ? _Held : _Spare;
    _Free.push_back(_From.back()._Slot);
    _From.pop_back();
  }
  /// Calls _With for the step of each snapshot, the oldest first.
  template <class _Do> void _EachStep(_Do &&_With) const {
    for (std::size_t _Idx = 0; _Idx < _Held.size(); ++_Idx) {
      _With(_Held[_Idx]._Step);
      if (_Idx == 0)
        for (const _Entry &_Each : _Spare)
          _With(_Each._Step);
    }
  }
  /// The newest snapshot.
  _Restored _Newest() const { return {_Held.back()._Step, _Held.back()._Slot}; }
};

//===-- The schedule as a stream of actions ---------------------------------===//

/// One thing to do.
struct action {
  enum kind {
    advance, ///< Run steps `from` to `to` - 1: the present state `from` becomes state `to`.
    store,   ///< Copy the present state `from` to slot `slot`.
    restore, ///< The snapshot in slot `slot` becomes the present state, `from`.
    turn,    ///< Run the adjoint of step `from`, the present state. The state is lost.
    done     ///< All steps are reversed.
  };
  kind what;
  std::size_t from, to;
  std::size_t slot;
};

/// What to do, one action after the other; the first is to store state 0.
///
///   ad::schedule plan(1000, 10);
///   for (ad::action a = plan.next(); a.what != ad::action::done; a = plan.next())
///     switch (a.what) { ... }
///
/// Slots are numbered from 0 to `snapshots` - 1; a slot is stored to again when its snapshot is of
/// no more use. Memory: five numbers for each snapshot that is held. Each action is found in O(1),
/// amortised. Throws what std::vector throws.
class schedule {
  __snapshot_stack _Stack;
  std::size_t _At = 0; // the present state
  std::size_t _End;    // steps that are not turned
  bool _Lost = false;  // there is no present state

  explicit schedule(__snapshot_stack _Of, std::size_t _Steps) : _Stack(_Of), _End(_Steps) {}

public:
  /// The binomial schedule: exactly optimal_advances(_Steps, _Snapshots) steps are advanced over.
  /// Snapshots may be 1, the initial state.
  schedule(std::size_t _Steps, std::size_t _Snapshots)
      : schedule(__snapshot_stack(_Steps, _Snapshots), _Steps) {}

  /// The online schedule for a number of steps that the run itself decides. `advance` goes to the
  /// next state that is stored (or to the greatest number, if none is): where the run ends before
  /// or there, `ends_at` must be called before `next`. No step is advanced over more than
  /// repeats_needed(steps, snapshots) + 1 times, the first run included.
  static schedule of_unknown_length(std::size_t _Snapshots) {
    return schedule(__snapshot_stack(__unlimited, _Snapshots), __unlimited);
  }

  /// The sequence has `_Steps` steps; all have been advanced over.
  void ends_at(std::size_t _Steps) {
    _Stack._EndsAt(_Steps);
    _End = _Steps;
    _Lost = true;
  }

  action next() {
    if (_End == 0)
      return {action::done, 0, 0, 0};
    if (_Lost) {
      const __snapshot_stack::_Restored _Back = _Stack._Restore(_End - 1);
      _At = _Back._Step;
      _Lost = false;
      return {action::restore, _At, _At, _Back._Slot};
    }
    if (_At == _Stack._Next())
      return {action::store, _At, _At, _Stack._Store(_At)};
    const bool _Unknown = _End == __unlimited;
    const std::size_t _Last = _Unknown ? __unlimited : _End - 1;
    const std::size_t _To = _Stack._Next() < _Last ? _Stack._Next() : _Last;
    if (_At < _To) {
      const action _Go = {action::advance, _At, _To, 0};
      _At = _To;
      return _Go;
    }
    _Lost = true;
    return {action::turn, --_End, _End + 1, 0};
  }

  /// Snapshots held at this moment.
  std::size_t held() const { return _Stack._Count(); }
};

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_SCHEDULE_H
