// Containers of matrices of run-time size, and pairs, tuples, optionals of them.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "vectors.h"
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Eigen::MatrixXd;
using Eigen::VectorXd;
using V = std::vector<double>;

namespace net {
class Net {
  std::vector<MatrixXd> W_;
  std::vector<VectorXd> b_;

public:
  Net(const std::vector<int> &sizes, const V &v) {
    int k = 0;
    for (size_t l = 0; l + 1 < sizes.size(); ++l) {
      MatrixXd W(sizes[l + 1], sizes[l]);
      for (int i = 0; i < W.rows(); ++i)
        for (int j = 0; j < W.cols(); ++j)
          W(i, j) = v[k++ % 4] * 0.3;
      W_.push_back(W);
      b_.push_back(VectorXd::Constant(sizes[l + 1], v[l % 4]));
    }
  }
  VectorXd forward(VectorXd a) const {
    for (size_t l = 0; l < W_.size(); ++l) {
      VectorXd z = W_[l] * a + b_[l];
      a = l + 1 < W_.size() ? VectorXd(z.array().tanh()) : z;
    }
    return a;
  }
};
BOTH double f(const V &v) {
  Net net({2, 3, 1}, v);
  VectorXd x(2);
  x << v[0], v[1];
  return net.forward(x)(0);
}
} // namespace net

namespace vecs {
BOTH double f(const V &v) {
  std::vector<VectorXd> xs;
  for (int i = 0; i < 3; ++i) {
    VectorXd x(2);
    x << v[i], v[i + 1];
    xs.push_back(x * v[i]);
  }
  double s = 0;
  for (const auto &x : xs)
    s += x.dot(xs[0]);
  return s;
}
} // namespace vecs

namespace vecmats {
BOTH double f(const V &v) {
  std::vector<MatrixXd> ms(3);
  for (int i = 0; i < 3; ++i) {
    ms[i] = MatrixXd::Identity(2, 2) * v[i];
    ms[i](0, 1) = v[i + 1];
  }
  MatrixXd p = MatrixXd::Identity(2, 2);
  for (const MatrixXd &m : ms)
    p = p * m;
  return p.sum() + p.trace();
}
} // namespace vecmats

namespace backprop {
class MLP {
  std::vector<MatrixXd> W;
  std::vector<VectorXd> acts, deltas;

public:
  MLP(std::vector<int> sizes, double s) {
    for (size_t i = 1; i < sizes.size(); ++i)
      W.push_back(MatrixXd::Constant(sizes[i], sizes[i - 1], s / i));
    acts.resize(sizes.size());
    deltas.resize(sizes.size());
  }
  VectorXd forward(const VectorXd &x) {
    acts[0] = x;
    for (size_t i = 0; i < W.size(); ++i)
      acts[i + 1] = (W[i] * acts[i]).array().tanh().matrix();
    return acts.back();
  }
  void backward(const VectorXd &t, double rate) {
    size_t L = W.size();
    deltas[L] = (acts[L] - t).cwiseProduct((1 - acts[L].array().square()).matrix());
    for (size_t i = L; i-- > 0;) {
      deltas[i] =
          (W[i].transpose() * deltas[i + 1]).cwiseProduct((1 - acts[i].array().square()).matrix());
      W[i] -= rate * deltas[i + 1] * acts[i].transpose();
    }
  }
};
BOTH double f(const V &v) {
  MLP m({2, 3, 1}, v[0]);
  VectorXd x(2), t(1);
  x << v[1], v[2];
  t << 0.3;
  for (int k = 0; k < 2; ++k) {
    m.forward(x);
    m.backward(t, v[3]);
  }
  return m.forward(x)(0);
}
} // namespace backprop

namespace pairret {
static std::pair<VectorXd, MatrixXd> predict(const VectorXd &x, const MatrixXd &P, double q) {
  MatrixXd F(2, 2);
  F << 1, q, 0, 1;
  return {F * x, F * P * F.transpose()};
}
BOTH double f(const V &v) {
  VectorXd x(2);
  x << v[0], v[1];
  MatrixXd P = MatrixXd::Identity(2, 2) * v[2];
  auto [m, S] = predict(x, P, v[3]);
  auto r = predict(m, S, v[0]);
  return r.first.sum() + r.second.determinant() + S(0, 1);
}
} // namespace pairret

namespace history {
struct Sim {
  std::vector<VectorXd> history;
  VectorXd x;
  MatrixXd A;
  void step(double dt) {
    x += dt * (A * x);
    history.push_back(x);
  }
};
BOTH double f(const V &v) {
  Sim s;
  s.A = MatrixXd(2, 2);
  s.A << 0, v[0], -v[1], -v[2];
  s.x = VectorXd::Ones(2) * v[3];
  for (int i = 0; i < 5; ++i)
    s.step(0.1);
  double c = 0;
  for (size_t i = 0; i < s.history.size(); ++i)
    c += s.history[i].squaredNorm() * (i + 1);
  return c;
}
} // namespace history

