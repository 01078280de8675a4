#include "ad/check.h"
#include "rod.h"
#include <cstdio>

using namespace heat;

static int bad = 0;
static void expect(const char *what, const ad::check_result &r) {
  if (r)
    return;
  std::printf("%s: %s\n", what, r.message());
  ++bad;
}

// The first two numbers are the material, the others the temperatures.
static Material material(const double *p) { return {p[0], p[1], 7}; }

static void check_misfit() {
  const fit::Data data = {{0.5, 0.4, 0.3, 0.6}, 0.5};
  auto f = [&](const double *p, int n) {
    return fit::misfit({p + 2, p + n}, material(p), data, 6);
  };
  auto reverse = [&](const double *p, double *p_bar, int n, double seed) {
    std::vector<double> start(p + 2, p + n), start_bar(start.size());
    Material m = material(p), m_bar;
    const double value = fit::misfit_reverse(start, start_bar, m, m_bar, data, 6, seed);
    p_bar[0] += m_bar.conductivity;
    p_bar[1] += m_bar.expansion;
    for (int i = 2; i < n; ++i)
      p_bar[i] += start_bar[i - 2];
    return value;
  };
  auto forward = [&](const double *p, const double *p_dot, int n, double &dot) {
    return fit::misfit_forward({p + 2, p + n}, {p_dot + 2, p_dot + n}, material(p), material(p_dot),
                               data, 6, dot);
  };
  const double p[] = {0.7, 0.4, 0.9, 0.2, 0.6, 0.3};
  expect("misfit", ad::check_gradient(f, reverse, forward, p, 6));
}

// The last two numbers are the powers: an object that is changed by methods of another file.
[[ad::differentiate(forward, reverse)]]
static double driven(const double *p, int n) {
  Rod rod({p[0], p[1], 7}, {p[2], p[3], p[4]});
  fit::relax(rod, {p[n - 2], p[n - 1]});
  rod.step(0.2, p[0]);
  return rod.energy() + conductivity(rod.of(), rod.now()[1]);
}

int main() {
  check_misfit();
  const double p[] = {0.7, 0.4, 0.9, 0.2, 0.6, 0.8, 1.1};
  expect("driven", ad::check_gradient(driven, driven_reverse, driven_forward, p, 7));
  expect("loss", ad::check_gradient(Rod::loss, Rod::loss_reverse, Rod::loss_forward, 1.2, 0.4));
  expect("heating", ad::check_gradient(heating, heating_reverse, heating_forward, 0.3, 1.4));
  auto up_5 = [](double x) { return up(x, 5); };
  auto up_5_reverse = [](double x, double &x_bar, double seed) {
    return up_reverse(x, x_bar, 5, seed);
  };
  auto up_5_forward = [](double x, double x_dot, double &dot) {
    return up_forward(x, x_dot, 5, dot);
  };
  expect("up", ad::check_gradient(up_5, up_5_reverse, up_5_forward, 0.7));
  return bad;
}
