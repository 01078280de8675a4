//===- TapeTest.cpp - the tape gives back exactly what it was given -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/tape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

static_assert(!std::is_copy_constructible_v<ad::tape> && !std::is_move_constructible_v<ad::tape>);

struct alignas(64) CacheLine {
  double Values[3];
  bool operator==(const CacheLine &Other) const {
    return std::memcmp(Values, Other.Values, sizeof Values) == 0;
  }
};

struct Particle { // trivially copyable, but without a default constructor or assignment
  const double Mass;
  double Position[3];
  int Id;
  explicit Particle(double M) : Mass(M), Position{M + 1, M + 2, M + 3}, Id(static_cast<int>(M)) {}
  bool operator==(const Particle &Other) const {
    return Mass == Other.Mass && Position[2] == Other.Position[2] && Id == Other.Id;
  }
};

struct Big {
  double Values[1500];
  bool operator==(const Big &Other) const {
    return std::memcmp(Values, Other.Values, sizeof Values) == 0;
  }
};

/// Counts its living copies; can be told to fail when copied or moved.
struct Counted {
  static inline int Alive = 0;
  static inline bool CopyFails = false;
  static inline bool MoveFails = false;
  int Number;
  explicit Counted(int N) : Number(N) { ++Alive; }
  Counted(const Counted &Other) : Number(Other.Number) {
    if (CopyFails)
      throw std::runtime_error("copy");
    ++Alive;
  }
  Counted(Counted &&Other) : Number(Other.Number) {
    if (MoveFails)
      throw std::runtime_error("move");
    Other.Number = -1;
    ++Alive;
  }
  Counted &operator=(const Counted &) = default;
  Counted &operator=(Counted &&) = default;
  ~Counted() { --Alive; }
};

struct alignas(32) Wide { // not trivially copyable, aligned more than operator new's memory
  double Value;
  std::string Text;
  bool operator==(const Wide &Other) const { return Value == Other.Value && Text == Other.Text; }
};

bool isAligned(const void *Pointer, std::size_t Alignment) {
  return reinterpret_cast<std::uintptr_t>(Pointer) % Alignment == 0;
}

TEST(Tape, PopsInReverseOrder) {
  ad::tape Tape;
  Tape.push(1.5);
  Tape.push('c');
  Tape.push(true);
  Tape.push(2.5F);
  Tape.push(3.5L);
  Tape.push(-7);
  EXPECT_EQ(Tape.pop<int>(), -7);
  EXPECT_EQ(Tape.pop<long double>(), 3.5L);
  EXPECT_EQ(Tape.pop<float>(), 2.5F);
  EXPECT_TRUE(Tape.pop<bool>());
  EXPECT_EQ(Tape.pop<char>(), 'c');
  EXPECT_EQ(Tape.pop<double>(), 1.5);
  EXPECT_EQ(Tape.bytes(), 0U);
}

TEST(Tape, PopIntoAnObject) {
  ad::tape Tape;
  double X = 1, Y[3] = {1, 2, 3};
  std::string Text = "before";
  Tape.push(X);
  Tape.push(Y);
  Tape.push(Text);
  X = Y[0] = Y[1] = Y[2] = 0;
  Text = "after";
  Tape.pop(Text);
  Tape.pop(Y);
  Tape.pop(X);
  EXPECT_EQ(Text, "before");
  EXPECT_EQ(Y[0] + 10 * Y[1] + 100 * Y[2], 321);
  EXPECT_EQ(X, 1);
}

TEST(Tape, TakesWhatTheSweepTakes) {
  ad::tape Tape;
  for (int I = 0; I < 1000; ++I)
    Tape.push(static_cast<bool>(I % 3));
  EXPECT_EQ(Tape.bytes(), 1000U); // a recorded branch is one byte
  for (int I = 1000; I-- > 0;)
    ASSERT_EQ(Tape.pop<bool>(), static_cast<bool>(I % 3));
}

