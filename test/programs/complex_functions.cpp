// The functions of <complex>: holomorphic ones, powers, and those that give or take real numbers.
#include "complexes.h"

[[ad::differentiate(forward, reverse)]]
C exponentials(C z, C w) {
  return std::exp(z) * std::log(w) + std::log10(z * w) - std::sqrt(w);
}

[[ad::differentiate(forward, reverse)]]
C circular(C z, C w) {
  return std::sin(z) * std::cos(w) + std::tan(z) + std::asin(w) * std::acos(z) - std::atan(z);
}

[[ad::differentiate(forward, reverse)]]
C hyperbolic(C z, C w) {
  return std::sinh(z) * std::cosh(w) + std::tanh(z) + std::asinh(w) * std::acosh(z) - std::atanh(z);
}

[[ad::differentiate(forward, reverse)]]
C powers(C z, C w) {
  return std::pow(z, w) + std::pow(z, 2) + std::pow(w, -1) + std::pow(z, 2.5) + std::pow(2.0, w) +
         std::pow(w, z.real()) + std::pow(z.real(), w) + std::pow(z, 1) + std::pow(w, 0.5);
}

[[ad::differentiate(forward, reverse)]]
C power_of_count(C z, C w) {
  C s = 0;
  for (int n = 0; n < 4; ++n)
    s += std::pow(z, n) * w;
  return s;
}

[[ad::differentiate(forward, reverse)]]
C real_valued(C z, C w) {
  return C(std::abs(z) * std::arg(w), std::norm(z) - std::real(w) * std::imag(z)) * std::abs(z * w);
}

[[ad::differentiate(forward, reverse)]]
C conjugates(C z, C w) {
  return std::conj(z) * w + std::proj(w) * z - std::conj(std::conj(w) * z);
}

[[ad::differentiate(forward, reverse)]]
C polar(C z, C w) {
  return std::polar(z.real() * z.real(), w.imag()) + std::polar(std::abs(w)) * z +
         std::polar(2.0, z.imag()) * std::polar(std::norm(w), 0.3);
}

[[ad::differentiate(forward, reverse)]]
C zero_magnitude(C z, C w) {
  const C nothing = z - z;
  return w * (1 + std::abs(nothing) + std::arg(nothing));
}

// The principal branch of acosh has its cut on (-inf, 1]; that of asin on |x| > 1.
[[ad::differentiate(forward, reverse)]]
C left_half(C z, C w) {
  return std::acosh(z) + std::asin(w) + std::log(z) + std::sqrt(w) + std::asinh(2.0 * z);
}

int main() {
  CHECK_COMPLEX(exponentials, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(circular, {0.5, -0.25, 0.4, 0.75});
  CHECK_COMPLEX(hyperbolic, {0.5, -0.25, 0.4, 0.75});
  CHECK_COMPLEX(powers, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(power_of_count, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(real_valued, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(conjugates, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(polar, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(left_half, {-1.5, 0.3, -2.5, -0.4});
  CHECK_COMPLEX(left_half, {-1.5, -0.3, 2.5, 0.4});
#ifndef NO_AD
  C z_bar, w_bar;
  zero_magnitude_reverse(C(1, 2), z_bar, C(3, 4), w_bar, C(1, 0));
  expect("at zero", z_bar.real() + z_bar.imag(), 0);
  expect("at zero", w_bar.real(), 1);
#else
  expect("value", zero_magnitude(C(1, 2), C(3, 4)).real(), 3);
#endif
  return finish();
}
