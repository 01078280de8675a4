//===- lower/eigen_calls.cpp - calls of Eigen's functions -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Calls whose value is a number or a place, or that change a matrix. Those whose value is a matrix
// are in eigen_expressions.cpp.
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

/// A coefficient: `A(i, j)`, `v[i]`.
const core::Expr *Matrices::access(const CallExpr *E, const Expr *Object,
                                   llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  Dense D = dense(Object);
  At = Loc;
  bool Numbers = llvm::all_of(
      Args, [](const Expr *A) { return bare(A)->getType()->isIntegralOrEnumerationType(); });
  if (Args.empty() || Args.size() > 2 || !Numbers)
    return nullptr;
  if (D.Triangle)
    D = full(D);
  std::vector<const core::Expr *> Indices = L.valuesOf(Args);
  if (Indices.size() == 2)
    return D.At(known(D.Rows) == 1 ? number(0) : Indices[0],
                known(D.Cols) == 1 ? number(0) : Indices[1]);
  bool InOrder = isInOrderOf(D, bare(Object)->getType());
  if (D.Linear && InOrder)
    return D.Linear(Indices[0]);
  if (D.First && InOrder)
    return L.subscript(D.First->operand()->operand(), Indices[0], Loc);
  return known(D.Rows) == 1   ? D.At(number(0), Indices[0])
         : known(D.Cols) == 1 ? D.At(Indices[0], number(0))
                              : nullptr;
}

/// The variable or member that is written where To is assigned.
static const ValueDecl *rootOf(const Expr *To) {
  for (;;) {
    To = To->IgnoreParenImpCasts();
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(To))
      To = Call->getImplicitObjectArgument();
    else if (const auto *M = dyn_cast<MemberExpr>(To))
      return M->getMemberDecl();
    else
      return isa<DeclRefExpr>(To) ? cast<DeclRefExpr>(To)->getDecl() : nullptr;
  }
}

/// Whether S reads coefficients of D.
static bool readsFrom(const Stmt *S, const ValueDecl *D) {
  if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(S))
    if (const CXXMethodDecl *MD = Call->getMethodDecl();
        MD && MD->getIdentifier() && llvm::is_contained({"size", "rows", "cols"}, MD->getName()) &&
        rootOf(Call->getImplicitObjectArgument()) == D)
      return false;
  if (const auto *R = dyn_cast_or_null<DeclRefExpr>(S))
    return R->getDecl() == D;
  if (const auto *M = dyn_cast_or_null<MemberExpr>(S); M && M->getMemberDecl() == D)
    return true;
  return S && llvm::any_of(S->children(), [&](const Stmt *C) { return readsFrom(C, D); });
}

/// A lambda that is applied to each coefficient as E is stored and reads D itself, no copy.
static const CallExpr *appliesReader(const Expr *E, const ValueDecl *D) {
  E = E->IgnoreParenImpCasts();
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    E = T->getSubExpr()->IgnoreParenImpCasts();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  if (!FD || !isOfEigen(E->getType()))
    return nullptr;
  const llvm::StringRef Name = FD->getIdentifier() ? FD->getName() : "";
  // These are evaluated first.
  if (Name == "eval" || (FD->getOverloadedOperator() == OO_Star && Call->getNumArgs() == 2 &&
                         isOfEigen(Call->getArg(0)->getType()) &&
                         isOfEigen(Call->getArg(1)->getType()) && !isArrayClass(E->getType())))
    return nullptr;
  if ((Name == "unaryExpr" || Name == "binaryExpr") && Call->getNumArgs()) {
    const Expr *Function = passedOn(Call->getArg(Call->getNumArgs() - 1));
    while (const auto *R = dyn_cast<DeclRefExpr>(Function)) {
      const auto *V = dyn_cast<VarDecl>(R->getDecl());
      if (!V || !V->getInit())
        break;
      Function = passedOn(V->getInit());
    }
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Function)) {
      auto Init = Lambda->capture_init_begin();
      for (const LambdaCapture &C : Lambda->captures()) {
        const Expr *From = *Init++;
        const bool Itself = C.capturesThis()
                                ? C.getCaptureKind() == LCK_This
                                : C.capturesVariable() && C.getCaptureKind() == LCK_ByRef;
        if (!Itself)
          continue;
        const ValueDecl *Known = C.capturesVariable() ? C.getCapturedVar() : D;
        if ((Known == D || (From && rootOf(From) == D)) && readsFrom(Lambda->getBody(), Known))
          return Call;
      }
    }
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    if (const CallExpr *Found = appliesReader(Member->getImplicitObjectArgument(), D))
      return Found;
  for (const Expr *A : Call->arguments())
    if (const CallExpr *Found = appliesReader(A, D))
      return Found;
  return nullptr;
}

