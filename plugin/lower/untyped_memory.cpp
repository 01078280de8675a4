//===- lower/untyped_memory.cpp - void pointers that have a type ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A `void *` that becomes a `T *` by a cast was one all along: memory from malloc, or what a
// wrapper of it returns, or an argument that is handed on without its type. Such a variable, call
// or result gets the type `T *` in Core.
//  1. Variables, calls and the function's result are joined where one is set to the other.
//  2. Each cast to a `T *`, and each conversion from one, tells the type of the pointers that are
//     joined with what it casts. Two of them, or a use that is not understood: the pointer stays
//     untyped, and casts of it are refused.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/marks.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace ad::lower {

/// The function of the library that E calls, by its name; empty if it is no such call.
static llvm::StringRef libraryCallee(const CallExpr *E) {
  const FunctionDecl *FD = E->getDirectCallee();
  return FD && FD->getIdentifier() && isLibrary(FD) && !isa<CXXMethodDecl>(FD) ? libraryName(FD)
                                                                               : "";
}

static bool allocates(const CallExpr *E) {
  return llvm::is_contained({"malloc", "calloc", "realloc", "aligned_alloc"}, libraryCallee(E));
}

static const VarDecl *untypedVariable(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType()->isVoidPointerType() ? V : nullptr;
}

/// Whether FD is written out where it is given pointers, so that void pointers keep their types.
static bool takesTyped(const FunctionDecl *FD) {
  const auto *MD = dyn_cast_or_null<CXXMethodDecl>(FD);
  return FD && !isLibrary(FD) && FD->hasBody() && !(MD && MD->isVirtual()) &&
         !attributes::isConstant(FD);
}

/// A local array of bytes that placement new may fill; null if E names none.
static const VarDecl *buffer(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  const auto *A =
      V ? dyn_cast_or_null<ConstantArrayType>(V->getType()->getAsArrayTypeUnsafe()) : nullptr;
  if (!A || !V->hasLocalStorage() || isa<ParmVarDecl>(V) || V->getInit())
    return nullptr;
  const QualType Byte = A->getElementType();
  return Byte->isCharType() || Byte->isStdByteType() ? V : nullptr;
}

/// E without the conversions between pointers around it. An array stays the pointer it becomes.
static const Expr *withoutConversions(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    while (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
      if (C->getCastKind() == CK_ArrayToPointerDecay)
        return C;
      E = C->getSubExpr()->IgnoreParens();
    }
    E = E->IgnoreParenImpCasts();
    const auto *C = dyn_cast<ExplicitCastExpr>(E);
    if (!C || !C->getType()->isVoidPointerType())
      return E;
    E = C->getSubExpr();
  }
}

namespace {

class UntypedScan {
public:
  UntypedScan(Lowering &L, QualType Result) : L(L) {
    ResultIsUntyped = Result->isVoidPointerType();
  }

  void isOf(const void *Node, QualType Pointer) {
    if (L.differentiable(Pointer) && !Pointer->isVoidPointerType())
      Known.push_back({Joined.getOrInsertLeaderValue(Node), Pointer});
  }

  void visit(const Stmt *S) {
    if (!S)
      return;
    InLambda += isa<LambdaExpr>(S);
    auto Leave = llvm::make_scope_exit([&] { InLambda -= isa<LambdaExpr>(S); });
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && V->getType()->isVoidPointerType() && V->hasLocalStorage() && V->getInit())
          flow(V, V->getInit());
    if (const auto *R = dyn_cast<ReturnStmt>(S);
        R && R->getRetValue() && ResultIsUntyped && !InLambda)
      flow(&ResultNode, R->getRetValue());
    if (const auto *B = dyn_cast<BinaryOperator>(S)) {
      if (B->getOpcode() == BO_Assign && B->getType()->isVoidPointerType())
        if (const VarDecl *V = untypedVariable(B->getLHS()->IgnoreParens())) {
          Understood.insert(B->getLHS()->IgnoreParens());
          flow(V, B->getRHS());
        }
      if (B->isEqualityOp())
        for (const Expr *Side : {B->getLHS(), B->getRHS()})
          source(Side);
    }
    if (const auto *C = dyn_cast<CastExpr>(S)) {
      if (C->getCastKind() == CK_BitCast &&
          (C->getSubExpr()->getType()->isVoidPointerType() || buffer(C->getSubExpr())) &&
          !C->getType()->isVoidPointerType())
        if (const void *Node = source(C->getSubExpr()))
          isOf(Node, C->getType());
      if (C->getCastKind() == CK_PointerToBoolean)
        source(C->getSubExpr());
    }
    if (const auto *New = dyn_cast<CXXNewExpr>(S); New && New->getNumPlacementArgs() == 1)
      if (const void *Node = source(New->getPlacementArg(0)))
        isOf(Node, New->getType());
    if (const auto *Call = dyn_cast<CallExpr>(S))
      arguments(Call);
    if (const auto *R = dyn_cast<DeclRefExpr>(S); R && (untypedVariable(R) || buffer(R)))
      Mentions.push_back(R);
    for (const Stmt *C : S->children())
      visit(C);
  }

