// Numbers in loops that are set again from what they were: in the block that declares them, in
// branches and loops inside of it, before jumps, with what stands in between reading each version.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

static double soft_min(double a, double b, double g) { // parameters that are set again
  a /= -g;
  b /= -g;
  const double most = std::max(a, b);
  return -g * (std::log(std::exp(a - most) + std::exp(b - most)) + most);
}

AD_MODES double parameters(const V &x) {
  double s = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    s += soft_min(x[i], s, 0.5 + x[i + 1] * x[i + 1]);
  return s;
}

AD_MODES double chain(const V &x) {
  double s = 0;
  for (double e : x) {
    double a = e * e;
    const double first = a;
    a = std::sin(a);
    s += a * first;
    a = a * a + first;
    a /= 1.5 + s * s;
    s += std::sqrt(a + 2);
  }
  return s;
}

AD_MODES double in_branches(const V &x) {
  double s = 0;
  for (double e : x) {
    double a = e * 2;
    if (e > 0)
      a = a * a;
    else {
      double b = a + 1;
      b = b * a;
      a = std::cos(b) * b;
    }
    s += a * e;
    a = std::exp(a / 10);
    if (a > 1.2) {
      a = a * e;
      s += a;
    }
    s += a * a;
  }
  return s;
}

AD_MODES double in_loops(const V &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double a = x[i];
    for (int k = 0; k < 3; ++k) { // sets what is declared outside of it
      a = a * x[i] / 2;
      s += a;
    }
    a = a * a;
    for (int k = 0; k < 2; ++k)
      a = std::sin(a) + s / 10;
    a = a - x[0] * a;
    s += a * a;
  }
  return s;
}

AD_MODES double with_jumps(const V &x) {
  double s = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double a = x[i] * s / 3;
    if (a < -10)
      continue;
    a = a * a;
    if (a > 100)
      break;
    a = std::sqrt(a + 1);
    s += a;
    while (true) {
      double b = a;
      b = b * b;
      s += b / 7;
      b = b * a;
      if (b > 0)
        break;
    }
  }
  return s;
}

AD_MODES double subscripts(const V &x) { // integers, too
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int k = -2; k < n + 2; ++k) {
    int i = k;
    i = std::min(std::max(i, 0), n - 1);
    double a = x[i];
    i = std::min(i + 1, n - 1);
    a = a * x[i];
    i = (i * 2) % n;
    s += a * x[i];
  }
  return s;
}

AD_MODES double with_updates(const V &x) { // sums keep their place
  double s = 0;
  for (double e : x) {
    double a = e;
    a += e * e;
    a = a * a;
    a -= s;
    a *= e;
    a += a * a / 9;
    s += a / 3;
  }
  return s;
}

AD_MODES double unused_versions(const V &x) {
  double s = 0;
  for (double e : x) {
    double a = std::exp(e);
    a = e * e;
    double b = a;
    b = 3;
    s += a * b;
    a = 0;
  }
  return s;
}

AD_MODES double by_address(const V &x) {
  double s = 0;
  for (double e : x) {
    double a = e;
    double *p = &a;
    a = a * a;
    *p = *p * e + a;
    a = std::sin(a);
    s += *p * a;
  }
  return s;
}

AD_MODES double by_reference(const V &x) {
  double s = 0;
  auto square = [](double &v) { v = v * v; };
  for (double e : x) {
    double a = e;
    square(a);
    a = a + e;
    double &r = a;
    r = r * e;
    a = std::cos(a);
    s += r * a;
  }
  return s;
}

AD_MODES double same_name(const V &x) {
  double s = 0, a_1 = 1;
  for (double e : x) {
    double a = e * a_1;
    a = a * e;
    {
      double a = s + e;
      a = a * a;
      s += a / 10;
    }
    a_1 = a / 5 + 1;
  }
  return s * a_1;
}

AD_MODES double conditions(const V &x) {
  double s = 0;
  for (double e : x) {
    double a = e;
    bool up = a > 0;
    a = up ? a * a : -a;
    up = a > 1;
    if (up)
      s += a * a * a;
    up = !up;
    if (up)
      s += a;
  }
  return s;
}

AD_MODES double in_switch(const V &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double a = x[i];
    switch (i % 3) {
    case 0: {
      double b = a;
      b = b * b;
      a = b * a;
      break;
    }
    case 1:
      a = std::sin(a);
      [[fallthrough]];
    default:
      a = a * s + x[0];
    }
    a = a * a;
    s += a / 8;
  }
  return s;
}

AD_MODES double do_loops(const V &x) {
  double s = 0;
  int left = 3;
  do {
    double a = x[static_cast<std::size_t>(left)] + s;
    a = a * a;
    a = a / (1 + a);
    s += a;
    int next = left;
    next = next - 1;
    left = next;
  } while (left > 0);
  return s;
}

AD_MODES double reductions(const V &x) { // a sum, then what becomes of it
  const std::size_t n = x.size();
  double total = 0;
  for (std::size_t r = 0; r < 3; ++r) {
    double mean = 0, var = 0;
    for (std::size_t i = 0; i < n; ++i)
      mean += x[i] * x[(i + r) % n];
    mean /= static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i)
      var += (x[i] - mean) * (x[i] - mean);
    var /= static_cast<double>(n);
    const double scale = 1 / std::sqrt(var + 0.1);
    for (std::size_t i = 0; i < n; ++i)
      total += std::tanh((x[i] - mean) * scale) * x[i];
  }
  return total;
}

AD_MODES double with_vectors(const V &x) { // the sizes of vectors are no such numbers
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    V part(2, x[i]);
    part.resize(3);
    part[2] = part[0] * part[1];
    part.push_back(s);
    double a = part[2] + part[3];
    a = a * a;
    part = V(2, a);
    s += part[0] * part[1] / 50;
  }
  return s;
}

#define CHECK_ALL(...)                                                                             \
  CHECK_VECTOR(parameters, __VA_ARGS__);                                                           \
  CHECK_VECTOR(chain, __VA_ARGS__);                                                                \
  CHECK_VECTOR(in_branches, __VA_ARGS__);                                                          \
  CHECK_VECTOR(in_loops, __VA_ARGS__);                                                             \
  CHECK_VECTOR(with_jumps, __VA_ARGS__);                                                           \
  CHECK_VECTOR(subscripts, __VA_ARGS__);                                                           \
  CHECK_VECTOR(with_updates, __VA_ARGS__);                                                         \
  CHECK_VECTOR(unused_versions, __VA_ARGS__);                                                      \
  CHECK_VECTOR(by_address, __VA_ARGS__);                                                           \
  CHECK_VECTOR(by_reference, __VA_ARGS__);                                                         \
  CHECK_VECTOR(same_name, __VA_ARGS__);                                                            \
  CHECK_VECTOR(conditions, __VA_ARGS__);                                                           \
  CHECK_VECTOR(in_switch, __VA_ARGS__);                                                            \
  CHECK_VECTOR(do_loops, __VA_ARGS__);                                                             \
  CHECK_VECTOR(reductions, __VA_ARGS__);                                                           \
  CHECK_VECTOR(with_vectors, __VA_ARGS__)

int main() {
  CHECK_ALL({0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_ALL({0.35, -0.45, 0.75, -0.4});
  return finish();
}
