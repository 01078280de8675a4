//===- core/factor_sums.cpp - common factors, taken once ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What a value was multiplied with multiplies its adjoint: in a chain of products each use of an
// intermediate result brings the same factors along. C++ may not take them out of a sum, since that
// rounds differently; but how adjoints are rounded is ours to say.
//
//   pull_bar += here * apart[k] * s             const double sum = here * s + there * t;
//               + there * apart[k] * t;         pull_bar += apart[k] * sum;
//   apart_bar[k] = here * pull * s              apart_bar[k] = pull * sum;
//                  + there * pull * t;
//
// 1. Candidates: sums that are added to adjoints, or that they are set to. What the primal computes
//    stays as it is, and so do the numbers that decide anything.
// 2. The factor whose removal saves most goes first; then what is left of the terms is looked at
//    again. Products are formed from the left; one of factors that stay the same while the
//    innermost loop runs costs nothing, since the optimiser forms it ahead of the loop. (Loops of a
//    few iterations are written out, and count as what is around them.)
// 3. Where one iteration waits for the adjoints that another leaves, multiplications count that
// have
//    to wait, not all: of `a * s + b * s` s is taken out, and multiplied last; of `a * s + a * t`
//    a is not, since a product with it may be formed ahead of time.
// 4. Sums between parentheses that occur twice in a block, with nothing in between that changes
//    them, get a name.
// 5. Of products, what several of them have in common comes first, so that the optimiser multiplies
//    it once: `2 * t * x, 2 * t * y`, not `2 * x * t, 2 * y * t`. (In loops whose iterations do not
//    wait.)
// 6. What multiplies a quotient that it divides, too, is left out: `r * (p / (s * r))` is `p / s`.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/factor_sums.h"
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

/// A product: what is multiplied, from the left; with the sign of the term that it is.
struct Product {
  bool Negative = false;
  llvm::SmallVector<const Expr *, 4> Factors;
};
using Sum = llvm::SmallVector<Product, 4>;

/// A loop.
struct Surroundings {
  llvm::DenseSet<const Variable *> Varies; ///< what it changes or declares
  bool Waits = false;                      ///< iterations read adjoints that others have left
};

/// A term of what a statement adds.
struct Shared {
  Stmt *S;
  size_t At; ///< its number
  Product P;
  unsigned Times;                          ///< so often does each iteration come to it
  llvm::DenseSet<const Variable *> Varies; ///< what it may have other values of then
};

class Factoring {
public:
  Factoring(Module &M, Function &F) : M(M), F(F), B(M), Known(F) {}
  bool run();

private:
  bool stays(const Expr *E) const;
  unsigned cost(llvm::ArrayRef<const Expr *> Factors) const;
  unsigned cost(const Sum &Terms) const;
  const Expr *build(const Sum &Terms, const Type *T);
  std::optional<Sum> step(const Sum &Terms, const Type *T);
  const Expr *factored(Sum Terms, const Type *T);
  bool factor(Stmt &S);
  bool cancel(Stmt &S);
  bool scale(Stmt &S);
  bool nameTwins(Block &In, size_t At, const Expr *E);
  void visit(Block &In);
  void collect(Block &In, unsigned Times, std::vector<Shared> &Out);
  void hoist(std::vector<Shared> &Terms);
  bool scaleSeed(llvm::ArrayRef<const Expr *> Factors, llvm::ArrayRef<Shared *> In);
  void reorder(const Shared &T, llvm::ArrayRef<const Expr *> First);
  void share(Block &In);

  Module &M;
  Function &F;
  Builder B;
  Places Known;
  const Surroundings *Loop = nullptr; ///< the innermost one that is not written out
  bool Changed = false;
};

} // namespace

//===-- Sums and products --------------------------------------------------===//

static bool isBinary(const Expr *E, llvm::StringRef Op, const Type *T) {
  return E->is(ExprKind::Binary) && E->Text == Op && E->Ty == T;
}

static void factorsOf(const Expr *E, const Type *T, Product &Out) {
  if (E->is(ExprKind::Unary) && E->Text == "-" && E->Ty == T) {
    Out.Negative = !Out.Negative;
    return factorsOf(E->operand(), T, Out);
  }
  if (!isBinary(E, "*", T)) {
    Out.Factors.push_back(E);
    return;
  }
  factorsOf(E->operand(0), T, Out);
  Out.Factors.push_back(E->operand(1));
}

