//===- lower/eigen_statements.cpp - variables and assignments of matrices -===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Where expressions over matrices become storage: declarations, assignments, parameters, results.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Assignments -------------------------------------------------------===//

/// Whether writing To may change the coefficients of From.
bool Matrices::mayOverlap(const Dense &To, const Dense &From) {
  const core::Expr *Place = To.At(number(0), number(0));
  const core::Variable *Root = core::rootVariable(Place);
  auto IsOwn = [](const core::Variable *V) {
    return V && V->Kind == core::Storage::Local && !V->Ty->isPointer();
  };
  bool Overlap = false;
  core::walk(From.At(number(0), number(0)), [&](const core::Expr *E) {
    const core::Variable *V = E->is(ExprKind::Variable) ? E->Var : nullptr;
    if (!V || V->Ty->isInteger() || V->Ty->isReal())
      return true;
    bool OtherMatrix = Root && Root->Ty != V->Ty && !V->Ty->isPointer() &&
                       (V->Ty->isReference() ? V->Ty->Element : V->Ty)->IsEigen;
    // What To is behind a pointer may be a part of an object, or an element.
    const core::Type *Ty = V->Ty->nonReference();
    const bool Holds = !Root && (Ty->isRecord() || (Ty->isArray() && !Ty->Element->isScalar()));
    Overlap |=
        Holds || V == Root || (!IsOwn(V) && !OtherMatrix && (!IsOwn(Root) || V->Ty->isPointer()));
    return true;
  });
  return Overlap;
}

/// From, evaluated where Eigen does that before To is written and it makes a difference.
Dense Matrices::apart(const Dense &From, const Dense &To, SourceLocation Loc) {
  return From.Copies && mayOverlap(To, From) ? evaluate(From, "values", Loc) : From;
}

void Matrices::assign(const Expr *To, const Dense &Value, llvm::StringRef Op, SourceLocation Loc) {
  const auto *R = dyn_cast<DeclRefExpr>(bare(To));
  Dense From = full(Value);
  if (auto It = R ? Waiting.find(R->getDecl()) : Waiting.end(); R && It != Waiting.end()) {
    const auto *D = cast<VarDecl>(R->getDecl());
    if (It->second != L.Out || Op != "=") {
      refuse(Loc, "cannot differentiate an assignment that gives '" + D->getName() + "' its shape",
             "give it its size where it is declared");
      return;
    }
    Waiting.erase(It);
    From = shapedAs(*plainMatrix(D->getType()), From);
    Dense Made = storage(From.Scalar, From.Rows, From.Cols, plainName(D, "values"), D, Loc,
                         plainMatrix(D->getType())->RowMajor);
    L.Bindings[D] = L.name(Made.Whole, Loc);
    return store(Made, From, "=", Loc);
  }
  Dense Target = dense(To);
  At = Loc;
  if (!Target.IsPlace || Target.Triangle) {
    refuse(Loc, "cannot differentiate an assignment to this part of a matrix",
           "assign to a block, or in a loop");
    return;
  }
  From = oriented(From, known(Target.Rows), known(Target.Cols));
  const bool Whole = Op == "=" && mayReshape(Target);
  auto Differ = [](Index A, Index B) { return known(A) && known(B) && known(A) != known(B); };
  if (Whole && (!core::equal(Target.Rows, From.Rows) || !core::equal(Target.Cols, From.Cols))) {
    if (mayOverlap(Target, From))
      From = evaluate(From, "values", Loc);
    return store(reshape(Target, From.Rows, From.Cols, Loc), From, "=", Loc);
  }
  if (Differ(Target.Rows, From.Rows) || Differ(Target.Cols, From.Cols)) {
    refuse(Loc, "cannot differentiate an assignment that changes the shape of a matrix",
           "use another variable");
    return;
  }
  auto Same = [](Index A, Index B) { return core::equal(A, B) || (known(A) && known(B)); };
  if (!Same(Target.Rows, From.Rows) || !Same(Target.Cols, From.Cols)) {
    core::Stmt *Check = L.stmt(StmtKind::Opaque, Loc);
    Check->Text = "ad::dense::require_shape($0, $1, $2, $3)";
    Check->Operands = {Target.Rows, Target.Cols, From.Rows, From.Cols};
    L.emit(Check);
  }
  store(Target, apart(From, Target, Loc), Op, Loc);
}

