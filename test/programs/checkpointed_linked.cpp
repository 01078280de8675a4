// Checkpointed loops that make nodes with pointers, link them anew and hand them on from one
// iteration to the next: stacks, queues, lists, arrays of pointers to nodes. They get them from an
// ad::block_store, which holds where the pointers lead, and those to the adjoints.
#include "checkpointed.h"
#include <cmath>
#include <cstdlib>

struct Node {
  double x;
  Node *next;
};

// One node is pushed in each step; two are popped where there are many.
BOTH double stack(double x, int n) {
  Node *top = nullptr;
  int depth = 0;
  double s = x;
  for (int t = 0; t < n; ++t) {
    top = new Node{std::sin(s + 0.1 * t), top};
    ++depth;
    if (depth > 4 + t % 3) {
      Node *gone = top;
      top = top->next;
      s = 0.9 * s + 0.3 * gone->x * top->x;
      delete gone;
      gone = top;
      top = top->next;
      s += 0.1 * std::cos(gone->x);
      delete gone;
      depth -= 2;
    }
  }
  while (top) {
    Node *next = top->next;
    s += top->x * x;
    delete top;
    top = next;
  }
  return s;
}

// Made at one end, used up at the other.
BOTH double queue(double x, int n) {
  Node *first = new Node{x, nullptr}, *last = first;
  double s = x;
  for (int t = 0; t < n; ++t) {
    Node *made = new Node{std::sin(last->x + x * s), nullptr};
    last->next = made;
    last = made;
    if (t > 3) {
      Node *gone = first;
      first = first->next;
      s = 0.95 * s + 0.1 * gone->x * first->x;
      delete gone;
    }
  }
  while (first) {
    Node *next = first->next;
    s += first->x;
    delete first;
    first = next;
  }
  return s;
}

// The whole list is made anew, the other way round, and the old one freed.
BOTH double rebuilt(double x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < 5; ++i)
    head = new Node{x * (1 + 0.2 * i), head};
  for (int t = 0; t < n; ++t) {
    Node *made = nullptr;
    while (head) {
      made = new Node{std::sin(head->x + (made ? 0.3 * made->x : 0.1)), made};
      Node *next = head->next;
      delete head;
      head = next;
    }
    head = made;
  }
  double s = 0;
  while (head) {
    Node *next = head->next;
    s = 0.7 * s + head->x;
    delete head;
    head = next;
  }
  return s;
}

// Nodes come to the middle of the list, and leave it there.
BOTH double middle(double x, int n) {
  Node *head = new Node{0, nullptr};
  for (int i = 0; i < 3; ++i)
    head->next = new Node{x * (i + 1), head->next};
  double s = x;
  for (int t = 0; t < n; ++t) {
    Node *at = head;
    for (int k = 0; k < t % 3 && at->next; ++k)
      at = at->next;
    if (t % 5 < 3) {
      at->next = new Node{std::sin(s + at->x), at->next};
    } else if (at->next) {
      Node *gone = at->next;
      at->next = gone->next;
      s += 0.1 * gone->x;
      delete gone;
    }
    for (Node *p = head; p->next; p = p->next)
      if (p->x > p->next->x)
        p->next->x = 0.8 * p->x + 0.1 * p->next->x;
    if (t % 7 == 6 && head->next) {
      Node *gone = head->next;
      head->next = gone->next;
      delete gone;
    }
    s = 0.9 * s + 0.05 * x;
  }
  while (head) {
    Node *next = head->next;
    s += head->x;
    delete head;
    head = next;
  }
  return s;
}

// Nodes that lead to an array that none of them owns, and to each other.
struct Item {
  const double *weight;
  Item *next;
  double x;
};

BOTH double outside(double x, int n) {
  double weights[4];
  for (int i = 0; i < 4; ++i)
    weights[i] = x * (i + 1);
  Item *first = nullptr;
  double s = 0;
  for (int t = 0; t < n; ++t) {
    first = new Item{&weights[t % 4], first, std::sin(s + x)};
    for (Item *p = first; p; p = p->next)
      s = 0.8 * s + 0.05 * *p->weight * p->x;
    if (t % 3 == 2) {
      Item *second = first->next;
      first->next = second->next;
      delete second;
      Item *gone = first;
      first = first->next;
      delete gone;
    }
  }
  while (first) {
    Item *next = first->next;
    delete first;
    first = next;
  }
  return s;
}

