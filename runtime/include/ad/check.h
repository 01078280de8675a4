//===- check.h - is this gradient right? ------------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Two independent checks of derivatives, for users' own functions:
//
//   1. Central differences. Each component of the gradient is compared with a difference quotient,
//      extrapolated to step zero (Ridders, "Accurate computation of F'(x) and F'(x)F''(x)", Adv.
//      Eng. Softw. 4, 1982): about ten digits on a smooth function in double, from steps that are
//      adapted to each component.
//   2. The dot-product test. For a tangent x_dot, the forward derivative must equal x_bar . x_dot,
//      where x_bar is the reverse gradient: exact up to rounding, twelve digits or more, but blind
//      to a fault that both modes share.
//
//   double x[] = {1, 2, 3};
//   if (ad::check_result r = ad::check_gradient(energy, energy_reverse, x, 3); !r)
//     std::puts(r.message());
//
// Documented in docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_CHECK_H
#define AD_CHECK_H

#include "detail/check_engine.h"

#include "detail/push_macros.h"
#include <cstddef>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ad {

/// `_Call()`, or `_Otherwise` where it returns nothing.
template <class _Function> long double __value_or(const _Function &_Call, long double _Otherwise) {
  if constexpr (std::is_void_v<decltype(_Call())>) {
    _Call();
    return _Otherwise;
  } else {
    return _Call();
  }
}

/// A function of an array and its length. `_Fwd` is std::nullptr_t where there is no forward
/// companion.
template <class _Func, class _Rev, class _Fwd, class _Real, class _Integer>
class __checked_array_function final : public __checked_function {
  const _Func &_Primal;
  const _Rev &_Reverse;
  const _Fwd &_Forward;
  const _Integer _Num;
  const __reals<_Real> _Point, _Derivatives;

  const _Real *_At(const long double *_Pos) {
    for (std::size_t _Idx = 0; _Idx < _Length; ++_Idx)
      _Point[_Idx] = static_cast<_Real>(_Pos[_Idx]);
    return _Point._Values;
  }

public:
  __checked_array_function(const _Func &_Function, const _Rev &_Gradient, const _Fwd &_Tangent,
                           _Integer _Count)
      : __checked_function(_Count > _Integer(0) ? static_cast<std::size_t>(_Count) : 0,
                           std::numeric_limits<_Real>::epsilon(),
                           !std::is_same_v<_Fwd, std::nullptr_t>),
        _Primal(_Function), _Reverse(_Gradient), _Forward(_Tangent), _Num(_Count), _Point(_Length),
        _Derivatives(_Length) {}

  bool _IsActive(std::size_t) const override { return true; }
  long double _Rounded(std::size_t, long double _Pos) const override {
    return static_cast<_Real>(_Pos);
  }
  long double _Value(const long double *_Pos) override { return _Primal(_At(_Pos), _Num); }

  long double _Gradient(const long double *_Pos, long double *_Bar,
                        long double _Expected) override {
    constexpr bool _TakesSeed =
        std::is_invocable_v<const _Rev &, const _Real *, _Real *, _Integer, _Real>;
    const auto _Call = [&] {
      if constexpr (_TakesSeed)
        return _Reverse(_At(_Pos), _Derivatives._Values, _Num, _Real(1));
      else
        return _Reverse(_At(_Pos), _Derivatives._Values, _Num);
    };
    for (std::size_t _Idx = 0; _Idx < _Length; ++_Idx)
      _Derivatives[_Idx] = 0;
    const long double _Returned = __value_or(_Call, _Expected);
    for (std::size_t _Idx = 0; _Idx < _Length; ++_Idx)
      _Bar[_Idx] = _Derivatives[_Idx];
    return _Returned;
  }

  long double _Tangent(const long double *_Pos, const long double *_Dot) override {
    _Real _Result = 0;
    if constexpr (!std::is_same_v<_Fwd, std::nullptr_t>) {
      for (std::size_t _Idx = 0; _Idx < _Length; ++_Idx)
        _Derivatives[_Idx] = static_cast<_Real>(_Dot[_Idx]);
      _Forward(_At(_Pos), _Derivatives._Values, _Num, _Result);
    }
    return _Result;
  }
};

