// Owners of memory that one of the arms of `?:` makes.
#include "vectors.h"
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

namespace pointers {
struct Cell {
  double a;
  Cell(double x) : a(x) {}
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::unique_ptr<Cell> c;
  c = v[0] < 1 ? std::make_unique<Cell>(v[1]) : std::make_unique<Cell>(v[2] * 2);
  auto d = v[1] > 1 ? std::make_unique<Cell>(v[0]) : nullptr;
  return c->a * v[3] + (d ? d->a : 1);
}
} // namespace pointers

namespace virtual_functions {
struct Base {
  virtual ~Base() = default;
  virtual double value() const = 0;
};
struct Plain : Base {
  double a;
  Plain(double x) : a(x) {}
  double value() const override { return a; }
};
struct Square : Base {
  double a;
  Square(double x) : a(x) {}
  double value() const override { return a * a; }
};

std::unique_ptr<Base> make(bool plain, double a) {
  return plain ? std::unique_ptr<Base>(new Plain(a))
               : std::unique_ptr<Base>(std::make_unique<Square>(a));
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  auto c = make(v[0] > 1, v[1]);
  std::vector<std::unique_ptr<Base>> w;
  for (int i = 0; i < 4; ++i)
    w.push_back(i % 2 ? std::unique_ptr<Base>(new Plain(v[i]))
                      : std::unique_ptr<Base>(new Square(v[i])));
  double s = c->value();
  for (auto &p : w)
    s += p->value();
  return s;
}
} // namespace virtual_functions

namespace matrices {
class Row {
  double *d;
  int n;

public:
  Row(int size, double x) : d(new double[size]), n(size) {
    for (int i = 0; i < n; ++i)
      d[i] = x * (i + 1);
  }
  Row(const Row &o) : d(new double[o.n]), n(o.n) { std::copy(o.d, o.d + n, d); }
  Row(Row &&o) noexcept : d(std::exchange(o.d, nullptr)), n(std::exchange(o.n, 0)) {}
  Row &operator=(Row o) {
    std::swap(d, o.d);
    std::swap(n, o.n);
    return *this;
  }
  ~Row() { delete[] d; }
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += d[i] * d[i];
    return s;
  }
};

Row pick(const Row &a, bool first, double x) { return first ? a : Row(3, x); }

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Row a = v[0] > 1 ? Row(3, v[1]) : Row(4, v[2]);
  Row b(2, v[3]);
  Row c = v[1] > 1 ? b : a;
  c = v[2] < 1 ? Row(2, v[3] * v[0]) : c;
  return a.sum() + c.sum() * pick(a, v[3] > 1, v[2]).sum();
}
} // namespace matrices

namespace members {
struct Holder {
  std::unique_ptr<double> p;
  std::vector<double> w;
};

Holder make(double a) {
  Holder h;
  h.p = std::make_unique<double>(a);
  h.w.assign(3, a);
  return h;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Holder a = v[0] > 1 ? make(v[1]) : Holder{std::make_unique<double>(v[2]), {v[0], v[1]}};
  return *a.p * a.w.back() + double(a.w.size()) * v[3];
}
} // namespace members

namespace throws {
std::unique_ptr<double> make(double a) {
  return a > 0 ? std::make_unique<double>(a * a) : throw std::runtime_error("negative");
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (double x : v)
    try {
      s += *make(x - 0.5) * v[0];
    } catch (const std::exception &) {
      s += 0.1 * x;
    }
  return s;
}
} // namespace throws

int main() {
  CHECK_CASE_TWICE(pointers);
  CHECK_CASE_TWICE(virtual_functions);
  CHECK_CASE_TWICE(matrices);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(throws);
  return finish();
}
