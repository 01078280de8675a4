// Mode checkpointed: loops that read pointers out of containers, arrays and objects in which the
// pointers change, inside of the loop and after it, against reverse mode bit by bit. Snapshots hold
// no adjoints, so these loops are recorded. Then loops whose pointers walk, which are checkpointed.
#include "checkpointed.h"
#include <array>
#include <cmath>
#include <utility>
#include <vector>

BOTH double changed_after(const double *x, int, int steps) {
  double a = x[0], b = x[1], s = 0.1;
  std::vector<double *> r{&a, &b};
  for (int t = 0; t < steps; ++t)
    s += 0.01 * *r[t & 1] * *r[0] * s + *r[t & 1];
  r[0] = &b;
  return s * a * b;
}

BOTH double changed_inside(const double *x, int n, int steps) {
  double y[5], s = 0.1;
  std::vector<const double *> r;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[0];
    r.push_back(y + i);
  }
  for (int t = 0; t < steps; ++t) {
    s += std::sin(*r[t % n] * s);
    std::swap(r[t % n], r[(t + 1) % n]);
  }
  return s * *r[1];
}

BOTH double in_array(const double *x, int, int steps) {
  double a = x[0], b = x[1], s = 0.1;
  std::array<double *, 2> r{&a, &b};
  double *c[2] = {&b, &a};
  for (int t = 0; t < steps; ++t)
    s += 0.01 * *r[t & 1] * *c[0] * s + *c[t & 1];
  r[0] = &b;
  c[1] = r[1];
  return s * a * *r[0] * *c[1];
}

struct View {
  const double *data;
  int size;
};
BOTH double in_object(const double *x, int n, int steps) {
  std::vector<double> other(x, x + n);
  View v{x, n};
  double s = 0.1;
  for (int t = 0; t < steps; ++t) {
    s += 0.1 * v.data[t % v.size] * s;
    if (t == 4)
      v.data = other.data();
  }
  v = {x + 1, n - 1};
  return s * v.data[0];
}

BOTH double behind_pointer(const double *x, int n, int steps) {
  const double **rows = new const double *[n];
  for (int i = 0; i < n; ++i)
    rows[i] = x + i;
  double s = 0.1;
  for (int t = 0; t < steps; ++t)
    s += 0.1 * *rows[t % n] * s;
  rows[0] = rows[1];
  s *= *rows[0];
  delete[] rows;
  return s;
}

// Pointers that walk, whose adjoints the state holds, too: additions to one place meet.
BOTH double beside_before(const double *x, int n, int steps) {
  const double *mid = x + 1;
  double s = 0.1;
  for (int t = 0; t < steps; ++t)
    for (const double *p = mid; p != mid + n - 1; ++p)
      s += 0.1 * *p * p[-1] * s + p[-1];
  for (const double *p = mid; p != mid + n - 1; ++p)
    s += *p * p[-1] * s + p[-1];
  return s;
}
BOTH double named_before(const double *x, int n, int steps) {
  const double *y = x;
  double s = 0.3, u = 0.4;
  const double *p = x, *q = y;
  const double v = *p++ + 0.4;
  for (int i = 0; i < n - 2; ++i, ++q) {
    s = 0.8 * s + 0.2 * (0.4 * q[0] + 0.4 * u);
    s += 0.1 * std::cos(v + 0.5 * y[2]);
    for (int j = 0; j < n - 2; ++j) {
      u = 0.4 * *p++ + 0.2;
      if (y[i] > 0.4)
        --q;
    }
    p -= n - 2;
    if (y[i] > 0.4)
      q += n - 2;
  }
  return s;
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(changed_after, steps);
      CHECK_ARRAY_STEPS(changed_inside, steps);
      CHECK_ARRAY_STEPS(in_array, steps);
      CHECK_ARRAY_STEPS(in_object, steps);
      CHECK_ARRAY_STEPS(behind_pointer, steps);
      CHECK_ARRAY_STEPS(beside_before, steps);
    }
    CHECK_ARRAY_STEPS(named_before, 3);
  });
  return finish();
}
