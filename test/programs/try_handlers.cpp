// Handlers that look at what they caught, try blocks in try blocks, and what the library throws in
// blocks that change variables.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace printed {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    for (int i = 0; i < n; ++i) {
      if (x[i] < 0)
        throw std::invalid_argument("negative");
      s += std::sqrt(x[i]);
    }
  } catch (const std::exception &e) {
    std::clog << "error: " << e.what() << "\n";
    return 0;
  }
  return s;
}
} // namespace printed

namespace message_made {
inline double safe_log(double v) {
  if (v <= 0)
    throw std::domain_error("log of nonpositive: " + std::to_string(v));
  return std::log(v);
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += safe_log(x[i] - 0.5);
    } catch (const std::domain_error &e) {
      std::clog << e.what() << std::endl;
      s += x[i] * x[i];
    }
  }
  return s;
}
} // namespace message_made

namespace attempted {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double r;
  try {
    if (n > 100)
      throw std::runtime_error("too many");
    r = x[0] * x[1];
  } catch (const std::runtime_error &e) {
    std::cout << e.what();
    r = x[0];
  }
  return r;
}
} // namespace attempted

namespace logged {
[[ad::constant]] void log_msg(const std::string &m) {
  if (m.size() > 1000)
    std::abort();
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    for (int i = 0; i < n; ++i) {
      s += x[i];
      if (s > 2)
        throw std::runtime_error("over");
    }
  } catch (const std::exception &e) {
    log_msg(e.what());
    s *= 0.5;
  }
  return s;
}
} // namespace logged

namespace own_class {
struct Conv : std::exception {
  const char *what() const noexcept override { return "no convergence"; }
};
BOTH double f(const std::vector<double> &x) {
  double y = x[0];
  try {
    for (int k = 0;; ++k) {
      double dy = (y * y - x[1]) / (2 * y);
      y -= dy;
      if (std::abs(dy) < 1e-12)
        break;
      if (k > 3)
        throw Conv();
    }
  } catch (const Conv &e) {
    std::clog << e.what();
    y += x[2];
  }
  return y;
}
} // namespace own_class

namespace elements {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> v(x);
  double s = 0;
  try {
    for (int i = 0; i <= n; ++i)
      s += v.at(i) * v.at(i);
  } catch (const std::out_of_range &) {
    s *= 2;
  }
  return s;
}
} // namespace elements

namespace element_missing {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  try {
    s = v.at(10);
  } catch (const std::out_of_range &e) {
    std::clog << e.what();
    s = x[0] * x[0];
  }
  return s;
}
} // namespace element_missing

namespace optionals {
BOTH double f(const std::vector<double> &x) {
  std::optional<double> o;
  if (x[0] > 100)
    o = x[1];
  double s = x[2];
  try {
    s *= x[3];
    s += o.value();
  } catch (const std::bad_optional_access &) {
    s += x[0];
  }
  return s;
}
} // namespace optionals

namespace maps {
BOTH double f(const std::vector<double> &x) {
  std::map<std::string, double> m{{"a", x[0]}, {"b", x[1]}};
  double s = 1;
  try {
    s *= m.at("a");
    s *= m.at("b");
    s *= m.at("c");
  } catch (const std::out_of_range &e) {
    s += x[2];
  }
  return s;
}
} // namespace maps

namespace inside {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  try {
    s += x[0];
    try {
      s += x[1] * x[1];
      if (s > 0.1)
        throw 1;
      s = 0;
    } catch (int) {
      s *= 3;
    }
    if (s > 1)
      throw 2.5;
    s += 1;
  } catch (double d) {
    s *= d;
  }
  return s;
}
} // namespace inside

namespace compared {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  std::string msg = "none";
  try {
    s = x[0] * x[1];
    if (s > 0.01)
      throw std::runtime_error(std::string("value ") + "too large");
  } catch (const std::exception &e) {
    msg = e.what();
    s += x[2];
  }
  if (msg == "value too large")
    s *= x[3];
  return s;
}
} // namespace compared

namespace in_called {
inline double inner(double a) {
  try {
    if (a > 0.72)
      throw std::range_error("r");
    return a * a;
  } catch (const std::range_error &) {
    return 2 * a;
  }
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    for (int i = 0; i < n; ++i) {
      s += inner(x[i]);
      if (s > 3)
        throw std::overflow_error("o");
    }
  } catch (const std::exception &e) {
    s = s + x[0];
  }
  return s;
}
} // namespace in_called

namespace past_inner {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  try {
    try {
      s += x[0];
      if (s > 0.1)
        throw std::runtime_error("a");
    } catch (const std::logic_error &) {
      s = 7;
    }
  } catch (const std::runtime_error &) {
    s *= x[1];
  }
  return s;
}
} // namespace past_inner

namespace thrown_again {
inline double checked(double v) {
  if (v > 1e3)
    throw std::runtime_error("big");
  return v * v;
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    for (int i = 0; i < n; ++i)
      s += checked(x[i]);
  } catch (const std::exception &e) {
    std::clog << e.what() << '\n';
    throw;
  }
  return s;
}
} // namespace thrown_again

