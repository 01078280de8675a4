// The loops of our text of an algorithm, which go down a heap, are nothing to warn of.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <queue>
#include <utility>

// CHECK-LABEL: double events_checkpointed(
// CHECK:         ad::checkpoints snapshots(steps, q, q_size, s);
[[ad::differentiate(checkpointed)]]
double events(double x, int steps) {
  std::priority_queue<std::pair<double, int>> q;
  for (int i = 0; i < 4; ++i)
    q.push({x * i, i});
  double s = 0;
  for (int t = 0; t < steps; ++t) {
    const auto [key, i] = q.top();
    q.pop();
    s += key * 0.1;
    q.push({key * 0.7 + 0.2 * std::sin(s), i});
  }
  return s;
}
