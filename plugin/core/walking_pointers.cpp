//===- core/walking_pointers.cpp - pointers that loops move along ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walking_pointers.h"
#include "plugin/core/builder.h"
#include "plugin/core/liveness.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class Walks {
public:
  Walks(Module &M, Function &F) : M(M), B(M), F(F), Known(F), Behind(liveBehindLoops(F)) {}
  void run();

private:
  bool isByName(const Variable *V) const;
  bool isFixed(const Expr *E, const Stmt &Loop) const;
  const Expr *defined(const Expr *E) const;
  void count(Stmt &Loop);
  void moveWithCounter(Stmt &Loop);
  void declareEnds(Block &B);
  const Expr *stepsOf(const Stmt &Loop);
  const Expr *wide(const Expr *Count);
  bool moves(const Stmt &Loop, const Stmt *S, const Variable *P) const;
  void replace(llvm::ArrayRef<Stmt *> In, const Variable *P, const Expr *Start, const Expr *Steps);

  Module &M;
  Builder B;
  Function &F;
  const Uses Known;
  const LiveBehindLoops Behind;
  llvm::DenseMap<const Variable *, const Expr *> Definitions; ///< of what is not assigned later
};

} // namespace

/// In how many places Loop, behind its beginning, stores in V, or in a part of it.
static unsigned storesIn(const Stmt &Loop, const Variable *V) {
  return storesIn(Loop.Setup, V) + storesIn(Loop.Then, V) + storesIn(Loop.Step, V);
}

static bool changes(const Stmt &Loop, const Variable *V) { return storesIn(Loop, V) != 0; }

/// Whether a vector may change its size, or be exchanged, in B.
static bool changesVectors(const Block &B) {
  bool Changes = false;
  walk(B, [&](Stmt *S) {
    Changes |= S->OldSize || S->Exchanges || S->WritesUnknown || S->is(StmtKind::Call) ||
               (S->is(StmtKind::Assign) && !S->Target->Ty->isScalar()) ||
               llvm::any_of(S->Writes, [](const Expr *W) { return !W->Ty->isScalar(); });
  });
  return Changes;
}

/// Whether E, a pointer or a number, is made of constants, and of variables and vectors for which
/// these hold.
static bool madeOf(const Expr *E, llvm::function_ref<bool(const Variable *)> Scalar,
                   llvm::function_ref<bool(const Variable *)> Vector) {
  auto IsVector = [&](const Expr *V) {
    return V->is(ExprKind::Variable) && V->Ty->nonReference()->IsVector && Vector(V->Var);
  };
  auto All = [&](llvm::ArrayRef<const Expr *> Operands) {
    return llvm::all_of(Operands, [&](const Expr *Op) { return madeOf(Op, Scalar, Vector); });
  };
  switch (E->Kind) {
  case ExprKind::Literal:
    return true;
  case ExprKind::Variable:
    if (E->Var->Ty->isArray())
      return E->Var->Kind == Storage::Local;
    return E->Ty->isScalar() && !E->Var->Ty->isReference() && Scalar(E->Var);
  case ExprKind::Member: // `v.size()`
    return E->Ty->isInteger() && IsVector(E->operand());
  case ExprKind::AddressOf: // `&v[0]`
    return E->operand()->is(ExprKind::Subscript) && IsVector(E->operand()->operand()) &&
           madeOf(E->operand()->operand(1), Scalar, Vector);
  case ExprKind::Cast:
    return All(E->Operands);
  case ExprKind::Unary:
    return E->Text == "-" && All(E->Operands);
  case ExprKind::Binary:
    return (E->Text == "+" || E->Text == "-" || E->Text == "*") && All(E->Operands);
  default:
    return false;
  }
}

/// Whether nothing but statements that mention V by name changes it.
bool Walks::isByName(const Variable *V) const {
  return V->Kind == Storage::Parameter
             ? !V->AddressTaken && !Known.of(V).Escapes && !Known.isNamedInText(V)
             : isTracked(V, Known);
}

/// Whether E is the same in all iterations.
bool Walks::isFixed(const Expr *E, const Stmt &Loop) const {
  return madeOf(
      E, [&](const Variable *V) { return isByName(V) && !changes(Loop, V); },
      [&](const Variable *) { return !changesVectors(Loop.Then); });
}

/// What the variable E was declared with, as it still is, if that tells more.
const Expr *Walks::defined(const Expr *E) const {
  const Expr *Value =
      E->is(ExprKind::Variable) && isByName(E->Var) ? Definitions.lookup(E->Var) : nullptr;
  const bool Same =
      Value && madeOf(
                   Value, [&](const Variable *V) { return isByName(V) && !Known.of(V).written(); },
                   [&](const Variable *) { return !changesVectors(F.Body); });
  return Same ? defined(Value) : E;
}

