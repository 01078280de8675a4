//===- modes/reverse_recording.cpp - what a companion that records decides -===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// f_checkpointed gives the bits that f_reverse gives. It adds up the same terms; which of them it
// adds up first is decided here, by f_reverse:
//
// 1. The statements of the primal get numbers, which all companions that are made of it share.
// 2. A companion that records is made, in silence, and simplified. On the way it notes which loops
//    run upwards, which additions become one, and which loops have sums of their own.
// 3. It is thrown away. Companions that it would call are declared, but never made.
//
// A call that f_reverse makes in two halves may be one that f_checkpointed makes again: so the
// sweeps of a joint companion follow those of the pair.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/simplify.h"
#include "plugin/modes/reverse.h"
#include "plugin/modes/silent.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {
class Recording : public Silent {
  Decisions &Into;

public:
  Recording(Context &C, Decisions &Into) : Silent(C), Into(Into) {}
  Decisions *notes() override { return &Into; }
};
} // namespace

static void numberStatements(Function &F) {
  constexpr unsigned Room = 1024; // for the stores of an adjoint
  unsigned Number = 0;
  walk(F.Body, [&](Stmt *S) { S->Origin = Number += Room; });
}

std::optional<Decisions> modes::decisionsOfRecording(Context &C, Function &F, Variant V) {
  Decisions Made;
  Recording Quiet(C, Made);
  numberStatements(F);
  llvm::SmallVector<Companion *, 2> Parts;
  if (V == Variant::Joint) {
    Parts.push_back(Quiet.companion(&F, Variant::ForwardSweep, F.Loc));
    Parts.push_back(Quiet.companion(&F, Variant::ReverseSweep, F.Loc));
    sweeps(Quiet, F, *Parts[0], *Parts[1]);
  } else {
    const bool Itself = V == Variant::Overlapping || V == Variant::AtOnce;
    const Variant Kind = Itself ? V : Variant::Reverse;
    Parts.push_back(Quiet.companion(&F, Kind, F.Loc));
    reverse(Quiet, F, *Parts[0]);
  }
  if (Quiet.Failed || llvm::any_of(Parts, [](const Companion *P) { return P->Fn->Failed; }))
    return std::nullopt;
  for (Companion *Part : Parts) {
    const Guide G{&Made, nullptr, /*Careful=*/true};
    if (C.enabled("simplify"))
      simplify(C.M, *Part->Fn, G);
    if (C.enabled("sum")) {
      sumLocally(C.M, *Part->Fn, G);
      sumElements(C.M, *Part->Fn, Part->Apart, G);
    }
  }
  return Made;
}