// An array of lists.
BOTH double buckets(double x, int n) {
  Node *heads[3] = {nullptr, nullptr, nullptr};
  double s = x;
  for (int t = 0; t < n; ++t) {
    const int k = s > 0.5 ? t % 3 : t % 2;
    heads[k] = new Node{std::sin(s + k), heads[k]};
    s = 0.7 * s;
    for (int i = 0; i < 3; ++i)
      if (heads[i])
        s += 0.1 * heads[i]->x;
    if (t % 4 == 3 && heads[0]) {
      Node *gone = heads[0];
      heads[0] = gone->next;
      delete gone;
    }
  }
  for (int i = 0; i < 3; ++i)
    while (heads[i]) {
      Node *next = heads[i]->next;
      s += heads[i]->x;
      delete heads[i];
      heads[i] = next;
    }
  return s;
}

// Arrays of pointers to nodes, made anew as they grow.
BOTH double table(double x, int n) {
  int room = 1, size = 0;
  Node **all = new Node *[room];
  double s = x;
  for (int t = 0; t < n; ++t) {
    if (size == room) {
      Node **more = new Node *[2 * room];
      for (int i = 0; i < size; ++i)
        more[i] = all[i];
      delete[] all;
      all = more;
      room *= 2;
    }
    all[size] = new Node{std::sin(s + 0.1 * t), size ? all[size / 2] : nullptr};
    ++size;
    Node *at = all[size - 1];
    while (at->next) {
      at = at->next;
      s = 0.9 * s + 0.1 * at->x;
    }
  }
  for (int i = 0; i < size; ++i) {
    s += all[i]->x;
    delete all[i];
  }
  delete[] all;
  return s;
}

// Until nothing is left: nodes are halved, those that are small go.
BOTH double until_empty(double x, int n) {
  Node *top = nullptr;
  for (int i = 0; i < n && i < 6; ++i)
    top = new Node{x + i, top};
  double s = 0;
  while (top) {
    Node *gone = top;
    top = gone->next;
    const double half = 0.45 * gone->x;
    s = 0.9 * s + half * half;
    if (half > 0.3) {
      top = new Node{half * std::cos(0.1 * x), top};
      top = new Node{half, top};
    }
    delete gone;
  }
  return s;
}

// Nodes of different kinds, and numbers, take turns.
struct Pair {
  double a, b;
};

BOTH double turns(double x, int n) {
  double *u = new double[2];
  u[0] = x;
  u[1] = 0.3;
  Node *top = nullptr;
  double s = 0;
  for (int t = 0; t < n; ++t) {
    double *w = new double[2];
    w[0] = std::sin(u[0] + 0.1 * (top ? top->x : x));
    w[1] = 0.9 * u[1] + 0.1 * s;
    delete[] u;
    u = w;
    if (t % 2) {
      top = new Node{u[0] * x, top};
    } else if (top) {
      Node *gone = top;
      top = gone->next;
      s += gone->x * u[1];
      delete gone;
    }
    Pair *p = new Pair{u[0], u[1]};
    s = 0.9 * s + p->a * p->b;
    delete p;
  }
  const double r = s + u[0] * u[1];
  delete[] u;
  while (top) {
    Node *next = top->next;
    delete top;
    top = next;
  }
  return r;
}

