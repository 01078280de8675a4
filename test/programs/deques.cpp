// std::deque, std::queue and std::stack: grown and shrunk at both ends, in loops, across calls.
#include "vectors.h"
#include <deque>
#include <queue>
#include <stack>

namespace window { // the mean of the last three
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::deque<double> last;
  double s = 0;
  for (double each : x) {
    last.push_back(each * each);
    if (last.size() > 3)
      last.pop_front();
    double sum = 0;
    for (double v : last)
      sum += v;
    s += sum * sum / last.size();
  }
  return s * last.front() * last.back();
}
} // namespace window

namespace members { // of classes that are not made without arguments: zero bytes are no deque
struct Window {
  std::deque<double> kept;
  double gain;
  std::size_t most;
  explicit Window(double g, std::size_t n) : gain(g), most(n) {}
  double add(double v) {
    kept.push_back(v * gain);
    if (kept.size() > most)
      kept.pop_front();
    return kept.front() * kept.back();
  }
};
struct Sink {
  virtual ~Sink() = default;
  virtual double take(double v) { return v; }
};
struct Delay : Sink {
  std::deque<double> line;
  explicit Delay(double first) { line.push_front(first * first); }
  double take(double v) override {
    line.push_back(v);
    const double oldest = line.front();
    line.pop_front();
    return oldest * v;
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Window w(x[2], 2), several[2] = {Window(x[0], 1), Window(x[1], 3)};
  Delay d(x[1]);
  Sink &sink = d;
  double s = 0;
  for (int i = 0; i < 6; ++i) {
    s += w.add(x[i % 4] + sink.take(x[i % 3]));
    s *= several[i % 2].add(x[0]);
    Window brief(s, 2);
    if (i == 3)
      continue;
    s += brief.add(x[3]);
  }
  return s;
}
} // namespace members

namespace both_ends {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::deque<double> d(2, x[0]), e{x[1], x[2]};
  d.push_front(x[1] * d[1]);
  d.push_back(d[0] * d[2]);
  d.emplace_front(x[2]);
  d[1] *= d.back();
  d.pop_back();
  for (double &v : d)
    v *= x[0];
  e.push_front(d.front() * e[1]);
  d.pop_front();
  d.push_front(e.at(0) + d[0]);
  std::deque<double> copy = d;
  copy.resize(5);
  copy[4] = copy[0] * copy[1];
  d = e;
  d.swap(copy);
  double s = 0;
  for (std::size_t i = 0; i < d.size(); ++i)
    s += (i + 1) * d[i] * d[i];
  d.clear();
  return s + (d.empty() ? copy[0] : 0);
}
} // namespace both_ends

namespace queues { // breadth first
struct Item {
  int depth;
  double weight;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::queue<Item> q;
  q.push({0, x[0]});
  double s = 0;
  while (!q.empty()) {
    Item item = q.front();
    q.pop();
    s += item.weight * item.weight;
    if (item.depth < 3) {
      q.push({item.depth + 1, item.weight * x[1]});
      q.push(Item{item.depth + 1, std::sin(item.weight) + x[2]});
    }
  }
  return s + q.size();
}
} // namespace queues

namespace stacks { // a calculator, and an explicit recursion
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::stack<double> s;
  for (char op : {'0', '1', '+', '2', '*', '0', '-', '1', '*'}) {
    if (op >= '0' && op <= '9') {
      s.push(x[op - '0']);
      continue;
    }
    double b = s.top();
    s.pop();
    double a = s.top();
    s.pop();
    s.push(op == '+' ? a + b : op == '-' ? a - b : a * b);
  }
  double result = s.top();
  s.top() *= result;
  return s.top() + s.size();
}
} // namespace stacks

namespace calls {
static void slide(std::deque<double> &d, double v) {
  d.push_back(v);
  d.pop_front();
}
static double drain(std::deque<double> d) { // a copy of its own; recursive
  if (d.empty())
    return 1;
  double v = d.front();
  d.pop_front();
  return v * v + drain(d);
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::deque<double> d(x.begin(), x.end());
  double s = drain(d);
  for (int i = 0; i < 4; ++i)
    slide(d, d[0] * d[1] + x[i % 3]);
  return s * drain(d) + d.back();
}
} // namespace calls

[[ad::differentiate(forward, reverse)]]
double passed(const std::deque<double> &d, std::deque<double> &out) {
  out.push_front(d[0] * out[0]);
  out.pop_back();
  return out[0] * d[1];
}

int main() {
  CHECK_CASE(window, {0.5, 1.5, -0.75, 0.3, 1.25});
  CHECK_CASE(members, {0.5, 1.5, -0.75, 0.3});
  CHECK_CASE(both_ends, {0.5, 1.5, -0.75});
  CHECK_CASE(queues, {0.5, 0.6, -0.75});
  CHECK_CASE(stacks, {0.5, 1.5, -0.75});
  CHECK_CASE(calls, {0.5, 0.6, -0.75});
  using D = std::deque<double>;
  check(
      {0.5, 1.5, -0.75, 0.3}, 3,
      [](In x, Out y) {
        D out{x[2], x[3]};
        y[0] = passed({x[0], x[1]}, out);
        y[1] = out[0], y[2] = out[1];
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        D out{x[2], x[3]}, out_dot{x_dot[2], x_dot[3]};
        y[0] = passed_forward({x[0], x[1]}, {x_dot[0], x_dot[1]}, out, out_dot, y_dot[0]);
        y[1] = out[0], y[2] = out[1], y_dot[1] = out_dot[0], y_dot[2] = out_dot[1];
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        D out{x[2], x[3]}, bar{x_bar[0], x_bar[1]}, out_bar{y_bar[1], y_bar[2]};
        y[0] = passed_reverse({x[0], x[1]}, bar, out, out_bar, y_bar[0]);
        y[1] = out[0], y[2] = out[1];
        x_bar[0] = bar[0], x_bar[1] = bar[1], x_bar[2] += out_bar[0], x_bar[3] += out_bar[1];
      }));
  return finish();
}