/// `To Op Right`, as a statement; false where it is not known.
bool Matrices::assignBy(const CXXOperatorCallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  llvm::StringRef Op = getOperatorSpelling(E->getOperator());
  const Expr *To = E->getArg(0), *Right = E->getArg(1);
  if (isDecomposition(To->getType()))
    return assignDecomposition(To, Right, Loc);
  const ValueDecl *Root = isMatrix(Right) ? rootOf(To) : nullptr;
  if (const CallExpr *Reader = Root ? appliesReader(Right, Root) : nullptr) {
    refuse(Reader->getExprLoc(),
           "cannot differentiate a function of each coefficient that reads '" + Root->getName() +
               "', which is being assigned",
           "read a copy of it, or write it as a loop over coefficients");
    return true;
  }
  if (auto Of = isMatrix(Right) ? lines(To) : std::nullopt) {
    Dense By = apart(dense(Right), Of->first, Loc);
    const bool Rows = Of->second;
    Dense All = withLines(Of->first, Rows, By, "+");
    All.At = [=](Index I, Index J) { return Rows ? By.At(number(0), J) : By.At(I, number(0)); };
    At = Loc;
    store(Of->first, All, Op, Loc);
    return true;
  }
  if (!isMatrix(Right)) {
    Dense Target = dense(To);
    At = Loc;
    store(Target, filled(Target.Rows, Target.Cols, Target.Scalar, scalar(Right, Target.Scalar)), Op,
          Loc);
    return true;
  }
  Dense From = dense(Right);
  At = Loc;
  if (E->getOperator() == OO_StarEqual && !dense(To).IsArray) {
    From = product(dense(To), From, Loc);
    Op = "=";
  }
  assign(To, From, Op, Loc);
  return true;
}

/// `llt = A.llt()`, where llt is a member of an object of ours; false where it is not.
bool Matrices::assignDecomposition(const Expr *To, const Expr *From, SourceLocation Loc) {
  const core::Expr *Place = decompositionPlace(To);
  std::optional<Decomposition> D = Place ? decomposition(From) : std::nullopt;
  At = Loc;
  if (!D)
    return false;
  putDecomposition(Place, *D, To->getType(), Loc);
  return true;
}

/// A call of an operator: its value; null where it is not known.
const core::Expr *Matrices::operatorValue(const CXXOperatorCallExpr *E) {
  const core::Expr *Nothing = L.literal("0", L.M.intType(), At);
  llvm::SmallVector<const Expr *, 2> Args(llvm::drop_begin(E->arguments()));
  switch (E->getOperator()) {
  case OO_Call:
  case OO_Subscript:
    return access(E, E->getArg(0), Args);
  case OO_LessLess:
  case OO_Comma:
    return commas(E) ? Nothing : nullptr;
  case OO_Equal:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
    return assignBy(E) ? Nothing : nullptr;
  default:
    return isMatrix(E) ? make(E) : nullptr;
  }
}

/// `llt.compute(A)`; false where it is not known.
bool Matrices::compute(const Expr *Object, llvm::ArrayRef<const Expr *> Args, SourceLocation Loc) {
  const CXXRecordDecl *Class = Object->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl();
  if (!Class || Args.size() != 1)
    return false;
  if (const core::Expr *Place = decompositionPlace(Object)) {
    Dense Of = dense(Args[0]);
    At = Loc;
    putDecomposition(Place, decompose(Of, Class->getName(), Loc),
                     Object->IgnoreParenImpCasts()->getType(), Loc);
    return true;
  }
  const auto *R = dyn_cast<DeclRefExpr>(bare(Object));
  if (!R)
    return false;
  if (Decompositions.count(R->getDecl()))
    refuse(Loc, "cannot differentiate a decomposition that is computed again",
           "use another variable");
  else
    Decompositions[R->getDecl()] = decompose(dense(Args[0]), Class->getName(), Loc);
  return true;
}

/// The rows and columns that Args, one or two, give a matrix of type P.
std::pair<Matrices::Index, Matrices::Index> Matrices::shapeFrom(const PlainMatrix &P,
                                                                llvm::ArrayRef<const Expr *> Args) {
  Index Rows = number(P.Rows), Cols = number(P.Cols);
  if (Args.size() == 1) {
    (P.Cols == 1 ? Rows : Cols) = index(bare(Args[0]));
  } else {
    Rows = index(bare(Args[0]));
    Cols = index(bare(Args[1]));
  }
  return {Rows, Cols};
}

