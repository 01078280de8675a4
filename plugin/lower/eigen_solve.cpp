//===- lower/eigen_solve.cpp - products and decompositions of matrices ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Operations whose derivatives are known as a whole: calls of the functions of ad/dense.h.
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

/// A call of `ad::dense::Name(Args...)`.
const core::Expr *Matrices::rule(llvm::StringRef Name, llvm::ArrayRef<const core::Expr *> Args,
                                 SourceLocation Loc) {
  const DeclContext *Scope = L.Ctx.getTranslationUnitDecl();
  for (llvm::StringRef Part : {"ad", "dense"}) {
    auto Found = Scope->lookup(&L.Ctx.Idents.get(Part));
    Scope = Found.empty() ? nullptr : dyn_cast<NamespaceDecl>(Found.front());
    if (!Scope)
      break;
  }
  const FunctionDecl *FD = nullptr;
  if (Scope)
    for (const NamedDecl *D : Scope->lookup(&L.Ctx.Idents.get(Name)))
      if (const auto *F = dyn_cast<FunctionDecl>(D); F && F->getNumParams() == Args.size())
        FD = F;
  if (!FD) {
    refuse(Loc, "cannot differentiate this operation: <ad/dense.h> is not found",
           "add the runtime's directory to the include path");
    return Args[0];
  }
  std::vector<const core::Expr *> Given;
  for (unsigned I = 0; I < Args.size(); ++I) {
    const core::Type *Ty = L.type(FD->getParamDecl(I)->getType());
    if (Ty->isPointer() && Args[I]->is(ExprKind::AddressOf))
      Given.push_back(L.addressOf(Args[I]->operand(), Ty, Loc));
    else
      Given.push_back(L.convert(Ty, Args[I], false, Loc));
  }
  return L.callStatement(FD, Given, Loc, nullptr, false);
}

/// D with zeros where its triangle is not.
Dense Matrices::full(const Dense &D) {
  if (!D.Triangle)
    return D;
  SourceLocation Loc = At;
  if (D.Triangle & Foreign)
    return refuse(Loc, "cannot differentiate this part of a decomposition", "use matrixL");
  Dense Made = D;
  Made.Triangle = 0;
  Made.IsPlace = false;
  Made.First = nullptr;
  Made.Linear = nullptr;
  Made.Whole = nullptr;
  Made.At = [=](Index I, Index J) -> const core::Expr * {
    const core::Type *Ty = D.Scalar;
    auto Choose = [&](llvm::StringRef Op, const core::Expr *Then, const core::Expr *Else) {
      core::Expr *C = L.M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
      C->Operands = {L.binary(Op, I, J, L.M.boolType(), Loc), Then, Else};
      return C;
    };
    const core::Expr *Zero = L.literal("0", Ty, Loc);
    bool Lower = (D.Triangle & 1) != 0, Unit = (D.Triangle & 4) != 0;
    bool Strict = (D.Triangle & (4 | 8)) != 0; // without the diagonal
    const core::Expr *Rest =
        Unit ? Choose("==", L.literal("1", Ty, Loc), Zero) : static_cast<const core::Expr *>(Zero);
    return Choose(Lower ? (Strict ? ">" : ">=") : (Strict ? "<" : "<="), D.At(I, J), Rest);
  };
  return Made;
}

