//===- lower/filled_objects.cpp - objects whose vectors start with elements ===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The library makes objects by their constructor without arguments: the elements of std::array, new
// ones of a vector, parts of a pair, what `map[key]` finds for the first time. Where such a
// constructor gives elements to a vector (`struct T { std::vector<double> c{1, 2}; };`), their
// derivatives need as many: what it does is said again, so that they follow. What is left is
// refused.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// The constructor without arguments that makes objects of the class RD.
static CXXConstructorDecl *defaultOf(Sema &S, const CXXRecordDecl *RD) {
  CXXConstructorDecl *C = S.LookupDefaultConstructor(const_cast<CXXRecordDecl *>(RD));
  return C && !C->isDeleted() ? C : nullptr;
}

/// Whether a member that Init makes has elements, or leads somewhere.
static bool givesSomething(const Expr *Init, ASTContext &Ctx) {
  const Expr *E = Init ? Init->IgnoreImplicit() : nullptr;
  if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(E))
    return C->getNumArgs() && !isa<CXXDefaultArgExpr>(C->getArg(0)) &&
           givesSomething(C->getArg(0), Ctx);
  const auto *List = dyn_cast_or_null<InitListExpr>(E);
  return E && !(List && List->getNumInits() == 0) && !isa<ImplicitValueInitExpr>(E) &&
         !E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull);
}

using Kind = llvm::function_ref<bool(QualType)>;

/// Whether S may give something to a member of that kind.
static bool mayGive(const Stmt *S, Kind Holds, ASTContext &Ctx) {
  if (!S)
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    if (Holds(B->getLHS()->getType()) && givesSomething(B->getRHS(), Ctx))
      return true;
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(S); C && C->getOperator() == OO_Equal)
    if (Holds(C->getArg(0)->getType()) && givesSomething(C->getArg(1), Ctx))
      return true;
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(S))
    if (const Expr *Object = C->getImplicitObjectArgument();
        isa<CXXThisExpr>(Object->IgnoreParenImpCasts()) || Holds(Object->getType()))
      return true;
  // Handed out: a function may do it.
  if (const auto *C = dyn_cast<CallExpr>(S); C && !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(C))
    if (llvm::any_of(C->arguments(), [&](const Expr *A) {
          return isa<CXXThisExpr>(A->IgnoreParenImpCasts()) ||
                 (A->isGLValue() && Holds(A->getType()));
        }))
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return mayGive(C, Holds, Ctx); });
}

/// Whether objects of the class RD that are made without arguments have a member of that kind that
/// is given something.
static bool startsWith(const CXXRecordDecl *RD, Kind Holds, ASTContext &Ctx) {
  auto Gives = [&](QualType T, const Expr *Init) { return Holds(T) && givesSomething(Init, Ctx); };
  for (const FieldDecl *FD : RD->fields())
    if (FD->hasInClassInitializer() && Gives(FD->getType(), FD->getInClassInitializer()))
      return true;
  for (const CXXConstructorDecl *C : RD->ctors()) {
    if (!C->isDefaultConstructor() || !C->isUserProvided())
      continue;
    const FunctionDecl *Def = nullptr;
    if (!C->hasBody(Def) || mayGive(Def->getBody(), Holds, Ctx))
      return true;
    for (const CXXCtorInitializer *I : cast<CXXConstructorDecl>(Def)->inits())
      if (I->isWritten() && (I->getMember() ? Gives(I->getMember()->getType(), I->getInit())
                                            : givesSomething(I->getInit(), Ctx)))
        return true;
  }
  return false;
}

/// The class of the user's own that T is; null for others.
static const CXXRecordDecl *ownClass(const Lowering &L, const core::Type *T) {
  const CXXRecordDecl *RD = T->isRecord() ? L.classOf(T) : nullptr;
  return RD && !RD->isInStdNamespace() && RD->hasDefinition() ? RD : nullptr;
}

bool Lowering::startsFilled(const core::Type *T) {
  while (T->isArray() && !T->IsVector)
    T = T->Element;
  if (!T->isRecord() || T->IsMap || T->Mutable || !core::holdsVector(T) || !T->Differentiable)
    return false;
  auto [Known, New] = Filled.try_emplace(T, false);
  if (!New)
    return Known->second;
  const CXXRecordDecl *RD = ownClass(*this, T);
  const bool Found =
      (RD && startsWith(
                 RD, [&](QualType Of) { return core::holdsVector(type(Of)); }, Ctx)) ||
      llvm::any_of(T->Fields, [&](const core::Field &F) { return startsFilled(F.Ty); });
  return Filled[T] = Found;
}

bool Lowering::startsPointing(const core::Type *T) {
  while (T->isArray() && !T->IsVector)
    T = T->Element;
  if (!T->isRecord() || T->Owns || T->IsMap || T->Mutable || !core::holdsHandle(T) ||
      !T->Differentiable)
    return false;
  const CXXRecordDecl *RD = ownClass(*this, T);
  return (RD && startsWith(
                    RD, [&](QualType Of) { return core::holdsHandle(type(Of)); }, Ctx)) ||
         llvm::any_of(T->Fields, [&](const core::Field &F) {
           return !F.Ty->isPointer() && startsPointing(F.Ty);
         });
}

