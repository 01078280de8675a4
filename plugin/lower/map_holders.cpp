//===- map_holders.cpp - maps, and objects that hold them, as values -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Maps are changed by statements, so Core has no values of such types: what returns one fills
// storage of its caller, what takes one by value is given a copy that the caller has made.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"

#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

bool isMapHolder(const core::Type *T) {
  return (T->isRecord() || T->IsVector) && !T->IsMap && core::holdsMap(T);
}

/// A new object of type Ty, a map or what holds one, without elements.
const core::Expr *FunctionLowering::emptyHolder(const core::Type *Ty, llvm::StringRef Name,
                                                SourceLocation Loc) {
  return Ty->IsMap ? newMap(Ty, Loc) : rawObject(Ty, Name, Loc);
}

/// The new object at To is moved from the one at From, part by part.
void FunctionLowering::takeHolder(const core::Expr *To, const core::Expr *From,
                                  SourceLocation Loc) {
  const core::Type *T = To->Ty->nonReference();
  if (T->IsMap)
    return takeMap(To, From, Loc);
  if (T->IsVector && !T->Owns)
    return exchange(To, From, Loc);
  if (T->isRecord() && core::holdsMap(T)) {
    for (const core::Field &Fd : T->Fields)
      takeHolder(part(To, Fd), part(From, Fd), Loc);
    return;
  }
  if (T->isArray() && core::holdsMap(T))
    return countUp(literal("0", M.intType(), Loc), sizeOf(To, Loc), Loc, [&](const core::Expr *K) {
      takeHolder(subscript(To, K, Loc), subscript(From, K, Loc), Loc);
    });
  assign(To, From, Loc);
  if (losesByMove(T))
    takeVectors(To, From, Loc);
}

/// A copy of Value comes to the end of the vector A, of maps or of what holds them: empty, since
/// what fills it are statements that derivatives follow.
void FunctionLowering::appendHolder(const core::Expr *A, const core::Expr *Value,
                                    SourceLocation Loc) {
  const core::Variable *To = core::rootVariable(A), *From = core::rootVariable(Value);
  const bool Spare = From && SpareMaps.contains(From);
  if (core::isPlace(Value) && (!From || !To || From == To || From->Ty->isReference())) {
    const core::Expr *Copy = emptyHolder(Value->Ty, "copy", Loc); // it may be a part of A
    assign(Copy, Value, Loc);
    Value = Copy;
  }
  auto Number = [&](llvm::StringRef Name, const core::Expr *N) {
    return name(declare(Name, sizeType(), N, true, Loc), Loc);
  };
  const core::Expr *Last = Number("last", sizeOf(A, Loc));
  const core::Expr *More =
      Number("new_size", binary("+", Last, literal("1", M.intType(), Loc), sizeType(), Loc));
  resize(A, "$0.resize($1)", {More}, nullptr, More, Loc);
  const core::Expr *Made = subscript(A, Last, Loc);
  if (Made->Ty->IsMap)
    copyMap(Made, Value, Loc, /*Takes=*/Spare);
  else if (Spare)
    takeHolder(Made, Value, Loc);
  else
    assign(Made, Value, Loc);
}

/// Declares V as a vector whose elements are appended: those of Value, a vector or a list.
const core::Expr *FunctionLowering::declareHolders(core::Variable *V, const core::Expr *Value,
                                                   SourceLocation Loc) {
  V->Const = false;
  Changing.insert(V);
  const core::Expr *Made = declareVector(V, V->Ty, zero(V->Ty, Loc), nullptr, Loc);
  if (!Value->is(ExprKind::Braces)) {
    assignVector(Made, Value, Loc);
    return Made;
  }
  for (const core::Expr *Element : Value->Operands)
    appendElement(Made, Element, Loc);
  return Made;
}

/// Whether D is a variable of the outermost block of the function Def.
static bool isOutermost(const VarDecl *D, const FunctionDecl *Def) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Def->getBody());
  return Body && llvm::any_of(Body->body(), [&](const Stmt *S) {
           const auto *Declares = dyn_cast<DeclStmt>(S);
           return Declares && llvm::is_contained(Declares->decls(), D);
         });
}

/// Whether maps of type T hold containers, which are copied as wholes.
static bool holdsContainers(const core::Type *T) {
  return T->IsMap && (core::holdsMap(T->Mapped) || core::holdsVector(T->Mapped));
}

