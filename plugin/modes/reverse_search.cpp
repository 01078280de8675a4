//===- modes/reverse_search.cpp - what a search has found -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that looks for the nearest of many keeps what it found last. Only that iteration has an
// influence, so it is run once more behind the loop, and the loop itself carries no derivative:
//
//   for (int i = 0; i < n; ++i) {        bool found = false;
//     double d = f(x[i]);                int i_found = 0;
//     if (d < least) {                   double least_found = least;
//       least = d;                       for (int i = 0; i < n; ++i) {
//       hit = i;                           double d = f(x[i]);
//     }                                    if (d < least_found) {
//   }                                        least_found = d;
//                                            found = true;
//                                            i_found = i;
//                                            hit = i;
//                                          }
//                                        }
//                                        if (found) {
//                                          double d = f(x[i_found]);
//                                          least = d;  // which the loop knows: least_found
//                                        }
//
// A plain running extreme is left to core/simplify_last.cpp, for which nothing is run twice.
//
// 1. What is found: active numbers, or objects of numbers, that the loop sets in one branch alone,
//    and otherwise reads for conditions at most.
// 2. The way to the branch: the blocks of branches and counted loops around it. Of the statements
//    ahead of it, those count that make what the branch stores; jumps were not taken.
// 3. These read nothing that the loop changes, other than variables of the iteration's own and
//    counters. Then they give the same again.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {
using Variables = llvm::DenseSet<const Variable *>;

/// A block on the way to the branch, and where in it the way goes on; the branch itself comes last.
struct Step {
  Block *In;
  size_t At;
};

/// A branch in which something is found, and how to do again what it does.
struct Finding {
  llvm::SmallVector<Step, 4> Way;
  llvm::SmallVector<const Variable *, 2> Counters; ///< of the loops on the way
  llvm::SetVector<const Variable *> Found;
  Block Again; ///< statements on the way that count, in order
};

/// Looks at one loop.
class Search {
public:
  Search(Stmt *Loop, llvm::function_ref<bool(const Variable *)> MayBeFound,
         llvm::function_ref<bool(const Variable *)> IsActive)
      : Loop(Loop), MayBeFound(MayBeFound), IsActive(IsActive) {}
  /// The first branch in which something is found.
  std::optional<Finding> find();

private:
  bool look(Block &Bl, Finding &So);
  bool take(Finding &F) const;
  bool isOwn(const Variable *V) const { return Own.contains(V); }
  bool isControlAlone(const Variable *V, const Block *Branch) const;
  bool needs(const Stmt &S, const Variables &Readable, Variables &Needed) const;

  Stmt *Loop;
  llvm::function_ref<bool(const Variable *)> MayBeFound, IsActive;
  Variables Own, Changed; ///< declared in the loop; assigned in it
};
} // namespace

static bool isStoreTo(const Stmt &S, const Variable *V) {
  return S.Target && rootVariable(S.Target) == V;
}

/// Whether Target is a variable, or a member of one.
static bool isNamed(const Expr *Target) {
  while (Target->is(ExprKind::Member) || Target->is(ExprKind::BaseOf))
    Target = Target->operand();
  return Target->is(ExprKind::Variable);
}

static bool hasJump(const Stmt &S) {
  bool Jumps = S.is(StmtKind::Break) || S.is(StmtKind::Continue) || S.is(StmtKind::Return);
  forEachBlock(const_cast<Stmt &>(S), [&](Block &Bl) {
    for (const Stmt *Inner : Bl.Stmts)
      Jumps |= hasJump(*Inner);
  });
  return Jumps;
}

/// Whether all that the loop does with V, outside of Branch, is to ask for it in conditions, or to
/// make of it what carries no derivative.
bool Search::isControlAlone(const Variable *V, const Block *Branch) const {
  bool Ok = true;
  walk(Loop->Then, [&](Stmt *S) {
    const bool Control = S->is(StmtKind::If) || S->is(StmtKind::Loop) || S->is(StmtKind::Switch);
    const Variable *To = S->is(StmtKind::Declare) ? S->Var
                         : S->Target              ? rootVariable(S->Target)
                                                  : nullptr;
    const bool Passive = To && isOwn(To) && !To->Ty->isPointer() && !IsActive(To);
    forEachExpr(*S, [&](const Expr *E) {
      const bool Stored = E == S->Target && isStoreTo(*S, V);
      Ok &= Control || Passive || Stored || !mentions(E, V);
    });
  });
  for (const Stmt *S : Branch->Stmts)
    if (isStoreTo(*S, V))
      Ok &= S->is(StmtKind::Assign) && isNamed(S->Target) && !S->OldSize;
  return Ok;
}

