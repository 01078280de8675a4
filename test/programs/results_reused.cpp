// Calls whose results have a name already: arguments that change in between, names that change,
// branches that were not taken, memory that is overwritten, loops inside and around, jumps.
#include "vectors.h"
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace pairs {
AD_MODES double f(const V &x) {
  double sum = 0;
  for (unsigned k = 0; k < x.size(); ++k) {
    const double c = cos(x[k] * sum), s = sin(x[k] * sum);
    const double up = cosh(x[k]), down = sinh(x[k]), e = exp(x[k]);
    sum += c * x[k] - s * down + e * exp(x[k]) + up;
  }
  return sum;
}
} // namespace pairs

namespace arguments { // that are others by then
AD_MODES double f(const V &x) {
  double a = x[0], sum = 0, v[3] = {x[1], x[2], x[3]};
  for (int k = 0; k < 3; ++k) {
    const double c = cos(a), first = cos(v[k]);
    a += 0.3 * c;
    const double s = sin(a);
    v[k] *= s;
    const double second = sin(v[k]), third = sin(v[(k + 1) % 3]);
    a -= 0.3 * c;
    sum += sin(a) * s + first * second * third;
    double *p = &v[2 - k];
    const double before = exp(v[1]);
    *p = 0.5 * sum;
    sum += exp(v[1]) * before;
  }
  return sum * a;
}
} // namespace arguments

namespace names { // that change, or are not there
AD_MODES double f(const V &x) {
  double sum = 0;
  for (int k = 0; k < 4; ++k) {
    double c = cos(x[k]);
    if (x[k] > 0.4)
      c *= 2;
    double s = 0;
    if (x[k] < 1) {
      const double inner = sin(x[k]), other = cos(x[k]);
      s = inner * other;
    } else {
      const double e = exp(-x[k]);
      s = e * sin(x[k]);
    }
    sum += c * s + sin(x[k]) * exp(-x[k]) + tanh(sum);
  }
  return sum;
}
} // namespace names

namespace loops { // the result outside, the call inside; and left early
AD_MODES double f(const V &x) {
  double sum = 0;
  int i = 0;
  while (true) {
    const double c = cos(x[i]), root = sqrt(1 + x[i] * x[i]);
    for (unsigned j = 0; j < x.size(); ++j)
      sum += sin(x[i]) * x[j] + sqrt(1 + x[i] * x[i]) / (1 + x[j] * x[j]);
    if (sum * c > 40)
      break;
    const double s = sin(x[i]);
    sum -= s * c * root;
    if (++i == 5)
      return sum * sum;
  }
  double far[12] = {};
  for (int step = 0; step < 3; ++step) {
    const double r = sqrt(1 + x[step] * x[step]);
    for (int a = 0; a < 12; ++a) {
      double square = 0;
      for (int k = 0; k < 3; ++k) {
        const double apart = x[k] - 0.1 * a * r;
        square += apart * apart;
      }
      far[a] += sqrt(square + 1) * sqrt(1 + x[step] * x[step]);
    }
    sum += far[3 * step] * r;
  }
  return sum;
}
} // namespace loops

int main() {
#define AT(a) {0.5, 1.5, a, 2.0, 0.3, 1.1}
#define CHECK_ALL(space)                                                                           \
  CHECK_CASE(space, AT(-1.3));                                                                     \
  CHECK_CASE(space, AT(0.45));                                                                     \
  CHECK_CASE(space, AT(1.9))
  CHECK_ALL(pairs);
  CHECK_ALL(arguments);
  CHECK_ALL(names);
  CHECK_ALL(loops);
  return finish();
}
