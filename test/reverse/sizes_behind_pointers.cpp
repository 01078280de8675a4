// CHECK-LABEL: static double Mean_next_forward_sweep(ad::tape &tape, Mean *self, double x) {
// CHECK-NEXT:    const std::size_t old_size = self->seen.size();
// CHECK-NEXT:    self->seen.push_back(x);
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    const std::size_t self_seen_size = self->seen.size();
// CHECK-NEXT:    for (std::size_t k = 0; k < self_seen_size; ++k) {
// CHECK-NEXT:      const double y = self->seen[k];
// CHECK-NEXT:      s += y;
// CHECK-NEXT:    }
// CHECK-NEXT:    tape.push(old_size);
// CHECK-NEXT:    tape.push(self_seen_size);
// CHECK-NEXT:    tape.push(self->seen.size());
// CHECK-NEXT:    return s / self->seen.size();
// CHECK-NEXT:  }

// CHECK-LABEL: static void Mean_next_reverse_sweep(ad::tape &tape, Mean * /*self*/, Mean *self_bar, double /*x*/,
// CHECK-NEXT:                                      double &x_bar, double next_bar) {
// CHECK-NEXT:    const std::size_t self_seen_size_1 = tape.pop<std::size_t>();
// CHECK-NEXT:    const std::size_t self_seen_size = tape.pop<std::size_t>();
// CHECK-NEXT:    const std::size_t old_size = tape.pop<std::size_t>();
// CHECK-NEXT:    const double s_bar = next_bar / self_seen_size_1;
// CHECK-NEXT:    for (std::size_t k = 0; k < self_seen_size; ++k) {
// CHECK-NEXT:      const double y_bar = s_bar;
// CHECK-NEXT:      self_bar->seen[k] += y_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    x_bar += self_bar->seen[old_size];
// CHECK-NEXT:    self_bar->seen.resize(old_size);
// CHECK-NEXT:  }
// CHECK-LABEL: static double Gain_next_forward_sweep(ad::tape &tape, Gain *self, double x) {
// CHECK-NEXT:    tape.push(self->by);
// CHECK-NEXT:    return self->by * x;
// CHECK-NEXT:  }

// CHECK-LABEL: static void Gain_next_reverse_sweep(ad::tape &tape, Gain * /*self*/, Gain *self_bar, double x,
// CHECK-NEXT:                                      double &x_bar, double next_bar) {
// CHECK-NEXT:    const double self_by = tape.pop<double>();
// CHECK-NEXT:    self_bar->by += x * next_bar;
// CHECK-NEXT:    x_bar += self_by * next_bar;
// CHECK-NEXT:  }
// CHECK-LABEL: static double Filter_dispatch_next_forward_sweep(ad::tape &tape, Filter *self, double x) {
// CHECK-NEXT:    double dispatch_next_value = 0;
// CHECK-NEXT:    const int type = (typeid(*self) == typeid(Mean)) ? 0 : (typeid(*self) == typeid(Gain)) ? 1 : -1;
// CHECK-NEXT:    switch (type) {
// CHECK-NEXT:    case 0: {
// CHECK-NEXT:      const double next_value = Mean_next_forward_sweep(tape, static_cast<Mean *>(self), x);
// CHECK-NEXT:      dispatch_next_value = next_value;
// CHECK-NEXT:      break;
// CHECK-NEXT:    }
// CHECK-NEXT:    case 1: {
// CHECK-NEXT:      const double next_value = Gain_next_forward_sweep(tape, static_cast<Gain *>(self), x);
// CHECK-NEXT:      dispatch_next_value = next_value;
// CHECK-NEXT:      break;
// CHECK-NEXT:    }
// CHECK-NEXT:    default:
// CHECK-NEXT:      ad::__throw_unknown_target(
// CHECK-NEXT:          "Filter::next: the derivative for objects of this class is not in this file");
// CHECK-NEXT:    }
// CHECK-NEXT:    tape.push(type);
// CHECK-NEXT:    return dispatch_next_value;
// CHECK-NEXT:  }

