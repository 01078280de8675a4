//===- recorded.h - the state ahead of a region, on the tape ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What companions do where a region is run again (ad/region.h):
//
//   ad::record_state(tape, ad::range(u, n));      // forward sweep, ahead of the region
//   ...
//   ad::recorded_state u_before(tape, ad::range(u, n));
//   u_before.restore();                           // reverse sweep: the state ahead of the region
//   ...                                           // both sweeps of the region
//   u_before.leave();                             // memory is as it was found
//
//===----------------------------------------------------------------------===//

#ifndef AD_RECORDED_H
#define AD_RECORDED_H

#include "detail/snapshot.h"
#include "tape.h"

#include "detail/push_macros.h"
#include <cstddef>

namespace ad {

/// The bytes of a part. A vector keeps its size between a record and its return.
template <class _Type> __bytes_part<_Type> __bytes_of(const __bytes_part<_Type> &_Of) {
  return _Of;
}
template <class _Vector> auto __bytes_of(const __vector_part<_Vector> &_Of) {
  return _Of._Elements();
}

/// Records the parts: arrays, vectors and structs of bytes, what ad::range makes. O(size). Throws
/// as tape::array does.
template <class... _Types> void record_state(tape &_On, _Types &&..._Of) {
  std::size_t _Size = 0;
  ((_Size += __bytes_of(__part(_Of))._Size()), ...);
  unsigned char *_Bytes = _On.array<unsigned char>(_Size);
  _On.push(static_cast<void *>(_Bytes));
  ((_Bytes = __bytes_of(__part(_Of))._Save(_Bytes)), ...);
}

/// The newest record of these parts. Memory and record change places while the region is run again,
/// so that both survive; when the object goes, on exceptions too, memory is as it was found.
template <std::size_t _Count> class recorded_state {
  struct _Range {
    unsigned char *_First;
    std::size_t _Size;
  };
  tape &_On;
  const _Range _Ranges[_Count];
  unsigned char *const _Record;
  bool _Holds = false; // the record has what memory held

  template <class _Type> static _Range _RangeOf(const __bytes_part<_Type> &_Of) {
    return {reinterpret_cast<unsigned char *>(_Of._First), _Of._Size()};
  }
  static void _Exchange(const _Range &_With, unsigned char *_At) {
    for (std::size_t _Idx = 0; _Idx < _With._Size; ++_Idx) {
      const unsigned char _Byte = _With._First[_Idx];
      _With._First[_Idx] = _At[_Idx];
      _At[_Idx] = _Byte;
    }
  }
  /// Last part first: parts may overlap.
  void _GiveBack() {
    unsigned char *_At = _Record;
    for (const _Range &_Of : _Ranges)
      _At += _Of._Size;
    for (std::size_t _Idx = _Count; _Idx-- > 0;)
      _Exchange(_Ranges[_Idx], _At -= _Ranges[_Idx]._Size);
    _Holds = false;
  }

public:
  /// Of the same parts as the record.
  template <class... _Types>
  explicit recorded_state(tape &_From, _Types &&..._Of)
      : _On(_From), _Ranges{_RangeOf(__bytes_of(__part(_Of)))...},
        _Record(static_cast<unsigned char *>(_From.pop<void *>())) {}
  recorded_state(const recorded_state &) = delete;
  recorded_state &operator=(const recorded_state &) = delete;
  ~recorded_state() {
    if (_Holds)
      _GiveBack();
  }

  /// The parts become what was recorded. O(size).
  void restore() {
    unsigned char *_At = _Record;
    for (const _Range &_Of : _Ranges) {
      _Exchange(_Of, _At);
      _At += _Of._Size;
    }
    _Holds = true;
  }
  /// The parts become what they were, and the record is gone from the tape: what was recorded after
  /// it must have been taken off. O(size).
  void leave() {
    _GiveBack();
    _On.release(_Record);
  }
};

template <class... _Types>
recorded_state(tape &, _Types &&...) -> recorded_state<sizeof...(_Types)>;

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_RECORDED_H
