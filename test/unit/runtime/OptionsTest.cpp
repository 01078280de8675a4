//===- OptionsTest.cpp - scopes of limits and hooks -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/options.h"
#include "ad/tape.h"

#include <gtest/gtest.h>

#include <thread>
#include <type_traits>

namespace {

static_assert(std::is_aggregate_v<ad::options>);
static_assert(!std::is_copy_constructible_v<ad::options>);

constexpr std::size_t Unlimited = static_cast<std::size_t>(-1);

/// What a companion entered now would be allowed to record.
std::size_t limitNow() {
  ad::options Inherits;
  return Inherits.tape_bytes;
}

TEST(Options, DefaultIsNoLimit) {
  ad::options O;
  EXPECT_EQ(O.tape_bytes, Unlimited);
  EXPECT_EQ(O.snapshots, 0U);
  EXPECT_EQ(O.directory, nullptr);
  EXPECT_EQ(O.progress, nullptr);
}

TEST(Options, HoldToTheEndOfTheBlock) {
  {
    ad::options O;
    O.tape_bytes = 100;
    EXPECT_EQ(limitNow(), 100U);
  }
  EXPECT_EQ(limitNow(), Unlimited);
}

TEST(Options, BracesFillTheFieldsInOrder) {
  ad::options O{100, 5, "somewhere"};
  EXPECT_EQ(limitNow(), 100U);
  EXPECT_EQ(O.snapshots, 5U);
  EXPECT_STREQ(O.directory, "somewhere");
}

#if __cplusplus >= 202002L
TEST(Options, DesignatedInitialisers) {
  ad::options O{.tape_bytes = 100, .progress = [](const ad::progress_report &) {}};
  EXPECT_EQ(limitNow(), 100U);
  EXPECT_NE(O.progress, nullptr);
}
#endif

TEST(Options, InnerScopesInheritWhatTheyDoNotSet) {
  ad::options Outer;
  Outer.tape_bytes = 100;
  {
    ad::options Inner;
    EXPECT_EQ(Inner.tape_bytes, 100U);
    Inner.snapshots = 7;
    Inner.tape_bytes = 50;
    EXPECT_EQ(limitNow(), 50U);
  }
  EXPECT_EQ(limitNow(), 100U);
  EXPECT_EQ(Outer.snapshots, 0U);
}

TEST(Options, EndWithAnException) {
  try {
    ad::options O;
    O.tape_bytes = 1;
    throw 1;
  } catch (int) {
  }
  EXPECT_EQ(limitNow(), Unlimited);
}

TEST(Options, CanComeFromAFunction) {
  auto Small = [] { return ad::options{10}; };
  {
    ad::options O = Small();
    EXPECT_EQ(limitNow(), 10U);
    O.tape_bytes = 20;
    EXPECT_EQ(limitNow(), 20U);
  }
  EXPECT_EQ(limitNow(), Unlimited);
}

TEST(Options, BelongToTheirThread) {
  ad::options O;
  O.tape_bytes = 100;
  auto Run = [](std::size_t Bytes) {
    EXPECT_EQ(limitNow(), Unlimited);
    ad::options Mine;
    Mine.tape_bytes = Bytes;
    for (int Round = 0; Round < 100; ++Round) {
      ad::tape Tape;
      for (std::size_t I = 0; I < Bytes; ++I)
        Tape.push('x');
      EXPECT_THROW(Tape.push('x'), ad::tape_limit);
    }
  };
  std::thread A(Run, 1000), B(Run, 2000);
  A.join();
  B.join();
  EXPECT_EQ(limitNow(), 100U);
}

} // namespace
