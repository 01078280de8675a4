//===- lower/eigen_expressions.cpp - operators and parts of matrices ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What operators, constructors and parts of matrices mean: shape and coefficients of the value.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

Dense Matrices::dense(const Expr *E) {
  E = bare(E);
  At = E->getExprLoc();
  if (E->getType()->isPointerType()) { // `p->sum()`
    QualType To = E->getType()->getPointeeType();
    return fromPlace(L.dereference(L.value(E), At), To, At);
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (const core::Expr *Copy = L.captureOf(R->getDecl()))
      return fromPlace(Copy, E->getType(), At);
    if (auto It = Views.find(R->getDecl()); It != Views.end()) // its shape may have changed
      return It->second.Own ? ofOwn(It->second.Own, It->second.OwnClass, At) : It->second;
    if (auto It = Expressions.find(R->getDecl()); It != Expressions.end())
      return dense(It->second);
    if (Waiting.count(R->getDecl()))
      return refuse(At,
                    "cannot differentiate a use of '" + R->getDecl()->getName() +
                        "' before it has a shape",
                    "give it its size where it is declared");
    return fromPlace(L.expr(E), E->getType(), At);
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return constructed(C);
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
    if (const FunctionDecl *FD = O->getDirectCallee(); FD && isInEigen(FD))
      return operatorCall(O);
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(E))
    if (const FunctionDecl *FD = C->getDirectCallee(); FD && isInEigen(FD))
      return memberCall(C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    if (const FunctionDecl *FD = C->getDirectCallee(); FD && isInEigen(FD))
      return functionCall(C);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return choice(C);
  const Expr *Outer = std::exchange(Wanted, E);
  const core::Expr *Place = L.expr(E);
  Wanted = Outer;
  return fromPlace(Place, E->getType(), E->getExprLoc());
}

/// E, whose places stay when the indices in them change.
Dense Matrices::lasting(const Expr *E) {
  llvm::SaveAndRestore Keeps(Lasts, true);
  return dense(E);
}

/// The rows and columns that a constructor is given, where it is given nothing else.
std::optional<std::pair<Matrices::Index, Matrices::Index>>
Matrices::shapeGiven(const CXXConstructExpr *E) {
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  std::optional<PlainMatrix> P = plainMatrix(E->getConstructor()->getParent());
  const bool Sizes = P && !Args.empty() && !P->isFixed() && Args.size() <= 2 &&
                     llvm::all_of(Args, [](const Expr *A) {
                       return bare(A)->getType()->isIntegralOrEnumerationType();
                     });
  if (!Sizes)
    return std::nullopt;
  return shapeFrom(*P, Args);
}

/// Whether the elements of a Map, an instance of it, follow one another: its type has no strides.
static bool hasNoStrides(const ClassTemplateSpecializationDecl &Map) {
  const TemplateArgumentList &Of = Map.getTemplateArgs();
  const auto *Strides = Of.size() > 2 && Of[2].getKind() == TemplateArgument::Type
                            ? dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                                  Of[2].getAsType()->getAsCXXRecordDecl())
                            : nullptr;
  if (!Strides)
    return false;
  llvm::ArrayRef<TemplateArgument> Numbers = Strides->getTemplateArgs().asArray();
  auto Is = [&](size_t I, int64_t Value) {
    return I < Numbers.size() && Numbers[I].getKind() == TemplateArgument::Integral &&
           Numbers[I].getAsIntegral() == Value;
  };
  if (Strides->getName() == "InnerStride")
    return Is(0, 0) || Is(0, 1);
  return Is(0, 0) && (Strides->getName() == "OuterStride" || Is(1, 0) || Is(1, 1));
}

