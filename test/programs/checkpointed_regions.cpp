// ad::checkpoint: regions that reverse mode runs again, against the same functions without marks
// bit by bit, and against differences.
#include "checkpointed.h"
#include <array>
#include <cmath>
#include <vector>
#ifdef NO_AD
namespace ad {
template <class Region> auto checkpoint(Region &&body) { return body(); }
} // namespace ad
#else
#include "ad/region.h"
#endif

// Listing 5.2's example: a region in a region, and values that they return.
BOTH double nested(double x) {
  const double y = 2;
  const double z = ad::checkpoint([&] { return x + y; });
  const double a = ad::checkpoint([&] {
    const double w = ad::checkpoint([&] { return x * z; });
    return w + y;
  });
  return a + x;
}

// Scalars that the region overwrites: read before it, after it, in between.
BOTH double scalars(double x, int n) {
  double s = x, r = 1, late;
  r *= s * s;
  ad::checkpoint([&] {
    for (int i = 0; i < n; ++i)
      s = std::sin(s) * x + 0.1 * r;
    late = s * r;
  });
  for (int i = 0; i < n; ++i)
    r = std::cos(r) * s + late;
  return r * s;
}
BOTH double scalars_plain(double x, int n) {
  double s = x, r = 1, late;
  r *= s * s;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x + 0.1 * r;
  late = s * r;
  for (int i = 0; i < n; ++i)
    r = std::cos(r) * s + late;
  return r * s;
}

// In a loop that is recorded, and in a branch of it: each run has a record of its own.
BOTH double in_loops(double x, int n) {
  double s = x, a[3] = {x, 1, 2 * x};
  for (int t = 0; t < n; ++t) {
    if (t % 3 != 1)
      ad::checkpoint([&] {
        for (int k = 0; k < 3; ++k)
          a[k] = std::sin(a[k] + s) * a[(k + 1) % 3];
        s += 0.1 * a[0];
      });
    s = s * 0.9 + a[2] * a[1];
  }
  return s * a[0];
}
BOTH double in_loops_plain(double x, int n) {
  double s = x, a[3] = {x, 1, 2 * x};
  for (int t = 0; t < n; ++t) {
    if (t % 3 != 1) {
      for (int k = 0; k < 3; ++k)
        a[k] = std::sin(a[k] + s) * a[(k + 1) % 3];
      s += 0.1 * a[0];
    }
    s = s * 0.9 + a[2] * a[1];
  }
  return s * a[0];
}

// Memory of the caller, steps as regions, phases as regions of regions.
static void step(double *u, int n, double c) {
  for (int k = 1; k < n - 1; ++k)
    u[k] += c * (u[k - 1] - 2 * u[k] + u[k + 1]) - 0.1 * u[k] * u[k] * u[k];
}
BOTH void heat(double *u, int n, double c) {
  for (int t = 0; t < 6; ++t)
    ad::checkpoint([&] {
      ad::checkpoint([&] { step(u, n, c); });
      ad::checkpoint([&] { step(u, n, 2 * c); });
      for (int k = 0; k < n; ++k)
        u[k] *= 1 - c * u[k];
    });
  u[0] *= u[1];
}
BOTH void heat_plain(double *u, int n, double c) {
  for (int t = 0; t < 6; ++t) {
    step(u, n, c);
    step(u, n, 2 * c);
    for (int k = 0; k < n; ++k)
      u[k] *= 1 - c * u[k];
  }
  u[0] *= u[1];
}

// Vectors and structs, an early return between regions, calls that are not inlined.
struct Point {
  double x, v;
};
static double settle(Point &p, double k, int n) {
  double most = 0;
  for (int i = 0; i < n; ++i) {
    p.v -= 0.1 * k * std::sin(p.x);
    p.x += 0.1 * p.v;
    if (p.x > 3)
      return most;
    most += p.x * p.x;
  }
  return most;
}
BOTH double objects(double k, int n) {
  std::vector<double> v(4);
  for (int j = 0; j < 4; ++j)
    v[j] = k * j;
  Point p = {1, k};
  double e = ad::checkpoint([&] { return settle(p, k, n); });
  if (e > 1e6)
    return e;
  ad::checkpoint([&] {
    e += settle(p, v[1], n);
    for (int j = 0; j < 4; ++j)
      v[j] = std::cos(v[j]) * v[(j + 1) % 4] + p.x;
  });
  return e * v[2] + v[0] * p.v;
}
BOTH double objects_plain(double k, int n) {
  std::vector<double> v(4);
  for (int j = 0; j < 4; ++j)
    v[j] = k * j;
  Point p = {1, k};
  double e = settle(p, k, n);
  if (e > 1e6)
    return e;
  e += settle(p, v[1], n);
  for (int j = 0; j < 4; ++j)
    v[j] = std::cos(v[j]) * v[(j + 1) % 4] + p.x;
  return e * v[2] + v[0] * p.v;
}

// What the region reads is overwritten after it.
BOTH double overwritten(double x, int n) {
  double factor = 0.3 * x, y[2] = {x, 1}, s = x;
  ad::checkpoint([&] {
    for (int i = 0; i < n; ++i)
      s = std::sin(s) * factor + y[i % 2];
  });
  factor = s;
  y[0] = s * s;
  return s * factor + y[0] * y[1];
}
BOTH double overwritten_plain(double x, int n) {
  double factor = 0.3 * x, y[2] = {x, 1}, s = x;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * factor + y[i % 2];
  factor = s;
  y[0] = s * s;
  return s * factor + y[0] * y[1];
}