namespace vecparam {
struct Obs {
  VectorXd z;
  double t;
};
static double cost(const std::vector<Obs> &o, const VectorXd &p) {
  double c = 0;
  for (auto &e : o)
    c += (e.z - p * e.t).squaredNorm();
  return c;
}
BOTH double f(const V &v) {
  std::vector<Obs> o;
  for (int i = 0; i < 3; ++i) {
    Obs e{VectorXd::Constant(2, v[i]), v[i + 1]};
    o.push_back(e);
    o.push_back({VectorXd::Ones(2) * v[0], 1.0});
    o.emplace_back(e);
  }
  VectorXd p(2);
  p << v[3], v[0];
  return cost(o, p);
}
} // namespace vecparam

namespace emplaced {
BOTH double f(const V &v) {
  std::vector<MatrixXd> ms;
  ms.emplace_back(2, 3);
  ms.back().setConstant(v[0]);
  ms.emplace_back(MatrixXd::Identity(3, 2) * v[1]);
  std::vector<VectorXd> xs(3, VectorXd::Zero(2));
  xs[1](0) = v[2];
  xs[2] = xs[1] * v[3];
  MatrixXd p = ms[0] * ms[1];
  return p.sum() + xs[2].sum() + xs[0].size() + (p * xs[1]).norm();
}
} // namespace emplaced

namespace mapvec {
BOTH double f(const V &v) {
  std::map<std::string, VectorXd> m;
  m["a"] = VectorXd::Constant(2, v[0]);
  m["b"] = VectorXd::Ones(3) * v[1];
  m["a"] += VectorXd::Ones(2) * v[2];
  double s = 0;
  for (auto &[k, x] : m)
    s += x.squaredNorm();
  return s * v[3];
}
} // namespace mapvec

namespace tie {
static std::tuple<MatrixXd, VectorXd, double> step(const MatrixXd &A, const VectorXd &x) {
  return {A * A, A * x, x.sum()};
}
BOTH double f(const V &v) {
  MatrixXd A(2, 2);
  A << v[0], v[1], v[2], v[3];
  A *= 0.3;
  VectorXd x(2);
  x << v[3], v[0];
  double s;
  std::tie(A, x, s) = step(A, x);
  std::tie(A, x, s) = step(A, x);
  return A.sum() * s + x(0);
}
} // namespace tie

namespace optional {
static std::optional<VectorXd> solve(const MatrixXd &A, const VectorXd &b) {
  if (std::abs(A.determinant()) < 1e-12)
    return std::nullopt;
  return A.partialPivLu().solve(b);
}
BOTH double f(const V &v) {
  MatrixXd A(2, 2);
  A << 2 + v[0], v[1], v[2], 3;
  VectorXd b(2);
  b << v[3], v[0];
  if (auto x = solve(A, b))
    return x->sum() * (*x)(0);
  return 0;
}
} // namespace optional

namespace mixed {
struct Particle {
  Eigen::Vector3d p, v;
  double m;
};
struct World {
  std::vector<Particle> ps;
  VectorXd forces;
  MatrixXd Ds;
  void compute() {
    int n = ps.size();
    Ds.resize(n, n);
    forces = VectorXd::Zero(3 * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        Ds(i, j) = (ps[i].p - ps[j].p).squaredNorm() + 0.1;
        if (i != j)
          forces.segment<3>(3 * i) += ps[j].m * (ps[j].p - ps[i].p) / Ds(i, j);
      }
  }
  void step(double dt) {
    compute();
    for (size_t i = 0; i < ps.size(); ++i) {
      ps[i].v += dt * forces.segment<3>(3 * i);
      ps[i].p += dt * ps[i].v;
    }
  }
  double energy() const {
    double e = 0;
    for (auto &p : ps)
      e += 0.5 * p.m * p.v.squaredNorm();
    return e + Ds.sum() * 0.01;
  }
};
BOTH double f(const V &v) {
  World w;
  for (int i = 0; i < 3; ++i)
    w.ps.push_back({Eigen::Vector3d(v[i], v[i + 1], i), Eigen::Vector3d::Zero(), 1 + v[3] * i});
  for (int k = 0; k < 3; ++k)
    w.step(0.1);
  return w.energy();
}
} // namespace mixed