/// `A << 1, 2, 3;` and A itself.
std::optional<Dense> Matrices::commas(const CXXOperatorCallExpr *E) {
  llvm::SmallVector<const Expr *, 16> Parts;
  const Expr *Left = E;
  for (;;) {
    const auto *O = dyn_cast<CXXOperatorCallExpr>(bare(Left));
    if (!O || O->getNumArgs() != 2)
      return std::nullopt;
    Parts.push_back(O->getArg(1));
    Left = O->getArg(0);
    if (O->getOperator() == OO_LessLess)
      break;
    if (O->getOperator() != OO_Comma)
      return std::nullopt;
  }
  std::reverse(Parts.begin(), Parts.end());
  SourceLocation Loc = E->getExprLoc();
  Dense To = dense(Left);
  Index Row = number(0), Col = number(0);
  // Of numbers alone it is known where each stands, whatever the shape is.
  const bool Numbers = llvm::none_of(Parts, [&](const Expr *P) { return isMatrix(P); }) &&
                       !known(To.Cols) && known(To.Rows) != 1;
  int64_t Count = 0;
  for (const Expr *P : Parts) {
    At = Loc;
    if (Numbers) {
      Row = arith("/", number(Count), To.Cols);
      Col = arith("%", number(Count++), To.Cols);
    }
    Index Rows = number(1), Cols = number(1);
    bool Fits = true;
    if (isMatrix(P)) {
      Dense From = dense(P);
      Rows = From.Rows;
      Cols = From.Cols;
      Dense Part = block(To, Row, Col, Rows, Cols);
      store(Part, apart(full(From), Part, Loc), "=", Loc);
    } else {
      L.assign(L.checkWritten(To.At(Row, Col), Loc),
               L.convert(To.Scalar, L.value(bare(P)), false, Loc), Loc);
    }
    At = Loc;
    if (Numbers)
      continue;
    // The next part stands beside this one, or begins a new line.
    Col = arith("+", Col, Cols);
    std::optional<int64_t> Now = known(Col), End = known(To.Cols);
    if (core::equal(Col, To.Cols) || (Now && End && *Now >= *End)) {
      Col = number(0);
      Row = arith("+", Row, Rows);
    } else if (P != Parts.back() && !(Now && End) && known(To.Rows) != 1) {
      Fits = false;
    }
    if (!Fits) {
      refuse(Loc, "cannot differentiate this list of coefficients of a matrix",
             "use sizes that are known where it is compiled, or assign blocks");
      return To;
    }
  }
  return To;
}

//===-- Names -------------------------------------------------------------===//

/// Whether all names in E that Counts is true of stand for what does not change.
bool Matrices::areStable(const Expr *E, llvm::function_ref<bool(const ValueDecl *)> Counts) {
  bool Stable = true;
  std::function<void(const Stmt *)> Look = [&](const Stmt *S) {
    if (const auto *R = dyn_cast_or_null<DeclRefExpr>(S)) {
      const ValueDecl *D = R->getDecl();
      bool Const = D->getType().getNonReferenceType().isConstQualified();
      Stable &= Const || !Counts(D) || !L.Uses.Modified.count(D);
    }
    if (S)
      for (const Stmt *Child : S->children())
        Look(Child);
  };
  Look(E);
  return Stable;
}

/// Whether it does not matter when E is evaluated.
bool Matrices::isStable(const Expr *E) {
  return areStable(E, [](const ValueDecl *) { return true; });
}

bool Matrices::hasStableNumbers(const Expr *E) {
  return areStable(E, [](const ValueDecl *D) { return !isOfEigen(D->getType()); });
}

