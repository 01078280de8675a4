//===- modes/reverse_undo.cpp - memory that the reverse sweep restores ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What adjoints read from memory that is overwritten later must be recorded when it is read; or
// what is overwritten must be recorded when it is, and put back when the reverse sweep comes by:
// then adjoints find memory as it was. A relaxation in place reads each element several times for
// each time that it changes.
//
//   for (int i = 1; i < n; ++i) {            for (int i = n; i-- > 1;) {
//     u_i_at[i - 1] = u[i];                    u[i] = u_i_at[i - 1];
//     u[i] += h * u[i] * u[i - 1];             ... // reads u[i], u[i - 1]
//   }                                        }
//
// 1. Reads: of memory by adjoints, that assignments alone will have spoiled. What is read in
//    several such places is one group with all that spoils it: either all of these are undone, or
//    none.
// 2. Where an element is changed again and again by a loop that does not need what it was in
//    between, it is kept ahead of the loop. Such loops must not overlap in part with the rest of
//    what changes the element: all that does in this loop is undone with it.
// 3. A group is undone if its assignments run less often than what they spoil is read.
// 4. The caller finds all memory as the primal leaves it: what was assigned there is copied between
//    the sweeps, by the loops that assign it, and put back at the end. Their bounds and subscripts
//    must be known then.
//
// Not in loops that are reversed at once or run again, nor where the sweeps are apart. A value that
// was put back is gone: what an assignment to such a place computes can not be read there.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/modes/resizing.h"
#include "plugin/modes/reverse.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {
/// An assignment that may be undone.
struct Store {
  Stmt *S;
  llvm::SmallVector<Stmt *, 4> Path; ///< what it stands in, outermost first
  llvm::SmallVector<Stmt *, 4> With; ///< what it may be undone with, innermost first: at least S
  double Times, Spared = 0;          ///< it runs; adjoints read what it spoils
  bool Spoils = false;               ///< anything that an adjoint reads
  bool Chosen = false;
};

/// What an adjoint reads, and all that spoils it.
struct Read {
  Stmt *S;
  const Expr *Place;
  llvm::SmallVector<const Stmt *, 4> Spoilers;
};
} // namespace

/// How often the body of Loop runs, more or less.
static double trips(const Stmt &Loop) {
  constexpr int64_t Some = 32;
  return double(std::max<int64_t>(analysis::mostTrips(Loop).value_or(Some), 1));
}

void modes::forEachPlace(const Expr *E, const Expr *Sum, bool Top,
                         llvm::function_ref<void(const Expr *Place, const Expr *Sum)> F) {
  const bool Adds = E->is(ExprKind::Binary) && (E->Text == "+" || E->Text == "-");
  if (E->is(ExprKind::AddressOf)) // reads what its address is made of
    return forEachPartOfAddress(E->operand(),
                                [&](const Expr *Part) { forEachPlace(Part, nullptr, false, F); });
  if (isPlace(E) && E->Ty->isReal() && !Top)
    F(E, Sum);
  if (E->is(ExprKind::Primitive) || E->is(ExprKind::Conditional))
    Sum = nullptr;
  else if (Adds && !Sum && !Top)
    Sum = E;
  for (const Expr *Op : E->Operands)
    forEachPlace(Op, Sum, Top && Adds, F);
}

