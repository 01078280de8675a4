// Mode checkpointed gives the bits of reverse mode where the two record different things: results
// that are there for one of them only, loops whose adjoints could run in another order, additions
// that could become one.
#include "harness.h"
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse, checkpointed)]]

// Divisors that are overwritten later, and elements whose order does not matter.
BOTH double quotients(const double *x, int n) {
  double a[8];
  for (int i = 0; i < n; ++i)
    a[i] = 2 + x[i] * x[i];
  for (int i = 0; i < n; ++i)
    a[i] = a[i] / a[n - 1 - i];
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = x[i] / a[i];
    sum += a[i] * x[i];
  }
  return sum;
}

// The same in place, by a sum of products: of a row, and of a plane.
BOTH double scaled(const double *x, int n) {
  double u[8], m[3][3] = {{x[0], x[1], x[2]}, {x[3], 1, x[4]}, {x[5], 2, x[6]}};
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  for (int t = 0; t < n - 2; ++t) {
    double s = 0, r = 0;
    for (int i = 0; i < n; ++i)
      s += u[i];
    for (int i = 0; i < n; ++i)
      u[i] /= 1 + 0.01 * s * s;
    for (int i = 0; i < 9; ++i)
      r += m[i / 3][i % 3];
    for (int i = 0; i < 9; ++i)
      m[i / 3][i % 3] /= 0.3 + 0.07 * r * r * s;
  }
  return u[0] * u[1] + m[0][1] * m[2][0];
}

// Reciprocals that one iteration takes from another.
BOTH double reciprocals(const double *x, int n) {
  double r[8], sum = 0;
  for (int i = 0; i < n; ++i)
    r[i] = 1 + x[i];
  for (int pass = 0; pass < 3; ++pass)
    for (int i = 0; i < n; ++i)
      r[i] = 1 / (r[(i + 3) % n] + x[i]);
  for (int i = 0; i < n; ++i)
    sum += r[i] * x[n - 1 - i];
  return sum;
}

// Loops by jumps, of which those inside record what they overwrite.
struct State {
  double a, b[2];
};
BOTH void settle(State &m, const double *x) {
  double s = 0.5 * m.b[0], t = 0.5;
  int count = 0;
  if (t < std::sin(m.b[1]))
    goto inner;
  s *= 0.75 * std::sin(m.b[1]);
again:
  s *= 0.75 * std::sin(m.b[1]);
  if (++count < 5 && count != 4)
    goto again;
inner:
  for (int i = 0; i < 3; ++i) {
    s = std::sin(s) + x[i] * t;
    if (s > std::sin(m.b[1]))
      goto out;
  }
  for (int i = 0; i < 2; ++i) {
    s += 0.3 * t;
    t = std::cos(s);
  }
out:
  if (++count < 7 && s > std::sin(m.b[1]))
    goto out;
  m.b[0] = 0.5 * std::sin(s + t);
}
BOTH double settling(const double *x, int n) {
  State m = {x[0], {x[1], 0.1 * x[2]}};
  for (int i = 0; i + 3 <= n; ++i)
    settle(m, x + i);
  return m.b[0] * m.b[1] + m.a;
}

// A state without a derivative says where each iteration adds.
BOTH double wanders(const double *x, int n) {
  double sum = 0;
  unsigned at = 1;
  for (int i = 0; i < 5 * n; ++i) {
    at = at * 13 + 5;
    sum += std::sin(x[at % n] * (i + 1)) * 0.1;
  }
  return sum;
}

// Two buffers that change places.
BOTH double buffers(const double *x, int n) {
  double a[8], b[8];
  for (int i = 0; i < n; ++i)
    a[i] = b[i] = x[i];
  double *now = a, *next = b;
  for (int t = 0; t < 11; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + x[0] * (now[i - 1] - 2 * now[i] + now[i + 1]) + 0.01 * std::sin(now[i]);
    std::swap(now, next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i] * (i + 1);
  return sum;
}

// Additions to one adjoint that meet where nothing is put back between them.
BOTH double meeting(const double *x, int n) {
  double a = x[0], b = 1;
  for (int i = 0; i < n; ++i) {
    a *= std::cos(x[i]);
    b += a * x[i];
    if (b > 50)
      break;
  }
  return a * b;
}

// The test of a loop is reversed twice: where it fails, and in each iteration.
BOTH double root(const double *x, int n) {
  double sum = 0, r;
  for (int i = 0; i < n; ++i) {
    double guess = 1;
    while ((r = x[i] / guess - guess) > 1e-3 || r < -1e-3)
      guess += 0.5 * r;
    double y = guess - 1;
    if (y > 0)
      y *= y;
    sum += y + guess * r;
  }
  return sum;
}

// What is called in two halves by one mode, and made again by the other.
BOTH double energy(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      double square = 0.1;
      for (int k = 0; k < 2; ++k) {
        const double apart = x[i + k] - x[j + k];
        square += apart * apart;
      }
      e += 1 / square;
    }
  return e;
}
BOTH double product(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      e += x[i] * std::sin(x[j]) * x[0];
  return e;
}
BOTH double turned(const double *x, int n) {
  double p = 1;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < 3; ++k)
      p = std::sin(p + x[k] * x[3 + j]);
  return p;
}
BOTH double halves(const double *x, int n) {
  return energy(x, n - 1) * x[0] + product(x, n) * turned(x, n - 3);
}