TEST(Tape, GrowsOverManyChunks) {
  ad::tape Tape;
  constexpr int N = 200000;
  for (int Round = 0; Round < 3; ++Round) {
    for (int I = 0; I < N; ++I)
      Tape.push(I + 0.25);
    EXPECT_EQ(Tape.bytes(), N * sizeof(double));
    for (int I = N; I-- > 0;)
      ASSERT_EQ(Tape.pop<double>(), I + 0.25);
    EXPECT_EQ(Tape.bytes(), 0U);
  }
  EXPECT_EQ(Tape.high_water(), N * sizeof(double));
}

// Chunks so large that they may lie in large pages (detail/large_pages.h).
TEST(Tape, GrowsBeyondSmallPages) {
  constexpr int N = 4000000; // 32 MB
  for (int Round = 0; Round < 2; ++Round) {
    ad::tape Tape;
    for (int I = 0; I < N; ++I)
      Tape.push(I + 0.25);
    double *Array = Tape.array<double>(N);
    for (int I = 0; I < N; ++I)
      Array[I] = -I;
    for (int I = N; I-- > 0;)
      ASSERT_EQ(Array[I], -I);
    Tape.release(Array);
    for (int I = N; I-- > 0;)
      ASSERT_EQ(Tape.pop<double>(), I + 0.25);
    EXPECT_EQ(Tape.bytes(), 0U);
  }
  // Any address and size.
  std::vector<char> Bytes(std::size_t(20) << 20, 'x');
  for (std::size_t Skip : {0, 1, 4096, (2 << 20) - 1, (2 << 20) + 1, (20 << 20) - 1})
    ad::detail::_UseLargePages(Bytes.data() + Skip, Bytes.size() - Skip);
  EXPECT_EQ(std::count(Bytes.begin(), Bytes.end(), 'x'), std::ptrdiff_t(Bytes.size()));
}

TEST(Tape, ToAndFroAtAChunkBoundary) {
  ad::tape Tape;
  for (int Depth = 0; Depth < 2000; ++Depth) {
    for (int I = 0; I < 3; ++I)
      Tape.push(Depth + I);
    for (int I = 3; I-- > 1;)
      ASSERT_EQ(Tape.pop<int>(), Depth + I);
  }
  for (int Depth = 2000; Depth-- > 0;)
    ASSERT_EQ(Tape.pop<int>(), Depth);
}

TEST(Tape, LargerThanAnyChunkSoFar) {
  ad::tape Tape;
  Big B;
  for (int I = 0; I < 1500; ++I)
    B.Values[I] = I;
  Tape.push(1);
  Tape.push(B);
  Tape.push(2);
  EXPECT_EQ(Tape.pop<int>(), 2);
  EXPECT_TRUE(Tape.pop<Big>() == B);
  EXPECT_EQ(Tape.pop<int>(), 1);
}

TEST(Tape, ValuesWithoutDefaultConstructor) {
  ad::tape Tape;
  Tape.push('x');
  Tape.push(Particle(3));
  EXPECT_TRUE(Tape.pop<Particle>() == Particle(3));
  EXPECT_EQ(Tape.pop<char>(), 'x');
}

TEST(Tape, PointersAndNull) {
  ad::tape Tape;
  double X = 1;
  Tape.push(&X);
  Tape.push(nullptr);
  Tape.pop<std::nullptr_t>();
  EXPECT_EQ(Tape.pop<double *>(), &X);
}

//===- Arrays ---------------------------------------------------------------===//

TEST(TapeArray, IsContiguousAlignedAndKeepsItsPlace) {
  ad::tape Tape;
  Tape.push('a');
  double *Small = Tape.array<double>(10);
  Tape.push('b');
  CacheLine *Lines = Tape.array<CacheLine>(5);
  Tape.push('c');
  long double *Long = Tape.array<long double>(100000);
  EXPECT_TRUE(isAligned(Small, alignof(double)));
  EXPECT_TRUE(isAligned(Lines, 64));
  EXPECT_TRUE(isAligned(Long, alignof(long double)));
  for (int I = 0; I < 10; ++I)
    Small[I] = I;
  for (int I = 0; I < 5; ++I)
    Lines[I] = {{I + .1, I + .2, I + .3}};
  for (int I = 0; I < 100000; ++I)
    Long[I] = I;
  for (int I = 100000; I-- > 0;)
    ASSERT_EQ(Long[I], I);
  Tape.release(Long);
  EXPECT_EQ(Tape.pop<char>(), 'c');
  EXPECT_EQ(Lines[4].Values[2], 4.3);
  Tape.release(Lines);
  EXPECT_EQ(Tape.pop<char>(), 'b');
  EXPECT_EQ(Small[9], 9);
  Tape.release(Small);
  EXPECT_EQ(Tape.pop<char>(), 'a');
  EXPECT_EQ(Tape.bytes(), 0U);
}

