// Range-based for over a class whose data, and those of its iterators, are private.
#include "arrays.h"

class Strided {
public:
  class iterator {
  public:
    iterator(const double *p, int step) : p_(p), step_(step) {}
    const double &operator*() const { return *p_; }
    iterator &operator++() {
      p_ += step_;
      return *this;
    }
    bool operator!=(const iterator &o) const { return p_ != o.p_; }

  private:
    const double *p_;
    int step_;
  };
  Strided(const double *p, int n, int step) : p_(p), n_(n), step_(step) {}
  iterator begin() const { return iterator(p_, step_); }
  iterator end() const { return iterator(p_ + n_ * step_, step_); }

private:
  const double *p_;
  int n_, step_;
};

[[ad::differentiate(forward, reverse)]] double strided(const double *x, int n) {
  double s = 0;
  for (double a : Strided(x, n / 2, 2)) {
    if (a > 1)
      continue;
    for (double b : Strided(x, n, 1))
      s = 0.5 * s * a + a * b;
  }
  return s;
}

int main() {
  CHECK_ARRAY(strided, {0.4, 0.9, 0.7, 1.3, 1.2, 1.1});
  return finish();
}