namespace lambda {
struct Model {
  VectorXd w;
  double operator()(const VectorXd &x) const { return 1 / (1 + std::exp(-w.dot(x))); }
  VectorXd grad(const VectorXd &x, double y) const { return ((*this)(x)-y) * x; }
};
BOTH double f(const V &v) {
  Model m;
  m.w = VectorXd::Zero(2);
  std::vector<std::pair<VectorXd, double>> data;
  for (int i = 0; i < 3; ++i) {
    VectorXd x(2);
    x << v[i], v[i + 1];
    data.push_back({x, i % 2 ? 1.0 : 0.0});
  }
  auto loss = [&] {
    double l = 0;
    for (auto &[x, y] : data)
      l -= y * std::log(m(x)) + (1 - y) * std::log(1 - m(x));
    return l;
  };
  for (int k = 0; k < 3; ++k) {
    VectorXd g = VectorXd::Zero(2);
    for (const auto &[x, y] : data)
      g += m.grad(x, y);
    m.w -= v[3] * g;
  }
  return loss();
}
} // namespace lambda

namespace stdarray {
BOTH double f(const V &v) {
  std::array<VectorXd, 3> a;
  for (int i = 0; i < 3; ++i)
    a[i] = VectorXd::Constant(i + 1, v[i]);
  a[0] = a[2] + a[2];
  double s = 0;
  for (auto &x : a)
    s += x.squaredNorm();
  return s * v[3];
}
} // namespace stdarray

namespace accumulate {
BOTH double f(const V &v) {
  std::vector<VectorXd> xs;
  for (int i = 0; i < 3; ++i)
    xs.push_back(VectorXd::Constant(2, v[i]));
  VectorXd m = std::accumulate(xs.begin(), xs.end(), VectorXd(VectorXd::Zero(2)));
  m /= xs.size();
  MatrixXd C = MatrixXd::Zero(2, 2);
  for (auto &x : xs)
    C += (x - m) * (x - m).transpose();
  return C.trace() * v[3];
}
} // namespace accumulate

namespace erase {
BOTH double f(const V &v) {
  std::vector<VectorXd> h;
  for (int i = 0; i < 5; ++i) {
    h.push_back(VectorXd::Constant(2, v[i % 4] * i));
    if (h.size() > 2)
      h.erase(h.begin());
  }
  std::swap(h[0], h[1]);
  return h[0].sum() * h[1](1) + v[3];
}
} // namespace erase

namespace lbfgs {
struct LBFGS {
  std::vector<VectorXd> s, y;
  int m = 2;
  VectorXd dir(const VectorXd &g) {
    VectorXd q = g;
    std::vector<double> a(s.size());
    for (int i = int(s.size()) - 1; i >= 0; --i) {
      a[i] = s[i].dot(q) / y[i].dot(s[i]);
      q -= a[i] * y[i];
    }
    if (!s.empty())
      q *= s.back().dot(y.back()) / y.back().squaredNorm();
    for (size_t i = 0; i < s.size(); ++i) {
      double b = y[i].dot(q) / y[i].dot(s[i]);
      q += s[i] * (a[i] - b);
    }
    return -q;
  }
  void update(const VectorXd &ds, const VectorXd &dy) {
    if (int(s.size()) == m) {
      s.erase(s.begin());
      y.erase(y.begin());
    }
    s.push_back(ds);
    y.push_back(dy);
  }
};
BOTH double f(const V &v) {
  LBFGS o;
  VectorXd x(2);
  x << v[0], v[1];
  auto grad = [&](const VectorXd &x) {
    VectorXd g(2);
    g << 2 * v[2] * x(0) + x(1), 4 * v[3] * x(1) + x(0) + 0.1 * x(1) * x(1);
    return g;
  };
  VectorXd g = grad(x);
  for (int k = 0; k < 3; ++k) {
    VectorXd d = o.dir(g);
    VectorXd xn = x + 0.3 * d;
    VectorXd gn = grad(xn);
    o.update(xn - x, gn - g);
    x = xn;
    g = gn;
  }
  return x.squaredNorm();
}
} // namespace lbfgs

namespace nested {
struct Inn {
  VectorXd a;
};
struct Mid {
  Inn i;
  std::vector<Inn> v;
};
struct Outer {
  Mid m;
  MatrixXd B;
};
BOTH double f(const V &v) {
  Outer o;
  o.m.i.a = VectorXd::Ones(2) * v[0];
  for (int k = 0; k < 3; ++k) {
    Inn in;
    in.a = o.m.i.a * v[k];
    o.m.v.push_back(in);
  }
  o.B = o.m.v[1].a * o.m.v[2].a.transpose();
  Outer q = o;
  q.m.v[0].a *= 2;
  o = q;
  return o.B.sum() + o.m.v[0].a.sum() * v[3];
}
} // namespace nested

