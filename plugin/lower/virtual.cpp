//===- lower/virtual.cpp - calls of virtual methods -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A virtual call whose object is a variable, field or element has a target that is known. Any other
// becomes a call of a dispatching function, one for each method and class:
//
//   const int type = typeid(*this) == typeid(Circle) ? 0 : typeid(*this) == typeid(Box) ? 1 : -1;
//   switch (type) {
//   case 0: return static_cast<const Circle *>(this)->Circle::area();
//   ...
//   default: throw ad::unknown_target
//   }
//
// It is ordinary Core, which the modes differentiate like a function of the user's. The test is for
// the very class, not for one derived from it: a class that this file does not know may override
// the method once more.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/AST/Attr.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Classes of this file ----------------------------------------------===//

/// Collects the complete classes declared in D, also by instantiation and inside functions.
static void collectClasses(const DeclContext *D, std::vector<const CXXRecordDecl *> &Out) {
  const SourceManager &SM = D->getParentASTContext().getSourceManager();
  auto Visit = [&](const CXXRecordDecl *RD) {
    if (!RD->isThisDeclarationADefinition() || RD->isInvalidDecl())
      return;
    if (RD->isPolymorphic() && !RD->isDependentContext())
      Out.push_back(RD);
    collectClasses(RD, Out);
  };
  for (const Decl *Each : D->decls()) {
    if (SM.isInSystemHeader(Each->getLocation()))
      continue;
    if (const auto *RD = dyn_cast<CXXRecordDecl>(Each))
      Visit(RD);
    else if (const auto *T = dyn_cast<ClassTemplateDecl>(Each))
      for (const ClassTemplateSpecializationDecl *Instance : T->specializations())
        Visit(Instance);
    else if (const auto *T = dyn_cast<FunctionTemplateDecl>(Each))
      for (const FunctionDecl *Instance : T->specializations())
        collectClasses(Instance, Out);
    else if (const auto *Inner = dyn_cast<DeclContext>(Each))
      collectClasses(Inner, Out);
  }
}

llvm::ArrayRef<const CXXRecordDecl *> Lowering::classes() {
  if (Classes.empty())
    collectClasses(Ctx.getTranslationUnitDecl(), Classes);
  return Classes;
}

std::vector<Lowering::Target> Lowering::targets(const CXXMethodDecl *MD,
                                                const CXXRecordDecl *Static) {
  std::vector<Target> Found;
  for (const CXXRecordDecl *RD : concrete(Static))
    if (const CXXMethodDecl *Method = MD->getCorrespondingMethodInClass(RD, /*MayBeBase=*/true))
      Found.push_back({RD, Method});
  return Found;
}

std::vector<const CXXRecordDecl *> Lowering::concrete(const CXXRecordDecl *RD) {
  std::vector<const CXXRecordDecl *> Found;
  llvm::copy_if(classes(), std::back_inserter(Found), [&](const CXXRecordDecl *Class) {
    return !Class->isAbstract() &&
           (Class->getCanonicalDecl() == RD->getCanonicalDecl() || Class->isDerivedFrom(RD));
  });
  return Found;
}

bool Lowering::dispatches(const CXXMethodDecl *MD) {
  return MD->isVirtual() && !isa<CXXDestructorDecl>(MD) && !MD->hasAttr<FinalAttr>() &&
         !MD->getParent()->hasAttr<FinalAttr>();
}

bool Lowering::callsVirtually(const CallExpr *E) const {
  const auto *MD = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!MD || !dispatches(MD))
    return false;
  const auto *M = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
  return !M || !M->hasQualifier();
}

