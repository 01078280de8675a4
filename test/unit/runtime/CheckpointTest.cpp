//===- CheckpointTest.cpp - reversing runs from snapshots ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/checkpoint.h"
#include "ad/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <list>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <vector>

namespace {

/// s = sin(s) * x, n times: value and derivative by x, all states kept.
double chain(double X, std::size_t N, double &XBar) {
  std::vector<double> At;
  double S = 1;
  for (std::size_t I = 0; I < N; ++I) {
    At.push_back(S);
    S = std::sin(S) * X;
  }
  const double Value = S;
  double SBar = 1;
  for (std::size_t I = N; I-- > 0;) {
    XBar += std::sin(At[I]) * SBar;
    SBar = std::cos(At[I]) * X * SBar;
  }
  return Value;
}

/// The same, checkpointed.
double chainCheckpointed(double X, std::size_t N, double &XBar, std::size_t *Steps = nullptr) {
  double S = 1;
  std::size_t Ran = 0;
  ad::checkpointed_run Run(
      N,
      [&](std::size_t) {
        S = std::sin(S) * X;
        ++Ran;
      },
      S);
  const double Value = S;
  double SBar = 1;
  Run.reverse([&](std::size_t) {
    XBar += std::sin(S) * SBar;
    SBar = std::cos(S) * X * SBar;
  });
  EXPECT_TRUE(S == 1 || N == 0);
  if (Steps)
    *Steps = Ran;
  return Value;
}

void expectSame(std::size_t N) {
  double Kept = 0, Again = 0;
  const double Value = chain(1.9, N, Kept);
  EXPECT_EQ(chainCheckpointed(1.9, N, Again), Value) << N << " steps";
  EXPECT_EQ(Again, Kept) << N << " steps";
}

/// A directory of its own, which must be empty at the end.
struct Directory {
  std::string Name = (std::filesystem::temp_directory_path() / "ad-test-XXXXXX").string();
  Directory() { EXPECT_NE(mkdtemp(Name.data()), nullptr); }
  ~Directory() {
    EXPECT_TRUE(std::filesystem::is_empty(Name));
    std::filesystem::remove_all(Name);
  }
};

std::size_t openFiles() {
  std::size_t Count = 0;
  for ([[maybe_unused]] const auto &Entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++Count;
  return Count;
}

TEST(Checkpoint, GivesTheSameBits) {
  for (std::size_t N : {0, 1, 2, 3, 10, 100, 1000})
    for (std::size_t Snapshots : {0, 1, 2, 5, 100, 5000}) {
      ad::options O;
      O.snapshots = Snapshots;
      expectSame(N);
    }
}

TEST(Checkpoint, GivesTheSameBitsForUnknownLengths) {
  for (std::size_t N = 0; N < 300; N += N < 20 ? 1 : 37)
    for (std::size_t Snapshots : {0, 1, 2, 3, 7, 50}) {
      ad::options O;
      O.snapshots = Snapshots;
      double Kept = 0, XBar = 0, S = 1;
      const double X = 1.9, Value = chain(X, N, Kept);
      ad::checkpointed_run Run(
          ad::unknown_steps,
          [&](std::size_t I) {
            if (I == N)
              return false;
            S = std::sin(S) * X;
            return true;
          },
          S);
      EXPECT_EQ(Run.steps(), N);
      EXPECT_EQ(S, Value);
      double SBar = 1;
      Run.reverse([&](std::size_t) {
        XBar += std::sin(S) * SBar;
        SBar = std::cos(S) * X * SBar;
      });
      EXPECT_EQ(XBar, Kept) << N << " steps, " << Snapshots << " snapshots";
    }
}

TEST(Checkpoint, TakesTheStepsOfTheSchedule) {
  constexpr std::size_t N = 10000;
  for (std::size_t Snapshots : {3, 10, 50}) {
    ad::options O;
    O.snapshots = Snapshots;
    std::size_t Steps = 0;
    double XBar = 0;
    chainCheckpointed(1.9, N, XBar, &Steps);
    // The first run goes to the end, where the schedule would turn back before the last step.
    EXPECT_LE(Steps, ad::optimal_advances(N, Snapshots) + 2 * ad::repeats_needed(N, Snapshots) + 2);
    EXPECT_GE(Steps, ad::optimal_advances(N, Snapshots));
  }
}

TEST(Checkpoint, ThreeRepeatsByDefault) {
  constexpr std::size_t N = 100000;
  std::size_t Steps = 0;
  double XBar = 0;
  chainCheckpointed(1.9, N, XBar, &Steps);
  EXPECT_LE(Steps, 3 * N + 10);
}

TEST(Checkpoint, RepeatsAndBytesLimitTheSnapshots) {
  constexpr std::size_t N = 1000;
  std::size_t Steps = 0;
  double XBar = 0;
  ad::options Fast;
  Fast.repeats = 1;
  chainCheckpointed(1.9, N, XBar, &Steps);
  EXPECT_LE(Steps, N + 10);
  ad::options Small;
  Small.repeats = 0;
  Small.snapshot_bytes = 7 * sizeof(double);
  chainCheckpointed(1.9, N, XBar, &Steps);
  EXPECT_GE(Steps, ad::optimal_advances(N, 7));
  EXPECT_LE(Steps, ad::optimal_advances(N, 7) + 20);
}

struct Point {
  float X, Y;
};

/// Has no default constructor.
struct Tagged {
  Tagged(double Value, int Tag) : Value(Value), Tag(Tag) {}
  double Value;
  int Tag;
};

/// A state of every kind of part, which each step changes.
struct Mixed {
  double Number = 1;
  double Array[2][3] = {};
  Point Pair = {1, 2};
  std::vector<double> Grows;
  std::vector<std::vector<float>> Rows;
  std::vector<std::string> Words;
  std::list<int> List;
  std::vector<Tagged> Tags;
  std::vector<double> Behind = std::vector<double>(5);

  void step(std::size_t I) {
    Number = Number * 1.5 + Grows.size();
    Array[I % 2][I % 3] += Number;
    Pair.X += Pair.Y * I;
    Grows.push_back(Number);
    if (Grows.size() > 6)
      Grows.clear();
    if (I % 3 == 0)
      Rows.emplace_back(I % 5);
    Rows[I % Rows.size()].push_back(float(I));
    if (I % 8 == 7)
      Rows.erase(Rows.begin());
    Words.push_back(std::to_string(I));
    List.push_front(static_cast<int>(I));
    if (I % 4 == 3)
      List.pop_back();
    if (Tags.size() > 4)
      Tags.clear();
    Tags.emplace_back(Number, static_cast<int>(I));
    Behind[I % 5] += Grows.size();
  }
  std::string text() const {
    std::string Text = std::to_string(Number);
    for (auto &Row : Array)
      for (double A : Row)
        Text += ' ' + std::to_string(A);
    Text += ' ' + std::to_string(Pair.X) + ' ' + std::to_string(Pair.Y);
    for (double G : Grows)
      Text += ' ' + std::to_string(G);
    for (auto &Row : Rows)
      for (const float &R : Row)
        Text += (&R == &Row[0] ? " row " : " ") + std::to_string(R);
    for (const std::string &W : Words)
      Text += ' ' + W;
    for (int L : List)
      Text += ' ' + std::to_string(L);
    for (const Tagged &T : Tags)
      Text += ' ' + std::to_string(T.Value) + ':' + std::to_string(T.Tag);
    for (double V : Behind)
      Text += ' ' + std::to_string(V);
    return Text;
  }
};

/// Runs a mixed state and expects each of its states again in the reversal.
void restoresEveryState(int N) {
  std::vector<std::string> States;
  Mixed A;
  ad::checkpointed_run Run(
      N,
      [&](std::size_t I) {
        if (States.size() <= I)
          States.push_back(A.text());
        A.step(I);
      },
      A.Number, A.Array, A.Pair, A.Grows, A.Rows, A.Words, A.List, A.Tags,
      ad::range(A.Behind.data(), 5));
  Run.reverse([&](std::size_t I) { EXPECT_EQ(A.text(), States[I]) << I; });
  EXPECT_EQ(A.text(), Mixed().text());
}

TEST(Checkpoint, RestoresPartsOfEveryKind) {
  ad::options O;
  O.snapshots = 4;
  restoresEveryState(60);
}

TEST(Checkpoint, OfAVectorThatGrowsOnlyTheSizeIsHeld) {
  struct Entry {
    explicit Entry(std::size_t I) : I(I), Text(std::to_string(I)) {}
    std::size_t I;
    std::string Text;
  };
  std::vector<Entry> Log{Entry(7)};
  std::size_t Largest = 0;
  constexpr std::size_t N = 1000;
  ad::options O;
  O.snapshots = 4;
  O.verify = true;
  ad::checkpointed_run Run(
      N,
      [&](std::size_t I) {
        Log.emplace_back(I);
        if (I % 3 == 0)
          Log.emplace_back(I);
      },
      ad::appended(Log));
  EXPECT_EQ(Log.size(), 1 + N + (N + 2) / 3);
  Run.reverse([&](std::size_t I) {
    Largest = std::max(Largest, Log.size());
    ASSERT_EQ(Log.size(), 1 + I + (I + 2) / 3) << I;
    EXPECT_EQ(Log.back().I, I ? I - 1 : 7) << I;
  });
  EXPECT_LE(Largest, 1 + N + (N + 2) / 3);
  ASSERT_EQ(Log.size(), 1U);
  EXPECT_EQ(Log[0].Text, "7");
}

TEST(Checkpoint, RestoresThemFromDisk) {
  Directory D;
  ad::options O;
  O.snapshots = 2;
  O.directory = D.Name.c_str();
  restoresEveryState(100);
}

TEST(Checkpoint, UsesTheDiskForWhatMemoryMayNotHold) {
  Directory D;
  const std::size_t Files = openFiles();
  constexpr std::size_t N = 20000;
  std::size_t Steps = 0;
  double Kept = 0, XBar = 0;
  chain(1.9, N, Kept);
  {
    ad::options O;
    O.snapshots = 3;
    O.directory = D.Name.c_str();
    chainCheckpointed(1.9, N, XBar, &Steps);
  }
  EXPECT_EQ(XBar, Kept);
  EXPECT_LE(Steps, 3 * N + 10); // as many snapshots in all as three repetitions need
  EXPECT_EQ(openFiles(), Files);
}

TEST(Checkpoint, UnknownLengthsSpillToo) {
  Directory D;
  ad::options O;
  O.snapshots = 2;
  O.directory = D.Name.c_str();
  double Kept = 0, XBar = 0, S = 1, SBar = 1;
  chain(1.9, 500, Kept);
  ad::checkpointed_run Run(
      ad::unknown_steps,
      [&](std::size_t I) {
        if (I == 500)
          return false;
        S = std::sin(S) * 1.9;
        return true;
      },
      S);
  Run.reverse([&](std::size_t) {
    XBar += std::sin(S) * SBar;
    SBar = std::cos(S) * 1.9 * SBar;
  });
  EXPECT_EQ(XBar, Kept);
}

//===-- Loops that follow one another ---------------------------------------===//

/// Three loops, the second of unknown length, over one state; checks each state in the reversal.
/// Most: the most snapshots that were held at once. Returns the steps that were run.
std::size_t threeLoops(std::size_t N, std::size_t &Most) {
  std::vector<double> States[3];
  std::size_t Ran = 0;
  double S = 1;
  Most = 0;
  auto Step = [&](int Loop, std::size_t I) {
    if (States[Loop].size() <= I)
      States[Loop].push_back(S);
    EXPECT_EQ(S, States[Loop][I]);
    S = std::sin(S) * (1.5 + 0.1 * Loop);
    ++Ran;
  };
  ad::checkpoints A(N, S);
  for (std::size_t I = 0; I < N; ++I) {
    A.pass(I);
    Step(0, I);
  }
  ad::checkpoints B(ad::unknown_steps, S);
  for (std::size_t I = 0; I < N; ++I) {
    B.pass(I);
    Step(1, I);
    Most = std::max(Most, A.held() + B.held());
  }
  ad::checkpoints C(N, S);
  std::size_t Loops = 3; // that are not reversed yet
  auto Held = [&] {
    Most = std::max(Most, A.held() + (Loops > 1 ? B.held() : 0) + (Loops > 2 ? C.held() : 0));
  };
  for (std::size_t I = 0; I < N; ++I) {
    C.pass(I);
    Step(2, I);
    Held();
  }
  auto Reverse = [&](auto &From, int Loop) {
    for (std::size_t I = N; I-- > 0;) {
      for (std::size_t K = From.restore(I); K < I; ++K) {
        From.pass(K);
        Step(Loop, K);
        Held();
      }
      EXPECT_EQ(S, States[Loop][I]);
    }
    From.rewind();
    --Loops;
  };
  Reverse(C, 2);
  Reverse(B, 1);
  Reverse(A, 0);
  EXPECT_EQ(S, 1);
  return Ran;
}

TEST(Checkpoint, LoopsThatFollowOneAnotherShareTheLimit) {
  constexpr std::size_t N = 500;
  for (std::size_t Snapshots : {1, 2, 3, 4, 8, 20}) {
    ad::options O;
    O.snapshots = Snapshots;
    std::size_t Most;
    const std::size_t Ran = threeLoops(N, Most);
    EXPECT_LE(Most, std::max<std::size_t>(Snapshots, 3));
    // As one loop of so many steps, but that first states are not given up.
    if (Snapshots >= 8) {
      EXPECT_LE(double(Ran), 1.2 * double(ad::optimal_advances(3 * N, Snapshots)));
    }
  }
}

TEST(Checkpoint, LoopsThatFollowOneAnotherShareTheBytes) {
  ad::options O;
  O.snapshot_bytes = 10 * sizeof(double);
  std::size_t Most;
  threeLoops(500, Most);
  EXPECT_LE(Most, 10);
}

TEST(Checkpoint, LoopsWithoutLimitsKeepTheirs) {
  constexpr std::size_t N = 10000;
  std::size_t Most;
  EXPECT_LE(threeLoops(N, Most), 3 * (3 * N + 20));
}

TEST(Checkpoint, LoopsShareWhatIsInMemoryBesideTheDisk) {
  Directory D;
  ad::options O;
  O.snapshots = 3;
  O.directory = D.Name.c_str();
  std::size_t Most;
  EXPECT_LE(threeLoops(1000, Most), 3 * (4 * 1000 + 20));
}

TEST(Checkpoint, OutlivesTheScopeOfItsOptions) {
  double S = 1;
  auto O = std::make_unique<ad::options>();
  O->snapshots = 3;
  auto A = std::make_unique<
      ad::checkpointed_run<std::function<void(std::size_t)>, ad::__bytes_part<double>>>(
      50, [&](std::size_t) { S += 1; }, S);
  ad::checkpointed_run B(50, [&](std::size_t) { S += 1; }, S);
  O.reset();
  B.reverse([](std::size_t) {});
  EXPECT_EQ(S, 51);
  A->reverse([&](std::size_t I) { EXPECT_EQ(S, 1 + double(I)); });
  A.reset();
}

//===-- Faults ----------------------------------------------------------------===//

TEST(Checkpoint, NoSuchDirectory) {
  ad::options O;
  O.snapshots = 1;
  O.directory = "/no/such/directory";
  double XBar = 0;
  try {
    chainCheckpointed(1.9, 100, XBar);
    FAIL() << "expected ad::snapshot_error";
  } catch (const ad::snapshot_error &E) {
    EXPECT_STREQ(E.what(), "ad::snapshot_error: cannot write a snapshot in '/no/such/directory': "
                           "no such directory");
  }
  EXPECT_EQ(XBar, 0);
}

/// No file may grow beyond so many bytes while it lives, as on a disk that is full.
struct SmallDisk {
  rlimit Before{};
  explicit SmallDisk(rlim_t Bytes) {
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &Before);
    rlimit Now = Before;
    Now.rlim_cur = Bytes;
    setrlimit(RLIMIT_FSIZE, &Now);
  }
  ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &Before); }
};

