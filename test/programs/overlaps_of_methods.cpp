// Methods whose object has vectors, pointers and numbers of its own, beside what they are given:
// places in these vectors, or elsewhere. It is tested on entry whether they share memory; where
// they do, a function beside the class does the work, which takes the object as a parameter.
#include "one_memory.h"
#include <cmath>
#include <cstddef>
#include <vector>

namespace models {

class Curve {
  std::vector<double> t_ = std::vector<double>(4), y_ = std::vector<double>(4);
  double scale_ = 0, shift_ = 0;

public:
  explicit Curve(const double *from) {
    each([&](double &e, int at) { e = from[at]; });
  }
  void to(double *m) {
    each([&](double &e, int at) { m[at] = e; });
  }
  template <class F> void each(F f) {
    int at = 0;
    for (double &e : t_)
      f(e, at++);
    for (double &e : y_)
      f(e, at++);
    f(scale_, at++);
    f(shift_, at++);
  }
  double *t(int i) { return &t_[i]; }
  double *y(int i) { return &y_[i]; }
  double *scale() { return &scale_; }

  [[ad::differentiate(forward, reverse)]] void residuals(const double *p, double *r) const {
    for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
      const double e = std::exp(p[0] * t_[i] + p[1] * shift_);
      r[i] = y_[i] * t_[i] - scale_ * e;
    }
  }
  [[ad::differentiate(forward, reverse)]] void update(const double *x, int n) {
    for (int i = 0; i < n; ++i)
      y_[i] = std::sin(x[i]) * x[i] * t_[i] + y_[i] * scale_;
  }
  [[ad::differentiate(forward, reverse)]] double smoothed(double *x) {
    double s = 0;
    for (int i = 0; i < static_cast<int>(y_.size()) - 1; ++i) {
      x[i] = y_[i] * y_[i + 1];
      s += x[i] * t_[i];
    }
    return s;
  }
};

template <class T> struct Scaled {
  std::vector<T> w = std::vector<T>(6);
  T by = 0;

  [[ad::differentiate(forward, reverse)]] void operator()(const T *x, T *y) const {
    for (int i = 0; i < int(w.size()) - 2; ++i)
      y[i] = by * w[i] * x[i] * x[i];
  }
};

struct Part {
  std::vector<double> v;
  Part *next = nullptr;
};
/// Sizes behind pointers: of an object that stays, and of others.
[[ad::differentiate(forward, reverse)]] void behind(Part *p, double *y) {
  for (std::size_t i = 0; i < p->v.size(); ++i)
    y[i] = p->v[i] * p->v[i] * y[0];
}
[[ad::differentiate(forward, reverse)]] void along(Part *p, double *y) {
  int i = 0;
  for (; p; p = p->next)
    for (std::size_t k = 0; k < p->v.size(); ++k)
      y[i++ % 4] *= std::cos(p->v[k]);
}
[[ad::differentiate(forward, reverse)]] double moves_on(Part *p, const double *x) {
  double s = 0;
  for (std::size_t i = 0; i < p->v.size(); ++i) { // of the next one, from then on
    s += p->v[i] * x[i];
    if (p->next)
      p = p->next;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]] double relinks(Part *p, const double *x) {
  double s = 0;
  for (std::size_t i = 0; i < p->next->v.size(); ++i) {
    s += p->next->v[i] * x[i] * s + x[i];
    if (i == 1)
      p->next = p->next->next;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]] double grows(Part *p, double x) {
  for (std::size_t i = 0; i < p->v.size() && i < 4; ++i)
    p->v.push_back(p->v[i] * x);
  double s = 0;
  for (double e : p->v)
    s += e * e;
  return s;
}

} // namespace models

using models::Curve;

/// f(curve, m) and its companions; the curve takes the first ten of m's numbers.
template <class Primal, class Forward, class Reverse>
static void run_curve(Primal primal, Forward forward, Reverse reverse) {
  run(
      [&](double *m) {
        Curve c(m);
        primal(c, m);
        c.to(m);
      },
      [&](double *m, double *d) {
        Curve c(m), c_dot(d);
        forward(c, c_dot, m, d);
        c.to(m);
        c_dot.to(d);
      },
      [&](double *m, double *b) {
        Curve c(m), c_bar(b);
        reverse(c, c_bar, m, b);
        c.to(m);
        c_bar.to(b);
      });
}

