//===- modes/loop_bounds.cpp - what counters are compared with ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/loop_bounds.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/builder.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {

/// `Counter + a - b Op Bound`.
struct Test {
  Variable *Counter = nullptr;
  struct Term {
    const Expr *E;
    bool Minus;
  };
  llvm::SmallVector<Term, 2> Terms; ///< what is added to the counter; the last one first
  const Expr *Bound = nullptr;
  std::string Op;
};

class Bounds {
public:
  Bounds(Module &M, Function &F) : M(M), F(F), Known(F), B(M) {}
  void run();

private:
  std::optional<Test> testOf(const Stmt &Loop) const;
  bool isOwn(const Variable *V) const {
    return (V->Kind == Storage::Local || V->Kind == Storage::Parameter) && !V->Static &&
           !V->Ty->isReference() && !V->AddressTaken && !Known.of(V).Escapes &&
           !Known.isNamedInText(V);
  }
  bool lasts(const Expr *E, const Variable *Counter) const;
  void leaveFirst(Stmt &Loop);
  std::optional<analysis::CountedLoop> counted(Stmt &Loop) const;
  Stmt *separate(Stmt &Loop);
  Stmt *divideTest(Stmt &Loop);
  const Expr *lesser(const Expr *A, const Expr *Z, Stmt &Loop) const;
  const Expr *sum(const Expr *A, bool Minus, const Expr *Z) const;

  Module &M;
  Function &F;
  const Uses Known;
  Builder B;
  bool Jumps = false; ///< across declarations, perhaps
};

} // namespace

/// E without conversions of integers to wider ones that keep what is negative so.
static const Expr *stripped(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->Ty->isInteger() && E->operand()->Ty->isInteger() &&
         E->Ty->Bits >= E->operand()->Ty->Bits && E->Ty->IsUnsigned == E->operand()->Ty->IsUnsigned)
    E = E->operand();
  return E;
}

/// Whether E reads a member of an object that others may change.
static bool readsObject(const Expr *E) {
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    Reads |= Sub->is(ExprKind::Member) && !Sub->operand()->Ty->nonReference()->IsVector &&
             Sub->operand()->Var->Ty->isReference();
    return true;
  });
  return Reads;
}

static std::string turned(llvm::StringRef Op) {
  return Op == "<" ? ">" : Op == "<=" ? ">=" : Op == ">" ? "<" : Op == ">=" ? "<=" : "";
}

/// Whether E, in a test or a bound, is made of numbers that nobody changes by way of memory.
/// (analysis::countedLoop asks whether the loop itself changes them.)
bool Bounds::lasts(const Expr *E, const Variable *Counter) const {
  bool Lasts = true;
  walk(E, [&](const Expr *Sub) {
    switch (Sub->Kind) {
    case ExprKind::Literal:
    case ExprKind::Cast:
    case ExprKind::Binary:
    case ExprKind::Unary:
      Lasts &= Sub->Ty->isInteger();
      return Lasts;
    case ExprKind::Variable:
      Lasts &= Sub->Ty->isInteger() && Sub->Var != Counter && isOwn(Sub->Var);
      return false;
    case ExprKind::Member: // a vector's size, a member of an object
      Lasts &= Sub->Ty->isInteger() && Sub->operand()->is(ExprKind::Variable);
      return false;
    default:
      Lasts = false;
      return false;
    }
  });
  return Lasts;
}

