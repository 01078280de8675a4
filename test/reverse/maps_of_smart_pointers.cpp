// What std::unique_ptr's in a map hold is deleted by statements; what is shared lives on.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <map>
#include <memory>
#include <string>
struct Part {
  double mass, length;
};
// CHECK-LABEL: double moment_reverse(double m, double &m_bar, double l, double &l_bar, double moment_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    std::map<std::string, std::unique_ptr<Part>> *parts_bar =
// CHECK-NEXT:        &tape.keep<ad::map_storage<std::map<std::string, std::unique_ptr<Part>>>>()->value();
// CHECK-NEXT:    ad::map_storage<std::map<std::string, std::unique_ptr<Part>>> parts_storage;
// CHECK-NEXT:    std::map<std::string, std::unique_ptr<Part>> &parts = parts_storage.value();
// CHECK-NEXT:    Part object = {m, l};
// CHECK-NEXT:    Part *made = static_cast<Part *>(::operator new(sizeof(Part)));
// CHECK-NEXT:    Part *made_bar = tape.zeros<Part>(1);
// CHECK-NEXT:    *made = object;
// CHECK-NEXT:    std::pair<const std::string, std::unique_ptr<Part>> *const entry = &*parts.try_emplace("a").first;
// CHECK-NEXT:    std::pair<const std::string, std::unique_ptr<Part>> *const entry_bar =
// CHECK-NEXT:        &*parts_bar->try_emplace("a").first;
// CHECK-NEXT:    Part *const old = ad::pointer_in(entry->second);
// CHECK-NEXT:    ad::pointer_in(entry_bar->second) = made_bar;
// CHECK-NEXT:    ad::pointer_in(entry->second) = made;
// CHECK-NEXT:    tape.delete_at_end(old);
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    Part *entry_1_second_bar = nullptr;
// CHECK-NEXT:    Part *entry_1_second = nullptr;
// CHECK-NEXT:    for (std::map<std::string, std::unique_ptr<Part>>::iterator it = parts.begin(); it != parts.end();
// CHECK-NEXT:         ++it) {
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      std::pair<const std::string, std::unique_ptr<Part>> *const entry_1 = &*it;
// CHECK-NEXT:      std::pair<const std::string, std::unique_ptr<Part>> *const entry_1_bar =
// CHECK-NEXT:          &*parts_bar->find(it->first);
// CHECK-NEXT:      tape.push(entry_1_second);
// CHECK-NEXT:      entry_1_second = ad::pointer_in(entry_1->second);
// CHECK-NEXT:      tape.push(entry_1_second_bar);
// CHECK-NEXT:      entry_1_second_bar = ad::pointer_in(entry_1_bar->second);
// CHECK-NEXT:      s += entry_1_second->mass * entry_1_second->length;
// CHECK-NEXT:    }
// CHECK-NEXT:    if (parts.find("a") != parts.end()) {
// CHECK-NEXT:      std::pair<const std::string, std::unique_ptr<Part>> *const entry_1 = &*parts.find("a");
// CHECK-NEXT:      tape.delete_at_end(ad::pointer_in(entry_1->second));
// CHECK-NEXT:    }
// CHECK-NEXT:    ad::erase_kept(tape, *parts_bar, "a");
// CHECK-NEXT:    ad::erase_released(parts, "a");
// CHECK-NEXT:    const double s_before = s;
// CHECK-NEXT:    for (std::map<std::string, std::unique_ptr<Part>>::iterator it = parts.begin(); it != parts.end();
// CHECK-NEXT:         ++it) {
// CHECK-NEXT:      std::pair<const std::string, std::unique_ptr<Part>> *const entry_1 = &*it;
// CHECK-NEXT:      tape.delete_at_end(ad::pointer_in(entry_1->second));
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_before_bar = moment_bar;
// CHECK-NEXT:    const double s_bar = s_before_bar;
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      entry_1_second_bar->mass += entry_1_second->length * s_bar;
// CHECK-NEXT:      entry_1_second_bar->length += entry_1_second->mass * s_bar;
// CHECK-NEXT:      entry_1_second_bar = tape.pop<Part *>();
// CHECK-NEXT:      entry_1_second = tape.pop<Part *>();
// CHECK-NEXT:    }
// CHECK-NEXT:    Part object_bar = {};
// CHECK-NEXT:    object_bar.mass += made_bar->mass;
// CHECK-NEXT:    made_bar->mass = 0;
// CHECK-NEXT:    object_bar.length += made_bar->length;
// CHECK-NEXT:    made_bar->length = 0;
// CHECK-NEXT:    m_bar += object_bar.mass;
// CHECK-NEXT:    l_bar += object_bar.length;
// CHECK-NEXT:    return s_before;
// CHECK-NEXT:  }
// CHECK-LABEL: double shared_forward(double m, double m_dot, double &shared_dot) {
// CHECK-NEXT:    ad::shared_objects shared;
// CHECK-NEXT:    std::map<int, std::shared_ptr<Part>> parts;
// CHECK-NEXT:    std::map<int, std::shared_ptr<Part>> parts_dot = {};
// CHECK-NEXT:    Part *const made = static_cast<Part *>(::operator new(sizeof(Part)));
// CHECK-NEXT:    Part *made_dot = ad::zeros<Part>();
// CHECK-NEXT:    Part object = {m, 2.0};
// CHECK-NEXT:    Part object_dot = {m_dot};
// CHECK-NEXT:    *made_dot = object_dot;
// CHECK-NEXT:    *made = object;
// CHECK-NEXT:    shared.delete_at_end(made_dot);
// CHECK-NEXT:    shared.delete_at_end(made);
// CHECK-NEXT:    std::pair<const int, std::shared_ptr<Part>> *const entry = &*parts.try_emplace(1).first;
// CHECK-NEXT:    std::pair<const int, std::shared_ptr<Part>> *const entry_dot = &*parts_dot.try_emplace(1).first;
// CHECK-NEXT:    ad::pointer_in(entry_dot->second) = made_dot;
// CHECK-NEXT:    ad::pointer_in(entry->second) = made;
// CHECK-NEXT:    (void)parts.at(1);
// CHECK-NEXT:    std::pair<const int, std::shared_ptr<Part>> *const entry_1 = &*parts.find(1);
// CHECK-NEXT:    std::pair<const int, std::shared_ptr<Part>> *const entry_1_dot = &*parts_dot.find(1);
// CHECK-NEXT:    shared_dot = ad::pointer_in(entry_1_dot->second)->mass;
// CHECK-NEXT:    return ad::pointer_in(entry_1->second)->mass;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double moment(double m, double l) {
  std::map<std::string, std::unique_ptr<Part>> parts;
  parts["a"] = std::make_unique<Part>(Part{m, l});
  double s = 0;
  for (const auto &[name, p] : parts)
    s += p->mass * p->length;
  parts.erase("a");
  return s;
}
[[ad::differentiate(forward)]]
double shared(double m) {
  std::map<int, std::shared_ptr<Part>> parts;
  parts[1] = std::make_shared<Part>(Part{m, 2});
  return parts.at(1)->mass;
}