// CHECK-LABEL: static void Filter_dispatch_next_reverse_sweep(ad::tape &tape, Filter *self, Filter *self_bar,
// CHECK-NEXT:                                                 double x, double &x_bar, double dispatch_next_bar) {
// CHECK-NEXT:    const int type = tape.pop<int>();
// CHECK-NEXT:    switch (type) {
// CHECK-NEXT:    case 0: {
// CHECK-NEXT:      const double next_value_bar = dispatch_next_bar;
// CHECK-NEXT:      Mean_next_reverse_sweep(tape, static_cast<Mean *>(self), static_cast<Mean *>(self_bar), x,
// CHECK-NEXT:                              x_bar, next_value_bar);
// CHECK-NEXT:      break;
// CHECK-NEXT:    }
// CHECK-NEXT:    case 1: {
// CHECK-NEXT:      const double next_value_1_bar = dispatch_next_bar;
// CHECK-NEXT:      Gain_next_reverse_sweep(tape, static_cast<Gain *>(self), static_cast<Gain *>(self_bar), x,
// CHECK-NEXT:                              x_bar, next_value_1_bar);
// CHECK-NEXT:      break;
// CHECK-NEXT:    }
// CHECK-NEXT:    default:
// CHECK-NEXT:      break;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// A call that may change the sizes of vectors in an object of the function's own, which it reaches
// by a pointer: behind it, the adjoint gets the shape that the object has then, by its class.
// RUN: %clang_ad_plugin -w -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <memory>
#include <vector>

struct Filter {
  virtual ~Filter() = default;
  virtual double next(double x) = 0;
};

struct Mean : Filter {
  std::vector<double> seen;
  double next(double x) override {
    seen.push_back(x);
    double s = 0;
    for (double y : seen)
      s += y;
    return s / seen.size();
  }
};

struct Gain : Filter {
  double by;
  explicit Gain(double by) : by(by) {}
  double next(double x) override { return by * x; }
};

// CHECK-LABEL: double filtered_reverse(const double *x, double *x_bar, int n, double by, double &by_bar,
// CHECK-NEXT:                          double filtered_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    Gain *made_bar = nullptr;
// CHECK-NEXT:    Mean *made_1_bar = nullptr;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double by_1 = by;
// CHECK-NEXT:    Filter *filter = nullptr;
// CHECK-NEXT:    Filter *filter_bar = nullptr;
// CHECK-NEXT:    if (by_1 > 0) {
// CHECK-NEXT:      Gain *made = new Gain(by_1);
// CHECK-NEXT:      made_bar = tape.zeros<Gain>(1);
// CHECK-NEXT:      const double by_2 = by_1;
// CHECK-NEXT:      made->by = by_2;
// CHECK-NEXT:      Filter *const old = filter;
// CHECK-NEXT:      filter_bar = &*made_bar;
// CHECK-NEXT:      filter = &*made;
// CHECK-NEXT:      tape.delete_at_end(old);
// CHECK-NEXT:    } else {
// CHECK-NEXT:      Mean *made_1 = new Mean();
// CHECK-NEXT:      made_1_bar = tape.owning_zeros<Mean>();
// CHECK-NEXT:      made_1->seen.clear();
// CHECK-NEXT:      ad::follow_shape(tape, made_1_bar->seen, made_1->seen);
// CHECK-NEXT:      Filter *const old = filter;
// CHECK-NEXT:      filter_bar = &*made_1_bar;
// CHECK-NEXT:      filter = &*made_1;
// CHECK-NEXT:      tape.delete_at_end(old);
// CHECK-NEXT:    }
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      const double next_value = Filter_dispatch_next_forward_sweep(tape, filter, x[i]);
// CHECK-NEXT:      if (dynamic_cast<const Mean *>(filter) != nullptr)
// CHECK-NEXT:        ad::shape_like(static_cast<Mean *>(filter_bar)->seen, static_cast<Mean *>(filter)->seen);
// CHECK-NEXT:      s += next_value;
// CHECK-NEXT:    }
// CHECK-NEXT:    const double s_before = s;
// CHECK-NEXT:    tape.delete_at_end(filter);
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_before_bar = filtered_bar;
// CHECK-NEXT:    const double s_bar = s_before_bar;
// CHECK-NEXT:    for (int i = n; i-- > 0;) {
// CHECK-NEXT:      const double next_value_bar = s_bar;
// CHECK-NEXT:      double x_bar_1 = 0;
// CHECK-NEXT:      Filter_dispatch_next_reverse_sweep(tape, filter, filter_bar, x[i], x_bar_1, next_value_bar);
// CHECK-NEXT:      x_bar[i] += x_bar_1;
// CHECK-NEXT:    }
// CHECK-NEXT:    if (by_1 > 0) {
// CHECK-NEXT:      const double by_2_bar = made_bar->by;
// CHECK-NEXT:      made_bar->by = 0;
// CHECK-NEXT:      const double by_1_bar = by_2_bar;
// CHECK-NEXT:      by_bar += by_1_bar;
// CHECK-NEXT:    } else {
// CHECK-NEXT:      ad::restore_shape(tape, made_1_bar->seen);
// CHECK-NEXT:    }
// CHECK-NEXT:    return s_before;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] double filtered(const double *x, int n, double by) {
  std::unique_ptr<Filter> filter;
  if (by > 0)
    filter = std::make_unique<Gain>(by);
  else
    filter = std::make_unique<Mean>();
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += filter->next(x[i]);
  return s;
}
