// Try blocks that change variables before they throw: throws are jumps to handlers, which may read
// what was thrown.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <stdexcept>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace one {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double y = 0;
  for (int i = 0; i < n; ++i) {
    double z = x[i];
    try {
      z = z * z;
      if (z > 1)
        throw std::runtime_error("big");
      z = 2 * z;
    } catch (...) {
      z = x[0] * z;
    }
    y += z;
  }
  return y;
}
} // namespace one

namespace called {
double checked_sqrt(double v) {
  if (v < 0.5)
    throw std::domain_error("neg");
  return std::sqrt(v);
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  int bad = 0;
  try {
    for (int i = 0; i < n; ++i)
      s += checked_sqrt(x[i]);
  } catch (const std::domain_error &) {
    ++bad;
  }
  return s + bad;
}
} // namespace called

namespace appended {
double checked_sqrt(double v) {
  if (v < 0.5)
    throw std::domain_error("neg");
  return std::sqrt(v);
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  std::vector<double> out;
  for (int i = 0; i < n; ++i) {
    try {
      out.push_back(checked_sqrt(x[i]));
    } catch (const std::exception &) {
      out.push_back(x[i] * x[i]);
    }
  }
  double s = 0;
  for (double v : out)
    s += v * v * v;
  return s;
}
} // namespace appended

namespace numbered {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  int i = 0;
  try {
    for (; i < n; ++i) {
      s += x[i] * x[i];
      if (s > 1.5)
        throw i;
    }
  } catch (int k) {
    s = s * x[k] + 1;
  }
  return s;
}
} // namespace numbered

namespace excess {
struct Err {
  double excess;
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      if (x[i] > 0.8)
        throw Err{x[i] - 0.8};
      s += x[i] * s + x[i];
    } catch (const Err &e) {
      s -= e.excess * e.excess;
    }
  }
  return s;
}
} // namespace excess

namespace elements {
double newton(double a) {
  double v = a;
  for (int k = 0; k < 30; ++k) {
    v = 0.5 * (v + a / v);
    if (a < 0.6)
      throw std::runtime_error("no");
  }
  return v;
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double y[6];
  for (int i = 0; i < n; ++i) {
    try {
      y[i] = 1;
      y[i] = newton(x[i]);
    } catch (std::runtime_error &) {
      y[i] += x[i];
    }
  }
  double s = 0;
  for (double v : y)
    s += v * v;
  return s;
}
} // namespace elements

namespace nested {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  int where = -1;
  try {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        s += x[i] * x[j];
        if (s > 2.5) {
          where = i * 10 + j;
          throw std::runtime_error("too much");
        }
        s *= 1.01;
      }
      s += x[i];
    }
    s = -s;
  } catch (const std::runtime_error &) {
    s = s * s + where * x[0];
  }
  return s;
}
} // namespace nested

namespace payload {
struct Bad {
  int i;
  double v;
};
double tested(const double *x, int i) {
  if (x[i] > 0.9)
    throw Bad{i, x[i] * 2};
  return x[i] * x[i];
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  for (int i = 0; i < n; ++i) {
    double t = 1;
    try {
      t = tested(x.data(), i);
      t *= t;
      s += t;
    } catch (Bad b) {
      s += b.v * b.v * x[b.i] + t;
      b.v = 0;
    } catch (int) {
      s = 0;
    }
  }
  return s;
}
} // namespace payload

namespace two {
struct Neg : std::runtime_error {
  using std::runtime_error::runtime_error;
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  int low = 0, high = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += x[i];
      if (x[i] < 0.45)
        throw Neg("low");
      s *= 1.1;
      if (x[i] > 0.95)
        throw std::logic_error("high");
      s += x[i] * x[i];
    } catch (const std::runtime_error &) {
      ++low;
      s -= x[i] * x[i];
    } catch (const std::exception &) {
      ++high;
      s *= x[i];
    }
  }
  return s + low * 2 - high;
}
} // namespace two

namespace returns {
double solve(const double *x, int n) {
  double s = 1;
  try {
    for (int i = 0; i < n; ++i) {
      s *= x[i] + 0.5;
      if (s > 2)
        return s * 3;
      if (s < 0.3)
        throw 1;
    }
  } catch (int) {
    return s * s;
  }
  return s;
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  return solve(x.data(), n) + solve(x.data() + 2, 3) * x[0] + solve(x.data(), 1);
}
} // namespace returns

