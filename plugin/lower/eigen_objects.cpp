//===- lower/eigen_objects.cpp - matrices in objects and containers -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A matrix of run-time size that is a member or an element has no names for its shape. In objects
// that callers do not know it is therefore another type (ownMatrix): a vector is a std::vector of
// its coefficients, a matrix a record of these and its shape. The classes of such objects have
// stand-ins (held_members.cpp).
//  1. Where it is used, its shape is read, and its coefficients are those of the std::vector.
//  2. Where it is assigned, it gets the shape of what is assigned.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Types -------------------------------------------------------------===//

bool holdsMatrix(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  if (!T->isReferenceType() && isDecomposition(T))
    return true;
  if (std::optional<PlainMatrix> P = T->isReferenceType() ? std::nullopt : plainMatrix(T))
    return !P->isFixed();
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Spec || !Spec->isInStdNamespace() || isSmartPtr(Spec))
    return false;
  std::function<bool(const TemplateArgument &)> Holds = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Pack
               ? llvm::any_of(A.pack_elements(), Holds)
               : A.getKind() == TemplateArgument::Type && holdsMatrix(A.getAsType());
  };
  return llvm::any_of(Spec->getTemplateArgs().asArray(), Holds);
}

/// The class of the matrix that a decomposition of class T was made of; else T.
static QualType matrixClass(QualType T) {
  T = T.getNonReferenceType().getUnqualifiedType();
  return isDecomposition(T) ? cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl())
                                  ->getTemplateArgs()[0]
                                  .getAsType()
                            : T;
}

const core::Type *Lowering::ownMatrix(QualType T) {
  const bool Decomposed = !T->isReferenceType() && isDecomposition(T);
  std::optional<PlainMatrix> P = T->isReferenceType() ? std::nullopt : plainMatrix(matrixClass(T));
  if (!P || (P->isFixed() && !Decomposed) ||
      P->Scalar->isBooleanType()) // std::vector<bool> has no array of them
    return nullptr;
  const core::Type *Scalar = type(P->Scalar);
  const core::Type *Values = M.stdVector("std::vector<" + core::spell(Scalar) + ">", Scalar);
  if (P->isVector() && !Decomposed)
    return Values;
  const core::Type *&Known = OwnMatrixOf[Scalar];
  if (Known)
    return Known;
  std::string Name = "Matrix";
  if (unsigned N = LocalNames[Name]++)
    Name += "_" + std::to_string(N + 1);
  core::Type *R = M.record(Name);
  const core::Type *Index = M.integer("Eigen::Index", 64, false);
  R->Fields = {{"values", Values}, {"rows", Index}, {"cols", Index}};
  R->Differentiable = Scalar->Differentiable;
  R->TrivialCopy = R->ZeroByBraces = true;
  R->TrivialDestroy = false;
  std::string Text = "struct " + Name + " {";
  for (const core::Field &F : R->Fields)
    Text += " " + core::declarator(F.Ty, F.Name) + (F.Ty == Index ? " = 0;" : ";");
  LocalRecords.push_back({R, Text + " };"});
  OwnMatrices.insert(R);
  return Known = R;
}

const core::Type *Lowering::partType(const RecordDecl *Of, QualType T) {
  const core::Type *Matrix = Reached.contains(Of) ? nullptr : ownMatrix(T);
  return Matrix ? Matrix : type(T);
}

/// Whether the callee of S is called as it is, and a matrix of ours is given to it that is no
/// object of Eigen's.
static bool passesOwn(const core::Stmt &S) {
  const auto *FD =
      S.is(StmtKind::Call) ? static_cast<const FunctionDecl *>(S.Callee->Origin) : nullptr;
  if (!FD || (FD->hasBody() && S.Callee->Companions.empty() && S.Callee->HandWritten.empty()))
    return false;
  const size_t Offset = S.Callee->IsMethod ? 1 : 0;
  for (unsigned I = 0; I < FD->getNumParams() && I + Offset < S.Operands.size(); ++I) {
    const core::Expr *A = S.Operands[I + Offset];
    const QualType T = FD->getParamDecl(I)->getType().getNonReferenceType().getUnqualifiedType();
    if (!A || !A->Ty)
      continue;
    if ((plainMatrix(T) && !A->Ty->nonReference()->IsEigen) ||
        (holdsMatrix(T) && !holdsEigen(A->Ty->nonReference())))
      return true;
  }
  return false;
}

