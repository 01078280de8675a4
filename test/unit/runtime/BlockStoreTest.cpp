//===- BlockStoreTest.cpp - memory that iterations hand on ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/block_store.h"
#include "ad/checkpoint.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace {

/// Pointers to arrays of any length, some of which each step makes anew, moves or drops.
struct State {
  std::vector<double *> At = std::vector<double *>(5);
  std::vector<std::size_t> Length = std::vector<std::size_t>(5);

  std::vector<std::vector<double>> values() const {
    std::vector<std::vector<double>> All;
    for (std::size_t I = 0; I < At.size(); ++I)
      All.emplace_back(At[I], At[I] + Length[I]);
    return All;
  }

  void step(std::size_t I, ad::block_store &Blocks) {
    Blocks.begin_iteration();
    std::minstd_rand Random(static_cast<unsigned>(7 * I + 1));
    for (int Times = 0; Times < 3; ++Times) {
      const std::size_t To = Random() % At.size(), From = Random() % At.size();
      const std::size_t Count = Random() % 60;
      double *New = Times ? Blocks.zeros<double>(Count) : Blocks.allocate<double>(Count);
      for (std::size_t K = 0; K < Count; ++K)
        New[K] = std::sin(static_cast<double>(K + I)) + (K < Length[From] ? At[From][K] / 2 : 0);
      int *const Temporary = Blocks.zeros<int>(3);
      EXPECT_EQ(Temporary[0] + Temporary[1] + Temporary[2], 0);
      Temporary[1] = 7;
      Blocks.delete_array_with_iteration(Temporary);
      Blocks.delete_array_with_iteration(At[To]);
      At[To] = New;
      Length[To] = Count;
      std::swap(At[From], At[0]);
      std::swap(Length[From], Length[0]);
      if (Length[1] > 5) // not in memory from elsewhere, which would be a state of its own
        At[1][0] += 1;
    }
  }
};

/// Reverses N steps; each must find the state, and the addresses, that it found in the first run.
void reverses(std::size_t N, bool Unknown) {
  ad::block_store Blocks;
  State S;
  for (std::size_t I = 0; I < S.At.size(); ++I) {
    S.Length[I] = I;
    S.At[I] = new double[I + 1](); // freed by the first steps, when the store ends
  }
  auto Run = [&](auto &Snapshots) {
    std::vector<std::vector<std::vector<double>>> All;
    std::vector<std::vector<double *>> Addresses;
    for (std::size_t I = 0; I < N; ++I) {
      All.push_back(S.values());
      Addresses.push_back(S.At);
      Snapshots.pass(I);
      S.step(I, Blocks);
    }
    for (std::size_t I = N; I-- > 0;) {
      for (std::size_t K = Snapshots.restore(I); K < I; ++K) {
        Snapshots.pass(K);
        S.step(K, Blocks);
      }
      ASSERT_EQ(S.At, Addresses[I]) << "step " << I << " of " << N;
      ASSERT_EQ(S.values(), All[I]) << "step " << I << " of " << N;
      S.step(I, Blocks); // the turn
      if (I + 1 < N) {
        ASSERT_EQ(S.At, Addresses[I + 1]);
      }
      Blocks.end_reversal();
    }
    if (N)
      Snapshots.rewind();
    for (double *Each : S.At)
      Blocks.delete_array_at_end(Each);
  };
  auto First = ad::range(S.At.data(), S.At.size());
  auto Second = ad::range(S.Length.data(), S.Length.size());
  if (Unknown) {
    ad::checkpoints Snapshots(ad::unknown_steps, Blocks, First, Second);
    Run(Snapshots);
  } else {
    ad::checkpoints Snapshots(N, First, Second, Blocks);
    Run(Snapshots);
  }
}

TEST(BlockStore, GivesTheSameAddressesAgain) {
  for (bool Unknown : {false, true})
    for (std::size_t Snapshots : {1, 2, 3, 7, 20})
      for (std::size_t N : {0, 1, 2, 3, 17, 200}) {
        if (Snapshots == 1 && N > 100)
          continue;
        ad::options O;
        O.snapshots = Snapshots;
        O.verify = Snapshots == 3;
        reverses(N, Unknown);
      }
}

