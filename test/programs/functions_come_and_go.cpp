// std::function objects, and vectors of them, that members hold and methods set, fill and empty
// again: in the block of the object, in branches and in loops.
#include "arrays.h"
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(const double *x, int n)

struct Solver {
  std::function<double(double)> rule;
  std::vector<std::function<double(double)>> layers;
  void set(std::function<double(double)> g) { rule = std::move(g); }
  void add(std::function<double(double)> g) { layers.push_back(std::move(g)); }
  double run(double t) const { return rule ? rule(t) : t; }
  double all(double t) const {
    for (const auto &l : layers)
      t = l(t);
    return t;
  }
};

namespace fluent {
class Descent {
  std::function<double(double)> value_, slope_;
  std::function<void(int, double)> seen_;
  double rate_;

public:
  explicit Descent(double rate) : rate_(rate) {}
  Descent &value(std::function<double(double)> f) {
    value_ = std::move(f);
    return *this;
  }
  Descent &slope(std::function<double(double)> f) {
    slope_ = std::move(f);
    return *this;
  }
  void onStep(std::function<void(int, double)> f) { seen_ = std::move(f); }
  double run(double t, int steps) const {
    for (int i = 0; i < steps; ++i) {
      t -= rate_ * slope_(t);
      if (seen_)
        seen_(i, t);
    }
    return value_(t);
  }
};
FUNCTION {
  double a = x[0], b = x[1], sum = 0;
  Descent d(0.1);
  d.value([a, b](double t) { return a * t * t + b * t; }).slope([&](double t) {
    return 2 * a * t + b;
  });
  const double quiet = d.run(x[2], 2);
  d.onStep([&sum](int i, double t) { sum += (i + 1) * t; });
  return quiet + d.run(x[2], 5) * sum;
}
} // namespace fluent

namespace observers {
class Subject {
  std::vector<std::function<void(double)>> seen_;

public:
  void onStep(std::function<void(double)> g) { seen_.push_back(g); }
  void fire(double t) {
    for (size_t i = 0; i < seen_.size(); ++i)
      seen_[i](t);
  }
};
FUNCTION {
  Subject s;
  double sum = 0, last = 1;
  s.onStep([&](double t) { sum += t * x[1]; });
  s.fire(x[0]);
  s.onStep([&last](double t) { last *= std::sin(t); });
  s.fire(x[2]);
  return sum + last;
}
} // namespace observers

namespace set_in_branches {
FUNCTION {
  Solver s;
  const double first = s.run(x[1]);
  double a = x[0];
  if (a > 0.5)
    s.set([a](double t) { return a * t; });
  else
    s.set([&](double t) { return t / x[2]; });
  Solver before = s; // keeps what it captured
  a = x[2];
  if (n > 3)
    s.set([a](double t) { return a + t * t; });
  return first + s.run(x[1]) * before.run(x[n - 1]);
}
} // namespace set_in_branches

namespace set_in_loops {
FUNCTION {
  Solver s;
  double r = x[0];
  for (int i = 0; i < n; ++i) {
    double k = x[i] + r;
    switch (i) {
    case 0:
      s.set([k](double t) { return std::sin(k * t); });
      break;
    case 2:
      s.set(nullptr);
      break;
    case 3:
      s.set([&k](double t) { return k * t * t; });
      break;
    }
    r += s.run(r);
  }
  return r;
}
} // namespace set_in_loops

namespace set_by_others {
void prepare(Solver &s, double k) {
  if (k > 0)
    s.set([k](double t) { return std::exp(-k * t); });
  s.add([k](double t) { return t + k; });
}
double use(const Solver &s, double t) { return s.run(t) + s.all(t); }
FUNCTION {
  Solver a, b;
  prepare(a, x[0]);
  prepare(b, x[1]);
  prepare(a, x[2]);
  return use(a, x[3]) * use(b, x[3]);
}
} // namespace set_by_others

namespace filled_in_loops {
FUNCTION {
  Solver s;
  double r = 0;
  for (int i = 0; i < n; ++i) {
    double k = x[i];
    if (i == 2)
      s.layers.clear();
    if (i % 2)
      s.add([k](double t) { return k * t; });
    else
      s.add([k, i](double t) { return std::cos(k + t * (i + 1)); });
    s.add([](double t) { return t * t + 1; });
    r += s.all(x[0]);
  }
  s.layers.pop_back();
  return r + s.all(x[1]) * static_cast<double>(s.layers.size());
}
} // namespace filled_in_loops

namespace nothing_to_call {
FUNCTION {
  Solver s;
  double k = x[0], r = 0;
  if (k > 1e9)
    s.set([k](double t) { return k * t; });
  try {
    r = s.rule(x[1]);
  } catch (const std::bad_function_call &) {
    r = x[1] * x[2];
  }
  return r * r;
}
} // namespace nothing_to_call

namespace variables {
FUNCTION {
  std::function<double(double)> g;
  double r = 0;
  for (int i = 0; i < n; ++i) {
    double k = x[i];
    if (i % 2 == 0)
      g = [k](double t) { return std::sin(k * t); };
    if (g)
      r += g(x[1]);
    if (i == 2)
      g = nullptr;
  }
  return g != nullptr ? r * g(r) : r;
}
} // namespace variables

int main() {
  CHECK_ARRAY(fluent::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(observers::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(set_in_branches::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(set_in_branches::f, {0.2, 1.3, 0.9});
  CHECK_ARRAY(set_in_loops::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(set_by_others::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(set_by_others::f, {0.7, -1.3, 0.9, 0.4});
  CHECK_ARRAY(filled_in_loops::f, {0.7, 1.3, 0.9, 0.4, 0.8});
  CHECK_ARRAY(nothing_to_call::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(variables::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(variables::f, {0.7, 1.3, 0.9, 0.4, 0.6});
  return finish();
}
