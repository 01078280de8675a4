//===- modes/reverse_adjoint.cpp - the adjoint of one statement -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of `t = e` gives t's adjoint to what e is made of, each leaf weighted by the partial
// derivative, and then clears it (the old value of t has no influence any more). Everything is
// written in terms of values as they were when the primal statement started; how those get here is
// the business of reverse_reads.cpp, reverse_values.cpp and reverse_record.cpp.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"
#include "plugin/modes/specialise.h"
#include "plugin/rules/rules.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

static bool simple(const Expr *E) {
  while (E->is(ExprKind::Unary) || E->is(ExprKind::Cast) || E->is(ExprKind::BaseOf) ||
         E->is(ExprKind::Member))
    E = E->operand();
  return E->is(ExprKind::Literal) || E->is(ExprKind::Variable);
}

/// Whether a seed that is used more than once should have a name.
static bool costly(const Expr *Seed) {
  if (Seed->is(ExprKind::Unary))
    Seed = Seed->operand();
  return cost(Seed) > 2;
}

const Expr *Reverse::bindSeed(const Expr *Seed, Block &To, llvm::StringRef Hint) {
  if (simple(Seed))
    return Seed;
  Variable *V = local(Hint, Seed->Ty, /*Const=*/true);
  V->Temporary = true;
  Temporaries.insert(V);
  To.add(B.declare(V, Seed));
  return B.var(V);
}

/// The factors of the product E.
static void factorsOf(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!E->is(ExprKind::Binary) || E->Text != "*" || E->operand(0)->Ty != E->Ty ||
      E->operand(1)->Ty != E->Ty)
    return Out.push_back(E);
  factorsOf(E->operand(0), Out);
  factorsOf(E->operand(1), Out);
}

/// E / By, where a product that By is a factor of is one of its other factors.
static const Expr *divided(Builder &B, const Expr *E, const Expr *By) {
  llvm::SmallVector<const Expr *, 4> Factors;
  factorsOf(E, Factors);
  const auto Same = llvm::find_if(Factors, [&](const Expr *F) { return equal(F, By); });
  if (Same == Factors.end() || Factors.size() == 1)
    return B.div(E, By);
  Factors.erase(Same);
  const Expr *Rest = Factors[0];
  for (const Expr *F : llvm::drop_begin(Factors))
    Rest = B.mul(Rest, F);
  return Rest;
}

/// With q = L / R: q_bar / R for L, and -q times that for R. A quotient that has a name, or that is
/// stored, is not computed again, and such a reciprocal takes no division at all. Whether a store
/// can be read again depends on what is recorded, and so must not change the formula: all modes
/// give the same bits.
void Reverse::adjointQuotient(const Expr *E, const Expr *Seed, Block &To) {
  const Expr *L = E->operand(0), *R = E->operand(1);
  const bool Both = Active->active(L) && Active->active(R), Real = !E->Ty->IsComplex;
  const bool Declared = Real && Present && Present->is(StmtKind::Declare) && Present->Value == E &&
                        Present->Var->Ty == E->Ty && analysis::isScalarVariable(Present->Var) &&
                        !Killed.contains(Present->Var);
  const bool Stored = Real && Present && Present->is(StmtKind::Assign) && Present->Value == E &&
                      Present->Target->Ty == E->Ty;
  const Expr *Quotient = E;
  if (Declared) {
    Quotient = B.var(Present->Var);
  } else if (Stored && keepsResult(Present)) {
    Expr *Left = M.expr(Present->Target->Kind, E->Ty, E->Loc);
    *Left = *Present->Target;
    Leaves.insert(Quotient = Left);
  }
  const bool Kept = Declared || Stored;
  if (Both && Kept) {
    Seed = bindSeed(B.div(Seed, R), To, "t_bar");
    adjoint(L, Seed, To);
    // So does whether the seed of R gets a name: the place alone decides.
    if (Quotient == E && !costly(B.neg(B.mul(Present->Target, Seed))))
      Quotient = bindSeed(Quotient, To, "t");
    adjoint(R, B.neg(B.mul(Quotient, Seed)), To);
    return;
  }
  const Expr *Numerator = L->is(ExprKind::Cast) ? L->operand() : L;
  if (Kept && Builder::isOne(Numerator)) {
    Quotient = bindSeed(Quotient, To, "t");
    adjoint(R, B.neg(B.mul(B.mul(Quotient, Quotient), Seed)), To);
    return;
  }
  if (Declared && !Active->active(L)) {
    adjoint(R, B.neg(B.mul(B.div(Quotient, R), Seed)), To);
    return;
  }
  if (Both && costly(Seed))
    Seed = bindSeed(Seed, To, "t_bar");
  // Not (L / (R * R)) * seed: the square may be too large, or too small, where the quotients are
  // not.
  Seed = divided(B, Seed, rules::conjugate(B, R));
  adjoint(L, Seed, To);
  if (Active->active(R))
    adjoint(R, B.neg(B.mul(rules::conjugate(B, B.div(L, R)), Seed)), To);
}

