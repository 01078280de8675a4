//===- clang-ad/main.cpp - the stand-alone rewriter -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Prints a source file with the companions written out, for any C++17 compiler.
//
//===----------------------------------------------------------------------===//
int main() { return 1; }
