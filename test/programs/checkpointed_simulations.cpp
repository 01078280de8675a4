// Checkpointed loops of simulations: forces behind pointers to their base, particles in objects
// with vectors, generators of random numbers, sets, maps, and what a step allocates.
#include "checkpointed.h"
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <unordered_map>
#include <vector>

//===-- Virtual functions ------------------------------------------------------===//

struct Force {
  virtual ~Force() = default;
  virtual double at(double x) const = 0;
};
struct Spring : Force {
  double k;
  explicit Spring(double by) : k(by) {}
  double at(double x) const override { return -k * x; }
};
struct Wind : Force {
  double c;
  explicit Wind(double by) : c(by) {}
  double at(double x) const override { return c * std::sin(x); }
};
BOTH double owned(double x, int n) {
  std::vector<std::unique_ptr<Force>> forces;
  forces.push_back(std::make_unique<Spring>(x));
  forces.push_back(std::make_unique<Wind>(0.3));
  double at = 0.5, v = x * x;
  for (int t = 0; t < n; ++t) {
    double a = 0;
    for (const auto &f : forces)
      a += f->at(at);
    v += 0.1 * a;
    at += 0.1 * v;
  }
  return at * v;
}
BOTH double moved(const Force &f, double x, double v, int n) {
  for (int t = 0; t < n; ++t) {
    v += 0.1 * f.at(x);
    x += 0.1 * v;
  }
  return x;
}
BOTH double referred(double x, int n) {
  const Spring s(x);
  const Wind w(x * x);
  return moved(s, 0.2, x, n) * moved(w, x, 0.1, n);
}
// Its own state changes with each step.
struct Memory {
  virtual ~Memory() = default;
  virtual double next(double x) = 0;
};
struct Fading : Memory {
  double mean;
  std::vector<double> last;
  explicit Fading(double m) : mean(m), last(2, m) {}
  double next(double x) override {
    mean = 0.9 * mean + 0.1 * x * last[0];
    last[0] = last[1];
    last[1] = std::sin(mean);
    return -mean * last[0];
  }
};
BOTH double remembers(double x, int n) {
  std::unique_ptr<Memory> m = std::make_unique<Fading>(x);
  double at = 0.5, v = x;
  for (int t = 0; t < n; ++t) {
    v += 0.1 * m->next(at);
    at += 0.1 * v;
  }
  return at * v;
}
BOTH double feeds(Memory &m, double x, int n) {
  for (int t = 0; t < n; ++t)
    x += 0.1 * m.next(x);
  return x;
}
BOTH double lent(double x, int n) {
  Fading f(x);
  return feeds(f, 0.3, n) * f.mean;
}

// Two of them, of other classes, that change places.
struct Turning : Memory {
  double phase;
  explicit Turning(double p) : phase(p) {}
  double next(double x) override { return phase = std::cos(phase + x); }
};
BOTH double takes_turns(double x, int n) {
  std::vector<std::unique_ptr<Memory>> all;
  all.push_back(std::make_unique<Fading>(x));
  all.push_back(std::make_unique<Turning>(0.5 * x));
  double s = x;
  for (int t = 0; t < n; ++t) {
    double a = 0;
    for (const auto &m : all)
      a += m->next(s);
    s = 0.5 * std::sin(a) + 0.1 * s;
    if (t % 5 == 0)
      std::swap(all[0], all[1]);
  }
  return s;
}

//===-- Objects with vectors ------------------------------------------------------===//

