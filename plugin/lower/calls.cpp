//===- lower/calls.cpp - what becomes of a call ---------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Decides for each call: a primitive or library member (library.cpp), opaque text, the callee's
// body in place (inline.cpp), or a Call statement.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/marks.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/overloads.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// A call's callee, receiver and arguments, however it was written.
static void split(const CallExpr *E, const Expr *&Object,
                  llvm::SmallVectorImpl<const Expr *> &Args) {
  Args.append(E->arg_begin(), E->arg_end());
  Object = nullptr;
  if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
    Object = MC->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(E)) {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
    if (M && !Args.empty()) {
      if (M->isInstance())
        Object = Args[0];
      Args.erase(Args.begin());
    }
  }
}

static bool castsDown(Lowering &L, const Stmt *S,
                      llvm::SmallPtrSetImpl<const FunctionDecl *> &Asked) {
  if (!S)
    return false;
  if (const auto *C = dyn_cast<CastExpr>(S); C && C->getCastKind() == CK_BaseToDerived) {
    auto Class = [](QualType T) { return T->isPointerType() ? T->getPointeeType() : T; };
    if (L.differentiable(Class(C->getType())) &&
        !L.differentiable(Class(C->getSubExpr()->getType())))
      return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *FD = Call->getDirectCallee(), *Def = nullptr;
    if (FD && !isLibrary(FD) && !isInEigen(FD) && FD->hasBody(Def) && Asked.insert(Def).second &&
        castsDown(L, Def->getBody(), Asked))
      return true;
  }
  return llvm::any_of(S->children(), [&](const Stmt *C) { return castsDown(L, C, Asked); });
}

/// Whether Args has closures among them, which only a body that stands in place can call.
static bool givesFunctions(llvm::ArrayRef<const Expr *> Args) {
  return llvm::any_of(Args, [](const Expr *A) { return isClosureObject(A->getType()); });
}

/// Whether FD, or what it calls, casts an object of a class that holds no floating values down to
/// one that does, as static polymorphism does with `*this`.
static bool castsDown(Lowering &L, const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Asked;
  return !isLibrary(FD) && FD->hasBody(Def) && castsDown(L, Def->getBody(), Asked);
}

/// Whether FD returns an object without derivatives of the user's that no text can give a value to,
/// as iterators over whole numbers are.
static bool makesInactive(Lowering &L, const FunctionDecl *FD) {
  QualType R = FD->getReturnType();
  const core::Type *Ty = R->isRecordType() ? L.type(R) : nullptr;
  return Ty && Ty->isRecord() && !Ty->Differentiable && !Ty->IsTagged && !Ty->ZeroByBraces &&
         !isLibrary(FD) && !isLibraryRecord(R->getAsRecordDecl());
}

CallKind FunctionLowering::callKind(const FunctionDecl *FD, const Expr *Object,
                                    llvm::ArrayRef<const Expr *> Args, const CallExpr *E) {
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (L.isConstant(FD))
    return CallKind::Opaque;
  if (throwsHere(FD) || isOwnAlgorithm(FD))
    return CallKind::Inline;
  if (isEigenOutput(E))
    return CallKind::Opaque;
  bool ActiveArgument =
      (Object && L.differentiable(Object->getType())) ||
      llvm::any_of(Args, [&](const Expr *A) { return L.differentiable(A->getType()); });
  bool ActiveResult = L.differentiable(FD->getReturnType());
  if (MD && Object && L.callsVirtually(E) && !dispatchesTo(MD, Object)) {
    bool Flows = ActiveArgument && ActiveResult;
    return !Flows && (isLibrary(FD) || L.allPure(MD)) ? CallKind::Opaque : CallKind::Virtual;
  }
  if (isLibrary(FD) && !(FD->isExternC() && !FD->getBuiltinID() && ActiveArgument &&
                         !L.function(FD)->HandWritten.empty())) {
    if (isOwner(FD->getReturnType()) && FD->hasBody() && inlinesQuietly(FD))
      return CallKind::Inline; // std::make_unique
    if (!ActiveArgument || isPrinting(FD) || isExtraction(FD) || (!ActiveResult && L.isPure(FD)))
      return CallKind::Opaque;
    // A mathematical function without a rule may still be called with constants.
    bool Numbers = FD->getReturnType()->isArithmeticType() &&
                   llvm::all_of(FD->parameters(), [](const ParmVarDecl *P) {
                     return P->getType()->isArithmeticType();
                   });
    if (Numbers && !Object && !FD->isVariadic())
      return CallKind::Call;
    return FD->hasBody() && inlinesQuietly(FD) ? CallKind::Inline : CallKind::Unknown;
  }
  if (FD->isNoReturn() && !ActiveArgument)
    return CallKind::Opaque;
  if (passesTyped(FD, Args))
    return CallKind::Inline;
  if (castsDown(L, FD)) {
    if (L.isRecursive(FD) || exits(FD->getDefinition()) == Exit::Unstructured) {
      error(E->getExprLoc(),
            "cannot differentiate a call to '" + L.qualifiedName(FD) +
                "', which casts an object down and is recursive or returns from inside a loop",
            "pass the object as one of its own class");
      return CallKind::Opaque;
    }
    return CallKind::Inline;
  }
  bool Returns = FD->getReturnType()->isReferenceType() || FD->getReturnType()->isPointerType();
  if (makesInactive(L, FD) && inlinesQuietly(FD))
    return CallKind::Inline;
  // No text gives its value to an object that may get derivatives later: `Matrix m = identity();`
  QualType R = FD->getReturnType();
  bool MakesObject = ActiveResult && R->isRecordType() && !isOpaqueObject(R);
  if (tellsNumber(FD))
    return CallKind::Inline;
  if ((!ActiveResult || !ActiveArgument) && L.isPure(FD) && !mustInline(FD, Args) && !MakesObject)
    return CallKind::Opaque;
  if (!FD->hasBody() && !ActiveArgument && !ActiveResult && !Returns)
    return CallKind::Opaque;
  if (mustInline(FD, Args)) {
    if (hasRule(FD))
      error(E->getExprLoc(),
            "cannot differentiate a call to '" + L.qualifiedName(FD) +
                "', whose rule cannot be given what it takes here",
            "let it take numbers, pointers to them, or objects that callers pass, too");
    return CallKind::Inline;
  }
  return shouldInline(FD) ? CallKind::Inline : CallKind::Call;
}

