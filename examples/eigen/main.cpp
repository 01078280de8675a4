// The log-likelihood of a multivariate normal distribution, and of a Kalman filter, written with
// Eigen: gradients by reverse mode, checked against differences.
#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <vector>

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// log p of the columns of X under N(mean, covariance).
[[ad::differentiate(reverse)]]
double log_likelihood(const MatrixXd &X, const VectorXd &mean, const MatrixXd &covariance) {
  const Eigen::LLT<MatrixXd> factor(covariance);
  const MatrixXd L = factor.matrixL();
  const double log_det = 2 * L.diagonal().array().log().sum();
  double sum = 0;
  for (Eigen::Index n = 0; n < X.cols(); ++n) {
    const VectorXd r = X.col(n) - mean;
    sum += r.dot(factor.solve(r));
  }
  return -0.5 * (sum + double(X.cols()) * (log_det + double(mean.size()) * std::log(2 * M_PI)));
}

/// -log p of positions z that a body with noisy velocity was measured at, one time unit apart.
[[ad::differentiate(reverse)]]
double tracking_cost(const std::vector<double> &z, double process_noise, double measurement_noise) {
  Eigen::Matrix2d F, Q;
  F << 1, 1, 0, 1;
  Q << 1.0 / 3, 0.5, 0.5, 1;
  Q *= process_noise;
  Eigen::RowVector2d H(1, 0);
  Eigen::Vector2d x = Eigen::Vector2d::Zero();
  Eigen::Matrix2d P = 10 * Eigen::Matrix2d::Identity();
  double cost = 0;
  for (double position : z) {
    x = F * x;
    P = F * P * F.transpose() + Q;
    const double innovation = position - H * x;
    const double S = (H * P * H.transpose()).value() + measurement_noise;
    const Eigen::Vector2d gain = P * H.transpose() / S;
    x += gain * innovation;
    P = (Eigen::Matrix2d::Identity() - gain * H) * P;
    cost += 0.5 * (innovation * innovation / S + std::log(2 * M_PI * S));
  }
  return cost;
}

static bool close(double got, double wanted) {
  return std::abs(got - wanted) <= 1e-6 * (1 + std::abs(wanted));
}

int main() {
  bool right = true;
  const double h = 1e-6;

  MatrixXd X(2, 4);
  X << 1, 2, 0.5, -1, 0.3, 1, -0.2, -2;
  VectorXd mean(2);
  mean << 0.5, 0.1;
  MatrixXd C(2, 2);
  C << 2, 0.4, 0.4, 1.5;
  MatrixXd X_bar, C_bar;
  VectorXd mean_bar;
  const double value = log_likelihood_reverse(X, X_bar, mean, mean_bar, C, C_bar, 1);
  std::printf("log-likelihood %.4f, by the mean: %.4f %.4f\n", value, mean_bar(0), mean_bar(1));
  for (Eigen::Index i = 0; i < 2; ++i) {
    VectorXd up = mean, down = mean;
    up(i) += h;
    down(i) -= h;
    right &= close(mean_bar(i), (log_likelihood(X, up, C) - log_likelihood(X, down, C)) / (2 * h));
    for (Eigen::Index j = 0; j <= i; ++j) { // Eigen reads the lower triangle
      MatrixXd more = C, less = C;
      more(i, j) += h;
      less(i, j) -= h;
      right &= close(C_bar(i, j),
                     (log_likelihood(X, mean, more) - log_likelihood(X, mean, less)) / (2 * h));
    }
  }

  const std::vector<double> z = {0.1, 1.2, 1.9, 3.3, 4.1, 4.8};
  std::vector<double> z_bar;
  double q_bar = 0, r_bar = 0;
  const double cost = tracking_cost_reverse(z, z_bar, 0.1, q_bar, 0.2, r_bar, 1);
  std::printf("tracking cost %.4f, by the noises: %.4f %.4f\n", cost, q_bar, r_bar);
  right &=
      close(q_bar, (tracking_cost(z, 0.1 + h, 0.2) - tracking_cost(z, 0.1 - h, 0.2)) / (2 * h));
  right &=
      close(r_bar, (tracking_cost(z, 0.1, 0.2 + h) - tracking_cost(z, 0.1, 0.2 - h)) / (2 * h));
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
