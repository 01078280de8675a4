// std::make_heap, push_heap, pop_heap and sort_heap: of numbers, with comparisons, of records.
#include "vectors.h"
#include <algorithm>
#include <functional>

using V = std::vector<double>;

[[ad::differentiate(forward, reverse)]] double numbers(const V &v) {
  V h(v);
  std::make_heap(h.begin(), h.end());
  double s = 0;
  int k = 1;
  while (!h.empty()) {
    std::pop_heap(h.begin(), h.end());
    s += k++ * h.back() * h.back();
    h.pop_back();
  }
  return s;
}
[[ad::differentiate(forward, reverse)]] double pushed(const V &v) {
  V h;
  for (int i = 0; i < 7; ++i) {
    h.push_back(v[i % 4] * (1 + 0.3 * i));
    std::push_heap(h.begin(), h.end(), std::greater<>());
    if (i % 3 == 2) {
      std::pop_heap(h.begin(), h.end(), std::greater<>());
      h.pop_back();
    }
  }
  double s = 0;
  for (size_t i = 0; i < h.size(); ++i)
    s += h[i] * double(i + 1) * h[0];
  std::sort_heap(h.begin(), h.end(), std::greater<double>());
  return s * h[1] + h.back();
}
struct Item {
  double key, weight;
};
[[ad::differentiate(forward, reverse)]] double records(const V &v) {
  std::vector<Item> h;
  auto later = [](const Item &a, const Item &b) { return a.key > b.key; };
  for (int i = 0; i < 4; ++i) {
    h.push_back({v[i] * v[(i + 1) % 4], v[i]});
    std::push_heap(h.begin(), h.end(), later);
  }
  double s = 1;
  while (!h.empty()) {
    std::pop_heap(h.begin(), h.end(), later);
    Item t = h.back();
    h.pop_back();
    s = s * t.weight + t.key;
    if (h.size() == 1 && s < 4) {
      h.push_back({t.key + 1, s});
      std::push_heap(h.begin(), h.end(), later);
      s += 4;
    }
  }
  return s;
}
[[ad::differentiate(forward, reverse)]] double arrays(const V &v) {
  double a[4] = {v[0], v[1], v[2], v[3]};
  std::make_heap(a, a + 4);
  a[3] *= a[0];
  std::push_heap(a, a + 4);
  std::sort_heap(a, a + 3);
  return a[0] + 2 * a[1] * a[1] + 3 * a[2] * a[3];
}

int main() {
  CHECK_VECTOR(numbers, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(pushed, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(records, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(arrays, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