/// Whether the elements of Vector may come to lie elsewhere, or go, after S has written to one.
bool Reverse::movesLater(const Expr *Vector, const Stmt *S) const {
  const Variable *Root = rootVariable(Vector);
  if (!Root && movesStorage(Vector))
    return true;
  auto Moves = [&](Stmt *Other) {
    bool Found = false;
    auto See = [&](const Expr *E) {
      Found |= isPlace(E) && holdsVector(E->Ty->nonReference()) && Mem->mayAliasEver(E, Vector);
    };
    if (isStore(*Other) || Other->OldSize)
      See(Other->Target);
    if (Other->Exchanges || Other->Mirrors)
      llvm::for_each(Other->Operands, See);
    llvm::for_each(Other->Writes, See);
    return Found || (Root && Other->is(StmtKind::Call) && resizedByCall(C, Other, Root));
  };
  // What came ahead of S does not come again, unless a loop is around both.
  bool Passed = false, Later = false;
  std::function<void(Block &, bool)> Look = [&](Block &Bl, bool Repeats) {
    for (Stmt *Other : Bl.Stmts) {
      Passed |= Other == S;
      Later |= (Passed || Repeats) && Other != S && Moves(Other);
      const bool Around = Other->is(StmtKind::Loop) && Mem->isWithin(S, Other);
      forEachBlock(*Other, [&](Block &Part) { Look(Part, Repeats || Around); });
    }
  };
  Look(const_cast<Block &>(Body), false);
  return Later;
}

/// Whether what S, an assignment, overwrites can be put back as far as its place is concerned.
bool Reverse::mayUndo(const Stmt *S) const {
  const Expr *To = S->Target;
  if (!isStore(*S) || S->OldSize || !To->Ty->nonReference()->isReal() || Mem->reversedWith(S) ||
      llvm::is_contained(Deferred, S) || Follows.count(S) || isShadowRooted(To) ||
      (To->is(ExprKind::Variable) && analysis::isScalarVariable(To->Var)))
    return false;
  bool Plain = true;
  // Pointers that change would have to be recorded, too.
  if (const Expr *Pointer = rootVariable(To) ? nullptr : rootPointer(To))
    Plain = isKnownThroughout(Pointer, {}, /*Place=*/false);
  walk(To, [&](const Expr *E) {
    Plain &= !E->is(ExprKind::Opaque) && !E->is(ExprKind::Conditional) &&
             !(E->Ty->nonReference()->IsVector && movesLater(E, S));
    return Plain;
  });
  const Variable *Root = rootVariable(To);
  if (Root && !Root->Ty->isReference())
    return Plain && Root->Kind == Storage::Local && !Root->Static && Mem->lives(Root, S);
  return Plain;
}

/// Whether S may write to memory that the caller sees.
bool Reverse::mayReachCaller(const Stmt *S) const {
  const Variable *Root = rootVariable(S->Target);
  if (Root)
    return Root->Ty->isReference() || Root->Kind != Storage::Local;
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  const Expr *Pointer = rootPointer(S->Target);
  return !Pointer || Mem->leadsTo(Pointer, Locals) ||
         llvm::any_of(Locals, [&](const Variable *V) { return !Mem->lives(V, S); });
}

/// What S, which stands in Path, may be undone with: itself, and the loops around it that do not
/// change its place, up to the first that reads what it spoils.
static llvm::SmallVector<Stmt *, 4>
candidates(Stmt *S, llvm::ArrayRef<Stmt *> Path,
           llvm::function_ref<bool(Stmt &, llvm::ArrayRef<const Expr *>)> Stays) {
  llvm::SmallVector<Stmt *, 4> Found{S};
  llvm::SmallVector<const Expr *, 4> Asked;
  forEachPartOfAddress(S->Target, [&](const Expr *E) { Asked.push_back(E); });
  for (Stmt *Loop : llvm::reverse(Path)) {
    if (Loop->is(StmtKind::Block))
      continue;
    if (!Loop->is(StmtKind::Loop) || !Stays(*Loop, Asked))
      break;
    const analysis::CountedLoop L = *analysis::countedLoop(*Loop);
    Asked.append({L.First, L.Bound});
    Found.push_back(Loop);
  }
  return Found;
}

