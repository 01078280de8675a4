//===- picture.cpp - data and fitted contours as an SVG file --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "picture.h"

#include <cmath>
#include <cstdio>

namespace {

constexpr double pi = 3.14159265358979323846;
const char *const colours[2] = {"#0b6e99", "#d9622b"};

// The picture in pixels, and the part of the plane it shows: minutes of eruption, of waiting.
constexpr double width = 760, height = 560;
constexpr double left = 72, right = 24, top = 64, bottom = 60;
constexpr double shown[2][2] = {{1.0, 6.0}, {30, 105}};

double pixel_x(double minutes) {
  return left + (minutes - shown[0][0]) / (shown[0][1] - shown[0][0]) * (width - left - right);
}
double pixel_y(double minutes) {
  return height - bottom -
         (minutes - shown[1][0]) / (shown[1][1] - shown[1][0]) * (height - top - bottom);
}

double density(const gaussian &g, const double *x) {
  const auto &c = g.covariance;
  const double determinant = c[0][0] * c[1][1] - c[0][1] * c[1][0];
  const double d0 = x[0] - g.mean[0], d1 = x[1] - g.mean[1];
  const double distance =
      (c[1][1] * d0 * d0 - 2 * c[0][1] * d0 * d1 + c[0][0] * d1 * d1) / determinant;
  return g.weight / std::sqrt(determinant) * std::exp(-0.5 * distance);
}

void draw_axes(std::FILE *file) {
  std::fprintf(file, "<g stroke=\"#e6e6e6\" stroke-width=\"1\">\n");
  for (double x = shown[0][0]; x <= shown[0][1]; x += 0.5)
    std::fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", pixel_x(x), top,
                 pixel_x(x), height - bottom);
  for (double y = shown[1][0]; y <= shown[1][1]; y += 10)
    std::fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", left,
                 pixel_y(y), width - right, pixel_y(y));
  std::fprintf(file, "</g>\n<g font-size=\"13\" fill=\"#444\">\n");
  for (double x = shown[0][0]; x <= shown[0][1]; x += 1)
    std::fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g</text>\n", pixel_x(x),
                 height - bottom + 19, x);
  for (double y = shown[1][0]; y <= shown[1][1]; y += 10)
    std::fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", left - 8,
                 pixel_y(y) + 4.5, y);
  std::fprintf(file, "</g>\n<g font-size=\"14\" fill=\"#222\" text-anchor=\"middle\">\n");
  std::fprintf(file, "<text x=\"%.1f\" y=\"%.1f\">duration of the eruption (minutes)</text>\n",
               (left + width - right) / 2, height - 18);
  std::fprintf(file,
               "<text transform=\"translate(24 %.1f) rotate(-90)\">waiting time to the next "
               "(minutes)</text>\n</g>\n",
               (top + height - bottom) / 2);
}

/// Ellipses of one, two and three standard deviations: the images of circles under the lower
/// triangular factor of the covariance.
void draw_contours(std::FILE *file, const gaussian &g, const char *colour) {
  const double l00 = std::sqrt(g.covariance[0][0]);
  const double l10 = g.covariance[1][0] / l00;
  const double l11 = std::sqrt(g.covariance[1][1] - l10 * l10);
  for (int deviations = 3; deviations >= 1; --deviations) {
    std::fprintf(file,
                 "<path fill=\"%s\" fill-opacity=\"0.07\" stroke=\"%s\" stroke-width=\"1.6\" "
                 "stroke-opacity=\"%.2f\" d=\"",
                 colour, colour, 1.05 - 0.2 * deviations);
    const int corners = 120;
    for (int i = 0; i < corners; ++i) {
      const double u = deviations * std::cos(2 * pi * i / corners);
      const double v = deviations * std::sin(2 * pi * i / corners);
      std::fprintf(file, "%c%.2f %.2f ", i ? 'L' : 'M', pixel_x(g.mean[0] + l00 * u),
                   pixel_y(g.mean[1] + l10 * u + l11 * v));
    }
    std::fprintf(file, "Z\"/>\n");
  }
}

void draw_mean(std::FILE *file, const gaussian &g, const char *colour) {
  const char *const layers[2][2] = {{"white", "6"}, {colour, "3"}};
  for (const auto &layer : layers)
    std::fprintf(file,
                 "<path stroke=\"%s\" stroke-width=\"%s\" d=\"M%.1f %.1f h18 m-9 -9 v18\"/>\n",
                 layer[0], layer[1], pixel_x(g.mean[0]) - 9, pixel_y(g.mean[1]));
}

} // namespace

bool draw(const char *path, const double (*observation)[2], int n, const gaussian (&fitted)[2]) {
  std::FILE *file = std::fopen(path, "w");
  if (!file)
    return false;
  std::fprintf(
      file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
      "viewBox=\"0 0 %g %g\" font-family=\"Helvetica, Arial, sans-serif\">\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
      "<text x=\"%g\" y=\"28\" font-size=\"18\" fill=\"#222\">Old Faithful: %d eruptions and "
      "a mixture of two Gaussians</text>\n",
      width, height, width, height, left, n);
  for (int k = 0; k < 2; ++k)
    std::fprintf(file,
                 "<circle cx=\"%g\" cy=\"45\" r=\"5\" fill=\"%s\"/>"
                 "<text x=\"%g\" y=\"49.5\" font-size=\"13\" fill=\"#444\">%.1f %%: mean %.2f and "
                 "%.1f minutes</text>\n",
                 left + 6 + 290 * k, colours[k], left + 17 + 290 * k, 100 * fitted[k].weight,
                 fitted[k].mean[0], fitted[k].mean[1]);
  draw_axes(file);
  for (int k = 0; k < 2; ++k)
    draw_contours(file, fitted[k], colours[k]);
  for (int i = 0; i < n; ++i) {
    const double *x = observation[i];
    const int nearer = density(fitted[0], x) < density(fitted[1], x);
    for (int k = 0; k < 2; ++k)
      draw_mean(file, fitted[k], colours[k]);
    std::fprintf(file,
                 "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3.1\" fill=\"%s\" fill-opacity=\"0.75\" "
                 "stroke=\"white\" stroke-width=\"0.6\"/>\n",
                 pixel_x(x[0]), pixel_y(x[1]), colours[nearer]);
  }
  std::fprintf(
      file,
      "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"#888\"/>\n"
      "<text x=\"%g\" y=\"%g\" font-size=\"12\" fill=\"#777\" text-anchor=\"end\">contours "
      "at 1, 2 and 3 standard deviations</text>\n</svg>\n",
      left, top, width - left - right, height - top - bottom, width - right - 8,
      height - bottom - 9);
  return std::fclose(file) == 0;
}
