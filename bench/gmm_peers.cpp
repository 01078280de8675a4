//===- gmm_peers.cpp - the mixture's gradient by other tools --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "gmm.h"
#include "peers.h"

#include <cmath>
#include <cstddef>

namespace {

/// Calls `visit(parameter, adjoint)` for each parameter in turn.
template <class Problem, class Gradient, class Visitor>
void for_each_parameter(Problem &p, Gradient &g, const Visitor &visit) {
  for (std::size_t i = 0; i < p.alphas.size(); ++i)
    visit(p.alphas[i], g.alphas[i]);
  for (std::size_t i = 0; i < p.means.size(); ++i)
    visit(p.means[i], g.means[i]);
  for (std::size_t i = 0; i < p.q.size(); ++i)
    visit(p.q[i], g.q[i]);
  for (std::size_t i = 0; i < p.l.size(); ++i)
    visit(p.l[i], g.l[i]);
}

/// Numbers made once and lent to the objective's local arrays, last in, first out: some peers
/// record the construction of every number, which the objective of a peer's user would keep out of
/// the loops, too.
template <class real> class lender {
  std::vector<real> numbers;
  std::size_t used = 0;
  static inline lender *present = nullptr;

public:
  lender() : numbers(gmm_max_k * gmm_max_d + 2 * gmm_max_k + 2 * gmm_max_d) { present = this; }
  ~lender() { present = nullptr; }
  lender(const lender &) = delete;

  template <int length> class array {
    real *const lent;

  public:
    array() : lent(present->numbers.data() + present->used) { present->used += length; }
    ~array() { present->used -= length; }
    array(const array &) = delete;
    real &operator[](int i) { return lent[i]; }
  };
};

} // namespace

//===- Central differences ----------------------------------------------------===//

static double central_differences(const gmm_problem &given, gmm_gradient &g) {
  gmm_problem p = given;
  const auto value = [&] {
    return gmm(p.alphas.data(), p.means.data(), p.q.data(), p.l.data(), p.x.data(), p.n, p.d, p.k,
               p.gamma, p.m);
  };
  for_each_parameter(p, g, [&](double &parameter, double &bar) {
    const double here = parameter, step = 1e-5 * std::fmax(1, std::fabs(here));
    parameter = here + step;
    const double up = value();
    parameter = here - step;
    const double down = value();
    parameter = here;
    bar = (up - down) / (2 * step);
  });
  return value();
}

//===- ADOL-C -------------------------------------------------------------------===//

#if BENCH_HAS_ADOLC
namespace adolc_mixture {

using real = adouble;
template <int length> using local_array = lender<real>::array<length>;
#include "gmm_objective.inc"

constexpr short tag = 1;

std::vector<double> flat(const gmm_problem &p) {
  std::vector<double> all;
  for (const auto *part : {&p.alphas, &p.means, &p.q, &p.l})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

/// Records the tape, in buffers that hold all of it, so that nothing goes to a file.
void record(const gmm_problem &p) {
  const unsigned enough = static_cast<unsigned>(p.n) * p.k * (p.d * p.d + 10 * p.d + 40);
  trace_on(tag, 0, enough, 2 * enough, enough, enough); // an operation has several locations
  const std::vector<double> values = flat(p);
  std::vector<adouble> active(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    active[i] <<= values[i];
  lender<adouble> scratch;
  const adouble *alphas = active.data();
  const adouble *means = alphas + p.alphas.size();
  const adouble *q = means + p.means.size();
  const adouble *l = q + p.q.size();
  double value;
  gmm(alphas, means, q, l, p.x.data(), p.n, p.d, p.k, p.gamma, p.m) >>= value;
  trace_off();
}

double replay(const gmm_problem &p, gmm_gradient &g) {
  std::vector<double> values = flat(p), bars(values.size());
  const int count = static_cast<int>(values.size());
  double value, seed = 1;
  zos_forward(tag, 1, count, 1, values.data(), &value);
  fos_reverse(tag, 1, count, &seed, bars.data());
  const double *next = bars.data();
  for_each_parameter(p, g, [&](double, double &bar) { bar = *next++; });
  return value;
}

double record_and_replay(const gmm_problem &p, gmm_gradient &g) {
  record(p);
  return replay(p, g);
}

/// The tape stays valid while no comparison changes, which holds here: the point does not move.
double replay_alone(const gmm_problem &p, gmm_gradient &g) {
  static const gmm_problem *recorded = nullptr;
  if (recorded != &p)
    record(p);
  recorded = &p;
  return replay(p, g);
}

} // namespace adolc_mixture
#endif

//===- Sacado, reverse ------------------------------------------------------------===//

#if BENCH_HAS_SACADO
namespace sacado_mixture {

using real = Sacado::Rad::ADvar<double>;
template <int length> using local_array = lender<real>::array<length>;
#include "gmm_objective.inc"

double reverse(const gmm_problem &p, gmm_gradient &g) {
  const std::vector<real> alphas(p.alphas.begin(), p.alphas.end());
  const std::vector<real> means(p.means.begin(), p.means.end());
  const std::vector<real> q(p.q.begin(), p.q.end());
  const std::vector<real> l(p.l.begin(), p.l.end());
  lender<real> scratch;
  const double value =
      gmm(alphas.data(), means.data(), q.data(), l.data(), p.x.data(), p.n, p.d, p.k, p.gamma, p.m)
          .val();
  real::Gradcomp();
  const struct {
    const std::vector<real> &alphas, &means, &q, &l;
  } active = {alphas, means, q, l};
  for_each_parameter(active, g, [](const real &parameter, double &bar) { bar = parameter.adj(); });
  return value;
}

} // namespace sacado_mixture
#endif

std::vector<gmm_tool> gmm_peers() {
  return {
      {"central differences", central_differences},
#if BENCH_HAS_ADOLC
      {"ADOL-C, taped anew", adolc_mixture::record_and_replay},
      {"ADOL-C, tape reused", adolc_mixture::replay_alone},
#endif
#if BENCH_HAS_SACADO
      {"Sacado (Rad)", sacado_mixture::reverse},
#endif
  };
}
