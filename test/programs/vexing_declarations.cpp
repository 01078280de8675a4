// Objects of the library whose declarations could be read as those of functions, or as other
// objects.
#include "vectors.h"
#include <iterator>
#include <sstream>
#include <string>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double lines(const V &v, const char *text) {
  std::istringstream in(text);
  std::string line;
  double y = v[0];
  while (std::getline(in, line))
    y *= v[1] + static_cast<double>(line.size());
  return y;
}
BOTH double whole(const V &v, const std::string &text) {
  std::istringstream in(text);
  std::string s((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return v[2] * static_cast<double>(s.size());
}
BOTH double parts(const V &v, int n) {
  std::string q = std::string("abc)def").substr(static_cast<std::size_t>(n));
  std::string r = std::string("ab") + "c(";
  std::string t(q + r);
  const std::string empty = std::string();
  std::string filled(std::size_t(3), 'x');
  q += r;
  return v[3] * static_cast<double>(q.size() * 100 + t.size() * 10 + empty.size() + filled.size());
}
BOTH double f(const V &v) { return lines(v, "a\nbc\n") + whole(v, "one two") * parts(v, 2); }

int main() {
  CHECK_TWICE(f);
  return finish();
}
