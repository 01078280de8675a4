//===- modes/reverse_loops.cpp - both sweeps of a loop -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A counted loop is reversed by its counter; what its iterations keep lies in arrays indexed by it.
// Other loops count their iterations, or push what they need to find their way back.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/loop_counters.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

Reverse::Lasts Reverse::boundLasts(const Stmt &Loop, const analysis::CountedLoop &Counted) const {
  Lasts Bound = Lasts::Always;
  walk(Counted.Bound, [&](const Expr *E) {
    const bool Scalar = E->is(ExprKind::Variable) &&
                        (analysis::isScalarVariable(E->Var) || E->Var->Kind == Storage::Global);
    // Of an object, what counts are the members that are read.
    const bool Memory =
        isPlace(E) && !Scalar && !E->Ty->isArray() && !E->Ty->nonReference()->isRecord();
    if ((Memory && Mem->mayWrite(Loop, E)) || (E->is(ExprKind::Opaque) && E->ReadsMemory))
      Bound = Lasts::No;
    else if (Bound == Lasts::Always &&
             ((Memory && !Mem->stable(E, &Loop)) || comparesMovedStorage(E, &Loop)))
      Bound = Lasts::InLoop;
    return true;
  });
  return Bound;
}

bool Reverse::counts(const Stmt &Loop) const {
  const std::optional<analysis::CountedLoop> Counted = analysis::countedLoop(Loop);
  return Counted && boundLasts(Loop, *Counted) != Lasts::No;
}

/// Whether S is in B, or in a branch of it.
static bool isIn(const Block &B, const Stmt *S) {
  return llvm::any_of(B.Stmts, [S](const Stmt *Part) {
    return Part == S || (Part->is(StmtKind::If) && (isIn(Part->Then, S) || isIn(Part->Else, S)));
  });
}

/// Whether what the iterations of Loop keep can lie in local arrays, of as many elements as it has
/// iterations: few, so that the stack has room for them. Those of the shortest loops become
/// registers, as the optimiser writes these out. Both sweeps of it stand in one block, but for
/// branches.
bool Reverse::isKeptInPlace(const Stmt *Loop) const {
  constexpr int64_t Few = 32;
  const std::optional<int64_t> Trips = analysis::mostTrips(*Loop);
  return Trips && *Trips > 0 && *Trips <= Few && !Detached && !NeedsGoto &&
         Mem->loopDepth(Loop) == 0 && isIn(outerOf(Loop), Loop);
}

/// Whether the counter of L may come so far from its first number that the distance has no room in
/// its type: the lower one of its ends may be below zero.
static bool goesFar(const analysis::CountedLoop &L) {
  const Expr *Lo = L.Step > 0 ? L.First : L.Bound;
  return !L.Counter->Ty->IsUnsigned && !L.Bound->Ty->IsUnsigned && L.Counter->Ty->Bits >= 32 &&
         !isNotNegative(Lo) && !analysis::knownNumber(Lo);
}

/// What tripCount adds to the upper end of L.
static int64_t addedToEnd(const analysis::CountedLoop &L) {
  const Expr *Lo = L.Step > 0 ? L.First : L.Bound;
  return std::abs(L.Step) - 1 + (L.Op == "<=" || L.Op == ">=" ? 1 : 0) -
         analysis::knownNumber(Lo).value_or(0);
}

/// Whether how often L, which something leaves, would run may be a number that there is not: it is
/// told by no iteration, and "no limit" is the largest number of a type.
bool Reverse::mayBeEndless(const analysis::CountedLoop &L) const {
  const bool Widest = L.Counter->Ty->Bits >= 64 || L.Bound->Ty->Bits >= 64;
  return goesFar(L) || L.Ahead < 0 || (Widest && addedToEnd(L) > 0);
}

/// The number of the present iteration of L, counted from 0.
const Expr *Reverse::indexIn(const analysis::CountedLoop &L) {
  const Expr *Index = B.var(L.Counter);
  bool FromZero = L.First->is(ExprKind::Literal) && L.First->Text == "0";
  const Type *T = L.Counter->Ty;
  if (goesFar(L) && T->Bits < 64)
    T = M.integer("long", 64, false);
  auto Distance = [&](const Expr *Hi, const Expr *Lo) {
    return B.binary("-", T == L.Counter->Ty ? Hi : B.cast(T, Hi, /*Explicit=*/true), Lo, T);
  };
  if (L.Step < 0)
    Index = Distance(L.First, Index);
  else if (!FromZero)
    Index = Distance(Index, L.First);
  const int64_t Stride = std::abs(L.Step);
  return Stride == 1 ? Index : B.binary("/", Index, B.integer(Stride), T);
}