/// D, which is no matrix of its own, stands for Init.
void Matrices::bindExpression(const ValueDecl *D, const Expr *Init) {
  SourceLocation Loc = At;
  Dense View;
  core::Block Made = L.capture([&] { View = lasting(Init); });
  const CXXRecordDecl *Class = D->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const bool IsRef = Class && Class->getName() == "Ref";
  // Eigen evaluates what is no place where it is used; it keeps copies of numbers.
  if (!View.IsPlace && !IsRef && !isStable(Init)) {
    if (!hasStableNumbers(Init))
      refuse(Loc,
             "cannot differentiate the expression '" + D->getName() +
                 "', which is evaluated where it is used: what it is made of changes",
             "give it the type of a matrix");
    Expressions[D] = Init;
    return;
  }
  L.append(Made);
  At = Loc;
  if (IsRef && (!View.IsPlace || isReorderedFor(View, D->getType())))
    View = evaluate(full(View), plainName(D, "values"), Loc,
                    !isReorderedFor(View, D->getType()) && View.Flipped);
  if (View.Whole) {
    Fresh.erase(View.Whole);
    L.Bindings[D] = L.name(View.Whole, Loc);
  }
  View.Computes = View.Copies = false;
  Views[D] = View;
}

void Matrices::declare(const VarDecl *D) {
  SourceLocation Loc = D->getLocation();
  At = Loc;
  const Expr *Init = D->getInit() ? bare(D->getInit()) : nullptr;
  const CXXRecordDecl *Class = D->getType()->getAsCXXRecordDecl();
  std::optional<PlainMatrix> P = plainMatrix(D->getType());
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  bool Empty = !Init || (Made && given(Made->arguments()).empty());
  if (!P) {
    bool IsMatrix = Init && isMatrix(Init);
    if (!IsMatrix) {
      if (Empty && Class)
        return; // a decomposition: compute() follows
      if (std::optional<Decomposition> Known = decomposition(Init)) {
        Decompositions[D] = *Known;
        return;
      }
      refuse(Loc, "cannot differentiate a variable of type '" + L.L.spelling(D->getType()) + "'",
             "use Eigen::Matrix, Eigen::Array, Eigen::Map or Eigen::LLT");
      return;
    }
    bindExpression(D, Init);
    return;
  }
  const core::Type *Scalar = L.type(P->Scalar);
  if (Empty) {
    if (!P->isFixed() && !changesShape(D)) {
      Waiting[D] = L.Out;
      return;
    }
    auto Start = [&](int64_t N) { return number(std::max<int64_t>(N, 0)); };
    Dense V = storage(Scalar, Start(P->Rows), Start(P->Cols), plainName(D, "values"), D, Loc,
                      P->RowMajor);
    V.IsArray = isArrayClass(D->getType());
    Shapes[V.Whole] = V;
    L.Bindings[D] = L.name(V.Whole, Loc);
    return;
  }
  Dense From = full(dense(Init));
  At = Loc;
  From = shapedAs(*P, From);
  Dense V = From;
  if (From.Whole && Fresh.contains(From.Whole) && isInOrderOf(From, D->getType()) &&
      !changesShape(D)) {
    // Made for this variable.
    core::Variable *Mine = From.Whole;
    Fresh.erase(Mine);
    L.F.rename(Mine, plainName(D, "values"));
    if (core::Variable *N = L.counterOf(L.name(Mine, Loc)))
      L.F.rename(N, Mine->Name + "_size");
    Mine->Constant = L.L.isConstant(D);
    L.Declared.insert(Mine);
  } else {
    V = storage(Scalar, From.Rows, From.Cols, plainName(D, "values"), D, Loc, P->RowMajor);
    store(V, From, "=", Loc);
  }
  V.IsArray = isArrayClass(D->getType());
  V.IsPlace = true;
  V.Computes = false;
  Shapes[V.Whole] = V;
  L.Bindings[D] = L.name(V.Whole, Loc);
}