/// How many numbers an iteration of Loop may record.
double Reverse::recordsOf(const Stmt &Loop) const {
  double Count = 0;
  std::function<void(const Block &, double)> Look = [&](const Block &Bl, double Times) {
    for (Stmt *S : Bl.Stmts) {
      const bool IsActive = (S->Target && Active->active(S->Target)) ||
                            (S->is(StmtKind::Declare) && Active->active(S->Var));
      llvm::SmallVector<const Expr *, 8> Known;
      if (IsActive && S->Value && S->Value->Ty->isReal())
        forEachPlace(S->Value, nullptr, /*Top=*/true, [&](const Expr *E, const Expr *Sum) {
          const Expr *Kept = Sum ? Sum : E;
          if (!adjointReads(S->Value, E) ||
              llvm::any_of(Known, [&](const Expr *Other) { return equal(Other, Kept); }))
            return;
          Known.push_back(Kept);
          Count += Times;
        });
      const double Inner = Times * (S->is(StmtKind::Loop) ? trips(*S) : 1);
      forEachBlock(*S, [&](Block &Part) { Look(Part, Inner); });
    }
  };
  Look(Loop.Then, 1);
  return Count;
}

void Reverse::chooseUndone() {
  const bool Whole = Forward.Kind == Variant::Reverse || Forward.Kind == Variant::AtOnce;
  // What gives the same bits by running again records instead, and goes through loops as it must.
  if (Detached || NeedsGoto || Depth || !C.enabled("restore") || !Whole || C.keepsOrder())
    return;
  // 1. Assignments, and what adjoints read that will have changed.
  std::vector<Store> Stores;
  std::vector<Read> Reads;
  llvm::DenseMap<const Stmt *, size_t> IndexOf;
  llvm::SmallVector<Stmt *, 8> Path;
  bool Again = false;
  std::vector<std::pair<Stmt *, double>> Reading; // statements, and how often they run
  std::vector<llvm::SmallVector<Stmt *, 8>> PathOf;
  struct Candidate { // a loop that may be run again
    Stmt *Loop;
    double Times;
    llvm::SmallVector<Stmt *, 8> Path;
  };
  std::vector<Candidate> Rerun;
  std::function<void(Block &, double)> Look = [&](Block &Bl, double Times) {
    for (Stmt *S : Bl.Stmts) {
      Again |= Plans[S].Again != nullptr;
      const bool AtOnce = llvm::any_of(Path, [&](Stmt *L) { return isReversedAtOnce(L); });
      if (!AtOnce && isStore(*S) && mayUndo(S)) {
        IndexOf[S] = Stores.size();
        Stores.push_back({S, {Path.begin(), Path.end()}, {}, Times});
      }
      const bool IsActive = (S->Target && Active->active(S->Target)) ||
                            (S->is(StmtKind::Declare) && Active->active(S->Var));
      if (!AtOnce && IsActive && S->Value && S->Value->Ty->isReal()) {
        Reading.push_back({S, Times});
        PathOf.push_back(Path);
      }
      if (RunsAgain.contains(S))
        Rerun.push_back({S, Times * trips(*S), Path});
      Path.push_back(S);
      forEachBlock(*S, [&](Block &Part) {
        const bool Repeats = S->is(StmtKind::Loop) && &Part != &S->Init;
        Look(Part, Times * (Repeats ? trips(*S) : 1));
      });
      Path.pop_back();
    }
  };
  Look(Body, 1);
  if (Again || Stores.empty())
    return;
  llvm::IntEqClasses Groups(Stores.size());
  for (size_t I = 0; I < Reading.size(); ++I) {
    Stmt *S = Reading[I].first;
    llvm::SmallVector<const Held *, 4> Copies;
    for (Stmt *Outer : PathOf[I]) {
      const bool Body = Outer->is(StmtKind::Loop);
      Arounds.push_back({Body ? Outer : nullptr, {}, {}, 0});
      if (auto It = Holds.find(Outer); It != Holds.end())
        for (const Held &H : It->second)
          Copies.push_back(&H);
    }
    llvm::SmallVector<const Expr *, 8> Known; // what is kept for S
    forEachPlace(S->Value, nullptr, /*Top=*/true, [&](const Expr *E, const Expr *Sum) {
      if ((E->is(ExprKind::Variable) && analysis::isScalarVariable(E->Var)) || isHeld(E, Copies) ||
          !adjointReads(S->Value, E))
        return;
      Read R{S, E, {}};
      if (!Mem->spoilers(E, S, R.Spoilers) || R.Spoilers.empty() ||
          !llvm::all_of(R.Spoilers, [&](const Stmt *W) { return IndexOf.count(W); }))
        return;
      const Expr *Kept = Sum ? Sum : E;
      const size_t First = IndexOf.lookup(R.Spoilers.front());
      for (const Stmt *W : R.Spoilers) {
        Groups.join(First, IndexOf.lookup(W));
        Stores[IndexOf.lookup(W)].Spoils = true;
      }
      if (llvm::none_of(Known, [&](const Expr *Other) { return equal(Other, Kept); })) {
        double Times = Reading[I].second;
        if (C.enabled("hold"))
          for (const Around &A : sameIn(Kept))
            Times /= trips(*A.Loop);
        Stores[First].Spared += Times;
        Known.push_back(Kept);
      }
      Reads.push_back(std::move(R));
    });
    Arounds.clear();
  }
  // A loop is run again, and records nothing, where all that it reads is as it was, or has a copy.
  for (const Candidate &Again : Rerun) {
    Stmt *Loop = Again.Loop;
    std::vector<Read> Gone;
    std::vector<Held> Copied;
    llvm::SmallVector<const Held *, 4> Known;
    for (const Stmt *Outer : llvm::concat<Stmt *const>(Again.Path, llvm::ArrayRef(Loop)))
      if (auto It = Holds.find(Outer); It != Holds.end())
        for (const Held &H : It->second)
          Known.push_back(&H);
    const bool All = eachReadOfAgain(Loop, [&](Stmt *S, const Expr *E) {
      if (isHeld(E, Known))
        return true;
      Read R{S, E, {}};
      const bool Undoable =
          Mem->spoilers(E, S, R.Spoilers) &&
          llvm::all_of(R.Spoilers, [&](const Stmt *W) { return IndexOf.count(W); });
      if (!Undoable)
        return copyForAgain(E, S, Loop, Copied);
      if (!R.Spoilers.empty())
        Gone.push_back(std::move(R));
      return true;
    });
    const double Records = recordsOf(*Loop);
    if (!All || 2 * double(Copied.size()) > Records)
      continue;
    for (Held &H : Copied)
      hold(Loop, std::move(H));
    for (Read &R : Gone) {
      const size_t First = IndexOf.lookup(R.Spoilers.front());
      for (const Stmt *W : R.Spoilers) {
        Groups.join(First, IndexOf.lookup(W));
        Stores[IndexOf.lookup(W)].Spoils = true;
      }
      Stores[First].Spared += Records * Again.Times / double(Gone.size());
      Reads.push_back(std::move(R));
    }
  }
  // 2. What each is undone with.
  for (Store &W : Stores)
    W.With = candidates(W.S, W.Path, [&](Stmt &Loop, llvm::ArrayRef<const Expr *> Asked) {
      const VariableSet Varies = variesIn(Loop);
      // What a loop that runs once has stored, no later iteration spoils: its adjoint may read it.
      return trips(Loop) > 1 && isStraight(Loop) &&
             llvm::all_of(Asked, [&](const Expr *E) { return staysIn(E, Loop, Varies); }) &&
             llvm::none_of(Reads, [&](const Read &R) {
               return Mem->isWithin(R.S, &Loop) && llvm::is_contained(R.Spoilers, W.S) &&
                      Mem->mayMeetIn(Loop, R.Place, R.S, W.S->Target, W.S);
             });
    });
  // 3. Which groups are worth it.
  Groups.compress();
  for (unsigned Group = 0; Group < Groups.getNumClasses(); ++Group) {
    llvm::SmallVector<size_t, 4> Members;
    for (size_t I = 0; I < Stores.size(); ++I)
      if (Groups[I] == Group && Stores[I].Spoils)
        Members.push_back(I);
    if (Members.empty())
      continue;
    llvm::stable_sort(Members, [&](size_t I, size_t J) { // those first that come to more elements
      return Stores[I].Path.size() < Stores[J].Path.size();
    });
    double Kept = 0, Spared = 0;
    bool Possible = true;
    std::vector<EndValue> Ends;
    for (size_t I : Members) {
      const Store &W = Stores[I];
      double Times = W.Times;
      for (const Stmt *Loop : llvm::drop_begin(W.With))
        Times /= trips(*Loop);
      // What it computes would be read there.
      const bool Costly = W.S->Value->is(ExprKind::Primitive) && keepsResult(W.S);
      Kept += Times * (Costly ? 2 : 1);
      Spared += W.Spared;
      if (mayReachCaller(W.S))
        Possible &= addEndValue(W.S, W.Path, Ends);
    }
    for (const EndValue &E : Ends)
      Kept += E.Times;
    if (!Possible || Spared < 1.5 * Kept)
      continue;
    for (size_t I : Members)
      Stores[I].Chosen = true;
    for (EndValue &E : Ends)
      EndValues.push_back(std::move(E));
  }
  // 4. All that may change an element in a loop is undone with that loop, or each by itself.
  llvm::erase_if(Stores, [](const Store &W) { return !W.Chosen; });
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Store &W : Stores)
      for (Store &Other : Stores) {
        const Stmt *With = W.With.back();
        if (With == Other.With.back() || !Mem->isWithin(Other.S, With) || With == W.S ||
            !Mem->mayMeetIn(*With, W.S->Target, W.S, Other.S->Target, Other.S))
          continue;
        W.With.pop_back();
        Changed = true;
        break;
      }
  }
  for (const Store &W : Stores) {
    Mem->undone(W.S, W.With.back());
    for (Stmt *Loop : llvm::reverse(llvm::ArrayRef(W.With).drop_front()))
      Arounds.push_back({Loop, {}, {}, 0});
    Undoes.push_back({W.S, W.With.back(), firstTests(Arounds)});
    Arounds.clear();
  }
}

