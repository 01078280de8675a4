//===- core_headers.h - the precompiled header of Core ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The headers that nearly every file of the half without Clang includes, precompiled once. Each
// file still includes what it uses.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/core.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <functional>
#include <map>
#include <optional>
