// Members that refer to what carries no derivative: counters, tables of indices, generators,
// streams. Objects that the function makes stand for what they refer to, by reading and writing;
// those that the caller has made are as good as any.
#include "vectors.h"
#include <random>
#include <sstream>
#include <string>
using V = std::vector<double>;
using Indices = std::vector<int>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace counter { // what the constructor and methods do to it, the function sees
struct Calls {
  int &count;
  Calls(int &c) : count(c) { ++count; }
  double scaled(double x) { return x * ++count; }
};
AD_MODES double f(const V &x) {
  int n = 1;
  Calls calls(n);
  double s = calls.scaled(x[0]) * x[1];
  n += 3;
  s += calls.scaled(s);
  return s * n * calls.count;
}
} // namespace counter

struct Sum {
  const Indices &of;
  double weight;
  double operator()(const V &x) const {
    double s = 0;
    for (int i : of)
      s += x[i] * x[i] * weight;
    return s;
  }
};
namespace table { // changed after it was bound, and copied
AD_MODES double f(const V &x) {
  Indices all{0, 2};
  Sum sum{all, x[1]};
  double s = sum(x);
  all.push_back(1);
  Sum same = sum;
  same.weight *= 2;
  s *= same(x);
  all.clear();
  return s + sum(x) + 1.0 * sum.of.size();
}
} // namespace table

struct Bounded {
  const int &n;
  std::vector<double> values;
  Bounded(const int &size, double first) : n(size), values(size, first) {}
  void step(const V &x) {
    for (int i = 1; i < n; ++i)
      values[i] = values[i - 1] * x[i % 3] + i;
  }
};
struct Solver {
  Bounded state;
  const std::string &name;
  Solver(const int &n, double first, const std::string &s) : state(n, first), name(s) {}
};
namespace inside { // of another object
AD_MODES double f(const V &x) {
  int n = 4;
  const std::string name = "three";
  Solver solver(n, x[0], name);
  solver.state.step(x);
  n = 3;
  solver.state.step(x);
  return solver.state.values[2] * solver.state.values[3] * solver.name.size();
}
} // namespace inside

namespace library_objects {
struct Walk {
  std::mt19937 &generator;
  std::ostream &log;
  double step(double x) {
    std::uniform_real_distribution<double> some(0.5, 1.5);
    log << x << '\n';
    return x * some(generator);
  }
};
AD_MODES double f(const V &x) {
  std::mt19937 generator(7);
  std::ostringstream log;
  Walk walk{generator, log};
  double s = x[0];
  for (int i = 0; i < 3; ++i)
    s = walk.step(s * x[1]) + x[2];
  return s * (log.str().empty() ? 0 : 1);
}
} // namespace library_objects

struct Plan {
  const Indices &order;
  Plan(const Indices &o) : order(o) {}
};
struct Weighed {
  Plan plan;
  double weight;
};
AD_MODES double planned(const Weighed &w, const Plan *other, const V &x) {
  double s = 1;
  for (int i : w.plan.order)
    s += s * x[i] * w.weight;
  for (size_t i = 0; i < other->order.size(); ++i)
    s *= x[other->order[i]];
  return s;
}
namespace of_the_caller {
const Indices order{2, 0, 1}, back{1, 1};
double f(const V &x) {
  const Plan other(back);
  return planned({order, x[0]}, &other, x);
}
#ifndef NO_AD
double f_forward(const V &x, const V &x_dot, double &f_dot) {
  const Plan other(back);
  return planned_forward({order, x[0]}, {order, x_dot[0]}, &other, x, x_dot, f_dot);
}
double f_reverse(const V &x, V &x_bar, double f_bar) {
  const Plan other(back);
  Weighed w_bar{order, 0};
  const double value = planned_reverse({order, x[0]}, w_bar, &other, x, x_bar, f_bar);
  x_bar[0] += w_bar.weight;
  return value;
}
#endif
} // namespace of_the_caller

namespace with_virtual_methods {
struct Power {
  const int &order;
  Power(const int &n) : order(n) {}
  virtual ~Power() {}
  virtual double of(double x) const { return x * order; }
};
struct Square : Power {
  Square(const int &n) : Power(n) {}
  double of(double x) const override { return x * x * order; }
};
AD_MODES double f(const V &x) {
  int n = 2;
  Square square(n);
  const Power &any = square;
  const Power *made = x[0] > 0 ? new Square(n) : new Power(n);
  const double s = any.of(x[0]) * made->of(x[1]);
  delete made;
  return s;
}
} // namespace with_virtual_methods

int main() {
  CHECK_CASE(counter, {0.5, -0.7});
  CHECK_CASE(table, {0.5, -0.7, 1.2});
  CHECK_CASE(inside, {0.5, -0.7, 1.2});
  CHECK_CASE(library_objects, {0.5, -0.7, 1.2});
  CHECK_CASE(of_the_caller, {0.5, -0.7, 1.2});
  CHECK_CASE(with_virtual_methods, {0.5, -0.7});
  return finish();
}
