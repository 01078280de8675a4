// What function_two_files.cpp and function_two_files.part.cpp share.
#pragma once

struct Spring {
  double k;
  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double pull(double x) const;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double shared_energy(double x, double y);

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
inline double shared_inline(double x) {
  return x * x;
}
