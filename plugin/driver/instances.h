//===- driver/instances.h - companions of template instances ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An instance of a template's companion calls the function that was generated for it.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_INSTANCES_H
#define AD_DRIVER_INSTANCES_H

#include "plugin/driver/pipeline.h"

namespace ad::driver {

/// Gives each instance its body, and says which parameters it passes on. False after an error.
bool defineInstances(clang::Sema &S, std::vector<EmittedInstance> &Instances);

} // namespace ad::driver

#endif
