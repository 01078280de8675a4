// Objects that hold a function and what it is to be given, as a void pointer.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Function {
  double (*function)(double x, void *params);
  void *params;
};
struct Params {
  double a, b;
};

static double quadratic(double x, void *params) {
  Params *p = (Params *)params;
  return p->a * x * x + p->b;
}
static double line(double x, void *params) {
  const double *c = static_cast<double *>(params);
  return c[0] * x + c[1];
}
static double value(const Function *f, double x) { return f->function(x, f->params); }
static double trapezoid(Function f, double a, double b, int n) {
  double h = (b - a) / n, s = 0.5 * (f.function(a, f.params) + f.function(b, f.params));
  for (int i = 1; i < n; ++i)
    s += f.function(a + i * h, f.params);
  return s * h;
}

// Each object has a context of its own, and may get another one.
namespace several {
BOTH double f(const V &v) {
  Params p = {v[0], v[1]}, q = {v[2], v[3]};
  double c[2] = {v[3], v[0]};
  Function F = {quadratic, &p}, G;
  G.function = &line;
  G.params = c;
  double s = value(&F, v[0]) + 2 * trapezoid(G, 0, v[2], 4);
  F.params = &q;
  c[1] = s * s;
  s += value(&F, v[1]);
  F.function = line;
  F.params = c;
  return s * value(&F, v[2]);
}
} // namespace several

// Copies, elements whose index changes later on, pointers that lead elsewhere later on.
namespace copies {
BOTH double f(const V &v) {
  Params p[3] = {{v[0], v[1]}, {v[2], v[3]}, {v[1], v[0]}};
  Params *at = &p[1];
  int i = 0;
  Function F{quadratic, &p[i]}, G{quadratic, at}, H = F;
  i = 2;
  at = &p[2];
  p[0].a *= v[3];
  const double s = value(&F, v[1]);
  p[0].b = s * s;
  G = F;
  return s + value(&G, v[3]) * value(&H, 2) + at->a + i;
}
} // namespace copies

namespace loops {
static double add(double x, void *params) {
  Params *p = (Params *)params;
  p->a += x;
  return p->a * p->b;
}
BOTH double f(const V &v) {
  Params p[2] = {{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    Function F;
    F.function = add;
    F.params = &p[i % 2];
    p[1 - i % 2].b *= 1.5;
    if (F.params)
      s = s * 0.5 + value(&F, v[i]) * p[0].a;
  }
  return s;
}
} // namespace loops

// A class with a context, a search that leaves from inside of a loop, recursion.
namespace classes {
class Solver {
  double (*at)(double, void *);
  void *context;
  double rate;

public:
  Solver(double (*f)(double, void *), void *c, double r) : at(f), context(c), rate(r) {}
  double solve(double x) const {
    for (int i = 0; i < 5; ++i) {
      const double d = at(x, context);
      x -= rate * d;
      if (std::abs(d) < 1e-9)
        return x;
    }
    return 2 * x;
  }
};
static double halves(const Function *f, double a, double b, int depth) {
  const double m = 0.5 * (a + b), whole = (b - a) * f->function(m, f->params);
  return depth == 0 ? whole : halves(f, a, m, depth - 1) + halves(f, m, b, depth - 1);
}
BOTH double f(const V &v) {
  Params p{v[0], v[1]};
  const Function F{quadratic, &p};
  const double s = Solver(quadratic, &p, 0.01).solve(v[2]) * halves(&F, v[2], v[3] + 3, 3);
  p.a = s;
  return halves(&F, 0, v[1], 2);
}
} // namespace classes

// Systems of equations, with vectors in the context.
namespace systems {
struct System {
  int (*function)(double t, const double y[], double dydt[], void *params);
  size_t dimension;
  void *params;
};
struct Rates {
  std::vector<double> k;
  double mu;
};
static int oscillator(double t, const double y[], double dydt[], void *params) {
  const Rates &r = *(const Rates *)params;
  dydt[0] = r.k[0] * y[1];
  dydt[1] = -r.k[1] * y[0] - r.mu * y[1] * (y[0] * y[0] - 1) * std::cos(t);
  return 0;
}
static void step(const System *sys, double t, double h, double *y) {
  double k[2];
  if (sys->function(t, y, k, sys->params) != 0)
    return;
  for (size_t i = 0; i < sys->dimension; ++i)
    y[i] += h * k[i];
}
BOTH double f(const V &v) {
  Rates r;
  r.mu = v[0];
  for (double x : v)
    r.k.push_back(x * x);
  System sys = {oscillator, 2, &r};
  double y[2] = {v[1], v[2]};
  for (int i = 0; i < 20; ++i)
    step(&sys, i * 0.01, 0.01, y);
  return y[0] * y[1] * v[3];
}
} // namespace systems

namespace templates { // the member is initialised in the template of a constructor
template <class T> class Callee {
  void *object;
  T (*call)(void *, T);

public:
  template <class F>
  Callee(F &f) : object(&f), call([](void *p, T x) -> T { return (*static_cast<F *>(p))(x); }) {}
  T operator()(T x) const { return call(object, x); }
};
struct Power {
  double a;
  double operator()(double x) const { return std::sin(a * x) + a; }
};
BOTH double f(const V &v) {
  Power p{v[0]};
  Callee<double> c(p);
  double s = 0;
  for (double x : v)
    s += c(x) * x;
  return s;
}
} // namespace templates

int main() {
  CHECK_CASE_TWICE(templates);
  CHECK_CASE_TWICE(several);
  CHECK_CASE_TWICE(copies);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(classes);
  CHECK_CASE_TWICE(systems);
  return finish();
}
