//===- lower/function_tables.cpp - maps of functions ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A std::map or unordered_map of functions whose keys are constants is the list of what they hold
// (function_lists.cpp), and a key is a number in it: one that is not known is compared with all of
// them. An iterator is such a number, too, -1 for the end.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Sema.h"
#include <numeric>

using namespace clang;

namespace ad::lower {

using core::ExprKind;

//===-- Recognising -------------------------------------------------------===//

static bool isString(QualType T) {
  const auto *RD = T->getAsRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() &&
         (RD->getName() == "basic_string" || RD->getName() == "basic_string_view") &&
         heldBy(T)->isCharType();
}

bool isFunctionTable(QualType T) {
  const auto *RD =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsRecordDecl());
  if (!RD || !isStdMap(RD))
    return false;
  QualType Key = RD->getTemplateArgs()[0].getAsType(), Of = RD->getTemplateArgs()[1].getAsType();
  return (isStdFunction(Of) || Of->isFunctionPointerType()) &&
         (Key->isIntegralOrEnumerationType() || isString(Key));
}

/// The type of the values of the map T.
static QualType valueOf(QualType T) {
  return cast<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsRecordDecl())
      ->getTemplateArgs()[1]
      .getAsType();
}

bool isTableOfLists(QualType T) {
  const auto *RD =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsRecordDecl());
  return RD && isStdMap(RD) && isVectorOfFunctions(valueOf(T)) &&
         (heldBy(T)->isIntegralOrEnumerationType() || isString(heldBy(T)));
}

bool isTableOfFunctions(QualType T) { return isFunctionTable(T) && isStdFunction(valueOf(T)); }

/// Whether loops over the table T meet its keys in their own order.
static bool isInOrder(QualType T) {
  const auto *RD =
      cast<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsRecordDecl());
  const CXXRecordDecl *Less = RD->getTemplateArgs()[2].getAsType()->getAsCXXRecordDecl();
  return RD->getName() == "map" && Less && Less->isInStdNamespace() && Less->getName() == "less";
}

/// What the constant E, or the parameter of a callee that is written out, was given. Null: E is
/// something else.
const Expr *FunctionLowering::givenAs(const Expr *E) const {
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!V || Uses.Modified.count(V))
    return nullptr;
  if (isa<ParmVarDecl>(V))
    return Arguments.lookup(V);
  return V->getType().isConstQualified() ? V->getInit() : nullptr;
}

/// Number as a key of type Of.
static int64_t asKey(llvm::APSInt Number, QualType Of, const ASTContext &Ctx) {
  Of = Of.getNonReferenceType();
  if (Of->isBooleanType())
    return Number != 0;
  Number = Number.extOrTrunc(Ctx.getIntWidth(Of));
  Number.setIsSigned(Of->isSignedIntegerOrEnumerationType());
  return Number.getExtValue();
}

/// The constant that the key E is in a table whose keys are of type Of.
bool FunctionLowering::constantKey(const Expr *E, QualType Of, FunctionKey &Key) const {
  for (;;) {
    const Expr *Inner = E->IgnoreImplicit()->IgnoreParenImpCasts();
    if (const Expr *Given = givenAs(Inner)) {
      if (!constantKey(Given, Inner->getType(), Key))
        return false;
      if (!isString(Of.getNonReferenceType())) // it was a number of another type first
        Key.Number = asKey(llvm::APSInt::get(Key.Number), Of, Ctx);
      return true;
    }
    if (const auto *C = dyn_cast<CXXConstructExpr>(Inner); C && !given(C->arguments()).empty())
      Inner = given(C->arguments()).size() == 1 ? C->getArg(0) : Inner;
    else if (const auto *F = dyn_cast<CXXFunctionalCastExpr>(Inner))
      Inner = F->getSubExpr();
    if (Inner == E)
      break;
    E = Inner;
  }
  if (isString(Of.getNonReferenceType())) {
    const auto *Text = dyn_cast<StringLiteral>(E);
    if (!Text || Text->getCharByteWidth() != 1)
      return false;
    Key.Text = Text->getString().str();
    return llvm::all_of(Key.Text, [](char C) { return llvm::isPrint(C) && C != '"' && C != '\\'; });
  }
  Expr::EvalResult Result;
  if (!E->getType()->isIntegralOrEnumerationType() || E->isValueDependent() ||
      !E->EvaluateAsInt(Result, Ctx))
    return false;
  Key.Number = asKey(Result.Val.getInt(), Of, Ctx);
  return true;
}