core::Function *Lowering::dispatcher(const CXXMethodDecl *MD, const CXXRecordDecl *Static,
                                     SourceLocation Loc) {
  core::Function *&F = Dispatchers[{MD->getCanonicalDecl(), Static->getCanonicalDecl()}];
  if (F)
    return F;
  core::Function *Made = F = M.function("dispatch_" + identifierFor(MD));
  signature(*Made, MD);
  Made->SourceName = MD->getNameAsString();
  Made->IsInline |= MD->isPureVirtual();
  // An annotated method's companion is this function's, not that of the method's own body.
  if (FindCompanions && MD->getParent()->getCanonicalDecl() == Static->getCanonicalDecl())
    FindCompanions(MD, *Made);
  for (auto &[Mode, ByHand] : Made->HandWritten)
    if (ByHand)
      Made->Companions.erase(Mode);
  Made->HandWritten.clear();
  core::Variable *This = Made->Params[0];
  This->Ty = M.pointer(type(attributes::typeOf(Ctx, Static)), MD->isConst());
  Lowered.insert(Made);
  FunctionLowering(*this, *Made).dispatch(MD, Static, Loc);
  return Made;
}

//===-- The dispatching function ------------------------------------------===//

/// Object, whose class is From, as its base class To. Null where that is not one subobject.
const core::Expr *FunctionLowering::asBase(const core::Expr *Object, const CXXRecordDecl *From,
                                           const CXXRecordDecl *To, SourceLocation Loc) {
  if (From->getCanonicalDecl() == To->getCanonicalDecl())
    return Object;
  CXXBasePaths Paths;
  if (!From->isDerivedFrom(To, Paths) ||
      Paths.isAmbiguous(Ctx.getCanonicalType(attributes::typeOf(Ctx, To))))
    return nullptr;
  for (const CXXBasePathElement &Step : Paths.front()) {
    if (Step.Base->isVirtual())
      return nullptr;
    Object = baseOf(Object, Step.Base->getType(), Loc);
  }
  return Object;
}

/// The number of the method that MD means for the object at Place, seen as a Static; Methods gets
/// the methods. Null after an error.
const core::Expr *
FunctionLowering::whichMethod(const CXXMethodDecl *MD, const CXXRecordDecl *Static,
                              const core::Expr *Object, SourceLocation Loc,
                              llvm::SmallVectorImpl<const CXXMethodDecl *> &Methods) {
  auto Refuse = [&](const llvm::Twine &Why, llvm::StringRef WayOut) {
    error(Loc,
          "cannot differentiate a call to the virtual function '" + L.qualifiedName(MD) +
              "': " + Why,
          WayOut);
    return nullptr;
  };
  if (!Ctx.getLangOpts().RTTI)
    return Refuse("classes cannot be told apart under -fno-rtti",
                  "compile with -frtti, or make the class final");
  std::vector<Lowering::Target> Targets = L.targets(MD, Static);
  if (Targets.empty())
    return Refuse("no class that overrides it is defined in this file",
                  "include their definitions, or call a final or non-virtual function");

  std::vector<const core::Type *> Classes;
  std::vector<unsigned> Numbers;
  for (const Lowering::Target &T : Targets) {
    if (isLocalClass(T.Class))
      return Refuse("'" + T.Class->getName() + "', which overrides it, is local to a function",
                    "move the class to a namespace");
    const core::Type *Ty = type(attributes::typeOf(Ctx, T.Class));
    if (!asBase(Object, T.Class, Static, Loc) ||
        !asBase(Object, T.Class, T.Method->getParent(), Loc))
      return Refuse("'" + T.Class->getName() + "' has a virtual or an ambiguous base",
                    "derive from the class once, without 'virtual'");
    const auto *Known = llvm::find(Methods, T.Method->getCanonicalDecl());
    Numbers.push_back(Known - Methods.begin());
    if (Known == Methods.end())
      Methods.push_back(T.Method->getCanonicalDecl());
    Classes.push_back(Ty);
  }
  return classNumber(Object, Classes, Numbers);
}