/// Object, a matrix, gets the shape Sizes by the function Name; null where that is not known.
/// First: it has had none.
std::optional<bool> Matrices::resizeBy(llvm::StringRef Name, const Expr *Object,
                                       llvm::ArrayRef<const Expr *> Sizes, SourceLocation Loc) {
  const auto *R = dyn_cast<DeclRefExpr>(bare(Object));
  if (auto It = R ? Waiting.find(R->getDecl()) : Waiting.end(); R && It != Waiting.end()) {
    const auto *D = cast<VarDecl>(R->getDecl());
    std::optional<PlainMatrix> P = plainMatrix(D->getType());
    if (It->second != L.Out || !P || Sizes.empty()) {
      refuse(Loc, "cannot differentiate '" + Name + "' of a matrix without a shape",
             "give it its size where it is declared");
      return false;
    }
    Waiting.erase(It);
    auto [Rows, Cols] = shapeFrom(*P, Sizes);
    Dense Made =
        storage(L.type(P->Scalar), Rows, Cols, plainName(D, "values"), D, Loc, P->RowMajor);
    L.Bindings[D] = L.name(Made.Whole, Loc);
    return true;
  }
  if (Sizes.empty())
    return true;
  Dense Known = dense(Object);
  At = Loc;
  std::optional<PlainMatrix> P = plainMatrix(bare(Object)->getType());
  if (Name == "conservativeResize" && !(P && P->isVector() && mayReshape(Known)))
    return std::nullopt; // coefficients move
  if (!P || !mayReshape(Known)) {
    refuse(Loc, "cannot differentiate a matrix that changes its shape", "use another variable");
    return false;
  }
  auto [Rows, Cols] = shapeFrom(*P, Sizes);
  reshape(Known, Rows, Cols, Loc);
  return true;
}

/// `A.resize(n, m)`, `A.setZero()`, `A.setConstant(n, m, x)` and the like; false where it is not
/// known.
bool Matrices::set(llvm::StringRef Name, const Expr *Object, llvm::ArrayRef<const Expr *> Args,
                   SourceLocation Loc) {
  // Sizes come first; setConstant(n, x) has the value last.
  const bool Value = Name == "setConstant" || Name == "fill";
  llvm::ArrayRef<const Expr *> Sizes = Args.drop_back(Value ? 1 : 0);
  for (const Expr *Size : Sizes)
    if (bare(Size)->getType()->isEnumeralType()) // Eigen::NoChange
      return false;
  std::optional<bool> Resized = resizeBy(Name, Object, Sizes, Loc);
  if (!Resized)
    return false;
  if (!*Resized || Name == "resize" || Name == "conservativeResize")
    return true;
  Dense To = dense(Object);
  At = Loc;
  const core::Expr *V = Value ? scalar(Args.back(), To.Scalar)
                              : L.literal(Name == "setOnes" ? "1" : "0", To.Scalar, Loc);
  store(To, filled(To.Rows, To.Cols, To.Scalar, V), "=", Loc);
  if (Name == "setIdentity")
    loop("i", To.Rows, Loc,
         [&](Index I) { L.assign(To.At(I, I), L.literal("1", To.Scalar, Loc), Loc); });
  return true;
}

/// A number that the decomposition D is asked; null where it is not known.
const core::Expr *Matrices::ask(const Decomposition &D, llvm::StringRef Name, const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  if ((Name == "determinant" || Name == "absDeterminant" || Name == "logAbsDeterminant") &&
      !D.IsFactor) {
    const core::Expr *Value = rule("determinant", {D.Of.Rows, stored(D.Of, Loc).First}, Loc);
    if (Name != "determinant")
      Value = L.primitive("abs", {Value}, D.Of.Scalar, Loc);
    return Name == "logAbsDeterminant" ? L.primitive("log", {Value}, D.Of.Scalar, Loc) : Value;
  }
  if (Name == "info" && D.IsFactor) {
    Index Last = arith("-", D.Of.Rows, number(1));
    return L.opaque("$0 > 0 ? Eigen::Success : Eigen::NumericalIssue", L.type(E->getType()),
                    {D.Of.At(Last, Last)}, Loc);
  }
  return isMatrix(E) ? make(E) : nullptr;
}