/// The iterator, or the element of a loop, whose member Base has.
static const Expr *iteratorOf(const Expr *Base) {
  const Expr *E = read(Base)->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && (Call->getOperator() == OO_Arrow || Call->getOperator() == OO_Star))
    E = read(Call->getArg(0))->IgnoreParenImpCasts();
  return E;
}

/// The declaration of that.
static const ValueDecl *entryOf(const Expr *Base) {
  const auto *R = dyn_cast<DeclRefExpr>(iteratorOf(Base));
  return R ? R->getDecl() : nullptr;
}

/// The object that E, a call of `at` or of a subscript operator, asks.
static const Expr *asked(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const auto *MD = Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!MD || !(MD->getNameAsString() == "at" || MD->getOverloadedOperator() == OO_Subscript))
    return nullptr;
  return Member ? Member->getImplicitObjectArgument() : Call->getArg(0);
}

//===-- Filling -----------------------------------------------------------===//

/// Key and Function come to List, if it has no such key. False: that is not followed.
bool FunctionLowering::addToTable(FunctionList &List, const Expr *Key, const Expr *Function) {
  FunctionKey K;
  if (!constantKey(Key, List.KeyType, K))
    return false;
  const Expr *Object = heldObject(passedOn(Function));
  const Closure *C = Object ? functionObject(Object) : closure(Function);
  if (!C || (C->Lambda && isMutable(C->Lambda)))
    return false;
  if (llvm::is_contained(List.Keys, K))
    return true;
  List.Keys.push_back(K);
  List.Functions.push_back(C);
  return true;
}

/// The key and the value of which E makes an element; nothing where it does not.
static llvm::ArrayRef<const Expr *> asPair(const Expr *E) {
  E = read(E)->IgnoreImplicit();
  while (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getNumArgs() == 2)
      return llvm::ArrayRef<const Expr *>(C->getArgs(), 2);
    if (C->getNumArgs() != 1)
      return {};
    E = read(C->getArg(0))->IgnoreImplicit();
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->getNumArgs() == 2 && isStd(Call->getDirectCallee(), "make_pair")
             ? llvm::ArrayRef<const Expr *>(Call->getArgs(), 2)
             : llvm::ArrayRef<const Expr *>();
}

/// The map of functions Of, a variable or member that Init makes. Null: that is not followed.
std::shared_ptr<FunctionList> FunctionLowering::makeTable(const ValueDecl *Of, const Expr *Init,
                                                          SourceLocation Loc) {
  const QualType T = Of->getType();
  const auto *Made = Init ? dyn_cast<CXXConstructExpr>(read(Init)) : nullptr;
  const Expr *First = Made && !given(Made->arguments()).empty() ? read(Made->getArg(0)) : nullptr;
  if (const FunctionList *Other = First ? functionList(First) : nullptr)
    return copyList(*Other, Loc);
  const auto *Braces =
      First ? dyn_cast<CXXStdInitializerListExpr>(First->IgnoreImplicit()) : nullptr;
  const auto *Elements =
      Braces ? dyn_cast<InitListExpr>(read(Braces->getSubExpr())->IgnoreImplicit()) : nullptr;
  if (First ? !Elements || isTableOfLists(T) : Init && !Made)
    return nullptr;
  auto List = Out ? beginList(Of, Loc) : std::make_shared<FunctionList>();
  List->IsMap = true;
  List->KeyType = heldBy(T);
  for (const Expr *E : Elements ? Elements->inits() : llvm::ArrayRef<Expr *>()) {
    llvm::ArrayRef<const Expr *> Pair = asPair(E);
    if (Pair.empty() || !addToTable(*List, Pair[0], Pair[1]))
      return nullptr;
  }
  return List;
}

