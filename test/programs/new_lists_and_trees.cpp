// Linked structures that the function makes, walks, changes and deletes.
#include "arrays.h"

#define BOTH [[ad::differentiate(forward, reverse)]]

struct Node {
  double value;
  Node *next;
};

BOTH double stack(const double *x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i)
    head = new Node{x[i] * x[i], head};
  double s = 0;
  for (Node *p = head; p; p = p->next) {
    if (p->next)
      p->next->value *= p->value;
    s += p->value * p->value;
  }
  while (head) {
    Node *next = head->next;
    delete head;
    head = next;
  }
  return s;
}

BOTH double queue(const double *x, int n) {
  Node *head = nullptr, *tail = nullptr;
  for (int i = 0; i < n; ++i) {
    Node *made = new Node;
    made->value = std::sin(x[i]);
    made->next = nullptr;
    if (tail)
      tail->next = made;
    else
      head = made;
    tail = made;
  }
  double s = 1;
  while (head) {
    s += s * head->value;
    Node *gone = head;
    head = head->next;
    delete gone;
  }
  return s;
}

// Sorted insertion and removal from the middle.
void insert(Node **at, double value) {
  while (*at && (*at)->value < value)
    at = &(*at)->next;
  Node *made = new Node{value, *at};
  *at = made;
}
BOTH double sorted(const double *x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i)
    insert(&head, x[i]);
  double s = 0, weight = 1;
  if (head && head->next) {
    Node *gone = head->next;
    head->next = gone->next;
    s += gone->value * 3;
    delete gone;
  }
  for (const Node *p = head; p; p = p->next, weight *= 2)
    s += weight * p->value * p->value;
  while (head) {
    Node *next = head->next;
    delete head;
    head = next;
  }
  return s;
}

struct Tree {
  double key;
  Tree *left, *right;
  explicit Tree(double k) : key(k), left(nullptr), right(nullptr) {}
};

void add(Tree *&root, double key) {
  if (!root) {
    root = new Tree(key);
    return;
  }
  if (key < root->key)
    add(root->left, key);
  else
    add(root->right, key);
}
double sum(const Tree *t, int depth) {
  if (!t)
    return 0;
  return t->key * t->key * depth + sum(t->left, depth + 1) * t->key + sum(t->right, depth + 1);
}
void clear(Tree *t) {
  if (!t)
    return;
  clear(t->left);
  clear(t->right);
  delete t;
}
BOTH double tree(const double *x, int n) {
  Tree *root = nullptr;
  for (int i = 0; i < n; ++i)
    add(root, x[i]);
  double s = sum(root, 1);
  clear(root);
  return s;
}

int main() {
  CHECK_ARRAY(stack, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(queue, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(sorted, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(tree, {0.5, 1.5, -0.75, 0.3, 0.9});
  return finish();
}
