//===- modes/reverse_assemble.cpp - both sweeps from their parts ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Forward and reverse sweep are made side by side, statement by statement: what the first records
// before a statement, the second takes back at the statement's mirror point. Jumps are mirrored by
// guards: the adjoint of what a jump skipped is skipped.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/unique.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

const Expr *Reverse::defaultValue(const Type *T) {
  if (T->isReal())
    return B.number(0, T);
  if (T->isPointer())
    return B.literal("nullptr", T);
  if (T->IsEnum)
    return B.cast(T, B.integer(0), /*Explicit=*/true);
  if (T->isInteger())
    return T->IsBool ? B.literal("false", T) : B.literal("0", T);
  return M.expr(ExprKind::Braces, T);
}

Stmt *Reverse::declareEmpty(Variable *V) {
  return B.declare(V, V->Shadow ? nullptr : defaultValue(V->Ty));
}

void Reverse::keepBefore(Stmt *S, Block &Fwd) {
  Plan &P = Plans[S];
  if (P.How == Keep::Nothing || P.How == Keep::Inverse || P.SaveAfter || P.SaveAtEnd)
    return;
  auto Keep1 = [&](Variable *V) {
    if (P.How == Keep::Copy) {
      Fwd.add(Hoisted.contains(P.Slots) ? B.assign(B.var(P.Slots), B.var(V))
                                        : B.declare(P.Slots, B.var(V)));
      return;
    }
    if (P.How == Keep::Push) {
      Fwd.add(B.record(B.var(V)));
      UsesStack = true;
    } else {
      Fwd.add(B.assign(slot(P), B.var(V)));
    }
    UsesTape = true;
  };
  if (S->is(StmtKind::Opaque)) {
    for (const Expr *W : S->Writes)
      if (W->is(ExprKind::Variable) && tracked(W->Var))
        Keep1(W->Var);
    return;
  }
  Keep1(S->Var ? S->Var : S->Target->Var);
}

void Reverse::restore(Stmt *S, Block &Rev) {
  Plan &P = Plans[S];
  if (P.How == Keep::Nothing || P.SaveAfter || P.SaveAtEnd)
    return;
  if (P.How == Keep::Inverse) {
    const Expr *Back = S->Value->is(ExprKind::Unary) && S->Value->Text == "-"
                           ? S->Value->operand()
                           : B.unary("-", S->Value, S->Value->Ty);
    Rev.add(B.accumulate(S->Target, Back));
    return;
  }
  auto Restore1 = [&](Variable *V) {
    if (P.How == Keep::Push)
      Rev.add(B.restore(B.var(V)));
    else if (P.How == Keep::Copy)
      Rev.add(B.assign(B.var(V), B.var(P.Slots)));
    else
      Rev.add(B.assign(B.var(V), slot(P)));
    Restored.insert(V);
  };
  if (S->is(StmtKind::Opaque)) {
    for (const Expr *W : llvm::reverse(S->Writes))
      if (W->is(ExprKind::Variable) && tracked(W->Var))
        Restore1(W->Var);
    return;
  }
  Restore1(S->Var ? S->Var : S->Target->Var);
}

void Reverse::sweep(Block &Bl, Block &Fwd, Block &Rev) {
  struct Part {
    Block Decls, Rev;
    std::vector<int> Jumps;
  };
  std::vector<Part> Parts(Bl.Stmts.size());
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    sweep(Bl.Stmts[I], Fwd, Parts[I].Rev, Parts[I].Decls);
    if (!Shaped.empty())
      matchShaped(Bl.Stmts[I], Fwd);
    fillRows(Bl.Stmts[I], Fwd, Parts[I].Decls);
    Parts[I].Jumps = jumpsIn(Bl.Stmts[I]);
    llvm::erase_if(Parts[I].Jumps, [&](int J) { return leavesUncounted(J); });
  }
  Block Later, Decls; // the mirror image of the statements after the present one
  for (Part &P : llvm::reverse(Parts)) {
    if (!P.Jumps.empty() && !Later.empty()) {
      Decls.append(Later);
      Block Guarded;
      Guarded.add(B.ifThen(notJumped(P.Jumps), std::move(Decls)));
      Later = std::move(Guarded);
      Decls = Block();
    }
    P.Decls.append(Decls);
    Decls = std::move(P.Decls);
    Later.append(P.Rev);
  }
  Rev.append(Decls);
  Rev.append(Later);
}

