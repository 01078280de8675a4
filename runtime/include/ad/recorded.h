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
#include <tuple>
#include <utility>

namespace ad {

/// Records the parts: arrays and structs of bytes, vectors of such, with their sizes, what
/// ad::range makes. O(size). Throws as tape::array does.
template <class... _Types> void record_state(tape &_On, _Types &&..._Of) {
  std::size_t _Size = 0;
  ((_Size += __part(_Of)._Size()), ...);
  unsigned char *_Bytes = _On.array<unsigned char>(_Size);
  _On.push(static_cast<void *>(_Bytes));
  ((_Bytes = __part(_Of)._Save(_Bytes)), ...);
}

/// A part that is what was recorded for a while. Storage stays where it is as long as vectors keep
/// their sizes: pointers may lead there.
template <class _Part> class __recorded_part;

/// Memory and record change places.
template <class _Type> class __recorded_part<__bytes_part<_Type>> {
  unsigned char *const _First, *_At = nullptr; // its record
  const std::size_t _Size;

public:
  explicit __recorded_part(const __bytes_part<_Type> &_Of)
      : _First(reinterpret_cast<unsigned char *>(_Of._First)), _Size(_Of._Size()) {}

  /// Takes what was recorded at _From; gives what follows there.
  unsigned char *_Take(unsigned char *_From) {
    _At = _From;
    _GiveBack();
    return _From + _Size;
  }
  void _GiveBack() {
    for (std::size_t _Idx = 0; _Idx < _Size; ++_Idx) {
      const unsigned char _Byte = _First[_Idx];
      _First[_Idx] = _At[_Idx];
      _At[_Idx] = _Byte;
    }
  }
};

/// What a vector was is copied, with its size.
template <class _Part> class __recorded_vector {
  const _Part _Of;
  std::vector<unsigned char> _Found;

public:
  explicit __recorded_vector(const _Part &_Which) : _Of(_Which) {}

  unsigned char *_Take(unsigned char *_From) {
    _Found.resize(_Of._Size());
    _Of._Save(_Found.data());
    return _From + (_Of._Load(_From) - _From);
  }
  void _GiveBack() { _Of._Load(_Found.data()); }
};
template <class _Vector>
class __recorded_part<__nested_part<_Vector>> : public __recorded_vector<__nested_part<_Vector>> {
  using __recorded_vector<__nested_part<_Vector>>::__recorded_vector;
};

/// One that has the size that was recorded changes places with the record.
template <class _Vector>
class __recorded_part<__vector_part<_Vector>> : __recorded_vector<__vector_part<_Vector>> {
  using _Base = __recorded_vector<__vector_part<_Vector>>;
  const __vector_part<_Vector> _Of;
  unsigned char *_Record = nullptr;

public:
  explicit __recorded_part(const __vector_part<_Vector> &_Which) : _Base(_Which), _Of(_Which) {}

  unsigned char *_Take(unsigned char *_From) {
    const unsigned char *_Elements = _From;
    if (__count::_Load(_Elements) != _Of._Of->size())
      return _Base::_Take(_From);
    _Record = _From;
    return __recorded_part<__bytes_part<typename _Vector::value_type>>(_Of._Elements())
        ._Take(_From + __count::_Size);
  }
  void _GiveBack() {
    if (_Record)
      _Of._Load(_Record);
    else
      _Base::_GiveBack();
  }
};

/// The newest record of these parts. Memory and record change places while the region is run again,
/// so that both survive; when the object goes, on exceptions too, memory is as it was found.
template <class... _Parts> class recorded_state {
  tape &_On;
  std::tuple<__recorded_part<_Parts>...> _State;
  unsigned char *const _Record;
  std::size_t _Taken = 0; // so many of the parts hold what was recorded

  template <std::size_t... _Idx> void _TakeAll(std::index_sequence<_Idx...>) {
    unsigned char *_At = _Record;
    ((_At = std::get<_Idx>(_State)._Take(_At), ++_Taken), ...);
  }
  /// Last part first: parts may overlap.
  template <std::size_t... _Idx> void _GiveAllBack(std::index_sequence<_Idx...>) {
    constexpr std::size_t _Last = sizeof...(_Parts) - 1;
    ((_Taken > _Last - _Idx ? std::get<_Last - _Idx>(_State)._GiveBack() : void()), ...);
    _Taken = 0;
  }

public:
  /// Of the same parts as the record.
  template <class... _Types>
  explicit recorded_state(tape &_From, _Types &&..._Of)
      : _On(_From), _State(__recorded_part<_Parts>(__part(_Of))...),
        _Record(static_cast<unsigned char *>(_From.pop<void *>())) {}
  recorded_state(const recorded_state &) = delete;
  recorded_state &operator=(const recorded_state &) = delete;
  ~recorded_state() { _GiveAllBack(std::index_sequence_for<_Parts...>()); }

  /// The parts become what was recorded. O(size). Throws std::bad_alloc for vectors.
  void restore() { _TakeAll(std::index_sequence_for<_Parts...>()); }
  /// The parts become what they were, and the record is gone from the tape: what was recorded after
  /// it must have been taken off. O(size).
  void leave() {
    _GiveAllBack(std::index_sequence_for<_Parts...>());
    _On.release(_Record);
  }
};

template <class... _Types>
recorded_state(tape &, _Types &&...)
    -> recorded_state<decltype(__part(std::declval<_Types &>()))...>;

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_RECORDED_H
