//===- lower/iterators.cpp - iterators are pointers -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The iterators of std::vector (a class of the library) are lowered as the pointers that they hold,
// and their operators as the operators of pointers; those of std::deque and std::list as numbers
// (sequence_iterators.cpp). The simple algorithms become loops; others are the library's own
// templates, written out where they are called.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

static bool isReverse(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && isReverseIterator(RD);
}

/// An iterator that is a pointer or a number in Core.
static bool isIterator(Lowering &L, QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && (isVectorIterator(RD) || isReverseIterator(RD) || isSequenceIterator(RD)) &&
         L.type(T.getNonReferenceType())->isScalar();
}

const core::Expr *FunctionLowering::iteratorCall(const CallExpr *E, const FunctionDecl *FD,
                                                 bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  llvm::SmallVector<const Expr *, 3> Args(E->arg_begin(), E->arg_end());
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (!isIterator(L, Member->getImplicitObjectArgument()->getType()) || !FD->getIdentifier() ||
        FD->getName() != "base")
      return nullptr;
    Known = true;
    return value(Member->getImplicitObjectArgument());
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const bool OfProgram = !isLibrary(FD) && !isWithinAlgorithms(FD);
  if (!Operator || Args.empty() || OfProgram)
    return nullptr;
  bool First = isIterator(L, Args[0]->getType());
  bool Second = Args.size() > 1 && isIterator(L, Args[1]->getType());
  if (!First && !Second)
    return nullptr;
  Known = true;
  auto Pointer = [this](const Expr *A) { // its value: a temporary needs no name
    const Expr *Inner = A;
    if (const auto *C = dyn_cast<ImplicitCastExpr>(Inner); C && C->getCastKind() == CK_NoOp)
      Inner = C->getSubExpr();
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(Inner))
      A = T->getSubExpr();
    return Part{[this, A] { return value(A); }, false};
  };
  auto Place = [&] {
    const core::Expr *P = expr(Args[0]);
    if (!core::isPlace(P) || isa<MaterializeTemporaryExpr>(Args[0]->IgnoreParens())) {
      core::Variable *V = declare("position", P->Ty, P, false, Loc);
      Changing.insert(V);
      P = name(V, Loc);
    }
    return checkWritten(P, Loc);
  };
  const core::Type *Result = type(E->getType());
  bool Backwards = isReverse(Args[First ? 0 : 1]->getType());
  const core::Expr *One = literal("1", M.intType(), Loc);
  auto Element = [&](const core::Expr *P) {
    return Backwards ? iteratorInto(containerAt(P), binary("-", P, One, P->Ty, Loc)) : P;
  };
  auto Lost = [&](const core::Expr *P) {
    if (P->Ty->isPointer() || containerAt(P))
      return false;
    loseContainer(E);
    return true;
  };
  auto At = [&](const core::Expr *P) {
    return P->Ty->isPointer() ? dereference(P, Loc) : subscript(containerAt(P), P, Loc);
  };
  auto Step = [&](bool Down, const core::Expr *Target, const core::Expr *By) {
    Down ^= Backwards;
    core::Stmt *S = stmt(StmtKind::Accumulate, Loc);
    S->Target = Target;
    S->Value = Down ? unary("-", By, By->Ty, Loc) : By;
    return S;
  };
  switch (Operator->getOperator()) {
  case OO_Star: {
    const core::Expr *P = value(Args[0]);
    return Lost(P) ? poison(E) : At(Element(P));
  }
  case OO_Arrow: {
    const core::Expr *P = value(Args[0]);
    if (Lost(P))
      return poison(E);
    P = Element(P);
    return P->Ty->isPointer() ? P : pointerTo(At(P), Result, Loc);
  }
  case OO_Subscript: {
    auto Parts = inOrder({Pointer(Args[0]), Pointer(Args[1])});
    if (Lost(Parts[0]))
      return poison(E);
    if (Backwards || !Parts[0]->Ty->isPointer())
      return At(Element(moved(Backwards ? "-" : "+", Parts[0], Parts[1], Loc)));
    return subscript(Parts[0], Parts[1], Loc);
  }
  case OO_PlusPlus:
  case OO_MinusMinus: {
    core::Stmt *S = Step(Operator->getOperator() == OO_MinusMinus, Place(), One);
    if (Lost(S->Target))
      return poison(E);
    if (Args.size() == 1 || Discarded == E) {
      emit(S);
      return S->Target;
    }
    const core::Expr *Before = freeze(S->Target, Loc, "before");
    emit(S);
    return Before;
  }
  case OO_PlusEqual:
  case OO_MinusEqual: {
    auto Parts = inOrderOf(E, {Part{Place, true}, Part{[&] { return value(Args[1]); }, false}});
    core::Stmt *S = Step(Operator->getOperator() == OO_MinusEqual, Parts[0], Parts[1]);
    emit(S);
    return S->Target;
  }
  case OO_Equal: {
    const Expr *Right = Args[1];
    auto Parts = inOrder({Pointer(Right), Part{[&] { return expr(Args[0]); }, true}});
    const core::Expr *Target = checkWritten(Parts[1], Loc);
    assign(Target, convert(Target->Ty, Parts[0], false, Loc), Loc);
    return Target;
  }
  case OO_Plus:
  case OO_Minus:
  case OO_EqualEqual:
  case OO_ExclaimEqual:
  case OO_Less:
  case OO_Greater:
  case OO_LessEqual:
  case OO_GreaterEqual: {
    auto Parts = inOrder({Pointer(Args[0]), Pointer(Args[1])});
    std::string Op = getOperatorSpelling(Operator->getOperator());
    if ((First && Lost(Parts[0])) || (Second && Lost(Parts[1])))
      return poison(E);
    bool Both = First && Second;
    if (Backwards && Both)
      std::swap(Parts[0], Parts[1]); // what is later lies before
    else if (Backwards)
      Op = Op == "+" ? "-" : "+";
    if (!Both)
      return First ? moved(Op, Parts[0], Parts[1], Loc) : moved(Op, Parts[1], Parts[0], Loc);
    // An iterator lies before the end, or is there: that loops count is plain this way.
    if (Op == "!=" && !Backwards && Parts[1]->is(ExprKind::Member) && containerAt(Parts[1]))
      Op = "<";
    return Op == "-" ? apart(Parts[0], Parts[1], Result, Loc)
                     : binary(Op, Parts[0], Parts[1], Result, Loc);
  }
  default:
    error(Loc, "cannot differentiate this operator of an iterator", "use '==', '<' or '-'");
    return poison(E);
  }
}

