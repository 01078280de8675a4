//===- lower/function_pairs.cpp - pairs of a value and a function ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A std::pair of which a part is a std::function or a lambda is, like a class of the user's, an
// object whose member is followed by what it stands for (held_members.cpp): no record of the
// library. Its constructors are these here.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

bool isFunctionPair(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() || !Spec->getIdentifier() || Spec->getName() != "pair")
    return false;
  return llvm::any_of(partTypes(Spec), [](QualType T) {
    return !T->isReferenceType() && !T.isConstQualified() && isClosureObject(T);
  });
}

/// The two values that E, a constructor of a pair or a call of std::make_pair, is given; none where
/// they are not seen.
static llvm::SmallVector<const Expr *, 2> partsOf(const Expr *E) {
  E = read(E);
  llvm::SmallVector<const Expr *, 2> Parts;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    const auto Args = given(Made->arguments());
    if (Args.size() == 2)
      Parts.append(Args.begin(), Args.end());
    else if (Args.size() == 1)
      return partsOf(Args[0]);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *FD = Call->getDirectCallee();
    if (isStd(FD, "make_pair") && Call->getNumArgs() == 2)
      Parts.append({Call->getArg(0), Call->getArg(1)});
  }
  return Parts;
}

/// The pair at Target, which is there, gets what E makes.
void FunctionLowering::makePair(const core::Expr *Target, const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
  const auto Args = given(E->arguments());
  const Expr *First = Args.size() == 1 ? read(Args[0]) : nullptr;
  if (First && First->getType()->getAsCXXRecordDecl() == Class)
    return assign(Target, value(First), Loc);
  const auto Parts = partsOf(E);
  if (Parts.empty() && !Args.empty())
    return error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
                 "construct it from the values of its parts");
  unsigned I = 0;
  for (const FieldDecl *FD : Class->fields()) {
    const Expr *Given = Parts.empty() ? nullptr : Parts[I];
    if (I++ == 2)
      break;
    if (L.isFollowed(FD)) {
      Given ? holdMember(Target, FD, Given) : holdFunction(Target, FD, nullptr, Loc);
      continue;
    }
    const core::Expr *Place = member(Target, FD, Loc);
    if (!Given) {
      assign(Place, zero(Place->Ty, Loc), Loc);
    } else if (const Expr *Made = madeFrom(FD->getType(), {Given}, Loc)) {
      initialiseMember(Place, Made);
    }
  }
}

/// A new pair, Into or one without a name.
const core::Expr *FunctionLowering::makePair(const CXXConstructExpr *E, core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const auto Args = given(E->arguments());
  const Expr *First = Args.size() == 1 ? read(Args[0]) : nullptr;
  if (First && First->getType()->getAsCXXRecordDecl() == E->getType()->getAsCXXRecordDecl()) {
    const core::Expr *From = value(First);
    if (!Into)
      return From;
    declare(Into, From, Loc);
    return name(Into, Loc);
  }
  if (!Into)
    Into = F.variable("pair", type(E->getType()));
  Into->Const = false;
  Changing.insert(Into);
  declare(Into, nullptr, Loc);
  makePair(name(Into, Loc), E);
  return name(Into, Loc);
}

/// The binding B, of the part FD of the pair Whole.
void FunctionLowering::bindPart(const BindingDecl *B, const core::Expr *Whole, const FieldDecl *FD,
                                bool ByReference) {
  SourceLocation Loc = B->getLocation();
  if (!L.isFollowed(FD)) {
    Bindings[B] = member(Whole, FD, Loc);
    return;
  }
  const HeldMember *Known = noteAt(Whole, FD);
  if (!Known)
    return refuseHeld(Loc, FD->getName());
  if (ByReference && !(Known->List && Known->List->IsOfElements)) {
    L.Coming.insert(FD); // what it holds later on is asked where it is called
    if (Known->List) {
      FunctionLists[B] = Known->List;
      return;
    }
  }
  if (const Closure *C = notedFunction(*Known, Whole, Loc))
    Closures[B] = C;
  else
    refuseHeld(Loc, FD->getName());
}

} // namespace ad::lower
