// The operators of std::complex, with complex and real operands, and the ways to make one.
#include "complexes.h"

[[ad::differentiate(forward, reverse)]]
C sums(C z, C w) {
  return z + w - 2.0 * z + w * 0.5 - (1.0 - w) + (z - 3.0) + -w + +z;
}

[[ad::differentiate(forward, reverse)]]
C products(C z, C w) {
  return z * w * z + 2.0 * z / w - w / 4.0 + 1.5 / (z * z);
}

[[ad::differentiate(forward, reverse)]]
C with_reals(C z, C w) {
  const double a = z.real(), b = w.imag();
  return a * z + w * b - a / w + z / b + (a + w) - (z - b) + C(a) * w;
}

[[ad::differentiate(forward, reverse)]]
C compound(C z, C w) {
  z += w;
  z *= w;
  z -= 2.0;
  z /= w + 3.0;
  z *= w.real();
  w += z.imag();
  w -= z;
  w /= 2;
  return z = w * z;
}

[[ad::differentiate(forward, reverse)]]
C made(C z, C w) {
  const C unset, real = z.real(), pair(w.imag(), z.imag()), braces{z.real(), 2};
  C later;
  later = w.real();
  later = later * pair;
  using namespace std::complex_literals;
  return unset + real * pair - braces * 2i + z * 0.25i + later * C(0, 1);
}

[[ad::differentiate(forward, reverse)]]
C chosen(C z, C w) {
  if (z == w || z != C(0.5, -0.25))
    return z == 0.0 ? w : z * w;
  return std::abs(z) > std::abs(w) ? 2.0 : w;
}

[[ad::differentiate(forward, reverse)]]
C chosen_real(C z, C w) {
  C r = z.real() > 0 ? z : 0;
  r += w.real() > 0 ? C(w.imag()) : w;
  return r * r;
}

int main() {
  CHECK_COMPLEX(sums, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(products, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(with_reals, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(compound, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(made, {0.5, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(chosen, {0.7, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(chosen_real, {0.7, -0.25, 1.5, 0.75});
  CHECK_COMPLEX(chosen_real, {-0.7, -0.25, -1.5, 0.75});
  return finish();
}
