//===- driver/format.cpp - long lines, broken LLVM's way ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/format.h"
#include "clang/Format/Format.h"

std::string ad::driver::formatted(llvm::StringRef Text) {
  clang::format::FormatStyle Style = clang::format::getLLVMStyle();
  Style.ColumnLimit = 100;
  clang::tooling::Range Whole(0, Text.size());
  auto Changes = clang::format::reformat(Style, Text, {Whole}, "companion.cpp");
  llvm::Expected<std::string> Result = clang::tooling::applyAllReplacements(Text, Changes);
  if (Result)
    return *Result;
  llvm::consumeError(Result.takeError()); // then the text as it is: layout is no ground to fail
  return Text.str();
}