/// `x * sqrt(x)`, or the other way round: the root; null of other products.
static const Expr *rootTimesItsOperand(const Expr *L, const Expr *R) {
  for (const Expr *Root : {L, R})
    if (Root->is(ExprKind::Primitive) && Root->Text == "sqrt" && !Root->Ty->IsComplex &&
        equal(Root->operand(), Root == L ? R : L))
      return Root;
  return nullptr;
}

/// With E = c x^n of a number x in a variable or in memory, `0.5 * g * h * h`: n c x^(n - 1) times
/// the seed for x, at once. Returns false where E is another product.
bool Reverse::adjointPower(const Expr *E, const Expr *Seed, Block &To) {
  llvm::SmallVector<const Expr *, 4> Factors;
  factorsOf(E, Factors);
  auto Repeats = llvm::find_if(Factors, [&](const Expr *Of) {
    return isPlace(Of) && Active->active(Of) &&
           llvm::count_if(Factors, [&](const Expr *Other) { return equal(Of, Other); }) > 1;
  });
  if (E->Ty->IsComplex || Repeats == Factors.end())
    return false;
  const Expr *Base = *Repeats, *Others = nullptr;
  int64_t Times = 0;
  for (const Expr *Of : Factors)
    if (equal(Of, Base))
      ++Times;
    else
      Others = Others ? B.mul(Others, Of) : Of;
  auto Power = [&](const Expr *Product, int64_t N) {
    for (int64_t I = 0; I < N; ++I)
      Product = Product ? B.mul(Product, Base) : Base;
    return Product;
  };
  const bool Both = Others && Active->active(Others);
  if (Both && costly(Seed))
    Seed = bindSeed(Seed, To, "t_bar");
  if (Both)
    adjoint(Others, B.mul(Power(nullptr, Times), Seed), To);
  const Expr *Slope = B.number(double(Times), E->Ty);
  adjoint(Base, B.mul(Power(Others ? B.mul(Slope, Others) : Slope, Times - 1), Seed), To);
  return true;
}

