//===- check_engine.h - differences and the dot-product test ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The numerical side of check.h: works on any function of several numbers, in long double, and
// knows nothing of how users' functions are called.
//
//===----------------------------------------------------------------------===//

#ifndef AD_DETAIL_CHECK_ENGINE_H
#define AD_DETAIL_CHECK_ENGINE_H

#include "push_macros.h"
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>

namespace ad {

/// What is asked of the derivatives. Zero stands for the default of the precision computed in.
struct check_options {
  /// Largest error allowed against differences, relative to the derivative. Default: the machine
  /// epsilon to the power 0.4, which is 5e-7 for double, 2e-3 for float.
  double tolerance = 0;
  /// Largest error allowed in the dot-product test, relative to the sum of |x_bar[i] x_dot[i]|.
  /// Default: 4096 times the machine epsilon, 9e-13 for double.
  double dot_tolerance = 0;
  /// Components compared with differences, at most; they are spread evenly, and one derivative
  /// along a direction that mixes all components is compared besides. Default: all components.
  std::size_t components = 0;
};

/// What the check found. True when all is well.
struct check_result {
  bool ok = true;
  /// The worst error against differences, |derivative - differences| / scale. The scale is the
  /// larger of the two, but at least 1e-4 |f| / max(|x|, 1): differences cannot see less.
  double error = 0;
  /// Where that is: the component, or the argument among all that were given; the number of
  /// components where it is the mixed direction.
  std::size_t index = 0;
  double derivative = 0;  ///< What the reverse companion gave there.
  double differences = 0; ///< What differences give there.
  double uncertainty = 0; ///< How far the differences may be off, by their own estimate.
  /// The error of the dot-product test; negative if no forward companion was given.
  double dot_error = -1;

  explicit operator bool() const { return ok; }
  /// One line that says all this.
  const char *message() const { return __text; }

  char __text[400] = "nothing was compared";
};

/// A difference quotient, and how far rounding may have moved it; or its limit for step zero, and
/// how far that may be off.
struct __slope {
  long double _Value;
  long double _Uncertainty;
};

inline long double __larger(long double _One, long double _Other) {
  return _One > _Other ? _One : _Other;
}

/// Storage for a point, a direction or a gradient: `_Length` zeros.
template <class _Real> struct __reals {
  _Real *const _Values;
  explicit __reals(std::size_t _Length) : _Values(new _Real[_Length]()) {}
  __reals(const __reals &) = delete;
  __reals &operator=(const __reals &) = delete;
  ~__reals() { delete[] _Values; }
  _Real &operator[](std::size_t _At) const { return _Values[_At]; }
};

/// What is checked: a function of `_Length` numbers and its derivatives.
class __checked_function {
public:
  const std::size_t _Length;
  const long double _Epsilon; // of the coarsest type that takes part
  const bool _HasTangent;

  /// Whether the derivative in coordinate `_Idx` is asked for.
  virtual bool _IsActive(std::size_t _Idx) const = 0;
  /// The number nearest to `_Pos` that coordinate `_Idx` can be.
  virtual long double _Rounded(std::size_t _Idx, long double _Pos) const = 0;
  virtual long double _Value(const long double *_Pos) = 0;
  /// Fills `_Bar` and returns the value that the companion returned, else `_Expected`.
  virtual long double _Gradient(const long double *_Pos, long double *_Bar,
                                long double _Expected) = 0;
  virtual long double _Tangent(const long double *_Pos, const long double *_Dot) = 0;

protected:
  __checked_function(std::size_t _Num, long double _Coarsest, bool _Forward)
      : _Length(_Num), _Epsilon(_Coarsest), _HasTangent(_Forward) {}
  ~__checked_function() = default;
};

/// Both checks at the point `_Pos`.
class __gradient_check {
  __checked_function &_Function;
  const check_options &_Options;
  const long double _Tolerance, _DotTolerance;
  const __reals<long double> _Point, _Moved, _Bar, _Direction;
  long double _Largest = 0; // |f| wherever it was evaluated for the present quotient
  std::size_t _Compared = 0;
  check_result _Result;

