//===- lower/reallocation.cpp - realloc -----------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `p = realloc(p, n * sizeof(T))` is new memory, a copy of the elements that both have, and the end
// of the old memory. How many elements there were, C does not say: an integer beside each pointer
// that is reallocated tells, which is set wherever the pointer is. So that pointer must be a local
// variable that is set from malloc, calloc, realloc, null and others of its kind only.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// The local variable that E names, and whose address nothing in E takes.
static const VarDecl *localNamed(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getType()->isPointerType()
             ? V
             : nullptr;
}

static bool isCallOf(const Expr *E, llvm::StringRef Name) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  return FD && isLibrary(FD) && libraryName(FD) == Name;
}

namespace {

/// 1. Which pointers realloc gets, and from which they are set.
struct PointerScan {
  ASTContext &Ctx;
  HeapPointers Found;

  explicit PointerScan(ASTContext &Ctx) : Ctx(Ctx) {}

  void set(const VarDecl *To, const Expr *From) {
    const Expr *E = From->IgnoreParenCasts();
    if (const VarDecl *V = localNamed(From);
        V && Ctx.hasSameUnqualifiedType(V->getType(), To->getType()))
      Found.From[To].push_back(V);
    else if (!isCallOf(E, "malloc") && !isCallOf(E, "calloc") && !isCallOf(E, "realloc") &&
             !From->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull))
      Found.Unclear.insert(To);
  }

  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *E = dyn_cast<Expr>(S); E && isCallOf(E, "realloc"))
      if (const VarDecl *V = localNamed(cast<CallExpr>(E)->getArg(0)))
        Found.Given.push_back(V);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && V->getType()->isPointerType() && V->getInit())
          set(V, V->getInit());
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign)
      if (const VarDecl *V = localNamed(B->getLHS());
          V && isa<DeclRefExpr>(B->getLHS()->IgnoreParens())) {
        set(V, B->getRHS());
        return visit(B->getRHS());
      }
    // What is only read cannot be set there.
    if (const auto *C = dyn_cast<ImplicitCastExpr>(S);
        C && C->getCastKind() == CK_LValueToRValue &&
        isa<DeclRefExpr>(C->getSubExpr()->IgnoreParens()))
      return;
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      if (const VarDecl *V = localNamed(R))
        Found.Unclear.insert(V);
    for (const Stmt *Child : S->children())
      visit(Child);
  }
};

} // namespace

const HeapPointers &FunctionLowering::heapPointers(const VarDecl *D) {
  const DeclContext *In = D->getParentFunctionOrMethod();
  auto [Known, IsNew] = KnownHeapPointers.try_emplace(In);
  if (!IsNew)
    return Known->second;
  PointerScan Scan(Ctx);
  if (const auto *FD = dyn_cast_or_null<FunctionDecl>(In))
    Scan.visit(FD->getBody());
  // 2. What they are set from is followed, too, and must be as clear.
  std::vector<const VarDecl *> Open(Scan.Found.Given);
  while (!Open.empty()) {
    const VarDecl *V = Open.back();
    Open.pop_back();
    if (Scan.Found.Sized.insert(V).second)
      llvm::append_range(Open, Scan.Found.From[V]);
  }
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (const VarDecl *V : Scan.Found.Sized)
      for (const VarDecl *From : Scan.Found.From[V])
        if (Scan.Found.Unclear.count(From))
          Changes |= Scan.Found.Unclear.insert(V).second;
  }
  return KnownHeapPointers[In] = std::move(Scan.Found);
}

/// 3. The number of elements that Value has made of a pointer.
const core::Expr *FunctionLowering::elementsOf(const Expr *Value) {
  const VarDecl *V = Value ? localNamed(Value) : nullptr;
  if (core::Variable *Size = V ? HeapSizes.lookup(V) : nullptr)
    return name(Size, Value->getExprLoc());
  if (Value && Allocated && isa<CallExpr>(Value->IgnoreParenCasts()))
    return convert(sizeType(), Allocated, false, Value->getExprLoc());
  return literal("0", sizeType(), SourceLocation());
}

void FunctionLowering::declareHeapSize(const VarDecl *D) {
  if (!D->getType()->isPointerType() || !D->hasLocalStorage() || isa<ParmVarDecl>(D) ||
      !heapPointers(D).Sized.count(D))
    return;
  core::Variable *Size = declare((D->getName() + "_count").str(), sizeType(),
                                 elementsOf(D->getInit()), /*Const=*/false, D->getLocation());
  Changing.insert(Size);
  HeapSizes[D] = Size;
}

void FunctionLowering::followHeapSize(const BinaryOperator *Assignment) {
  const VarDecl *D = localNamed(Assignment->getLHS());
  if (core::Variable *Size = D ? HeapSizes.lookup(D) : nullptr)
    assign(name(Size, Assignment->getOperatorLoc()), elementsOf(Assignment->getRHS()),
           Assignment->getOperatorLoc());
}

const core::Expr *FunctionLowering::reallocate(const CallExpr *Call, llvm::StringRef Text,
                                               const core::Type *Element, const core::Expr *Count,
                                               core::Variable *Into) {
  SourceLocation Loc = Call->getExprLoc();
  const Expr *Given = Call->getArg(0);
  if (Given->IgnoreParenCasts()->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull))
    return newMemory(Element, Text, Count, Into, Loc);
  const VarDecl *D = localNamed(Given);
  core::Variable *Size = D ? HeapSizes.lookup(D) : nullptr;
  if (!Size || heapPointers(D).Unclear.count(D)) {
    error(
        Loc,
        "cannot differentiate a call to 'realloc' on memory whose number of elements is not known",
        "give it a local pointer that is set from malloc, calloc and realloc only, or use a "
        "std::vector");
    return poison(Call);
  }
  const core::Expr *Old = expr(Given->IgnoreParenCasts());
  core::Expr *Fewer = M.expr(ExprKind::Conditional, sizeType(), Loc.getRawEncoding());
  Fewer->Operands = {binary("<", name(Size, Loc), Count, M.boolType(), Loc), name(Size, Loc),
                     convert(sizeType(), Count, false, Loc)};
  const core::Expr *Kept = name(declare("kept", sizeType(), Fewer, true, Loc), Loc);
  const core::Expr *New = newMemory(Element, Text, Count, Into, Loc);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = binary("!=", New, literal("nullptr", New->Ty, Loc), M.boolType(), Loc);
  If->Then = capture([&] {
    copyElements(New, Old, Kept, /*MayOverlap=*/false, Loc);
    std::string Free = L.qualifiedName(Call->getDirectCallee());
    Free.replace(Free.rfind("realloc"), llvm::StringRef("realloc").size(), "free");
    freeMemory(Free + "($0)", Old, Loc);
  });
  emit(If);
  return New;
}

} // namespace ad::lower
