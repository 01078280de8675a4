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

bool isVectorOfFunctions(QualType T) {
  const RecordDecl *RD = T->getAsRecordDecl();
  return RD && isStdVector(RD) && isStdFunction(heldBy(T));
}

bool isContainerOfFunctions(QualType T) { return isOfFunctions(T, /*Pointers=*/false); }

FunctionList *FunctionLowering::functionList(const Expr *E) {
  if (FunctionList *List = listInTable(read(E)->IgnoreParenImpCasts()))
    return List;
  if (const MemberExpr *Member = followedMember(read(E)))
    return isContainerOfFunctions(Member->getType()) || isFunctionTable(Member->getType()) ||
                   isTableOfLists(Member->getType())
               ? listOf(Member).get()
               : nullptr;
  const ValueDecl *D = namedContainer(read(E)->IgnoreParenImpCasts());
  if (!D || !(isOfFunctions(D->getType()) || isFunctionTable(D->getType()) ||
              isTableOfLists(D->getType())))
    return nullptr;
  auto Known = FunctionLists.find(D);
  if (Known != FunctionLists.end())
    return Known->second.get();
  return declareConstantList(dyn_cast<VarDecl>(D)) ? FunctionLists.at(D).get() : nullptr;
}

/// What E names: a variable, a static member, or what a function without parameters returns,
/// `static const std::map<...> table = {...}; return table;`.
const ValueDecl *FunctionLowering::namedContainer(const Expr *E) {
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return R->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return dyn_cast<VarDecl>(Member->getMemberDecl());
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr, *Def = nullptr;
  const auto *MD = dyn_cast_or_null<CXXMethodDecl>(FD);
  if (!FD || Call->getNumArgs() || !FD->hasBody(Def) || isLibrary(FD) || (MD && MD->isInstance()))
    return nullptr;
  const auto *Body = dyn_cast<CompoundStmt>(Def->getBody());
  if (!Body || Body->size() > 2 || Body->body_empty() ||
      (Body->size() == 2 && !isa<DeclStmt>(Body->body_front())))
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_back());
  const auto *R = Return && Return->getRetValue()
                      ? dyn_cast<DeclRefExpr>(Return->getRetValue()->IgnoreParenImpCasts())
                      : nullptr;
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->hasGlobalStorage() ? V : nullptr;
}

/// Whether nothing in List depends on when it was made.
static bool isConstantList(const FunctionList &List) {
  return llvm::all_of(List.Functions, [](const Closure *C) {
    if (C->Object) {
      const CXXRecordDecl *Class = C->Object->getType()->getAsCXXRecordDecl();
      return Class && Class->isEmpty();
    }
    return C->Empty || C->Function || (C->Lambda && C->Lambda->captures().empty());
  });
}

/// Declares D, if it is a constant container of functions of the whole program, or one that is
/// OnlyAsked.
bool FunctionLowering::declareConstantList(const VarDecl *D, bool OnlyAsked) {
  if (!D || !D->hasGlobalStorage() || !(D->getType().isConstQualified() || OnlyAsked) ||
      !(isContainerOfFunctions(D->getType()) || isFunctionTable(D->getType())))
    return false;
  const Expr *Init = D->getAnyInitializer();
  if (!Init)
    return false;
  std::shared_ptr<FunctionList> List;
  core::Block *Saved = std::exchange(Out, &AtStart);
  List = makeList(D, Init, D->getLocation());
  Out = Saved;
  if (!List || !isConstantList(*List) || pointsOnly(D->getType(), *List))
    return false;
  FunctionLists[D] = List;
  return true;
}

/// How many elements there are in the array T, if it is one: a C array or a std::array.
static std::optional<uint64_t> extentOf(QualType T) {
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getCanonicalType()))
    return A->getSize().getZExtValue();
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsRecordDecl());
  return Spec && isStdArray(Spec)
             ? std::optional(Spec->getTemplateArgs()[1].getAsIntegral().getZExtValue())
             : std::nullopt;
}