namespace reserve {
struct H {
  std::vector<VectorXd> xs;
  std::vector<double> c;
};
BOTH double f(const V &v) {
  H h;
  h.xs.reserve(4);
  for (int i = 0; i < 4; ++i) {
    h.xs.emplace_back(VectorXd::Constant(2, v[i]));
    h.c.push_back(h.xs.back().norm());
  }
  auto it = std::min_element(h.c.begin(), h.c.end());
  auto k = it - h.c.begin();
  h.xs.pop_back();
  h.xs.insert(h.xs.begin(), h.xs[0] * 2);
  h.xs.resize(3);
  return h.xs[0].sum() * h.c[k] + h.xs.front()(0) + h.xs[2](1);
}
} // namespace reserve

namespace hetero {
struct Node {
  int kind;
  VectorXd bias;
  std::vector<int> in;
};
struct Graph {
  std::vector<Node> nodes;
  std::map<std::string, MatrixXd> weights;
  VectorXd eval(const VectorXd &x) const {
    std::vector<VectorXd> out(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
      VectorXd z = nodes[i].bias;
      for (int j : nodes[i].in)
        z += j < 0 ? VectorXd(weights.at("in") * x) : VectorXd(weights.at("h") * out[j]);
      out[i] = nodes[i].kind ? VectorXd(z.array().tanh()) : z;
    }
    return out.back();
  }
};
BOTH double f(const V &v) {
  Graph g;
  g.weights["in"] = MatrixXd::Constant(2, 2, v[0]);
  g.weights["h"] = MatrixXd::Identity(2, 2) * v[1];
  g.nodes.push_back({1, VectorXd::Constant(2, v[2]), {-1}});
  g.nodes.push_back({0, VectorXd::Constant(2, v[3]), {-1, 0}});
  VectorXd x(2);
  x << v[0], v[3];
  return g.eval(x).sum();
}
} // namespace hetero

namespace assigned {
BOTH double f(const V &v) {
  VectorXd x = VectorXd::Ones(2) * v[0];
  std::vector<VectorXd> s, t(2, x);
  s.assign(3, x);
  s.resize(4, x);
  s.insert(s.begin(), x);
  s.insert(s.end(), 2, t[0]);
  s[2](0) = v[1];
  double r = 0;
  for (auto &y : s)
    r += y.squaredNorm();
  return r * t[1](0);
}
} // namespace assigned

namespace vecpair {
BOTH double f(const V &v) {
  std::vector<std::pair<VectorXd, MatrixXd>> ps;
  for (int i = 0; i < 3; ++i)
    ps.emplace_back(VectorXd::Constant(2, v[i]), MatrixXd::Identity(2, 2) * v[i + 1]);
  double s = 0;
  for (auto &[x, A] : ps) {
    x = A * x;
    s += x.sum();
  }
  ps.erase(ps.begin());
  return s * ps[0].first(0);
}
} // namespace vecpair

namespace mapstruct {
struct P {
  VectorXd w;
  double b = 0;
};
BOTH double f(const V &v) {
  std::map<int, P> m;
  for (int i = 0; i < 3; ++i) {
    m[i].w = VectorXd::Constant(i + 1, v[i]);
    m[i].b = v[i + 1];
  }
  double s = 0;
  for (auto &[k, p] : m)
    s += p.w.sum() * p.b * k;
  return s;
}
} // namespace mapstruct

namespace sorted {
struct P {
  VectorXd x;
  double cost;
};
BOTH double f(const V &v) {
  std::vector<P> ps;
  for (int i = 0; i < 4; ++i) {
    P p;
    p.x = VectorXd::Constant(2, v[i] * i);
    p.cost = p.x.squaredNorm() - v[3 - i];
    ps.push_back(p);
  }
  std::sort(ps.begin(), ps.end(), [](const P &a, const P &b) { return a.cost < b.cost; });
  VectorXd c = VectorXd::Zero(2);
  for (int i = 0; i < 3; ++i)
    c += ps[i].x / 3;
  return c.sum() + ps[0].cost;
}
} // namespace sorted

int main() {
  CHECK_CASE_TWICE(net);
  CHECK_CASE_TWICE(vecs);
  CHECK_CASE_TWICE(vecmats);
  CHECK_CASE_TWICE(backprop);
  CHECK_CASE_TWICE(pairret);
  CHECK_CASE_TWICE(history);
  CHECK_CASE_TWICE(vecparam);
  CHECK_CASE_TWICE(emplaced);
  CHECK_CASE_TWICE(mapvec);
  CHECK_CASE_TWICE(tie);
  CHECK_CASE_TWICE(optional);
  CHECK_CASE_TWICE(mixed);
  CHECK_CASE_TWICE(lambda);
  CHECK_CASE_TWICE(stdarray);
  CHECK_CASE_TWICE(accumulate);
  CHECK_CASE_TWICE(erase);
  CHECK_CASE_TWICE(lbfgs);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(reserve);
  CHECK_CASE_TWICE(hetero);
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(vecpair);
  CHECK_CASE_TWICE(mapstruct);
  CHECK_CASE_TWICE(sorted);
  return finish();
}