void FunctionLowering::checkMatrices() {
  core::walk(F.Body, [&](core::Stmt *S) {
    if (passesOwn(*S) && !F.Failed)
      error(SourceLocation::getFromRawEncoding(S->Loc),
            "cannot differentiate a call that gives matrices of this function to '" +
                S->Callee->SourceName + "', which has companions of its own or no body here",
            "let it take pointers to the coefficients, or define it here without companions");
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *Sub) {
        const bool Mixed = Sub->is(ExprKind::Cast) && Sub->Ty->IsEigen && Sub->Ty->IsVector &&
                           !Sub->operand()->Ty->nonReference()->IsEigen;
        if (Mixed && !F.Failed)
          error(SourceLocation::getFromRawEncoding(Sub->Loc ? Sub->Loc : S->Loc),
                "cannot differentiate a copy of a matrix into a container of a type that callers "
                "pass, too",
                "make the elements objects of a class of your own that holds the matrix");
        return !Mixed;
      });
    });
  });
}

//===-- Places ------------------------------------------------------------===//

/// The matrix of class T at Place, as it is now.
Dense Matrices::ofOwn(const core::Expr *Place, QualType T, SourceLocation Loc) {
  std::optional<PlainMatrix> P = plainMatrix(T);
  const core::Type *Scalar = L.type(P->Scalar);
  const core::Expr *Values = Place;
  Index Rows = number(P->Rows), Cols = number(P->Cols);
  if (L.L.isOwnMatrix(Place->Ty)) {
    Values = L.part(Place, Place->Ty->Fields[0]);
    Rows = held(L.part(Place, Place->Ty->Fields[1]), "rows", Loc);
    Cols = held(L.part(Place, Place->Ty->Fields[2]), "cols", Loc);
  } else if (P->isVector() && Place->Ty->IsVector && Place->Ty->Element == Scalar) {
    (P->Cols == 1 ? Rows : Cols) = held(L.sizeOf(Place, Loc), "size", Loc);
  } else {
    return refuse(Loc, "cannot differentiate this use of '" + L.L.spelling(T) + "'",
                  "keep the matrix in a variable of its own");
  }
  Dense D = plain(Values, Scalar, Rows, Cols, P->RowMajor);
  D.IsArray = isArrayClass(T);
  D.Own = Place;
  D.OwnClass = T.getNonReferenceType();
  return D;
}

/// The decomposition of class T at Place: its factor, or the matrix that it was made of.
Decomposition Matrices::decompositionAt(const core::Expr *Place, QualType T, SourceLocation Loc) {
  Decomposition D;
  D.IsFactor = T.getNonReferenceType()->getAsCXXRecordDecl()->getName() == "LLT";
  D.Of = ofOwn(Place, matrixClass(T), Loc);
  return D;
}

/// The decomposition of class T at Place becomes D.
void Matrices::putDecomposition(const core::Expr *Place, const Decomposition &D, QualType T,
                                SourceLocation Loc) {
  store(reshapeOwn(Place, matrixClass(T), D.Of.Rows, D.Of.Cols, Loc), D.Of, "=", Loc);
}

/// The place of the decomposition E in an object of ours; null if it is elsewhere.
const core::Expr *Matrices::decompositionPlace(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(bare(E));
  if (!Member || !isDecomposition(Member->getType()) || !isa<FieldDecl>(Member->getMemberDecl()))
    return nullptr;
  const core::Expr *Place = L.expr(Member);
  return L.L.isOwnMatrix(Place->Ty) ? Place : nullptr;
}