TEST(Checkpoint, DiskFull) {
  Directory D;
  const std::size_t Files = openFiles();
  double XBar = 0;
  {
    SmallDisk Small(100);
    ad::options O;
    O.snapshots = 2;
    O.directory = D.Name.c_str();
    try {
      chainCheckpointed(1.9, 5000, XBar);
      ADD_FAILURE() << "expected ad::snapshot_error";
    } catch (const ad::snapshot_error &E) {
      EXPECT_EQ(std::string(E.what()), "ad::snapshot_error: cannot write a snapshot in '" + D.Name +
                                           "': the file is too large");
    }
  }
  EXPECT_EQ(XBar, 0); // the run itself was stopped: nothing was reversed
  EXPECT_EQ(openFiles(), Files);
}

/// The descriptor of the file without a name in that directory.
std::string fileIn(const std::string &Directory) {
  for (const auto &Entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code None;
    const std::string To = std::filesystem::read_symlink(Entry.path(), None).string();
    if (To.rfind(Directory, 0) == 0)
      return Entry.path().string();
  }
  return "";
}

void spoilt(void (*Spoil)(const char *), const char *Reason) {
  Directory D;
  const std::size_t Files = openFiles();
  {
    ad::options O;
    O.snapshots = 1;
    O.directory = D.Name.c_str();
    double S = 1;
    ad::checkpointed_run Run(200, [&](std::size_t) { S = std::sin(S) * 1.9; }, S);
    Spoil(fileIn(D.Name).c_str());
    try {
      Run.reverse([](std::size_t) {});
      ADD_FAILURE() << "expected ad::snapshot_error";
    } catch (const ad::snapshot_error &E) {
      EXPECT_EQ(std::string(E.what()),
                "ad::snapshot_error: cannot read a snapshot in '" + D.Name + "': " + Reason);
    }
  }
  EXPECT_EQ(openFiles(), Files);
}

