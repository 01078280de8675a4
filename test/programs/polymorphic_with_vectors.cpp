// Local objects with virtual functions that hold vectors, which their constructors fill.
#include "vectors.h"
#include <string>
#include <utility>

namespace filled {
struct Base {
  double k;
  Base(double k) : k(k) {}
  virtual double go(double v) const { return k * v; }
  virtual ~Base() = default;
};
struct Row : Base {
  std::vector<double> at;
  Row(double k, int n) : Base(k * 2), at(n, k) {
    for (int i = 0; i < n; ++i)
      at[i] += i * k * k;
    at.push_back(k);
  }
  double go(double v) const override {
    double s = 0;
    for (double t : at)
      s += t * v;
    return s + Base::go(v);
  }
};
double total(const Base &b, double v) { return b.go(v) * b.go(2 * v); }
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Row d(x[0], 3);
  Base b(x[1]);
  double s = total(d, x[2]) + total(b, x[0]);
  for (int i = 0; i < 2; ++i) {
    Row e(x[i] * s, i + 1);
    s += total(e, x[2]);
  }
  return s;
}
} // namespace filled

namespace rows {
struct Base {
  virtual ~Base() = default;
  virtual double go(double v) const = 0;
};
class Table : public Base {
  std::vector<std::vector<double>> rows;
  std::string name;

public:
  explicit Table(const std::vector<double> &x) : name("a name that the object cannot hold") {
    for (double v : x)
      rows.push_back({v, v * v});
  }
  void scale(double by) { rows[0][1] *= by; }
  double go(double v) const override {
    double s = name.size();
    for (const auto &row : rows)
      s += row[0] * v * row[1];
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Table d(x);
  const Base &b = d;
  Table c = d;
  c.scale(x[1]);
  return b.go(x[0]) * c.go(x[2]);
}
} // namespace rows

namespace moved {
struct Base {
  virtual ~Base() = default;
  virtual double go(double v) const = 0;
};
struct Row : Base {
  std::vector<double> at;
  explicit Row(std::vector<double> x) : at(std::move(x)) {}
  double go(double v) const override {
    double s = 0;
    for (double t : at)
      s += t * v;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Row d(x);
  const Base *b = &d;
  std::vector<double> y(x);
  y.push_back(x[0] * x[1]);
  Row e(y);
  if (x[2] > 0)
    b = &e;
  return b->go(x[0]) * e.go(x[1]);
}
} // namespace moved

int main() {
  CHECK_CASE(filled, {0.5, 1.5, -0.75});
  CHECK_CASE(rows, {0.5, 1.5, -0.75});
  CHECK_CASE(moved, {0.5, 1.5, -0.75});
  CHECK_CASE(moved, {0.5, 1.5, 0.75});
  return finish();
}
