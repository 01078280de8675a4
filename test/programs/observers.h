// Objects with virtual functions that are shown one number after the other.
#ifndef AD_TEST_OBSERVERS_H
#define AD_TEST_OBSERVERS_H

#include <vector>

struct Obs {
  virtual ~Obs() = default;
  virtual void see(double x) = 0;
  virtual double total() const = 0;
};
struct Keep : Obs {
  std::vector<double> seen;
  void see(double x) override { seen.push_back(x * x); }
  double total() const override {
    double s = 0;
    for (double x : seen)
      s = s * 0.5 + x;
    return s;
  }
};
struct Sum : Obs {
  double t = 0;
  void see(double x) override { t += x; }
  double total() const override { return t; }
};

#endif
