// Checkpointed loops that exchange the pointers in an object, and those to its derivatives.
#include "checkpointed.h"
#include <cmath>
#include <utility>
#include <vector>

struct Buffers {
  double *u, *next;
  int n;
};
static void fill(Buffers &b, double x) {
  for (int i = 0; i < 4; ++i) {
    b.u[i] = x * (i + 1);
    b.next[i] = 0.3 - x * i;
  }
}
static void step(Buffers &b, double c) {
  for (int i = 0; i < b.n; ++i)
    b.next[i] = std::sin(b.u[i]) + c * b.u[(i + 1) % b.n] * b.next[i];
  std::swap(b.u, b.next);
}
BOTH double locals(double x, int n) {
  double first[4], second[4];
  Buffers b{first, second, 4};
  fill(b, x);
  b.next[1] *= b.u[2];
  b.u[3] = std::sin(b.next[1] * b.u[3]);
  for (int t = 0; t < n; ++t)
    step(b, 0.1 * x);
  b.u[1] *= b.next[0];
  return b.u[0] * b.next[1] + b.u[1];
}
BOTH double on_heap(double x, int n) {
  Buffers b{new double[4], new double[4], 4};
  for (int i = 0; i < 4; ++i) {
    b.u[i] = x * (i + 1);
    b.next[i] = 0.2;
  }
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < b.n; ++i)
      b.next[i] = std::sin(b.u[i]) + 0.1 * b.u[(i + 1) % b.n];
    double *held = b.u;
    b.u = b.next;
    b.next = held;
  }
  const double s = b.u[0] * b.u[3];
  delete[] b.u;
  delete[] b.next;
  return s;
}
class Heat {
  double *u, *next;
  int n;

public:
  Heat(double x, int size) : u(new double[size]), next(new double[size]), n(size) {
    for (int i = 0; i < n; ++i)
      u[i] = x * (i + 1);
  }
  Heat(const Heat &) = delete;
  Heat &operator=(const Heat &) = delete;
  ~Heat() {
    delete[] u;
    delete[] next;
  }
  void step(double c) {
    for (int i = 0; i < n; ++i)
      next[i] = std::sin(u[i]) + c * u[(i + 1) % n];
    std::swap(u, next);
  }
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += u[i];
    return s;
  }
};
BOTH double methods(double x, int n) {
  Heat heat(x, 5);
  for (int t = 0; t < n; ++t)
    heat.step(0.1 * x);
  return heat.sum();
}
BOTH double exchanged_before(double x, int n) {
  double first[4], second[4];
  Buffers b{first, second, 4};
  fill(b, x);
  if (x > 0.8) {
    std::swap(b.u, b.next);
    b.u[1] *= x;
  } else {
    b.next[1] *= b.u[2] * b.u[1];
  }
  for (int k = 0; k < 3; ++k)
    b.next[k] = b.u[k + 1] * b.next[k] * b.u[k];
  for (int t = 0; t < n; ++t)
    step(b, 0.1);
  return b.u[0] * b.next[1];
}
BOTH double two_loops(double x, int n) {
  double first[4], second[4];
  Buffers b{first, second, 4};
  fill(b, x);
  for (int t = 0; t < n; ++t)
    step(b, 0.1);
  b.next[1] *= b.u[2] * b.u[1];
  for (int t = 0; t < n + 1; ++t) {
    step(b, 0.1 * x);
    if (b.u[0] > 1e6)
      break;
  }
  b.u[0] *= b.next[1];
  return b.u[0] * b.u[3];
}
// Beside the pointers a number that changes, and a vector that grows.
struct Record {
  std::vector<double> seen;
  double *u, *next;
  double k;
};
BOTH double beside_others(double x, int n) {
  double first[4], second[4];
  Record r;
  r.u = first;
  r.next = second;
  r.k = x;
  for (int i = 0; i < 4; ++i) {
    r.u[i] = x * (i + 1);
    r.next[i] = 0.1;
  }
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i)
      r.next[i] = std::sin(r.u[i]) + 0.1 * r.u[(i + 1) % 4] * r.k;
    if (t % 30 == 0)
      r.seen.push_back(r.next[1]);
    r.k *= 0.99;
    std::swap(r.u, r.next);
  }
  double s = r.u[2] * r.k;
  for (double value : r.seen)
    s += value * value;
  return s;
}
// An object that a function is given whole is recorded.
static double total(const Buffers &b, int k) {
  return k == 0 ? 1 : b.u[k - 1] * b.next[k - 1] + 0.5 * total(b, k - 1);
}
BOTH double given_whole(double x, int n) {
  double first[4], second[4];
  Buffers b{first, second, 4};
  for (int i = 0; i < 4; ++i)
    b.u[i] = b.next[i] = x * (i + 1);
  for (int t = 0; t < n; ++t)
    step(b, 0.1);
  return total(b, 4);
}

struct Solver {
  std::vector<double> a, b;
  double *now, *next;
  int n;
  explicit Solver(double x) : a(4, x), b(4), now(a.data()), next(b.data()), n(4) { a[1] = 0.3; }
  void step(double c) {
    for (int i = 0; i < n; ++i)
      next[i] = now[i] + 0.01 * c * std::sin(now[(i + 1) % n]);
    std::swap(now, next);
  }
};
BOTH double into_own_vectors(double x, int n) {
  Solver s(x);
  for (int t = 0; t < n; ++t)
    s.step(x);
  return s.now[0] + s.now[1] * s.next[2];
}

BOTH double in_an_array(double x, int n) {
  std::vector<double> a(4, x), b(4, 0.3), c(4, 0.2);
  double *p[3] = {a.data(), b.data(), c.data()};
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i)
      p[1][i] = p[0][i] + 0.1 * std::sin(p[2][(i + 1) % 4] + x);
    double *const oldest = p[2];
    p[2] = p[1];
    p[1] = p[0];
    p[0] = oldest;
    for (int i = 0; i < 4; ++i)
      p[0][i] += 0.01 * p[2][i];
  }
  return p[0][0] * p[1][1] + p[2][3];
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 61, 62}) {
      CHECK_STEPS(locals, n);
      CHECK_STEPS(on_heap, n);
      CHECK_STEPS(methods, n);
      CHECK_STEPS(exchanged_before, n);
      CHECK_STEPS(two_loops, n);
      CHECK_STEPS(beside_others, n);
      CHECK_STEPS(given_whole, n);
      CHECK_STEPS(into_own_vectors, n);
      CHECK_STEPS(in_an_array, n);
    }
  });
  return finish();
}
