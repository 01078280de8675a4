//===- lower/owners.cpp - vectors and arrays of objects that own memory ---===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The library would make, copy, move and destroy such elements by itself. Here the vector is
// storage (ad/storage.h), whose size statements change; its elements are made and destroyed by
// statements as single objects are (lifetimes.cpp), in loops over their indices.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// The type of the elements of a vector or array of type T.
static QualType elementOf(QualType T) {
  if (const ArrayType *A = T->getAsArrayTypeUnsafe())
    return A->getElementType();
  const auto *RD = cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return RD->getTemplateArgs()[0].getAsType();
}

/// The vector at Place gets N elements: zero bytes, where there are more than before.
void FunctionLowering::resizeStorage(const core::Expr *Place, const core::Expr *N,
                                     SourceLocation Loc) {
  if (mayPointInside(Place->Ty->Element) || core::holdsMap(Place->Ty->Element))
    error(Loc,
          "cannot differentiate a vector of objects that may point into themselves, of type '" +
              Place->Ty->Element->Spelling + "'",
          "use an array");
  resize(Place, "ad::resize_storage($0, $1)", {N}, nullptr, N, Loc);
}

/// Make(element) for the elements From to To.
void FunctionLowering::makeElements(const core::Expr *Place, const core::Expr *From,
                                    const core::Expr *To, SourceLocation Loc,
                                    llvm::function_ref<void(const core::Expr *)> Make) {
  countUp(From, To, Loc, [&](const core::Expr *K) {
    beginLifetime();
    Make(subscript(Place, K, Loc));
    endLifetime();
  });
}

/// The object at Target is a T made from Args.
void FunctionLowering::makeElement(const core::Expr *Target, QualType T,
                                   llvm::ArrayRef<const Expr *> Args, SourceLocation Loc) {
  if (const Expr *Made = madeFrom(T, Args, Loc))
    makeOwner(Made, "made", Target);
}

/// The object at Target is a copy of the one at From, an element, too.
void FunctionLowering::copyElement(const core::Expr *Target, const core::Expr *From, QualType T,
                                   SourceLocation Loc) {
  auto *Name = new (Ctx) OpaqueValueExpr(Loc, T.withConst(), VK_LValue);
  OpaqueValues[Name] = From;
  makeElement(Target, T, {Name}, Loc);
}

void FunctionLowering::destroyElements(const core::Expr *Place, const core::Expr *From,
                                       const core::Expr *To, QualType T, SourceLocation Loc) {
  core::Block Loop = capture([&] {
    countUp(From, To, Loc, [&](const core::Expr *K) { destroy(subscript(Place, K, Loc), T, Loc); });
  });
  if (!Loop.Stmts.back()->Then.empty())
    append(Loop);
}

/// All elements of the vector or array at Place.
void FunctionLowering::destroyAll(const core::Expr *Place, QualType T, SourceLocation Loc) {
  destroyElements(Place, literal("0", M.intType(), Loc), sizeOf(Place, Loc), elementOf(T), Loc);
}

/// The elements of the vector at Target, which is empty, are copies of those at From.
void FunctionLowering::copyElements(const core::Expr *Target, const core::Expr *From, QualType T,
                                    SourceLocation Loc) {
  const core::Expr *Zero = literal("0", M.intType(), Loc);
  const core::Expr *N = freeze(sizeOf(From, Loc), Loc, "count");
  if (Target->Ty->IsVector)
    resizeStorage(Target, N, Loc);
  const core::Expr *K = nullptr;
  countUp(Zero, N, Loc, [&](const core::Expr *Index) {
    K = Index;
    beginLifetime();
    copyElement(subscript(Target, K, Loc), subscript(From, K, Loc), elementOf(T), Loc);
    endLifetime();
  });
}

