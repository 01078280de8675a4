// Annotated declarations alone: every file that includes this can call the companions, and the file
// with the body defines them.
#ifndef ROD_H
#define ROD_H
#include <cmath>
#include <vector>

namespace heat {

struct Material {
  double conductivity = 0, expansion = 0;
  int samples = 0;
};

// In material.cpp, of the static library.
[[ad::differentiate(forward, reverse)]]
double conductivity(const Material &m, double temperature);
[[ad::differentiate(forward, reverse)]]
void exchange(const Material &m, std::vector<double> &temperature, [[ad::constant]] double dt);
[[ad::differentiate(forward, reverse)]]
double norm(const double *x, int n);

// Recursion from one file into another: `up` is in material.cpp, `down` in rod.cpp.
[[ad::differentiate(forward, reverse)]] double up(double x, int depth);
[[ad::differentiate(forward, reverse)]] double down(double x, int depth);

[[ad::differentiate(forward, reverse)]]
inline double heating(double time, double power) {
  return power * std::exp(-time) * std::sin(power);
}

template <class T>
[[ad::differentiate(forward, reverse)]]
T soft_max(const T *x, int n, T sharpness) {
  T s = 0;
  for (int i = 0; i < n; ++i)
    s += std::exp(sharpness * x[i]);
  return std::log(s) / sharpness;
}

// The methods are in rod.cpp.
class Rod {
  Material material;
  std::vector<double> temperature;
  double heat = 0;

public:
  Rod() = default;
  Rod(const Material &m, const std::vector<double> &start) : material(m), temperature(start) {}
  const Material &of() const { return material; }
  const std::vector<double> &now() const { return temperature; }

  [[ad::differentiate(forward, reverse)]] void step(double dt, double power);
  [[ad::differentiate(forward, reverse)]] double energy() const;
  [[ad::differentiate(forward, reverse)]] static double loss(double hot, double cold);
};

// In misfit.cpp.
namespace fit {
struct Data {
  std::vector<double> seen;
  double noise = 1;
};
[[ad::differentiate(forward, reverse)]]
void relax(Rod &rod, const std::vector<double> &powers);
[[ad::differentiate(forward, reverse)]]
double misfit(const std::vector<double> &start, const Material &m,
              [[ad::constant]] const Data &data, int steps);
} // namespace fit

} // namespace heat
#endif