  void finish(llvm::DenseMap<const VarDecl *, QualType> &Variables,
              llvm::DenseMap<const CallExpr *, QualType> &Calls) {
    llvm::SmallPtrSet<const void *, 4> Unclear;
    for (const DeclRefExpr *R : Mentions)
      if (!Understood.contains(R))
        Unclear.insert(Joined.getOrInsertLeaderValue(R->getDecl()));
    llvm::DenseMap<const void *, QualType> Types;
    for (auto [Node, T] : Known) {
      QualType &Of = Types[Joined.getOrInsertLeaderValue(Node)];
      const ASTContext &Ctx = L.Ctx;
      if (!Of.isNull() && !Ctx.hasSameUnqualifiedType(Of->getPointeeType(), T->getPointeeType()))
        Unclear.insert(Joined.getLeaderValue(Node));
      // What is written somewhere is no pointer to constants.
      if (Of.isNull() || Of->getPointeeType().isConstQualified())
        Of = T;
    }
    for (const void *Node : Nodes) {
      const void *Leader = Joined.getOrInsertLeaderValue(Node);
      QualType T = Unclear.contains(Leader) ? QualType() : Types.lookup(Leader);
      if (VariableNodes.contains(Node))
        Variables[static_cast<const VarDecl *>(Node)] = T;
      else if (Node != &ResultNode)
        Calls[static_cast<const CallExpr *>(Node)] = T;
    }
  }

  const void *result() { return node(&ResultNode); }
  const void *variable(const VarDecl *V) {
    VariableNodes.insert(V);
    return node(V);
  }

private:
  const void *node(const void *Of) {
    Joined.insert(Of);
    Nodes.insert(Of);
    return Of;
  }

  /// The node that E has its value from; null where that has a type, or is null.
  const void *source(const Expr *E) {
    E = withoutConversions(E);
    if (const VarDecl *V = untypedVariable(E)) {
      Understood.insert(E);
      return variable(V);
    }
    if (const VarDecl *V = buffer(E)) {
      Understood.insert(E->IgnoreParenImpCasts());
      return variable(V);
    }
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && Call->getType()->isVoidPointerType() &&
        (allocates(Call) || takesTyped(Call->getDirectCallee())))
      return node(Call);
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && B->getOpcode() == BO_Assign && B->getType()->isVoidPointerType())
      if (const VarDecl *V = untypedVariable(B->getLHS()->IgnoreParens()))
        return variable(V);
    return nullptr;
  }

  void flow(const void *To, const Expr *From) {
    To = To == &ResultNode ? result() : variable(static_cast<const VarDecl *>(To));
    if (const void *Node = source(From))
      Joined.unionSets(To, Node);
    else
      isOf(To, withoutConversions(From)->getType());
  }

  void arguments(const CallExpr *E) {
    llvm::StringRef Name = libraryCallee(E);
    if (Name == "posix_memalign" && E->getNumArgs() == 3) {
      const auto *Address = dyn_cast<UnaryOperator>(E->getArg(0)->IgnoreParenCasts());
      if (Address && Address->getOpcode() == UO_AddrOf)
        source(Address->getSubExpr());
      return;
    }
    const bool Bytes = llvm::is_contained({"free", "memset", "memcpy", "memmove", "realloc"}, Name);
    // A function of the program takes what it is given with its type; so does one that a pointer
    // leads to, where that is known.
    if (Bytes || takesTyped(E->getDirectCallee()) ||
        E->getCallee()->getType()->isFunctionPointerType())
      for (const Expr *Arg : E->arguments())
        if (Arg->getType()->isVoidPointerType())
          source(Arg);
  }

  Lowering &L;
  bool ResultIsUntyped = false;
  unsigned InLambda = 0;
  char ResultNode = 0;
  llvm::EquivalenceClasses<const void *> Joined;
  llvm::SetVector<const void *> Nodes;
  llvm::SmallPtrSet<const void *, 8> VariableNodes;
  std::vector<std::pair<const void *, QualType>> Known;
  std::vector<const DeclRefExpr *> Mentions;
  llvm::SmallPtrSet<const Expr *, 16> Understood;
};

} // namespace