/// Adds what puts back what the assignments that are undone with S have overwritten: to Ahead, the
/// forward sweep, the declarations; to Back, the reverse sweep.
void Reverse::undo(const Stmt *S, Block &Ahead, Block &Back) {
  llvm::SmallVector<const Undo *, 2> Done;
  for (const Undo &U : Undoes) {
    const Expr *To = U.S->Target;
    const bool Twice = llvm::any_of(Done, [&](const Undo *Other) {
      return equal(Other->S->Target, To) && (!Other->Runs || equal(Other->Runs, U.Runs));
    });
    if (U.With != S || Twice)
      continue;
    Done.push_back(&U);
    const Type *T = To->Ty->nonReference();
    Variable *Old = local(nameFor(To), T, /*Const=*/true);
    Old->Temporary = true;
    Stmt *D = B.declare(Old, U.Runs ? B.conditional(U.Runs, To, B.number(0, T)) : To);
    D->Loc = S->Loc;
    Mem->insertedBefore(D, S);
    Ahead.add(D);
    Block PutsBack;
    PutsBack.add(B.assign(To, B.var(Old)));
    if (U.Runs)
      Back.add(B.ifThen(U.Runs, std::move(PutsBack)));
    else
      Back.append(PutsBack);
  }
}

//===-- What the caller sees in the end ----------------------------------------===//

