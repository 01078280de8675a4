// Pointers that are passed by reference and moved by the callee, or by a closure that captured
// them.
#include "vectors.h"

double step(double *&p, double k) {
  for (int i = 0; i < 3; ++i)
    if (*p > 100)
      return *p;
  *p *= k;
  ++p;
  return *p * k;
}

[[ad::differentiate(forward, reverse)]]
double stepped(const std::vector<double> &x) {
  double v[4] = {x[0], x[1], x[2], 1};
  double *p = v;
  double r = step(p, x[0]);
  r += *p * step(p, r);
  return r + *p * r;
}

double walk(double *&p, double *v, int n) {
  if (n == 0)
    return *p;
  *p *= 2;
  ++p;
  double r = walk(p, v, n - 1);
  return r * *p + v[n];
}

[[ad::differentiate(forward, reverse)]]
double recursive(const std::vector<double> &x) {
  double v[4] = {x[0], x[1], x[2], 1};
  double *p = v;
  double r = walk(p, v, 2);
  return r + *p;
}

[[ad::differentiate(forward, reverse)]]
double captured(const std::vector<double> &x) {
  double v[4] = {x[0], x[1], x[2], 1};
  double *p = v;
  auto go = [&](auto self, int n) -> double {
    if (n == 0)
      return *p;
    *p *= 2;
    ++p;
    double r = self(self, n - 1);
    return r * *p + v[n];
  };
  double r = go(go, 2);
  return r + *p;
}

// The parameter of the differentiated function itself; a loop; `const double *&`.
[[ad::differentiate(forward, reverse)]]
double moved(double *&p, const double *&q, double k, int n) {
  double s = *p * *p;
  ++p;
  s += *p * k;
  if (k > 0.5) {
    *p *= 2;
    --p;
  }
  for (int i = 0; i < n; ++i) {
    s += *q * *p * s;
    *p += *q;
    ++q;
  }
  return s * *p;
}

[[ad::differentiate(forward, reverse)]]
double calls_moved(const std::vector<double> &x) {
  double v[4] = {x[0], x[1], x[2], 1};
  double *p = v;
  const double *q = v;
  double r = moved(p, q, x[0], 2) + moved(p, q, x[1], 1);
  return r * *p + v[0] * *q;
}

// Chooses by what it finds.
void largest(double *&p, double *from, int n) {
  for (int i = 0; i < n; ++i) {
    if (from[i] > *p)
      p = &from[i];
    if (from[i] > 5)
      return;
  }
}

[[ad::differentiate(forward, reverse)]]
double chosen(const std::vector<double> &x) {
  double v[4] = {x[0], x[1], x[2], 0.9}, t = 0;
  for (int i = 0; i < 4; ++i) {
    double *p = &v[0];
    largest(p, v, 4);
    t += *p * *p * v[i];
    *p *= 0.3;
  }
  return t;
}

int main() {
  CHECK_VECTOR(stepped, {0.3, 0.7, 1.1});
  CHECK_VECTOR(recursive, {0.3, 0.7, 1.1});
  CHECK_VECTOR(captured, {0.3, 0.7, 1.1});
  CHECK_VECTOR(calls_moved, {0.3, 0.7, 1.1});
  CHECK_VECTOR(chosen, {0.3, 0.7, 1.1});
  for (double k : {0.3, 0.8})
    check(
        {0.4, 0.7, 1.1, k}, 2,
        [](In x, Out y) {
          double v[3] = {x[0], x[1], x[2]}, *p = v;
          const double *q = x;
          y[0] = moved(p, q, x[3], 2);
          y[1] = v[0] * v[1];
        },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          double v[3] = {x[0], x[1], x[2]}, v_dot[3] = {x_dot[0], x_dot[1], x_dot[2]};
          double *p = v, *p_dot = v_dot;
          const double *q = x, *q_dot = x_dot;
          y[0] = moved_forward(p, p_dot, q, q_dot, x[3], x_dot[3], 2, y_dot[0]);
          y[1] = v[0] * v[1];
          y_dot[1] = v_dot[0] * v[1] + v[0] * v_dot[1];
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double v[3] = {x[0], x[1], x[2]}, *p = v;
          const double *q = x;
          double primal[3] = {x[0], x[1], x[2]}, *at = primal;
          const double *from = x;
          moved(at, from, x[3], 2);
          double v_bar[3] = {primal[1] * y_bar[1], primal[0] * y_bar[1], 0}, *p_bar = v_bar;
          double *q_bar = x_bar;
          y[0] = moved_reverse(p, p_bar, q, q_bar, x[3], x_bar[3], 2, y_bar[0]);
          y[1] = v[0] * v[1];
          for (int i = 0; i < 3; ++i)
            x_bar[i] += v_bar[i];
        }));
  return finish();
}
