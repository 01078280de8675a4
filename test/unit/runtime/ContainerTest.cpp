//===- ContainerTest.cpp - derivatives of containers ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/container.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <vector>

namespace {

using Rows = std::vector<std::vector<double>>;

TEST(Container, ZerosHaveTheShape) {
  const Rows Of = {{1, 2, 3}, {}, {4}};
  EXPECT_EQ(ad::zeros_like(Of), (Rows{{0, 0, 0}, {}, {0}}));
  EXPECT_EQ(ad::zeros_like(std::vector<Rows>{Of, {}}), (std::vector<Rows>{ad::zeros_like(Of), {}}));
}

/// Pages that came from the system so far.
long faults() {
  rusage Usage;
  getrusage(RUSAGE_SELF, &Usage);
  return Usage.ru_minflt;
}

// Sanitizers bring a heap of their own, which the limits of glibc's say nothing of.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool HeapIsGlibc = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool HeapIsGlibc = false;
#else
constexpr bool HeapIsGlibc = true;
#endif
#else
constexpr bool HeapIsGlibc = true;
#endif

// A matrix and its adjoint of 1.2 MiB, again and again.
TEST(Container, TheHeapKeepsRows) {
  if (!HeapIsGlibc)
    GTEST_SKIP() << "another heap";
  long Before = 0;
  constexpr int Calls = 20;
  for (int Call = 0; Call < 2 * Calls; ++Call) {
    if (Call == Calls)
      Before = faults();
    const Rows Of(400, std::vector<double>(400, 1.0));
    const Rows Zeros = ad::zeros_like(Of);
    ASSERT_EQ(Zeros[399][399], 0);
  }
  // Each of the later calls would have to get back some 600 pages.
  EXPECT_LT(faults() - Before, Calls * 60);
}

} // namespace