TEST(Checkpoint, SnapshotsThatAreGone) {
  spoilt([](const char *File) { EXPECT_EQ(truncate(File, 4), 0); }, "the file is too short");
}

TEST(Checkpoint, SnapshotsThatHaveChanged) {
  spoilt(
      [](const char *File) {
        FILE *F = fopen(File, "r+b");
        ASSERT_NE(F, nullptr);
        for (int I = 0; I < 1000; ++I)
          fputc(7, F);
        fclose(F);
      },
      "these are not the bytes that were written");
}

TEST(Checkpoint, ExceptionInAStepThatIsRunAgain) {
  Directory D;
  const std::size_t Files = openFiles();
  struct Stop {};
  {
    ad::options O;
    O.snapshots = 2;
    O.directory = D.Name.c_str();
    double S = 1;
    bool Again = false;
    ad::checkpointed_run Run(
        100,
        [&](std::size_t I) {
          if (Again && I == 40)
            throw Stop();
          S = std::sin(S) * 1.9;
        },
        S);
    Again = true;
    std::size_t Last = 100;
    EXPECT_THROW(Run.reverse([&](std::size_t I) { Last = I; }), Stop);
    EXPECT_GT(Last, 40U);
  }
  EXPECT_EQ(openFiles(), Files);
}

