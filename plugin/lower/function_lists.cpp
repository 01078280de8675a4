//===- lower/function_lists.cpp - containers of functions -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A local std::vector or std::array of std::function objects that is filled where it is declared,
// one element after the other, is the list of what they hold; so is an array of pointers in whose
// braces lambdas stand. A loop over it is written out, a call
// of an element that a variable numbers is a branch on the number.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// std::vector, std::array or a C array of std::function objects, or of pointers to functions.
static bool isOfFunctions(QualType T, bool Pointers = true) {
  T = T.getNonReferenceType();
  auto Function = [Pointers](QualType E) {
    return isStdFunction(E) || (Pointers && E->isFunctionPointerType());
  };
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getCanonicalType()))
    return Function(A->getElementType());
  const RecordDecl *RD = T->getAsRecordDecl();
  return RD && (isStdVector(RD) || isStdArray(RD)) && Function(heldBy(T));
}

FunctionList *FunctionLowering::functionList(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(read(E)->IgnoreParenImpCasts());
  if (!R || !(isOfFunctions(R->getType()) || isFunctionTable(R->getType())))
    return nullptr;
  auto Known = FunctionLists.find(R->getDecl());
  if (Known != FunctionLists.end())
    return Known->second.get();
  // A map of the whole program that nobody changes.
  const auto *V = dyn_cast<VarDecl>(R->getDecl());
  return V && isFunctionTable(V->getType()) && V->hasGlobalStorage() && !V->isStaticLocal() &&
                 V->getType().isConstQualified() && declareFunctionTable(V)
             ? FunctionLists.at(V).get()
             : nullptr;
}

/// Declares D, if it is such a container.
bool FunctionLowering::declareFunctionList(const VarDecl *D) {
  if (!isOfFunctions(D->getType()) || D->getType()->isReferenceType())
    return false;
  auto List = std::make_shared<FunctionList>();
  List->Block = Out;
  const Expr *Init = D->getInit() ? read(D->getInit()) : nullptr;
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  if (Made && given(Made->arguments()).size() == 1)
    Init = Made->getArg(0)->IgnoreImplicit();
  if (const FunctionList *Other = Init ? functionList(Init) : nullptr) {
    if (Other->grows())
      return false;
    for (const Closure *C : Other->Functions)
      List->Functions.push_back(copyOf(C, D->getLocation()));
    FunctionLists[D] = List;
    return true;
  }
  if (const auto *Elements = dyn_cast_or_null<CXXStdInitializerListExpr>(Init))
    Init = read(Elements->getSubExpr());
  const auto *Braces = dyn_cast_or_null<InitListExpr>(Init);
  while (Braces && Braces->getNumInits() == 1 && isa<InitListExpr>(Braces->getInit(0)))
    Braces = cast<InitListExpr>(Braces->getInit(0)); // std::array
  const RecordDecl *RD = D->getType()->getAsRecordDecl();
  bool Empty = Made && given(Made->arguments()).empty() && RD && isStdVector(RD);
  if (!Braces && !Empty)
    return false;
  if (Empty && declareGrowingList(D, *List)) {
    FunctionLists[D] = List;
    return true;
  }
  // Pointers to functions alone are values like others.
  if (!isOfFunctions(D->getType(), /*Pointers=*/false) &&
      (!Braces || Uses.Modified.count(D) ||
       llvm::none_of(Braces->inits(), [](const Expr *E) { return isa<LambdaExpr>(passedOn(E)); })))
    return false;
  for (const Expr *Each : Braces ? Braces->inits() : llvm::ArrayRef<Expr *>()) {
    const Closure *C = closure(Each);
    if (!C)
      return false;
    List->Functions.push_back(C);
  }
  FunctionLists[D] = List;
  return true;
}

/// The parameter P of what is inlined stands for the list that is its Argument.
bool FunctionLowering::bindFunctionList(const ParmVarDecl *P, const Expr *Argument) {
  if (!functionList(Argument))
    return false;
  const auto *R = cast<DeclRefExpr>(read(Argument)->IgnoreParenImpCasts());
  FunctionLists[P] = FunctionLists.at(R->getDecl());
  return true;
}

/// Members of these containers that give no function.
const core::Expr *FunctionLowering::functionListMember(const CallExpr *E, bool &Known) {
  if (const core::Expr *R = functionTableMember(E, Known); Known)
    return R;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  FunctionList *List = Member ? functionList(Member->getImplicitObjectArgument()) : nullptr;
  if (!List || !Member->getMethodDecl()->getIdentifier())
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  llvm::StringRef Name = Member->getMethodDecl()->getName();
  Known = true;
  if (Name == "size")
    return sizeOfList(*List, Loc);
  if (Name == "empty")
    return List->grows() ? binary("==", sizeOfList(*List, Loc), literal("0", M.intType(), Loc),
                                  M.boolType(), Loc)
                         : literal(List->Functions.empty() ? "true" : "false", M.boolType(), Loc);
  if (Name == "reserve")
    return literal("0", M.intType(), Loc);
  const bool Appends = (Name == "push_back" || Name == "emplace_back") && E->getNumArgs() == 1;
  if (Appends && List->grows() && appendTo(*List, E->getArg(0)))
    return literal("0", M.intType(), Loc);
  if (Appends && List->Block == Out && !List->grows())
    if (const Closure *C = closure(E->getArg(0))) {
      List->Functions.push_back(C);
      return literal("0", M.intType(), Loc);
    }
  refuseFunctionList(Loc);
  return poison(E);
}

