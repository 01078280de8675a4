//===- analysis/dependence.cpp - subscripts of two accesses ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/dependence.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/walk.h"
#include <map>

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

namespace {

/// A number that is not known: a variable, in the read's iteration (1), in the write's (2), or
/// always the same (0). The counters of two loops differ even if they are one variable.
struct Symbol {
  const Variable *Var;
  const Stmt *Loop;
  int Instance;
  bool operator<(const Symbol &O) const {
    return std::tie(Var, Loop, Instance) < std::tie(O.Var, O.Loop, O.Instance);
  }
  bool operator==(const Symbol &O) const {
    return std::tie(Var, Loop, Instance) == std::tie(O.Var, O.Loop, O.Instance);
  }
};

using Product = std::vector<Symbol>; ///< sorted; empty: one

/// A sum of products of symbols, with their coefficients, none of them zero.
class Polynomial {
public:
  std::map<Product, int64_t> Terms;

  static Polynomial number(int64_t N) {
    Polynomial P;
    P.add({}, N);
    return P;
  }
  void add(const Product &Of, int64_t Coefficient) {
    if ((Terms[Of] += Coefficient) == 0)
      Terms.erase(Of);
  }
  Polynomial plus(const Polynomial &O, int64_t Times) const {
    Polynomial R = *this;
    for (const auto &[Of, C] : O.Terms)
      R.add(Of, C * Times);
    return R;
  }
  Polynomial times(const Polynomial &O) const {
    Polynomial R;
    for (const auto &[A, CA] : Terms)
      for (const auto &[B, CB] : O.Terms) {
        Product AB = A;
        AB.insert(AB.end(), B.begin(), B.end());
        std::sort(AB.begin(), AB.end());
        R.add(AB, CA * CB);
      }
    return R;
  }
  /// Symbol (null: none) plus a number, if that is all it is.
  std::optional<std::pair<const Symbol *, int64_t>> asShifted() const {
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
};

constexpr int64_t Large = int64_t(1) << 40; ///< no coefficient is larger

/// The expressions of one access as polynomials.
class Reader {
public:
  Reader(int Instance, llvm::ArrayRef<const Stmt *> Loops,
         llvm::function_ref<bool(const Variable *)> IsFixed,
         llvm::function_ref<const Expr *(const Variable *)> DefinitionOf)
      : Instance(Instance), Loops(Loops), IsFixed(IsFixed), DefinitionOf(DefinitionOf) {}

