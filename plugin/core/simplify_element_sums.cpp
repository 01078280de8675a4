//===- core/simplify_element_sums.cpp - elements that loops add to --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An element of an adjoint to which all iterations of a loop add lies in memory, and to the
// optimiser every other store of the loop may be to the same place: it has to write it and to read
// it again each time, and each iteration waits for the one before. Hence a sum of its own.
//
//   for (int j = i + 1; j < n; ++j) {        double x_bar_sum[3] = {};
//     for (int k = 0; k < 3; ++k) {          for (int j = i + 1; j < n; ++j) {
//       x_bar[3 * i + k] += t;                 for (int k = 0; k < 3; ++k) {
//       x_bar[3 * j + k] -= t;                   x_bar_sum[k] += t;
//     }                                          x_bar[3 * j + k] -= t;
//   }                                          }
//                                            }
//                                            for (int k = 0; k < 3; ++k)
//                                              if (x_bar_sum[k] != 0)
//                                                x_bar[3 * i + k] += x_bar_sum[k];
//
// 1. Candidates: additions to a place that is the same in all iterations of the loop, or to
//    elements of it that a short inner loop goes through, of which the sums are a short array. Of
//    loops inside of one another, the outermost that will do.
// 2. Nothing in the loop may read the place, or set it. That other statements add to it, by the
//    same or by another name (`i == j`), does not matter: sums may be formed in any order.
// 3. A loop that does not run, or that never takes the branch in which it adds, touches no memory:
//    hence the test, without which the place might be an element that does not exist. It is left
//    out where the loop surely runs, as another to the same end has begun around it, or where the
//    block adds to that element, or to one behind it in the same array, in any case.
// 4. As in simplify_sums.cpp, what is decided depends on adjoints alone. What comes and goes with
//    the way in which values are had again (snapshots, runs of the primal) is looked through.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/apart_in_loop.h"
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/printer.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <optional>

using namespace ad::core;

namespace {

/// A loop that goes through 0, 1, ... Count - 1, in this order or the other.
struct ShortLoop {
  Variable *Counter;
  int64_t Count;
};

/// An addition in a loop, and the short loop around it that its place depends on, if any.
struct Candidate {
  Stmt *Adds;
  std::optional<ShortLoop> Along;
};

class ElementSums {
public:
  ElementSums(Module &M, Function &F, const ApartPairs &Apart, Guide G)
      : M(M), F(F), G(G), B(M), Known(F, Apart) {}
  void run(Block &In);

private:
  void collect(const Block &In, llvm::SmallVectorImpl<ShortLoop> &Around,
               llvm::SmallVectorImpl<Candidate> &Out) const;
  bool isShared(const Expr *Place) const;
  bool isHarmless(const Stmt &S) const;
  bool isFixed(const Candidate &C, const Stmt &Loop) const;
  bool gains(const Expr *Place, const Stmt &Loop) const;
  bool isAddedToOnly(const Candidate &C, const Stmt &Loop);
  bool isApart(const Expr *Other, const Expr *Place, const Stmt &Loop) const;
  bool uses(const Stmt &S, const Expr *Place, const Stmt &Loop);
  bool agrees(const Candidate &C, const Stmt &Loop);
  bool surelyAdds(const Candidate &C, const Stmt &Loop) const;
  bool surelyRuns(const Stmt &Loop) const;
  bool touches(const Block &In, const Expr *Place) const;
  void sum(const Candidate &C, Stmt &Loop, Block &In, Block &Before, Block &After);

  Module &M;
  Function &F;
  Guide G;
  Builder B;
  Places Known;
  llvm::SmallVector<const Stmt *, 4> Outer; ///< the loops around the block that is looked at
};

} // namespace

static std::optional<int64_t> number(const Expr *E) {
  int64_t Value;
  while (E && E->is(ExprKind::Cast) && E->Ty->isInteger())
    E = E->operand();
  if (E && E->is(ExprKind::Literal) && E->Ty->isInteger() &&
      !llvm::StringRef(E->Text).getAsInteger(10, Value))
    return Value;
  return std::nullopt;
}

