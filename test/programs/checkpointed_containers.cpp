// Mode checkpointed: the state is in vectors that are assigned, exchanged, moved, grown and shrunk,
// in vectors of vectors, and in objects that hold them, against reverse mode bit by bit.
#include "checkpointed.h"
#include <array>
#include <cmath>
#include <utility>
#include <vector>
using Vector = std::vector<double>;

BOTH double assigned(const double *x, int n, int steps) {
  Vector u(x, x + n), next(n);
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      next[k] = std::sin(u[k]) * u[(k + 1) % n];
    u = next;
  }
  next.clear(); // what the loop reads is put back
  return u[0] * u[n - 1];
}

static double exchange(Vector &u, int steps, double c) {
  Vector next(u.size());
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t k = 0; k < u.size(); ++k)
      next[k] = u[k] + c * std::sin(u[(k + 1) % u.size()]);
    u.swap(next);
    sum += u[0] * c;
  }
  return sum;
}
BOTH double exchanged(const double *x, int n, int steps) {
  Vector u(x, x + n);
  const double sum = exchange(u, steps, 0.1 * x[0]);
  return sum + u[1] * u[2];
}

// A step returns the new state; the old one is moved from.
static Vector operator+(const Vector &a, const Vector &b) {
  Vector r(a);
  for (std::size_t i = 0; i < r.size(); ++i)
    r[i] += b[i];
  return r;
}
static Vector operator*(double k, Vector a) {
  for (double &e : a)
    e *= k;
  return a;
}
template <class F> static Vector runge_kutta(F f, Vector y, double t, double h) {
  Vector k1 = f(t, y), k2 = f(t + h / 2, y + (h / 2) * k1);
  return y + h * k2;
}
BOTH double returned(const double *x, int, int steps) {
  Vector y{x[0], x[1]};
  auto rhs = [&](double t, const Vector &u) -> Vector {
    return {u[1] * x[2], -x[3] * std::sin(u[0]) + 0.1 * std::cos(t)};
  };
  for (int i = 0; i < steps; ++i)
    y = runge_kutta(rhs, y, 0.1 * i, 0.1);
  return y[0] * y[1];
}

BOTH double grown(const double *x, int n, int steps) {
  Vector last, all;
  double s = x[0];
  for (int i = 0; i < steps; ++i) {
    s = std::sin(s) * x[i % n];
    last.push_back(s);
    if (last.size() > 3) {
      s += last.back() * last[0];
      last.erase(last.begin());
    }
    all.push_back(s);
    if (i % 7 == 6)
      all.resize(all.size() / 2);
  }
  for (double e : last)
    s = s * 0.9 + e;
  for (double e : all)
    s = s * 0.9 + e;
  return s;
}

// The number of iterations is the size of a vector, which the loop might change.
BOTH double over_elements(const double *x, int n, int steps) {
  Vector times(steps, x[1]), out;
  for (double each : times)
    out.push_back(out.empty() ? x[0] : std::sin(out.back() + each * x[n - 1]));
  return out.empty() ? x[2] : out.back() * times[0];
}

struct Optimiser {
  Vector weights, momentum;
  double rate;
  int steps = 0;
  Optimiser(int n, double r) : weights(n), momentum(n), rate(r) {}
  void update(const Vector &gradient) {
    ++steps;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      momentum[i] = 0.9 * momentum[i] + gradient[i];
      weights[i] -= rate * momentum[i] / steps;
    }
  }
};
BOTH double object(const double *x, int n, int steps) {
  Optimiser o(n, 0.05 * x[0]);
  for (int t = 0; t < steps; ++t) {
    Vector g(n);
    for (int i = 0; i < n; ++i)
      g[i] = 2 * (o.weights[i] - x[i]) + std::sin(o.weights[i]);
    o.update(g);
  }
  double loss = o.rate;
  for (int i = 0; i < n; ++i)
    loss += (o.weights[i] - x[i]) * (o.weights[i] - x[i]);
  return loss;
}

BOTH double rows(const double *x, int n, int steps) {
  std::vector<Vector> m(n, Vector(x, x + n));
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        m[i][j] = std::sin(m[j][i]) * m[i][i];
  return m[0][1] * m[1][0];
}

// Read whole by the loop, and overwritten after it.
BOTH double read_whole(const double *x, int n, int steps) {
  std::array<double, 3> a{x[0], x[1], x[2]}, b{x[2], x[3], x[4]};
  Vector v(x, x + n);
  double s = 0;
  for (int t = 0; t < steps; ++t) {
    std::array<double, 3> c = b;
    const Vector w = v;
    for (int k = 0; k < 3; ++k)
      a[k] = std::sin(a[k] + c[k]) * c[(k + 1) % 3] * w[k];
    s += a[0];
  }
  b[1] = s;
  b[0] *= 2;
  v.clear();
  v.push_back(s);
  return s * b[1] + a[2] * b[0] * v[0];
}

// Through pointers that change places.
BOTH double through_pointers(const double *x, int n, int steps) {
  Vector a(x, x + n), b(n);
  Vector *now = &a, *next = &b;
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      (*next)[k] = (*now)[k] + 0.1 * std::sin((*now)[(k + 1) % n]) * (*now)[k];
    std::swap(now, next);
  }
  return (*now)[0] * (*next)[1];
}

// Elements that cannot be made from nothing.
struct Bond {
  double strike;
  int id;
  Bond(double strike, int id) : strike(strike), id(id) {}
};
BOTH double without_default(const double *x, int n, int steps) {
  std::vector<Bond> bonds;
  double s = x[0];
  for (int t = 0; t < steps; ++t) {
    if (bonds.size() > 4)
      bonds.pop_back();
    else
      bonds.emplace_back(s * x[t % n], t);
    if (!bonds.empty())
      s = std::sin(s) + bonds.back().strike * bonds[0].strike;
  }
  return s;
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(assigned, steps);
      CHECK_ARRAY_STEPS(exchanged, steps);
      CHECK_ARRAY_STEPS(returned, steps);
      CHECK_ARRAY_STEPS(grown, steps);
      CHECK_ARRAY_STEPS(over_elements, steps);
      CHECK_ARRAY_STEPS(object, steps);
      CHECK_ARRAY_STEPS(rows, steps);
      CHECK_ARRAY_STEPS(read_whole, steps);
      CHECK_ARRAY_STEPS(through_pointers, steps);
      CHECK_ARRAY_STEPS(without_default, steps);
    }
  });
  return finish();
}