/// The container of functions Of, a variable or member that Init makes, if there is an Init. Null:
/// that is not followed.
std::shared_ptr<FunctionList> FunctionLowering::makeList(const ValueDecl *Of, const Expr *Init,
                                                         SourceLocation Loc) {
  const QualType T = Of->getType();
  if (isFunctionTable(T) || isTableOfLists(T))
    return makeTable(Of, Init, Loc);
  Init = Init ? read(Init) : nullptr;
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  const auto Args = Made ? given(Made->arguments()) : llvm::SmallVector<const Expr *, 4>();
  if (Made && Args.size() == 1)
    Init = Made->getArg(0)->IgnoreImplicit();
  if (const FunctionList *Other = Init ? functionList(Init) : nullptr)
    return copyList(*Other, Loc);
  if (const auto *Elements = dyn_cast_or_null<CXXStdInitializerListExpr>(Init))
    Init = read(Elements->getSubExpr());
  const auto *Braces = dyn_cast_or_null<InitListExpr>(Init);
  while (Braces && Braces->getNumInits() == 1 && isa<InitListExpr>(Braces->getInit(0)))
    Braces = cast<InitListExpr>(Braces->getInit(0)); // std::array
  std::optional<uint64_t> Size = extentOf(T);
  Expr::EvalResult Count;
  if (Size ? !Braces && Init && !Args.empty() : !Braces && Init && !(Made && Args.empty())) {
    // So many that are none.
    if (Size || !Made || Args.size() != 1 || !Init->getType()->isIntegerType() ||
        !Init->EvaluateAsInt(Count, Ctx))
      return nullptr;
    Size = Count.Val.getInt().getZExtValue();
  }
  constexpr uint64_t Most = 100;
  if (Size.value_or(0) > Most)
    return nullptr;
  std::shared_ptr<FunctionList> List = beginList(Of, Loc);
  if (L.Coming.contains(Of))
    beginNumbers(*List, Loc);
  for (const Expr *Each : Braces ? Braces->inits() : llvm::ArrayRef<Expr *>())
    if (isa<ImplicitValueInitExpr>(Each) || saysEmpty(passedOn(Each)))
      List->Functions.push_back(noFunction());
    else if (!append(*List, Each))
      return nullptr;
  if (List->grows())
    return Size && *Size ? nullptr : List;
  while (Size && List->Functions.size() < *Size)
    List->Functions.push_back(noFunction());
  List->Events.clear();
  return List;
}

/// Declares D, if it is such a container.
bool FunctionLowering::declareFunctionList(const VarDecl *D) {
  if (!isOfFunctions(D->getType()) || D->getType()->isReferenceType())
    return false;
  const Expr *Init = D->getInit() ? read(D->getInit()) : nullptr;
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  if (isVectorOfFunctions(D->getType()) && Made && given(Made->arguments()).empty()) {
    auto List = std::make_shared<FunctionList>();
    List->Block = Out;
    if (declareGrowingList(D, *List)) {
      FunctionLists[D] = List;
      return true;
    }
  }
  if (!isContainerOfFunctions(D->getType())) {
    // Pointers to functions alone are values like others.
    const auto *Braces = dyn_cast_or_null<InitListExpr>(Init);
    while (Braces && Braces->getNumInits() == 1 && isa<InitListExpr>(Braces->getInit(0)))
      Braces = cast<InitListExpr>(Braces->getInit(0)); // std::array
    if (Made && given(Made->arguments()).size() == 1)
      if (const auto *All = dyn_cast<CXXStdInitializerListExpr>(Made->getArg(0)->IgnoreImplicit()))
        Braces = dyn_cast<InitListExpr>(read(All->getSubExpr()));
    const bool Copies = Init && functionList(Made && Made->getNumArgs() ? Made->getArg(0) : Init);
    if (!Copies &&
        (!Braces || Uses.Modified.count(D) ||
         llvm::none_of(Braces->inits(), [](auto *E) { return isa<LambdaExpr>(passedOn(E)); })))
      return false;
  }
  std::shared_ptr<FunctionList> List = makeList(D, D->getInit(), D->getLocation());
  if (!List || (D->hasGlobalStorage() && !isConstantList(*List)))
    return false;
  FunctionLists[D] = List;
  return true;
}

