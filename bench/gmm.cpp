//===- gmm.cpp - the mixture objective on double --------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The one file that is compiled with the plugin: it defines gmm and gmm_reverse.
//
//===----------------------------------------------------------------------===//

#include "gmm.h"

#include <cmath>

using real = double;
template <int length> using local_array = double[length];
using std::exp;
using std::log;
#include "gmm_objective.inc"