/// Adds what S reads to Needed; false if it cannot be read again.
bool Search::needs(const Stmt &S, const Variables &Readable, Variables &Needed) const {
  bool Ok = true;
  auto See = [&](const Stmt &T) {
    const Variable *To = T.Target ? rootVariable(T.Target) : nullptr;
    forEachExpr(T, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (!Sub->is(ExprKind::Variable) || (E == T.Target && Sub->Var == To))
          return true;
        if (isOwn(Sub->Var)) {
          Ok &= Readable.contains(Sub->Var) && !Sub->Var->Static;
          Needed.insert(Sub->Var);
        } else {
          Ok &= !Changed.contains(Sub->Var);
        }
        return true;
      });
    });
  };
  See(S);
  forEachBlock(const_cast<Stmt &>(S),
               [&](Block &Bl) { walk(Bl, [&](Stmt *Inner) { See(*Inner); }); });
  return Ok;
}

/// Collects what is to be done again for what the branch at the end of the way finds.
bool Search::take(Finding &F) const {
  // What an inner loop on the way hands on from one of its iterations to the next is no more what
  // it was: of each block, what it declares counts, and what is only changed in it.
  Variables Readable(F.Counters.begin(), F.Counters.end());
  std::vector<Stmt *> Ahead;
  for (const Step &At : F.Way) {
    const bool Last = &At == &F.Way.back();
    for (size_t I = 0; I < (Last ? At.In->Stmts.size() : At.At); ++I) {
      Stmt *S = At.In->Stmts[I];
      Ahead.push_back(S);
      if (S->is(StmtKind::Declare))
        Readable.insert(S->Var);
    }
  }
  for (size_t I = 0; I + 1 < F.Way.size(); ++I) {
    const Stmt *Through = F.Way[I].In->Stmts[F.Way[I].At];
    if (!Through->is(StmtKind::Loop))
      continue;
    Variables Carried, Inside;
    analysis::assignedVariables(*Through, Carried);
    walk(Through->Then, [&](Stmt *S) {
      if (S->is(StmtKind::Declare))
        Inside.insert(S->Var);
    });
    for (const Variable *V : Carried)
      if (!Inside.contains(V) && !llvm::is_contained(F.Counters, V))
        Readable.erase(V);
  }
  // Inner declarations of what is done again as a whole.
  for (const Stmt *S : Ahead)
    forEachBlock(*const_cast<Stmt *>(S), [&](Block &Bl) {
      walk(Bl, [&](Stmt *Inner) {
        if (Inner->is(StmtKind::Declare))
          Readable.insert(Inner->Var);
      });
    });
  Variables Needed;
  std::vector<Stmt *> Again;
  bool Finds = false;
  for (Stmt *S : llvm::reverse(Ahead)) {
    const Variable *To = S->Target ? rootVariable(S->Target) : nullptr;
    Variables Assigned;
    analysis::assignedVariables(*S, Assigned);
    const bool Finding = To && F.Found.contains(To);
    Finds |= Finding;
    const bool Counts =
        Finding || (S->is(StmtKind::Declare) && Needed.contains(S->Var)) ||
        llvm::any_of(Assigned, [&](const Variable *V) { return Needed.contains(V); });
    if (!Counts || !Finds)
      continue;
    // A branch that leaves the iteration was not taken; others with jumps are not understood.
    if (hasJump(*S)) {
      if (S->is(StmtKind::If) && S->Else.empty() && !S->Then.empty() &&
          (S->Then.Stmts.back()->is(StmtKind::Break) ||
           S->Then.Stmts.back()->is(StmtKind::Continue)))
        continue;
      return false;
    }
    if (!Finding && llvm::any_of(Assigned, [&](const Variable *V) { return !isOwn(V); }))
      return false;
    if (!needs(*S, Readable, Needed))
      return false;
    Again.push_back(S);
  }
  F.Again.Stmts.assign(Again.rbegin(), Again.rend());
  llvm::erase_if(F.Counters, [&](const Variable *V) { return !Needed.contains(V); });
  return Finds;
}