// Vectors that change their sizes, in loops, branches and regions of regions; rows of a matrix.
BOTH double resized(double x, int n) {
  std::vector<double> v(1, x), w;
  std::vector<std::vector<double>> rows(2, std::vector<double>(2, x));
  double s = x;
  for (int t = 0; t < n; ++t) {
    ad::checkpoint([&] {
      v.push_back(std::sin(v.back() * s));
      if (v.size() > 3)
        v.erase(v.begin());
      ad::checkpoint([&] {
        w = v;
        w.push_back(s);
      });
      s = 0.5 * s + 0.1 * v[0] * w.back();
    });
    if (t % 3 == 1)
      ad::checkpoint([&] {
        w.clear();
        for (int k = 0; k < t; ++k)
          w.push_back(std::cos(s * k));
        rows[t % 2][0] *= 1 + 0.1 * w[0] * s;
      });
    s = 0.9 * s + 0.1 * std::sin(w.back()) * rows[1][0];
  }
  for (double e : v)
    s += e;
  return s * rows[0][0];
}
BOTH double resized_plain(double x, int n) {
  std::vector<double> v(1, x), w;
  std::vector<std::vector<double>> rows(2, std::vector<double>(2, x));
  double s = x;
  for (int t = 0; t < n; ++t) {
    v.push_back(std::sin(v.back() * s));
    if (v.size() > 3)
      v.erase(v.begin());
    w = v;
    w.push_back(s);
    s = 0.5 * s + 0.1 * v[0] * w.back();
    if (t % 3 == 1) {
      w.clear();
      for (int k = 0; k < t; ++k)
        w.push_back(std::cos(s * k));
      rows[t % 2][0] *= 1 + 0.1 * w[0] * s;
    }
    s = 0.9 * s + 0.1 * std::sin(w.back()) * rows[1][0];
  }
  for (double e : v)
    s += e;
  return s * rows[0][0];
}

// A member function: the object is the state.
struct Clock {
  double angle, rate;
  BOTH double run(double g, int n) {
    ad::checkpoint([&] {
      for (int i = 0; i < n; ++i) {
        rate -= 0.01 * g * std::sin(angle);
        angle += 0.01 * rate;
      }
    });
    return angle * rate;
  }
};

int main() {
  check(
      {2.0}, 1, [](In x, Out y) { y[0] = nested(x[0]); },
      AD([](In x, In d, Out y, Out y_dot) { y[0] = nested_forward(x[0], d[0], y_dot[0]); }),
      AD([](In x, Out bar, Out y, In y_bar) { y[0] = nested_reverse(x[0], bar[0], y_bar[0]); }));
#define SCALARS(F)                                                                                 \
  check(                                                                                           \
      {0.83}, 1, [](In x, Out y) { y[0] = F(x[0], count); },                                       \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        y[0] = F##_forward(x[0], x_dot[0], count, y_dot[0]);                                       \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double plain = x_bar[0], again = x_bar[0];                                                 \
        const double value = F##_plain_reverse(x[0], plain, count, y_bar[0]);                      \
        y[0] = F##_reverse(x[0], x_bar[0], count, y_bar[0]);                                       \
        expect_true(#F ": the same bits", same(&plain, x_bar, 1) && same(&value, y, 1));           \
        y[0] = F##_checkpointed(x[0], again, count, y_bar[0]);                                     \
        expect_true(#F ", checkpointed: the same bits", same(&plain, &again, 1));                  \
      }))
  static int count;
  for (int n : {0, 1, 2, 9}) {
    count = n;
    SCALARS(scalars);
    SCALARS(in_loops);
    SCALARS(objects);
    SCALARS(overwritten);
    SCALARS(resized);
  }
  check(
      {0.3, 0.7, -0.4, 0.9, 0.1, 0.2}, 5,
      [](In x, Out y) {
        copy(x, y, 5);
        heat(y, 5, x[5]);
      },
      AD([](In x, In d, Out y, Out y_dot) {
        copy(x, y, 5), copy(d, y_dot, 5);
        heat_forward(y, y_dot, 5, x[5], d[5]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double u[5], u_bar[5], v_bar[5], c_bar = x_bar[5];
        copy(x, u, 5), copy(y_bar, u_bar, 5), copy(x, y, 5), copy(y_bar, v_bar, 5);
        heat_plain_reverse(u, u_bar, 5, x[5], c_bar);
        heat_reverse(y, v_bar, 5, x[5], x_bar[5]);
        expect_true("heat: the same bits",
                    same(u, y, 5) && same(u_bar, v_bar, 5) && same(&c_bar, &x_bar[5], 1));
        add(v_bar, x_bar, 5);
      }));
  check(
      {0.3, 0.7, 9.8}, 3,
      [](In x, Out y) {
        Clock c = {x[0], x[1]};
        y[2] = c.run(x[2], 20);
        y[0] = c.angle, y[1] = c.rate;
      },
      AD([](In x, In d, Out y, Out y_dot) {
        Clock c = {x[0], x[1]}, c_dot = {d[0], d[1]};
        y[2] = c.run_forward(c_dot, x[2], d[2], 20, y_dot[2]);
        y[0] = c.angle, y[1] = c.rate;
        y_dot[0] = c_dot.angle, y_dot[1] = c_dot.rate;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Clock c = {x[0], x[1]}, c_bar = {y_bar[0], y_bar[1]};
        y[2] = c.run_reverse(c_bar, x[2], x_bar[2], 20, y_bar[2]);
        y[0] = c.angle, y[1] = c.rate;
        x_bar[0] += c_bar.angle, x_bar[1] += c_bar.rate;
      }));
  return finish();
}
