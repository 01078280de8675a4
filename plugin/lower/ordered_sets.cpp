//===- lower/ordered_sets.cpp - std::set and multiset of active values ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// As a local variable, a set is the vector of its elements in order, and its iterators are numbers
// (sequence_iterators.cpp). Its members are functions of our own (driver/ordered_algorithms.inc).
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/comparators.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

static bool isMulti(const CXXRecordDecl *Class) { return Class->getName() == "multiset"; }

/// std::vector of the elements of Class; null where <vector> is not included.
static QualType vectorOfElements(Sema &S, const CXXRecordDecl *Class) {
  const auto &Args = cast<ClassTemplateSpecializationDecl>(Class)->getTemplateArgs();
  auto Found = S.getStdNamespace()->lookup(&S.Context.Idents.get("vector"));
  auto *Vector = Found.empty() ? nullptr : dyn_cast<ClassTemplateDecl>(Found.front());
  return Vector ? attributes::specialise(S, Vector, {Args[0], Args[2]}) : QualType();
}

/// Our function Algorithm, called with the vector that Set is, Args, and what compares.
const core::Expr *FunctionLowering::ofSet(llvm::StringRef Algorithm, const core::Expr *Set,
                                          const CXXRecordDecl *Class,
                                          llvm::ArrayRef<const Expr *> Args, SourceLocation Loc) {
  QualType Vector = vectorOfElements(L.S, Class);
  const bool Compares = !llvm::is_contained({"set_add", "set_drop"}, Algorithm);
  Expr *Less =
      Compares ? comparator(L.S, Uses, attributes::typeOf(Ctx, Class), nullptr, Loc) : nullptr;
  const CallExpr *Own = nullptr;
  if (!Vector.isNull() && (Less || !Compares)) {
    auto *Whole = new (Ctx) OpaqueValueExpr(Loc, Vector, VK_LValue);
    OpaqueValues[Whole] = Set;
    llvm::SmallVector<const Expr *, 4> All{Whole};
    All.append(Args.begin(), Args.end());
    if (Less)
      All.push_back(Less);
    Own = ownAlgorithm(Algorithm, All, Loc);
  }
  if (Own)
    return inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                      llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
  error(Loc, "cannot differentiate this use of a 'std::" + Class->getName().str() + "'",
        Less || !Compares ? "include <vector>"
                          : "compare with std::less, std::greater or a class without members");
  return literal("0", M.intType(), Loc);
}

/// Element, of the type of the elements, is inserted where it belongs.
void FunctionLowering::insertInSet(const core::Expr *Set, const CXXRecordDecl *Class,
                                   const Expr *Element, SourceLocation Loc, const core::Expr **At,
                                   const core::Expr **Inserted) {
  refuseReferencesInto(Set, Loc);
  if (const core::Variable *Root = core::rootVariable(Set))
    Shifted.try_emplace(Root, Loc);
  QualType T = cast<ClassTemplateSpecializationDecl>(Class)->getTemplateArgs()[0].getAsType();
  auto *Given = new (Ctx) OpaqueValueExpr(Loc, T, VK_LValue);
  OpaqueValues[Given] =
      freeze(convert(Set->Ty->Element, value(read(Element)), false, Loc), Loc, "inserted");
  const core::Expr *Found =
      ofSet(isMulti(Class) ? "set_upper_bound" : "set_lower_bound", Set, Class, {Given}, Loc);
  const core::Expr *Place =
      name(declare("at", sizeType(), convert(sizeType(), Found, false, Loc), true, Loc), Loc);
  auto *Index = new (Ctx) OpaqueValueExpr(Loc, Ctx.LongTy, VK_PRValue);
  OpaqueValues[Index] = Place;
  auto Add = [&] {
    ofSet("set_add", Set, Class, {Index, Given}, Loc);
    moveIterators(Set, Place, /*Up=*/true, nullptr, Loc);
  };
  if (At)
    *At = Place;
  if (isMulti(Class))
    return Add();
  const core::Expr *Lacks =
      name(declare("lacks", M.boolType(), ofSet("set_lacks", Set, Class, {Index, Given}, Loc), true,
                   Loc),
           Loc);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = Lacks;
  If->Then = capture(Add);
  emit(If);
  if (Inserted)
    *Inserted = Lacks;
}

