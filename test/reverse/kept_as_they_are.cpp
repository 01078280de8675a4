// What carries no derivatives stays as it is written: smart pointers and what they own, loops over
// lists, calls through pointers to functions that only ask.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <list>
#include <memory>

struct Item {
  int weight;
};

// CHECK-LABEL: double picked_forward(const double *x, const double *x_dot, double &picked_dot) {
// CHECK-NEXT:    std::unique_ptr<Item> a = std::make_unique<Item, Item>(Item{2});
// CHECK-NEXT:    Item *value;
// CHECK-NEXT:    value = a.operator->();
// CHECK-NEXT:    ++value->weight;
// CHECK-NEXT:    Item *value_1;
// CHECK-NEXT:    value_1 = a.operator->();
// CHECK-NEXT:    Item *value_2;
// CHECK-NEXT:    value_2 = a.operator->();
// CHECK-NEXT:    picked_dot =
// CHECK-NEXT:        x_dot[value_1->weight] * x[value_2->weight] + x[value_1->weight] * x_dot[value_2->weight];
// CHECK-NEXT:    return x[value_1->weight] * x[value_2->weight];
// CHECK-NEXT:  }
[[ad::differentiate(forward)]]
double picked(const double *x) {
  std::unique_ptr<Item> a = std::make_unique<Item>(Item{2});
  a->weight += 1;
  return x[a->weight] * x[a->weight];
}

// CHECK-LABEL: double along_reverse(const double *x, double *x_bar,
// CHECK-NEXT:                       const std::list<int, std::allocator<int>> &path, double along_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    int value_1 = 0;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double s = x[0];
// CHECK-NEXT:    std::_List_const_iterator<int> begin1 = path.begin();
// CHECK-NEXT:    std::_List_const_iterator<int> end1 = path.end();
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    for (;; ++begin1) {
// CHECK-NEXT:      bool value;
// CHECK-NEXT:      value = begin1 != end1;
// CHECK-NEXT:      if (!value)
// CHECK-NEXT:        break;
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      tape.push(value_1);
// CHECK-NEXT:      value_1 = *begin1;
// CHECK-NEXT:      const int k = value_1;
// CHECK-NEXT:      tape.push(s);
// CHECK-NEXT:      s *= x[k];
// CHECK-NEXT:    }
// CHECK-NEXT:    const double along_value = s;
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    double s_bar = along_bar;
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      const int k = value_1;
// CHECK-NEXT:      s = tape.pop<double>();
// CHECK-NEXT:      x_bar[k] += s * s_bar;
// CHECK-NEXT:      s_bar *= x[k];
// CHECK-NEXT:      value_1 = tape.pop<int>();
// CHECK-NEXT:    }
// CHECK-NEXT:    x_bar[0] += s_bar;
// CHECK-NEXT:    return along_value;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double along(const double *x, const std::list<int> &path) {
  double s = x[0];
  for (int k : path)
    s *= x[k];
  return s;
}

static bool positive(double x) { return x > 0; }

static double sum_if(const double *x, int n, bool (*counts)(double)) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    if (counts(x[i]))
      s += x[i] * x[i];
  return s;
}

// CHECK-LABEL: double of_positive_reverse(const double *x, double *x_bar, int n, double of_positive_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    bool *taken_at = tape.array<bool>(n);
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      const bool taken = positive(x[i]);
// CHECK-NEXT:      taken_at[i] = taken;
// CHECK-NEXT:      if (taken)
// CHECK-NEXT:        s += x[i] * x[i];
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_bar = of_positive_bar;
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      if (taken_at[i])
// CHECK-NEXT:        x_bar[i] += 2 * x[i] * s_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double of_positive(const double *x, int n) {
  return sum_if(x, n, positive);
}
