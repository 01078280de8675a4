//===- analysis/dependence.cpp - subscripts of two accesses ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/dependence.h"
#include "plugin/analysis/loops.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

/// P and Q are equal, and so are all their parts.
static void equate(const Polynomial &P, const Polynomial &Q, const Inequalities &Bounds,
                   Inequalities &Out, unsigned Depth = 0) {
  std::optional<Delinearised> Parts;
  if (Depth < 3)
    Parts = delinearise({&P, &Q}, Bounds);
  if (!Parts)
    return Out.equal(P, Q);
  const auto &[RowP, ColumnP] = Parts->RowsAndColumns[0];
  const auto &[RowQ, ColumnQ] = Parts->RowsAndColumns[1];
  equate(RowP, RowQ, Bounds, Out, Depth + 1);
  Out.equal(ColumnP, ColumnQ);
}

bool analysis::mayMeetLater(const Access &Read, const Access &Write, size_t Same, size_t Shared,
                            bool Behind, const Numbers &N) {
  Inequalities Bounds;
  Bounds.addBounds(Read.Loops, 1, N);
  Bounds.addBounds(Write.Loops, 2, N);
  Bounds.addConditions(Read.Branches, Read.Loops, 1, N);
  Bounds.addConditions(Write.Branches, Write.Loops, 2, N);
  Inequalities Equal = Bounds;
  for (size_t I = 0; I < Read.Indices.size() && I < Write.Indices.size(); ++I) {
    std::optional<Polynomial> P = polynomial(Read.Indices[I], 1, Read.Loops, N),
                              Q = polynomial(Write.Indices[I], 2, Write.Loops, N);
    if (P && Q)
      equate(*P, *Q, Bounds, Equal);
  }
  // The first loop, of those around both, in which the write's iteration is another.
  for (size_t Level = 0; Level < Same + Shared; ++Level) {
    std::optional<CountedLoop> L = countedLoop(*Read.Loops[Level]);
    Inequalities Later = Equal;
    if (L) {
      Symbol Before{L->Counter, Read.Loops[Level], 1}, After{L->Counter, Read.Loops[Level], 2};
      if (L->Step > 0)
        Later.add(&Before, &After, -L->Step);
      else
        Later.add(&After, &Before, L->Step);
      Equal.add(&Before, &After, 0);
      Equal.add(&After, &Before, 0);
    }
    if (Level >= Same && Later.haveSolution())
      return true;
  }
  return Behind && Equal.haveSolution();
}
