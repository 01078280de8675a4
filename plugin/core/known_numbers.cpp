//===- core/known_numbers.cpp - what numbers in objects are ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Statements are gone through in their order: assignments of single numbers and pointers, what
//    is made as { ... }, and copies of whole objects, say what is known behind them. All else may
//    end that.
// 2. In what is nested, loops and branches, a number is replaced if all of it leaves the number
//    alone. What is set in a block is known until its end.
//    Integers that each iteration of a loop sets to what they were are known at its beginning: all
//    are assumed to be, iterations are gone through, and what turns out not to be is not assumed
//    when they are gone through again (`x = F * x;` where matrices know their sizes).
// 3. The objects are local ones of which nobody has the address.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/known_numbers.h"
#include "plugin/core/builder.h"
#include "plugin/core/object_numbers.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace ad::core;

namespace {

/// What lowering calls the variable that `object.data = new double[n]` gets first.
constexpr llvm::StringLiteral AllocatedName = "memory";

class KnownNumbers {
public:
  KnownNumbers(Module &M, Function &F) : M(M), F(F), Known(F) {}
  void run();

private:
  struct Number {
    const Expr *Place;
    const Expr *Value;
  };
  using State = std::vector<Number>;
  /// What is known where control may be, or nothing if it never is there.
  using Reached = std::optional<State>;
  /// The loop at hand, as its iterations are gone through.
  struct Iteration {
    Reached Broken, Continued;
  };
  bool isOwn(const Variable *Object) const;
  bool stays(const Expr *Value) const;
  void in(Block &Bl);
  void inLoop(Stmt &Loop);
  void use(Stmt &S);
  void learn(const Stmt &S);
  const Expr *formed(const Expr *E) const;
  const Expr *replaced(const Expr *E) const;
  static void join(Reached &Into, const Reached &Other);
  Reached through(const Block &Bl, Reached At);
  Reached through(Stmt &S, State At);
  Reached throughLoop(Stmt &Loop, const State &At, State *AtHead = nullptr);
  void set(const Expr *Place, const Expr *Value);
  void setParts(const Expr *Object, const Expr *Braces);

  Module &M;
  Function &F;
  Uses Known;
  llvm::DenseSet<const Variable *> Bound;                  ///< to which references lead
  llvm::DenseMap<const Variable *, const Expr *> Literals; ///< what `const int n = 3` declares
  State Numbers;
  bool Looks = false; ///< ahead of what is replaced
  std::vector<Iteration> Iterations;
};

} // namespace

/// Whether a T is, or holds, a union: a number may tell which member it has.
static bool holdsUnion(const Type *T) {
  return T->IsUnion || T->IsTagged || (T->isArray() && holdsUnion(T->Element)) ||
         (T->isRecord() &&
          llvm::any_of(T->Fields, [](const Field &Each) { return holdsUnion(Each.Ty); }));
}

bool KnownNumbers::isOwn(const Variable *Object) const {
  return Object && Object->Kind == Storage::Local && Object->Ty->isRecord() &&
         !Object->AddressTaken && !Object->Static && !Bound.contains(Object) &&
         !holdsUnion(Object->Ty);
}

/// Whether Value is a number, or a variable that is the same wherever it is declared.
bool KnownNumbers::stays(const Expr *Value) const {
  if (Value->is(ExprKind::Literal))
    return true;
  const Variable *V = Value->is(ExprKind::Variable) ? Value->Var : nullptr;
  return V && (V->Ty->isInteger() || V->Ty->isPointer()) && !V->Constant && !V->AddressTaken &&
         !V->Static && !Known.of(V).Escapes &&
         (V->Kind == Storage::Parameter || V->Kind == Storage::Local) && !Known.of(V).written();
}

/// The number that E is written as, if it is small.
static std::optional<int64_t> written(const Expr *E) {
  int64_t Number;
  const bool Small = E->is(ExprKind::Literal) && E->Ty->isInteger() &&
                     !llvm::StringRef(E->Text).getAsInteger(10, Number) && Number >= 0 &&
                     Number < (1 << 15);
  return Small ? std::optional(Number) : std::nullopt;
}

