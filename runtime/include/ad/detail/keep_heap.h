//===- detail/keep_heap.h - memory for the next call ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// glibc gives the top of its heap back to the system where more than 128 KiB of it are free, and
// gets it again page by page: where a matrix is a vector of rows, each call of a companion may pay
// for all pages of it and of its adjoint. Once a larger block, mapped by itself, has come and gone,
// twice its size stays (mallopt(3), M_MMAP_THRESHOLD: "dynamic"), but no row is such a block.
//
//===----------------------------------------------------------------------===//

#ifndef AD_DETAIL_KEEP_HEAP_H
#define AD_DETAIL_KEEP_HEAP_H

#include "push_macros.h"
#include <cstddef>
#include <cstdlib>

namespace ad::detail {

/// The largest block that has come and gone for that purpose.
__attribute__((__visibility__("default"))) inline std::size_t _BlockShown = 128 * 1024;

/// Of small pieces of memory that take `_Bytes` bytes together, and as many beside them, the heap
/// keeps what is free after them: up to 64 MiB. Does nothing to limits that the user has set.
inline void _KeepHeap(std::size_t _Bytes) noexcept {
#if defined(__GLIBC__)
  constexpr std::size_t _Most = (std::size_t(32) << 20) - (std::size_t(1) << 16);
  const std::size_t _Block = _Bytes < _Most / 2 ? 2 * _Bytes : _Most;
  if (_Block <= __atomic_load_n(&_BlockShown, __ATOMIC_RELAXED))
    return;
  __atomic_store_n(&_BlockShown, _Block, __ATOMIC_RELAXED);
  void *_Shown = std::malloc(_Block);
  __asm__ volatile("" : "+r"(_Shown)); // is not left out
  std::free(_Shown);
#else
  (void)_Bytes;
#endif
}

} // namespace ad::detail

#include "pop_macros.h"
#endif // AD_DETAIL_KEEP_HEAP_H