std::optional<Test> Bounds::testOf(const Stmt &Loop) const {
  const Stmt *Step = Loop.Step.Stmts.size() == 1 ? Loop.Step.Stmts[0] : nullptr;
  const bool Counts = Loop.Form == LoopForm::For && Step && Step->is(StmtKind::Accumulate) &&
                      Step->Target->is(ExprKind::Variable) && Loop.Value &&
                      Loop.Value->is(ExprKind::Binary) && !turned(Loop.Value->Text).empty();
  if (!Counts)
    return std::nullopt;
  Test T;
  T.Counter = Step->Target->Var;
  T.Op = Loop.Value->Text;
  const Expr *Left = Loop.Value->operand(0), *Right = Loop.Value->operand(1);
  if (!mentions(Left, T.Counter)) {
    std::swap(Left, Right);
    T.Op = turned(T.Op);
  }
  T.Bound = Right;
  bool Plain = T.Bound->Ty->isInteger() && lasts(T.Bound, T.Counter), Numbers = true;
  for (Left = stripped(Left); Plain && !isVariable(Left, T.Counter);) {
    if (!Left->is(ExprKind::Binary) || (Left->Text != "+" && Left->Text != "-"))
      return std::nullopt;
    const bool Second = Left->Text == "+" && mentions(Left->operand(1), T.Counter);
    const Expr *Term = Left->operand(Second ? 0 : 1);
    Plain = Term->Ty->isInteger() && lasts(Term, T.Counter);
    Numbers &= stripped(Term)->is(ExprKind::Literal);
    T.Terms.push_back({Term, Left->Text == "-"});
    Left = stripped(Left->operand(Second ? 1 : 0));
  }
  return Plain && !Numbers ? std::optional(T) : std::nullopt;
}

/// A + Z or A - Z, in the wider of their types.
const Expr *Bounds::sum(const Expr *A, bool Minus, const Expr *Z) const {
  Z = stripped(Z);
  if (!Minus && A->is(ExprKind::Literal) && A->Text == "0")
    return Z;
  const Type *T = A->Ty->Bits >= Z->Ty->Bits ? A->Ty : Z->Ty;
  return Builder(M).binary(Minus ? "-" : "+", A, Z, T);
}

/// Whether E can be evaluated where what is asked ahead of it may be false.
static bool isSafe(const Expr *E) {
  bool Opaque = false;
  walk(E, [&](const Expr *Sub) {
    Opaque |= Sub->is(ExprKind::Opaque);
    return !Opaque;
  });
  return !Opaque && !analysis::mayFail(E);
}

/// Whether E does nothing but read.
static bool onlyReads(const Expr *E) {
  bool Opaque = false;
  walk(E, [&](const Expr *Sub) {
    Opaque |= Sub->is(ExprKind::Opaque);
    return !Opaque;
  });
  return !Opaque;
}

/// `const int at = t - j * step; if (at < 0) break;`: the test, of what `at` stands for, goes
/// ahead. An iteration that is left before all else is none (reverse_jumps).
void Bounds::leaveFirst(Stmt &Loop) {
  if (Loop.Form == LoopForm::DoWhile)
    return;
  std::vector<Stmt *> &Body = Loop.Then.Stmts;
  const auto If = llvm::find_if(Body, [](const Stmt *S) {
    return !S->is(StmtKind::Declare) || !S->Value || S->Var->Static || !S->Var->Ty->isScalar() ||
           !onlyReads(S->Value);
  });
  const bool Leaves = If != Body.begin() && If != Body.end() && (*If)->is(StmtKind::If) &&
                      (*If)->Init.empty() && (*If)->Setup.empty() && (*If)->Else.empty() &&
                      (*If)->Then.Stmts.size() == 1 && (*If)->Then.Stmts[0]->is(StmtKind::Break) &&
                      onlyReads((*If)->Value);
  if (!Leaves)
    return;
  const Expr *Test = (*If)->Value;
  bool Plain = true;
  for (auto At = If; At != Body.begin();) {
    const Stmt *Declared = *--At;
    if (!mentions(Test, Declared->Var))
      continue;
    Plain &= Declared->Var->Ty->isInteger() && Declared->Value->Ty == Declared->Var->Ty;
    Test = rewriteValues(M, Test, [&](const Expr *E) {
      return isVariable(E, Declared->Var) ? Declared->Value : nullptr;
    });
    Plain &= !mentions(Test, Declared->Var);
  }
  if (!Plain)
    return;
  (*If)->Value = Test;
  std::rotate(Body.begin(), If, If + 1);
}