/// E, a sum or a product of integers, with what is known put in: `0 * m.columns + 1` is `1`.
const Expr *KnownNumbers::formed(const Expr *E) const {
  auto Replaced = [this](const Expr *Sub) { return replaced(Sub); };
  const Expr *L = rewriteValues(M, E->operand(0), Replaced),
             *R = rewriteValues(M, E->operand(1), Replaced);
  if (L == E->operand(0) && R == E->operand(1))
    return nullptr;
  Builder B(M);
  const bool Product = E->Text == "*";
  const auto A = written(L), Z = written(R);
  if (A && Z)
    return B.literal(std::to_string(Product ? *A * *Z : *A + *Z), E->Ty);
  const int64_t Neutral = Product ? 1 : 0;
  if (A == Neutral && R->Ty == E->Ty)
    return R;
  if (Z == Neutral && L->Ty == E->Ty)
    return L;
  return B.binary(E->Text, L, R, E->Ty);
}

const Expr *KnownNumbers::replaced(const Expr *E) const {
  if (E->is(ExprKind::Binary) && (E->Text == "*" || E->Text == "+") && E->Ty->isInteger())
    return formed(E);
  auto Found = llvm::find_if(Numbers, [&](const Number &N) { return equal(N.Place, E); });
  return Found == Numbers.end() ? nullptr : Found->Value;
}

/// Puts into S what numbers are known to be that all of it leaves alone, and into the question that
/// S asks first, what they are ahead of it.
void KnownNumbers::use(Stmt &S) {
  auto Replaced = [this](const Expr *E) { return replaced(E); };
  if (S.is(StmtKind::If) || S.is(StmtKind::Switch))
    S.Value = rewriteValues(M, S.Value, Replaced);
  llvm::erase_if(Numbers, [&](const Number &N) { return !leavesNumberAlone(S, N.Place); });
  if (Numbers.empty())
    return;
  Block Alone;
  Alone.add(&S);
  walk(Alone, [&](Stmt *Each) { rewriteValues(M, *Each, Replaced); });
}

/// Whether Place, a member, holds what is stored to it, and no more.
static bool holdsAll(const Expr *Place) {
  const Field *F = findField(Place->operand()->Ty->nonReference(), Place->Text);
  return F && !F->Bits && !(F->Ty->isPointer() && (F->Smart || F->Shared || F->Reference));
}

/// The object in which Place is a number, or a pointer to numbers that carry derivatives.
static const Variable *objectOfPlace(const Expr *Place) {
  if (!Place->Ty->isPointer())
    return objectOfNumber(Place);
  const Variable *Object = Place->Ty->Element->isReal() ? objectOfPointer(Place) : nullptr;
  bool Constant = !Object || Object->Constant;
  for (const Expr *E = Place; !Constant && !E->is(ExprKind::Variable); E = E->operand()) {
    const Field *F =
        E->is(ExprKind::Member) ? findField(E->operand()->Ty->nonReference(), E->Text) : nullptr;
    Constant |= F && F->Constant;
  }
  return Constant ? nullptr : Object;
}

/// Value is stored to Place.
void KnownNumbers::set(const Expr *Place, const Expr *Value) {
  if (!Place->is(ExprKind::Member) || !isOwn(objectOfPlace(Place)) || !fieldPath(Place) ||
      !holdsAll(Place) || Value->Ty != Place->Ty || !stays(Value))
    return;
  Variable *V = Value->is(ExprKind::Variable) ? Value->Var : nullptr;
  if (!Looks && V && V->Kind == Storage::Local && V->Ty->isPointer() &&
      llvm::StringRef(V->Name).starts_with(AllocatedName))
    F.rename(V, partName(Place));
  const auto Known = V ? Literals.find(V) : Literals.end();
  Numbers.push_back({Place, Known == Literals.end() ? Value : Known->second});
}

/// Object is made as `{ ... }`.
void KnownNumbers::setParts(const Expr *Object, const Expr *Braces) {
  Builder B(M);
  for (auto [Part, Value] : llvm::zip(Object->Ty->Fields, Braces->Operands)) {
    if (!Value || Part.IsBase)
      continue;
    const Expr *Place = B.member(Object, Part);
    if (Value->is(ExprKind::Braces) && Part.Ty->isRecord())
      setParts(Place, Value);
    else
      set(Place, Value);
  }
}

