// Classes that are moved, and never copied.
#include "vectors.h"
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;

class Net {
public:
  std::vector<double> w;
  double b = 0;
  Net() = default;
  explicit Net(std::vector<double> v) : w(std::move(v)) {}
  Net(Net &&) = default;
  Net &operator=(Net &&) = default;
  Net(const Net &) = delete;
  Net &operator=(const Net &) = delete;
  double run(double x) const {
    double s = b;
    for (double q : w)
      s = s * x + q;
    return s;
  }
};
class Own {
public:
  std::unique_ptr<double> p;
  double k = 1;
  Own(double x) : p(new double(x)) {}
  Own(Own &&) = default;
  Own &operator=(Own &&) = default;
};
class OnlyMove {
public:
  double a;
  OnlyMove(double x) : a(x) {}
  OnlyMove(OnlyMove &&) = default;
  OnlyMove &operator=(OnlyMove &&) = default;
};
static Net make(const std::vector<double> &v) {
  Net n(v);
  n.b = v[0];
  return n;
}
static OnlyMove mk(double x) {
  OnlyMove m(x * x);
  return m;
}

namespace with_vectors {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n = make(v);
  Net m = std::move(n);
  m.b *= 2;
  return m.run(v[1]);
}
} // namespace with_vectors

namespace with_pointers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Own o(v[0]);
  Own q = std::move(o);
  *q.p *= v[1];
  q.k = v[2];
  Own r(3);
  r = std::move(q);
  return *r.p * r.k;
}
} // namespace with_pointers

namespace made_by_functions {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  OnlyMove d = mk(v[0]);
  return d.a * v[1];
}
} // namespace made_by_functions

namespace of_numbers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  OnlyMove d(v[0]);
  OnlyMove e = std::move(d);
  return e.a * v[1];
}
} // namespace of_numbers

namespace exchanged {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  OnlyMove d(v[0]);
  OnlyMove e(v[1]);
  std::swap(d, e);
  d = std::move(e);
  return d.a * v[2];
}
} // namespace exchanged

namespace vectors_of_them {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Net> ns(3);
  for (int i = 0; i < 3; ++i) {
    ns[i].b = v[i];
    ns[i].w.push_back(v[i + 1]);
  }
  double s = 0;
  for (auto &n : ns)
    s += n.b * n.w[0];
  return s;
}
} // namespace vectors_of_them

namespace appended_empty {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Net> ns;
  ns.emplace_back();
  ns.back().b = v[0];
  ns.back().w.push_back(v[1]);
  return ns[0].w[0] * ns[0].b;
}
} // namespace appended_empty

int main() {
  CHECK_CASE_TWICE(with_vectors);
  CHECK_CASE_TWICE(with_pointers);
  CHECK_CASE_TWICE(made_by_functions);
  CHECK_CASE_TWICE(of_numbers);
  CHECK_CASE_TWICE(exchanged);
  CHECK_CASE_TWICE(vectors_of_them);
  CHECK_CASE_TWICE(appended_empty);
  return finish();
}
