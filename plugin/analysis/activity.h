//===- analysis/activity.h - which variables carry derivatives -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Activity analysis of one function: a variable is *varied* if its value may depend on an
// independent input, *useful* if an output may depend on it, *active* if both. The analysis is
// flow-insensitive; memory is represented by the variables through which it is reached. Of objects
// that only their names lead to, each member is varied or not by itself.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_ACTIVITY_H
#define AD_ANALYSIS_ACTIVITY_H

#include "plugin/core/core.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace ad::analysis {

class Activity {
public:
  Activity(const core::Function &F, const core::Block &Body);

  /// Whether V carries a derivative; for pointers: whether what it points to does.
  bool active(const core::Variable *V) const { return Varied.contains(V) && Useful.contains(V); }
  /// Whether the value of E (real, record), or what it points to (pointer), is active.
  bool active(const core::Expr *E) const { return in(E, /*NeedUseful=*/true); }
  bool varied(const core::Expr *E) const { return in(E, false); }
  /// A guard against what lowering has overlooked: the statement in Body with a vector made by text
  /// that says nothing of derivatives, of operands that depend on the inputs. Null: there is none.
  const core::Stmt *notUnderstood(const core::Block &Body) const;
  /// The statement in Body by which a number that depends on the inputs becomes a key of a map;
  /// null: there is none.
  const core::Stmt *variedKey(const core::Block &Body) const;
  /// Whether a derivative may leave the call S: in its result, or in what it writes to.
  bool leaves(const core::Stmt *S) const;

  void print(llvm::raw_ostream &OS, const core::Function &F) const;

private:
  llvm::DenseSet<const core::Variable *> Varied, Useful;
  /// Of objects with members that are looked at one by one: the paths to those that are varied.
  std::map<const core::Variable *, std::set<std::string>> Parts;
  bool markVaried(const core::Variable *V, const std::string &Path = "");
  void setVaried(const core::Variable *V, const std::string &Path, const core::Type *T,
                 const core::Expr *Value, bool &Changed);
  bool inPart(const core::Expr *Part, bool NeedUseful) const;
  bool in(const core::Expr *E, bool NeedUseful) const;
  void markPlaceVaried(const core::Expr *Place, bool &Changed);
  void markUseful(const core::Expr *E, bool &Changed);
  bool usefulPlace(const core::Expr *Place) const;
};

/// The variables from which the value, address or pointee of E is made: those through which
/// derivative information reaches it (not subscripts, not conditions).
void carriers(const core::Expr *E, llvm::SmallVectorImpl<const core::Variable *> &Out);

/// Whether Place is, or is a part of, a field that carries no derivative by the user's word.
bool inConstantField(const core::Expr *Place);

} // namespace ad::analysis

#endif