/// What S says of numbers.
void KnownNumbers::learn(const Stmt &S) {
  if (S.is(StmtKind::Assign) && S.Value && !S.OldSize)
    set(S.Target, S.Value);
  if (S.is(StmtKind::Declare) && S.Value && S.Value->is(ExprKind::Braces) && S.Var->Ty->isRecord())
    setParts(Builder(M).var(S.Var), S.Value);
  if (S.is(StmtKind::Declare) && S.Value && S.Value->Ty == S.Var->Ty && S.Var->Ty->isInteger()) {
    const Expr *Value = S.Value;
    if (const auto Found =
            Value->is(ExprKind::Variable) ? Literals.find(Value->Var) : Literals.end();
        Found != Literals.end())
      Value = Found->second;
    if (Value->is(ExprKind::Literal) && stays(Builder(M).var(S.Var)))
      Literals[S.Var] = Value;
  }
  // A copy has the numbers of what it is made from.
  const Variable *From = S.is(StmtKind::Declare) && S.Value && S.Value->is(ExprKind::Variable)
                             ? S.Value->Var
                             : nullptr;
  if (!isOwn(From) || !isOwn(S.Var) || From->Ty != S.Var->Ty)
    return;
  std::vector<Number> Copied;
  Builder B(M);
  for (const Number &N : Numbers) {
    if (objectOfPlace(N.Place) != From)
      continue;
    const Expr *Place = rewrite(M, N.Place, [&](const Expr *E) -> const Expr * {
      return isVariable(E, From) ? B.var(S.Var) : nullptr;
    });
    if (objectOfPlace(Place))
      Copied.push_back({Place, N.Value});
  }
  Numbers.insert(Numbers.end(), Copied.begin(), Copied.end());
}

//===-- Loops --------------------------------------------------------------===//

/// What is known wherever control comes from.
void KnownNumbers::join(Reached &Into, const Reached &Other) {
  if (!Into || !Other) {
    Into = Into ? Into : Other;
    return;
  }
  llvm::erase_if(*Into, [&](const Number &N) {
    return llvm::none_of(*Other, [&](const Number &Same) {
      return equal(N.Place, Same.Place) && equal(N.Value, Same.Value);
    });
  });
}

/// What is known behind S if At is ahead of it.
KnownNumbers::Reached KnownNumbers::through(Stmt &S, State At) {
  const auto LeavesAlone = [&S](const Number &N) { return leavesNumberAlone(S, N.Place); };
  switch (S.Kind) {
  case StmtKind::Return:
    return std::nullopt;
  case StmtKind::Break:
    join(Iterations.back().Broken, At);
    return std::nullopt;
  case StmtKind::Continue:
    join(Iterations.back().Continued, At);
    return std::nullopt;
  case StmtKind::If: {
    Reached Then = through(S.Then, At);
    join(Then, through(S.Else, At));
    return Then;
  }
  case StmtKind::Block: {
    Reached After = through(S.Then, At);
    llvm::DenseSet<const Variable *> Inside; // gone behind it
    walk(S.Then, [&](Stmt *In) { Inside.insert(In->Var); });
    if (After)
      llvm::erase_if(*After, [&](const Number &N) {
        return N.Value->is(ExprKind::Variable) && Inside.contains(N.Value->Var);
      });
    return After;
  }
  case StmtKind::Loop:
    return throughLoop(S, At);
  case StmtKind::Switch: // from which control may jump at any time
    llvm::erase_if(At, [&](const Number &N) { return !LeavesAlone(N); });
    join(Iterations.back().Continued, At);
    return At;
  default:
    break;
  }
  // What it stores is what it is ahead of it.
  const State Outside = std::exchange(Numbers, At);
  Stmt Told = S;
  if (S.Value)
    Told.Value = rewriteValues(M, S.Value, [this](const Expr *E) { return replaced(E); });
  llvm::erase_if(Numbers, [&](const Number &N) { return !LeavesAlone(N); });
  learn(Told);
  return std::exchange(Numbers, Outside);
}