/// Finds the types of the void pointers in FD. Result: of what FD returns; Given: of its
/// parameters.
void FunctionLowering::findUntyped(const FunctionDecl *FD, QualType Result,
                                   llvm::ArrayRef<std::pair<const ParmVarDecl *, QualType>> Given) {
  UntypedScan Scan(L, FD->getReturnType());
  if (!Result.isNull())
    Scan.isOf(Scan.result(), Result);
  for (auto [P, T] : Given)
    Scan.isOf(Scan.variable(P), T);
  Scan.visit(FD->getBody());
  Scan.finish(UntypedVariables, UntypedCalls);
}

/// The type of the pointer that E is before it becomes a `void *`; null where it has none.
QualType FunctionLowering::untypedAs(const Expr *E) {
  if (const VarDecl *V = buffer(withoutConversions(E)))
    return isTypedBuffer(V) ? UntypedVariables.lookup(V) : QualType();
  if (!E->getType()->isVoidPointerType())
    return QualType();
  E = withoutConversions(E);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Assign)
    E = B->getLHS()->IgnoreParens();
  if (const VarDecl *V = untypedVariable(E))
    return UntypedVariables.lookup(V);
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->getType()->isVoidPointerType())
    return UntypedCalls.lookup(Call);
  if (const HeldMember *Known = heldContext(E))
    return Known->As;
  return L.differentiable(E->getType()) && E->getType()->isPointerType() ? E->getType()
                                                                         : QualType();
}

/// E, whose type is `void *`, as a pointer of the type that it has; null where it has none.
const core::Expr *FunctionLowering::typedPointer(const Expr *E) {
  QualType T = untypedAs(E);
  if (T.isNull())
    return nullptr;
  E = withoutConversions(E);
  if (const VarDecl *V = buffer(E))
    return addressOf(Bindings.lookup(V), type(T), E->getExprLoc());
  const core::Expr *V = value(E);
  return V->Ty->isPointer() && !V->Ty->Element->isVoid() ? V : poison(E);
}

/// Whether D is an array of bytes that holds one object of the type that is known.
bool FunctionLowering::isTypedBuffer(const VarDecl *D) {
  const QualType T = UntypedVariables.lookup(D);
  const core::Type *Ty = T.isNull() ? nullptr : type(T->getPointeeType());
  return Ty && !D->getType()->isPointerType() && isPlainData(Ty) &&
         Ctx.getTypeSizeInChars(T->getPointeeType()) == Ctx.getTypeSizeInChars(D->getType());
}

/// Declares such an array as the object that it holds. False: it is none.
bool FunctionLowering::declareBuffer(const VarDecl *D) {
  if (!isTypedBuffer(D))
    return false;
  const QualType T = UntypedVariables.lookup(D)->getPointeeType().getUnqualifiedType();
  Bindings[D] = name(withoutValue(T, plainName(D, "object"), D->getLocation()), D->getLocation());
  return true;
}

/// `new (p) T(...)`, where p leads to a T already: the object is made there.
const core::Expr *FunctionLowering::placementNew(const CXXNewExpr *E) {
  const SourceLocation Loc = E->getExprLoc();
  const QualType T = E->getAllocatedType();
  const QualType Given = untypedAs(E->getPlacementArg(0));
  const core::Type *Ty = type(T);
  const bool Plain = isPlainData(Ty) && !Ty->isArray() && !E->isArray() && !Ty->Polymorphic;
  if (!Plain || Given.isNull() || !Ctx.hasSameUnqualifiedType(Given->getPointeeType(), T)) {
    error(Loc, "cannot differentiate this placement 'new'",
          "use it on memory that holds objects of that type alone, or assign");
    return poison(E);
  }
  const core::Expr *Pointer = typedPointer(E->getPlacementArg(0));
  const core::Expr *At = core::isPlace(Pointer) ? freezePlace(Pointer, Loc) : freeze(Pointer, Loc);
  const core::Expr *Object = dereference(At, Loc);
  const CXXConstructExpr *C = E->getConstructExpr();
  const bool Nothing = C ? C->getConstructor()->isTrivial() &&
                               C->getConstructor()->isDefaultConstructor() &&
                               !C->requiresZeroInitialization()
                         : !E->getInitializer();
  if (C && !Nothing && !C->requiresZeroInitialization())
    constructInto(Object, C);
  else if (!Nothing && (C || isa<ImplicitValueInitExpr>(E->getInitializer())))
    assign(Object, zero(Ty, Loc), Loc);
  else if (!Nothing)
    assign(Object, convert(Ty, value(E->getInitializer()), false, Loc), Loc);
  return At;
}