namespace of_solver {
class Solver {
public:
  double solve(double a) {
    if (a > 1)
      throw std::runtime_error("diverged");
    it_++;
    return std::sqrt(a);
  }
  int it_ = 0;
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  Solver sv;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += sv.solve(x[i]);
    } catch (const std::runtime_error &e) {
      std::clog << "solver: " << e.what() << "\n";
      s -= x[i];
    }
  }
  return s;
}
} // namespace of_solver

namespace parsed {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  try {
    int k = std::stoi("12");
    s = x[0] * k;
  } catch (const std::exception &e) {
    s = x[1];
  }
  return s;
}
} // namespace parsed

namespace copied {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += x[i];
      if (x[i] > 0.8)
        throw std::runtime_error("r");
      s *= 1.1;
    } catch (std::runtime_error e) {
      s += e.what()[0] == 'r' ? 2 * x[i] : 0;
    }
  }
  return s;
}
} // namespace copied

namespace in_loops {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    try {
      s += v[k];
      for (int j = 0; j < 3; ++j) {
        if (k == 2)
          continue;
        s += v.at(2 * k + j) * v[j];
        if (s > 100)
          break;
      }
    } catch (const std::exception &e) {
      s = s * 0.5 + v[k];
    }
  }
  return s;
}
} // namespace in_loops

namespace deep {
inline double deep(const std::vector<double> &v, int i) { return v.at(i) * v.at(i + 1); }
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 1;
  try {
    for (int i = 0;; ++i)
      s += deep(v, i) * s;
  } catch (const std::out_of_range &e) {
    s += v[0];
  }
  return s;
}
} // namespace deep

namespace past_two {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    s = x[0];
    try {
      s *= x[1];
      if (n > 3)
        throw std::out_of_range("a");
      s = 7;
    } catch (const std::domain_error &) {
      s = 9;
    }
    s = 11;
  } catch (const std::logic_error &e) {
    s += x[2] * (e.what()[0] == 'a');
  }
  return s;
}
} // namespace past_two

namespace thrown_in_handler {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    s = x[0];
    try {
      s *= x[1];
      if (n > 3)
        throw std::out_of_range("a");
      s = 7;
    } catch (const std::out_of_range &) {
      s += x[4];
      throw std::runtime_error("second");
    }
    s = 11;
  } catch (const std::runtime_error &e) {
    s += x[2] * x[2];
  }
  return s;
}
} // namespace thrown_in_handler

namespace destroyed {
struct Guard {
  double *p;
  explicit Guard(double *p) : p(p) { *p += 1; }
  ~Guard() { *p *= 2; }
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    s = x[0];
    Guard g(&s);
    s += x[1];
    if (n > 3)
      throw std::out_of_range("a");
    s = 0;
  } catch (const std::exception &e) {
    s += x[2] * s;
  }
  return s;
}
} // namespace destroyed

namespace lambdas {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  auto risky = [&](int i) {
    if (i == 3)
      throw std::invalid_argument("three");
    s += x[i];
    return x[i] * s;
  };
  for (int i = 0; i < n; ++i) {
    try {
      s += risky(i);
    } catch (const std::invalid_argument &e) {
      s -= x[i];
      std::ostringstream o;
      o << e.what();
      if (o.str() == "three")
        s += x[0];
    }
  }
  return s;
}
} // namespace lambdas

namespace collected {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  std::vector<std::string> errors;
  for (int i = 0; i < n; ++i) {
    try {
      if (x[i] > 0.72)
        throw std::runtime_error("big at " + std::to_string(i));
      s += x[i];
    } catch (const std::exception &e) {
      errors.push_back(e.what());
      s += 0.1 * x[i] * x[i];
    }
  }
  return s * errors.size();
}
} // namespace collected

namespace retried {
BOTH double f(const std::vector<double> &x) {
  int retries = 0;
  double step = 1, y = x[0];
  while (true) {
    try {
      double t = y + step * x[1];
      if (t > 0.9)
        throw std::overflow_error("step");
      y = t * t;
      break;
    } catch (const std::overflow_error &) {
      step *= 0.5;
      if (++retries > 6)
        break;
    }
  }
  return y;
}
} // namespace retried

namespace optionals_in_loops {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::optional<double> o;
  double s = x[2];
  for (int i = 0; i < n; ++i) {
    if (i == 2)
      o = x[i] * x[i];
    try {
      s *= 1.5;
      s += o.value() * x[i];
    } catch (const std::bad_optional_access &) {
      s += x[i];
    }
  }
  return s;
}
} // namespace optionals_in_loops

namespace maps_in_loops {
BOTH double f(const std::vector<double> &x) {
  const std::map<std::string, double> m{{"a", x[0]}, {"b", x[1]}};
  double s = 0;
  for (const char *k : {"a", "q", "b"}) {
    try {
      s += 1;
      s *= m.at(k);
    } catch (const std::out_of_range &) {
      s += x[2] * x[2];
    }
  }
  return s;
}
} // namespace maps_in_loops