Dense Matrices::product(const Dense &Left, const Dense &Right, SourceLocation Loc) {
  Dense A = full(Left), B = full(Right);
  Index M = A.Rows, K = known(A.Cols) ? A.Cols : B.Rows, N = B.Cols;
  auto Read = [&](Dense &D) { // once, if it costs something
    if (!D.IsPlace && !D.Whole)
      D = evaluate(D, "factor", Loc);
  };
  auto Multiply = [this](const core::Expr *X, const core::Expr *Y) { return calc("*", X, Y); };
  auto Entry = [&](Index I, Index J) {
    Dense Terms;
    Terms.Scalar = A.Scalar;
    Terms.Rows = K;
    Terms.Cols = number(1);
    Terms.Linear = [=](Index X) { return calc("*", A.At(I, X), B.At(X, J)); };
    return sum(Terms, Loc, "sum", [](const core::Expr *C) { return C; });
  };
  bool Row = known(M) == 1, Column = known(N) == 1;
  if (known(K) == 1) { // an outer product
    Dense D = zip(A, B, Multiply);
    D.Rows = M;
    D.Cols = N;
    D.Linear = nullptr;
    D.Copies = true;
    Index Zero = number(0);
    D.At = [=](Index I, Index J) { return calc("*", A.At(I, Zero), B.At(Zero, J)); };
    return D;
  }
  if (Row && Column) {
    Dense D = filled(M, N, A.Scalar, Entry(number(0), number(0)));
    D.Computes = true;
    return D;
  }
  Read(A);
  Read(B);
  constexpr int64_t Few = 64;
  bool Small = known(M) && known(K) && known(N) && *known(M) * *known(K) * *known(N) <= Few;
  if (!Small && A.Scalar->Spelling == "double") {
    Dense OfA = stored(A, Loc), OfB = stored(B, Loc);
    Dense C = storage(A.Scalar, M, N, "product", nullptr, Loc);
    auto Flag = [&](bool B) { return L.literal(B ? "true" : "false", L.M.boolType(), Loc); };
    rule("product", {M, K, N, OfA.First, Flag(OfA.Flipped), OfB.First, Flag(OfB.Flipped), C.First},
         Loc);
    C.Computes = true;
    return C;
  }
  Dense C = storage(A.Scalar, M, N, "product", nullptr, Loc);
  overAll(C, Loc, [&](Index I, Index J) { L.assign(C.At(I, J), Entry(I, J), Loc); });
  C.Computes = true;
  return C;
}

static bool isDouble(const Dense &A, const Dense &B) {
  return A.Scalar->Spelling == "double" && B.Scalar->Spelling == "double";
}

Dense Matrices::triangularSolve(const Dense &T, const Dense &B, SourceLocation Loc) {
  if (!isDouble(T, B))
    return refuse(Loc, "cannot differentiate a solve of matrices that are not of 'double'",
                  "use double");
  if (T.Triangle & 8)
    return refuse(Loc, "cannot differentiate a solve with a triangle without its diagonal",
                  "use Eigen::Lower, Eigen::Upper, or the Unit ones");
  Dense Of = T.First ? T : evaluate(T, "triangle", Loc);
  Dense Right = B.First && !B.Flipped ? B : evaluate(B, "right", Loc);
  Dense X = storage(B.Scalar, T.Rows, B.Cols, "solution", nullptr, Loc);
  auto Flag = [&](bool B) { return L.literal(B ? "true" : "false", L.M.boolType(), Loc); };
  bool Lower = ((T.Triangle & 1) != 0) != Of.Flipped;
  rule("solve_triangular",
       {T.Rows, B.Cols, Of.First, Flag(Lower), Flag(Of.Flipped), Flag((T.Triangle & 4) != 0),
        Right.First, X.First},
       Loc);
  X.Computes = true;
  return X;
}

Dense Matrices::luSolve(const Dense &A, const Dense &B, SourceLocation Loc) {
  if (!isDouble(A, B))
    return refuse(Loc, "cannot differentiate a solve of matrices that are not of 'double'",
                  "use double");
  Dense Of = A.First && !A.Flipped ? A : evaluate(full(A), "matrix", Loc);
  Dense Right = B.First && !B.Flipped ? B : evaluate(B, "right", Loc);
  Dense X = storage(B.Scalar, A.Rows, B.Cols, "solution", nullptr, Loc);
  rule("solve", {A.Rows, B.Cols, Of.First, Right.First, X.First}, Loc);
  X.Computes = true;
  return X;
}

