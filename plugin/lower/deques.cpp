//===- lower/deques.cpp - std::deque, queue and stack ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A deque is a vector (Type::IsVector) of that name, which also changes at its front. A queue or
// stack, as a local variable, is the deque that it is made of; a list is one, too. Iterators and
// what changes the middle: sequence_iterators.cpp.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/comparators.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

const core::Expr *FunctionLowering::constructAdaptor(const CXXConstructExpr *E,
                                                     core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = L.adaptedDeque(E->getType());
  auto Args = given(E->arguments());
  const CXXRecordDecl *Class = E->getConstructor()->getParent();
  if (isNodeContainer(E->getType()) || isStdDeque(Class))
    return constructVector(E, Into);
  if (isOrderedSet(Class) && !E->getConstructor()->isCopyOrMoveConstructor())
    return constructSet(E, Into);
  if (Into) {
    Into->Const = false;
    Changing.insert(Into);
  }
  // How a std::priority_queue compares is asked where elements come and go.
  if (Class->getName() == "priority_queue" && !E->getConstructor()->isCopyOrMoveConstructor()) {
    if (Args.size() > 1)
      return constructHeap(E, Args, Into);
    Args.clear();
  }
  if (Args.empty())
    return declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
  const core::Expr *From = value(read(Args[0]));
  if (From->Ty == Ty && core::isPlace(From))
    return Into ? declareVector(Into, Ty, From, knownSize(From, Loc), Loc) : From;
  error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
        "make it empty, or from a std::deque, and push the elements");
  return declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
}