struct Cell {
  double level;
  std::vector<double> weights;
};
BOTH double cells(double x, int n) {
  std::vector<Cell> all(3);
  for (int k = 0; k < 3; ++k) {
    all[k].level = x * k;
    all[k].weights = {0.5, x};
  }
  for (int t = 0; t < n; ++t)
    for (int k = 0; k < 3; ++k) {
      all[k].level = std::sin(all[k].level + all[(k + 1) % 3].weights[1]);
      all[k].weights[0] = 0.3 * all[k].level;
      all[k].weights[1] += 0.05 * all[k].level * all[k].weights[0];
    }
  return all[0].level * all[1].weights[1] + all[2].weights[0];
}
struct World {
  std::vector<Cell> all;
  double time = 0;
  void step(const Force &f, double h) {
    for (auto &c : all) {
      c.level += h * f.at(c.level);
      c.weights[0] += h * std::sin(c.level) * c.weights[1];
    }
    time += h * all[0].weights[0];
  }
};
BOTH double worlds(double x, int n) {
  World w;
  w.all.resize(2);
  w.all[0].level = x;
  w.all[1].level = 0.5;
  w.all[0].weights = {0.1, 0.2};
  w.all[1].weights = {x, 1.5};
  const Wind f(x * x);
  for (int t = 0; t < n; ++t)
    w.step(f, 0.1);
  return w.time * w.all[1].weights[0] + w.all[0].level;
}

//===-- Random numbers, sets -------------------------------------------------------===//

BOTH double walk(double x, int n) {
  std::mt19937 g(42);
  std::normal_distribution<double> d(0, 1);
  double s = x;
  for (int t = 0; t < n; ++t)
    s += 0.1 * x * std::sin(s) * d(g);
  return s;
}
BOTH double draws(double x, std::mt19937 &g, int n) {
  std::uniform_real_distribution<double> d(0, 1);
  double s = x;
  for (int t = 0; t < n; ++t)
    s = std::sin(s + d(g) * x) + 0.01 * s;
  return s;
}
BOTH double drawn(double x, int n) {
  std::mt19937 g(7);
  const double s = draws(x, g, n);
  return s + x * std::uniform_real_distribution<double>(0, 1)(g);
}
BOTH double visits(double x, int n) {
  std::set<int> seen;
  double s = x;
  for (int t = 0; t < n; ++t) {
    const int k = t * 7 % 13;
    if (seen.insert(k).second)
      s = std::sin(s) + x;
    else
      s = 0.9 * std::sin(s) * x + 0.01 * s;
  }
  return s;
}

//===-- Maps -----------------------------------------------------------------------===//

BOTH double counts(double x, int n) {
  std::unordered_map<int, double> m;
  double s = x;
  for (int t = 0; t < n; ++t) {
    m[t % 5] += 0.1 * s;
    s = std::sin(s * m[t % 3]) + 0.5 * x;
  }
  return s;
}
BOTH double looks_up(double x, int n) {
  const std::map<int, double> m{{0, x}, {1, 0.5}};
  double s = x;
  for (int t = 0; t < n; ++t)
    s = std::sin(s + m.at(t % 2) * s);
  return s;
}
BOTH double named(std::map<int, double> &m, double x, int n) {
  for (int t = 0; t < n; ++t) {
    m[1] = std::sin(m[1] + x * m[2]);
    m[2] = 0.9 * m[2] + 0.1 * m[1] * m[3];
  }
  return m[1] * m[2];
}
BOTH double names(double x, int n) {
  std::map<int, double> m{{1, x}, {2, x * x}};
  const double y = named(m, 0.5, n);
  return y * m[1] + m[3] + m[2];
}

// Other elements go later on: recorded.
BOTH double erases(double x, int n) {
  std::map<int, double> m{{1, x}, {2, 0.5}};
  double s = x;
  for (int t = 0; t < n; ++t) {
    m[1] = std::sin(m[1] + 0.3 * m[2]);
    s += 0.1 * m[1];
  }
  m.erase(1);
  return s * m[1] + m[2];
}

//===-- What a step allocates --------------------------------------------------------===//