/// The place in Slots, an array by the iterations of Nest, in which this iteration's version is
/// kept.
const Expr *Reverse::slot(Variable *Slots, llvm::ArrayRef<Stmt *> Nest) {
  const Expr *Place = B.var(Slots);
  for (const Stmt *Loop : Nest)
    Place = B.subscript(Place, indexIn(*Plans[Loop].Counted));
  return Place;
}

/// E + By, where E may already end in a number: `n - 1 + 1` is `n`.
const Expr *Reverse::shifted(const Expr *E, int64_t By, const Type *T) {
  if (E->is(ExprKind::Cast) && !E->Explicit && E->operand()->is(ExprKind::Literal))
    E = E->operand();
  bool Ends = E->is(ExprKind::Binary) && E->Ty->isInteger() && (E->Text == "+" || E->Text == "-") &&
              E->operand(1)->is(ExprKind::Literal) && E->operand(1)->Ty->isInteger();
  int64_t Number;
  Ends &= !E->Ty->IsUnsigned || E->Ty == T;
  if (Ends && !llvm::StringRef(E->operand(1)->Text).getAsInteger(10, Number) &&
      Number < (1 << 30) && E->operand(0)->Ty->isInteger()) {
    By += E->Text == "+" ? Number : -Number;
    E = E->operand(0);
  }
  if (By == 0)
    return E;
  if (E->is(ExprKind::Literal) && !llvm::StringRef(E->Text).getAsInteger(10, Number) &&
      Number < (1 << 30) && Number + By >= 0)
    return B.literal(std::to_string(Number + By), T);
  return B.binary(By > 0 ? "+" : "-", E, B.integer(std::abs(By)), T);
}

/// What the counter itself of L is compared with: of `i + 1 < n` it is `n - 1`.
const Expr *Reverse::endOf(const analysis::CountedLoop &L) {
  const Expr *End = shifted(L.Bound, -L.Ahead, L.Bound->Ty);
  if (L.Ahead <= 0 || !L.Bound->Ty->IsUnsigned)
    return End;
  const Expr *Least = B.literal(std::to_string(L.Ahead), End->Ty);
  return B.conditional(B.binary(">", L.Bound, Least, M.boolType()), End, B.literal("0", End->Ty));
}

/// How many times the loop runs, whose Bound is endOf it; may be negative where it does not run.
/// Leaves: or fewer times, and the bound may be any number.
const Expr *Reverse::tripCount(const analysis::CountedLoop &L, bool Leaves) {
  const Expr *Lo = L.Step > 0 ? L.First : L.Bound, *Hi = L.Step > 0 ? L.Bound : L.First;
  const Type *T = L.Bound->Ty->Bits >= L.Counter->Ty->Bits ? L.Bound->Ty : L.Counter->Ty;
  bool FromZero = Lo->is(ExprKind::Literal) && Lo->Text == "0";
  if (T->Bits == 32 && (goesFar(L) || (Leaves && addedToEnd(L) > 0))) {
    T = M.integer("long", 64, false);
    Hi = B.cast(T, Hi, /*Explicit=*/true);
  }
  int64_t From = 0;
  bool Literal = Lo->is(ExprKind::Literal) && !llvm::StringRef(Lo->Text).getAsInteger(10, From) &&
                 From >= 0 && From < (1 << 30);
  const Expr *N = FromZero ? Hi : Literal ? shifted(Hi, -From, T) : B.binary("-", Hi, Lo, T);
  int64_t Step = std::abs(L.Step), Extra = Step - 1 + (L.Op == "<=" || L.Op == ">=" ? 1 : 0);
  if (Extra)
    N = shifted(N, Extra, T);
  if (Step != 1)
    N = B.binary("/", N, B.integer(Step), T);
  bool MayWrap = !FromZero &&
                 (L.Bound->Ty->IsUnsigned || L.Counter->Ty->IsUnsigned || L.First->Ty->IsUnsigned);
  if (MayWrap)
    N = B.conditional(B.binary(L.Op, L.First, L.Bound, M.boolType()), N, B.literal("0", T));
  return N;
}

