//===- modes/reverse_values.cpp - what the reverse sweep has ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What the adjoints read (reverse_reads.cpp), and how it gets there.
//
// 1. A constant of an inner block that is cheap to compute again from what the reverse sweep has
//    is computed again there.
// 2. Branches and loops through which the reverse sweep must come get what it needs to find its
//    way: the condition where it can be tested again afterwards, else a flag; the bounds of counted
//    loops, else a count of iterations.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

void Reverse::readsOf(const Expr *E, VariableSet &Into) const {
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Variable)) {
      Variable *V = Sub->Var;
      if (V->Kind == Storage::Local && !Adjoints.contains(V) && !Temporaries.contains(V))
        Into.insert(V);
    }
    return true;
  });
}

void Reverse::readsOf(const Block &Bl, VariableSet &Into) const {
  walk(Bl, [&](Stmt *S) { forEachExpr(*S, [&](const Expr *E) { readsOf(E, Into); }); });
}

/// Whether the elements of Vector, or of the vector whose adjoint it is, may come to lie elsewhere.
/// Where those lie that the caller of a pair has, the reverse sweep cannot know.
bool Reverse::movesStorage(const Expr *Vector) const {
  bool Moves = (!rootVariable(Vector) && (ResizesBehind || !Resized.empty())) ||
               (Detached && !isShadowRooted(Vector));
  walk(Vector, [&](const Expr *E) {
    if (E->is(ExprKind::Variable)) {
      Moves |= Resized.contains(E->Var);
      for (auto [V, Adjoint] : OnTape)
        Moves |= Adjoint == E->Var && Resized.contains(V);
    }
    return !Moves;
  });
  return Moves;
}

/// Whether E says of a pointer that it is null, or is not.
static bool testsForNull(const Expr *E) {
  return E->is(ExprKind::Binary) && llvm::any_of(E->Operands, [](const Expr *Op) {
           return Op->is(ExprKind::Literal) && Op->Text == "nullptr";
         });
}

/// Whether E is a pointer of the caller's in whose place the reverse sweep of a pair may be given
/// another one, or null: what it leads to is gone, or lies elsewhere.
bool Reverse::isStoodInFor(const Expr *E) const {
  return Detached && E->is(ExprKind::Variable) && E->Var->Kind == Storage::Parameter &&
         E->Ty->isPointer() && !(Shadow.of(E->Var) && E->Ty->Element->isRecord());
}

/// Whether Arg, a place or an address, leads by way of a vector whose elements may come to lie
/// elsewhere.
bool Reverse::leadsToMoved(const Expr *Arg) const {
  bool Moves = false;
  const bool Address = Arg->is(ExprKind::AddressOf);
  for (const Expr *Place = Address ? Arg->operand() : Arg;
       isPlace(Place) && !Place->Operands.empty() && !Moves; Place = Place->operand())
    Moves = Place->is(ExprKind::Subscript) && Place->operand()->Ty->nonReference()->IsVector &&
            movesStorage(Place->operand());
  return Moves;
}

/// Whether E, a number made of two pointers, names where storage is that may come to lie elsewhere
/// before the reverse sweep comes back to At, or be gone: `it - v.begin()`. The reverse sweep of a
/// pair knows no address: the caller may have moved what the forward sweep was given, and a pointer
/// that it recorded may lead to where that was then.
bool Reverse::comparesMovedStorage(const Expr *E, const Stmt *At) const {
  if (!E->is(ExprKind::Binary) || E->Ty->isPointer() || !E->operand(0)->Ty->isPointer() ||
      isShadowRooted(E))
    return false;
  if (Detached && !testsForNull(E))
    return true;
  bool Moves = false;
  auto IsGone = [&](const Variable *V) {
    return V->Kind == Storage::Local && !V->Ty->isReference() && !Adjoints.contains(V) &&
           !Mem->lives(V, At);
  };
  walk(E, [&](const Expr *Sub) {
    const bool Array = isPlace(Sub) && Sub->Ty->isArray();
    const Variable *Root = rootVariable(Sub->is(ExprKind::AddressOf) ? Sub->operand() : Sub);
    Moves |= (Array || Sub->is(ExprKind::AddressOf)) && Root && IsGone(Root);
    Moves |= isStoodInFor(Sub);
    Moves |= Sub->is(ExprKind::AddressOf) && leadsToMoved(Sub);
    return !Moves;
  });
  return Moves;
}