/// The object at Place, seen as a Static, as what Method is called on: a pointer.
const core::Expr *FunctionLowering::receiver(const CXXMethodDecl *Method,
                                             const CXXRecordDecl *Static, const core::Expr *Place,
                                             SourceLocation Loc) {
  const CXXRecordDecl *Class = Method->getParent();
  const core::Type *To = M.pointer(type(attributes::typeOf(Ctx, Class)), Method->isConst());
  if (const core::Expr *Base = asBase(Place, Static, Class, Loc))
    return addressOf(Base, To, Loc);
  return convert(To, addressOf(Place, M.pointer(Place->Ty, Method->isConst()), Loc), true, Loc);
}

void FunctionLowering::dispatch(const CXXMethodDecl *MD, const CXXRecordDecl *Static,
                                SourceLocation Loc) {
  Out = &F.Body;
  const core::Type *Result = F.Result;

  // 1. Which class it is, and whose method that means.
  const core::Expr *Object = dereference(name(F.Params[0], Loc), Loc);
  llvm::SmallVector<const CXXMethodDecl *, 4> Methods;
  const core::Expr *Which = whichMethod(MD, Static, Object, Loc, Methods);
  if (!Which)
    return;
  core::Variable *Type = declare("type", M.intType(), Which, /*Const=*/true, Loc);

  // 2. The call of each.
  core::Stmt *Switch = stmt(StmtKind::Switch, Loc);
  Switch->Value = name(Type, Loc);
  for (unsigned I = 0; I < Methods.size(); ++I) {
    const CXXMethodDecl *Method = Methods[I];
    core::SwitchCase Case;
    Case.Labels.push_back(literal(std::to_string(I), M.intType(), Loc));
    Case.Body = capture([&] {
      std::vector<const core::Expr *> Args{receiver(Method, Static, Object, Loc)};
      for (core::Variable *P : llvm::drop_begin(F.Params))
        Args.push_back(asArgument(P, Loc));
      const core::Expr *Value = L.isConstant(Method)
                                    ? constantCall(Method, Args, Loc)
                                    : callStatement(Method, Args, Loc, nullptr, true);
      core::Stmt *Return = stmt(StmtKind::Return, Loc);
      if (!Result->isVoid())
        Return->Value = Value;
      emit(Return);
    });
    Switch->Cases.push_back(std::move(Case));
  }
  // 3. A class that this file does not know.
  elseThrow(Switch,
            L.qualifiedName(MD) + ": the derivative for objects of this class is not in this file",
            Loc);
  finish();
  F.HasBody = !F.Failed;
}

/// A number for the class of the object at Place: that of the Class that it is, or -1.
const core::Expr *FunctionLowering::classNumber(const core::Expr *Place,
                                                llvm::ArrayRef<const core::Type *> Classes,
                                                llvm::ArrayRef<unsigned> Numbers) {
  SourceLocation Loc = SourceLocation::getFromRawEncoding(Place->Loc);
  const core::Expr *Which = literal("-1", M.intType(), Loc);
  for (size_t I = Classes.size(); I-- > 0;) {
    core::Expr *Test = M.expr(ExprKind::Opaque, M.boolType(), Place->Loc);
    Test->Text = "typeid($0) == typeid(" + Classes[I]->Spelling + ")";
    Test->Operands = {Place};
    Test->OfOperands = true; // an object keeps its class
    core::Expr *Choice = M.expr(ExprKind::Conditional, M.intType(), Place->Loc);
    Choice->Operands = {Test, literal(std::to_string(Numbers[I]), M.intType(), Loc), Which};
    Which = Choice;
  }
  return Which;
}

/// A switch that knows all there is in this file: what else there may be is an exception.
void FunctionLowering::elseThrow(core::Stmt *Switch, const llvm::Twine &Unknown,
                                 SourceLocation Loc) {
  core::SwitchCase Otherwise;
  Otherwise.Body = capture([&] {
    core::Stmt *Throw = stmt(StmtKind::Opaque, Loc);
    Throw->Text = ("ad::__throw_unknown_target(\"" + Unknown + "\")").str();
    Throw->NoReturn = true;
    emit(Throw);
  });
  Switch->Cases.push_back(std::move(Otherwise));
  emit(Switch);
}

