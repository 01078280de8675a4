// Two reference parameters that may name one variable.
#include "one_memory.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double &a, double &b) {
  a = a * b;
  b = b + std::sin(a);
  a *= b;
}

int main() {
  for (int other : {1, 0})
    run([&](double *m) { f(m[0], m[other]); },
        [&](double *m, double *d) { AD(f_forward(m[0], d[0], m[other], d[other])); },
        [&](double *m, double *b) { AD(f_reverse(m[0], b[0], m[other], b[other])); });
  return finish();
}