/// Whether E, evaluated when the reverse sweep comes back to At (with the scalars as they were
/// after At), gives what it gave before At. In: when it comes to this block, which holds At.
bool Reverse::stillReadable(const Expr *E, const Stmt *At, const Block *In) const {
  VariableSet Assigned;
  analysis::assignedVariables(*At, Assigned);
  auto StoodInFor = [&](const Expr *Op) { return isStoodInFor(Op); };
  bool Ok = cost(E) <= 16 && !isStoodInFor(E);
  // An address needs its storage, its subscripts and its pointers, not what is stored there.
  std::function<void(const Expr *)> Address;
  auto Within = [&](const Expr *Place) {
    for (const Expr *Op : llvm::drop_begin(Place->Operands))
      Ok &= stillReadable(Op, At, In);
    const Expr *Base = Place->operand();
    if (Base->Ty->isPointer() || !isPlace(Base))
      Ok &= stillReadable(Base, At, In);
    else
      Address(Base);
  };
  Address = [&](const Expr *Place) {
    if (Place->is(ExprKind::Subscript) && Place->operand()->Ty->IsVector)
      Ok &= !movesStorage(Place->operand());
    if (Place->is(ExprKind::Variable)) {
      const Variable *V = Place->Var;
      Ok &= V->Kind != Storage::Local || Adjoints.contains(V) || (!Detached && Mem->lives(V, At));
      return;
    }
    Within(Place);
  };
  walk(E, [&](const Expr *Sub) {
    Ok &= !comparesMovedStorage(Sub, At) &&
          (Sub->Ty->isPointer() || isPlace(Sub) || !llvm::any_of(Sub->Operands, StoodInFor));
    if (Sub->is(ExprKind::AddressOf) && isPlace(Sub->operand())) {
      Address(Sub->operand());
      return false;
    }
    if (Sub->is(ExprKind::Variable) && Sub->Var->Ty->isArray()) {
      Address(Sub);
      return false;
    }
    if (Sub->is(ExprKind::Variable)) {
      Ok &= !Assigned.contains(Sub->Var);
      // A callee that sets the pointer sets its shadow, too.
      Ok &= !(Handles.contains(Sub->Var) && Sub->Ty->isPointer() &&
              (Sub->Var->AddressTaken || Sub->Var->Ty->isReference()));
      if (!analysis::isScalarVariable(Sub->Var) && Sub->Var->Kind != Storage::Global &&
          !Sub->Var->Ty->isArray() && isPlace(Sub))
        Ok &= Mem->stable(Sub, At, /*After=*/false, In);
    } else if (Sub->is(ExprKind::Opaque) && Sub->ReadsMemory) {
      Ok = false;
    } else if (isPlace(Sub) && !Sub->Ty->isArray()) {
      Ok &= Mem->stable(Sub, At, /*After=*/false, In);
      // The root was dealt with as part of the place.
      if (Sub->is(ExprKind::Member) || Sub->is(ExprKind::Subscript)) {
        Within(Sub);
        return false;
      }
    }
    return Ok;
  });
  return Ok;
}

/// Whether E reads memory that is not the function's own, by its name.
static bool readsFromAfar(const Expr *E) {
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    if (!isPlace(Sub))
      return true;
    const Variable *Root = rootVariable(Sub);
    Reads |=
        !Root || Root->Kind == Storage::Global || Root->Ty->IsVector || Root->Ty->isReference();
    return false;
  });
  return Reads;
}

/// The variables of which adjoints read the value.
Reverse::VariableSet Reverse::readByAdjoints() const {
  VariableSet Read;
  for (const auto &Entry : Plans)
    readsOf(Entry.second.Adjoint, Read);
  return Read;
}

