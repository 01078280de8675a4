//===- core/steady_calls.cpp - calls that loops make again and again ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `exp(length[k])` in a loop over pairs of points is the same for each pair, but the optimiser does
// not know: such functions set errno. Each call costs its adjoint another product, and a number
// that is recorded.
//
//   for (int i = 0; i < n; ++i)                 std::vector<double> exp_length(0 < n && 0 < d ? d :
//   0);
//     for (int j = 0; j <= i; ++j)              if (0 < n)
//       for (int k = 0; k < d; ++k) {             for (int k = 0; k < d; ++k)
//         double t = (...) / exp(length[k]);        exp_length[k] = exp(length[k]);
//                                               ...
//                                                     double t = (...) / exp_length[k];
//
// 1. Candidates: calls in counted loops, in no branch, whose arguments do not change while the
//    outermost of these loops runs; but for the counter of the innermost loop, which then goes from
//    one number to another as it does in all iterations of the outermost one. What the loops
//    declare from such numbers is looked through.
// 2. They are made where the first iterations of all loops would make them: if each loop, begun
//    with the counters of the others at their first values, runs at all; one that does not must not
//    run later, either. What this reads is read
//    in any case, and where no call is made, no derivative is formed: of sqrt(0) it is infinite.
// 3. They take the place of equal ones in all loops that run only where they are made.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/steady_calls.h"
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/StringSet.h"

using namespace ad::core;

namespace {

/// A loop that counts by one, from First.
struct Counting {
  Stmt *Loop = nullptr;
  Variable *Counter = nullptr;
  const Expr *First = nullptr;
};

/// A call that can be made ahead of a loop.
struct Call {
  const Expr *E = nullptr;    ///< as it stands in the loop
  const Expr *Same = nullptr; ///< of what is declared ahead of the loop, and of Index
  Variable *Index = nullptr;  ///< in place of the counter of Inner; null: the call needs none
  const Counting *Inner = nullptr;
  const Expr *If = nullptr; ///< it is made; null: in any case
};

class Steady {
public:
  Steady(Module &M, Function &F) : M(M), F(F), B(M) {}
  void in(Block &Bl, bool Nested);

private:
  bool takeOne(Block &Bl, size_t &At, bool Nested);
  bool look(Block &In, const Places &Known, bool Nested, Call &Found);
  bool lookAt(const Expr *E, const Places &Known, bool Nested, Call &Found);
  bool fits(const Expr *E, const Places &Known, bool Nested, Call &Found);
  bool runs(const Places &Known, const Counting *Without, const Expr *&If);
  bool runsAtFirstOrNever(const Counting &L, bool AtAll);
  const Expr *throughNames(const Expr *E, unsigned Depth = 0);
  const Expr *both(const Expr *If, const Expr *Test);
  void make(Block &Bl, size_t &At, const Places &Known, const Call &Of);
  bool made(const Places &Known, const Call &Of);
  void replace(Block &In, const Places &Known, const Call &Of, const Expr *Read);

  Module &M;
  Function &F;
  Builder B;
  llvm::SmallVector<Counting, 4> Loops; ///< around what is looked at, the one to leave first
  llvm::DenseMap<const Variable *, const Expr *> Names; ///< constants that these declare
};

} // namespace

/// How Loop counts, if its body leaves the counter alone.
static std::optional<Counting> counting(Stmt &Loop) {
  size_t First = 0;
  Variable *Counter = counterOf(Loop, First);
  if (!Counter || First != 0 || !Loop.Init.Stmts[0]->Value || Counter->AddressTaken ||
      storesIn(Loop.Then, Counter) != 0)
    return std::nullopt;
  return Counting{&Loop, Counter, Loop.Init.Stmts[0]->Value};
}

/// Whether the primitive takes as long as many additions.
static bool isCostly(llvm::StringRef Name) {
  static const llvm::StringSet<> Cheap = {
      "abs",     "fabs",      "copysign",  "min",        "max",       "fmin",     "fmax",
      "fdim",    "clamp",     "floor",     "ceil",       "trunc",     "round",    "rint",
      "logb",    "nearbyint", "fma",       "lerp",       "midpoint",  "ldexp",    "scalbn",
      "scalbln", "fmod",      "nextafter", "nexttoward", "remainder", "roundeven"};
  return !Cheap.contains(Name);
}

