//===- analysis/subscripts.h - subscripts as polynomials --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Subscripts that are sums and products of loop counters and of numbers that do not change, and the
// inequalities that the bounds of loops give for them.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_SUBSCRIPTS_H
#define AD_ANALYSIS_SUBSCRIPTS_H

#include "plugin/analysis/loops.h"
#include "plugin/core/builder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace ad::analysis {

/// A number that is not known: a variable, in one access (1), in another (2), or always the same
/// (0). The counters of two loops differ even if they are one variable.
struct Symbol {
  const core::Variable *Var = nullptr;
  const core::Stmt *Loop = nullptr;
  int Instance = 0;
  bool Triangle = false; ///< not Var, which is always the same, but Var * (Var + 1) / 2
  /// The same in every run of the compiler, where addresses differ.
  bool operator<(const Symbol &O) const {
    const unsigned Mine = Var ? Var->Order : 0, Other = O.Var ? O.Var->Order : 0;
    if (Mine == Other && Var && O.Var && Var != O.Var && Var->Name != O.Var->Name)
      return Var->Name < O.Var->Name;
    return std::tie(Mine, Var, Loop, Instance, Triangle) <
           std::tie(Other, O.Var, O.Loop, O.Instance, O.Triangle);
  }
};

using Product = std::vector<Symbol>; ///< sorted; empty: one

/// A sum of products of symbols, with their coefficients, none of them zero.
class Polynomial {
public:
  std::map<Product, int64_t> Terms;

  static Polynomial number(int64_t N);
  static Polynomial symbol(const Symbol &S);
  void add(const Product &Of, int64_t Coefficient);
  Polynomial plus(const Polynomial &O, int64_t Times = 1) const;
  Polynomial times(const Polynomial &O) const;
  /// Terms that are a multiple of By * Of, divided by it, and the rest.
  std::pair<Polynomial, Polynomial> divided(const Product &Of, int64_t By) const;
  /// Symbol (null: none) plus a number, if that is all it is.
  std::optional<std::pair<const Symbol *, int64_t>> asShifted() const;
  /// The number that it is.
  std::optional<int64_t> asNumber() const;
  /// This with Value in the place of S; nothing if S stands in a product with itself.
  std::optional<Polynomial> with(const Symbol &S, const Polynomial &Value) const;
  /// Half of this, if it is x * (x + 1), moved by a number, for a number x that is always the same.
  std::optional<Polynomial> halfOfTriangle() const;
  /// This without squares of what it has triangles of.
  Polynomial inTriangles() const;
  bool operator==(const Polynomial &O) const;
};

/// What is known of a function's variables.
struct Numbers {
  /// This variable has one value for as long as the function runs.
  llvm::function_ref<bool(const core::Variable *)> IsFixed;
  /// The expression with which a variable is declared that is not assigned later, or null.
  llvm::function_ref<const core::Expr *(const core::Variable *)> DefinitionOf;
  /// What stands for an integer in memory, or null: a symbol that is not always the same, and that
  /// belongs to no loop. LimitOf has the greatest and the least of its values.
  llvm::function_ref<const core::Variable *(const core::Expr *)> ElementOf = nullptr;
  llvm::function_ref<std::optional<Polynomial>(const Symbol &, bool Largest)> LimitOf = nullptr;
  /// What stands for an integer in an object, for the size of a vector, or for a quotient, that is
  /// the same for as long as the function runs; or null.
  llvm::function_ref<const core::Variable *(const core::Expr *)> MemberOf = nullptr;
};

/// E, in the bodies of these loops (outermost first), as a polynomial.
std::optional<Polynomial> polynomial(const core::Expr *E, int Instance,
                                     llvm::ArrayRef<const core::Stmt *> Loops, const Numbers &N);

/// Inequalities x - y <= c between symbols and zero; and others, of which nothing is concluded.
class Inequalities {
public:
  /// A - B <= C.
  void add(const Symbol *A, const Symbol *B, int64_t C) { Edges.push_back({node(A), node(B), C}); }
  /// P <= Q + By, if it can be said.
  void atMost(const Polynomial &P, const Polynomial &Q, int64_t By);
  void equal(const Polynomial &P, const Polynomial &Q);
  /// What the loops say of their counters in their bodies.
  void addBounds(llvm::ArrayRef<const core::Stmt *> Loops, int Instance, const Numbers &N);
  /// What the conditions of these branches, which stand in these loops, say of counters and of
  /// numbers that do not change.
  void addConditions(llvm::ArrayRef<Branch> Branches, llvm::ArrayRef<const core::Stmt *> Loops,
                     int Instance, const Numbers &N);
  bool haveSolution() const;
  /// Whether P <= Q + By in all solutions.
  bool imply(const Polynomial &P, const Polynomial &Q, int64_t By) const;

private:
  void addCondition(const core::Expr *Condition, bool Holds,
                    llvm::ArrayRef<const core::Stmt *> Loops, int Instance, const Numbers &N);
  struct Edge {
    size_t A, B;
    int64_t C;
  };
  size_t node(const Symbol *S); ///< of zero, if null
  std::map<Symbol, size_t> Nodes;
  std::vector<Edge> Edges;
  std::vector<Polynomial> NotNegative; ///< what the others say
};

/// The bound of a loop that says something of its counter, or null: comparisons with signed numbers
/// that were taken as unsigned, and with differences that may have wrapped, do not.
const core::Expr *usableBound(const core::Expr *E);

/// The largest, or the smallest, value of the counter S in the body of its loop, one of Loops, or
/// of an integer in memory.
std::optional<Polynomial> limit(const Symbol &S, bool Largest,
                                llvm::ArrayRef<const core::Stmt *> Loops, const Numbers &N);

/// P in C++: positive terms first.
const core::Expr *written(const Polynomial &P, core::Builder &B);
/// The same with products in 64 bits, for those that the function itself may form so.
const core::Expr *writtenWide(const Polynomial &P, core::Builder &B);
/// The same in numbers that do not overflow, for those that the function itself need not form.
const core::Expr *writtenSaturated(const Polynomial &P, core::Builder &B);
/// Whether P is written without anything that may become too large: a number, a variable, and
/// perhaps a number less.
bool cannotOverflow(const Polynomial &P);

/// In what numbers a polynomial is computed.
enum class Computed { AsIs, Wide, Saturated };
const core::Expr *written(const Polynomial &P, Computed In, core::Builder &B);
/// `P Op 0` without differences, which might wrap: of n - m, `n Op m`.
const core::Expr *compared(const Polynomial &P, llvm::StringRef Op, core::Builder &B,
                           Computed In = Computed::AsIs);

/// P as Row * Stride + Column, where 0 <= Column < Stride for all of Ps; nothing if there is no
/// such stride.
struct Delinearised {
  Polynomial Stride;
  llvm::SmallVector<std::pair<Polynomial, Polynomial>, 2> RowsAndColumns;
};
std::optional<Delinearised> delinearise(llvm::ArrayRef<const Polynomial *> Ps,
                                        const Inequalities &Bounds);

} // namespace ad::analysis

#endif
