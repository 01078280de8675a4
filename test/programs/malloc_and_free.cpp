// malloc, calloc and free, with the casts that give the memory its type.
#include "arrays.h"
#include <cstdlib>
#include <cstring>

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double buffer(const double *x, int n) {
  double *w = (double *)malloc(n * sizeof(double));
  double *z = static_cast<double *>(std::calloc(n, sizeof(double)));
  std::memcpy(w, x, n * sizeof(double));
  for (int i = 0; i < n; ++i) {
    z[i] += w[i] * w[0];
    w[i] *= z[i];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * z[n - 1 - i];
  free(w);
  std::free(z);
  return s;
}

struct Item {
  double weight;
  struct Item *next;
};

BOTH double list(const double *x, int n) {
  Item *head = NULL;
  for (int i = 0; i < n; ++i) {
    Item *made = (Item *)malloc(sizeof(Item));
    made->weight = x[i] * (head ? head->weight : 1.0);
    made->next = head;
    head = made;
  }
  double s = 0;
  while (head != NULL) {
    Item *next = head->next;
    s += head->weight * head->weight;
    free(head);
    head = next;
  }
  return s;
}

double workspace(const double *x, int n, double *w) {
  const size_t bytes = sizeof(double) * n;
  double *copy = reinterpret_cast<double *>(malloc(bytes));
  memcpy(copy, x, bytes);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += copy[i] * w[i], w[i] += s;
  free(copy);
  return s;
}
BOTH double rows(const double *x, int n) {
  double(*a)[2] = (double(*)[2])malloc(n * sizeof(*a)), s = 0;
  double *w = (double *)calloc(n, sizeof *w);
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < n; ++i)
      a[i][0] = x[i] * s, a[i][1] = a[i][0] + x[i];
    w[0] += 1;
    s += a[0][1] * a[n - 1][1] + workspace(x, n, w);
  }
  free(a);
  free(w);
  return s;
}

int main() {
  CHECK_ARRAY(buffer, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(list, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(rows, {0.5, 1.5, -0.75, 0.3});
  return finish();
}