/// Count as a number that may be negative, and as large as pointers move.
const Expr *Walks::wide(const Expr *Count) {
  if (Count->Ty->Bits == M.SizeBits && !Count->Ty->IsUnsigned)
    return Count;
  return B.cast(M.integer("long", M.SizeBits, /*Unsigned=*/false), Count, /*Explicit=*/true);
}

/// P, in these statements, is Steps elements behind Start.
void Walks::replace(llvm::ArrayRef<Stmt *> In, const Variable *P, const Expr *Start,
                    const Expr *Steps) {
  std::function<const Expr *(const Expr *)> At = [&](const Expr *E) -> const Expr * {
    const bool Element = E->is(ExprKind::Subscript) && isVariable(E->operand(), P);
    if (Element || (E->is(ExprKind::Dereference) && isVariable(E->operand(), P))) {
      const Expr *Index = Steps;
      if (Element) {
        const Expr *Further = rewrite(M, E->operand(1), At);
        if (Steps->Ty->IsUnsigned && !Further->is(ExprKind::Literal)) // p[-1]
          Index = wide(Steps);
        Index = B.binary("+", Index, Further, Index->Ty);
      }
      const Expr *Base = Start;
      if (Base->is(ExprKind::Binary) && Base->Text == "+") { // (x + n)[i]
        Index = B.binary("+", Base->operand(1), Index, Steps->Ty);
        Base = Base->operand(0);
      }
      const Expr *Of = Base->is(ExprKind::AddressOf) ? Base->operand() : nullptr;
      const bool First = Of && Of->is(ExprKind::Subscript) &&
                         Of->operand(1)->is(ExprKind::Literal) && Of->operand(1)->Text == "0";
      return First ? B.subscript(Of->operand(), Index) : B.subscript(Base, Index);
    }
    if (!isVariable(E, P))
      return nullptr;
    return B.binary("+", Start, Steps, E->Ty);
  };
  Block Of;
  Of.Stmts.assign(In.begin(), In.end());
  walk(Of, [&](Stmt *S) { rewrite(M, *S, At); });
}

/// `for (p = x; p != x + n; ++p)`
void Walks::count(Stmt &Loop) {
  const bool Shaped = Loop.Form == LoopForm::For && Loop.Setup.empty() && Loop.Value &&
                      Loop.Init.Stmts.size() == 1 && Loop.Step.Stmts.size() == 1 &&
                      Loop.Init.Stmts[0]->is(StmtKind::Declare) &&
                      Loop.Value->is(ExprKind::Binary) &&
                      (Loop.Value->Text == "!=" || Loop.Value->Text == "<");
  Stmt *Init = Shaped ? Loop.Init.Stmts[0] : nullptr;
  if (!Init || !Init->Value || !Init->Var->Ty->isPointer() || !isTracked(Init->Var, Known))
    return;
  const Variable *P = Init->Var;
  Stmt *Step = Loop.Step.Stmts[0];
  const bool ByOne = Step->is(StmtKind::Accumulate) && isVariable(Step->Target, P) &&
                     Step->Value->is(ExprKind::Literal) && Step->Value->Text == "1";
  Stmt Inner = Loop;
  Inner.Step = {};
  if (!ByOne || !isVariable(Loop.Value->operand(0), P) || changes(Inner, P))
    return;
  const Expr *Start = defined(Init->Value), *End = defined(Loop.Value->operand(1));
  if (End->is(ExprKind::Binary) && End->Text == "+") // from the same pointer
    if (const Expr *Base = defined(End->operand(0)); Base != End->operand(0))
      End = B.binary("+", Base, End->operand(1), End->Ty);
  if (!End->is(ExprKind::Binary) || End->Text != "+" || !isFixed(Start, Loop) ||
      !isFixed(End, Loop))
    return;
  const Type *T = End->operand(1)->Ty;
  const Expr *Number = T->isInteger() ? pointerDifference(M, End, Start, T, Loop.Loc) : nullptr;
  // Where both are beside the first element, the difference may be negative.
  if (!Number || (T->IsUnsigned && Loop.Value->Text == "<" && Number != End->operand(1)))
    return;
  Variable *I = F.variable("i", T);
  I->Loc = P->Loc;
  const Expr *Zero = B.literal("0", T);
  Init->Var = I;
  Init->Value = Zero;
  Loop.Value = B.binary("<", B.var(I), Number, M.boolType());
  Step->Target = B.var(I);
  replace(Loop.Then.Stmts, P, Start, B.var(I));
}

