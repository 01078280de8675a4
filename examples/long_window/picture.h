//===- picture.h - curves as an SVG file ------------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef LONG_WINDOW_PICTURE_H
#define LONG_WINDOW_PICTURE_H

#include <cmath>
#include <cstdio>
#include <vector>

/// Points, joined by lines or marked one by one.
struct Curve {
  const char *label, *colour;
  std::vector<double> x, y;
  bool joined = true;
};

/// A panel of the picture: what it shows, by linear or logarithmic axes that end at round numbers.
struct Panel {
  const char *title, *x_title, *y_title;
  double x[2], y[2];
  bool logarithmic;
  std::vector<Curve> curves;
};

class Picture {
  static constexpr double width = 560, height = 400, left = 78, right = 20, top = 52, bottom = 58;
  std::FILE *file;
  double offset = 0;

  static double part(double v, const double *ends, bool logarithmic) {
    return logarithmic ? std::log(v / ends[0]) / std::log(ends[1] / ends[0])
                       : (v - ends[0]) / (ends[1] - ends[0]);
  }

public:
  Picture(const char *path, int panels) : file(std::fopen(path, "w")) {
    if (file)
      std::fprintf(file,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
                   "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#444\">\n"
                   "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                   panels * width, height);
  }

  void draw(const Panel &p) {
    if (!file)
      return;
    auto at_x = [&](double v) {
      return offset + left + part(v, p.x, p.logarithmic) * (width - left - right);
    };
    auto at_y = [&](double v) {
      return height - bottom - part(v, p.y, p.logarithmic) * (height - top - bottom);
    };
    // 1. The axes: five steps, or one for each power of ten.
    auto ticks = [&](const double *ends) {
      std::vector<double> all;
      for (double v = ends[0]; v <= ends[1] * 1.001; v = p.logarithmic ? 10 * v : v)
        if (all.push_back(v); !p.logarithmic)
          v += (ends[1] - ends[0]) / 5;
      return all;
    };
    for (double v : ticks(p.x))
      std::fprintf(file,
                   "<path stroke=\"#e6e6e6\" d=\"M%.1f %g V%g\"/>\n"
                   "<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\">%g</text>\n",
                   at_x(v), top, height - bottom, at_x(v), height - bottom + 19, v);
    for (double v : ticks(p.y))
      std::fprintf(file,
                   "<path stroke=\"#e6e6e6\" d=\"M%g %.1f H%g\"/>\n"
                   "<text x=\"%g\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                   offset + left, at_y(v), offset + width - right, offset + left - 8, at_y(v) + 4.5,
                   v);
    const double middle = offset + (left + width - right) / 2;
    std::fprintf(
        file,
        "<text x=\"%g\" y=\"24\" font-size=\"16\" fill=\"#222\">%s</text>\n"
        "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">%s</text>\n"
        "<text transform=\"translate(%g %g) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        offset + left, p.title, middle, height - 16, p.x_title, offset + 22,
        (top + height - bottom) / 2, p.y_title);
    // 2. The curves, and what they are.
    double label = offset + left;
    for (const Curve &c : p.curves) {
      if (c.joined)
        std::fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" d=\"", c.colour);
      for (std::size_t i = 0; i < c.x.size(); ++i)
        if (c.joined)
          std::fprintf(file, "%c%.2f %.2f ", i ? 'L' : 'M', at_x(c.x[i]), at_y(c.y[i]));
        else
          std::fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.4\" fill=\"%s\"/>\n",
                       at_x(c.x[i]), at_y(c.y[i]), c.colour);
      if (c.joined)
        std::fprintf(file, "\"/>\n");
      std::fprintf(file, "<text x=\"%g\" y=\"44\" fill=\"%s\">%s</text>\n", label, c.colour,
                   c.label);
      label += 150;
    }
    offset += width;
  }

  /// Whether all of it could be written.
  bool finish() { return file && std::fprintf(file, "</svg>\n") > 0 && std::fclose(file) == 0; }
};

#endif // LONG_WINDOW_PICTURE_H
