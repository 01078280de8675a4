//===- lower/eigen_shapes.cpp - local matrices that change their shape ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Most matrices keep the shape that they are declared with, which is then known by constants. For
// the others the shape is kept in variables:
//  1. changesShape finds them: those that are resized, those that get their first shape in an inner
//     block, those to which a loop assigns what is made of the elements of a container, the layers
//     of a network, or of parts and matrices of other sizes each time, and those that are looked at
//     after what they held was moved.
//  2. Each use reads the variables into constants (presently), which parts and products are made
//     of; an assignment of another shape resizes the vector that the matrix is (reshape).
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace ad::lower {

static bool mentions(const Stmt *S, const VarDecl *D) {
  if (const auto *R = dyn_cast_or_null<DeclRefExpr>(S); R && R->getDecl() == D)
    return true;
  return S && llvm::any_of(S->children(), [&](const Stmt *C) { return mentions(C, D); });
}

static bool declares(const Stmt *S, const VarDecl *D) {
  if (const auto *DS = dyn_cast_or_null<DeclStmt>(S); DS && llvm::is_contained(DS->decls(), D))
    return true;
  return S && llvm::any_of(S->children(), [&](const Stmt *C) { return declares(C, D); });
}

static bool isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S); }

/// Whether E is an expression that begins with D, as `D = ...` and `D.resize(...)` do.
static bool isOf(const Expr *E, const VarDecl *D) {
  const auto *R = dyn_cast_or_null<DeclRefExpr>(E ? bare(E) : nullptr);
  return R && R->getDecl() == D;
}

/// What the statement S assigns to D; null if it does something else.
static const Expr *assigned(const Stmt *S, const VarDecl *D) {
  const auto *O = dyn_cast_or_null<CXXOperatorCallExpr>(S);
  return O && O->getOperator() == OO_Equal && isOf(O->getArg(0), D) ? O->getArg(1) : nullptr;
}

/// Whether S gives D, which has none, its shape.
static bool shapes(const Stmt *S, const VarDecl *D) {
  if (const auto *E = dyn_cast<Expr>(S))
    S = bare(E);
  if (assigned(S, D))
    return true;
  const auto *C = dyn_cast<CXXMemberCallExpr>(S);
  return C && isOf(C->getImplicitObjectArgument(), D) && C->getNumArgs() > 0;
}

/// Whether E names an element of a container, other than a number, that a loop in Loop is at.
static bool namesElement(const Stmt *S, const Stmt *Loop, unsigned Depth = 0) {
  if (!S || Depth > 8)
    return false;
  auto IsNumber = [](QualType T) { return T.getNonReferenceType()->isArithmeticType(); };
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S))
    if (O->getOperator() == OO_Subscript && !isEigenCall(O) && !IsNumber(O->getType()))
      return true;
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(S); C && C->getMethodDecl()->getIdentifier())
    if (C->getMethodDecl()->getName() == "at" && !isEigenCall(C) && !IsNumber(C->getType()))
      return true;
  if (const auto *R = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()); V && !IsNumber(V->getType())) {
      if (V->isCXXForRangeDecl())
        return true;
      if (V->getInit() && V->isLocalVarDecl() && declares(Loop, V) &&
          namesElement(V->getInit(), Loop, Depth + 1))
        return true;
    }
  return llvm::any_of(S->children(), [&](const Stmt *C) { return namesElement(C, Loop, Depth); });
}

namespace {

/// Whether what a loop assigns to a matrix may have another shape each time.
class Growing {
public:
  /// Changes: whether a name stands for what changes.
  Growing(const Stmt *Loop, const VarDecl *D, llvm::function_ref<bool(const ValueDecl *)> Changes)
      : Loop(Loop), D(D), Changes(Changes) {}

  /// Whether S mentions a part, a matrix without values, or a matrix of Loop, of such a shape.
  bool in(const Stmt *S, unsigned Depth = 0) const {
    if (!S || Depth > 8)
      return false;
    const auto *R = dyn_cast<DeclRefExpr>(S);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (V && V != D && V->isLocalVarDecl() && isOfEigen(V->getType()) && declares(Loop, V) &&
        (in(V->getInit(), Depth + 1) || resizes(Loop, V)))
      return true;
    const auto *C = dyn_cast<CallExpr>(S);
    return (C && isEigenCall(C) && isSized(C)) ||
           (isa<CXXConstructExpr>(S) && isSized(cast<CXXConstructExpr>(S))) ||
           llvm::any_of(S->children(), [&](const Stmt *Each) { return in(Each, Depth); });
  }

private:
  bool varies(const Stmt *S) const {
    const auto *R = dyn_cast_or_null<DeclRefExpr>(S);
    return S && ((R && (R->getDecl() == D || Changes(R->getDecl()))) ||
                 llvm::any_of(S->children(), [&](const Stmt *C) { return varies(C); }));
  }

