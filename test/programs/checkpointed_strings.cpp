// Checkpointed loops whose state is a string, too: what they are in the middle of, what they have
// read or written down. Snapshots copy it.
#include "checkpointed.h"
#include <cmath>
#include <string>

BOTH double phases(double x, int n) {
  std::string phase = "up";
  double s = x;
  for (int t = 0; t < n; ++t) {
    if (phase == "up") {
      s = std::sin(s + x);
      phase = "down";
    } else {
      s = s * 0.5 * x + 0.1;
      phase = t % 3 ? "up" : "down";
    }
  }
  return s;
}

BOTH double written_down(double x, int n) {
  std::string log;
  double s = x;
  for (int t = 0; t < n; ++t) {
    s = std::sin(s + x);
    if (s > 0.5)
      log += "+";
    else
      log.push_back('-');
    if (log.size() > 3 && log.back() == '+') {
      s += 0.1 * x;
      log.clear();
    }
  }
  return s * double(log.size() + 1);
}

BOTH double programs(double x, int n) {
  std::string code = "+*s-";
  double s = x;
  for (int t = 0; t < n; ++t) {
    char c = code[t % code.size()];
    if (c == '+')
      s += 0.1 * x;
    else if (c == '*')
      s *= 0.9;
    else if (c == 's')
      s = std::sin(s);
    else
      s -= 0.01 * x;
    if (t == 20)
      code = code + "s" + std::to_string(t);
  }
  return s;
}

struct Machine {
  std::string mode;
  double x;
};
BOTH double members(double x, int n) {
  Machine m{"up", x};
  for (int t = 0; t < n; ++t) {
    if (m.mode == "up") {
      m.x += 0.05 * x;
      if (t % 7 == 0)
        m.mode = "down";
    } else {
      m.x *= 0.9;
      if (t % 5 == 0)
        m.mode = "up";
    }
  }
  return m.x;
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(phases, n);
      CHECK_STEPS(written_down, n);
      CHECK_STEPS(programs, n);
      CHECK_STEPS(members, n);
    }
  });
  return finish();
}