/// Whether what S, in Bl, declares is made of a number that would be kept for that alone, such as a
/// sum that is complete, or a read of memory that is overwritten: then the one may be kept instead
/// of the other, and nothing is computed again.
bool Reverse::keptForItAlone(const Stmt &S, const Block &Bl, const VariableSet &Read) const {
  VariableSet Of;
  readsOf(S.Value, Of);
  auto ServesOthers = [&](const Variable *V) {
    return llvm::any_of(Bl.Stmts, [&](const Stmt *Other) {
      return Other != &S && !(Other->is(StmtKind::Declare) && Other->Var == V) &&
             mentions(*Other, V);
    });
  };
  return S.Var->Ty->isReal() && Read.contains(S.Var) && llvm::any_of(Of, [&](const Variable *V) {
           return V->Ty->isReal() && V->Kind == Storage::Local && analysis::isScalarVariable(V) &&
                  !Adjoints.contains(V) && !Read.contains(V) &&
                  (Killed.contains(V) || (!Recomputed.contains(V) && !ServesOthers(V) &&
                                          llvm::any_of(Bl.Stmts, [&](const Stmt *Other) {
                                            return Other->is(StmtKind::Declare) && Other->Var == V;
                                          })));
         });
}

/// What E costs apart from forming subscripts, as the optimiser does in registers from one
/// iteration to the next: an element is read again as soon as a record of it.
static unsigned costOfNumbers(const Expr *E) {
  unsigned Sum = cost(E);
  walk(E, [&](const Expr *Sub) {
    if (!Sub->is(ExprKind::Subscript))
      return true;
    const Expr *Index = Sub->operand(1);
    bool Forms = true;
    walk(Index, [&](const Expr *Part) {
      Forms &= Part->is(ExprKind::Variable) || Part->is(ExprKind::Literal) ||
               Part->is(ExprKind::Cast) ||
               (Part->is(ExprKind::Binary) &&
                (Part->Text == "+" || Part->Text == "-" || Part->Text == "*"));
      return Forms;
    });
    if (Forms)
      Sum -= cost(Index);
    return true;
  });
  return Sum;
}

/// Loop: whose body this is, or null. Read: by adjoints.
void Reverse::chooseRecomputed(Block &Bl, const VariableSet &Read, const Stmt *Loop) {
  // To be kept in registers; the optimiser would read memory again.
  const bool Keeps = Loop && isRecordedByIteration(Loop) && !RunsAgain.contains(Loop) &&
                     isKeptInPlace(Loop) &&
                     llvm::all_of(Bl.Stmts, [&](const Stmt *S) { return jumpsIn(S).empty(); });
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    if (Plans[S].Again)
      continue;
    chooseRecomputed(S->Then, Read, S->is(StmtKind::Loop) ? S : nullptr);
    for (Block *Part : {&S->Setup, &S->Else, &S->Step})
      chooseRecomputed(*Part, Read);
    for (SwitchCase &Case : S->Cases)
      chooseRecomputed(Case.Body, Read);
    if (!S->is(StmtKind::Declare) || !S->Value || !S->Var->Ty->isScalar() ||
        !analysis::isScalarVariable(S->Var) || Killed.contains(S->Var) || Adjoints.contains(S->Var))
      continue;
    if (isOuter(Bl) && !Detached)
      continue; // still there
    const unsigned Most = isPlace(S->Value) ? 16 : 8;
    if (!Plans[S].Adjoint.empty() && cost(S->Value) > Most && costOfNumbers(S->Value) > 8)
      continue;
    if (Keeps && S->Var->Ty->isReal() && !isPlace(S->Value) && readsFromAfar(S->Value))
      continue;
    VariableSet Later;
    for (size_t J = I + 1; J < Bl.Stmts.size(); ++J)
      analysis::assignedVariables(*Bl.Stmts[J], Later);
    bool Ok = stillReadable(S->Value, S, &Bl);
    walk(S->Value, [&](const Expr *E) {
      // Which elements of an array stay as they are is known.
      const Variable *V = E->is(ExprKind::Variable) ? E->Var : nullptr;
      const bool Elements = V && (V->Ty->IsVector || V->Ty->isArray());
      if (V)
        Ok &= (Elements || !Later.contains(V)) &&
              !(Detached && E->Var->Ty->isReference() && E->Ty->isPointer());
      return Ok;
    });
    if (Ok && !keptForItAlone(*S, Bl, Read))
      Recomputed.insert(S->Var);
  }
}

