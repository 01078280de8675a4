// What programs with vectors of results sum up in the end: no element weighs as much as another.
#ifndef AD_TEST_PROGRAMS_TOTALS_H
#define AD_TEST_PROGRAMS_TOTALS_H

#include "vectors.h"
#include <cstddef>

using V = std::vector<double>;

inline double total(const V &c) {
  double s = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    s += c[i] * c[i] / (1.0 + static_cast<double>(i));
  return s;
}

#endif
