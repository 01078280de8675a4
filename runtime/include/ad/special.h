//===- special.h - derivatives of the gamma function ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The logarithmic derivatives of the gamma function, which <cmath> lacks and the derivatives of
// tgamma, lgamma and beta need.
//
// Sources: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, chapter 6 (numbers of
// formulas below); the same in the NIST Digital Library of Mathematical Functions, 5.5, 5.11, 5.15.
//
//===----------------------------------------------------------------------===//

#ifndef AD_SPECIAL_H
#define AD_SPECIAL_H

#include <cmath>
#include <limits>

#include "detail/push_macros.h"
#pragma push_macro("digamma")
#undef digamma
#pragma push_macro("polygamma")
#undef polygamma
#pragma push_macro("special")
#undef special
#pragma push_macro("cotangent_derivative")
#undef cotangent_derivative
#pragma push_macro("digamma_of_positive")
#undef digamma_of_positive

namespace ad {

namespace special {

/// The n-th derivative of pi cot(pi x), for 0 <= n <= 20. With c = cot(pi x) the derivative of a
/// polynomial p(c) is -pi (1 + c^2) p'(c), so that each is again a polynomial in c.
template <class _Real> _Real cotangent_derivative(int __n, _Real __x) {
  const _Real __pi = static_cast<_Real>(3.14159265358979323846264338327950288L);
  _Real __p[24] = {0, __pi};
  for (int __k = 0; __k < __n; ++__k) {
    _Real __q[24] = {};
    for (int __i = 1; __i <= __k + 1; ++__i) {
      __q[__i - 1] -= __pi * static_cast<_Real>(__i) * __p[__i];
      __q[__i + 1] -= __pi * static_cast<_Real>(__i) * __p[__i];
    }
    for (int __i = 0; __i < 24; ++__i)
      __p[__i] = __q[__i];
  }
  const _Real __fraction = __x - std::round(__x); // cot has period pi
  const _Real __c = std::cos(__pi * __fraction) / std::sin(__pi * __fraction);
  _Real __sum = 0;
  for (int __i = __n + 1; __i >= 0; --__i)
    __sum = __sum * __c + __p[__i];
  return __sum;
}

/// psi^(n)(x), the (n + 1)-th derivative of log(gamma(x)); n = 0 is the digamma function.
///  1. x < 0: reflection (6.3.7, 6.4.7).
///  2. Small x: up by the recurrence (6.3.5, 6.4.6) until the series is accurate.
///  3. The asymptotic series (6.3.18, 6.4.11), summed while its terms fall.
template <class _Real> _Real polygamma_of(int __n, _Real __x) {
  if (__n < 0 || __n > 20 || __x != __x)
    return std::numeric_limits<_Real>::quiet_NaN();
  if (__x == 0) {
    const _Real __infinity = std::numeric_limits<_Real>::infinity();
    return __n % 2 ? __infinity : -std::copysign(__infinity, __x);
  }
  if (__x < 0 && std::floor(__x) == __x)
    return std::numeric_limits<_Real>::quiet_NaN();
  const _Real __sign = __n % 2 ? 1 : -1; // (-1)^(n+1)
  if (__x < 0)
    return -__sign * polygamma_of(__n, 1 - __x) - special::cotangent_derivative(__n, __x);

  _Real __factorial = 1; // n!
  for (int __k = 2; __k <= __n; ++__k)
    __factorial *= static_cast<_Real>(__k);
  _Real __recurrence = 0;
  for (; __x < static_cast<_Real>(14 + __n); __x += 1)
    __recurrence += __factorial * std::pow(__x, static_cast<_Real>(-__n - 1));

  // B_{2k}: Bernoulli numbers.
  const _Real __bernoulli[] = {
      _Real(1) / 6,       _Real(-1) / 30,       _Real(1) / 42,       _Real(-1) / 30,
      _Real(5) / 66,      _Real(-691) / 2730,   _Real(7) / 6,        _Real(-3617) / 510,
      _Real(43867) / 798, _Real(-174611) / 330, _Real(854513) / 138,
  };
  const _Real __to_minus_n = std::pow(__x, static_cast<_Real>(-__n));
  _Real __sum = __n == 0 ? -std::log(__x) : __factorial / static_cast<_Real>(__n) * __to_minus_n;
  __sum += __factorial / 2 * __to_minus_n / __x;
  // (2k + n - 1)! / (2k)! / x^(2k + n), for k = 1: (n + 1)! / 2 / x^(n + 2)
  _Real __term = __factorial * static_cast<_Real>(__n + 1) / 2 * __to_minus_n / (__x * __x);
  for (int __k = 1; __k <= 11; ++__k) {
    const _Real __added = __bernoulli[__k - 1] * __term;
    __sum += __added;
    if (std::fabs(__added) < std::fabs(__sum) * std::numeric_limits<_Real>::epsilon() / 8)
      break;
    const _Real __j = static_cast<_Real>(2 * __k);
    __term *= (__j + static_cast<_Real>(__n)) * (__j + static_cast<_Real>(__n) + 1) /
              ((__j + 1) * (__j + 2) * __x * __x);
  }
  return __sign * (__sum + __recurrence);
}

/// The digamma function of a positive number. As above, with the sum of the recurrence as one
/// fraction, and as many terms of the series as a double needs from 10 on.
inline double digamma_of_positive(double __x) {
  double __numerator = 0, __denominator = 1;
  for (; __x < 10; __x += 1) {
    __numerator = __numerator * __x + __denominator;
    __denominator *= __x;
  }
  const double __coefficients[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                   1.0 / 132, -691.0 / 32760, 1.0 / 12,  -3617.0 / 8160};
  const double __y = 1 / (__x * __x);
  double __series = 0;
  for (int __k = 7; __k >= 0; --__k)
    __series = (__series + __coefficients[__k]) * __y;
  return std::log(__x) - 0.5 / __x - __series - __numerator / __denominator;
}

} // namespace special

/// The digamma function, d/dx log(gamma(x)). Error below 1e-14 of max(1, |result|) away from poles;
/// NaN at negative integers, infinite at 0. Of positive numbers: three divisions and a logarithm.
inline double digamma(double __x) {
  return __x > 0 ? special::digamma_of_positive(__x) : special::polygamma_of(0, __x);
}
inline long double digamma(long double __x) { return special::polygamma_of(0, __x); }
inline float digamma(float __x) {
  return static_cast<float>(ad::digamma(static_cast<double>(__x)));
}

/// The polygamma function: the n-th derivative of digamma, 0 <= n <= 20; NaN for other n. Accuracy
/// and poles as for digamma.
inline double polygamma(int __n, double __x) { return special::polygamma_of(__n, __x); }
inline long double polygamma(int __n, long double __x) { return special::polygamma_of(__n, __x); }
inline float polygamma(int __n, float __x) {
  return static_cast<float>(special::polygamma_of(__n, static_cast<double>(__x)));
}

} // namespace ad

#pragma pop_macro("digamma_of_positive")
#pragma pop_macro("cotangent_derivative")
#pragma pop_macro("special")
#pragma pop_macro("polygamma")
#pragma pop_macro("digamma")
#include "detail/pop_macros.h"
#endif // AD_SPECIAL_H