/// Whether E mentions what the head of Loop declares.
static bool mentionsDeclared(const Expr *E, const Stmt &Loop) {
  return llvm::any_of(Loop.Init.Stmts,
                      [E](const Stmt *S) { return S->Var && mentions(E, S->Var); });
}

/// Loop, in steps of one if its steps are of any length.
std::optional<analysis::CountedLoop> Bounds::counted(Stmt &Loop) const {
  Stmt *Step = Loop.Step.Stmts[0];
  const Expr *By = Step->Value;
  const bool Down = By->is(ExprKind::Unary) && By->Text == "-";
  if (lasts(By, Step->Target->Var) && !(Down ? By->operand() : By)->is(ExprKind::Literal)) {
    Step->Value = Builder(M).integer(1);
    if (Down)
      Step->Value = Builder(M).unary("-", Step->Value, M.intType());
  }
  std::optional<analysis::CountedLoop> L = analysis::countedLoop(Loop);
  Step->Value = By;
  return L;
}

/// The loop with its counter alone in its test. What declares the bound, ahead of it, if it is
/// needed.
Stmt *Bounds::separate(Stmt &Loop) {
  const std::optional<Test> T = testOf(Loop);
  if (!T)
    return nullptr;
  const Expr *Old = Loop.Value, *I = B.var(T->Counter);
  auto IsWide = [](const Expr *E, bool Unsigned) {
    return E->Ty->IsUnsigned == Unsigned && E->Ty->Bits >= 32 && !E->Ty->IsEnum;
  };
  auto All = [&](bool Unsigned) {
    return IsWide(I, Unsigned) && IsWide(Old->operand(0), Unsigned) &&
           IsWide(Old->operand(1), Unsigned) && llvm::all_of(T->Terms, [&](const Test::Term &Each) {
             return IsWide(stripped(Each.E), Unsigned);
           });
  };
  if (All(/*Unsigned=*/false)) {
    const Expr *Bound = T->Bound;
    for (const Test::Term &Each : T->Terms)
      Bound = sum(Bound, !Each.Minus, Each.E);
    Loop.Value = B.binary(T->Op, I, Bound, M.boolType());
    if (!counted(Loop))
      Loop.Value = Old;
    return nullptr;
  }
  // Unsigned: `i + width <= n` does not wrap on the way from 0 to n; `n - width` may.
  const bool Up = (T->Op == "<" || T->Op == "<=") && T->Terms.size() == 1 && !T->Terms[0].Minus;
  if (!Up || Jumps || !All(/*Unsigned=*/true))
    return nullptr;
  const Expr *Offset = T->Terms[0].E;
  const Expr *Last = sum(T->Bound, /*Minus=*/true, Offset);
  if (Last->Ty != I->Ty || readsObject(Offset) || readsObject(T->Bound) ||
      mentionsDeclared(Last, Loop))
    return nullptr;
  const Expr *End = T->Op == "<" ? Last : B.binary("+", Last, B.integer(1), Last->Ty);
  Loop.Value = B.binary("<", I, Last, M.boolType()); // as what it would be asked
  const Expr *By = Loop.Step.Stmts[0]->Value;
  const std::optional<analysis::CountedLoop> Counted =
      equal(By, Offset) ? counted(Loop) : analysis::countedLoop(Loop);
  Loop.Value = Old;
  const bool FromZero = Counted && Counted->Step == 1 && Counted->First->is(ExprKind::Literal) &&
                        llvm::StringRef(Counted->First->Text).rtrim("uUlLzZ") == "0";
  if (!FromZero)
    return nullptr;
  Variable *Name = F.variable(T->Counter->Name + "_end", I->Ty);
  Loop.Value = B.binary("<", I, B.var(Name), M.boolType());
  return B.declare(
      Name, B.conditional(B.binary(T->Op == "<" ? ">" : ">=", T->Bound, Offset, M.boolType()), End,
                          B.literal("0", End->Ty)));
}