/// The parameter P of what is inlined stands for the list that is its Argument.
bool FunctionLowering::bindFunctionList(const ParmVarDecl *P, const Expr *Argument) {
  const FunctionList *List = functionList(Argument);
  if (!List)
    return false;
  if (!P->getType()->isReferenceType() && List->Mark && Uses.Modified.count(P)) {
    if (std::shared_ptr<FunctionList> Copy = copyList(*List, P->getLocation()))
      FunctionLists[P] = Copy;
    return FunctionLists.count(P);
  }
  Argument = read(Argument)->IgnoreParenImpCasts();
  if (const MemberExpr *Member = followedMember(Argument))
    FunctionLists[P] = listOf(Member);
  else
    FunctionLists[P] = FunctionLists.at(namedContainer(Argument));
  return true;
}

/// Members of these containers that give no function.
const core::Expr *FunctionLowering::functionListMember(const CallExpr *E, bool &Known) {
  if (const core::Expr *R = functionTableMember(E, Known); Known)
    return R;
  if (const core::Expr *R = assignElement(E)) {
    Known = true;
    return R;
  }
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
  if (Appends && List->grows() && !List->Mark && appendTo(*List, E->getArg(0)))
    return literal("0", M.intType(), Loc);
  if (List->Mark && changeList(*List, Member))
    return literal("0", M.intType(), Loc);
  refuseFunctionList(Loc);
  return poison(E);
}

/// Whether S declares a reference to a std::function, beside those of loops.
static bool refersToFunctions(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Loop = dyn_cast<CXXForRangeStmt>(S))
    return refersToFunctions(Loop->getBody());
  if (const auto *Declares = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->getType()->isReferenceType() && isStdFunction(V->getType()))
        return true;
  return llvm::any_of(S->children(), refersToFunctions);
}

/// `list[2] = ...`. Null: E is something else.
const core::Expr *FunctionLowering::assignElement(const CallExpr *E) {
  const auto *A = dyn_cast<CXXOperatorCallExpr>(E);
  if (!A || A->getOperator() != OO_Equal || !isStdFunction(A->getArg(0)->getType()) ||
      !isListed(A->getArg(0)) || isInTable(read(A->getArg(0))->IgnoreParenImpCasts()))
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Index = nullptr;
  const Closure *C = givenFunction(A->getArg(1)); // the right side comes first
  FunctionList *List = listedFunction(A->getArg(0), Index);
  const std::optional<unsigned> Number = List ? fixedIndex(*List, Index) : std::nullopt;
  const bool Referred =
      llvm::any_of(Frames, [](const Frame &Fr) { return refersToFunctions(Fr.Decl->getBody()); });
  if (!C || !Number || !List->Mark || List->grows() || Referred) {
    refuseFunctionList(Loc);
    return poison(E);
  }
  List->Functions[*Number] = C;
  noteEvent(*List, /*Changes=*/true, Loc);
  return literal("0", M.intType(), Loc);
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
  if (Name == "operator[]" || Name == "at")
    Index = value(Call->getArg(Member ? 0 : 1));
  else if (Name == "front")
    Index = literal("0", sizeType(), Loc);
  else if (Name == "back")
    Index = List->grows() ? binary("-", sizeOfList(*List, Loc), literal("1", M.intType(), Loc),
                                   sizeType(), Loc)
                          : literal(std::to_string(List->Functions.size() - 1), sizeType(), Loc);
  if (Index && Name == "at" && !fixedIndex(*List, Index)) { // as the library throws it
    Index = freeze(Index, Loc, "which");
    core::Stmt *Throw = stmt(core::StmtKind::Opaque, Loc);
    Throw->Text = "throw std::out_of_range(\"" + MD->getParent()->getName().str() + "::at\")";
    Throw->NoReturn = true;
    core::Stmt *If = stmt(core::StmtKind::If, Loc);
    If->Value = binary(">=", Index, sizeOfList(*List, Loc), M.boolType(), Loc);
    If->Then.add(Throw);
    emit(If);
  }
  return Index ? List : nullptr;
}