  long double _ValueThere() {
    const long double _Val = _Function._Value(_Moved._Values);
    if (std::isfinite(_Val))
      _Largest = __larger(_Largest, std::fabs(_Val));
    return _Val;
  }

  __slope _Quotient(long double _Up, long double _Down, long double _Width) const {
    const long double _Size = __larger(std::fabs(_Up), std::fabs(_Down));
    return {(_Up - _Down) / _Width, _Function._Epsilon * _Size / _Width};
  }

  __slope _QuotientInComponent(std::size_t _Idx, long double _Step) {
    const long double _Right = _Function._Rounded(_Idx, _Point[_Idx] + _Step);
    const long double _Left = _Function._Rounded(_Idx, _Point[_Idx] - _Step);
    _Moved[_Idx] = _Right;
    const long double _Up = _ValueThere();
    _Moved[_Idx] = _Left;
    const long double _Down = _ValueThere();
    _Moved[_Idx] = _Point[_Idx];
    return _Quotient(_Up, _Down, _Right - _Left);
  }

  __slope _QuotientInDirection(long double _Step) {
    for (std::size_t _Idx = 0; _Idx < _Function._Length; ++_Idx)
      _Moved[_Idx] = _Point[_Idx] + _Step * _Direction[_Idx];
    const long double _Up = _ValueThere();
    for (std::size_t _Idx = 0; _Idx < _Function._Length; ++_Idx)
      _Moved[_Idx] = _Point[_Idx] - _Step * _Direction[_Idx];
    const long double _Down = _ValueThere();
    return _Quotient(_Up, _Down, 2 * _Step);
  }

  /// What errors of a derivative are relative to, at a coordinate of the size `_Size`.
  long double _Scale(long double _Derivative, long double _Size) const {
    return __larger(std::fabs(_Derivative), 1e-4L * _Largest / __larger(_Size, 1));
  }

  /// The limit of `_QuotientOf(h)`, the central difference quotient for the step h, which is an
  /// even function of h, for h = 0.
  ///   1. Start from a power of two, so that x + h is exact, and halve it until the quotient is
  ///      finite (log(x) near 0 starts outside its domain).
  ///   2. Halve on, eliminating one more even power of h each time (Neville's scheme); keep the
  ///   entry
  ///      of the table that differs least from its two parents.
  ///   3. Stop when that is good enough, or when rounding makes the newest entry worse.
  ///   4. If it is not good enough, start again from a much smaller step: there may be a kink, or a
  ///      fast change, within the first ones. The best of all starts counts.
  template <class _Quotients> __slope _Limit(const _Quotients &_QuotientOf, long double _Size) {
    constexpr int _Rows = 12, _Starts = 4;
    constexpr long double _Infinity = std::numeric_limits<long double>::infinity();
    const int _Exponent = _Size > 1 && std::isfinite(_Size) ? std::ilogb(_Size) : 0;
    __slope _Best = {std::numeric_limits<long double>::quiet_NaN(), _Infinity};
    for (int _Start = 0; _Start < _Starts; ++_Start) {
      long double _Step = std::ldexp(1.0L, _Exponent - 4 - 8 * _Start);
      __slope _Newest = _QuotientOf(_Step);
      for (int _Halved = 0; !std::isfinite(_Newest._Value) && _Halved < 60; ++_Halved)
        _Newest = _QuotientOf(_Step /= 2);
      long double _Row[_Rows] = {_Newest._Value};
      long double _Least = _Infinity;
      for (int _Last = 1; _Last < _Rows; ++_Last) {
        const long double _CornerBefore = _Row[_Last - 1];
        long double _Above = _Row[0];
        _Newest = _QuotientOf(_Step /= 2);
        _Row[0] = _Newest._Value;
        long double _Power = 4;
        for (int _Column = 1; _Column <= _Last; ++_Column, _Power *= 4) {
          const long double _Left = _Row[_Column - 1];
          const long double _Entry = _Left + (_Left - _Above) / (_Power - 1);
          const long double _Distance =
              __larger(std::fabs(_Entry - _Left), std::fabs(_Entry - _Above));
          _Above = _Row[_Column];
          _Row[_Column] = _Entry;
          if (!(_Distance <= _Least))
            continue;
          _Least = _Distance;
          if (_Distance + _Newest._Uncertainty < _Best._Uncertainty)
            _Best = {_Entry, _Distance + _Newest._Uncertainty};
        }
        if (_Best._Uncertainty <= _Tolerance / 64 * _Scale(_Best._Value, _Size))
          return _Best;
        if (!(std::fabs(_Row[_Last] - _CornerBefore) < 2 * _Least))
          break;
      }
    }
    return _Best;
  }

