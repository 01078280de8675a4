// remove_if and erase_if of what can be moved, but not copied.
#include "vectors.h"
#include <algorithm>
#include <memory>

namespace objects {
struct Entity {
  double health, x;
  virtual ~Entity() = default;
  virtual void update(double dt) = 0;
  virtual double score() const { return health; }
};
struct Monster : Entity {
  double rage;
  Monster(double h, double r) : rage(r) {
    health = h;
    x = 0;
  }
  void update(double dt) override {
    x += rage * dt;
    health -= 0.1 * x * dt;
  }
};
struct Healer : Entity {
  Entity *target;
  Healer(double h, Entity *t) : target(t) {
    health = h;
    x = 1;
  }
  void update(double dt) override {
    target->health += health * dt * 0.2;
    health *= 0.95;
  }
  double score() const override { return health * 0.5 + Entity::score(); }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::unique_ptr<Entity>> all;
  all.push_back(std::make_unique<Monster>(v[0], v[1]));
  all.push_back(std::make_unique<Healer>(v[2], all[0].get()));
  all.push_back(std::make_unique<Monster>(v[3], 0.5));
  for (int t = 0; t < 5; ++t) {
    for (auto &e : all)
      e->update(0.2);
    all.erase(
        std::remove_if(all.begin(), all.end(), [](const auto &e) { return e->health < 0.39; }),
        all.end());
  }
  double s = 0;
  for (auto &e : all)
    s += e->score() * e->x;
  return s;
}
} // namespace objects

#if __cplusplus >= 202002L
namespace erased {
struct Cell {
  double health;
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::unique_ptr<Cell>> all;
  for (double x : v) {
    all.push_back(std::make_unique<Cell>());
    all.back()->health = x;
  }
  std::erase_if(all, [](const std::unique_ptr<Cell> &c) { return c->health < 0.8; });
  double s = 0;
  for (auto &c : all)
    s += c->health * v[3];
  return s;
}
} // namespace erased
#endif

int main() {
  CHECK_CASE_TWICE(objects);
#if __cplusplus >= 202002L
  CHECK_CASE_TWICE(erased);
#endif
  return finish();
}