/// How often Loop has stepped, in its body, by its counter K: k, or n - k; null if that cannot be
/// said.
const Expr *Walks::stepsOf(const Stmt &Loop) {
  if (Loop.Form != LoopForm::For || !Loop.Setup.empty() || Loop.Init.Stmts.size() != 1 ||
      !Loop.Init.Stmts[0]->is(StmtKind::Declare) || !Loop.Init.Stmts[0]->Value)
    return nullptr;
  Variable *K = Loop.Init.Stmts[0]->Var;
  const Expr *First = Loop.Init.Stmts[0]->Value;
  const Expr *By = nullptr;
  walk(Loop.Step, [&](Stmt *S) {
    if (S->is(StmtKind::Accumulate) && isVariable(S->Target, K))
      By = S->Value;
  });
  Stmt Inner = Loop;
  Inner.Step = {};
  if (!By || storesIn(Loop.Step, K) != 1 || !K->Ty->isInteger() || !isTracked(K, Known) ||
      changes(Inner, K) || (First->Ty != K->Ty && !First->is(ExprKind::Literal)) ||
      !isFixed(First, Loop))
    return nullptr;
  if (By->is(ExprKind::Literal) && By->Text == "1") {
    const bool FromZero = First->is(ExprKind::Literal) && First->Text == "0";
    return FromZero ? B.var(K) : B.binary("-", B.var(K), First, K->Ty);
  }
  const bool Down = By->is(ExprKind::Unary) && By->Text == "-" &&
                    By->operand()->is(ExprKind::Literal) && By->operand()->Text == "1";
  return Down ? B.binary("-", First, B.var(K), K->Ty) : nullptr;
}

/// Whether S, one of the statements of Loop, is all that moves the pointer P, dead behind Loop.
bool Walks::moves(const Stmt &Loop, const Stmt *S, const Variable *P) const {
  const bool Back = S->Value && S->Value->is(ExprKind::Unary); // by so much, whatever its type
  if (Back && S->Value->operand()->Ty->IsUnsigned)
    return false;
  return S->is(StmtKind::Accumulate) && storesIn(Loop, P) == 1 && P->Ty->isPointer() &&
         isTracked(P, Known) && !Behind.lookup(&Loop).contains(P) && S->Value->Ty->isInteger() &&
         !(Loop.Value && mentions(Loop.Value, P)) && isFixed(S->Value, Loop) &&
         llvm::none_of(Loop.Step.Stmts, [&](const Stmt *Other) {
           return Other != S && ad::core::mentions(*Other, P);
         });
}

/// `for (k = 0; k < n; ++k, p += stride)`, `for (...) { ...; p += stride; ... }`: p[k * stride].
void Walks::moveWithCounter(Stmt &Loop) {
  const Expr *Steps = stepsOf(Loop);
  if (!Steps)
    return;
  for (Block *Part : {&Loop.Step, &Loop.Then}) {
    if (Part == &Loop.Then && continues(Loop.Then))
      return;
    for (size_t I = Part->Stmts.size(); I-- > 0;) {
      Stmt *S = Part->Stmts[I];
      Variable *P = S->Target && S->Target->is(ExprKind::Variable) ? S->Target->Var : nullptr;
      if (!P || !moves(Loop, S, P))
        continue;
      const bool Once = S->Value->is(ExprKind::Literal) && S->Value->Text == "1";
      auto Times = [&](const Expr *Count) {
        return Once ? Count : B.binary("*", wide(Count), S->Value, wide(Count)->Ty);
      };
      const Expr *Start = B.var(P);
      Part->Stmts.erase(Part->Stmts.begin() + I);
      llvm::ArrayRef<Stmt *> Body = Loop.Then.Stmts;
      const size_t Before = Part == &Loop.Then ? I : Body.size();
      replace(Body.take_front(Before), P, Start, Times(Steps));
      const Expr *One = B.literal("1", Steps->Ty);
      replace(Body.drop_front(Before), P, Start, Times(B.binary("+", Steps, One, Steps->Ty)));
    }
  }
}

/// `for (p = x, end = x + n; p != end; ++p)`: the end, which nobody changes, is declared ahead.
void Walks::declareEnds(Block &B) {
  for (size_t I = 0; I < B.Stmts.size(); ++I) {
    std::vector<Stmt *> &Init = B.Stmts[I]->Init.Stmts;
    for (size_t K = 0; B.Stmts[I]->is(StmtKind::Loop) && Init.size() > 1 && K < Init.size(); ++K) {
      Stmt *S = Init[K];
      const bool Alone = S->is(StmtKind::Declare) && S->Value && S->Var->Ty->isPointer() &&
                         isByName(S->Var) && !Known.of(S->Var).written() &&
                         llvm::none_of(llvm::ArrayRef(Init).take_front(K), [&](const Stmt *Before) {
                           return !Before->is(StmtKind::Declare) || mentions(S->Value, Before->Var);
                         });
      if (!Alone)
        continue;
      Init.erase(Init.begin() + K--);
      B.Stmts.insert(B.Stmts.begin() + I++, S);
    }
  }
}

void Walks::run() {
  changeBlocks(F.Body, [&](Block &B) {
    declareEnds(B);
    return false;
  });
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Value && !Known.of(S->Var).written())
      Definitions[S->Var] = S->Value;
  });
  walk(F.Body, [&](Stmt *S) {
    if (!S->is(StmtKind::Loop) || jumps(*S))
      return;
    count(*S);
    moveWithCounter(*S);
  });
}

void ad::core::indexPointers(Module &M, Function &F) { Walks(M, F).run(); }
