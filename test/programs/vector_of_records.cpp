// Elements that are records; a vector in a record of the caller; indices in a vector of integers.
#include "vectors.h"

struct Point {
  double x, y;
};
struct Model {
  std::vector<double> weights;
  std::vector<Point> points;
  double bias;
  double at(double t) const {
    double s = bias;
    for (double w : weights)
      s = s * t + w;
    return s;
  }
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const Model &m, const std::vector<int> &order) {
  std::vector<Point> moved(m.points.size());
  for (std::size_t i = 0; i < m.points.size(); ++i) {
    const Point &p = m.points[order[i]];
    moved[i] = {p.x * m.at(p.y), p.y};
    moved[i].y += moved[i].x * m.bias;
  }
  moved.push_back({m.bias, m.weights[0]});
  double s = 0;
  for (const Point &p : moved)
    s += p.x * p.y;
  return s + moved.back().x;
}

static Model model(In x) { return {{x[0], x[1]}, {{x[2], x[3]}, {x[4], x[5]}}, x[6]}; }

int main() {
  check(
      {0.5, 1.5, -0.75, 0.3, 1.1, 0.7, 0.4}, 1, [](In x, Out y) { y[0] = f(model(x), {1, 0}); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(model(x), model(x_dot), {1, 0}, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Model bar = model(x_bar);
        y[0] = f_reverse(model(x), bar, {1, 0}, y_bar[0]);
        const double all[] = {bar.weights[0],  bar.weights[1],  bar.points[0].x, bar.points[0].y,
                              bar.points[1].x, bar.points[1].y, bar.bias};
        copy(all, x_bar, 7);
      }));
  return finish();
}