/// Adds Seed times the derivative of E to the adjoints of E's leaves.
void Reverse::adjoint(const Expr *E, const Expr *Seed, Block &To) {
  if (!Active->active(E) || Builder::isZero(Seed))
    return;
  if (isPlace(E)) {
    if (const Expr *Bar = Shadow.place(E))
      To.add(B.accumulate(Bar, Seed));
    else if (const Expr *Each = Shadow.mixes(E) ? Shadow.distributed(E) : nullptr)
      adjoint(Each, Seed, To);
    return;
  }
  switch (E->Kind) {
  case ExprKind::Unary:
    if (E->Text == "-")
      Seed = B.neg(Seed);
    adjoint(E->operand(), Seed, To);
    return;
  case ExprKind::Binary: {
    const Expr *L = E->operand(0), *R = E->operand(1);
    bool Both = Active->active(L) && Active->active(R);
    if (E->Text == "+" || E->Text == "-") {
      if (Both && costly(Seed))
        Seed = bindSeed(Seed, To, "t_bar");
      adjoint(L, Seed, To);
      adjoint(R, E->Text == "-" ? B.neg(Seed) : Seed, To);
      return;
    }
    if (E->Text == "*") {
      if (Both && adjointPower(E, Seed, To))
        return;
      if (Both && equal(L, R)) {
        adjoint(L, B.mul(B.mul(B.number(2, E->Ty), rules::conjugate(B, L)), Seed), To);
        return;
      }
      if (const Expr *Root = Both ? rootTimesItsOperand(L, R) : nullptr) { // x to the 3/2
        adjoint(Root->operand(), B.mul(B.mul(B.number(1.5, E->Ty), Root), Seed), To);
        return;
      }
      if (Both && costly(Seed))
        Seed = bindSeed(Seed, To, "t_bar");
      adjoint(L, B.mul(rules::conjugate(B, R), Seed), To);
      adjoint(R, B.mul(rules::conjugate(B, L), Seed), To);
      return;
    }
    if (E->Text == "/")
      return adjointQuotient(E, Seed, To);
    break;
  }
  case ExprKind::Conditional: {
    Block Then, Else;
    if (costly(Seed))
      Seed = bindSeed(Seed, To, "t_bar");
    adjoint(E->operand(1), Seed, Then);
    adjoint(E->operand(2), Seed, Else);
    if (Then.empty() && Else.empty())
      return;
    if (Then.empty())
      To.add(B.ifThen(B.unary("!", E->operand(0), M.boolType()), Else));
    else
      To.add(B.ifThen(E->operand(0), Then, Else));
    return;
  }
  case ExprKind::Cast:
    if (E->Ty->IsComplex != E->operand()->Ty->IsComplex)
      adjoint(E->operand(), rules::project(B, Seed, E->operand()->Ty), To);
    else if (E->Ty->IsComplex)
      adjoint(E->operand(), B.cast(E->operand()->Ty, Seed), To);
    else if (E->operand()->Ty->isReal())
      adjoint(E->operand(),
              E->operand()->Ty->Bits < E->Ty->Bits ? B.cast(E->operand()->Ty, Seed) : Seed, To);
    return;
  case ExprKind::Primitive: {
    unsigned Operands = 0;
    for (const Expr *Op : E->Operands)
      Operands += Active->active(Op);
    if (Operands > 1 && costly(Seed))
      Seed = bindSeed(Seed, To, "t_bar");
    for (unsigned I = 0; I < E->Operands.size(); ++I) {
      if (!Active->active(E->operand(I)))
        continue;
      if (const Expr *Weight = rules::pull(B, E, I, E, Seed))
        adjoint(E->operand(I), Weight, To);
    }
    return;
  }
  case ExprKind::Subscript: // of a temporary
  default:
    break;
  }
  C.error(E->Loc, "cannot differentiate this expression in reverse mode");
  Failed = true;
}

