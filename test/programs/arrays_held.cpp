// Arrays that a loop reads and that are overwritten after it are copied before the loop. What would
// make that wrong: elements that do not exist, loops that do not run, arrays that are reached by
// two names, copies that are mixed up between iterations or branches.
#include "vectors.h"
using V = std::vector<double>;

namespace recurrence { // a product with a state, step by step
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double state[3] = {0.3, -0.2, 0.5}, next[3];
  double loss = 0;
  for (int t = 0; t < 3; ++t) {
    for (int j = 0; j < 3; ++j) {
      double sum = 0.1;
      for (int i = 0; i < 3; ++i)
        sum += x[3 * j + i] * state[i];
      next[j] = tanh(sum);
    }
    for (int j = 0; j < 3; ++j)
      state[j] = next[j];
    double predicted = 0;
    for (int j = 0; j < 3; ++j)
      predicted += state[j] * state[j] * x[j];
    loss += predicted * predicted;
  }
  return loss;
}
} // namespace recurrence

namespace two_buffers { // of vectors that change places
[[ad::differentiate(forward, reverse)]]
double heat(const double *start, int n, int steps) {
  V now(start, start + n), next(start, start + n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double conductivity = 0.2 + 0.05 * now[i];
      next[i] = now[i] + conductivity * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
    now.swap(next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i];
  return sum;
}
template <int n>
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return heat(x.data(), n, 3);
}
} // namespace two_buffers

namespace by_pointers { // that change places
[[ad::differentiate(forward, reverse)]]
double heat(double *now, double *next, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    next[0] = now[0];
    next[n - 1] = now[n - 1];
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    double *last = now;
    now = next;
    next = last;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i];
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[5], b[5];
  for (int i = 0; i < 5; ++i) {
    a[i] = x[i];
    b[i] = 0;
  }
  return heat(a, b, 5, 3);
}
} // namespace by_pointers

namespace moved_after { // positions that the whole loop over pairs reads, then moved
[[ad::differentiate(forward, reverse)]]
double bodies(double *x, double *v, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const double apart = x[j] - x[i];
        const double pull = apart / (0.1 + apart * apart);
        v[i] += 0.1 * pull * apart;
        v[j] -= 0.1 * pull;
      }
    for (int i = 0; i < n; ++i)
      x[i] += 0.2 * v[i];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * v[i];
  return sum;
}
template <int n>
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double at[6], v[6];
  for (int i = 0; i < 3; ++i) {
    at[i] = x[i];
    v[i] = x[3 + i];
  }
  return bodies(at, v, n, 3) + x[0];
}
[[ad::differentiate(forward, reverse)]]
double overlapping(const V &x) {
  double at[4] = {x[0], x[1], x[2], x[3]};
  return bodies(at, at + 1, 3, 2);
}
} // namespace moved_after

namespace grid { // in two dimensions: rows and columns, and only what is inside
[[ad::differentiate(forward, reverse)]]
double heat(double *u, double *w, int rows, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        w[i * n + j] = u[i * n + j] * (u[(i - 1) * n + j] + u[(i + 1) * n + j]) +
                       sin(u[i * n + j - 1] * u[i * n + j + 1]);
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        u[i * n + j] = w[i * n + j];
  }
  double sum = 0;
  for (int i = 0; i < rows * n; ++i)
    sum += u[i] * u[i];
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double u[12], w[12];
  for (int i = 0; i < 12; ++i) {
    u[i] = x[i];
    w[i] = 0;
  }
  return heat(u, w, 3, 4, 2);
}
} // namespace grid

namespace shorter { // only some of the elements that the subscripts allow exist
[[ad::differentiate(forward, reverse)]]
double some(double *u, const int *used, int n, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 2; ++j)
        if (used[i])
          sum += u[i] * u[i] * sin(sum);
    for (int i = 0; i < n; ++i)
      if (used[i])
        u[i] *= 1.1;
  }
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int used[4] = {1, 1, 0, 0};
  double u[2] = {x[0], x[1]};
  return some(u, used, 4, 3);
}
} // namespace shorter

