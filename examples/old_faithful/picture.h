//===- picture.h - data and fitted contours as an SVG file ------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef OLD_FAITHFUL_PICTURE_H
#define OLD_FAITHFUL_PICTURE_H

/// A Gaussian of the mixture in the plane, with its share of the whole.
struct gaussian {
  double weight;
  double mean[2];
  double covariance[2][2];
};

/// Writes the `n` observations and the ellipses of one, two and three standard deviations around
/// both means to the file `path`. Returns whether the file could be written.
bool draw(const char *path, const double (*observation)[2], int n, const gaussian (&fitted)[2]);

#endif // OLD_FAITHFUL_PICTURE_H
