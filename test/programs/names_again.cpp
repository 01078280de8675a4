// One name for many variables, one after the other and one within the other; in companions, too,
// none may hide the one that is meant.
#include "arrays.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

static double square(double i) { return i * i; }

BOTH double in_turn(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double a = x[i];
    {
      double i = a * square(a);
      for (int k = 0; k < 2; ++k) {
        double a = i * k;
        s += a * std::sin(i);
      }
    }
    s += a;
  }
  for (int k = 0; k < n; ++k) {
    double s_bar = x[k];
    s += square(s_bar) * s_bar;
  }
  for (int a = 0; a < n; ++a) {
    double k = x[a] * s;
    s += std::sin(k);
  }
  return s;
}

BOTH double as_ours(const double *x, int n) {
  double t = 1, tape = 0;
  for (int i = 0; i < n; ++i) {
    double t_bar = x[i] * t;
    t += t_bar * t_bar;
  }
  do {
    double i = t * 0.1;
    tape += i * i;
  } while (tape < 1);
  for (int tape_1 = 0, q = 1; tape_1 < n; ++tape_1, q += 2)
    t += q * x[tape_1] * tape;
  for (int tape_1 = 0; tape_1 < 2; ++tape_1)
    t += x[tape_1];
  return t;
}

BOTH double in_cases(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    switch (i % 3) {
    case 0: {
      double a = x[i] * s + 1;
      s += a * a;
      break;
    }
    case 1: {
      double a = std::sin(x[i]);
      for (int j = 0; j < 2; ++j)
        s += a * j;
      break;
    }
    default: {
      double b = x[i];
      for (int j = 0; j < 3; ++j)
        s += b * j * x[j];
    }
    }
  return s;
}

int main() {
  CHECK_ARRAY(in_turn, {0.4, 0.9, 0.7, 1.3});
  CHECK_ARRAY(as_ours, {0.4, 0.9, 0.7, 1.3});
  CHECK_ARRAY(in_cases, {0.4, 0.9, 0.7, 1.3, 0.2});
  return finish();
}
