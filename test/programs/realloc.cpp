// realloc of local pointers: the elements that both memories have are copied. aligned_alloc.
#include "arrays.h"
#include <cstdlib>

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double shrinks(const double *x, int n) {
  double *p = (double *)malloc(n * sizeof(double)), s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] = x[i] * x[i];
  p = (double *)realloc(p, 2 * sizeof(double));
  s *= p[1];
  p = (double *)std::realloc(p, (n + 1) * sizeof(double));
  p[n] = p[0] * s;
  s += p[n] * p[1];
  free(p);
  return s;
}

// The usual buffer that doubles, with the test that nobody leaves out.
BOTH double doubles(const double *x, int n) {
  size_t capacity = 1, length = 0;
  double *buffer = static_cast<double *>(malloc(capacity * sizeof(double)));
  for (int i = 0; i < n; ++i) {
    if (length == capacity) {
      capacity *= 2;
      double *larger = static_cast<double *>(realloc(buffer, capacity * sizeof *larger));
      if (!larger) {
        free(buffer);
        return -1;
      }
      buffer = larger;
    }
    const double last = length > 0 ? buffer[length - 1] : 1;
    buffer[length++] = x[i] * last + x[0];
    buffer[0] *= x[i];
  }
  double s = 0;
  for (size_t k = 0; k < length; ++k)
    s += buffer[k] * buffer[k];
  free(buffer);
  return s;
}

struct Item {
  double weight;
  int key;
  struct Item *next;
};

// From nothing, one by one; records, and numbers without derivatives.
BOTH double selects(const double *x, int n) {
  Item *items = NULL;
  int *keys = NULL;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    items = (Item *)realloc(items, (count + 1) * sizeof(Item));
    keys = (int *)realloc(keys, sizeof(int) * (count + 1));
    items[count].weight = x[i] * x[i];
    items[count].key = i;
    items[count].next = NULL;
    keys[count++] = n - 1 - i;
  }
  double s = 0;
  for (int k = 0; k < count; ++k)
    s += items[k].weight * items[k].key * x[keys[k]];
  free(items);
  free(keys);
  return s;
}

static double powers(double x, int n) {
  double *p = (double *)malloc(sizeof(double));
  *p = x;
  for (int i = 1; i < n; ++i) {
    double *more = p;
    p = nullptr;
    p = (double *)realloc(more, sizeof(double) * (i + 1));
    p[i] = p[i - 1] * x;
  }
  const double last = p[n - 1] + p[0];
  free(p);
  return last;
}
BOTH double in_callees(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += powers(x[i], i + 1) * s + x[i];
  return s;
}

BOTH double aligned(const double *x, int n) {
  double *a = (double *)aligned_alloc(32, 8 * sizeof(double));
  double *b = static_cast<double *>(std::aligned_alloc(2 * sizeof(double), 2 * n * sizeof(double)));
  for (int i = 0; i < 2 * n; ++i)
    b[i] = x[i % n] * i;
  a[0] = 0;
  for (int i = 0; i < 2 * n; ++i)
    a[0] += b[i] * b[i] * a[0] + b[i];
  const double s = a[0];
  free(a);
  free(b);
  return s;
}

int main() {
  CHECK_ARRAY(shrinks, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(doubles, {0.5, 1.5, -0.75, 0.3, 0.9, -1.1});
  CHECK_ARRAY(selects, {0.5, 1.5, -0.75, 0.3, 0.9, -1.1});
  CHECK_ARRAY(in_callees, {0.5, 1.5, -0.75});
  CHECK_ARRAY(aligned, {0.05, 0.15, -0.075});
  return finish();
}
