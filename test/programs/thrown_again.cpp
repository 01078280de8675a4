// Handlers that throw their exception again, to handlers around them.
#include "vectors.h"
#include <cmath>
#include <cstring>
#include <stdexcept>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace counted { // by the base class, in a callee
static double inner(double x) {
  if (x > 1)
    throw std::runtime_error("big");
  return x * x;
}

static double middle(double x, int &count) {
  try {
    return inner(x);
  } catch (const std::exception &) {
    ++count;
    throw;
  }
}

BOTH double f(const V &v) {
  int count = 0;
  double s = 0;
  for (double x : v) {
    try {
      s += middle(x, count);
    } catch (const std::runtime_error &e) {
      s += std::exp(-x) * double(std::strlen(e.what()));
    }
  }
  return s * (1 + count);
}
} // namespace counted

namespace chosen { // the object says which handler it is
static double risky(double x) {
  if (x > 2)
    throw std::range_error("r");
  if (x > 1)
    throw std::domain_error("d");
  return x;
}

BOTH double f(const V &v) {
  double s = 0, log = 1;
  for (double x : v) {
    try {
      try {
        log *= 1 + 0.1 * x;
        s += risky(x);
      } catch (const std::exception &) {
        log += x;
        throw;
      }
    } catch (const std::domain_error &) {
      s += x * log;
    } catch (const std::range_error &) {
      s -= x * x;
    }
  }
  return s * log;
}
} // namespace chosen

namespace freed { // memory, and objects of the handler and around it
BOTH double f(const V &v) {
  double total = 0;
  for (int i = 0; i < 4; ++i) {
    try {
      std::vector<double> w(v.begin(), v.end());
      double *buf = new double[2]{v[i], v[i] * v[i]};
      try {
        total += buf[0];
        if (buf[1] > 1)
          throw std::runtime_error("large");
        total += buf[1] * w[1];
      } catch (...) {
        std::vector<double> z(w);
        total *= buf[0] * z[0];
        delete[] buf;
        throw;
      }
      delete[] buf;
    } catch (const std::exception &) {
      total += 3 * v[3];
    }
  }
  return total;
}
} // namespace freed

namespace passed { // by a block whose handlers do not catch it
BOTH double f(const V &v) {
  double total = 0;
  for (int i = 0; i < 4; ++i) {
    try {
      total += 0.5 * v[0];
      try {
        total += v[i];
        try {
          total *= v[1];
          if (v[i] > 1)
            throw std::out_of_range("o");
          total *= 2;
        } catch (const std::logic_error &) {
          total += v[2];
          throw;
        }
      } catch (const std::domain_error &) {
        total = 0;
      }
      total += 0.1;
    } catch (const std::exception &) {
      total += v[3];
    }
  }
  return total;
}
} // namespace passed

namespace sorted { // a block inside of the handler sorts it
BOTH double f(const V &v) {
  double total = 0;
  for (int i = 0; i < 4; ++i) {
    try {
      total += v[i];
      if (v[i] > 2)
        throw std::range_error("a");
      if (v[i] > 1)
        throw std::domain_error("o");
      total *= 2;
    } catch (...) {
      try {
        total += 1;
        throw;
      } catch (const std::domain_error &) {
        total *= v[0];
      } catch (const std::exception &) {
        total *= v[1];
      }
    }
  }
  return total;
}
} // namespace sorted

namespace library { // thrown by a member of the library
BOTH double f(const V &v) {
  double total = 0;
  for (std::size_t i = 2; i < 6; ++i) {
    try {
      try {
        total += v[0];
        total *= v.at(i);
      } catch (const std::out_of_range &) {
        total += v[1];
        throw;
      }
    } catch (const std::exception &) {
      total *= v[3];
    }
  }
  return total;
}
} // namespace library

int main() {
  CHECK_CASE_TWICE(counted);
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(freed);
  CHECK_CASE_TWICE(passed);
  CHECK_CASE_TWICE(sorted);
  CHECK_CASE_TWICE(library);
  return finish();
}
