// Members of a class template, defined inside and outside of it.
#include "harness.h"

// template_class_private.cpp is this program with private data.
#ifndef POLY_DATA
#define POLY_DATA public:
#endif

template <class T, int K> class Poly {
  POLY_DATA T c[K];
  T eval(T x) const {
    T s = 0;
    for (int i = 0; i < K; ++i)
      s = s * x + c[i];
    return s;
  }

public:
  explicit Poly(const T *from) {
    for (int i = 0; i < K; ++i)
      c[i] = from[i];
  }
  T get(int i) const { return c[i]; }

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  T at(T x) const {
    return eval(x) * x;
  }

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  T later(T x, T y = T(2)) const;

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  void shift(T x, int n);

  template <class U>
  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  T both(U x) const {
    return c[0] * x * x;
  }

  template <class U>
  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  static U twice(U x) {
    return x * K * x;
  }
};

template <class T, int K> T Poly<T, K>::later(T x, T y) const { return eval(x) * y; }

template <class T, int K> void Poly<T, K>::shift(T x, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 1; i < K; ++i)
      c[i] = c[i] * c[i - 1] + x;
}

using P = Poly<double, 3>;

// A method that gives a number: f(p, x), and its companions.
template <class F, class Forward, class Reverse>
void check_method(F f, Forward forward, Reverse reverse) {
  check(
      {0.3, 0.7, 0.2, 1.1}, 1, [&](In x, Out y) { y[0] = f(P(x), x[3]); },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        const P p(x), p_dot(x_dot);
        y[0] = forward(p, p_dot, x[3], x_dot[3], y_dot[0]);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        const P p(x);
        P p_bar(x_bar);
        y[0] = reverse(p, p_bar, x[3], x_bar[3], y_bar[0]);
        for (int i = 0; i < 3; ++i)
          x_bar[i] = p_bar.get(i);
      }));
  (void)forward;
  (void)reverse;
}

int main() {
  check_method([](const P &p, double x) { return p.at(x); },
               AD([](const P &p, const P &p_dot, double x, double x_dot, double &y_dot) {
                 return p.at_forward(p_dot, x, x_dot, y_dot);
               }),
               AD([](const P &p, P &p_bar, double x, double &x_bar, double y_bar) {
                 return p.at_reverse(p_bar, x, x_bar, y_bar);
               }));
  check_method([](const P &p, double x) { return p.later(x); },
               AD([](const P &p, const P &p_dot, double x, double x_dot, double &y_dot) {
                 return p.later_forward(p_dot, x, x_dot, 2, 0, y_dot);
               }),
               AD([](const P &p, P &p_bar, double x, double &x_bar, double y_bar) {
                 double y2_bar = 0;
                 return p.later_reverse(p_bar, x, x_bar, 2, y2_bar, y_bar);
               }));
  check_method([](const P &p, double x) { return p.both(x); },
               AD([](const P &p, const P &p_dot, double x, double x_dot, double &y_dot) {
                 return p.both_forward(p_dot, x, x_dot, y_dot);
               }),
               AD([](const P &p, P &p_bar, double x, double &x_bar, double y_bar) {
                 return p.both_reverse(p_bar, x, x_bar, y_bar);
               }));
  check(
      {0.3, 0.7, 0.2, 1.1}, 3,
      [](In x, Out y) {
        P p(x);
        p.shift(x[3], 2);
        for (int i = 0; i < 3; ++i)
          y[i] = p.get(i);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        P p(x), p_dot(x_dot);
        p.shift_forward(p_dot, x[3], x_dot[3], 2);
        for (int i = 0; i < 3; ++i) {
          y[i] = p.get(i);
          y_dot[i] = p_dot.get(i);
        }
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        P p(x), p_bar(y_bar);
        p.shift_reverse(p_bar, x[3], x_bar[3], 2);
        for (int i = 0; i < 3; ++i) {
          y[i] = p.get(i);
          x_bar[i] += p_bar.get(i);
        }
      }));
#ifndef NO_AD
  double x_bar = 0;
  expect("static member template", P::twice_reverse(3.0, x_bar), 27);
  expect("its adjoint", x_bar, 18);
  const float two[] = {2};
  Poly<float, 1> q(two), q_bar(two);
  float single_bar = 0;
  expect("another instance", q.at_reverse(q_bar, 3.f, single_bar), 6);
  expect("its adjoint", single_bar, 2);
  expect("of the object", q_bar.get(0), 5);
#endif
  return finish();
}
