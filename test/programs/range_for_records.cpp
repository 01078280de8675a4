// Range-for over an array of structs, modifying them, with break.
#include "harness.h"

struct Item {
  double price;
  int amount;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(Item (&items)[3], double discount) {
  double total = 0;
  for (Item &item : items) {
    item.price *= 1 - discount * item.amount;
    total += item.price * item.amount;
    if (total > 5)
      break;
  }
  for (const auto &[price, amount] : items)
    total += price * price * amount;
  return total;
}

int main() {
  check(
      {0.7, 1.9, 0.4, 0.05}, 4,
      [](In x, Out y) {
        Item items[3] = {{x[0], 1}, {x[1], 3}, {x[2], 2}};
        y[3] = f(items, x[3]);
        for (int i = 0; i < 3; ++i)
          y[i] = items[i].price;
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Item items[3] = {{x[0], 1}, {x[1], 3}, {x[2], 2}};
        Item dots[3] = {{x_dot[0], 0}, {x_dot[1], 0}, {x_dot[2], 0}};
        y[3] = f_forward(items, dots, x[3], x_dot[3], y_dot[3]);
        for (int i = 0; i < 3; ++i) {
          y[i] = items[i].price;
          y_dot[i] = dots[i].price;
        }
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Item items[3] = {{x[0], 1}, {x[1], 3}, {x[2], 2}};
        Item bars[3] = {{y_bar[0], 0}, {y_bar[1], 0}, {y_bar[2], 0}};
        y[3] = f_reverse(items, bars, x[3], x_bar[3], y_bar[3]);
        for (int i = 0; i < 3; ++i) {
          y[i] = items[i].price;
          x_bar[i] += bars[i].price;
        }
      }));
  return finish();
}