/// Whether E is made of numbers by arithmetic and such functions alone.
static bool isPlain(const Expr *E) {
  bool Plain = true;
  walk(E, [&](const Expr *Sub) {
    Plain &= !Sub->is(ExprKind::Opaque) && !Sub->is(ExprKind::Braces) &&
             !Sub->is(ExprKind::AddressOf) && Sub->Ty->nonReference()->Kind != TypeKind::Opaque;
    return Plain;
  });
  return Plain && removable(E);
}

/// E with what the loops around it have given names to, in place of the names.
const Expr *Steady::throughNames(const Expr *E, unsigned Depth) {
  constexpr unsigned Deepest = 4;
  return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
    if (!Sub->is(ExprKind::Variable))
      return nullptr;
    const Expr *Value = Names.lookup(Sub->Var);
    return Value && Depth < Deepest ? throughNames(Value, Depth + 1) : nullptr;
  });
}

/// Whether `A Op C` holds, where both are numbers.
static std::optional<bool> decide(const Expr *Test) {
  auto Number = [](const Expr *E) -> std::optional<int64_t> {
    while (E->is(ExprKind::Cast))
      E = E->operand();
    int64_t N;
    if (!E->is(ExprKind::Literal) || llvm::StringRef(E->Text).getAsInteger(0, N))
      return std::nullopt;
    return N;
  };
  if (!Test->is(ExprKind::Binary))
    return std::nullopt;
  const auto P = Number(Test->operand(0)), Q = Number(Test->operand(1));
  if (!P || !Q)
    return std::nullopt;
  const llvm::StringRef Op = Test->Text;
  return Op == "<"    ? *P < *Q
         : Op == "<=" ? *P <= *Q
         : Op == ">"  ? *P > *Q
         : Op == ">=" ? *P >= *Q
                      : Op == "!=" && *P != *Q;
}

/// The last of `... && ... && last`; Rest is those ahead of it, null if there are none.
static const Expr *lastOf(const Expr *If, const Expr *&Rest) {
  const bool Two = If->is(ExprKind::Binary) && If->Text == "&&";
  Rest = Two ? If->operand(0) : nullptr;
  return Two ? If->operand(1) : If;
}

/// Whether If, null if it asks for nothing, asks for Test.
static bool asksFor(const Expr *If, const Expr *Test) {
  bool Asks = false;
  while (If && !Asks)
    Asks = equal(lastOf(If, If), Test);
  return Asks;
}

/// `If && Test`, where If, which may be null, does not ask for Test already.
const Expr *Steady::both(const Expr *If, const Expr *Test) {
  return asksFor(If, Test) ? If : If ? B.binary("&&", If, Test, M.boolType()) : Test;
}

/// Whether E, as Counter moves on, grows as sums and products of whole numbers say: in one type,
/// and not below zero of unsigned ones.
static bool growsAsSaid(const Expr *E, const Variable *Counter) {
  bool Does = true;
  walk(E, [&](const Expr *Sub) {
    if (!mentions(Sub, Counter))
      return false;
    Does &= Sub->Ty->isInteger() && !(Sub->Ty->IsUnsigned && Sub->Text == "-");
    if (Does && Sub->is(ExprKind::Cast)) {
      const Type *From = Sub->operand()->Ty;
      Does = From->isInteger() && Sub->Ty->Bits >= From->Bits &&
             (From->IsUnsigned || !Sub->Ty->IsUnsigned);
    }
    return Does;
  });
  return Does;
}

