// Numbers that calls without derivatives write: by operators in a row, by calls that make objects.
#include "vectors.h"
#include <algorithm>
#include <map>
#include <memory>
#include <sstream>
#include <string>

using V = std::vector<double>;

static std::string next(int &k) {
  k = (k + 1) % 3;
  return std::string(k, 'x');
}
static int total = 0;
static std::string count(int k) {
  total += k;
  return std::to_string(total);
}
[[ad::differentiate(forward, reverse)]]
double chained(const V &v) {
  std::istringstream in("1 2 0 1 2");
  int a, b;
  double s = 1;
  while (in >> a >> b)
    s = s * v[a] + v[b];
  in.clear();
  in.seekg(0);
  in >> a;
  s *= v[a];
  in >> a;
  s *= v[a] + s;
  if (!(in >> a))
    return s;
  return s * v[a];
}
[[ad::differentiate(forward, reverse)]]
double objects(const V &v) {
  int k = 0;
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    s *= v[k];
    std::string t = next(k);
    s += v[k] * t.size() * s;
    std::string u = next(k) + "a" + next(k);
    s *= v[k] + u.size();
    if (next(k) == "x")
      s += v[k];
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double pointers(const V &v) {
  std::map<int, int> m;
  int k = 1;
  double s = v[0];
  for (int i = 0; i < 3; ++i) {
    m[k] = i;
    auto it = m.find(k);
    s = s * v[it->second] + v[k];
    k = (k + 1) % 3;
    s *= 1 + m.size();
    auto p = std::make_shared<int>(k);
    s += v[*p] * s;
    *p = 2;
    s *= v[*p];
    m.erase(it);
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double lines(const V &v) {
  std::istringstream in("1 a 2 b\n0 c 1 d\n");
  std::string line;
  double s = 1;
  while (std::getline(in, line)) {
    std::istringstream l(line);
    int i;
    std::string w;
    double t = v[0];
    while (l >> i >> w) {
      if (w == "c") {
        s += v[i];
        continue;
      }
      t *= v[i] * s;
    }
    s += t;
  }
  return s;
}

int main() {
  CHECK_VECTOR(chained, {0.3, 0.7, 1.1});
  CHECK_VECTOR(objects, {0.3, 0.7, 1.1});
  CHECK_VECTOR(pointers, {0.3, 0.7, 1.1});
  CHECK_VECTOR(lines, {0.3, 0.7, 1.1});
  return finish();
}