const core::Expr *FunctionLowering::dequeMember(const CallExpr *E, const CXXMethodDecl *MD,
                                                bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : E->getArg(0);
  QualType Class = Object->getType();
  bool Arrow = Class->isPointerType();
  const core::Type *Adapted = L.adaptedDeque(Class);
  const core::Type *Ty = Adapted ? Adapted : type(Arrow ? Class->getPointeeType() : Class);
  if (!Ty->IsVector)
    return nullptr;
  std::string Name = MD->getNameAsString();
  auto Args = given(E->arguments());
  if (!Member)
    Args.erase(Args.begin());
  bool Stack = MD->getParent()->getName() == "stack";
  if (Adapted && (Arrow || expr(Object)->Ty != Ty)) {
    Known = true;
    if (F.Failed) // said at the parameter
      return poison(E);
    error(Loc,
          "cannot differentiate a '" + L.spelling(Arrow ? Class->getPointeeType() : Class) +
              "' that is not a local variable",
          isStdDeque(MD->getParent()) ? "use a std::vector" : "use a std::deque");
    return poison(E);
  }
  if (MD->getParent()->getName() == "priority_queue" &&
      llvm::is_contained({"push", "emplace", "pop"}, Name)) {
    Known = true;
    return changeHeap(E, Object, Ty, Name, Args);
  }
  auto Whole = [this, Object, Arrow, Loc] {
    return Arrow ? dereference(value(Object), Loc) : expr(Object);
  };
  const bool List = isNodeContainer(attributes::typeOf(Ctx, MD->getParent()));
  const bool Forward = MD->getParent()->getName() == "forward_list";
  QualType Of = heldBy(attributes::typeOf(Ctx, MD->getParent()));
  if (isOrderedSet(MD->getParent())) {
    Known = true;
    return setMember(E, Whole(), MD->getParent(), Name, Args);
  }
  const bool Rows = Adapted && core::holdsVector(Ty->Element); // in Core a vector
  const bool Deque = isStdDeque(MD->getParent());
  if (Rows && (List || Deque) &&
      llvm::is_contained(
          {"insert", "erase", "emplace", "sort", "reverse", "remove", "remove_if", "unique"},
          Name)) {
    Known = true;
    error(Loc,
          "cannot differentiate a call to '" + L.qualifiedName(MD, false) +
              (Ty->Element->IsVector ? "' of vectors" : "' of objects that hold vectors"),
          "use a std::vector, or change the front or the back");
    return poison(E);
  }
  bool Positions =
      (!Adapted || List || Deque) &&
      llvm::is_contained({"begin",         "cbegin",        "end",          "cend",
                          "rbegin",        "crbegin",       "rend",         "crend",
                          "insert",        "erase",         "emplace",      "sort",
                          "before_begin",  "cbefore_begin", "insert_after", "erase_after",
                          "emplace_after", "reverse",       "remove",       "remove_if",
                          "unique"},
                         Name);
  if (Positions) {
    const core::Expr *Container = Whole();
    if (!core::isPlace(Container))
      Container = freeze(Container, Loc, "values");
    const core::Expr *R = sequencePosition(E, Container, Of, Name, Args);
    if (!R && List)
      R = listAlgorithm(E, Container, Of, Name, Args);
    Known = R || F.Failed;
    if (Known)
      return R ? R : poison(E);
  }
  if (Adapted && !Deque) {
    Name = llvm::StringSwitch<std::string>(Name)
               .Case("push", "push_back")
               .Case("emplace", "emplace_back")
               .Case("top", Stack ? "back" : "front")
               .Case("pop", Stack ? "pop_back" : "pop_front")
               .Default(Name);
    bool OfList = List && llvm::is_contained(
                              {"push_front", "emplace_front", "clear", "resize", "swap"}, Name);
    if (!OfList && !llvm::is_contained({"push_back", "emplace_back", "front", "back", "pop_back",
                                        "pop_front", "size", "empty", "operator="},
                                       Name)) {
      Known = true;
      error(Loc, "cannot differentiate a call to '" + L.qualifiedName(MD, false) + "'",
            "use a std::deque");
      return poison(E);
    }
  }
  bool AtFront = llvm::is_contained({"pop_front", "push_front", "emplace_front"}, Name);
  if (!AtFront && List)
    return changeBack(E, MD, Object, Ty, Name, Args, Known);
  if (!AtFront)
    return sequenceMember(E, MD, Object, Ty, Name, Args, Known);
  Known = true;
  const core::Expr *One = literal("1", M.intType(), Loc);
  auto Place = [&](const core::Expr *A) {
    refuseReferencesInto(A, Loc);
    return checkWritten(A, Loc);
  };
  if (Rows)
    return changeFrontRow(Place(freezePlace(Whole(), Loc)), Name, Args, Of, Loc);
  if (Name == "pop_front") {
    const core::Expr *A = Place(Whole());
    resize(A, "$0.pop_front()", {}, nullptr, binary("-", oldSize(A, Loc), One, sizeType(), Loc),
           Loc);
    moveIterators(A, One, /*Up=*/false, nullptr, Loc, Forward);
    return literal("0", M.intType(), Loc);
  }
  const Expr *Element =
      Args.size() == 1 && takenAsItIs(Args[0], Ty->Element) ? Args[0] : madeFrom(Of, Args, Loc);
  if (!Element)
    return literal("0", M.intType(), Loc);
  auto Parts =
      inOrder({Part{Whole, true},
               Part{[=] { return convert(Ty->Element, value(Element), false, Loc); }, false}});
  const core::Expr *A = Place(Parts[0]);
  bool ReadsMemory = false; // elements of A, which are others once there is one more
  core::walk(Parts[1], [&](const core::Expr *X) {
    return !(ReadsMemory |= core::isPlace(X) && !X->is(ExprKind::Variable));
  });
  const core::Expr *New = ReadsMemory ? freeze(Parts[1], Loc, "pushed") : Parts[1];
  resize(A, "$0.push_front($1)", {New}, New, binary("+", oldSize(A, Loc), One, sizeType(), Loc),
         Loc);
  moveIterators(A, literal("0", M.intType(), Loc), /*Up=*/true, nullptr, Loc, Forward);
  return Name == "emplace_front" ? subscript(A, literal("0", M.intType(), Loc), Loc)
                                 : literal("0", M.intType(), Loc);
}

/// Exchanges two elements of a deque of vectors, or of plain records with vectors: vectors with
/// their storage.
void FunctionLowering::exchangeElements(const core::Expr *A, const core::Expr *B,
                                        SourceLocation Loc) {
  const core::Type *T = A->Ty->nonReference();
  if (T->IsVector)
    return exchange(A, B, Loc);
  if (T->isRecord() && core::holdsVector(T)) {
    for (const core::Field &Fd : T->Fields)
      exchangeElements(part(A, Fd), part(B, Fd), Loc);
    return;
  }
  if (T->isArray() && T->Extent)
    return countUp(literal("0", M.intType(), Loc),
                   literal(std::to_string(T->Extent), M.intType(), Loc), Loc,
                   [&](const core::Expr *K) {
                     exchangeElements(subscript(A, K, Loc), subscript(B, K, Loc), Loc);
                   });
  core::Variable *Former = declare("former", T, A, /*Const=*/false, Loc);
  Declared.insert(Former);
  assign(A, B, Loc);
  assign(B, name(Former, Loc), Loc);
}

