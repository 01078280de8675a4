//===- analysis/scratch.cpp - arrays that each iteration fills anew --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Walk one iteration in its order. What has been written for certain is kept as spans of
//    subscripts; spans that touch become one.
// 2. A loop that counts one by one and writes `v[i + c]` in each of its iterations has written the
//    elements up to that of the iteration at hand, and all of them when it is through.
// 3. A read must lie in a span, by the bounds of the loops around it; or the spans cover the whole
//    array, of which no program reads anything else.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/scratch.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

namespace {

/// The elements with the subscripts from First to Last; all of the array.
struct Span {
  Polynomial First, Last;
  bool All = false;
};

class Scratch {
public:
  Scratch(const Variable *V, const Stmt &Loop, const Block &Body, Module &M);
  bool holds();

private:
  void block(const Block &Bl);
  void statement(const Stmt &S);
  void loop(const Stmt &S);
  /// What is in Bl is not always run.
  void perhaps(const Block &Bl);

  void read(const Expr *E, const Expr *Target = nullptr);
  void write(const Expr *Place);
  void add(Span S);
  bool covers(const Span &S, const Polynomial &Index) const;

  /// The subscript of Place, an element of V, counted through all its dimensions.
  std::optional<Polynomial> subscript(const Expr *Place) const;
  /// Whether V has one size from its declaration on.
  bool keepsSize() const;
  /// How many elements V has, if that is known.
  std::optional<Polynomial> extent() const;
  Numbers numbers() const { return {IsFixed, DefinitionOf}; }

  const Variable *V;
  const Stmt &Loop;
  const Block &Body;
  mutable Builder B;
  llvm::DenseSet<const Variable *> Changes;
  llvm::DenseMap<const Variable *, const Expr *> Definitions;
  std::function<bool(const Variable *)> IsFixed;
  std::function<const Expr *(const Variable *)> DefinitionOf;
  std::optional<Polynomial> Extent;
  std::vector<Span> Written;
  llvm::SmallVector<const Stmt *, 4> Loops; ///< around the statement at hand, outermost first
  bool Ok = true;
};

} // namespace

Scratch::Scratch(const Variable *V, const Stmt &Loop, const Block &Body, Module &M)
    : V(V), Loop(Loop), Body(Body), B(M) {
  assignedVariables(Loop.Then, Changes);
  walk(const_cast<Block &>(Body), [&](Stmt *S) {
    if ((S->is(StmtKind::Declare) || S->Declares) && S->Var)
      Definitions[S->Var] = S->is(StmtKind::Declare) ? S->Value : nullptr;
  });
  llvm::DenseSet<const Variable *> Inside;
  walk(const_cast<Block &>(Loop.Then), [&](Stmt *S) {
    if ((S->is(StmtKind::Declare) || S->Declares) && S->Var)
      Inside.insert(S->Var);
  });
  IsFixed = [this, Inside](const Variable *Of) {
    return isScalarVariable(Of) && !Changes.contains(Of) && !Inside.contains(Of);
  };
  DefinitionOf = [this](const Variable *Of) {
    return isScalarVariable(Of) && !Changes.contains(Of) ? Definitions.lookup(Of) : nullptr;
  };
  Extent = extent();
}

//===-- Subscripts ----------------------------------------------------------===//

std::optional<Polynomial> Scratch::subscript(const Expr *Place) const {
  llvm::SmallVector<const Expr *, 4> Steps;
  stepsTo(Place, Steps);
  Polynomial Sum;
  for (const Expr *Step : Steps) {
    const Type *Whole = Step->operand()->Ty->nonReference();
    std::optional<Polynomial> Index;
    if (!Step->is(ExprKind::Subscript) ||
        !(Index = polynomial(Step->operand(1), 1, Loops, numbers())))
      return std::nullopt;
    const uint64_t Times = Whole->IsVector ? 1 : Whole->Extent;
    Sum = Sum.times(Polynomial::number(Times)).plus(*Index);
  }
  return Sum;
}