namespace in_branches { // the copy belongs to the branch; iterations are skipped, the loop is left
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double state[4] = {x[0], x[1], x[2], x[3]};
  double sum = 0;
  for (int t = 0; t < 6; ++t) {
    if (t == 1)
      continue;
    if (t % 2)
      for (int j = 0; j < 2; ++j) {
        double s = 0;
        for (int i = 0; i < 4; ++i)
          s += state[i] * state[i] * x[j];
        sum += sin(s);
      }
    else
      for (int j = 0; j < 4; ++j)
        sum += state[j] * state[3 - j] * x[j];
    for (int j = 0; j < 4; ++j)
      state[j] = 0.8 * state[j] + 0.1 * sum;
    if (sum > 5)
      break;
  }
  return sum;
}
} // namespace in_branches

namespace rows_above_and_below { // of grids so small that there is nothing between the borders, too
[[ad::differentiate(forward, reverse)]]
double diffuse(const double *start, int n, int steps) {
  V now(start, start + n * n), next(start, start + n * n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int at = i * n + j;
        const double conductivity = 0.1 + 0.05 * now[at];
        next[at] = now[at] + conductivity * (now[at - n] + now[at - 1] - 4 * now[at] + now[at + 1] +
                                             now[at + n]);
      }
    now.swap(next);
  }
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += (i + 1) * now[i] * now[i];
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int n = 0; n <= 4; ++n)
    for (int steps = 0; steps < 4; ++steps)
      sum += diffuse(x.data(), n, steps);
  return sum;
}
} // namespace rows_above_and_below

namespace wide_rows { // two rows further, by pointers; an array that ends where the loop does
[[ad::differentiate(forward, reverse)]]
double filter(double *now, double *next, int rows, int columns, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 2; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        next[i * columns + j] = now[i * columns + j] * now[(i - 2) * columns + j] * 0.5 + 0.1;
    for (int i = 2; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        now[i * columns + j] = next[i * columns + j];
  }
  double sum = 0;
  for (int i = 0; i < rows * columns; ++i)
    sum += now[i] * now[i];
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V now(x.begin(), x.end()), next(x.begin(), x.end());
  return filter(now.data(), next.data(), 4, 3, 3) + filter(now.data(), next.data(), 1, 5, 2) +
         filter(now.data(), next.data(), 3, 0, 2);
}
} // namespace wide_rows

namespace written_beside { // what is read is not what is written
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double d[4] = {v[0], v[1], v[2], v[3]}, x = v[1];
  for (int j = 0; j < 5; ++j)
    d[1] += d[0] * x;
  d[0] *= 0.5;
  return d[1] * d[0];
}
[[ad::differentiate(forward, reverse)]]
double rows(const V &v) {
  double m[2][4] = {{v[0], v[1], v[2], v[3]}, {v[1], 1, 2, 3}};
  for (int t = 0; t < 3; ++t) {
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 4; ++i)
        m[1][i] += 0.1 * m[0][j] * m[0][i];
    for (int i = 0; i < 4; ++i)
      m[0][i] = m[1][3 - i];
  }
  return m[1][1] * m[0][0] + m[1][2] + m[1][0] + m[1][3] * m[0][2];
}
struct S {
  double x, d[4];
  void up(double k) {
    for (int j = 0; j < 5; ++j)
      d[1] += d[0] * x;
    d[0] *= k;
    x = d[1] * 0.1;
  }
};
[[ad::differentiate(forward, reverse)]]
double member(const V &v) {
  S s{v[1], {v[0], v[1], v[2], v[3]}};
  s.up(v[2]);
  s.up(v[3]);
  return s.d[1] * s.x;
}
} // namespace written_beside

int main() {
  CHECK_VECTOR(written_beside::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(written_beside::rows, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(written_beside::member, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(recurrence, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4});
  CHECK_CASE(by_pointers, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(grid, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4, 0.3, 0.8, 0.6});
  CHECK_CASE(rows_above_and_below,
             {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4, 0.3, 0.8, 0.6, -0.1, 0.2, 0.5, 0.7});
  CHECK_CASE(wide_rows, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4, 0.3, 0.8, 0.6});
  CHECK_CASE(shorter, {0.5, 0.1});
  CHECK_CASE(in_branches, {0.5, 0.1, -0.2, 0.4});
  CHECK_VECTOR(moved_after::overlapping, {0.5, 0.1, -0.2, 0.4});
  return finish();
}
