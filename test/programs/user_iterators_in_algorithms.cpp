// Iterators of the user's that only step, given to the algorithms of the library, which are read as
// the library has them.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace ring {
template <class T> struct Ring {
  std::vector<T> buffer;
  std::size_t head = 0, count = 0;

  explicit Ring(std::size_t n) : buffer(n) {}
  void push(T v) {
    buffer[(head + count) % buffer.size()] = v;
    if (count < buffer.size())
      ++count;
    else
      head = (head + 1) % buffer.size();
  }
  struct iterator {
    const Ring *ring;
    std::size_t i;

    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T *;
    using reference = const T &;
    using iterator_category = std::forward_iterator_tag;
    iterator(const Ring *ring, std::size_t i) : ring(ring), i(i) {}
    const T &operator*() const { return ring->buffer[(ring->head + i) % ring->buffer.size()]; }
    iterator &operator++() {
      ++i;
      return *this;
    }
    bool operator==(const iterator &o) const { return i == o.i; }
    bool operator!=(const iterator &o) const { return i != o.i; }
  };
  iterator begin() const { return {this, 0}; }
  iterator end() const { return {this, count}; }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Ring<double> r(3);
  double s = 0;
  for (double v : x) {
    r.push(v * v);
    s += std::accumulate(r.begin(), r.end(), 0.0) / 3;
    s += *std::max_element(r.begin(), r.end());
  }
  std::for_each(r.begin(), r.end(), [&](double v) { s += std::sin(v); });
  auto largest = std::max_element(r.begin(), r.end(),
                                  [](double a, double b) { return std::abs(a) < std::abs(b); });
  auto first = std::find_if(r.begin(), r.end(), [](double v) { return v > 1; });
  if (first != r.end())
    s += *first * *largest;
  std::vector<double> copies(3);
  std::transform(r.begin(), r.end(), copies.begin(), [](double v) { return v * v; });
  s *= std::accumulate(copies.begin(), copies.end(), 1.0, [](double a, double b) { return a + b; });
  s += std::accumulate(r.begin(), r.end(), 1.0, [](double a, double b) { return a * b; });
  return s * double(std::count_if(r.begin(), r.end(), [](double v) { return v > 0.5; }));
}
} // namespace ring

int main() {
  CHECK_CASE(ring, {0.9, 0.2, 1.5, -0.7, 1.1});
  return finish();
}
