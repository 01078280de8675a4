











// References in objects with virtual functions, in elements and in what callers give are pointers:
// the derivative has one that is bound to the derivative of what it refers to.
// RUN: %clang_ad_plugin -w -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <memory>
#include <vector>

struct Curve {
  virtual ~Curve() = default;
  virtual double at(double t) const = 0;
};

class Shifted : public Curve {
  const Curve &inner;
  double by;

public:
  Shifted(const Curve &inner, double by) : inner(inner), by(by) {}
  double at(double t) const override { return inner.at(t) + by; }
};

class Flat : public Curve {
  const double &rate;

public:
  explicit Flat(const double &rate) : rate(rate) {}
  double at(double t) const override { return rate * t; }
};



[[ad::differentiate(forward, reverse)]]
double shifted(double rate, double by) {
  const Flat flat(rate);
  const Shifted curve(flat, by);
  return curve.at(2);
}

struct View {
  const double &x;
  double &y;
};

[[ad::differentiate(reverse)]]
double given(const View &v) {
  v.y *= v.x;
  return v.x * v.y;
}

[[ad::differentiate(reverse)]]
double elements(double a, double b) {
  std::vector<View> views;
  views.push_back({a, b});
  return views[0].x * views[0].y;
}

// CHECK-LABEL: static double Flat_at_forward(const Flat *self, const Flat *self_dot, double t, double t_dot,
// CHECK-NEXT:                                double &at_dot) {
// CHECK-NEXT:    at_dot = self_dot->rate * t + self->rate * t_dot;
// CHECK-NEXT:    return self->rate * t;
// CHECK-NEXT:  }

// CHECK-LABEL: double shifted_forward(double rate, double rate_dot, double by, double by_dot,
// CHECK-NEXT:                         double &shifted_dot) {
// CHECK-NEXT:    Flat flat = Flat(rate);
// CHECK-NEXT:    ad::shadow<Flat> flat_dot_storage;
// CHECK-NEXT:    Flat &flat_dot = flat_dot_storage.value();
// CHECK-NEXT:    ad::bind<8>(flat_dot, &rate_dot);
// CHECK-NEXT:    ad::bind<8>(flat, &rate);
// CHECK-NEXT:    Shifted curve = Shifted(flat, by);
// CHECK-NEXT:    ad::shadow<Shifted> curve_dot_storage;
// CHECK-NEXT:    Shifted &curve_dot = curve_dot_storage.value();
// CHECK-NEXT:    ad::bind<8>(curve_dot, &flat_dot);
// CHECK-NEXT:    ad::bind<8>(curve, &flat);
// CHECK-NEXT:    curve_dot.by = by_dot;
// CHECK-NEXT:    curve.by = by;
// CHECK-NEXT:    double at_value_dot;
// CHECK-NEXT:    const double at_value = Shifted_at_forward(&curve, &curve_dot, 2, 0.0, at_value_dot);
// CHECK-NEXT:    shifted_dot = at_value_dot;
// CHECK-NEXT:    return at_value;
// CHECK-NEXT:  }

// CHECK-LABEL: static double Shifted_at_forward_sweep(ad::tape &tape, const Shifted *self, Shifted *self_bar,
// CHECK-NEXT:                                         double t) {
// CHECK-NEXT:    const Curve *const self_inner = &self->inner;
// CHECK-NEXT:    Curve *const self_inner_bar = const_cast<Curve *>(&self_bar->inner);
// CHECK-NEXT:    const double at_value = Curve_dispatch_at_forward_sweep(tape, self_inner, self_inner_bar, t);
// CHECK-NEXT:    tape.push(self_inner);
// CHECK-NEXT:    tape.push(self_inner_bar);
// CHECK-NEXT:    return at_value + self->by;
// CHECK-NEXT:  }

// CHECK-LABEL: static void Shifted_at_reverse_sweep(ad::tape &tape, const Shifted * /*self*/, Shifted *self_bar,
// CHECK-NEXT:                                       double t, double &t_bar, double at_bar) {
// CHECK-NEXT:    Curve *const self_inner_bar = tape.pop<Curve *>();
// CHECK-NEXT:    const Curve *const self_inner = tape.pop<const Curve *>();
// CHECK-NEXT:    const double at_value_bar = at_bar;
// CHECK-NEXT:    self_bar->by += at_bar;
// CHECK-NEXT:    Curve_dispatch_at_reverse_sweep(tape, self_inner, self_inner_bar, t, t_bar, at_value_bar);
// CHECK-NEXT:  }