/// The iterator that is By steps from It; Op: `+` or `-`.
const core::Expr *FunctionLowering::moved(llvm::StringRef Op, const core::Expr *It,
                                          const core::Expr *By, SourceLocation Loc) {
  const bool FromStart = It->is(ExprKind::Literal) && It->Text == "0" && Op == "+";
  return iteratorInto(containerAt(It), FromStart && By->is(ExprKind::Literal)
                                           ? literal(By->Text, It->Ty, Loc)
                                           : binary(Op, It, By, It->Ty, Loc));
}

/// `Last - First`, a number with a sign.
const core::Expr *FunctionLowering::apart(const core::Expr *Last, const core::Expr *First,
                                          const core::Type *Ty, SourceLocation Loc) {
  if (First->Ty->isPointer())
    return binary("-", Last, First, Ty, Loc);
  const core::Expr *To = convert(Ty, Last, true, Loc);
  bool FromStart = First->is(ExprKind::Literal) && First->Text == "0";
  return FromStart ? To : binary("-", To, convert(Ty, First, true, Loc), Ty, Loc);
}

/// The same where it is the number of elements of a range.
const core::Expr *FunctionLowering::distance(const core::Expr *First, const core::Expr *Last,
                                             SourceLocation Loc) {
  if (!First->Ty->isPointer())
    return First->is(ExprKind::Literal) && First->Text == "0"
               ? Last
               : binary("-", Last, First, sizeType(), Loc);
  return convert(sizeType(), binary("-", Last, First, type(Ctx.getPointerDiffType()), Loc), true,
                 Loc);
}

