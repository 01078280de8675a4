#pragma once
struct Medium {
  double damping, gain;
};
// Overwrites its arguments: callers in other files need the two halves of the adjoint.
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void relax(double *x, int n, Medium &m);
namespace measure {
// Reads memory that its callers overwrite later.
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double norm(const double *x, int n);
} // namespace measure
class Filter {
  double state = 0.25;

public:
  double gain = 0.5;
  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double step(double x);
};