/// Whether E has the same value wherever in the function it is evaluated, but for the counters of
/// the loops in Nest. Place: what is at E itself does not matter.
bool Reverse::isKnownThroughout(const Expr *E, llvm::ArrayRef<Stmt *> Nest, bool Place) const {
  if (Place) {
    bool Known = true;
    forEachPartOfAddress(E,
                         [&](const Expr *Part) { Known &= isKnownThroughout(Part, Nest, false); });
    const Variable *Root = rootVariable(E);
    return Known && !(Root && Root->Kind == Storage::Local && !Mem->atFunctionLevel(Root));
  }
  bool Known = true;
  walk(E, [&](const Expr *Sub) {
    Known &= !Sub->is(ExprKind::Opaque) && !Sub->is(ExprKind::Primitive);
    if (Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var)) {
      const Variable *V = Sub->Var;
      const bool Counts = llvm::any_of(
          Nest, [&](const Stmt *Loop) { return analysis::countedLoop(*Loop)->Counter == V; });
      Known &=
          Counts || (!Killed.contains(V) && (V->Kind != Storage::Local || Mem->atFunctionLevel(V)));
    } else if (isPlace(Sub) && !Sub->Ty->isArray() && !Sub->Ty->nonReference()->isRecord()) {
      Known &= !Mem->mayWrite(Body, Sub);
    }
    return Known;
  });
  return Known;
}

