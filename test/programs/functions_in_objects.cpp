// Lambdas and std::function objects in members: given by braces, constructors and assignments, in
// objects that are copied, moved, exchanged, returned, captured and nested.
#include "scalars.h"
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace closure_member {
template <class F> struct Scaled {
  F f;
  double k;
  double operator()(double t) const { return k * f(t); }
};
template <class F> Scaled<F> scaled(F f, double k) { return {f, k}; }
FUNCTION {
  auto s = scaled([=](double t) { return t * t * y; }, x);
  return s(x) + s(y);
}
} // namespace closure_member

namespace compose_nested {
template <class F, class G> struct Compose {
  F f;
  G g;
  double operator()(double t) const { return f(g(t)); }
};
template <class F, class G> Compose<F, G> compose(F f, G g) { return Compose<F, G>{f, g}; }
FUNCTION {
  auto c = compose([=](double t) { return t * x; },
                   compose([=](double t) { return std::sin(t); }, [&](double t) { return t + y; }));
  return c(x * y);
}
} // namespace compose_nested

namespace early_return_method {
class Newton {
  std::function<double(double)> f_, d_;
  double tol_;

public:
  Newton(std::function<double(double)> f, std::function<double(double)> d, double tol)
      : f_(std::move(f)), d_(std::move(d)), tol_(tol) {}
  double operator()(double t, int n) const {
    for (int i = 0; i < n; ++i) {
      double s = f_(t) / d_(t);
      t -= s;
      if (std::abs(s) < tol_)
        return t;
    }
    return t;
  }
};
FUNCTION {
  Newton solve([=](double t) { return t * t * t - x * t - y - 3; },
               [=](double t) { return 3 * t * t - x; }, 1e-9);
  return solve(2.0, 30) * x;
}
} // namespace early_return_method

namespace reassigned {
struct P {
  std::function<double(double)> f;
};
FUNCTION {
  P p;
  p.f = [=](double t) { return t * x; };
  double s = p.f(y);
  p.f = [=](double t) { return t * y * y; };
  return s + p.f(y);
}
} // namespace reassigned

namespace returned_by {
struct P {
  std::function<double(double)> f;
  double k;
};
static P make(double a) {
  P p;
  p.f = [a](double t) { return std::sin(a * t); };
  p.k = a;
  return p;
}
FUNCTION {
  P p = make(x), q = make(y);
  return p.f(q.k) * q.f(p.k);
}
} // namespace returned_by

namespace mutable_lambda_member {
template <class F> struct Gen {
  F next;
  double sum(int n) {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += next();
    return s;
  }
};
template <class F> Gen(F) -> Gen<F>;
FUNCTION {
  Gen g{[s = x, y]() mutable {
    s = s * y + 0.1;
    return s;
  }};
  auto h = g;
  double a = g.sum(3);
  return a * h.sum(2) + g.sum(1);
}
} // namespace mutable_lambda_member

namespace swapped {
struct P {
  std::function<double(double)> f;
  double k;
};
FUNCTION {
  P p{[=](double t) { return t * x; }, x}, q{[=](double t) { return t + y; }, y};
  std::swap(p, q);
  return p.f(2) * p.k + q.f(3);
}
} // namespace swapped

namespace reference_to {
struct P {
  std::function<double(double)> f;
  double k;
  double go(double t) { return k * f(t); }
};
static double use(P &p, double t) {
  p.k *= 2;
  return p.go(t);
}
FUNCTION {
  P p{[=](double t) { return t * x; }, x};
  P &q = p;
  double s = use(q, y);
  return s + q.f(p.k);
}
} // namespace reference_to

namespace captured {
struct P {
  std::function<double(double)> f;
  double k;
};
FUNCTION {
  P p{[=](double t) { return t * x; }, x};
  auto g = [&](double t) { return p.f(t) * p.k; };
  auto h = [=](double t) { return p.f(t) + p.k; };
  p.k = y;
  return g(2) * h(3);
}
} // namespace captured

int main() {
  CHECK_SCALARS(closure_member::f, {0.7, 1.3});
  CHECK_SCALARS(closure_member::f, {1.4, -0.6});
  CHECK_SCALARS(compose_nested::f, {0.7, 1.3});
  CHECK_SCALARS(compose_nested::f, {1.4, -0.6});
  CHECK_SCALARS(early_return_method::f, {0.7, 1.3});
  CHECK_SCALARS(early_return_method::f, {1.4, -0.6});
  CHECK_SCALARS(reassigned::f, {0.7, 1.3});
  CHECK_SCALARS(reassigned::f, {1.4, -0.6});
  CHECK_SCALARS(returned_by::f, {0.7, 1.3});
  CHECK_SCALARS(returned_by::f, {1.4, -0.6});
  CHECK_SCALARS(mutable_lambda_member::f, {0.7, 1.3});
  CHECK_SCALARS(mutable_lambda_member::f, {1.4, -0.6});
  CHECK_SCALARS(swapped::f, {0.7, 1.3});
  CHECK_SCALARS(swapped::f, {1.4, -0.6});
  CHECK_SCALARS(reference_to::f, {0.7, 1.3});
  CHECK_SCALARS(reference_to::f, {1.4, -0.6});
  CHECK_SCALARS(captured::f, {0.7, 1.3});
  CHECK_SCALARS(captured::f, {1.4, -0.6});
  return finish();
}
