//===- lower/held_members.cpp - references and functions in objects -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A member that is a reference, a lambda or a std::function is followed by what it stands for, like
// a variable of that type: the place it is bound to, or the function (closures.cpp). The class has
// a stand-in of its other members, which functions that need it declare like a local class.
//  1. Where an object is made, copied or assigned, what its members stand for is noted, by variable
//     and path (Held).
//  2. Where such a member is used, the newest note says what it is. Without one it is refused.
//  3. Notes know no flow of control: at the end, each must stand in the block that declares its
//     object (checkHeld), so that it held wherever the object was used after it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Classes -----------------------------------------------------------===//

/// Whether a member of type T is followed by the functions that it holds.
static bool holdsFunctions(QualType T) {
  return !T->isReferenceType() && (isClosureObject(T) || isContainerOfFunctions(T) ||
                                   isTableOfFunctions(T) || isTableOfLists(T));
}

/// Whether a T is an object of a class that has a stand-in, or an array or container of such.
bool Lowering::holdsStandIn(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (standsIn(Class))
    return true;
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
  if (!Spec || !Spec->isInStdNamespace() || isSmartPtr(Spec))
    return false;
  std::function<bool(const TemplateArgument &)> Holds = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Pack
               ? llvm::any_of(A.pack_elements(), Holds)
               : A.getKind() == TemplateArgument::Type && holdsStandIn(A.getAsType());
  };
  return llvm::any_of(Spec->getTemplateArgs().asArray(), Holds);
}

/// The same, or it is a pointer that is given void pointers with a type.
bool Lowering::followsFunctions(const FieldDecl *FD) {
  return holdsFunctions(FD->getType()) || (FD->getType()->isFunctionPointerType() && isContext(FD));
}

bool Lowering::standsIn(const RecordDecl *RD) {
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(RD);
  if (!Class || !Class->hasDefinition() || Class->isDependentContext() || Class->isUnion() ||
      Class->isLambda() || (Class->isInStdNamespace() && !isFunctionPair(RD)) ||
      Class->isPolymorphic() || Class->getNumVBases() || isOverloadSet(Class) ||
      InSignatures.contains(RD))
    return false;
  auto [Known, New] = StandIns.try_emplace(RD, false);
  if (!New)
    return Known->second;
  auto Part = [this](QualType T) { return holdsStandIn(T); };
  // What callers make holds references to what carries no derivative, and they are as good as any
  // member. Asked ahead of the types of members, which may lead to this class again.
  if (llvm::any_of(Class->fields(), [&](const FieldDecl *F) {
        QualType T = F->getType();
        return T->isReferenceType() &&
               (differentiable(T) || !Reached.contains(Class->getDefinition()));
      })) {
    if (!isElement(Class))
      return StandIns[RD] = true;
    ReferringElements.insert(Class->getDefinition());
  }
  bool Holds =
      llvm::any_of(Class->fields(),
                   [&](const FieldDecl *F) {
                     QualType T = F->getType();
                     return holdsFunctions(T) || isContext(F) || Part(T) ||
                            (holdsMatrix(T) && (differentiable(T) || isDecomposition(T)) &&
                             !Reached.contains(Class->getDefinition())) ||
                            (!ownMatrix(T) && memberType(F) != type(T)) || isOwnTagged(type(T));
                   }) ||
      llvm::any_of(Class->bases(), [&](const CXXBaseSpecifier &B) { return Part(B.getType()); });
  if (Holds)
    ReferringElements.erase(Class->getDefinition());
  return StandIns[RD] = Holds;
}

/// In a stand-in, a queue, stack or list is the deque that it is elsewhere, and an optional or
/// variant of vectors the record that stands for it.
const core::Type *Lowering::memberType(const FieldDecl *FD) {
  QualType T = FD->getType();
  if (const core::Type *Matrix = ownMatrix(T))
    return Matrix;
  const core::Type *Adapted = T->isRecordType() && differentiable(T) ? adaptedDeque(T) : nullptr;
  return Adapted ? Adapted : type(T);
}

