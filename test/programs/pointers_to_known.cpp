// Pointers and references to functions that are known, used as values: forwarded to constructors,
// stored in members, arrays and containers.
#include "vectors.h"
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;
using Law = double (*)(double);

static double square(double t) { return t * t; }
static double cube(double t) { return t * t * t; }
static double plain(double t) noexcept { return t * 3; }

class Activation {
  Law law_;

public:
  explicit Activation(Law law) : law_(law) {}
  double operator()(double t) const { return law_(t); }
};

namespace forwarded {
template <class T, class... Args> T make(Args &&...args) { return T(std::forward<Args>(args)...); }

BOTH double f(const V &v) {
  auto owned = std::make_unique<Activation>(square);
  Activation second = make<Activation>(cube), third = make<Activation>(&square);
  return (*owned)(v[0]) + second(v[1]) * third(v[2]) + v[3];
}
} // namespace forwarded

namespace layers {
class Layer {
public:
  virtual ~Layer() = default;
  virtual V forward(const V &in) const = 0;
};

class Scale : public Layer {
  double k_;

public:
  explicit Scale(double k) : k_(k) {}
  V forward(const V &in) const override {
    V out(in);
    for (double &each : out)
      each *= k_;
    return out;
  }
};

class Pointwise : public Layer {
  Law law_;

public:
  explicit Pointwise(Law law) : law_(law) {}
  V forward(const V &in) const override {
    V out;
    for (double each : in)
      out.push_back(law_(each));
    return out;
  }
};

class Network {
  std::vector<std::unique_ptr<Layer>> layers_;

public:
  template <class L, class... Args> Network &add(Args &&...args) {
    layers_.push_back(std::make_unique<L>(std::forward<Args>(args)...));
    return *this;
  }
  V operator()(V x) const {
    for (const auto &layer : layers_)
      x = layer->forward(x);
    return x;
  }
};

BOTH double f(const V &v) {
  Network net;
  net.add<Scale>(v[0]).add<Pointwise>(square).add<Scale>(v[1]).add<Pointwise>(cube);
  const V y = net({v[2], v[3]});
  return y[0] * y[1];
}
} // namespace layers

namespace stored {
struct Term {
  Law law;
  double k;
};

template <class Fn> static void add(std::vector<Term> &terms, Fn &&law, double k) {
  terms.push_back(Term{law, k});
  terms.push_back({std::forward<Fn>(law), 2 * k});
}

template <class Fn> static Law pick(const Fn &law) { return law; }

BOTH double f(const V &v) {
  std::vector<Term> terms;
  add(terms, square, v[0]);
  add(terms, cube, v[1]);
  add(terms, &square, v[2]);
  double s = 0;
  for (const Term &each : terms)
    s += each.k * each.law(v[3]);
  std::map<int, Law> by_number;
  by_number[1] = pick(square);
  by_number.emplace(2, cube);
  Law both[2] = {pick(cube), square};
  return s + both[v[0] > 1](v[1]) * by_number[2](v[0]);
}
} // namespace stored

namespace changed {
template <class Fn> static double run(Fn law, double t, bool other) {
  if (other)
    law = cube;
  Activation own(law);
  return own(t) + law(t);
}

static double both(Law law, double t) {
  Activation first(law);
  law = cube;
  Activation second(law);
  return first(t) * second(t);
}

static double by_reference(double (&law)(double), double t) {
  Law own = law;
  if (t > 1)
    own = cube;
  return own(t) * law(t);
}

BOTH double f(const V &v) {
  Law either = v[0] > 1 ? square : cube;
  return run(square, v[0], v[1] > 1) + both(square, v[1]) * by_reference(square, v[2]) +
         run(either, v[1], v[2] > 1) + both(either, v[3]);
}
} // namespace changed

// One of several of its name, and one that throws nothing.
namespace names {
static double law(double t) { return std::sin(t); }
static double law(double t, double u) { return t * u; }

template <class Fn> static Activation make(Fn &&one) { return Activation(one); }

BOTH double f(const V &v) {
  return make<double (&)(double)>(law)(v[0]) * law(v[1], v[2]) + make(plain)(v[3]);
}
} // namespace names

int main() {
  CHECK_CASE_TWICE(forwarded);
  CHECK_CASE_TWICE(layers);
  CHECK_CASE_TWICE(stored);
  CHECK_CASE_TWICE(changed);
  CHECK_CASE_TWICE(names);
  return finish();
}