  /// `x.head(n)`, `MatrixXd::Zero(n, m)`, where a size varies; starts do not count.
  bool isSized(const CallExpr *C) const {
    const FunctionDecl *FD = C->getDirectCallee();
    if (!FD || !FD->getIdentifier())
      return false;
    llvm::StringRef Name = FD->getName();
    const int First =
        llvm::StringSwitch<int>(Name)
            .Cases("head", "tail", "topRows", "bottomRows", "leftCols", "rightCols", 0)
            .Cases("Zero", "Ones", "Constant", "Identity", "Random", "LinSpaced", 0)
            .Cases("replicate", "reshaped", 0)
            .Cases("segment", "middleRows", "middleCols", 1)
            .Case("block", 2)
            .Default(Name.ends_with("Corner") ? 0 : -1);
    for (unsigned I = First; First >= 0 && I < C->getNumArgs(); ++I)
      if (bare(C->getArg(I))->getType()->isIntegralOrEnumerationType() && varies(C->getArg(I)))
        return true;
    return false;
  }
  /// `VectorXd(n)`.
  bool isSized(const CXXConstructExpr *C) const {
    return plainMatrix(C->getType()) &&
           llvm::all_of(
               given(C->arguments()),
               [&](const Expr *A) { return bare(A)->getType()->isIntegralOrEnumerationType(); }) &&
           llvm::any_of(C->arguments(), [&](const Expr *A) { return varies(A); });
  }
  /// `V.resize(n)`, or an assignment that gives V its shape.
  bool resizes(const Stmt *S, const VarDecl *V) const {
    if (!S)
      return false;
    if (const auto *C = dyn_cast<CXXMemberCallExpr>(S);
        C && isOf(C->getImplicitObjectArgument(), V) &&
        llvm::any_of(C->arguments(), [&](const Expr *A) {
          return bare(A)->getType()->isIntegralOrEnumerationType() && varies(A);
        }))
      return true;
    if (const Expr *Value = assigned(S, V); Value && in(Value, 4))
      return true;
    return llvm::any_of(S->children(), [&](const Stmt *C) { return resizes(C, V); });
  }

  const Stmt *Loop;
  const VarDecl *D;
  llvm::function_ref<bool(const ValueDecl *)> Changes;
};

/// Whether D is looked at after std::move(D) and before it is assigned again.
class MovedFrom {
public:
  explicit MovedFrom(const VarDecl *D) : D(D) {}

  bool in(const Stmt *Body) {
    visit(Body);
    return Seen;
  }

private:
  void visit(const Stmt *S) {
    if (!S || Seen)
      return;
    if (const Expr *Value = assigned(S, D); Value && !mentions(Value, D)) {
      visit(Value);
      Gone = false;
      return;
    }
    const auto *Call = dyn_cast<CallExpr>(S);
    if (Call && isStd(Call->getDirectCallee(), "move") && Call->getNumArgs() == 1 &&
        isOf(Call->getArg(0), D)) {
      Seen |= Gone;
      Gone = true;
      return;
    }
    if (const auto *R = dyn_cast<DeclRefExpr>(S); R && R->getDecl() == D)
      Seen |= Gone;
    const bool Again = isLoop(S) && !declares(S, D);
    for (int I = 0; I < (Again ? 2 : 1); ++I)
      for (const Stmt *C : S->children())
        visit(C);
  }

  const VarDecl *D;
  bool Gone = false, Seen = false;
};

} // namespace