TEST(Checkpoint, VerifyFindsStepsThatAreNotReproducible) {
  ad::options O;
  O.snapshots = 5;
  O.verify = true;
  double S[3] = {1, 2, 3};
  float T = 4;
  int Calls = 0;
  ad::checkpointed_run Run(
      50,
      [&](std::size_t I) {
        S[0] = std::sin(S[0]);
        if (++Calls > 50 && I == 20)
          S[2] += 1;
      },
      T, S);
  try {
    Run.reverse([](std::size_t) {});
    FAIL() << "expected ad::not_reproducible";
  } catch (const ad::not_reproducible &E) {
    EXPECT_GT(E.step(), 20U);
    EXPECT_EQ(E.part(), 1U);
    EXPECT_EQ(E.element(), 2U);
    EXPECT_EQ(std::string(E.what()), "ad::not_reproducible: run again, the steps before step " +
                                         std::to_string(E.step()) +
                                         " lead to another state: part 1, element 2 was 3 and is "
                                         "now 4");
  }
}

TEST(Checkpoint, VerifyFindsRowsThatDiffer) {
  ad::options O;
  O.snapshots = 5;
  O.verify = true;
  for (bool Grows : {false, true}) {
    std::vector<std::vector<double>> Rows(3, std::vector<double>(2));
    int Calls = 0;
    ad::checkpointed_run Run(
        50,
        [&](std::size_t I) {
          Rows[I % 3][0] += 1;
          if (++Calls > 50 && I == 20)
            Grows ? Rows[1].push_back(0) : void(Rows[1][1] = 7);
        },
        Rows);
    try {
      Run.reverse([](std::size_t) {});
      FAIL() << "expected ad::not_reproducible";
    } catch (const ad::not_reproducible &E) {
      EXPECT_EQ(E.part(), 0U);
      EXPECT_EQ(E.element(), 1U);
    }
  }
}

