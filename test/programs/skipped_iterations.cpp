// Loops that leave out one of their iterations, as sums over all pairs do: what the others keep
// lies in arrays, an element for each iteration. Loops over a vector of records whose elements get
// others.
#include "harness.h"
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double

struct Vec {
  double x = 0, y = 0;
};
struct Body {
  Vec p, v;
  double m = 1;
};

FUNCTION skipped(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double a = 0;
    for (int j = 0; j < n; ++j) {
      if (i == j)
        continue;
      double d = x[i] - x[j] + 0.1 * j;
      const double r = std::sqrt(d * d + 0.5);
      d = d / r;
      a += d * std::exp(-r);
    }
    s += a * a;
  }
  return s;
}
FUNCTION other_branch(const double *x, int n) {
  double s = 0, last = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      if (i == j) {
        const double c = std::cos(x[i] * last);
        s += c * c;
        last = c;
      } else {
        const double d = std::sin(x[i] * x[j] + last);
        last = d * d + 0.3;
        s += d * last;
      }
  return s;
}
FUNCTION leaves(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i != j) {
        const double d = std::exp(x[i] * x[j]);
        if (d > 3)
          break;
        s += d * std::sin(s) + d;
      }
      if (j != 2) {
        double e = s * x[j];
        e *= e;
        s += 0.01 * e;
      }
    }
  return s;
}
FUNCTION inner_loops(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    if (i != 1) {
      double w = x[i];
      for (int j = 0; j < 3; ++j) {
        const double q = std::sin(w + j);
        w = q * q + x[j];
      }
      s += w * std::tanh(w);
    }
  return s;
}
static double pairwise(const double *x, int n, int depth) {
  double s = depth > 0 ? pairwise(x, n - 1, depth - 1) : 0.5;
  for (int j = 0; j < n; ++j)
    if (j != depth) {
      const double d = std::sin(s * x[j]);
      s = 0.1 * d * d + x[j];
    }
  return s;
}
FUNCTION in_recursion(const double *x, int n) { return pairwise(x, n, 2); }
FUNCTION left_by_goto(const double *x, int n) {
  double s = 0;
  for (int j = 0; j < n; ++j)
    if (j != 1) {
      const double d = std::sin(s * x[j]);
      s = 0.1 * d * d + x[j];
      if (s > 0.9)
        goto out;
    }
  s *= s;
out:
  return s * x[0];
}

FUNCTION bodies(std::vector<Body> &b, double dt, int steps) {
  for (int s = 0; s < steps; ++s) {
    std::vector<Vec> a(b.size());
    for (std::size_t i = 0; i < b.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) {
        if (i == j)
          continue;
        const Vec d{b[j].p.x - b[i].p.x, b[j].p.y - b[i].p.y};
        const double r = d.x * d.x + d.y * d.y + 0.1, w = b[j].m / (r * std::sqrt(r));
        a[i] = Vec{a[i].x + w * d.x, a[i].y + w * d.y};
      }
    for (std::size_t i = 0; i < b.size(); ++i) {
      b[i].v = Vec{b[i].v.x + dt * a[i].x, b[i].v.y + dt * a[i].y};
      b[i].p = Vec{b[i].p.x + dt * b[i].v.x, b[i].p.y + dt * b[i].v.y};
    }
  }
  double e = 0;
  for (const Body &k : b)
    e += k.m * (k.v.x * k.v.x + k.v.y * k.v.y);
  return e;
}

/// Sizes that do change: of a part of an element, and by an object that is assigned.
struct Rows {
  std::vector<double> v;
  std::optional<std::vector<double>> w;
};
FUNCTION replaced(const double *x) {
  std::vector<Rows> r(2);
  r[0].v = {x[0], x[1], x[2]};
  r[1].v = {x[3]};
  double s = 0;
  for (std::size_t i = 0; i < r[0].v.size(); ++i) {
    s += r[0].v[i] * r[0].v[i] * (s + 1);
    if (i == 1)
      r[0] = r[1];
  }
  r[1].w = std::vector<double>{x[0], x[1]};
  for (std::size_t i = 0; i < r[1].w->size(); ++i) {
    s += (*r[1].w)[i] * s;
    if (i == 0)
      r[1].w = std::vector<double>{x[1]};
  }
  return s;
}

#define RUN(f)                                                                                     \
  check(                                                                                           \
      {0.5, -1.2, 0.8, 1.1}, 1, [](In x, Out y) { y[0] = f(x, 4); },                               \
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f##_forward(x, x_dot, 4, y_dot[0]); }),     \
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f##_reverse(x, x_bar, 4, y_bar[0]); }))

static std::vector<Body> three(const double *x) {
  return {{{x[0], x[1]}, {x[2], x[3]}, x[4]},
          {{x[5], x[6]}, {x[7], x[8]}, x[9]},
          {{x[1], x[5]}, {x[0], x[2]}, 0.5}};
}

int main() {
  RUN(skipped);
  RUN(other_branch);
  RUN(leaves);
  RUN(inner_loops);
  RUN(in_recursion);
  RUN(left_by_goto);
  check(
      {0.5, -1.2, 0.8, 1.1, 1.4, 0.3, 0.9, -0.4, 0.6, 0.8, 0.05}, 1,
      [](In x, Out y) {
        std::vector<Body> b = three(x);
        y[0] = bodies(b, x[10], 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        std::vector<Body> b = three(x), b_dot = three(x_dot);
        b_dot[2].m = 0;
        y[0] = bodies_forward(b, b_dot, x[10], x_dot[10], 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        std::vector<Body> b = three(x), b_bar(3);
        for (Body &k : b_bar)
          k.m = 0;
        y[0] = bodies_reverse(b, b_bar, x[10], x_bar[10], 3, y_bar[0]);
        const int at[3][4] = {{0, 1, 2, 3}, {5, 6, 7, 8}, {1, 5, 0, 2}};
        for (int i = 0; i < 3; ++i) {
          const double of[4] = {b_bar[i].p.x, b_bar[i].p.y, b_bar[i].v.x, b_bar[i].v.y};
          for (int k = 0; k < 4; ++k)
            x_bar[at[i][k]] += of[k];
        }
        x_bar[4] += b_bar[0].m;
        x_bar[9] += b_bar[1].m;
      }));
  check(
      {0.5, -1.2, 0.8, 1.1}, 1, [](In x, Out y) { y[0] = replaced(x); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = replaced_forward(x, x_dot, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = replaced_reverse(x, x_bar, y_bar[0]); }));
  return finish();
}