void Matrices::parameter(const ParmVarDecl *P, core::Variable *V) {
  SourceLocation Loc = P->getLocation();
  At = Loc;
  QualType T = P->getType();
  if (!plainMatrix(T)) {
    refuse(Loc, "cannot differentiate a parameter of type '" + L.L.spelling(T) + "'",
           "take a reference to an Eigen::Matrix");
    return;
  }
  bool Const = T->isReferenceType() ? T->getPointeeType().isConstQualified() : true;
  if (T->isReferenceType() && !Const)
    L.Changing.insert(V);
  Dense D = fromPlace(L.name(V, Loc), T, Loc);
  D.IsPlace = true;
  D.Whole = V;
  Shapes[V] = D;
  L.Bindings[P] = L.name(V, Loc);
  if (!T->isReferenceType() && changesShape(P)) {
    keepCopy(P, D, V->Name, Loc);
  } else if (!T->isReferenceType() && L.Uses.Modified.count(P)) {
    Dense Copy = evaluate(D, V->Name, Loc);
    Fresh.erase(Copy.Whole);
    Copy.IsArray = D.IsArray;
    Copy.Computes = false;
    Shapes[Copy.Whole] = Copy;
    L.Bindings[P] = L.name(Copy.Whole, Loc);
  }
}

/// P, passed by value, is a copy of D that may get another shape.
void Matrices::keepCopy(const ParmVarDecl *P, const Dense &D, llvm::StringRef Name,
                        SourceLocation Loc) {
  const QualType T = P->getType().getUnqualifiedType();
  const core::Expr *Copy = L.name(emptyOwn(T, Name, Loc), Loc);
  store(reshapeOwn(Copy, T, D.Rows, D.Cols, Loc), D, "=", Loc);
  Views[P] = ofOwn(Copy, T, Loc);
}

void Matrices::bind(const ParmVarDecl *P, const Expr *Arg) {
  SourceLocation Loc = Arg->getExprLoc();
  At = Loc;
  QualType T = P->getType();
  if (!isMatrix(Arg)) {
    if (std::optional<Decomposition> D = decomposition(Arg)) {
      Decompositions[P] = *D;
      return;
    }
    refuse(Loc, "cannot differentiate an argument of type '" + L.L.spelling(Arg->getType()) + "'",
           "pass a matrix");
    return;
  }
  Dense D = full(lasting(Arg));
  At = Loc;
  // Passed by value, maps and parts of matrices still lead to the coefficients of the caller.
  std::optional<PlainMatrix> Plain = plainMatrix(T);
  if (Plain)
    D = shapedAs(*Plain, D);
  bool Leads = T->isReferenceType() || !Plain;
  bool Written = T->isReferenceType() && !T->getPointeeType().isConstQualified();
  if (Plain && !T->isReferenceType() && changesShape(P))
    return keepCopy(P, D, plainName(P, "values"), Loc);
  bool Mine = D.Whole && Fresh.contains(D.Whole), Reordered = isReorderedFor(D, T);
  if (!Written && (Reordered || (!Mine && (!Leads || !D.IsPlace)))) {
    D = evaluate(D, plainName(P, "values"), Loc, Plain && Plain->RowMajor);
  }
  D.IsArray = isArrayClass(T);
  D.IsPlace |= Mine;
  D.Computes = false;
  if (D.Whole)
    Fresh.erase(D.Whole);
  Views[P] = D;
  if (D.Whole)
    L.Bindings[P] = L.name(D.Whole, Loc);
}

std::function<void()> Matrices::bound(const ParmVarDecl *P) {
  std::vector<std::function<void()>> Steps;
  if (auto It = Views.find(P); It != Views.end())
    Steps.push_back([this, P, Known = It->second] { Views[P] = Known; });
  if (auto It = Decompositions.find(P); It != Decompositions.end())
    Steps.push_back([this, P, Known = It->second] { Decompositions[P] = Known; });
  if (const core::Expr *Known = L.Bindings.lookup(P))
    Steps.push_back([this, P, Known] { L.Bindings[P] = Known; });
  return [Steps] {
    for (const auto &Step : Steps)
      Step();
  };
}

