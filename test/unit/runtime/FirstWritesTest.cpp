//===- FirstWritesTest.cpp - states that are logged as they are written ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/checkpoint.h"
#include "ad/first_writes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <vector>

namespace {

struct Pair {
  double A, B;
};

/// A state of which each step writes a few elements: numbers of several sizes, and objects whose
/// members are also written alone.
struct State {
  std::vector<double> Numbers = std::vector<double>(40, 0.5);
  std::vector<float> Small = std::vector<float>(10, 2);
  std::vector<Pair> Pairs = std::vector<Pair>(6, Pair{1, 2});
  std::vector<double> History = std::vector<double>(400, -1);

  bool operator==(const State &O) const {
    return Numbers == O.Numbers && Small == O.Small && History == O.History &&
           !std::memcmp(Pairs.data(), O.Pairs.data(), Pairs.size() * sizeof(Pair));
  }

  template <class Keep> void step(std::size_t I, Keep K) {
    std::minstd_rand Random(static_cast<unsigned>(7 * I + 1));
    for (int Times = 0; Times < 3; ++Times) {
      double &To = Numbers[Random() % (1 + I % Numbers.size())];
      K(&To);
      To = 0.9 * To + 0.1 * Numbers[Random() % Numbers.size()] + Small[Random() % Small.size()];
    }
    float &Other = Small[Random() % Small.size()];
    K(&Other);
    Other = 0.5f * Other + 1;
    Pair &P = Pairs[Random() % Pairs.size()];
    switch (Random() % 3) { // the whole, the member where it begins, or the other one
    case 0:
      K(&P);
      P = {P.B + 1, P.A};
      break;
    case 1:
      K(&P.A);
      P.A += Numbers[0];
      break;
    default:
      K(&P.B);
      P.B -= P.A;
    }
    K(&History[I]);
    History[I] = Numbers[0] + P.B;
  }
};

/// Reverses N steps; each must find the state that it found in the first run. Unknown: their number
/// is not known beforehand.
void reverses(std::size_t N, bool Unknown, bool Others = false) {
  State S;
  std::vector<State> All{S};
  for (std::size_t I = 0; I < N; ++I) {
    All.push_back(All.back());
    All.back().step(I, [](auto *) {});
  }
  double Scalar = 0;
  ad::first_writes Writes;
  auto Run = [&](auto &Snapshots) {
    for (std::size_t I = 0; I < N; ++I) {
      Snapshots.pass(I);
      S.step(I, [&](auto *At) { Writes.keep(At); });
      ++Scalar;
    }
    EXPECT_TRUE(S == All[N]);
    if (Others) { // take snapshots away
      double Of = 1;
      ad::checkpoints Later(100, Of);
      for (std::size_t I = 0; I < 100; ++I)
        Later.pass(I);
    }
    for (std::size_t I = N; I-- > 0;) {
      for (std::size_t K = Snapshots.restore(I); K < I; ++K) {
        Snapshots.pass(K);
        S.step(K, [](auto *) {});
        ++Scalar;
      }
      ASSERT_TRUE(S == All[I]) << "step " << I << " of " << N;
      ASSERT_EQ(Scalar, static_cast<double>(I));
      S.step(I, [](auto *) {}); // the turn
      ++Scalar;
    }
    Snapshots.rewind();
    EXPECT_TRUE(S == All[N]);
  };
  if (Unknown) {
    ad::checkpoints Snapshots(ad::unknown_steps, Writes, Scalar);
    Run(Snapshots);
  } else {
    ad::checkpoints Snapshots(N, Scalar, Writes);
    Run(Snapshots);
  }
}

TEST(FirstWrites, AnyNumberOfStepsAndSnapshots) {
  for (bool Unknown : {false, true})
    for (std::size_t Snapshots : {1, 2, 3, 4, 7, 20, 200})
      for (std::size_t N : {0, 1, 2, 3, 5, 17, 100, 400}) {
        if (Snapshots == 1 && N > 100)
          continue;
        ad::options O;
        O.snapshots = Snapshots;
        O.verify = Snapshots == 3;
        reverses(N, Unknown);
      }
}

TEST(FirstWrites, GiveSnapshotsUpToOtherLoops) {
  for (bool Unknown : {false, true})
    for (std::size_t Snapshots : {2, 5, 12}) {
      ad::options O;
      O.snapshots = Snapshots;
      reverses(300, Unknown, /*Others=*/true);
    }
}

TEST(FirstWrites, WithoutSettings) {
  reverses(400, /*Unknown=*/false);
  reverses(400, /*Unknown=*/true);
}

TEST(FirstWrites, LeaveWhatTheyFoundWhereTheReversalStops) {
  State S, End;
  {
    ad::options O;
    O.snapshots = 3;
    ad::first_writes Writes;
    ad::checkpoints Snapshots(50, Writes);
    for (std::size_t I = 0; I < 50; ++I) {
      Snapshots.pass(I);
      S.step(I, [&](auto *At) { Writes.keep(At); });
    }
    End = S;
    Snapshots.restore(std::size_t(49));
    EXPECT_FALSE(S == End);
  }
  EXPECT_TRUE(S == End);
}

TEST(FirstWrites, AreGivenBackOnce) {
  double U = 1;
  {
    ad::first_writes Writes;
    ad::checkpoints Snapshots(3, Writes);
    for (int I = 0; I < 3; ++I) {
      Snapshots.pass(I);
      Writes.keep(&U);
      U *= 2;
    }
    for (int I = 3; I-- > 0;)
      for (int K = Snapshots.restore(I); K < I; ++K)
        U *= 2;
    Snapshots.rewind();
    EXPECT_EQ(U, 8);
    U = 5;
  }
  EXPECT_EQ(U, 5);
}

TEST(FirstWrites, OfARunByHand) {
  double U[4] = {1, 2, 3, 4}, UBar[4] = {0, 1, 0, 0};
  ad::options O;
  O.snapshots = 2;
  ad::first_writes Writes;
  auto At = [](std::size_t I) { return 5 * I % 4; };
  ad::checkpointed_run Run(
      9,
      [&](std::size_t I) {
        Writes.keep(&U[At(I)]);
        U[At(I)] *= U[(At(I) + 1) % 4];
      },
      Writes);
  const double Last = U[1];
  Run.reverse([&](std::size_t I) {
    const double Bar = UBar[At(I)];
    UBar[At(I)] = Bar * U[(At(I) + 1) % 4];
    UBar[(At(I) + 1) % 4] += Bar * U[At(I)];
  });
  double V[4] = {1, 2, 3, 4};
  for (std::size_t I = 0; I < 9; ++I)
    V[At(I)] *= V[(At(I) + 1) % 4];
  EXPECT_EQ(Last, V[1]);
  double Kept[4] = {1, 2, 3, 4};
  const double H = 1e-6;
  for (int K = 0; K < 4; ++K) {
    double Side[2];
    for (int Sign : {0, 1}) {
      std::memcpy(V, Kept, sizeof(V));
      V[K] += Sign ? H : -H;
      for (std::size_t I = 0; I < 9; ++I)
        V[At(I)] *= V[(At(I) + 1) % 4];
      Side[Sign] = V[1];
    }
    EXPECT_NEAR(UBar[K], (Side[1] - Side[0]) / (2 * H), 1e-4 * (1 + UBar[K]));
  }
}

} // namespace