static void termsOf(const Expr *E, bool Negative, const Type *T, Sum &Out) {
  const bool Adds = isBinary(E, "+", T), Subtracts = isBinary(E, "-", T);
  if (Adds || Subtracts) {
    termsOf(E->operand(0), Negative, T, Out);
    return termsOf(E->operand(1), Negative != Subtracts, T, Out);
  }
  Out.emplace_back();
  Out.back().Negative = Negative;
  factorsOf(E, T, Out.back());
}

static const Expr *const *find(const Product &P, const Expr *Factor) {
  return llvm::find_if(P.Factors, [&](const Expr *E) { return equal(E, Factor); });
}

static bool has(const Product &P, const Expr *Factor) { return find(P, Factor) != P.Factors.end(); }

//===-- What it costs ------------------------------------------------------===//

/// Whether E has the same value in all iterations of the innermost loop, and the optimiser sees it.
bool Factoring::stays(const Expr *E) const {
  if (!Loop)
    return false;
  bool Stays = true;
  walk(E, [&](const Expr *Sub) {
    Stays &= !Sub->is(ExprKind::Opaque) &&
             !(Sub->is(ExprKind::Variable) && Loop->Varies.count(Sub->Var));
    return Stays;
  });
  return Stays;
}

/// The multiplications of an iteration.
unsigned Factoring::cost(llvm::ArrayRef<const Expr *> Factors) const {
  unsigned Count = 0;
  bool Same = true;
  for (size_t I = 0; I < Factors.size(); ++I) {
    Same &= stays(Factors[I]);
    Count += I > 0 && !Same;
  }
  return Count;
}

unsigned Factoring::cost(const Sum &Terms) const {
  unsigned Count = 0;
  for (const Product &P : Terms)
    Count += cost(P.Factors);
  return Count;
}

//===-- Factoring ----------------------------------------------------------===//

const Expr *Factoring::build(const Sum &Terms, const Type *T) {
  const Expr *Whole = nullptr;
  for (const Product &P : Terms) {
    const Expr *Term = nullptr;
    for (const Expr *E : P.Factors)
      Term = Term ? B.binary("*", Term, E, T) : E;
    if (!Term)
      Term = B.number(1, T);
    if (P.Negative)
      Term = B.neg(Term);
    Whole = Whole ? B.add(Whole, Term) : Term;
  }
  return Whole;
}

/// Terms without the factors that all of them have, and these, as they stand in the first one.
static Product takeCommon(Sum &Terms) {
  Product Common;
  const Product First = Terms.front();
  for (const Expr *E : First.Factors) {
    if (!llvm::all_of(Terms, [&](const Product &P) { return has(P, E); }))
      continue;
    Common.Factors.push_back(E);
    for (Product &P : Terms)
      P.Factors.erase(find(P, E));
  }
  Common.Negative = llvm::all_of(Terms, [](const Product &P) { return P.Negative; });
  for (Product &P : Terms)
    P.Negative = P.Negative && !Common.Negative;
  return Common;
}

/// Whether no adjoint is in E. What comes last is multiplied last: that is for adjoints.
static bool isEarly(const Expr *E) {
  bool Early = true;
  walk(E, [&](const Expr *Sub) {
    const bool Seed = Sub->is(ExprKind::Variable) && Sub->Var->Temporary &&
                      llvm::StringRef(Sub->Var->Name).starts_with("t_bar");
    Early &= !Seed && !(Sub->is(ExprKind::Variable) && Sub->Var->Derivative);
    return Early;
  });
  return Early;
}

/// Terms with what saves most taken out of them; none if nothing does.
std::optional<Sum> Factoring::step(const Sum &Terms, const Type *T) {
  std::optional<Sum> Best;
  unsigned Most = 0;
  for (const Product &Of : Terms)
    for (const Expr *Factor : Of.Factors) {
      Sum With, Without;
      for (const Product &P : Terms)
        (has(P, Factor) ? With : Without).push_back(P);
      if (With.size() < 2)
        continue;
      const unsigned Before = cost(With);
      Product Common = takeCommon(With);
      if (Common.Factors.empty())
        continue; // one of them was there twice
      const unsigned After = cost(Common.Factors) + 1 + cost(With);
      if (After >= Before || Before - After <= Most)
        continue;
      Most = Before - After;
      const Expr *Rest = factored(With, T);
      const bool First =
          isEarly(Rest) && !llvm::all_of(Common.Factors, [&](const Expr *E) { return stays(E); });
      Common.Factors.insert(First ? Common.Factors.begin() : Common.Factors.end(), Rest);
      Best = std::move(Without);
      Best->insert(Best->begin(), std::move(Common));
    }
  return Best;
}

