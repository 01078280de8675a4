// Checkpointed loops whose state is in tuples, optionals, valarrays, deques and other classes.
#include "checkpointed.h"
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <valarray>
#include <variant>
#include <vector>
BOTH double pairs(double x, int n) {
  std::pair<double, double> s{x, 0.5};
  for (int t = 0; t < n; ++t) {
    s.first += 0.1 * std::sin(s.second);
    s.second -= 0.1 * s.first;
  }
  return s.first * s.second;
}
BOTH double tuples(double x, int n) {
  std::tuple<double, double, int> s{x, 0.5, 0};
  for (int t = 0; t < n; ++t) {
    auto [a, b, k] = s;
    s = {a + 0.1 * std::sin(b), b - 0.1 * a, k + 1};
  }
  return std::get<0>(s) * std::get<1>(s) + std::get<2>(s);
}
BOTH double optionals(double x, int n) {
  std::optional<double> last;
  for (int t = 0; t < n; ++t) {
    if (last)
      x += 0.1 * std::sin(x - *last);
    if (t % 2)
      last = x * x;
  }
  return last ? *last * x : x;
}
BOTH double valarrays(double x, int n) {
  std::valarray<double> u{x, 0.5, 0.2};
  for (int t = 0; t < n; ++t) {
    u = u + 0.1 * std::sin(u) * u[0];
    u[1] -= 0.1 * u[2];
  }
  return u.sum();
}
BOTH double deques(double x, int n) {
  std::deque<double> w{x, x * x, 1.0};
  for (int t = 0; t < n; ++t) {
    double m = (w[0] + w[1] * std::sin(w[2])) / 2;
    w.pop_front();
    w.push_back(m);
  }
  return w[0] + w[1] * w[2];
}
BOTH double maps(double x, int n) {
  std::map<std::string, double> s{{"a", x}, {"b", 0.5}};
  for (int t = 0; t < n; ++t) {
    s["a"] += 0.1 * std::sin(s["b"]);
    s["b"] -= 0.1 * s["a"];
  }
  return s["a"] * s["b"];
}
BOTH double variants(double x, int n) {
  std::variant<double, int> s = x;
  for (int t = 0; t < n; ++t) {
    double v = std::holds_alternative<double>(s) ? std::get<double>(s) : 0.7;
    if (t % 3 == 2)
      s = 1;
    else
      s = v + 0.1 * std::sin(v) * x;
  }
  return std::holds_alternative<double>(s) ? std::get<double>(s) : x;
}
struct Sim {
  std::vector<double> u;
  std::vector<double> hist;
  double t = 0;
  void step() {
    for (double &e : u)
      e += 0.1 * std::sin(e);
    hist.push_back(u[0]);
    t += 0.1;
  }
};
BOTH double complexes(double x, int n) {
  std::complex<double> z(x, 0.5), c(0.1, 0.2);
  for (int t = 0; t < n; ++t)
    z = 0.3 * z * z + c;
  return std::norm(z);
}
BOTH double mallocs(double x, int n) {
  for (int t = 0; t < n; ++t) {
    double *w = (double *)std::malloc(2 * sizeof(double));
    w[0] = x;
    w[1] = std::sin(x);
    x += 0.1 * w[0] * w[1];
    std::free(w);
  }
  return x;
}
BOTH double news(double x, int n) {
  for (int t = 0; t < n; ++t) {
    double *w = new double[2];
    w[0] = x;
    w[1] = std::sin(x);
    x += 0.1 * w[0] * w[1];
    delete[] w;
  }
  return x;
}
BOTH double uniques(double x, int n) {
  for (int t = 0; t < n; ++t) {
    auto w = std::make_unique<double[]>(2);
    w[0] = x;
    w[1] = std::sin(x);
    x += 0.1 * w[0] * w[1];
  }
  return x;
}
BOTH double arrays_of_pairs(double x, int n) {
  std::vector<std::pair<double, int>> s{{x, 1}, {0.5, 2}};
  for (int t = 0; t < n; ++t) {
    s[0].first += 0.1 * std::sin(s[1].first);
    s[1].first -= 0.1 * s[0].first;
    s[0].second++;
  }
  return s[0].first * s[1].first * s[0].second;
}
BOTH double lambdas(double x, int n) {
  double y = 0.5;
  auto step = [&] {
    x += 0.1 * std::sin(y);
    y -= 0.1 * x;
  };
  for (int t = 0; t < n; ++t)
    step();
  return x * y;
}
struct Base {
  virtual ~Base() = default;
  virtual void step(double &x) = 0;
};
struct Der : Base {
  double k = 0.3;
  void step(double &x) override {
    x += 0.1 * std::sin(x * k);
    k += 0.01 * x;
  }
};
BOTH double virtuals(double x, int n) {
  Der d;
  Base &b = d;
  for (int t = 0; t < n; ++t)
    b.step(x);
  return x * d.k;
}
BOTH double unique_virtual(double x, int n) {
  std::unique_ptr<Base> b = std::make_unique<Der>();
  for (int t = 0; t < n; ++t)
    b->step(x);
  return x;
}
BOTH double shared_obj(double x, int n) {
  auto p = std::make_shared<Sim>();
  p->u = {x, 0.3};
  for (int t = 0; t < n; ++t)
    p->step();
  return p->u[0] * p->t;
}
BOTH double strings(double x, int n) {
  std::string log;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    if (x > 1)
      log += 'a';
  }
  return x * log.size();
}