// Arrays that may overlap: both modes take it that they do.
BOTH void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

// Pointers to adjoints, which the run of the primal sets again, stand in nobody's way.
BOTH double best_of(const double *x, int n) {
  const double *p, *end = x + n, *best = x;
  double s = 1;
  for (p = x; p < end; ++p) {
    s += *p * *x * s;
    if (*p > *best)
      best = p;
  }
  return s * *best;
}

// The loop inside adds to one element, of which one mode has the index in a record.
struct Drift {
  double a, b[2];
};
BOTH double drifts(Drift &d, int n) {
  int p = 0;
  for (int t = 0; t < 120; ++t) {
    d.a = 0.5 * std::sin(d.a + d.b[p]);
    for (int k = 0; k < n + p; ++k)
      d.a = 0.5 * std::sin(d.a) + d.b[p];
    p = (t + p) % 2;
  }
  return d.a;
}
BOTH double drifting(const double *x, int n) {
  Drift d{x[0], {x[1], x[2]}};
  return drifts(d, n) + x[n - 1];
}

// A loop that is recorded adds to one element; what one mode runs again in it puts memory back.
struct Slope {
  double at, by;
};
BOTH double slopes(std::vector<double> &u, Slope &s) {
  for (int t = 0; t < 3; ++t) {
    short turn;
    turn = 0;
    if (u[t] > 100)
      continue;
    for (; turn < 2; ++turn) {
      if (std::rand() < 0)
        break;
      for (std::size_t i = 0; i < u.size(); ++i) {
        u[i] *= std::cos(0.5 * s.at);
        for (int k = 0; k < 3; ++k)
          u[1] = 0.5 * u[1] + std::sin(u[0] * s.by);
        u[0] *= 0.5;
      }
    }
    u[2] += 0.1 * std::sin(u[1]);
  }
  return u[0] + u[1] * u[2];
}
BOTH double sloping(const double *x, int n) {
  Slope s{x[3], x[4]};
  std::vector<double> u(x, x + n);
  return slopes(u, s) * s.at;
}

#ifndef NO_AD
static void check_axpy() {
  constexpr int n = 300;
  double x[n], y[n], z[n], x_bar[n] = {}, y_bar[n], x_again[n] = {}, y_again[n], a_bar = 0,
                           a_again = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = std::sin(1.3 * i);
    y[i] = z[i] = std::cos(0.7 * i);
    y_bar[i] = y_again[i] = std::sin(3 * i + 1.0);
  }
  axpy_reverse(0.3, a_bar, x, x_bar, y, y_bar, n);
  axpy_checkpointed(0.3, a_again, x, x_again, z, y_again, n);
  bool same = a_bar == a_again;
  for (int i = 0; i < n; ++i)
    same = same && x_bar[i] == x_again[i] && y_bar[i] == y_again[i];
  expect_true("axpy: the same bits", same);
}
#endif

#define CHECK(f)                                                                                   \
  check(                                                                                           \
      {0.21, 0.7, 1.4, 0.9, 1.7, 0.55, 1.1}, 1, [](In x, Out y) { y[0] = f(x, 7); },               \
      AD([](In x, In d, Out y, Out y_dot) { y[0] = f##_forward(x, d, 7, y_dot[0]); }),             \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double again[7];                                                                           \
        for (int i = 0; i < 7; ++i)                                                                \
          again[i] = x_bar[i];                                                                     \
        y[0] = f##_reverse(x, x_bar, 7, y_bar[0]);                                                 \
        const double value = f##_checkpointed(x, again, 7, y_bar[0]);                              \
        bool same = value == y[0];                                                                 \
        for (int i = 0; i < 7; ++i)                                                                \
          same = same && again[i] == x_bar[i];                                                     \
        expect_true(#f ": the same bits", same);                                                   \
      }))

int main() {
  CHECK(quotients);
  CHECK(scaled);
  CHECK(reciprocals);
  CHECK(settling);
  CHECK(wanders);
  CHECK(buffers);
  CHECK(meeting);
  CHECK(root);
  CHECK(halves);
  CHECK(best_of);
  CHECK(drifting);
  CHECK(sloping);
#ifndef NO_AD
  check_axpy();
#endif
  return finish();
}