  /// Compares `_Derivative` with the limit of a quotient and keeps the worst. `_Size` is that of
  /// the coordinate.
  template <class _Quotients>
  void _Compare(std::size_t _Index, long double _Derivative, long double _Size,
                const _Quotients &_QuotientOf) {
    _Largest = 0;
    const __slope _Slope = _Limit(_QuotientOf, _Size);
    const long double _Distance = std::fabs(_Derivative - _Slope._Value);
    const long double _Larger = __larger(std::fabs(_Derivative), std::fabs(_Slope._Value));
    const double _Error =
        static_cast<double>(_Distance == 0 ? 0 : _Distance / _Scale(_Larger, _Size));
    _Result.ok = _Result.ok && _Error <= _Tolerance;
    const bool _IsWorst = _Compared++ == 0 || !(_Error <= _Result.error);
    if (!_IsWorst || std::isnan(_Result.error)) // nothing is worse than not a number
      return;
    _Result.error = _Error;
    _Result.index = _Index;
    _Result.derivative = static_cast<double>(_Derivative);
    _Result.differences = static_cast<double>(_Slope._Value);
    _Result.uncertainty = static_cast<double>(_Slope._Uncertainty);
  }

  void _CompareComponent(std::size_t _Idx) {
    if (!_Function._IsActive(_Idx))
      return;
    _Compare(_Idx, _Bar[_Idx], std::fabs(_Point[_Idx]),
             [&](long double _Step) { return _QuotientInComponent(_Idx, _Step); });
  }

  void _CompareDirection() {
    long double _Derivative = 0, _Smallest = std::fabs(_Point[0]);
    for (std::size_t _Idx = 0; _Idx < _Function._Length; ++_Idx) {
      _Derivative += _Bar[_Idx] * _Direction[_Idx];
      if (std::fabs(_Point[_Idx]) < _Smallest)
        _Smallest = std::fabs(_Point[_Idx]);
    }
    _Compare(_Function._Length, _Derivative, _Smallest,
             [&](long double _Step) { return _QuotientInDirection(_Step); });
  }

  /// Any direction does, so long as nothing cancels by accident: between 1/2 and 1 in size, signs
  /// mixed, the same in every run.
  void _ChooseDirection() {
    unsigned long long _State = 0x9E3779B97F4A7C15;
    for (std::size_t _Idx = 0; _Idx < _Function._Length; ++_Idx) {
      if (!_Function._IsActive(_Idx))
        continue;
      _State = _State * 6364136223846793005 + 1442695040888963407;
      const long double _Size = 0.5L + static_cast<long double>(_State >> 34) * 0x1p-31L;
      _Direction[_Idx] = _Function._Rounded(_Idx, _State >> 33 & 1 ? -_Size : _Size);
    }
  }

