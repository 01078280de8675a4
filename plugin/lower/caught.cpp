//===- lower/caught.cpp - what handlers look at ---------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A handler of a companion is a branch. The exception that it looks at, or throws again, is in a
// std::exception_ptr that the throw, or the attempt, has made. It lives until the function ends, as
// what a std::shared_ptr holds does (shared_pointers.cpp):
//
//     thrown = new std::exception_ptr(std::make_exception_ptr(std::runtime_error("too large")));
//   ...
//   if (caught == 1) {
//     shared.delete_at_end(thrown);
//     e = &ad::caught<const std::exception>(*thrown);
//     std::cerr << e->what();
//   }
//
// What is asked of it so has no derivative: of an object that may hold floating values (every class
// with virtual functions may), only members without them are asked.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/effects.h"
#include "plugin/lower/exceptions.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

bool throwsAgain(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *T = dyn_cast<CXXThrowExpr>(S); T && !T->getSubExpr())
    return true;
  return llvm::any_of(S->children(), throwsAgain);
}

/// Whether S, or a function that it calls, asks for the exception of the handler around S; in the
/// handler itself, the body of a callee or not, a `throw;` is known.
static bool asksHandled(const Stmt *S, bool Callee,
                        llvm::SmallPtrSetImpl<const FunctionDecl *> &Asked) {
  if (!S || isa<CXXCatchStmt>(S))
    return false;
  if (const auto *T = dyn_cast<CXXThrowExpr>(S); T && !T->getSubExpr() && Callee)
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr, *Def = nullptr;
  if (isStd(FD, "current_exception") || isStd(FD, "throw_with_nested"))
    return true;
  if (FD && !isLibrary(FD) && FD->hasBody(Def) && Asked.insert(Def).second &&
      asksHandled(Def->getBody(), /*Callee=*/true, Asked))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return asksHandled(C, Callee, Asked); });
}

bool FunctionLowering::looksAtThrown(const CXXCatchStmt *Handler) {
  const VarDecl *D = Handler->getExceptionDecl();
  return (D && countMentions(Handler->getHandlerBlock(), D)) ||
         throwsAgain(Handler->getHandlerBlock());
}

/// Whether S does nothing with D but ask it for members without derivatives, and read those that
/// are variables beside it.
bool FunctionLowering::onlyAsks(const Stmt *S, const VarDecl *D) {
  auto Names = [D](const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return R && R->getDecl() == D;
  };
  if (!S || isa<LambdaExpr>(S))
    return !S || !countMentions(S, D);
  if (const auto *E = dyn_cast<Expr>(S); E && caughtMember(E))
    return true;
  if (const auto *Member = dyn_cast<MemberExpr>(S); Member && Names(Member->getBase())) {
    const auto *MD = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    return !L.differentiable(MD ? MD->getReturnType() : Member->getType()) &&
           (MD || isa<DeclRefExpr>(Member->getBase()->IgnoreParens()));
  }
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_DerivedToBase && Names(Cast))
    return !L.differentiable(Cast->getType());
  if (const auto *R = dyn_cast<DeclRefExpr>(S))
    return R->getDecl() != D;
  return llvm::all_of(S->children(), [&](const Stmt *C) { return onlyAsks(C, D); });
}

/// Whether Object is an exception that is only asked.
bool FunctionLowering::asksCaught(const Expr *Object) const {
  const auto *R = Object ? dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts()) : nullptr;
  return R && Caught.contains(R->getDecl());
}

/// The value of Text, of an exception that is only asked: it is kept, for in the reverse sweep the
/// exception may be another one.
const core::Expr *FunctionLowering::askOnce(const core::Expr *Text, llvm::StringRef Name,
                                            SourceLocation Loc) {
  if (!Text->is(ExprKind::Opaque) || !Text->Ty->isScalar())
    return Text;
  core::Variable *V = declare(Name, Text->Ty, nullptr, false, Loc);
  Changing.insert(V);
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = "$" + std::to_string(Text->Operands.size()) + " = " + Text->Text;
  S->Operands.assign(Text->Operands.begin(), Text->Operands.end());
  S->Operands.push_back(name(V, Loc));
  S->Writes = {name(V, Loc)};
  emit(S);
  return name(V, Loc);
}

/// Whether Handler can look at its exception in a std::exception_ptr; if not, says so.
bool FunctionLowering::checkCaught(const CXXCatchStmt *Handler) {
  const VarDecl *D = Handler->getExceptionDecl();
  if (D && L.differentiable(D->getType()) && !onlyAsks(Handler->getHandlerBlock(), D)) {
    error(Handler->getBeginLoc(),
          "cannot differentiate this try block: its handler reads the exception '" + D->getName() +
              "', which holds floating values",
          "throw where it can be seen, in the block or in a function that it calls, an object of "
          "that very class, without virtual functions");
    return false;
  }
  const bool Copies = D && (!D->getType()->isReferenceType() || // or a pointer that it may change
                            (D->getType()->getPointeeType()->isPointerType() &&
                             !D->getType()->getPointeeType().isConstQualified()));
  if (throwsAgain(Handler->getHandlerBlock()) && Copies &&
      countMentions(Handler->getHandlerBlock(), D)) {
    error(Handler->getBeginLoc(),
          "cannot differentiate this try block: its handler changes a copy of the exception and "
          "throws it again",
          "catch it by reference");
    return false;
  }
  return true;
}

/// What Handler catches, as text.
std::string FunctionLowering::caughtBy(const CXXCatchStmt *Handler) {
  QualType T = Handler->getCaughtType();
  return T.isNull() ? "..." : L.spelling(T);
}