TEST(TapeArray, LengthsOfAnyIntegerType) {
  ad::tape Tape;
  EXPECT_NE(Tape.array<double>(0), nullptr);
  EXPECT_NE(Tape.array<double>(-5), nullptr); // a loop that does not run
  EXPECT_NE(Tape.array<double>(-5L), nullptr);
  EXPECT_NE(Tape.array<double>(3U), nullptr);
  EXPECT_NE(Tape.array<double>(std::size_t(3)), nullptr);
  EXPECT_NE(Tape.array<double>(static_cast<short>(3)), nullptr);
  EXPECT_NE(Tape.array<double>(static_cast<unsigned char>(3)), nullptr);
}

TEST(TapeArray, TablesOfTwoSubscripts) {
  ad::tape Tape;
  Tape.push(1);
  double **Table = Tape.array<double>(3, 5);
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 5; ++J)
      Table[I][J] = 10 * I + J;
  Tape.push(2);
  char **Letters = Tape.array<char>(2u, 3L);
  Letters[1][2] = 'x';
  Letters[0][2] = 'y';
  EXPECT_EQ(Letters[1][2], 'x');
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(Table[I], Table[0] + 5 * I);
    for (int J = 0; J < 5; ++J)
      EXPECT_EQ(Table[I][J], 10 * I + J);
  }
  Tape.release(Letters);
  EXPECT_EQ(Tape.pop<int>(), 2);
  Tape.release(Table);
  EXPECT_EQ(Tape.pop<int>(), 1);
  EXPECT_EQ(Tape.bytes(), 0u);
}

TEST(TapeArray, TablesOfDerivatives) {
  ad::tape Tape;
  double **Used = Tape.array<double>(3, 4); // storage that is not zero
  for (int I = 0; I < 12; ++I)
    Used[0][I] = 1;
  Tape.release(Used);
  struct Made { // has no value `{}` of zeros
    Made() : Value(7) {}
    double Value;
  };
  Made **Table = Tape.shadow<Made>(3, 4);
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 4; ++J)
      EXPECT_EQ(Table[I][J].Value, 0);
  Table[2][3].Value = 1;
  EXPECT_EQ(Table[0] + 11, &Table[2][3]);
  Tape.release(Table);
  EXPECT_EQ(Tape.bytes(), 0u);
}

TEST(TapeArray, TablesOfThreeSubscripts) {
  ad::tape Tape;
  long double ***Cube = Tape.array<long double>(2, 3, 40);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(Cube[0][0]) % alignof(long double), 0u);
  for (int I = 0; I < 2; ++I)
    for (int J = 0; J < 3; ++J)
      for (int K = 0; K < 40; ++K)
        Cube[I][J][K] = 1000 * I + 100 * J + K;
  for (int I = 0; I < 2; ++I)
    for (int J = 0; J < 3; ++J)
      for (int K = 0; K < 40; ++K)
        EXPECT_EQ(Cube[I][J][K], 1000 * I + 100 * J + K);
  Tape.release(Cube);
  EXPECT_EQ(Tape.bytes(), 0u);
}