/// Whether Bl sets V ahead of the statement at At, and nothing in between reads what it is then,
/// nor its adjoint does, which goes by the shadow of a pointer: so that the reverse sweep asks for
/// it neither there nor at any place before.
static bool isSetAnew(const Variable *V, const Block &Bl, size_t At,
                      llvm::function_ref<const Block &(const Stmt *)> AdjointOf) {
  while (At-- > 0) {
    Stmt &S = *Bl.Stmts[At];
    bool Asks = false;
    auto See = [&](Stmt *Sub) {
      walk(const_cast<Block &>(AdjointOf(Sub)), [&](Stmt *A) { Asks |= mentions(*A, V); });
    };
    See(&S);
    forEachBlock(S, [&](Block &Inner) { walk(Inner, See); });
    if (Asks)
      return false;
    if ((S.is(StmtKind::Declare) && S.Var == V) ||
        (S.is(StmtKind::Assign) && isVariable(S.Target, V)))
      return true;
    if (mentions(S, V))
      return false;
  }
  return false;
}

/// Whether the branch or loop Bl.Stmts[At] has no adjoint, and what it overwrites nobody asks for:
/// then the reverse sweep need not come through it.
bool Reverse::onlySetsAnew(const Block &Bl, size_t At) {
  Stmt &Whole = *Bl.Stmts[At];
  bool Ok = Whole.is(StmtKind::If) || Whole.is(StmtKind::Loop);
  auto See = [&](const Stmt &S) {
    Plan &P = Plans[&S];
    const bool Control = S.is(StmtKind::If) || S.is(StmtKind::Loop) || S.is(StmtKind::Block) ||
                         S.is(StmtKind::Switch) || S.is(StmtKind::Break) ||
                         S.is(StmtKind::Continue) || S.is(StmtKind::Comment);
    const bool Declares = S.is(StmtKind::Declare) && !Required.contains(S.Var);
    Ok &= P.Adjoint.empty() && !P.Again && (Control || Declares || isStore(S));
    if (Ok && isStore(S))
      if (const Variable *V = S.Target->is(ExprKind::Variable) ? S.Target->Var : nullptr;
          V && Required.contains(V))
        Ok &= isSetAnew(V, Bl, At,
                        [&](const Stmt *Sub) -> const Block & { return Plans[Sub].Adjoint; });
  };
  if (!Ok)
    return false;
  See(Whole);
  forEachBlock(Whole, [&](Block &Inner) {
    if (Ok)
      walk(Inner, [&](Stmt *Sub) { See(*Sub); });
  });
  return Ok && jumpsIn(&Whole).empty();
}

/// Marks what the reverse sweep must come through; returns whether B holds any of it.
bool Reverse::markNeeded(Block &Bl) {
  bool Any = false;
  std::vector<int> Left; // jumps of the statements so far
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    Stmt *S = Bl.Stmts[At];
    Plan &P = Plans[S];
    bool Needed = false;
    if (!P.Needed && onlySetsAnew(Bl, At))
      continue;
    if (P.Again) {
      markNeeded(S->Init);
      Any = P.Needed = true;
      readsOf(S, Required);
      if (auto Counted = analysis::countedLoop(*S)) {
        readsOf(Counted->First, Required);
        readsOf(Counted->Bound, Required);
      }
      for (int J : Left)
        Required.insert(Jumps[J].Flag);
      continue;
    }
    switch (S->Kind) {
    case StmtKind::If:
    case StmtKind::Block:
    case StmtKind::Switch:
    case StmtKind::Loop: {
      for (Block *Part : {&S->Init, &S->Setup, &S->Then, &S->Else, &S->Step})
        Needed |= markNeeded(*Part);
      for (SwitchCase &Case : S->Cases)
        Needed |= markNeeded(Case.Body);
      P.Needed |= Needed;
      if (P.Needed && RunsAgain.contains(S))
        readsFromOutside(S, Required);
      // A condition that cannot be tested again gets a name of its own in prepareControl.
      if (P.Needed && S->Value && !S->is(StmtKind::Loop) && !Fused.contains(S) &&
          stillReadable(S->Value, S))
        readsOf(S->Value, Required);
      if (P.Needed && isRecordedByIteration(S)) {
        if (auto Counted = analysis::countedLoop(*S)) {
          readsOf(Counted->First, Required);
          readsOf(Counted->Bound, Required);
        }
        for (int J : jumpsIn(S))
          Required.insert(Jumps[J].Flag);
        for (const Stmt *Sub : S->Then.Stmts)
          for (int J : jumpsIn(Sub))
            if (!leavesUncounted(J))
              Required.insert(Jumps[J].Flag);
      }
      break;
    }
    default:
      if (!P.Adjoint.empty()) {
        readsOf(P.Adjoint, Required);
        Needed = true;
      }
      Needed |= !P.AtOnce.empty();
      if (S->Var && Required.contains(S->Var)) {
        Needed = true;
        if (Recomputed.contains(S->Var) && S->Value)
          readsOf(S->Value, Required);
      }
      if ((S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate)) &&
          S->Target->is(ExprKind::Variable) && Required.contains(S->Target->Var))
        Needed = true;
      break;
    }
    if (Needed)
      for (int J : Left)
        Required.insert(Jumps[J].Flag);
    for (int J : jumpsIn(S))
      if (!leavesUncounted(J))
        Left.push_back(J);
    Any |= Needed;
  }
  return Any;
}

