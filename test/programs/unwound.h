// Objects whose destructors change more than themselves, for exceptions to pass, and what it is
// that a call throws.
#ifndef TEST_PROGRAMS_UNWOUND_H
#define TEST_PROGRAMS_UNWOUND_H
#include <exception>
#include <stdexcept>
#include <string>

struct Sink {
  double &d;
  double w;
  ~Sink() { d += w * w; }
};
struct Scales { // through a pointer
  double *p;
  double by;
  Scales(double *q, double b) : p(q), by(b) {}
  ~Scales() { *p *= by; }
};
struct Nested {
  int &depth;
  explicit Nested(int &d) : depth(d) { ++depth; }
  ~Nested() { --depth; }
};
template <class F> struct Scope {
  F f;
  ~Scope() { f(); }
};
template <class F> Scope<F> on_exit(F f) { return {f}; }

/// Whether f throws.
template <class F> bool throws(F f) {
  try {
    f();
    return false;
  } catch (const std::domain_error &) {
    return true;
  } catch (int) {
    return true;
  }
}

/// What f throws, as text.
template <class F> std::string what(F f) {
  try {
    f();
    return "nothing";
  } catch (const std::exception &e) {
    return e.what();
  } catch (const std::string &s) {
    return s;
  } catch (int k) {
    return "int " + std::to_string(k);
  } catch (double d) {
    return "double " + std::to_string(d);
  }
}
#endif
