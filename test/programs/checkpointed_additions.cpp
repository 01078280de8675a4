// Mode checkpointed gives the bits of reverse mode where additions to one adjoint meet: not across
// calls, but across what changes other adjoints alone.
#include "checkpointed.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <vector>

BOTH double deques(const double *p, int, int steps) {
  std::array<double, 3> a{p[0], p[1], p[2]};
  std::deque<double> d{p[3], p[4], p[0]};
  for (int t = 0; t < steps; ++t) {
    d.push_back(0.5 * d.front() + std::sin(a[t % 3]));
    d.pop_front();
    a[(t + 1) % 3] = std::cos(a[t % 3] * d[1]);
  }
  return a[0] * d[0] + a[1] * d[1] + a[2] * d[2];
}

struct Law {
  virtual ~Law() = default;
  virtual void follow(double x) = 0;
};
struct Damped : Law {
  double z;
  explicit Damped(double q) : z(q) {}
  void follow(double x) override { z = 0.5 * z + x; }
};
struct Waves : Law {
  double z, y;
  Waves(double q, double r) : z(q), y(r) {}
  void follow(double x) override {
    y = std::cos(x);
    z *= 0.9;
  }
};

BOTH double calls(const double *p, int, int steps) {
  double b = p[1];
  std::deque<double> d{p[0], 0.4};
  std::vector<double> u{p[0], p[1], p[2], p[0]};
  Damped one{p[0]};
  Waves other{p[1], 0.2};
  Law *law = steps % 2 ? static_cast<Law *>(&one) : &other;
  for (int i = 0; i < steps; ++i) {
    d.front() = std::tanh(b);
    u[1] += 0.1 * std::tanh(p[3]);
    law->follow(std::sin(one.z));
    other.z = std::tanh(b * u[1]);
  }
  return 2 * b + d[0] * d.back() + u[0] * u[3] + u[1] + one.z * other.z + other.y;
}

// What adds to s has no number of its own where `*=` is made of two statements.
BOTH double multiplied(double *a, double *b, int n) {
  double s = a[0], t = 0.4;
  for (int i = 1; i < n; i *= 2) {
    for (int k = 0; k + 1 < n; ++k)
      a[k] = a[k + 1];
    a[i - 1] = a[i + 1] * s * b[i];
  }
  t = 0.9 * (a[1] * b[1] / (2 + std::sin(s)));
  a[n / 2] += std::sin(1.1);
  a[2] *= std::cos(s / (2 + std::sin(a[0])));
  return s + t;
}

static void compareMultiplied() {
  for (int k = 0; k < 50; ++k) {
    double a[4], b[4], a_bar[4], b_bar[4];
    for (int i = 0; i < 4; ++i) {
      a[i] = 0.3 + 0.017 * k + 0.31 * i;
      b[i] = 1.1 - 0.013 * k + 0.1 * i;
      a_bar[i] = 0.37 * i + 0.01 * k;
      b_bar[i] = 0.2 + i;
    }
    double c[4], d[4], c_bar[4], d_bar[4];
    std::copy(a, a + 4, c);
    std::copy(b, b + 4, d);
    std::copy(a_bar, a_bar + 4, c_bar);
    std::copy(b_bar, b_bar + 4, d_bar);
    multiplied_reverse(a, a_bar, b, b_bar, k % 3, 0.7);
    multiplied_checkpointed(c, c_bar, d, d_bar, k % 3, 0.7);
    for (int i = 0; i < 4; ++i) {
      if (a_bar[i] != c_bar[i])
        harness::fail("bits of a_bar", c_bar[i], a_bar[i], i);
      if (b_bar[i] != d_bar[i])
        harness::fail("bits of b_bar", d_bar[i], b_bar[i], i);
    }
  }
}

// What a call that is made again adds stands beside it, what follows behind what is put back.
static double tree(const double *r, double x, int depth) {
  if (depth <= 0)
    return x;
  double s = x;
  double own[3] = {x, x, x};
  s = std::cos(s) * s - 0.5 * r[2];
  for (int k = 0; k < 2; ++k)
    s -= tree(own, r[0] - 0.5 * x, depth - 1);
  return std::sin(s) + tree(own, r[0] - 0.5 * s, depth - 1);
}
struct Walker {
  double a;
  double b[2];
};
BOTH double found(Walker &w) {
  double r[3] = {std::copysign(w.b[1], w.a), 0.5, 0.5};
  for (int k = 0; k < 3; ++k) {
    const double at = std::sin(w.a++);
    if (k == 1 || at > 2)
      return tree(r, std::fabs(0.5 * std::sin(w.a)), 2) + 0.1 * at * at;
  }
  return 0;
}

static void compareFound() {
  for (int k = 0; k < 50; ++k) {
    Walker u{0.3 + 0.07 * k, {0.2, 1.1 - 0.03 * k}}, v = u;
    Walker u_bar{0.1 * k, {0.5, 0.25}}, v_bar = u_bar;
    found_reverse(u, u_bar, 0.7);
    found_checkpointed(v, v_bar, 0.7);
    if (u_bar.a != v_bar.a)
      harness::fail("bits of a_bar", v_bar.a, u_bar.a, k);
    if (u_bar.b[1] != v_bar.b[1])
      harness::fail("bits of b_bar", v_bar.b[1], u_bar.b[1], k);
  }
}

int main() {
  compareMultiplied();
  compareFound();
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 7, 14, 40, 75}) {
      CHECK_ARRAY_STEPS(deques, n);
      CHECK_ARRAY_STEPS(calls, n);
    }
  });
  return finish();
}
