//===- driver/runtime_path.cpp - where the runtime headers are ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Asks the dynamic linker for our own file and walks up from there.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/runtime_path.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

namespace ad::driver {

std::string runtimeIncludeDirectory() {
  static const char Anchor = 0;
  Dl_info Self;
  if (!dladdr(&Anchor, &Self) || !Self.dli_fname)
    return {};
  llvm::SmallString<256> Directory;
  if (llvm::sys::fs::real_path(Self.dli_fname, Directory))
    Directory = Self.dli_fname;
  // PREFIX/lib, or PREFIX/lib/x86_64-linux-gnu.
  for (int Up = 0; Up != 4; ++Up) {
    llvm::sys::path::remove_filename(Directory);
    llvm::SmallString<256> Candidate = Directory;
    llvm::sys::path::append(Candidate, "include", "clang-ad");
    if (llvm::sys::fs::is_directory(Candidate + "/ad"))
      return Candidate.str().str();
  }
  return {};
}

} // namespace ad::driver