/// What the member function Name of the matrix Of gives or does; null where it is not known.
const core::Expr *Matrices::memberValue(const Dense &Of, llvm::StringRef Name,
                                        const CXXMemberCallExpr *E,
                                        llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  const Expr *Object = E->getImplicitObjectArgument();
  const core::Expr *Nothing = L.literal("0", L.M.intType(), Loc);
  if (Name == "rows")
    return Of.Rows;
  if (Name == "cols")
    return Of.Cols;
  if (Name == "size")
    return sizeOf(Of);
  if (Name == "data" && Of.First && isInOrderOf(Of, bare(Object)->getType()))
    return L.addressOf(Of.First->operand(), L.type(E->getType()), Loc);
  if (Name.size() == 1 && Args.empty() && Of.Linear) {
    size_t I = llvm::StringRef("xyzw").find(Name[0]);
    if (I != llvm::StringRef::npos)
      return Of.Linear(number(int64_t(I)));
  }
  if ((Name == "coeff" || Name == "coeffRef") && !Args.empty())
    if (const core::Expr *Place = access(E, Object, Args))
      return Place;
  if (isa<CXXConversionDecl>(E->getMethodDecl()))
    return Of.At(number(0), number(0));
  if (Name == "swap" && Args.size() == 1 && isMatrix(Args[0])) {
    exchange(Of, dense(Args[0]), Loc);
    return Nothing;
  }
  if (Name == "solveInPlace" && Of.Triangle) {
    Dense B = dense(Args[0]);
    assign(Args[0], triangularSolve(Of, B, Loc), "=", Loc);
    return Nothing;
  }
  if (Name == "reverseInPlace" || Name == "transposeInPlace") {
    Dense From = Name == "transposeInPlace" ? transposed(Of)
                                            : *view(Of, Name.drop_back(strlen("InPlace")), E);
    assign(Object, evaluate(From, "values", Loc), "=", Loc);
    return Nothing;
  }
  if (Name == "normalize") {
    const core::Expr *Norm = L.freeze(reduction(Of, "norm", E), Loc, "norm");
    store(Of, filled(Of.Rows, Of.Cols, Of.Scalar, Norm), "/=", Loc);
    return Nothing;
  }
  return reduction(full(Of), Name, E);
}

const core::Expr *Matrices::call(const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  At = Loc;
  const core::Expr *Nothing = L.literal("0", L.M.intType(), Loc);
  const std::string Name = E->getDirectCallee()->getNameAsString();
  const auto *MC = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = MC ? MC->getImplicitObjectArgument() : nullptr;
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  const core::Expr *Value = nullptr;
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
    Value = operatorValue(O);
  } else if (!MC) {
    Value = isMatrix(E) ? make(E) : nullptr;
  } else if (Name == "compute") {
    Value = compute(Object, Args, Loc) ? Nothing : nullptr;
  } else if (Name == "resize" || Name == "conservativeResize" || Name == "setZero" ||
             Name == "setOnes" || Name == "setConstant" || Name == "fill" ||
             Name == "setIdentity") {
    Value = set(Name, Object, Args, Loc) ? Nothing : nullptr;
  } else if (std::optional<Decomposition> D = decomposition(Object)) {
    Value = ask(*D, Name, E);
  } else if (isMatrix(E) && Name != "coeffRef") {
    Value = make(E);
  } else {
    Dense Of = dense(Object);
    At = Loc;
    Value = memberValue(Of, Name, MC, Args);
  }
  if (Value)
    return Value;
  refuse(Loc, "cannot differentiate '" + Name + "' of a matrix, for which there is no rule",
         "write it as a loop over coefficients");
  return L.poison(E);
}

void Matrices::exchange(const Dense &A, const Dense &B, SourceLocation Loc) {
  if (A.Own && B.Own && A.Own->Ty == B.Own->Ty) // they may have other shapes
    return L.swap(L.checkWritten(A.Own, Loc), L.checkWritten(B.Own, Loc), Loc);
  if (!core::equal(A.Rows, B.Rows) || !core::equal(A.Cols, B.Cols)) {
    core::Stmt *Check = L.stmt(StmtKind::Opaque, Loc);
    Check->Text = "ad::dense::require_shape($0, $1, $2, $3)";
    Check->Operands = {A.Rows, A.Cols, B.Rows, B.Cols};
    L.emit(Check);
  }
  overAll(A, Loc, [&](Index I, Index J) { L.swap(A.At(I, J), B.At(I, J), Loc); });
}

} // namespace ad::lower
