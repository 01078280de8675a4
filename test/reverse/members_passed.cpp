// A recursive method of an object that holds references gets its members one by one.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>
class Walk {
  const std::vector<double> &weights;
  double &sum;
  double share = 1;

public:
  Walk(const std::vector<double> &w, double &s) : weights(w), sum(s) {}
  void visit(int i) {
    if (i >= 4)
      return;
    share *= weights[i];
    sum += share;
    visit(2 * i + 1);
    visit(2 * i + 2);
  }
};

// CHECK-LABEL: // visit_forward_sweep: forward sweep of visit
// CHECK-NEXT:  static void visit_forward_sweep(ad::tape &tape, int i, const std::vector<double> &weights,
// CHECK-NEXT:                                  double &sum, double &share) {
// CHECK-NEXT:    double weights_i = 0;
// CHECK-NEXT:    double share_1 = 0;
// CHECK-NEXT:    if (i < 4) {
// CHECK-NEXT:      weights_i = weights[i];
// CHECK-NEXT:      share_1 = share;
// CHECK-NEXT:      share = share_1 * weights_i;
// CHECK-NEXT:      sum += share;
// CHECK-NEXT:      visit_forward_sweep(tape, 2 * i + 1, weights, sum, share);
// CHECK-NEXT:      visit_forward_sweep(tape, 2 * i + 2, weights, sum, share);
// CHECK-NEXT:    }
// CHECK-NEXT:    tape.push(weights_i);
// CHECK-NEXT:    tape.push(share_1);
// CHECK-NEXT:  }

// CHECK-LABEL: // visit_reverse_sweep: reverse sweep of visit
// CHECK-NEXT:  static void visit_reverse_sweep(ad::tape &tape, int i, const std::vector<double> &weights,
// CHECK-NEXT:                                  std::vector<double> &weights_bar, double &sum, double &sum_bar,
// CHECK-NEXT:                                  double &share, double &share_bar) {
// CHECK-NEXT:    const double share_1 = tape.pop<double>();
// CHECK-NEXT:    const double weights_i = tape.pop<double>();
// CHECK-NEXT:    if (i < 4) {
// CHECK-NEXT:      visit_reverse_sweep(tape, 2 * i + 2, weights, weights_bar, sum, sum_bar, share, share_bar);
// CHECK-NEXT:      visit_reverse_sweep(tape, 2 * i + 1, weights, weights_bar, sum, sum_bar, share, share_bar);
// CHECK-NEXT:      const double share_seed = share_bar + sum_bar;
// CHECK-NEXT:      share_bar = weights_i * share_seed;
// CHECK-NEXT:      weights_bar[i] += share_1 * share_seed;
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// CHECK-LABEL: double total_reverse(const std::vector<double> &w, std::vector<double> &w_bar, double total_bar) {
// CHECK-NEXT:    struct Walk_members {
// CHECK-NEXT:      double share;
// CHECK-NEXT:    };
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    ad::match(w_bar, w);
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    Walk_members walk;
// CHECK-NEXT:    walk.share = 1;
// CHECK-NEXT:    visit_forward_sweep(tape, 0, w, s, walk.share);
// CHECK-NEXT:    const double total_value = s;
// CHECK-NEXT:    double s_bar = total_bar;
// CHECK-NEXT:    ad::shadow<Walk_members> walk_bar_storage;
// CHECK-NEXT:    Walk_members &walk_bar = walk_bar_storage.value();
// CHECK-NEXT:    visit_reverse_sweep(tape, 0, w, w_bar, s, s_bar, walk.share, walk_bar.share);
// CHECK-NEXT:    return total_value;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double total(const std::vector<double> &w) {
  double s = 0;
  Walk walk(w, s);
  walk.visit(0);
  return s;
}
