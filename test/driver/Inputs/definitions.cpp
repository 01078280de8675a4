#include "shared.h"
double apart(double x, double) { return x * x; }
double Method::open(double x, int) const { return x * x; }