const core::Expr *FunctionLowering::constructSet(const CXXConstructExpr *E, core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = L.adaptedDeque(E->getType());
  const CXXRecordDecl *Class = E->getConstructor()->getParent();
  QualType Less = cast<ClassTemplateSpecializationDecl>(Class)->getTemplateArgs()[1].getAsType();
  llvm::SmallVector<const Expr *, 3> Args;
  for (const Expr *A : given(E->arguments()))
    if (!Ctx.hasSameUnqualifiedType(A->getType(), Less) && !isAllocator(A->getType()))
      Args.push_back(A);
  if (Into) {
    Into->Const = false;
    Changing.insert(Into);
  }
  const core::Expr *Made = declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
  if (Made->is(ExprKind::Variable)) {
    Made->Var->Const = false;
    Changing.insert(Made->Var);
  }
  if (Args.size() == 1)
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit()))
      if (const auto *Inits = dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit())) {
        for (const Expr *Element : Inits->inits())
          insertInSet(Made, Class, Element, Loc);
        return Made;
      }
  if (Args.size() == 2)
    ofSet(isMulti(Class) ? "multiset_insert_all" : "set_insert_all", Made, Class, Args, Loc);
  else if (!Args.empty())
    error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
          "make it empty, and insert the elements");
  return Made;
}

