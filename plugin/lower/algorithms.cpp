//===- lower/algorithms.cpp - the library's algorithms, as plain loops -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A call of an algorithm of the library becomes a call of the function of the same name in the
// namespace ad::algorithms (driver/algorithms.inc), which is lowered where it is called, like the
// user's own small functions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/views.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

/// E without the copies and temporaries that passing it by value makes.
static Expr *passed(const Expr *E) {
  for (;;) {
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
      E = T->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getConstructor()->isCopyOrMoveConstructor() && C->getNumArgs() == 1 &&
             !isa<CXXTemporaryObjectExpr>(C))
      E = C->getArg(0);
    else
      return const_cast<Expr *>(E);
  }
}

/// Whether the class RD of the user's is an iterator without subscripts: it can be stepped and
/// followed, and no more.
static bool stepsWithoutSubscripts(Sema &S, CXXRecordDecl *RD) {
  auto Has = [&](OverloadedOperatorKind Operator) {
    LookupResult Found(S, S.Context.DeclarationNames.getCXXOperatorName(Operator), SourceLocation(),
                       Sema::LookupMemberName);
    Found.suppressDiagnostics();
    return S.LookupQualifiedName(Found, RD);
  };
  return !RD->isInStdNamespace() && !RD->isLambda() && RD->hasDefinition() && Has(OO_PlusPlus) &&
         Has(OO_Star) && !Has(OO_Subscript);
}

/// Whether T is an iterator that steps, but has no distance to others, that appends, or that leads
/// into a view.
static bool onlySteps(QualType T) {
  if (const auto *Inner = T.getNonReferenceType()->getAsRecordDecl())
    if (const auto *View = dyn_cast<CXXRecordDecl>(Inner->getDeclContext()); View && isView(View))
      return true;
  const auto *Spec =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsRecordDecl());
  if (!Spec || !Spec->getIdentifier() || !Spec->isInStdNamespace())
    return false;
  llvm::StringRef Name = Spec->getName();
  if (Name == "reverse_iterator")
    return onlySteps(heldBy(T));
  return Name.ends_with("_insert_iterator") || Name.ends_with("stream_iterator") ||
         Name.ends_with("streambuf_iterator") || Name.starts_with("_List_") ||
         Name.starts_with("_Rb_tree_") || Name.starts_with("_Node_") ||
         Name.starts_with("_Fwd_list_");
}

NamespaceDecl *Lowering::algorithms() {
  if (SupplyAlgorithms)
    std::exchange(SupplyAlgorithms, nullptr)();
  DeclContext *Scope = Ctx.getTranslationUnitDecl();
  for (llvm::StringRef Part : {"ad", "algorithms"}) {
    auto Found = Scope->lookup(&Ctx.Idents.get(Part));
    Scope = Found.empty() ? nullptr : dyn_cast<NamespaceDecl>(Found.front());
    if (!Scope)
      return nullptr;
  }
  return cast<NamespaceDecl>(Scope);
}

/// The namespace of that name inside of Scope.
static NamespaceDecl *inner(NamespaceDecl *Scope, llvm::StringRef Name) {
  auto Found = Scope->lookup(&Scope->getASTContext().Idents.get(Name));
  return Found.empty() ? Scope : cast<NamespaceDecl>(Found.front());
}