/// The number that Index is, if it is one of List's.
std::optional<unsigned> FunctionLowering::fixedIndex(const FunctionList &List,
                                                     const core::Expr *Index) {
  while (Index->is(ExprKind::Cast))
    Index = Index->operand();
  unsigned Number = 0;
  const bool Known = Index->is(ExprKind::Literal) &&
                     !llvm::StringRef(Index->Text).getAsInteger(10, Number) &&
                     Number < List.Functions.size();
  return Known && !List.grows() ? std::optional(Number) : std::nullopt;
}

/// `list[i](Args...)`
const core::Expr *FunctionLowering::callListed(const CallExpr *E, const Expr *Called,
                                               llvm::ArrayRef<const Expr *> Args) {
  const core::Expr *Index = nullptr;
  FunctionList *List = listedFunction(Called, Index);
  if (!List && isInTable(read(Called)->IgnoreParenImpCasts()))
    return poison(E); // it has said why
  SourceLocation Loc = E->getExprLoc();
  if (List && List->Functions.empty() && List->Mark && !List->grows())
    return callKnown(E, Called, noFunction(), Args); // there is none to call
  if (!List || (List->Functions.empty() && !List->Mark))
    return nullptr;
  Index = freeze(Index, Loc, "which");
  if (List->grows()) {
    const Closure *C = grownElement(*List, Index, Loc);
    return C ? callKnown(E, Called, C, Args) : poison(E);
  }
  auto Is = [&](unsigned I) {
    return binary("==", Index, literal(std::to_string(I), M.intType(), Loc), M.boolType(), Loc);
  };
  auto Call = [&](unsigned I) { return callKnown(E, Called, List->Functions[I], Args); };
  const std::optional<unsigned> Known = fixedIndex(*List, Index);
  return Known ? Call(*Known)
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
  if (FunctionList *List = functionList(S->getRangeInit())) {
    overList(S, *List);
    return true;
  }
  return overListInTable(S, [&](FunctionList &List) { overList(S, List); });
}

void FunctionLowering::overList(const CXXForRangeStmt *S, FunctionList &Of) {
  FunctionList *List = &Of;
  SourceLocation Loc = S->getForLoc();
  if (List->grows()) {
    if (jumps(S->getBody())) {
      refuseFunctionList(Loc);
      return;
    }
    const core::Expr *Size = freeze(sizeOfList(*List, Loc), Loc, "length");
    countUp(literal("0", M.intType(), Loc), Size, Loc, [&](const core::Expr *K) {
      const Closure *Element = grownElement(*List, K, Loc);
      forget(S->getLoopVariable());
      Closures[S->getLoopVariable()] = Element;
      statement(S->getBody());
    });
    return;
  }
  const std::vector<unsigned> Order = loopOrder(*List, S->getRangeInit()->getType());
  if (jumps(S->getBody()) || Order.size() != List->Functions.size()) {
    refuseFunctionList(Loc);
    return;
  }
  const std::vector<const Closure *> Before = List->Functions;
  for (unsigned I : Order) {
    const VarDecl *Element = S->getLoopVariable();
    const Closure *C = List->Functions[I];
    forget(Element);
    if (List->IsMap)
      bindTableElement(Element, {List, literal(std::to_string(I), M.intType(), Loc)}, S->getBody());
    else
      Closures[Element] = Element->getType()->isReferenceType() ? C : copyOf(C, Loc);
    statement(S->getBody());
    if (List->Functions != Before) // the body changes what it loops over
      return refuseFunctionList(Loc);
  }
}

} // namespace ad::lower
