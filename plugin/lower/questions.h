//===- lower/questions.h - what may be asked ------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What the files of `lower` ask of types and of source without lowering it; each is answered where
// its subject is. How declarations are called is in names.h.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_QUESTIONS_H
#define AD_LOWER_QUESTIONS_H

#include "plugin/core/core.h"
#include "clang/AST/Expr.h"

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Sema;
} // namespace clang

namespace ad::lower {

class Lowering;
struct FunctionList;
struct HeldPath;

/// Whether a pointer in a T may lead to a part of the T itself.
bool mayPointInside(const core::Type *T);

/// The parts of E if it is an aggregate that is made where it is: members of it start as what may
/// lead to it, as `double *p = &k;` does, are arrays that are made of others, or ask all of it.
/// Null for all others. Leads: only what leads to it.
const clang::InitListExpr *madeInPlace(const clang::Expr *E, bool Leads = false);
/// The same of a member that starts as Init.
bool madeInPlace(const clang::FieldDecl *FD, const clang::Expr *Init, bool Leads = false);

/// Whether S, or a member's initialiser that it stands for, mentions `this`.
bool usesThis(const clang::Stmt *S);

/// The lambda that E turns into a pointer; null if it does not, or the lambda is generic.
const clang::LambdaExpr *asPointer(const clang::Expr *E);

/// Whether there are gotos in S, lambdas left out.
bool hasGotos(const clang::Stmt *S);

/// Whether an object of class RD may live in storage of zero bytes until its constructor, which is
/// lowered like any other code, has set its members.
bool livesInStorage(const clang::CXXRecordDecl *RD);
/// Whether what stands in for RD (Lowering::standsIn) has parts that only constructors make what
/// they are: constants, and objects that need arguments.
bool needsConstructors(Lowering &L, const clang::CXXRecordDecl *RD);

/// Whether a T is an object, not a map itself, with maps of active values among its parts.
bool isMapHolder(const core::Type *T);

/// Whether an object of type T has a matrix of Eigen whose size is not part of its type.
bool holdsEigen(const core::Type *T);

/// Whether all vectors in a T are of objects that own memory.
bool ownsItsVectors(const core::Type *T);
/// Whether all vectors in a T, a class that owns memory, are those of owners or of what nobody has
/// to destroy (rows of it, too): storage that is zero bytes at first holds them empty.
bool fitsStorage(const core::Type *T);

/// Whether an object of class RD may have others of its class in containers, as a tree by value
/// has.
bool holdsItself(clang::ASTContext &Ctx, const clang::CXXRecordDecl *RD);

/// Whether V holds what a function shares.
bool holdsShared(const core::Variable *V);

/// Whether a T is an array or vector of objects that hold functions.
bool isOfNoted(Lowering &L, const core::Type *T);

/// Where Place is, if it is in a variable, by members and one subscript at most.
std::optional<HeldPath> heldPath(const core::Expr *Place);

/// E without what only passes a function on: conversions, copies, `&f`, `*p`, `+[] {}`.
const clang::Expr *passedOn(const clang::Expr *E, bool *Copied = nullptr);

/// Whether List, a T, holds pointers to functions alone, which are values like others.
bool pointsOnly(clang::QualType T, const FunctionList &List);

/// Whether E, which is passedOn, says that there is no function.
bool saysEmpty(const clang::Expr *E);

/// Whether objects of class RD are made and moved, but never copied.
bool isNeverCopied(const clang::CXXRecordDecl *RD);

/// The call that `std::invoke(Args...)` stands for; null if there is none.
const clang::Expr *invoked(clang::Sema &S, llvm::ArrayRef<const clang::Expr *> Args,
                           clang::SourceLocation Loc);

/// Whether an object of type T, which is called or captured, can lie beside the number that says
/// which function a variable holds.
bool objectLiesBeside(const core::Type *T);

/// Whether what a lambda captured by copy, a Ty, lies beside a list of functions as a number; what
/// is no number, and was there before the list and stays as it is, is that itself.
bool numberLiesBeside(const core::Type *Ty);

} // namespace ad::lower

#endif