/// The matrix of class T at Place becomes one of Rows by Cols, whose coefficients are not set.
Dense Matrices::reshapeOwn(const core::Expr *Place, QualType T, Index Rows, Index Cols,
                           SourceLocation Loc) {
  std::optional<PlainMatrix> P = plainMatrix(T);
  L.checkWritten(Place, Loc);
  Rows = held(Rows, "rows", Loc);
  Cols = held(Cols, "cols", Loc);
  const core::Expr *N =
      held(L.convert(L.sizeType(), arith("*", Rows, Cols), false, Loc), "size", Loc);
  const bool Record = L.L.isOwnMatrix(Place->Ty);
  const core::Expr *Values = Record ? L.part(Place, Place->Ty->Fields[0]) : Place;
  L.resize(Values, "$0.resize($1)", {N}, nullptr, N, Loc);
  if (Record) {
    L.assign(L.part(Place, Place->Ty->Fields[1]), L.convert(indexType(), Rows, false, Loc), Loc);
    L.assign(L.part(Place, Place->Ty->Fields[2]), L.convert(indexType(), Cols, false, Loc), Loc);
  }
  Dense D = plain(Values, L.type(P->Scalar), Rows, Cols, P->RowMajor);
  D.IsArray = isArrayClass(T);
  D.Own = Place;
  D.OwnClass = T.getNonReferenceType();
  return D;
}

/// A new matrix of class T, without coefficients.
core::Variable *Matrices::emptyOwn(QualType T, llvm::StringRef Name, SourceLocation Loc) {
  core::Variable *V =
      L.F.variable(Name, L.L.ownMatrix(T.getNonReferenceType().getUnqualifiedType()));
  V->Loc = Loc.getRawEncoding();
  L.Changing.insert(V);
  L.declare(V, nullptr, Loc);
  return V;
}

/// D as a value of the type that class T has in objects of ours.
const core::Expr *Matrices::ownObject(const Dense &D, QualType T, SourceLocation Loc) {
  const core::Type *Ty = L.L.ownMatrix(T.getNonReferenceType().getUnqualifiedType());
  if (Ty->IsVector && D.Whole && D.Whole->Ty == Ty && Fresh.contains(D.Whole))
    return L.name(D.Whole, Loc);
  if (!Ty->IsVector) {
    core::Variable *V = emptyOwn(T, "matrix", Loc);
    store(reshapeOwn(L.name(V, Loc), T, D.Rows, D.Cols, Loc), D, "=", Loc);
    return L.name(V, Loc);
  }
  core::Variable *V = L.F.variable("matrix", Ty);
  V->Loc = Loc.getRawEncoding();
  L.Changing.insert(V);
  Index N = sizeOf(D);
  L.declareVector(V, Ty, L.sized(Ty, {N}, Loc), N, Loc);
  store(plain(L.name(V, Loc), D.Scalar, D.Rows, D.Cols), D, "=", Loc);
  return L.name(V, Loc);
}

const core::Expr *Matrices::makeOwn(const Expr *E, QualType T) {
  SourceLocation Loc = E->getExprLoc();
  Dense D = full(dense(E));
  At = Loc;
  return ownObject(shapedAs(*plainMatrix(T), D), T, Loc);
}

void Matrices::assignOwn(const Expr *To, const core::Expr *Place, QualType T) {
  SourceLocation Loc = To->getExprLoc();
  At = Loc;
  assign(To, fromPlace(Place, T, Loc), "=", Loc);
}