struct Best {
  double x;
  int at;
};
BOTH double optional_record(double x, int n) {
  std::optional<Best> best;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    if (!best || t % 4 == 1)
      best = Best{x * x, t};
    else
      best->x += 0.01 * x;
  }
  return best ? best->x * x : x;
}
BOTH double nested_valarray(double x, int n) {
  std::valarray<double> u{x, 0.5};
  for (int k = 0; k < 3; ++k) {
    for (int t = 0; t < n; ++t) {
      u += 0.1 * std::sin(u) * u[1];
      u[1] -= 0.05 * u[0];
    }
    u *= 0.9;
  }
  return u[0] * u[1];
}
BOTH double nested_deque(double x, int n) {
  std::deque<double> w{x, 0.5};
  for (int k = 0; k < 4; ++k)
    for (int t = 0; t < n; ++t) {
      w.push_back(std::sin(w[0] + w[1]));
      if (t % 5)
        w.pop_front();
      else
        w.front() *= 0.9;
      if (w.size() > 4)
        w.pop_back();
    }
  return w[0] * w[1];
}
BOTH double nested_tuple(double x, int n) {
  std::tuple<double, std::array<double, 2>> s{x, {0.5, 0.1}};
  for (int k = 0; k < 3; ++k)
    for (int t = 0; t < n; ++t) {
      auto &[a, b] = s;
      a += 0.1 * std::sin(b[t % 2]);
      b[k % 2] -= 0.1 * a;
    }
  return std::get<0>(s) * std::get<1>(s)[1];
}
BOTH double queue_until(double x, int n) {
  std::deque<double> q;
  double s = 0;
  int t = 0;
  q.push_back(x);
  while (!q.empty() && t < n) {
    double a = q.front();
    q.pop_front();
    s += a * std::sin(a);
    if (t % 3 != 2) {
      q.push_back(0.9 * a);
      q.push_back(0.5 * a * a);
    }
    ++t;
  }
  return s;
}
struct Run {
  std::valarray<double> u;
  std::optional<double> last;
  std::pair<double, int> count{0.0, 0};
  void step(double h) {
    u += h * std::sin(u);
    if (last)
      u[0] += 0.01 * *last;
    last = u[1];
    count.first += u[0];
    ++count.second;
  }
};
BOTH double members(double x, int n) {
  Run r;
  r.u = {x, 0.5};
  for (int t = 0; t < n; ++t)
    r.step(0.1);
  return r.count.first * r.u[1] + r.count.second;
}
int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(pairs, n);
      CHECK_STEPS(tuples, n);
      CHECK_STEPS(optionals, n);
      CHECK_STEPS(valarrays, n);
      CHECK_STEPS(deques, n);
      CHECK_STEPS(maps, n);
      CHECK_STEPS(variants, n);
      CHECK_STEPS(complexes, n);
      CHECK_STEPS(mallocs, n);
      CHECK_STEPS(news, n);
      CHECK_STEPS(uniques, n);
      CHECK_STEPS(arrays_of_pairs, n);
      CHECK_STEPS(lambdas, n);
      CHECK_STEPS(virtuals, n);
      CHECK_STEPS(unique_virtual, n);
      CHECK_STEPS(shared_obj, n);
      CHECK_STEPS(strings, n);
      CHECK_STEPS(optional_record, n);
      CHECK_STEPS(nested_valarray, n);
      CHECK_STEPS(nested_deque, n);
      CHECK_STEPS(nested_tuple, n);
      CHECK_STEPS(queue_until, n);
      CHECK_STEPS(members, n);
    }
  });
  return finish();
}
