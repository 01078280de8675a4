// Constructors that change more than their object run once.
#include "vectors.h"

struct Account {
  double rate, total;
  Account(double x, double &log) : rate(x * x), total(1) {
    log += rate;
    for (int i = 0; i < 2; ++i)
      total *= log;
  }
  double get() const { return rate * total; }
};
struct Two {
  double k;
  Two() : k(2) {}
  void set(double x) { k *= x; }
};
struct Named {
  std::vector<double> values;
  double last;
  Named(const std::vector<double> &v, double &log) : values(v), last(v[0]) {
    log *= last;
    values.push_back(log);
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double log = v[1];
  Account a(v[0], log);
  Two d;
  d.set(v[2]);
  double s = a.get() * log * d.k;
  for (int i = 0; i < 3; ++i) {
    Account b(s, log);
    Named n(v, log);
    if (b.total > 1e9)
      return log;
    s += 0.01 * b.get() * n.values[3] * n.last;
  }
  return s + log;
}

int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