/// A call of a function marked [[ad::constant]]: whatever it returns carries no derivative.
const core::Expr *FunctionLowering::constantCall(const FunctionDecl *FD,
                                                 llvm::ArrayRef<const core::Expr *> Args,
                                                 SourceLocation Loc) {
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  bool OnObject = MD && MD->isInstance();
  const core::Type *Result = type(FD->getReturnType());
  const core::Expr *Value = nullptr;
  if (!Result->isVoid()) {
    core::Variable *V = declare("value", Result, nullptr, false, Loc);
    V->Constant = true;
    Value = name(V, Loc);
    S->Text = "$0 = ";
    S->Operands.push_back(Value);
    S->Writes.push_back(Value);
  }
  OpaqueText T;
  auto Hole = [&](const core::Expr *E) {
    S->Text += "$" + std::to_string(S->Operands.size());
    S->Operands.push_back(E);
  };
  if (OnObject) {
    Hole(dereference(Args[0], Loc));
    noteReceiver(FD, S->Operands.back(), T);
    S->Text += ".";
    Args = Args.drop_front();
  }
  noteWrites(FD, Args, T);
  llvm::append_range(S->Writes, T.Writes);
  S->Constant = true;
  S->Text += L.qualifiedName(FD) + "(";
  for (size_t I = 0; I < Args.size(); ++I) {
    S->Text += I ? ", " : "";
    Hole(Args[I]);
  }
  S->Text += ")";
  emit(S);
  return Value;
}

//===-- The call ----------------------------------------------------------===//

/// The class of the complete object that Place is or is a base of; null where that is known at run
/// time only.
static const core::Expr *completeObject(const core::Expr *Place) {
  while (Place->is(ExprKind::BaseOf))
    Place = Place->operand();
  bool Known = Place->is(ExprKind::Member) ||
               (Place->is(ExprKind::Variable) && !Place->Var->Ty->isReference()) ||
               (Place->is(ExprKind::Subscript) && Place->operand()->Ty->nonReference()->isArray());
  return Known ? Place : nullptr;
}

/// Whether S, or a method that it calls on its object, does more with `this` than name members, so
/// that a pointer to the object may be somewhere.
static bool letsThisGo(const Stmt *S, llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  if (!S)
    return false;
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return letsThisGo(D->getExpr(), Seen);
  if (isa<CXXThisExpr>(S))
    return true;
  const auto *M = dyn_cast<MemberExpr>(S);
  if (M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) {
    const auto *MD = dyn_cast<CXXMethodDecl>(M->getMemberDecl());
    const FunctionDecl *Def = nullptr;
    return MD && Seen.insert(MD->getCanonicalDecl()).second &&
           (!MD->hasBody(Def) || letsThisGo(Def->getBody(), Seen));
  }
  return llvm::any_of(S->children(), [&](const Stmt *C) { return letsThisGo(C, Seen); });
}

static bool letsThisGo(const FunctionDecl *FD) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  const FunctionDecl *Def = nullptr;
  if (!FD->hasBody(Def))
    return !FD->isDefaulted();
  const auto *CD = dyn_cast<CXXConstructorDecl>(Def);
  return letsThisGo(Def->getBody(), Seen) ||
         (CD && llvm::any_of(CD->inits(), [&](const CXXCtorInitializer *I) {
            const auto *Part = I->isBaseInitializer() || I->isDelegatingInitializer()
                                   ? dyn_cast<CXXConstructExpr>(I->getInit()->IgnoreImplicit())
                                   : nullptr;
            return letsThisGo(I->getInit(), Seen) || (Part && letsThisGo(Part->getConstructor()));
          }));
}

