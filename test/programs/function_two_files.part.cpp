// The bodies of function_two_files.h, linked to function_two_files.cpp.
#include "function_two_files.h"
double Spring::pull(double x) const { return -k * x * x; }

double shared_energy(double x, double y) { return shared_inline(x) * y + Spring{x}.pull(y); }