KnownNumbers::Reached KnownNumbers::through(const Block &Bl, Reached At) {
  for (Stmt *S : Bl.Stmts)
    if (At)
      At = through(*S, std::move(*At));
  return At;
}

/// The same of a loop. AtHead: what is known wherever an iteration begins.
KnownNumbers::Reached KnownNumbers::throughLoop(Stmt &Loop, const State &At, State *AtHead) {
  const bool Last = Loop.Form == LoopForm::DoWhile;
  Reached Head = through(Loop.Init, At);
  const auto Declared = Literals;
  for (;;) {
    Literals = Declared; // of what had been assumed
    const size_t Before = Head ? Head->size() : 0;
    Iterations.emplace_back();
    Reached Tested = Last ? std::nullopt : through(Loop.Setup, Head);
    Reached End = through(Loop.Then, Last ? Head : Tested);
    join(End, Iterations.back().Continued);
    if (Last)
      Tested = End = through(Loop.Setup, End);
    End = through(Loop.Step, End);
    Reached Behind = Iterations.back().Broken;
    if (Loop.Value)
      join(Behind, Tested);
    Iterations.pop_back();
    join(Head, End);
    if (Head && Head->size() != Before)
      continue;
    Literals = Declared;
    if (AtHead)
      *AtHead = Head.value_or(State());
    // Names that are declared in it are gone.
    if (Behind)
      join(Behind, Head);
    return Behind;
  }
}

/// What Loop leaves alone is replaced in all of it, and where an iteration begins, what it sets to
/// the same.
void KnownNumbers::inLoop(Stmt &Loop) {
  const auto IsSet = [&Loop](const Number &N) { // perhaps to what it was
    return N.Place->Ty->isInteger() && !leavesNumberAlone(Loop, N.Place);
  };
  State AtHead, Behind;
  if (llvm::any_of(Numbers, IsSet)) {
    State Ahead = Numbers;
    llvm::erase_if(Ahead, [](const Number &N) { return !N.Place->Ty->isInteger(); });
    Looks = true;
    Iterations.emplace_back();
    const Reached After = throughLoop(Loop, Ahead, &AtHead);
    Iterations.pop_back();
    Looks = false;
    bool Throws = false;
    walk(Loop.Then, [&](Stmt *S) { Throws |= S->NoReturn; });
    if (After && !Throws)
      Behind = *After;
    llvm::erase_if(Behind, [&](const Number &N) { return !IsSet(N); });
    llvm::erase_if(AtHead, [&](const Number &N) {
      return !IsSet(N) || llvm::any_of(Loop.Setup.Stmts,
                                       [&](Stmt *S) { return !leavesNumberAlone(*S, N.Place); });
    });
  }
  use(Loop);
  const State Alone = Numbers;
  if (Loop.Value && Loop.Form != LoopForm::DoWhile) {
    Numbers = AtHead;
    Loop.Value = rewriteValues(M, Loop.Value, [this](const Expr *E) { return replaced(E); });
  }
  forEachBlock(Loop, [&](Block &Nested) {
    Numbers = Alone;
    if (&Nested == &Loop.Then)
      Numbers.insert(Numbers.end(), AtHead.begin(), AtHead.end());
    in(Nested);
  });
  Numbers = Alone;
  Numbers.insert(Numbers.end(), Behind.begin(), Behind.end());
}

void KnownNumbers::in(Block &Bl) {
  for (Stmt *S : Bl.Stmts) {
    if (S->is(StmtKind::Loop)) {
      inLoop(*S);
      continue;
    }
    use(*S);
    forEachBlock(*S, [&](Block &Nested) {
      const std::vector<Number> Before = Numbers;
      in(Nested);
      Numbers = Before;
    });
    learn(*S);
  }
}

void KnownNumbers::run() {
  bool Jumps = false;
  walk(F.Body, [&](const Stmt *S) {
    Jumps |= S->is(StmtKind::Label);
    if (S->is(StmtKind::Declare) && S->Var->Ty->isReference() && S->Value)
      Bound.insert(rootVariable(S->Value));
  });
  if (!Jumps)
    in(F.Body);
}

void ad::core::replaceKnownNumbers(Module &M, Function &F) { KnownNumbers(M, F).run(); }