/// What follows the declaration of V in its block. Found: whether there is one.
static Block behindDeclaration(const Variable *V, const Block &Bl, bool &Found) {
  Block Behind;
  for (size_t I = 0; I < Bl.Stmts.size() && !Found; ++I) {
    Stmt *S = Bl.Stmts[I];
    if (S->is(StmtKind::Declare) && S->Var == V) {
      Found = true;
      Behind.Stmts.assign(Bl.Stmts.begin() + I + 1, Bl.Stmts.end());
    } else {
      forEachBlock(*S, [&](Block &Part) {
        if (!Found)
          Behind = behindDeclaration(V, Part, Found);
      });
    }
  }
  return Behind;
}

bool Scratch::keepsSize() const {
  bool Found = false;
  const Block Behind = behindDeclaration(V, Body, Found);
  return Found && !mayChangeSize(Behind, B.var(const_cast<Variable *>(V)));
}

std::optional<Polynomial> Scratch::extent() const {
  if (!V->Ty->IsVector) {
    uint64_t Elements = 1;
    for (const Type *T = V->Ty; T->isArray(); T = T->Element)
      Elements *= T->Extent;
    return Polynomial::number(Elements);
  }
  // `std::vector<double> v(n);`, where n may be a constant that says so.
  const Expr *Size = Definitions.lookup(V);
  if (!Size || !Size->is(ExprKind::Opaque) || Size->Operands.empty() ||
      !llvm::StringRef(Size->Text).starts_with(V->Ty->Spelling + "($0"))
    return std::nullopt;
  Size = Size->operand();
  while (Size->is(ExprKind::Cast) ||
         (Size->is(ExprKind::Variable) && Size->Var->Const && Definitions.lookup(Size->Var)))
    Size = Size->is(ExprKind::Cast) ? Size->operand() : Definitions.lookup(Size->Var);
  llvm::DenseSet<const Variable *> Assigned;
  assignedVariables(Body, Assigned);
  const bool Stays = Size->Ty->isInteger() && llvm::none_of(Assigned, [&](const Variable *Of) {
                       return mentions(Size, Of);
                     });
  return Stays ? polynomial(Size, 1, {}, numbers()) : std::nullopt;
}

bool Scratch::covers(const Span &S, const Polynomial &Index) const {
  if (S.All)
    return true;
  Inequalities Bounds;
  Bounds.addBounds(Loops, 1, numbers());
  const std::optional<Reach> To = reach(Index, Loops, numbers());
  auto AtMost = [&](const Polynomial &A, const Polynomial &B) {
    const std::optional<int64_t> Less = A.plus(B, -1).asNumber();
    return (Less && *Less <= 0) || Bounds.imply(A, B, 0);
  };
  return (AtMost(S.First, Index) || (To && AtMost(S.First, To->Least))) &&
         (AtMost(Index, S.Last) || (To && AtMost(To->Greatest, S.Last)));
}

//===-- What is written and read --------------------------------------------===//

/// Whether B begins right behind A.
static bool follows(const Span &A, const Span &B) {
  return A.Last.plus(Polynomial::number(1)) == B.First;
}

void Scratch::add(Span New) {
  if (Extent && New.First.Terms.empty())
    New.All |= New.Last.plus(Polynomial::number(1)) == *Extent;
  Written.push_back(New);
  // Whichever of the two is empty, what lies between their ends is written: if the first is, the
  // second begins before it.
  for (size_t I = 0; I + 1 < Written.size(); ++I) {
    const Span Other = Written[I];
    if (New.All || Other.All)
      continue;
    if (follows(Other, New))
      return add({Other.First, New.Last});
    if (follows(New, Other))
      return add({New.First, Other.Last});
  }
}

void Scratch::write(const Expr *Place) {
  if (std::optional<Polynomial> Index = subscript(Place))
    add({*Index, *Index});
}