TEST(TapeArray, TablesOfFourSubscripts) {
  ad::tape Tape;
  long double ****At = Tape.array<long double>(2, 3, 4, 5);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(At[0][0][0]) % alignof(long double), 0u);
  int Next = 0;
  auto Each = [&](auto Do) {
    for (int I = 0; I < 2; ++I)
      for (int J = 0; J < 3; ++J)
        for (int K = 0; K < 4; ++K)
          for (int L = 0; L < 5; ++L)
            Do(At[I][J][K][L]);
  };
  Each([&](long double &E) { E = Next++; });
  Next = 0;
  Each([&](long double &E) { EXPECT_EQ(E, Next++); });
  Tape.release(At);
  EXPECT_EQ(Tape.bytes(), 0u);
  Tape.release(Tape.array<double>(2, 0, SIZE_MAX, SIZE_MAX));
  Tape.release(Tape.array<double>(2, 3, 0, SIZE_MAX));
  EXPECT_THROW(Tape.array<double>(2, 3, SIZE_MAX / 32, SIZE_MAX / 32), std::bad_array_new_length);
}

TEST(TapeArray, TablesWithoutElements) {
  ad::tape Tape;
  double **NoRows = Tape.array<double>(-1, 5), **NoColumns = Tape.array<double>(4, -5);
  double ***Empty = Tape.array<double>(2, 0, 7);
  Tape.release(Tape.array<double>(0u, SIZE_MAX)); // `j < n - 1` in a loop that does not run
  Tape.release(Tape.array<double>(0, SIZE_MAX, SIZE_MAX));
  Tape.release(Tape.array<double>(2, 0, SIZE_MAX));
  Tape.release(Empty);
  Tape.release(NoColumns);
  Tape.release(NoRows);
  EXPECT_EQ(Tape.bytes(), 0u);
  const long Many = 1L << 40;
  EXPECT_THROW(Tape.array<double>(Many, Many), std::bad_array_new_length);
  EXPECT_THROW(Tape.array<double>(2, Many, Many), std::bad_array_new_length);
}

TEST(TapeArray, ImpossibleLengthsThrow) {
  ad::tape Tape;
  Tape.push(1);
  EXPECT_THROW(Tape.array<double>(SIZE_MAX), std::bad_array_new_length);
  EXPECT_THROW(Tape.array<double>(INT64_MAX), std::bad_array_new_length);
  EXPECT_THROW(Tape.array<CacheLine>(SIZE_MAX / 64 + 1), std::bad_array_new_length);
  EXPECT_EQ(Tape.bytes(), sizeof(int));
  EXPECT_EQ(Tape.pop<int>(), 1);
}

TEST(TapeArray, PushFromAnArrayOnTheSameTape) {
  ad::tape Tape;
  double *A = Tape.array<double>(60);
  for (int I = 0; I < 60; ++I)
    A[I] = I;
  for (int I = 0; I < 60; ++I)
    Tape.push(A[I]);
  for (int I = 60; I-- > 0;)
    ASSERT_EQ(Tape.pop<double>(), I);
  Tape.release(A);
  EXPECT_EQ(Tape.bytes(), 0U);
}

//===- Objects --------------------------------------------------------------===//

TEST(TapeObjects, AreCopiedAndDestroyed) {
  ASSERT_EQ(Counted::Alive, 0);
  {
    ad::tape Tape;
    Counted Local(1);
    for (int I = 0; I < 500; ++I) {
      Local.Number = I;
      Tape.push(Local);
      Tape.push('-');
    }
    EXPECT_EQ(Counted::Alive, 501);
    for (int I = 500; I-- > 0;) {
      ASSERT_EQ(Tape.pop<char>(), '-');
      ASSERT_EQ(Tape.pop<Counted>().Number, I);
      ASSERT_EQ(Counted::Alive, I + 1);
    }
    EXPECT_EQ(Tape.bytes(), 0U);
  }
  EXPECT_EQ(Counted::Alive, 0);
}

TEST(TapeObjects, OverAlignedAndOwning) {
  ad::tape Tape;
  std::vector<Wide> Kept;
  for (int I = 0; I < 300; ++I) {
    Kept.push_back({I + .5, std::string(static_cast<std::size_t>(I), 'x')});
    Tape.push(static_cast<char>(I));
    Tape.push(Kept.back());
    Tape.push(std::vector<double>(static_cast<std::size_t>(I % 7), I));
  }
  for (int I = 300; I-- > 0;) {
    ASSERT_EQ(Tape.pop<std::vector<double>>().size(), static_cast<std::size_t>(I % 7));
    ASSERT_TRUE(Tape.pop<Wide>() == Kept[static_cast<std::size_t>(I)]);
    ASSERT_EQ(Tape.pop<char>(), static_cast<char>(I));
  }
}