/// Whether a constructor or destructor is at work on the object at Place, or to which the pointer
/// Place leads: its class is not yet, or no longer, what it is otherwise.
bool FunctionLowering::underConstruction(const core::Expr *Place) const {
  auto Whole = [](const core::Expr *E) {
    while (E->is(ExprKind::BaseOf))
      E = E->operand();
    return E;
  };
  const bool Leads = Place->Ty->isPointer();
  const core::Expr *Pointer = Leads && !Place->is(ExprKind::AddressOf) ? Place : nullptr;
  Place = Whole(Leads && !Pointer ? Place->operand() : Place);
  return llvm::any_of(Frames, [&](const Frame &Fr) {
    if (!isa_and_nonnull<CXXConstructorDecl, CXXDestructorDecl>(Fr.Decl) || !Fr.This)
      return false;
    const core::Expr *Made = Whole(Fr.This);
    if (Pointer ? Made->is(ExprKind::Dereference) && core::equal(Made->operand(), Pointer)
                : core::equal(Made, Place))
      return true;
    return (Pointer || !core::rootVariable(Place)) && letsThisGo(Fr.Decl);
  });
}

bool FunctionLowering::refuseUnderConstruction(const CXXMethodDecl *MD, const core::Expr *Place,
                                               SourceLocation Loc) {
  if (!underConstruction(Place))
    return false;
  error(Loc,
        "cannot differentiate a call to the virtual function '" + L.qualifiedName(MD) +
            "' from a constructor",
        "say whose it is: " + MD->getParent()->getNameAsString() + "::" + MD->getNameAsString());
  return true;
}

/// The method that MD means while a constructor or destructor is at work on the object at Place:
/// until it is done, the object is one of its class. Place becomes what the method is called on.
/// Null where that is not so, or the method could not stand in place.
const CXXMethodDecl *FunctionLowering::methodWhileMade(const CXXMethodDecl *MD,
                                                       const core::Expr *&Place,
                                                       SourceLocation Loc) {
  auto Whole = [](const core::Expr *E) {
    while (E->is(ExprKind::BaseOf))
      E = E->operand();
    return E;
  };
  for (const Frame &Fr : llvm::reverse(Frames)) {
    const auto *Making = dyn_cast_or_null<CXXMethodDecl>(Fr.Decl);
    if (!isa_and_nonnull<CXXConstructorDecl, CXXDestructorDecl>(Making) || !Fr.This ||
        !core::equal(Whole(Fr.This), Whole(Place)))
      continue;
    const CXXRecordDecl *Class = Making->getParent();
    const CXXMethodDecl *Target = MD->getCorrespondingMethodInClass(Class, /*MayBeBase=*/true);
    const core::Expr *Part = Target && !Target->isPureVirtual() && inlinesQuietly(Target)
                                 ? asBase(Fr.This, Class, Target->getParent(), Loc)
                                 : nullptr;
    if (!Part)
      return nullptr;
    Place = Part;
    return Target;
  }
  return nullptr;
}

/// The method that MD means for the object at Place, which becomes what that is called on; null
/// where its class is known at run time only.
const CXXMethodDecl *FunctionLowering::knownMethod(const CXXMethodDecl *MD,
                                                   const core::Expr *&Place, SourceLocation Loc) {
  const core::Expr *Whole = completeObject(Place);
  const CXXRecordDecl *Class = Whole ? L.classOf(Whole->Ty) : nullptr;
  const CXXMethodDecl *Target =
      Class ? MD->getCorrespondingMethodInClass(Class, /*MayBeBase=*/true) : nullptr;
  const core::Expr *Part = Target ? asBase(Whole, Class, Target->getParent(), Loc) : nullptr;
  if (!Part)
    return nullptr;
  Place = Part;
  return Target;
}

/// The class as which the object at Place, on which MD is called, is declared; Place becomes what
/// is so declared.
const CXXRecordDecl *FunctionLowering::declaredClass(const CXXMethodDecl *MD,
                                                     const core::Expr *&Place) {
  while (Place->is(ExprKind::BaseOf))
    Place = Place->operand();
  const CXXRecordDecl *Class = L.classOf(Place->Ty);
  return Class ? Class : MD->getParent();
}

