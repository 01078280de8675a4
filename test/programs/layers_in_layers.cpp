// A layer that holds others, as a local variable.
#include "vectors.h"
#include <memory>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

// R: local composite (class Seq : Layer with vector<unique_ptr<Layer>>) of layers V forward(const
// V&): "a change of a vectors size through a pointer" at n.forward, which the note does not help
// with
struct Layer {
  virtual ~Layer() = default;
  virtual V forward(const V &x) = 0;
};
struct Dense : Layer {
  V W;
  explicit Dense(double s) : W(2, s) {}
  V forward(const V &x) override {
    V y(x);
    for (size_t i = 0; i < y.size(); ++i)
      y[i] *= W[i];
    return y;
  }
};
struct Seq : Layer {
  std::vector<std::unique_ptr<Layer>> ls;
  V forward(const V &x) override {
    V h = x;
    for (auto &l : ls)
      h = l->forward(h);
    return h;
  }
};
BOTH double composite(const V &v) {
  Seq n;
  n.ls.push_back(std::make_unique<Dense>(v[0]));
  n.ls.push_back(std::make_unique<Dense>(v[1]));
  auto y = n.forward({v[2], v[3]});
  return y[0] * y[1];
}

int main() {
  CHECK_VECTOR(composite, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(composite, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