/// What a constructor makes.
Dense Matrices::constructed(const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  const CXXRecordDecl *Class = E->getConstructor()->getParent();
  std::optional<PlainMatrix> P = plainMatrix(Class);
  if (Args.size() == 1 && isMatrix(Args[0])) {
    Dense D = dense(Args[0]);
    D.IsArray = isArrayClass(E->getType());
    if (D.Triangle) // as a matrix it is zero elsewhere
      D = evaluate(full(D), "triangle", Loc);
    if (P)
      D = shapedAs(*P, D);
    if (P && E->getConstructor()->isMoveConstructor() && L.givesUp(Args[0]) && mayReshape(D)) {
      Dense Taken = evaluate(D, "values", Loc, P->RowMajor); // which leaves nothing behind
      Taken.IsArray = D.IsArray;
      reshape(D, number(std::max<int64_t>(P->Rows, 0)), number(std::max<int64_t>(P->Cols, 0)), Loc);
      return Taken;
    }
    if (P && !(D.Whole && Fresh.contains(D.Whole))) { // an object of its own
      D.IsPlace = false;
      D.Copies = true;
    }
    return D;
  }
  if (Class->getName() == "Map" || Class->getName() == "Ref") {
    // Map(pointer), Map(pointer, size), Map(pointer, rows, cols)
    const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    std::optional<PlainMatrix> Of =
        Spec ? plainMatrix(Spec->getTemplateArgs()[0].getAsType()) : std::nullopt;
    const bool Close = Class->getName() != "Map" || (Spec && hasNoStrides(*Spec));
    if (!Of || !Close || Args.empty() || !Args[0]->getType()->isPointerType() || Args.size() > 3 ||
        isOfEigen(Args.back()->getType()))
      return refuse(Loc, "cannot differentiate this map of memory as a matrix",
                    "give a pointer and sizes, without strides");
    const core::Expr *Pointer = L.value(Args[0]);
    if (!L.isSettled(Pointer))
      Pointer = L.freeze(Pointer, Loc, "data");
    Index Rows = number(Of->Rows), Cols = number(Of->Cols);
    if (Args.size() == 2)
      (Of->Cols == 1 ? Rows : Cols) = index(Args[1]);
    if (Args.size() == 3) {
      Rows = index(Args[1]);
      Cols = index(Args[2]);
    }
    Dense D = plain(Pointer, L.type(Of->Scalar), Rows, Cols, Of->RowMajor);
    D.IsArray = isArrayClass(E->getType());
    return D;
  }
  if (!P)
    return refuse(Loc, "cannot differentiate this object of '" + L.L.spelling(E->getType()) + "'",
                  "use Eigen::Matrix, Eigen::Array or Eigen::Map");
  const core::Type *Scalar = L.type(P->Scalar);
  if (Args.size() == 1 && Args[0]->getType()->isPointerType() && P->isFixed()) {
    const core::Expr *Pointer = L.value(Args[0]); // `Matrix2d(data)`
    if (!L.isSettled(Pointer))
      Pointer = L.freeze(Pointer, Loc, "data");
    Dense D = plain(Pointer, Scalar, number(P->Rows), number(P->Cols), P->RowMajor);
    D.IsArray = isArrayClass(E->getType());
    D.IsPlace = false;
    D.Copies = true;
    return D;
  }
  if (std::optional<std::pair<Index, Index>> Shape = shapeGiven(E))
    return storage(Scalar, Shape->first, Shape->second, "values", nullptr, Loc);
  if (Args.empty() && P->isFixed())
    return storage(Scalar, number(P->Rows), number(P->Cols), "values", nullptr, Loc);
  bool Coefficients =
      P->isFixed() && P->isVector() && Args.size() == size_t(P->Rows * P->Cols) &&
      llvm::all_of(Args, [](const Expr *A) { return bare(A)->getType()->isArithmeticType(); });
  if (!Coefficients)
    return refuse(Loc, "cannot differentiate this constructor of a matrix",
                  "give its size, and its coefficients one by one");
  core::Variable *V = L.F.variable("values", L.M.array(Scalar, Args.size()));
  V->Loc = Loc.getRawEncoding();
  L.Changing.insert(V);
  core::Expr *Braces = L.M.expr(ExprKind::Braces, V->Ty, Loc.getRawEncoding());
  for (const Expr *A : Args)
    Braces->Operands.push_back(L.convert(Scalar, L.value(bare(A)), false, Loc));
  core::Stmt *S = L.stmt(StmtKind::Declare, Loc);
  S->Var = V;
  S->Value = Braces;
  L.emit(S);
  Dense D = plain(L.name(V, Loc), Scalar, number(P->Rows), number(P->Cols));
  D.Whole = V;
  D.IsArray = isArrayClass(E->getType());
  Shapes[V] = D;
  Fresh.insert(V);
  return D;
}