/// The lesser bound of the tests A and Z, if both compare the counter of Loop, which counts
/// upwards, with numbers that last.
const Expr *Bounds::lesser(const Expr *A, const Expr *Z, Stmt &Loop) const {
  const Expr *Old = Loop.Value;
  auto BoundOf = [&](const Expr *Test) -> const Expr * {
    Loop.Value = Test;
    const auto L = analysis::countedLoop(Loop);
    const bool Plain =
        L && L->Op == "<" && !L->Ahead && L->Bound->Ty->Bits == L->Counter->Ty->Bits &&
        L->Bound->Ty->IsUnsigned == L->Counter->Ty->IsUnsigned && lasts(L->Bound, L->Counter) &&
        !readsObject(L->Bound) && isSafe(L->Bound) && !mentionsDeclared(L->Bound, Loop);
    return Plain ? L->Bound : nullptr;
  };
  const Expr *First = BoundOf(A), *Second = BoundOf(Z);
  Loop.Value = Old;
  return First && Second ? Builder(M).conditional(
                               Builder(M).binary("<", Second, First, M.boolType()), Second, First)
                         : nullptr;
}

/// `for (int i = 0; i < n && more; ++i) { ... }`: `for (...; i < n; ...) { if (!more) break; ...
/// }`. Of two bounds, the lesser one gets a name: what declares it.
Stmt *Bounds::divideTest(Stmt &Loop) {
  const bool Both = (Loop.Form == LoopForm::For || Loop.Form == LoopForm::While) &&
                    Loop.Setup.empty() && Loop.Value && Loop.Value->is(ExprKind::Binary) &&
                    Loop.Value->Text == "&&";
  if (!Both)
    return nullptr;
  const Expr *Old = Loop.Value;
  llvm::SmallVector<const Expr *, 4> Tests;
  std::function<void(const Expr *)> Divide = [&](const Expr *E) {
    if (E->is(ExprKind::Binary) && E->Text == "&&") {
      Divide(E->operand(0));
      Divide(E->operand(1));
    } else {
      Tests.push_back(E);
    }
  };
  Divide(Old);
  for (const Expr *&Test : Tests) {
    Loop.Value = Test;
    const auto Counted = analysis::countedLoop(Loop);
    if (!Counted || (&Test != Tests.begin() && !isSafe(Counted->Bound)))
      continue;
    if (const Expr *End = Tests.size() == 2 && &Test == Tests.begin() && !Jumps
                              ? lesser(Tests[0], Tests[1], Loop)
                              : nullptr) {
      Variable *Name = F.variable(Counted->Counter->Name + "_end", End->Ty);
      Loop.Value = B.binary("<", B.var(Counted->Counter), B.var(Name), M.boolType());
      return B.declare(Name, End);
    }
    std::rotate(Tests.begin(), &Test, &Test + 1); // the others in their order: `q && *q > 0`
    const Expr *Goes = Tests[1];
    for (const Expr *Other : llvm::drop_begin(Tests, 2))
      Goes = B.binary("&&", Goes, Other, M.boolType());
    Stmt *Leave = M.stmt(StmtKind::If, Loop.Loc);
    Leave->Value = B.unary("!", Goes, M.boolType());
    Leave->Then.add(M.stmt(StmtKind::Break, Loop.Loc));
    Loop.Then.Stmts.insert(Loop.Then.Stmts.begin(), Leave);
    return nullptr;
  }
  Loop.Value = Old;
  return nullptr;
}

void Bounds::run() {
  Jumps = llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return jumps(*S); });
  changeBlocks(F.Body, [&](Block &In) {
    for (size_t I = 0; I < In.Stmts.size(); ++I) {
      if (!In.Stmts[I]->is(StmtKind::Loop))
        continue;
      leaveFirst(*In.Stmts[I]);
      for (Stmt *Declared : {divideTest(*In.Stmts[I]), separate(*In.Stmts[I])})
        if (Declared)
          In.Stmts.insert(In.Stmts.begin() + I++, Declared);
    }
    return false;
  });
}

void ad::modes::separateCounters(Module &M, Function &F) { Bounds(M, F).run(); }
