//===- lower/eigen_functions.cpp - functions of matrices -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What Eigen's functions of coefficients, of whole matrices and for making them mean.
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

/// The number in brackets: `v.head<3>()`.
std::optional<int64_t> templateNumber(const CallExpr *E, unsigned I) {
  const auto *FD = E->getDirectCallee();
  const TemplateArgumentList *Args = FD ? FD->getTemplateSpecializationArgs() : nullptr;
  if (!Args || I >= Args->size() || Args->get(I).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Args->get(I).getAsIntegral().getExtValue();
}

/// Function of the coefficients of these at each place, which E applies.
Dense Matrices::applied(llvm::ArrayRef<Dense> To, const Expr *Function, const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const Closure *C = L.closure(Function);
  const auto *Signature = isStdFunction(Function->getType())
                              ? dyn_cast<FunctionProtoType>(heldBy(Function->getType()))
                              : nullptr;
  const bool Known = C && (C->Lambda || C->Function) && !L.convertsCall(C, Signature);
  const FunctionDecl *FD = Known ? L.targetOf(C, nullptr, nullptr, Loc) : nullptr;
  if (!FD || FD->getNumParams() != To.size())
    return refuse(Loc, "cannot differentiate this function of each coefficient",
                  "write it as a loop over coefficients");
  const core::Type *Ty = L.type(FD->getReturnType().getNonReferenceType());
  if (!Ty->isReal())
    return refuse(Loc,
                  "cannot differentiate a function of each coefficient that returns '" +
                      L.L.spelling(FD->getReturnType()) + "'",
                  "write it as a loop over coefficients");
  Dense Made = storage(Ty, To[0].Rows, To[0].Cols, "values", nullptr, Loc);
  overAll(Made, Loc, [&](Index I, Index J) {
    // Each coefficient is the argument of a call.
    llvm::SmallVector<const Expr *, 2> Args;
    std::vector<const core::Expr *> Values;
    for (size_t K = 0; K < To.size(); ++K) {
      QualType Param = FD->getParamDecl(K)->getType().getNonReferenceType().getUnqualifiedType();
      auto *Value = new (L.Ctx) OpaqueValueExpr(Loc, Param, VK_PRValue);
      L.OpaqueValues[Value] = L.convert(L.type(Param), To[K].At(I, J), false, Loc);
      Args.push_back(Value);
      Values.push_back(L.OpaqueValues[Value]);
    }
    const core::Expr *Result =
        C->Lambda ? L.inlineCall(FD, nullptr, C, Args, E) : L.knownCall(FD, Values, Loc);
    L.assign(Made.At(I, J), L.convert(Ty, Result, false, Loc), Loc);
  });
  return Made;
}

/// C ? X : Y.
const core::Expr *Matrices::choose(const core::Expr *C, const core::Expr *X, const core::Expr *Y) {
  core::Expr *Choice = L.M.expr(ExprKind::Conditional, X->Ty, At.getRawEncoding());
  Choice->Operands = {C, X, Y};
  return Choice;
}

/// Functions of each coefficient, and other matrices that are computed.
std::optional<Dense> Matrices::coefficientwise(const Dense &Of, llvm::StringRef Name,
                                               const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  const core::Type *Ty = Of.Scalar;
  llvm::StringRef Plain = Name;
  Plain.consume_front("cwise");
  std::string Lower = Plain.str();
  if (!Lower.empty())
    Lower[0] = llvm::toLower(Lower[0]);
  if (Lower == "product" || Lower == "quotient") {
    Dense Other = dense(Args[0]);
    llvm::StringRef Op = Lower == "product" ? "*" : "/";
    return zip(Of, Other, [=](const core::Expr *X, const core::Expr *Y) { return calc(Op, X, Y); });
  }
  if (Lower == "min" || Lower == "max") {
    auto Apply = [=](const core::Expr *X, const core::Expr *Y) {
      return L.primitive(Lower, {X, Y}, Ty, Loc);
    };
    if (isMatrix(Args[0]))
      return zip(Of, dense(Args[0]), Apply);
    const core::Expr *S = scalar(Args[0], Ty);
    return map(Of, [=](const core::Expr *X) { return Apply(X, S); });
  }
  if (Lower == "pow" && Args.size() == 1) {
    if (isMatrix(Args[0]))
      return zip(Of, dense(Args[0]), [=](const core::Expr *X, const core::Expr *Y) {
        return L.primitive("pow", {X, Y}, Ty, Loc);
      });
    const core::Expr *S = scalar(Args[0], Ty);
    return map(Of, [=](const core::Expr *X) { return L.primitive("pow", {X, S}, Ty, Loc); });
  }
  if (Lower == "square" || Lower == "abs2")
    return map(Of, [=](const core::Expr *X) { return calc("*", X, X); });
  if (Lower == "cube")
    return map(Of, [=](const core::Expr *X) { return calc("*", calc("*", X, X), X); });
  if (Lower == "inverse" && (Name == "cwiseInverse" || Of.IsArray))
    return map(Of, [=](const core::Expr *X) { return calc("/", L.literal("1", Ty, Loc), X); });
  if (Lower == "rsqrt")
    return map(Of, [=](const core::Expr *X) {
      return calc("/", L.literal("1", Ty, Loc), L.primitive("sqrt", {X}, Ty, Loc));
    });
  if (Lower == "logistic" && Args.empty())
    return map(Of, [=](const core::Expr *X) {
      const core::Expr *One = L.literal("1", Ty, Loc);
      return calc("/", One,
                  calc("+", One, L.primitive("exp", {L.unary("-", X, Ty, Loc)}, Ty, Loc)));
    });
  if (Lower == "sign" && Args.empty())
    return map(Of, [=](const core::Expr *X) {
      const core::Expr *Zero = L.literal("0", Ty, Loc), *One = L.literal("1", Ty, Loc);
      const core::Type *Bool = L.M.boolType();
      return choose(L.binary(">", X, Zero, Bool, Loc), One,
                    choose(L.binary("<", X, Zero, Bool, Loc), L.unary("-", One, Ty, Loc), Zero));
    });
  static const llvm::StringRef Functions[] = {
      "abs",   "exp",   "log",  "log1p", "log10", "expm1", "sqrt",  "sin",   "cos",
      "tan",   "asin",  "acos", "atan",  "sinh",  "cosh",  "tanh",  "asinh", "acosh",
      "atanh", "floor", "ceil", "round", "erf",   "erfc",  "lgamma"};
  if (llvm::is_contained(Functions, Lower) && Args.empty())
    return map(Of, [=](const core::Expr *X) { return L.primitive(Lower, {X}, Ty, Loc); });
  if (Name == "isFinite" || Name == "isNaN" || Name == "isInf") {
    const core::Type *Bool = L.M.boolType();
    const std::string Asks = "std::" + Name.lower() + "($0)";
    Dense D = map(Of, [=](const core::Expr *X) { return L.opaque(Asks, Bool, {X}, Loc); });
    D.Scalar = Bool;
    return D;
  }
  if (Name == "unaryExpr")
    return applied({Of}, Args[0], E);
  if (Name == "binaryExpr") {
    Dense Other = dense(Args[0]);
    return applied({Of, Other}, Args[1], E);
  }
  if (Name == "cast") {
    const core::Type *To =
        L.type(E->getDirectCallee()->getTemplateSpecializationArgs()->get(0).getAsType());
    Dense D = map(Of, [=](const core::Expr *X) { return L.convert(To, X, true, Loc); });
    D.Scalar = To;
    return D;
  }
  if (Name == "cross") {
    Dense B = dense(Args[0]);
    Dense Made = storage(Ty, Of.Rows, Of.Cols, "cross", nullptr, Loc);
    for (int K = 0; K < 3; ++K) {
      Index X = number((K + 1) % 3), Y = number((K + 2) % 3);
      L.assign(
          Made.Linear(number(K)),
          calc("-", calc("*", Of.Linear(X), B.Linear(Y)), calc("*", Of.Linear(Y), B.Linear(X))),
          Loc);
    }
    return Made;
  }
  if (Name == "normalized") {
    const core::Expr *Square =
        sum(Of, Loc, "square", [this](const core::Expr *C) { return calc("*", C, C); });
    const core::Expr *Norm = L.freeze(L.primitive("sqrt", {Square}, Ty, Loc), Loc, "norm");
    Dense D = map(Of, [=](const core::Expr *X) { return calc("/", X, Norm); });
    D.Copies = true;
    return D;
  }
  if (Name == "homogeneous" || Name == "hnormalized") {
    const bool More = Name == "homogeneous";
    const bool Row = isOne(Of.Rows);
    Index One = number(1), Size = sizeOf(Of);
    Index Length = arith(More ? "+" : "-", Size, One);
    Dense Made = storage(Ty, Row ? One : Length, Row ? Length : One, Name, nullptr, Loc);
    if (!Of.Linear)
      return std::nullopt;
    const core::Expr *Last = L.literal("1", Ty, Loc);
    if (!More)
      Last = L.freeze(Of.Linear(Length), Loc, "scale");
    loop("i", More ? Size : Length, Loc, [&](Index I) {
      L.assign(Made.Linear(I), More ? Of.Linear(I) : calc("/", Of.Linear(I), Last), Loc);
    });
    if (More)
      L.assign(Made.Linear(Size), Last, Loc);
    Made.Computes = true;
    return Made;
  }
  if (Name == "inverse") {
    Dense One = filled(Of.Rows, Of.Cols, Ty, L.literal("0", Ty, Loc));
    Dense Identity = evaluate(One, "identity", Loc);
    loop("i", Of.Rows, Loc,
         [&](Index I) { L.assign(Identity.At(I, I), L.literal("1", Ty, Loc), Loc); });
    return luSolve(Of, Identity, Loc);
  }
  if (Name == "asDiagonal") {
    Dense Zeros = filled(Of.Rows, Of.Rows, Ty, L.literal("0", Ty, Loc));
    if (isOne(Of.Rows))
      Zeros.Rows = Zeros.Cols = Of.Cols;
    Dense Made = evaluate(Zeros, "diagonal", Loc);
    loop("i", Made.Rows, Loc, [&](Index I) { L.assign(Made.At(I, I), Of.Linear(I), Loc); });
    return Made;
  }
  if (Name == "select" && Args.size() == 2) {
    auto Arm = [&](const Expr *A, const core::Type *Ty) {
      if (isMatrix(A))
        return dense(A);
      if (!Ty)
        Ty = L.type(bare(A)->getType().getUnqualifiedType());
      return filled(Of.Rows, Of.Cols, Ty, scalar(A, Ty));
    };
    bool FirstIsMatrix = isMatrix(Args[0]);
    Dense A, B;
    if (FirstIsMatrix) {
      A = Arm(Args[0], nullptr);
      B = Arm(Args[1], A.Scalar);
    } else {
      B = Arm(Args[1], nullptr);
      A = Arm(Args[0], B.Scalar);
    }
    Dense D = zip(A, B, [](const core::Expr *X, const core::Expr *) { return X; });
    D.At = [=](Index I, Index J) { return choose(Of.At(I, J), A.At(I, J), B.At(I, J)); };
    D.Linear = nullptr;
    if (Of.Linear && A.Linear && B.Linear)
      D.Linear = [=](Index K) { return choose(Of.Linear(K), A.Linear(K), B.Linear(K)); };
    D.Rows = Of.Rows;
    D.Cols = Of.Cols;
    return D;
  }
  if (Name == "toDenseMatrix")
    return evaluate(full(Of), "triangle", Loc);
  return std::nullopt;
}

/// A number that all coefficients make.
const core::Expr *Matrices::reduction(const Dense &Of, llvm::StringRef Name, const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = Of.Scalar;
  auto Same = [](const core::Expr *C) { return C; };
  auto Square = [this](const core::Expr *C) { return calc("*", C, C); };
  if (Name == "sum")
    return sum(Of, Loc, "sum", Same);
  if (Name == "mean")
    return calc("/", sum(Of, Loc, "sum", Same), L.convert(Ty, sizeOf(Of), false, Loc));
  if (Name == "squaredNorm")
    return sum(Of, Loc, "square", Square);
  if (Name == "norm" || Name == "stableNorm")
    return L.primitive("sqrt", {sum(Of, Loc, "square", Square)}, Ty, Loc);
  if (Name == "lpNorm") {
    std::optional<int64_t> P = templateNumber(E, 0);
    if (P == 2)
      return reduction(Of, "norm", E);
    if (P == 1)
      return sum(Of, Loc, "sum",
                 [=](const core::Expr *C) { return L.primitive("abs", {C}, Ty, Loc); });
    if (P == -1)
      return extreme(map(Of, [=](const core::Expr *C) { return L.primitive("abs", {C}, Ty, Loc); }),
                     true, Loc);
    if (!P || *P < 1)
      return nullptr;
    const core::Expr *Power = L.literal(std::to_string(*P), Ty, Loc);
    const core::Expr *Sum = sum(Of, Loc, "sum", [=](const core::Expr *C) {
      return L.primitive("pow", {L.primitive("abs", {C}, Ty, Loc), Power}, Ty, Loc);
    });
    return L.primitive("pow", {Sum, calc("/", L.literal("1", Ty, Loc), Power)}, Ty, Loc);
  }
  if (Name == "dot") {
    Dense B = dense(E->getArg(0));
    At = Loc;
    return sum(
        zip(Of, B, [this](const core::Expr *X, const core::Expr *Y) { return calc("*", X, Y); }),
        Loc, "dot", Same);
  }
  if (Name == "trace") {
    Dense D = block(Of, number(0), number(0), Of.Rows, number(1));
    D.At = [At = Of.At](Index I, Index) { return At(I, I); };
    D.Linear = [At = Of.At](Index K) { return At(K, K); };
    return sum(D, Loc, "trace", Same);
  }
  if (Name == "prod") {
    core::Variable *P = L.declare("prod", Ty, L.literal("1", Ty, Loc), false, Loc);
    L.Changing.insert(P);
    overAll(Of, Loc, [&](Index I, Index J) {
      L.assign(L.name(P, Loc), calc("*", L.name(P, Loc), Of.At(I, J)), Loc);
    });
    return L.name(P, Loc);
  }
  if (Name == "maxCoeff" || Name == "minCoeff") {
    llvm::SmallVector<const Expr *, 2> To = given(E->arguments());
    return To.empty() ? extreme(Of, Name == "maxCoeff", Loc)
                      : extremeWithPlace(Of, Name == "maxCoeff", To, Loc);
  }
  if (Name == "determinant")
    return rule("determinant", {Of.Rows, stored(Of, Loc).First}, Loc);
  if (Of.Scalar->IsBool && (Name == "count" || Name == "any" || Name == "all")) {
    const core::Type *Int = Name == "count" ? indexType() : L.M.boolType();
    const char *Start = Name == "count" ? "0" : Name == "any" ? "false" : "true";
    core::Variable *N = L.declare(Name, Int, L.literal(Start, Int, Loc), false, Loc);
    L.Changing.insert(N);
    overAll(Of, Loc, [&](Index I, Index J) {
      core::Stmt *If = L.stmt(StmtKind::If, Loc);
      If->Value = Name == "all" ? L.negate(Of.At(I, J), Loc) : Of.At(I, J);
      If->Then = L.capture([&] {
        const core::Expr *Now = L.name(N, Loc);
        if (Name == "count") {
          core::Stmt *Up = L.stmt(StmtKind::Accumulate, Loc);
          Up->Target = Now;
          Up->Value = L.literal("1", L.M.intType(), Loc);
          return L.emit(Up);
        }
        L.assign(Now, L.literal(Name == "any" ? "true" : "false", Int, Loc), Loc);
      });
      L.emit(If);
    });
    return L.name(N, Loc);
  }
  if (Name == "allFinite")
    return reduction(*coefficientwise(Of, "isFinite", E), "all", E);
  if (Name == "hasNaN")
    return reduction(*coefficientwise(Of, "isNaN", E), "any", E);
  if (Name == "value" || Name == "coeff" || Name == "coeffRef")
    return given(E->arguments()).empty() ? Of.At(number(0), number(0)) : nullptr;
  return nullptr;
}

Dense Matrices::functionCall(const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const FunctionDecl *FD = E->getDirectCallee();
  std::string Name = FD->getNameAsString();
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  // A static member of a class of matrices: `MatrixXd::Zero(n, n)`.
  std::optional<PlainMatrix> P;
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD)) {
    const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(MD->getParent());
    P = plainMatrix(MD->getParent());
    if (!P && Spec && Spec->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
      P = plainMatrix(Spec->getTemplateArgs()[0].getAsType());
    if (!P)
      return refuse(Loc, "cannot differentiate '" + Name + "' of this class of matrices",
                    "call it for Eigen::Matrix");
  }
  if (P) {
    const core::Type *Ty = L.type(P->Scalar);
    Index Rows = number(P->Rows), Cols = number(P->Cols);
    size_t Dims = 0;
    while (Dims < Args.size() && Dims < 2 && !P->isFixed() &&
           bare(Args[Dims])->getType()->isIntegralOrEnumerationType())
      ++Dims;
    bool Spaced = Name == "LinSpaced";
    if (Spaced)
      Dims = std::min<size_t>(Dims, 1);
    if (Name == "Constant" && Dims == Args.size() && Dims > 0)
      --Dims; // the last one is the value
    if (Name == "Unit") {
      Dims = std::min<size_t>(Dims, Args.size() - 1); // the last one is the place of the one
    }
    if (Dims == 1)
      (P->Cols == 1 ? Rows : Cols) = index(Args[0]);
    if (Dims == 2) {
      Rows = index(Args[0]);
      Cols = index(Args[1]);
    }
    if (Name == "Unit") {
      Index Where = index(Args.back());
      Dense Made = evaluate(filled(Rows, Cols, Ty, L.literal("0", Ty, Loc)), "unit", Loc);
      L.assign(Made.Linear(Where), L.literal("1", Ty, Loc), Loc);
      return Made;
    }
    if (Name.rfind("Unit", 0) == 0 && Name.size() == 5) {
      Dense Made = evaluate(filled(Rows, Cols, Ty, L.literal("0", Ty, Loc)), "unit", Loc);
      L.assign(Made.Linear(number(Name[4] == 'W' ? 3 : Name[4] - 'X')), L.literal("1", Ty, Loc),
               Loc);
      return Made;
    }
    if (Name == "Zero" || Name == "Ones")
      return filled(Rows, Cols, Ty, L.literal(Name == "Zero" ? "0" : "1", Ty, Loc));
    if (Name == "Constant" && Dims < Args.size())
      return filled(Rows, Cols, Ty, scalar(Args.back(), Ty));
    if (Name == "Identity") {
      Dense D = filled(Rows, Cols, Ty, L.literal("0", Ty, Loc));
      D.Linear = nullptr;
      D.At = [=](Index I, Index J) -> const core::Expr * {
        if (known(I) && known(J))
          return L.literal(known(I) == known(J) ? "1" : "0", Ty, Loc);
        return choose(L.binary("==", I, J, L.M.boolType(), Loc), L.literal("1", Ty, Loc),
                      L.literal("0", Ty, Loc));
      };
      return D;
    }
    if (Spaced && Args.size() == Dims + 2) {
      const core::Expr *Low = scalar(Args[Dims], Ty), *High = scalar(Args[Dims + 1], Ty);
      Dense D = filled(Rows, Cols, Ty, Low);
      Index N = sizeOf(D);
      if (known(N) == 1) // Eigen takes the upper end
        return filled(Rows, Cols, Ty, High);
      Index Last = arith("-", N, number(1));
      if (!known(N)) {
        const core::Expr *IsOne = L.binary("==", N, number(1), L.M.boolType(), Loc);
        Last = choose(IsOne, N, Last);
        Low = L.freeze(choose(IsOne, High, Low), Loc, "low");
      }
      const core::Expr *Step =
          L.freeze(calc("/", calc("-", High, Low), L.convert(Ty, Last, false, Loc)), Loc, "step");
      D.Linear = [=](Index K) {
        return calc("+", Low, calc("*", L.convert(Ty, K, false, Loc), Step));
      };
      D.At = [=](Index I, Index J) { return D.Linear(isOne(Rows) ? J : I); };
      return D;
    }
  }
  if (!P && !Args.empty() && isMatrix(Args[0])) {
    Dense Of = dense(Args[0]);
    At = Loc;
    // exp(a), pow(a, b): as members are, with the first argument as object.
    const core::Type *Ty = Of.Scalar;
    if (Name == "pow" && Args.size() == 2) {
      if (isMatrix(Args[1]))
        return zip(Of, dense(Args[1]), [=](const core::Expr *X, const core::Expr *Y) {
          return L.primitive("pow", {X, Y}, Ty, Loc);
        });
      const core::Expr *S = scalar(Args[1], Ty);
      return map(Of, [=](const core::Expr *X) { return L.primitive("pow", {X, S}, Ty, Loc); });
    }
    if (Args.size() == 1 && !FunctionLowering::primitiveName(Name, 1).empty())
      return map(Of, [=](const core::Expr *X) { return L.primitive(Name, {X}, Ty, Loc); });
  }
  return refuse(Loc, "cannot differentiate '" + Name + "' of matrices, for which there is no rule",
                "write it as a loop over coefficients");
}

} // namespace ad::lower