namespace records {
enum class Err { Low, High };
struct E2 {
  Err code;
  std::string text;
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += x[i];
      if (x[i] < 0.6)
        throw E2{Err::Low, "low"};
      if (x[i] > 0.9)
        throw E2{Err::High, "high"};
      s *= 1.2;
    } catch (const E2 &e) {
      if (e.code == Err::Low)
        s += x[i];
      else
        s -= 2 * x[i] * e.text.size();
    }
  }
  return s;
}
} // namespace records

namespace asked {
struct Bad : std::runtime_error {
  int line;
  Bad(const std::string &m, int l) : std::runtime_error(m), line(l) {}
  int where() const { return line; }
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += x[i];
      if (x[i] < 0.6)
        throw Bad("bad", i);
      s *= 1.2;
    } catch (const Bad &e) {
      s += e.where() * x[e.line];
    }
  }
  return s;
}
} // namespace asked

namespace numbers {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i = 0; i < n; ++i) {
    try {
      s += x[i];
      if (x[i] < 0.6)
        throw i;
      s *= 1.2;
    } catch (int k) {
      s += k * x[k];
    } catch (...) {
      s = 0;
    }
  }
  return s;
}
} // namespace numbers

namespace methods {
struct Acc {
  double total = 0;
  void add(double v) {
    if (v > 0.95)
      throw std::out_of_range("v");
    total += v * v;
  }
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  Acc a;
  for (int i = 0; i < n; ++i) {
    try {
      a.add(x[i]);
    } catch (const std::out_of_range &e) {
      a.total -= x[i];
    }
  }
  return a.total;
}
} // namespace methods

namespace tokens {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  std::string in = "1.5,abc,2.5";
  std::stringstream ss(in);
  std::string tok;
  int i = 0;
  while (std::getline(ss, tok, ',')) {
    try {
      double w = std::stod(tok);
      s += w * x[i];
    } catch (const std::invalid_argument &) {
      s += x[i] * x[i];
    }
    ++i;
  }
  return s;
}
} // namespace tokens

namespace found {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  try {
    s += x[0];
    auto it = std::find(x.data(), x.data() + n, 77.0);
    if (it == x.data() + n)
      throw std::logic_error("not found");
    s += *it;
  } catch (const std::logic_error &err) {
    s += x[1];
    printf("%s", err.what()[0] ? "" : "x");
  }
  return s;
}
} // namespace found

namespace incremented {
BOTH double f(const std::vector<double> &at) {
  std::vector<double> v = at;
  double s = 0;
  std::size_t k = 0;
  try {
    while (true) {
      v.at(k++) *= 2;
      s += v[k - 1] * at[0];
    }
  } catch (const std::out_of_range &) {
    s += at[1] * static_cast<double>(k);
  }
  return s;
}
} // namespace incremented

// A try block may be the whole body.
namespace whole {
static double root(double v) try {
  if (v < 0.5)
    throw v;
  return std::sqrt(v);
} catch (double w) {
  return w * w;
}
BOTH double f(const std::vector<double> &x) try {
  double s = 0;
  for (double v : x)
    s += root(v) * root(2 * v);
  if (s < 0)
    throw std::runtime_error("negative");
  return s * x.at(1);
} catch (const std::exception &) {
  return x[0];
}
} // namespace whole

namespace given_by_reference {
struct E1 {
  int k;
};
double h(double a, double &b, int n) {
  if (n > 4)
    return h(a * 0.5, b, n - 1) * 0.5;
  if (b > 0.8)
    return a - b;
  if (n > 3)
    throw E1{2};
  int i = 2;
  while (i-- > 0) {
    double t = b * a;
  }
  return a * 0.5 + std::sin(b);
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double u[4] = {v[0], v[1], v[2], v[3]}, x = v[1];
  int n = v[0] > 1 ? 4 : 1;
  u[n & 3] -= std::sin(u[0]);
  try {
    u[n & 3] += h(u[0], u[0], n);
  } catch (const E1 &e) {
    double t = x;
    ++n;
  }
  return u[0] * u[1] + u[1] * n + u[2];
}
} // namespace given_by_reference

int main() {
  std::clog.setstate(std::ios::failbit);
  CHECK_CASE(printed, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(message_made, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(attempted, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(logged, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(own_class, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(elements, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(element_missing, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(optionals, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(maps, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(inside, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(compared, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(in_called, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(past_inner, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(thrown_again, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(of_solver, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(parsed, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(copied, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(in_loops, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(deep, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(past_two, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(thrown_in_handler, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(destroyed, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(lambdas, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(collected, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(retried, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(optionals_in_loops, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(maps_in_loops, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(records, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(asked, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(numbers, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(methods, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(tokens, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(found, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(incremented, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(whole, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE_TWICE(given_by_reference);
  return finish();
}
