//===- core/uses.h - how a function uses its variables --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_USES_H
#define AD_CORE_USES_H

#include "plugin/core/core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace ad::core {

/// What the statements of one function do with one variable.
struct Use {
  unsigned Declarations = 0;
  unsigned Reads = 0;       ///< occurrences whose value (or address) is taken
  unsigned Stores = 0;      ///< Assign and Accumulate of it or of a part of it
  unsigned OtherWrites = 0; ///< by calls, pops, opaque code
  unsigned SlotStores = 0;  ///< Assign through it: `v[i] = e` of a pointer v; also counted as Reads
  bool Escapes = false;     ///< a pointer to it may exist
  bool Lent = false;        ///< opaque code gets it as it stands: perhaps by reference

  bool written() const { return Stores || OtherWrites; }
};

class Uses {
public:
  explicit Uses(const Function &F);

  const Use &of(const Variable *V) const {
    static const Use None;
    auto Found = Map.find(V);
    return Found == Map.end() ? None : Found->second;
  }
  /// Whether every access to V is a statement that mentions it: a local whose address is nowhere.
  bool isPrivate(const Variable *V) const;
  /// Whether opaque text has a word that is Name, or V's name.
  bool isNamedInText(llvm::StringRef Name) const { return Words.contains(Name); }
  bool isNamedInText(const Variable *V) const { return isNamedInText(V->Name); }
  /// Whether evaluating E gives the same value as long as the private variables in it do.
  bool readsMemory(const Expr *E) const;

private:
  void statement(const Stmt &S);
  void target(const Expr *E);
  void value(const Expr *E);
  void lend(const Expr *E);

  llvm::DenseMap<const Variable *, Use> Map;
  llvm::StringSet<> Words; ///< that occur in opaque text
};

/// The pointer variable v of the place `v[i]` or `v[i][j]`; null of others.
const Variable *slotArray(const Expr *Place);

/// Whether S, with all that is nested in it, mentions V.
bool mentions(const Stmt &S, const Variable *V);

/// Whether leaving out the evaluation of E changes nothing but time. (Expressions have no side
/// effects, but a checked access may throw.)
bool removable(const Expr *E);

/// Whether the statements of B surely throw nothing and do nothing that Core does not show.
/// Calls: of which calls that is so; none, if not given.
bool isQuiet(const Block &B, llvm::function_ref<bool(const Function &)> Calls = {});
/// The same of S itself, whatever the blocks in it do.
bool isQuiet(const Stmt &S, llvm::function_ref<bool(const Function &)> Calls = {});

inline bool isVariable(const Expr *E, const Variable *V) {
  return E && E->is(ExprKind::Variable) && E->Var == V;
}
inline bool isStore(const Stmt &S) { return S.is(StmtKind::Assign) || S.is(StmtKind::Accumulate); }

/// How many statements of B, with all that is nested in them, store in V or in a part of it.
unsigned storesIn(const Block &B, const Variable *V);

/// Whether there is a Goto or a Label in S.
bool jumps(const Stmt &S);

/// Whether a `continue` in B would go on with the loop that B is the body of.
bool continues(const Block &B);

/// The number that E is: a literal, or a variable of which the compiler knows it.
std::optional<int64_t> knownInteger(const Expr *E);

/// Whether Loop counts from one number to another near by: the optimiser writes it out.
bool runsAFewTimes(const Stmt &Loop);

} // namespace ad::core

#endif