/// Visits the differentiable scalars of A (and the corresponding ones of Other), not those behind
/// pointers; arrays by loops. Parts that do not exist are zero: those of an optional are missing in
/// Other then; which one a variant has, Value tells, the primal place of A (where there is Other).
void Reverse::forEachLeaf(const Expr *A, const Expr *Other, Block &To,
                          llvm::function_ref<void(const Expr *, const Expr *, Block &)> F,
                          const Expr *Value) {
  const Type *T = A->Ty->nonReference();
  if (!T->Differentiable || T->isPointer())
    return;
  if (T->isReal()) {
    F(A, Other, To);
    return;
  }
  if (T->isRecord()) {
    for (const Field &Sub : T->Fields) {
      if (!Sub.Ty->Differentiable || Sub.Constant)
        continue;
      Block Inner;
      Block &Into = Sub.Exists.empty() ? To : Inner;
      forEachLeaf(B.shadowMember(A, Sub), Other ? B.shadowMember(Other, Sub) : nullptr, Into, F,
                  Value ? B.member(Value, Sub) : nullptr);
      if (Inner.empty())
        continue;
      const Expr *Exists = B.opaque(Sub.Exists, M.boolType(), {Other ? Other : A});
      if (Other && !T->Fields[0].Ty->IsBool) {
        if (!Value) {
          C.error(A->Loc, "cannot differentiate a copy of this variant in reverse mode",
                  "copy arrays of variants in a loop of your own");
          Failed = true;
          return;
        }
        Exists = B.binary("==", B.member(Value, T->Fields[0]),
                          B.integer(&Sub - T->Fields.data() - 1), M.boolType());
      }
      To.add(B.ifThen(Exists, Inner));
    }
    return;
  }
  if (T->isArray()) {
    Stmt *Loop = B.overElements(Out, A, [&](const Expr *K, Block &Into) {
      forEachLeaf(B.subscript(A, K), Other ? B.subscript(Other, K) : nullptr, Into, F);
    });
    Temporaries.insert(Loop->Init.Stmts[0]->Var);
    if (!Loop->Then.empty())
      To.add(Loop);
  }
}

void Reverse::zero(const Expr *Place, Block &To) {
  forEachLeaf(Place, nullptr, To, [&](const Expr *Leaf, const Expr *, Block &Into) {
    Into.add(B.assign(Leaf, B.number(0, Leaf->Ty)));
  });
}

void Reverse::accumulateLeaves(const Expr *To, const Expr *From, Block &Into) {
  forEachLeaf(To, From, Into,
              [&](const Expr *A, const Expr *F, Block &Inner) { Inner.add(B.accumulate(A, F)); });
}

/// The adjoint of giving Value (of record or array type T) to a target whose adjoint is TargetBar.
void Reverse::adjointAggregate(const Type *T, const Expr *Value, const Expr *TargetBar, Block &To,
                               bool Zero) {
  if (Value->is(ExprKind::Conditional)) {
    Block Then, Else;
    adjointAggregate(T, Value->operand(1), TargetBar, Then, Zero);
    adjointAggregate(T, Value->operand(2), TargetBar, Else, Zero);
    if (!Then.empty() || !Else.empty())
      To.add(B.ifThen(Value->operand(0), Then, Else));
    return;
  }
  if (Value->is(ExprKind::Braces)) {
    for (unsigned I = 0; I < Value->Operands.size(); ++I) {
      const Expr *Op = Value->operand(I), *Bar = nullptr;
      if (T->isArray()) {
        Bar = B.subscript(TargetBar, B.integer(I));
      } else if (I < T->Fields.size()) {
        const Field &F = T->Fields[I];
        if (!F.Ty->Differentiable || F.Constant || F.Ty->isPointer())
          continue;
        Bar = B.shadowMember(TargetBar, F);
      }
      if (!Bar || !Bar->Ty->Differentiable || Bar->Ty->isPointer())
        continue;
      if (Bar->Ty->isReal())
        adjoint(Op, Bar, To);
      else
        adjointAggregate(Bar->Ty, Op, Bar, To, false);
    }
    if (Zero)
      zero(TargetBar, To);
    return;
  }
  if (isPlace(Value) && Active->active(Value)) {
    const Expr *From = Shadow.place(Value);
    if (From && Detached && rootVariable(TargetBar) == Backward.ResultDerivative)
      matchShapes(B, Out, TargetBar, From, To); // empty where the caller has no use for the result
    if (From)
      forEachLeaf(
          From, TargetBar, To,
          [&](const Expr *A, const Expr *Bar, Block &Into) {
            if (!Zero) {
              Into.add(B.accumulate(A, Bar));
              return;
            }
            // Safe also for `a = a`: read, clear, add.
            Variable *Seed = local("t_bar", Bar->Ty, /*Const=*/true);
            Seed->Temporary = true;
            Temporaries.insert(Seed);
            Into.add(B.declare(Seed, Bar));
            Into.add(B.assign(Bar, B.number(0, Bar->Ty)));
            Into.add(B.accumulate(A, B.var(Seed)));
          },
          Value);
    return;
  }
  if (!isPlace(Value) && Active->active(Value)) {
    C.error(Value->Loc, "cannot differentiate this value of class type in reverse mode");
    Failed = true;
    return;
  }
  if (Zero)
    zero(TargetBar, To);
}