/// The vector that the constructor E makes, at Target, which is empty.
void FunctionLowering::makeOwners(const core::Expr *Target, const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getType(), Element = elementOf(T);
  const CXXConstructorDecl *CD = E->getConstructor();
  llvm::SmallVector<const Expr *, 3> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (Args.empty())
    return;
  const core::Expr *Zero = literal("0", M.intType(), Loc);
  if (CD->isCopyOrMoveConstructor()) {
    const core::Expr *From = freezePlace(expr(Args[0]), Loc);
    return CD->isMoveConstructor() ? exchange(Target, checkWritten(From, Loc), Loc)
                                   : copyElements(Target, From, T, Loc);
  }
  const auto *List = dyn_cast<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit());
  if (const auto *Inits =
          List ? dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit()) : nullptr) {
    resizeStorage(Target, literal(std::to_string(Inits->getNumInits()), M.intType(), Loc), Loc);
    for (unsigned I = 0; I < Inits->getNumInits(); ++I) {
      beginLifetime();
      makeOwner(Inits->getInit(I), "made",
                subscript(Target, literal(std::to_string(I), M.intType(), Loc), Loc));
      endLifetime();
    }
    return;
  }
  if (Args.size() <= 2 && Args[0]->getType()->isIntegralOrEnumerationType()) {
    const Expr *Count = Args[0], *Fill = Args.size() > 1 ? Args[1] : nullptr;
    std::vector<Part> Parts{Part{[=] { return value(Count); }, false}};
    if (Fill)
      Parts.push_back({[=] { return expr(Fill); }, true});
    std::vector<const core::Expr *> Values = inOrder(Parts);
    const core::Expr *N = freeze(convert(sizeType(), Values[0], false, Loc), Loc, "count");
    resizeStorage(Target, N, Loc);
    return makeElements(Target, Zero, N, Loc, [&](const core::Expr *At) {
      if (Fill)
        copyElement(At, Values[1], Element, Loc);
      else
        makeElement(At, Element, {}, Loc);
    });
  }
  if (Args.size() == 2 && type(Args[0]->getType())->isPointer() &&
      type(Args[0]->getType())->Element == Target->Ty->Element &&
      type(Args[1]->getType())->isPointer()) {
    const Expr *First = Args[0], *Last = Args[1];
    auto Ends = inOrder(
        {Part{[=] { return value(First); }, false}, Part{[=] { return value(Last); }, false}});
    const core::Expr *From = freeze(start(Ends[0], Loc), Loc, "first");
    const core::Type *Difference = type(Ctx.getPointerDiffType());
    const core::Expr *N = freeze(
        convert(sizeType(), binary("-", Ends[1], From, Difference, Loc), false, Loc), Loc, "count");
    resizeStorage(Target, N, Loc);
    return countUp(Zero, N, Loc, [&](const core::Expr *K) {
      beginLifetime();
      copyElement(subscript(Target, K, Loc), subscript(From, K, Loc), Element, Loc);
      endLifetime();
    });
  }
  error(Loc, "cannot differentiate this constructor of '" + L.spelling(T) + "'",
        "make it empty and append the elements");
}