/// Whether the object's class is known exactly, so that a virtual call is an ordinary one.
bool FunctionLowering::dispatchesTo(const CXXMethodDecl *MD, const Expr *Object) const {
  const Expr *O = Object->IgnoreParenImpCasts();
  if (MD->hasAttr<FinalAttr>() || MD->getParent()->hasAttr<FinalAttr>())
    return true;
  if (const auto *R = dyn_cast<DeclRefExpr>(O))
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      return V->getType()->isRecordType() && V->isLocalVarDeclOrParm() &&
             V->getType()->getAsCXXRecordDecl() == MD->getParent();
  return false;
}

/// The signature of the std::function Called; null for other functions.
static const FunctionProtoType *signatureOf(const Expr *Called) {
  return isStdFunction(Called->getType()) ? dyn_cast<FunctionProtoType>(heldBy(Called->getType()))
                                          : nullptr;
}

const core::Expr *FunctionLowering::callKnown(const CallExpr *E, const Expr *Called,
                                              const Closure *C, llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  if (C->Empty) {
    throwNoFunction(Loc);
    const bool Void = E->getType()->isVoidType();
    return Void ? literal("0", M.intType(), Loc) : zero(type(E->getType()), Loc);
  }
  if (C->isObject())
    return callObject(E, C, Args);
  if (convertsCall(C, signatureOf(Called)))
    return callConverted(E, C, Args);
  const FunctionDecl *FD = targetOf(C, E->getDirectCallee(), signatureOf(Called), Loc);
  if (FD && passesTyped(FD, Args))
    return inlineCall(FD, nullptr, C->Lambda ? C : nullptr, Args, E);
  return !FD         ? poison(E)
         : C->Lambda ? inlineCall(FD, nullptr, C, Args, E)
                     : knownCall(FD, valuesOf(Args), Loc);
}

