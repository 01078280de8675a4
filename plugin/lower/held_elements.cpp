//===- lower/held_elements.cpp - functions in elements of containers ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A local vector or array of objects that hold std::function objects or lambdas is one of the
// stand-ins of their class (held_members.cpp), and beside it there is a list of functions for each
// such member:
//
//   struct Stage { std::string name; double gain; std::function<double(double)> shape; };
//   std::vector<Stage> stages;
//   stages.push_back({"soft", k, [](double x) { return std::tanh(x); }});
//
//     the vector          stages.push_back(object), of name and gain
//     the list of shape   gets that lambda
//
// A list is a note of the path of the container with "[]" behind it (HeldMember::List). Which of
// its functions an element holds is its index; where loops and branches append, numbers say which
// (held_functions.cpp). Whatever else changes such a container is refused.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// What a container of objects holds has this behind its path.
static constexpr llvm::StringLiteral Elements = "[]";

bool isOfNoted(Lowering &L, const core::Type *T) {
  if (!T->isArray())
    return false;
  while (T->isArray())
    T = T->Element;
  return L.followsMembers(L.classOf(T));
}

std::optional<HeldPath> heldPath(const core::Expr *Place) {
  if (!core::isPlace(Place))
    return std::nullopt;
  if (Place->is(ExprKind::Variable))
    return HeldPath{Place->Var, "", nullptr};
  const bool Element = Place->is(ExprKind::Subscript) && Place->operand()->Ty->isArray();
  if (!Element && !Place->is(ExprKind::Member) && !Place->is(ExprKind::BaseOf))
    return std::nullopt;
  std::optional<HeldPath> P = heldPath(Place->operand());
  if (!P || (Element && P->Index))
    return std::nullopt;
  if (Element) {
    P->Path += Elements;
    P->Index = Place->operand(1);
  } else {
    P->Path += "." + (Place->is(ExprKind::Member) ? Place->Text : Place->Ty->Spelling);
  }
  return P;
}

/// Calls Look with the members of Class that are functions, and the paths of the parts that they
/// are members of. False: there are others that would have to be followed.
bool FunctionLowering::forEachFunction(
    const CXXRecordDecl *Class, const std::string &Path,
    llvm::function_ref<void(const std::string &, const FieldDecl *)> Look) {
  bool All = true;
  for (const CXXBaseSpecifier &B : Class->bases())
    if (const auto *Base = B.getType()->getAsCXXRecordDecl(); L.followsMembers(Base))
      All &= forEachFunction(Base, Path + "." + type(B.getType())->Spelling, Look);
  for (const FieldDecl *FD : Class->fields()) {
    if (L.isFollowed(FD)) {
      All &= isClosureObject(FD->getType());
      Look(Path, FD);
    } else if (const auto *Part = FD->getType()->getAsCXXRecordDecl(); L.followsMembers(Part)) {
      All &= forEachFunction(Part, Path + "." + FD->getNameAsString(), Look);
    } else if (isOfNoted(L, type(FD->getType()))) {
      All = false;
    }
  }
  return All;
}

/// The containers of a Ty at Path in V are made here: their lists begin.
void FunctionLowering::beginElements(const core::Variable *V, const core::Type *Ty,
                                     const std::string &Path, SourceLocation Loc) {
  if (Ty->isRecord() && L.followsMembers(L.classOf(Ty)))
    for (const core::Field &Each : Ty->Fields)
      beginElements(V, Each.Ty, Path + "." + (Each.IsBase ? Each.Ty->Spelling : Each.Name), Loc);
  if (!isOfNoted(L, Ty))
    return;
  const bool All =
      forEachFunction(L.classOf(Ty->Element), Path + Elements.str(),
                      [&](const std::string &Of, const FieldDecl *FD) {
                        HeldMember New;
                        New.Field = FD;
                        New.Object = V;
                        New.Path = Of;
                        New.List = beginList(FD, Loc);
                        New.List->IsOfElements = true;
                        if (L.ComingElements.contains(FD))
                          beginNumbers(*New.List, Loc);
                        else
                          New.List->Functions.assign(Ty->IsVector ? 0 : Ty->Extent, noFunction());
                        New.Mark = stmt(StmtKind::Block, Loc);
                        emit(New.Mark);
                        Held.push_back(New);
                      });
  if (!All || Ty->Element->isArray())
    refuseElements(Ty, Loc);
}