/// The matrix M in `M.rowwise()` and `M.colwise()`; Second: by rows.
std::optional<std::pair<Dense, bool>> Matrices::lines(const Expr *E) {
  const auto *C = dyn_cast<CXXMemberCallExpr>(bare(E));
  const FunctionDecl *FD = C ? C->getDirectCallee() : nullptr;
  std::string Name = FD && isInEigen(FD) ? FD->getNameAsString() : "";
  if (Name != "rowwise" && Name != "colwise")
    return std::nullopt;
  return std::pair(dense(C->getImplicitObjectArgument()), Name == "rowwise");
}

/// Each row, or column, of Of with V, which is as long.
Dense Matrices::withLines(const Dense &Of, bool Rows, const Dense &V, llvm::StringRef Op) {
  Dense D = map(Of, [](const core::Expr *X) { return X; });
  D.Linear = nullptr;
  Index Zero = number(0);
  D.At = [=](Index I, Index J) {
    return calc(Op, Of.At(I, J), Rows ? V.At(Zero, J) : V.At(I, Zero));
  };
  return D;
}

Dense Matrices::operatorCall(const CXXOperatorCallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  llvm::StringRef Op = getOperatorSpelling(E->getOperator());
  const Expr *Left = E->getArg(0), *Right = E->getNumArgs() > 1 ? E->getArg(1) : nullptr;
  if (Right && isMatrix(Right))
    if (auto Of = lines(Left))
      return withLines(Of->first, Of->second, dense(Right), Op);
  bool Commas = E->getOperator() == OO_Comma; // their left side is no matrix
  if (!isMatrix(Left) && !(Right && isMatrix(Right)) && !Commas)
    return refuse(Loc, "cannot differentiate this operator of matrices", "use a loop");
  switch (E->getOperator()) {
  case OO_LessLess:
  case OO_Comma:
    if (std::optional<Dense> To = commas(E)) // `(Matrix2d() << 1, 2, 3, 4).finished()`
      return *To;
    return refuse(Loc, "cannot differentiate this operator of matrices", "use a loop");
  case OO_Minus:
    if (!Right)
      return map(dense(Left),
                 [this, Loc](const core::Expr *C) { return L.unary("-", C, C->Ty, Loc); });
    [[fallthrough]];
  case OO_Plus: {
    if (!isMatrix(Left) || !isMatrix(Right)) { // an array and a number
      bool First = isMatrix(Left);
      Dense D = dense(First ? Left : Right);
      const core::Expr *S = scalar(First ? Right : Left, D.Scalar);
      return map(D, [this, Op, S, First](const core::Expr *C) {
        return First ? calc(Op, C, S) : calc(Op, S, C);
      });
    }
    Dense A = dense(Left), B = dense(Right);
    return zip(A, B,
               [this, Op](const core::Expr *X, const core::Expr *Y) { return calc(Op, X, Y); });
  }
  case OO_Star:
  case OO_Slash: {
    if (isMatrix(Left) && isMatrix(Right)) {
      Dense A = dense(Left), B = dense(Right);
      At = Loc;
      if (isArrayClass(E->getType()))
        return zip(A, B,
                   [this, Op](const core::Expr *X, const core::Expr *Y) { return calc(Op, X, Y); });
      return product(A, B, Loc);
    }
    bool First = isMatrix(Left);
    Dense D = dense(First ? Left : Right);
    const core::Expr *S = scalar(First ? Right : Left, D.Scalar);
    return map(D, [this, Op, S, First](const core::Expr *C) {
      return First ? calc(Op, C, S) : calc(Op, S, C);
    });
  }
  case OO_Equal:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
    call(E);
    return dense(Left);
  case OO_Less:
  case OO_Greater:
  case OO_LessEqual:
  case OO_GreaterEqual: {
    const core::Type *Bool = L.M.boolType();
    Dense Result;
    auto Compare = [=](const core::Expr *X, const core::Expr *Y) {
      return L.binary(Op, X, Y, Bool, Loc);
    };
    if (isMatrix(Left) && isMatrix(Right)) {
      Dense A = dense(Left);
      Result = zip(A, dense(Right), Compare);
    } else {
      bool First = isMatrix(Left);
      Dense D = dense(First ? Left : Right);
      const core::Expr *S = scalar(First ? Right : Left, D.Scalar);
      Result = map(D, [=](const core::Expr *C) { return First ? Compare(C, S) : Compare(S, C); });
    }
    Result.Scalar = Bool;
    return Result;
  }
  default:
    return refuse(Loc, "cannot differentiate this operator of matrices", "use a loop");
  }
}

