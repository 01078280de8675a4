//===- lower/closedness.h - what is made of constants alone ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Statements and initialisers that may be run again, or ahead of their time.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_CLOSEDNESS_H
#define AD_LOWER_CLOSEDNESS_H

#include "plugin/attributes/marks.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/names.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ad::lower {

/// Whether an initialiser has the same value whenever it is run, and does nothing else.
struct Closedness {
  Lowering &L;
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Own; ///< declared inside of it
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Asked;
  unsigned Inside = 0; ///< functions that are being looked into, whose `this` is another

  /// Whether FD, of the library, gives something else each time.
  static bool tellsMore(const clang::FunctionDecl *FD) {
    const auto *MD = llvm::dyn_cast<clang::CXXMethodDecl>(FD);
    if (MD && MD->getParent()->getIdentifier() && MD->getParent()->getName() == "random_device")
      return true;
    return FD->getIdentifier() &&
           llvm::is_contained({"rand", "random", "rand_r", "drand48", "erand48", "lrand48",
                               "nrand48", "mrand48", "jrand48", "clock", "time", "now", "getenv",
                               "getpid", "gettimeofday", "clock_gettime", "get_id"},
                              FD->getName());
  }
  /// Whether V, a constant, leads to what need not be one.
  static bool leadsOn(const clang::VarDecl *V) { return leadsOn(V->getType()); }
  static bool leadsOn(clang::QualType T) {
    if (T->isPointerType() || T->isReferenceType())
      return !T->getPointeeType()->isCharType() && !T->getPointeeType()->isFunctionType();
    T = clang::QualType(T->getBaseElementTypeUnsafe(), 0);
    const auto *RD = T->getAsRecordDecl();
    if (RD && RD->isInStdNamespace())
      return RD->getIdentifier() &&
             llvm::is_contained({"span", "reference_wrapper"}, RD->getName());
    return RD && RD->isCompleteDefinition() &&
           llvm::any_of(RD->fields(),
                        [](const clang::FieldDecl *F) { return leadsOn(F->getType()); });
  }
  bool parameters(const clang::FunctionDecl *FD) {
    Own.insert(FD->param_begin(), FD->param_end());
    return true;
  }
  bool function(const clang::FunctionDecl *FD) {
    const clang::FunctionDecl *Def = nullptr;
    if (isLibrary(FD) || attributes::isConstant(FD))
      return !isPrinting(FD) && !tellsMore(FD);
    if (!FD->hasBody(Def))
      return FD->isDefaulted();
    if (!Asked.insert(Def).second)
      return true;
    parameters(Def);
    ++Inside;
    const bool Closed = closed(Def->getBody());
    --Inside;
    return Closed;
  }
  bool closed(const clang::Stmt *S) {
    if (!S)
      return true;
    if (const auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        if (const auto *V = llvm::dyn_cast<clang::VarDecl>(Each)) {
          Own.insert(V);
          if (V->isStaticLocal() && !V->getType().isConstQualified())
            return false;
        }
    if (llvm::isa<clang::CXXThisExpr>(S) && Inside == 0)
      return false;
    if (const auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S))
      if (const auto *V = llvm::dyn_cast<clang::VarDecl>(R->getDecl()))
        return Own.contains(V) || V->isConstexpr() ||
               (V->hasGlobalStorage() && V->getType().isConstQualified() && !leadsOn(V)) ||
               R->isNonOdrUse();
    if (const auto *Lambda = llvm::dyn_cast<clang::LambdaExpr>(S)) {
      parameters(Lambda->getCallOperator());
      return Lambda->capture_size() == 0 && closed(Lambda->getBody());
    }
    if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S)) {
      const clang::FunctionDecl *FD = Call->getDirectCallee();
      const auto *MD = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(FD);
      if (FD && !(MD && MD->getParent()->isLambda()) && !function(FD))
        return false;
    }
    if (const auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S);
        C && !function(C->getConstructor()))
      return false;
    return llvm::all_of(S->children(), [&](const clang::Stmt *C) { return closed(C); });
  }
};

} // namespace ad::lower

#endif