void FunctionLowering::refuseElements(const core::Type *Ty, SourceLocation Loc) {
  while (Ty->isArray())
    Ty = Ty->Element;
  if (!F.Failed)
    error(Loc,
          "cannot differentiate this use of a container of objects of type '" +
              L.qualifiedName(L.classOf(Ty)) + "', which hold functions",
          "append to it by push_back in the function that declares it, loop over it, and change "
          "the order of indices instead of that of its elements");
}

/// The function that the member FD of the element at Base holds, by its List.
const Closure *FunctionLowering::heldElement(FunctionList &List, const core::Expr *Base,
                                             SourceLocation Loc) {
  const core::Expr *Index = heldPath(Base)->Index;
  if (List.grows())
    return grownElement(List, freeze(Index, Loc, "which"), Loc);
  if (std::optional<unsigned> Fixed = fixedIndex(List, Index))
    return List.Functions[*Fixed];
  if (List.Functions.empty())
    return noFunction();
  if (llvm::any_of(List.Functions,
                   [](const Closure *C) { return C->Lambda && isMutable(C->Lambda); })) {
    refuseFunctionList(Loc);
    return noFunction();
  }
  if (llvm::all_of(List.Functions, [&](const Closure *C) { return C == List.Functions[0]; }))
    return List.Functions[0];
  OwnedClosures.push_back(std::make_unique<Closure>());
  OwnedClosures.back()->Choices = List.Functions;
  OwnedClosures.back()->Which = freeze(Index, Loc, "which");
  return OwnedClosures.back().get();
}

/// The function that Known, a note of the member of the object at Base, says. Null: none is known.
const Closure *FunctionLowering::notedFunction(const HeldMember &Known, const core::Expr *Base,
                                               SourceLocation Loc) {
  if (!Known.List)
    return Known.Function;
  const std::shared_ptr<FunctionList> List = Known.List; // Held may grow
  if (List->IsOfElements)
    return heldElement(*List, Base, Loc);
  return List->IsSingle ? heldNow(*List, Loc) : nullptr;
}

/// The object From, or one that `{}` makes, comes to the end of the container at Place.
void FunctionLowering::appendHeld(const core::Expr *Place, const core::Expr *From,
                                  SourceLocation Loc) {
  const std::optional<HeldPath> At = heldPath(Place);
  const bool Fresh = From->is(ExprKind::Braces) && From->Operands.empty();
  const CXXRecordDecl *Class = L.classOf(Place->Ty->Element);
  if (!At || At->Index || !Class || (!Fresh && !heldPath(From)))
    return refuseElements(Place->Ty, Loc);
  bool Done = true;
  forEachFunction(Class, "", [&](const std::string &Path, const FieldDecl *FD) {
    const HeldMember *Known =
        Fresh ? nullptr : noteOf({heldPath(From)->Object, heldPath(From)->Path + Path}, FD);
    const Closure *C = Fresh ? noFunction() : Known ? notedFunction(*Known, From, Loc) : nullptr;
    const HeldMember *Of = noteOf({At->Object, At->Path + Elements.str() + Path}, FD);
    if (C && C->Object)
      C = nullptr;
    const std::shared_ptr<FunctionList> List = Of ? Of->List : nullptr;
    Done = Done && C && List && append(*List, copyOf(C, Loc), Loc);
  });
  if (!Done)
    refuseElements(Place->Ty, Loc);
}

/// The element of the container at Place becomes a copy of From.
void FunctionLowering::replaceHeld(const core::Expr *Place, const core::Expr *From,
                                   SourceLocation Loc) {
  const std::optional<HeldPath> At = heldPath(Place);
  const CXXRecordDecl *Class = L.classOf(Place->Ty);
  if (!At || !At->Index || !Class || !heldPath(From))
    return refuseElements(Place->Ty, Loc);
  forEachFunction(Class, "", [&](const std::string &Path, const FieldDecl *FD) {
    const HeldMember *Known = noteOf({heldPath(From)->Object, heldPath(From)->Path + Path}, FD);
    const Closure *C = Known ? notedFunction(*Known, From, Loc) : nullptr;
    const HeldMember *Of = noteOf({At->Object, At->Path + Path}, FD);
    if (!C || !Of || !setElement(*Of->List, At->Index, C, Loc))
      refuseElements(Place->Ty, Loc);
  });
}

