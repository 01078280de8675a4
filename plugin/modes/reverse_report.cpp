//===- modes/reverse_report.cpp - what reverse mode decided, and why ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// One remark per decision that costs time or memory (-fplugin-arg-ad-report), at the user's line.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/printer.h"
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"
#include "llvm/Support/raw_ostream.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

static std::string text(const Expr *E) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  core::print(OS, *E);
  return Text;
}

static std::string bytes(const Type *T) {
  unsigned Size = T->isPointer() ? 8 : (T->Bits + 7) / 8;
  return Size ? std::to_string(Size) + (Size == 1 ? " byte" : " bytes") : "its size";
}

/// What S computes, as the user wrote it: `x[i]` rather than the name it was given here.
static std::string subject(const Function &Primal, const Stmt *S) {
  const Variable *V = S->Var ? S->Var : S->Target->Var;
  bool Users = llvm::any_of(Primal.Locals, [&](const Variable &L) { return L.Name == V->Name; });
  return "'" + (S->Value && !Users ? text(S->Value) : V->Name) + "'";
}

void Reverse::report(const Block &Bl) {
  const bool Again = Forward.Kind == Variant::AtOnce && Primal.Companions.count("reverse");
  if (Forward.Kind == Variant::Overlapping ||
      Again) // what is said of the companion proper is enough
    return;
  for (Stmt *S : Bl.Stmts) {
    const Plan &P = Plans[S];
    const Variable *V = S->Var ? S->Var : S->Target ? S->Target->Var : nullptr;
    if (V && P.How == Keep::Slot && P.Slots->Ty->isArray())
      C.remark(S->Loc,
               subject(Primal, S) + " is kept in a local array, until this loop is reversed");
    else if (V && P.How == Keep::Slot)
      C.remark(S->Loc, subject(Primal, S) + " is recorded, " + bytes(V->Ty) +
                           " per iteration: the reverse sweep needs it after it was overwritten");
    else if (V && P.How == Keep::Push)
      C.remark(S->Loc, "the value of '" + V->Name + "' before this line is recorded on the tape, " +
                           bytes(V->Ty) + " each time");
    else if (V && P.How == Keep::Inverse)
      C.remark(S->Loc, "'" + V->Name + "' is not recorded: this update can be undone");
    else if (V && S->is(StmtKind::Declare) && Recomputed.contains(V) && Required.contains(V))
      C.remark(S->Loc, subject(Primal, S) +
                           " is computed again in the reverse sweep: cheaper than a record");
    for (const Undo &U : Undoes)
      if (U.S == S)
        C.remark(S->Loc, "what this line overwrites is recorded" +
                             std::string(U.With == S ? "" : ", ahead of the loop") +
                             ", and put back in the reverse sweep, which reads '" +
                             core::str(*S->Target) + "' as it was");
    if (AtOnce.contains(S))
      C.remark(S->Loc, "'" + shownName(*S->Callee).str() +
                           "' is called with both its sweeps at once: the adjoint of its result is "
                           "known ahead of the call");
    else if (P.Fwd)
      C.remark(S->Loc, "'" + shownName(*S->Callee).str() +
                           "' is called in two halves; what it records stays "
                           "on the tape until the second");
    else if (P.Rev)
      C.remark(S->Loc, "'" + shownName(*S->Callee).str() +
                           "' is called again by its companion, in the reverse "
                           "sweep");
    if (P.Needed && RunsAgain.contains(S))
      C.remark(S->Loc, "the reverse sweep runs each iteration of this loop again: nothing of it is "
                       "recorded");
    if (auto It = Holds.find(S); It != Holds.end())
      for (const Held &H : It->second)
        C.remark(S->Loc, "the elements of '" + core::str(*H.Array) +
                             "' are copied before this loop: they are overwritten after it");
    for (const KeptArray &K : KeptArrays)
      if (K.After == S)
        C.remark(S->Loc, "the elements of '" + K.Array->Name + "' are kept behind this line, " +
                             std::to_string(K.Count) +
                             " per iteration: adjoints read them after "
                             "they were overwritten");
    if (P.Needed && Fused.contains(S) && S->is(StmtKind::Loop))
      C.remark(S->Loc, "the iterations of this loop meet only in sums: each is reversed at once");
    if (P.Needed && P.Trips)
      C.remark(S->Loc,
               "the iterations of this loop are counted: how many there are is not known on "
               "entry");
    if (P.Again)
      continue;
    for (const Block *Part : {&S->Init, &S->Setup, &S->Then, &S->Else, &S->Step})
      report(*Part);
    for (const SwitchCase &Case : S->Cases)
      report(Case.Body);
  }
}