/// Whether E comes to Place whatever its conditions say.
static bool comesTo(const Expr *E, const Expr *Place) {
  if (equal(E, Place))
    return true;
  bool Comes = false;
  if (E->is(ExprKind::AddressOf)) { // of a place that nobody comes to
    forEachPartOfAddress(E->operand(), [&](const Expr *Part) { Comes |= comesTo(Part, Place); });
    return Comes;
  }
  const bool First = E->is(ExprKind::Conditional) ||
                     (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"));
  return llvm::any_of(llvm::ArrayRef(E->Operands).take_front(First ? 1 : E->Operands.size()),
                      [&](const Expr *Op) { return comesTo(Op, Place); });
}

/// Whether the statements of Bl, not counting what stands in branches and loops, come to Place.
static bool comesTo(const Block &Bl, const Expr *Place) {
  return llvm::any_of(Bl.Stmts, [&](const Stmt *S) {
    bool Comes = false;
    if (!S->is(StmtKind::Loop) && !S->is(StmtKind::Switch))
      forEachExpr(*S, [&](const Expr *E) { Comes |= comesTo(E, Place); });
    return Comes;
  });
}

/// Whether E depends on the counter of one of Loops.
static bool dependsOn(const Expr *E, llvm::ArrayRef<Stmt *> Loops) {
  return llvm::any_of(
      Loops, [E](const Stmt *Loop) { return mentions(E, analysis::countedLoop(*Loop)->Counter); });
}

/// Whether the ends of a loop that stands in Loop, one of Path, and that do not depend on the
/// counters of Nest, can perhaps only be asked for where Loop runs.
static bool endMayFailBehind(const Stmt *Loop, llvm::ArrayRef<Stmt *> Path,
                             llvm::ArrayRef<Stmt *> Nest) {
  const llvm::ArrayRef<Stmt *> Behind = Path.drop_front(llvm::find(Path, Loop) - Path.begin() + 1);
  return llvm::any_of(Behind, [Nest](const Stmt *Inner) {
    const analysis::CountedLoop L = *analysis::countedLoop(*Inner);
    return llvm::any_of(std::array{L.First, L.Bound}, analysis::mayFail) &&
           !dependsOn(L.First, Nest) && !dependsOn(L.Bound, Nest);
  });
}

/// Adds what tells how to copy what S, which stands in Path, has assigned in the end; returns
/// whether that can be told.
bool Reverse::addEndValue(const Stmt *S, llvm::ArrayRef<Stmt *> Path, std::vector<EndValue> &Ends) {
  constexpr size_t Deep = 3; // as many subscripts as tape::array has
  bool Ok = llvm::all_of(Body.Stmts, [&](const Stmt *Each) {
    bool Calls = false;
    Block Alone;
    Alone.add(const_cast<Stmt *>(Each));
    walk(Alone, [&](Stmt *In) { Calls |= In->is(StmtKind::Call); }); // may throw on the way back
    return !Calls && jumpsIn(Each).empty();
  });
  // 1. In terms of counters and numbers that do not change.
  llvm::DenseMap<const Variable *, const Expr *> Definitions;
  for (const Stmt *Outer : Path)
    if (Outer->is(StmtKind::Loop))
      for (const Stmt *D : Outer->Then.Stmts)
        if (D->is(StmtKind::Declare) && D->Value && D->Var->Ty->isInteger() &&
            analysis::isScalarVariable(D->Var) && !Killed.contains(D->Var))
          Definitions[D->Var] = D->Value;
  std::function<const Expr *(const Expr *)> Defined = [&](const Expr *E) {
    return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
      const Expr *Is = Sub->is(ExprKind::Variable) ? Definitions.lookup(Sub->Var) : nullptr;
      return Is ? Defined(Is) : nullptr;
    });
  };
  EndValue End{Defined(S->Target), {}, {}, 1};
  // 2. The loops that come to all of these elements.
  VariableSet Asked;
  forEachPartOfAddress(End.Place, [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Variable))
        Asked.insert(Sub->Var);
      return true;
    });
  });
  for (Stmt *Outer : Path)
    if (Outer->is(StmtKind::Loop))
      End.Path.push_back(Outer);
  const bool Seen = llvm::any_of(Ends, [&](const EndValue &Other) {
    return equal(Other.Place, End.Place) && Other.Path.size() <= End.Path.size() &&
           llvm::equal(Other.Path, llvm::ArrayRef(End.Path).take_front(Other.Path.size()));
  });
  if (Seen)
    return true;
  const Stmt *Innermost = End.Path.empty() ? nullptr : End.Path.back();
  for (Stmt *Outer : Path) {
    const bool Anyway = Outer->is(StmtKind::If) && Innermost && Mem->isWithin(Outer, Innermost) &&
                        comesTo(Innermost->Then, S->Target); // each iteration does
    if (Outer->is(StmtKind::Block) || Anyway)
      continue;
    if (!Outer->is(StmtKind::Loop) || !isStraight(*Outer))
      return false;
    if (Asked.contains(analysis::countedLoop(*Outer)->Counter)) {
      End.Nest.push_back(Outer);
      End.Times *= trips(*Outer);
    }
  }
  Ok &= End.Nest.size() <= Deep && isKnownThroughout(End.Place, End.Nest, /*Place=*/true);
  for (const Stmt *Outer : End.Path) {
    const analysis::CountedLoop L = *analysis::countedLoop(*Outer);
    const llvm::ArrayRef<Stmt *> Nest = llvm::is_contained(End.Nest, Outer)
                                            ? llvm::ArrayRef<Stmt *>()
                                            : llvm::ArrayRef<Stmt *>(End.Nest);
    Ok &= isKnownThroughout(L.First, Nest, false) && isKnownThroughout(L.Bound, Nest, false);
    // What can only be asked where a loop runs that some elements are in.
    const bool Here = dependsOn(L.First, End.Nest) || dependsOn(L.Bound, End.Nest);
    Ok &= !Here || llvm::is_contained(End.Nest, Outer) ||
          !endMayFailBehind(Outer, End.Path, End.Nest);
  }
  if (Ok)
    Ends.push_back(std::move(End));
  return Ok;
}