bool Search::look(Block &Bl, Finding &So) {
  So.Way.push_back({&Bl, 0});
  for (const Stmt *S : Bl.Stmts) {
    const Variable *V = S->Target && So.Way.size() > 1 ? rootVariable(S->Target) : nullptr;
    if (!V || isOwn(V) || !MayBeFound(V))
      continue;
    size_t Here = 0, All = 0;
    for (const Stmt *Other : Bl.Stmts)
      Here += isStoreTo(*Other, V);
    walk(Loop->Then, [&](Stmt *Other) { All += isStoreTo(*Other, V); });
    if (Here == All && isControlAlone(V, &Bl))
      So.Found.insert(V);
  }
  // It is found as a whole: no jump comes in between.
  bool Begun = false, Jumps = false, Whole = true;
  for (const Stmt *S : Bl.Stmts) {
    const bool Finds = S->Target && So.Found.contains(rootVariable(S->Target));
    Whole &= !Finds || !Jumps;
    Begun |= Finds;
    Jumps |= Begun && hasJump(*S);
  }
  const llvm::SmallVector<const Variable *, 2> Counters = So.Counters;
  if (!So.Found.empty() && Whole && take(So))
    return true;
  So.Found.clear();
  So.Counters = Counters;
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    So.Way.back().At = I;
    if (S->is(StmtKind::Loop)) {
      const std::optional<analysis::CountedLoop> Counted = analysis::countedLoop(*S);
      if (!Counted || S->Init.Stmts.size() != 1)
        continue;
      So.Counters.push_back(Counted->Counter);
      if (look(S->Then, So))
        return true;
      So.Counters = Counters;
    } else if (S->is(StmtKind::If) || S->is(StmtKind::Block)) {
      for (Block *Part : {&S->Then, &S->Else})
        if (look(*Part, So))
          return true;
    }
  }
  So.Way.pop_back();
  return false;
}

std::optional<Finding> Search::find() {
  const std::optional<analysis::CountedLoop> Counted = analysis::countedLoop(*Loop);
  if (!Counted || Loop->Init.Stmts.size() != 1 || !isQuiet(Loop->Then))
    return std::nullopt;
  Own.insert(Counted->Counter);
  bool Ok = true;
  walk(Loop->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare))
      Own.insert(S->Var);
    Ok &= !S->is(StmtKind::Return) && !S->Checkpoint;
  });
  // All that it changes has a name.
  analysis::assignedVariables(*Loop, Changed);
  walk(Loop->Then, [&](Stmt *S) {
    const Variable *V = S->Target ? rootVariable(S->Target) : nullptr;
    const bool Outside = V && !isOwn(V) && V->Kind == Storage::Local && !V->AddressTaken &&
                         !V->Ty->isReference() && isNamed(S->Target);
    Ok &= !S->Target || Outside || (V && isOwn(V) && !V->Static && !V->Ty->isReference());
  });
  Finding F;
  F.Counters.push_back(Counted->Counter);
  if (!Ok || !look(Loop->Then, F))
    return std::nullopt;
  return F;
}

/// Whether V can be found: a number or an object of numbers that this function knows all about.
static bool isPlainNumber(const Variable *V) {
  const Type *T = V->Ty;
  const bool Object = T->isRecord() && T->TrivialCopy && T->ZeroByBraces && !T->Owns &&
                      !T->IsVector && !T->IsMap && !T->IsUnion && !hasOwnAssignment(T) &&
                      !holdsHandle(T);
  return V->Kind == Storage::Local && !V->AddressTaken && !V->Constant && !V->Static &&
         (T->isReal() || Object);
}

/// Whether there would be more to record than which iteration took the branch last, which is had
/// for less (core/simplify_last.cpp).
static bool pays(const Stmt &Loop, const Finding &F) {
  bool Pays = F.Way.size() > 2 || F.Found.size() > 1 || hasJump(Loop);
  walk(F.Again, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Pays |= Sub->is(ExprKind::Primitive) && Sub->Text != "fabs";
        return !Pays;
      });
    });
  });
  return Pays;
}