#define AT(place)                                                                                  \
  [](Curve &c, double *m) -> double * {                                                            \
    (void)c, (void)m;                                                                              \
    return place;                                                                                  \
  }

static void residuals(double *(*p)(Curve &, double *), double *(*r)(Curve &, double *)) {
  run_curve([&](Curve &c, double *m) { c.residuals(p(c, m), r(c, m)); },
            [&](Curve &c, Curve &d, double *m, double *m_dot) {
              (void)d, (void)m_dot;
              AD(c.residuals_forward(d, p(c, m), p(d, m_dot), r(c, m), r(d, m_dot)));
            },
            [&](Curve &c, Curve &b, double *m, double *m_bar) {
              (void)b, (void)m_bar;
              AD(c.residuals_reverse(b, p(c, m), p(b, m_bar), r(c, m), r(b, m_bar)));
            });
}
static void update(double *(*x)(Curve &, double *), int n) {
  run_curve([&](Curve &c, double *m) { c.update(x(c, m), n); },
            [&](Curve &c, Curve &d, double *m, double *m_dot) {
              (void)d, (void)m_dot;
              AD(c.update_forward(d, x(c, m), x(d, m_dot), n));
            },
            [&](Curve &c, Curve &b, double *m, double *m_bar) {
              (void)b, (void)m_bar;
              AD(c.update_reverse(b, x(c, m), x(b, m_bar), n));
            });
}
static void smoothed(double *(*x)(Curve &, double *)) {
  run_curve([&](Curve &c, double *m) { m[11] = c.smoothed(x(c, m)); },
            [&](Curve &c, Curve &d, double *m, double *m_dot) {
              (void)d, (void)m_dot;
              AD(m[11] = c.smoothed_forward(d, x(c, m), x(d, m_dot), m_dot[11]));
            },
            [&](Curve &c, Curve &b, double *m, double *m_bar) {
              (void)b, (void)m_bar;
              AD(const double seed = m_bar[11]; m_bar[11] = 0;
                 m[11] = c.smoothed_reverse(b, x(c, m), x(b, m_bar), seed));
            });
}

static void scaled(int x, int y) {
  auto with = [](double *m, auto f) {
    models::Scaled<double> s;
    s.w.assign(m, m + 6);
    s.by = m[6];
    f(s);
    copy(s.w.data(), m, 6);
    m[6] = s.by;
  };
  run([&](double *m) { with(m, [&](auto &s) { s(m + x, m + y); }); },
      [&](double *m, double *d) {
        with(m, [&](auto &s) {
          with(d, [&](auto &s_dot) { AD(s.call_forward(s_dot, m + x, d + x, m + y, d + y)); });
        });
      },
      [&](double *m, double *b) {
        with(m, [&](auto &s) {
          with(b, [&](auto &s_bar) { AD(s.call_reverse(s_bar, m + x, b + x, m + y, b + y)); });
        });
      });
}

