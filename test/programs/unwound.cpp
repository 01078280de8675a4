// Exceptions that leave objects behind which own memory: all of it is given back, in the
// companions, too, and no adjoint is touched. Every function throws if v[0] is negative.
#include "nothing_left.h"
#include "vectors.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using V = std::vector<double>;

namespace {
double checked(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return x * x;
}
} // namespace

namespace pointers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_unique<double>(v[1] * v[2]);
  std::unique_ptr<double[]> row(new double[3]);
  for (int i = 0; i < 3; ++i)
    row[i] = v[i] * *p;
  if (v[0] < 0)
    throw std::domain_error("first is " + std::to_string(row[0]));
  return row[0] * row[1] + row[2] * v[3];
}
} // namespace pointers

namespace lists {
struct Node {
  double value;
  std::unique_ptr<Node> next;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Node> head;
  for (int i = 3; i >= 0; --i) {
    auto fresh = std::make_unique<Node>();
    fresh->next = std::move(head);
    fresh->value = checked(v[i]);
    head = std::move(fresh);
  }
  double sum = 0;
  for (const Node *p = head.get(); p; p = p->next.get())
    sum = sum * 0.5 + p->value;
  return sum;
}
} // namespace lists

namespace classes {
// A matrix as many a book has it.
class Matrix {
  int rows, columns;
  double *data;

public:
  Matrix(int rows, int columns)
      : rows(rows), columns(columns), data(new double[rows * columns]()) {}
  Matrix(const Matrix &other) : Matrix(other.rows, other.columns) {
    for (int i = 0; i < rows * columns; ++i)
      data[i] = other.data[i];
  }
  Matrix &operator=(const Matrix &) = delete;
  ~Matrix() { delete[] data; }
  double &operator()(int i, int j) {
    if (i >= rows || j >= columns)
      throw std::out_of_range("row " + std::to_string(i) + " of " + std::to_string(rows));
    return data[i * columns + j];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Matrix a(2, 2), b(a);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      a(i, j) = b(j, i) = v[2 * i + j];
  const int last = v[0] < 0 ? 2 : 1;
  return a(0, 1) * b(last, 1) + a(0, 0) * b(0, 1);
}
} // namespace classes

namespace blocks {
// Of those that have ended nothing is left to end.
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    auto square = std::make_unique<double>(v[i] * v[i]);
    if (i == 1) {
      std::unique_ptr<double> moved = std::move(square);
      sum += *moved;
      continue;
    }
    sum += *square * v[1];
    if (sum < -1)
      break;
  }
  auto last = std::make_unique<double>(sum);
  last.reset(new double(sum * v[3]));
  return *last + checked(v[0]);
}
} // namespace blocks

