// Destructors that change more than their object, where an exception that f catches passes them.
#include "unwound.h"
#include "vectors.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Holder { // by a member
  int k;
  Sink sink;
};
struct Derived : Sink { // by a base
  int k;
  Derived(double &d, double w, int n) : Sink{d, w}, k(n) {}
};
struct Undo {
  double &r, old;
  explicit Undo(double &x) : r(x), old(x) {}
  ~Undo() { r = old; }
};

namespace in_the_block {
BOTH double f(const V &x) {
  double s = 0, t = 0;
  try {
    Sink q{t, x[3]};
    if (x[0] < 1)
      throw 1;
    s += x[0];
  } catch (int) {
    s += 1;
  }
  return s + t * x[1];
}
} // namespace in_the_block

namespace in_a_callee {
double g(V &x, int k) {
  Sink s{x[0], x[k]};
  if (x[k] > 1)
    throw 1;
  return x[k] * x[1];
}
BOTH double f(const V &v) {
  V x = v;
  double s = 0;
  for (int i = 1; i < 4; ++i)
    try {
      s += g(x, i);
    } catch (int) {
      s += x[0];
    }
  return s * x[0];
}
} // namespace in_a_callee

namespace last_first {
BOTH double f(const V &x) {
  double s = x[0], t = 1;
  try {
    Scales a(&s, x[1]);
    Sink b{s, x[2]};
    {
      Sink over{t, x[3]};
      t *= x[0];
    }
    Sink c{t, x[0]};
    if (x[0] < 1)
      throw std::runtime_error("small");
    s += t;
  } catch (const std::exception &) {
    s *= t;
  }
  return s + t;
}
} // namespace last_first

namespace holders {
BOTH double f(const V &x) {
  double s = x[0], t = x[1];
  for (int i = 0; i < 4; ++i) {
    try {
      Holder h{i, {s, x[i]}};
      Derived d(t, x[3 - i], i);
      if (x[i] > 1)
        throw i;
      s += x[i] * t;
    } catch (int k) {
      s += k * t;
    }
  }
  return s * t;
}
} // namespace holders

namespace closures {
BOTH double f(const V &x) {
  double s = x[0];
  try {
    auto g = on_exit([&, k = x[1]] { s = s * k + x[2]; });
    if (x[0] < 1)
      throw 1.0;
    s += x[3];
  } catch (double) {
    s *= x[3];
  }
  return s;
}
} // namespace closures

namespace held_functions {
struct Fin {
  std::function<void()> f;
  ~Fin() {
    if (f)
      f();
  }
};
BOTH double f(const V &x) {
  double s = x[0];
  try {
    Fin g{[&] { s *= x[1]; }};
    if (x[0] < 1)
      throw 1.0;
    s += x[3];
  } catch (...) {
    s *= x[3];
  }
  return s;
}
} // namespace held_functions

namespace in_loops {
BOTH double f(const V &x) {
  double s = 0, t = x[1];
  try {
    for (int i = 0; i < 4; ++i) {
      Sink q{t, x[i]};
      if (x[i] * t > 1.5)
        throw std::out_of_range("large");
      if (x[i] < 0.5)
        continue;
      s += x[i] * t;
    }
  } catch (const std::out_of_range &e) {
    s += std::string(e.what()).size() * t;
  }
  return s * t;
}
} // namespace in_loops

namespace outer_handlers {
BOTH double f(const V &x) {
  double s = x[0], t = x[1];
  try {
    Sink outer{t, x[2]};
    try {
      Sink inner{s, x[3] * t};
      if (x[0] < 1)
        throw 1;
      s += x[3];
    } catch (double) {
      s = 0;
    }
    s += t;
  } catch (int) {
    s *= t;
  }
  return s * t;
}
} // namespace outer_handlers

namespace thrown_again {
BOTH double f(const V &x) {
  double s = x[0], t = x[1];
  try {
    Sink outer{t, x[2]};
    try {
      Sink inner{s, x[3] * t};
      if (x[0] < 1)
        throw 1;
      s += x[3];
    } catch (int) {
      Sink handling{s, t};
      throw;
    }
    s += t;
  } catch (int) {
    s *= t;
  }
  return s * t;
}
} // namespace thrown_again

namespace by_the_library {
BOTH double f(const V &x) {
  double s = x[0], t = x[1];
  std::map<int, double> m{{1, x[2]}};
  std::optional<double> o;
  for (int i = 2; i < 6; ++i)
    try {
      Sink q{t, x[3]};
      s += x.at(i) * t;
    } catch (const std::out_of_range &) {
      s *= t;
    }
  for (int i = 0; i < 3; ++i)
    try {
      Sink q{t, s};
      s += m.at(i) * t;
    } catch (...) {
      s *= t;
    }
  try {
    Sink q{t, s};
    s += o.value() * t;
  } catch (...) {
    s *= t;
  }
  return s * t;
}
} // namespace by_the_library

namespace undone {
double risky(double &k, double x) {
  Undo u(k);
  if (x > 1)
    throw x;
  k *= x;
  return k * k;
}
BOTH double f(const V &x) {
  double k = x[0], s = 0;
  int depth = 0;
  for (int i = 0; i < 4; ++i)
    try {
      Nested n(depth);
      s += risky(k, x[i]) * depth;
      k += x[i];
    } catch (double y) {
      s += y * k * (depth + 1);
    }
  try {
    Undo u(k);
    s += x.at(4) * k;
  } catch (const std::out_of_range &) {
    s *= k;
  }
  return s * k + depth;
}
} // namespace undone

