//===- driver/end_of_file.h - the hook at the end of the file ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Generates and defines the companions when the parser has reached the end of the user's file.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_END_OF_FILE_H
#define AD_DRIVER_END_OF_FILE_H

#include "plugin/driver/pipeline.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <functional>

namespace ad::driver {

/// What came out of one compile, for those who want to print it differently.
struct Outcome {
  std::vector<Request> Requests; ///< all, also those that another file answers
  std::vector<std::string> Headers;
  std::vector<EmittedFunction> Functions;
  std::vector<EmittedInstance> Instances;
  /// Called when the file is complete, with or without errors.
  std::function<void(clang::Sema &)> AtEnd;
};

/// Sema asks external sources for pending instantiations once, at the end of the file and before it
/// looks for what is unused or undefined. That is our moment.
class EndOfFile : public clang::ExternalSemaSource {
public:
  /// Result, if given, receives what was generated.
  EndOfFile(clang::Sema &S, const Options &O, Outcome *Result = nullptr)
      : S(S), O(O), Result(Result) {}

  void ReadPendingInstantiations(
      llvm::SmallVectorImpl<std::pair<clang::ValueDecl *, clang::SourceLocation>> &) override;

  /// Names of modes after the first argument of an attribute are parsed as expressions: stands in
  /// for those that name nothing.
  bool LookupUnqualified(clang::LookupResult &R, clang::Scope *) override;

private:
  void defineCompanions();
  void defineRounds(std::vector<Request> &Undefined);

  clang::Sema &S;
  const Options &O;
  Outcome *Result;
  bool Done = false;
};

} // namespace ad::driver

#endif
