// Checkpointed loops that append to vectors and do nothing else with them: snapshots know how long
// these are. What would make that wrong: a vector that the loop reads, or that is changed or read
// before and afterwards.
#include "checkpointed.h"
#include <algorithm>
#include <cmath>
#include <vector>

using V = std::vector<double>;

static double squares(const V &log) {
  double s = 0;
  for (double e : log)
    s += e * e;
  return s;
}

BOTH double log_all(double x, int n) {
  V log;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x);
  }
  return squares(log);
}

BOTH double log_some(double x, int n) {
  V log{x * x, 2.0};
  std::vector<int> when;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    if (t % 3 == 1) {
      log.push_back(x);
      when.push_back(t);
    }
  }
  for (std::size_t k = 0; k < when.size(); ++k)
    x += 0.01 * when[k] * log[k + 1];
  return squares(log) * log[0] * x;
}

BOTH double log_while(double x, int n) {
  V log;
  double t = 0;
  while (t < 0.1 * n) {
    x += 0.1 * std::sin(x);
    log.push_back(t * x);
    if (x > 2.9)
      break;
    t += 0.1;
  }
  return squares(log) + x;
}

struct Point {
  double q, p;
};

BOTH double log_records(double x, int n) {
  std::vector<Point> path;
  Point now{x, 0.5};
  for (int t = 0; t < n; ++t) {
    now.p -= 0.1 * std::sin(now.q);
    now.q += 0.1 * now.p;
    path.push_back(now);
  }
  double s = 0;
  for (const Point &e : path)
    s += e.q * e.p;
  return s;
}

BOTH double log_rows(double x, int n) {
  std::vector<V> rows;
  V u{x, 0.5};
  for (int t = 0; t < n; ++t) {
    u[1] -= 0.1 * std::sin(u[0]);
    u[0] += 0.1 * u[1];
    rows.push_back(u);
  }
  double s = 0;
  for (const V &e : rows)
    s += e[0] * e[1];
  return s;
}

// The loop reads what it has appended.
BOTH double log_read(double x, int n) {
  V log;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x);
    if (t > 2)
      x -= 0.01 * log[t - 2];
  }
  return squares(log);
}

BOTH double log_of_itself(double x, int n) {
  V log{x};
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x * log[0]);
  }
  return squares(log);
}

BOTH double log_size_read(double x, int n) {
  V log;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x * (log.size() % 3));
    if (t % 2)
      log.push_back(x);
  }
  return squares(log);
}

// Two loops append to it.
BOTH double log_twice(double x, int n) {
  V log;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x);
  }
  log.push_back(x * x);
  for (int t = 0; t < n; ++t) {
    x -= 0.1 * std::cos(x);
    log.push_back(x);
  }
  return squares(log);
}

BOTH double log_changed(double x, int n) {
  V log{x};
  double first = std::sin(log[0]) * log[0];
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x);
  }
  log[0] *= log[1];
  for (double &e : log)
    e = e * e;
  return squares(log) * first;
}

BOTH double log_cleared(double x, int n) {
  V log{x};
  double first = std::sin(log[0]) * log[0];
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x);
  }
  double s = squares(log);
  log.clear();
  log.push_back(s);
  return squares(log) * first;
}

BOTH double log_nested(double x, int n) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    V log;
    for (int t = 0; t < n; ++t) {
      x += 0.1 * std::sin(x);
      log.push_back(x);
    }
    s += squares(log);
  }
  return s;
}

BOTH double log_across(double x, int n) {
  V log;
  for (int k = 0; k < 3; ++k)
    for (int t = 0; t < n; ++t) {
      x += 0.1 * std::sin(x);
      if (t % 2 == 0)
        log.push_back(x);
    }
  return squares(log);
}

static void note(V &log, double x) {
  log.push_back(x);
  log.push_back(2 * x);
}

BOTH double log_by_function(double x, int n) {
  V log;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    note(log, x);
  }
  return squares(log);
}

// By another name.
BOTH double log_by_pointer(double x, int n) {
  V log{x}, *to = &log;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x);
    x += 0.01 * to->back();
  }
  return squares(log);
}

struct Sim {
  V u, log;
  double t = 0;
  void step() {
    for (double &e : u)
      e += 0.1 * std::sin(e);
    log.push_back(u[0] * t);
    t += 0.1;
  }
};

BOTH double log_in_object(double x, int n) {
  Sim s;
  s.u = {x, 0.5};
  for (int t = 0; t < n; ++t)
    s.step();
  return squares(s.log) * s.u[1];
}

BOTH double log_in_object_read(double x, int n) {
  Sim s;
  s.u = {x, 0.5};
  const double *first = nullptr;
  s.log.reserve(1000);
  s.log.push_back(x);
  first = &s.log[0];
  for (int t = 0; t < n; ++t) {
    s.step();
    s.u[1] += 0.01 * first[t];
  }
  return squares(s.log) * s.u[1];
}

BOTH double log_moved(double x, int n) {
  V log{x}, kept;
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    log.push_back(x);
  }
  kept.swap(log);
  return squares(kept) + static_cast<double>(log.size());
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(log_all, n);
      CHECK_STEPS(log_some, n);
      CHECK_STEPS(log_while, n);
      CHECK_STEPS(log_records, n);
      CHECK_STEPS(log_rows, n);
      CHECK_STEPS(log_read, n);
      CHECK_STEPS(log_of_itself, n);
      CHECK_STEPS(log_size_read, n);
      CHECK_STEPS(log_changed, n > 0 ? n : 1);
      CHECK_STEPS(log_twice, n);
      CHECK_STEPS(log_cleared, n);
      CHECK_STEPS(log_nested, n);
      CHECK_STEPS(log_across, n);
      CHECK_STEPS(log_by_function, n);
      CHECK_STEPS(log_by_pointer, n);
      CHECK_STEPS(log_moved, n);
      CHECK_STEPS(log_in_object, n);
      CHECK_STEPS(log_in_object_read, n);
    }
  });
  return finish();
}