void FunctionLowering::refuseFunctionList(SourceLocation Loc) {
  error(Loc, "cannot differentiate this use of a container of functions",
        "fill it first, with functions and lambdas that capture numbers, and loop over it or call "
        "its elements");
}

/// Whether E is an element of such a container.
bool FunctionLowering::isListed(const Expr *E) {
  E = read(E)->IgnoreParenImpCasts();
  if (isInTable(E))
    return true;
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return functionList(S->getBase());
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || !Call->isGLValue() ||
      !(isStdFunction(Call->getType()) || Call->getType()->isFunctionPointerType()))
    return false;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  return Member ? functionList(Member->getImplicitObjectArgument()) != nullptr
         : isa<CXXOperatorCallExpr>(Call) ? functionList(Call->getArg(0)) != nullptr
                                          : false;
}

/// The element that E is, `list[i]`: the list, and the index; null if it is none.
FunctionList *FunctionLowering::listedFunction(const Expr *E, const core::Expr *&Index) {
  E = read(E)->IgnoreParenImpCasts();
  SourceLocation Loc = E->getExprLoc();
  if (isInTable(E))
    return functionInTable(E, Index);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    FunctionList *List = functionList(S->getBase());
    if (List)
      Index = value(S->getIdx());
    return List;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *MD = Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  if (!MD || !MD->isInstance())
    return nullptr;
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : Call->getArg(0);
  FunctionList *List = functionList(Object);
  std::string Name = MD->getNameAsString();
  if (!List)
    return nullptr;
  if (Name == "operator[]")
    Index = value(Call->getArg(Member ? 0 : 1));
  else if (Name == "front")
    Index = literal("0", sizeType(), Loc);
  else if (Name == "back")
    Index = List->grows() ? binary("-", sizeOfList(*List, Loc), literal("1", M.intType(), Loc),
                                   sizeType(), Loc)
                          : literal(std::to_string(List->Functions.size() - 1), sizeType(), Loc);
  return Index ? List : nullptr;
}

/// `list[i](Args...)`
const core::Expr *FunctionLowering::callListed(const CallExpr *E, const Expr *Called,
                                               llvm::ArrayRef<const Expr *> Args) {
  const core::Expr *Index = nullptr;
  FunctionList *List = listedFunction(Called, Index);
  if (!List && isInTable(read(Called)->IgnoreParenImpCasts()))
    return poison(E); // it has said why
  if (!List || List->Functions.empty())
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  Index = freeze(Index, Loc, "which");
  if (List->grows()) {
    const Closure *C = grownElement(*List, Index, Loc);
    return C ? callKnown(E, Called, C, Args) : poison(E);
  }
  unsigned Fixed = 0;
  const core::Expr *Number = Index;
  while (Number->is(ExprKind::Cast))
    Number = Number->operand();
  const bool Known = Number->is(ExprKind::Literal) &&
                     !llvm::StringRef(Number->Text).getAsInteger(10, Fixed) &&
                     Fixed < List->Functions.size();
  auto Is = [&](unsigned I) {
    return binary("==", Index, literal(std::to_string(I), M.intType(), Loc), M.boolType(), Loc);
  };
  auto Call = [&](unsigned I) { return callKnown(E, Called, List->Functions[I], Args); };
  return Known ? Call(Fixed)
               : oneOf(0, List->Functions.size(), Is, Call, E->getType(), "called", Loc);
}

/// Whether S leaves a loop around it by itself, or goes on with the next iteration.
static bool jumps(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(S))
    return true;
  return llvm::any_of(S->children(), jumps);
}

/// A loop over such a container, written out. False: it is none.
bool FunctionLowering::overFunctions(const CXXForRangeStmt *S) {
  FunctionList *List = functionList(S->getRangeInit());
  if (!List)
    return false;
  SourceLocation Loc = S->getForLoc();
  if (List->grows()) {
    if (jumps(S->getBody())) {
      refuseFunctionList(Loc);
      return true;
    }
    const core::Expr *Size = freeze(sizeOfList(*List, Loc), Loc, "length");
    countUp(literal("0", M.intType(), Loc), Size, Loc, [&](const core::Expr *K) {
      Closures[S->getLoopVariable()] = grownElement(*List, K, Loc);
      statement(S->getBody());
    });
    return true;
  }
  const std::vector<unsigned> Order = loopOrder(*List, S->getRangeInit()->getType());
  if (jumps(S->getBody()) || Order.size() != List->Functions.size()) {
    refuseFunctionList(Loc);
    return true;
  }
  for (unsigned I : Order) {
    const Closure *C = List->Functions[I];
    if (List->IsMap) {
      bindTableElement(S->getLoopVariable(), {List, literal(std::to_string(I), M.intType(), Loc)},
                       S->getBody());
      statement(S->getBody());
      continue;
    }
    bool Copies = !S->getLoopVariable()->getType()->isReferenceType();
    Closures[S->getLoopVariable()] = Copies ? copyOf(C, Loc) : C;
    statement(S->getBody());
  }
  return true;
}

} // namespace ad::lower