/// `continue` in a loop whose step has become several statements goes to a label before them.
static void redirectContinue(Module &M, Block &Bl, llvm::StringRef Label, bool &Any) {
  for (Stmt *&S : Bl.Stmts) {
    if (S->is(StmtKind::Continue)) {
      Stmt *Goto = M.stmt(StmtKind::Goto, S->Loc);
      Goto->Text = Label.str();
      S = Goto;
      Any = true;
    }
    if (S->is(StmtKind::Loop))
      continue;
    redirectContinue(M, S->Then, Label, Any);
    redirectContinue(M, S->Else, Label, Any);
    for (SwitchCase &Case : S->Cases)
      redirectContinue(M, Case.Body, Label, Any);
  }
}

/// Both sweeps of what starts the loop of P. A counted loop counts back by itself.
void Reverse::sweepInit(const Plan &P, const Block &Init, Block &Fwd, Block &Rev, Block &Decls) {
  if (P.Counted) {
    Fwd = Init;
    return;
  }
  for (Stmt *I : Init.Stmts) {
    Block R;
    sweep(I, Fwd, R, Decls);
    R.append(Rev);
    Rev = std::move(R);
  }
}

/// In front of the loops of Nest: an array on the tape, by their iterations.
Stmt *Reverse::lend(Variable *Slots, llvm::ArrayRef<Stmt *> Nest, Block &Fwd) {
  const Stmt *Loop = Nest.front();
  const bool Repeated = Mem->loopDepth(Loop) > 0;
  if (Repeated)
    Fwd.add(B.record(B.var(Slots)));
  UsesStack |= Repeated || Mem->reversedWith(Loop); // taken and given back by each iteration
  UsesTape = true;
  Stmt *Array = M.stmt(StmtKind::RecordArray, Loop->Loc);
  Array->Var = Slots;
  Array->Value = tripCount(*Plans[Loop].Counted, Plans[Loop].Trips);
  const Type *Row = Slots->Ty->Element;
  for (const Stmt *Inner : Nest.drop_front()) {
    if (Row->isPointer()) // rows of a known length are arrays
      Array->Operands.push_back(tripCount(*Plans[Inner].Counted));
    Row = Row->Element;
  }
  Array->Declares = !Hoisted.contains(Slots);
  Fwd.add(Array);
  return Array;
}

void Reverse::release(Variable *Slots, const Stmt *Loop, Block &Rev) {
  Stmt *Release = M.stmt(StmtKind::ReleaseArray, Loop->Loc);
  Release->Var = Slots;
  Rev.add(Release);
  if (Mem->loopDepth(Loop) > 0)
    Rev.add(B.restore(B.var(Slots)));
}

