// An ordinary file; with -DGRADIENT it asks for one derivative.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#ifdef GRADIENT
[[ad::differentiate(reverse)]]
#endif
double chain(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x;
  return s;
}

std::map<std::string, std::vector<double>> table(const std::vector<std::string> &names, int n) {
  std::map<std::string, std::vector<double>> rows;
  for (const std::string &name : names) {
    std::vector<double> &row = rows[name];
    for (int i = 0; i < n; ++i)
      row.push_back(chain(0.1 * i, n));
    std::sort(row.begin(), row.end());
  }
  return rows;
}
