//===- analysis/subscripts.cpp - subscripts as polynomials ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/subscripts.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

//===-- Polynomials -------------------------------------------------------===//

Polynomial Polynomial::number(int64_t N) {
  Polynomial P;
  P.add({}, N);
  return P;
}

Polynomial Polynomial::symbol(const Symbol &S) {
  Polynomial P;
  P.add({S}, 1);
  return P;
}

void Polynomial::add(const Product &Of, int64_t Coefficient) {
  if ((Terms[Of] += Coefficient) == 0)
    Terms.erase(Of);
}

Polynomial Polynomial::plus(const Polynomial &O, int64_t Times) const {
  Polynomial R = *this;
  for (const auto &[Of, C] : O.Terms)
    R.add(Of, C * Times);
  return R;
}

Polynomial Polynomial::times(const Polynomial &O) const {
  Polynomial R;
  for (const auto &[A, CA] : Terms)
    for (const auto &[B, CB] : O.Terms) {
      Product AB = A;
      AB.insert(AB.end(), B.begin(), B.end());
      llvm::sort(AB);
      R.add(AB, CA * CB);
    }
  return R;
}

std::pair<Polynomial, Polynomial> Polynomial::divided(const Product &Of, int64_t By) const {
  Polynomial Quotient, Rest;
  for (const auto &[Term, C] : Terms) {
    Product Left;
    std::set_difference(Term.begin(), Term.end(), Of.begin(), Of.end(), std::back_inserter(Left));
    bool Divides = Left.size() + Of.size() == Term.size() && C % By == 0;
    Divides ? Quotient.add(Left, C / By) : Rest.add(Term, C);
  }
  return {Quotient, Rest};
}

std::optional<std::pair<const Symbol *, int64_t>> Polynomial::asShifted() const {
  const Symbol *S = nullptr;
  int64_t Offset = 0;
  for (const auto &[Of, C] : Terms) {
    if (Of.empty())
      Offset = C;
    else if (Of.size() == 1 && C == 1 && !S)
      S = &Of[0];
    else
      return std::nullopt;
  }
  return std::pair(S, Offset);
}

std::optional<int64_t> Polynomial::asNumber() const {
  auto Shifted = asShifted();
  return Shifted && !Shifted->first ? std::optional(Shifted->second) : std::nullopt;
}

std::optional<Polynomial> Polynomial::with(const Symbol &S, const Polynomial &Value) const {
  auto Is = [&](const Symbol &Other) { return !(Other < S) && !(S < Other); };
  Polynomial R;
  for (const auto &[Of, C] : Terms) {
    const auto Times = llvm::count_if(Of, Is);
    if (Times > 1)
      return std::nullopt;
    Product Rest;
    llvm::copy_if(Of, std::back_inserter(Rest), [&](const Symbol &Other) { return !Is(Other); });
    Polynomial Term;
    Term.add(Rest, C);
    R = R.plus(Times ? Term.times(Value) : Term);
  }
  return R;
}

std::optional<Polynomial> Polynomial::halfOfTriangle() const {
  // (x + m) (x + m - 1) = x x + (2 m - 1) x + m (m - 1)
  Product Square;
  for (const auto &[Of, C] : Terms)
    if (Of.size() == 2)
      Square = Of;
  if (Square.empty() || Square[0] < Square[1] || Square[0].Instance || Square[0].Triangle)
    return std::nullopt;
  const Symbol X = Square[0];
  auto Of = [&](const Product &P) {
    auto At = Terms.find(P);
    return At == Terms.end() ? 0 : At->second;
  };
  const int64_t Linear = Of({X}), M = (Linear + 1) / 2;
  Polynomial Whole, Half;
  Whole.add(Square, 1);
  Whole.add({X}, 2 * M - 1);
  Whole.add({}, M * (M - 1));
  if (!(Whole == *this))
    return std::nullopt;
  Half.add({Symbol{X.Var, nullptr, 0, /*Triangle=*/true}}, 1);
  Half.add({X}, M - 1);
  Half.add({}, M * (M - 1) / 2);
  return Half;
}

