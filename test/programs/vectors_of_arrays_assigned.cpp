// Vectors of arrays and of objects that hold vectors, which are assigned, and appended
// to: the inner vectors of their adjoints get the sizes of what came.
#include "vectors.h"
#include <array>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace assigned {
BOTH double f(const V &x) {
  std::vector<std::array<V, 2>> F(2), G;
  F[0][0].assign(x.begin(), x.end());
  F[1][1] = F[0][0];
  G = F;
  G[0][0][0] *= F[1][1][1];
  return G[0][0][0];
}
} // namespace assigned

namespace row_assigned {
BOTH double f(const V &x) {
  std::vector<std::vector<std::array<V, 2>>> T(2);
  for (auto &r : T) {
    r.resize(2);
    for (auto &a : r)
      for (auto &v : a)
        v.assign(x.begin(), x.end());
  }
  auto U = T;
  U[0] = T[1];
  U[0][1][0][0] *= T[0][1][1][1];
  return U[0][1][0][0] * U[0][1][1][2];
}
} // namespace row_assigned

namespace row_appended {
BOTH double f(const V &x) {
  std::vector<std::vector<std::array<V, 2>>> T(1), U;
  T[0].push_back({V(x), V(2, x[1])});
  U.push_back(T[0]);
  U.push_back(T[0]);
  U[1][0][1][0] *= T[0][0][0][2];
  return U[0][0][0][3] * U[1][0][1][0] + U[1][0][0][1];
}
} // namespace row_appended

namespace rows_of_objects {
struct S {
  V a, b;
};
BOTH double f(const V &x) {
  std::vector<std::vector<S>> T(2), U;
  T[0].push_back({V(x), V(2, x[1])});
  T[1] = T[0];
  U = T;
  U.push_back(T[1]);
  U[2][0].b[0] *= T[0][0].a[2] * U[1][0].a[0];
  return U[2][0].b[0] * U[0][0].a[3];
}
} // namespace rows_of_objects

namespace appended {
BOTH double f(const V &x) {
  std::vector<std::array<V, 2>> F, G;
  const std::array<V, 2> one = {V(x), V(1, x[2])};
  F.push_back(one);
  F.push_back(std::array<V, 2>{V(2, x[0]), V(x)});
  G.assign(F.begin(), F.end());
  G[1][1][3] *= F[0][0][1];
  F.pop_back();
  for (const auto &each : G)
    F.push_back(each);
  return G[1][1][3] * F[2][0][1] + F[0][0][1] * F[1][1][0];
}
} // namespace appended

namespace in_object {
struct S {
  std::vector<std::array<V, 2>> rows;
};
BOTH double f(const V &x) {
  S a, b;
  a.rows.push_back({V(x), V(2, x[1])});
  b.rows = a.rows;
  b.rows[0][0][1] *= a.rows[0][1][1];
  S c;
  c = b;
  c.rows[0][0][1] *= b.rows[0][0][0];
  a.rows = std::move(c.rows);
  return a.rows[0][0][1];
}
} // namespace in_object

namespace in_loop {
BOTH double f(const V &x) {
  std::vector<std::array<V, 2>> F(2), G;
  for (int t = 0; t < 3; ++t) {
    F[t % 2][0].assign(x.begin(), x.end() - t);
    F[1][1] = F[0][0];
    G = F;
    G[0][0][0] *= F[1][1][1];
    F[0] = G[0];
    F[0][0].push_back(G[0][0][0]);
  }
  return G[0][0][0] * F[1][1][0];
}
} // namespace in_loop

int main() {
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(row_assigned);
  CHECK_CASE_TWICE(row_appended);
  CHECK_CASE_TWICE(rows_of_objects);
  CHECK_CASE_TWICE(appended);
  CHECK_CASE_TWICE(in_object);
  CHECK_CASE_TWICE(in_loop);
  return finish();
}