Dense Matrices::memberCall(const CXXMemberCallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const Expr *Object = E->getImplicitObjectArgument();
  std::string Name = E->getMethodDecl()->getNameAsString();
  if (std::optional<Decomposition> D = decomposition(Object)) {
    if (Name == "solve")
      return solve(*D, dense(E->getArg(0)), Loc);
    if (Name == "matrixL" && D->IsFactor) {
      Dense F = D->Of;
      F.Triangle = 1; // Lower
      return F;
    }
    if (Name == "matrixLLT" && D->IsFactor) { // beside the factor it holds other numbers
      Dense F = D->Of;
      F.Triangle = 1 | Foreign;
      return F;
    }
    if (Name == "inverse") {
      const core::Type *Ty = D->Of.Scalar;
      Dense One =
          evaluate(filled(D->Of.Rows, D->Of.Rows, Ty, L.literal("0", Ty, Loc)), "identity", Loc);
      loop("i", One.Rows, Loc,
           [&](Index I) { L.assign(One.At(I, I), L.literal("1", Ty, Loc), Loc); });
      return solve(*D, One, Loc);
    }
    if (Name == "matrixU" && D->IsFactor) {
      Dense F = transposed(D->Of);
      F.Triangle = 2; // Upper
      return F;
    }
    return refuse(Loc, "cannot differentiate '" + Name + "' of a decomposition",
                  "solve with it, or use matrixL of Eigen::LLT");
  }
  if (auto Line = lines(Object)) {
    const Dense &Of = Line->first;
    const bool Rows = Line->second;
    Dense Made = storage(Of.Scalar, Rows ? Of.Rows : number(1), Rows ? number(1) : Of.Cols, Name,
                         nullptr, Loc);
    Index Zero = number(0), One = number(1);
    bool Known = true;
    loop("i", sizeOf(Made), Loc, [&](Index I) {
      At = Loc;
      Dense Each = Rows ? block(Of, I, Zero, One, Of.Cols) : block(Of, Zero, I, Of.Rows, One);
      const core::Expr *V = reduction(Each, Name, E);
      Known &= V != nullptr;
      if (V)
        L.assign(Made.Linear(I), V, Loc);
    });
    if (!Known)
      return refuse(Loc, "cannot differentiate '" + Name + "' of the rows or columns of a matrix",
                    "write it as a loop over coefficients");
    Made.Computes = true;
    return Made;
  }
  Dense Of = dense(Object);
  At = Loc;
  if (Name == "solve" && Of.Triangle)
    return triangularSolve(Of, dense(E->getArg(0)), Loc);
  if (std::optional<Dense> V = view(Of, Name, E))
    return *V;
  At = Loc;
  if (std::optional<Dense> C = coefficientwise(Of, Name, E))
    return *C;
  return refuse(Loc, "cannot differentiate '" + Name + "' of a matrix, for which there is no rule",
                "write it as a loop over coefficients");
}

