// Mode checkpointed: what goes wrong in emitted code. Disk full, no such directory; steps that give
// something else when they are run again, or throw then. Each is an exception; what the forward
// sweep throws leaves adjoints as they were; the caller's memory is put back; nothing is left.
#include "checkpointed.h"
#include <cmath>
#ifndef NO_AD
#include "ad/checkpoint.h"
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double forcing = 0.1, limit = 1e9;
[[ad::differentiate(reverse, checkpointed)]]
double driven(double *u, int n, double x, int steps) {
  double s = x;
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      u[k] = std::sin(u[k] + s * x);
    s = 0.9 * s + forcing * u[0];
    if (s > limit)
      throw std::runtime_error("too far");
  }
  return s;
}

constexpr int N = 50, Steps = 400;
struct Run {
  double u[N], bar[N], x_bar = 0.25, value = 0;
  Run() {
    for (int k = 0; k < N; ++k)
      u[k] = 0.1 * k, bar[k] = 0.5 * k;
  }
  void go() { value = driven_checkpointed(u, bar, N, 0.3, x_bar, Steps, 1); }
  bool untouched() const {
    bool is = x_bar == 0.25;
    for (int k = 0; k < N; ++k)
      is = is && bar[k] == 0.5 * k;
    return is;
  }
};

/// What `during` throws; the caller's numbers are what the function left, which ran to its end.
template <class Fault> static std::string caught(Run &run) {
  try {
    run.go();
  } catch (const Fault &fault) {
    return fault.what();
  }
  return "";
}
static bool begins(const std::string &text, const char *with) { return text.rfind(with, 0) == 0; }

/// A directory of its own, which must be empty in the end.
struct Directory {
  std::string name = (std::filesystem::temp_directory_path() / "ad-faults-XXXXXX").string();
  Directory() { expect_true("a directory", mkdtemp(name.data()) != nullptr); }
  ~Directory() {
    expect_true("nothing is left", std::filesystem::is_empty(name));
    std::filesystem::remove_all(name);
  }
};

static int reports;
static void (*act)();
static void count(const ad::progress_report &report) {
  ++reports;
  expect_true("bytes", report.bytes == 0 || report.held > 0);
  expect_true("steps", !report.steps_planned || report.steps_done <= report.steps_planned);
  // Turned back: from here on steps are run again.
  if (act && report.steps_done > Steps + 10)
    act();
}

static void faults() {
  Run right;
  right.go();
  Run kept;
  kept.value = driven_reverse(kept.u, kept.bar, N, 0.3, kept.x_bar, Steps, 1);
  expect_true("the same bits", same(kept.bar, right.bar, N) && same(kept.u, right.u, N) &&
                                   kept.x_bar == right.x_bar && kept.value == right.value);
  ad::options o;
  o.snapshots = 2;
  { // there is no such directory
    Run run;
    ad::options p;
    p.directory = "/no/such/directory";
    expect_true("no directory", begins(caught<ad::snapshot_error>(run), "ad::snapshot_error: "));
    expect_true("no adjoint is touched", run.untouched());
  }
  { // the disk is full
    Directory d;
    Run run;
    ad::options p;
    p.directory = d.name.c_str();
    signal(SIGXFSZ, SIG_IGN);
    rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit small = before;
    small.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &small);
    expect_true("disk full",
                begins(caught<ad::snapshot_error>(run), "ad::snapshot_error: cannot write"));
    setrlimit(RLIMIT_FSIZE, &before);
    expect_true("no adjoint is touched", run.untouched());
    Run again; // and goes on when there is room
    again.go();
    expect_true("again", same(again.bar, right.bar, N) && again.x_bar == right.x_bar);
  }
  { // steps that are not reproducible are found
    Run run;
    ad::options p;
    p.verify = true;
    p.progress = count;
    act = [] { forcing = 0.2; };
    expect_true("not reproducible",
                begins(caught<ad::not_reproducible>(run), "ad::not_reproducible: run again, "));
    expect_true("memory is as the function leaves it", same(run.u, right.u, N));
    forcing = 0.1;
  }
  { // a step throws when it is run again
    Run run;
    ad::options p;
    p.progress = count;
    act = [] { limit = -1e9; };
    expect_true("thrown", caught<std::runtime_error>(run) == "too far");
    expect_true("memory is as the function leaves it", same(run.u, right.u, N));
    limit = 1e9;
  }
  { // a step throws in the forward sweep
    Run run;
    limit = 0.35;
    expect_true("thrown", caught<std::runtime_error>(run) == "too far");
    expect_true("no adjoint is touched", run.untouched());
    limit = 1e9;
  }
  act = nullptr;
  {
    Run run;
    ad::options p;
    p.progress = count;
    reports = 0;
    run.go();
    expect_true("reports", reports > 100 && same(run.bar, right.bar, N));
  }
  // The program ends in the middle of it, in whatever way.
  for (void (*end)() : {+[] { std::exit(0); }, +[] { _exit(0); }, +[] { std::abort(); },
                        +[] { std::quick_exit(0); }, +[] { kill(getpid(), SIGKILL); }}) {
    Directory d;
    const pid_t child = fork();
    if (child == 0) {
      Run run;
      ad::options p;
      p.directory = d.name.c_str();
      p.progress = count;
      act = end;
      rlimit none{0, 0};
      setrlimit(RLIMIT_CORE, &none);
      run.go();
      _exit(1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    expect_true("it ended there", WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
  }
}
#endif

int main() {
#ifndef NO_AD
  faults();
#endif
  return finish();
}