bool pointsOnly(QualType T, const FunctionList &List) {
  return !isContainerOfFunctions(T) && !isTableOfFunctions(T) &&
         llvm::none_of(List.Functions, [](const Closure *C) { return C->Lambda != nullptr; });
}

/// Whether S only looks something up in the table D: by a subscript operator, which may add an
/// empty function, or by what never does.
static bool onlyAsks(const Stmt *S, const VarDecl *D, bool Subscripts) {
  if (!S)
    return true;
  auto IsNamed = [D](const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return R && R->getDecl() == D;
  };
  auto Others = [D, Subscripts](const Stmt *Of, const Expr *But) {
    return llvm::all_of(Of->children(),
                        [&](const Stmt *C) { return C == But || onlyAsks(C, D, Subscripts); });
  };
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
    const CXXMethodDecl *MD = Call->getMethodDecl();
    const Expr *Object = Call->getImplicitObjectArgument();
    if (MD && MD->getIdentifier() && Object && IsNamed(Object))
      return !Subscripts &&
             llvm::is_contained({"at", "find", "count", "contains", "size", "empty", "end", "cend"},
                                MD->getName()) &&
             Others(S, Call->getCallee());
  }
  // `table[key](...)`
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S); Call && Call->getOperator() == OO_Call)
    if (const auto *Inner = dyn_cast<CXXOperatorCallExpr>(Call->getArg(0)->IgnoreParenImpCasts());
        Inner && Inner->getOperator() == OO_Subscript && IsNamed(Inner->getArg(0)))
      return Subscripts && onlyAsks(Inner->getArg(1), D, Subscripts) && Others(S, Call->getArg(0));
  if (const auto *E = dyn_cast<Expr>(S); E && isa<DeclRefExpr>(E))
    return !IsNamed(E);
  return Others(S, nullptr);
}

/// Whether D is a static variable whose function only looks something up in it.
static bool isOnlyAsked(const VarDecl *D) {
  const auto *FD = D->isStaticLocal() ? dyn_cast<FunctionDecl>(D->getDeclContext()) : nullptr;
  return FD && FD->getBody() &&
         (onlyAsks(FD->getBody(), D, false) || onlyAsks(FD->getBody(), D, true));
}

/// Declares D, if it is such a map.
bool FunctionLowering::declareFunctionTable(const VarDecl *D) {
  if (!(isFunctionTable(D->getType()) || isTableOfLists(D->getType())) ||
      D->getType()->isReferenceType() || !D->getInit())
    return false;
  if (D->hasGlobalStorage())
    return declareConstantList(D) || (isOnlyAsked(D) && declareConstantList(D, true));
  const auto *Made = dyn_cast<CXXConstructExpr>(read(D->getInit()));
  const bool Starts = Made && !given(Made->arguments()).empty();
  const QualType Of = valueOf(D->getType());
  if (!Starts && (!Made || D->getType().isConstQualified() || Of->isPointerType()))
    return false;
  const bool Copies = Starts && functionList(read(Made->getArg(0)));
  std::shared_ptr<FunctionList> List = makeTable(D, D->getInit(), D->getLocation());
  if (!List)
    return false;
  if (!Copies && pointsOnly(D->getType(), *List))
    return false;
  FunctionLists[D] = List;
  return true;
}

/// Whether E may be a list in a table of lists, and not what is in one.
static const Expr *askedTable(const Expr *E) {
  const Expr *Object = asked(E);
  return Object && isTableOfLists(Object->getType()) ? Object : nullptr;
}