/// `ad::algorithms::Name(Args...)`; null if there is none that fits.
const CallExpr *FunctionLowering::ownAlgorithm(llvm::StringRef Name,
                                               llvm::ArrayRef<const Expr *> Args,
                                               SourceLocation Loc) {
  Sema &S = L.S;
  NamespaceDecl *Scope = L.algorithms();
  if (!Scope || movesElements(Name, Args, Loc))
    return nullptr;
  llvm::SmallVector<Expr *, 4> Given;
  bool Steps = false;
  const bool OfEntries = Name.ends_with("_entries"); // these do no more than step
  for (const Expr *A : Args) {
    Given.push_back(passed(asPlace(A)));
    if (!OfEntries && onlySteps(Given.back()->getType()))
      return nullptr;
    auto *RD = Given.back()->getType().getNonReferenceType()->getAsCXXRecordDecl();
    Steps |= !OfEntries && RD && stepsWithoutSubscripts(S, RD);
  }
  // Functions of the same names for those that only step.
  if (Steps)
    Scope = inner(Scope, "steps");
  LookupResult Known(S, &Ctx.Idents.get(Name), Loc, Sema::LookupOrdinaryName);
  Known.suppressDiagnostics();
  if (!S.LookupQualifiedName(Known, Scope))
    return nullptr;
  Sema::SFINAETrap Quiet(S);
  CXXScopeSpec None;
  ExprResult Callee = S.BuildDeclarationNameExpr(None, Known, /*NeedsADL=*/false);
  if (Callee.isInvalid())
    return nullptr;
  ExprResult Call = S.BuildCallExpr(nullptr, Callee.get(), Loc, Given, Loc);
  const auto *Made = Call.isInvalid() ? nullptr : dyn_cast<CallExpr>(Call.get()->IgnoreImplicit());
  FunctionDecl *Fn = Made ? const_cast<FunctionDecl *>(Made->getDirectCallee()) : nullptr;
  if (!Fn)
    return nullptr;
  if (!Fn->isDefined())
    S.InstantiateFunctionDefinition(Loc, Fn, /*Recursive=*/true, /*DefinitionRequired=*/true);
  return Fn->isDefined() && !Fn->isInvalidDecl() ? Made : nullptr;
}

/// The container C if E is `std::back_inserter(C)`, or the same with another Inserter.
static const Expr *appendedTo(const Expr *E, llvm::StringRef Inserter = "back_inserter") {
  const auto *Call = dyn_cast<CallExpr>(passed(E)->IgnoreParens());
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  bool Appends = FD && FD->isInStdNamespace() && FD->getIdentifier() && FD->getName() == Inserter &&
                 Call->getNumArgs() == 1;
  return Appends ? Call->getArg(0) : nullptr;
}

/// Whether T is an iterator of objects, or a vector of them, that can be moved, but not copied.
static bool leadsToUnique(Sema &S, QualType T) {
  T = T.getNonReferenceType();
  const auto *RD = T->getAsCXXRecordDecl();
  if (RD && isVectorIterator(RD))
    T = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType();
  if (RD && isStdVector(RD))
    RD = heldBy(T)->getAsCXXRecordDecl();
  else
    RD = T->isPointerType() ? T->getPointeeType()->getAsCXXRecordDecl() : nullptr;
  if (!RD || !RD->hasDefinition() || isUniquePtr(RD))
    return RD && isUniquePtr(RD);
  const CXXConstructorDecl *Copies =
      S.LookupCopyingConstructor(const_cast<CXXRecordDecl *>(RD), Qualifiers::Const);
  return !Copies || Copies->isDeleted();
}

/// Whether iterators of type T lead to elements that own storage, into which pointers may lead, and
/// that can be made without arguments.
static bool leadsToStorage(Lowering &L, QualType T) {
  T = T.getNonReferenceType();
  const auto *RD = T->getAsCXXRecordDecl();
  if (RD && isVectorIterator(RD))
    T = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType();
  if (!T->isPointerType() || !L.differentiable(T->getPointeeType()))
    return false;
  RD = T->getPointeeType()->getAsCXXRecordDecl();
  const core::Type *Ty = RD ? L.type(T->getPointeeType()) : nullptr;
  return Ty && !Ty->Owns && (core::holdsVector(Ty) || core::holdsMap(Ty)) &&
         startsByDefault(L.S, RD);
}

