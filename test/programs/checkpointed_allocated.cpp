// Mode checkpointed: the state is in memory that the function allocates ahead of the loop, against
// reverse mode bit by bit. The pointers change places, the count changes, structs hold both.
#include "checkpointed.h"
#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>

BOTH double plain(const double *x, int n, int steps) {
  double *u = new double[n];
  auto *w = static_cast<double *>(std::malloc((n + 2) * sizeof(double)));
  int *times = new int[n]();
  for (int i = 0; i < n; ++i)
    u[i] = w[i] = x[i];
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      u[k] = std::sin(u[k]) * w[k] + 0.1 * times[k];
    w[t % n] += 0.1 * u[0];
    ++times[(t * t) % n];
  }
  const double s = u[0] * w[1] + times[1];
  delete[] u;
  std::free(w);
  delete[] times;
  return s;
}

// Which buffer is which is part of the state; so are both.
BOTH double exchanged(const double *x, int n, int steps) {
  std::unique_ptr<double[]> u(new double[n]), next(new double[n]);
  for (int i = 0; i < n; ++i)
    u[i] = next[i] = x[i];
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = u[i] + 0.1 * std::sin(u[(i + 1) % n]) * u[i];
    std::swap(u, next);
  }
  return u[0] * u[1] + next[2];
}

BOTH double turned(const double *x, int n, int steps) {
  int cells = n;
  double *now = new double[cells], *next = new double[cells];
  cells = 2;
  for (int i = 0; i < n; ++i)
    now[i] = x[i];
  for (int t = 0; t < steps; ++t) {
    next[0] = now[0];
    for (int i = 1; i < n; ++i)
      next[i] = std::sin(now[i]) + 0.3 * now[i - 1];
    double *last = now;
    now = next;
    next = last;
    cells = t % n;
  }
  const double s = now[1] * now[n - 1] + cells;
  delete[] next;
  delete[] now;
  return s;
}

// As in C: a struct of pointers, and functions that are handed it.
struct Fields {
  double *u, *v;
  int n;
  double dt;
};
static void step(Fields *f) {
  for (int i = 0; i < f->n; i++)
    f->v[i] -= f->dt * f->u[i] * f->u[i];
  for (int i = 0; i < f->n; i++)
    f->u[i] += f->dt * std::sin(f->v[i]);
}
BOTH double in_struct(const double *x, int n, int steps) {
  Fields f;
  f.n = n;
  f.dt = 0.05;
  f.u = (double *)std::malloc(n * sizeof(double));
  f.v = (double *)std::malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    f.u[i] = x[i];
    f.v[i] = 0;
  }
  for (int t = 0; t < steps; t++)
    step(&f);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f.u[i] * f.v[i];
  std::free(f.u);
  std::free(f.v);
  return s;
}

// Two loops over the same memory, a while with a break, and a history that the first one writes.
BOTH double phases(const double *x, int n, int steps) {
  double *history = new double[steps + 1];
  double s = x[0], r = x[1];
  history[0] = s;
  for (int t = 0; t < steps; ++t) {
    s = std::sin(s) * x[t % n] + 0.4;
    history[t + 1] = s;
  }
  int t = 0;
  while (true) {
    r = 0.7 * r + history[t] * history[0];
    history[t] = r * x[2];
    if (++t > steps || r > 50)
      break;
  }
  r += history[steps / 2];
  delete[] history;
  return r;
}

// In a branch, in a loop and in a call: recorded.
static double *made(const double *x, int n) {
  double *a = new double[n];
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[0];
  return a;
}
BOTH double elsewhere(const double *x, int n, int steps) {
  double *a = made(x, n), *b = nullptr, s = x[0];
  if (steps % 2)
    b = new double[n];
  else
    b = new double[n + 1];
  for (int i = 0; i < n; ++i)
    b[i] = x[i];
  for (int t = 0; t < steps; ++t) {
    a[t % n] = std::sin(a[(t + 1) % n] + s);
    b[t % n] *= 0.9 * a[t % n];
    s = 0.9 * s + b[t % n];
  }
  delete[] a;
  delete[] b;
  return s;
}

// Loops of loops over it: each leaves it to the loop around as that expects it.
BOTH double nested(const double *x, int, int steps) {
  double *p = new double(x[0]);
  double t = x[1];
  for (int i = 0; i < steps; ++i)
    for (int k = 0; k < steps; ++k) {
      for (int j = 0; j < steps; ++j)
        t = 0.9 * t + 0.05 * std::sin(*p);
      *p *= 0.9;
    }
  t += *p;
  delete p;
  return t;
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(plain, steps);
      CHECK_ARRAY_STEPS(exchanged, steps);
      CHECK_ARRAY_STEPS(turned, steps);
      CHECK_ARRAY_STEPS(in_struct, steps);
      CHECK_ARRAY_STEPS(phases, steps);
      CHECK_ARRAY_STEPS(elsewhere, steps);
      CHECK_ARRAY_STEPS(nested, steps);
    }
  });
  return finish();
}
