// Ordinary kernels, as a person would write them: the sizes of their companions are watched.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

[[ad::differentiate(reverse)]] double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

[[ad::differentiate(reverse)]] void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

[[ad::differentiate(reverse)]] void matvec(const double *A, const double *x, double *y, int m,
                                           int n) {
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      s += A[i * n + j] * x[j];
    y[i] = s;
  }
}

[[ad::differentiate(reverse)]] double rosenbrock(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; ++i) {
    double a = x[i + 1] - x[i] * x[i];
    double b = 1 - x[i];
    s += 100 * a * a + b * b;
  }
  return s;
}

[[ad::differentiate(reverse)]] double log_sum_exp(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    m = std::max(m, x[i]);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i] - m);
  return m + std::log(s);
}

[[ad::differentiate(reverse)]] void stencil(const double *u, double *v, int n, double c) {
  v[0] = u[0];
  for (int i = 1; i < n - 1; ++i)
    v[i] = u[i] + c * (u[i - 1] - 2 * u[i] + u[i + 1]);
  v[n - 1] = u[n - 1];
}

[[ad::differentiate(reverse)]] void euler_step(double &angle, double &velocity, double length,
                                               double dt) {
  const double acceleration = -9.81 / length * std::sin(angle);
  angle += dt * velocity;
  velocity += dt * acceleration;
}

[[ad::differentiate(reverse)]] double newton_sqrt(double a) {
  double x = a;
  while (std::fabs(x * x - a) > 1e-12 * a)
    x = 0.5 * (x + a / x);
  return x;
}

[[ad::differentiate(reverse)]] double horner(const double *c, int n, double x) {
  double p = 0;
  for (int i = n - 1; i >= 0; --i)
    p = p * x + c[i];
  return p;
}

[[ad::differentiate(reverse)]] double spring_energy(const double *x, int n, double k) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    double d = x[i] - x[i - 1] - 1;
    e += 0.5 * k * d * d;
  }
  return e;
}

// One step of the classical Runge-Kutta method for prey u and predators v.
[[ad::differentiate(reverse)]] void lotka_volterra(double &u, double &v, const double *rate,
                                                   double h) {
  double k[4][2];
  double a = u;
  double b = v;
  for (int stage = 0; stage < 4; ++stage) {
    k[stage][0] = rate[0] * a - rate[1] * a * b;
    k[stage][1] = rate[2] * a * b - rate[3] * b;
    const double step = stage == 2 ? h : h / 2;
    a = u + step * k[stage][0];
    b = v + step * k[stage][1];
  }
  u += h / 6 * (k[0][0] + 2 * k[1][0] + 2 * k[2][0] + k[3][0]);
  v += h / 6 * (k[0][1] + 2 * k[1][1] + 2 * k[2][1] + k[3][1]);
}

struct Quaternion {
  double w, x, y, z;
};

[[ad::differentiate(reverse)]] std::array<double, 3> rotate(const Quaternion &q,
                                                            const std::array<double, 3> &v) {
  const double tx = 2 * (q.y * v[2] - q.z * v[1]);
  const double ty = 2 * (q.z * v[0] - q.x * v[2]);
  const double tz = 2 * (q.x * v[1] - q.y * v[0]);
  return {v[0] + q.w * tx + q.y * tz - q.z * ty, v[1] + q.w * ty + q.z * tx - q.x * tz,
          v[2] + q.w * tz + q.x * ty - q.y * tx};
}

[[ad::differentiate(reverse)]] void softmax(const double *x, double *p, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    m = std::max(m, x[i]);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    p[i] = std::exp(x[i] - m);
    s += p[i];
  }
  for (int i = 0; i < n; ++i)
    p[i] /= s;
}

// In place: the lower triangle of A becomes its factor.
[[ad::differentiate(reverse)]] void cholesky(double *A, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      A[j * n + j] -= A[j * n + k] * A[j * n + k];
    A[j * n + j] = std::sqrt(A[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        A[i * n + j] -= A[i * n + k] * A[j * n + k];
      A[i * n + j] /= A[j * n + j];
    }
  }
}

