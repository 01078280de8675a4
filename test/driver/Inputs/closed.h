#pragma once
class Closed {
  double x_ = 1;

public:
  explicit Closed(double x) : x_(x) {}
  double x() const { return x_; }
};