/// `for (int k = 0; k < 3; ++k)` or `for (int k = 3; k-- > 0;)`, which the optimiser writes out.
static std::optional<ShortLoop> shortLoop(const Stmt &Loop) {
  constexpr int64_t Most = 8;
  if (!Loop.is(StmtKind::Loop) || Loop.Form != LoopForm::For || Loop.Init.Stmts.size() != 1 ||
      !Loop.Setup.empty() || !Loop.Value || !Loop.Value->is(ExprKind::Binary))
    return std::nullopt;
  const Stmt &Init = *Loop.Init.Stmts[0];
  if (!Init.is(StmtKind::Declare) || !isVariable(Loop.Value->operand(0), Init.Var))
    return std::nullopt;
  auto CountsBy = [&](const Block &In, llvm::StringRef Step) {
    if (In.empty() || !In.Stmts[0]->is(StmtKind::Accumulate))
      return false;
    const Stmt &S = *In.Stmts[0];
    const bool Minus = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
    const Expr *By = Minus ? S.Value->operand() : S.Value;
    return isVariable(S.Target, Init.Var) && By->is(ExprKind::Literal) &&
           (Minus ? "-" : "") + By->Text == Step.str();
  };
  const std::optional<int64_t> First = number(Init.Value), Last = number(Loop.Value->operand(1));
  const bool Up =
      Loop.Value->Text == "<" && Loop.Step.Stmts.size() == 1 && CountsBy(Loop.Step, "1");
  const bool Down = Loop.Value->Text == ">" && Loop.Step.empty() && CountsBy(Loop.Then, "-1");
  if (!First || !Last || !(Up || Down) || (Up ? *First : *Last) != 0)
    return std::nullopt;
  unsigned Assignments = 0;
  walk(Loop.Then, [&](Stmt *S) { Assignments += S->Target && isVariable(S->Target, Init.Var); });
  const int64_t Count = Up ? *Last : *First;
  if (Count <= 0 || Count > Most || Assignments != (Down ? 1 : 0))
    return std::nullopt;
  return ShortLoop{Init.Var, Count};
}

/// Whether Place is part of a local variable, and not behind it, as the elements of a vector are.
/// An object that holds vectors is made and destroyed by functions, which know its address.
static bool isInVariable(const Expr *Place) {
  const Variable *Root = rootVariable(Place);
  bool Inside =
      Root && Root->Kind == Storage::Local && !(Root->Ty->isRecord() && holdsVector(Root->Ty));
  for (const Expr *E = Place; Inside && !E->is(ExprKind::Variable); E = E->operand())
    Inside = !(E->is(ExprKind::Subscript) && E->operand()->Ty->nonReference()->IsVector);
  return Inside;
}

/// Whether Place is an adjoint that the optimiser cannot follow by its name.
bool ElementSums::isShared(const Expr *Place) const {
  const Variable *Leads = leadingVariable(Place);
  return Leads && Leads->Derivative && !Place->is(ExprKind::Variable) && !isInVariable(Place);
}

void ElementSums::collect(const Block &In, llvm::SmallVectorImpl<ShortLoop> &Around,
                          llvm::SmallVectorImpl<Candidate> &Out) const {
  for (Stmt *S : In.Stmts) {
    if (S->is(StmtKind::Accumulate) && S->Target->Ty->isReal() && isShared(S->Target)) {
      Candidate C{S, std::nullopt};
      unsigned Along = 0;
      for (const ShortLoop &L : Around)
        if (mentions(S->Target, L.Counter)) {
          C.Along = L;
          ++Along;
        }
      if (Along <= 1)
        Out.push_back(C);
    }
    const std::optional<ShortLoop> Short = shortLoop(*S);
    if (Short)
      Around.push_back(*Short);
    forEachBlock(*S, [&](Block &Inner) { collect(Inner, Around, Out); });
    if (Short)
      Around.pop_back();
  }
}

