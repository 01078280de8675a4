// Variables that are declared at the top, as in C, and get their values later: in branches, in
// loops, for one thing after the other, from what they were before, or in one branch alone.
#include "vectors.h"
#include <cmath>
#include <cstddef>
#include <stdexcept>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES double one_after_the_other(const V &x) {
  double t, s, u;
  t = std::sin(x[0] * x[1]);
  s = t * t;
  t = std::cos(x[1]) * s;
  u = t * s;
  t *= u;
  t += x[2];
  s = t * u;
  return s * t;
}

AD_MODES double in_branches(const V &x) {
  double theta, c, s, t, sum = 0;
  std::size_t i;
  for (i = 0; i + 1 < x.size(); ++i) {
    if (x[i] > 0) {
      theta = std::sqrt(x[i]);
      c = std::cos(theta);
      s = std::sin(theta);
      sum += c * x[i + 1] + s * sum;
    } else {
      t = x[i] * x[i + 1];
      c = t * t;
      sum += c * t;
    }
  }
  if (sum > 0)
    t = sum * x[0];
  else
    t = sum * x[1];
  return t * sum;
}

AD_MODES double carried(const V &x) { // from one iteration to the next
  double last, s = 0;
  bool seen = false;
  for (double e : x) {
    if (seen)
      s += last * e;
    last = e * e;
    seen = true;
  }
  return s;
}

AD_MODES double set_in_one_branch(const V &x) {
  double t, s = 0;
  for (int round = 0; round < 3; ++round) {
    if (round == 0)
      t = x[0] * x[1];
    s += t * x[2];
    t = s * x[1];
  }
  return s;
}

AD_MODES double set_in_some_iterations(const V &x) {
  double t, u, s = 0;
  t = x[0];
  for (size_t i = 1; i < x.size(); ++i) {
    if (x[i] < 0)
      t = x[1] * i;
    s += t * t;
  }
  u = s;
  {
    for (int i = 0; i < 2; ++i)
      if (s > i)
        u = x[2] * s;
    s *= u;
  }
  u = x[1];
  if (s > 0) {
    if (s > 2)
      u = x[0];
    s += u * u;
  }
  return s;
}

AD_MODES double read_in_the_head(const V &x) {
  double t, s = 1;
  int n;
  for (t = x[0]; t < 3; t *= 1.7)
    s += t * s;
  n = 0;
  do {
    t = s * x[1];
    s = std::sin(t) + x[2];
    ++n;
  } while (t > 0.1 && n < 4);
  while ((t = s * s * 0.5) > 0.2)
    s = t;
  return s + t * n;
}

AD_MODES double nested(const V &x) {
  double row, e, s = 0;
  std::size_t i, j;
  for (i = 0; i < x.size(); ++i) {
    row = 0;
    for (j = 0; j < x.size(); ++j) {
      e = std::exp(x[i] * x[j]);
      if (e > 1.3)
        continue;
      row += e * x[j];
    }
    e = row * row;
    s += e;
    if (e > 5)
      break;
  }
  return s;
}

AD_MODES double referred_to(const V &x) {
  double t, u;
  double &r = t;
  r = x[0] * x[1];
  u = t * r;
  auto add = [&](double e) { u += e * t; };
  t = x[2];
  add(x[1]);
  double *p = &u;
  *p *= x[0];
  return u * t;
}

static double half(double e) {
  if (e > 100)
    throw std::out_of_range("too large");
  return e / 2;
}
AD_MODES double caught(const V &x) {
  double t, s = 1;
  try {
    t = half(x[0] * x[1]);
    s = t * t;
    t = half(s * 1000 + 150);
    s *= t;
  } catch (const std::out_of_range &) {
    s += x[2] * x[2];
  }
  t = s * x[1];
  return t * s;
}

AD_MODES double chosen(const V &x) {
  double t, s = 0;
  for (int i = 0; i < 4; ++i)
    switch (i % 3) {
    case 0:
      t = x[0] * x[1];
      s += t * t;
      break;
    case 1:
      t = x[1] * s;
      [[fallthrough]];
    default:
      t = s * x[2];
      s += t;
    }
  return s;
}

#define CHECK_ALL(...)                                                                             \
  CHECK_VECTOR(one_after_the_other, __VA_ARGS__);                                                  \
  CHECK_VECTOR(in_branches, __VA_ARGS__);                                                          \
  CHECK_VECTOR(carried, __VA_ARGS__);                                                              \
  CHECK_VECTOR(set_in_one_branch, __VA_ARGS__);                                                    \
  CHECK_VECTOR(set_in_some_iterations, __VA_ARGS__);                                               \
  CHECK_VECTOR(read_in_the_head, __VA_ARGS__);                                                     \
  CHECK_VECTOR(nested, __VA_ARGS__);                                                               \
  CHECK_VECTOR(referred_to, __VA_ARGS__);                                                          \
  CHECK_VECTOR(caught, __VA_ARGS__);                                                               \
  CHECK_VECTOR(chosen, __VA_ARGS__)

int main() {
  CHECK_ALL({0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_ALL({0.35, -0.45, 0.75, -0.4});
  return finish();
}
