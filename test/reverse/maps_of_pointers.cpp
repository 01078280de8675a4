// The derivative of a map of pointers leads to derivatives.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <map>
#include <string>
struct Part {
  double mass, length;
};
// CHECK-LABEL: double moment_reverse(Part &a, Part &a_bar, Part &b, Part &b_bar, double moment_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    std::map<std::string, const Part *> *parts_bar = tape.keep<std::map<std::string, const Part *>>();
// CHECK-NEXT:    std::map<std::string, const Part *> parts;
// CHECK-NEXT:    const Part **const entry = &parts["a"];
// CHECK-NEXT:    Part **const entry_bar = const_cast<Part **>(&(*parts_bar)["a"]);
// CHECK-NEXT:    *entry_bar = &a_bar;
// CHECK-NEXT:    *entry = &a;
// CHECK-NEXT:    const Part **const entry_1 = &parts["b"];
// CHECK-NEXT:    Part **const entry_1_bar = const_cast<Part **>(&(*parts_bar)["b"]);
// CHECK-NEXT:    *entry_1_bar = &b_bar;
// CHECK-NEXT:    *entry_1 = &b;
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    Part *entry_2_second_bar = nullptr;
// CHECK-NEXT:    const Part *entry_2_second = nullptr;
// CHECK-NEXT:    for (std::map<std::string, const Part *>::iterator it = parts.begin(); it != parts.end(); ++it) {
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      std::pair<const std::string, const Part *> *const entry_2 = &*it;
// CHECK-NEXT:      std::pair<const std::string, const Part *> *const entry_2_bar = &*parts_bar->find(it->first);
// CHECK-NEXT:      tape.push(entry_2_second);
// CHECK-NEXT:      entry_2_second = entry_2->second;
// CHECK-NEXT:      tape.push(entry_2_second_bar);
// CHECK-NEXT:      entry_2_second_bar = const_cast<Part *>(entry_2_bar->second);
// CHECK-NEXT:      s += entry_2_second->mass * entry_2_second->length;
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_bar = moment_bar;
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      entry_2_second_bar->mass += entry_2_second->length * s_bar;
// CHECK-NEXT:      entry_2_second_bar->length += entry_2_second->mass * s_bar;
// CHECK-NEXT:      entry_2_second_bar = tape.pop<Part *>();
// CHECK-NEXT:      entry_2_second = tape.pop<const Part *>();
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double moment(Part &a, Part &b) {
  std::map<std::string, const Part *> parts;
  parts["a"] = &a;
  parts["b"] = &b;
  double s = 0;
  for (const auto &[name, p] : parts)
    s += p->mass * p->length;
  return s;
}
