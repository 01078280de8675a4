// Functions that find a place and return it from inside of a loop.
#include "vectors.h"
#include <stdexcept>
#include <string>

namespace compressed_rows {
class Matrix {
  std::vector<int> start, column;
  std::vector<double> value;
  double none = 0;

public:
  int n;
  explicit Matrix(int n) : start(n + 1), n(n) {
    for (int i = 0; i < n; ++i) {
      for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < n; ++j)
        column.push_back(j);
      start[i + 1] = static_cast<int>(column.size());
    }
    value.assign(column.size(), 0.0);
  }
  double &at(int i, int j) {
    for (int k = start[i]; k < start[i + 1]; ++k)
      if (column[k] == j)
        return value[k];
    throw std::out_of_range("no such entry");
  }
  const double &get(int i, int j) const {
    for (int k = start[i]; k < start[i + 1]; ++k)
      if (column[k] == j)
        return value[k];
    return none;
  }
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix A(4);
  for (int e = 0; e + 1 < A.n; ++e) {
    const double k = v[e] * v[e];
    A.at(e, e) += k;
    A.at(e + 1, e + 1) += k * v[e + 1];
    A.at(e, e + 1) -= k;
    A.at(e + 1, e) = A.at(e, e + 1) * A.at(e, e);
  }
  double s = 0;
  for (int i = 0; i < A.n; ++i)
    for (int j = 0; j < A.n; ++j)
      s += A.get(i, j) * A.get(j, i) * (i + 1);
  return s;
}
} // namespace compressed_rows

namespace first_larger {
double &find(std::vector<double> &v, double key) {
  for (auto &each : v)
    if (each > key)
      return each;
  return v.back();
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::vector<double> w = v;
  find(w, .4) *= 3;
  find(w, 1) += w[0] * v[1];
  double &r = find(w, .35);
  r = r * r;
  for (int i = 0; i < 3; ++i)
    find(w, .2 * i) *= v[i];
  return w[0] + 2 * w[1] * w[2] + find(w, 9);
}
} // namespace first_larger

namespace by_name {
struct Account {
  std::string name;
  double balance, rate;
};
class Bank {
  std::vector<Account> all;

public:
  void open(const std::string &name, double amount, double rate) {
    all.push_back({name, amount, rate});
  }
  Account &operator[](const std::string &name) {
    for (Account &a : all)
      if (a.name == name)
        return a;
    throw std::invalid_argument(name);
  }
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Bank bank;
  bank.open("a", v[0], .1);
  bank.open("b", v[1], v[2]);
  for (int year = 0; year < 3; ++year) {
    Account &from = bank["a"], &to = bank[year == 1 ? "a" : "b"];
    const double sum = from.balance * to.rate;
    from.balance -= sum;
    to.balance += sum * v[2];
  }
  return bank["a"].balance * bank["b"].balance;
}
} // namespace by_name

namespace nested_search {
double &cell(double (&grid)[3][3], double limit, int &steps) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      ++steps;
      if (grid[i][j] < limit)
        return grid[i][j];
    }
  return grid[1][1];
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double grid[3][3];
  for (int i = 0; i < 9; ++i)
    grid[i / 3][i % 3] = v[i % 3] * (1 + i);
  int steps = 0;
  for (int t = 0; t < 4; ++t)
    cell(grid, 1 + t, steps) *= 1.5 * v[t % 3] + steps;
  double s = 0;
  for (auto &row : grid)
    for (double x : row)
      s += x * x;
  return s;
}
} // namespace nested_search

int main() {
  CHECK_CASE(compressed_rows, {.3, .5, -.7, 1.1});
  CHECK_CASE(first_larger, {.3, .5, .7});
  CHECK_CASE(by_name, {.3, .5, .7});
  CHECK_CASE(nested_search, {.3, .5, .7});
  return finish();
}