/// To Save, between the sweeps, the copies of what the primal leaves; to Back, behind them, what
/// puts it there.
void Reverse::keepEndValues(Block &Save, Block &Back) {
  Variable *Ends = nullptr; // a tape of their own
  for (EndValue &End : EndValues) {
    const Type *T = End.Place->Ty->nonReference();
    for (size_t I = 0; I < End.Nest.size(); ++I)
      T = M.pointer(T, false);
    Variable *Copy = local(nameFor(End.Place) + "_end", T, /*Const=*/End.Nest.empty());
    Copy->Subscripts = End.Nest.size();
    // 1. All loops must run, those of the nest, too, ahead of what can only be asked then; how far
    // one runs may depend on the element.
    const Expr *Runs = nullptr, *RunsHere = nullptr;
    for (Stmt *Loop : End.Path) {
      if (llvm::is_contained(End.Nest, Loop) && !endMayFailBehind(Loop, End.Path, End.Nest))
        continue;
      const Expr *Test = firstTests(Around{Loop, {}, {}});
      const bool Here = Test && dependsOn(Test, End.Nest);
      const Expr *&All = Here ? RunsHere : Runs;
      if (Test)
        All = All ? B.binary("&&", All, Test, M.boolType()) : Test;
    }
    if (End.Nest.empty()) {
      Save.add(B.declare(Copy, Runs ? B.conditional(Runs, End.Place, B.number(0, T)) : End.Place));
    } else {
      // What lies on the tape is taken back before this is.
      if (!Ends)
        Save.add(B.declare(Ends = local("end_values", M.opaque("ad::tape"))));
      std::vector<const Expr *> Operands{B.var(Ends)};
      std::string Counts;
      for (const Stmt *Loop : End.Nest) {
        Counts += (Counts.empty() ? "$" : ", $") + std::to_string(Operands.size());
        analysis::CountedLoop L = *analysis::countedLoop(*Loop);
        L.Bound = endOf(L);
        const Expr *Count = tripCount(L);
        if (Runs && analysis::mayFail(Count))
          Count = B.conditional(Runs, Count, B.literal("0", Count->Ty));
        Operands.push_back(Count);
      }
      const std::string Text =
          "$0.array<" + spell(End.Place->Ty->nonReference()) + ">(" + Counts + ")";
      Save.add(B.declare(Copy, B.opaque(Text, T, Operands)));
    }
    // 2. Once for each sweep, with counters of its own.
    auto Along = [&](bool Saves) {
      Block Whole;
      Block *Into = &Whole;
      llvm::DenseMap<const Variable *, Variable *> Counters;
      auto Own = [&](const Expr *E) {
        return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
          Variable *K = Sub->is(ExprKind::Variable) ? Counters.lookup(Sub->Var) : nullptr;
          return K ? B.var(K) : nullptr;
        });
      };
      const Expr *InCopy = B.var(Copy);
      for (const Stmt *Loop : End.Nest) {
        const analysis::CountedLoop L = *analysis::countedLoop(*Loop);
        Variable *K = local(L.Counter->Name, L.Counter->Ty);
        Counters[L.Counter] = K;
        Stmt *Each = M.stmt(StmtKind::Loop, Loop->Loc);
        Each->Init.add(B.declare(K, L.First));
        Each->Value = Own(Loop->Value);
        Each->Step = clone(M, Loop->Step);
        for (Stmt *Step : Each->Step.Stmts)
          rewrite(M, *Step, [&](const Expr *E) -> const Expr * {
            return isVariable(E, L.Counter) ? B.var(K) : nullptr;
          });
        InCopy = B.subscript(InCopy, Own(indexIn(L)));
        Into->add(Each);
        Into = &Each->Then;
      }
      const Expr *Place = Own(End.Place);
      Stmt *Copies = Saves ? B.assign(InCopy, Place) : B.assign(Place, InCopy);
      if (RunsHere) {
        Block Alone;
        Alone.add(Copies);
        Copies = B.ifThen(Own(RunsHere), std::move(Alone));
      }
      Into->add(Copies);
      if (Runs)
        (Saves ? Save : Back).add(B.ifThen(Runs, std::move(Whole)));
      else
        (Saves ? Save : Back).append(Whole);
    };
    if (!End.Nest.empty())
      Along(/*Saves=*/true);
    Along(/*Saves=*/false);
  }
}