/// The object at Place has been made by its constructor without arguments: says that again.
void FunctionLowering::startObject(const core::Expr *Place, SourceLocation Loc) {
  const core::Type *T = Place->Ty;
  if (!L.startsFilled(T))
    return;
  if (T->isArray())
    return countUp(literal("0", M.intType(), Loc),
                   literal(std::to_string(T->Extent), M.intType(), Loc), Loc,
                   [&](const core::Expr *K) { startObject(subscript(Place, K, Loc), Loc); });
  const CXXRecordDecl *RD = L.classOf(T);
  if (!RD || RD->isInStdNamespace()) {
    for (const core::Field &F : T->Fields)
      startObject(part(Place, F), Loc);
    return;
  }
  CXXConstructorDecl *C = defaultOf(L.S, RD);
  if (!C)
    return;
  L.S.MarkFunctionReferenced(Loc, C);
  ExprResult Made = L.S.BuildCXXConstructExpr(
      Loc, attributes::typeOf(Ctx, RD), C, /*Elidable=*/false, {}, /*HadMultipleCandidates=*/false,
      /*IsListInitialization=*/false, /*IsStdInitListInitialization=*/false,
      /*RequiresZeroInit=*/false, CXXConstructionKind::Complete, SourceRange());
  if (const auto *E = Made.isUsable() ? dyn_cast<CXXConstructExpr>(Made.get()) : nullptr)
    repeatConstructor(Place, E);
}

/// An object that is made without arguments: Into, or one of no name.
const core::Expr *FunctionLowering::startedObject(const core::Type *Ty, core::Variable *Into,
                                                  SourceLocation Loc) {
  if (!Into) {
    Into = F.variable("object", Ty);
    Into->Loc = Loc.getRawEncoding();
  }
  Into->Const = false;
  Changing.insert(Into);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = Into;
  emit(S);
  Started.insert(Into);
  startObject(name(Into, Loc), Loc);
  return name(Into, Loc);
}

/// Whether the braces E leave parts of that kind to constructors without arguments.
static bool leaves(Lowering &L, const core::Expr *E,
                   llvm::function_ref<bool(const core::Type *)> Starts) {
  if (!E->is(ExprKind::Braces) || E->Ty->IsVector || E->Ty->IsTagged || !Starts(E->Ty))
    return false;
  if (llvm::any_of(E->Operands, [&](const core::Expr *Op) { return leaves(L, Op, Starts); }))
    return true;
  const size_t N = E->Operands.size();
  if (E->Ty->isArray())
    return N < E->Ty->Extent;
  for (size_t I = N; I < E->Ty->Fields.size(); ++I)
    if (Starts(E->Ty->Fields[I].Ty))
      return true;
  return N == 0 || (ownClass(L, E->Ty) && N < E->Ty->Fields.size());
}

/// Whether S lets the library make parts of that kind without arguments.
static bool makes(Lowering &L, const core::Stmt &S,
                  llvm::function_ref<bool(const core::Type *)> Starts) {
  bool Found = false;
  core::forEachExpr(S, [&](const core::Expr *E) {
    core::walk(E, [&](const core::Expr *Sub) { return !(Found |= leaves(L, Sub, Starts)); });
  });
  if (!S.is(StmtKind::Declare) || S.Value || !Starts(S.Var->Ty))
    return Found;
  const core::Type *T = S.Var->Ty;
  return Found || T->IsStdArray || (T->isRecord() && !ownClass(L, T));
}

/// Whether S makes elements of a vector that hold pointers.
static bool makesPointingElements(Lowering &L, const core::Stmt &S) {
  const core::Type *Target = S.Target ? S.Target->Ty : nullptr;
  bool Found = S.OldSize && !S.Value && S.is(StmtKind::Opaque) && Target && Target->IsVector &&
               llvm::StringRef(S.Text).starts_with("$0.resize($1)") &&
               L.startsPointing(Target->Element);
  core::forEachExpr(S, [&](const core::Expr *E) {
    core::walk(E, [&](const core::Expr *Sub) {
      Found |= Sub->is(ExprKind::Opaque) && Sub->Ty->IsVector && Sub->Operands.size() == 1 &&
               Sub->Text == Sub->Ty->Spelling + "($0)" && L.startsPointing(Sub->Ty->Element);
      return !Found;
    });
  });
  return Found;
}

void FunctionLowering::refuseFilledObjects() {
  auto Filled = [&](const core::Type *T) { return L.startsFilled(T); };
  auto Pointing = [&](const core::Type *T) { return L.startsPointing(T); };
  core::walk(F.Body, [&](core::Stmt *S) {
    SourceLocation Loc = SourceLocation::getFromRawEncoding(S->Loc ? S->Loc : F.Loc);
    if (makesPointingElements(L, *S) || makes(L, *S, Pointing))
      error(Loc,
            "cannot differentiate objects that are made without arguments here, whose class sets a "
            "pointer",
            "make them one by one, and append them");
    else if (!(S->Var && Started.contains(S->Var)) && makes(L, *S, Filled))
      error(Loc,
            "cannot differentiate an object that is made without arguments here, whose class gives "
            "elements to a vector",
            "make it as a variable of its own, and copy that");
  });
}

} // namespace ad::lower