  void _TestDotProduct() {
    long double _Sum = 0, _Sizes = 0;
    for (std::size_t _Idx = 0; _Idx < _Function._Length; ++_Idx) {
      _Sum += _Bar[_Idx] * _Direction[_Idx];
      _Sizes += std::fabs(_Bar[_Idx] * _Direction[_Idx]);
    }
    const long double _Forward = _Function._Tangent(_Point._Values, _Direction._Values);
    const long double _Distance = std::fabs(_Forward - _Sum);
    _Result.dot_error =
        static_cast<double>(_Distance == 0 ? 0 : _Distance / __larger(_Sizes, std::fabs(_Forward)));
    _Result.ok = _Result.ok && _Result.dot_error <= _DotTolerance;
  }

  bool _IsSame(long double _One, long double _Other) const {
    return _One == _Other ||
           std::fabs(_One - _Other) <=
               4096 * _Function._Epsilon * __larger(std::fabs(_One), std::fabs(_Other));
  }

  /// Appends to the message, as much as there is room for.
  __attribute__((__format__(__printf__, 2, 3))) void _Say(const char *_Format, ...) {
    const std::size_t _Used = std::strlen(_Result.__text);
    std::va_list _Figures;
    va_start(_Figures, _Format);
    std::vsnprintf(_Result.__text + _Used, sizeof(_Result.__text) - _Used, _Format, _Figures);
    va_end(_Figures);
  }

  void _Describe(long double _Expected, long double _Returned) {
    _Result.__text[0] = '\0';
    _Say("%s: %zu compared with differences", _Result.ok ? "right" : "WRONG", _Compared);
    if (_Compared) {
      if (_Result.index == _Function._Length)
        _Say(", worst in a mixed direction");
      else
        _Say(", worst at [%zu]", _Result.index);
      _Say(": derivative %.12g, differences %.12g +- %.1g, relative error %.2g (allowed %.2g)",
           _Result.derivative, _Result.differences, _Result.uncertainty, _Result.error,
           static_cast<double>(_Tolerance));
    }
    if (_Function._HasTangent)
      _Say("; dot-product test %.2g (allowed %.2g)", _Result.dot_error,
           static_cast<double>(_DotTolerance));
    if (!_IsSame(_Expected, _Returned))
      _Say("; the companion returns %.17Lg where f is %.17Lg", _Returned, _Expected);
  }

public:
  __gradient_check(__checked_function &_Func, const check_options &_Wanted, const long double *_Pos)
      : _Function(_Func), _Options(_Wanted),
        _Tolerance(_Wanted.tolerance > 0 ? _Wanted.tolerance : std::pow(_Func._Epsilon, 0.4L)),
        _DotTolerance(_Wanted.dot_tolerance > 0 ? _Wanted.dot_tolerance : 4096 * _Func._Epsilon),
        _Point(_Func._Length), _Moved(_Func._Length), _Bar(_Func._Length),
        _Direction(_Func._Length) {
    for (std::size_t _Idx = 0; _Idx < _Func._Length; ++_Idx)
      _Point[_Idx] = _Moved[_Idx] = _Pos[_Idx];
    _ChooseDirection();
  }

  check_result _Run() {
    const long double _Expected = _Function._Value(_Point._Values);
    const long double _Returned = _Function._Gradient(_Point._Values, _Bar._Values, _Expected);
    _Result.ok = _IsSame(_Expected, _Returned);
    const std::size_t _Length = _Function._Length;
    const bool _All = _Options.components == 0 || _Options.components >= _Length;
    const std::size_t _Count = _All ? _Length : _Options.components;
    for (std::size_t _Idx = 0; _Idx < _Count; ++_Idx)
      _CompareComponent(_All ? _Idx : static_cast<std::size_t>(1.0L * _Idx * _Length / _Count));
    if (!_All)
      _CompareDirection();
    if (_Function._HasTangent)
      _TestDotProduct();
    _Describe(_Expected, _Returned);
    return _Result;
  }
};

} // namespace ad

#include "pop_macros.h"
#endif // AD_DETAIL_CHECK_ENGINE_H
