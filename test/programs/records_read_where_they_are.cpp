// Copies of records of numbers, and numbers formed of elements, which adjoints read.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct P3 {
  double x, y, z;
};

namespace named {
BOTH double f(const V &v) {
  V x(v), w(v.size());
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i) {
      const double a = x[i], b = x[(i + 1) % 4];
      const double d = a - b;
      s += std::sqrt(d * d + 0.1);
      w[i] = 0.1 * std::sin(d);
    }
    for (int i = 0; i < 4; ++i)
      x[i] += w[i];
  }
  return s;
}
} // namespace named

namespace records {
BOTH double f(const V &v) {
  std::vector<P3> p(4);
  for (int i = 0; i < 4; ++i)
    p[i] = {v[i], v[i] * v[(i + 1) % 4], 0.3 * i};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) {
        const P3 a = p[i], b = p[j];
        const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        s += 1 / (dx * dx + dy * dy + dz * dz + 0.5);
      }
    for (int i = 0; i < 4; ++i)
      p[i] = {p[i].x * 0.9 + 0.01 * s, p[i].y + p[i].x * 0.1, p[i].z};
  }
  return s;
}
} // namespace records

namespace crossed {
BOTH double f(const V &v) {
  P3 p{v[0], v[1], v[2]};
  for (int i = 0; i < 4; ++i) {
    p = P3{p.x + p.y * v[i], p.y - p.x, p.z * p.x};
    p = P3{p.x * 0.5, p.y + 0.1, p.z - v[i]};
  }
  return p.x * p.y + p.z;
}
} // namespace crossed

namespace through_pointers {
BOTH double f(const V &v) {
  P3 a{v[0], v[1], v[2]}, b{v[3], v[2], v[1]};
  P3 *q = &a;
  for (int i = 0; i < 3; ++i) {
    *q = P3{q->x + a.y, q->y * v[i], q->z + b.x};
    q = i == 1 ? &b : &a;
    a = P3{a.x + q->x, a.y - q->y, a.z * q->z};
  }
  return a.x * b.y + a.z * b.z + a.y;
}
} // namespace through_pointers

namespace operators {
struct W {
  double x, y;
};
W operator+(W a, W b) { return {a.x + b.x, a.y + b.y}; }
W operator*(double s, W a) { return {s * a.x, s * a.y}; }
double dot(W a, W b) { return a.x * b.x + a.y * b.y; }
W turn(W a) {
  a.x += a.y;
  a.y *= a.x;
  return a;
}
W both(W a, W &r) {
  r = r + a;
  return {a.x * r.x, a.y + r.y};
}
BOTH double f(const V &v) {
  std::vector<W> p(2);
  p[0] = {v[0], v[1]};
  p[1] = {v[2], v[3]};
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    p[0] = p[0] + 0.3 * p[1];
    p[1] = both(p[1], p[0]);
    p[t % 2] = both(p[t % 2], p[t % 2]);
    p[0] = 0.2 * turn(p[1]) + p[0];
    s += dot(p[0], p[1]);
  }
  return s;
}
} // namespace operators

namespace order {
struct W {
  double x, y;
};
W operator-(W a, W b) { return {a.x - b.x, a.y - b.y}; }
double eat(W a, std::vector<W> &p) {
  p[0].x += a.x;
  p[0].y -= a.y * a.x;
  return a.x + p[0].y;
}
BOTH double f(const V &v) {
  std::vector<W> p(2);
  p[0] = {v[0], v[1]};
  p[1] = {v[2], v[3]};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += eat(p[0], p) * p[1].x;
    W d = p[1] - p[0];
    p[1] = d - p[1];
    s += d.x * d.y + eat(p[1], p);
  }
  return s;
}
} // namespace order

namespace particles {
struct W {
  double x, y, z;
};
W operator-(W a, W b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
W operator*(double s, W a) { return {s * a.x, s * a.y, s * a.z}; }
W &operator+=(W &a, const W &b) {
  a.x += b.x;
  a.y += b.y;
  a.z += b.z;
  return a;
}
W &operator-=(W &a, const W &b) {
  a.x -= b.x;
  a.y -= b.y;
  a.z -= b.z;
  return a;
}
double dot(const W &a, const W &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
BOTH double f(const V &v) {
  const int n = v.size();
  std::vector<W> x(n), u(n), g(n);
  for (int i = 0; i < n; ++i)
    x[i] = {v[i], v[i] * v[(i + 1) % n], 0.5 * i};
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < n; ++i)
      g[i] = {0, 0, 0};
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const W d = x[i] - x[j];
        const W h = (1 / (dot(d, d) + 0.5)) * d;
        g[i] += h;
        g[j] -= h;
      }
    for (int i = 0; i < n; ++i) {
      u[i] += 0.1 * g[i];
      x[i] += 0.1 * u[i];
    }
  }
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += dot(x[i], x[i]) + x[i].y * u[i].z;
  return e;
}
} // namespace particles

namespace distances {
BOTH double f(const V &v) {
  V x(v), w(4);
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) {
        const double xi = x[i];
        const double d = xi - 2 * x[j], e = x[i] + v[j];
        w[i] += d * d * e;
        w[j] -= std::sin(d) * 0.1;
      }
    for (int i = 0; i < 4; ++i) {
      x[i] = 0.9 * x[i] + 0.01 * w[i];
      s += x[i] * w[i];
    }
  }
  return s;
}
} // namespace distances

namespace written_in_the_loop {
BOTH double f(const V &v) {
  V x(v);
  double s = 0;
  for (int t = 0; t < 3; ++t)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) {
        const double d = x[i] - x[j];
        s += d * d;
        x[j] += 0.1 * d * s;
      }
  return s;
}
} // namespace written_in_the_loop

int main() {
  CHECK_CASE_TWICE(named);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(crossed);
  CHECK_CASE_TWICE(through_pointers);
  CHECK_CASE_TWICE(operators);
  CHECK_CASE_TWICE(order);
  CHECK_CASE_TWICE(particles);
  CHECK_CASE_TWICE(distances);
  CHECK_CASE_TWICE(written_in_the_loop);
  return finish();
}