/// Whether L begins no earlier while the loops around it go on, and, if it does not run where they
/// begin, does not run later, either, which AtAll says is known: `j = i + 1; j < n` as i goes up,
/// but not `j = i - 1; j >= 0`.
bool Steady::runsAtFirstOrNever(const Counting &L, bool AtAll) {
  const Expr *Begin = throughNames(L.First), *Test = L.Loop->Value;
  const bool Right = Test->is(ExprKind::Binary) && isVariable(Test->operand(1), L.Counter);
  const Expr *End = Test->is(ExprKind::Binary) ? throughNames(Test->operand(Right ? 0 : 1)) : Test;
  for (const Counting &Outer : Loops) {
    if (Outer.Loop == L.Loop)
      break;
    if (!mentions(Begin, Outer.Counter) && (AtAll || !mentions(throughNames(Test), Outer.Counter)))
      continue;
    const bool Compares =
        Test->is(ExprKind::Binary) && (Right || isVariable(Test->operand(0), L.Counter)) &&
        (Test->Text == "<" || Test->Text == "<=" || Test->Text == ">" || Test->Text == ">=");
    if (!Compares)
      return false;
    // By one in the direction of the loop around it.
    const bool Down = (Test->Text[0] == '<') == Right,
               OuterDown = Outer.Loop->Step.Stmts[0]->Value->is(ExprKind::Unary);
    Movement Moves;
    Moves.Counter = Outer.Counter;
    const auto Begins = Moves.growth(Begin), Ends = Moves.growth(End);
    const int64_t Sign = Down == OuterDown ? 1 : -1;
    if (!Begins || !growsAsSaid(Begin, Outer.Counter) || Sign * *Begins < 0)
      return false;
    if (!AtAll && (!Ends || !growsAsSaid(End, Outer.Counter) || Sign * (*Ends - *Begins) > 0))
      return false;
  }
  return true;
}

/// Whether it can be said ahead of the outermost loop that all run at least once, but for Without;
/// If what then is to be asked, null: nothing.
bool Steady::runs(const Places &Known, const Counting *Without, const Expr *&If) {
  llvm::DenseMap<const Variable *, const Expr *> Firsts;
  auto First = [&](const Expr *E) {
    return rewrite(M, throughNames(E), [&](const Expr *Sub) -> const Expr * {
      return Sub->is(ExprKind::Variable) ? Firsts.lookup(Sub->Var) : nullptr;
    });
  };
  for (const Counting &L : Loops) {
    if (&L == Without)
      continue;
    const Expr *Begin = First(L.First);
    if (Begin->Ty != L.Counter->Ty && !Begin->is(ExprKind::Literal))
      Begin = B.cast(L.Counter->Ty, Begin);
    Firsts[L.Counter] = Begin;
    const Expr *Test = First(L.Loop->Value);
    const std::optional<bool> Holds = decide(Test);
    if (Holds == false || !isPlain(Test) || Known.mayChange(*Loops.front().Loop, Test))
      return false;
    if (!runsAtFirstOrNever(L, Holds.has_value()))
      return false;
    if (!Holds)
      If = both(If, Test);
  }
  return true;
}

/// Whether the call E is the same in all iterations of the outermost loop.
bool Steady::fits(const Expr *E, const Places &Known, bool Nested, Call &Found) {
  constexpr unsigned MostSteps = 64;
  const Expr *Same = throughNames(E);
  bool Number = true; // which the optimiser knows
  walk(Same, [&](const Expr *Sub) { return Number &= !isPlace(Sub); });
  if (Number || !isPlain(Same) || cost(Same) > MostSteps)
    return false;
  const Stmt &Outer = *Loops.front().Loop;
  const Counting *Inner = nullptr;
  for (const Counting &L : Loops)
    if (mentions(Same, L.Counter)) {
      if (Inner || Loops.size() == 1)
        return false;
      Inner = &L;
    }
  Found = {E, Same, nullptr, Inner, nullptr};
  if (Inner) { // in the innermost loop, which goes up from a number; for all iterations of the
               // others
    const Expr *Test = Inner->Loop->Value;
    const bool Up = !Inner->Loop->Step.Stmts[0]->Value->is(ExprKind::Unary) &&
                    Inner->First->is(ExprKind::Literal);
    if (Nested || Inner != &Loops.back() || !Up || !Test->is(ExprKind::Binary) ||
        Test->Text != "<" || !isVariable(Test->operand(0), Inner->Counter))
      return false;
    const Expr *Bound = throughNames(Test->operand(1));
    if (!Bound->Ty->isInteger() || !isPlain(Bound) || mentions(Bound, Inner->Counter) ||
        Known.mayChange(Outer, Bound))
      return false;
    Found.Index = F.variable(Inner->Counter->Name, Inner->Counter->Ty);
    Found.Same = rewrite(M, Same, [&](const Expr *Sub) {
      return isVariable(Sub, Inner->Counter) ? B.var(Found.Index) : nullptr;
    });
  }
  return !Known.mayChange(Outer, Found.Same) && runs(Known, Inner, Found.If);
}

