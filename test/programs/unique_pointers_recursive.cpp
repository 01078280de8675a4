// A list of owning pointers that a recursive function extends.
#include "vectors.h"
#include <memory>
struct Branch {
  double v;
  std::unique_ptr<Branch> next;
};
void insert(std::unique_ptr<Branch> &at, double v) {
  if (at)
    return insert(at->next, v * 2);
  at = std::make_unique<Branch>();
  at->v = v;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::unique_ptr<Branch> root;
  for (double e : x)
    insert(root, e * x[0]);
  double s = 0;
  for (Branch *b = root.get(); b; b = b->next.get())
    s += b->v * b->v;
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
