//===- main.cpp - a derivative written by hand ----------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Kepler's equation, E - e sin(E) = M, is solved by iteration. The derivative of the solution does
// not need the iterations: by the implicit function theorem it costs one division. A function
// `eccentric_anomaly_reverse` with the companion's signature is that rule, and `distance`, which is
// annotated, uses it; likewise `eccentric_anomaly_forward`.
//
//===----------------------------------------------------------------------===//
#include "ad/check.h"
#include <cmath>
#include <cstdio>

/// E for the mean anomaly M and the eccentricity e < 1.
double eccentric_anomaly(double M, double e) {
  double E = M;
  for (double step = 1; std::abs(step) > 1e-15;) {
    step = (E - e * std::sin(E) - M) / (1 - e * std::cos(E));
    E -= step;
  }
  return E;
}

// dE = (dM + sin(E) de) / (1 - e cos(E))
double eccentric_anomaly_forward(double M, double M_dot, double e, double e_dot, double &E_dot) {
  const double E = eccentric_anomaly(M, e);
  E_dot = (M_dot + std::sin(E) * e_dot) / (1 - e * std::cos(E));
  return E;
}

double eccentric_anomaly_reverse(double M, double &M_bar, double e, double &e_bar, double E_bar) {
  const double E = eccentric_anomaly(M, e);
  const double t = E_bar / (1 - e * std::cos(E));
  M_bar += t;
  e_bar += std::sin(E) * t;
  return E;
}

/// Distance from the focus, in semi-major axes.
[[ad::differentiate(forward, reverse)]]
double distance(double M, double e) {
  return 1 - e * std::cos(eccentric_anomaly(M, e));
}

int main() {
  double M_bar = 0, e_bar = 0;
  const double r = distance_reverse(1.2, M_bar, 0.3, e_bar);
  std::printf("r = %.6f, dr/dM = %.6f, dr/de = %.6f\n", r, M_bar, e_bar);
  const ad::check_result checked =
      ad::check_gradient(distance, distance_reverse, distance_forward, 1.2, 0.3);
  std::printf("%s\n", checked ? "right" : checked.message());
  return checked ? 0 : 1;
}
