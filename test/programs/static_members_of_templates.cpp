// Constants of class templates: of several specialisations, written out of constructors and not.
#include "vectors.h"
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

template <int C> struct Row {
  static constexpr int columns = C;
  double a[4];
};

template <class A> struct View {
  const A &a;
  double sum() const {
    double s = 0;
    for (int k = 0; k < A::columns; ++k)
      s += a.a[k] * a.a[k];
    return s;
  }
};

struct Total {
  double s;
  Total() : s(0) {}
  template <class P> explicit Total(const P &p) { s = p.sum(); }
};

template <class T> constexpr int some = sizeof(T) / 4;

namespace members {
BOTH double f(const V &v) {
  Row<4> h{{v[0], v[1], v[2], 1}};
  Row<2> k{{v[3], v[0]}};
  Total t(View<Row<4>>{h});
  View<Row<2>> view{k};
  return view.sum() * t.s;
}
} // namespace members

namespace variables {
template <class T> double power(double x) {
  double y = x;
  for (int i = 0; i < some<T>; ++i)
    y *= x;
  return y;
}
BOTH double f(const V &v) {
  Total t(View<Row<4>>{Row<4>{{v[0], v[1], v[2], v[3]}}});
  return power<float>(v[0]) * power<double>(v[1]) + some<float> * t.s;
}
} // namespace variables

int main() {
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(variables);
  return finish();
}
