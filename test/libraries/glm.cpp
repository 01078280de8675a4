// GLM as it is (Debian: libglm-dev): its functions are written out like the user's own. With
//   test/programs/run.py --libraries glm --flag=-Itest/programs
// where it is installed.
#include "vectors.h"
#include <vector>

using V = std::vector<double>;

#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace dots {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dvec3 a(v[0], v[1], v[2]), b(v[3], 1.0, 2.0);
  return glm::dot(a, b);
}
} // namespace dots

namespace crosses {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dvec3 a(v[0], v[1], v[2]), b(v[3], 1.0, 2.0);
  glm::dvec3 c = glm::cross(a, b);
  return c.x * c.y + c.z;
}
} // namespace crosses

namespace lengths {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dvec3 a(v[0], v[1], v[2]);
  a = glm::normalize(a) * v[3];
  return a.x + 2 * a.y + glm::length(a) * a.z;
}
} // namespace lengths

namespace products {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dmat3 m(1.0);
  m[0][1] = v[0];
  m[2][0] = v[1];
  glm::dvec3 p = m * glm::dvec3(v[1], v[2], v[3]);
  return glm::dot(p, p);
}
} // namespace products

namespace transforms {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dmat4 m(1.0);
  m = glm::rotate(m, v[0], glm::dvec3(0, 0, 1));
  m = glm::translate(m, glm::dvec3(v[1], v[2], v[3]));
  m = glm::scale(m, glm::dvec3(v[1], 1.0, 2.0));
  glm::dvec4 p = m * glm::dvec4(1, 2, 3, 1);
  return p.x * p.y + p.z;
}
} // namespace transforms

namespace rotations {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dquat q = glm::angleAxis(v[0], glm::normalize(glm::dvec3(v[1], v[2], 1.0)));
  glm::dvec3 p = q * glm::dvec3(v[3], 1, 2);
  return p.x + p.y * p.z;
}
} // namespace rotations

namespace reflections {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dvec3 i(v[0], v[1], v[2]);
  glm::dvec3 n = glm::normalize(glm::dvec3(v[3], 1, 0.5));
  glm::dvec3 r = glm::reflect(i, n);
  return r.x * r.y + r.z + glm::mix(v[0], v[1], v[2]) + glm::clamp(v[0], 0.0, 1.0);
}
} // namespace reflections

namespace determinants {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  glm::dmat3 m(v[0], v[1], v[2], v[3], 1, 2, 0.5, v[0], 3);
  return glm::determinant(m) + glm::inverse(m)[0][1] + glm::transpose(m)[1][2];
}
} // namespace determinants

int main() {
  CHECK_CASE_TWICE(dots);
  CHECK_CASE_TWICE(crosses);
  CHECK_CASE_TWICE(lengths);
  CHECK_CASE_TWICE(products);
  CHECK_CASE_TWICE(transforms);
  CHECK_CASE_TWICE(rotations);
  CHECK_CASE_TWICE(reflections);
  CHECK_CASE_TWICE(determinants);
  return finish();
}
