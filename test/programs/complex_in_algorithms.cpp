// Complex numbers in place, in algorithms, by reference, in recursion and across pairs of sweeps.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <numeric>

using V = std::vector<double>;
using C = std::complex<double>;

static std::vector<C> make(const V &v) {
  std::vector<C> z;
  for (size_t i = 0; i + 1 < v.size(); ++i)
    z.emplace_back(v[i], v[i + 1]);
  return z;
}
[[ad::differentiate(forward, reverse)]]
double inplace(const V &v) {
  C z(v[0], v[1]), w(v[1], v[2]);
  z /= z;
  z *= w;
  w /= z + w;
  z -= z * w;
  z *= z;
  w += w;
  z /= v[2];
  z = v[0] / z;
  return std::abs(z * w) + z.imag();
}
[[ad::differentiate(forward, reverse)]]
double algos(const V &v) {
  auto z = make(v);
  C s = std::accumulate(z.begin(), z.end(), C(0));
  C t = std::inner_product(z.begin(), z.end(), z.rbegin(), C(1, 2));
  C p = std::accumulate(z.begin(), z.end(), C(1), std::multiplies<C>());
  std::reverse(z.begin(), z.end());
  std::partial_sum(z.begin(), z.end(), z.begin());
  std::transform(z.begin(), z.end(), z.begin(), [&](const C &e) { return std::conj(e) * p; });
  std::sort(z.begin(), z.end(), [](const C &a, const C &b) { return std::norm(a) > std::norm(b); });
  auto m = *std::max_element(z.begin(), z.end(), [](C a, C b) { return a.real() < b.real(); });
  return std::real(s * t) + z[0].imag() * std::norm(z[1]) + std::arg(m);
}
[[ad::differentiate(forward, reverse)]]
double pow0(const V &v) {
  C z(v[0] - v[0], 0), w(v[1], v[2]);
  C a = std::pow(z, 2.0) + std::pow(z, 3) * w + std::pow(w, 2) + std::pow(2.0, w) +
        std::pow(w, C(0.3, v[0]));
  return a.real() * a.imag();
}
[[ad::differentiate(forward, reverse)]]
double refs(const V &v) {
  std::array<C, 3> a{C(v[0], v[1]), C(v[2]), C(0, v[1])};
  C &r = a[1];
  const C &k = a[0];
  C *p = &a[2];
  r *= k;
  *p += r * r;
  p->real(v[0] * p->imag());
  a[0].imag(p->real());
  double s = 0;
  for (C &e : a) {
    e = e * e + k;
    s += std::norm(e);
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double horner(const V &v) {
  auto c = make(v);
  C x(v[0], 0.5), s = 0.0, d = 0;
  for (size_t i = c.size(); i-- > 0;) {
    d = d * x + s;
    s = s * x + c[i];
    if (std::abs(s) > 5) {
      s /= std::abs(s);
      continue;
    }
    s = std::exp(s) - C(1);
  }
  return std::abs(s) * d.real() - (s == d ? 1 : 0);
}
static C big(C z, std::vector<C> c, int n) {
  for (int i = 0; i < n; ++i) {
    if (std::abs(z) > 3)
      return z * c[0];
    z = z * z + c[i % c.size()];
    c[i % c.size()] *= z;
  }
  return z / c.back();
}
[[ad::differentiate(forward, reverse)]]
double sweeps(const V &v) {
  auto c = make(v);
  C s = 0;
  for (int i = 0; i < 6; ++i)
    s += big(C(v[0], v[i % 3]), c, i);
  return s.real() + s.imag() * 2;
}
static void fft(std::vector<C> &a) {
  size_t n = a.size();
  if (n == 1)
    return;
  std::vector<C> e(n / 2), o(n / 2);
  for (size_t i = 0; i < n / 2; ++i) {
    e[i] = a[2 * i];
    o[i] = a[2 * i + 1];
  }
  fft(e);
  fft(o);
  for (size_t k = 0; k < n / 2; ++k) {
    C t = std::polar(1.0, -2 * M_PI * k / n) * o[k];
    a[k] = e[k] + t;
    a[k + n / 2] = e[k] - t;
  }
}
[[ad::differentiate(forward, reverse)]]
double spectrum(const V &v) {
  std::vector<C> a(4);
  for (int i = 0; i < 4; ++i)
    a[i] = v[i % 3] * (i + 1);
  fft(a);
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += (i + 1) * std::norm(a[i]) * std::arg(a[i]);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double mixedfloat(const V &v) {
  std::complex<float> f(float(v[0]), 2.f);
  C z(v[1], v[2]);
  z *= 2.f;
  z += C(std::complex<float>(1.f, 2.f));
  std::complex<long double> l = z;
  l *= l;
  C w(l);
  return std::norm(w) + std::abs(z - 1.0) + std::sqrt(z).imag() + std::log(z).real() +
         std::proj(z).real() + std::conj(v[0]).real();
}

int main() {
  CHECK_VECTOR(inplace, {0.3, 0.7, 1.1});
  CHECK_VECTOR(algos, {0.3, 0.7, 1.1, 0.4});
  CHECK_VECTOR(pow0, {0.3, 0.7, 1.1});
  CHECK_VECTOR(refs, {0.3, 0.7, 1.1});
  CHECK_VECTOR(horner, {0.3, 0.7, 1.1, 0.4, 0.2});
  CHECK_VECTOR(sweeps, {0.3, 0.7, 1.1});
  CHECK_VECTOR(spectrum, {0.3, 0.7, 1.1});
  CHECK_VECTOR(mixedfloat, {0.3, 0.7, 1.1});
  return finish();
}
