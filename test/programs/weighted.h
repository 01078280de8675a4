// A number beside what a std::unique_ptr owns.
#ifndef TEST_PROGRAMS_WEIGHTED_H
#define TEST_PROGRAMS_WEIGHTED_H
#include <memory>

struct Factor {
  double k;
};
struct Weighted {
  double w;
  std::unique_ptr<Factor> p;
};
#endif