/// `T v = f(x);`, `T v{a, b};`: what the initialiser has made is v. False: it is made otherwise.
/// What all returns name is made where the result goes, as C++ does it.
bool FunctionLowering::bindHolder(const VarDecl *D) {
  if (const Frame &Fr = Frames.back();
      F.MakesResult && !Fr.Inlined && D->isNRVOVariable() && Fr.ResultVariable == F.Params.back() &&
      D->getInit() && isOutermost(D, Fr.Decl) && !holdsContainers(type(D->getType())) &&
      !type(D->getType())->IsVector) {
    core::Variable *Result = F.Params.back();
    const auto *Made = dyn_cast<CXXConstructExpr>(D->getInit()->IgnoreImplicit());
    beginLifetime();
    if (!Result->Ty->Element->IsMap || !Made || Made->getNumArgs()) // else it is empty
      initialiseMember(name(Result, D->getLocation()), D->getInit());
    endLifetime();
    Bindings[D] = name(Result, D->getLocation());
    return true;
  }
  if (type(D->getType())->IsMap)
    return false;
  const Expr *Init = D->getInit() ? D->getInit()->IgnoreImplicit() : nullptr;
  if (!Init || !(isa<CallExpr>(Init) || isa<InitListExpr>(Init)) || !Init->isPRValue() ||
      !Ctx.hasSameUnqualifiedType(Init->getType(), D->getType()))
    return false;
  beginLifetime();
  const core::Expr *Place = madeHolder(Init, /*Spare=*/true);
  endLifetime();
  if (!Place->is(ExprKind::Variable))
    return F.Failed;
  Place->Var->Constant = L.isConstant(D);
  F.rename(Place->Var, plainName(D, "object"));
  Bindings[D] = Place;
  if (const auto *DD = dyn_cast<DecompositionDecl>(D))
    structuredBinding(DD);
  return true;
}

/// A new object that holds a map, with the value of E, unless that is one which nobody sees again.
const core::Expr *FunctionLowering::madeHolder(const Expr *E, bool Spare) {
  const core::Expr *V = expr(E);
  if (Spare && core::isPlace(V))
    return V;
  const core::Expr *Made = rawObject(type(E->getType()), "made", E->getExprLoc());
  assignFields(Made, V, E->getExprLoc());
  return Made;
}

/// E itself, where it is what `return` copies or moves.
static const Expr *withoutCopy(const Expr *E) {
  const auto *Copy = dyn_cast<CXXConstructExpr>(E->IgnoreImplicit());
  return Copy && Copy->getConstructor()->isCopyOrMoveConstructor() && Copy->getNumArgs() == 1
             ? Copy->getArg(0)
             : E;
}

/// Where the result is, or goes, for a function that returns a map, or an object that holds one.
void FunctionLowering::returnMap(const ReturnStmt *S) {
  SourceLocation Loc = S->getReturnLoc();
  const core::Type *Ty = type(Frames.back().Decl->getReturnType());
  const VarDecl *Local = S->getNRVOCandidate();
  const Expr *E = Local ? withoutCopy(S->getRetValue()) : read(S->getRetValue());
  core::Variable *Result = Frames.back().ResultVariable;
  if (const core::Expr *Made = Local && Result ? Bindings.lookup(Local) : nullptr;
      Made && Made->is(ExprKind::Variable) && Made->Var == Result) {
    // It is there.
  } else if (!Ty->IsMap) {
    if (Result)
      initialiseMember(name(Result, Loc), S->getRetValue());
    else
      Frames.back().Result = madeHolder(E, Local || E->isPRValue());
  } else {
    const core::Expr *V = expr(E);
    if (Local && V->is(ExprKind::Variable)) // nobody sees it again
      SpareMaps.insert(V->Var);
    const core::Expr *To = Result                               ? name(Result, Loc)
                           : V->is(ExprKind::Variable) && Local ? nullptr
                                                                : newMap(Ty, Loc);
    if (To)
      copyMap(To, V, Loc, Local || E->isPRValue());
    if (!Result)
      Frames.back().Result = To ? To : V;
  }
  if (Frames.back().Inlined)
    return;
  destroyDownTo(0);
  emit(stmt(StmtKind::Return, Loc));
}

} // namespace ad::lower