BOTH double allocates(double x, int n) {
  double a = x, b = 0.5;
  for (int t = 0; t < n; ++t) {
    double *w = new double[3];
    w[0] = std::sin(a);
    w[1] = w[0] * b;
    w[2] = w[1] + a;
    a = 0.5 * w[2] * w[0];
    b = 0.9 * w[1] + 0.1;
    delete[] w;
  }
  return a * b;
}
BOTH double makes(double x, int n) {
  double a = x, b = 0.5;
  for (int t = 0; t < n; ++t) {
    auto w = std::make_unique<double[]>(3);
    const auto f = std::make_unique<double>(a * b);
    for (int k = 0; k < 3; ++k)
      w[k] = std::sin(a * k + *f);
    a = 0.5 * w[2] * w[1];
    b = 0.9 * w[1] + 0.1;
  }
  return a * b;
}
// In a branch, in a loop, and left early.
BOTH double sometimes(double x, int n) {
  double s = x;
  for (int t = 0; t < n; ++t) {
    std::unique_ptr<double> p;
    if (t % 2)
      p = std::make_unique<double>(s * x);
    for (int k = 1; k < 3; ++k) {
      const auto q = std::make_unique<double>(s / k);
      s += 0.1 * std::sin(*q);
    }
    if (s > 50)
      break;
    s = std::sin(s) + (p ? *p : 0.1);
  }
  return s;
}
BOTH double shares(double x, int n) { // until the function ends: recorded
  double s = x;
  for (int t = 0; t < n; ++t) {
    const auto p = std::make_shared<double>(s * x);
    const auto q = p;
    *q += std::sin(s);
    s = 0.5 * *p;
  }
  return s;
}
BOTH double swaps(double x, int n) { // handed on: recorded
  double *u = new double[2]{x, 0.5};
  for (int t = 0; t < n; ++t) {
    double *next = new double[2];
    next[0] = std::sin(u[0] + u[1]);
    next[1] = 0.9 * u[1] * u[0];
    delete[] u;
    u = next;
  }
  const double y = u[0] * u[1];
  delete[] u;
  return y;
}
// A pointer that goes through a vector, which gets other storage later: recorded.
BOTH double walks(double x, int n) {
  std::vector<double> r(n + 1, x);
  double s = 1;
  for (const double *p = r.data(); p < r.data() + n && s < 50; ++p)
    s = std::sin(s * *p) + x;
  r.push_back(s);
  r.resize(4 * r.size(), x);
  return s * r[n + 1] + r.back();
}
// What an iteration around the loop declares ahead of it.
BOTH double series(double x, int n) {
  double s = x;
  for (int k = 0; k < 3; ++k) {
    double sum = 0.5 * s, sign = 1;
    for (int t = 0; t < n; ++t) {
      sum += sign * 0.1 * std::sin(sum);
      sign *= -0.9;
    }
    s = std::sin(sum * s) * sign + s;
  }
  return s;
}
BOTH double guarded(double x, int n) {
  double s = x;
  for (int t = 0; t < n; ++t) {
    s = std::sin(s) + 0.1 * x;
    if (!std::isfinite(s))
      std::abort();
  }
  return s;
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(owned, n);
      CHECK_STEPS(referred, n);
      CHECK_STEPS(remembers, n);
      CHECK_STEPS(lent, n);
      CHECK_STEPS(cells, n);
      CHECK_STEPS(worlds, n);
      CHECK_STEPS(walk, n);
      CHECK_STEPS(drawn, n);
      CHECK_STEPS(visits, n);
      CHECK_STEPS(counts, n);
      CHECK_STEPS(looks_up, n);
      CHECK_STEPS(names, n);
      CHECK_STEPS(allocates, n);
      CHECK_STEPS(makes, n);
      CHECK_STEPS(swaps, n);
      CHECK_STEPS(series, n);
      CHECK_STEPS(walks, n);
      CHECK_STEPS(sometimes, n);
      CHECK_STEPS(shares, n);
      CHECK_STEPS(takes_turns, n);
      CHECK_STEPS(erases, n);
      CHECK_STEPS(guarded, n);
    }
  });
  return finish();
}
