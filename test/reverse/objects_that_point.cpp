// A local object with virtual functions whose constructor keeps a pointer: its assignments are said
// again, so its shadow points to the shadow.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
struct Signal {
  double value = 0;
};
struct Observer {
  virtual void notify(double x) = 0;
  virtual ~Observer() = default;
};
struct Relay : Observer {
  Signal *next;
  double gain;
  Relay(Signal *n, double g) : next(n), gain(g) {}
  void notify(double x) override { next->value += gain * x; }
};
// CHECK-LABEL: double relayed_reverse(double gain, double &gain_bar, double x, double &x_bar, double relayed_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    Signal s_bar = {};
// CHECK-NEXT:    ad::shadow<Relay> r_bar_storage;
// CHECK-NEXT:    Relay &r_bar = r_bar_storage.value();
// CHECK-NEXT:    Signal s = {0.0};
// CHECK-NEXT:    Relay r = Relay(&s, gain);
// CHECK-NEXT:    r_bar.next = &s_bar;
// CHECK-NEXT:    r.next = &s;
// CHECK-NEXT:    r.gain = gain;
// CHECK-NEXT:    Relay_notify_forward_sweep(tape, &r, &r_bar, x);
// CHECK-NEXT:    const double relayed_value = s.value;
// CHECK-NEXT:    s_bar.value += relayed_bar;
// CHECK-NEXT:    Relay_notify_reverse_sweep(tape, &r, &r_bar, x, x_bar);
// CHECK-NEXT:    gain_bar += r_bar.gain;
// CHECK-NEXT:    r_bar.gain = 0;
// CHECK-NEXT:    return relayed_value;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double relayed(double gain, double x) {
  Signal s;
  Relay r(&s, gain);
  Observer &o = r;
  o.notify(x);
  return s.value;
}
