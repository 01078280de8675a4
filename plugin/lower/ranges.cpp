//===- lower/ranges.cpp - algorithms of std::ranges -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An algorithm over a whole container is the older one over its iterators, or, where it is given a
// projection, the one of our own that takes one (driver/projected_algorithms.inc).
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/ranges.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/names.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

/// How many arguments Name takes before its projection, the range left out; 0 for those that are
/// not known with one. Those that compare may do so by `<`.
static std::pair<unsigned, bool> beforeProjection(llvm::StringRef Name) {
  if (llvm::is_contained({"sort", "stable_sort", "max_element", "min_element"}, Name))
    return {1, true};
  if (llvm::is_contained({"for_each", "find", "find_if", "count", "count_if"}, Name))
    return {1, false};
  return {Name == "transform" ? 2 : 0, false};
}

/// Whether E is the comparison that algorithms of std::ranges have where none is given.
static bool isDefaultLess(const Expr *E) {
  const RecordDecl *RD = E->getType()->getAsRecordDecl();
  const auto *Space = RD ? dyn_cast<NamespaceDecl>(RD->getDeclContext()) : nullptr;
  return Space && Space->getName() == "ranges" && RD->getName() == "less";
}

/// What E makes, `{least, greatest}`, of Pair, a call of std::minmax_element: of the iterators, or
/// the Values that they lead to.
static const Expr *bothExtremes(Sema &S, const CallExpr *E, Expr *Pair, bool Values) {
  SourceLocation Loc = E->getExprLoc();
  if (!Pair)
    return nullptr;
  Pair = new (S.Context) OpaqueValueExpr(Loc, Pair->getType(), VK_LValue, OK_Ordinary, Pair);
  llvm::SmallVector<Expr *, 2> Both;
  for (llvm::StringRef Name : {"first", "second"}) {
    DeclarationNameInfo Info(&S.Context.Idents.get(Name), Loc);
    CXXScopeSpec None;
    ExprResult Part =
        S.BuildMemberReferenceExpr(Pair, Pair->getType(), Loc, /*IsArrow=*/false, None,
                                   SourceLocation(), nullptr, Info, nullptr, nullptr);
    if (Part.isUsable() && Values)
      Part = S.BuildUnaryOp(nullptr, Loc, UO_Deref, Part.get());
    if (!Part.isUsable())
      return nullptr;
    Both.push_back(Part.get());
  }
  auto *List = new (S.Context) InitListExpr(S.Context, Loc, Both, Loc);
  List->setType(E->getType());
  return List;
}

const Expr *withoutRange(Lowering &L, const CallExpr *E) {
  const auto *MD = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!isa<CXXOperatorCallExpr>(E) || !MD || !MD->getParent()->getIdentifier())
    return nullptr;
  const auto *Space = dyn_cast<NamespaceDecl>(MD->getParent()->getDeclContext());
  llvm::StringRef Name = MD->getParent()->getName();
  if (!Space || Space->getName() != "ranges" || !Space->isInStdNamespace() ||
      !Name.consume_front("__") || !Name.consume_back("_fn"))
    return nullptr;
  auto Args = given(E->arguments());
  if (Args.size() < 2 || !Args[1]->isLValue() ||
      !(Args[1]->getType()->isRecordType() || Args[1]->getType()->isArrayType()))
    return nullptr;
  // A second container would have to become iterators, too.
  if (llvm::any_of(llvm::drop_begin(Args, 2), [](const Expr *A) {
        const RecordDecl *RD = A->getType()->getAsRecordDecl();
        return (A->getType()->isArrayType() && !isa<StringLiteral>(A->IgnoreParenImpCasts())) ||
               (RD && (isStdVector(RD) || isStdArray(RD) || isStdDeque(RD) || isHandleRecord(RD)));
      }))
    return nullptr;
  auto [Before, Compares] = beforeProjection(Name);
  const bool Projects = Before && Args.size() == Before + 3;
  NamespaceDecl *Ours = Projects ? L.algorithms() : nullptr;
  Sema &S = L.S;
  SourceLocation Loc = E->getExprLoc();
  Sema::SFINAETrap Quiet(S);
  DeclContext *Scope = S.getStdNamespace();
  auto Call = [&](llvm::StringRef Called, llvm::MutableArrayRef<Expr *> Given) -> Expr * {
    LookupResult Known(S, &S.Context.Idents.get(Called), Loc, Sema::LookupOrdinaryName);
    Known.suppressDiagnostics();
    if (!S.LookupQualifiedName(Known, Scope))
      return nullptr;
    CXXScopeSpec None;
    ExprResult Callee = S.BuildDeclarationNameExpr(None, Known, /*NeedsADL=*/false);
    ExprResult Made =
        Callee.isInvalid() ? ExprError() : S.BuildCallExpr(nullptr, Callee.get(), Loc, Given, Loc);
    return Made.isUsable() ? Made.get() : nullptr;
  };
  Expr *Range = const_cast<Expr *>(Args[1]);
  llvm::SmallVector<Expr *, 5> Given{Call("begin", Range), Call("end", Range)};
  if (!Given[0] || !Given[1])
    return nullptr;
  for (const Expr *A : llvm::drop_begin(Args, 2))
    if (!(Projects && Compares && A == Args[2] && isDefaultLess(A)))
      Given.push_back(const_cast<Expr *>(withoutTemporary(A)));
  // Of these, the older ones take the middle ahead of the end.
  if (llvm::is_contained({"nth_element", "partial_sort", "rotate", "rotate_copy", "inplace_merge"},
                         Name) &&
      Given.size() > 2)
    std::swap(Given[1], Given[2]);
  if (!Projects && (Name == "minmax" || Name == "minmax_element"))
    return bothExtremes(S, E, Call("minmax_element", Given), Name == "minmax");
  if (!Projects)
    return Call(Name, Given);
  Name.consume_front("stable_");
  Scope = Ours;
  Expr *Made = Scope ? Call((Name + "_by").str(), Given) : nullptr;
  const auto *Own = Made ? dyn_cast<CallExpr>(Made->IgnoreImplicit()) : nullptr;
  auto *Fn = Own ? const_cast<FunctionDecl *>(Own->getDirectCallee()) : nullptr;
  if (Fn && !Fn->isDefined())
    S.InstantiateFunctionDefinition(Loc, Fn, /*Recursive=*/true, /*DefinitionRequired=*/true);
  return Fn && Fn->isDefined() ? Made : nullptr;
}

} // namespace ad::lower