TEST(TapeObjects, LeftOverOnesAreDestroyedNewestFirst) {
  static std::vector<int> Destroyed;
  Destroyed.clear();
  struct Noted {
    int Number;
    explicit Noted(int N) : Number(N) {}
    Noted(const Noted &Other) : Number(Other.Number + 100) {}
    ~Noted() { Destroyed.push_back(Number); }
  };
  auto Sweep = [] {
    ad::tape Tape;
    for (int I = 0; I < 3; ++I) {
      Tape.push(Noted(I));
      Tape.array<double>(1000);
    }
    throw std::runtime_error("between the sweeps");
  };
  EXPECT_THROW(Sweep(), std::runtime_error);
  EXPECT_EQ(Destroyed, (std::vector<int>{0, 1, 2, 102, 101, 100}));
}

TEST(TapeObjects, ACopyThatThrowsRecordsNothing) {
  {
    ad::tape Tape;
    Tape.push(1.0);
    Counted Local(3);
    Tape.push(Local);
    const std::size_t Before = Tape.bytes();
    Counted::CopyFails = true;
    for (int I = 0; I < 100; ++I)
      EXPECT_THROW(Tape.push(Local), std::runtime_error);
    Counted::CopyFails = false;
    EXPECT_EQ(Tape.bytes(), Before);
    EXPECT_EQ(Tape.pop<Counted>().Number, 3);
    EXPECT_EQ(Tape.pop<double>(), 1.0);
  }
  EXPECT_EQ(Counted::Alive, 0);
}

TEST(TapeObjects, AMoveThatThrowsKeepsTheEntry) {
  {
    ad::tape Tape;
    Tape.push(Counted(3));
    Counted::MoveFails = true;
    EXPECT_THROW(Tape.pop<Counted>(), std::runtime_error);
    Counted::MoveFails = false;
    EXPECT_EQ(Tape.pop<Counted>().Number, 3);
  }
  EXPECT_EQ(Counted::Alive, 0);
}

//===- Limits ---------------------------------------------------------------===//

TEST(TapeLimit, AllowsExactlySoManyBytes) {
  for (std::size_t Values : {0, 1, 64, 65, 1000, 100000}) {
    ad::options Scope;
    Scope.tape_bytes = Values * sizeof(double);
    ad::tape Tape;
    for (std::size_t I = 0; I < Values; ++I)
      Tape.push(double(I));
    EXPECT_THROW(Tape.push(1.0), ad::tape_limit) << Values;
    EXPECT_THROW(Tape.push('c'), ad::tape_limit) << Values;
    EXPECT_THROW(Tape.array<char>(0), ad::tape_limit) << Values;
    EXPECT_EQ(Tape.bytes(), Values * sizeof(double));
    for (std::size_t I = Values; I-- > 0;)
      ASSERT_EQ(Tape.pop<double>(), double(I));
  }
}

TEST(TapeLimit, TheMessageNamesTheFigures) {
  ad::options Scope;
  Scope.tape_bytes = 10000;
  ad::tape Tape;
  Tape.push(1.0);
  try {
    Tape.array<double>(2000);
    FAIL() << "no exception";
  } catch (const ad::tape_limit &Fault) {
    EXPECT_STREQ(Fault.what(), "ad::tape_limit: the tape holds 8 bytes and needs 16016 more; the "
                               "limit (ad::options::tape_bytes) is 10000");
    EXPECT_EQ(Fault.limit(), 10000U);
    EXPECT_EQ(Fault.held(), 8U);
    EXPECT_EQ(Fault.needed(), 16016U);
  }
  EXPECT_EQ(Tape.pop<double>(), 1.0);
}

TEST(TapeLimit, TheLongestMessageFits) {
  ad::tape_limit Fault(SIZE_MAX, SIZE_MAX, SIZE_MAX);
  EXPECT_LT(std::strlen(Fault.what()), 160U);
}

