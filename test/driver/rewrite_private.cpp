// Companions use private members through which the function came: other compilers may, too.
// RUN: %ad_rewrite %s -- -std=c++17 -I %S/Inputs > %t.cpp 2> %t.err
// RUN: FileCheck %s < %t.cpp
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: %gxx -std=c++17 -Wall -Wextra -Wno-unused-parameter -Werror -fno-access-control -I %S/Inputs %t.cpp -o %t && %t
// RUN: %ad_rewrite %s -- -std=c++17 -DNO_HEADER > %t.open.cpp
// RUN: %gxx -std=c++17 -Wall -Wextra -Wno-unused-parameter -Werror -DNO_HEADER %t.open.cpp -o %t && %t
// REQUIRES: gxx
#ifndef NO_HEADER
#include "closed.h"
// ERR: closed.h:2:7: warning: companions use private members of 'Closed', which is not in the file to be rewritten
// ERR-NEXT: class Closed {
// ERR: note: compile the rewritten file with -fno-access-control
[[ad::differentiate(reverse)]] double square(const Closed &c) { return c.x() * c.x(); }
#endif

// CHECK: class Matrix { public:
class Matrix {
  int rows_;
  double data_[4] = {};

public:
  explicit Matrix(int rows) : rows_(rows) {}
  int rows() const { return rows_; }
  double operator()(int i) const { return data_[i]; }
  double &operator()(int i) { return data_[i]; }
};
[[ad::differentiate(reverse)]] double sum(const Matrix &m) {
  double s = 0;
  for (int i = 0; i < m.rows(); ++i)
    s += m(i) * m(i);
  return s;
}

template <class T> struct Box {
  T get() const { return kept; }
  void set(T to) { kept = to; }
  // CHECK: {{^}}protected: public:
  // CHECK: {{^}}private: public:
protected:
  T kept = 0;

private:
  T other = 0;
};
[[ad::differentiate(reverse)]] double boxed(const Box<double> &b) { return b.get() * b.get(); }

// Methods may use what is theirs.
// CHECK: class Own {{[{]$}}
class Own {
  double x = 3;

public:
  [[ad::differentiate(reverse)]] double times(double y) const { return x * y; }
};

int main() {
  Matrix m(2), m_bar(2);
  m(1) = 3;
  sum_reverse(m, m_bar);
  Box<double> b, b_bar;
  b.set(2);
  boxed_reverse(b, b_bar);
  Own own, own_bar;
  double y_bar = 0;
  own.times_reverse(own_bar, 2, y_bar);
  return m_bar(1) == 6 && b_bar.get() == 4 && y_bar == 3 ? 0 : 1;
}