/// Whether S stores the state of a loop or region, or takes it back: values of the primal, and
/// pointers to adjoints.
static bool storesSnapshot(const Stmt &S) {
  auto IsSnapshots = [](const Type *T) {
    return T->Spelling == "ad::checkpoints" || T->Spelling == "ad::recorded_state";
  };
  if (S.is(StmtKind::Declare)) // `ad::checkpoints snapshots(...)`, `int k = snapshots.restore(i)`
    return IsSnapshots(S.Var->Ty) ||
           (S.Value && S.Value->is(ExprKind::Opaque) && !S.Value->Operands.empty() &&
            IsSnapshots(S.Value->operand()->Ty));
  return S.is(StmtKind::Opaque) && (llvm::StringRef(S.Text).starts_with("ad::record_state(") ||
                                    (!S.Operands.empty() && IsSnapshots(S.Operands[0]->Ty)));
}

/// Whether S, without what is nested in it, knows nothing of adjoints, nor of the tape, which may.
bool ElementSums::isHarmless(const Stmt &S) const {
  bool Harmless = true;
  auto See = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Variable))
        Harmless &= !Sub->Var->Derivative && Sub->Var->Ty->nonReference()->Spelling != "ad::tape";
      return Harmless;
    });
  };
  forEachExpr(S, See);
  for (const Expr *W : S.Writes)
    See(W);
  return Harmless || storesSnapshot(S);
}

/// Whether nothing but variables, which every mode has, tells where the place is: what one mode
/// reads in memory another one has recorded. Where it was decided already, names that we gave do,
/// too: of a variable of which there is a record one mode needs none.
static bool isNamed(const Expr *Place, bool OursToo) {
  if (Place->is(ExprKind::Variable))
    return true;
  const bool Steps = Place->is(ExprKind::Subscript) || Place->is(ExprKind::Member) ||
                     Place->is(ExprKind::BaseOf) || Place->is(ExprKind::Dereference);
  const Expr *Base = Steps ? Place->operand() : nullptr;
  if (!Base || (Base->Ty->isPointer() && !Base->is(ExprKind::Variable)) || !isNamed(Base, OursToo))
    return false;
  bool Named = true;
  for (const Expr *Index : llvm::drop_begin(Place->Operands))
    walk(Index, [&](const Expr *E) {
      Named &= E->is(ExprKind::Literal) || E->is(ExprKind::Unary) || E->is(ExprKind::Binary) ||
               E->is(ExprKind::Cast) ||
               (E->is(ExprKind::Variable) && (OursToo || !E->Var->Temporary) &&
                !E->Var->Ty->isReference() && E->Var->Kind != Storage::Global);
      return Named;
    });
  return Named;
}

/// Whether the place is the same whenever Loop comes by, but for the counter that it goes along.
bool ElementSums::isFixed(const Candidate &C, const Stmt &Loop) const {
  const Expr *Place = C.Adds->Target;
  const Variable *But = C.Along ? C.Along->Counter : nullptr;
  if (!isNamed(Place, /*OursToo=*/G.Follows))
    return false;
  bool Fixed = true;
  Block Alone;
  Alone.add(const_cast<Stmt *>(&Loop));
  walk(Alone, [&](Stmt *S) {
    if (S->Var && S->Var != But)
      Fixed &= !mentions(Place, S->Var);
    if (S->Target && !isVariable(S->Target, But))
      Fixed &= !Known.addressReads(Place, S->Target);
    for (const Expr *W : S->Writes)
      Fixed &= !Known.addressReads(Place, W);
    if (S->is(StmtKind::Call) || S->WritesUnknown)
      walk(Place, [&](const Expr *E) {
        if (E->is(ExprKind::Variable))
          Fixed &= !E->Var->AddressTaken && !mentions(*S, E->Var);
        return Fixed;
      });
  });
  return Fixed;
}

