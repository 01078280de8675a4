// Members that are queues, stacks, priority queues, lists, or optionals of vectors: companions have
// a record of their own in place of the class.
#include "vectors.h"
#include <cmath>
#include <list>
#include <optional>
#include <queue>
#include <stack>
#include <stdexcept>
#include <string>

namespace machine {
struct Machine {
  std::stack<double> stack;
  int operations = 0;

  void push(double v) { stack.push(v); }
  double pop() {
    if (stack.empty())
      throw std::runtime_error("empty");
    double v = stack.top();
    stack.pop();
    return v;
  }
  void run(const std::string &program, const std::vector<double> &x) {
    std::size_t k = 0;
    for (char c : program) {
      switch (c) {
      case 'x':
        push(x[k++ % x.size()]);
        break;
      case '+': {
        double b = pop(), a = pop();
        push(a + b);
        break;
      }
      case '*': {
        double b = pop(), a = pop();
        push(a * b);
        break;
      }
      case 's':
        push(std::sin(pop()));
        break;
      default:
        continue;
      }
      ++operations;
    }
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Machine m;
  m.run("xx*s x+x*", x);
  return m.pop() * m.operations;
}
} // namespace machine

namespace simulation {
struct Event {
  double t;
  int kind;
  bool operator>(const Event &o) const { return t > o.t; }
};

struct Simulation {
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> events;
  double now = 0, area = 0;
  int length = 0;
  double arrival, service;

  Simulation(double arrival, double service) : arrival(arrival), service(service) {}
  void schedule(double wait, int kind) { events.push({now + wait, kind}); }
  double run(int n) {
    schedule(1 / arrival, 0);
    while (!events.empty() && n-- > 0) {
      Event e = events.top();
      events.pop();
      area += length * (e.t - now);
      now = e.t;
      if (e.kind == 0) {
        if (++length == 1)
          schedule(1 / service, 1);
        schedule(1 / arrival * (1 + 0.1 * length), 0);
      } else if (--length > 0) {
        schedule(1 / service, 1);
      }
    }
    return area / now;
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  return Simulation(x[0], x[1]).run(12);
}
} // namespace simulation

// Delays, one by one, copied, and in a vector.
namespace delays {
struct Delay {
  std::queue<double> line;
  double gain;
  Delay(int n, double gain) : gain(gain) {
    for (int i = 0; i < n; ++i)
      line.push(0.0);
  }
  double step(double v) {
    line.push(v);
    double out = line.front();
    line.pop();
    return gain * out;
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Delay a(2, x[0]);
  std::vector<Delay> more;
  more.emplace_back(1, x[1]);
  double s = a.step(x[2]);
  more.push_back(a);
  for (double v : x) {
    s += a.step(v * v);
    for (Delay &d : more)
      s *= 1 + d.step(v);
  }
  return s;
}
} // namespace delays

namespace history {
struct History {
  std::list<double> last;
  std::stack<double> undo;
  void add(double v) {
    last.push_back(v);
    undo.push(v * v);
    if (last.size() > 3)
      last.pop_front();
  }
  double total() const {
    double s = 0;
    for (double v : last)
      s += v * v;
    return s;
  }
  double back() {
    double v = undo.top();
    undo.pop();
    return v;
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  History h;
  for (double v : x)
    h.add(v * 2);
  return h.total() * h.back() + h.back();
}
} // namespace history

namespace maybe {
struct Curve {
  std::optional<std::vector<double>> y;
  double slope = 0;
  double at(double t) const {
    if (!y)
      return slope * t;
    double r = 0;
    for (double v : *y)
      r = r * t + v;
    return r;
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Curve c;
  c.slope = x[0];
  const double before = c.at(x[1]);
  c.y = x;
  return before * c.at(0.4);
}
} // namespace maybe

int main() {
  CHECK_CASE(machine, {0.9, 0.2, 0.5, 0.4});
  CHECK_CASE(simulation, {1.4, 1.1});
  CHECK_CASE(delays, {0.9, 0.2, 0.5, 0.4, 1.2});
  CHECK_CASE(history, {0.9, 0.2, 0.4, 1.1, -0.3});
  CHECK_CASE(maybe, {0.9, 0.2, 0.5, 0.4});
  return finish();
}