/// Whether E, of numbers, is the same wherever in the function it is evaluated once these are
/// declared, and can be evaluated there.
bool Reverse::isFixed(const Expr *E) const {
  bool Fixed = !analysis::mayFail(E);
  walk(E, [&](const Expr *Sub) {
    const bool Variable = Sub->is(ExprKind::Variable);
    Fixed &= Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) ||
             Sub->is(ExprKind::Conditional) || Sub->is(ExprKind::Cast) || Variable;
    if (Fixed && Variable)
      Fixed = analysis::isScalarVariable(Sub->Var) && !Sub->Var->AddressTaken &&
              !Killed.contains(Sub->Var) &&
              (Sub->Var->Kind == Storage::Parameter || Mem->atFunctionLevel(Sub->Var));
    return Fixed;
  });
  return Fixed;
}

/// Outermost: where a statement of the function's body goes that is to come before the one in which
/// Bl stands; null if Bl is that body.
void Reverse::prepareControl(Block &Bl, const Ahead *Outermost) {
  std::vector<Stmt *> Result;
  auto Name = [&](const Expr *E, llvm::StringRef Name, Stmt *Before) {
    Variable *V = local(Name, E->Ty, /*Const=*/true);
    V->Temporary = true;
    Stmt *D = B.declare(V, E);
    D->Loc = Before->Loc;
    Mem->insertedBefore(D, Before);
    Required.insert(V);
    return D;
  };
  auto Bind = [&](const Expr *E, llvm::StringRef As, Stmt *Before) {
    Result.push_back(Name(E, As, Before));
    return B.var(Result.back()->Var);
  };
  // A bound that is always the same has one name, which all loops in the function see.
  auto BindBound = [&](const Expr *E, llvm::StringRef As, Stmt *Before) {
    if (Detached || Depth || !isFixed(E))
      return Bind(E, As, Before);
    std::vector<Stmt *> &To = Outermost ? Outermost->To : Result;
    for (const Stmt *S : To)
      if (S->is(StmtKind::Declare) && S->Var->Const && S->Var->Temporary && S->Value &&
          equal(S->Value, E))
        return B.var(S->Var);
    To.push_back(Name(E, As, Outermost ? Outermost->Next : Before));
    Mem->declaredAtFunctionLevel(To.back()->Var);
    return B.var(To.back()->Var);
  };
  auto Reset = [&](Variable *Flag, std::vector<Stmt *> &Into, Stmt *Before) {
    Stmt *S = B.assign(B.var(Flag), Flag->Ty->IsBool ? B.literal("false", Flag->Ty) : B.integer(0));
    Mem->insertedBefore(S, Before);
    Into.push_back(S);
  };
  for (Stmt *S : Bl.Stmts) {
    Plan &P = Plans[S];
    if (P.Needed && S->is(StmtKind::If) && !Fused.contains(S)) {
      // A branch that always leaves is recognised by the jump that it took.
      std::vector<int> Then;
      for (const Stmt *Sub : S->Then.Stmts)
        for (int J : jumpsIn(Sub))
          Then.push_back(J);
      const Stmt *Last = S->Then.empty() ? nullptr : S->Then.Stmts.back();
      bool Jumps1 = Then.size() == 1 && Last && Jumps[Then[0]].S == Last && jumpsIn(S).size() == 1;
      if (Jumps1 && Required.contains(Jumps[Then[0]].Flag)) {
        Plan &Again = Plans[S];
        const Jump &J = Jumps[Then[0]];
        Again.Test = J.Flag->Ty->IsBool
                         ? B.var(J.Flag)
                         : B.binary("==", B.var(J.Flag), B.integer(J.Id), M.boolType());
      } else if (!stillReadable(S->Value, S)) {
        S->Value = Bind(S->Value, "taken", S);
      }
      if (!Plans[S].Test)
        Plans[S].Test = S->Value;
      readsOf(Plans[S].Test, Required);
    } else if (P.Needed && S->is(StmtKind::Switch)) {
      if (!stillReadable(S->Value, S))
        S->Value = Bind(S->Value, "selected", S);
      Plans[S].Test = S->Value;
      if (Variable *Flag = Plans[S].Left; Flag && Required.contains(Flag))
        Reset(Flag, Result, S);
    } else if (P.Needed && isRecordedByIteration(S)) {
      std::optional<analysis::CountedLoop> Counted = analysis::countedLoop(*S);
      if (Counted) {
        const bool MayWrap = Counted->Ahead > 0 && Counted->Bound->Ty->IsUnsigned;
        Counted->Bound = endOf(*Counted);
        const Lasts Bound = boundLasts(*S, *Counted);
        if (Bound == Lasts::No) {
          Counted.reset();
        } else {
          // `for (int j = 1, i = j; ...)`: only the counter belongs to the loop.
          const bool Changes = !stillReadable(Counted->First, S);
          std::vector<Stmt *> Head = std::exchange(S->Init.Stmts, {});
          for (Stmt *I : Head) {
            if (I->Var == Counted->Counter) {
              if (Changes)
                I->Value = Counted->First =
                    Bind(Counted->First, Counted->Counter->Name + "_begin", S);
              S->Init.add(I);
              continue;
            }
            rewrite(M, *I, [&](const Expr *E) -> const Expr * {
              return isVariable(E, Counted->Counter) ? Counted->First : nullptr;
            });
            Result.push_back(I);
          }
          if (Bound == Lasts::InLoop || MayWrap || cost(Counted->Bound) > 8)
            Counted->Bound = BindBound(Counted->Bound, Counted->Counter->Name + "_end", S);
        }
      }
      bool Exits = !jumpsIn(S).empty();
      for (const Stmt *Sub : S->Then.Stmts)
        for (int J : jumpsIn(Sub))
          Exits |= Jumps[J].S->is(StmtKind::Break);
      Plan &Again = Plans[S];
      Again.Counted = Counted;
      if (Again.Again) {
        bool FromZero = Counted && Counted->First->is(ExprKind::Literal) &&
                        Counted->First->Text == "0" && Counted->Step == 1;
        Exits = Again.Again->Exits || !FromZero;
      }
      if (Counted) {
        Counters.insert(Counted->Counter);
        readsOf(Counted->First, Required);
        readsOf(Counted->Bound, Required);
      }
      if (!Counted || Exits) {
        Again.Trips = local("trips", M.integer("unsigned long", 64, true));
        Hoisted.insert(Again.Trips);
        Required.insert(Again.Trips);
        Stmt *Zero = B.assign(B.var(Again.Trips), B.integer(0));
        Mem->insertedBefore(Zero, S);
        Result.push_back(Zero);
      }
      if (Again.Left && Required.contains(Again.Left))
        Reset(Again.Left, Result, S);
      if (Again.Skipped && Required.contains(Again.Skipped)) {
        // Inside of the loop: behind what leaves it ahead of all, in an iteration that none
        // reverses.
        const bool Leaves = S->Then.Stmts.size() > 1 &&
                            llvm::any_of(Jumps, [&](const Jump &J) { return J.First == S; });
        const auto At = S->Then.Stmts.begin() + (Leaves ? 1 : 0);
        std::vector<Stmt *> Start;
        Reset(Again.Skipped, Start, *At);
        S->Then.Stmts.insert(At, Start.begin(), Start.end());
      }
    }
    const Ahead Here{Result, S};
    const Ahead *Outer = Outermost ? Outermost : &Here;
    prepareControl(S->Init, Outer);
    if (Plans[S].Again) {
      Result.push_back(S);
      continue;
    }
    for (Block *Part : {&S->Setup, &S->Then, &S->Else, &S->Step})
      prepareControl(*Part, Outer);
    for (SwitchCase &Case : S->Cases)
      prepareControl(Case.Body, Outer);
    Result.push_back(S);
  }
  Bl.Stmts = std::move(Result);
}