const Expr *Factoring::factored(Sum Terms, const Type *T) {
  while (std::optional<Sum> Next = step(Terms, T))
    Terms = std::move(*Next);
  return build(Terms, T);
}

//===-- Statements ---------------------------------------------------------===//

/// Whether S adds to an adjoint, or sets it.
static bool isUpdate(const Stmt &S) {
  if (S.is(StmtKind::Declare))
    return S.Value && S.Var->Derivative && S.Var->Ty->isReal();
  const Variable *Leads = isStore(S) && !S.OldSize ? leadingVariable(S.Target) : nullptr;
  return Leads && Leads->Derivative && S.Target->Ty->isReal();
}

/// Factors what S adds, or sets; returns whether there was anything to take out.
bool Factoring::factor(Stmt &S) {
  constexpr size_t MostTerms = 8, MostFactors = 8;
  const Type *T = S.Value->Ty;
  if (!T->isReal() || T->IsComplex)
    return false;
  Sum Terms;
  termsOf(S.Value, false, T, Terms);
  if (Terms.size() < 2 || Terms.size() > MostTerms ||
      llvm::any_of(Terms, [](const Product &P) { return P.Factors.size() > MostFactors; }))
    return false;
  std::optional<Sum> Once = step(Terms, T);
  if (!Once)
    return false;
  S.Value = factored(*Once, T);
  return true;
}

/// Leaves out what multiplies a quotient in S that it divides, too; returns whether there was such.
bool Factoring::cancel(Stmt &S) {
  const Type *T = S.Value->Ty;
  if (!T->isReal() || T->IsComplex)
    return false;
  Sum Terms;
  termsOf(S.Value, false, T, Terms);
  bool Any = false;
  for (Product &P : Terms)
    for (size_t At = 0; At < P.Factors.size(); ++At) {
      const Expr *Whole = P.Factors[At];
      if (!isBinary(Whole, "/", T) || !isBinary(Whole->operand(1), "*", T))
        continue;
      Sum Under(1);
      factorsOf(Whole->operand(1), T, Under[0]);
      const auto Twice = llvm::find_if(
          P.Factors, [&](const Expr *E) { return !E->is(ExprKind::Literal) && has(Under[0], E); });
      if (Twice == P.Factors.end())
        continue;
      Under[0].Factors.erase(find(Under[0], *Twice));
      P.Factors[At] = B.div(Whole->operand(0), build(Under, T));
      P.Factors.erase(Twice);
      Any = true;
      break;
    }
  if (Any)
    S.Value = build(Terms, T);
  return Any;
}

/// `x -= 0.5 * x` as `x = 0.5 * x`; returns whether S is such a statement.
bool Factoring::scale(Stmt &S) {
  const Type *T = S.Value->Ty;
  if (!isStore(S) || !T->isReal() || T->IsComplex || T != S.Target->Ty)
    return false;
  Sum Terms;
  termsOf(S.Value, false, T, Terms);
  if (S.is(StmtKind::Accumulate))
    Terms.push_back({false, {S.Target}});
  const Expr *Times = B.number(0, T);
  for (const Product &P : Terms) {
    const bool Scaled = P.Factors.size() == 2 && P.Factors[0]->is(ExprKind::Literal);
    if ((P.Factors.size() != 1 && !Scaled) || !equal(P.Factors.back(), S.Target))
      return false;
    const Expr *Number = Scaled ? P.Factors[0] : B.number(1, T);
    Times = P.Negative ? B.sub(Times, Number) : B.add(Times, Number);
    if (Times->is(ExprKind::Binary)) // not exact
      return false;
  }
  if (Terms.size() < 2 || Builder::isZero(Times))
    return false;
  S.Kind = StmtKind::Assign;
  S.Value = B.mul(Times, S.Target);
  return true;
}