[[ad::differentiate(reverse)]] double variance(const double *x, int n) {
  double mean = 0;
  for (int i = 0; i < n; ++i)
    mean += x[i];
  mean /= n;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double d = x[i] - mean;
    s += d * d;
  }
  return s / (n - 1);
}

[[ad::differentiate(reverse)]] void distances(const double (*x)[3], double *d, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < 3; ++k) {
        double difference = x[i][k] - x[j][k];
        s += difference * difference;
      }
      d[i * n + j] = std::sqrt(s);
    }
}

// A and b are overwritten; the solution is left in b.
[[ad::differentiate(reverse)]] void gauss(double *A, double *b, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double factor = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; ++j)
        A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      b[i] -= A[i * n + j] * b[j];
    b[i] /= A[i * n + i];
  }
}

[[ad::differentiate(reverse)]] void running_mean(const double *x, double *y, int n, int window) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += x[i];
    if (i >= window)
      s -= x[i - window];
    y[i] = s / std::min(i + 1, window);
  }
}

[[ad::differentiate(reverse)]] double logistic_loss(const double *w, const double *x,
                                                    const double *label, int rows, int n) {
  double loss = 0;
  for (int r = 0; r < rows; ++r) {
    double margin = 0;
    for (int i = 0; i < n; ++i)
      margin += w[i] * x[r * n + i];
    loss += std::log1p(std::exp(-label[r] * margin));
  }
  return loss / rows;
}

[[ad::differentiate(reverse)]] double black_scholes(double spot, double strike, double rate,
                                                    double volatility, double time) {
  const double width = volatility * std::sqrt(time);
  const double d1 = (std::log(spot / strike) + rate * time) / width + 0.5 * width;
  const double d2 = d1 - width;
  const double root_half = 0.7071067811865476;
  return 0.5 * (spot * std::erfc(-d1 * root_half) -
                strike * std::exp(-rate * time) * std::erfc(-d2 * root_half));
}

[[ad::differentiate(reverse)]] [[ad::differentiate(reverse)]]

[[ad::differentiate(reverse)]] double
quadratic_form(const double *A, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      s += x[i] * A[i * n + j] * x[j];
  return s;
}

[[ad::differentiate(reverse)]] double least_squares(const std::vector<double> &w,
                                                    const std::vector<std::vector<double>> &x,
                                                    const std::vector<double> &y) {
  double loss = 0;
  for (std::size_t r = 0; r < x.size(); ++r) {
    double residual = -y[r];
    for (std::size_t i = 0; i < w.size(); ++i)
      residual += w[i] * x[r][i];
    loss += residual * residual;
  }
  return loss / x.size();
}

[[ad::differentiate(reverse)]] void matmul(const double *A, const double *B, double *C, int m,
                                           int k, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int l = 0; l < k; ++l)
        s += A[i * k + l] * B[l * n + j];
      C[i * n + j] = s;
    }
}

[[ad::differentiate(reverse)]] void dense_layer(const double *W, const double *b, const double *x,
                                                double *y, int m, int n) {
  for (int i = 0; i < m; ++i) {
    double s = b[i];
    for (int j = 0; j < n; ++j)
      s += W[i * n + j] * x[j];
    y[i] = std::tanh(s);
  }
}

[[ad::differentiate(reverse)]] double coulomb(const double (*x)[3], const double *q, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      double r2 = 0;
      for (int k = 0; k < 3; ++k) {
        double d = x[i][k] - x[j][k];
        r2 += d * d;
      }
      e += q[i] * q[j] / std::sqrt(r2);
    }
  return e;
}

[[ad::differentiate(reverse)]] double k_means(const double *x, const double *centre, int n, int k,
                                              int d) {
  double cost = 0;
  for (int i = 0; i < n; ++i) {
    double best = 1e300;
    for (int c = 0; c < k; ++c) {
      double s = 0;
      for (int j = 0; j < d; ++j) {
        const double difference = x[i * d + j] - centre[c * d + j];
        s += difference * difference;
      }
      best = std::min(best, s);
    }
    cost += best;
  }
  return cost;
}