TEST(Checkpoint, VerifyPassesWhatIsReproducible) {
  for (std::size_t N : {1, 2, 3, 10, 500}) {
    ad::options O;
    O.snapshots = 5;
    O.verify = true;
    expectSame(N);
  }
}

TEST(Checkpoint, LoopInOneCall) {
  double S = 1, SBar = 1, XBar = 0, Kept = 0;
  chain(1.9, 100, Kept);
  ad::checkpointed_loop(
      100, [&](std::size_t) { S = std::sin(S) * 1.9; },
      [&](std::size_t) {
        XBar += std::sin(S) * SBar;
        SBar = std::cos(S) * 1.9 * SBar;
      },
      S);
  EXPECT_EQ(XBar, Kept);
}

//===-- Progress ----------------------------------------------------------------===//

std::vector<ad::progress_report> Reports;

TEST(Checkpoint, ReportsProgress) {
  Reports.clear();
  {
    ad::options O;
    O.snapshots = 10;
    O.progress = [](const ad::progress_report &R) { Reports.push_back(R); };
    expectSame(10000);
  }
  ASSERT_GT(Reports.size(), 100U);
  EXPECT_LE(Reports.size(), 1100U);
  std::size_t Before = 0;
  for (const ad::progress_report &R : Reports) {
    EXPECT_GE(R.steps_done, Before);
    EXPECT_LE(R.steps_done, R.steps_planned);
    EXPECT_LE(R.held, 10U);
    EXPECT_EQ(R.bytes, R.held * sizeof(double));
    Before = R.steps_done;
  }
  EXPECT_EQ(Reports.back().steps_done, Reports.back().steps_planned);
}

TEST(Checkpoint, DrawsABar) {
  char Text[96];
  ad::__progress_line({25, 100, 12, 9600}, Text);
  EXPECT_STREQ(Text, "[########                      ]  25 %  12 snapshots, 9.6 kB");
  ad::__progress_line({100, 100, 1, 8}, Text);
  EXPECT_STREQ(Text, "[##############################] 100 %  1 snapshots, 8 B");
  ad::__progress_line({123456, 0, 7, 56}, Text);
  EXPECT_STREQ(Text, "        123456 steps                        7 snapshots, 56 B");
}

} // namespace
