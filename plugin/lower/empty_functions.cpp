//===- lower/empty_functions.cpp - functions that are none ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A std::function made of nothing, or a pointer to no function, is a closure like others
// (Closure::Empty): where a parameter, a constant variable or a member is bound to one, each test
// of it is decided, and what it guards is not lowered.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

bool saysEmpty(const Expr *E) {
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return true;
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  if (!C || !isStdFunction(C->getType()))
    return false;
  return C->getNumArgs() == 0 || C->getArg(0)->getType()->isNullPtrType();
}

const Closure *FunctionLowering::closure(const Expr *E) {
  const Closure *C = closureOrEmpty(E);
  return C && C->Empty ? nullptr : C;
}

const Closure *FunctionLowering::closureOrEmpty(const Expr *E) {
  return isCallable(E->getType()) && saysEmpty(passedOn(E)) ? noFunction() : knownClosure(E);
}

const Closure *FunctionLowering::noFunction() {
  OwnedClosures.push_back(std::make_unique<Closure>());
  OwnedClosures.back()->Empty = true;
  return OwnedClosures.back().get();
}

/// Whether E is known to hold no function, by a parameter or variable perhaps. Evaluates nothing.
bool FunctionLowering::isEmptyFunction(const Expr *E) const {
  E = passedOn(E);
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const Closure *C = R ? closureOf(R->getDecl()) : nullptr;
  return saysEmpty(E) || (C && C->Empty);
}

/// Whether E, a std::function or a pointer to a function, holds one; none where that is not known.
std::optional<bool> FunctionLowering::holdsFunction(const Expr *E) {
  if (!isStdFunction(E->getType()) && !E->getType().getNonReferenceType()->isFunctionPointerType())
    return std::nullopt;
  if (const MemberExpr *Member = followedMember(E)) {
    const HeldMember *Held = heldMember(Member);
    if (Held && (Held->List || (Held->Function && Held->Function->Which)))
      return std::nullopt;
    return Held && Held->Function && !Held->Function->Empty;
  }
  if (isEmptyFunction(E))
    return false;
  const auto *R = dyn_cast<DeclRefExpr>(passedOn(E));
  if (FunctionList *List = R ? changingFunction(R->getDecl()) : nullptr; List && List->IsSingle)
    return List->Which || List->Functions[0]->Which
               ? std::nullopt
               : std::optional<bool>(!List->Functions[0]->Empty);
  // What elements and results hold is asked where they stand, as what is one of several is.
  const Closure *C = R ? closureOf(R->getDecl()) : nullptr;
  if (isStdFunction(E->getType()) && ((!R && !isa<LambdaExpr>(passedOn(E))) || (C && C->Which)))
    return std::nullopt;
  return isKnownFunction(E) && !(R && changingFunction(R->getDecl())) ? std::optional<bool>(true)
                                                                      : std::nullopt;
}

/// `E == nullptr`, for one side that is a function and another that is not; none if they are not.
std::optional<bool> FunctionLowering::isNoFunction(const Expr *Left, const Expr *Right) {
  auto Null = [](const Expr *E) {
    return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E->IgnoreParenImpCasts());
  };
  if (Null(Left) == Null(Right))
    return std::nullopt;
  std::optional<bool> Holds = holdsFunction((Null(Left) ? Right : Left)->IgnoreParenImpCasts());
  return Holds ? std::optional<bool>(!*Holds) : std::nullopt;
}

} // namespace ad::lower