/// The list that E is, of a table of lists: `table["a"]`, where the key is a constant, or
/// `it->second` of what is known. Null: E is none, or that is not known.
FunctionList *FunctionLowering::listInTable(const Expr *E) {
  FunctionList *Table = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const ValueDecl *D = entryOf(Member->getBase());
    auto Known = D ? FunctionEntries.find(D) : FunctionEntries.end();
    if (Known == FunctionEntries.end() || Known->second.List->Lists.empty())
      return nullptr;
    const std::optional<unsigned> Number = fixedIndex(*Known->second.List, Known->second.Index);
    return Number ? Known->second.List->Lists[*Number].get() : nullptr;
  }
  const Expr *Object = askedTable(E);
  Table = Object ? functionList(Object) : nullptr;
  FunctionKey K;
  if (!Table ||
      !constantKey(cast<CallExpr>(E)->getArg(isa<CXXMemberCallExpr>(E) ? 0 : 1), Table->KeyType, K))
    return nullptr;
  const auto At = llvm::find(Table->Keys, K);
  if (At != Table->Keys.end())
    return Table->Lists[At - Table->Keys.begin()].get();
  if (isa<CXXMemberCallExpr>(E)) // `at` throws
    return nullptr;
  auto List = std::make_shared<FunctionList>();
  List->Of = Table->Of;
  List->Mark = Table->Mark;
  HeldLists.push_back(List);
  if (L.Coming.contains(Table->Of))
    beginNumbers(*List, E->getExprLoc());
  Table->Keys.push_back(K);
  Table->Functions.push_back(noFunction());
  Table->Lists.push_back(List);
  noteEvent(*Table, /*Changes=*/true, E->getExprLoc());
  return List.get();
}

/// A loop over a list in a table whose key is known at run time only: one for each key. False: S is
/// something else.
bool FunctionLowering::overListInTable(const CXXForRangeStmt *S,
                                       llvm::function_ref<void(FunctionList &)> Over) {
  const Expr *E = read(S->getRangeInit())->IgnoreParenImpCasts();
  FunctionList *Table = nullptr;
  const core::Expr *Index = nullptr;
  SourceLocation Loc = S->getForLoc();
  if (const auto *Member = dyn_cast<MemberExpr>(E); Member && entryOf(Member->getBase())) {
    auto Known = FunctionEntries.find(entryOf(Member->getBase()));
    if (Known != FunctionEntries.end()) {
      Table = Known->second.List;
      Index = Known->second.Index;
    }
  } else if (const Expr *Object = askedTable(E)) {
    Table = functionList(Object);
    if (Table)
      Index = numberInTable(*Table, cast<CallExpr>(E)->getArg(isa<CXXMemberCallExpr>(E) ? 0 : 1));
  }
  if (!Table || !isTableOfLists(Table->Of->getType()) || isa<CXXMemberCallExpr>(E))
    return false;
  Index = freeze(Index, Loc, "which");
  if (!isa<MemberExpr>(E)) // it may add a key
    L.Coming.insert(Table->Of);
  noteEvent(*Table, /*Changes=*/false, Loc);
  for (size_t I = 0; I < Table->Lists.size(); ++I) {
    core::Stmt *If = stmt(core::StmtKind::If, Loc);
    If->Value =
        binary("==", Index, literal(std::to_string(I), M.intType(), Loc), M.boolType(), Loc);
    If->Then = capture([&] { Over(*Table->Lists[I]); });
    emit(If);
  }
  return true;
}

//===-- Looking up ----------------------------------------------------------===//