const core::Expr *FunctionLowering::call(const CallExpr *E, core::Variable *Into, bool Declares) {
  bool Reads = std::exchange(ReadsNext, false);
  SourceLocation Loc = E->getExprLoc();
  const FunctionDecl *FD = E->getDirectCallee();
  const Expr *Object = nullptr;
  llvm::SmallVector<const Expr *, 4> Args;
  split(E, Object, Args);
  if (FD && isEigenCall(E))
    return Eigen.call(E);
  // What is lowered is run. In text it might ask of a constant that only the companion has.
  if (FD && isLibrary(FD) && libraryName(FD) == "is_constant_evaluated")
    return literal("false", M.boolType(), Loc);
  if (FD && isLibrary(FD) && isView(E->getType()) && L.differentiable(E->getType())) {
    error(Loc, "cannot differentiate these views here",
          "loop over them with a range-based 'for', or copy the elements into a std::vector");
    return poison(E);
  }
  if (const core::Expr *Member = caughtMember(E))
    return Member;
  if (FD && asksCaught(Object))
    return askOnce(opaqueCall(FD, Object, Args, E, Reads), plainName(FD, "asked"), Loc);
  const auto *Destructor = dyn_cast_or_null<CXXDestructorDecl>(FD);
  if (isa<CXXPseudoDestructorExpr>(E->getCallee()->IgnoreParens()) ||
      (Destructor && Destructor->isTrivial() && !Object->HasSideEffects(Ctx)))
    return literal("0", M.intType(), Loc);
  if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E);
      MC && isa<BinaryOperator>(E->getCallee()->IgnoreParens()))
    return methodPointerCall(MC, Into, Declares);
  // Whether a std::function holds anything.
  if (isa_and_nonnull<CXXConversionDecl>(FD) && Object && E->getType()->isBooleanType())
    if (const core::Expr *Holds = testFunction(Object))
      return Holds;
  if (FD && Args.size() == 2 &&
      (FD->getOverloadedOperator() == OO_EqualEqual ||
       FD->getOverloadedOperator() == OO_ExclaimEqual)) {
    if (std::optional<bool> None = isNoFunction(Args[0], Args[1]))
      return literal(*None == (FD->getOverloadedOperator() == OO_EqualEqual) ? "true" : "false",
                     M.boolType(), Loc);
    if (const core::Expr *Holds = testAgainstNone(Args[0], Args[1]))
      return FD->getOverloadedOperator() == OO_EqualEqual ? negate(Holds, Loc) : Holds;
  }
  if (const MemberExpr *Member = Object ? followedMember(Object) : nullptr) {
    if (FD->getOverloadedOperator() == OO_Equal) {
      const core::Expr *Base = isa<CXXThisExpr>(Member->getBase()->IgnoreParens())
                                   ? thisPlace(Loc)
                                   : expr(Member->getBase());
      if (Member->isArrow() && Base->Ty->isPointer())
        Base = dereference(Base, Loc);
      holdMember(Base, cast<FieldDecl>(Member->getMemberDecl()), Args[0]);
      return Base;
    }
  }
  if (const core::Expr *Assigned = assignFunction(E))
    return Assigned;
  // A function that is known as a value.
  const Expr *Called = !FD ? E->getCallee() : isa<CXXMethodDecl>(FD) ? Object : nullptr;
  if (Called && isCallable(Called->getType()) && (!FD || FD->getOverloadedOperator() == OO_Call)) {
    if (const core::Expr *Listed = callListed(E, Called, Args))
      return Listed;
    const Closure *C = closureOrEmpty(Called);
    if (C && C->Empty && isStdFunction(Called->getType()))
      return callKnown(E, Called, C, Args);
    if (C && C->Empty)
      C = nullptr;
    if (!C && !FD && Called->getType()->isFunctionPointerType())
      return pointerCall(E, Args, Into, Declares);
    if (!C) {
      error(Loc,
            isStdFunction(Called->getType()) ? "cannot differentiate a call through 'std::function'"
                                             : "cannot differentiate a call of this closure",
            "which function it is must be known where it is called: take it as a template "
            "parameter, or call it directly");
      return poison(E);
    }
    if (C->isObject())
      return callObject(E, C, Args);
    if (convertsCall(C, signatureOf(Called)))
      return callConverted(E, C, Args);
    FD = targetOf(C, FD, signatureOf(Called), Loc);
    if (!FD)
      return poison(E);
    Object = nullptr;
    if (C->Lambda)
      return inlineCall(FD, nullptr, C, Args, E);
  }
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD)) {
    if ((MD->isCopyAssignmentOperator() || MD->isMoveAssignmentOperator()) && Object &&
        !type(Object->getType())->IsVector && !type(Object->getType())->Mutable &&
        (MD->isTrivial() || (MD->isDefaulted() && type(Object->getType())->TrivialCopy) ||
         type(Object->getType())->IsStdArray)) {
      // What is made for this alone is destroyed when it is done.
      const Expr *Right = isOwner(Args[0]->getType()) ? Args[0] : withoutTemporary(Args[0]);
      bool Arrow = Object->getType()->isPointerType();
      // C++17: the right side of an assignment operator comes first.
      auto Parts = inOrder(
          {Part{[=] { return value(Right); }, false},
           Part{[=] { return Arrow ? dereference(value(Object), Loc) : expr(Object); }, true}});
      return assignOrMove(checkWritten(Parts[1], Loc), Parts[0],
                          MD->isMoveAssignmentOperator() && givesUp(Right), Loc);
    }
  }
  bool Known = false;
  if (const core::Expr *R = functionListMember(E, Known); Known)
    return R;
  if (const core::Expr *Region = regionCall(E, FD, Known); Known)
    return Region;
  const core::Expr *FromLibrary = libraryCall(E, FD, Known);
  if (Known)
    return FromLibrary;
  CallKind Kind = callKind(FD, Object, Args, E);
  switch (Kind) {
  case CallKind::Opaque:
    return opaqueCall(FD, Object, Args, E, Reads);
  case CallKind::Inline:
    return inlineCall(FD, Object, nullptr, Args, E);
  case CallKind::Unknown:
    error(Loc,
          "cannot differentiate a call to '" + L.qualifiedName(FD) +
              "', for which there is no rule",
          "write what it does as a loop or with the functions of <cmath>");
    return poison(E);
  case CallKind::Call:
  case CallKind::Virtual:
    break;
  }
  if (FD->isVariadic()) {
    error(Loc,
          "cannot differentiate a call to the variadic function '" + FD->getNameAsString() + "'",
          "mark it [[ad::constant]] if it carries no derivative");
    return poison(E);
  }
  // What a constructor calls on its object does not meet methods of derived classes.
  const bool Making = Object && isa<CXXThisExpr>(Object->IgnoreParenImpCasts()) &&
                      underConstruction(thisPlace(Loc));
  if (Making && Kind == CallKind::Call && inlinesQuietly(FD) &&
      L.reachesVirtualCall(cast<CXXMethodDecl>(FD)))
    return inlineCall(FD, Object, nullptr, Args, E);
  if (Kind == CallKind::Virtual &&
      (runsInPlace(FD->getReturnType()) || givesFunctions(Args) || Making))
    return virtualInPlace(cast<CXXMethodDecl>(FD), Object, Args, E);
  std::vector<Part> Parts;
  if (Object) {
    bool Pointer = Object->getType()->isPointerType();
    Parts.push_back({[=] {
                       const core::Expr *P = value(Object);
                       if (!Pointer && !core::isPlace(P))
                         P = freeze(P, Loc, "object");
                       return Pointer ? dereference(P, Loc) : P;
                     },
                     true});
  }
  for (unsigned I = 0; I < Args.size(); ++I)
    Parts.push_back(argument(Args[I], I < FD->getNumParams() ? FD->getParamDecl(I) : nullptr));
  std::vector<const core::Expr *> Values = inOrderOf(E, std::move(Parts));
  if (!FD->hasBody())
    llvm::for_each(Values, [this](const core::Expr *V) { checkWhole(V); });
  // A reference to mutable storage needs storage, even if a literal was given.
  for (unsigned I = 0; I < Args.size() && I < FD->getNumParams(); ++I) {
    QualType T = FD->getParamDecl(I)->getType();
    const core::Expr *&V = Values[I + (Object ? 1 : 0)];
    if (T->isReferenceType() && !T->getPointeeType().isConstQualified() && !core::isPlace(V))
      V = name(declare("value", V->Ty, V, false, Loc), Loc);
  }
  if (Kind == CallKind::Virtual) {
    const core::Expr *Value = virtualCall(cast<CXXMethodDecl>(FD), Values, Loc, Into, Declares);
    return Value ? Value : poison(E);
  }
  if (Object) {
    const auto *MD = cast<CXXMethodDecl>(FD);
    if (MD->getParent()->isPolymorphic() && underConstruction(Values[0]) &&
        L.reachesVirtualCall(MD)) {
      error(Loc,
            "cannot differentiate a call to '" + L.qualifiedName(MD) +
                "' from a constructor: it calls virtual functions",
            "call it after the object is made");
      return poison(E);
    }
    const core::Type *Class = Values[0]->Ty;
    Values[0] = addressOf(Values[0], M.pointer(Class, MD->isConst()), Loc);
  }
  if (type(FD->getReturnType())->IsMap) {
    Values.push_back(newMap(type(FD->getReturnType()), Loc));
    callStatement(FD, Values, Loc, nullptr, false);
    return Values.back();
  }
  if (!isOwner(FD->getReturnType()) && !isMapHolder(type(FD->getReturnType())))
    return callStatement(FD, Values, Loc, Into, Declares);
  if (isSmart(FD->getReturnType())) { // only those whose body takes its place are given one
    error(Loc,
          "cannot differentiate a call to '" + L.qualifiedName(FD) +
              "', whose result is of type '" + L.spelling(FD->getReturnType()) + "'" +
              (FD->hasBody() ? "" : " and whose body is not visible here"),
          FD->hasBody() ? "write it to an output parameter" : "define it in this file");
    return poison(E);
  }
  const core::Expr *Made = rawObject(type(FD->getReturnType()), "made", Loc);
  Values.push_back(Made);
  callStatement(FD, Values, Loc, nullptr, false);
  return Made;
}

