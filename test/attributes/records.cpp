// Which classes are differentiable, and the signatures of methods.
// RUN: %clang_ad_plugin -std=c++20 -fsyntax-only -Xclang -ast-print %s | FileCheck %s
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

struct Empty {};
struct Counts { int n; Empty e; };
struct Base { float f; };
struct Derived : Base { int n; };
struct Node { double value; Node *next; };
struct Tree { int n; std::unique_ptr<Node> root; };
struct Data { [[ad::constant]] double figure; int n; };
struct Shape { virtual int sides() const = 0; };

// CHECK: void none_reverse(Empty a, const Counts &b, Data c, const std::string &d, std::map<int, int> e, std::function<double (double)> f);
[[ad::differentiate(reverse)]] void none(Empty a, const Counts &b, Data c, const std::string &d,
                                         std::map<int, int> e, std::function<double(double)> f);

// CHECK: void some_reverse(Derived a, Derived &a_bar, const Node *b, Node *b_bar, Tree &c, Tree &c_bar, const std::map<int, double> &d, std::map<int, double> &d_bar, const Shape &e, Shape &e_bar);
[[ad::differentiate(reverse)]] void some(Derived a, const Node *b, Tree &c,
                                         const std::map<int, double> &d, const Shape &e);

// Views are followed by views.
// CHECK: double views_reverse(std::span<const double> a, std::span<double> a_bar, std::reference_wrapper<const double> b, std::reference_wrapper<double> b_bar, double views_bar = 1);
[[ad::differentiate(reverse)]] double views(std::span<const double> a,
                                            std::reference_wrapper<const double> b);

// The derivative of a class has no default.
// CHECK: Base result_forward(const Base &b, const Base &b_dot, Base &result_dot);
// CHECK: Base result_reverse(const Base &b, Base &b_bar, Base result_bar);
[[ad::differentiate(forward, reverse)]] Base result(const Base &b);

// CHECK: struct Methods {
struct Methods {
  double k;
  // CHECK: double get_forward(const Methods &this_dot, double x, double x_dot, double &get_dot) const;
  // CHECK: double get_reverse(Methods &this_bar, double x, double &x_bar, double get_bar = 1) const;
  [[ad::differentiate(forward, reverse)]] double get(double x) const;
  // CHECK: void set_forward(Methods &this_dot, double x, double x_dot);
  // CHECK: void set_reverse(Methods &this_bar, double x, double &x_bar);
  [[ad::differentiate(forward, reverse)]] void set(double x);
  // CHECK: static double shared_reverse(double x, double &x_bar, double shared_bar = 1);
  [[ad::differentiate(reverse)]] static double shared(double x);
  // CHECK: double call_reverse(Methods &this_bar, double x, double &x_bar, double call_bar = 1) const;
  [[ad::differentiate(reverse)]] double operator()(double x) const;
  // The class being defined counts as differentiable.
  // CHECK: double peer_reverse(Methods &this_bar, const Methods &o, Methods &o_bar, double peer_bar = 1);
  [[ad::differentiate(reverse)]] double peer(const Methods &o);
  // CHECK: private:
  // CHECK: double late_reverse(Methods &this_bar, double x, double &x_bar, int n = limit, double late_bar = 1);
private:
  [[ad::differentiate(reverse)]] double late(double x, int n = limit);
  static constexpr int limit = 3;
};
