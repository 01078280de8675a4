// Complex numbers in loops, arrays, vectors, records, calls and through references; parts that are
// written; float and long double.
#include "complexes.h"
#include <array>
#include <vector>

[[ad::differentiate(forward, reverse)]]
C escape(C z, C c) {
  for (int i = 0; i < 6; ++i) {
    z = z * z + c;
    if (std::abs(z) > 2)
      break;
  }
  return z;
}

[[ad::differentiate(forward, reverse)]]
C parts(C z, C w) {
  z.real(z.imag() * w.real());
  for (int i = 0; i < 3; ++i) {
    w.imag(z.real() - w.imag());
    z.real(w.real() * z.imag() + 1);
    z *= w;
  }
  return z;
}

struct Wave {
  C amplitude, speed;
  double length;
};

struct Pair {
  C first, second = 2;
  Pair() = default;
  Pair(C a, C b) : first(a), second(b * a) {}
};

[[ad::differentiate(forward, reverse)]]
C constructed(C z, C w) {
  Pair p, q(z, w), r;
  p.first = w;
  p.first += q.second;
  r.first = p.first * p.second;
  return r.first * q.first + r.second * z;
}

static C travel(const Wave &wave, double t, C &last) {
  last = wave.amplitude * std::exp(wave.speed * t) / wave.length;
  return last * last;
}

[[ad::differentiate(forward, reverse)]]
C in_records(C z, C w) {
  Wave wave{z, w, std::norm(z)};
  C last, sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += travel(wave, 0.1 * i, last) + last;
    wave.amplitude *= last;
  }
  return sum;
}

[[ad::differentiate(forward, reverse)]]
C in_arrays(C z, C w) {
  C roots[4];
  std::array<C, 3> more = {z, w, 1.0};
  for (int i = 0; i < 4; ++i)
    roots[i] = std::polar(std::abs(z), 0.5 * i) * more[i % 3];
  for (int i = 1; i < 4; ++i)
    roots[i] += roots[i - 1] * roots[i];
  return roots[3] * more[1];
}

static void transform(std::vector<C> &a) {
  const std::size_t n = a.size();
  if (n == 1)
    return;
  std::vector<C> even(n / 2), odd(n / 2);
  for (std::size_t i = 0; i < n / 2; ++i) {
    even[i] = a[2 * i];
    odd[i] = a[2 * i + 1];
  }
  transform(even);
  transform(odd);
  for (std::size_t i = 0; i < n / 2; ++i) {
    const C t = std::polar(1.0, -2 * 3.14159265358979 * i / n) * odd[i];
    a[i] = even[i] + t;
    a[i + n / 2] = even[i] - t;
  }
}

[[ad::differentiate(forward, reverse)]]
C in_vectors(C z, C w) {
  std::vector<C> a = {z, w, z * w, z + 1.0};
  a.push_back(w * w);
  for (int i = 0; i < 3; ++i)
    a.push_back(a[i] / w);
  transform(a);
  C sum = 0;
  for (const C &each : a)
    sum += std::norm(each) * each;
  return sum;
}

[[ad::differentiate(forward, reverse)]]
C through_references(C z, C w) {
  C *p = &z;
  C &r = w;
  *p *= r;
  r = *p + r;
  std::swap(z, w);
  return z * z - *p;
}

[[ad::differentiate(forward, reverse)]]
C powered(C z, C w) {
  return w.real() < 0.5 ? w * z : powered(z * z, w - 1.0) * z;
}

template <class T>
[[ad::differentiate(forward, reverse)]]
T precision(std::complex<T> z, T x) {
  std::complex<T> w = z * x + T(2) * z / (z + T(1));
  w *= std::exp(z) + std::pow(w, T(2));
  return std::abs(w) + std::complex<double>(w).real();
}

template <class T> void check_precision() {
  check<T>(
      {T(0.5), T(0.25), T(1.5)}, 1,
      [](const T *x, T *y) { y[0] = precision(std::complex<T>(x[0], x[1]), x[2]); },
      AD([](const T *x, const T *x_dot, T *y, T *y_dot) {
        y[0] = precision_forward(std::complex<T>(x[0], x[1]), std::complex<T>(x_dot[0], x_dot[1]),
                                 x[2], x_dot[2], y_dot[0]);
      }),
      AD([](const T *x, T *x_bar, T *y, T *y_bar) {
        std::complex<T> z_bar(x_bar[0], x_bar[1]);
        y[0] = precision_reverse(std::complex<T>(x[0], x[1]), z_bar, x[2], x_bar[2], y_bar[0]);
        x_bar[0] = z_bar.real(), x_bar[1] = z_bar.imag();
      }));
}

int main() {
  CHECK_COMPLEX(escape, {0.1, -0.25, 0.3, 0.35});
  CHECK_COMPLEX(escape, {0.5, -0.25, 1.3, 1.35});
  CHECK_COMPLEX(parts, {0.5, -0.25, 1.3, 1.35});
  CHECK_COMPLEX(constructed, {0.5, -0.25, 1.3, 1.35});
  CHECK_COMPLEX(in_records, {0.5, -0.25, 1.3, 1.35});
  CHECK_COMPLEX(in_arrays, {0.5, -0.25, 1.3, 1.35});
  CHECK_COMPLEX(in_vectors, {0.5, -0.25, 1.3, 1.35});
  CHECK_COMPLEX(through_references, {0.5, -0.25, 1.3, 1.35});
  CHECK_COMPLEX(powered, {0.5, -0.25, 2.75, 0.5});
  check_precision<double>();
  check_precision<float>();
  check_precision<long double>();
  return finish();
}