const Expr *invoked(Sema &S, llvm::ArrayRef<const Expr *> Args, SourceLocation Loc) {
  Expr *Called = const_cast<Expr *>(Args[0]->IgnoreParenImpCasts());
  llvm::SmallVector<Expr *, 4> Given;
  for (const Expr *A : Args.drop_front())
    Given.push_back(passed(A));
  Sema::SFINAETrap Quiet(S);
  ExprResult Call;
  if (!Called->getType()->isMemberPointerType()) {
    Call = S.BuildCallExpr(nullptr, Called, Loc, Given, Loc);
  } else if (!Given.empty()) {
    bool Arrow = Given[0]->getType()->isPointerType();
    Call = S.BuildBinOp(nullptr, Loc, Arrow ? BO_PtrMemI : BO_PtrMemD, Given[0], Called);
    if (Call.isUsable() && Called->getType()->isMemberFunctionPointerType())
      Call =
          S.BuildCallExpr(nullptr, Call.get(), Loc, llvm::MutableArrayRef(Given).drop_front(), Loc);
  }
  return Call.isUsable() ? Call.get() : nullptr;
}

/// qsort of T, as far as its size says so, by our own sort; null if that cannot be seen.
const CallExpr *FunctionLowering::ownQsort(const CallExpr *E) {
  const Expr *Base = E->getArg(0)->IgnoreParenImpCasts();
  while (const auto *Cast = dyn_cast<ExplicitCastExpr>(Base)) {
    if (!Cast->getType()->isVoidPointerType())
      break;
    Base = Cast->getSubExpr()->IgnoreParenImpCasts();
  }
  ExprResult First = L.S.DefaultFunctionArrayLvalueConversion(const_cast<Expr *>(Base));
  QualType T = First.isUsable() ? First.get()->getType()->getPointeeType() : QualType();
  Expr::EvalResult Size;
  if (T.isNull() || T->isVoidType() || T->isIncompleteType() ||
      !E->getArg(2)->EvaluateAsInt(Size, Ctx) ||
      Size.Val.getInt() != Ctx.getTypeSizeInChars(T).getQuantity())
    return nullptr;
  return ownAlgorithm("c_sort", {First.get(), E->getArg(1), E->getArg(3)}, E->getExprLoc());
}

/// A call of the library's algorithm FD, lowered by the function of our own.
const core::Expr *FunctionLowering::libraryAlgorithm(const CallExpr *E, const FunctionDecl *FD,
                                                     bool &Known) {
  llvm::SmallVector<const Expr *, 5> Args(E->arg_begin(), E->arg_end());
  std::string Name = FD->getName().str();
  if (Name == "invoke" && !Args.empty())
    if (const Expr *Call = invoked(L.S, Args, E->getExprLoc())) {
      Known = true;
      return expr(Call);
    }
  for (const Expr *&A : Args)
    if (const Expr *Container = appendedTo(A)) {
      A = Container;
      Name = "append_" + FD->getName().str();
    } else if (const Expr *Container = appendedTo(A, "front_inserter")) {
      A = Container;
      Name = "prepend_" + FD->getName().str();
    }
  static const llvm::StringRef Ours[] = {"find_if",        "find_if_not",
                                         "find",           "adjacent_find",
                                         "any_of",         "all_of",
                                         "none_of",        "count_if",
                                         "count",          "equal",
                                         "max_element",    "min_element",
                                         "minmax_element", "lower_bound",
                                         "upper_bound",    "is_sorted",
                                         "reverse",        "reverse_copy",
                                         "rotate",         "copy_backward",
                                         "copy_if",        "remove_if",
                                         "remove",         "unique",
                                         "sort",           "stable_sort",
                                         "accumulate",     "reduce",
                                         "inner_product",  "transform_reduce",
                                         "transform",      "partial_sum",
                                         "inclusive_scan", "exclusive_scan",
                                         "for_each",       "move",
                                         "copy",           "copy_n",
                                         "fill",           "fill_n",
                                         "generate",       "swap_ranges",
                                         "nth_element",    "partial_sort",
                                         "binary_search",  "partition_point",
                                         "partition",      "stable_partition",
                                         "merge",          "generate_n",
                                         "set_union",      "set_intersection",
                                         "set_difference", "for_each_n",
                                         "iter_swap",      "minmax",
                                         "make_heap",      "push_heap",
                                         "pop_heap",       "sort_heap",
                                         "erase_if",       "erase",
                                         "qsort"};
  // Those of a map have no numbers.
  if ((Name == "append_copy" || (Name == "append_transform" && Args.size() == 4)) &&
      isMapIterator(Args[0]->getType().getNonReferenceType()->getAsRecordDecl()))
    Name += "_entries";
  const bool Inserts =
      llvm::StringRef(Name).starts_with("append_") || llvm::StringRef(Name).starts_with("prepend_");
  if (!Inserts && !llvm::is_contained(Ours, Name))
    return nullptr;
  if (Name == "erase_if" || Name == "erase") {
    const RecordDecl *Container = Args[0]->getType().getNonReferenceType()->getAsRecordDecl();
    if (Name == "erase_if" && isStdMap(Container))
      Name = "map_erase_if";
    else if (!isStdVector(Container))
      return nullptr;
  }
  if (Name == "stable_sort")
    Name = "sort";
  if (Name == "move")
    Name = "copy";
  if (leadsToUnique(L.S, Args[0]->getType())) {
    static const llvm::StringRef Copy[] = {"reverse_copy", "rotate", "copy_backward", "copy_if",
                                           "remove",       "unique", "copy",          "copy_n",
                                           "fill",         "fill_n", "reverse",       "generate"};
    if (llvm::is_contained(Copy, Name))
      return nullptr;
    if (Name == "sort" || Name == "remove_if" || Name == "erase_if")
      Name += "_moving";
  }
  if (Name == "sort" && leadsToStorage(L, Args[0]->getType())) // pointers into an element go along
    Name = "sort_moving";
  const bool Failed = F.Failed;
  const CallExpr *Own = Name == "qsort" ? ownQsort(E) : ownAlgorithm(Name, Args, E->getExprLoc());
  if (!Own) {
    Known = F.Failed && !Failed; // it has said why
    return Known ? poison(E) : nullptr;
  }
  Known = true;
  return inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                    llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
}

