#include <ad/tape.h>
[[ad::differentiate(reverse)]] double square(double x) { return x * x; }
int main() {
  double x_bar = 0;
  return square_reverse(3, x_bar) == 9 && x_bar == 6 ? 0 : 1;
}
