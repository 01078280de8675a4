//===- dispatch.h - calls whose target is found at run time -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A companion knows the derivatives of those functions that its file could see. Where the program
// calls another one at run time, through a virtual method or a pointer, this is thrown.
//
// Documented for users in docs/dispatch.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_DISPATCH_H
#define AD_DISPATCH_H

#include "detail/push_macros.h"
#include <exception>
#if !defined(__cpp_exceptions)
#include <cstdio>
#include <cstdlib>
#endif

namespace ad {

/// Thrown by a companion that meets an object of a class, or a function, that the file with the
/// companion does not know. No adjoint has been touched. Where exceptions are disabled the program
/// aborts with the same message.
class __attribute__((__visibility__("default"))) unknown_target : public std::exception {
  const char *_Message;

public:
  explicit unknown_target(const char *_What) noexcept : _Message(_What) {}
  const char *what() const noexcept override { return _Message; }
};

[[noreturn]] inline void __throw_unknown_target(const char *_Message) {
#if defined(__cpp_exceptions)
  throw unknown_target(_Message);
#else
  std::fputs(_Message, stderr);
  std::fputc('\n', stderr);
  std::abort();
#endif
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_DISPATCH_H
