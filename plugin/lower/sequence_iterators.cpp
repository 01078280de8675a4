//===- lower/sequence_iterators.cpp - iterators of std::deque and list ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// They are numbers: how many elements lie before the one to which they lead. Lowering knows the
// container of each (containerAt). An iterator of a list stays with its element while others come
// and go, so what changes a list moves the iterators that are in scope (moveIterators).
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- What iterators lead into ------------------------------------------===//

/// An iterator that is a number in Core.
bool FunctionLowering::isSequenceIterator(QualType T) {
  T = T.getNonReferenceType();
  return lower::isSequenceIterator(T->getAsRecordDecl()) && type(T)->isInteger();
}

/// A deque, or what is one in Core.
bool FunctionLowering::comesAndGoes(QualType T) {
  T = T.getNonReferenceType();
  const RecordDecl *RD = T->getAsRecordDecl();
  return RD && (L.adaptedDeque(T) || (isStdDeque(RD) && type(T)->IsVector));
}

/// Index, an iterator into Container (or into nothing, where that is null).
const core::Expr *FunctionLowering::iteratorInto(const core::Expr *Container,
                                                 const core::Expr *Index) {
  if (Container)
    IteratorsMade[Index] = Container;
  return Index;
}

/// The container into which Iterator leads; null if that is not known.
const core::Expr *FunctionLowering::containerAt(const core::Expr *Iterator) {
  if (!Iterator->Ty || !Iterator->Ty->isInteger())
    return nullptr;
  if (const core::Expr *Made = IteratorsMade.lookup(Iterator))
    return Made;
  if (Iterator->is(ExprKind::Variable))
    return IteratorVariables.lookup(Iterator->Var);
  bool Computed = Iterator->is(ExprKind::Cast) || Iterator->is(ExprKind::Binary);
  return Computed && Iterator->Ty == sizeType() ? containerAt(Iterator->operand()) : nullptr;
}

/// Where containerAt has no answer.
const core::Expr *FunctionLowering::loseContainer(const Expr *Iterator) {
  if (!F.Failed) // else said at the parameter
    error(Iterator->getExprLoc(),
          "cannot differentiate: which container this iterator leads into is not known here",
          "get the iterator from the container in the same function, or use an index");
  return poison(Iterator);
}

/// Iterator is set to Value, and must not lead into another container than before.
void FunctionLowering::keepContainerOf(const core::Expr *Iterator, const core::Expr *Value,
                                       SourceLocation Loc) {
  const core::Expr *Container = Value ? containerAt(Value) : nullptr;
  if (!Container || Iterator->Ty->nonReference() != sizeType() || !Iterator->is(ExprKind::Variable))
    return;
  const core::Expr *&Known = IteratorVariables[Iterator->Var];
  if (!Known)
    Known = freezePlace(Container, Loc);
  else if (!core::equal(Known, Container))
    error(Loc, "cannot differentiate: this iterator leads into different containers",
          "use one iterator for each container");
}

/// D has been declared: if it is an iterator, it moves with its element until its scope ends.
void FunctionLowering::watchIterator(const VarDecl *D) {
  const core::Expr *Place = Bindings.lookup(D);
  if (!Place || !Place->is(ExprKind::Variable) || !isSequenceIterator(D->getType()))
    return;
  Place->Var->Const = false;
  Changing.insert(Place->Var);
  References.push_back({D, Place});
}

/// The iterators in scope that lead into Container.
llvm::SmallVector<const core::Expr *, 2>
FunctionLowering::iteratorsInto(const core::Expr *Container) {
  llvm::SmallVector<const core::Expr *, 2> Found;
  for (const auto &[D, Place] : References)
    if (Place && Place->is(ExprKind::Variable))
      if (const core::Expr *Into = IteratorVariables.lookup(Place->Var);
          Into && core::rootVariable(Into) == core::rootVariable(Container))
        Found.push_back(Place);
  return Found;
}

/// The iterators at number From and later, but for Except, move Up or down by one. Before: of a
/// list in which one may lead to before the first element, at number -1.
void FunctionLowering::moveIterators(const core::Expr *Container, const core::Expr *From, bool Up,
                                     const core::Expr *Except, SourceLocation Loc, bool Before) {
  for (const core::Expr *It : iteratorsInto(Container)) {
    if (Except && core::equal(It, Except))
      continue;
    core::Stmt *If = stmt(StmtKind::If, Loc);
    const core::Expr *One = literal("1", M.intType(), Loc);
    If->Value = Before ? binary(">", binary("+", It, One, sizeType(), Loc), From, M.boolType(), Loc)
                       : binary(">=", It, From, M.boolType(), Loc);
    core::Stmt *Step = stmt(StmtKind::Accumulate, Loc);
    Step->Target = It;
    Step->Value = Up ? One : unary("-", One, M.intType(), Loc);
    If->Then.add(Step);
    bool All = !Before && From->is(ExprKind::Literal) && From->Text == "0";
    emit(All ? Step : If);
  }
}