  std::optional<Polynomial> read(const Expr *E, unsigned Depth = 0) const {
    if (Depth > 16 || !E->Ty->isInteger() || E->Ty->IsBool)
      return std::nullopt;
    switch (E->Kind) {
    case ExprKind::Literal: {
      int64_t N = 0;
      if (llvm::StringRef(E->Text).rtrim("uUlLzZ").getAsInteger(0, N) || std::abs(N) > Large)
        return std::nullopt;
      return Polynomial::number(N);
    }
    case ExprKind::Cast: {
      // A wider type holds the same number; a negative one wraps as addresses do if it has 64 bits.
      const Type *From = E->operand()->Ty;
      bool Same = From->isInteger() && E->Ty->Bits >= From->Bits &&
                  (E->Ty->Bits == 64 || !E->Ty->IsUnsigned || From->IsUnsigned);
      return Same ? read(E->operand(), Depth + 1) : std::nullopt;
    }
    case ExprKind::Unary:
      if (E->Text != "-" || wraps(E->Ty))
        return std::nullopt;
      if (std::optional<Polynomial> P = read(E->operand(), Depth + 1))
        return Polynomial().plus(*P, -1);
      return std::nullopt;
    case ExprKind::Binary: {
      if ((E->Text != "+" && E->Text != "-" && E->Text != "*") || (E->Text == "-" && wraps(E->Ty)))
        return std::nullopt;
      std::optional<Polynomial> A = read(E->operand(0), Depth + 1),
                                B = read(E->operand(1), Depth + 1);
      if (!A || !B || A->Terms.size() * B->Terms.size() > 16)
        return std::nullopt;
      Polynomial R = E->Text == "*" ? A->times(*B) : A->plus(*B, E->Text == "+" ? 1 : -1);
      for (const auto &[Of, C] : R.Terms)
        if (std::abs(C) > Large || Of.size() > 4)
          return std::nullopt;
      return R;
    }
    case ExprKind::Variable: {
      Polynomial P;
      for (const Stmt *Loop : llvm::reverse(Loops))
        if (std::optional<CountedLoop> L = countedLoop(*Loop); L && L->Counter == E->Var) {
          P.add({{E->Var, Loop, Instance}}, 1);
          return P;
        }
      if (IsFixed(E->Var)) {
        P.add({{E->Var, nullptr, 0}}, 1);
        return P;
      }
      const Expr *Is = DefinitionOf(E->Var);
      return Is && Is->Ty == E->Ty ? read(Is, Depth + 1) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

private:
  /// Differences of 32 unsigned bits wrap; those of 64 do as addresses do.
  static bool wraps(const Type *T) { return T->IsUnsigned && T->Bits < 64; }

  int Instance;
  llvm::ArrayRef<const Stmt *> Loops;
  llvm::function_ref<bool(const Variable *)> IsFixed;
  llvm::function_ref<const Expr *(const Variable *)> DefinitionOf;
};

/// Inequalities x - y <= c between symbols and zero.
class Inequalities {
public:
  /// A - B <= C.
  void add(const Symbol *A, const Symbol *B, int64_t C) { Edges.push_back({node(A), node(B), C}); }
  /// P <= Q + By, if it can be said.
  void atMost(const Polynomial &P, const Polynomial &Q, int64_t By) {
    auto A = P.asShifted(), B = Q.asShifted();
    if (A && B)
      add(A->first, B->first, B->second - A->second + By);
  }
  void equal(const Polynomial &P, const Polynomial &Q) {
    atMost(P, Q, 0);
    atMost(Q, P, 0);
    // Both have the same further terms: `i + n * m` and `j + n * m`, `i + k` and `j + k`.
    const Polynomial D = P.plus(Q, -1);
    Polynomial Up, Down;
    for (const auto &[Of, C] : D.Terms)
      (C > 0 ? Up : Down).add(Of, std::abs(C));
    if (D.Terms.size() < P.Terms.size() + Q.Terms.size()) {
      atMost(Up, Down, 0);
      atMost(Down, Up, 0);
    }
  }
  bool haveSolution() const {
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
  /// Whether P <= Q + By in all solutions.
  bool imply(const Polynomial &P, const Polynomial &Q, int64_t By) const {
    auto A = P.asShifted(), B = Q.asShifted();
    if (!A || !B)
      return false;
    Inequalities Otherwise = *this; // Q + By + 1 <= P
    Otherwise.atMost(Q, P, -By - 1);
    return !Otherwise.haveSolution();
  }

private:
  struct Edge {
    size_t A, B;
    int64_t C;
  };
  size_t node(const Symbol *S) {
    Symbol Key = S ? *S : Symbol{nullptr, nullptr, 0};
    return Nodes.try_emplace(Key, Nodes.size()).first->second;
  }
  std::map<Symbol, size_t> Nodes;
  std::vector<Edge> Edges;
};

} // namespace

/// Whether E, the bound of a comparison, was a signed number that the comparison takes as unsigned:
/// it may be negative, which no such comparison says.
static bool fromSigned(const Expr *E) {
  return E->is(ExprKind::Cast) && E->Ty->IsUnsigned && !E->operand()->Ty->IsUnsigned &&
         !E->operand()->is(ExprKind::Literal);
}

/// Unsigned numbers that a subtraction may have wrapped.
static bool mayHaveWrapped(const Expr *E) {
  bool May = false;
  walk(E, [&](const Expr *Sub) {
    May |= Sub->Ty->IsUnsigned && (Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Unary)) &&
           Sub->Text == "-";
    return true;
  });
  return May;
}

/// What the loops say of their counters in their bodies.
static void boundsOf(llvm::ArrayRef<const Stmt *> Loops, const Reader &In, int Instance,
                     Inequalities &Out) {
  for (const Stmt *Loop : Loops) {
    std::optional<CountedLoop> L = countedLoop(*Loop);
    if (!L)
      continue;
    Polynomial Counter;
    Counter.add({{L->Counter, Loop, Instance}}, 1);
    auto Usable = [](const Expr *E) { return !fromSigned(E) && !mayHaveWrapped(E); };
    std::optional<Polynomial> First, Bound;
    if (Usable(L->First))
      First = In.read(L->First);
    if (Usable(L->Bound))
      Bound = In.read(L->Bound);
    bool Up = L->Step > 0;
    int64_t Strict = L->Op == "<" || L->Op == ">" ? 1 : 0;
    if (First && Up)
      Out.atMost(*First, Counter, 0);
    if (First && !Up)
      Out.atMost(Counter, *First, 0);
    if (Bound && Up)
      Out.atMost(Counter, *Bound, -Strict - L->Ahead);
    if (Bound && !Up)
      Out.atMost(*Bound, Counter, L->Ahead - Strict);
    if (L->Counter->Ty->IsUnsigned)
      Out.atMost(Polynomial(), Counter, 0);
  }
}

/// Terms that are a multiple of Stride, divided by it, and the rest.
static std::pair<Polynomial, Polynomial> divide(const Polynomial &P, const Product &Of,
                                                int64_t By) {
  Polynomial Quotient, Rest;
  for (const auto &[Term, C] : P.Terms) {
    Product Left;
    std::set_difference(Term.begin(), Term.end(), Of.begin(), Of.end(), std::back_inserter(Left));
    bool Divides = Left.size() + Of.size() == Term.size() && C % By == 0;
    if (Divides)
      Quotient.add(Left, C / By);
    else
      Rest.add(Term, C);
  }
  return {Quotient, Rest};
}

/// Pairs of polynomials that must all be equal where P and Q are.
static void takeApart(const Polynomial &P, const Polynomial &Q, const Inequalities &Bounds,
                      llvm::SmallVectorImpl<std::pair<Polynomial, Polynomial>> &Out,
                      unsigned Depth = 0) {
  if (Depth < 3)
    for (const Polynomial *From : {&P, &Q})
      for (const auto &[Term, C] : From->Terms) {
        // The stride of a counter: what else stands in its term.
        Product Stride;
        llvm::copy_if(Term, std::back_inserter(Stride),
                      [](const Symbol &S) { return S.Instance == 0; });
        int64_t By = std::abs(C);
        if (Stride.size() == Term.size() || (Stride.empty() && By == 1))
          continue;
        Polynomial Whole;
        Whole.add(Stride, By);
        auto [RowP, ColumnP] = divide(P, Stride, By);
        auto [RowQ, ColumnQ] = divide(Q, Stride, By);
        bool Inside = true;
        for (const Polynomial *Column : {&ColumnP, &ColumnQ})
          Inside &= Bounds.imply(Polynomial(), *Column, 0) && Bounds.imply(*Column, Whole, -1);
        if (!Inside)
          continue;
        takeApart(RowP, RowQ, Bounds, Out, Depth + 1);
        Out.push_back({ColumnP, ColumnQ});
        return;
      }
  Out.push_back({P, Q});
}

bool analysis::mayMeetLater(const Access &Read, const Access &Write, size_t Shared, bool Behind,
                            llvm::function_ref<bool(const Variable *)> IsFixed,
                            llvm::function_ref<const Expr *(const Variable *)> DefinitionOf) {
  Reader First(1, Read.Loops, IsFixed, DefinitionOf), Second(2, Write.Loops, IsFixed, DefinitionOf);
  Inequalities Bounds;
  boundsOf(Read.Loops, First, 1, Bounds);
  boundsOf(Write.Loops, Second, 2, Bounds);
  Inequalities Same = Bounds;
  for (size_t I = 0; I < Read.Indices.size() && I < Write.Indices.size(); ++I) {
    std::optional<Polynomial> P = First.read(Read.Indices[I]), Q = Second.read(Write.Indices[I]);
    if (!P || !Q)
      continue;
    llvm::SmallVector<std::pair<Polynomial, Polynomial>, 3> Parts;
    takeApart(*P, *Q, Bounds, Parts);
    for (const auto &[A, B] : Parts)
      Same.equal(A, B);
  }
  // The first loop, of those around both, in which the write's iteration is another.
  for (size_t Level = 0; Level <= Shared; ++Level) {
    if (Level == Shared)
      return Behind && Same.haveSolution();
    std::optional<CountedLoop> L = countedLoop(*Read.Loops[Level]);
    Inequalities Later = Same;
    if (L) {
      Symbol Before{L->Counter, Read.Loops[Level], 1}, After{L->Counter, Read.Loops[Level], 2};
      if (L->Step > 0)
        Later.add(&Before, &After, -L->Step);
      else
        Later.add(&After, &Before, L->Step);
      Same.add(&Before, &After, 0);
      Same.add(&After, &Before, 0);
    }
    if (Later.haveSolution())
      return true;
  }
  return true;
}