bool Lowering::isFollowed(const FieldDecl *FD) {
  return (FD->getType()->isReferenceType() || holdsFunctions(FD->getType()) || isContext(FD)) &&
         standsIn(FD->getParent());
}

/// Whether objects of a stand-in's class have members that are followed, or parts have.
bool Lowering::followsMembers(const CXXRecordDecl *RD) {
  if (!RD || !standsIn(RD))
    return false;
  return llvm::any_of(RD->fields(),
                      [&](const FieldDecl *F) {
                        return isFollowed(F) ||
                               followsMembers(F->getType()->getAsCXXRecordDecl()) ||
                               (holdsStandIn(F->getType()) && isOfNoted(*this, type(F->getType())));
                      }) ||
         llvm::any_of(RD->bases(), [&](const CXXBaseSpecifier &B) {
           return followsMembers(B.getType()->getAsCXXRecordDecl());
         });
}

/// Notes the classes of objects to which a parameter of type T may lead.
void Lowering::noteReached(QualType T) {
  while (T->isReferenceType() || T->isPointerType() || T->isArrayType())
    T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || !Reached.insert(Class->getDefinition()).second)
    return;
  if (const auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(Class))
    for (const TemplateArgument &A : Of->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type)
        noteReached(A.getAsType());
  if (Class->isInStdNamespace())
    return;
  for (const CXXBaseSpecifier &B : Class->getDefinition()->bases())
    noteReached(B.getType());
  for (const FieldDecl *F : Class->getDefinition()->fields())
    noteReached(F->getType());
}

/// Whether nobody outside of the function can name T, or what Core has in its place.
bool Lowering::namesStandIn(QualType T) {
  T = T.getNonReferenceType();
  while (T->isPointerType())
    T = T->getPointeeType();
  return isOwnTagged(type(T)) || standsIn(T->getAsCXXRecordDecl());
}

/// Whether there is something to note of objects of type T.
static bool isNoted(Lowering &L, const core::Type *T) { return L.followsMembers(L.classOf(T)); }

//===-- Notes -------------------------------------------------------------===//

void FunctionLowering::refuseHeld(SourceLocation Loc, llvm::StringRef Name) {
  error(Loc,
        "cannot differentiate through '" + Name + "': what this member stands for is not known",
        "make the object a local variable, and set the member where it is declared");
}

/// Notes what a member of the object at Place is from here on.
void FunctionLowering::note(const core::Expr *Place, HeldMember New, SourceLocation Loc) {
  std::optional<std::string> Path = core::fieldPath(Place);
  New.Object = core::rootVariable(Place);
  if (!Path || !New.Object || New.Object->Kind != core::Storage::Local)
    return refuseHeld(Loc, New.Field->getName());
  New.Path = *Path;
  New.Mark = stmt(StmtKind::Block, Loc);
  emit(New.Mark);
  Held.push_back(New);
}

void FunctionLowering::holdMember(const core::Expr *Place, const FieldDecl *FD, const Expr *Init) {
  SourceLocation Loc = Init->getExprLoc();
  while (const auto *D = dyn_cast<CXXDefaultInitExpr>(Init->IgnoreParens()))
    Init = D->getExpr();
  HeldMember New;
  New.Field = FD;
  if (const auto *R = dyn_cast<DeclRefExpr>(Init->IgnoreParenImpCasts());
      R && FD->getType()->isReferenceType() && changingFunction(R->getDecl()))
    return refuseHeld(Loc, FD->getName());
  if (FD->getType()->isVoidPointerType())
    return holdContext(Place, FD, Init);
  if (L.followsFunctions(FD))
    return holdFunction(Place, FD, Init, Loc);
  if (isClosureObject(FD->getType())) { // a reference to one
    if (const MemberExpr *Member = followedMember(Init);
        Member && isStdFunction(Member->getType())) {
      L.Coming.insert(Member->getMemberDecl());
      New.List = listOf(Member);
    }
    New.Function = New.List ? nullptr : closureOrEmpty(Init);
    return New.List || New.Function ? note(Place, New, Loc) : refuseHeld(Loc, FD->getName());
  }
  const core::Expr *To = expr(Init);
  if (!core::isPlace(To) || To->Ty->IsEigen)
    return refuseHeld(Loc, FD->getName());
  auto *Outer = std::exchange(Frozen, nullptr); // for as long as the object is there
  New.Place = freezePlace(To, Loc);
  Frozen = Outer;
  References.push_back({FD, New.Place});
  note(Place, New, Loc);
}