core::Variable *FunctionLowering::declareThrown(SourceLocation Loc) {
  const core::Type *Ty = M.pointer(M.opaque("std::exception_ptr"), /*ElementConst=*/false);
  core::Variable *V = declare("thrown", Ty, literal("nullptr", Ty, Loc), false, Loc);
  Changing.insert(V);
  return V;
}

/// What is in Thrown lives until the function ends.
core::Stmt *FunctionLowering::endThrown(core::Variable *Thrown, SourceLocation Loc) {
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = "$0.delete_at_end($1)";
  S->Operands = {name(sharedObjects(Loc), Loc), name(Thrown, Loc)};
  S->Frees = true;
  return S;
}

/// Thrown holds E.
void FunctionLowering::keepThrown(const Expr *E, core::Variable *Thrown, SourceLocation Loc) {
  OpaqueText T;
  hole(name(Thrown, Loc), T);
  T.Text += " = new std::exception_ptr(std::make_exception_ptr(";
  const Expr *Root = std::exchange(OpaqueRoot, nullptr);
  bool Outer = std::exchange(Throwing, true);
  opaqueText(E, T);
  Throwing = Outer;
  OpaqueRoot = Root;
  T.Text += "))";
  core::Stmt *S = textStatement(T, Loc);
  S->Writes.push_back(name(Thrown, Loc));
  emit(S);
}

/// `throw;`, where the handler around it is a branch. False: it is none.
bool FunctionLowering::throwAgain(SourceLocation Loc) {
  if (Handling.empty() || !Handling.back().Thrown)
    return false;
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = "std::rethrow_exception(*$0)";
  S->Operands.push_back(name(Handling.back().Thrown, Loc));
  S->NoReturn = true;
  if (!Tries.empty()) {
    throwToOuter(S, Handling.back().Handler);
    return true;
  }
  if (!InTry)
    endObjects(S);
  emit(S);
  return true;
}

/// Throw, which says `throw;` in the handler From, is caught by a handler around it. Which one that
/// is depends on the object: the function that attempts it says so.
void FunctionLowering::throwToOuter(core::Stmt *Throw, const CXXCatchStmt *From) {
  SourceLocation Loc = SourceLocation::getFromRawEncoding(Throw->Loc);
  const QualType Caught = From->getCaughtType();
  for (const TryBlock &Try : Tries) {
    for (unsigned I = 0; I < Try.Try->getNumHandlers(); ++I) {
      const QualType Outer = Try.Try->getHandler(I)->getCaughtType();
      const bool Reads = Try.Objects[I] || !Try.Parts[I].Members.empty();
      if (Reads && (catches(L.S, Caught, Outer) || catches(L.S, Outer, Caught)))
        return error(Loc,
                     "cannot differentiate this throw: what it throws again is read by a handler "
                     "around it",
                     "throw an object that is made here");
    }
  }
  core::Block Tried, Before, Jumps;
  Tried.add(Throw);
  attemptInside(Tried, /*Destroys=*/true, Loc, Before, Jumps);
  append(Before);
  append(Jumps);
}

/// The block of Handler, which looks at the exception in Thrown.
void FunctionLowering::handle(const CXXCatchStmt *Handler, core::Variable *Thrown) {
  const VarDecl *D = Handler->getExceptionDecl();
  llvm::SmallPtrSet<const FunctionDecl *, 4> Asked;
  if (asksHandled(Handler->getHandlerBlock(), /*Callee=*/false, Asked))
    return error(Handler->getBeginLoc(),
                 "cannot differentiate this try block: its handler calls a function that asks for "
                 "the exception that is handled",
                 "pass it the exception, or throw again in the handler itself");
  if (Thrown)
    emit(endThrown(Thrown, Handler->getBeginLoc()));
  if (Thrown && D && countMentions(Handler->getHandlerBlock(), D)) {
    SourceLocation Loc = D->getLocation();
    QualType T = D->getType().getNonReferenceType();
    bool Place = D->getType()->isReferenceType();
    bool Const = T.isConstQualified() || !Place;
    const core::Type *Ty = type(T);
    if (L.differentiable(T)) {
      Ty = M.opaque(L.spelling(T.getUnqualifiedType()));
      Caught.insert(D);
    }
    // It is asked once: a reverse sweep finds the same object. Pointers are no part of one.
    const bool Value = Ty->isPointer();
    const core::Type *As = Value ? Ty : M.pointer(Ty, Const);
    core::Variable *At = declare(D->getName(), As, nullptr, false, Loc);
    Changing.insert(At);
    core::Stmt *Ask = stmt(StmtKind::Opaque, Loc);
    const char *Which = Value   ? "$1 = ad::caught_pointer<"
                        : Place ? "$1 = &ad::caught<"
                                : "$1 = &ad::caught_copy<";
    Ask->Text = std::string(Which) + (Const && !Value ? "const " : "") +
                L.spelling(T.getUnqualifiedType()) + ">(*$0)";
    Ask->Operands = {name(Thrown, Loc), name(At, Loc)};
    Ask->Writes = {name(At, Loc)};
    emit(Ask);
    At->AddressTaken |= Value && Uses.Escaping.count(D);
    Bindings[D] = Value ? name(At, Loc) : dereference(name(At, Loc), Loc);
  }
  Handling.push_back({Handler, Thrown});
  statement(Handler->getHandlerBlock());
  Handling.pop_back();
}

} // namespace ad::lower