const core::Expr *Matrices::shown(const Expr *E) {
  if (!isOfEigen(E->getType()) || !isMatrix(E))
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  const QualType T = bare(E)->getType().getNonReferenceType().getUnqualifiedType();
  const QualType Of = lookedAt(T);
  const bool Writes = E->isLValue() ? plainMatrix(T) && !E->getType().isConstQualified()
                                    : Of != T && !Of.isConstQualified(); // an Eigen::Ref
  if (Writes) {
    refuse(Loc, "cannot differentiate a call that is not looked into and may change this matrix",
           "let it take a reference to const, or call it where no derivatives are needed");
    return L.literal("0", L.M.intType(), Loc);
  }
  Dense D = full(dense(E));
  At = Loc;
  std::optional<PlainMatrix> P = plainMatrix(Of);
  if (!D.First || (P ? !isInOrderOf(D, T) : D.Flipped))
    D = evaluate(D, "values", Loc, P && P->RowMajor);
  const std::string Class =
      P ? L.L.spelling(Of.getUnqualifiedType())
        : "Eigen::Matrix<" + D.Scalar->Spelling + ", Eigen::Dynamic, Eigen::Dynamic>";
  const core::Type *Map = L.M.opaque("Eigen::Map<const " + Class + ">");
  if (P && P->isFixed())
    return L.opaque(Map->Spelling + "($0)", Map, {D.First}, Loc);
  if (P && P->isVector())
    return L.opaque(Map->Spelling + "($0, $1)", Map, {D.First, sizeOf(D)}, Loc);
  return L.opaque(Map->Spelling + "($0, $1, $2)", Map, {D.First, D.Rows, D.Cols}, Loc);
}

/// `c ? A : B`, as a matrix of its own.
Dense Matrices::choice(const AbstractConditionalOperator *E) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getType();
  std::optional<PlainMatrix> P = plainMatrix(T);
  if (!P || isa<BinaryConditionalOperator>(E) || (Lasts && E->isGLValue()))
    return refuse(Loc, "cannot differentiate a choice between matrices", "use if and else");
  core::Variable *Made = resultVariable(T, "chosen", Loc);
  L.Changing.insert(Made);
  core::Stmt *If = L.stmt(StmtKind::If, Loc);
  If->Value = L.value(E->getCond());
  const bool Outer = std::exchange(Lasts, false);
  If->Then = L.capture([&] { putInto(L.name(Made, Loc), E->getTrueExpr(), T); });
  If->Else = L.capture([&] { putInto(L.name(Made, Loc), E->getFalseExpr(), T); });
  Lasts = Outer;
  L.emit(If);
  Dense D = fromPlace(L.name(Made, Loc), T, Loc);
  D.IsPlace = false;
  D.Computes = true;
  return D;
}

//===-- Objects -----------------------------------------------------------===//

/// An object of Eigen's class T with the value D.
const core::Expr *Matrices::object(const Dense &D, QualType T, SourceLocation Loc) {
  std::optional<PlainMatrix> P = plainMatrix(T);
  if (!P) {
    refuse(Loc, "cannot differentiate this expression of matrices where it is kept",
           "make an Eigen::Matrix or Eigen::Array of it");
    return L.literal("0", L.M.intType(), Loc);
  }
  if (!P->isFixed())
    return ownObject(shapedAs(*P, D), T, Loc);
  core::Variable *V = L.F.variable("matrix", L.type(T.getNonReferenceType()));
  V->Loc = Loc.getRawEncoding();
  L.Changing.insert(V);
  core::Stmt *S = L.stmt(StmtKind::Declare, Loc);
  S->Var = V;
  L.emit(S);
  store(fromPlace(L.name(V, Loc), T, Loc), shapedAs(*P, D), "=", Loc);
  return L.name(V, Loc);
}

const core::Expr *Matrices::make(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  Dense D = full(dense(E));
  At = Loc;
  return object(D, E->getType(), Loc);
}