/// Whether what FD is given by reference may be known by that name when it has returned.
static bool keepsPlaces(const FunctionDecl *FD) {
  auto Leads = [](QualType T) { return T->isReferenceType() || T->isPointerType(); };
  if (!isa<CXXConstructorDecl>(FD))
    return Leads(FD->getReturnType()) || FD->getReturnType()->isRecordType();
  return llvm::any_of(cast<CXXConstructorDecl>(FD)->getParent()->fields(),
                      [&](const FieldDecl *Fd) { return Leads(Fd->getType()); });
}

/// Arg, as the parameter P is given it. Ends: what is passed by value is destroyed with what else
/// the full expression makes, else the callee keeps it.
Part FunctionLowering::argument(const Expr *Arg, const ParmVarDecl *P, bool Ends) {
  if (const core::Expr *Done = Prepared.lookup(Arg))
    return {[Done] { return Done; }, P && P->getType()->isReferenceType()};
  if (const auto *Callee = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
      Callee && plainMatrix(P->getType()) && (!Callee->hasBody() || hasRule(Callee)))
    return {[this, Arg, P] { return Eigen.handedOn(Arg, P->getType()); }, true};
  // What is passed by value lives as long as other temporaries, as compilers have it.
  if (P && Ends && isOwner(P->getType()))
    return {[this, Arg, P] {
              const core::Expr *V = value(Arg);
              destroyLater(V, P->getType());
              return V;
            },
            false};
  if (!P || !P->getType()->isReferenceType())
    return {[this, Arg] { return value(Arg); }, false};
  const Expr *Inner = withoutTemporary(Arg);
  if (Inner != Arg->IgnoreParens() && P->getType()->getPointeeType().isConstQualified() &&
      Inner->getType()->isScalarType())
    return {[this, Inner] {
              const core::Expr *V = value(Inner);
              if (Inner->getType()->isArithmeticType())
                V = convert(type(Inner->getType()), V, false, Inner->getExprLoc());
              if (!core::isPlace(V))
                return V;
              // A copy of what is there, which the callee may change by another name.
              core::Variable *Held =
                  declare("value", V->Ty->nonReference(), V, /*Const=*/true, Inner->getExprLoc());
              if (Temporaries)
                Temporaries->push_back(Held);
              return name(Held, Inner->getExprLoc());
            },
            false};
  return {[this, Arg, P] {
            if (!P->getType()->getPointeeType().isConstQualified())
              return checkWritten(expr(Arg), Arg->getExprLoc());
            const auto *Callee = dyn_cast<FunctionDecl>(P->getDeclContext());
            const auto Writes = Callee ? L.writesOf(Callee) : Lowering::WritesOf{true, true};
            const bool MayChange =
                Writes.Parameters || Writes.Behind || !Callee || keepsPlaces(Callee);
            return boundPlace(Arg, MayChange, "this argument");
          },
          true};
}

