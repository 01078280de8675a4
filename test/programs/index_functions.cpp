// Functions that tell a number: subscripts, sizes, conditions. What would make that wrong:
// arguments with effects, arguments that are used twice or change later, conversions, names that
// the caller has, too, other functions that run in their place.
#include "vectors.h"
#include <cstddef>
using V = std::vector<double>;

namespace subscripts {
int at(int i, int j, int n) { return i * n + j; }
std::size_t wide(std::size_t i, unsigned j) { return i * 2 + j; }
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V y(x.size());
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      y[at(i, j, 3)] = x[at(j, i, 2)] * x[wide(j, i)] + x[at(0, i, 9)];
  return y[at(1, 0, 3)] * y[at(0, 2, 3)] + y[1];
}
} // namespace subscripts

namespace effects { // the argument is evaluated once, before the subscript is used
int twice(int i) { return i + i; }
int pick(int i, int j) { return i > j ? i : j; }
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double s = 0;
  int k = 0;
  while (k < 2) {
    s += x[twice(k++)];
    s *= x[k];
  }
  k = 0;
  s *= x[pick(k++, 1)];
  s += x[pick(1, ++k)];
  int i = 3;
  const int before = twice(--i);
  i = 0;
  return s * x[before - 2] + x[i];
}
} // namespace effects

namespace conversions { // what is given, and what comes back, has the function's types
unsigned char low(int i) { return i + 256; }
int narrow(signed char c) { return c + 1; }
bool odd(int i) { return i % 2; }
int flag(bool b) { return b + b; }
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double s = x[low(1)] * x[low(258)];
  s += x[narrow(257)] * x[odd(7)];
  s *= x[flag(5)] + low(-1);
  return s + odd(4) * x[0];
}
} // namespace conversions

namespace objects {
class Table {
public:
  Table(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns) {}
  double &operator()(int i, int j) { return data_[index(i, j)]; }
  double operator()(int i, int j) const { return data_[index(i, j)]; }
  int rows() const { return rows_; }
  bool has(int i, int j) const { return i >= 0 && j >= 0 && i < rows() && j < columns_; }
  void grow() { ++rows_, data_.resize(rows_ * columns_); }
  int last() const { return index(rows() - 1, columns_ - 1); }

private:
  int rows_, columns_;
  V data_;
  int index(int i, int j) const { return i * columns_ + j; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  Table t(2, 3);
  for (int i = 0; i < t.rows(); ++i)
    for (int j = 0; j < 3; ++j)
      t(i, j) = x[j] * x[i + 3];
  double s = 0;
  for (int i = -1; i <= t.rows(); ++i)
    for (int j = -1; j < 4; ++j)
      if (t.has(i, j))
        s += t(i, j) * t(t.rows() - 1 - i, j);
  t.grow();
  t(2, 1) = s * x[t.last() % 3];
  return t(2, 1) * t(1, 2) + t.last();
}
} // namespace objects

namespace dispatched { // another function may run in its place
struct Order {
  virtual ~Order() = default;
  virtual int of(int i) const { return i; }
};
struct Reversed : Order {
  int of(int i) const override { return 4 - i; }
};
double sum(const V &x, const Order &order) {
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s = 0.5 * s + x[order.of(i)] * x[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return sum(x, Order()) + 2 * sum(x, Reversed());
}
} // namespace dispatched

namespace names { // the caller's variables have the names of the parameters
int n = 2;
constexpr int stride = 3;
enum { first = 1 };
int at(int i, int n) { return first + i * stride - n; }
int changing(int i) { return i + n; }
template <class T> T scaled(T i, T by) { return i * by; }
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int i = 1, n = 2;
  double s = x[at(n, i) - 1] * x[at(i, n)];
  for (int n = 0; n < 2; ++n)
    s += x[at(n, i - 1)] * x[scaled(n, 2)] * x[changing(i)];
  return s;
}
} // namespace names

int main() {
  CHECK_CASE(subscripts, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(effects, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(conversions, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(objects, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(dispatched, {0.5, 0.9, -0.2, 0.4, 0.7});
  CHECK_CASE(names, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  return finish();
}
