//===- HostileMacrosTest.cpp - the headers under users' macros ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Companions are defined at the end of the user's file, and the runtime's headers with them: after
// every macro that the user has defined.
//
//===----------------------------------------------------------------------===//

// What the headers take from the standard library, and gtest, come first: users' macros of these
// names would break the standard headers themselves.
#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <unistd.h>
#include <unordered_set>
#include <utility>
#include <vector>

// Every public name, and names that people like to use.
#define action wrong
#define ad wrong
#define adjoint wrong
#define advance wrong
#define allocate wrong
#define array wrong
#define begin_iteration wrong
#define block_store wrong
#define blocks wrong
#define bounds wrong
#define bounds_of wrong
#define bounds_of_rows wrong
#define bytes wrong
#define check_gradient wrong
#define check_options wrong
#define check_result wrong
#define checkpoint wrong
#define checkpointed_loop wrong
#define checkpointed_run wrong
#define checkpoints wrong
#define components wrong
#define default_snapshots wrong
#define delete_array_at_end wrong
#define delete_array_with_iteration wrong
#define delete_at_end wrong
#define delete_with_iteration wrong
#define derivative wrong
#define differences wrong
#define directory wrong
#define done wrong
#define dot_error wrong
#define dot_tolerance wrong
#define element wrong
#define end_reversal wrong
#define ends_at wrong
#define error wrong
#define expect wrong
#define expects wrong
#define first_writes wrong
#define free_at_end wrong
#define free_with_iteration wrong
#define from wrong
#define greatest wrong
#define held wrong
#define high_water wrong
#define index wrong
#define keep wrong
#define kind wrong
#define largest wrong
#define least wrong
#define leave wrong
#define limit wrong
#define message wrong
#define most_steps wrong
#define needed wrong
#define next wrong
#define not_reproducible wrong
#define ok wrong
#define optimal_advances wrong
#define options wrong
#define overlap wrong
#define part wrong
#define pass wrong
#define pop wrong
#define progress wrong
#define progress_bar wrong
#define progress_report wrong
#define push wrong
#define range wrong
#define record_state wrong
#define recorded_state wrong
#define release wrong
#define release_at_end wrong
#define release_with_iteration wrong
#define repeats wrong
#define repeats_needed wrong
#define restore wrong
#define reverse wrong
#define rewind wrong
#define schedule wrong
#define shadow wrong
#define slot wrong
#define snapshot_bytes wrong
#define snapshot_error wrong
#define snapshots wrong
#define steps wrong
#define steps_done wrong
#define steps_planned wrong
#define store wrong
#define tape wrong
#define tape_bytes wrong
#define tape_limit wrong
#define to wrong
#define tolerance wrong
#define turn wrong
#define uncertainty wrong
#define unknown_steps wrong
#define value wrong
#define verify wrong
#define what wrong
#define zeros wrong
#define N 100
#define T wrong
#define begin wrong
#define cold wrong
#define count wrong
#define data wrong
#define end wrong
#define f wrong
#define fail wrong
#define fmt wrong
#define g wrong
#define h wrong
#define i wrong
#define j wrong
#define length wrong
#define n 100
#define noinline wrong
#define result wrong
#define s wrong
#define size wrong
#define step wrong
#define tape_ wrong
#define text wrong
#define visibility wrong
#define x wrong
#define y wrong

#include "ad/block_store.h"
#include "ad/check.h"
#include "ad/checkpoint.h"
#include "ad/overlap.h"
#include "ad/progress.h"
#include "ad/recorded.h"
#include "ad/region.h"
#include "ad/tape.h"

static_assert(n == 100 && N == 100, "the user's macros are as they were");
#define WRONG_IS_BACK(Spelling) #Spelling
#define SPELL(Spelling) WRONG_IS_BACK(Spelling)
static_assert(SPELL(push)[0] == 'w' && SPELL(ad)[0] == 'w' && SPELL(value)[0] == 'w', "");

#undef N
#undef T
#undef ad
#undef array
#undef begin
#undef bytes
#undef check_gradient
#undef check_options
#undef check_result
#undef checkpoint
#undef cold
#undef components
#undef count
#undef data
#undef derivative
#undef differences
#undef directory
#undef dot_error
#undef dot_tolerance
#undef end
#undef error
#undef f
#undef fail
#undef fmt
#undef g
#undef h
#undef held
#undef high_water
#undef i
#undef index
#undef j
#undef leave
#undef length
#undef limit
#undef message
#undef n
#undef needed
#undef noinline
#undef ok
#undef options
#undef overlap
#undef pop
#undef progress
#undef progress_report
#undef push
#undef record_state
#undef recorded_state
#undef release
#undef result
#undef s
#undef shadow
#undef size
#undef snapshots
#undef step
#undef steps_done
#undef steps_planned
#undef tape
#undef tape_
#undef tape_bytes
#undef tape_limit
#undef text
#undef tolerance
#undef uncertainty
#undef value
#undef visibility
#undef what
#undef x
#undef y
#undef action
#undef advance
#undef checkpoints
#undef checkpointed_loop
#undef checkpointed_run
#undef default_snapshots
#undef done
#undef element
#undef ends_at
#undef expect
#undef expects
#undef from
#undef kind
#undef most_steps
#undef next
#undef not_reproducible
#undef optimal_advances
#undef part
#undef pass
#undef progress_bar
#undef range
#undef repeats
#undef repeats_needed
#undef restore
#undef reverse
#undef rewind
#undef schedule
#undef slot
#undef snapshot_bytes
#undef snapshot_error
#undef steps
#undef store
#undef to
#undef turn
#undef unknown_steps
#undef verify

TEST(HostileMacros, TheTapeWorks) {
  ad::options O;
  O.tape_bytes = 1000;
  ad::tape Tape;
  Tape.push(1.5);
  double *A = Tape.array<double>(3);
  Tape.release(A);
  EXPECT_EQ(Tape.pop<double>(), 1.5);
  EXPECT_EQ(Tape.bytes(), 0U);
  ad::shadow<double> S;
  EXPECT_EQ(S.value(), 0);
}

TEST(HostileMacros, TheCheckWorks) {
  auto Square = [](double V) { return V * V; };
  auto Reverse = [](double V, double &Bar, double Seed) {
    Bar += 2 * V * Seed;
    return V * V;
  };
  EXPECT_TRUE(ad::check_gradient(Square, Reverse, 3.0).ok);
}

TEST(HostileMacros, CheckpointsWork) {
  double S = 1, Sum = 0;
  ad::checkpointed_loop(10, [&](std::size_t) { S += 1; }, [&](std::size_t) { Sum += S; }, S);
  EXPECT_EQ(Sum, 55);
}
