#ifndef SHARED_H
#define SHARED_H
[[ad::differentiate(forward, reverse)]] double apart(double x, [[ad::constant]] double y);
[[ad::differentiate(reverse)]] inline double here(double x) { return x * x; }
class Method {
public:
  [[ad::differentiate(reverse)]] double open(double x, int = 4) const;
  double inside(double x) { return hidden_reverse(*this, x, x); }

private:
  [[ad::differentiate(reverse)]] double hidden(double x) { return x * x; }
};
#endif