/// A function of numbers. Each floating argument is a coordinate; integers stay as they were given.
template <class _Func, class _Rev, class _Fwd, class... _Arguments>
class __checked_scalar_function final : public __checked_function {
  using _Tuple = std::tuple<_Arguments...>;
  using _Indices = std::index_sequence_for<_Arguments...>;
  using _Result = decltype(std::declval<const _Func &>()(std::declval<_Arguments>()...));
  template <std::size_t _Idx> using _Argument = std::tuple_element_t<_Idx, _Tuple>;

  const _Func &_Primal;
  const _Rev &_Reverse;
  const _Fwd &_Forward;
  const _Tuple _Given;

  template <class _Type> static constexpr long double _EpsilonOf() {
    return std::numeric_limits<_Type>::epsilon(); // 0 for integers
  }
  static constexpr long double _Coarsest() {
    long double _Most = _EpsilonOf<_Result>();
    ((_Most = _Most < _EpsilonOf<_Arguments>() ? _EpsilonOf<_Arguments>() : _Most), ...);
    return _Most;
  }

  /// Argument `_Idx` at the point `_Pos`.
  template <std::size_t _Idx> _Argument<_Idx> _At(const long double *_Pos) const {
    if constexpr (std::is_floating_point_v<_Argument<_Idx>>)
      return static_cast<_Argument<_Idx>>(_Pos[_Idx]);
    else
      return std::get<_Idx>(_Given);
  }
  /// What companions take for it: the argument and, if it is a coordinate, its derivative, of type
  /// `_Derivative`.
  template <std::size_t _Idx, class _Derivative>
  auto _WithDerivative(const long double *_Pos, _Derivative &_Value) const {
    if constexpr (std::is_floating_point_v<_Argument<_Idx>>)
      return std::tuple<_Argument<_Idx>, _Derivative &>(_At<_Idx>(_Pos), _Value);
    else
      return std::tuple<_Argument<_Idx>>(_At<_Idx>(_Pos));
  }

  template <std::size_t... _Idx>
  long double _Call(const long double *_Pos, std::index_sequence<_Idx...>) const {
    return _Primal(_At<_Idx>(_Pos)...);
  }
  template <class _Companion, class _Last, std::size_t... _Idx>
  long double _CallCompanion(const _Companion &_Function, const long double *_Pos,
                             _Tuple &_Derivatives, _Last &_Seed, long double _Expected,
                             std::index_sequence<_Idx...>) const {
    return __value_or(
        [&] {
          return std::apply(_Function, std::tuple_cat(_WithDerivative<_Idx>(
                                                          _Pos, std::get<_Idx>(_Derivatives))...,
                                                      std::tuple<_Last &>(_Seed)));
        },
        _Expected);
  }
  template <std::size_t... _Idx>
  static void _Store(const _Tuple &_From, long double *_To, std::index_sequence<_Idx...>) {
    ((_To[_Idx] = static_cast<long double>(std::get<_Idx>(_From))), ...);
  }
  template <std::size_t... _Idx>
  static _Tuple _Load(const long double *_From, std::index_sequence<_Idx...>) {
    return _Tuple(static_cast<_Arguments>(_From[_Idx])...);
  }

public:
  __checked_scalar_function(const _Func &_Function, const _Rev &_Gradient, const _Fwd &_Tangent,
                            const _Tuple &_Values)
      : __checked_function(sizeof...(_Arguments), _Coarsest(),
                           !std::is_same_v<_Fwd, std::nullptr_t>),
        _Primal(_Function), _Reverse(_Gradient), _Forward(_Tangent), _Given(_Values) {}

  bool _IsActive(std::size_t _Idx) const override {
    constexpr bool _Floating[] = {std::is_floating_point_v<_Arguments>...};
    return _Floating[_Idx];
  }
  long double _Rounded(std::size_t _Idx, long double _Pos) const override {
    const long double _Nearest[] = {static_cast<long double>(static_cast<_Arguments>(_Pos))...};
    return _Nearest[_Idx];
  }
  long double _Value(const long double *_Pos) override { return _Call(_Pos, _Indices()); }

  long double _Gradient(const long double *_Pos, long double *_Bar,
                        long double _Expected) override {
    _Tuple _Adjoints{};
    _Result _Seed = 1;
    const long double _Returned =
        _CallCompanion(_Reverse, _Pos, _Adjoints, _Seed, _Expected, _Indices());
    _Store(_Adjoints, _Bar, _Indices());
    return _Returned;
  }