TEST(TapeLimit, IsABadAlloc) {
  ad::options Scope;
  Scope.tape_bytes = 0;
  ad::tape Tape;
  EXPECT_THROW(Tape.push(1), std::bad_alloc);
}

TEST(TapeLimit, IsReadOnceByTheConstructor) {
  ad::tape Unlimited;
  ad::options Scope;
  Scope.tape_bytes = 8;
  ad::tape Limited;
  Scope.tape_bytes = 1 << 20;
  Unlimited.array<double>(1000);
  Limited.push(1.0);
  EXPECT_THROW(Limited.push(1.0), ad::tape_limit);
}

TEST(TapeLimit, UnusedEndsOfChunksDoNotCount) {
  ad::options Scope;
  Scope.tape_bytes = 20000;
  ad::tape Tape;
  Tape.push(1.0);                         // leaves most of the first bytes unused
  double *A = Tape.array<double>(1000);   // a chunk of its own
  Tape.push(2.0);                         // another
  EXPECT_EQ(Tape.bytes(), 8016U + 2 * 8); // the note of an array is 16 bytes
  double *B = Tape.array<double>((20000 - 8032 - 16) / 8);
  EXPECT_THROW(Tape.push(1.0), ad::tape_limit);
  Tape.release(B);
  EXPECT_EQ(Tape.pop<double>(), 2.0);
  Tape.release(A);
  EXPECT_EQ(Tape.pop<double>(), 1.0);
  EXPECT_EQ(Tape.bytes(), 0U);
}

//===- The high-water mark ----------------------------------------------------===//

TEST(TapeHighWater, IsTheMostThatWasInUse) {
  ad::tape Tape;
  EXPECT_EQ(Tape.high_water(), 0U);
  Tape.push(1.0);
  EXPECT_EQ(Tape.high_water(), 8U);
  Tape.pop<double>();
  EXPECT_EQ(Tape.high_water(), 8U);
  Tape.push('c');
  EXPECT_EQ(Tape.high_water(), 8U);
  for (int I = 0; I < 100; ++I)
    Tape.release(Tape.array<double>(100 * I));
  EXPECT_EQ(Tape.high_water(), 1 + 16 + 9900U * 8); // the char, the longest array and its note
  EXPECT_EQ(Tape.bytes(), 1U);
}

//===- Anything, in any order ---------------------------------------------------===//

/// Records random entries of many types and checks, entry by entry, what comes back; now and then
/// turns round on the way.
class RandomSweep {
  ad::tape &Tape;
  std::mt19937 Random;
  std::vector<std::function<void()>> TakeOff;
  std::size_t MostInUse = 0;

  template <class T> void push(const T &Value) {
    Tape.push(Value);
    TakeOff.push_back([this, Value] { ASSERT_TRUE(Tape.pop<T>() == Value); });
  }
  template <class T> void array(int N, std::function<T(int)> Element) {
    const std::size_t Before = Tape.bytes();
    T *A = Tape.array<T>(N);
    ASSERT_TRUE(isAligned(A, alignof(T)));
    for (int I = 0; I < N; ++I)
      new (A + I) T(Element(I));
    TakeOff.push_back([this, A, N, Element, Before] {
      for (int I = 0; I < N; ++I)
        ASSERT_TRUE(A[I] == Element(I));
      Tape.release(A);
      ASSERT_EQ(Tape.bytes(), Before);
    });
  }