/// Whether the loop stores to other adjoints, or reads numbers, that to the optimiser may be the
/// place.
bool ElementSums::gains(const Expr *Place, const Stmt &Loop) const {
  auto IsFar = [](const Expr *E) {
    return isPlace(E) && !E->is(ExprKind::Variable) && !isInVariable(E);
  };
  bool Other = false;
  walk(Loop.Then, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Other |= Sub->Ty->isReal() && IsFar(Sub) && !equal(Sub, Place);
        return !Other;
      });
    });
  });
  return Other;
}

bool ElementSums::isAddedToOnly(const Candidate &C, const Stmt &Loop) {
  const Expr *Place = C.Adds->Target;
  if (C.Along) // any element of it
    Place = rewrite(M, Place, [&](const Expr *E) -> const Expr * {
      return isVariable(E, C.Along->Counter) ? B.opaque("any", E->Ty) : nullptr;
    });
  bool Only = true;
  Block Alone;
  Alone.add(const_cast<Stmt *>(&Loop));
  walk(Alone, [&](Stmt *S) {
    const bool SetsPointer = S->Target ? S->Target->Ty->isPointer()
                                       : S->is(StmtKind::Declare) && S->Var->Ty->isPointer();
    if (S->is(StmtKind::Return) || S->is(StmtKind::Goto))
      Only = false;
    else if (SetsPointer) // the run of the primal sets pointers to adjoints, and reads no adjoint
      return;
    else if (!isHarmless(*S))
      Only &= !S->is(StmtKind::Call) && !S->is(StmtKind::Opaque) && !uses(*S, Place, Loop);
  });
  return Only;
}

/// Whether Other is another element than the place in each iteration of Loop. What the bounds of
/// the loops told in the companion that is followed holds here, too.
bool ElementSums::isApart(const Expr *Other, const Expr *Place, const Stmt &Loop) const {
  const std::string Key = std::to_string(Loop.Origin) + " " + str(*Other) + " " + str(*Place);
  const bool Apart = apartInLoop(Loop, Outer, Other, Place);
  if (Apart && G.Notes)
    G.Notes->ToldApart.insert(Key);
  return Apart || (G.Follows && Loop.Origin && G.Follows->ToldApart.contains(Key));
}

/// Whether S, without what is nested in it, may read or set the place in an iteration of Loop.
bool ElementSums::uses(const Stmt &S, const Expr *Place, const Stmt &Loop) {
  if (!Known.mayUseItself(S, Place))
    return false;
  // Without what the bounds of the loop tell from it.
  Stmt Rest = S;
  if (Rest.Target && !Rest.is(StmtKind::Accumulate) && isApart(Rest.Target, Place, Loop))
    Rest.Target = nullptr;
  auto Other = [&](const Expr *E) -> const Expr * {
    return E->Ty->isReal() && isPlace(E) && isApart(E, Place, Loop) ? B.number(0, E->Ty) : nullptr;
  };
  if (Rest.Value)
    Rest.Value = rewrite(M, Rest.Value, Other);
  for (const Expr *&Operand : Rest.Operands)
    Operand = rewrite(M, Operand, Other);
  return Known.mayUseItself(Rest, Place);
}

/// Whether the companion that is followed, if any, has that sum, too.
bool ElementSums::agrees(const Candidate &C, const Stmt &Loop) {
  const Decisions::Pair Adds{Loop.Origin, C.Adds->Origin};
  if (G.Notes)
    G.Notes->Summed.insert(Adds);
  return !G.Follows || G.Follows->Summed.contains(Adds);
}