bool choosesOverload(const FunctionDecl *FD, const core::Expr *E) {
  if (!E->is(core::ExprKind::Literal) || !E->Ty->isPointer() || E->Text != "nullptr")
    return false;
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(FD))
    return llvm::count_if(CD->getParent()->ctors(), [](const CXXConstructorDecl *Each) {
             return !Each->isCopyOrMoveConstructor();
           }) > 1;
  return !FD->getDeclContext()->getRedeclContext()->lookup(FD->getDeclName()).isSingleResult();
}

/// A variable named after the callee takes the result, or the one that is being declared.
const core::Expr *FunctionLowering::callStatement(core::Function *Callee, const FunctionDecl *FD,
                                                  llvm::ArrayRef<const core::Expr *> Args,
                                                  SourceLocation Loc, core::Variable *Into,
                                                  bool Declares) {
  core::Stmt *S = stmt(StmtKind::Call, Loc);
  for (const Frame &Fr : llvm::reverse(Frames)) // the text of an algorithm is ours
    if (Fr.Inlined &&
        Ctx.getSourceManager().getBufferName(Fr.Decl->getLocation()) == "<ad algorithms>")
      S->Loc = Fr.Call.getRawEncoding();
  S->Callee = Callee;
  S->Operands.assign(Args.begin(), Args.end());
  for (const core::Expr *&Arg : S->Operands)
    if (FD && choosesOverload(FD, Arg) && !Arg->Ty->Differentiable)
      Arg = opaque("static_cast<" + core::spell(Arg->Ty) + ">(nullptr)", Arg->Ty, {}, Loc);
  // A pointer that escapes into the callee may be kept there.
  for (size_t I = 0; I < Args.size() && I < Callee->Params.size(); ++I)
    if (Callee->Params[I]->Ty->isReference())
      if (core::Variable *V = core::rootVariable(Args[I]))
        V->AddressTaken = true;
  endObjectsUnlessDone(S);
  if (Callee->Result->isVoid()) {
    emit(S);
    recount(*S);
    return literal("0", M.intType(), Loc);
  }
  // A vector that exists takes over the storage of the result.
  bool Takes = Into && !Declares && core::holdsVector(Into->Ty);
  if (Into && !Takes) {
    S->Var = Into;
    S->Declares = Declares;
  } else {
    std::string Name = FD && FD->getIdentifier() ? FD->getName().str() + "_value" : "value";
    S->Var = F.variable(Name, Callee->Result->nonReference());
    S->Var->Const = !Callee->Result->isRecord() && !Takes;
    S->Var->Loc = Loc.getRawEncoding();
    S->Declares = true;
  }
  if (S->Declares)
    startCounters(S->Var, nullptr, Loc);
  emit(S);
  recount(*S);
  if (S->Declares)
    core::forEachVector(M, name(S->Var, Loc),
                        [&](const core::Expr *Part) { counted(Part, sizeOf(Part, Loc), Loc); });
  if (!Takes)
    return name(S->Var, Loc);
  if (!Into->Ty->IsVector)
    assign(name(Into, Loc), name(S->Var, Loc), Loc);
  takeVectors(name(Into, Loc), name(S->Var, Loc), Loc);
  return name(Into, Loc);
}