/// Sees what E reads of V. Target: a place in E that is written, so that only its subscripts are
/// read.
void Scratch::read(const Expr *E, const Expr *Target) {
  walk(E, [&](const Expr *Sub) {
    const bool Size = Sub->is(ExprKind::Member) && Sub->operand()->is(ExprKind::Variable) &&
                      Sub->operand()->Var == V && V->Ty->IsVector;
    if (Size)
      return false;
    if (!isPlace(Sub) || rootVariable(Sub) != V)
      return true;
    if (!Sub->Ty->isScalar() || (Sub->is(ExprKind::Variable) && V->Ty->isArray())) {
      Ok = false; // as a whole
      return false;
    }
    llvm::SmallVector<const Expr *, 4> Steps;
    stepsTo(Sub, Steps);
    for (const Expr *Step : Steps) {
      Ok &= Step->is(ExprKind::Subscript);
      if (Step->is(ExprKind::Subscript))
        read(Step->operand(1));
    }
    if (Sub == Target || !Ok)
      return false;
    const std::optional<Polynomial> Index = subscript(Sub);
    Ok &=
        llvm::any_of(Written, [&](const Span &S) { return S.All || (Index && covers(S, *Index)); });
    return false;
  });
}

//===-- Statements ----------------------------------------------------------===//

/// Whether something in Bl may keep what follows it from being run.
static bool jumps(const Block &Bl) {
  bool Jumps = false;
  walk(const_cast<Block &>(Bl), [&](Stmt *S) {
    Jumps |= !isStore(*S) && !S->is(StmtKind::Declare) && !S->is(StmtKind::If) &&
             !S->is(StmtKind::Loop) && !S->is(StmtKind::Block) && !S->is(StmtKind::Comment) &&
             !S->is(StmtKind::Switch);
  });
  return Jumps;
}

void Scratch::perhaps(const Block &Bl) {
  const std::vector<Span> Before = Written;
  block(Bl);
  Written = Before;
}

void Scratch::block(const Block &Bl) {
  for (const Stmt *S : Bl.Stmts)
    if (Ok)
      statement(*S);
}

void Scratch::loop(const Stmt &S) {
  for (const Stmt *In : S.Init.Stmts)
    statement(*In);
  const std::optional<CountedLoop> L = countedLoop(S);
  const bool Through = L && S.Init.Stmts.size() == 1 && std::abs(L->Step) == 1 && !jumps(S.Then);
  const std::vector<Span> Before = Written;
  Loops.push_back(&S);
  const Symbol Counter{L ? L->Counter : nullptr, &S, 1};
  const bool Up = L && L->Step > 0;
  std::optional<Polynomial> From, To;
  if (Through) {
    From = limit(Counter, /*Largest=*/!Up, Loops, numbers());
    To = limit(Counter, /*Largest=*/Up, Loops, numbers());
  }
  const Polynomial One = Polynomial::number(1), At = L ? Polynomial::symbol(Counter) : One;
  const bool ToSize = Through && Up && L->Op == "<" && !L->Ahead && From && From->Terms.empty() &&
                      L->Bound->is(ExprKind::Member) &&
                      L->Bound->operand()->is(ExprKind::Variable) && L->Bound->operand()->Var == V;
  // What the iterations before this one have written.
  if (From)
    for (const Stmt *In : S.Then.Stmts) {
      const bool Writes = In->is(StmtKind::Assign) && isPlace(In->Target) &&
                          rootVariable(In->Target) == V && In->Target->Ty->isScalar();
      const std::optional<Polynomial> Index =
          Writes ? subscript(In->Target) : std::optional<Polynomial>();
      const std::optional<Polynomial> Start = Index ? Index->with(Counter, *From) : std::nullopt;
      const std::optional<Polynomial> Next =
          Index ? Index->with(Counter, At.plus(One)) : std::nullopt;
      if (!Start || !Next || !(*Next == Index->plus(One)))
        continue;
      Up ? add({*Start, Index->plus(One, -1)}) : add({Index->plus(One), *Start});
    }
  block(S.Then);
  const std::vector<Span> After = std::move(Written);
  Loops.pop_back();
  Written = Before;
  if (!From)
    return;
  // What one iteration has written, joined with that of the next.
  for (const Span &Of : After) {
    const auto First = Of.First.with(Counter, *From), Last = Of.Last.with(Counter, *From);
    if (!First || !Last)
      continue;
    const bool Varies = !(*First == Of.First) || !(*Last == Of.Last);
    if (!Varies)
      continue; // perhaps it does not run at all
    const auto Next = (Up ? Of.First : Of.Last).with(Counter, Up ? At.plus(One) : At.plus(One, -1));
    const bool Joins = Next && (Up ? Of.Last.plus(One) == *Next : Of.First == Next->plus(One));
    if (!Joins)
      continue;
    if (ToSize && Of.First == At && Of.Last == At)
      add({Polynomial(), Polynomial(), /*All=*/true});
    if (!To)
      continue;
    const auto End = (Up ? Of.Last : Of.First).with(Counter, *To);
    if (End)
      Up ? add({*First, *End}) : add({*End, *Last});
  }
}