const core::Expr *FunctionLowering::virtualCall(const CXXMethodDecl *MD,
                                                llvm::ArrayRef<const core::Expr *> Args,
                                                SourceLocation Loc, core::Variable *Into,
                                                bool Declares) {
  std::vector<const core::Expr *> Values(Args.begin(), Args.end());
  const core::Expr *Object = Values[0];
  if (refuseUnderConstruction(MD, Object, Loc))
    return nullptr;
  if (const CXXMethodDecl *Target = knownMethod(MD, Object, Loc)) {
    Values[0] = addressOf(Object, M.pointer(Object->Ty, Target->isConst()), Loc);
    return callStatement(Target, Values, Loc, Into, Declares);
  }
  const CXXRecordDecl *Static = declaredClass(MD, Object);
  Values[0] = addressOf(Object, M.pointer(Object->Ty, MD->isConst()), Loc);
  core::Function *Dispatcher = L.dispatcher(MD, Static, Loc);
  if (Dispatcher->Failed) {
    F.Failed = true;
    return nullptr;
  }
  return callStatement(Dispatcher, MD, Values, Loc, Into, Declares);
}

/// A virtual call whose result is a pointer, a smart pointer or a reference, or that is given a
/// function: the methods stand where they are called, one of them runs.
const core::Expr *FunctionLowering::virtualInPlace(const CXXMethodDecl *MD, const Expr *Object,
                                                   llvm::ArrayRef<const Expr *> Args,
                                                   const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Place =
      Object->getType()->isPointerType() ? dereference(value(Object), Loc) : expr(Object);
  if (const CXXMethodDecl *Target = methodWhileMade(MD, Place, Loc))
    return inlineBody(Target, nullptr, Place, nullptr, Args, E);
  if (refuseUnderConstruction(MD, Place, Loc))
    return poison(E);
  if (const CXXMethodDecl *Target = knownMethod(MD, Place, Loc))
    return inlineBody(Target, nullptr, Place, nullptr, Args, E);
  const CXXRecordDecl *Static = declaredClass(MD, Place);
  Place = freezePlace(Place, Loc);
  llvm::SmallVector<const CXXMethodDecl *, 4> Methods;
  const core::Expr *Which = whichMethod(MD, Static, Place, Loc, Methods);
  if (!Which)
    return poison(E);
  QualType R = MD->getReturnType();
  const bool Reference = R->isReferenceType();
  const core::Type *Ty =
      Reference ? M.pointer(type(R->getPointeeType()), R->getPointeeType().isConstQualified())
                : type(R);
  const core::Expr *Result = nullptr;
  if (Ty->IsVector) {
    Result = declareVector(nullptr, Ty, zero(Ty, Loc), nullptr, Loc);
  } else if (!Ty->isVoid()) {
    Result = name(declare(MD->getNameAsString() + "_value", Ty, nullptr, false, Loc), Loc);
    Declared.insert(Result->Var);
  }
  if (Result)
    Changing.insert(Result->Var);
  core::Stmt *Switch = stmt(StmtKind::Switch, Loc);
  Switch->Value = name(declare("type", M.intType(), Which, /*Const=*/true, Loc), Loc);
  for (unsigned I = 0; I < Methods.size() && !F.Failed; ++I) {
    core::SwitchCase Case;
    Case.Labels.push_back(literal(std::to_string(I), M.intType(), Loc));
    Case.Body = capture([&] {
      beginLifetime();
      const core::Expr *This = receiver(Methods[I], Static, Place, Loc);
      This = name(declare("object", This->Ty, This, true, Loc), Loc);
      const core::Expr *Value =
          inlineBody(Methods[I], nullptr, dereference(This, Loc), nullptr, Args, E);
      if (!F.Failed && Result && Ty->IsVector)
        assign(Result, Value, Loc);
      else if (!F.Failed && Result)
        assign(Result, convert(Ty, Reference ? addressOf(Value, Ty, Loc) : Value, false, Loc), Loc);
      endLifetime();
    });
    Switch->Cases.push_back(std::move(Case));
  }
  elseThrow(Switch,
            L.qualifiedName(MD) + ": the derivative for objects of this class is not in this file",
            Loc);
  if (!Result)
    return literal("0", M.intType(), Loc);
  return Reference ? dereference(Result, Loc) : Result;
}