/// Whether the counting loop Loop runs in any case, where it stands: `j` from 0 to `n` inside of a
/// loop of `i` from 0 to `n`.
bool ElementSums::surelyRuns(const Stmt &Loop) const {
  if (shortLoop(Loop))
    return true;
  // The least value of a counter, and the end in front of which it stays.
  auto Range = [&](const Stmt &S) -> std::pair<std::optional<int64_t>, const Expr *> {
    if (!S.is(StmtKind::Loop) || S.Form != LoopForm::For || S.Init.Stmts.size() != 1 ||
        !S.Setup.empty() || !S.Value || !S.Value->is(ExprKind::Binary))
      return {};
    const Stmt &Init = *S.Init.Stmts[0];
    if (!Init.is(StmtKind::Declare) || !Init.Var->Ty->isInteger() || Init.Var->Ty->IsUnsigned ||
        !isVariable(S.Value->operand(0), Init.Var))
      return {};
    if (S.Value->Text == "<")
      return {number(Init.Value), S.Value->operand(1)};
    // `for (int i = n; i-- > 0;)`
    const bool Down = S.Value->Text == ">" && S.Step.empty() && number(S.Value->operand(1));
    return {Down ? number(S.Value->operand(1)) : std::nullopt, Down ? Init.Value : nullptr};
  };
  const auto [Least, End] = Range(Loop);
  if (!Least || !End || End->Ty->IsUnsigned)
    return false;
  bool Stays = true; // the end, a number that is given by value
  walk(End, [&](const Expr *E) {
    const Variable *V = E->is(ExprKind::Variable) ? E->Var : nullptr;
    Stays &= V ? V->Kind == Storage::Parameter && V->Ty->isInteger() && !V->Ty->isReference() &&
                     !V->AddressTaken && !Known.uses().of(V).written()
               : E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast);
    return Stays;
  });
  return Stays && llvm::any_of(Outer, [&, Least = *Least, End = End](const Stmt *Around) {
           const auto [First, Bound] = Range(*Around);
           // Its counter is First at least, and less than the end.
           return First && Bound && Bound->Ty == End->Ty && equal(Bound, End) && Least <= *First;
         });
}

/// Whether each run of the block in which Loop stands adds to the place.
bool ElementSums::surelyAdds(const Candidate &C, const Stmt &Loop) const {
  if (!surelyRuns(Loop))
    return false;
  bool Leaves = false;
  walk(Loop.Then, [&](Stmt *S) {
    Leaves |= S->is(StmtKind::Break) || S->is(StmtKind::Continue) || S->is(StmtKind::Goto) ||
              S->is(StmtKind::Return);
  });
  std::function<bool(const Block &)> Adds = [&](const Block &In) {
    return llvm::any_of(In.Stmts, [&](const Stmt *S) {
      return S == C.Adds || (S->is(StmtKind::Block) && Adds(S->Then)) ||
             (S->is(StmtKind::Loop) && shortLoop(*S) && Adds(S->Then));
    });
  };
  return !Leaves && Adds(Loop.Then);
}

/// Whether the block In, run from its beginning to its end, adds to Place, or to an element of the
/// same array behind it.
bool ElementSums::touches(const Block &In, const Expr *Place) const {
  // Whether a block may be left before its end, but by a return there.
  std::function<bool(const Block &, bool)> Leaves = [&](const Block &Bl, bool InLoop) {
    return llvm::any_of(Bl.Stmts, [&](Stmt *S) {
      bool Found = S->NoReturn || S->is(StmtKind::Goto) || S->is(StmtKind::Label) ||
                   (S->is(StmtKind::Return) && S != In.Stmts.back()) ||
                   (!InLoop && (S->is(StmtKind::Break) || S->is(StmtKind::Continue)));
      forEachBlock(*S,
                   [&](Block &Part) { Found |= Leaves(Part, InLoop || S->is(StmtKind::Loop)); });
      return Found;
    });
  };
  if (Leaves(In, /*InLoop=*/false))
    return false;
  const bool Element = Place->is(ExprKind::Subscript) && Place->operand(0)->is(ExprKind::Variable);
  const std::optional<int64_t> Index = Element ? number(Place->operand(1)) : std::nullopt;
  return llvm::any_of(In.Stmts, [&](const Stmt *S) {
    if (!isStore(*S) || !S->Target->is(ExprKind::Subscript))
      return false;
    const bool Same = Element && isVariable(S->Target->operand(0), Place->operand(0)->Var);
    const std::optional<int64_t> Other = Same ? number(S->Target->operand(1)) : std::nullopt;
    return Index && Other && *Index >= 0 && *Other >= *Index &&
           !Known.uses().of(Place->operand(0)->Var).written();
  });
}