/// The sums among the factors of what S adds.
static void sumsIn(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
  if (isBinary(E, "+", E->Ty) || isBinary(E, "-", E->Ty) || isBinary(E, "*", E->Ty) ||
      E->is(ExprKind::Unary))
    for (const Expr *Op : E->Operands) {
      if (isBinary(E, "*", E->Ty) && (isBinary(Op, "+", E->Ty) || isBinary(Op, "-", E->Ty)))
        Out.push_back(Op);
      sumsIn(Op, Out);
    }
}

/// Gives the sum E, which In.Stmts[At] multiplies, a name if others behind it multiply it, too.
bool Factoring::nameTwins(Block &In, size_t At, const Expr *E) {
  llvm::SmallVector<Stmt *, 4> Users;
  for (size_t I = At; I < In.Stmts.size(); ++I) {
    Stmt &S = *In.Stmts[I];
    llvm::SmallVector<const Expr *, 4> Sums;
    if (isUpdate(S))
      sumsIn(S.Value, Sums);
    if (llvm::any_of(Sums, [&](const Expr *Other) { return equal(E, Other); }))
      Users.push_back(&S);
    if (Known.mayChange(S, E))
      break;
  }
  if (Users.size() < 2)
    return false;
  Variable *V = F.variable("t_bar", E->Ty);
  V->Const = V->Derivative = true;
  for (Stmt *S : Users)
    rewrite(M, *S, [&](const Expr *Sub) { return equal(Sub, E) ? B.var(V) : nullptr; });
  In.Stmts.insert(In.Stmts.begin() + At, B.declare(V, E));
  return true;
}

/// The adjoint that S stores to, or null.
static const Variable *storedAdjoint(const Stmt &S) {
  const Variable *Leads = S.Target ? leadingVariable(S.Target) : nullptr;
  return Leads && Leads->Derivative ? Leads : nullptr;
}

static Surroundings surroundingsIn(Stmt &S) {
  Surroundings Of;
  llvm::DenseSet<const Variable *> Own, Stored, Read;
  Block Alone;
  Alone.add(&S);
  bool Plain = true;
  walk(Alone, [&](Stmt *Sub) {
    if (Sub->Var) {
      Of.Varies.insert(Sub->Var);
      Own.insert(Sub->Var);
    }
    if (Sub->Target)
      if (const Variable *V = leadingVariable(Sub->Target))
        Of.Varies.insert(V);
    for (const Expr *W : Sub->Writes)
      if (const Variable *V = leadingVariable(W))
        Of.Varies.insert(V);
    Plain &= !Sub->is(StmtKind::Call) && !Sub->is(StmtKind::Opaque);
    if (const Variable *V = storedAdjoint(*Sub))
      Stored.insert(V);
    forEachExpr(*Sub, [&](const Expr *E) {
      if (E != Sub->Target)
        walk(E, [&](const Expr *Part) {
          if (Part->is(ExprKind::Variable) && Part->Var->Derivative)
            Read.insert(Part->Var);
          return true;
        });
    });
  });
  Of.Waits = !S.AnyOrder && (!Plain || llvm::any_of(Stored, [&](const Variable *V) {
    return Read.count(V) && !Own.count(V);
  }));
  return Of;
}

/// The terms of updates in In, and in short loops there.
void Factoring::collect(Block &In, unsigned Times, std::vector<Shared> &Out) {
  for (Stmt *S : In.Stmts) {
    if (S->is(StmtKind::Loop) && runsAFewTimes(*S)) {
      const size_t First = Out.size();
      collect(S->Then, Times + 2, Out); // three times, or so
      const Surroundings Of = surroundingsIn(*S);
      for (size_t I = First; I < Out.size(); ++I)
        Out[I].Varies.insert(Of.Varies.begin(), Of.Varies.end());
    } else if (isUpdate(*S) && S->Value->Ty->isReal() && !S->Value->Ty->IsComplex) {
      Sum Terms;
      termsOf(S->Value, false, S->Value->Ty, Terms);
      for (size_t At = 0; At < Terms.size(); ++At)
        Out.push_back({S, At, Terms[At], Times, {}});
    }
  }
}