namespace trees {
struct Expr {
  virtual ~Expr() = default;
  virtual double at(double x) const = 0;
};
struct Number : Expr {
  double value;
  explicit Number(double value) : value(value) {}
  double at(double) const override { return value; }
};
struct Product : Expr {
  std::unique_ptr<Expr> left, right;
  Product(std::unique_ptr<Expr> l, std::unique_ptr<Expr> r)
      : left(std::move(l)), right(std::move(r)) {}
  double at(double x) const override { return left->at(x) * right->at(x) + x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Expr>> all;
  for (int i = 0; i < 3; ++i)
    all.push_back(std::make_unique<Number>(v[i]));
  std::unique_ptr<Expr> tree =
      std::make_unique<Product>(std::move(all[1]), std::make_unique<Number>(v[3]));
  if (v[0] < 0)
    throw std::domain_error("negative");
  return tree->at(v[2]) + all[0]->at(v[1]) * all[2]->at(v[0]);
}
} // namespace trees

namespace holders {
struct Layer {
  std::unique_ptr<double[]> weights;
  std::vector<double> out;
  int n;
  explicit Layer(int n) : weights(new double[n]()), out(n), n(n) {}
  ~Layer() {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Layer first(4);
  for (int i = 0; i < first.n; ++i) {
    first.weights[i] = v[i];
    first.out[i] = checked(first.weights[i]) + v[0];
  }
  return first.out[0] * first.out[3] + first.out[1];
}
} // namespace holders

namespace constructors {
struct Table {
  double *data;
  explicit Table(double x) : data(new double(x)) {}
  Table(const Table &) = delete;
  Table &operator=(const Table &) = delete;
  ~Table() {
    if (data)
      delete data;
  }
};
struct Model : Table {
  Table left;
  std::unique_ptr<double> right;
  std::vector<double> row;
  double scale;
  Model(double x, double y)
      : Table(x * y), left(y), right(std::make_unique<double>(x)), row(3, y), scale(checked(x)) {
    if (*right * row[0] < 0)
      throw std::domain_error("different signs");
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Model first(v[1], v[2]), second(v[3], v[0]);
  return *first.data * *second.left.data + *second.right * first.scale + first.row[1];
}
} // namespace constructors

namespace on_the_heap {
struct Model {
  std::unique_ptr<double> weight;
  constructors::Table table;
  double scale;
  Model(double x, double y) : weight(std::make_unique<double>(x)), table(y), scale(checked(x)) {
    if (*weight * *table.data < 0)
      throw std::domain_error("different signs");
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const auto first = std::make_unique<Model>(v[1], v[2]),
             second = std::make_unique<Model>(v[3], v[0]);
  return *first->weight * *second->table.data + second->scale * first->scale;
}
} // namespace on_the_heap

namespace calls {
// Recursive, so it stands by itself.
double deep(const double *x, int n) {
  if (n == 0)
    return 1;
  if (x[0] < 0)
    throw std::domain_error("negative");
  return x[n - 1] * x[n - 1] + 0.5 * deep(x, n - 1);
}
struct Base {
  virtual ~Base() = default;
  virtual double at(double x) const = 0;
};
struct Root : Base {
  double at(double x) const override {
    if (x < 0)
      throw std::domain_error("root of a negative number");
    return x * x * x;
  }
};
struct Twice : Base {
  double at(double x) const override { return 2 * x * x; }
};
struct Row {
  double *data;
  explicit Row(int n) : data(new double[n]) {}
  Row(const Row &) = delete;
  Row &operator=(const Row &) = delete;
  ~Row() { delete[] data; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Row row(4);
  for (int i = 0; i < 4; ++i)
    row.data[i] = v[i] * v[3];
  double sum = 0;
  for (int i = 1; i < 4; ++i) {
    auto scale = std::make_unique<double>(v[i]);
    sum += *scale * deep(row.data, i);
  }
  return sum + row.data[0];
}
} // namespace calls

namespace dispatched {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<calls::Base>> all;
  all.push_back(std::make_unique<calls::Twice>());
  all.push_back(std::make_unique<calls::Root>());
  double sum = 0;
  for (const auto &each : all)
    for (double x : v)
      sum += each->at(x) * v[1];
  return sum;
}
} // namespace dispatched

template <class Function> bool throws(Function f) {
  try {
    f();
  } catch (const std::exception &error) {
    return error.what()[0] != 0;
  }
  return false;
}

#ifdef NO_AD
#define CHECK_UNWOUND(CASE)
#define CHECK_UNWOUND_REVERSE(CASE)
#else
#define CHECK_UNWOUND_REVERSE(CASE)                                                                \
  {                                                                                                \
    const V v = {-0.5, 1.5, 0.7, 1.1};                                                             \
    V bar = {1, 2, 3, 4};                                                                          \
    LEAVES_NOTHING(expect_true("thrown", throws([&] { CASE::f_reverse(v, bar, 1); })));            \
    for (int i = 0; i < 4; ++i)                                                                    \
      expect("untouched", bar[i], i + 1);                                                          \
  }                                                                                                \
  static_assert(true)
#define CHECK_UNWOUND(CASE)                                                                        \
  {                                                                                                \
    const V v = {-0.5, 1.5, 0.7, 1.1}, v_dot = {1, 0, 0, 1};                                       \
    double dot;                                                                                    \
    LEAVES_NOTHING(expect_true("thrown", throws([&] { CASE::f_forward(v, v_dot, dot); })));        \
  }                                                                                                \
  CHECK_UNWOUND_REVERSE(CASE)
#endif

int main() {
  CHECK_CASE_TWICE(pointers);
  CHECK_CASE_TWICE(lists);
  CHECK_CASE_TWICE(classes);
  CHECK_CASE_TWICE(blocks);
  CHECK_CASE_TWICE(trees);
  CHECK_CASE_TWICE(holders);
  CHECK_CASE_TWICE(constructors);
  CHECK_CASE_TWICE(on_the_heap);
  CHECK_CASE_TWICE(calls);
  CHECK_CASE_TWICE(dispatched);
  CHECK_UNWOUND(pointers);
  CHECK_UNWOUND(lists);
  CHECK_UNWOUND(classes);
  CHECK_UNWOUND(blocks);
  CHECK_UNWOUND_REVERSE(trees); // tangents of objects with virtual functions are left
  CHECK_UNWOUND(holders);
  CHECK_UNWOUND(constructors);
  CHECK_UNWOUND(on_the_heap);
  CHECK_UNWOUND(calls);
  CHECK_UNWOUND_REVERSE(dispatched);
  return finish();
}