[[ad::differentiate(reverse)]] void convolve(const double *x, const double *kernel, double *y,
                                             int n, int width) {
  for (int i = 0; i + width <= n; ++i) {
    double s = 0;
    for (int k = 0; k < width; ++k)
      s += kernel[k] * x[i + k];
    y[i] = s;
  }
}

[[ad::differentiate(reverse)]] double cosine_similarity(const double *a, const double *b, int n) {
  double ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < n; ++i) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

[[ad::differentiate(reverse)]] double cross_entropy(const double *logits, const double *target,
                                                    int n) {
  double m = logits[0];
  for (int i = 1; i < n; ++i)
    m = std::max(m, logits[i]);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::exp(logits[i] - m);
  double loss = 0;
  for (int i = 0; i < n; ++i)
    loss -= target[i] * (logits[i] - m - std::log(s));
  return loss;
}

[[ad::differentiate(reverse)]] double total_variation(const double *u, int rows, int columns,
                                                      double epsilon) {
  double s = 0;
  for (int i = 0; i + 1 < rows; ++i)
    for (int j = 0; j + 1 < columns; ++j) {
      const double dx = u[i * columns + j + 1] - u[i * columns + j];
      const double dy = u[(i + 1) * columns + j] - u[i * columns + j];
      s += std::sqrt(dx * dx + dy * dy + epsilon);
    }
  return s;
}

[[ad::differentiate(reverse)]] double polyline(const std::vector<std::array<double, 2>> &p) {
  double length = 0;
  for (std::size_t i = 1; i < p.size(); ++i) {
    const double dx = p[i][0] - p[i - 1][0];
    const double dy = p[i][1] - p[i - 1][1];
    length += std::sqrt(dx * dx + dy * dy);
  }
  return length;
}

[[ad::differentiate(reverse)]] double gaussian_log_likelihood(const double *x, int n, double mean,
                                                              double log_sigma) {
  const double sigma = std::exp(log_sigma);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double z = (x[i] - mean) / sigma;
    s -= 0.5 * z * z + log_sigma + 0.9189385332046727;
  }
  return s;
}

[[ad::differentiate(reverse)]] double trapezoid(const double *t, const double *y, int n) {
  double s = 0;
  for (int i = 1; i < n; ++i)
    s += (t[i] - t[i - 1]) * (y[i] + y[i - 1]) / 2;
  return s;
}

[[ad::differentiate(reverse)]] double polygon_area(const double (*p)[2], int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const int next = i + 1 < n ? i + 1 : 0;
    s += p[i][0] * p[next][1] - p[next][0] * p[i][1];
  }
  return s / 2;
}

[[ad::differentiate(reverse)]] double huber_loss(const double *prediction, const double *truth,
                                                 int n, double delta) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double r = std::fabs(prediction[i] - truth[i]);
    if (r < delta)
      s += 0.5 * r * r;
    else
      s += delta * (r - 0.5 * delta);
  }
  return s / n;
}

[[ad::differentiate(reverse)]] void solve_lower(const double *L, const double *b, double *x,
                                                int n) {
  for (int i = 0; i < n; ++i) {
    double s = b[i];
    for (int j = 0; j < i; ++j)
      s -= L[i * n + j] * x[j];
    x[i] = s / L[i * n + i];
  }
}

[[ad::differentiate(reverse)]] double rbf_kernel_sum(const double *a, const double *x, int n, int d,
                                                     double width) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double r2 = 0;
      for (int k = 0; k < d; ++k) {
        const double difference = x[i * d + k] - x[j * d + k];
        r2 += difference * difference;
      }
      s += a[i] * a[j] * std::exp(-r2 / (2 * width * width));
    }
  return s;
}

[[ad::differentiate(reverse)]] double present_value(const double *cash, const double *rate, int n) {
  double value = 0, discount = 1;
  for (int i = 0; i < n; ++i) {
    discount /= 1 + rate[i];
    value += discount * cash[i];
  }
  return value;
}