/// The coefficients (K, K + Above), or (K - Above, K) where Above is negative.
Dense Matrices::diagonal(const Dense &Of, Index Above) {
  std::optional<int64_t> By = known(Above);
  std::optional<int64_t> R = known(Of.Rows), C = known(Of.Cols);
  if (!By || (R && C && R != C))
    return refuse(At,
                  By ? "cannot differentiate the diagonal of a matrix that is not square"
                     : "cannot differentiate a diagonal whose number is not known here",
                  By ? "take its square block" : "write it as a loop over coefficients");
  Index Zero = number(0), Down = number(std::max<int64_t>(-*By, 0)),
        Right = number(std::max<int64_t>(*By, 0));
  Dense D = block(Of, Zero, Zero, arith("-", Of.Rows, number(std::abs(*By))), number(1));
  D.Triangle = 0;
  D.At = [=, At = Of.At](Index I, Index) { return At(arith("+", Down, I), arith("+", Right, I)); };
  D.Linear = [At = D.At, Zero](Index K) { return At(K, Zero); };
  D.First = nullptr;
  return D;
}

/// Parts of Of, which stay places.
std::optional<Dense> Matrices::view(const Dense &Of, llvm::StringRef Name, const CallExpr *E) {
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  Index Zero = number(0), One = number(1);
  auto Arg = [&](unsigned I) { return index(Args[I]); };
  // A size that is given as a template argument comes first.
  auto Size = [&](unsigned I, unsigned T) -> Index {
    if (std::optional<int64_t> N = templateNumber(E, T); N && *N >= 0)
      return number(*N);
    return Arg(I);
  };
  bool Column = isOne(Of.Cols);
  auto Segment = [&](Index From, Index N) {
    return Column ? block(Of, From, Zero, N, One) : block(Of, Zero, From, One, N);
  };
  Index Length = Column ? Of.Rows : Of.Cols;
  if (Name == "transpose" || Name == "adjoint")
    return transposed(Of);
  if (Name == "array" || Name == "matrix" || Name == "derived" || Name == "noalias" ||
      Name == "conjugate" || Name == "real" || Name == "const_cast_derived") {
    Dense D = Of;
    D.IsArray = Name == "array";
    return D;
  }
  if (Name == "finished") // `(v << 1, 2, 3).finished()`
    return Of;
  if (Name == "eval") {
    Dense D = evaluate(Of, "values", At);
    D.IsPlace = false;
    return D;
  }
  if (Name == "row")
    return block(Of, Arg(0), Zero, One, Of.Cols);
  if (Name == "col")
    return block(Of, Zero, Arg(0), Of.Rows, One);
  if (Name == "head")
    return Segment(Zero, Size(0, 0));
  if (Name == "tail") {
    Index N = Size(0, 0);
    return Segment(arith("-", Length, N), N);
  }
  if (Name == "segment") {
    Index From = Arg(0);
    return Segment(From, Size(1, 0));
  }
  if (Name == "block") {
    Index I = Arg(0), J = Arg(1);
    Index R = Size(2, 0);
    return block(Of, I, J, R, Size(3, 1));
  }
  if (Name == "topRows")
    return block(Of, Zero, Zero, Size(0, 0), Of.Cols);
  if (Name == "bottomRows") {
    Index N = Size(0, 0);
    return block(Of, arith("-", Of.Rows, N), Zero, N, Of.Cols);
  }
  if (Name == "middleRows") {
    Index From = Arg(0);
    return block(Of, From, Zero, Size(1, 0), Of.Cols);
  }
  if (Name == "leftCols")
    return block(Of, Zero, Zero, Of.Rows, Size(0, 0));
  if (Name == "rightCols") {
    Index N = Size(0, 0);
    return block(Of, Zero, arith("-", Of.Cols, N), Of.Rows, N);
  }
  if (Name == "middleCols") {
    Index From = Arg(0);
    return block(Of, Zero, From, Of.Rows, Size(1, 0));
  }
  if (llvm::StringRef(Name).ends_with("Corner")) {
    Index R = Size(0, 0), C = Size(1, 1);
    bool Bottom = Name.contains("bottom"), Right = Name.contains("Right");
    return block(Of, Bottom ? arith("-", Of.Rows, R) : Zero, Right ? arith("-", Of.Cols, C) : Zero,
                 R, C);
  }
  if (Name == "reshaped" && !Of.Triangle && Args.size() <= 2) { // column by column
    Dense D = block(Of, Zero, Zero, sizeOf(Of), One);
    if (templateNumber(E, 0) == 1) // reshaped<RowMajor>()
      return std::nullopt;
    if (Args.size() == 2) {
      D.Rows = Arg(0);
      D.Cols = Arg(1);
    } else if (!Args.empty()) {
      return std::nullopt;
    }
    // Numbers along the columns of the one become places in the other.
    const Dense Source = Of;
    D.Linear = Of.Linear ? Of.Linear : [=](Index K) {
      return Source.At(arith("%", K, Source.Rows), arith("/", K, Source.Rows));
    };
    D.At = [=, Linear = D.Linear, Rows = D.Rows](Index I, Index J) {
      return Linear(arith("+", I, arith("*", Rows, J)));
    };
    D.First = Of.Flipped ? nullptr : Of.First;
    D.Flipped = false;
    return D;
  }
  if (Name == "replicate") {
    Dense D = map(Of, [](const core::Expr *X) { return X; });
    Index Down = Size(0, 0), Right = Size(1, 1);
    D.Rows = arith("*", Of.Rows, Down);
    D.Cols = arith("*", Of.Cols, Right);
    D.Linear = nullptr;
    auto Within = [=](Index I, Index N, Index Times) {
      return isOne(N) ? Zero : isOne(Times) ? I : arith("%", I, N);
    };
    D.At = [=, At = Of.At](Index I, Index J) {
      return At(Within(I, Of.Rows, Down), Within(J, Of.Cols, Right));
    };
    return D;
  }
  if (Name == "reverse") {
    Dense D = block(Of, Zero, Zero, Of.Rows, Of.Cols);
    D.First = nullptr;
    auto Back = [=](Index N, Index K) { return arith("-", arith("-", N, One), K); };
    D.At = [=](Index I, Index J) { return Of.At(Back(Of.Rows, I), Back(Of.Cols, J)); };
    D.Linear = nullptr;
    return D;
  }
  if (Name == "diagonal") { // `diagonal()`, `diagonal(k)`, `diagonal<k>()`
    Expr::EvalResult Known;
    if (!Args.empty())
      return diagonal(Of, Args[0]->EvaluateAsInt(Known, L.Ctx)
                              ? number(Known.Val.getInt().getExtValue())
                              : Arg(0));
    return diagonal(Of, number(templateNumber(E, 0).value_or(0)));
  }
  if (Name == "triangularView" || Name == "selfadjointView") {
    Dense D = Of;
    std::optional<int64_t> Mode = templateNumber(E, 0);
    unsigned M = Mode ? unsigned(*Mode) : 0;
    if (Name == "selfadjointView") {
      if (M != 1 && M != 2)
        return std::nullopt;
      // Both halves are the one that is read.
      D.IsPlace = false;
      D.First = nullptr;
      D.Linear = nullptr;
      D.Whole = nullptr;
      D.Own = nullptr;
      Dense Made = storage(Of.Scalar, Of.Rows, Of.Cols, "symmetric", nullptr, At);
      overAll(Of, At, [&](Index I, Index J) {
        const core::Expr *Mine = Of.At(I, J), *Other = Of.At(J, I);
        core::Expr *Choice = L.M.expr(ExprKind::Conditional, Of.Scalar, At.getRawEncoding());
        Choice->Operands = {L.binary(M == 1 ? ">=" : "<=", I, J, L.M.boolType(), At), Mine, Other};
        L.assign(Made.At(I, J), Choice, At);
      });
      return Made;
    }
    if (M & ~15u)
      return std::nullopt;
    D.Triangle = M;
    return D;
  }
  return std::nullopt;
}

} // namespace ad::lower