/// The member FD of the object at Place, a function or a container of functions, holds what Init
/// gives, or nothing where there is no Init.
void FunctionLowering::holdFunction(const core::Expr *Place, const FieldDecl *FD, const Expr *Init,
                                    SourceLocation Loc) {
  HeldMember New;
  New.Field = FD;
  if (!isCallable(FD->getType())) {
    New.List = makeList(FD, Init, Loc);
    return New.List ? note(Place, New, Loc) : refuseHeld(Loc, FD->getName());
  }
  const Closure *C = Init ? givenFunction(Init) : noFunction();
  if (!C)
    return refuseHeld(Loc, FD->getName());
  if (const HeldMember *Known = noteAt(Place, FD); Known && Known->List) {
    const std::shared_ptr<FunctionList> List = Known->List;
    if (List->IsOfElements)
      return setElement(*List, heldPath(Place)->Index, C, Loc) ? void()
                                                               : refuseHeld(Loc, FD->getName());
    return change(*List, C, Loc) ? void() : refuseHeld(Loc, FD->getName());
  }
  if (isStdFunction(FD->getType()) && L.Coming.contains(FD)) {
    New.List = beginFunction(FD, C, Loc);
    return New.List ? note(Place, New, Loc) : refuseHeld(Loc, FD->getName());
  }
  New.Function = C;
  note(Place, New, Loc);
}

/// To becomes a copy of From: its members stand for the same.
void FunctionLowering::copyHeld(const core::Expr *To, const core::Expr *From, SourceLocation Loc) {
  if (!isNoted(L, To->Ty) && !isOfNoted(L, To->Ty))
    return;
  const std::optional<HeldPath> Target = heldPath(To), Source = heldPath(From);
  if (From->is(ExprKind::Braces) && From->Operands.empty())
    return;
  if (!Target || !Source)
    return error(Loc,
                 "cannot differentiate this copy of an object of type '" +
                     L.qualifiedName(L.classOf(To->Ty)) +
                     "', which holds functions, references or matrices of run-time size",
                 "make the object a local variable");
  if (Target->Index)
    return replaceHeld(To, From, Loc);
  std::vector<HeldMember> Copies;
  for (const HeldMember &Each : Held)
    if (Each.Object == Source->Object && llvm::StringRef(Each.Path).starts_with(Source->Path) &&
        (Each.Path.size() == Source->Path.size() ||
         llvm::StringRef(".[").contains(Each.Path[Source->Path.size()])))
      Copies.push_back(Each);
  for (HeldMember &Each : Copies) {
    if (Source->Index && Each.List) { // of an element
      Each.Function = heldElement(*Each.List, From, Loc);
      Each.List = nullptr;
    }
    if (Each.Function)
      Each.Function = copyOf(Each.Function, Loc);
    if (Each.List && !(Each.List = copyList(*Each.List, Loc)))
      return refuseHeld(Loc, Each.Field->getName());
    Each.Path = Target->Path + Each.Path.substr(Source->Path.size());
    Each.Object = Target->Object;
    Each.Mark = stmt(StmtKind::Block, Loc);
    emit(Each.Mark);
    Held.push_back(Each);
  }
}

/// A member of reference type of Class, or of its parts, that is no pointer in Core; null if there
/// is none.
static const FieldDecl *referenceIn(Lowering &L, const CXXRecordDecl *Class) {
  if (!Class || !Class->hasDefinition() || Class->isInStdNamespace())
    return nullptr;
  for (const CXXBaseSpecifier &B : Class->bases())
    if (const FieldDecl *Found = referenceIn(L, B.getType()->getAsCXXRecordDecl()))
      return Found;
  for (const FieldDecl *F : Class->fields()) {
    const Type *Part = F->getType()->getBaseElementTypeUnsafe();
    if (const FieldDecl *Found = F->getType()->isReferenceType() && !L.refersByPointer(F)
                                     ? F
                                     : referenceIn(L, Part->getAsCXXRecordDecl()))
      return Found;
  }
  return nullptr;
}