/// Container changes in a way that its iterators cannot follow.
void FunctionLowering::refuseIteratorsInto(const core::Expr *Container, SourceLocation Loc) {
  if (!iteratorsInto(Container).empty())
    error(Loc, "cannot differentiate: an iterator leads into a container that changes here",
          "end the scope of the iterator before");
}

//===-- Members -----------------------------------------------------------===//

/// `ad::algorithms::place<Element>`, as which the iterator at Index is given to our algorithms.
const Expr *FunctionLowering::placeOf(QualType Element, const core::Expr *Index,
                                      SourceLocation Loc) {
  const DeclContext *Scope = L.algorithms();
  if (!Scope)
    return nullptr;
  auto Found = Scope->lookup(&Ctx.Idents.get("place"));
  auto *Place = Found.empty() ? nullptr : dyn_cast<ClassTemplateDecl>(Found.front());
  if (!Place)
    return nullptr;
  QualType T = attributes::specialise(L.S, Place, {TemplateArgument(Element)});
  if (T.isNull() || !L.S.isCompleteType(Loc, T))
    return nullptr;
  auto *E = new (Ctx) OpaqueValueExpr(Loc, T, VK_PRValue);
  OpaqueValues[E] = Index;
  return E;
}

/// E, an argument of one of our algorithms: an iterator of a list as a place.
const Expr *FunctionLowering::asPlace(const Expr *E) {
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      E->getType().getNonReferenceType()->getAsRecordDecl());
  if (!RD || !RD->isInStdNamespace() || RD->getName() == "_Deque_iterator" ||
      !isSequenceIterator(E->getType()))
    return E;
  const core::Expr *Index = value(E);
  const Expr *Place = placeOf(RD->getTemplateArgs()[0].getAsType(), Index, E->getExprLoc());
  return Place ? Place : E;
}

/// begin, end and their like, and what inserts and erases in the middle. Null: none of these.
const core::Expr *FunctionLowering::sequencePosition(const CallExpr *E, const core::Expr *Container,
                                                     QualType Element, llvm::StringRef Name,
                                                     llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Zero = literal("0", sizeType(), Loc), *One = literal("1", M.intType(), Loc);
  if (llvm::is_contained({"begin", "cbegin", "rend", "crend"}, Name))
    return iteratorInto(Container, Zero);
  if (llvm::is_contained({"end", "cend", "rbegin", "crbegin"}, Name))
    return iteratorInto(Container, sizeOf(Container, Loc));
  if (llvm::is_contained({"before_begin", "cbefore_begin"}, Name))
    return iteratorInto(Container, opaque("std::size_t(-1)", sizeType(), {}, Loc));
  const bool After = Name.consume_back("_after"); // of a std::forward_list
  bool Inserts = (Name == "insert" && Args.size() == 2) || Name == "emplace";
  bool Erases = Name == "erase" && (Args.size() == 1 || (Args.size() == 2 && !After));
  if ((!Inserts && !Erases) || Args.empty() || !isSequenceIterator(Args[0]->getType()) ||
      isa<CXXStdInitializerListExpr>(Args.back()->IgnoreImplicit()))
    return nullptr;
  const core::Type *Ty = Container->Ty->Element;
  const Expr *New = nullptr;
  if (Inserts) {
    New = Args.size() == 2 && takenAsItIs(Args[1], Ty) ? Args[1]
                                                       : madeFrom(Element, Args.drop_front(), Loc);
    if (!New)
      return Zero;
  }
  std::vector<Part> Steps{Part{[&] { return value(Args[0]); }, false}};
  if (Inserts)
    Steps.push_back(Part{[&] { return convert(Ty, value(New), false, Loc); }, false});
  else if (Args.size() == 2)
    Steps.push_back(Part{[&] { return value(Args[1]); }, false});
  auto Parts = inOrder(Steps);
  refuseReferencesInto(Container, Loc);
  if (const core::Variable *Root = core::rootVariable(Container))
    Shifted.try_emplace(Root, Loc);
  const core::Expr *Place = checkWritten(Container, Loc), *Given = Parts[0];
  // An iterator that is given is moved like others; the number stays.
  const core::Expr *First = After ? binary("+", Given, One, sizeType(), Loc) : Given;
  const core::Expr *At =
      First->is(ExprKind::Literal) ? First : name(declare("at", sizeType(), First, true, Loc), Loc);
  auto Moves = [&](const core::Expr *To, const core::Expr *From) {
    assign(checkWritten(subscript(Place, To, Loc), Loc), subscript(Place, From, Loc), Loc);
  };
  auto Minus = [&](const core::Expr *A, const core::Expr *B) {
    return binary("-", A, B, sizeType(), Loc);
  };
  if (Inserts) {
    const core::Expr *V = freeze(Parts[1], Loc, "inserted");
    const core::Expr *Old = name(declare("last", sizeType(), sizeOf(Place, Loc), true, Loc), Loc);
    resize(Place, "$0.push_back($1)", {V}, V,
           binary("+", oldSize(Place, Loc), One, sizeType(), Loc), Loc);
    countUp(literal("0", M.intType(), Loc), Minus(Old, At), Loc,
            [&](const core::Expr *K) { Moves(Minus(Old, K), Minus(Minus(Old, K), One)); });
    assign(checkWritten(subscript(Place, At, Loc), Loc), V, Loc);
    moveIterators(Place, At, /*Up=*/true, nullptr, Loc, After);
    return iteratorInto(Container, At);
  }
  const core::Expr *Count = One;
  if (Args.size() == 2) {
    Count = name(declare("erased", sizeType(), Minus(Parts[1], At), true, Loc), Loc);
    refuseIteratorsPast(Place, Parts, Loc);
  }
  const core::Expr *Left =
      name(declare("left", sizeType(), Minus(sizeOf(Place, Loc), Count), true, Loc), Loc);
  countUp(At, Left, Loc,
          [&](const core::Expr *K) { Moves(K, binary("+", K, Count, sizeType(), Loc)); });
  if (Args.size() == 1)
    resize(Place, "$0.pop_back()", {}, nullptr, Minus(oldSize(Place, Loc), One), Loc);
  else
    resize(Place, "$0.resize($1)", {Left}, nullptr, Left, Loc);
  if (Args.size() == 1)
    moveIterators(Place, binary("+", At, One, sizeType(), Loc), /*Up=*/false, Given, Loc, After);
  return iteratorInto(Container, At);
}

