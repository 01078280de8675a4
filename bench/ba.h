//===- ba.h - bundle adjustment, as ADBench has it --------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Cameras see points; each observation compares where a camera should see a point with where it
// was seen. This is the objective `BA` of Srajer, Kukelova and Fitzgibbon, "A benchmark of selected
// algorithmic differentiation tools for some problems in computer vision and machine learning",
// 2018. Its result is the Jacobian of all residuals, which is sparse.
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_BA_H
#define BENCH_BA_H

#include <algorithm>
#include <vector>

/// A camera: its rotation (3, axis times angle), its centre (3), focal length (1), principal point
/// (2) and radial distortion (2).
constexpr int camera_size = 11, focal_at = 6, principal_at = 7, distortion_at = 9;
constexpr int point_size = 3;

struct ba_problem {
  int cameras, points, observations;
  std::vector<double> camera;           // cameras x camera_size
  std::vector<double> point;            // points x point_size
  std::vector<double> weight;           // observations
  std::vector<double> feature;          // observations x 2: where the point was seen
  std::vector<int> camera_of, point_of; // observations

  int residuals() const { return 3 * observations; }
  /// The columns of the Jacobian: all cameras, then all points, then all weights.
  int parameters() const { return cameras * camera_size + points * point_size + observations; }
};

/// What one observation adds to the Jacobian: rows of camera, point and weight.
struct ba_block {
  double camera[2][camera_size], point[2][point_size], weight[2];
};

/// The Jacobian by rows: those of the observations, two each, then those of the weights. The
/// entries of row i are the elements row[i] to row[i + 1] - 1 of `column` and `value`. As in
/// ADBench, all three are written anew for every Jacobian, from the first row to the last.
class ba_jacobian {
public:
  std::vector<int> row, column;
  std::vector<double> value;

  explicit ba_jacobian(const ba_problem &p)
      : row(p.residuals() + 1), column(p.observations * (2 * block_columns + 1)),
        value(column.size()) {}

  void clear() { rows = entries = 0; }

  /// The next two rows: those of an observation.
  void add(const ba_problem &p, int observation, const ba_block &block) {
    const int camera = p.camera_of[observation] * camera_size;
    const int point = p.cameras * camera_size + p.point_of[observation] * point_size;
    for (int r = 0; r < 2; ++r) {
      int *to = &column[entries];
      for (int i = 0; i < camera_size; ++i)
        *to++ = camera + i;
      for (int i = 0; i < point_size; ++i)
        *to++ = point + i;
      *to = weight_column(p, observation);
      double *at = &value[entries];
      at = std::copy_n(block.camera[r], camera_size, at);
      at = std::copy_n(block.point[r], point_size, at);
      *at = block.weight[r];
      end_row(block_columns);
    }
  }
  /// The next row: that of a weight, 1 - w^2, by w.
  void add_weight(const ba_problem &p, int observation, double derivative) {
    column[entries] = weight_column(p, observation);
    value[entries] = derivative;
    end_row(1);
  }

private:
  static constexpr int block_columns = camera_size + point_size + 1;
  int rows = 0, entries = 0;

  static int weight_column(const ba_problem &p, int observation) {
    return p.cameras * camera_size + p.points * point_size + observation;
  }
  void end_row(int length) { row[++rows] = entries += length; }
};

/// Makes the Jacobian of its parts: `block(camera, point, weight, feature, ba_block &)` for each
/// observation, whose block is zero on entry, and `by_weight(weight)`, the derivative of 1 - w^2.
template <class Block, class ByWeight>
void fill_jacobian(const ba_problem &p, ba_jacobian &j, const Block &block,
                   const ByWeight &by_weight) {
  j.clear();
  for (int i = 0; i < p.observations; ++i) {
    ba_block rows = {};
    block(&p.camera[p.camera_of[i] * camera_size], &p.point[p.point_of[i] * point_size],
          p.weight[i], &p.feature[2 * i], rows);
    j.add(p, i, rows);
  }
  for (int i = 0; i < p.observations; ++i)
    j.add_weight(p, i, by_weight(p.weight[i]));
}

/// Fills `residual`: two of each observation, then one of each weight.
void ba_objective(const ba_problem &p, double *residual);

/// One way to compute the Jacobian.
struct ba_tool {
  const char *name;
  void (*jacobian)(const ba_problem &, ba_jacobian &);
};

/// By clang-ad: a reverse sweep for both rows of an observation, or one for each.
void ba_both_rows(const ba_problem &p, ba_jacobian &j);
void ba_row_by_row(const ba_problem &p, ba_jacobian &j);

void ba_by_hand(const ba_problem &p, ba_jacobian &j);

/// The peers that were found when this was configured.
std::vector<ba_tool> ba_peers();

/// Reads the format of ADBench; ends the program with a message if it cannot.
ba_problem read_ba(const char *path);

/// A problem of these sizes with values like those of ADBench's files; the same in every run.
ba_problem generate_ba(int cameras, int points, int observations);

#endif // BENCH_BA_H