/// Whether one of the leaves that Adjoint adds to may be the place TargetBar itself.
static bool mayTouch(const Block &Adjoint, llvm::function_ref<bool(const Expr *)> Touches,
                     bool &Nested) {
  bool Any = false;
  for (const Stmt *S : Adjoint.Stmts) {
    if (S->is(StmtKind::If)) {
      bool Inner = mayTouch(S->Then, Touches, Nested) || mayTouch(S->Else, Touches, Nested);
      Nested |= Inner;
      Any |= Inner;
    } else if (S->is(StmtKind::Accumulate)) {
      Any |= Touches(S->Target);
    }
  }
  return Any;
}

void Reverse::adjointAssign(Stmt *S, Block &To) {
  const Expr *Target = S->Target;
  const Expr *Bar = Shadow.place(Target);
  if (!Bar || !Active->active(Target))
    return;
  bool Adds = S->is(StmtKind::Accumulate);
  if (isVectorOfHandles(Target->Ty))
    return;
  if (S->OldSize) { // a vector: its adjoint is read, then gets the size that the vector had
    Variable *Seed = local(nameFor(Target) + "_seed", Target->Ty, /*Const=*/true);
    Temporaries.insert(Seed);
    To.add(B.declare(Seed, Bar));
    if (ShapesFollowed.contains(S)) {
      zero(Bar, To);
      restoreShape(Bar, To);
      adjointAggregate(Target->Ty, S->Value, B.var(Seed), To, /*Zero=*/false);
      return;
    }
    // Pointers that the caller has passed may lead into its vector: the adjoint keeps its storage.
    const Variable *Root = rootVariable(Target);
    const bool Mine = Root && Root->Kind == Storage::Local && !Root->Ty->isReference();
    if (!Mine && llvm::StringRef(Target->Ty->Spelling).starts_with("std::vector<")) {
      const bool Number = Target->Ty->Element->isReal();
      if (madeOfBytes(Target->Ty)) { // what `{}` makes is not zero
        zero(Bar, To);
        To.add(resizeZeros(B, Bar, S->OldSize));
      } else {
        To.add(
            B.effect(Number ? "$0.assign($1, 0)" : "$0.assign($1, {})", {Bar, S->OldSize}, {Bar}));
      }
    } else {
      Expr *Zeros = M.expr(ExprKind::Opaque, Target->Ty);
      Zeros->Text = zerosOf(Target->Ty) + "($0)";
      Zeros->Operands = {S->OldSize};
      To.add(B.assign(Bar, Zeros));
    }
    adjointAggregate(Target->Ty, S->Value, B.var(Seed), To, /*Zero=*/false);
    return;
  }
  if (!Target->Ty->isReal()) {
    // `a[i] = V{a[j].x + 1, ...}`: the target may be among what it is made of.
    bool Meets = false;
    if (!isPlace(S->Value))
      walk(S->Value, [&](const Expr *E) {
        Meets |= isPlace(E) && E->Ty->Differentiable && Mem->mayAlias(E, Target);
        return !Meets;
      });
    if (!Meets) {
      adjointAggregate(Target->Ty, S->Value, Bar, To, /*Zero=*/!Adds);
      return;
    }
    if (!Target->Ty->TrivialCopy && !Target->Ty->IsStdArray) {
      C.error(S->Loc,
              "cannot differentiate this assignment in reverse mode: the object is made "
              "from itself, and its class does not copy member by member",
              "make the new value in a variable of its own");
      Failed = true;
      return;
    }
    Variable *Seed = local(nameFor(Target) + "_seed", Target->Ty, /*Const=*/true);
    Temporaries.insert(Seed);
    To.add(B.declare(Seed, Bar));
    zero(Bar, To);
    adjointAggregate(Target->Ty, S->Value, B.var(Seed), To, /*Zero=*/false);
    return;
  }
  Block Leaves;
  adjoint(S->Value, Bar, Leaves);
  // 1. An adjoint that several read keeps its name all the same: what they add can be put together.
  // 2. `f_reverse(x, x_bar, x, x_bar)` is right outside of loops, even if x is once passed by
  // value.
  constexpr size_t Few = 2;
  const bool Short = Leaves.Stmts.size() <= Few, Once = !Mem->runsAgain(S);
  auto Copied = [&](const Expr *Place) { return isCopied(rootVariable(Place)); };
  auto Touches = [&](const Expr *Leaf) {
    const bool Named = !Short || (Once && (Copied(Bar) || Copied(Leaf)));
    return adjointsMayMeet(Bar, Leaf) || (Named && Mem->mayAlias(Bar, Leaf));
  };
  bool Nested = false;
  bool Meets = mayTouch(Leaves, Touches, Nested);
  if (!Meets) {
    To.Stmts.insert(To.Stmts.end(), Leaves.Stmts.begin(), Leaves.Stmts.end());
    if (!Adds)
      To.add(B.assign(Bar, B.number(0, Bar->Ty)));
    return;
  }
  // The target feeds itself, `s = sin(s) * x`: what it passes on to itself is its new adjoint.
  bool OnlyItself = !Nested;
  for (const Stmt *L : Leaves.Stmts)
    if (L->is(StmtKind::Accumulate) && Touches(L->Target) && !equal(L->Target, Bar))
      OnlyItself = false;
  if (OnlyItself) {
    const Expr *Own = Adds ? Bar : B.number(0, Bar->Ty);
    for (Stmt *L : Leaves.Stmts)
      if (L->is(StmtKind::Accumulate) && equal(L->Target, Bar))
        Own = B.add(Own, L->Value);
      else
        To.add(L);
    To.add(B.assign(Bar, Own));
    return;
  }
  if (Adds) {
    // The leaves' order does not matter if the seed is read once, before any of them.
    size_t Count = 0;
    for (const Stmt *L : Leaves.Stmts)
      Count += L->is(StmtKind::Accumulate);
    if (Count == 1 && Leaves.Stmts.size() == 1) {
      To.add(Leaves.Stmts[0]);
      return;
    }
  }
  Variable *Seed = local(nameFor(Target) + "_seed", Bar->Ty, /*Const=*/true);
  Seed->Temporary = true;
  Temporaries.insert(Seed);
  To.add(B.declare(Seed, Bar));
  if (!Adds)
    To.add(B.assign(Bar, B.number(0, Bar->Ty)));
  adjoint(S->Value, B.var(Seed), To);
}