/// push_front, emplace_front and pop_front of a deque of vectors, or of plain records with vectors,
/// which is a vector of them: the others make room, or close ranks, one by one.
const core::Expr *FunctionLowering::changeFrontRow(const core::Expr *A, llvm::StringRef Name,
                                                   llvm::ArrayRef<const Expr *> Args, QualType Of,
                                                   SourceLocation Loc) {
  const core::Expr *Zero = literal("0", M.intType(), Loc), *One = literal("1", M.intType(), Loc);
  if (!iteratorsInto(A).empty()) {
    error(Loc, "cannot differentiate: an iterator leads into a list of vectors whose front changes",
          "use an index, or end the scope of the iterator before");
    return Zero;
  }
  if (Name != "pop_front") {
    const Expr *Row =
        Args.size() == 1 && !A->Ty->Element->IsVector && takenAsItIs(Args[0], A->Ty->Element)
            ? Args[0]
            : madeFrom(Of, Args, Loc);
    if (!Row)
      return Zero;
    appendElement(A, freeze(value(Row), Loc, "pushed"), Loc);
  }
  const core::Expr *First = subscript(A, Zero, Loc);
  countUp(One, sizeOf(A, Loc), Loc, [&](const core::Expr *K) {
    const core::Expr *Before = binary("-", K, literal("1", M.intType(), Loc), sizeType(), Loc);
    exchangeElements(Name == "pop_front" ? subscript(A, Before, Loc) : First, subscript(A, K, Loc),
                     Loc);
  });
  if (Name == "pop_front")
    resize(A, "$0.pop_back()", {}, nullptr, binary("-", oldSize(A, Loc), One, sizeType(), Loc),
           Loc);
  return Name == "emplace_front" ? First : Zero;
}

/// A member that leaves the first elements of a list what they are. Iterators that lead to its end
/// still do.
const core::Expr *FunctionLowering::changeBack(const CallExpr *E, const CXXMethodDecl *MD,
                                               const Expr *Object, const core::Type *Ty,
                                               const std::string &Name,
                                               llvm::ArrayRef<const Expr *> Args, bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Place = expr(Object);
  bool Changes =
      llvm::is_contained({"push_back", "emplace_back", "pop_back", "clear", "resize"}, Name);
  if (Name == "operator=")
    refuseIteratorsInto(Place, Loc);
  const core::Expr *Old = nullptr;
  if (Changes && !iteratorsInto(Place).empty())
    Old = name(declare("end", sizeType(), sizeOf(Place, Loc), true, Loc), Loc);
  const core::Expr *R = sequenceMember(E, MD, Object, Ty, Name, Args, Known);
  if (!Old)
    return R;
  for (const core::Expr *It : iteratorsInto(Place)) {
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = binary(">=", It, Old, M.boolType(), Loc);
    If->Then = capture([&] { assign(It, sizeOf(Place, Loc), Loc); });
    emit(If);
  }
  return R;
}

/// The same for a variable.
static Expr *comparator(Sema &S, const Usage &Uses, const Expr *Object, SourceLocation Loc) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return comparator(S, Uses, Object->getType(), V ? V->getInit() : nullptr, Loc);
}