// Three loops, with nodes made between them; the second one turns the list round.
BOTH double phases(double x, int n) {
  Node *head = nullptr;
  double s = x;
  for (int t = 0; t < n; ++t) {
    head = new Node{std::sin(s + t), head};
    if (t > 4) {
      Node *gone = head->next;
      head->next = gone->next;
      s += 0.1 * gone->x;
      delete gone;
    }
  }
  head = new Node{s * x, head};
  head = new Node{s + x, head};
  for (int t = 0; t < n; ++t) {
    Node *other = nullptr;
    while (head) {
      Node *next = head->next;
      head->next = other;
      head->x = 0.99 * head->x + (other ? 0.01 * other->x : 0);
      other = head;
      head = next;
    }
    head = other;
  }
  const double middle = head->x;
  Node *extra = new Node{middle * x, nullptr};
  for (int t = 0; t < n; ++t) {
    Node *made = new Node{std::cos(extra->x) + s * head->x, extra->next};
    delete extra;
    extra = made;
    extra->next = t % 2 ? head : nullptr;
  }
  s += extra->x + (extra->next ? extra->next->x : 0);
  delete extra;
  while (head) {
    Node *next = head->next;
    s += head->x;
    delete head;
    head = next;
  }
  return s * middle;
}

// A list that is walked ahead of the loop, in it, between two loops and after them.
BOTH double walked(double x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < 5; ++i)
    head = new Node{x + 0.2 * i, head};
  for (Node *p = head; p; p = p->next)
    p->x = std::sin(p->x) * (p->next ? p->next->x : x);
  double s = 0;
  for (int t = 0; t < n; ++t) { // the first one becomes the last one but one
    Node *first = head, *at = head->next;
    head = at;
    while (at->next->next)
      at = at->next;
    first->next = at->next;
    at->next = first;
    first->x = 0.9 * first->x + 0.1 * std::sin(first->next->x + s);
    s = 0.9 * s + 0.1 * head->x;
  }
  for (Node *p = head; p; p = p->next)
    p->x = std::cos(p->x * s) + (p->next ? p->next->x : x);
  for (int t = 0; t < n; ++t) { // the second one goes, another one comes
    Node *gone = head->next;
    head->next = new Node{std::sin(gone->x + s), gone->next};
    delete gone;
    Node *second = head->next;
    head->next = second->next;
    second->next = head;
    head = second;
  }
  for (Node *p = head; p; p = p->next)
    s += p->x * p->x;
  while (head) {
    Node *next = head->next;
    delete head;
    head = next;
  }
  return s;
}

// In order: the place is found by a pointer to a pointer.
BOTH double sorted(double x, int n) {
  Node *head = nullptr;
  double s = x;
  int size = 0;
  for (int t = 0; t < n; ++t) {
    const double v = std::sin(s + 1.7 * t);
    Node **at = &head;
    while (*at && (*at)->x < v)
      at = &(*at)->next;
    *at = new Node{v, *at};
    if (++size > 6) {
      Node *g = head;
      head = head->next;
      s = 0.8 * s + 0.1 * g->x;
      delete g;
      --size;
    }
    for (Node *p = head; p; p = p->next)
      s += 0.01 * p->x * x;
  }
  while (head) {
    Node *g = head;
    head = head->next;
    s += g->x;
    delete g;
  }
  return s;
}

// In functions that are inlined.
static double total(const Node *p) {
  double s = 0;
  for (; p; p = p->next)
    s += p->x;
  return s;
}
static Node *pushed(Node *on, double x) { return new Node{x, on}; }
BOTH double helpers(double x, int n) {
  Node *top = nullptr;
  double s = x;
  for (int t = 0; t < n; ++t) {
    top = pushed(top, std::sin(s));
    s = 0.1 * total(top) + 0.5 * s;
    if (t > 5) {
      Node *g = top->next;
      top->next = g->next;
      delete g;
    }
  }
  s += total(top);
  while (top) {
    Node *g = top;
    top = top->next;
    delete g;
  }
  return s;
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(stack, n);
      CHECK_STEPS(queue, n);
      CHECK_STEPS(rebuilt, n);
      CHECK_STEPS(middle, n);
      CHECK_STEPS(outside, n);
      CHECK_STEPS(buckets, n);
      CHECK_STEPS(table, n);
      CHECK_STEPS(until_empty, n);
      CHECK_STEPS(turns, n);
      CHECK_STEPS(phases, n);
      CHECK_STEPS(walked, n);
      CHECK_STEPS(sorted, n);
      CHECK_STEPS(helpers, n);
    }
  });
  return finish();
}
