//===- lower/lower.h - Clang AST -> Core ----------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Turns functions of the user's program into Core. What Core holds after it (beyond the invariants
// of core.h):
//  - A C array used as a pointer is AddressOf(Subscript(a, 0)); `*(p + i)` is Subscript(p, i).
//  - `x op= e` is Assign(x, Binary(op, x, e)), the Binary cast to the type of x where C++ computes
//    in a wider one; `x += e` and `x -= e` are Accumulate, also `++`/`--` (of pointers too).
//  - Nested plain blocks are flattened (names are unique); If keeps its two branches.
//  - `for (T i = n; i-- > 0;)` is `for (T i = n - 1; i >= 0; --i)` where T is signed, and
//    `for (T i = n; i > 0;) { --i; ...}` where it is not.
//  - `assert(c)` is If(!c) { Opaque call of the handler, NoReturn }.
//  - A string literal is a Literal of pointer type.
//  - SourceName is fully qualified for free functions and static members, bare for methods.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_LOWER_H
#define AD_LOWER_LOWER_H

#include "plugin/core/core.h"
#include "plugin/lower/report.h"
#include "plugin/lower/usage.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class Sema;
}

namespace ad::lower {

/// One per compile.
class Lowering {
public:
  Lowering(clang::Sema &S, core::Module &M, Reporter &R);

  /// The Core function of FD: its signature at once, its body when lowerBody is asked for it.
  /// A function with Failed set after diagnosing.
  core::Function *function(const clang::FunctionDecl *FD);
  /// Lowers the body if it is visible and not lowered yet; afterwards HasBody or Failed is set.
  void lowerBody(core::Function *F);

  /// The Core type of T, top-level qualifiers dropped.
  const core::Type *type(clang::QualType T);
  /// Whether a value of type T holds a floating value somewhere, directly or behind a handle.
  bool differentiable(clang::QualType T);
  /// Marked [[ad::constant]].
  bool isConstant(const clang::Decl *D) const;
  /// The qualified name of D as it can be written at the end of the file.
  std::string qualifiedName(const clang::NamedDecl *D, bool TemplateArguments = true) const;
  std::string spelling(clang::QualType T) const;

  /// Whether calling FD does nothing but compute its result (visibly, or by its known name).
  bool isPure(const clang::FunctionDecl *FD);
  /// Whether FD is called by itself, directly or through others.
  bool isRecursive(const clang::FunctionDecl *FD);

  /// What the pipeline knows about a callee: its companions by mode (declared or hand-written).
  /// Called once for each function when its signature is made; fills Companions/HandWritten.
  std::function<void(const clang::FunctionDecl *, core::Function &)> FindCompanions;

  clang::Sema &S;
  clang::ASTContext &Ctx;
  core::Module &M;
  Reporter &R;
  clang::PrintingPolicy Policy;

  /// Globals that differentiated functions write, and mutable ones that they read.
  llvm::DenseMap<const clang::VarDecl *, clang::SourceLocation> GlobalWrites, GlobalReads;
  /// Classes that functions declare inside themselves, with the text that declares them again.
  struct LocalRecord {
    const core::Type *Ty;
    std::string Definition;
  };
  std::vector<LocalRecord> LocalRecords;
  UsageCache Usages;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Fenced; ///< passed the fence?

private:
  const core::Type *opaqueType(clang::QualType T, clang::QualType Written);
  const core::Type *recordType(const clang::RecordDecl *RD, clang::QualType T);
  const core::Type *libraryRecord(const clang::ClassTemplateSpecializationDecl *RD,
                                  clang::QualType T);
  const core::Type *handleType(const clang::ClassTemplateSpecializationDecl *RD, clang::QualType T);
  std::string localDefinition(const clang::RecordDecl *RD, const core::Type &R);
  void signature(core::Function &F, const clang::FunctionDecl *FD);

  llvm::DenseMap<const clang::FunctionDecl *, core::Function *> Known;
  llvm::DenseMap<const clang::RecordDecl *, const core::Type *> Records;
  llvm::DenseMap<void *, const core::Type *> Opaques; ///< by canonical type
  llvm::StringMap<unsigned> LocalNames;
  llvm::DenseMap<void *, bool> Differentiable; ///< by canonical type
  llvm::DenseMap<const clang::FunctionDecl *, bool> Pure, Recursive;
  llvm::DenseSet<core::Function *> Lowered;
};

} // namespace ad::lower

#endif
