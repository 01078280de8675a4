// std::valarray: expressions of whole arrays, sums, elements, parameters and results.
#include "vectors.h"
#include <valarray>

using Array = std::valarray<double>;

namespace expressions {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Array a(x.data(), x.size()), b(0.5, x.size()), c = {x[0], 2, x[1] * x[2]};
  Array d = a * b + 2.0 * c - 1.0;
  Array e = std::sin(d) / (1.0 + std::exp(-a)) + std::pow(c * c, 1.5);
  d *= e;
  d += a * a;
  d -= x[1];
  a = d * x[0] + -e;
  a[0] *= a[1];
  return a.sum() + (b * d).sum() * e.max() - c.min() + (a + b)[1];
}
} // namespace expressions

namespace changing { // sizes, copies, aliases
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Array a(3), none, b;
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = x[i] * x[0];
  b = a;
  b = b * a + b[0];
  none = a + b;
  a = none;
  a = a;
  std::swap(a, b);
  Array c(a);
  c = x[1];
  a /= c + b * b;
  double s = 0;
  for (double each : a)
    s += each * each;
  for (double &each : b)
    each *= s;
  return s * b.sum() * c[2];
}
} // namespace changing

namespace loops { // steps in time
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Array u = {x[0], x[1], x[2]}, v(3);
  for (int step = 0; step < 4; ++step) {
    Array force = -u * x[0] - 0.1 * v * v;
    v += 0.1 * force;
    u += 0.1 * v;
    if (u.sum() > 100)
      break;
  }
  return (u * u).sum() + std::sqrt((v * v).sum());
}
} // namespace loops

namespace calls {
static Array squares(const Array &a) { return a * a; }
static Array steps(Array a, int n) { // recursive: not inlined
  if (n == 0)
    return a;
  a *= a;
  return steps(a + 1.0, n - 1) * a;
}
static void scale(Array &a, double by) { a *= by; }
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Array a = {x[0], x[1]};
  Array b = squares(a) + squares(a * x[2]);
  scale(b, x[0]);
  Array c = a.apply([](double each) { return each * std::cos(each); });
  Array d = b.cshift(1) * c + b.shift(1);
  return (steps(b, 2) * 0.01).sum() + d.sum() * c.sum();
}
} // namespace calls

[[ad::differentiate(forward, reverse)]]
void axpy(double a, const Array &x, Array &y) {
  y += a * x;
  y *= y;
}

[[ad::differentiate(forward, reverse)]]
Array returned(const Array &x, double a) {
  return a * std::tanh(x) + x[0];
}

struct Layer {
  Array weights, bias;
  Array apply(const Array &x) const { return std::tanh(weights * x + bias); }
};
[[ad::differentiate(forward, reverse)]]
double layered(const Layer &l, const Array &x) {
  return l.apply(l.apply(x)).sum();
}

// Compound assignments of a number take it by reference.
[[ad::differentiate(forward, reverse)]]
double by_own_elements(const double *x, int n) {
  Array a(x, n);
  a += a[0];
  a *= a[1];
  a = a + a[2];
  return (a * a).sum();
}

int main() {
  CHECK_CASE(expressions, {0.5, 1.5, -0.75});
  CHECK_CASE(changing, {0.5, 1.5, -0.75});
  CHECK_CASE(loops, {0.5, 1.5, -0.75});
  CHECK_CASE(calls, {0.5, 0.6, -0.75});
  check(
      {0.5, 1.5, -0.75, 0.3, 2.0}, 2,
      [](In x, Out y) {
        Array v(x + 3, 2);
        axpy(x[0], Array(x + 1, 2), v);
        y[0] = v[0], y[1] = v[1];
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Array v(x + 3, 2), v_dot(x_dot + 3, 2);
        axpy_forward(x[0], x_dot[0], Array(x + 1, 2), Array(x_dot + 1, 2), v, v_dot);
        y[0] = v[0], y[1] = v[1], y_dot[0] = v_dot[0], y_dot[1] = v_dot[1];
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Array v(x + 3, 2), v_bar(y_bar, 2), bar;
        axpy_reverse(x[0], x_bar[0], Array(x + 1, 2), bar, v, v_bar);
        y[0] = v[0], y[1] = v[1];
        for (int i : {0, 1})
          x_bar[1 + i] += bar[i], x_bar[3 + i] += v_bar[i];
      }));
  check(
      {0.5, 1.5, -0.75}, 2,
      [](In x, Out y) {
        Array r = returned(Array(x, 2), x[2]);
        y[0] = r[0], y[1] = r[1];
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Array r_dot, r = returned_forward(Array(x, 2), Array(x_dot, 2), x[2], x_dot[2], r_dot);
        y[0] = r[0], y[1] = r[1], y_dot[0] = r_dot[0], y_dot[1] = r_dot[1];
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Array bar(x_bar, 2),
            r = returned_reverse(Array(x, 2), bar, x[2], x_bar[2], Array(y_bar, 2));
        y[0] = r[0], y[1] = r[1], x_bar[0] = bar[0], x_bar[1] = bar[1];
      }));
  check(
      {0.5, 1.5, -0.75, 0.3, 2.0, -1.0}, 1,
      [](In x, Out y) { y[0] = layered({Array(x, 2), Array(x + 2, 2)}, Array(x + 4, 2)); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] =
            layered_forward({Array(x, 2), Array(x + 2, 2)}, {Array(x_dot, 2), Array(x_dot + 2, 2)},
                            Array(x + 4, 2), Array(x_dot + 4, 2), y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Layer l_bar;
        Array bar(x_bar + 4, 2);
        y[0] =
            layered_reverse({Array(x, 2), Array(x + 2, 2)}, l_bar, Array(x + 4, 2), bar, y_bar[0]);
        for (int i : {0, 1}) {
          x_bar[i] += l_bar.weights[i], x_bar[2 + i] += l_bar.bias[i];
          x_bar[4 + i] = bar[i];
        }
      }));
  check(
      {0.5, 1.5, -0.75}, 1, [](In x, Out y) { y[0] = by_own_elements(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = by_own_elements_forward(x, x_dot, 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = by_own_elements_reverse(x, x_bar, 3, y_bar[0]);
      }));
  return finish();
}