void Reverse::sweepReturn(Stmt *S, Block &Fwd) {
  bool Flagged = llvm::any_of(Jumps, [&](const Jump &J) { return J.S == S; });
  if (S->Value && S->Value->Ty && !S->Value->Ty->isVoid()) {
    const Type *T = Primal.Result;
    const Expr *V = S->Value;
    bool Final = !Flagged && Body.Stmts.back() == S;
    if (Final && !Result && !NeedsGoto) {
      Result = local(Primal.Name + "_value", T, /*Const=*/!movesOnly(T));
      Result->Temporary = true;
      Fwd.add(B.declare(Result, V));
    } else {
      bool Constructs = hasOwnAssignment(T);
      if (!Result) {
        Result = local(Primal.Name + "_value", T);
        Result->Shadow = T->isRecord() && (Constructs || !T->ZeroByBraces);
        Hoisted.insert(Result);
      }
      Stmt *Set = B.assign(B.var(Result), V);
      if (Constructs) {
        Set = M.stmt(StmtKind::Opaque, S->Loc);
        Set->Text = "::new (static_cast<void *>(&$0)) " + spell(T) +
                    (isPlace(V) && movesOnly(T) ? "(std::move($1))" : "($1)");
        Set->Operands = {B.var(Result), V};
        Set->Writes = {B.var(Result)};
      }
      Fwd.add(Set);
    }
  } else if (S->Value) {
    Stmt *Run = M.stmt(StmtKind::Opaque, S->Loc); // `return g();` of a void function
    Run->Text = "$0";
    Run->Operands = {S->Value};
    Fwd.add(Run);
  }
  if (Flagged) {
    setFlag(S, Fwd);
    Stmt *Goto = M.stmt(StmtKind::Goto, S->Loc);
    Goto->Text = "reverse_sweep";
    Fwd.add(Goto);
  }
}