/// Whether E reads active places to which pointers lead, other than the caller's.
bool Reverse::readsBehindPointers(const Expr *E) const {
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    if (!isPlace(Sub) || !Sub->Ty->Differentiable || Sub->Ty->isPointer() || rootVariable(Sub))
      return !Reads;
    const Expr *P = rootPointer(Sub);
    const bool Given = P && P->is(ExprKind::Variable) && P->Var->Kind == Storage::Parameter &&
                       !Killed.contains(P->Var);
    Reads |= !Given;
    return !Reads;
  });
  return Reads;
}

/// push_back, pop_back, resize, clear, and at the front of a deque: the adjoint gets the size that
/// the vector had. What was dropped had no influence any more: its adjoint is zero.
void Reverse::adjointResize(Stmt *S, Block &To) {
  const Expr *Bar = Shadow.place(S->Target);
  if (!Bar || !Active->active(S->Target) || isVectorOfHandles(S->Target->Ty))
    return;
  bool Front = llvm::StringRef(S->Text).contains("_front("); // of a deque
  if (S->Value && Active->active(S->Value)) {
    const Expr *Last = B.subscript(Bar, Front ? B.integer(0) : S->OldSize);
    // Pointers that were made before lead to the storage of before: `v.push_back(*p)`.
    if (ShapesFollowed.contains(S) && readsBehindPointers(S->Value)) {
      Variable *Seed = local(nameFor(S->Target) + "_seed", Last->Ty, /*Const=*/true);
      Temporaries.insert(Seed);
      To.add(B.declare(Seed, Last));
      restoreShape(Bar, To);
      if (Last->Ty->isReal())
        adjoint(S->Value, B.var(Seed), To);
      else
        adjointAggregate(Last->Ty, S->Value, B.var(Seed), To, /*Zero=*/false);
      return;
    }
    if (Last->Ty->isReal())
      adjoint(S->Value, Last, To);
    else
      adjointAggregate(Last->Ty, S->Value, Last, To, /*Zero=*/false);
  }
  if (ShapesFollowed.contains(S))
    return restoreShape(Bar, To);
  if (S->OldSize->is(ExprKind::Literal) && !S->Value)
    return; // a member that was just made: nothing came before
  if (Front)
    return To.add(B.effect(S->Value ? "$0.pop_front()" : "$0.emplace_front()", {Bar}, {Bar}));
  To.add(resizeZeros(B, Bar, S->OldSize));
}