/// Whether S declares a name for a function in an object.
static bool namesFunctions(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Declares = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->getType()->isReferenceType() &&
          (isStdFunction(V->getType().getNonReferenceType()) || isa<DecompositionDecl>(V)))
        return true;
  return llvm::any_of(S->children(), namesFunctions);
}

/// The function of the element at Index is C from here on. False: that is not followed.
bool FunctionLowering::setElement(FunctionList &List, const core::Expr *Index, const Closure *C,
                                  SourceLocation Loc) {
  const std::optional<unsigned> Number = fixedIndex(List, Index);
  if (!Number || C->Object ||
      llvm::any_of(Frames, [](const Frame &Fr) { return namesFunctions(Fr.Decl->getBody()); }))
    return false;
  List.Functions[*Number] = copyOf(C, Loc);
  noteEvent(List, /*Changes=*/true, Loc);
  return true;
}

/// The container at Target, which is made here, holds Value.
void FunctionLowering::makeHeldElements(const core::Expr *Target, const core::Expr *Value,
                                        SourceLocation Loc) {
  if (core::isPlace(Value))
    return copyHeld(Target, Value, Loc);
  const std::optional<HeldPath> At = heldPath(Target);
  if (!At || At->Index || !Value->is(ExprKind::Braces))
    return refuseElements(Target->Ty, Loc);
  beginElements(At->Object, Target->Ty, At->Path, Loc);
  for (unsigned I = 0; I < Value->Operands.size() && !F.Failed; ++I)
    if (Target->Ty->IsVector)
      appendHeld(Target, Value->Operands[I], Loc);
    else
      replaceHeld(subscript(Target, literal(std::to_string(I), M.intType(), Loc), Loc),
                  Value->Operands[I], Loc);
}

/// The part of V at Path.
static const core::Expr *placeAt(core::Module &M, const core::Expr *V, llvm::StringRef Path) {
  while (V && Path.consume_front(".")) {
    const llvm::StringRef Name = Path.take_until([](char C) { return C == '.'; });
    Path = Path.drop_front(Name.size());
    const core::Expr *Part = nullptr;
    for (const core::Field &Each : V->Ty->Fields)
      if ((Each.IsBase ? Each.Ty->Spelling : Each.Name) == Name) {
        core::Expr *E = M.expr(Each.IsBase ? ExprKind::BaseOf : ExprKind::Member, Each.Ty, V->Loc);
        E->Text = Each.Name;
        E->Operands = {V};
        Part = E;
      }
    V = Part;
  }
  return V;
}

/// E calls a member of what an iterator at Pointer leads to: that element, if there is but one
/// container for it. Null: that is not known.
const core::Expr *FunctionLowering::elementBehind(const MemberExpr *E, const core::Expr *Pointer) {
  const auto *FD = dyn_cast<FieldDecl>(E->getMemberDecl());
  const auto *Step = dyn_cast<CXXOperatorCallExpr>(E->getBase()->IgnoreParenImpCasts());
  const CXXRecordDecl *Iterator =
      Step ? Step->getArg(0)->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  if (!FD || !L.isFollowed(FD) || !Iterator || !isVectorIterator(Iterator))
    return nullptr;
  const HeldMember *Of = nullptr;
  for (const HeldMember &Each : Held)
    if (Each.Field == FD && Each.List && Each.List->IsOfElements) {
      if (Of && (Of->Object != Each.Object || Of->Path != Each.Path))
        return nullptr; // which of them is not known
      Of = &Each;
    }
  SourceLocation Loc = E->getExprLoc();
  llvm::StringRef Path = Of ? llvm::StringRef(Of->Path) : "";
  const core::Expr *Container =
      Path.consume_back(Elements)
          ? placeAt(M, name(const_cast<core::Variable *>(Of->Object), Loc), Path)
          : nullptr;
  if (!Container || !Container->Ty->IsVector || Container->Ty->Element != Pointer->Ty->Element)
    return nullptr;
  const core::Expr *Start =
      addressOf(subscript(Container, literal("0", M.intType(), Loc), Loc), Pointer->Ty, Loc);
  const core::Expr *Index = binary("-", Pointer, Start, type(Ctx.getPointerDiffType()), Loc);
  return subscript(Container, freeze(Index, Loc, "at"), Loc);
}

