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

/// Whether Init gives elements to a vector.
static bool givesElements(const Expr *Init) {
  const Expr *E = Init ? Init->IgnoreImplicit() : nullptr;
  if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(E))
    return C->getNumArgs() && !isa<CXXDefaultArgExpr>(C->getArg(0));
  const auto *List = dyn_cast_or_null<InitListExpr>(E);
  return E && !(List && List->getNumInits() == 0);
}

bool Lowering::startsFilled(const core::Type *T) {
  while (T->isArray() && !T->IsVector)
    T = T->Element;
  if (!T->isRecord() || T->IsMap || T->Mutable || !core::holdsVector(T) || !T->Differentiable)
    return false;
  auto [Known, New] = Filled.try_emplace(T, false);
  if (!New)
    return Known->second;
  bool Found = false;
  if (const CXXRecordDecl *RD = classOf(T); RD && !RD->isInStdNamespace() && RD->hasDefinition()) {
    const CXXConstructorDecl *Own = nullptr;
    for (const CXXConstructorDecl *C : RD->ctors())
      if (C->isDefaultConstructor() && C->isUserProvided())
        Own = C;
    const FunctionDecl *Def = nullptr;
    if (Own && Own->hasBody(Def)) {
      Found |= !cast<CompoundStmt>(Def->getBody())->body_empty();
      for (const CXXCtorInitializer *I : cast<CXXConstructorDecl>(Def)->inits())
        Found |= I->isWritten() &&
                 (!I->getMember() || core::holdsVector(type(I->getMember()->getType()))) &&
                 givesElements(I->getInit());
    } else if (Own) {
      Found = true;
    }
    for (const FieldDecl *FD : RD->fields())
      Found |= FD->hasInClassInitializer() && core::holdsVector(type(FD->getType())) &&
               givesElements(FD->getInClassInitializer());
  }
  for (const core::Field &F : T->Fields)
    Found |= startsFilled(F.Ty);
  return Filled[T] = Found;
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

/// Whether the braces E leave parts to constructors that give elements to vectors.
static bool leavesFilled(Lowering &L, const core::Expr *E) {
  if (!E->is(ExprKind::Braces) || E->Ty->IsVector || E->Ty->IsTagged || !L.startsFilled(E->Ty))
    return false;
  if (llvm::any_of(E->Operands, [&](const core::Expr *Op) { return leavesFilled(L, Op); }))
    return true;
  const size_t N = E->Operands.size();
  if (E->Ty->isArray())
    return N < E->Ty->Extent;
  for (size_t I = N; I < E->Ty->Fields.size(); ++I)
    if (L.startsFilled(E->Ty->Fields[I].Ty))
      return true;
  const CXXRecordDecl *RD = L.classOf(E->Ty);
  return N == 0 || (RD && !RD->isInStdNamespace() && N < E->Ty->Fields.size());
}

/// Whether a T that is made without arguments holds a pointer to something, which no statement
/// sets.
bool Lowering::startsPointing(const core::Type *T) {
  while (T->isArray())
    T = T->Element;
  if (!T->isRecord() || T->Owns || T->IsMap || T->Mutable || !core::holdsHandle(T) ||
      !T->Differentiable)
    return false;
  auto Points = [&](QualType Of, const Expr *Init) {
    return core::holdsHandle(type(Of)) && givesElements(Init) &&
           !Init->IgnoreImplicit()->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull);
  };
  bool Found = false;
  if (const CXXRecordDecl *RD = classOf(T); RD && !RD->isInStdNamespace() && RD->hasDefinition()) {
    for (const FieldDecl *FD : RD->fields())
      Found |= FD->hasInClassInitializer() && Points(FD->getType(), FD->getInClassInitializer());
    for (const CXXConstructorDecl *C : RD->ctors())
      if (const FunctionDecl *Def = nullptr;
          C->isDefaultConstructor() && C->isUserProvided() && C->hasBody(Def))
        for (const CXXCtorInitializer *I : cast<CXXConstructorDecl>(Def)->inits())
          Found |=
              I->isWritten() && I->getMember() && Points(I->getMember()->getType(), I->getInit());
  }
  return Found || llvm::any_of(T->Fields, [&](const core::Field &F) {
           return !F.Ty->isPointer() && startsPointing(F.Ty);
         });
}

/// Whether S lets the library make objects that hold pointers.
static bool makesPointing(Lowering &L, const core::Stmt &S) {
  const core::Type *Target = S.Target ? S.Target->Ty : nullptr;
  bool Found = S.OldSize && !S.Value && S.is(StmtKind::Opaque) && Target && Target->IsVector &&
               llvm::StringRef(S.Text).starts_with("$0.resize($1)") &&
               L.startsPointing(Target->Element);
  if (S.is(StmtKind::Declare) && !S.Value && S.Var->Ty->IsStdArray)
    Found |= L.startsPointing(S.Var->Ty);
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
  core::walk(F.Body, [&](core::Stmt *S) {
    bool Left = false;
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *Sub) { return !(Left |= leavesFilled(L, Sub)); });
    });
    if (S->is(StmtKind::Declare) && !S->Value && !Started.contains(S->Var) &&
        L.startsFilled(S->Var->Ty)) {
      const core::Type *T = S->Var->Ty;
      const CXXRecordDecl *RD = T->isRecord() ? L.classOf(T) : nullptr;
      Left |= T->IsStdArray || (T->isRecord() && (!RD || RD->isInStdNamespace()));
    }
    if (makesPointing(L, *S))
      error(SourceLocation::getFromRawEncoding(S->Loc ? S->Loc : F.Loc),
            "cannot differentiate objects that are made without arguments here, whose class sets a "
            "pointer",
            "make them one by one, and append them");
    else if (Left)
      error(SourceLocation::getFromRawEncoding(S->Loc ? S->Loc : F.Loc),
            "cannot differentiate an object that is made without arguments here, whose class gives "
            "elements to a vector",
            "make it as a variable of its own, and copy that");
  });
}

} // namespace ad::lower