/// What P and Q have in common, in the order of P.
static llvm::SmallVector<const Expr *, 4> commonFactors(const Product &P, Product Q) {
  llvm::SmallVector<const Expr *, 4> Out;
  for (const Expr *E : P.Factors)
    if (auto Found = find(Q, E); Found != Q.Factors.end()) {
      Q.Factors.erase(Found);
      Out.push_back(E);
    }
  return Out;
}

/// Puts these factors of the term T first.
void Factoring::reorder(const Shared &T, llvm::ArrayRef<const Expr *> First) {
  Sum Whole;
  termsOf(T.S->Value, false, T.S->Value->Ty, Whole);
  Product &P = Whole[T.At];
  for (const Expr *E : First)
    P.Factors.erase(find(P, E));
  P.Factors.insert(P.Factors.begin(), First.begin(), First.end());
  T.S->Value = build(Whole, T.S->Value->Ty);
}

/// What stays the same while the loop runs comes first.
void Factoring::hoist(std::vector<Shared> &Terms) {
  for (Shared &T : Terms) {
    llvm::SmallVector<const Expr *, 4> First, All;
    llvm::copy_if(T.P.Factors, std::back_inserter(First), [&](const Expr *E) { return stays(E); });
    All = First;
    llvm::copy_if(T.P.Factors, std::back_inserter(All), [&](const Expr *E) { return !stays(E); });
    if (cost(All) + 2 > cost(T.P.Factors)) // of `2 * x[i] * s` it would be one of two
      continue;
    reorder(T, First);
    T.P.Factors = All;
  }
}

/// Number times E, where that takes no multiplication; null if it takes one.
static const Expr *scaled(Builder &B, const Expr *Number, const Expr *E) {
  if (Builder::isZero(E))
    return E;
  if (E->is(ExprKind::Conditional)) {
    const Expr *Then = scaled(B, Number, E->operand(1)), *Else = scaled(B, Number, E->operand(2));
    return Then && Else ? B.select(E->operand(0), Then, Else) : nullptr;
  }
  if (E->is(ExprKind::Unary) && E->Text == "-") {
    const Expr *Of = scaled(B, Number, E->operand());
    return Of ? B.neg(Of) : nullptr;
  }
  if (E->is(ExprKind::Binary) && E->Text == "*")
    if (const Expr *First = scaled(B, Number, E->operand(0)))
      return B.mul(First, E->operand(1));
  const Expr *Product = B.mul(Number, E);
  return isBinary(Product, "*", E->Ty) && equal(Product->operand(0), Number) ? nullptr : Product;
}

/// `(r == 0 ? 0 : 1 / r) * s` as `r == 0 ? 0 : s / r`, for which no product is needed.
static const Expr *divided(Builder &B, const Expr *E) {
  if (!isBinary(E, "*", E->Ty) || !E->operand(0)->is(ExprKind::Conditional))
    return E;
  const Expr *C = E->operand(0), *Over = C->operand(2);
  const bool Reciprocal = isBinary(Over, "/", E->Ty) && Builder::isOne(Over->operand(0));
  return Reciprocal && Builder::isZero(C->operand(1))
             ? B.select(C->operand(0), C->operand(1), B.div(E->operand(1), Over->operand(1)))
             : E;
}

/// Where all uses of a seed without a name of the user's are products with one number, the seed
/// takes the number in, if that costs nothing: of `2 * t * x, 2 * t * y` with `t = 0.5 / r * s`.
bool Factoring::scaleSeed(llvm::ArrayRef<const Expr *> Factors, llvm::ArrayRef<Shared *> In) {
  if (Factors.size() != 2 || !Factors[0]->is(ExprKind::Literal) ||
      !Factors[1]->is(ExprKind::Variable) || !Factors[1]->Var->Temporary)
    return false;
  const Variable *Seed = Factors[1]->Var;
  Stmt *Declares = nullptr;
  unsigned Uses = 0;
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Var == Seed)
      Declares = S;
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Uses += isVariable(Sub, Seed);
        return true;
      });
    });
  });
  const Expr *Value = Declares && Seed->Const && Uses == In.size() && Declares->Value
                          ? scaled(B, Factors[0], Declares->Value)
                          : nullptr;
  if (!Value)
    return false;
  Declares->Value = divided(B, Value);
  for (Shared *T : In) {
    const Type *Ty = T->S->Value->Ty;
    Sum Whole;
    termsOf(T->S->Value, false, Ty, Whole);
    Product &P = Whole[T->At];
    P.Factors.erase(find(P, Factors[0]));
    T->S->Value = build(Whole, Ty);
  }
  return true;
}

