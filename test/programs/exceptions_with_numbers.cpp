// Exceptions that derive from those of the library and carry floating values, which handlers read.
#include "vectors.h"
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

namespace member {
struct OutOfDomain : std::runtime_error {
  double at;
  OutOfDomain(const char *what, double a) : std::runtime_error(what), at(a) {}
};

double logarithm(double x) {
  if (x <= 0)
    throw OutOfDomain("logarithm", x);
  return std::log(x);
}

double sum(const std::vector<double> &x, double shift) {
  double s = 0;
  int bad = 0;
  for (double t : x) {
    double r = 0;
    try {
      r = logarithm(t - shift);
    } catch (const OutOfDomain &e) {
      r = -e.at * e.at;
      ++bad;
    }
    s += r;
  }
  if (bad > 3)
    throw std::logic_error("all of them");
  return s;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double r;
  try {
    r = sum(v, v[3]);
  } catch (const std::exception &) {
    r = -1;
  }
  return r * v[0];
}
} // namespace member

namespace asked {
class Diverged : public std::exception {
  double last_;
  int steps_;
  std::string text;

public:
  Diverged(double x, int n) : last_(x * 2), steps_(n), text("after " + std::to_string(n)) {}
  double last() const { return last_; }
  int steps() const noexcept { return steps_; }
  const char *what() const noexcept override { return text.c_str(); }
};

double iterate(double x, double r, int n) {
  for (int i = 0; i < n; ++i) {
    x = r * x * (1 - 0.3 * x);
    if (x > 2.5 || x < 0)
      throw Diverged(x, i);
  }
  return x;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 4; ++k)
    try {
      s += iterate(v[k], 1.5 + v[(k + 1) % 4], 5);
    } catch (const Diverged &d) {
      s += 0.1 * d.last() * d.steps() + 0.01 * double(std::strlen(d.what()));
    }
  return s;
}
} // namespace asked

namespace bases {
struct Base : std::runtime_error {
  double value;
  Base(double v) : std::runtime_error("base"), value(v * v) {}
};
struct Derived : Base {
  double extra = 0.5;
  Derived(double a, double b) : Base(a + b) {}
  Derived() : Derived(1, 2) {}
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 1;
  for (double x : v)
    try {
      s *= 1.1;
      if (x > 2)
        throw Derived(x, s);
      if (x > 1)
        throw Base(x);
      if (x < 0.38)
        throw Derived();
      s += x;
    } catch (const Derived &d) {
      s += d.value * d.extra;
    } catch (const Base &b) {
      s -= b.value * 0.1;
    }
  return s;
}
} // namespace bases

namespace members_that_change {
struct Limit : std::out_of_range {
  double by;
  explicit Limit(double b) : std::out_of_range("limit"), by(b) {}
};
struct Account {
  double balance;
  void take(double x) {
    if (x > balance)
      throw Limit(x - balance);
    balance -= x;
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Account a{v[0] + 1};
  double missing = 0;
  for (double x : {v[1], v[2], v[3]})
    try {
      a.take(x);
    } catch (Limit &e) {
      missing += e.by * e.by;
      a.take(a.balance * 0.5);
    } catch (const std::exception &e) {
      missing += double(std::strlen(e.what()));
    }
  return a.balance * 2 + missing;
}
} // namespace members_that_change

namespace nested {
struct Negative : std::domain_error {
  double x;
  Negative(double value) : std::domain_error("negative"), x(value) {}
};

double root(double a) {
  if (a < 1)
    throw Negative{a};
  return std::sqrt(a);
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  try {
    for (double a : v) {
      try {
        s += root(a);
      } catch (const Negative &n) {
        s += n.x;
        if (s > 4)
          throw std::runtime_error("too much");
      }
    }
  } catch (const std::runtime_error &e) {
    s *= 2 * double(std::strlen(e.what()));
  }
  return s;
}
} // namespace nested

int main() {
  CHECK_CASE_TWICE(member);
  CHECK_CASE_TWICE(asked);
  CHECK_CASE_TWICE(bases);
  CHECK_CASE_TWICE(members_that_change);
  CHECK_CASE_TWICE(nested);
  return finish();
}