/// Three parts: m[0] to m[2], m[3] to m[6], and m[7].
template <class F> static void with_parts(double *m, F f) {
  models::Part a{{m[0], m[1], m[2]}}, b{{m[3], m[4], m[5], m[6]}}, c{{m[7]}};
  a.next = &b;
  b.next = &c;
  f(&a, m + 8);
  for (int i = 0; i < 3; ++i)
    m[i] = a.v[i];
  for (int i = 0; i < 4; ++i)
    m[3 + i] = b.v[i];
  m[7] = c.v[0];
}
#define RUN_PARTS(f)                                                                               \
  run([](double *m) { with_parts(m, [](auto *p, double *y) { models::f(p, y); }); },               \
      [](double *m, double *d) {                                                                   \
        with_parts(m, [&](auto *p, double *y) {                                                    \
          with_parts(d, [&](auto *p_dot, double *y_dot) {                                          \
            AD(models::f##_forward(p, p_dot, y, y_dot));                                           \
          });                                                                                      \
        });                                                                                        \
      },                                                                                           \
      [](double *m, double *b) {                                                                   \
        with_parts(m, [&](auto *p, double *y) {                                                    \
          with_parts(b, [&](auto *p_bar, double *y_bar) {                                          \
            AD(models::f##_reverse(p, p_bar, y, y_bar));                                           \
          });                                                                                      \
        });                                                                                        \
      })
#define RUN_SUM(f)                                                                                 \
  run([](double *m) { with_parts(m, [](auto *p, double *y) { y[3] = models::f(p, y); }); },        \
      [](double *m, double *d) {                                                                   \
        with_parts(m, [&](auto *p, double *y) {                                                    \
          with_parts(d, [&](auto *p_dot, double *y_dot) {                                          \
            AD(y[3] = models::f##_forward(p, p_dot, y, y_dot, y_dot[3]));                          \
          });                                                                                      \
        });                                                                                        \
      },                                                                                           \
      [](double *m, double *b) {                                                                   \
        with_parts(m, [&](auto *p, double *y) {                                                    \
          with_parts(b, [&](auto *p_bar, double *y_bar) {                                          \
            AD(const double seed = y_bar[3]; y_bar[3] = 0;                                         \
               y[3] = models::f##_reverse(p, p_bar, y, y_bar, seed));                              \
          });                                                                                      \
        });                                                                                        \
      })

int main() {
  residuals(AT(c.t(0)), AT(c.y(0)));
  residuals(AT(m + 10), AT(c.y(0)));
  residuals(AT(m + 10), AT(c.t(1)));
  residuals(AT(m + 10), AT(c.t(0)));
  residuals(AT(c.y(1)), AT(c.y(0)));
  residuals(AT(c.scale()), AT(c.t(0)));
  update(AT(c.t(0)), 4);
  update(AT(c.y(0)), 4);
  update(AT(c.y(1)), 3);
  update(AT(m + 10), 2);
  smoothed(AT(c.t(0)));
  smoothed(AT(c.t(1)));
  smoothed(AT(c.y(0)));
  smoothed(AT(c.y(1)));
  scaled(7, 8);
  scaled(8, 7);
  RUN_PARTS(behind);
  RUN_PARTS(along);
  RUN_SUM(moves_on);
  RUN_SUM(relinks);
  run(
      [](double *m) {
        models::Part p{{m[0], m[1]}};
        m[3] = models::grows(&p, m[2]);
      },
      [](double *m, double *d) {
        models::Part p{{m[0], m[1]}}, p_dot{{d[0], d[1]}};
        (void)p_dot;
        AD(m[3] = models::grows_forward(&p, &p_dot, m[2], d[2], d[3]));
      },
      [](double *m, double *b) {
        models::Part p{{m[0], m[1]}}, p_bar{{b[0], b[1]}};
        AD(p_bar.v.resize(6); m[3] = models::grows_reverse(&p, &p_bar, m[2], b[2], b[3]));
        b[3] = 0;
        b[0] = p_bar.v[0];
        b[1] = p_bar.v[1];
      });
  // Adjoints that the caller leaves empty.
  const double m[10] = {0.5, 1.5, -0.75, 0.9, 1.1, -0.6, 0.8, 1.3, -1.2, 0.7};
  models::Scaled<double> s;
  s.w.assign(m, m + 6);
  s.by = 0.5;
  models::Scaled<double> s_bar, none;
  none.w.clear();
  double x[4] = {1, 2, 3, 4}, x_bar[4] = {}, y[4] = {}, y_bar[4] = {1, 1, 1, 1};
  AD(s.call_reverse(none, x, x_bar, y, y_bar); expect("sized", none.w.size(), 6));
  double other_bar[4] = {}, seeds[4] = {1, 1, 1, 1};
  none.w.clear();
  AD(s.call_reverse(none, s.w.data() + 1, other_bar, s.w.data() + 2, seeds);
     expect("sized, overlapping", none.w.size(), 6));
  (void)x_bar, (void)y_bar, (void)other_bar, (void)seeds;
  return finish();
}