/// The type of D in Core, which is another than its own where D is a void pointer with a type.
QualType FunctionLowering::declaredType(const VarDecl *D) {
  QualType T = D->getType()->isVoidPointerType() ? UntypedVariables.lookup(D) : QualType();
  return T.isNull() ? D->getType() : T;
}

/// Refuses what lets a pointer to floating values forget its type on the way to somebody who may
/// cast it back.
void FunctionLowering::refuseLostTypes() {
  auto IsVoid = [](const core::Type *T) {
    T = T->nonReference();
    return T->isPointer() && T->Element->isVoid();
  };
  auto Typed = [](const core::Expr *E) { return E->Ty->isPointer() && E->Ty->Differentiable; };
  core::walk(F.Body, [&](core::Stmt *S) {
    const core::Expr *Lost = nullptr;
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *N) {
        if (N && N->is(core::ExprKind::Cast) && IsVoid(N->Ty) && Typed(N->operand()))
          Lost = N->operand();
        return N != nullptr;
      });
    });
    if (S->is(core::StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
        if (IsVoid(S->Callee->Params[I]->Ty) && Typed(S->Operands[I]))
          Lost = S->Operands[I];
    const core::Type *To = S->Target ? S->Target->Ty : S->Var ? S->Var->Ty : nullptr;
    if (S->is(core::StmtKind::Return))
      To = F.Result;
    if (To && S->Value && IsVoid(To) && Typed(S->Value))
      Lost = S->Value;
    if (Lost)
      error(SourceLocation::getFromRawEncoding(S->Loc),
            "cannot differentiate: a pointer to floating values is passed on as 'void *' here",
            "pass it with its own type, or as a template parameter");
  });
}

/// Whether FD has void pointers as parameters that are given pointers with types.
bool FunctionLowering::passesTyped(const FunctionDecl *FD, llvm::ArrayRef<const Expr *> Args) {
  return takesTyped(FD) && llvm::any_of(Args, [&](const Expr *Arg) {
           return Arg->getType()->isVoidPointerType() && !untypedAs(Arg).isNull();
         });
}

/// The value of E for something of type Ty.
const core::Expr *FunctionLowering::valueTyped(const core::Type *Ty, const Expr *E) {
  if (!Ty->isPointer() || Ty->Element->isVoid() || !E->getType()->isVoidPointerType())
    return value(E);
  if (E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull))
    return literal("nullptr", Ty, E->getExprLoc());
  const core::Expr *Typed = typedPointer(E);
  return Typed ? Typed : value(E);
}

/// `posix_memalign(&p, alignment, bytes)`: an aligned_alloc whose failure is a number.
const core::Expr *FunctionLowering::alignedMemory(const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const auto *Address = dyn_cast<UnaryOperator>(E->getArg(0)->IgnoreParenCasts());
  const Expr *Pointer = Address && Address->getOpcode() == UO_AddrOf
                            ? Address->getSubExpr()->IgnoreParens()
                            : nullptr;
  const VarDecl *V = Pointer ? untypedVariable(Pointer) : nullptr;
  QualType T = V ? UntypedVariables.lookup(V) : Pointer ? Pointer->getType() : QualType();
  if (T.isNull() || !T->isPointerType() || !L.differentiable(T)) {
    error(Loc, "cannot differentiate a call to 'posix_memalign' whose result has no type",
          "give it the address of a local pointer that is cast to one type only");
    return poison(E);
  }
  const core::Type *Element = type(T->getPointeeType());
  const core::Expr *Count = elementCount(E->getArg(2), T->getPointeeType());
  if (!isPlainData(Element) || !Count) {
    error(Loc,
          "cannot differentiate this allocation, whose number of bytes is not a number of elements",
          "write it as 'n * sizeof(T)'");
    return poison(E);
  }
  if (!Count->is(core::ExprKind::Literal))
    Count = freeze(Count, Loc, "count");
  const core::Expr *Alignment = freeze(value(E->getArg(1)), Loc, "alignment");
  const std::string Spelled = core::spell(Element);
  const core::Expr *Memory = newMemory(Element,
                                       "static_cast<" + core::spell(M.pointer(Element, false)) +
                                           ">(aligned_alloc($0, $1 * sizeof(" + Spelled + ")))",
                                       Count, nullptr, Loc, {Alignment});
  assign(expr(Pointer), Memory, Loc);
  core::Expr *Failed = M.expr(core::ExprKind::Conditional, M.intType(), Loc.getRawEncoding());
  Failed->Operands = {binary("==", Memory, literal("nullptr", Memory->Ty, Loc), M.boolType(), Loc),
                      literal("12", M.intType(), Loc), literal("0", M.intType(), Loc)};
  return Failed;
}

} // namespace ad::lower
