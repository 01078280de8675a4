//===- lower/ranges.cpp - algorithms of std::ranges -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An algorithm over a whole container, without projections, is the older one over its iterators.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/ranges.h"
#include "plugin/lower/names.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

const Expr *withoutRange(Sema &S, const CallExpr *E) {
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
        return A->getType()->isArrayType() ||
               (RD && (isStdVector(RD) || isStdArray(RD) || isStdDeque(RD) || isHandleRecord(RD)));
      }))
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  Sema::SFINAETrap Quiet(S);
  auto Call = [&](llvm::StringRef Called, llvm::MutableArrayRef<Expr *> Given) -> Expr * {
    LookupResult Known(S, &S.Context.Idents.get(Called), Loc, Sema::LookupOrdinaryName);
    Known.suppressDiagnostics();
    if (!S.LookupQualifiedName(Known, S.getStdNamespace()))
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
    Given.push_back(const_cast<Expr *>(withoutTemporary(A)));
  return Call(Name, Given);
}

} // namespace ad::lower