void Reverse::sweepLoop(Stmt *S, Block &Fwd, Block &Rev) {
  Plan &P = Plans[S];
  if (P.Needed && Fused.contains(S))
    return sweepFused(S, Fwd, Rev);
  makeCopies(S, Fwd);
  Stmt *F = M.stmt(StmtKind::Loop, S->Loc);
  F->Form = S->Form;
  F->Value = S->Value;
  F->Apart = isApart(S);
  if (!P.Needed) {
    // Nothing to take back, but its jumps may matter outside.
    Block Unused;
    F->Init = S->Init;
    F->Step = S->Step;
    F->Setup = S->Setup;
    sweep(S->Then, F->Then, Unused);
    Fwd.add(F);
    dropCopies(S, Rev);
    return;
  }
  if (RunsAgain.contains(S)) {
    sweepAgain(S, Fwd, Rev);
    return dropCopies(S, Rev);
  }
  // 1. Arrays for the versions that are kept by iteration.
  std::vector<Stmt *> &Kept = SlotArrays[S];
  for (Stmt *K : Kept) {
    Variable *Slots = Plans[K].Slots;
    if (Slots->Ty->isArray()) {
      if (!Hoisted.contains(Slots))
        Fwd.add(B.declare(Slots));
      continue;
    }
    lend(Slots, Plans[K].Nest, Fwd);
  }
  lendRows(S, Fwd);

  // 2. Both sweeps of the parts.
  Block RevInit, RevSetup, RevBody, RevStep, InitDecls;
  sweepInit(P, S->Init, F->Init, RevInit, InitDecls);
  sweep(S->Setup, F->Setup, RevSetup);
  sweep(S->Then, F->Then, RevBody);
  if (P.Trips) { // behind what leaves the iteration ahead of all
    std::vector<Stmt *> &Body = F->Then.Stmts;
    const auto Jump = llvm::find_if(Jumps, [&](const struct Jump &J) { return J.First == S; });
    auto At = Body.begin();
    if (Jump != Jumps.end() && leavesUncounted(Jump - Jumps.begin())) {
      At = llvm::find_if(Body, [](const Stmt *Each) {
        return Each->is(StmtKind::If) && !Each->Then.empty() &&
               Each->Then.Stmts.back()->is(StmtKind::Break);
      });
      // What the last iteration records ahead of it, nobody would take back.
      if (At == Body.end() || !std::all_of(Body.begin(), At, [](const Stmt *Each) {
            return Each->is(StmtKind::Declare);
          })) {
        C.error(S->Loc, "cannot differentiate in reverse mode how this loop is left",
                "leave it at the end of an iteration");
        Failed = true;
        return;
      }
      ++At;
    }
    Body.insert(At, B.accumulate(B.var(P.Trips), B.integer(1)));
  }
  for (Stmt *Declared : S->Then.Stmts)
    if (Plans[Declared].SaveAtEnd) {
      F->Then.add(B.assign(slot(Plans[Declared]), B.var(Declared->Var)));
      UsesTape = true;
    }
  if (P.Counted)
    F->Step = S->Step;
  else
    sweep(S->Step, F->Step, RevStep);
  if (F->Step.Stmts.size() > 1) {
    std::string Label = Out.uniqueName("next");
    bool Any = false;
    redirectContinue(M, F->Then, Label, Any);
    if (Any) {
      Stmt *Inner = M.stmt(StmtKind::Block, S->Loc), *L = M.stmt(StmtKind::Label, S->Loc);
      Inner->Then = std::move(F->Then);
      L->Text = Label;
      F->Then = Block();
      F->Then.add(Inner);
      F->Then.add(L);
    }
    F->Then.append(F->Step);
    F->Step = Block();
  }
  Fwd.add(F);

  // 3. One reverse iteration: step, body, setup, each if it was run.
  std::vector<int> Leaving; // jumps that end the loop
  for (const Stmt *Sub : S->Then.Stmts)
    for (int J : jumpsIn(Sub))
      if (!Jumps[J].S->is(StmtKind::Continue) && !leavesUncounted(J))
        Leaving.push_back(J);
  auto Guarded = [&](Block Part, Block &Into) {
    if (Part.empty())
      return;
    if (Leaving.empty())
      Into.append(Part);
    else
      Into.add(B.ifThen(notJumped(Leaving), std::move(Part)));
  };
  Block Iteration;
  if (S->Form == LoopForm::DoWhile) {
    Guarded(RevSetup, Iteration);
    Iteration.append(RevBody);
  } else {
    Guarded(RevStep, Iteration);
    Iteration.append(RevBody);
    Iteration.append(RevSetup);
  }
  for (int J : Leaving) {
    Variable *Flag = Jumps[J].Flag;
    if (!Required.contains(Flag))
      continue;
    bool Done = false;
    for (const Stmt *R : Iteration.Stmts)
      Done |=
          R->is(StmtKind::Assign) && R->Target->is(ExprKind::Variable) && R->Target->Var == Flag;
    if (!Done)
      Iteration.add(B.assign(B.var(Flag), defaultValue(Flag->Ty)));
  }

  // 4. The loop's mirror: what the last test did, the iterations, the start.
  Rev.append(InitDecls);
  if (S->Form != LoopForm::DoWhile)
    Guarded(RevSetup, Rev);
  reverseLoop(S, std::move(Iteration), Rev);
  releaseRows(S, Rev);
  for (Stmt *K : llvm::reverse(Kept))
    if (Variable *Slots = Plans[K].Slots; !Slots->Ty->isArray())
      release(Slots, S, Rev);
  Rev.append(RevInit);
  dropCopies(S, Rev);
}

/// The counter of L in that iteration, counted from 0.
const Expr *Reverse::counterAt(const analysis::CountedLoop &L, const Expr *Iteration) {
  const Type *T = L.Counter->Ty;
  const Expr *Index = B.cast(T, Iteration, /*Explicit=*/true);
  if (std::abs(L.Step) != 1)
    Index = B.binary("*", Index, B.integer(std::abs(L.Step)), T);
  bool FromZero = L.First->is(ExprKind::Literal) && L.First->Text == "0";
  if (L.Step < 0)
    return B.binary("-", L.First, Index, T);
  return FromZero ? Index : B.binary("+", L.First, Index, T);
}

static bool literalOne(const Expr *E) { return E->is(ExprKind::Literal) && E->Text == "1"; }

