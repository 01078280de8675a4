// Arrays of vectors that begin empty: by themselves, in loops, in rows and columns, as members, of
// vectors of vectors and deques.
#include "vectors.h"
#include <deque>
#include <utility>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace filled {
AD_MODES double f(const V &x) {
  V gates[4];
  for (int k = 0; k < 4; ++k) {
    gates[k].resize(3);
    for (int i = 0; i < 3; ++i)
      gates[k][i] = x[i] * k + gates[k / 2][i];
  }
  return gates[1][1] * gates[2][2] + gates[3][0];
}
} // namespace filled

namespace in_loops {
AD_MODES double f(const V &x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    V halves[2];
    for (double e : x)
      halves[e > 0].push_back(e * (s + 1));
    if (!halves[0].empty())
      halves[0].pop_back();
    for (const V &half : halves)
      for (double e : half)
        s += e * e;
  }
  return s;
}
} // namespace in_loops

namespace rows_and_columns {
AD_MODES double f(const V &x) {
  V cells[2][3];
  std::vector<V> tables[2];
  std::deque<double> queues[2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      cells[i][j].assign(j + 1, x[i] * x[j]);
      tables[i].push_back(cells[i][j]);
      queues[1 - i].push_front(cells[i][j].back());
    }
  return cells[1][2][1] * tables[0][1][1] + queues[0].front() * queues[1].back();
}
} // namespace rows_and_columns

struct Cell {
  V weights[2];
  std::vector<V> rows[2];
  Cell(const V &x) {
    for (int k = 0; k < 2; ++k) {
      weights[k].assign(3, x[k]);
      rows[k].assign(2, x);
    }
  }
  std::pair<V, V> step(const V &h, const V &c) const {
    V gates[3], next(2), state(2);
    for (int k = 0; k < 3; ++k) {
      gates[k].resize(2);
      for (int i = 0; i < 2; ++i)
        gates[k][i] = std::tanh(weights[k % 2][i] * h[i] + rows[k / 2][i][k]);
    }
    for (int i = 0; i < 2; ++i) {
      state[i] = gates[0][i] * c[i] + gates[1][i];
      next[i] = gates[2][i] * std::sin(state[i]);
    }
    return {next, state};
  }
};
namespace members {
AD_MODES double f(const V &x) {
  const Cell cell(x);
  V h(2, 0.1), c(2, 0.2);
  for (int t = 0; t < 3; ++t) {
    auto [next, state] = cell.step(h, c);
    h = next;
    c = state;
  }
  return h[0] * c[1];
}
} // namespace members

int main() {
  CHECK_CASE(filled, {0.5, -0.7, 1.2});
  CHECK_CASE(in_loops, {0.5, -0.7, 1.2});
  CHECK_CASE(in_loops, {-0.5, -0.7, 1.2});
  CHECK_CASE(rows_and_columns, {0.5, -0.7, 1.2});
  CHECK_CASE(members, {0.5, -0.7, 1.2});
  return finish();
}
