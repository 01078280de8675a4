// Try blocks around virtual calls, in recursion, in the cases of a switch inside a loop.
#include "vectors.h"
#include <stdexcept>
struct Law {
  virtual ~Law() = default;
  virtual double at(double x) const {
    if (x > 2)
      throw 1;
    return x * x;
  }
};
struct Steep : Law {
  double k;
  Steep(double k) : k(k) {}
  double at(double x) const override {
    double s = 0;
    for (int i = 0; i < 3; ++i) {
      s += x * k;
      if (s > 3)
        throw std::runtime_error("steep");
    }
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double dispatch(const std::vector<double> &x) {
  Law a;
  Steep b(x[1]);
  const Law *l[] = {&a, &b};
  double t = 0.3;
  for (int i = 0; i < 6; ++i) {
    double r = 0;
    try {
      r = l[i % 2]->at(t + i * 0.7) * t;
    } catch (const std::exception &) {
      t *= x[0];
    } catch (int) {
      r = x[2];
    }
    t = t * 0.5 + r;
  }
  return t;
}
double rec(double x, int n) {
  try {
    if (n == 0) {
      if (x > 1)
        throw 2.5;
      return x;
    }
    return rec(x * 1.3, n - 1) * x;
  } catch (double) {
    return n > 1 ? x * x : 3 * x;
  }
}
[[ad::differentiate(forward, reverse)]]
double recursion(const std::vector<double> &x) {
  return rec(x[0], 3) + rec(x[1], 2) * rec(x[2], 2);
}
double sw(double x, int n) {
  double r = 0;
  for (int i = 0; i < n; ++i) {
    switch (i % 3) {
    case 0:
      try {
        if (x * i > 1)
          throw 1;
        r = x * x;
        break;
      } catch (int) {
        r += x;
      }
    // fall
    case 1:
      r *= x;
      break;
    default:
      try {
        if (r > 4)
          break;
        if (r > 3)
          return r;
        r += 2 * x;
      } catch (...) {
        r = 0;
        continue;
      }
    }
    r += 0.1;
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double switches(const std::vector<double> &x) {
  return sw(x[0], 5) + sw(x[1], 8) * sw(x[2], 7);
}
struct E1 : std::runtime_error {
  using runtime_error::runtime_error;
};
struct E2 : E1 {
  E2() : E1("e2") {}
};
double g(double x) {
  return x > 2 ? throw E2() : x > 1.5 ? throw E1("a") : x > 1 ? throw std::logic_error("b") : x * x;
}
struct Checked {
  double v;
  Checked(double x) : v(0) {
    if (x > 1)
      throw E2();
    v = x * x;
  }
};
[[ad::differentiate(forward, reverse)]]
double order(const std::vector<double> &x) {
  double t = 0;
  for (int i = 0; i < 6; ++i) {
    double r = 1;
    try {
      double q = x[0] + i * 0.37;
      r = g(q) * t + q;
    } catch (const E2 &) {
      r = x[1];
    } catch (const std::runtime_error &) {
      r = x[1] * t;
    } catch (...) {
      r = x[2] * x[1];
    }
    t += r;
  }
  return t;
}
[[ad::differentiate(forward, reverse)]]
double ctor(const std::vector<double> &x) {
  double t = 0;
  for (double y : x) {
    try {
      Checked c(y);
      t += c.v * x[0];
    } catch (const std::exception &) {
      t *= x[1];
    }
  }
  return t;
}
[[ad::differentiate(forward, reverse)]]
double inlam(const std::vector<double> &x) {
  auto safe = [&](auto f, double d) {
    try {
      return f();
    } catch (const std::exception &) {
      return d;
    }
  };
  double t = 0;
  for (int i = 0; i < 4; ++i)
    t += safe([&] { return x.at(i) * g(x[1] * i); }, t * x[2]);
  return t;
}
double find(const std::vector<double> &v, double lim) {
  for (std::size_t i = 0;; ++i) {
    try {
      if (v.at(i) > lim)
        return v[i] * lim;
    } catch (const std::out_of_range &) {
      return lim * lim;
    }
  }
}
[[ad::differentiate(forward, reverse)]]
double callee(const std::vector<double> &x) {
  return find(x, x[0] * 2) + find(x, x[2] * 2) * find(x, x[1]);
}
// An exception that is made with braces; try blocks in virtual methods.
struct Val {
  double v;
};
double half(double x) {
  if (x > 1)
    throw Val{x};
  return x / 2;
}
[[ad::differentiate(forward, reverse)]]
double outv(const std::vector<double> &x) {
  double s = 0;
  for (double e : x)
    s += half(e * 0.5) * e;
  return s;
}
struct Halves {
  virtual ~Halves() = default;
  virtual double f(double x) const {
    try {
      return half(x);
    } catch (const Val &) {
      return x * x;
    }
  }
};
struct Kept : Halves {
  double k;
  Kept(double k) : k(k) {}
  double f(double x) const override {
    double r = k;
    for (int i = 0; i < 3; ++i) {
      try {
        double q = half(x * i);
        if (q > 0.4)
          return q * k;
        r += q;
      } catch (...) {
        return r * x;
      }
    }
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double virt(const std::vector<double> &x) {
  Halves h;
  Kept k(x[0]);
  const Halves *p[] = {&h, &k};
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    s += p[i % 2]->f(x[i % 3] + i * 0.21) * (s + 1);
    try {
      s += p[(i + 1) % 2]->f(s) * half(s);
    } catch (const Val &) {
      s *= 0.11;
    }
  }
  return s;
}

int main() {
  CHECK_VECTOR(dispatch, {0.3, 0.7, 1.1});
  CHECK_VECTOR(recursion, {0.3, 0.7, 1.1});
  CHECK_VECTOR(recursion, {0.6, 0.8, 0.2});
  CHECK_VECTOR(switches, {0.3, 0.7, 1.1});
  CHECK_VECTOR(switches, {1.3, 0.9, 1.6});
  CHECK_VECTOR(order, {0.3, 0.7, 1.1});
  CHECK_VECTOR(ctor, {0.3, 0.7, 1.1});
  CHECK_VECTOR(inlam, {0.3, 0.7, 1.1});
  CHECK_VECTOR(callee, {0.3, 0.7, 1.1});
  CHECK_VECTOR(outv, {0.3, 0.7, 1.1});
  CHECK_VECTOR(virt, {0.3, 0.7, 1.1});
  return finish();
}