void FunctionLowering::checkReferences(const core::Type *Ty, SourceLocation Loc) {
  if (const FieldDecl *FD = Ty->isRecord() && !F.Failed ? referenceIn(L, L.classOf(Ty)) : nullptr)
    FD->getName().empty() // of a lambda
        ? error(Loc,
                "cannot differentiate this use of an object of lambdas that capture by reference",
                "give it a name with 'auto', and call it")
        : error(Loc,
                "cannot differentiate through '" + FD->getName() + "', a member of reference type",
                "hold a pointer instead");
}

/// What S does to objects that hold something.
void FunctionLowering::followHeld(const core::Stmt *S) {
  if (F.Failed)
    return;
  if (!S->Value)
    return L.HasStandIns ? void(followElements(S)) : void();
  SourceLocation Loc = SourceLocation::getFromRawEncoding(S->Loc);
  // Nobody knows that the members of both are the same; and a derivative cannot be bound so.
  const bool Copies = S->is(StmtKind::Declare) || S->is(StmtKind::Assign);
  if (Copies && core::isPlace(S->Value) && !L.standsIn(L.classOf(S->Value->Ty)))
    checkReferences(S->Value->Ty->nonReference(), Loc);
  if (!L.HasStandIns)
    return;
  if (followElements(S))
    return;
  if (S->is(StmtKind::Declare) && isNoted(L, S->Var->Ty))
    return copyHeld(name(S->Var, Loc), S->Value, Loc);
  bool Whole = S->is(StmtKind::Assign) && isNoted(L, S->Target->Ty);
  if (Whole)
    copyHeld(S->Target, S->Value, Loc);
  core::walk(S->Value, [&](const core::Expr *E) {
    if (E->is(ExprKind::Member) || E->is(ExprKind::AddressOf))
      return false;
    if (!isNoted(L, E->Ty))
      return true;
    if (!Whole && !F.Failed)
      error(Loc,
            "cannot differentiate this copy of an object of type '" +
                L.qualifiedName(L.classOf(E->Ty)) +
                "', which holds functions, references or matrices of run-time size",
            "make the object a local variable");
    return false;
  });
}

//===-- Uses --------------------------------------------------------------===//

/// The newest note of the member FD of the object At; null if there is none.
const HeldMember *FunctionLowering::noteOf(const HeldPath &At, const FieldDecl *FD) const {
  for (const HeldMember &Each : llvm::reverse(Held))
    if (Each.Field == FD && Each.Object == At.Object && Each.Path == At.Path)
      return &Each;
  return nullptr;
}

/// The same for the object at Base.
const HeldMember *FunctionLowering::noteAt(const core::Expr *Base, const FieldDecl *FD) const {
  const std::optional<HeldPath> At = heldPath(Base);
  return At ? noteOf(*At, FD) : nullptr;
}

/// Whether E is an object that is named, or part of one.
bool FunctionLowering::isNamedObject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Member = dyn_cast<MemberExpr>(E);
  return isa<DeclRefExpr, CXXThisExpr>(E) || (Member && isNamedObject(Member->getBase()));
}

/// What the member E, a container of functions, holds; null where that is not known.
std::shared_ptr<FunctionList> FunctionLowering::listOf(const MemberExpr *E) {
  if (!isNamedObject(E->getBase()))
    return nullptr;
  const HeldMember *Known = noteAt(objectOf(E), cast<FieldDecl>(E->getMemberDecl()));
  return Known && Known->List && !Known->List->IsOfElements ? Known->List : nullptr;
}

/// The object whose member E is.
const core::Expr *FunctionLowering::objectOf(const MemberExpr *E) {
  const Expr *Of = E->getBase()->IgnoreParens();
  if (const auto *Const = dyn_cast<ImplicitCastExpr>(Of); Const && Const->getCastKind() == CK_NoOp)
    Of = Const->getSubExpr()->IgnoreParens();
  bool This = isa<CXXThisExpr>(Of); // and not a base of it
  const core::Expr *Base = This ? thisPlace(E->getExprLoc()) : expr(E->getBase());
  if (!This && E->isArrow() && Base->Ty->isPointer()) {
    const core::Expr *Element = elementBehind(E, Base);
    return Element ? Element : dereference(Base, E->getExprLoc());
  }
  if (!This && Base->is(ExprKind::Dereference))
    if (const core::Expr *Element = elementBehind(E, Base->operand()))
      return Element;
  return Base;
}