void Scratch::statement(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Declare:
  case StmtKind::Assign:
  case StmtKind::Accumulate:
  case StmtKind::Return: {
    const bool Sets = S.is(StmtKind::Assign) && isPlace(S.Target) && rootVariable(S.Target) == V;
    forEachExpr(S, [&](const Expr *E) { read(E, Sets && E == S.Target ? E : nullptr); });
    Ok &= !S.OldSize || rootVariable(S.Target) != V;
    if (Sets && Ok)
      write(S.Target);
    return;
  }
  case StmtKind::If:
    read(S.Value);
    perhaps(S.Then);
    return perhaps(S.Else);
  case StmtKind::Switch:
    read(S.Value);
    for (const SwitchCase &Case : S.Cases)
      perhaps(Case.Body);
    return;
  case StmtKind::Loop:
    if (S.Value)
      read(S.Value);
    perhaps(S.Setup);
    loop(S);
    return perhaps(S.Step);
  case StmtKind::Block:
    return block(S.Then);
  default:
    forEachExpr(S, [&](const Expr *E) { Ok &= !mentions(E, V); });
    forEachBlock(const_cast<Stmt &>(S), [&](Block &Part) { perhaps(Part); });
  }
}

bool Scratch::holds() {
  const Type *T = V->Ty;
  bool Numbers = V->Kind == Storage::Local && (T->isArray() || T->isScalar()) && !V->Static &&
                 !V->AddressTaken && !T->IsMap &&
                 (!T->IsVector || llvm::StringRef(T->Spelling).starts_with("std::vector<"));
  while (T->isArray() && (T == V->Ty || !T->IsVector))
    T = T->Element;
  if (!Numbers || !T->isScalar() || T->isPointer() || (V->Ty->IsVector && !keepsSize()))
    return false;
  for (const Block *Part : {&Loop.Init, &Loop.Setup, &Loop.Step})
    walk(const_cast<Block &>(*Part),
         [&](Stmt *S) { forEachExpr(*S, [&](const Expr *E) { Ok &= !mentions(E, V); }); });
  if (Loop.Value)
    Ok &= !mentions(Loop.Value, V);
  if (Ok)
    block(Loop.Then);
  return Ok;
}

bool analysis::isFilledFirst(const Variable *V, const Block &Body, Module &M) {
  bool Found = false;
  Stmt Once;
  Once.Kind = StmtKind::Loop;
  Once.Then = behindDeclaration(V, Body, Found);
  return Found && Scratch(V, Once, Body, M).holds();
}

bool analysis::isScratch(const Variable *V, const Stmt &Loop, const Block &Body, Module &M) {
  return V->Ty->isArray() && Scratch(V, Loop, Body, M).holds();
}