/// The members of std::vector that make or destroy elements. Null: the others, which do not.
const core::Expr *FunctionLowering::ownersMember(const CallExpr *E, const Expr *Object,
                                                 llvm::StringRef Name,
                                                 llvm::ArrayRef<const Expr *> Args,
                                                 llvm::function_ref<const core::Expr *()> Whole) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = Object->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  QualType Element = elementOf(T);
  const core::Type *Int = M.intType();
  const core::Expr *Zero = literal("0", Int, Loc), *Nothing = Zero;
  auto Vector = [&] { return checkWritten(freezePlace(Whole(), Loc), Loc); };
  auto Empty = [&](const core::Expr *A) {
    destroyAll(A, T, Loc);
    resizeStorage(A, Zero, Loc);
  };

  if (Name == "clear") {
    Empty(Vector());
    return Nothing;
  }
  if (Name == "pop_back") {
    const core::Expr *A = Vector();
    const core::Expr *Less =
        freeze(binary("-", sizeOf(A, Loc), literal("1", Int, Loc), sizeType(), Loc), Loc, "last");
    destroy(subscript(A, Less, Loc), Element, Loc);
    resizeStorage(A, Less, Loc);
    return Nothing;
  }
  if (Name == "push_back" || Name == "emplace_back") {
    const core::Expr *A = Vector();
    // The arguments may lead into the vector, or append to it: they come before it grows.
    const core::Expr *Made = nullptr;
    beginLifetime();
    if (const Expr *New = madeFrom(Element, Args, Loc))
      Made = makeOwner(New, "made");
    const core::Expr *Last = freeze(sizeOf(A, Loc), Loc, "last");
    if (Made) {
      resizeStorage(A, binary("+", Last, literal("1", Int, Loc), sizeType(), Loc), Loc);
      takeOver(subscript(A, Last, Loc), Made, Loc);
    }
    endLifetime();
    return Name == "emplace_back" ? subscript(A, Last, Loc) : Nothing;
  }
  if (Name == "resize") {
    const Expr *Count = Args[0], *Fill = Args.size() > 1 ? Args[1] : nullptr;
    std::vector<Part> Parts{Part{Whole, true}, Part{[=] { return value(Count); }, false}};
    if (Fill)
      Parts.push_back({[=] { return expr(Fill); }, true});
    auto Values = inOrder(Parts);
    const core::Expr *A = checkWritten(freezePlace(Values[0], Loc), Loc);
    const core::Expr *N = freeze(convert(sizeType(), Values[1], false, Loc), Loc, "new_size");
    const core::Expr *Before = freeze(sizeOf(A, Loc), Loc, "old_size");
    destroyElements(A, N, Before, Element, Loc);
    resizeStorage(A, N, Loc);
    makeElements(A, Before, N, Loc, [&](const core::Expr *At) {
      if (Fill)
        copyElement(At, Values[2], Element, Loc);
      else
        makeElement(At, Element, {}, Loc);
    });
    return Nothing;
  }
  if (Name == "reserve") {
    const Expr *Count = Args[0];
    auto Values = inOrder({Part{Whole, true}, Part{[=] { return value(Count); }, false}});
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = "ad::reserve_storage($0, $1)";
    S->Operands.assign(Values.begin(), Values.end());
    S->Mirrors = true;
    emit(S);
    return Nothing;
  }
  if (Name == "capacity") {
    core::Expr *Room = M.expr(ExprKind::Opaque, sizeType(), Loc.getRawEncoding());
    Room->Text = "$0.capacity()";
    Room->Operands = {Whole()};
    Room->ReadsMemory = true;
    return Room;
  }
  if (Name == "shrink_to_fit")
    return Nothing;
  if (Name == "operator=") {
    const Expr *Right = Args[0];
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Right->IgnoreParens());
    if (Temporary || givesUp(Right)) {
      beginLifetime();
      const core::Expr *From = Temporary ? makeOwner(Temporary->getSubExpr(), "made")
                                         : checkWritten(freezePlace(expr(Right), Loc), Loc);
      const core::Expr *A = Vector();
      Empty(A);
      exchange(A, From, Loc);
      endLifetime();
      return A;
    }
  }
  static const llvm::StringRef Others[] = {"operator=", "assign", "erase", "insert"};
  if (!llvm::is_contained(Others, Name))
    return nullptr;
  llvm::SmallVector<const Expr *, 4> All{Object};
  if (Object->getType()->isPointerType())
    All[0] = L.S.CreateBuiltinUnaryOp(Loc, UO_Deref, const_cast<Expr *>(Object)).get();
  All.append(Args.begin(), Args.end());
  std::string Ours = Name == "operator=" ? "owners_copy" : ("owners_" + Name).str();
  bool Unique = isUniquePtr(Element->getAsCXXRecordDecl());
  if (Unique && Name == "insert" && Args.size() == 2)
    Ours += "_moving";
  else if (Unique && Name != "erase")
    Ours = "";
  const CallExpr *Own = Ours.empty() ? nullptr : ownAlgorithm(Ours, All, Loc);
  if (!Own) {
    error(Loc, "cannot differentiate this call of 'std::vector::" + Name + "'",
          "append the elements to a vector that is empty");
    return poison(E);
  }
  return inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                    llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
}

} // namespace ad::lower
