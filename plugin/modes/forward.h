//===- modes/forward.h - the parts of forward mode, shared ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Forward mode: tangents beside values (the shift/reset paper, section 2). Every active variable is
// followed by its tangent, every statement by what it does to tangents. A tangent is computed from
// old values, so it comes before the statement that overwrites them. One object of class Forward
// makes one companion; its phases live in files of their own:
//
//   forward.cpp              adopt the body, transform statements
//   forward_expressions.cpp  the tangent of an expression
//   forward_calls.cpp        calls, and arguments that carry no derivative
//   forward_share.cpp        what a value and its tangent both need is computed once
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_FORWARD_H
#define AD_MODES_FORWARD_H

#include "plugin/analysis/activity.h"
#include "plugin/modes/modes.h"
#include "plugin/modes/shadow.h"

namespace ad::modes {

class Forward {
public:
  Forward(Context &C, core::Function &Primal, Companion &Out);
  void run();

private:
  // forward.cpp
  void adoptBody();
  void bindShadows();
  void transform(const core::Block &In, core::Block &To);
  void transform(core::Stmt *S, core::Block &To);
  bool hasActiveCall(const core::Expr *E) const;
  bool splitConditional(core::Stmt *S, core::Block &To);
  void bringToLife(const core::Expr *Pointer, const core::Expr *Zeros, core::Block &To);
  void declare(core::Stmt *S, core::Block &To);
  void assign(core::Stmt *S, core::Block &To);
  void accumulate(core::Stmt *S, core::Block &To);
  void loop(core::Stmt *S, core::Block &To);
  void returns(core::Stmt *S, core::Block &To);
  void opaque(core::Stmt *S, core::Block &To);
  const core::Expr *destroyed(const core::Stmt::End &End, core::Location Loc);
  void endTangents(core::Stmt &S);
  void resize(core::Stmt *S, core::Block &To);
  void exchange(core::Stmt *S, core::Block &To);
  void tape(core::Stmt *S, core::Block &To);
  core::Variable *tangentOf(core::Variable *V);
  void declareTangent(core::Variable *Tangent, const core::Expr *Value, core::Block &To);
  bool isPrivateScalar(const core::Expr *Target) const;
  void fail(core::Location Loc, llvm::StringRef Message, llvm::StringRef WayOut = {});

  // forward_expressions.cpp
  /// The tangent of a real value; null if it is zero.
  const core::Expr *tangent(const core::Expr *E);
  const core::Expr *tangentOfBinary(const core::Expr *E);
  const core::Expr *tangentOfPower(const core::Expr *E);
  const core::Expr *tangentOfPrimitive(const core::Expr *E);
  const core::Expr *tangentOfPlace(const core::Expr *E);
  /// The tangent of a value of any differentiable type, zero included; null after an error.
  const core::Expr *tangentValue(const core::Expr *E);
  const core::Expr *tangentOfBraces(const core::Expr *E);
  const core::Expr *zeroVector(const core::Expr *E);
  void fill(const core::Expr *Place, const core::Expr *Braces, core::Block &To);
  const core::Expr *zero(const core::Type *Ty);
  void setZero(const core::Expr *Place, core::Block &To);
  void setTangent(const core::Expr *Place, const core::Expr *Value, core::Block &To);

  // forward_calls.cpp
  void call(core::Stmt *S, core::Block &To);
  const core::Expr *tangentArgument(const core::Expr *Arg, const core::Variable *Param,
                                    const core::Variable *Derivative, core::Block &To);
  const core::Expr *inactiveStorage(const core::Expr *Arg, const core::Variable *Param,
                                    const core::Variable *Derivative, core::Block &To);
  core::Function *specialised(const core::Stmt *S);
  core::Variable *zeroOf(const core::Variable *V);
  core::Variable *scratch(llvm::StringRef Name, const core::Type *Ty, core::Block &To);

  // forward_share.cpp
  void shorten(core::Block &Of);
  void share(llvm::ArrayRef<const core::Expr **> Roots, core::Block &To);
  bool isShareable(const core::Expr *E) const;
  std::string nameFor(const core::Expr *E) const;

  Context &C;
  core::Module &M;
  core::Builder B;
  core::Function &Primal;
  Companion &Out;
  core::Function &Fn;
  Shadows Shadow;
  core::Block Body;
  core::Block Prologue; ///< what the whole companion needs
  llvm::DenseMap<const core::Variable *, core::Variable *> Zeros; ///< by constant
  core::Block *Before = nullptr; ///< where the statement at hand may put what it needs
  std::unique_ptr<analysis::Activity> Active;
};

} // namespace ad::modes

#endif