/// Whether the value of E is the result of a Call statement, as it stands.
bool FunctionLowering::becomesCall(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ExprWithCleanups>(E))
    E = C->getSubExpr()->IgnoreParens();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  if (!FD || FD->isVariadic() || isEigenCall(Call) || core::holdsMap(type(FD->getReturnType())) ||
      FD->getReturnType()->isReferenceType() || FD->getReturnType()->isVoidType())
    return false;
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD))
    if (MD->getParent()->isLambda() || isStdArray(MD->getParent()))
      return false;
  if (isLibrary(FD))
    return false;
  const Expr *Object = nullptr;
  llvm::SmallVector<const Expr *, 4> Args;
  split(Call, Object, Args);
  CallKind Kind = callKind(FD, Object, Args, Call);
  return Kind == CallKind::Call ||
         (Kind == CallKind::Virtual && !runsInPlace(FD->getReturnType()) && !givesFunctions(Args));
}

/// Whether a function of the user's that is called in S, for an operand, may do more than give a
/// value.
static bool callsWithEffects(Lowering &L, const Stmt *S) {
  return llvm::any_of(S->children(), [&](const Stmt *C) {
    const auto *Call = dyn_cast_or_null<CallExpr>(C);
    const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
    return C && ((FD && !isLibrary(FD) && !L.isPure(FD)) || callsWithEffects(L, C));
  });
}

/// Whether a T may lead to memory that is not its own.
static bool leadsOn(const core::Type *T) {
  return T->isPointer() || T->is(core::TypeKind::Opaque) || T->Mutable || core::holdsMap(T) ||
         (T->isArray() && leadsOn(T->Element)) ||
         llvm::any_of(T->Fields, [](const core::Field &F) { return leadsOn(F.Ty); });
}

/// Whether MD tells how many own an object, or whether it is still there.
static bool asksOwners(const CXXMethodDecl *MD) {
  const CXXRecordDecl *RD = MD->getParent();
  return RD->isInStdNamespace() && MD->getIdentifier() &&
         llvm::is_contained({"shared_ptr", "__shared_ptr", "weak_ptr", "__weak_ptr"},
                            RD->getName()) &&
         llvm::is_contained({"use_count", "unique", "lock", "expired"}, MD->getName());
}

/// Whether S, in the body of a function, takes an address, or uses `this` but for a member. So may
/// functions that are called; Seen are known.
static bool takesAddress(const Stmt *S, llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  if (!S)
    return false;
  if (const auto *O = dyn_cast<UnaryOperator>(S); O && O->getOpcode() == UO_AddrOf)
    return true;
  if (isa<CXXThisExpr>(S))
    return true;
  if (const auto *C = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *FD = C->getDirectCallee()) {
      const FunctionDecl *Def = nullptr;
      if (isLibrary(FD)
              ? libraryName(FD) == "addressof"
              : FD->hasBody(Def) && Seen.insert(Def).second && takesAddress(Def->getBody(), Seen))
        return true;
    }
  if (const auto *M = dyn_cast<MemberExpr>(S); M && isa<CXXThisExpr>(M->getBase()))
    return false;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return takesAddress(C, Seen); });
}

/// Whether what FD gives may depend on where its arguments lie: on more than what they are.
static bool asksWhere(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Seen;
  return !isLibrary(FD) && FD->hasBody(Def) && takesAddress(Def->getBody(), Seen);
}