const core::Expr *Matrices::handedOn(const Expr *E, QualType T) {
  SourceLocation Loc = E->getExprLoc();
  if (T->isReferenceType() && !T->getPointeeType().isConstQualified()) {
    refuse(Loc, "cannot differentiate a call that is not looked into and may change this matrix",
           "let it take a reference to const, or call it where no derivatives are needed");
    return L.poison(E);
  }
  const Expr *Named = bare(E);
  if (const auto *R = dyn_cast<DeclRefExpr>(Named))
    if (const core::Expr *Known = L.Bindings.lookup(R->getDecl()); Known && Known->Ty->IsEigen)
      return Known; // a parameter
  Dense D = full(dense(E));
  At = Loc;
  return eigenObject(shapedAs(*plainMatrix(T), D), T, "matrix", Loc);
}

const core::Expr *Matrices::passOn(const Expr *E, const core::Expr *Value) {
  bool Object = !E->isGLValue() && plainMatrix(E->getType()) && E != Wanted &&
                core::isPlace(Value) && Value->Ty->isArray() && !Value->Ty->IsEigen;
  return Object ? object(fromPlace(Value, E->getType(), E->getExprLoc()), E->getType(),
                         E->getExprLoc())
                : Value;
}

void Matrices::makeInto(const core::Expr *Target, const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  At = Loc;
  const auto *Made = dyn_cast<CXXConstructExpr>(bare(E));
  if (Made && given(Made->arguments()).empty())
    return; // no size, or no values yet
  if (isDecomposition(E->getType())) {
    std::optional<Decomposition> D = decomposition(E);
    At = Loc;
    if (D)
      return putDecomposition(Target, *D, E->getType(), Loc);
    refuse(Loc, "cannot differentiate this way of making a decomposition",
           "make it of a matrix, or call compute()");
    return;
  }
  if (auto Shape = Made && !Target->Ty->IsEigen ? shapeGiven(Made) : std::nullopt) {
    reshapeOwn(Target, E->getType(), Shape->first, Shape->second, Loc);
    return;
  }
  Dense D = full(dense(E));
  At = Loc;
  std::optional<PlainMatrix> P = plainMatrix(E->getType());
  if (P)
    D = shapedAs(*P, D);
  if (Target->Ty->IsEigen && Target->Ty->IsVector) {
    refuse(Loc, "cannot differentiate a matrix of run-time size that is made inside another object",
           "give it a variable of its own");
    return;
  }
  if (!Target->Ty->IsEigen)
    return store(reshapeOwn(Target, E->getType(), D.Rows, D.Cols, Loc), D, "=", Loc);
  store(fromPlace(Target, E->getType(), Loc), D, "=", Loc);
}

/// An object of Eigen's class T with the value D, whatever its shape.
const core::Expr *Matrices::eigenObject(const Dense &D, QualType T, llvm::StringRef Name,
                                        SourceLocation Loc) {
  std::optional<PlainMatrix> P = plainMatrix(T);
  core::Variable *V = L.F.variable(Name, L.type(T.getNonReferenceType().getUnqualifiedType()));
  V->Loc = Loc.getRawEncoding();
  L.Changing.insert(V);
  if (P->isFixed()) {
    core::Stmt *S = L.stmt(StmtKind::Declare, Loc);
    S->Var = V;
    L.emit(S);
  } else {
    Index N = sizeOf(D);
    bool Vector = P->isVector();
    const core::Expr *Value =
        Vector ? L.opaque(V->Ty->Spelling + "($0)", V->Ty, {N}, Loc)
               : L.opaque(V->Ty->Spelling + "($1, $2)", V->Ty, {N, D.Rows, D.Cols}, Loc);
    L.declareVector(V, V->Ty, Value, N, Loc);
  }
  const core::Expr *Place = L.name(V, Loc);
  if (P->isFixed())
    Place = L.part(Place, V->Ty->Fields[0]);
  store(plain(Place, D.Scalar, D.Rows, D.Cols, P->RowMajor), D, "=", Loc);
  return L.name(V, Loc);
}

} // namespace ad::lower