/// Whether the algorithm Name leaves the elements where they are.
static bool onlyLooks(llvm::StringRef Name) {
  return llvm::is_contained({"find", "find_if", "find_if_not", "count", "count_if", "any_of",
                             "all_of", "none_of", "max_element", "min_element", "minmax_element",
                             "accumulate", "for_each", "transform", "is_sorted", "lower_bound",
                             "upper_bound", "partition_point", "adjacent_find"},
                            Name);
}

/// Refuses what the algorithm Name would do to the elements of such a container.
bool FunctionLowering::movesElements(llvm::StringRef Name, llvm::ArrayRef<const Expr *> Args,
                                     SourceLocation Loc) {
  if (!L.HasStandIns || onlyLooks(Name))
    return false;
  for (const Expr *A : Args) {
    const core::Type *T = type(A->getType())->nonReference();
    if (T->isPointer() || T->isArray())
      T = T->Element;
    while (T->isArray())
      T = T->Element;
    if (!L.followsMembers(L.classOf(T)))
      continue;
    refuseElements(T, Loc);
    return true;
  }
  return false;
}

/// What S does to containers of objects that hold functions. False: it has none.
bool FunctionLowering::followElements(const core::Stmt *S) {
  const SourceLocation Loc = SourceLocation::getFromRawEncoding(S->Loc);
  auto Holds = [this](const core::Expr *E) { return E && isOfNoted(L, E->Ty->nonReference()); };
  if (S->is(StmtKind::Declare) && L.standsIn(L.classOf(S->Var->Ty)))
    beginElements(S->Var, S->Var->Ty, "", Loc);
  if (S->is(StmtKind::Declare) && isOfNoted(L, S->Var->Ty)) {
    if (S->Value)
      makeHeldElements(name(S->Var, Loc), S->Value, Loc);
    else
      beginElements(S->Var, S->Var->Ty, "", Loc);
    return true;
  }
  if (S->is(StmtKind::Assign) && Holds(S->Target)) {
    makeHeldElements(S->Target, S->Value, Loc);
    return true;
  }
  if (S->is(StmtKind::Opaque) && Holds(S->Target) && S->OldSize) {
    resizeElements(S, Loc);
    return true;
  }
  const core::Expr *Used = nullptr; // as a whole
  auto Look = [&](const core::Expr *E) {
    if (!E)
      return;
    core::walk(E, [&](const core::Expr *X) {
      if (Holds(X))
        Used = X;
      return !(X->is(ExprKind::Member) && Holds(X->operand())) &&
             !(X->is(ExprKind::Subscript) && Holds(X->operand()));
    });
  };
  llvm::for_each(S->Operands, Look);
  llvm::for_each(S->Writes, Look);
  Look(S->Target);
  Look(S->Value);
  if (Used)
    refuseElements(Used->Ty->nonReference(), Loc);
  return Used;
}

/// S changes the number of elements of such a vector.
void FunctionLowering::resizeElements(const core::Stmt *S, SourceLocation Loc) {
  const std::optional<HeldPath> At = heldPath(S->Target);
  if (S->Value && llvm::StringRef(S->Text).contains(".push_back("))
    return appendHeld(S->Target, S->Value, Loc);
  unsigned Size = 0;
  const bool Pops = S->Text == "$0.pop_back()", Clears = S->Text == "$0.clear()",
             Resizes = S->Text == "$0.resize($1)" && S->Operands.size() == 2 &&
                       S->Operands[1]->is(ExprKind::Literal) &&
                       !llvm::StringRef(S->Operands[1]->Text).getAsInteger(10, Size);
  bool Done = At && !At->Index && (Pops || Clears || Resizes);
  if (Done)
    forEachFunction(
        L.classOf(S->Target->Ty->Element), "", [&](const std::string &Path, const FieldDecl *FD) {
          const HeldMember *Of = noteOf({At->Object, At->Path + Elements.str() + Path}, FD);
          const std::shared_ptr<FunctionList> List = Of ? Of->List : nullptr;
          Done = Done && List && !List->grows() && (!Pops || !List->Functions.empty());
          if (!Done)
            return;
          if (Pops)
            Size = List->Functions.size() - 1;
          List->Functions.resize(Size, noFunction());
          noteEvent(*List, /*Changes=*/true, Loc);
        });
  if (!Done)
    refuseElements(S->Target->Ty, Loc);
}

} // namespace ad::lower
