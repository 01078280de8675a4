//===- gmm.h - the Gaussian mixture objective of ADBench --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Equation 6.1 of Sigal, "Automatic Differentiation via Effects and Handlers", 2024, which is the
// objective `GMM` of Srajer, Kukelova and Fitzgibbon, "A benchmark of selected algorithmic
// differentiation tools for some problems in computer vision and machine learning", 2018.
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_GMM_H
#define BENCH_GMM_H

#include <vector>

/// The largest sizes that the objective has room for.
constexpr int gmm_max_d = 32, gmm_max_k = 50;

/// A mixture of `k` Gaussians in `d` dimensions and `n` observations.
struct gmm_problem {
  int n, d, k;
  std::vector<double> alphas; // k
  std::vector<double> means;  // k x d
  std::vector<double> q;      // k x d: logarithms of the diagonal of the factor Q
  std::vector<double> l;      // k x d(d-1)/2: Q below the diagonal, column by column
  std::vector<double> x;      // n x d
  double gamma;
  int m;

  int parameters() const { return k * (1 + d + d + d * (d - 1) / 2); }
};

/// Adjoints of the parameters, in the same order as in gmm_problem.
struct gmm_gradient {
  std::vector<double> alphas, means, q, l;

  explicit gmm_gradient(const gmm_problem &p)
      : alphas(p.alphas.size()), means(p.means.size()), q(p.q.size()), l(p.l.size()) {}
};

/// Reads the format of ADBench; ends the program with a message if it cannot.
gmm_problem read_gmm(const char *path);

/// A problem of these sizes with values like those of ADBench's files; the same in every run.
gmm_problem generate_gmm(int n, int d, int k);

[[ad::differentiate(reverse)]]
double gmm(const double *alphas, const double *means, const double *q, const double *l,
           [[ad::constant]] const double *x, int n, int d, int k, [[ad::constant]] double gamma,
           int m);

/// One way to compute the gradient.
struct gmm_tool {
  const char *name;
  /// Fills the gradient and returns the objective.
  double (*gradient)(const gmm_problem &, gmm_gradient &);
};

/// The peers that were found when this was configured.
std::vector<gmm_tool> gmm_peers();

#endif // BENCH_GMM_H