const HeldMember *FunctionLowering::heldMember(const MemberExpr *E) {
  const auto *FD = cast<FieldDecl>(E->getMemberDecl());
  if (const HeldMember *Known = noteAt(objectOf(E), FD))
    return Known;
  refuseHeld(E->getMemberLoc(), FD->getName());
  return nullptr;
}

/// E, if it names a member that is followed.
const MemberExpr *FunctionLowering::followedMember(const Expr *E) const {
  const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  const auto *FD = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  return FD && L.isFollowed(FD) ? Member : nullptr;
}

/// Whether S uses `this` for more than one member of it.
static bool usesWhole(const Stmt *S) {
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    S = D->getExpr();
  const auto *Member = dyn_cast<MemberExpr>(S);
  if (Member && isa<FieldDecl>(Member->getMemberDecl()) &&
      isa<CXXThisExpr>(Member->getBase()->IgnoreParens()))
    return false;
  return isa<CXXThisExpr>(S) ||
         llvm::any_of(S->children(), [](const Stmt *C) { return C && usesWhole(C); });
}

/// Whether a T may hold the address of something.
static bool holdsAddress(QualType T) {
  while (const auto *A = T->getAsArrayTypeUnsafe())
    T = A->getElementType();
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (RD && (isStdVector(RD) || isStdArray(RD) || isStdComplex(RD)))
    return holdsAddress(RD->getTemplateArgs()[0].getAsType());
  return !T->isArithmeticType() && !T->isEnumeralType();
}

bool madeInPlace(const FieldDecl *FD, const Expr *Init, bool Leads) {
  return isa<CXXDefaultInitExpr>(Init) && usesThis(Init) &&
         (holdsAddress(FD->getType()) ||
          (!Leads && (FD->getType()->isArrayType() || usesWhole(Init))));
}

const InitListExpr *madeInPlace(const Expr *E, bool Leads) {
  for (;;) {
    E = E->IgnoreImplicit()->IgnoreParens();
    const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E);
    if (!Cast)
      break;
    E = Cast->getSubExpr();
  }
  const auto *List = dyn_cast<InitListExpr>(E);
  if (!List)
    return nullptr;
  if (!List->isSemanticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  const auto *Class = List->getType()->getAsCXXRecordDecl();
  if (!Class || Class->isUnion() || Class->isInStdNamespace())
    return nullptr;
  unsigned I = Class->getNumBases();
  for (const FieldDecl *FD : Class->fields())
    if (I < List->getNumInits() && madeInPlace(FD, List->getInit(I++), Leads))
      return List;
  return llvm::any_of(List->inits(), [&](const Expr *Init) { return madeInPlace(Init, Leads); })
             ? List
             : nullptr;
}