namespace owned {
struct Matrix {
  double *p;
  int n;
  explicit Matrix(int k) : p(new double[k]()), n(k) {}
  Matrix(const Matrix &) = delete;
  ~Matrix() {
    delete[] p;
    p = nullptr;
  }
};
BOTH double f(const V &x) {
  double s = x[0], t = 1;
  try {
    Matrix m(4);
    Sink q{t, x[3]};
    for (int i = 0; i < 4; ++i)
      m.p[i] = x[i] * s;
    if (m.p[1] > 0.5)
      throw 1;
    s += m.p[0];
  } catch (int) {
    s += t;
  }
  return s * t;
}
} // namespace owned

namespace tested_beside_owners {
using owned::Matrix;
BOTH double f(const V &x) {
  double s = 0;
  for (int i = 1; i < 6; ++i)
    try {
      auto first = std::make_unique<double>(x[0] * s);
      Matrix m(2);
      s += *first;
      m.p[1] = x[3];
      s *= x.at(i) + m.p[1];
    } catch (const std::out_of_range &) {
      s += x[2];
    }
  return s;
}
} // namespace tested_beside_owners

namespace in_constructors {
struct Two {
  Sink a;
  double k;
  Two(double &d, double x) : a{d, x}, k(x) {
    if (x > 1)
      throw 1;
    k *= 2;
  }
};
struct Based : Sink {
  double k;
  Based(double &d, double x) : Sink{d, x}, k(x) {
    if (x < 1)
      throw 1;
    k *= 2;
  }
};
struct Scaled {
  Sink a;
  double by;
  Scaled(double &d, double x) : a{d, x}, by(x) {}
  ~Scaled() { a.d *= by; }
};
struct Nested {
  double z;
  Scaled h;
  double k;
  Nested(double &d, double x) : z(x), h(d, x), k(x) {
    if (x > 1)
      throw 1;
    k *= 2;
  }
};
BOTH double f(const V &x) {
  double s = x[0], t = x[1];
  for (double each : x)
    try {
      Nested n(t, each);
      s += n.k * t;
      Two w(t, each * 1.2);
      s += w.k * t;
      Based b(t, each * 1.1);
      s += b.k * t;
    } catch (int) {
      s += t * x[1];
    }
  return s * t;
}
} // namespace in_constructors

namespace temporaries {
double g(const Sink &q, double x) {
  if (x > 1)
    throw x;
  return q.w * x;
}
struct Adds {
  double *d;
  double w;
  Adds(double *a, double b) : d(a), w(b) {}
  Adds(const Adds &o) : d(o.d), w(o.w * 2) {}
  ~Adds() { *d += w; }
};
double h(Adds q, double x) {
  if (x > 1)
    throw x;
  return q.w * x;
}
BOTH double f(const V &x) {
  double s = x[0], t = x[1];
  for (int i = 0; i < 4; ++i)
    try {
      s += g(Sink{t, x[3 - i]}, x[i]) * t;
      Adds p(&t, x[3 - i]);
      s += h(p, x[i]) * t;
      auto q = std::make_unique<Adds>(&t, x[i]);
      s += x[i] < 0.5 ? throw 2 : q->w * t;
    } catch (double y) {
      s += t * y;
    } catch (int) {
      s *= t;
    }
  return s * t;
}
} // namespace temporaries

namespace in_members {
struct Steps {
  double t;
  V x;
  double step(int i) {
    Sink q{t, x[i]};
    auto check = [&](double by) {
      Sink r{t, by};
      if (x[i] > 1)
        throw i;
      t *= x[i];
    };
    check(x[0]);
    return t;
  }
  double all() {
    double s = 0;
    for (int i = 0; i < 4; ++i)
      try {
        s += step(i);
      } catch (int k) {
        s += t * k;
      }
    return s;
  }
};
BOTH double f(const V &x) {
  Steps m{x[0], x};
  return m.all() * m.t;
}
} // namespace in_members

namespace thrown_from_handlers {
void h(double &t, double x) {
  try {
    Sink q{t, x};
    if (x > 1)
      throw 1;
  } catch (int) {
    Sink r{t, 2 * x};
    throw 2.5 * x;
  }
}
BOTH double f(const V &x) {
  double s = x[0], t = x[1];
  for (double each : x)
    try {
      Sink u{s, t};
      h(t, each);
      s += t;
    } catch (double y) {
      s += y * t;
    }
  return s * t;
}
} // namespace thrown_from_handlers

int main() {
  CHECK_CASE_TWICE(in_the_block);
  CHECK_CASE_TWICE(in_a_callee);
  CHECK_CASE_TWICE(last_first);
  CHECK_CASE_TWICE(holders);
  CHECK_CASE_TWICE(closures);
  CHECK_CASE_TWICE(held_functions);
  CHECK_CASE_TWICE(in_loops);
  CHECK_CASE_TWICE(outer_handlers);
  CHECK_CASE_TWICE(thrown_again);
  CHECK_CASE_TWICE(by_the_library);
  CHECK_CASE_TWICE(undone);
  CHECK_CASE_TWICE(owned);
  CHECK_CASE_TWICE(tested_beside_owners);
  CHECK_CASE_TWICE(in_constructors);
  CHECK_CASE_TWICE(temporaries);
  CHECK_CASE_TWICE(in_members);
  CHECK_CASE_TWICE(thrown_from_handlers);
  return finish();
}
