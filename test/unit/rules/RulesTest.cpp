//===- RulesTest.cpp - the rules table against differences ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Every line of the table is compared with central differences of the function that it names, and
// the derivatives of every line, made by the table itself, with central differences of the line.
//
//===----------------------------------------------------------------------===//
#include "plugin/rules/rules.h"
#include "Interpreter.h"
#include "plugin/core/printer.h"
#include "plugin/core/walk.h"
#include "plugin/rules/term.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace ad;
using namespace ad::core;
using ad::test::Real;

namespace {

/// Where one operand is sampled. Integers carry no derivative.
struct Range {
  double Low = -2, High = 2;
  bool IsInteger = false;
};

constexpr Range Anywhere{-3, 3};
constexpr Range Positive{0.3, 4};
constexpr Range Inside{-0.9, 0.9};
constexpr Range Modulus{0.05, 0.9};
constexpr Range Index{0, 5, true};

/// The domain of a primitive; every line of the table needs one.
std::vector<Range> domain(llvm::StringRef Name, unsigned Arity) {
  static const std::map<std::string, std::vector<Range>> Special = {
      {"asin", {Inside}},
      {"acos", {Inside}},
      {"atanh", {Inside}},
      {"acosh", {{1.2, 5}}},
      {"log", {Positive}},
      {"log2", {Positive}},
      {"log10", {Positive}},
      {"logb", {{1.1, 1.9}}},
      {"log1p", {{-0.7, 3}}},
      {"sqrt", {Positive}},
      {"pow", {Positive, Anywhere}},
      {"floor", {{0.1, 0.9}}},
      {"ceil", {{0.1, 0.9}}},
      {"trunc", {{0.1, 0.9}}},
      {"round", {{0.6, 1.4}}},
      {"roundeven", {{0.6, 1.4}}},
      {"nearbyint", {{0.6, 1.4}}},
      {"rint", {{0.6, 1.4}}},
      {"fmod", {{9.1, 9.9}, {1.84, 2.2}}},
      {"remainder", {{9.1, 9.9}, {2.3, 2.6}}},
      {"clamp", {Anywhere, {-1.5, -1}, {1, 1.5}}},
      {"copysign", {Anywhere, {0.5, 1}}},
      {"ldexp", {Anywhere, {-3, 3, true}}},
      {"scalbn", {Anywhere, {-3, 3, true}}},
      {"scalbln", {Anywhere, {-3, 3, true}}},
      {"tgamma", {Positive}},
      {"lgamma", {Positive}},
      {"digamma", {Positive}},
      {"polygamma", {{1, 4, true}, Positive}},
      {"beta", {Positive, Positive}},
      {"expint", {Positive}},
      {"comp_ellint_1", {Modulus}},
      {"comp_ellint_2", {Modulus}},
      {"ellint_1", {Modulus, {-1.2, 1.2}}},
      {"ellint_2", {Modulus, {-1.2, 1.2}}},
      {"ellint_3", {Modulus, Modulus, {-1.2, 1.2}}},
      {"y0", {Positive}},
      {"y1", {Positive}},
      {"jn", {{-3, 4, true}, Positive}},
      {"yn", {{-3, 4, true}, Positive}},
      {"cyl_bessel_j", {Positive, Positive}},
      {"cyl_neumann", {Positive, Positive}},
      {"cyl_bessel_i", {Positive, Positive}},
      {"cyl_bessel_k", {Positive, Positive}},
      {"sph_bessel", {Index, Positive}},
      {"sph_neumann", {Index, Positive}},
      {"hermite", {Index, Anywhere}},
      {"laguerre", {Index, Positive}},
      {"assoc_laguerre", {Index, Index, Positive}},
      {"legendre", {Index, Inside}},
      {"assoc_legendre", {Index, {0, 3, true}, Inside}},
  };
  auto Found = Special.find(Name.str());
  return Found != Special.end() ? Found->second : std::vector<Range>(Arity, Anywhere);
}

class RulesTest : public ::testing::Test {
protected:
  Module M;
  Builder B{M};
  Function *Fn = M.function("f");

