// A law that several files implement.
#pragma once
struct Law {
  virtual ~Law() = default;
  virtual double at(double x) const = 0;
};
const Law &foreign();
