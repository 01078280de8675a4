// Objects with virtual functions and vectors among their members, on the heap.
#include "arrays.h"
#include <memory>
#include <string>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
struct Layer {
  virtual ~Layer() = default;
  virtual std::vector<double> forward(const std::vector<double> &in) const = 0;
};
struct Dense : Layer {
  int in, out;
  std::vector<double> w, b;
  Dense(int in, int out, const double *p) : in(in), out(out), w(in * out), b(out) {
    for (int i = 0; i < in * out; ++i)
      w[i] = p[i % 4];
    for (int i = 0; i < out; ++i)
      b[i] = p[i % 3] * 0.5;
  }
  std::vector<double> forward(const std::vector<double> &x) const override {
    std::vector<double> y(out);
    for (int o = 0; o < out; ++o) {
      y[o] = b[o];
      for (int i = 0; i < in; ++i)
        y[o] += w[o * in + i] * x[i];
    }
    return y;
  }
};
struct Tanh : Layer {
  std::string name = "tanh";
  std::vector<double> forward(const std::vector<double> &x) const override {
    std::vector<double> y = x;
    for (double &v : y)
      v = std::tanh(v);
    return y;
  }
};
BOTH double network(const double *x, int n) {
  std::vector<std::unique_ptr<Layer>> layers;
  layers.push_back(std::make_unique<Dense>(n, 3, x));
  layers.push_back(std::make_unique<Tanh>());
  layers.push_back(std::make_unique<Dense>(3, 2, x));
  std::vector<double> v(x, x + n);
  for (const auto &l : layers)
    v = l->forward(v);
  return v[0] * v[0] + v[1];
}
struct Named {
  std::string name;
  double v;
  std::vector<double> data;
  Named(std::string n, double v) : name(n), v(v) {
    data.push_back(v * v);
    data.push_back(v);
  }
};
BOTH double named(const double *x, int n) {
  auto p = std::make_unique<Named>("a", x[0]);
  p->data.push_back(x[1]);
  p->data[0] *= x[n - 1];
  auto q = std::make_shared<Named>("b", x[1]);
  q->data = p->data;
  return p->v * p->data[0] * p->data[2] + q->data[1] * q->v;
}
// A constructor that appends.
struct Base {
  virtual ~Base() = default;
  virtual double f(double) const = 0;
};
struct Poly : Base {
  std::vector<double> c;
  Poly(double a, double b) {
    c.push_back(a);
    c.push_back(b * a);
  }
  double f(double x) const override {
    double s = 0;
    for (double e : c)
      s = s * x + e;
    return s * double(c.size());
  }
};
BOTH double appended(const double *x, int n) {
  double s = x[2];
  for (int i = 0; i < n; ++i) {
    std::unique_ptr<Base> h = std::make_unique<Poly>(s, x[i]);
    s += 0.1 * h->f(x[0]);
  }
  return s;
}
int main() {
  CHECK_ARRAY(network, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(named, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(appended, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