  void pushAnything() {
    const int K = static_cast<int>(Random() % 1000);
    const int Length = Random() % 50 ? K % 20 : 10 * K;
    switch (Random() % 16) {
    case 0:
      return push(static_cast<char>(K));
    case 1:
      return push(K % 2 == 0);
    case 2:
      return push(static_cast<short>(K));
    case 3:
      return push(K);
    case 4:
      return push(K * 1000000000000LL);
    case 5:
      return push(K + 0.5F);
    case 6:
    case 7:
      return push(K + 0.25);
    case 8:
      return push(K + 0.125L);
    case 9:
      return push(CacheLine{{K + .1, K + .2, K + .3}});
    case 10:
      return push(std::string(static_cast<std::size_t>(K % 40), 'y'));
    case 11:
      return push(Wide{K + .5, "wide"});
    case 12:
      return array<double>(Length, [K](int I) { return I * 0.5 + K; });
    case 13:
      return array<char>(Length, [K](int I) { return static_cast<char>(I + K); });
    case 14:
      return array<CacheLine>(Length / 4,
                              [K](int I) { return CacheLine{{I + .1, K + .2, I + .3}}; });
    case 15:
      return array<long double>(Length, [K](int I) { return I * 0.5L + K; });
    }
  }

public:
  RandomSweep(ad::tape &T, unsigned Seed) : Tape(T), Random(Seed) {}

  void continueFrom(std::size_t HighWater) { MostInUse = HighWater; }

  /// Returns how many entries the limit refused.
  int run(int Entries) {
    int Refused = 0;
    for (int I = 0; I < Entries; ++I) {
      try {
        pushAnything();
      } catch (const ad::tape_limit &Fault) {
        ++Refused;
        EXPECT_EQ(Fault.held(), Tape.bytes());
        EXPECT_GT(Fault.held() + Fault.needed(), Fault.limit());
      }
      MostInUse = std::max(MostInUse, Tape.bytes());
      if (Random() % 20 == 0)
        for (std::size_t Back = Random() % (TakeOff.size() + 1); Back-- > 0;)
          takeOffOne();
    }
    while (!TakeOff.empty())
      takeOffOne();
    EXPECT_EQ(Tape.bytes(), 0U);
    EXPECT_EQ(Tape.high_water(), MostInUse);
    return Refused;
  }
  void takeOffOne() {
    TakeOff.back()();
    TakeOff.pop_back();
  }
};

TEST(TapeRandom, EveryEntryComesBackExactly) {
  for (unsigned Seed = 1; Seed <= 60 && !HasFatalFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    ad::tape Tape;
    EXPECT_EQ(RandomSweep(Tape, Seed).run(400), 0);
  }
}

TEST(TapeRandom, UnderALimit) {
  int Refused = 0;
  for (unsigned Seed = 100; Seed < 140 && !HasFatalFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    ad::options Scope;
    Scope.tape_bytes = 300 * (Seed - 99);
    ad::tape Tape;
    Refused += RandomSweep(Tape, Seed).run(300);
    EXPECT_LE(Tape.high_water(), Scope.tape_bytes);
  }
  EXPECT_GT(Refused, 500);
}

TEST(TapeRandom, ManySweepsOverTheSameTape) {
  ad::tape Tape;
  for (unsigned Seed = 200; Seed < 210 && !HasFatalFailure(); ++Seed) {
    RandomSweep Sweep(Tape, Seed);
    Sweep.continueFrom(Tape.high_water());
    Sweep.run(200);
  }
}

TEST(Tape, ArraysOfInnerLoopsAreNested) {
  ad::tape Tape;
  double *At = nullptr;
  int **Table = nullptr;
  for (int I = 0; I < 3; ++I) {
    Tape.nest(At, I + 1);
    Tape.nest(Table, 2, I + 1);
    At[I] = 10 * I;
    Table[1][I] = I;
  }
  for (int I = 3; I-- > 0;) {
    EXPECT_EQ(At[I], 10 * I);
    EXPECT_EQ(Table[1][I], I);
    Tape.unnest(Table);
    Tape.unnest(At);
  }
  EXPECT_EQ(At, nullptr);
  EXPECT_EQ(Table, nullptr);
}

//===- Sweeps that do not mirror each other -----------------------------------===//

TEST(TapeDeathTest, PopFromAnEmptyTape) {
  EXPECT_DEATH(
      {
        ad::tape Tape;
        Tape.pop<double>();
      },
      "");
}

TEST(TapeDeathTest, ReleaseOfAnArrayThatIsNotTheNewest) {
  EXPECT_DEATH(
      {
        ad::tape Tape;
        double *A = Tape.array<double>(3);
        Tape.push(1.0);
        Tape.release(A);
      },
      "");
}

} // namespace