/// The pointer P, from which a loop that moves no storage starts: named if that says more.
const core::Expr *FunctionLowering::start(const core::Expr *P, SourceLocation Loc) {
  const core::Expr *Base = P;
  if (P->is(ExprKind::Binary) && P->Text == "+" &&
      (P->operand(1)->is(ExprKind::Literal) || P->operand(1)->is(ExprKind::Variable)))
    Base = P->operand(0);
  if (Base->is(ExprKind::AddressOf) && Base->operand()->is(ExprKind::Subscript) &&
      Base->operand()->operand(0)->is(ExprKind::Variable) &&
      Base->operand()->operand(1)->is(ExprKind::Literal))
    return P;
  return freeze(P, Loc, "first");
}

/// Sorting is a permutation: the library's Algorithm sorts the N indices as it would the numbers,
/// then these follow. Middle (or null): where it stops. Past (or null): how many elements of the
/// deque From lie before.
const core::Expr *FunctionLowering::permute(llvm::StringRef Algorithm, const core::Expr *From,
                                            const core::Expr *Past, const core::Expr *Middle,
                                            const core::Expr *N, llvm::StringRef Compared,
                                            SourceLocation Loc) {
  auto At = [&](const core::Expr *K) {
    return subscript(From, Past ? binary("+", Past, K, sizeType(), Loc) : K, Loc);
  };
  auto Vector = [&](llvm::StringRef Name, const core::Type *Element) {
    const core::Type *Ty = M.stdVector("std::vector<" + Element->Spelling + ">", Element);
    return name(declare(Name, Ty, sized(Ty, {N}, Loc), false, Loc), Loc);
  };
  const core::Expr *Order = Vector("order", sizeType());
  const core::Expr *Zero = literal("0", M.intType(), Loc);
  countUp(Zero, N, Loc, [&](const core::Expr *K) { assign(subscript(Order, K, Loc), K, Loc); });
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  std::string A = F.uniqueName("a"), B = F.uniqueName("b");
  const std::string Before = Past ? "$2 + " : "", Element = "$1[" + Before;
  S->Text = "std::" + Algorithm.str() + "($0.begin(), " +
            (Middle ? "$0.begin() + " + std::string(Past ? "$3, " : "$2, ") : "") +
            "$0.end(), [&](std::size_t " + A + ", std::size_t " + B + ") { return " + Element + A +
            "] " + Compared.str() + " " + Element + B + "]; })";
  S->Operands = {Order, From};
  if (Past)
    S->Operands.push_back(Past);
  if (Middle)
    S->Operands.push_back(Middle);
  S->Writes = {Order};
  emit(S);
  const core::Expr *Unsorted = Vector("unsorted", From->Ty->Element);
  countUp(Zero, N, Loc,
          [&](const core::Expr *K) { assign(subscript(Unsorted, K, Loc), At(K), Loc); });
  countUp(Zero, N, Loc, [&](const core::Expr *K) {
    assign(checkWritten(At(K), Loc), subscript(Unsorted, subscript(Order, K, Loc), Loc), Loc);
  });
  return Zero;
}

/// `b Compared a` for `a Compared b`.
static llvm::StringRef opposite(llvm::StringRef Compared) {
  return llvm::StringSwitch<llvm::StringRef>(Compared)
      .Case("<", ">")
      .Case(">", "<")
      .Case("<=", ">=")
      .Default("<=");
}

