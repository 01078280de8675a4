// Methods of objects that hold no numbers: their companions have `this_bar` all the same where the
// user calls them. Recursive ones, objects inside of objects, bases, and objects that no default
// constructor makes.
#include "vectors.h"
#include <string>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

template <unsigned N, class T> struct Halves {
  Halves<N / 2, T> next;
  void apply(T *data, int sign) {
    next.apply(data, sign);
    next.apply(data + N / 2, sign);
    T factor = sign * std::sin(1.0 / N), last = 1;
    for (unsigned i = 0; i < N / 2; ++i) {
      T t = data[i + N / 2] * factor;
      data[i + N / 2] = data[i] * data[i] - t;
      data[i] += t;
      factor += factor * last;
      last = factor - last;
    }
  }
};
template <class T> struct Halves<1, T> {
  void apply(T *, int) {}
};
namespace nested {
AD_MODES double f(const V &x) {
  V data = x;
  Halves<4, double> halves;
  halves.apply(data.data(), -1);
  return data[0] * data[1] + data[2] * data[3];
}
} // namespace nested

struct Steps {
  int count;
  void halve(double *d, int n) const {
    for (int i = 1; i < n; ++i)
      d[i] = std::sin(d[i] * d[i - 1]) * count;
    if (n > 1)
      halve(d, n / 2);
  }
};
namespace recursive {
AD_MODES double f(const V &x) {
  V d = x;
  Steps steps{2};
  steps.halve(d.data(), int(d.size()));
  const Steps *other = &steps;
  other->halve(d.data() + 1, 3);
  return d[1] * d[2] + d[3];
}
} // namespace recursive

class Plan {
public:
  Plan(const int &first, int n) : name("a name that no small buffer holds"), begin(first) {
    for (int i = 0; i < n; ++i)
      order.push_back(n - 1 - i);
  }
  Plan(const Plan &) = delete;
  AD_MODES double product(const double *d) const {
    double p = 1;
    for (size_t i = 0; i < order.size(); ++i)
      p *= d[order[i]] + 0.1 * i;
    return p * name.size();
  }
  AD_MODES void shift(double *d) {
    for (size_t i = 1; i < order.size(); ++i)
      d[order[i]] = d[order[i]] * d[i];
    order[0] = begin;
  }

private:
  std::string name;
  const int &begin;
  std::vector<int> order;
};
AD_MODES double planned(const Plan &plan, Plan &other, const V &x) {
  V d = x;
  const Plan *plans[] = {&plan, &other};
  double s = 0;
  for (const Plan *p : plans)
    s += p->product(d.data()) * x[0];
  for (int i = 0; i < 2; ++i)
    other.shift(d.data());
  return s * plan.product(d.data());
}
namespace annotated {
double f(const V &x) {
  const int first = 1;
  Plan plan(first, 3), other(first, 4);
  return planned(plan, other, x);
}
#ifndef NO_AD
double f_forward(const V &x, const V &x_dot, double &f_dot) {
  const int first = 1;
  Plan plan(first, 3), other(first, 4);
  return planned_forward(plan, other, x, x_dot, f_dot);
}
double f_reverse(const V &x, V &x_bar, double f_bar) {
  const int first = 1;
  Plan plan(first, 3), other(first, 4);
  return planned_reverse(plan, other, x, x_bar, f_bar);
}
#endif
} // namespace annotated

struct Power {
  int order;
  AD_MODES double of(double x) const {
    double p = 1;
    for (int i = 0; i < order; ++i)
      p *= x;
    return p;
  }
};
struct Weighed : Power {
  double weight;
};
namespace as_a_base {
AD_MODES double f(const V &x) {
  Weighed w;
  w.order = 3;
  w.weight = x[1];
  Power many[2] = {{2}, {1}};
  double s = w.of(x[0]) * w.weight;
  if (s > 0) {
    Power local{4};
    s *= local.of(x[2]) + Power{2}.of(s);
  }
  return s + many[0].of(x[1]) * many[1].of(x[2]);
}
} // namespace as_a_base

struct Elsewhere {
  int order;
  AD_MODES double scaled(double x) const;
  AD_MODES void scale(double *x);
};
namespace in_another_place { // whose bodies come later: called as another file would
AD_MODES double f(const V &x) {
  Elsewhere e{3};
  double t = x[0] * x[1];
  e.scale(&t);
  return e.scaled(t) * x[2];
}
} // namespace in_another_place
double Elsewhere::scaled(double x) const { return order * x * x; }
void Elsewhere::scale(double *x) { *x = std::sin(*x) * ++order; }

int main() {
  CHECK_CASE(nested, {0.5, 0.7, 1.2, 0.3});
  CHECK_CASE(recursive, {0.5, 0.7, 1.2, 0.3, 0.9, -0.4});
  CHECK_CASE(annotated, {0.5, 0.7, 1.2, 0.3});
  CHECK_CASE(as_a_base, {0.5, 0.7, 1.2});
  CHECK_CASE(in_another_place, {0.5, 0.7, 1.2});
  return finish();
}