Polynomial Polynomial::inTriangles() const {
  Polynomial R = *this;
  for (const auto &[Of, C] : Terms)
    for (const Symbol &S : Of)
      if (const Symbol X{S.Var}; S.Triangle) { // x x = 2 (x (x + 1) / 2) - x
        auto Square = R.Terms.find({X, X});
        const int64_t Times = Square == R.Terms.end() ? 0 : Square->second;
        R.add({X, X}, -Times);
        R.add({S}, 2 * Times);
        R.add({X}, -Times);
      }
  return R;
}

bool Polynomial::operator==(const Polynomial &O) const { return plus(O, -1).Terms.empty(); }

/// No coefficient is larger.
static constexpr int64_t Large = int64_t(1) << 40;

/// Differences of 32 unsigned bits wrap; those of 64 do as addresses do.
static bool wraps(const Type *T) { return T->IsUnsigned && T->Bits < 64; }

/// Whether Number, of type T, is not what it does in a sum that wraps: `i + 4294967295u` is `i -
/// 1`.
static bool isAround(int64_t Number, const Type *T) {
  return wraps(T) && Number >= int64_t(1) << (T->Bits - 1);
}

static std::optional<Polynomial> read(const Expr *E, int Instance,
                                      llvm::ArrayRef<const Stmt *> Loops, const Numbers &N,
                                      unsigned Depth) {
  if (!E || Depth > 16 || !E->Ty->isInteger() || E->Ty->IsBool)
    return std::nullopt;
  auto Inner = [&](const Expr *Sub) { return read(Sub, Instance, Loops, N, Depth + 1); };
  switch (E->Kind) {
  case ExprKind::Literal: {
    int64_t Value = 0;
    if (llvm::StringRef(E->Text).rtrim("uUlLzZ").getAsInteger(0, Value) ||
        std::abs(Value) > Large || isAround(Value, E->Ty))
      return std::nullopt;
    return Polynomial::number(Value);
  }
  case ExprKind::Cast: {
    // A wider type holds the same number; a negative one wraps as addresses do if it has 64 bits.
    const Type *From = E->operand()->Ty;
    bool Same = From->isInteger() && E->Ty->Bits >= From->Bits &&
                (E->Ty->Bits == 64 || !E->Ty->IsUnsigned || From->IsUnsigned);
    if (Same)
      return Inner(E->operand());
    const Variable *Narrowed = N.MemberOf ? N.MemberOf(E) : nullptr; // int(v.size())
    return Narrowed ? std::optional(Polynomial::symbol({Narrowed})) : std::nullopt;
  }
  case ExprKind::Member:
    if (const Variable *Member = N.MemberOf ? N.MemberOf(E) : nullptr)
      return Polynomial::symbol({Member});
    return std::nullopt;
  case ExprKind::Unary:
    if (E->Text == "-" && !wraps(E->Ty))
      if (std::optional<Polynomial> P = Inner(E->operand()))
        return Polynomial().plus(*P, -1);
    return std::nullopt;
  case ExprKind::Binary: {
    if (E->Text == "/") {
      const Expr *By = E->operand(1);
      if (By->is(ExprKind::Literal) && By->Text == "2" && !wraps(E->Ty))
        if (const std::optional<Polynomial> A = Inner(E->operand(0)))
          if (const std::optional<Polynomial> Half = A->halfOfTriangle())
            return Half;
      const Variable *Quotient = N.MemberOf ? N.MemberOf(E) : nullptr;
      return Quotient ? std::optional(Polynomial::symbol({Quotient})) : std::nullopt;
    }
    bool Known = E->Text == "+" || E->Text == "*" || (E->Text == "-" && !wraps(E->Ty));
    std::optional<Polynomial> A, B;
    if (!Known || !(A = Inner(E->operand(0))) || !(B = Inner(E->operand(1))) ||
        A->Terms.size() * B->Terms.size() > 16)
      return std::nullopt;
    Polynomial R = E->Text == "*" ? A->times(*B) : A->plus(*B, E->Text == "+" ? 1 : -1);
    for (const auto &[Of, C] : R.Terms)
      if (std::abs(C) > Large || Of.size() > 4 || isAround(std::abs(C), E->Ty))
        return std::nullopt;
    return R;
  }
  case ExprKind::Variable: {
    if (E->Var->Number && isAround(*E->Var->Number, E->Ty))
      return std::nullopt;
    if (E->Var->Number && std::abs(*E->Var->Number) <= Large)
      return Polynomial::number(*E->Var->Number);
    for (const Stmt *Loop : llvm::reverse(Loops))
      if (std::optional<CountedLoop> L = countedLoop(*Loop); L && L->Counter == E->Var)
        return Polynomial::symbol({E->Var, Loop, Instance});
    if (N.IsFixed(E->Var))
      return Polynomial::symbol({E->Var, nullptr, 0});
    const Expr *Is = N.DefinitionOf(E->Var);
    return Is && Is->Ty == E->Ty ? Inner(Is) : std::nullopt;
  }
  case ExprKind::Subscript:
  case ExprKind::Dereference:
    if (const Variable *Element = N.ElementOf ? N.ElementOf(E) : nullptr)
      return Polynomial::symbol({Element, nullptr, Instance});
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Polynomial> analysis::polynomial(const Expr *E, int Instance,
                                               llvm::ArrayRef<const Stmt *> Loops,
                                               const Numbers &N) {
  return read(E, Instance, Loops, N, 0);
}

//===-- Inequalities ------------------------------------------------------===//

size_t Inequalities::node(const Symbol *S) {
  const auto [At, New] = Nodes.try_emplace(S ? *S : Symbol(), Nodes.size());
  const size_t Node = At->second;
  if (New && S && S->Triangle) // is never negative
    Edges.push_back({node(nullptr), Node, 0});
  return Node;
}

void Inequalities::atMost(const Polynomial &P, const Polynomial &Q, int64_t By) {
  auto A = P.asShifted(), B = Q.asShifted();
  if (A && B)
    add(A->first, B->first, B->second - A->second + By);
  else
    NotNegative.push_back(Q.plus(P, -1).plus(Polynomial::number(By)));
}

void Inequalities::equal(const Polynomial &P, const Polynomial &Q) {
  // What both have is left out: `i + k` and `j + k`.
  Polynomial Mine, Other;
  for (const auto &[Of, C] : P.plus(Q, -1).Terms)
    (C > 0 ? Mine : Other).add(Of, std::abs(C));
  atMost(Mine, Other, 0);
  atMost(Other, Mine, 0);
}

const Expr *analysis::usableBound(const Expr *E) {
  if (E->is(ExprKind::Cast) && E->Ty->IsUnsigned && !E->operand()->Ty->IsUnsigned &&
      !E->operand()->is(ExprKind::Literal))
    return nullptr;
  bool MayHaveWrapped = false;
  walk(E, [&](const Expr *Sub) {
    MayHaveWrapped |= Sub->Ty->IsUnsigned &&
                      (Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Unary)) && Sub->Text == "-";
    return true;
  });
  return MayHaveWrapped ? nullptr : E;
}

/// Whether E is the call of a function of that name with two numbers.
static bool isCallOf(llvm::StringRef Name, const Expr *E) {
  const llvm::StringRef Text = E->Text;
  return E->is(ExprKind::Opaque) && E->Operands.size() == 2 && !E->ReadsMemory &&
         Text.starts_with(Name) && Text.ends_with("($0, $1)") &&
         (Text[Name.size()] == '(' || Text[Name.size()] == '<');
}

/// What no number below an end E, an upper one, is beyond: of `std::min(a, b)`, a and b; and of a
/// lower end, of `std::max(a, b)`. Those that say something (usableBound).
static llvm::SmallVector<const Expr *, 2> partsOfEnd(const Expr *E, bool Upper, const Numbers &N) {
  const llvm::StringRef Name = Upper ? "std::min" : "std::max";
  llvm::SmallVector<const Expr *, 2> Parts;
  std::function<void(const Expr *)> Divide = [&](const Expr *Part) {
    const bool Named = Part->is(ExprKind::Variable) && !N.IsFixed(Part->Var);
    const Expr *Is = Named ? N.DefinitionOf(Part->Var) : nullptr;
    const Expr *Call = Is && Is->Ty == Part->Ty ? Is : Part;
    if (isCallOf(Name, Call))
      llvm::for_each(Call->Operands, Divide);
    else if (const Expr *Usable = usableBound(Part))
      Parts.push_back(Usable);
  };
  Divide(E);
  return Parts;
}

void Inequalities::addBounds(llvm::ArrayRef<const Stmt *> Loops, int Instance, const Numbers &N) {
  for (const Stmt *Loop : Loops) {
    std::optional<CountedLoop> L = countedLoop(*Loop);
    if (!L)
      continue;
    const Polynomial Counter = Polynomial::symbol({L->Counter, Loop, Instance});
    bool Up = L->Step > 0;
    int64_t Strict = L->Op == "<" || L->Op == ">" ? 1 : 0;
    for (const Expr *E : partsOfEnd(L->First, /*Upper=*/!Up, N))
      if (const std::optional<Polynomial> First = polynomial(E, Instance, Loops, N))
        Up ? atMost(*First, Counter, 0) : atMost(Counter, *First, 0);
    for (const Expr *E : partsOfEnd(L->Bound, /*Upper=*/Up, N))
      if (const std::optional<Polynomial> Bound = polynomial(E, Instance, Loops, N))
        Up ? atMost(Counter, *Bound, -Strict - L->Ahead)
           : atMost(*Bound, Counter, L->Ahead - Strict);
    if (L->Counter->Ty->IsUnsigned)
      atMost(Polynomial(), Counter, 0);
  }
}

/// Whether E, compared with another such number, is the number that its polynomial says.
static bool isPlain(const Expr *E) {
  bool Plain = true;
  walk(E, [&](const Expr *Sub) {
    if (Sub->Ty->IsUnsigned)
      Plain &= !Sub->is(ExprKind::Binary) && !Sub->is(ExprKind::Unary) &&
               !(Sub->is(ExprKind::Cast) && !Sub->operand()->Ty->IsUnsigned &&
                 !Sub->operand()->is(ExprKind::Literal));
    return Plain;
  });
  return Plain;
}

void Inequalities::addCondition(const Expr *Condition, bool Holds,
                                llvm::ArrayRef<const Stmt *> Loops, int Instance,
                                const Numbers &N) {
  if (Condition->is(ExprKind::Unary) && Condition->Text == "!")
    return addCondition(Condition->operand(), !Holds, Loops, Instance, N);
  if (!Condition->is(ExprKind::Binary))
    return;
  const llvm::StringRef Op = Condition->Text;
  const Expr *L = Condition->operand(0), *R = Condition->operand(1);
  if (Op == (Holds ? "&&" : "||")) {
    addCondition(L, Holds, Loops, Instance, N);
    return addCondition(R, Holds, Loops, Instance, N);
  }
  if (!L->Ty->isInteger() || !R->Ty->isInteger() || !isPlain(L) || !isPlain(R))
    return;
  const auto P = polynomial(L, Instance, Loops, N), Q = polynomial(R, Instance, Loops, N);
  if (!P || !Q)
    return;
  if (Op == (Holds ? "==" : "!=")) {
    equal(*P, *Q);
  } else if (Op == "==" || Op == "!=") { // one of them is the larger one
    if (imply(*P, *Q, 0))
      atMost(*P, *Q, -1);
    else if (imply(*Q, *P, 0))
      atMost(*Q, *P, -1);
  } else if (Op == (Holds ? "<" : ">=")) {
    atMost(*P, *Q, -1);
  } else if (Op == (Holds ? "<=" : ">")) {
    atMost(*P, *Q, 0);
  } else if (Op == (Holds ? ">" : "<=")) {
    atMost(*Q, *P, -1);
  } else if (Op == (Holds ? ">=" : "<")) {
    atMost(*Q, *P, 0);
  }
}

void Inequalities::addConditions(llvm::ArrayRef<Branch> Branches,
                                 llvm::ArrayRef<const Stmt *> Loops, int Instance,
                                 const Numbers &N) {
  for (const Branch &Each : Branches)
    addCondition(Each.If->Value, Each.Taken, Loops, Instance, N);
}

bool Inequalities::haveSolution() const {
  std::vector<int64_t> Distance(Nodes.size(), 0);
  for (size_t Round = 0; Round <= Nodes.size(); ++Round) {
    bool Changed = false;
    for (const Edge &E : Edges)
      if (Distance[E.B] + E.C < Distance[E.A]) {
        Distance[E.A] = Distance[E.B] + E.C;
        Changed = true;
      }
    if (!Changed)
      return true;
  }
  return false;
}

bool Inequalities::imply(const Polynomial &P, const Polynomial &Q, int64_t By) const {
  if (!P.asShifted() || !Q.asShifted()) {
    const Polynomial Asked = Q.plus(P, -1).plus(Polynomial::number(By));
    return llvm::any_of(NotNegative, [&](const Polynomial &Known) {
      return Asked.plus(Known, -1).asNumber().value_or(-1) >= 0;
    });
  }
  Inequalities Otherwise = *this; // Q + By + 1 <= P
  Otherwise.atMost(Q, P, -By - 1);
  return !Otherwise.haveSolution();
}

//===-- Limits ------------------------------------------------------------===//

static bool movesInLoops(const Polynomial &P) {
  return llvm::any_of(P.Terms, [](const auto &Term) {
    return llvm::any_of(Term.first, [](const Symbol &S) { return S.Loop; });
  });
}

std::optional<Polynomial> analysis::limit(const Symbol &S, bool Largest,
                                          llvm::ArrayRef<const Stmt *> Loops, const Numbers &N) {
  if (!S.Loop)
    return N.LimitOf ? N.LimitOf(S, Largest) : std::nullopt;
  std::optional<CountedLoop> L = countedLoop(*S.Loop);
  if (!L)
    return std::nullopt;
  bool ByBound = (L->Step > 0) == Largest;
  // Of several ends, one that is the same in all iterations of other loops.
  std::optional<Polynomial> P;
  for (const Expr *E : partsOfEnd(ByBound ? L->Bound : L->First, Largest, N)) {
    const std::optional<Polynomial> End = polynomial(E, S.Instance, Loops, N);
    if (End && (!P || (movesInLoops(*P) && !movesInLoops(*End))))
      P = End;
  }
  if (!P || !ByBound)
    return P;
  int64_t Strict = L->Op == "<" || L->Op == ">" ? 1 : 0;
  return P->plus(Polynomial::number(Largest ? -Strict - L->Ahead : Strict - L->Ahead));
}

/// E as a number that does not overflow.
static const Expr *saturated(const Expr *E, Builder &B) {
  return B.opaque("ad::saturated($0)", B.M.integer("std::ptrdiff_t", B.M.SizeBits, false), {E});
}

/// P in C++. Saturates: in each of its sums and products, at least one number does.
static const Expr *written(const Polynomial &P, bool Saturates, Builder &B) {
  const Expr *Sum = nullptr;
  for (bool Positive : {true, false})
    for (const auto &[Of, C] : llvm::reverse(P.Terms)) {
      if ((C > 0) != Positive)
        continue;
      const Expr *Term = std::abs(C) == 1 && !Of.empty() ? nullptr : B.integer(std::abs(C));
      for (const Symbol &S : Of) {
        const Expr *Factor = B.var(const_cast<Variable *>(S.Var));
        const bool Alone = Of.size() == 1 && std::abs(C) == 1 && !S.Triangle;
        if (Saturates && (S.Triangle || (&S == &Of.front() && !(Alone && Sum))))
          Factor = saturated(Factor, B);
        if (S.Triangle) {
          const Expr *Next = B.binary("+", Factor, B.literal("1", Factor->Ty), Factor->Ty);
          Factor = B.binary("/", B.binary("*", Factor, Next, Factor->Ty),
                            B.literal("2", Factor->Ty), Factor->Ty);
        }
        Term = Term ? B.binary("*", Term, Factor, Factor->Ty) : Factor;
      }
      if (!Sum)
        Sum = Positive ? Term : B.unary("-", Term, Term->Ty);
      else
        Sum = B.binary(Positive ? "+" : "-", Sum, Term, Sum->Ty);
    }
  return Sum ? Sum : B.integer(0);
}

const Expr *analysis::written(const Polynomial &P, Builder &B) {
  return ::written(P, /*Saturates=*/false, B);
}

const Expr *analysis::writtenSaturated(const Polynomial &P, Builder &B) {
  return ::written(P, !cannotOverflow(P), B);
}

bool analysis::cannotOverflow(const Polynomial &P) {
  const auto Shifted = P.asShifted();
  return Shifted && (!Shifted->first || (!Shifted->first->Triangle && Shifted->second <= 0));
}

const Expr *analysis::written(const Polynomial &P, Computed In, Builder &B) {
  return In == Computed::Saturated ? writtenSaturated(P, B)
         : In == Computed::Wide    ? writtenWide(P, B)
                                   : written(P, B);
}

const Expr *analysis::writtenWide(const Polynomial &P, Builder &B) {
  const bool HasProducts = llvm::any_of(P.Terms, [](const auto &Term) {
    return Term.first.size() > 1 || (!Term.first.empty() && std::abs(Term.second) > 1);
  });
  const Type *Wide = B.M.integer("std::ptrdiff_t", B.M.SizeBits, /*Unsigned=*/false);
  return rewrite(B.M, written(P, B), [&](const Expr *E) -> const Expr * {
    const bool Narrow = E->is(ExprKind::Variable) && E->Ty->Bits < Wide->Bits;
    return HasProducts && Narrow ? B.cast(Wide, E, /*Explicit=*/true) : nullptr;
  });
}

/// Whether some of what P mentions has a sign, and some has none.
static bool mixesSigns(const Polynomial &P) {
  bool Signed = false, Unsigned = false;
  for (const auto &[Of, C] : P.Terms)
    for (const Symbol &S : Of)
      (S.Var->Ty->IsUnsigned ? Unsigned : Signed) = true;
  return Signed && Unsigned;
}

const Expr *analysis::compared(const Polynomial &P, llvm::StringRef Op, Builder &B, Computed In) {
  Polynomial More, Less;
  for (const auto &[Of, C] : P.Terms)
    (C > 0 ? More : Less).add(Of, std::abs(C));
  if (In == Computed::Saturated && (!cannotOverflow(More) || !cannotOverflow(Less)))
    return B.binary(Op.str(), writtenSaturated(More, B), writtenSaturated(Less, B), B.M.boolType());
  const Type *Signed = B.M.integer("std::ptrdiff_t", B.M.SizeBits, /*Unsigned=*/false);
  auto Side = [&](const Polynomial &Sum) {
    const Expr *E = written(Sum, In, B);
    return !mixesSigns(P) ? E : rewrite(B.M, E, [&](const Expr *Sub) -> const Expr * {
      const bool Unsigned = Sub->is(ExprKind::Variable) && Sub->Ty->IsUnsigned;
      return Unsigned ? B.cast(Signed, Sub, /*Explicit=*/true) : nullptr;
    });
  };
  return B.binary(Op.str(), Side(More), Side(Less), B.M.boolType());
}

//===-- Rows and columns --------------------------------------------------===//

/// What is added to the stride By * Of in P: in `i * m + i + j`, m + 1 times i plus j, it is 1.
static int64_t addedToStride(const Polynomial &P, const Product &Of, int64_t By) {
  const auto [Rows, Rest] = P.divided(Of, By);
  for (const auto &[Row, C] : Rows.Terms)
    if (auto Found = Rest.Terms.find(Row); !Row.empty() && Found != Rest.Terms.end())
      return Found->second % C == 0 ? Found->second / C : 0;
  return 0;
}

/// Ps as rows and columns by the stride By * Of + Plus.
static std::optional<Delinearised> delinearised(llvm::ArrayRef<const Polynomial *> Ps,
                                                const Product &Of, int64_t By, int64_t Plus,
                                                const Inequalities &Bounds) {
  Delinearised Result;
  Result.Stride.add(Of, By);
  if (Plus != 0)
    Result.Stride.add(Product(), Plus);
  for (const Polynomial *P : Ps) {
    const auto [Row, Rest] = P->divided(Of, By);
    const Polynomial Column = Rest.plus(Row, -Plus);
    if (!Bounds.imply(Polynomial(), Column, 0) || !Bounds.imply(Column, Result.Stride, -1))
      return std::nullopt;
    Result.RowsAndColumns.push_back({Row, Column});
  }
  return Result;
}

std::optional<Delinearised> analysis::delinearise(llvm::ArrayRef<const Polynomial *> Ps,
                                                  const Inequalities &Bounds) {
  for (const bool Shifted : {false, true}) // by `m`, or by `m + 1`
    for (const Polynomial *From : Ps)
      for (const auto &[Term, C] : From->Terms) {
        // The stride of a counter: what else stands in its term.
        Product Of;
        llvm::copy_if(Term, std::back_inserter(Of),
                      [](const Symbol &S) { return S.Instance == 0; });
        const int64_t By = std::abs(C), Plus = Shifted ? addedToStride(*From, Of, By) : 0;
        if (Of.size() == Term.size() || (Of.empty() && (By == 1 || Shifted)) ||
            (Shifted && Plus == 0))
          continue;
        if (std::optional<Delinearised> Result = delinearised(Ps, Of, By, Plus, Bounds))
          return Result;
      }
  return std::nullopt;
}