/// u' = sin(u) in new memory each time; the adjoint of what a step has made is there for it.
TEST(BlockStore, HandsAdjointsOnAsWell) {
  constexpr std::size_t N = 300, M = 4;
  ad::options O;
  O.snapshots = 4;
  ad::block_store Blocks;
  double Start[M] = {0.1, 0.7, 1.3, -0.4}, Bar[M] = {};
  double *U = new double[M], *UBar = Bar;
  for (std::size_t K = 0; K < M; ++K)
    U[K] = Start[K];
  {
    ad::checkpoints Snapshots(N, Blocks, U, UBar);
    auto Step = [&] {
      Blocks.begin_iteration();
      double *Next = Blocks.allocate<double>(M), *NextBar = Blocks.adjoint(Next);
      for (std::size_t K = 0; K < M; ++K)
        Next[K] = std::sin(U[K]) + (K ? 0.1 * U[K - 1] : 0);
      Blocks.delete_array_with_iteration(U);
      U = Next;
      UBar = NextBar;
    };
    for (std::size_t I = 0; I < N; ++I) {
      Snapshots.pass(I);
      Step();
      EXPECT_LE(Blocks.blocks(), 2u);
    }
    Blocks.delete_array_at_end(U);
    for (std::size_t K = 0; K < M; ++K)
      UBar[K] = 1;
    for (std::size_t I = N; I-- > 0;) {
      for (std::size_t K = Snapshots.restore(I); K < I; ++K) {
        Snapshots.pass(K);
        Step();
      }
      double *const Old = U, *const OldBar = UBar;
      Step();
      for (std::size_t K = 0; K < M; ++K) {
        OldBar[K] += std::cos(Old[K]) * UBar[K];
        if (K)
          OldBar[K - 1] += 0.1 * UBar[K];
      }
      Blocks.end_reversal();
    }
  }
  // Forward: the same matrices, the other way round.
  for (std::size_t J = 0; J < M; ++J) {
    double X[M], Dot[M] = {};
    for (std::size_t K = 0; K < M; ++K)
      X[K] = Start[K];
    Dot[J] = 1;
    for (std::size_t I = 0; I < N; ++I)
      for (std::size_t K = M; K-- > 0;) {
        Dot[K] = std::cos(X[K]) * Dot[K] + (K ? 0.1 * Dot[K - 1] : 0);
        X[K] = std::sin(X[K]) + (K ? 0.1 * X[K - 1] : 0);
      }
    EXPECT_NEAR(Bar[J], Dot[0] + Dot[1] + Dot[2] + Dot[3], 1e-13);
  }
}

TEST(BlockStore, TakesNoMoreThanOneStepAndItsStart) {
  ad::block_store Blocks;
  double *U = Blocks.zeros<double>(8), *const First = U;
  bool Again = false;
  for (int I = 0; I < 1000; ++I) {
    Blocks.begin_iteration();
    double *const Next = Blocks.zeros<double>(8);
    Blocks.delete_array_with_iteration(U);
    EXPECT_NE(Next, U); // what a step frees, it may still read
    U = Next;
    Again |= U == First;
  }
  EXPECT_TRUE(Again);
  EXPECT_EQ(Blocks.blocks(), 1u);
}

/// Padding is no state, and what no step writes is the same each time.
TEST(BlockStore, ComparesWhatHasAValue) {
  struct Padded {
    double X;
    int K;
  };
  ad::options O;
  O.snapshots = 3;
  O.verify = true;
  ad::block_store Blocks;
  Padded *U = Blocks.zeros<Padded>(1);
  double *V = Blocks.zeros<double>(4);
  unsigned char Noise = 0;
  auto Step = [&](std::size_t I) {
    Blocks.begin_iteration();
    auto *Next = Blocks.allocate<Padded>(1);
    std::memset(static_cast<void *>(Next), ++Noise, sizeof(Padded));
    Next->X = U->X + 1;
    Next->K = static_cast<int>(I);
    auto *Others = Blocks.allocate<double>(4);
    Others[1] = V[1] + Next->X;
    auto *Gone = Blocks.allocate<double>(4);
    Gone[0] = Gone[2] = Noise;
    Blocks.delete_with_iteration(U);
    Blocks.delete_array_with_iteration(V);
    Blocks.delete_array_with_iteration(Gone);
    U = Next;
    V = Others;
  };
  ad::checkpointed_run Run(100, Step, Blocks, U, V);
  EXPECT_NO_THROW(Run.reverse([](std::size_t) {}));
}

