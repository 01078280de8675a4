// Handlers that catch pointers, by value and by reference: they are no part of the exception.
#include "vectors.h"
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace {
struct Code {
  int number;
};
struct Detailed : Code {
  int line;
};
const Code codes[] = {{3}, {5}};
const Detailed detailed{{2}, 7};
} // namespace

namespace messages {
double safe(double v) {
  if (v < 0.8)
    throw "small";
  return std::sqrt(v);
}
BOTH double f(const std::vector<double> &x) {
  double s = 1;
  for (double each : x) {
    try {
      s *= safe(each);
    } catch (const char *m) {
      s += each * (m[1] - 'a') + std::strlen(m);
    }
  }
  return s;
}
} // namespace messages

namespace moved_along {
BOTH double f(const std::vector<double> &x) {
  double s = x[0];
  int letters = 0;
  try {
    s *= x[1];
    if (x[2] > 0.5)
      throw "many letters";
    s += x[2];
  } catch (const char *m) {
    for (; *m; ++m)
      letters += *m == 'e';
    s = s * x[3] + letters * x[0];
  }
  return s;
}
} // namespace moved_along

namespace by_reference {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  for (double each : x)
    try {
      s += each;
      if (each > 1)
        throw &codes[each > 1.5];
      s *= each;
    } catch (const Code *const &c) {
      s += c->number * each * s;
    }
  return s;
}
} // namespace by_reference

namespace bases {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  for (double each : x)
    try {
      s += each;
      if (each > 1)
        throw &detailed;
      s *= each;
    } catch (const Code *c) {
      s += c->number * each * s;
    }
  return s;
}
} // namespace bases

namespace with_others {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  int i = 0;
  for (double each : x)
    try {
      s += each;
      if (++i == 2)
        throw "two";
      if (i == 3)
        throw std::string("three");
      s *= each;
    } catch (const char *m) {
      s *= m[0] == 't' ? each : 1;
    } catch (const std::string &m) {
      s += m.size() * each;
    }
  return s;
}
} // namespace with_others

namespace thrown_again {
BOTH double f(const std::vector<double> &x) {
  double s = x[0];
  try {
    try {
      s *= x[1];
      if (x[2] > 0.5)
        throw "again";
      s += x[2];
    } catch (const char *const &m) {
      s += x[3] * std::strlen(m);
      throw;
    }
  } catch (const char *m) {
    s *= x[0] * std::strlen(m);
  }
  return s;
}
} // namespace thrown_again

int main() {
  CHECK_CASE_TWICE(messages);
  CHECK_CASE_TWICE(moved_along);
  CHECK_CASE_TWICE(by_reference);
  CHECK_CASE_TWICE(bases);
  CHECK_CASE_TWICE(with_others);
  CHECK_CASE_TWICE(thrown_again);
  return finish();
}