const core::Expr *FunctionLowering::setMember(const CallExpr *E, const core::Expr *Set,
                                              const CXXRecordDecl *Class, llvm::StringRef Name,
                                              llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = cast<ClassTemplateSpecializationDecl>(Class)->getTemplateArgs()[0].getAsType();
  const core::Expr *Nothing = literal("0", M.intType(), Loc);
  auto IsIterator = [&](const Expr *A) { return isSequenceIterator(A->getType()); };
  auto Refuse = [&]() -> const core::Expr * {
    error(Loc,
          "cannot differentiate this call of 'std::" + Class->getName().str() + "::" + Name.str() +
              "'",
          "use insert, find, erase or a loop over the elements");
    return poison(E);
  };
  if (!core::isPlace(Set))
    Set = freeze(Set, Loc, "values");
  auto Moves = [&] { // elements, in the vector: pointers to them would stay
    if (const core::Variable *Root = core::rootVariable(Set))
      Shifted.try_emplace(Root, Loc);
  };

  // 1. What inserts.
  if (Name == "insert" && Args.size() == 1) {
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit())) {
      const auto *Inits = dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit());
      if (!Inits)
        return Refuse();
      for (const Expr *Element : Inits->inits())
        insertInSet(checkWritten(Set, Loc), Class, Element, Loc);
      return Nothing;
    }
  }
  const bool Hints =
      (Name == "insert" && Args.size() == 2 && IsIterator(Args[0]) && !IsIterator(Args[1])) ||
      (Name == "emplace_hint" && Args.size() > 1);
  if ((Name == "insert" && Args.size() == 1) || Name == "emplace" || Hints) {
    if (Hints && isMulti(Class)) // among equals, it says where
      return Refuse();
    llvm::ArrayRef<const Expr *> Of = Hints ? Args.drop_front() : Args;
    const Expr *Element =
        Of.size() == 1 && takenAsItIs(Of[0], Set->Ty->Element) ? Of[0] : madeFrom(T, Of, Loc);
    if (!Element)
      return Nothing;
    const core::Expr *At = nullptr, *Inserted = nullptr;
    insertInSet(checkWritten(Set, Loc), Class, Element, Loc, &At, &Inserted);
    if (Discarded == E || !At)
      return Nothing;
    if (isMulti(Class) || Hints)
      return iteratorInto(Set, At);
    const core::Type *Pair = type(E->getType());
    if (!Pair->isRecord() || Pair->Fields.size() != 2)
      return Refuse();
    core::Expr *B = M.expr(ExprKind::Braces, Pair, Loc.getRawEncoding());
    B->Operands = {iteratorInto(Set, At), Inserted};
    return B;
  }
  if (Name == "insert" && Args.size() == 2 && IsIterator(Args[0]) == IsIterator(Args[1])) {
    refuseIteratorsInto(Set, Loc);
    refuseReferencesInto(Set, Loc);
    Moves();
    ofSet(isMulti(Class) ? "multiset_insert_all" : "set_insert_all", checkWritten(Set, Loc), Class,
          Args, Loc);
    return Nothing;
  }

  // 2. What looks for a key.
  const bool Keyed =
      llvm::is_contained({"find", "count", "contains", "lower_bound", "upper_bound"}, Name) ||
      (Name == "erase" && Args.size() == 1 && !IsIterator(Args[0]));
  if (Keyed && Args.size() == 1) {
    auto *Key = new (Ctx) OpaqueValueExpr(Loc, T, VK_LValue);
    OpaqueValues[Key] =
        freeze(convert(Set->Ty->Element, value(read(Args[0])), false, Loc), Loc, "key");
    auto Bound = [&](llvm::StringRef Which) {
      const core::Expr *At = ofSet(Which, Set, Class, {Key}, Loc);
      return name(declare("at", sizeType(), convert(sizeType(), At, false, Loc), true, Loc), Loc);
    };
    if (Name == "lower_bound" || Name == "upper_bound")
      return iteratorInto(Set, Bound(("set_" + Name).str()));
    const core::Expr *From = Bound("set_lower_bound");
    auto Index = [&](const core::Expr *At) {
      auto *I = new (Ctx) OpaqueValueExpr(Loc, Ctx.LongTy, VK_PRValue);
      OpaqueValues[I] = At;
      return I;
    };
    if (Name == "find") {
      core::Variable *Found = declare("found", sizeType(), From, false, Loc);
      Changing.insert(Found);
      core::Stmt *If = stmt(StmtKind::If, Loc);
      If->Value = freeze(ofSet("set_lacks", Set, Class, {Index(From), Key}, Loc), Loc, "lacks");
      If->Then = capture([&] { assign(name(Found, Loc), sizeOf(Set, Loc), Loc); });
      emit(If);
      return iteratorInto(Set, name(Found, Loc));
    }
    const core::Expr *To = Bound("set_upper_bound");
    const core::Expr *Count = binary("-", To, From, sizeType(), Loc);
    if (Name == "count")
      return Count;
    if (Name == "contains")
      return binary("<", From, To, M.boolType(), Loc);
    refuseIteratorsInto(Set, Loc);
    refuseReferencesInto(Set, Loc);
    Moves();
    Count = name(declare("erased", sizeType(), Count, true, Loc), Loc);
    ofSet("set_drop", checkWritten(Set, Loc), Class, {Index(From), Index(To)}, Loc);
    return Count;
  }

  // 3. What other containers have, too.
  if (const core::Expr *R = Name == "insert" ? nullptr : sequencePosition(E, Set, T, Name, Args))
    return R;
  if (!llvm::is_contained({"size", "empty", "clear", "swap", "operator="}, Name))
    return Refuse();
  if (Name != "size" && Name != "empty")
    refuseIteratorsInto(Set, Loc);
  bool Known = false;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : E->getArg(0);
  const core::Expr *R = sequenceMember(E, cast<CXXMethodDecl>(E->getDirectCallee()), Object,
                                       Set->Ty, Name.str(), Args, Known);
  return Known && R ? R : Refuse();
}

} // namespace ad::lower