// CHECK-LABEL: double shifted_reverse(double rate, double &rate_bar, double by, double &by_bar,
// CHECK-NEXT:                         double shifted_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    ad::shadow<Flat> flat_bar_storage;
// CHECK-NEXT:    Flat &flat_bar = flat_bar_storage.value();
// CHECK-NEXT:    ad::shadow<Shifted> curve_bar_storage;
// CHECK-NEXT:    Shifted &curve_bar = curve_bar_storage.value();
// CHECK-NEXT:    double rate_1_bar = 0;
// CHECK-NEXT:    double rate_1 = rate;
// CHECK-NEXT:    Flat flat = Flat(rate_1);
// CHECK-NEXT:    ad::bind<8>(flat_bar, &rate_1_bar);
// CHECK-NEXT:    ad::bind<8>(flat, &rate_1);
// CHECK-NEXT:    Shifted curve = Shifted(flat, by);
// CHECK-NEXT:    ad::bind<8>(curve_bar, &flat_bar);
// CHECK-NEXT:    ad::bind<8>(curve, &flat);
// CHECK-NEXT:    curve.by = by;
// CHECK-NEXT:    const double at_value = Shifted_at_forward_sweep(tape, &curve, &curve_bar, 2);
// CHECK-NEXT:    const double at_value_bar = shifted_bar;
// CHECK-NEXT:    double t_bar = 0;
// CHECK-NEXT:    Shifted_at_reverse_sweep(tape, &curve, &curve_bar, 2, t_bar, at_value_bar);
// CHECK-NEXT:    by_bar += curve_bar.by;
// CHECK-NEXT:    curve_bar.by = 0;
// CHECK-NEXT:    rate_bar += rate_1_bar;
// CHECK-NEXT:    return at_value;
// CHECK-NEXT:  }

// CHECK-LABEL: double given_reverse(const View &v, View &v_bar, double given_bar) {
// CHECK-NEXT:    const double v_x = v.x;
// CHECK-NEXT:    const double v_y = v.y;
// CHECK-NEXT:    v.y = v_y * v_x;
// CHECK-NEXT:    const double given_value = v.x * v.y;
// CHECK-NEXT:    const_cast<double &>(v_bar.x) += v.y * given_bar;
// CHECK-NEXT:    const double v_y_seed = v_bar.y + v.x * given_bar;
// CHECK-NEXT:    v_bar.y = v_x * v_y_seed;
// CHECK-NEXT:    const_cast<double &>(v_bar.x) += v_y * v_y_seed;
// CHECK-NEXT:    return given_value;
// CHECK-NEXT:  }

// CHECK-LABEL: double elements_reverse(double a, double &a_bar, double b, double &b_bar, double elements_bar) {
// CHECK-NEXT:    double b_1_bar = 0;
// CHECK-NEXT:    ad::shadow<View> object_bar_storage;
// CHECK-NEXT:    View &object_bar = object_bar_storage.value();
// CHECK-NEXT:    double a_1_bar = 0;
// CHECK-NEXT:    double a_1 = a;
// CHECK-NEXT:    double b_1 = b;
// CHECK-NEXT:    View object = {a_1, b_1};
// CHECK-NEXT:    ad::bind<0>(object_bar, &a_1_bar);
// CHECK-NEXT:    ad::bind<8>(object_bar, &b_1_bar);
// CHECK-NEXT:    std::vector<View> views_bar;
// CHECK-NEXT:    views_bar.push_back(object_bar);
// CHECK-NEXT:    std::vector<View> views;
// CHECK-NEXT:    views.push_back(object);
// CHECK-NEXT:    const double elements_value = views[0].x * views[0].y;
// CHECK-NEXT:    const_cast<double &>(views_bar[0].x) += views[0].y * elements_bar;
// CHECK-NEXT:    views_bar[0].y += views[0].x * elements_bar;
// CHECK-NEXT:    b_bar += b_1_bar;
// CHECK-NEXT:    a_bar += a_1_bar;
// CHECK-NEXT:    return elements_value;
// CHECK-NEXT:  }
