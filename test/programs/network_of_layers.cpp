// A network object that holds its layers by pointers, and beside them the buffers that they are
// given: the layers are no part of it, so a call that changes a buffer's size sees that one once.
#include "vectors.h"
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace {
struct Layer {
  virtual ~Layer() = default;
  virtual void forward(const V &in, V &out) = 0;
};
struct Scale : Layer {
  double k;
  explicit Scale(double k) : k(k) {}
  void forward(const V &in, V &out) override {
    out.resize(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
      out[i] = k * in[i];
  }
};
struct Dense : Layer {
  V w;
  std::size_t rows;
  Dense(const V &v, std::size_t n, std::size_t rows) : rows(rows) {
    for (std::size_t i = 0; i < rows * n; ++i)
      w.push_back(0.5 * v[i % v.size()] + 0.1 * double(i));
  }
  void forward(const V &in, V &out) override {
    out.assign(rows, 0);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t i = 0; i < in.size(); ++i)
        out[r] += w[r * in.size() + i] * in[i];
      out[r] = std::tanh(out[r]);
    }
  }
};
struct Pairs : Layer { // remembers what it was given
  V last;
  void forward(const V &in, V &out) override {
    last = in;
    out.clear();
    for (std::size_t i = 0; i + 1 < last.size(); ++i)
      out.push_back(last[i] * last[i + 1] + 0.3);
  }
};
} // namespace

namespace members_swapped {
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  V a, b;
  double operator()(const V &in) {
    a = in;
    for (auto &l : layers) {
      l->forward(a, b);
      std::swap(a, b);
    }
    return a[0];
  }
};
BOTH double f(const V &v) {
  Net net;
  net.layers.push_back(std::make_unique<Scale>(v[0]));
  net.layers.push_back(std::make_unique<Scale>(v[3]));
  return net({v[1], v[2]});
}
} // namespace members_swapped

namespace sizes_change {
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  V a, b;
  const V &run(const V &in) {
    a = in;
    for (auto &l : layers) {
      l->forward(a, b);
      a.swap(b);
    }
    return a;
  }
};
BOTH double f(const V &v) {
  Net net;
  net.layers.push_back(std::make_unique<Dense>(v, 4, 3));
  net.layers.push_back(std::make_unique<Pairs>());
  net.layers.push_back(std::make_unique<Scale>(v[0]));
  net.layers.push_back(std::make_unique<Dense>(v, 2, 5));
  double s = 0;
  for (int t = 0; t < 2; ++t)
    for (double e : net.run(v))
      s += e * e * (t + 1);
  return s;
}
} // namespace sizes_change

namespace buffers_in_a_part {
struct Buffers {
  V a, b;
};
struct Net {
  Buffers of;
  std::vector<std::shared_ptr<Layer>> layers;
  std::unique_ptr<Layer> last;
};
BOTH double f(const V &v) {
  Net net;
  net.layers.push_back(std::make_shared<Dense>(v, 4, 2));
  net.layers.push_back(std::make_shared<Dense>(v, 2, 4));
  net.last = std::make_unique<Scale>(v[1]);
  net.of.a = v;
  for (auto &l : net.layers) {
    l->forward(net.of.a, net.of.b);
    net.of.a = net.of.b;
  }
  net.last->forward(net.of.b, net.of.a);
  return net.of.a[0] * net.of.a[3] + net.of.b[1];
}
} // namespace buffers_in_a_part

namespace plain_pointers {
struct Step {
  double k;
  void apply(const V &in, V &out) const {
    out.assign(in.size() + 1, k);
    for (std::size_t i = 0; i < in.size(); ++i)
      out[i] *= in[i];
  }
};
struct Net {
  Step *first, *second;
  V a, b;
};
BOTH double f(const V &v) {
  Step one{v[0]}, other{v[2]};
  Net net{&one, &other, v, {}};
  for (int t = 0; t < 2; ++t) {
    net.first->apply(net.a, net.b);
    net.second->apply(net.b, net.a);
    net.a.push_back(net.b[0] * net.b[1]);
    std::swap(net.first, net.second);
  }
  return net.a[0] + net.a[1] * net.a[3];
}
} // namespace plain_pointers

namespace one_class {
struct Step {
  double k;
  V bias;
  void apply(const V &in, V &out) const {
    out.resize(in.size() + 1);
    for (std::size_t i = 0; i < in.size(); ++i)
      out[i] = k * in[i] + bias[i % bias.size()];
    out[in.size()] = in[0] * k;
  }
};
struct Chain {
  std::vector<std::unique_ptr<Step>> steps;
  V x, y;
  double run() {
    for (auto &s : steps) {
      s->apply(x, y);
      std::swap(x, y);
    }
    double sum = 0;
    for (double e : x)
      sum += e * e;
    return sum;
  }
};
BOTH double f(const V &v) {
  Chain c;
  for (double e : v)
    c.steps.push_back(std::make_unique<Step>(Step{e, {v[0], 1.0}}));
  c.x = {v[1], v[2]};
  return c.run();
}
} // namespace one_class

namespace made_by_the_caller {
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  V a, b;
};
void run(Net &net, const V &in) {
  net.a = in;
  for (auto &l : net.layers) {
    l->forward(net.a, net.b);
    std::swap(net.a, net.b);
  }
}
BOTH double f(const V &v) {
  Net net;
  net.layers.push_back(std::make_unique<Dense>(v, 4, 3));
  net.layers.push_back(std::make_unique<Pairs>());
  run(net, v);
  const double s = net.a[0];
  run(net, {net.a[0], net.a[1], v[0], v[1]});
  return s * net.a[1];
}
} // namespace made_by_the_caller

int main() {
  CHECK_CASE_TWICE(members_swapped);
  CHECK_CASE_TWICE(sizes_change);
  CHECK_CASE_TWICE(buffers_in_a_part);
  CHECK_CASE_TWICE(plain_pointers);
  CHECK_CASE_TWICE(one_class);
  CHECK_CASE_TWICE(made_by_the_caller);
  return finish();
}
