//===- lower/function_objects.cpp - objects that are called ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A std::function that holds an object of a class with a call operator (`std::plus<>`, one of the
// user's) stands for a copy of that object, and a call of it is a call of the operator. One that
// was copied out of a container of functions by a number that a variable holds is one of the
// container's.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// What may be named like an expression of Clang's: the object at Place, a T.
const Expr *FunctionLowering::standsFor(const core::Expr *Place, QualType T, SourceLocation Loc) {
  auto *E = new (Ctx) OpaqueValueExpr(Loc, T, VK_LValue);
  OpaqueValues[E] = Place;
  return E;
}

/// Whether calls leave an object of class RD as it is.
static bool isCalledConst(const CXXRecordDecl *RD) {
  if (!RD || !RD->hasDefinition() || RD->isLambda() || RD->isPolymorphic() ||
      (RD->isInStdNamespace() && !isPlainLibraryRecord(RD)))
    return false;
  bool Found = false;
  for (const Decl *D : RD->decls()) {
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    const auto *MD = dyn_cast<CXXMethodDecl>(D);
    if (!MD || MD->getOverloadedOperator() != OO_Call)
      continue;
    if (!MD->isConst())
      return false;
    Found = true;
  }
  return Found;
}

/// The object that E is, or from which E makes a std::function; null if it is none of such a class.
const Expr *FunctionLowering::heldObject(const Expr *E) {
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && isStdFunction(C->getType()) && given(C->arguments()).size() == 1)
    E = C->getArg(0);
  QualType T = E->getType().getNonReferenceType();
  return !isCallable(T) && isCalledConst(T->getAsCXXRecordDecl()) ? E : nullptr;
}

/// The function that such an object is. Null where it is not followed.
const Closure *FunctionLowering::functionObject(const Expr *From) {
  QualType T = From->getType().getNonReferenceType().getUnqualifiedType();
  if (!type(T)->isRecord() || isOwner(T))
    return nullptr;
  SourceLocation Loc = From->getExprLoc();
  core::Variable *Copy = F.variable("function", type(T));
  Copy->Const = true;
  Copy->Loc = Loc.getRawEncoding();
  initialise(Copy, read(From), Loc);
  OwnedClosures.push_back(std::make_unique<Closure>());
  OwnedClosures.back()->Object = standsFor(name(Copy, Loc), T.withConst(), Loc);
  return OwnedClosures.back().get();
}

/// The function that E is, an element of a container of functions. Null where that is not known,
/// and one of them has a state of its own, which a copy would not share.
const Closure *FunctionLowering::oneListed(const Expr *E, bool Copied) {
  const core::Expr *Index = nullptr;
  FunctionList *List = listedFunction(E, Index);
  if (!List || (List->Functions.empty() && !List->Mark))
    return nullptr;
  if (List->grows())
    return grownElement(*List, freeze(Index, E->getExprLoc(), "which"), E->getExprLoc());
  if (std::optional<unsigned> Fixed = fixedIndex(*List, Index))
    return Copied ? copyOf(List->Functions[*Fixed], E->getExprLoc()) : List->Functions[*Fixed];
  if (List->Functions.empty() || llvm::any_of(List->Functions, [](const Closure *C) {
        return C->Lambda && isMutable(C->Lambda);
      }))
    return nullptr;
  OwnedClosures.push_back(std::make_unique<Closure>());
  OwnedClosures.back()->Choices = List->Functions;
  OwnedClosures.back()->Which = freeze(Index, E->getExprLoc(), "which");
  return OwnedClosures.back().get();
}

/// A variable that stands for C, a lambda or a function, to be called.
const Expr *FunctionLowering::asVariable(const Closure *C, SourceLocation Loc) {
  QualType T = C->Lambda ? C->Lambda->getType() : Ctx.getPointerType(C->Function->getType());
  auto *D =
      VarDecl::Create(Ctx, const_cast<FunctionDecl *>(Frames.front().Decl), Loc, Loc,
                      &Ctx.Idents.get("called"), T, Ctx.getTrivialTypeSourceInfo(T, Loc), SC_None);
  Closures[D] = C;
  return DeclRefExpr::Create(Ctx, {}, {}, D, /*RefersToEnclosing=*/false, Loc, T, VK_LValue);
}

/// The value of Call, which was made for E; null: it could not be.
const core::Expr *FunctionLowering::callBuilt(const CallExpr *E, const Expr *Call) {
  if (Call &&
      (E->getType()->isVoidType() || Ctx.hasSameUnqualifiedType(Call->getType(), E->getType())))
    return value(Call);
  error(E->getExprLoc(),
        "cannot differentiate this call: the function and the std::function that holds it have "
        "different signatures",
        "call the function itself, or pass it to a function template");
  return poison(E);
}

/// Whether a std::function with the signature CalledAs that holds C converts what it is given, or
/// the value that C returns.
bool FunctionLowering::convertsCall(const Closure *C, const FunctionProtoType *CalledAs) const {
  if (!CalledAs || CalledAs->getReturnType()->isReferenceType() || !(C->Function || C->Lambda))
    return false;
  const FunctionDecl *FD = C->Function ? C->Function : C->Lambda->getCallOperator();
  return !FD->isTemplated() && !isCalledAs(FD, CalledAs);
}

/// The call E of C by such a std::function.
const core::Expr *FunctionLowering::callConverted(const CallExpr *E, const Closure *C,
                                                  llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  llvm::SmallVector<Expr *, 4> Given;
  for (const Expr *A : Args)
    Given.push_back(const_cast<Expr *>(A));
  Sema::SFINAETrap Quiet(L.S);
  auto *Called = const_cast<Expr *>(asVariable(C, Loc));
  ExprResult Call = L.S.BuildCallExpr(nullptr, Called, Loc, Given, Loc);
  if (Call.isUsable() && !E->getType()->isVoidType())
    Call = L.S.PerformCopyInitialization(InitializedEntity::InitializeResult(Loc, E->getType()),
                                         Loc, Call.get());
  return callBuilt(E, Call.isUsable() ? Call.get() : nullptr);
}

/// The call E, of a std::function, where C is an object or one of several functions.
const core::Expr *FunctionLowering::callObject(const CallExpr *E, const Closure *C,
                                               llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  if (C->BoundTo)
    return callBound(E, C, Args);
  if (!C->Choices.empty()) {
    if (C->MayBeEmpty) {
      core::Stmt *If = stmt(core::StmtKind::If, Loc);
      If->Value = binary("<", C->Which, literal("0", M.intType(), Loc), M.boolType(), Loc);
      If->Then = capture([&] { throwNoFunction(Loc); });
      emit(If);
    }
    const Expr *Called = isa<CXXOperatorCallExpr>(E) ? E->getArg(0) : E->getCallee();
    auto Is = [&](unsigned I) {
      return binary("==", C->Which, literal(std::to_string(I), M.intType(), Loc), M.boolType(),
                    Loc);
    };
    auto Call = [&](unsigned I) { return callKnown(E, Called, C->Choices[I], Args); };
    return oneOf(0, C->Choices.size(), Is, Call, E->getType(), "called", Loc);
  }
  llvm::SmallVector<Expr *, 4> Given;
  for (const Expr *A : Args)
    Given.push_back(const_cast<Expr *>(A));
  Sema::SFINAETrap Quiet(L.S);
  ExprResult Call = L.S.BuildCallExpr(nullptr, const_cast<Expr *>(C->Object), Loc, Given, Loc);
  return callBuilt(E, Call.isUsable() ? Call.get() : nullptr);
}

} // namespace ad::lower