/// Makes a search of the loop Bl.Stmts[At], as far as it is one. Returns whether it is.
bool Reverse::runFoundAgain(Block &Bl, size_t At) {
  Stmt *Loop = Bl.Stmts[At];
  auto IsActive = [&](const Variable *V) { return Active->active(V); };
  auto MayBeFound = [&](const Variable *V) {
    return isPlainNumber(V) && !Addressed.contains(V) && Active->active(V);
  };
  std::optional<Finding> F = Search(Loop, MayBeFound, IsActive).find();
  if (!F || !pays(*Loop, *F))
    return false;
  // A number that the loop reads must have been one before.
  bool Starts = true;
  llvm::DenseMap<const Variable *, Variable *> InLoop;
  for (const Variable *V : F->Found) {
    bool Read = false;
    walk(Loop->Then, [&](Stmt *S) {
      forEachExpr(*S, [&](const Expr *E) { Read |= E != S->Target && mentions(E, V); });
    });
    Read |= V->Ty->isRecord(); // of which only a part may be set
    walk(Body, [&](Stmt *S) { Starts &= !Read || S->Var != V || S->Value; });
    InLoop[V] = Read ? const_cast<Variable *>(V) : nullptr;
  }
  if (!Starts)
    return false;

  // 1. What is done again, with the counters as they were.
  std::vector<Stmt *> Before;
  Block Noted;
  Variable *Found = local("found", M.boolType());
  Before.push_back(B.declare(Found, B.literal("false", Found->Ty)));
  Noted.add(B.assign(B.var(Found), B.literal("true", Found->Ty)));
  llvm::DenseMap<const Variable *, Variable *> Map;
  for (const Variable *V : F->Counters) {
    Variable *Last = local(V->Name + "_found", V->Ty);
    Before.push_back(B.declare(Last, B.literal("0", Last->Ty)));
    Noted.add(B.assign(B.var(Last), B.var(const_cast<Variable *>(V))));
    Map[V] = Last;
  }
  Block Again = renamed(F->Again, Map);
  // 2. The loop finds numbers without derivatives; those that it does not read, it need not know.
  Block &Branch = *F->Way.back().In;
  size_t Last = 0;
  for (size_t I = 0; I < Branch.Stmts.size(); ++I)
    if (Branch.Stmts[I]->Target && F->Found.contains(rootVariable(Branch.Stmts[I]->Target)))
      Last = I + 1;
  Branch.Stmts.insert(Branch.Stmts.begin() + Last, Noted.Stmts.begin(), Noted.Stmts.end());
  for (const Variable *V : F->Found) {
    Variable *&Mine = InLoop[V];
    if (!Mine) {
      llvm::erase_if(Branch.Stmts, [V](const Stmt *S) { return isStoreTo(*S, V); });
      continue;
    }
    Mine = local(V->Name + "_found", V->Ty);
    Mine->Constant = true;
    Before.push_back(B.declare(Mine, B.var(const_cast<Variable *>(V))));
  }
  walk(Loop->Then, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      Variable *Mine = E->is(ExprKind::Variable) ? InLoop.lookup(E->Var) : nullptr;
      return Mine ? B.var(Mine) : nullptr;
    });
  });
  // The loop has computed the numbers already, which nobody has to wait for then.
  for (Stmt *S : Again.Stmts) {
    const Variable *V = isStore(*S) ? S->Target->Var : nullptr;
    Variable *Mine = V && S->Target->is(ExprKind::Variable) ? InLoop.lookup(V) : nullptr;
    if (Mine && storesIn(Again, V) == 1)
      AtHand[S] = B.var(Mine);
  }
  C.remark(Loop->Loc, "this loop searches: only the iteration that finds something last is "
                      "reversed, and run once more for that");
  // 3. All together.
  for (Stmt *S : Before)
    S->Loc = Loop->Loc;
  Stmt *If = B.ifThen(B.var(Found), std::move(Again));
  If->Loc = Loop->Loc;
  Bl.Stmts.insert(Bl.Stmts.begin() + At + 1, If);
  Bl.Stmts.insert(Bl.Stmts.begin() + At, Before.begin(), Before.end());
  return true;
}

bool Reverse::runFoundAgain(Block &Bl) {
  bool Any = false;
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    while (S->is(StmtKind::Loop) && runFoundAgain(Bl, I)) {
      I = llvm::find(Bl.Stmts, S) - Bl.Stmts.begin(); // behind what was found, declared
      Any = true;
    }
    forEachBlock(*S, [&](Block &Inner) { Any |= runFoundAgain(Inner); });
  }
  return Any;
}