/// insert, erase and assign of std::vector, with iterators.
const core::Expr *FunctionLowering::vectorAlgorithm(const CallExpr *E, const Expr *Object,
                                                    llvm::StringRef Member,
                                                    llvm::ArrayRef<const Expr *> Args) {
  auto IsIterator = [&](size_t I) {
    return I < Args.size() &&
           (type(Args[I]->getType())->isPointer() || isSequenceIterator(Args[I]->getType()));
  };
  std::string Name = ("vector_" + Member).str();
  if (Member == "insert" && Args.size() == 3)
    Name += IsIterator(1) ? "_range" : "_n";
  if (Member == "insert" && Args.size() == 2 && type(Args[1]->getType())->Mutable)
    Name += "_list";
  SourceLocation Loc = E->getExprLoc();
  llvm::SmallVector<const Expr *, 4> All{Object};
  if (Object->getType()->isPointerType())
    All[0] = L.S.CreateBuiltinUnaryOp(Loc, UO_Deref, const_cast<Expr *>(Object)).get();
  auto IsChosen = [&](const Expr *A) {
    return A->isGLValue() && A->getType()->isArithmeticType() &&
           isa<AbstractConditionalOperator, CallExpr>(A->IgnoreParenNoopCasts(Ctx));
  };
  for (const Expr *A : Args) // one of two numbers, as std::min's, is a value: the vector copies it
    All.push_back(IsChosen(A) ? L.S.DefaultLvalueConversion(const_cast<Expr *>(A)).get() : A);
  const auto *Of =
      cast<ClassTemplateSpecializationDecl>(cast<CXXMethodDecl>(E->getCalleeDecl())->getParent());
  if (isNeverCopied(Of->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl()))
    return nullptr; // which ours would copy
  const bool Failed = F.Failed;
  const CallExpr *Own = IsIterator(0) ? ownAlgorithm(Name, All, Loc) : nullptr;
  if (!Own)
    return F.Failed && !Failed ? poison(E) : nullptr; // it has said why
  return inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                    llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
}

} // namespace ad::lower