/// Puts what several products of In have in common first.
void Factoring::share(Block &In) {
  constexpr size_t Most = 64;
  std::vector<Shared> Terms;
  collect(In, 1, Terms);
  llvm::erase_if(Terms, [](const Shared &T) { return T.P.Factors.size() < 3; });
  if (Terms.size() > Most)
    return;
  hoist(Terms);
  auto varies = [](llvm::ArrayRef<const Expr *> Factors, const Shared &In) {
    return llvm::any_of(Factors, [&](const Expr *E) {
      bool Varies = false;
      walk(E, [&](const Expr *Sub) {
        Varies |= Sub->is(ExprKind::Variable) && In.Varies.count(Sub->Var);
        return !Varies;
      });
      return Varies;
    });
  };
  while (!Terms.empty()) {
    llvm::SmallVector<const Expr *, 4> Best;
    int Saved = 0;
    auto consider = [&](llvm::ArrayRef<const Expr *> Factors) {
      if (Factors.size() < 2)
        return;
      Product Alone;
      Alone.Factors.assign(Factors.begin(), Factors.end());
      int Old = 0, New = 0;
      unsigned Repeats = 1; // of the common product
      for (const Shared &T : Terms) {
        if (commonFactors(Alone, T.P).size() < Factors.size())
          continue;
        Old += T.Times * cost(T.P.Factors);
        New += T.Times * (T.P.Factors.size() - Factors.size());
        if (varies(Factors, T))
          Repeats = std::max(Repeats, T.Times);
      }
      New += Repeats * cost(Factors);
      if (Old - New <= Saved)
        return;
      Saved = Old - New;
      Best.assign(Factors.begin(), Factors.end());
    };
    for (size_t I = 0; I < Terms.size(); ++I) {
      llvm::SmallVector<const Expr *, 4> Same;
      if (Terms[I].Times > 1)
        llvm::copy_if(Terms[I].P.Factors, std::back_inserter(Same),
                      [&](const Expr *E) { return !varies(E, Terms[I]); });
      consider(Same);
      for (size_t J = 0; J < I; ++J)
        consider(commonFactors(Terms[J].P, Terms[I].P));
    }
    if (Best.empty())
      return;
    Product Alone;
    Alone.Factors.assign(Best.begin(), Best.end());
    auto Rest = std::stable_partition(Terms.begin(), Terms.end(), [&](const Shared &T) {
      return commonFactors(Alone, T.P).size() == Best.size();
    });
    llvm::SmallVector<Shared *, 4> With;
    for (auto T = Terms.begin(); T != Rest; ++T)
      With.push_back(&*T);
    if (!scaleSeed(Best, With))
      for (const Shared *T : With)
        reorder(*T, Best);
    Terms.erase(Terms.begin(), Rest);
  }
}

void Factoring::visit(Block &In) {
  llvm::SmallVector<Stmt *, 8> Factored;
  for (Stmt *S : In.Stmts) {
    const Surroundings *Outside = Loop;
    Surroundings Here;
    if (S->is(StmtKind::Loop) && !runsAFewTimes(*S)) {
      Here = surroundingsIn(*S);
      Loop = &Here;
    }
    forEachBlock(*S, [&](Block &Part) { visit(Part); });
    if (Loop == &Here && !Here.Waits)
      share(S->Then);
    Loop = Outside;
    if (!isUpdate(*S))
      continue;
    Changed |= cancel(*S);
    Changed |= scale(*S);
    if (!(Loop && Loop->Waits) && factor(*S))
      Factored.push_back(S);
  }
  for (Stmt *S : Factored) {
    llvm::SmallVector<const Expr *, 4> Sums;
    sumsIn(S->Value, Sums);
    for (const Expr *E : Sums)
      nameTwins(In, llvm::find(In.Stmts, S) - In.Stmts.begin(), E);
  }
  Changed |= !Factored.empty();
}

bool Factoring::run() {
  visit(F.Body);
  return Changed;
}

bool ad::core::factorSums(Module &M, Function &F) { return Factoring(M, F).run(); }