  /// The call of a primitive on fresh variables.
  const Expr *callOf(llvm::StringRef Name, llvm::ArrayRef<Range> Ranges) {
    static const char *const Names[] = {"x", "y", "z"};
    Variables.clear();
    llvm::SmallVector<const Expr *, 3> Args;
    for (unsigned I = 0; I < Ranges.size(); ++I) {
      Variables.push_back(
          Fn->variable(Names[I], Ranges[I].IsInteger ? M.intType() : M.doubleType()));
      Args.push_back(B.var(Variables.back()));
    }
    return B.primitive(Name, Args, M.doubleType());
  }

  const Expr *partial(const Expr *Call, unsigned I) {
    const Expr *E = rules::partial(B, Call, I, Call);
    return E ? E : B.number(0, Call->Ty);
  }

  /// The derivative of E by V, from the table alone; null if it is zero.
  const Expr *differentiate(const Expr *E, const Variable *V) {
    switch (E->Kind) {
    case ExprKind::Variable:
      return E->Var == V ? B.number(1, E->Ty) : nullptr;
    case ExprKind::Unary: {
      const Expr *D = differentiate(E->operand(), V);
      return D ? B.neg(D) : nullptr;
    }
    case ExprKind::Conditional: {
      const Expr *Then = differentiate(E->operand(1), V), *Else = differentiate(E->operand(2), V);
      const Expr *Zero = B.number(0, E->Ty);
      return Then || Else ? B.select(E->operand(0), Then ? Then : Zero, Else ? Else : Zero)
                          : nullptr;
    }
    case ExprKind::Binary: {
      const Expr *L = E->operand(0), *R = E->operand(1);
      const Expr *DL = differentiate(L, V), *DR = differentiate(R, V);
      const Expr *Zero = B.number(0, E->Ty);
      if (!DL && !DR)
        return nullptr;
      DL = DL ? DL : Zero;
      DR = DR ? DR : Zero;
      if (E->Text == "+")
        return B.add(DL, DR);
      if (E->Text == "-")
        return B.sub(DL, DR);
      if (E->Text == "*")
        return B.add(B.mul(DL, R), B.mul(L, DR));
      return B.div(B.sub(DL, B.mul(E, DR)), R);
    }
    case ExprKind::Primitive: {
      const Expr *Sum = nullptr;
      for (unsigned I = 0; I < E->Operands.size(); ++I) {
        const Expr *D = differentiate(E->operand(I), V);
        if (!D)
          continue;
        if (!rules::hasPartial(E->Text, E->Operands.size(), I))
          return HasSecond = false, nullptr;
        if (const Expr *P = rules::partial(B, E, I, E)) {
          const Expr *Term = rules::scale(B, P, D);
          Sum = Sum ? rules::sum(B, Sum, Term) : Term;
        }
      }
      return Sum;
    }
    default:
      return nullptr;
    }
  }

  using Point = std::map<const Variable *, Real>;

  Point sample(llvm::ArrayRef<Range> Ranges) {
    Point P;
    for (unsigned I = 0; I < Ranges.size(); ++I) {
      if (Ranges[I].IsInteger)
        P[Variables[I]] = std::uniform_int_distribution<int>(Ranges[I].Low, Ranges[I].High)(Random);
      else
        P[Variables[I]] =
            std::uniform_real_distribution<double>(Ranges[I].Low, Ranges[I].High)(Random);
    }
    return P;
  }

  /// dE/dV at P: central differences, extrapolated once.
  Real difference(const Expr *E, const Variable *V, Point P) {
    Real At = P[V];
    auto slope = [&](Real H) {
      P[V] = At + H;
      Real Up = test::evaluate(E, P);
      P[V] = At - H;
      return (Up - test::evaluate(E, P)) / (2 * H);
    };
    const Real H = 2e-4L;
    return (4 * slope(H / 2) - slope(H)) / 3;
  }

