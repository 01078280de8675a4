//===- driver/consumer.h - what the plugin and the rewriter share *- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Prepares a compile for differentiation, and listens to it.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_CONSUMER_H
#define AD_DRIVER_CONSUMER_H

#include "plugin/driver/end_of_file.h"
#include "plugin/driver/options.h"
#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace ad::driver {

/// Predefines __CLANG_AD__ and adds the runtime headers to the search path. To be called before
/// the main file is entered.
void prepare(clang::CompilerInstance &CI);

/// The consumer that installs the hook at the end of the file. Result, if given, outlives it and
/// receives what was generated.
std::unique_ptr<clang::ASTConsumer> makeConsumer(const Options &O, Outcome *Result = nullptr);

} // namespace ad::driver

#endif
