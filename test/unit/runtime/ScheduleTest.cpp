//===- ScheduleTest.cpp - the schedules against their closed forms --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace {

/// What following a schedule to its end took.
struct Counts {
  std::size_t Advances = 0, Stores = 0, Restores = 0, Turns = 0;
  std::size_t MostHeld = 0, MostRepeats = 0;
  bool Right = true;
};

/// Follows the actions for a sequence of `Steps` steps whose state is its number; each action must
/// find what it needs. `Unknown`: the schedule is told the number of steps when they are over.
Counts follow(ad::schedule Plan, std::size_t Steps, std::size_t Snapshots, bool Unknown = false) {
  Counts C;
  std::vector<std::size_t> Slots(Snapshots, ~std::size_t(0));
  std::vector<std::size_t> Times(Steps, 0);
  std::set<std::size_t> Used;
  std::size_t State = 0, Expected = Steps;
  bool Lost = false;
  for (ad::action A = Plan.next(); A.what != ad::action::done; A = Plan.next()) {
    C.MostHeld = std::max(C.MostHeld, Plan.held());
    switch (A.what) {
    case ad::action::advance:
      C.Right &= !Lost && State == A.from && A.to > A.from;
      for (; State < std::min(A.to, Steps); ++State) {
        ++C.Advances;
        C.MostRepeats = std::max(C.MostRepeats, ++Times[State]);
      }
      if (Unknown && State == Steps) {
        Plan.ends_at(Steps);
        Unknown = false;
        Lost = true;
      }
      break;
    case ad::action::store:
      C.Right &= !Lost && State == A.from && A.slot < Snapshots;
      if (A.slot >= Snapshots)
        return C;
      Slots[A.slot] = State;
      Used.insert(A.slot);
      ++C.Stores;
      break;
    case ad::action::restore:
      C.Right &= A.slot < Snapshots && Slots[A.slot] == A.from;
      State = A.from;
      Lost = false;
      ++C.Restores;
      break;
    case ad::action::turn:
      C.Right &= !Lost && State == A.from && A.from + 1 == Expected;
      Expected = A.from;
      Lost = true;
      ++C.Turns;
      break;
    case ad::action::done:
      break;
    }
    if (!C.Right)
      return C;
  }
  C.Right &= Expected == 0 && C.MostHeld <= Snapshots;
  return C;
}

/// t(l, c) = min over m of m + t(l - m, c - 1) + t(m, c), by the definition.
std::vector<std::vector<std::size_t>> fewestAdvances(std::size_t Steps, std::size_t Snapshots) {
  std::vector<std::vector<std::size_t>> T(Snapshots + 1, std::vector<std::size_t>(Steps + 1, 0));
  for (std::size_t C = 1; C <= Snapshots; ++C)
    for (std::size_t L = 2; L <= Steps; ++L) {
      std::size_t Best = L * (L - 1) / 2;
      for (std::size_t M = 1; C > 1 && M < L; ++M)
        Best = std::min(Best, M + T[C - 1][L - M] + T[C][M]);
      T[C][L] = Best;
    }
  return T;
}

TEST(Schedule, ClosedFormIsTheMinimum) {
  const auto T = fewestAdvances(200, 20);
  for (std::size_t C = 1; C <= 20; ++C)
    for (std::size_t L = 1; L <= 200; ++L)
      ASSERT_EQ(ad::optimal_advances(L, C), T[C][L]) << L << " steps, " << C << " snapshots";
}

TEST(Schedule, TakesTheFewestSteps) {
  for (std::size_t L = 1; L <= 200; ++L)
    for (std::size_t C = 1; C <= 20; ++C) {
      const Counts Took = follow(ad::schedule(L, C), L, C);
      ASSERT_TRUE(Took.Right) << L << " steps, " << C << " snapshots";
      ASSERT_EQ(Took.Advances, ad::optimal_advances(L, C)) << L << " steps, " << C << " snapshots";
      ASSERT_EQ(Took.Turns, L);
      ASSERT_EQ(Took.MostRepeats, ad::repeats_needed(L, C));
    }
}

TEST(Schedule, TakesTheFewestOfAMillion) {
  constexpr std::size_t Million = 1000000;
  for (std::size_t C : {5, 12, 50, 178, 1000}) {
    const Counts Took = follow(ad::schedule(Million, C), Million, C);
    EXPECT_TRUE(Took.Right);
    EXPECT_EQ(Took.Advances, ad::optimal_advances(Million, C)) << C << " snapshots";
    EXPECT_EQ(Took.MostHeld, C);
  }
}

TEST(Schedule, NoStepsAreNothingToDo) {
  ad::schedule Plan(0, 3);
  EXPECT_EQ(Plan.next().what, ad::action::done);
  EXPECT_EQ(Plan.next().what, ad::action::done);
}

TEST(Schedule, OneStepIsTurnedAtOnce) {
  ad::schedule Plan(1, 3);
  EXPECT_EQ(Plan.next().what, ad::action::store);
  EXPECT_EQ(Plan.next().what, ad::action::turn);
  EXPECT_EQ(Plan.next().what, ad::action::done);
}

