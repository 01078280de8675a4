//===- driver/pipeline.h - from requests to text ----------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The road of DESIGN section 3, seen from outside: requests in, definitions of companions out.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_PIPELINE_H
#define AD_DRIVER_PIPELINE_H

#include "plugin/attributes/requests.h"
#include "plugin/driver/options.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class Sema;
} // namespace clang

namespace ad::driver {

using attributes::Mode;
using attributes::Request;

struct EmittedFunction {
  std::string Name;
  /// A complete definition, with the enclosing namespaces' braces, that ends in a newline. Names
  /// are those that the end of the file sees. No preprocessor directives.
  std::string Text;
};

/// An instance of a template's companion, and the function that does its work.
struct EmittedInstance {
  Request R;
  std::string Helper;           ///< unqualified; stands in the namespace of the primal
  std::vector<unsigned> Passed; ///< the companion's parameters that Helper takes, in order
  int Zeroed = -1;              ///< the one that is set to zero: the tangent of an integer result
  bool ByReference = false;     ///< a method's object and its derivative go to it as such
};

struct Emission {
  std::vector<std::string> Headers; ///< as in `#include <...>`: "ad/tape.h", "cmath"
  std::vector<EmittedFunction> Functions;
  std::vector<EmittedInstance> Instances;
  bool Failed = false; ///< an error was reported
};

class Pipeline {
public:
  Pipeline(clang::Sema &S, const Options &O);
  ~Pipeline();

  /// The companions of these functions, all of which have a body in this file. May be called again
  /// for requests that appear later (companions parsed from text that we emitted).
  Emission run(llvm::ArrayRef<Request> Requests);

private:
  struct State;
  std::unique_ptr<State> Own;
};

} // namespace ad::driver

#endif
