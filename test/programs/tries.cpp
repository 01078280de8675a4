// Nodes that are found by the letters of a text: what walks through a text leads nowhere else.
#include "vectors.h"
#include <array>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

namespace by_maps {
struct Trie {
  double w = 0;
  std::map<char, std::unique_ptr<Trie>> kids;
  void add(const std::string &s, double x) {
    Trie *p = this;
    for (char c : s) {
      auto &k = p->kids[c];
      if (!k)
        k = std::make_unique<Trie>();
      p = k.get();
      p->w += x;
    }
  }
  double get(const std::string &s) const {
    const Trie *p = this;
    double t = 1;
    for (char c : s) {
      auto it = p->kids.find(c);
      if (it == p->kids.end())
        return t;
      p = it->second.get();
      t *= 1 + p->w;
    }
    return t;
  }
};
BOTH double f(const V &v) {
  Trie t;
  t.add("ab", v[0]);
  t.add("ac", v[1]);
  t.add("b", v[2]);
  return t.get("ab") + t.get("b") * v[3] * t.get("acd");
}
} // namespace by_maps

namespace by_arrays {
struct Trie {
  double w = 0;
  std::array<std::unique_ptr<Trie>, 3> kids;
  void add(const std::string &s, double x) {
    Trie *p = this;
    for (char c : s) {
      auto &k = p->kids[c - 'a'];
      if (!k)
        k = std::make_unique<Trie>();
      p = k.get();
      p->w += x * p->w + x;
    }
  }
  double get(const std::string &s) const {
    const Trie *p = this;
    double t = 1;
    for (char c : s) {
      if (!p->kids[c - 'a'])
        return t;
      p = p->kids[c - 'a'].get();
      t *= 1 + p->w;
    }
    return t;
  }
};
BOTH double f(const V &v) {
  Trie t;
  std::istringstream words("ab ac b aba");
  std::string word;
  for (int i = 0; words >> word; ++i)
    t.add(word, v[i]);
  return t.get("ab") + t.get("b") * t.get("acb");
}
} // namespace by_arrays

namespace by_pointers {
struct Trie {
  double w = 0;
  Trie *kids[3] = {nullptr, nullptr, nullptr};
  ~Trie() {
    for (Trie *k : kids)
      delete k;
  }
  void add(const std::string &s, double x) {
    Trie *p = this;
    for (char c : s) {
      Trie *&k = p->kids[c - 'a'];
      if (!k)
        k = new Trie();
      p = k;
      p->w += x;
    }
  }
  double get(const std::string &s) const {
    const Trie *p = this;
    double t = 1;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (!p->kids[s[i] - 'a'])
        return t;
      p = p->kids[s[i] - 'a'];
      t *= 1 + p->w;
    }
    return t;
  }
};
BOTH double f(const V &v) {
  Trie t;
  for (int i = 0; i < 4; ++i)
    t.add(std::string(i % 3 + 1, char('a' + i % 3)), v[i]);
  return t.get("ab") + t.get("bb") * t.get("a");
}
} // namespace by_pointers

namespace linked_at_once { // nodes that are set to each other while keys are walked through
struct Node {
  double w = 0;
  Node *next = nullptr, *other = nullptr;
};
BOTH double f(const V &v) {
  Node a, b, c;
  a.w = v[0];
  b.w = v[1];
  c.w = v[2];
  std::set<int> keys = {3, 1, 2};
  Node *at = &a;
  for (int k : keys) {
    at->next = k == 1 ? &b : &c;
    at->next->other = at;
    at->w *= v[3];
    at = at->next;
    if (k == 2)
      break;
  }
  double s = 0;
  for (Node *n = &a; n; n = n->next) {
    n->w += n->other ? n->other->w * n->w : 1;
    s += n->w * n->w;
  }
  a.next->other->w *= 2;
  return s + a.w;
}
} // namespace linked_at_once

int main() {
  CHECK_CASE_TWICE(by_maps);
  CHECK_CASE_TWICE(by_arrays);
  CHECK_CASE_TWICE(by_pointers);
  CHECK_CASE_TWICE(linked_at_once);
  return finish();
}
