// Functions of an Eigen::VectorXd for the harness, which knows functions of vectors.
#ifndef AD_TEST_EIGEN_THROUGH_H
#define AD_TEST_EIGEN_THROUGH_H

#include "vectors.h"
#include <Eigen/Dense>

// Checks a function of an Eigen::VectorXd, by its coefficients.
#define THROUGH(space)                                                                             \
  namespace space {                                                                                \
  double f(const std::vector<double> &v) { return g(Eigen::VectorXd::Map(v.data(), v.size())); }   \
  double f_forward(const std::vector<double> &v, const std::vector<double> &d, double &fd) {       \
    return g_forward(Eigen::VectorXd::Map(v.data(), v.size()),                                     \
                     Eigen::VectorXd::Map(d.data(), v.size()), fd);                                \
  }                                                                                                \
  double f_reverse(const std::vector<double> &v, std::vector<double> &v_bar, double b) {           \
    Eigen::VectorXd x = Eigen::VectorXd::Map(v.data(), v.size()), xb;                              \
    double r = g_reverse(x, xb, b);                                                                \
    for (size_t i = 0; i < v.size(); ++i)                                                          \
      v_bar[i] += xb[i];                                                                           \
    return r;                                                                                      \
  }                                                                                                \
  }

#endif
