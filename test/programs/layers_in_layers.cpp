// Layers on the heap: with matrices that are vectors of rows, and such as hold others.
#include "vectors.h"
#include <memory>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Layer {
  virtual ~Layer() = default;
  virtual V forward(const V &x) = 0;
};
struct Scale : Layer {
  V w;
  explicit Scale(double s) : w(2, s) {}
  V forward(const V &x) override {
    V y(x);
    for (size_t i = 0; i < y.size(); ++i)
      y[i] *= w[i];
    return y;
  }
};
struct Dense : Layer {
  std::vector<V> w;
  explicit Dense(double s) : w(2, V(2)) {
    for (auto &row : w)
      for (auto &e : row)
        e = s;
  }
  V forward(const V &x) override {
    V y(2);
    for (size_t i = 0; i < y.size(); ++i)
      for (int j = 0; j < 2; ++j)
        y[i] += w[i][j] * x[j];
    return y;
  }
};
struct Sequence : Layer {
  std::vector<std::unique_ptr<Layer>> layers;
  V forward(const V &x) override {
    V h = x;
    for (auto &l : layers)
      h = l->forward(h);
    return h;
  }
};
BOTH double composite(const V &v) {
  Sequence net;
  net.layers.push_back(std::make_unique<Scale>(v[0]));
  net.layers.push_back(std::make_unique<Dense>(v[1]));
  net.layers.push_back(std::make_unique<Dense>(v[2]));
  const V y = net.forward({v[2], v[3]});
  return y[0] * y[1];
}

struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  V operator()(V x) {
    for (auto &l : layers)
      x = l->forward(x);
    return x;
  }
};
BOTH double passed_on(const V &v) {
  Net net;
  net.layers.push_back(std::make_unique<Dense>(v[0]));
  net.layers.push_back(std::make_unique<Scale>(v[1]));
  const V y = net({v[2], v[3]});
  return y[0] * y[1];
}

int main() {
  CHECK_TWICE(composite);
  CHECK_TWICE(passed_on);
  return finish();
}
