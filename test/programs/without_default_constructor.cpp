// Objects of classes without a default constructor, some with const members, that `?:` chooses or
// that several returns give.
#include "vectors.h"
#include <string>
#include <utility>

template <class T> T make(double v) {
  T a(v * v);
  if (v > 1)
    return a;
  T b(3 * v);
  return b;
}

namespace numbers {
class Rate {
  double unit, v;

public:
  explicit Rate(double v) : unit(2), v(v) {}
  double get() const { return v * unit; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  auto other = [](double v) {
    for (int i = 0; i < 3; ++i) {
      Rate a(v * v * i);
      if (v * i > 1)
        return a;
    }
    return Rate(3 * v);
  };
  Rate a(x[0]);
  Rate b = x[1] > 1 ? make<Rate>(x[1]) : a;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Rate c = x[i] > 1 ? Rate(x[i] * b.get()) : i ? a : make<Rate>(x[i] * x[0]);
    s += c.get() * other(x[i]).get();
    a = x[i] > 0 ? Rate(s) : b;
  }
  return a.get() * b.get() + s;
}
} // namespace numbers

namespace with_text {
class Rate {
  std::string name;
  double v;

public:
  explicit Rate(double v) : name("a name that the object itself cannot hold"), v(v) {}
  double get() const { return v * name.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  auto make = [](double v) {
    Rate a(v * v);
    if (v > 1)
      return a;
    return Rate(3 * v);
  };
  Rate a(x[0]);
  Rate b = x[1] > 1 ? make(x[1]) : a;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Rate c = x[i] > 1 ? Rate(x[i] * b.get()) : i ? a : b;
    s += c.get();
    a = x[i] > 0 ? Rate(s) : c;
  }
  return a.get() * make(x[0]).get() + s;
}
} // namespace with_text

namespace with_vectors {
class Row {
  std::vector<double> at;
  double v;

public:
  explicit Row(double v) : at{v, 2 * v}, v(v) {}
  double get() const { return v * at[1]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Row a(x[0]);
  Row b = x[0] > 1 ? make<Row>(x[1]) : a;
  return a.get() * b.get() + x[2] * make<Row>(x[2]).get();
}
} // namespace with_vectors

namespace with_constants {
struct Term {
  const double v;
  const int n;
  Term(double v, int n) : v(v), n(n) {}
  double get() const { return v * v * n; }
};
Term make(double v, int k) { return k > 0 ? make(v * 2, k - 1) : Term(v, k + 1); }
double use(Term t, int k) { return k > 0 ? use(Term(t.v * 2, t.n + 1), k - 1) * t.get() : t.get(); }
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Term a(x[0], 1), c(x[1], 2);
  Term b = x[1] > 1 ? Term(x[0] * x[1], 3) : c;
  double s = a.get() * b.get();
  for (int i = 0; i < 3; ++i) { // kept in the loop
    Term d = make(x[i] * s, 1);
    Term e{x[i], 2};
    const Term g = i ? d : e;
    s = 0.1 * s + d.get() + use(g, 1);
  }
  return s;
}
} // namespace with_constants

int main() {
  CHECK_CASE(numbers, {0.55, 1.5, -0.75});
  CHECK_CASE(numbers, {1.5, 0.55, 0.75});
  CHECK_CASE(with_text, {0.55, 1.5, -0.75});
  CHECK_CASE(with_text, {1.5, 0.5, 1.75});
  CHECK_CASE(with_vectors, {0.55, 1.5, -0.75});
  CHECK_CASE(with_vectors, {1.5, 1.25, 2.5});
  CHECK_CASE(with_constants, {0.55, 1.5, -0.75});
  CHECK_CASE(with_constants, {0.55, 0.25, 0.75});
  return finish();
}