void Reverse::sweep(Stmt *S, Block &Fwd, Block &Rev, Block &RevDecls) {
  Plan &P = Plans[S];
  switch (S->Kind) {
  case StmtKind::Declare: {
    Variable *V = S->Var;
    if (Hoisted.contains(V)) {
      keepBefore(S, Fwd);
      if (S->Value)
        Fwd.add(B.assign(B.var(V), S->Value));
      nameAllocation(S, Fwd);
    } else {
      Fwd.add(S);
      nameAllocation(S, Fwd);
      if (P.SaveAfter) {
        Fwd.add(B.assign(slot(P), B.var(V)));
        UsesTape = true;
        RevDecls.add(B.declare(V, slot(P)));
      } else if (P.SaveAtEnd) {
        RevDecls.add(B.declare(V, slot(P)));
      } else if (Recomputed.contains(V) && Required.contains(V)) {
        RevDecls.add(B.declare(V, S->Value));
      }
    }
    Variable *Bar = Shadow.of(V);
    bool HasBar = Bar && Adjoints.contains(Bar);
    if (HasBar && !Early.contains(Bar))
      declareBar(Bar, RevDecls);
    else if (HasBar && VectorOf.count(Bar))
      declareEarlyBar(Bar, Fwd, RevDecls);
    Rev.append(P.Adjoint);
    if (HasBar && Early.contains(Bar) && (Depth || Mem->runsAgain(S)))
      zero(B.var(Bar), Rev);
    restore(S, Rev);
    return;
  }
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    if (llvm::is_contained(Deferred, S))
      return Rev.append(P.Adjoint);
    keepBefore(S, Fwd);
    if (S->OldSize) {
      Stmt *Plain = M.stmt(S->Kind, S->Loc);
      *Plain = *S;
      Plain->OldSize = nullptr;
      Fwd.add(Plain);
      restore(S, Rev);
      Rev.append(P.Adjoint);
      return;
    }
    if (const Expr *Value = AtHand.lookup(S))
      S->Value = Value;
    Fwd.add(S);
    nameAllocation(S, Fwd);
    restore(S, Rev);
    Rev.append(P.Adjoint);
    return;
  case StmtKind::Call: {
    if (S == JointCall) // run by its companion
      return Rev.append(P.Adjoint);
    if (!P.AtOnce.empty()) {
      if (core::Decisions *Notes = C.notes())
        Notes->AtOnce.insert(S->Origin);
      declareBar(Shadow.of(S->Var), RevDecls);
      return placedAtOnce(S, P.AtOnce.Stmts, Fwd, Rev);
    }
    std::vector<Stmt *> Before;
    Stmt *Call = forwardCall(S, Before);
    for (Stmt *D : Before)
      Fwd.add(D);
    // What the callee leaves on the tape must be taken back before the old value of its result.
    Variable *Old = nullptr;
    if (P.Fwd && S->Var && !S->Declares && P.How == Keep::Push) {
      Old = local(S->Var->Name + "_old", S->Var->Ty, /*Const=*/true);
      Fwd.add(B.declare(Old, B.var(S->Var)));
    } else {
      keepBefore(S, Fwd);
    }
    if (S->Var && S->Declares && Hoisted.contains(S->Var)) {
      if (Call == S) {
        Call = M.stmt(StmtKind::Call, S->Loc);
        *Call = *S;
      }
      Call->Declares = false;
    }
    Fwd.add(Call);
    if (Old) {
      Fwd.add(B.record(B.var(Old)));
      UsesStack = UsesTape = true;
    }
    if (P.SaveAfter) {
      Fwd.add(B.assign(slot(P), B.var(S->Var)));
      UsesTape = true;
      RevDecls.add(B.declare(S->Var, slot(P)));
    }
    if (P.Fwd)
      UsesStack = UsesTape = true;
    Variable *Bar = S->Var && S->Declares ? Shadow.of(S->Var) : nullptr;
    if (Bar && Adjoints.contains(Bar) && !Early.contains(Bar))
      declareBar(Bar, RevDecls);
    else if (Bar && VectorOf.count(Bar) && Early.contains(Bar))
      declareEarlyBar(Bar, Fwd, RevDecls);
    if (!S->Declares)
      restore(S, Rev);
    Rev.append(P.Adjoint);
    if (Bar && Adjoints.contains(Bar) && Early.contains(Bar) && (Depth || Mem->runsAgain(S)))
      zero(B.var(Bar), Rev);
    if (S->Declares)
      restore(S, Rev);
    return;
  }
  case StmtKind::RecordArray: {
    keepBefore(S, Fwd);
    if (Hoisted.contains(S->Var))
      S->Declares = false;
    Fwd.add(S);
    Stmt *Release = M.stmt(StmtKind::ReleaseArray, S->Loc);
    Release->Var = S->Var;
    Rev.add(Release);
    restore(S, Rev);
    return;
  }
  case StmtKind::Opaque:
    if (S->Frees) {
      Fwd.add(freeAtEnd(S));
      if (freesVectors(*S)) // which the tape gives back first: the newest first
        for (const Expr *At : {S->Operands.back(), Shadow.pointer(S->Operands.back())})
          if (At)
            forEachContainer(M, B.dereference(At), [&](const Expr *Part) {
              Fwd.add(B.effect(freedWithTape(Part->Ty), {tape(), Part}, {Part}));
            });
      return;
    }
    keepBefore(S, Fwd);
    if (S->OldSize) {
      Stmt *Plain = M.stmt(S->Kind, S->Loc);
      *Plain = *S;
      Plain->OldSize = Plain->Target = Plain->Value = nullptr;
      Fwd.add(Plain);
    } else {
      Fwd.add(S);
    }
    restore(S, Rev);
    Rev.append(P.Adjoint);
    return;
  case StmtKind::Return:
    sweepReturn(S, Fwd);
    Rev.append(P.Adjoint);
    return;
  case StmtKind::Break:
  case StmtKind::Continue:
    setFlag(S, Fwd);
    Fwd.add(S);
    return;
  case StmtKind::Block: {
    if (P.Again)
      return sweepRegion(S, Fwd, Rev);
    Stmt *F = M.stmt(StmtKind::Block, S->Loc), *R = M.stmt(StmtKind::Block, S->Loc);
    sweep(S->Then, F->Then, R->Then);
    if (!F->Then.empty())
      Fwd.add(F);
    if (!R->Then.empty())
      Rev.add(R);
    return;
  }
  case StmtKind::If: {
    if (P.Needed && Fused.contains(S))
      return sweepFusedBranch(S, Fwd, Rev);
    Block Then, Else, RevThen, RevElse;
    sweep(S->Then, Then, RevThen);
    sweep(S->Else, Else, RevElse);
    Stmt *F = B.ifThen(S->Value, std::move(Then), std::move(Else));
    F->Loc = S->Loc;
    Fwd.add(F);
    if (P.Needed && (!RevThen.empty() || !RevElse.empty())) {
      if (RevThen.empty())
        Rev.add(B.ifThen(B.unary("!", P.Test, M.boolType()), std::move(RevElse)));
      else
        Rev.add(B.ifThen(P.Test, std::move(RevThen), std::move(RevElse)));
    }
    return;
  }
  case StmtKind::Switch: {
    Stmt *F = M.stmt(StmtKind::Switch, S->Loc), *R = M.stmt(StmtKind::Switch, S->Loc);
    F->Value = S->Value;
    R->Value = P.Test;
    bool Any = false;
    for (SwitchCase &Case : S->Cases) {
      F->Cases.push_back({Case.Labels, {}});
      R->Cases.push_back({Case.Labels, {}});
      sweep(Case.Body, F->Cases.back().Body, R->Cases.back().Body);
      Any |= !R->Cases.back().Body.empty();
    }
    Fwd.add(F);
    if (P.Needed && Any)
      Rev.add(R);
    return;
  }
  case StmtKind::Comment:
    if (P.Adjoint.empty())
      Fwd.add(S);
    Rev.append(P.Adjoint);
    return;
  case StmtKind::Loop:
    findCopies(S, RevDecls);
    P.Again ? sweepCheckpoint(S, Fwd, Rev) : sweepLoop(S, Fwd, Rev);
    return;
  default:
    Fwd.add(S);
    return;
  }
}