TEST(BlockStore, FreesWhatIsNotItsOwnOnceAndAtTheEnd) {
  struct Counts {
    int *Gone;
    ~Counts() { ++*Gone; }
  };
  int Gone = 0;
  {
    ad::block_store Blocks;
    auto *const One = new Counts{&Gone};
    for (int I = 0; I < 3; ++I) {
      Blocks.begin_iteration();
      Blocks.delete_with_iteration(One);
      Blocks.delete_with_iteration(static_cast<double *>(nullptr));
    }
    auto *const Raw = static_cast<double *>(std::malloc(sizeof(double)));
    Blocks.free_with_iteration(Raw);
    Blocks.free_at_end(Raw);
    Blocks.release_at_end(::operator new(3));
    EXPECT_EQ(Gone, 0);
  }
  EXPECT_EQ(Gone, 1);
}

TEST(BlockStore, LetsGoOfBlocksAlone) {
  ad::block_store Blocks;
  double Own = 1;
  double *const Block = Blocks.allocate<double>(3);
  double *Other = &Own, *None = nullptr;
  double *Held = Block;
  Blocks.let_go(Held);
  Blocks.let_go(Other);
  Blocks.let_go(None);
  EXPECT_EQ(Held, nullptr);
  EXPECT_EQ(Other, &Own);
  EXPECT_EQ(None, nullptr);
}

TEST(BlockStore, IsAsLargeAsItMustBe) {
  ad::block_store Blocks;
  Blocks.begin_iteration();
  EXPECT_NE(Blocks.allocate<double>(0), Blocks.allocate<double>(0));
  double *const Large = Blocks.zeros<double>(100000);
  Large[99999] = 1;
  Blocks.adjoint(Large)[99999] = 2;
  EXPECT_EQ(Large[99999], 1);
  Blocks.end_reversal();
  EXPECT_EQ(Blocks.adjoint(Large)[99999], 0);
}

//===-- Pointers ----------------------------------------------------------===//

struct Link {
  double X;
  Link *Next;
  Link *Others[2];
  std::array<const double *, 2> Weights;
  double Y;
};

Link *make(ad::block_store &Blocks, std::size_t Count) {
  return Blocks.allocate<Link, &Link::Next, &Link::Others, &Link::Weights>(Count);
}

/// A list, and a pointer to it, with those to the adjoints.
struct Chain {
  Link *At = nullptr, *AtBar = nullptr;

  static void link(Link &L, Link *First, const double *Weight) {
    L.Next = L.Others[1] = First;
    L.Weights[1] = Weight;
  }
  void step(std::size_t I, ad::block_store &Blocks, const double *Weight, const double *WeightBar) {
    Blocks.begin_iteration();
    Link *const Made = make(Blocks, 2), *const Bar = Blocks.adjoint(Made);
    EXPECT_EQ(Bar[1].Next, nullptr);
    EXPECT_EQ(Bar[0].Others[1], nullptr);
    Made[1].X = static_cast<double>(I);
    link(Made[1], At, Weight + I % 3);
    link(Bar[1], AtBar, WeightBar + I % 3);
    At = &Made[1];
    AtBar = &Bar[1];
    if (I % 3 == 2) { // the one before goes
      Link *const Gone = At->Next;
      At->Next = Gone->Next;
      AtBar->Next = AtBar->Next->Next;
      Blocks.delete_array_with_iteration(Gone - 1);
    }
    if (I % 4 == 3) { // numbers, which come and go in blocks of the same size
      double *const Numbers = Blocks.allocate<double>(2 * sizeof(Link) / sizeof(double));
      EXPECT_NE(static_cast<void *>(Numbers), static_cast<void *>(Made));
      Blocks.delete_array_with_iteration(Numbers);
    }
  }
};