/// A call that carries no derivative: an expression where it does nothing else, a statement where
/// it may.
const core::Expr *FunctionLowering::opaqueCall(const FunctionDecl *FD, const Expr *Object,
                                               llvm::ArrayRef<const Expr *> Args, const CallExpr *E,
                                               bool Reads) {
  llvm::SaveAndRestore<const FunctionDecl *> Known(OpaqueCallee, FD);
  SourceLocation Loc = E->getExprLoc();
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD); MD && asksOwners(MD)) {
    error(Loc,
          "cannot differentiate a call to '" + L.qualifiedName(FD) +
              "': companions may keep objects for longer",
          "keep what it tells in a variable of your own");
    return poison(E);
  }
  QualType Result = E->getType();
  // Reverse iterators are pointers here: nothing moves one behind a reference, and one that a call
  // gives must hold a pointer.
  auto Moves = [&](const Expr *A) { return isReversePointer(A->getType()) && A->isLValue(); };
  const bool Gives = isReversePointer(Result);
  if ((FD->getIdentifier() && FD->getName() == "advance" && llvm::any_of(Args, Moves)) ||
      (Gives && !heldBy(Result)->isPointerType() && !Args.empty() &&
       !isReversePointer(Args[0]->getType()))) {
    error(Loc, "cannot differentiate this use of a reverse iterator",
          "use the members rbegin and rend, and operators");
    return poison(E);
  }
  bool Pure = L.isPure(FD) && !Result->isVoidType();
  if (E == Discarded) {
    opaqueStatement(E, FD->isNoReturn());
    return literal("0", M.intType(), Loc);
  }
  if (E->isGLValue() && !(Reads && type(Result)->isScalar()))
    return opaquePlace(E);
  if (!Pure || !type(Result)->isScalar()) {
    if (Result->isVoidType()) {
      opaqueStatement(E, FD->isNoReturn());
      return literal("0", M.intType(), Loc);
    }
    const core::Type *Ty = type(Result);
    bool Parts = Ty->isRecord() && !Ty->Differentiable && !Ty->IsTagged &&
                 (Ty->ZeroByBraces || isLibraryRecord(Result->getAsRecordDecl()));
    if (!Ty->isScalar() && !Parts) {
      if (isOpaqueObject(Result))
        return opaqueValue(E);
      error(Loc,
            "cannot differentiate a call to '" + L.qualifiedName(FD) +
                "', whose result is of type '" + L.spelling(Result) + "'",
            "move it into a function marked [[ad::constant]] that returns void or a number");
      return poison(E);
    }
    // Its value is kept, for it must not be computed again.
    std::string Name = FD->getIdentifier() ? FD->getName().str() + "_value" : "value";
    core::Variable *V = declare(Name, type(Result), nullptr, false, Loc);
    V->Constant = true;
    OpaqueText T = callText(E, name(V, Loc));
    T.Text += Gives ? ".base()" : "";
    core::Stmt *S = textStatement(T, Loc);
    // An object made in passing, `std::chrono::duration<double>(x).count()`.
    if (isLibrary(FD) && type(Result)->isReal() && llvm::any_of(T.Operands, mayVary))
      refuseReadBack(Loc);
    S->Writes.push_back(name(V, Loc));
    emit(S);
    return name(V, Loc);
  }
  OpaqueText T = callText(E);
  T.Text += Gives ? ".base()" : "";
  if (isLibrary(FD) && type(Result)->isReal() && llvm::any_of(T.Operands, mayVary))
    refuseReadBack(Loc);
  if ((!T.Writes.empty() || T.WritesUnknown) && callsWithEffects(L, E)) { // `++it != end`
    core::Variable *V = declare("value", type(Result), nullptr, false, Loc);
    V->Constant = true;
    core::Stmt *S = textStatement(T, Loc);
    S->Text = "$" + std::to_string(T.Operands.size()) + " = " + T.Text;
    S->Operands.push_back(name(V, Loc));
    S->Writes.push_back(name(V, Loc));
    emit(S);
    return name(V, Loc);
  }
  core::Expr *Text = M.expr(ExprKind::Opaque, type(Result), Loc.getRawEncoding());
  Text->Text = T.Text;
  Text->Operands.append(T.Operands.begin(), T.Operands.end());
  bool Scalars = !Object && llvm::all_of(Args, [](const Expr *A) {
    return A->getType()->isArithmeticType() || A->getType()->isEnumeralType();
  });
  const bool Closed = (FD->isConstexpr() || isLibrary(FD) || !readsGlobals(FD)) && !asksWhere(FD);
  Text->ReadsMemory = !Scalars || !Closed;
  Text->OfOperands =
      Closed && (Scalars || (!isLibrary(FD) && llvm::none_of(Text->Operands, [](const auto *Op) {
                   return leadsOn(Op->Ty->nonReference());
                 })));
  return Text;
}