/// The number of the function with this Key, or -1.
const core::Expr *FunctionLowering::numberInTable(const FunctionList &List, const Expr *Key) {
  SourceLocation Loc = Key->getExprLoc();
  auto Number = [&](int64_t I) { return literal(std::to_string(I), M.intType(), Loc); };
  FunctionKey Known;
  if (constantKey(Key, List.KeyType, Known)) {
    auto At = llvm::find(List.Keys, Known);
    return Number(At == List.Keys.end() ? -1 : At - List.Keys.begin());
  }
  QualType T = Key->getType().getNonReferenceType().getUnqualifiedType();
  const bool Texts = isString(T);
  if (Texts != isString(List.KeyType) || (!Texts && !T->isIntegralOrEnumerationType())) {
    refuseFunctionList(Loc);
    return Number(-1);
  }
  const core::Expr *Asked = Texts ? expr(read(Key)) : value(read(Key));
  if (const core::Type *Ty = type(List.KeyType); !Texts && Asked->Ty != Ty)
    Asked = convert(Ty, Asked, /*Explicit=*/true, Loc);
  if (!Texts && Asked->Ty->IsEnum)
    Asked = convert(type(Ctx.LongTy), Asked, /*Explicit=*/true, Loc);
  Asked = Texts && core::isPlace(Asked) ? freezePlace(Asked, Loc) : freeze(Asked, Loc, "key");
  const Expr *Object = standsFor(Asked, T.withConst(), Loc);
  const core::Expr *Found = Number(-1);
  for (size_t I = List.Keys.size(); I-- > 0;) {
    const core::Expr *Is = nullptr;
    if (Texts) {
      QualType Array = Ctx.getStringLiteralArrayType(Ctx.CharTy, List.Keys[I].Text.size());
      Expr *Text = StringLiteral::Create(Ctx, List.Keys[I].Text, StringLiteralKind::Ordinary,
                                         /*Pascal=*/false, Array, Loc);
      ExprResult Same = L.S.BuildBinOp(nullptr, Loc, BO_EQ, const_cast<Expr *>(Object), Text);
      Is = Same.isUsable() ? condition(Same.get()) : poison(Key);
    } else {
      Is = binary("==", Asked, Number(List.Keys[I].Number), M.boolType(), Loc);
    }
    core::Expr *Choice = M.expr(ExprKind::Conditional, M.intType(), Loc.getRawEncoding());
    Choice->Operands = {Is, Number(I), Found};
    Found = Choice;
  }
  return freeze(Found, Loc, "which");
}

/// The number that the iterator E is. Null: it is none of such a map.
const core::Expr *FunctionLowering::placeInTable(const Expr *E, FunctionList *&List) {
  const Expr *Inner = read(E)->IgnoreParenImpCasts();
  if (const auto *C = dyn_cast<CXXConstructExpr>(Inner); C && C->getNumArgs() == 1)
    Inner = read(C->getArg(0))->IgnoreParenImpCasts(); // to an iterator of constants
  if (const auto *R = dyn_cast<DeclRefExpr>(Inner))
    if (auto Known = FunctionEntries.find(R->getDecl()); Known != FunctionEntries.end()) {
      List = Known->second.List;
      return Known->second.Index;
    }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Inner);
  List = Call ? functionList(Call->getImplicitObjectArgument()) : nullptr;
  if (!List || !List->IsMap || !Call->getMethodDecl()->getIdentifier())
    return nullptr;
  llvm::StringRef Name = Call->getMethodDecl()->getName();
  if (!List->Lists.empty() && L.Coming.contains(List->Of))
    return nullptr;
  if (Name == "end" || Name == "cend")
    return literal("-1", M.intType(), E->getExprLoc());
  return Name == "find" ? numberInTable(*List, Call->getArg(0)) : nullptr;
}

/// Declares D, if it is an iterator that such a map has found and that stays there.
bool FunctionLowering::declareTableIterator(const VarDecl *D) {
  const auto *RD = D->getType()->getAsRecordDecl();
  if (!RD || !isMapIterator(RD) || !D->getInit() || Uses.Modified.count(D))
    return false;
  FunctionEntry Entry;
  Entry.Index = placeInTable(D->getInit(), Entry.List);
  if (!Entry.Index)
    return false;
  FunctionEntries[D] = Entry;
  return true;
}

bool FunctionLowering::isInTable(const Expr *E) {
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!Member->getMemberDecl()->getIdentifier() || Member->getMemberDecl()->getName() != "second")
      return false;
    if (const ValueDecl *D = entryOf(Member->getBase()))
      return FunctionEntries.count(D);
    const auto *Find = dyn_cast<CXXMemberCallExpr>(iteratorOf(Member->getBase()));
    const CXXMethodDecl *MD = Find ? Find->getMethodDecl() : nullptr;
    return MD && MD->getIdentifier() && MD->getName() == "find" &&
           isFunctionTable(Find->getImplicitObjectArgument()->getType()) &&
           functionList(Find->getImplicitObjectArgument());
  }
  const Expr *Object = asked(E);
  const FunctionList *List = Object ? functionList(Object) : nullptr;
  return List && List->IsMap;
}

