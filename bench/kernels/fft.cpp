//===- fft.cpp - the spectrum of a signal ---------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Radix 2, in place, decimation in time (Cooley and Tukey, 1965).
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// The sum of the squares of the spectrum's powers; re and im, of n = 2^bits numbers each, are
/// overwritten by the spectrum. cosine and sine hold those of 2 pi k / n for k < n / 2.
[[ad::differentiate(forward, reverse)]]
real spectrum(real *re, real *im, [[ad::constant]] const double *cosine,
              [[ad::constant]] const double *sine, int bits) {
  const int n = 1 << bits;
  for (int i = 0; i < n; ++i) {
    int j = 0;
    for (int b = 0; b < bits; ++b)
      j |= ((i >> b) & 1) << (bits - 1 - b);
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
  }
  for (int level = 0; level < bits; ++level) {
    const int half = 1 << level, blocks = n / (2 * half);
    for (int block = 0; block < blocks; ++block)
      for (int k = 0; k < half; ++k) {
        const int a = 2 * half * block + k, b = a + half;
        const double c = cosine[k * blocks], s = sine[k * blocks];
        real turned_re = c * re[b] + s * im[b], turned_im = c * im[b] - s * re[b];
        re[b] = re[a] - turned_re;
        im[b] = im[a] - turned_im;
        re[a] += turned_re;
        im[a] += turned_im;
      }
  }
  real sum = 0;
  for (int k = 0; k < n; ++k) {
    real power = (re[k] * re[k] + im[k] * im[k]) / n;
    sum += power * power;
  }
  return sum;
}

#if BENCH_ON_DOUBLE
// Butterflies are linear: nothing is kept. Each is transposed, from the last to the first: with
// a' = a + w b and b' = a - w b, a_bar = a'_bar + b'_bar and b_bar = conj(w) (a'_bar - b'_bar).
static double spectrum_by_hand(double *re, double *re_bar, double *im, double *im_bar,
                               const double *cosine, const double *sine, int bits) {
  const int n = 1 << bits;
  const double value = spectrum(re, im, cosine, sine, bits);
  for (int k = 0; k < n; ++k) {
    const double slope = 4 * (re[k] * re[k] + im[k] * im[k]) / n / n;
    re_bar[k] += slope * re[k];
    im_bar[k] += slope * im[k];
  }
  for (int level = bits; level-- > 0;) {
    const int half = 1 << level, blocks = n / (2 * half);
    for (int block = 0; block < blocks; ++block)
      for (int k = 0; k < half; ++k) {
        const int a = 2 * half * block + k, b = a + half;
        const double c = cosine[k * blocks], s = sine[k * blocks];
        const double turned_re = re_bar[a] - re_bar[b], turned_im = im_bar[a] - im_bar[b];
        re_bar[a] += re_bar[b];
        im_bar[a] += im_bar[b];
        re_bar[b] = c * turned_re - s * turned_im;
        im_bar[b] = s * turned_re + c * turned_im;
      }
  }
  for (int i = 0; i < n; ++i) {
    int j = 0;
    for (int b = 0; b < bits; ++b)
      j |= ((i >> b) & 1) << (bits - 1 - b);
    if (i < j) {
      std::swap(re_bar[i], re_bar[j]);
      std::swap(im_bar[i], im_bar[j]);
    }
  }
  return value;
}
#endif

static bench::problem make(int bits) {
  const int n = 1 << bits;
  bench::problem p;
  p.x = bench::normal(2 * n);
  std::vector<double> cosine(n / 2), sine(n / 2);
  for (int k = 0; k < n / 2; ++k) {
    cosine[k] = std::cos(2 * std::acos(-1.0) * k / n);
    sine[k] = std::sin(2 * std::acos(-1.0) * k / n);
  }
  p.objective = [=, now = std::vector<real>(2 * n)](const real *x) mutable {
    std::copy(x, x + 2 * n, now.begin());
    return spectrum(now.data(), now.data() + n, cosine.data(), sine.data(), bits);
  };
#if BENCH_ON_DOUBLE
  p.forward = [=, now = p.x, now_dot = p.x](const double *x, const double *x_dot) mutable {
    std::copy(x, x + 2 * n, now.begin());
    std::copy(x_dot, x_dot + 2 * n, now_dot.begin());
    double value_dot;
    spectrum_forward(now.data(), now_dot.data(), now.data() + n, now_dot.data() + n, cosine.data(),
                     sine.data(), bits, value_dot);
    return value_dot;
  };
  p.reverse = [=, now = p.x](const double *x, double *x_bar) mutable {
    std::copy(x, x + 2 * n, now.begin());
    return spectrum_reverse(now.data(), x_bar, now.data() + n, x_bar + n, cosine.data(),
                            sine.data(), bits);
  };
  p.by_hand = [=, now = p.x](const double *x, double *x_bar) mutable {
    std::copy(x, x + 2 * n, now.begin());
    return spectrum_by_hand(now.data(), x_bar, now.data() + n, x_bar + n, cosine.data(),
                            sine.data(), bits);
  };
#endif
  return p;
}

static const bench::registration registered("FFT", {5, 8, 11}, make);
