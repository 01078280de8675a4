// Vectors that virtual methods size when they are first called, or again: of layers, of optimisers,
// of filters.
#include "observers.h"
#include "vectors.h"
#include <cmath>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace assign_through_pointer {
struct Opt {
  virtual ~Opt() = default;
  virtual void step(V &w, const V &g) = 0;
};
struct Adam : Opt {
  V m, s;
  double lr;
  explicit Adam(double l) : lr(l) {}
  void step(V &w, const V &g) override {
    if (m.empty()) {
      m.assign(w.size(), 0.0);
      s.assign(w.size(), 0.0);
    }
    for (size_t i = 0; i < w.size(); ++i) {
      m[i] = 0.9 * m[i] + 0.1 * g[i];
      s[i] = 0.99 * s[i] + 0.01 * g[i] * g[i];
      w[i] -= lr * m[i] / (std::sqrt(s[i]) + 1e-3);
    }
  }
};
struct Sgd : Opt {
  double lr;
  explicit Sgd(double l) : lr(l) {}
  void step(V &w, const V &g) override {
    for (size_t i = 0; i < w.size(); ++i)
      w[i] -= lr * g[i];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Opt> o;
  if (v[0] > 1)
    o = std::make_unique<Adam>(0.1 * v[1]);
  else
    o = std::make_unique<Sgd>(0.1 * v[1]);
  V w = {v[2], v[3]};
  for (int k = 0; k < 3; ++k) {
    V g(2);
    for (int i = 0; i < 2; ++i)
      g[i] = 2 * w[i] - v[i];
    o->step(w, g);
  }
  return w[0] * w[1];
}
} // namespace assign_through_pointer

namespace layer_cache {
struct Layer {
  virtual ~Layer() = default;
  virtual V forward(const V &x) = 0;
};
struct Dense : Layer {
  V W, b, last;
  int m, n;
  Dense(const double *p, int m, int n) : W(p, p + m * n), b(m, 0.1), m(m), n(n) {}
  V forward(const V &x) override {
    last = x;
    V y(m);
    for (int i = 0; i < m; ++i) {
      double s = b[i];
      for (int j = 0; j < n; ++j)
        s += W[i * n + j] * last[j];
      y[i] = s;
    }
    return y;
  }
};
struct Tanh : Layer {
  V out;
  V forward(const V &x) override {
    out.resize(x.size());
    for (size_t i = 0; i < x.size(); ++i)
      out[i] = std::tanh(x[i]);
    return out;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Layer>> net;
  net.push_back(std::make_unique<Dense>(v.data(), 2, 2));
  net.push_back(std::make_unique<Tanh>());
  V x = {v[1], v[3]};
  for (auto &l : net)
    x = l->forward(x);
  for (auto &l : net)
    x = l->forward(x);
  return x[0] * x[1];
}
} // namespace layer_cache

namespace layer_ref {
struct Layer {
  virtual ~Layer() = default;
  virtual const V &forward(const V &x) = 0;
};
struct Tanh : Layer {
  V out;
  const V &forward(const V &x) override {
    out.resize(x.size());
    for (size_t i = 0; i < x.size(); ++i)
      out[i] = std::tanh(x[i]);
    return out;
  }
};
struct Scale : Layer {
  V out;
  double a;
  explicit Scale(double a) : a(a) {}
  const V &forward(const V &x) override {
    out.assign(x.begin(), x.end());
    for (auto &o : out)
      o *= a;
    return out;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Layer>> net;
  net.push_back(std::make_unique<Scale>(v[0]));
  net.push_back(std::make_unique<Tanh>());
  const V *x = &v;
  for (auto &l : net)
    x = &l->forward(*x);
  return (*x)[0] * (*x)[1];
}
} // namespace layer_ref

namespace out_param_vector {
struct Fn {
  virtual ~Fn() = default;
  virtual void eval(const V &x, V &out) = 0;
};
struct Sq : Fn {
  void eval(const V &x, V &out) override {
    out.clear();
    for (double y : x)
      out.push_back(y * y);
  }
};
struct Id : Fn {
  double k;
  explicit Id(double k) : k(k) {}
  void eval(const V &x, V &out) override {
    out = x;
    out.push_back(k);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Fn>> fs;
  fs.push_back(std::make_unique<Sq>());
  fs.push_back(std::make_unique<Id>(v[2]));
  V a = v, b;
  for (auto &p : fs) {
    p->eval(a, b);
    a.swap(b);
  }
  double s = 1;
  for (double y : a)
    s = 0.3 * s + y * y;
  return s;
}
} // namespace out_param_vector

namespace local_three {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Keep k, l;
  Sum p;
  k.see(v[1]);
  Obs *o = v[0] > 1 ? static_cast<Obs *>(&k) : &p;
  if (v[2] > 2)
    o = &l;
  for (double x : v) {
    o->see(std::sin(x));
    if (x < 0.5)
      o = &k;
  }
  return o->total() + k.total() * k.seen[0] + l.total();
}
} // namespace local_three

namespace array_of_pointers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Keep k, l;
  Sum p;
  Obs *o[3] = {&k, &p, &l};
  for (int i = 0; i < 6; ++i)
    o[i % 3]->see(v[i % 4] * i);
  double s = 0;
  for (auto *q : o)
    s += q->total();
  return s;
}
} // namespace array_of_pointers

namespace local_in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Keep k;
    Sum p;
    Obs *o = i % 2 ? static_cast<Obs *>(&p) : &k;
    for (double x : v)
      o->see(x * (i + 1));
    s += o->total() * v[i];
  }
  return s;
}
} // namespace local_in_loop

namespace branch_call {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> a = std::make_unique<Keep>(), b = std::make_unique<Sum>();
  for (double x : v) {
    if (x > 0.8)
      a->see(x);
    else {
      b->see(x);
      if (x < 0.5)
        a.swap(b);
    }
  }
  return a->total() * 0.3 + b->total();
}
} // namespace branch_call

namespace values_returned {
struct Filt {
  virtual ~Filt() = default;
  virtual double next(double x) = 0;
};
struct Ma : Filt {
  V h;
  size_t n;
  explicit Ma(size_t n) : n(n) {}
  double next(double x) override {
    h.push_back(x);
    if (h.size() > n)
      h.erase(h.begin());
    double s = 0;
    for (double y : h)
      s += y;
    return s / h.size();
  }
};
struct Ema : Filt {
  V s;
  double a;
  explicit Ema(double a) : a(a) {}
  double next(double x) override {
    if (s.empty())
      s.resize(1, x);
    s[0] += a * (x - s[0]);
    return s[0];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::shared_ptr<Filt>> fs{std::make_shared<Ma>(2), std::make_shared<Ema>(0.3 * v[0])};
  double t = 0;
  for (double x : v) {
    double y = x;
    for (auto &q : fs)
      y = q->next(y * x);
    t += y;
  }
  return t;
}
} // namespace values_returned

int main() {
  CHECK_CASE_TWICE(assign_through_pointer);
  CHECK_CASE_TWICE(layer_cache);
  CHECK_CASE_TWICE(layer_ref);
  CHECK_CASE_TWICE(out_param_vector);
  CHECK_CASE_TWICE(local_three);
  CHECK_CASE_TWICE(array_of_pointers);
  CHECK_CASE_TWICE(local_in_loop);
  CHECK_CASE_TWICE(branch_call);
  CHECK_CASE_TWICE(values_returned);
  return finish();
}