namespace retried {
BOTH double f(const std::vector<double> &x) {

  double step = 1, y = x[0];
  int tries = 0;
  while (tries < 5) {
    try {
      double t = y - step * std::sin(y) * x[1];
      y = t;
      if (t < 0.2)
        throw std::domain_error("step");
      break;
    } catch (const std::domain_error &) {
      step *= 0.5;
      y = x[0];
      ++tries;
    }
  }
  return y * step;
}
} // namespace retried

namespace vectors {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  std::vector<double> log;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      log.push_back(x[i]);
      if (x[i] > 0.9)
        throw std::out_of_range("x");
      log.back() *= 2;
      s += log.back();
    } catch (const std::out_of_range &) {
      log.pop_back();
      log.push_back(x[0]);
    }
  }
  for (double v : log)
    s += v * v;
  return s;
}
} // namespace vectors

namespace owners {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      auto p = std::make_unique<double>(x[i] * x[i]);
      s += *p;
      if (*p > 0.8)
        throw std::runtime_error("no");
      s += *p * *p;
    } catch (const std::runtime_error &) {
      s *= 0.9;
    }
  }
  return s;
}
} // namespace owners

namespace closures {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  auto g = [&](double v) {
    s += v;
    if (v > 0.9)
      throw std::runtime_error("no");
    return v * v;
  };
  for (int i = 0; i < n; ++i) {
    try {
      s += g(x[i]) * 2;
      if (s < -100)
        throw std::runtime_error("x");
    } catch (const std::exception &) {
      s *= 1.5;
    }
  }
  return s;
}
} // namespace closures

namespace methods {
struct Account {
  double b_;
  int n_ = 0;
  explicit Account(double b) : b_(b) {}
  void withdraw(double a) {
    ++n_;
    if (a > b_)
      throw std::invalid_argument("insufficient");
    b_ -= a;
    b_ *= 1.01;
  }
  double balance() const { return b_ * n_; }
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  Account a(x[0] + x[1]);
  double fees = 0;
  for (int i = 2; i < n; ++i) {
    try {
      a.withdraw(x[i]);
    } catch (const std::invalid_argument &) {
      fees += x[i] * 0.1;
    }
  }
  return a.balance() - fees;
}
} // namespace methods

namespace switches {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += 0.1 * x[i];
      switch (i % 3) {
      case 0:
        s += x[i];
        break;
      case 1:
        if (x[i] > 0.6)
          throw 1.5;
        s *= 2;
        break;
      default:
        throw 2.5;
      }
      s += 1;
    } catch (double d) {
      s += d * x[i];
    }
  }
  return s;
}
} // namespace switches

namespace uncaught {
BOTH double f(const std::vector<double> &x) {

  double s = x[0];
  try {
    s *= x[1];
    if (s > 100)
      throw std::runtime_error("never");
    s += 1;
    if (s < -5)
      throw 3;
    s *= x[2];
  } catch (int) {
    s = 0;
  }
  return s;
}
} // namespace uncaught

namespace expressions {
double pos(double v) { return v > 0.6 ? v : throw std::range_error("neg"); }
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double s = 0, c = 0;
  for (int i = 0; i + 1 < n; ++i) {
    try {
      c += 1;
      s += pos(x[i]) * pos(x[i + 1]) + c * x[i];
    } catch (std::range_error &) {
      s += 0.5 * c * x[i];
    }
  }
  return s * c;
}
} // namespace expressions

namespace loops {
double sumto(const double *x, int n, double lim) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += x[i];
    if (s > lim)
      throw std::overflow_error("o");
    if (i == 4)
      return s * 2;
  }
  return s;
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double a = 0;
  for (int k = 1; k <= n; ++k) {
    try {
      a += 1;
      a += sumto(x.data(), k, 2.0);
      a *= 1.1;
    } catch (const std::overflow_error &) {
      a -= x[k - 1];
    }
  }
  return a;
}
} // namespace loops

int main() {
  CHECK_CASE(one, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(called, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(appended, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(numbered, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(excess, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(elements, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(nested, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(payload, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(two, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(returns, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(retried, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(vectors, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(owners, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(closures, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(methods, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(switches, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(uncaught, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(expressions, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(loops, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  return finish();
}