/// The element that E is: the list, and its number. Null: it is none.
FunctionList *FunctionLowering::functionInTable(const Expr *E, const core::Expr *&Index) {
  if (!isInTable(E))
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    FunctionList *List = nullptr;
    Index = placeInTable(iteratorOf(Member->getBase()), List);
    return List;
  }
  const auto *Call = cast<CallExpr>(E);
  FunctionList *List = functionList(asked(E));
  Index = numberInTable(*List, Call->getArg(isa<CXXMemberCallExpr>(Call) ? 0 : 1));
  if (List->Functions.empty() || (Index->is(ExprKind::Literal) && Index->Text == "-1")) {
    error(Loc, "cannot differentiate this call: the map has no function with this key here",
          "fill the map where it is declared");
    return nullptr;
  }
  if (Index->is(ExprKind::Literal))
    return List;
  // As the library throws it.
  core::Stmt *Throw = stmt(core::StmtKind::Opaque, Loc);
  Throw->Text =
      isa<CXXOperatorCallExpr>(Call)
          ? "std::__throw_bad_function_call()"
          : "std::__throw_out_of_range(\"" +
                cast<CXXMethodDecl>(Call->getDirectCallee())->getParent()->getName().str() +
                "::at\")";
  core::Stmt *If = stmt(core::StmtKind::If, Loc);
  If->Value = binary("<", Index, literal("0", M.intType(), Loc), M.boolType(), Loc);
  If->Then.add(Throw);
  emit(If);
  return List;
}

/// Members of such maps, and comparisons of their iterators.
const core::Expr *FunctionLowering::functionTableMember(const CallExpr *E, bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Nothing = literal("0", M.intType(), Loc);
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    OverloadedOperatorKind Kind = Operator->getOperator();
    // `table["sin"] = ...`
    if (Kind == OO_Equal && isStdFunction(E->getArg(0)->getType())) {
      const Expr *Place = E->getArg(0)->IgnoreParenImpCasts();
      if (!isInTable(Place))
        return nullptr;
      Known = true;
      FunctionKey K;
      FunctionList *List = asked(Place) ? functionList(asked(Place)) : nullptr;
      const Expr *Key =
          List ? cast<CallExpr>(Place)->getArg(isa<CXXMemberCallExpr>(Place) ? 0 : 1) : nullptr;
      if (List && constantKey(Key, List->KeyType, K) && !llvm::is_contained(List->Keys, K) &&
          addToTable(*List, Key, E->getArg(1))) {
        noteEvent(*List, /*Changes=*/true, Loc);
        return Nothing;
      }
      refuseFunctionList(Loc);
      return poison(E);
    }
    if ((Kind == OO_EqualEqual || Kind == OO_ExclaimEqual) && E->getNumArgs() == 2) {
      FunctionList *A = nullptr, *B = nullptr;
      const core::Expr *Left = placeInTable(E->getArg(0), A);
      const core::Expr *Right = Left ? placeInTable(E->getArg(1), B) : nullptr;
      if (!Right || A != B)
        return nullptr;
      Known = true;
      return binary(Kind == OO_EqualEqual ? "==" : "!=", Left, Right, M.boolType(), Loc);
    }
    if (Kind == OO_Subscript && isInTable(E)) { // not called, but looked at
      Known = true;
      refuseFunctionList(Loc);
      return poison(E);
    }
    return nullptr;
  }
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  FunctionList *List = Member ? functionList(Member->getImplicitObjectArgument()) : nullptr;
  if (!List || !List->IsMap || !Member->getMethodDecl()->getIdentifier())
    return nullptr;
  Known = true;
  llvm::StringRef Name = Member->getMethodDecl()->getName();
  if (!List->Lists.empty() && L.Coming.contains(List->Of)) { // which keys there are is not known
    refuseFunctionList(Loc);
    return poison(E);
  }
  if (Name == "size")
    return literal(std::to_string(List->Functions.size()), sizeType(), Loc);
  if (Name == "empty")
    return literal(List->Functions.empty() ? "true" : "false", M.boolType(), Loc);
  if (Name == "count" || Name == "contains")
    return convert(type(E->getType()),
                   binary(">=", numberInTable(*List, E->getArg(0)), Nothing, M.boolType(), Loc),
                   false, Loc);
  const Expr *Key = nullptr, *Function = nullptr;
  if (llvm::is_contained({"emplace", "try_emplace"}, Name) && E->getNumArgs() == 2) {
    Key = E->getArg(0);
    Function = E->getArg(1);
  } else if (Name == "insert" && !asPair(E->getArg(0)).empty()) {
    Key = asPair(E->getArg(0))[0];
    Function = asPair(E->getArg(0))[1];
  }
  if (Key && Discarded == E && addToTable(*List, Key, Function)) {
    noteEvent(*List, /*Changes=*/true, Loc);
    return Nothing;
  }
  refuseFunctionList(Loc);
  return poison(E);
}

