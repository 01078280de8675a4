//===- large_pages.h - memory that is there at once ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Large memory comes from the system page by page, when it is first touched: for 4 KiB at a time,
// that takes longer than to record what lies there. On Linux, pages of 2 MiB may be asked for
// (madvise(2), MADV_HUGEPAGE); it is advice, which the system need not take.
//
//===----------------------------------------------------------------------===//

#ifndef AD_DETAIL_LARGE_PAGES_H
#define AD_DETAIL_LARGE_PAGES_H

#include "push_macros.h"
#include <cstddef>

#if defined(__linux__) && defined(__GLIBC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls"
extern "C" int madvise(void *, std::size_t, int) noexcept; // as <sys/mman.h> has it
#pragma GCC diagnostic pop
#endif

namespace ad::detail {

/// Asks for large pages within the `_Size` bytes at `_From`, if there is room for several.
inline void _UseLargePages(void *_From, std::size_t _Size) noexcept {
#if defined(__linux__) && defined(__GLIBC__)
  constexpr std::size_t _Page = std::size_t(1) << 21, _Least = 4 * _Page;
  constexpr int _Advice = 14; // MADV_HUGEPAGE
  if (_Size < _Least)
    return;
  unsigned char *const _Bytes = static_cast<unsigned char *>(_From);
  const std::size_t _Skipped = (0 - reinterpret_cast<std::size_t>(_From)) & (_Page - 1);
  (void)::madvise(_Bytes + _Skipped, (_Size - _Skipped) & ~(_Page - 1), _Advice);
#else
  (void)_From;
  (void)_Size;
#endif
}

} // namespace ad::detail

#include "pop_macros.h"
#endif