//===-- Casts -------------------------------------------------------------===//

/// A pointer to the object of class To that Pointer leads into, which the caller knows to be one.
const core::Expr *FunctionLowering::downcast(const core::Expr *Pointer, const core::Type *To,
                                             SourceLocation Loc) {
  // Going back up what an inlined call came down.
  if (Pointer->is(ExprKind::AddressOf)) {
    const core::Expr *Place = Pointer->operand();
    while (Place->is(ExprKind::BaseOf) && Place->Ty != To->Element)
      Place = Place->operand();
    if (Place->Ty == To->Element)
      return addressOf(Place, To, Loc);
  }
  return convert(To, Pointer, /*Explicit=*/true, Loc);
}

/// `dynamic_cast<D *>(p)` is `dynamic_cast<D *>(p) ? static_cast<D *>(p) : nullptr`: the same test
/// tells where the derivative is, whatever class its storage was made as.
const core::Expr *FunctionLowering::dynamicCast(const CXXDynamicCastExpr *E) {
  QualType To = E->getType();
  bool Pointer = To->isPointerType();
  const Expr *Sub = E->getSubExpr();
  if (E->getCastKind() != CK_Dynamic)
    return castExpr(E);
  return dynamicCast(value(Sub), Pointer ? Sub->getType()->getPointeeType() : Sub->getType(),
                     Pointer ? To->getPointeeType() : To, Pointer, E);
}

const core::Expr *FunctionLowering::dynamicCast(const core::Expr *Operand, QualType Given,
                                                QualType Wanted, bool Pointer, const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  const CXXRecordDecl *Class = Wanted->getAsCXXRecordDecl(), *From = Given->getAsCXXRecordDecl();
  const core::Type *Ty = M.pointer(type(Wanted), Wanted.isConstQualified());
  if (!Class || !From || !asBase(Operand, Class, From, Loc)) {
    error(Loc, "cannot differentiate a dynamic cast across or into virtual bases",
          "take a reference to the derived class");
    return poison(E);
  }
  const core::Expr *P =
      Pointer ? Operand : addressOf(Operand, M.pointer(Operand->Ty, Given.isConstQualified()), Loc);
  if (underConstruction(P)) {
    error(Loc, "cannot differentiate a dynamic cast of an object that is under construction");
    return poison(E);
  }
  P = freeze(P, Loc);
  core::Expr *Is = M.expr(ExprKind::Opaque, M.boolType(), Loc.getRawEncoding());
  Is->Text = "dynamic_cast<const " + Ty->Element->Spelling + " *>($0) != nullptr";
  Is->Operands = {P};
  Is->ReadsMemory = true;
  const core::Expr *Test = freeze(Is, Loc, "is_" + Class->getNameAsString());
  if (P->is(ExprKind::AddressOf)) { // of a variable of another class, perhaps: then C++ must not
                                    // see it
    const core::Expr *Place = P->operand();
    while (Place->is(ExprKind::BaseOf) && Place->Ty != Ty->Element)
      Place = Place->operand();
    if (Place->Ty != Ty->Element)
      P = name(declare("object", P->Ty, P, true, Loc), Loc);
  }
  const core::Expr *Down = downcast(P, Ty, Loc);
  if (Pointer) {
    core::Expr *Choice = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
    Choice->Operands = {Test, Down, literal("nullptr", Ty, Loc)};
    return Choice;
  }
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = negate(Test, Loc);
  core::Stmt *Throw = stmt(StmtKind::Opaque, Loc);
  Throw->Text = "throw std::bad_cast()";
  Throw->NoReturn = true;
  If->Then.add(Throw);
  emit(If);
  return dereference(Down, Loc);
}

} // namespace ad::lower