/// The adjoints go back with the storage.
void Reverse::adjointExchange(Stmt *S, Block &To) {
  const Expr *A = S->Operands[0], *Other = S->Operands[1];
  if ((!Active->active(A) && !Active->active(Other)) || isVectorOfHandles(A->Ty))
    return;
  const Expr *BarA = Shadow.place(A), *BarB = Shadow.place(Other);
  if (BarA && BarB) {
    To.add(B.exchange(BarA, BarB));
    return;
  }
  C.error(S->Loc, "cannot differentiate: a vector that carries derivatives is exchanged with one "
                  "that carries none");
  Failed = true;
}

void Reverse::adjointOf(Stmt *S, Block &To) {
  Present = S;
  switch (S->Kind) {
  case StmtKind::Declare: {
    if (!S->Value || !S->Var->Ty->Differentiable || S->Var->Ty->isPointer() ||
        !Active->active(S->Var))
      return;
    const Expr *Bar = Shadow.place(B.var(S->Var));
    if (!Bar)
      return;
    if (S->Var->Ty->isReal())
      adjoint(S->Value, Bar, To);
    else
      adjointAggregate(S->Var->Ty, S->Value, Bar, To, /*Zero=*/false);
    return;
  }
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    if (S->Target->Ty->Differentiable && !S->Target->Ty->isPointer())
      adjointAssign(S, To);
    return;
  case StmtKind::Return:
    if (S->Value && Backward.ResultDerivative && S->Value->Ty->Differentiable) {
      const Expr *Bar = B.var(Backward.ResultDerivative);
      if (S->Value->Ty->isReal())
        adjoint(S->Value, Bar, To);
      else
        adjointAggregate(S->Value->Ty, S->Value, Bar, To, /*Zero=*/false);
    }
    return;
  case StmtKind::Call:
    adjointCall(S, To);
    return;
  case StmtKind::Opaque:
    if (S->OldSize)
      return adjointResize(S, To);
    if (S->Exchanges)
      return adjointExchange(S, To);
    if (S->Mirrors && ShapesFollowed.contains(S))
      return restoreShape(Shadow.place(S->Operands[0]), To);
    if (Follows.contains(S) || !S->Followed.empty())
      return;
    for (const Expr *W : S->Writes)
      if (W->Ty->Differentiable && Active->active(W)) {
        if (overwrites(*S, W) && Shadow.place(W))
          zero(Shadow.place(W), To); // overwritten with something that is no function of the inputs
        else {
          C.error(S->Loc,
                  "cannot differentiate: this statement may write to storage that carries "
                  "derivatives",
                  "declare const what it only reads, or write in a statement of its own");
          Failed = true;
        }
      }
    return;
  default:
    return;
  }
}