/// Finds a call in E that is made in any case.
bool Steady::lookAt(const Expr *E, const Places &Known, bool Nested, Call &Found) {
  const bool Costly =
      E->is(ExprKind::Primitive) && isCostly(E->Text) && E->Ty->isReal() && !E->Ty->IsComplex;
  if (Costly && fits(E, Known, Nested, Found))
    return true;
  if (E->is(ExprKind::Opaque))
    return false;
  const bool Chooses = E->is(ExprKind::Conditional) ||
                       (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"));
  for (size_t I = 0; I < (Chooses ? 1 : E->Operands.size()); ++I)
    if (lookAt(E->operand(I), Known, Nested, Found))
      return true;
  return false;
}

/// Finds one in what In does in any case, in the loops in it, too.
bool Steady::look(Block &In, const Places &Known, bool Nested, Call &Found) {
  for (Stmt *S : In.Stmts) {
    if (S->is(StmtKind::Block) && !S->Checkpoint && look(S->Then, Known, Nested, Found))
      return true;
    if (S->is(StmtKind::Loop)) {
      const std::optional<Counting> Inner = counting(*S);
      if (!Inner)
        continue;
      Loops.push_back(*Inner);
      if (look(S->Then, Known, Nested, Found))
        return true;
      Loops.pop_back();
    }
    const bool Computes = (S->is(StmtKind::Declare) && S->Value && !S->Var->Ty->isReference()) ||
                          (isStore(*S) && !S->OldSize);
    if (!Computes)
      continue;
    if (lookAt(S->Value, Known, Nested, Found))
      return true;
    const Use &Of = Known.uses().of(S->Var);
    if (S->is(StmtKind::Declare) && S->Var->Ty->isScalar() && !S->Var->Ty->isPointer() &&
        Known.uses().isPrivate(S->Var) && !Of.written() && Of.Declarations == 1 &&
        isPlain(S->Value))
      Names[S->Var] = S->Value;
  }
  return false;
}

/// "exp_length" of `exp(length[k])`.
static std::string nameOf(const Expr *Call) {
  const Variable *Of = nullptr;
  bool One = true;
  walk(Call, [&](const Expr *Sub) {
    if (const Variable *V = isPlace(Sub) ? leadingVariable(Sub) : nullptr) {
      One &= !Of || Of == V;
      Of = V;
      return false;
    }
    return true;
  });
  const std::string Name = One && Of && Of->Kind != Storage::This ? Of->Name : "value";
  return Call->Text + "_" + Name.substr(Name.rfind(':') + 1); // of `physics::mass`
}

/// Whether the call is made where Loops all run.
bool Steady::made(const Places &Known, const Call &Of) {
  const Expr *If = nullptr;
  if (Of.Inner || !Of.If)
    return true;
  if (!runs(Known, nullptr, If))
    return false;
  const Expr *Rest = Of.If;
  while (Rest)
    if (!asksFor(If, lastOf(Rest, Rest)))
      return false;
  return true;
}

/// Puts Read in the place of the call in what In, the body of the last of Loops, does where the
/// call is made.
void Steady::replace(Block &In, const Places &Known, const Call &Of, const Expr *Read) {
  if (made(Known, Of))
    return walk(In, [&](Stmt *S) {
      rewrite(M, *S, [&](const Expr *E) { return equal(E, Of.E) ? Read : nullptr; });
    });
  for (Stmt *S : In.Stmts) {
    const std::optional<Counting> Inner = counting(*S);
    if (Inner)
      Loops.push_back(*Inner);
    forEachBlock(*S, [&](Block &Part) {
      if (!Inner || &Part == &S->Then)
        replace(Part, Known, Of, Read);
    });
    if (Inner)
      Loops.pop_back();
  }
}

/// Makes the call ahead of Bl.Stmts[At], which is a loop.
void Steady::make(Block &Bl, size_t &At, const Places &Known, const Call &Of) {
  Stmt &Loop = *Bl.Stmts[At];
  const Type *T = Of.E->Ty->nonReference();
  const std::string Name = nameOf(Of.E);
  std::vector<Stmt *> Ahead;
  auto Declare = [&](Variable *V, const Expr *Value) {
    V->Loc = Of.E->Loc;
    Ahead.push_back(B.declare(V, Value));
    Ahead.back()->Loc = Of.E->Loc;
  };
  const Expr *Read = nullptr;
  if (!Of.Inner) {
    Variable *V = F.variable(Name, T);
    Read = B.var(V);
    V->Const = !Of.If;
    Declare(V, Of.If ? B.number(0, T) : Of.Same);
    if (Of.If) {
      Block Then;
      Then.add(B.assign(Read, Of.Same));
      Ahead.push_back(B.ifThen(Of.If, std::move(Then)));
    }
  } else {
    const Stmt &Inner = *Of.Inner->Loop;
    const Expr *Bound = throughNames(Inner.Value->operand(1)), *I = B.var(Of.Index);
    const Expr *Some = B.binary("<", Of.Inner->First, Bound, M.boolType());
    const Expr *If = decide(Some) == true ? Of.If : both(Of.If, Some);
    Variable *V = F.variable(Name, M.stdVector("std::vector<" + T->Spelling + ">", T));
    Variable *Size = F.variable(V->Name + "_size", M.sizeType());
    Size->Counts = V;
    Size->Const = true;
    const Expr *Extent = B.cast(M.sizeType(), Bound);
    if (If)
      Extent = B.conditional(If, Extent, B.literal("0", M.sizeType()));
    Declare(Size, Extent);
    Declare(V, B.opaque(V->Ty->Spelling + "($0)", V->Ty, {B.var(Size)}));
    Stmt *Fill = M.stmt(StmtKind::Loop, Of.E->Loc);
    Fill->Init.add(B.declare(Of.Index, Of.Inner->First));
    Fill->Value = B.binary("<", I, Bound, M.boolType());
    Fill->Step.add(B.accumulate(I, B.integer(1)));
    Fill->Then.add(B.assign(B.subscript(B.var(V), I), Of.Same));
    Block Then;
    Then.add(Fill);
    Ahead.push_back(Of.If ? B.ifThen(Of.If, std::move(Then)) : Fill);
    Read = B.subscript(B.var(V), B.var(Of.Inner->Counter));
  }
  Loops.resize(1);
  replace(Loop.Then, Known, Of, Read);
  Bl.Stmts.insert(Bl.Stmts.begin() + At, Ahead.begin(), Ahead.end());
  At += Ahead.size();
}

bool Steady::takeOne(Block &Bl, size_t &At, bool Nested) {
  Stmt &Loop = *Bl.Stmts[At];
  const std::optional<Counting> Outer = counting(Loop);
  if (!Outer || !isQuiet(Loop.Then))
    return false;
  Loops = {*Outer};
  Names.clear();
  Call Found;
  const Places Known(F);
  const bool Finds = look(Loop.Then, Known, Nested, Found);
  if (Finds)
    make(Bl, At, Known, Found);
  return Finds;
}

void Steady::in(Block &Bl, bool Nested) {
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    const bool Repeats = Bl.Stmts[At]->is(StmtKind::Loop);
    if (Repeats)
      while (takeOne(Bl, At, Nested))
        ;
    forEachBlock(*Bl.Stmts[At], [&](Block &Part) { in(Part, Nested || Repeats); });
  }
}

void ad::core::makeSteadyCallsAhead(Module &M, Function &F) { Steady(M, F).in(F.Body, false); }