  /// Whether a kink lies so close to P that differences by V are meaningless.
  bool isNearKink(llvm::StringRef Name, const Point &P) {
    Real Gap = 1;
    auto at = [&](unsigned I) { return P.at(Variables[I]); };
    if (Name == "abs" || Name == "fabs" || Name == "copysign")
      Gap = at(0);
    else if (Name == "min" || Name == "max" || Name == "fmin" || Name == "fmax" || Name == "fdim")
      Gap = at(0) - at(1);
    else if (Name == "clamp")
      Gap = std::min(std::fabs(at(0) - at(1)), std::fabs(at(0) - at(2)));
    else if (Name == "cbrt")
      Gap = at(0) / 100;
    return std::fabs(Gap) < 1e-3L;
  }

  std::vector<Variable *> Variables;
  std::mt19937 Random{20240229};
  bool HasSecond = true;
};

void expectNear(Real Got, Real Wanted, Real Tolerance, const Expr *E, llvm::StringRef What) {
  Real Scale = std::max<Real>(1, std::fabs(Wanted));
  EXPECT_LT(std::fabs(Got - Wanted), Tolerance * Scale)
      << What.str() << ": " << str(*E) << " is " << static_cast<double>(Got) << ", not "
      << static_cast<double>(Wanted);
}

} // namespace

TEST_F(RulesTest, FirstDerivatives) {
  unsigned Compared = 0;
  for (const rules::Row &Row : rules::table()) {
    std::vector<Range> Ranges = domain(Row.Name, Row.Arity);
    ASSERT_EQ(Ranges.size(), Row.Arity) << Row.Name.str();
    for (unsigned I = 0; I < Row.Arity; ++I) {
      if (Ranges[I].IsInteger || !rules::hasPartial(Row.Name, Row.Arity, I))
        continue;
      const Expr *Call = callOf(Row.Name, Ranges);
      const Expr *Partial = partial(Call, I);
      for (unsigned N = 0; N < 40; ++N) {
        Point P = sample(Ranges);
        if (isNearKink(Row.Name, P))
          continue;
        Real Wanted =
            Row.Name.starts_with("next") ? Real(I == 0) : difference(Call, Variables[I], P);
        expectNear(test::evaluate(Partial, P), Wanted, 1e-8L, Partial, Row.Name);
        ++Compared;
      }
    }
  }
  EXPECT_GT(Compared, 3000u);
}

TEST_F(RulesTest, SecondDerivatives) {
  unsigned Compared = 0;
  for (const rules::Row &Row : rules::table()) {
    std::vector<Range> Ranges = domain(Row.Name, Row.Arity);
    for (unsigned I = 0; I < Row.Arity; ++I)
      for (unsigned J = 0; J < Row.Arity; ++J) {
        if (Ranges[I].IsInteger || Ranges[J].IsInteger ||
            !rules::hasPartial(Row.Name, Row.Arity, I))
          continue;
        const Expr *Call = callOf(Row.Name, Ranges);
        const Expr *First = partial(Call, I);
        HasSecond = true;
        const Expr *Second = differentiate(First, Variables[J]);
        if (!HasSecond)
          continue;
        for (unsigned N = 0; N < 20; ++N) {
          Point P = sample(Ranges);
          if (isNearKink(Row.Name, P))
            continue;
          expectNear(Second ? test::evaluate(Second, P) : 0, difference(First, Variables[J], P),
                     1e-7L, First, "second derivative of " + Row.Name.str());
          ++Compared;
        }
      }
  }
  EXPECT_GT(Compared, 2500u);
}

/// usesResult says what a line mentions; modes rely on it to bind the call to a name.
TEST_F(RulesTest, UsesResultIsExact) {
  for (const rules::Row &Row : rules::table())
    for (unsigned I = 0; I < Row.Arity; ++I) {
      if (!rules::hasPartial(Row.Name, Row.Arity, I))
        continue;
      const Expr *Call = callOf(Row.Name, domain(Row.Name, Row.Arity));
      Variable *Result = Fn->variable("r", M.doubleType());
      const Expr *Partial = rules::partial(B, Call, I, B.var(Result));
      bool Mentioned = false;
      if (Partial)
        Mentioned = mentions(Partial, Result);
      EXPECT_EQ(Mentioned, rules::usesResult(Call, I)) << Row.Name.str() << " by operand " << I;
    }
}