TEST(Schedule, OfUnknownLengthIsRightForEveryLength) {
  for (std::size_t L = 1; L <= 200; ++L)
    for (std::size_t C = 1; C <= 20; ++C) {
      const Counts Took = follow(ad::schedule::of_unknown_length(C), L, C, /*Unknown=*/true);
      ASSERT_TRUE(Took.Right) << L << " steps, " << C << " snapshots";
      ASSERT_EQ(Took.Turns, L);
      ASSERT_LE(Took.MostRepeats, ad::repeats_needed(L, C) + 1) << L << " steps, " << C;
      ASSERT_LE(Took.Advances, ad::optimal_advances(L, C) + 2 * L) << L << " steps, " << C;
    }
}

TEST(Schedule, OfUnknownLengthStaysNearTheOptimum) {
  for (std::size_t L : {1000, 100000, 1000000})
    for (std::size_t C : {12, 50, 178}) {
      const Counts Took = follow(ad::schedule::of_unknown_length(C), L, C, /*Unknown=*/true);
      EXPECT_TRUE(Took.Right);
      EXPECT_LE(Took.MostRepeats, ad::repeats_needed(L, C) + 1);
      EXPECT_LE(Took.Advances, ad::optimal_advances(L, C) + L) << L << " steps, " << C;
      EXPECT_LE(Took.Stores, Took.Restores + C * (ad::repeats_needed(L, C) + 1));
    }
}

TEST(Schedule, OfUnknownLengthMayBeEmpty) {
  ad::schedule Plan = ad::schedule::of_unknown_length(3);
  EXPECT_EQ(Plan.next().what, ad::action::store);
  Plan.ends_at(0);
  EXPECT_EQ(Plan.next().what, ad::action::done);
}

TEST(Schedule, KnownNumbers) {
  EXPECT_EQ(ad::most_steps(1, 5), 6U);
  EXPECT_EQ(ad::most_steps(3, 3), 20U);
  EXPECT_EQ(ad::most_steps(12, 12), 2704156U);
  EXPECT_EQ(ad::most_steps(1000, 1000), ~std::size_t(0)); // more than can be counted
  EXPECT_EQ(ad::repeats_needed(1000000, 1), 999999U);
  EXPECT_EQ(ad::repeats_needed(20, 3), 3U);
  EXPECT_EQ(ad::repeats_needed(21, 3), 4U);
  EXPECT_EQ(ad::optimal_advances(1000000, 1), 499999500000U);
  EXPECT_EQ(ad::optimal_advances(7, 1), 21U);
  EXPECT_EQ(ad::logarithmic_snapshots(1000000), 12U);
  EXPECT_EQ(ad::snapshots_for_bytes(1000, 300), 3U);
  EXPECT_EQ(ad::snapshots_for_bytes(100, 300), 1U);
  EXPECT_EQ(ad::snapshots_for_repeats(1000, 1), 998U); // with one more it is 999 steps
}

TEST(Schedule, SnapshotsForRepeatsAreTheFewest) {
  for (std::size_t L : {2, 3, 10, 100, 1000, 54321, 1000000})
    for (std::size_t R : {1, 2, 3, 5, 10}) {
      const std::size_t C = ad::snapshots_for_repeats(L, R);
      EXPECT_LE(ad::optimal_advances(L, C), R * L);
      if (C > 1) {
        EXPECT_GT(ad::optimal_advances(L, C - 1), R * L);
      }
    }
}

TEST(Schedule, DefaultIsThreeStepsMore) {
  EXPECT_LE(ad::optimal_advances(1000000, ad::default_snapshots(1000000)), 3000000U);
  EXPECT_LE(ad::default_snapshots(1000000), 180U);
}

/// The same by following the schedule: slots below Disk are the bottom of the stack.
double costOf(std::size_t Steps, std::size_t Snapshots, std::size_t Disk, double Transfer) {
  double Cost = 0;
  ad::schedule Plan(Steps, Snapshots);
  for (ad::action A = Plan.next(); A.what != ad::action::done; A = Plan.next()) {
    if (A.what == ad::action::advance)
      Cost += static_cast<double>(A.to - A.from);
    if ((A.what == ad::action::store || A.what == ad::action::restore) && A.slot < Disk)
      Cost += Transfer;
  }
  return Cost;
}

TEST(Schedule, DiskIsUsedAsFarAsItPays) {
  EXPECT_EQ(ad::snapshots_on_disk(1000, 5, 50, 1e9, 1e9), 0U);
  EXPECT_EQ(ad::snapshots_on_disk(1000, 5, 50, 0, 0), 50U);
  const double Free = costOf(1000, 5, 0, 0);
  for (double Transfer : {1.0, 10.0, 100.0}) {
    const std::size_t Disk = ad::snapshots_on_disk(1000, 5, 50, Transfer, Transfer);
    EXPECT_GT(Disk, 0U);
    const double Chosen = costOf(1000, 5 + Disk, Disk, Transfer);
    EXPECT_LT(Chosen, Free);
    double Best = Free;
    for (std::size_t D = 1; D <= 50; ++D)
      Best = std::min(Best, costOf(1000, 5 + D, D, Transfer));
    EXPECT_LE(Chosen, 1.3 * Best) << Transfer << " steps for a transfer, " << Disk << " on disk";
  }
}

} // namespace