const core::Expr *Matrices::captured(const ValueDecl *D, const Expr *From, bool Mutable) {
  SourceLocation Loc = From->getExprLoc();
  At = Loc;
  if (isDecomposition(D->getType()))
    return nullptr; // is computed once
  if (Mutable || !plainMatrix(D->getType())) {
    refuse(Loc,
           "cannot differentiate a lambda that keeps a copy of the matrix '" + D->getName() + "'",
           "capture it by reference");
    return nullptr;
  }
  Dense Of = L.captureOf(D) ? fromPlace(L.captureOf(D), D->getType(), Loc) : Dense();
  if (!Of.Scalar) {
    auto View = Views.find(D);
    const core::Expr *Bound = L.Bindings.lookup(D);
    if (View == Views.end() && !Bound)
      return nullptr;
    Of = View != Views.end() ? View->second : fromPlace(Bound, D->getType(), Loc);
  }
  if (!L.Uses.Modified.count(D) && D->getType().getNonReferenceType().isConstQualified())
    return nullptr;
  Dense Copy = evaluate(Of, D->getName(), Loc);
  Copy.IsArray = isArrayClass(D->getType());
  Copy.IsPlace = true;
  Copy.Computes = false;
  Shapes[Copy.Whole] = Copy;
  Fresh.erase(Copy.Whole);
  return L.name(Copy.Whole, Loc);
}

void Matrices::bindReference(const ValueDecl *D, const Expr *Init) {
  SourceLocation Loc = Init->getExprLoc();
  At = Loc;
  if (!isMatrix(Init)) {
    if (std::optional<Decomposition> Known = decomposition(Init)) {
      Decompositions[D] = *Known;
      return;
    }
  }
  if (!plainMatrix(D->getType()))
    return bindExpression(D, Init);
  Dense V = full(lasting(Init));
  At = Loc;
  if (!V.IsPlace || isReorderedFor(V, D->getType()))
    V = evaluate(V, plainName(D, "values"), Loc, plainMatrix(D->getType())->RowMajor);
  if (V.Whole)
    Fresh.erase(V.Whole);
  V.Computes = false;
  Views[D] = V;
  if (V.Whole)
    L.Bindings[D] = L.name(V.Whole, Loc);
}

core::Variable *Matrices::resultVariable(QualType T, llvm::StringRef Name, SourceLocation Loc) {
  std::optional<PlainMatrix> P = plainMatrix(T);
  if (!P)
    return nullptr;
  At = Loc;
  if (!P->isFixed())
    return emptyOwn(T, Name, Loc);
  Dense D =
      storage(L.type(P->Scalar), number(P->Rows), number(P->Cols), Name, nullptr, Loc, P->RowMajor);
  D.IsArray = isArrayClass(T);
  Shapes[D.Whole] = D;
  return D.Whole;
}

void Matrices::leave(core::Variable *Result, const Expr *E, QualType T) {
  putInto(L.name(Result, E->getExprLoc()), E, T);
}

/// The matrix of class T at Place, which has no shape yet or one that its class tells, becomes E.
void Matrices::putInto(const core::Expr *Place, const Expr *E, QualType T) {
  SourceLocation Loc = E->getExprLoc();
  Dense D = full(dense(E));
  At = Loc;
  std::optional<PlainMatrix> P = plainMatrix(T);
  D = shapedAs(*P, D);
  const Dense To =
      P->isFixed() ? fromPlace(Place, T, Loc) : reshapeOwn(Place, T, D.Rows, D.Cols, Loc);
  store(To, D, "=", Loc);
}

const core::Expr *Matrices::returned(const Expr *E, QualType T, bool ForCaller) {
  SourceLocation Loc = E->getExprLoc();
  Dense D = full(dense(E));
  At = Loc;
  std::optional<PlainMatrix> P = plainMatrix(T);
  if (!P) {
    refuse(Loc, "cannot differentiate a function that returns '" + L.L.spelling(T) + "'",
           "return an Eigen::Matrix");
    return L.poison(E);
  }
  D = shapedAs(*P, D);
  if (!ForCaller) {
    const auto *R = dyn_cast<DeclRefExpr>(bare(E));
    bool Local = R && !isa<ParmVarDecl>(R->getDecl()) && !Views.count(R->getDecl());
    bool Mine = D.Whole && (Local || Fresh.contains(D.Whole));
    if (!Mine)
      D = evaluate(D, "result", Loc);
    Fresh.insert(D.Whole);
    return L.name(D.Whole, Loc);
  }
  return eigenObject(D, T, "result", Loc);
}

} // namespace ad::lower