TEST(BlockStore, HoldsThePointersToAdjoints) {
  for (std::size_t Snapshots : {1, 2, 7}) {
    ad::options O;
    O.snapshots = Snapshots;
    O.verify = true;
    ad::block_store Blocks;
    Chain C;
    double Weight[3] = {}, WeightBar[3] = {};
    constexpr std::size_t N = 50;
    std::vector<Chain> All;
    std::vector<std::vector<const void *>> Reached;
    auto Follow = [&] {
      std::vector<const void *> Found;
      const Link *Bar = C.AtBar;
      for (const Link *P = C.At; P; P = P->Next, Bar = Bar->Next) {
        EXPECT_EQ(Blocks.adjoint(P - 1) + 1, Bar);
        EXPECT_EQ(P->Weights[1] - Weight, Bar->Weights[1] - WeightBar);
        Found.insert(Found.end(), {P, Bar, Bar->Others[1], Bar->Weights[1]});
      }
      return Found;
    };
    ad::checkpoints Kept(N, Blocks, C.At, C.AtBar);
    for (std::size_t I = 0; I < N; ++I) {
      Reached.push_back(Follow());
      Kept.pass(I);
      C.step(I, Blocks, Weight, WeightBar);
    }
    // A derivative in each link that is left: it stays there until the step that makes it is
    // reversed, whatever was in that memory before.
    std::vector<bool> Left(N);
    for (const Link *P = C.At; P; P = P->Next) {
      Left[static_cast<std::size_t>(P->X)] = true;
      Blocks.adjoint(P - 1)[1].Y = 1;
    }
    for (std::size_t I = N; I-- > 0;) {
      for (std::size_t K = Kept.restore(I); K < I; ++K) {
        Kept.pass(K);
        C.step(K, Blocks, Weight, WeightBar);
      }
      ASSERT_EQ(Follow(), Reached[I]) << "step " << I;
      C.step(I, Blocks, Weight, WeightBar);
      for (const Link *P = C.At; P; P = P->Next)
        EXPECT_EQ(Blocks.adjoint(P - 1)[1].Y, Left[static_cast<std::size_t>(P->X)]);
      Blocks.end_reversal();
    }
  }
}

/// A block that was in use has derivatives, one that is made ahead of steps never was.
TEST(BlockStore, GivesNewMemoryWhereNoStepRuns) {
  ad::block_store Blocks;
  Blocks.begin_iteration();
  double *const Gone = Blocks.allocate<double>(4);
  Blocks.delete_array_with_iteration(Gone);
  Blocks.begin_iteration();
  EXPECT_NE(Blocks.allocate_ahead<double>(4), Gone);
  EXPECT_NE(Blocks.zeros_ahead<double>(4), Gone);
  EXPECT_EQ(Blocks.zeros<double>(4), Gone);
}

/// Where pointers stand elsewhere, blocks are others.
TEST(BlockStore, DoesNotMixPointersWithNumbers) {
  struct First {
    double *P;
    double X;
  };
  struct Last {
    double X;
    double *P;
  };
  ad::block_store Blocks;
  Blocks.begin_iteration();
  void *const Gone = Blocks.allocate<First, &First::P>(1);
  Blocks.delete_with_iteration(static_cast<First *>(Gone));
  Blocks.begin_iteration();
  EXPECT_NE(static_cast<void *>(Blocks.allocate<double>(2)), Gone);
  EXPECT_NE(static_cast<void *>(Blocks.allocate<double *>(2)), Gone);
  EXPECT_NE(static_cast<void *>((Blocks.allocate<Last, &Last::P>(1))), Gone);
  EXPECT_EQ(static_cast<void *>((Blocks.allocate<First, &First::P>(1))), Gone);
}

} // namespace