//===-- Loops -----------------------------------------------------------------===//

/// The key of an element, a Ty. Null where its number is not known.
const core::Expr *FunctionLowering::keyInTable(const FunctionEntry &Entry, const core::Type *Ty,
                                               SourceLocation Loc) {
  unsigned Number = 0;
  if (!Entry.Index->is(ExprKind::Literal) ||
      llvm::StringRef(Entry.Index->Text).getAsInteger(10, Number))
    return nullptr;
  const FunctionKey &Key = Entry.List->Keys[Number];
  if (Ty->isInteger())
    return convert(Ty, literal(std::to_string(Key.Number), M.intType(), Loc), Ty->IsEnum, Loc);
  return opaque(Ty->Spelling + "(\"" + Key.Text + "\")", Ty, {}, Loc);
}

/// D, which a loop declares, is an element.
void FunctionLowering::bindTableElement(const VarDecl *D, FunctionEntry Entry, const Stmt *Body) {
  const auto *Parts = dyn_cast<DecompositionDecl>(D);
  if (!Parts) {
    FunctionEntries[D] = Entry;
    return;
  }
  unsigned Number = 0;
  llvm::StringRef(Entry.Index->Text).getAsInteger(10, Number);
  const BindingDecl *Key = Parts->bindings()[0], *Function = Parts->bindings()[1];
  SourceLocation Loc = D->getLocation();
  forget(Key);
  forget(Function);
  if (Entry.List->Lists.empty())
    Closures[Function] = Entry.List->Functions[Number];
  else
    FunctionLists[Function] = Entry.List->Lists[Number];
  if (!countMentions(Body, Key))
    return;
  const core::Type *Ty = type(Key->getType().getUnqualifiedType());
  Bindings[Key] = name(declare(Key->getName(), Ty, keyInTable(Entry, Ty, Loc), true, Loc), Loc);
}

/// `entry.first` of such an element. Null: E is something else.
const core::Expr *FunctionLowering::keyOfFunction(const MemberExpr *E) {
  const ValueDecl *D = FunctionEntries.empty() ? nullptr : entryOf(E->getBase());
  auto Known = FunctionEntries.find(D);
  if (Known == FunctionEntries.end())
    return nullptr;
  if (E->getMemberDecl()->getName() == "first")
    if (const core::Expr *Key = keyInTable(Known->second, type(E->getType()), E->getMemberLoc()))
      return Key;
  refuseFunctionList(E->getMemberLoc());
  return poison(E);
}

/// The numbers of the functions in List as a loop over a T meets them. Empty: that is not known.
std::vector<unsigned> FunctionLowering::loopOrder(const FunctionList &List, QualType T) {
  std::vector<unsigned> Order(List.Functions.size());
  std::iota(Order.begin(), Order.end(), 0);
  if (!List.IsMap)
    return Order;
  if (!isInOrder(T))
    return {};
  llvm::sort(Order, [&](unsigned A, unsigned B) { return List.Keys[A] < List.Keys[B]; });
  return Order;
}

} // namespace ad::lower
