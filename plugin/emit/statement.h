//===- emit/statement.h - Core statements -> C++ text ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_EMIT_STATEMENT_H
#define AD_EMIT_STATEMENT_H

#include "plugin/emit/expression.h"

namespace ad::emit {

/// Prints the statements of one function, each on a line of its own, indented.
class Statements {
public:
  Statements(const core::Function &F, const llvm::StringSet<> &Variables);

  void block(const core::Block &B);
  void takeIn(llvm::function_ref<bool(const core::Variable *)> Used);
  void giveBack();
  /// What was printed.
  std::string Text;
  unsigned Indent = 1;

private:
  void statement(const core::Stmt &S);
  void line(llvm::StringRef Content, llvm::StringRef Note = {});
  void open(llvm::StringRef Head, llvm::StringRef Note = {});
  void close(llvm::StringRef Tail = {});
  /// Head, then B, with braces where they are needed.
  void reassociate();
  void headed(llvm::StringRef Head, const core::Block &B, llvm::StringRef Note,
              bool Reassociates = false);

  void declare(const core::Stmt &S);
  void construct(const core::Type *T, const std::string &Path,
                 llvm::function_ref<bool(const core::Type *)> Wanted);
  void call(const core::Stmt &S);
  std::vector<std::string> ends(const core::Stmt &S);
  void branch(const core::Stmt &S);
  void choose(const core::Stmt &S);
  void loop(const core::Stmt &S);
  void loopBody(const core::Stmt &S, bool StepAtEnd);
  void comment(llvm::StringRef Comment);
  std::string binding(const core::Stmt &S) const;
  std::string assignment(const core::Stmt &S) const;
  std::string extents(const core::Stmt &S) const;
  std::string inHead(const core::Block &B) const;
  std::string recorded(const core::Expr *E) const;
  std::string result(const core::Stmt &S) const;
  std::string returned(const core::Expr *E) const;
  std::string chosen(const core::Function &Callee, const core::Variable &P, const core::Expr *E,
                     const std::string &Plain) const;
  std::string arguments(const core::Function &Callee, llvm::ArrayRef<const core::Expr *> List,
                        llvm::ArrayRef<core::Variable *> Parameters) const;
  std::string declared(const core::Variable &V) const;
  std::string initialised(const core::Variable &V, const core::Expr *Value) const;
  std::string freshName(llvm::StringRef Wanted);

  const core::Function &F;
  const llvm::StringSet<> &Variables;
  Expressions Print;
  std::string Tape;          ///< the name of the tape variable
  llvm::StringSet<> Names;   ///< all that may not be used for labels
  std::string ContinueLabel; ///< where `continue` goes if C++'s own would skip the step
};

/// The variable that holds the tape, or null.
const core::Variable *tapeOf(const core::Function &F);

/// Whether a `continue` in B belongs to the loop around B.
bool hasContinue(const core::Block &B);

} // namespace ad::emit

#endif