void ElementSums::sum(const Candidate &C, Stmt &Loop, Block &In, Block &Before, Block &After) {
  const Expr *Place = C.Adds->Target;
  const Type *T = Place->Ty;
  const bool Surely = surelyAdds(C, Loop) || touches(In, Place);
  Variable *Sum = F.variable(leadingVariable(Place)->Name + "_sum",
                             C.Along ? M.array(T, uint64_t(C.Along->Count)) : T);
  Sum->Derivative = true;
  Before.add(B.declare(Sum, C.Along ? M.expr(ExprKind::Braces, Sum->Ty) : B.number(0, T)));
  const Expr *Here = C.Along ? B.subscript(B.var(Sum), B.var(C.Along->Counter)) : B.var(Sum);
  walk(Loop.Then, [&](Stmt *S) {
    if (S->is(StmtKind::Accumulate) && equal(S->Target, Place))
      S->Target = Here;
  });
  auto AddTo = [&](const Expr *To, const Expr *Part) {
    Stmt *Sums = B.accumulate(To, Part);
    if (Surely)
      return Sums;
    Block Add;
    Add.add(Sums);
    return B.ifThen(B.binary("!=", Part, B.number(0, T), M.boolType()), std::move(Add));
  };
  if (!C.Along)
    return After.add(AddTo(Place, Here));
  Variable *K = F.variable(C.Along->Counter->Name, C.Along->Counter->Ty);
  Stmt *Each = M.stmt(StmtKind::Loop);
  Each->Init.add(B.declare(K, B.literal("0", K->Ty)));
  Each->Value =
      B.binary("<", B.var(K), B.literal(std::to_string(C.Along->Count), K->Ty), M.boolType());
  Each->Step.add(B.accumulate(B.var(K), B.integer(1)));
  const Expr *Element = rewrite(M, Place, [&](const Expr *E) -> const Expr * {
    return isVariable(E, C.Along->Counter) ? B.var(K) : nullptr;
  });
  Each->Then.add(AddTo(Element, B.subscript(B.var(Sum), B.var(K))));
  After.add(Each);
}

void ElementSums::run(Block &In) {
  // What is declared in front of a label would stand between a jump and that label.
  auto IsLabel = [](Stmt *S) { return S->is(StmtKind::Label); };
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    Block Before, After;
    if (S->is(StmtKind::Loop) && !shortLoop(*S) && !runsAFewTimes(*S) &&
        llvm::none_of(llvm::drop_begin(In.Stmts, At), IsLabel)) {
      llvm::SmallVector<ShortLoop, 2> Around;
      llvm::SmallVector<Candidate, 8> Found;
      collect(S->Then, Around, Found);
      for (const Candidate &C : Found)
        if (isShared(C.Adds->Target) && isFixed(C, *S) &&
            (G.Follows || gains(C.Adds->Target, *S)) && isAddedToOnly(C, *S) && agrees(C, *S))
          sum(C, *S, In, Before, After);
    }
    In.Stmts.insert(In.Stmts.begin() + At + 1, After.Stmts.begin(), After.Stmts.end());
    In.Stmts.insert(In.Stmts.begin() + At, Before.Stmts.begin(), Before.Stmts.end());
    if (S->is(StmtKind::Loop))
      Outer.push_back(S);
    forEachBlock(*S, [&](Block &Inner) { run(Inner); });
    if (S->is(StmtKind::Loop))
      Outer.pop_back();
    At += Before.Stmts.size() + After.Stmts.size();
  }
}

void ad::core::sumElements(Module &M, Function &F, const ApartPairs &Apart, Guide G) {
  ElementSums(M, F, Apart, G).run(F.Body);
}
