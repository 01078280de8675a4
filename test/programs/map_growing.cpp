// Maps of vectors that grow, maps of structs, maps returned and passed by value, iterators.
#include "arrays.h"
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double groups(const double *x, int n) {
  std::map<int, std::vector<double>> g;
  for (int i = 0; i < n; ++i)
    g[i % 3].push_back(x[i] * x[i]);
  double total = 0;
  for (const auto &[k, values] : g) {
    double mean = 0;
    for (double v : values)
      mean += v;
    mean /= double(values.size());
    for (double v : values)
      total += (k + 1) * (v - mean) * (v - mean);
  }
  return total;
}
BOTH double strings(const double *x, int n) {
  std::unordered_map<std::string, std::vector<double>> book;
  const char *names[] = {"buy", "sell"};
  for (int i = 0; i < n; ++i)
    book[names[i % 2]].push_back(x[i]);
  auto &buys = book["buy"];
  buys.push_back(x[0] * x[1]);
  for (std::size_t i = 1; i < buys.size(); ++i)
    buys[i] *= buys[i - 1];
  auto it = book.find("sell");
  if (it != book.end())
    it->second.back() *= x[2];
  double s = 0;
  for (auto &entry : book)
    for (double v : entry.second)
      s += v * v;
  return s;
}
struct Account {
  double balance = 0, rate = 0;
  int trades = 0;
};
BOTH double accounts(const double *x, int n) {
  std::map<std::string, Account> m;
  m["a"] = Account{x[0], 0.1, 1};
  m.emplace("b", Account{x[1], x[2], 2});
  m.try_emplace("c", Account{x[2] * x[0], 0.3, 0});
  m.insert({"d", Account{x[n - 1], x[0], 1}});
  for (auto &[name, acc] : m) {
    acc.balance *= 1 + acc.rate;
    acc.trades++;
  }
  if (m.count("b") && m.at("b").trades == 3)
    m["a"].balance += m["b"].balance * m["b"].balance;
  if (auto it = m.find("c"); it != m.end())
    m.erase(it);
  double s = 0;
  for (const auto &p : m)
    s += p.second.balance * p.second.balance * p.second.trades;
  return s + m.size();
}
std::map<std::string, double> weights(const double *x) {
  std::map<std::string, double> w;
  w["one"] = x[0];
  w["two"] = x[1] * x[0];
  w["three"] = 3;
  return w;
}
double score(std::map<std::string, double> w, double k) {
  w["two"] *= k;
  double s = 0;
  for (auto &[name, v] : w)
    s += v * v;
  return s;
}
BOTH double passed(const double *x, int n) {
  auto w = weights(x);
  double s = score(w, x[2]);
  std::map<std::string, double> v = weights(x + 1);
  v["one"] += w["two"];
  return s + score(v, s) * x[n - 1];
}
double largest(const double *x, int n) {
  std::map<int, std::vector<double>> g;
  for (int i = 0; i < n; ++i)
    g[i % 2].push_back(x[i]);
  g[2] = {x[0], 1.5};
  return g.at(1).back() + g.at(2).front();
}
BOTH double decided(const double *x, int n) { // no adjoint goes into the map
  return largest(x, n) > 1 ? x[0] * x[1] : x[0];
}
int main() {
  CHECK_ARRAY(groups, {0.5, 1.5, 0.75, 0.3, 0.9, 1.1, 0.2});
  CHECK_ARRAY(strings, {0.5, 1.5, 0.75, 0.3, 0.9, 1.1, 0.2});
  CHECK_ARRAY(accounts, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(passed, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(decided, {0.5, 1.5, 0.75, 0.8});
  return finish();
}