bool Matrices::changesShape(const VarDecl *D) {
  const bool Given = isa<ParmVarDecl>(D);
  const FunctionDecl *FD = Given              ? dyn_cast<FunctionDecl>(D->getDeclContext())
                           : L.Frames.empty() ? nullptr
                                              : L.Frames.back().Decl;
  std::optional<PlainMatrix> P = plainMatrix(D->getType());
  if (!FD || !FD->getBody(FD) || !P || P->isFixed() || D->getType()->isReferenceType())
    return false;
  const auto *Made =
      dyn_cast_or_null<CXXConstructExpr>(D->getInit() ? bare(D->getInit()) : nullptr);
  const bool Empty = !Given && (!D->getInit() || (Made && Made->getNumArgs() == 0));
  bool Changes = false;
  std::function<void(const Stmt *, const Stmt *)> Look = [&](const Stmt *S, const Stmt *Loop) {
    if (!S || Changes)
      return;
    if (isLoop(S) && !declares(S, D))
      Loop = S;
    auto Modified = [&](const ValueDecl *V) { return L.Uses.Modified.contains(V); };
    if (const Expr *Value = assigned(S, D);
        Value && Loop && (namesElement(Value, Loop) || Growing(Loop, D, Modified).in(Value)))
      Changes = true;
    if (const auto *C = dyn_cast<CXXMemberCallExpr>(S);
        C && isOf(C->getImplicitObjectArgument(), D)) {
      llvm::StringRef Name =
          C->getMethodDecl()->getIdentifier() ? C->getMethodDecl()->getName() : "";
      if ((Name == "resize" && !Empty) || (Name == "conservativeResize" && P->isVector()))
        Changes = true;
    }
    // Without a shape, and the next statement that knows it is not one that gives it one.
    if (const auto *Block = dyn_cast<CompoundStmt>(S); Block && Empty) {
      bool Known = false;
      for (const Stmt *C : Block->body()) {
        if (Known && mentions(C, D)) {
          Changes |= !isa<Expr>(C) || !shapes(C, D);
          break;
        }
        Known |= isa<DeclStmt>(C) && declares(C, D);
      }
    }
    for (const Stmt *C : S->children())
      Look(C, Loop);
  };
  Look(FD->getBody(), nullptr);
  return Changes || MovedFrom(D).in(FD->getBody()); // which leaves it empty
}

/// The matrix D, For, with a shape that may change.
Dense Matrices::changeable(const Dense &D, const VarDecl *For, SourceLocation Loc) {
  std::optional<PlainMatrix> P = plainMatrix(For->getType());
  Extents Of;
  Of.RowMajor = P->RowMajor;
  auto Keep = [&](int64_t Known, Index N, llvm::StringRef Name) -> core::Variable * {
    if (Known == 1)
      return nullptr;
    core::Variable *V = L.declare(D.Whole->Name + ("_" + Name).str(), indexType(),
                                  L.convert(indexType(), N, false, Loc), false, Loc);
    L.Changing.insert(V);
    return V;
  };
  Of.Rows = Keep(P->Rows, D.Rows, P->isVector() ? "length" : "rows");
  Of.Cols = Keep(P->Cols, D.Cols, P->isVector() ? "length" : "cols");
  Changeable[D.Whole] = Of;
  return D;
}

/// The matrix V as it is now.
Dense Matrices::presently(core::Variable *V, SourceLocation Loc) {
  const Extents Of = Changeable.lookup(V);
  const Dense &Known = Shapes.find(V)->second;
  auto Now = [&](core::Variable *N, llvm::StringRef Name) {
    return N ? held(L.name(N, Loc), Name, Loc) : number(1);
  };
  Index Rows = Now(Of.Rows, "rows");
  Dense D = plain(L.name(V, Loc), Known.Scalar, Rows, Now(Of.Cols, "cols"), Of.RowMajor);
  D.Whole = V;
  D.IsArray = Known.IsArray;
  return D;
}

/// Makes D, which may change its shape, a matrix of Rows by Cols, whose coefficients are not set.
Dense Matrices::reshape(const Dense &D, Index Rows, Index Cols, SourceLocation Loc) {
  if (D.Own)
    return reshapeOwn(D.Own, D.OwnClass, Rows, Cols, Loc);
  const Extents Of = Changeable.find(D.Whole)->second;
  Rows = held(Rows, "rows", Loc);
  Cols = held(Cols, "cols", Loc);
  const core::Expr *N = L.convert(L.sizeType(), arith("*", Rows, Cols), false, Loc);
  N = held(N, "size", Loc);
  L.resize(L.name(D.Whole, Loc), "$0.resize($1)", {N}, nullptr, N, Loc);
  if (Of.Rows)
    L.assign(L.name(Of.Rows, Loc), L.convert(indexType(), Rows, false, Loc), Loc);
  if (Of.Cols)
    L.assign(L.name(Of.Cols, Loc), L.convert(indexType(), Cols, false, Loc), Loc);
  return presently(D.Whole, Loc);
}

} // namespace ad::lower