Dense Matrices::factor(const Dense &A, SourceLocation Loc) {
  if (!isDouble(A, A)) {
    return refuse(Loc, "cannot differentiate a decomposition of a matrix that is not of 'double'",
                  "use double");
  }
  Dense Of = A.First && !A.Flipped ? A : evaluate(full(A), "matrix", Loc);
  Dense F = storage(A.Scalar, A.Rows, A.Rows, "factor", nullptr, Loc);
  rule("cholesky", {A.Rows, Of.First, F.First}, Loc);
  F.Computes = true;
  Fresh.erase(F.Whole);
  return F;
}

Decomposition Matrices::decompose(const Dense &A, llvm::StringRef Class, SourceLocation Loc) {
  Decomposition D;
  if (Class == "LLT") {
    D.IsFactor = true;
    D.Of = factor(A, Loc);
    return D;
  }
  if (Class == "LDLT") { // reads the lower half
    D.Of = storage(A.Scalar, A.Rows, A.Rows, "symmetric", nullptr, Loc);
    overAll(D.Of, Loc, [&](Index I, Index J) {
      core::Expr *C = L.M.expr(ExprKind::Conditional, A.Scalar, Loc.getRawEncoding());
      C->Operands = {L.binary(">=", I, J, L.M.boolType(), Loc), A.At(I, J), A.At(J, I)};
      L.assign(D.Of.At(I, J), C, Loc);
    });
  } else {
    if (!core::equal(A.Rows, A.Cols)) {
      core::Stmt *Check = L.stmt(StmtKind::Opaque, Loc);
      Check->Text = "ad::dense::require_shape($0, $1, $1, $0)";
      Check->Operands = {A.Rows, A.Cols};
      L.emit(Check);
    }
    D.Of = evaluate(A, "matrix", Loc);
  }
  Fresh.erase(D.Of.Whole);
  return D;
}

/// The decomposition that E is, if it is one.
std::optional<Decomposition> Matrices::decomposition(const Expr *E) {
  E = read(E);
  while (const auto *C = dyn_cast<CastExpr>(E))
    E = read(C->getSubExpr());
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    E = read(B->getSubExpr());
  const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
  if (!isDecomposition(E->getType()))
    return std::nullopt;
  SourceLocation Loc = E->getExprLoc();
  const auto *Spec = cast<ClassTemplateSpecializationDecl>(Class);
  if (Class->getName() == "LLT" || Class->getName() == "LDLT")
    if (Spec->getTemplateArgs()[1].getAsIntegral() != 1) {
      refuse(Loc, "cannot differentiate a decomposition of the upper triangle",
             "decompose the lower one");
      return std::nullopt;
    }
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    auto It = Decompositions.find(R->getDecl());
    if (It != Decompositions.end())
      return It->second;
    refuse(Loc,
           "cannot differentiate a use of '" + R->getDecl()->getName() + "' before it is computed",
           "give it its matrix where it is declared");
    return Decomposition{filled(number(1), number(1), L.type(L.Ctx.DoubleTy),
                                L.literal("0", L.type(L.Ctx.DoubleTy), Loc)),
                         false};
  }
  if (const core::Expr *Place = decompositionPlace(E))
    return decompositionAt(Place, E->getType(), Loc);
  const Expr *Of = nullptr;
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(E))
    Of = C->getImplicitObjectArgument();
  else if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getNumArgs() == 1)
    Of = C->getArg(0);
  if (!Of)
    return std::nullopt;
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(E);
      C && C->getMethodDecl()->getNameAsString() == "compute") {
    call(C);
    return decomposition(Of);
  }
  if (std::optional<Decomposition> Same = decomposition(Of)) // a copy
    return Same;
  return decompose(dense(Of), Class->getName(), Loc);
}

Dense Matrices::solve(const Decomposition &D, const Dense &B, SourceLocation Loc) {
  if (!D.IsFactor)
    return luSolve(D.Of, B, Loc);
  Dense F = D.Of;
  F.Triangle = 1;
  return triangularSolve(transposed(F), triangularSolve(F, B, Loc), Loc);
}

} // namespace ad::lower