/// push, emplace and pop of a std::priority_queue: the library's heap, on the vector that it is.
const core::Expr *FunctionLowering::changeHeap(const CallExpr *E, const Expr *Object,
                                               const core::Type *Ty, llvm::StringRef Name,
                                               llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  const auto *RD = cast<ClassTemplateSpecializationDecl>(Object->getType()->getAsCXXRecordDecl());
  Expr *Less = comparator(L.S, Uses, Object, Loc);
  auto *Heap = new (Ctx) OpaqueValueExpr(Loc, RD->getTemplateArgs()[1].getAsType(), VK_LValue);
  OpaqueValues[Heap] = checkWritten(expr(Object), Loc);
  llvm::SmallVector<const Expr *, 3> All{Heap};
  if (Name != "pop")
    All.push_back(Args.size() == 1 && type(Args[0]->getType())->nonReference() == Ty->Element
                      ? Args[0]
                      : madeFrom(RD->getTemplateArgs()[0].getAsType(), Args, Loc));
  All.push_back(Less);
  const CallExpr *Own =
      Less && All[1] ? ownAlgorithm(Name == "pop" ? "heap_pop" : "heap_push", All, Loc) : nullptr;
  if (!Own) {
    error(Loc, "cannot differentiate this call of 'std::priority_queue::" + Name.str() + "'",
          "compare with std::less, std::greater or a class without members");
    return poison(E);
  }
  return inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                    llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
}

/// A std::priority_queue that is made with elements: those between two iterators, or of a
/// container, which the library makes a heap.
const core::Expr *FunctionLowering::constructHeap(const CXXConstructExpr *E,
                                                  llvm::ArrayRef<const Expr *> Args,
                                                  core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = L.adaptedDeque(E->getType());
  const auto *RD = cast<ClassTemplateSpecializationDecl>(E->getType()->getAsCXXRecordDecl());
  QualType Container = RD->getTemplateArgs()[1].getAsType();
  auto IsComparator = [&](const Expr *A) {
    return Ctx.hasSameUnqualifiedType(A->getType(), RD->getTemplateArgs()[2].getAsType());
  };
  auto *Heap = new (Ctx) OpaqueValueExpr(Loc, Container, VK_LValue);
  llvm::SmallVector<const Expr *, 4> All{Heap};
  for (const Expr *A : Args)
    if (!IsComparator(A))
      All.push_back(A);
  const bool OfContainer =
      All.size() == 2 && Ctx.hasSameUnqualifiedType(All[1]->getType(), Container);
  All.push_back(comparator(L.S, Uses, E->getType(), E, Loc));
  const core::Expr *Made = nullptr;
  if (OfContainer) {
    const core::Expr *From = value(read(All[1]));
    bool Takes = core::isPlace(From) && givesUp(withoutTemporary(All[1]));
    Made = Takes ? takenFrom(From, Into, Loc)
                 : declareVector(Into, Ty, From, knownSize(From, Loc), Loc);
    All.erase(All.begin() + 1);
  } else {
    Made = declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
  }
  OpaqueValues[Heap] = Made;
  if (Made->is(ExprKind::Variable)) {
    Made->Var->Const = false;
    Changing.insert(Made->Var);
  }
  const CallExpr *Own = !All.back() || (!OfContainer && All.size() != 4)
                            ? nullptr
                            : ownAlgorithm(OfContainer ? "heap_make" : "heap_fill", All, Loc);
  if (!Own) {
    error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
          "make it empty and push the elements");
    return Made;
  }
  inlineCall(Own->getDirectCallee(), nullptr, nullptr,
             llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
  return Made;
}

/// In Core a reference to an element is its number, which changes with the front.
void FunctionLowering::refuseReferencesInto(const core::Expr *Deque, SourceLocation Loc) {
  const core::Variable *Root = core::rootVariable(Deque);
  auto Leads = [&](const core::Expr *Place) {
    for (; Place && (Place->is(ExprKind::Subscript) || Place->is(ExprKind::Member) ||
                     Place->is(ExprKind::BaseOf));
         Place = Place->operand())
      if (Place->is(ExprKind::Subscript) && Place->operand()->Ty == Deque->Ty &&
          core::rootVariable(Place) == Root)
        return true;
    return false;
  };
  auto Refuse = [&](const ValueDecl *D) {
    error(Loc,
          "cannot differentiate: '" + plainName(D, "a reference") +
              "' refers to an element of a deque whose front changes here",
          "copy the element, or end the scope of the reference before");
  };
  for (const auto &[D, Place] : References)
    if (Leads(Place))
      return Refuse(D);
  for (const Frame &Fr : Frames)
    if (Fr.Inlined)
      for (const ParmVarDecl *P : Fr.Decl->parameters())
        if (P->getType()->isReferenceType() && Leads(Bindings.lookup(P)))
          return Refuse(P);
}

} // namespace ad::lower