  long double _Tangent(const long double *_Pos, const long double *_Dot) override {
    _Result _Derivative = 0;
    if constexpr (!std::is_same_v<_Fwd, std::nullptr_t>) {
      _Tuple _Tangents = _Load(_Dot, _Indices());
      _CallCompanion(_Forward, _Pos, _Tangents, _Derivative, 0, _Indices());
    }
    return _Derivative;
  }

  check_result _Check(const check_options &_Options) {
    long double _Pos[sizeof...(_Arguments)];
    _Store(_Given, _Pos, _Indices());
    return __gradient_check(*this, _Options, _Pos)._Run();
  }
};

template <class... _Types>
using __if_numbers =
    std::enable_if_t<(sizeof...(_Types) > 0) && (std::is_arithmetic_v<_Types> && ...), int>;
template <class _Type>
using __if_function =
    std::enable_if_t<!std::is_arithmetic_v<std::remove_pointer_t<std::decay_t<_Type>>>, int>;
template <class _Type>
using __if_not_options = std::enable_if_t<!std::is_same_v<_Type, check_options>, int>;

/// Checks the gradient of f(x, n) at the array `_Pos` of `_Num` elements.
///
/// `_Reverse(x, x_bar, n, 1)`, or `_Reverse(x, x_bar, n)` if it takes no seed, is to add the
/// gradient into x_bar, which holds zeros, and may return f: a reverse companion does, and so does
/// a gradient written by hand. `_Forward(x, x_dot, n, f_dot)`, a forward companion, is to assign
/// the derivative along x_dot to f_dot; nullptr stands for none. Evaluates f about ten times per
/// component.
template <class _Func, class _Rev, class _Fwd, class _Real, class _Integer, __if_function<_Fwd> = 0>
check_result check_gradient(const check_options &_Options, const _Func &_Function,
                            const _Rev &_Reverse, const _Fwd &_Forward, const _Real *_Pos,
                            _Integer _Num) {
  __checked_array_function<_Func, _Rev, _Fwd, _Real, _Integer> _Checked(_Function, _Reverse,
                                                                        _Forward, _Num);
  const __reals<long double> _Point(_Checked._Length);
  for (std::size_t _Idx = 0; _Idx < _Checked._Length; ++_Idx)
    _Point[_Idx] = _Pos[_Idx];
  return __gradient_check(_Checked, _Options, _Point._Values)._Run();
}

/// The same without a forward companion, hence without the dot-product test.
template <class _Func, class _Rev, class _Real, class _Integer>
check_result check_gradient(const check_options &_Options, const _Func &_Function,
                            const _Rev &_Reverse, const _Real *_Pos, _Integer _Num) {
  return check_gradient(_Options, _Function, _Reverse, nullptr, _Pos, _Num);
}

/// Checks the derivatives of a function of numbers, f(x, y, ...), in each floating argument;
/// integers are passed on. `_Reverse(x, x_bar, y, y_bar, ..., 1)` is to add the derivatives into
/// x_bar, y_bar, ..., which hold zeros; `_Forward(x, x_dot, y, y_dot, ..., f_dot)` as above.
/// Arguments must have the parameters' types: 2.0, not 2.
template <class _Func, class _Rev, class _Fwd, class... _Arguments, __if_function<_Fwd> = 0,
          __if_numbers<_Arguments...> = 0>
check_result check_gradient(const check_options &_Options, const _Func &_Function,
                            const _Rev &_Reverse, const _Fwd &_Forward, _Arguments... _Pos) {
  return __checked_scalar_function<_Func, _Rev, _Fwd, _Arguments...>(
             _Function, _Reverse, _Forward, std::tuple<_Arguments...>(_Pos...))
      ._Check(_Options);
}

/// The same without a forward companion.
template <class _Func, class _Rev, class... _Arguments, __if_numbers<_Arguments...> = 0>
check_result check_gradient(const check_options &_Options, const _Func &_Function,
                            const _Rev &_Reverse, _Arguments... _Pos) {
  return check_gradient(_Options, _Function, _Reverse, nullptr, _Pos...);
}

/// Each of these without options.
template <class _Func, class... _Rest, __if_not_options<_Func> = 0>
check_result check_gradient(const _Func &_Function, const _Rest &..._More) {
  return check_gradient(check_options(), _Function, _More...);
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_CHECK_H