/// An aggregate at Target, whose members are in List.
void FunctionLowering::aggregate(const core::Expr *Target, const InitListExpr *List) {
  if (!List->isSemanticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  const auto *Class = List->getType()->getAsCXXRecordDecl();
  unsigned I = 0;
  for (const CXXBaseSpecifier &B : Class->bases())
    if (I < List->getNumInits())
      initialiseMember(baseOf(Target, B.getType(), List->getBeginLoc()), List->getInit(I++));
  for (const FieldDecl *FD : Class->fields()) {
    if (I == List->getNumInits())
      break;
    const Expr *Init = List->getInit(I++);
    // What it starts as by default is said of this object.
    const bool Default = isa<CXXDefaultInitExpr>(Init);
    const auto *OuterMembers = Default ? std::exchange(Members, nullptr) : Members;
    const auto *OuterDefaults = Default ? std::exchange(Defaults, nullptr) : Defaults;
    if (Default) {
      Frame Own;
      Own.Decl = Frames.back().Decl;
      Own.Inlined = true;
      Own.This = Target;
      Frames.push_back(Own);
    }
    if (L.isFollowed(FD))
      holdMember(Target, FD, Init);
    else if (FD->getType().isConstQualified() && !L.standsIn(Class) && madeInPlace(List))
      error(FD->getLocation(),
            "cannot differentiate the constant member '" + FD->getName() +
                "' of an aggregate whose members start as what leads to it",
            "make the member non-const");
    else
      initialiseMember(member(Target, FD, Init->getExprLoc()), Init);
    if (Default)
      Frames.pop_back();
    Members = OuterMembers;
    Defaults = OuterDefaults;
  }
}

/// A new object, Into or one without a name, whose members are in List.
const core::Expr *FunctionLowering::makeAggregate(const InitListExpr *List, core::Variable *Into) {
  SourceLocation Loc = List->getBeginLoc();
  if (!Into)
    Into = F.variable("object", type(List->getType()));
  Into->Const = false;
  Changing.insert(Into);
  const auto *Class = List->getType()->getAsCXXRecordDecl();
  Into->Shadow |= L.standsIn(Class) && needsConstructors(L, Class);
  declare(Into, nullptr, Loc);
  aggregate(name(Into, Loc), List);
  return name(Into, Loc);
}

/// Code that is not lowered knows the class of an object, not what stands in for it.
void FunctionLowering::checkWhole(const core::Expr *E) {
  const core::Type *Of = E->Ty ? E->Ty->nonReference() : nullptr;
  while (Of && Of->isPointer())
    Of = Of->Element;
  const CXXRecordDecl *Class = Of && L.HasStandIns ? L.classOf(Of) : nullptr;
  if (L.standsIn(Class) && !F.Failed)
    error(SourceLocation::getFromRawEncoding(E->Loc),
          "cannot differentiate this use of an object of type '" + L.qualifiedName(Class) +
              "', which holds functions, references or matrices of run-time size",
          "pass its members");
}

/// Whether what a member stands for mentions V.
bool FunctionLowering::isHeld(const core::Variable *V) const {
  return llvm::any_of(Held, [&](const HeldMember &Each) {
    std::function<bool(const Closure *)> In = [&](const Closure *C) {
      return (C->This && core::mentions(C->This, V)) ||
             llvm::any_of(C->Copies, [&](auto &P) { return core::mentions(P.second, V); }) ||
             llvm::any_of(C->Inner, [&](auto &P) { return P.second != C && In(P.second); });
    };
    return (Each.Place && core::mentions(Each.Place, V)) || (Each.Function && In(Each.Function)) ||
           (Each.List && llvm::any_of(Each.List->Functions, In));
  });
}

/// Each note must stand in the block that declares its object.
void FunctionLowering::checkHeld() {
  if (Held.empty())
    return;
  llvm::DenseMap<const core::Stmt *, const core::Block *> Within;
  llvm::DenseMap<const core::Variable *, const core::Block *> Declares;
  llvm::DenseSet<const core::Stmt *> Marks;
  for (const HeldMember &Each : Held)
    Marks.insert(Each.Mark);
  core::changeBlocks(F.Body, [&](core::Block &B) {
    for (const core::Stmt *S : B.Stmts) {
      if (Marks.contains(S))
        Within[S] = &B;
      if (S->is(StmtKind::Declare) || S->Declares)
        Declares[S->Var] = &B;
    }
    return false;
  });
  for (const HeldMember &Each : Held)
    if (Declares.count(Each.Object) && // else another object has taken its place
        Within.lookup(Each.Mark) != Declares.lookup(Each.Object) &&
        !(Each.Function && isStdFunction(Each.Field->getType()) &&
          L.Coming.insert(Each.Field).second) &&
        !F.Failed)
      refuseHeld(SourceLocation::getFromRawEncoding(Each.Mark->Loc), Each.Field->getName());
  core::changeBlocks(F.Body, [&](core::Block &B) {
    llvm::erase_if(B.Stmts, [&](const core::Stmt *S) { return Marks.contains(S); });
    return false;
  });
}

} // namespace ad::lower