void Reverse::reverseLoop(Stmt *S, Block Iteration, Block &Rev) {
  Plan &P = Plans[S];
  if (Iteration.empty() && !P.Trips)
    return;
  Stmt *R = M.stmt(StmtKind::Loop, S->Loc);
  R->Origin = S->Origin;
  R->Form = LoopForm::For;
  auto PlusOne = [&](const Expr *E, const Type *T) { return shifted(E, 1, T); };
  if (P.Trips) {
    R->Value = B.binary(">", B.var(P.Trips), B.literal("0", P.Trips->Ty), M.boolType());
    R->Step.add(B.accumulate(B.var(P.Trips), B.unary("-", B.integer(1), M.intType())));
    if (P.Counted) {
      const Expr *Iteration = B.binary("-", B.var(P.Trips), B.integer(1), P.Trips->Ty);
      R->Then.add(B.declare(P.Counted->Counter, counterAt(*P.Counted, Iteration)));
    }
    R->Then.append(Iteration);
    Rev.add(R);
    return;
  }
  const analysis::CountedLoop &L = *P.Counted;
  const Type *T = L.Counter->Ty;
  auto As = [&](const Expr *E) {
    int64_t Number;
    bool IsNumber = E->is(ExprKind::Literal) && T->Bits >= 32 &&
                    !llvm::StringRef(E->Text).getAsInteger(10, Number) && Number < (1 << 30);
    return E->Ty == T ? E : IsNumber ? B.literal(E->Text, T) : B.cast(T, E, /*Explicit=*/true);
  };
  const Expr *I = B.var(L.Counter);
  bool Plain = L.Ahead == 0 && S->Value->is(ExprKind::Binary) &&
               llvm::any_of(S->Value->Operands, [&](const Expr *E) { return equal(E, L.Bound); });
  // `i + 1 < n`, which is `i < n - 1` for an i that is not negative.
  const bool Shifted = L.Ahead > 0 && (L.Op == "<" || L.Op == "<=") &&
                       (L.First->is(ExprKind::Literal) || L.Bound->Ty == T);
  if ((Plain || Shifted) && C.enabled("ascend") && commutes(S, Iteration) &&
      (!C.follows() || C.follows()->Ascending.contains(S->Origin))) {
    if (core::Decisions *Notes = C.notes())
      Notes->Ascending.insert(S->Origin);
    R->Init = S->Init;
    R->Value = Plain ? S->Value : B.binary(L.Op, I, L.Bound, M.boolType());
    R->Step = S->Step;
    R->AnyOrder = ownsAdjoints(S, Iteration);
  } else if (L.Step == 1) { // for (int i = n; i-- > 0;)
    const Expr *End = L.Op == "<" ? L.Bound : PlusOne(L.Bound, L.Bound->Ty);
    R->Init.add(B.declare(L.Counter, As(End)));
    R->Value = B.binary(">", I, L.First, M.boolType());
    R->Then.add(B.accumulate(I, B.unary("-", B.integer(1), M.intType())));
    if (Plain && C.enabled("ascend") && !C.keepsOrder())
      R->HandsOn = handsOnAlone(S, Iteration);
  } else if (L.Step == -1) {
    const Expr *Start = L.Op == ">=" ? L.Bound : PlusOne(L.Bound, L.Bound->Ty);
    R->Init.add(B.declare(L.Counter, As(Start)));
    bool Before =
        L.First->is(ExprKind::Binary) && L.First->Text == "-" && literalOne(L.First->operand(1));
    R->Value =
        B.binary(Before ? "<" : "<=", I, Before ? L.First->operand(0) : L.First, M.boolType());
    R->Step.add(B.accumulate(I, B.integer(1)));
  } else {
    Variable *N = local("remaining", M.integer("long", 64, false));
    Temporaries.insert(N);
    const Expr *Count = tripCount(L);
    R->Init.add(B.declare(N, Count->Ty == N->Ty ? Count : B.cast(N->Ty, Count, true)));
    R->Value = B.binary(">", B.var(N), B.literal("0", N->Ty), M.boolType());
    R->Then.add(B.accumulate(B.var(N), B.unary("-", B.integer(1), M.intType())));
    const Expr *Offset = B.binary("*", B.cast(T, B.var(N), true), B.integer(std::abs(L.Step)), T);
    bool FromZero = L.First->is(ExprKind::Literal) && L.First->Text == "0";
    R->Then.add(B.declare(L.Counter, L.Step < 0 ? B.binary("-", L.First, Offset, T)
                                     : FromZero ? Offset
                                                : B.binary("+", L.First, Offset, T)));
  }
  R->Then.append(Iteration);
  Rev.add(R);
}