/// Erasing a range leaves alone, of the iterators in scope, those that it was given.
void FunctionLowering::refuseIteratorsPast(const core::Expr *Container,
                                           llvm::ArrayRef<const core::Expr *> Given,
                                           SourceLocation Loc) {
  for (const core::Expr *It : iteratorsInto(Container))
    if (!core::equal(It, Given[0]))
      return refuseIteratorsInto(Container, Loc);
}

/// sort, reverse, remove, remove_if and unique of a list. Null: none of these.
const core::Expr *FunctionLowering::listAlgorithm(const CallExpr *E, const core::Expr *Container,
                                                  QualType Element, llvm::StringRef Name,
                                                  llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  if (!llvm::is_contained({"sort", "reverse", "remove", "remove_if", "unique"}, Name) ||
      Args.size() > 1)
    return nullptr;
  refuseIteratorsInto(Container, Loc);
  refuseReferencesInto(Container, Loc);
  if (const core::Variable *Root = core::rootVariable(Container))
    Shifted.try_emplace(Root, Loc);
  const core::Expr *Place = checkWritten(Container, Loc);
  llvm::StringRef Compared = Args.empty() ? "<" : comparisonOf(Args[0]->getType());
  if (Name == "sort" && !Compared.empty() && Place->Ty->Element->isReal()) {
    const core::Expr *N = name(declare("count", sizeType(), sizeOf(Place, Loc), true, Loc), Loc);
    return permute("stable_sort", Place, nullptr, nullptr, N, Compared, Loc);
  }
  llvm::SmallVector<const Expr *, 3> All{
      placeOf(Element, iteratorInto(Place, literal("0", sizeType(), Loc)), Loc),
      placeOf(Element, iteratorInto(Place, sizeOf(Place, Loc)), Loc)};
  All.append(Args.begin(), Args.end());
  const CallExpr *Own = All[0] && All[1] ? ownAlgorithm(Name, All, Loc) : nullptr;
  if (!Own)
    return nullptr;
  const core::Expr *End =
      inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                 llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
  if (Name == "sort" || Name == "reverse")
    return End;
  const core::Expr *N = name(declare("left", sizeType(), End, true, Loc), Loc);
  resize(Place, "$0.resize($1)", {N}, nullptr, N, Loc);
  return literal("0", M.intType(), Loc);
}

/// The elements of a list stay where they are in memory while others come between them; here they
/// move.
void FunctionLowering::refusePointersIntoShifted() {
  if (Shifted.empty())
    return;
  core::walk(F.Body, [&](core::Stmt *S) {
    bool Keeps = S->is(StmtKind::Declare) || S->is(StmtKind::Assign);
    if (!Keeps || !S->Value)
      return;
    core::walk(S->Value, [&](const core::Expr *E) {
      if (E->is(ExprKind::AddressOf) && E->operand()->is(ExprKind::Subscript) &&
          Shifted.count(core::rootVariable(E->operand())))
        error(SourceLocation::getFromRawEncoding(S->Loc ? S->Loc : F.Loc),
              "cannot differentiate a pointer into a list whose elements change places",
              "copy the element, or use an iterator");
      return true;
    });
  });
}

} // namespace ad::lower