/// Steps and distances of iterators, and the algorithms whose text the pipeline's own form serves
/// best (`algorithms.inc` has the others).
const core::Expr *FunctionLowering::algorithm(const CallExpr *E, const FunctionDecl *FD,
                                              bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  llvm::StringRef Name = FD->getName();
  llvm::SmallVector<const Expr *, 4> Args(E->arg_begin(), E->arg_end());
  auto IsPointer = [&](unsigned I) {
    return I < Args.size() && type(Args[I]->getType().getNonReferenceType())->isPointer();
  };
  const bool Numbered = !Args.empty() && isSequenceIterator(Args[0]->getType());
  const bool Backwards = llvm::any_of(Args, [](const Expr *A) { return isReverse(A->getType()); });
  if ((!IsPointer(0) && !Numbered) || (Backwards && Name != "sort" && Name != "stable_sort"))
    return nullptr;
  auto Values = [&] {
    std::vector<Part> Parts;
    for (const Expr *A : Args)
      Parts.push_back({[this, A] { return value(A); }, false});
    return inOrder(Parts);
  };
  const core::Expr *Zero = literal("0", M.intType(), Loc);
  if ((Name == "next" || Name == "prev") && Args.size() == 2) {
    Known = true;
    auto Parts = Values();
    return moved(Name == "next" ? "+" : "-", Parts[0], Parts[1], Loc);
  }
  if (Name == "distance" && Args.size() == 2) {
    Known = true;
    auto Parts = Values();
    return apart(Parts[1], Parts[0], type(E->getType()), Loc);
  }
  if (Name == "advance" && Args.size() == 2) {
    Known = true;
    core::Stmt *S = stmt(StmtKind::Accumulate, Loc);
    S->Target = checkWritten(expr(Args[0]), Loc);
    S->Value = value(Args[1]);
    emit(S);
    return Zero;
  }
  bool Partial = Name == "nth_element" || Name == "partial_sort";
  const size_t Boundaries = Partial ? 3 : 2;
  llvm::StringRef Compared = Args.size() == Boundaries       ? "<"
                             : Args.size() == Boundaries + 1 ? comparisonOf(Args.back()->getType())
                                                             : "";
  bool Sorts = (Partial || Name == "sort" || Name == "stable_sort") && !Compared.empty();
  const core::Type *Sorted =
      Numbered ? type(heldBy(Args[0]->getType())) : type(Args[0]->getType())->Element;
  if (Sorts && Sorted->isReal()) {
    Known = true;
    Args.resize(Boundaries);
    auto Parts = Values();
    const core::Expr *Container = containerAt(Parts[0]), *Middle = nullptr;
    if (Numbered && !Container)
      return loseContainer(E);
    if (Backwards) { // the elements in between, the other way round
      std::swap(Parts[0], Parts[1]);
      Compared = opposite(Compared);
    }
    const core::Expr *First = Numbered ? freeze(Parts[0], Loc, "first") : start(Parts[0], Loc);
    if (Partial)
      Middle = freeze(distance(First, Parts[1], Loc), Loc, "middle");
    const core::Expr *N =
        name(declare("count", sizeType(), distance(First, Parts.back(), Loc), true, Loc), Loc);
    const core::Expr *Past = First->is(ExprKind::Literal) && First->Text == "0" ? nullptr : First;
    return Numbered ? permute(Name, Container, Past, Middle, N, Compared, Loc)
                    : permute(Name, First, nullptr, Middle, N, Compared, Loc);
  }
  if (Name != "iota" || Args.size() != 3 || !IsPointer(1))
    return nullptr;
  Known = true;
  auto Parts = Values();
  const core::Expr *From = start(Parts[0], Loc);
  const core::Expr *N = distance(From, Parts[1], Loc);
  if (!N->is(ExprKind::Literal))
    N = name(declare("count", sizeType(), N, true, Loc), Loc);
  const core::Type *Element = From->Ty->Element;
  const core::Expr *V = freeze(Parts[2], Loc, "start");
  countUp(Zero, N, Loc, [&](const core::Expr *K) {
    const core::Expr *Value =
        binary("+", convert(Element, V, false, Loc), convert(Element, K, true, Loc), Element, Loc);
    assign(checkWritten(subscript(From, K, Loc), Loc), Value, Loc);
  });
  return Zero;
}

} // namespace ad::lower