/// Adds to Out the fields of its object that S, of a method's body, may change. False if that may
/// be any.
static bool collectChanged(const Stmt *S, llvm::SetVector<const FieldDecl *> &Out,
                           llvm::SmallPtrSetImpl<const CXXMethodDecl *> &Seen) {
  if (!S)
    return true;
  if (isa<CXXThisExpr>(S))
    return false;
  if (const auto *C = dyn_cast<ImplicitCastExpr>(S); C && C->getCastKind() == CK_LValueToRValue)
    if (const auto *M = dyn_cast<MemberExpr>(C->getSubExpr()->IgnoreParens());
        M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()))
      return true;
  const auto *M = dyn_cast<MemberExpr>(S);
  if (M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) {
    if (const auto *FD = dyn_cast<FieldDecl>(M->getMemberDecl()))
      Out.insert(FD);
    const auto *MD = dyn_cast<CXXMethodDecl>(M->getMemberDecl());
    if (!MD || !MD->isInstance() || MD->isConst() || !Seen.insert(MD).second)
      return true;
    const FunctionDecl *Def = nullptr;
    return !MD->isVirtual() && MD->hasBody(Def) && collectChanged(Def->getBody(), Out, Seen);
  }
  return llvm::all_of(S->children(), [&](const Stmt *C) { return collectChanged(C, Out, Seen); });
}

/// Whether MD, a method of the library, only hands out a place of its object.
static bool handsOut(const CXXMethodDecl *MD) {
  if (!MD->getIdentifier())
    return MD->getOverloadedOperator() == OO_Subscript || MD->getOverloadedOperator() == OO_Star ||
           MD->getOverloadedOperator() == OO_Arrow;
  static const llvm::StringRef Names[] = {"at",  "back",  "begin",  "data", "end",
                                          "get", "front", "rbegin", "rend", "value"};
  return llvm::is_contained(Names, MD->getName());
}

/// What a call of the method FD on the object Receiver may change of it.
void FunctionLowering::noteReceiver(const FunctionDecl *FD, const core::Expr *Receiver,
                                    OpaqueText &T) {
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!MD || !MD->isInstance() || L.isPure(FD) || !core::isPlace(Receiver) ||
      !(Receiver->Ty->isRecord() || Receiver->Ty->isArray()))
    return;
  if (isLibrary(FD)) {
    if (!MD->isConst() && !Receiver->Ty->Differentiable && !handsOut(MD))
      noteWrite(FD, Receiver, T);
    return;
  }
  const FunctionDecl *Def = nullptr;
  if (L.writesOf(FD).Behind && (MD->hasBody(Def) || !MD->isConst()))
    noteHandles(FD, Receiver, T);
  if (MD->isConst())
    return;
  llvm::SetVector<const FieldDecl *> Fields;
  llvm::SmallPtrSet<const CXXMethodDecl *, 4> Seen;
  const CXXRecordDecl *Class = L.classOf(Receiver->Ty);
  std::vector<const core::Expr *> Places;
  bool Known = Class && MD->hasBody(Def) && collectChanged(Def->getBody(), Fields, Seen);
  for (const FieldDecl *Each : Fields) {
    const auto *Of = cast<CXXRecordDecl>(Each->getParent());
    const core::Expr *Part = Known ? asBase(Receiver, Class, Of, MD->getLocation()) : nullptr;
    Known &= Part != nullptr;
    if (Part)
      Places.push_back(member(Part, Each, MD->getLocation()));
  }
  if (!Known)
    Places = {Receiver};
  for (const core::Expr *Place : Places)
    noteWrite(FD, Place, T);
}

static bool mayReadGlobals(Lowering &L, const FunctionDecl *FD,
                           llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  const FunctionDecl *Def = nullptr;
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!FD->hasBody(Def) || (MD && MD->isVirtual()))
    return true;
  if (!Seen.insert(Def).second)
    return false;
  Usage U;
  U.scan(Def->getBody(), L.Usages);
  return llvm::any_of(U.Named, [&](const NamedDecl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    const auto *Callee = dyn_cast<FunctionDecl>(D);
    return (V && (!V->getType().isConstQualified() || !V->getType()->isArithmeticType())) ||
           (Callee && !isLibrary(Callee) && mayReadGlobals(L, Callee, Seen));
  });
}

/// Whether FD (or what it calls) may read a mutable global.
bool FunctionLowering::readsGlobals(const FunctionDecl *FD) {
  llvm::SmallPtrSet<const FunctionDecl *, 4> Seen;
  return mayReadGlobals(L, FD, Seen);
}

} // namespace ad::lower
