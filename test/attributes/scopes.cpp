// Companions stand in the scope of their function, with its linkage and access, from the next line
// on.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror %s -o %t && %t
namespace a::b {
[[ad::differentiate(reverse)]] double f(double x);
double twice(double x) { return f_reverse(x, x) + f_reverse(x, x); }
} // namespace a::b
double a::b::f(double x) { return x * x; }

namespace {
[[ad::differentiate(reverse)]] double anonymous(double x) { return x * x; }
} // namespace

[[ad::differentiate(reverse, forward)]] static double internal(double x) { return x * x; }
[[ad::differentiate(reverse)]] inline double inlined(double x) { return x * x; }
[[ad::differentiate(reverse)]] constexpr double constant(double x) { return x * x; }
extern "C" {
[[ad::differentiate(reverse)]] double c_block(double x) { return x * x; }
}
extern "C" [[ad::differentiate(reverse)]] double c_single(double x);
double c_single(double x) { return x * x; }
extern "C" double c_single_reverse(double, double &, double); // C linkage, no conflict

class K {
public:
  // The class is not complete here, its default arguments are not parsed yet.
  double inside(double x) {
    double x_bar = 0;
    K k_bar;
    hidden_reverse(k_bar, x, x_bar);
    return x_bar;
  }

private:
  [[ad::differentiate(reverse)]] double hidden(double x, int = square(2)) const { return x * x; }
  static int square(int i) { return i * i; }
};

struct Outside {
  double f(double x);
};
[[ad::differentiate(reverse)]] double Outside::f(double x) { return x * x; }

[[ad::differentiate(reverse)]] double overloaded(double x) { return x * x; }
[[ad::differentiate(reverse)]] float overloaded(float x) { return x * x; }

// Later macros cannot touch what was generated.
#define x 100
#define x_bar 100
#define double float

int main() {
#undef double
  double bar = 0;
  Outside o, o_bar;
  a::b::f_reverse(1, bar);
  anonymous_reverse(1, bar);
  internal_reverse(1, bar);
  inlined_reverse(1, bar);
  constant_reverse(1, bar);
  c_block_reverse(1, bar);
  c_single_reverse(1, bar, 1);
  o.f_reverse(o_bar, 1, bar);
  overloaded_reverse(1, bar, 0.5);
  float single = 0;
  overloaded_reverse(1, single);
  return bar == 17 && single == 2 && K().inside(3) == 6 ? 0 : 1;
}
