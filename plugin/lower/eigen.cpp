//===- lower/eigen.cpp - expressions over vectors and matrices of Eigen ---===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What an expression is: its shape, and how each coefficient is reached or computed.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/eigen.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Recognising -------------------------------------------------------===//

static const CXXRecordDecl *classOf(QualType T) {
  return T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
}

static bool isInEigen(const Decl *D) {
  const auto *N = dyn_cast<NamespaceDecl>(D->getDeclContext()->getEnclosingNamespaceContext());
  while (N && N->getParent()->isNamespace())
    N = cast<NamespaceDecl>(N->getParent());
  return N && N->getIdentifier() && N->getName() == "Eigen";
}

bool isOfEigen(QualType T) {
  const CXXRecordDecl *Class = classOf(T);
  return Class && isInEigen(Class);
}

static std::optional<PlainMatrix> plainMatrix(const CXXRecordDecl *Class) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
  if (!Spec || !isInEigen(Spec) || (Spec->getName() != "Matrix" && Spec->getName() != "Array"))
    return std::nullopt;
  const TemplateArgumentList &Args = Spec->getTemplateArgs();
  if (Args.size() < 4 || Args[0].getKind() != TemplateArgument::Type ||
      !Args[0].getAsType()->isArithmeticType())
    return std::nullopt;
  PlainMatrix P;
  P.Scalar = Args[0].getAsType();
  P.Rows = Args[1].getAsIntegral().getExtValue();
  P.Cols = Args[2].getAsIntegral().getExtValue();
  P.RowMajor = (Args[3].getAsIntegral().getExtValue() & 1) != 0;
  return P;
}

std::optional<PlainMatrix> plainMatrix(QualType T) { return plainMatrix(classOf(T)); }

std::string eigenSpelling(const PlainMatrix &P, bool IsArray, llvm::StringRef Otherwise) {
  std::string Scalar = P.Scalar.getAsString();
  bool Small = P.Rows <= 4 && P.Cols <= 4;
  bool RowMajor = P.RowMajor != (P.Rows == 1 && P.Cols != 1); // a row is so by default
  bool Named = Small && !RowMajor && (Scalar == "double" || Scalar == "float" || Scalar == "int") &&
               !(P.Rows == 1 && P.Cols == 1) && !(IsArray && P.Rows == 1);
  if (!Named)
    return Otherwise.str();
  auto Dim = [](int64_t N) { return N < 0 ? std::string("X") : std::to_string(N); };
  std::string Suffix = Scalar.substr(0, 1);
  if (P.Cols == 1)
    return (IsArray ? "Eigen::Array" : "Eigen::Vector") + Dim(P.Rows) + Suffix;
  if (P.Rows == 1)
    return "Eigen::RowVector" + Dim(P.Cols) + Suffix;
  std::string Dims = IsArray || P.Rows != P.Cols
                         ? Dim(P.Rows) + (IsArray || P.Rows != P.Cols ? Dim(P.Cols) : "")
                         : Dim(P.Rows);
  return (IsArray ? "Eigen::Array" : "Eigen::Matrix") + Dims + Suffix;
}

/// Whether T is derived from a class template of Eigen of this name, or is one.
static bool derivesFrom(QualType T, llvm::StringRef Name) {
  const CXXRecordDecl *Class = classOf(T);
  if (!Class || !(Class = Class->getDefinition()))
    return false;
  if (isInEigen(Class) && Class->getIdentifier() && Class->getName() == Name)
    return true;
  return llvm::any_of(Class->bases(),
                      [&](const CXXBaseSpecifier &B) { return derivesFrom(B.getType(), Name); });
}

bool isArrayClass(QualType T) { return derivesFrom(T, "ArrayBase"); }

bool isDecomposition(QualType T) {
  const CXXRecordDecl *Class = classOf(T);
  return Class && isInEigen(Class) && Class->getIdentifier() &&
         llvm::StringSwitch<bool>(Class->getName())
             .Cases("LLT", "LDLT", "PartialPivLU", "FullPivLU", "HouseholderQR", true)
             .Case("ColPivHouseholderQR", true)
             .Default(false);
}

const Expr *bare(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
      E = T->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<ConstantExpr>(E))
      E = C->getSubExpr();
    else if (const auto *F = dyn_cast<CXXFunctionalCastExpr>(E); F && isOfEigen(F->getType()))
      E = F->getSubExpr();
    else if (const auto *F = dyn_cast<CXXStaticCastExpr>(E); F && isOfEigen(F->getType()))
      E = F->getSubExpr();
    else
      return E;
  }
}

bool isEigenCall(const CallExpr *E) {
  const FunctionDecl *FD = E->getDirectCallee();
  return FD && isInEigen(FD);
}

bool Matrices::isMatrix(const Expr *E) {
  QualType T = bare(E)->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return derivesFrom(T, "EigenBase") && !isDecomposition(T);
}

Dense Matrices::refuse(SourceLocation Loc, const llvm::Twine &Message, llvm::StringRef WayOut) {
  L.error(Loc, Message, WayOut);
  const core::Type *Real = L.type(L.Ctx.DoubleTy);
  return filled(number(1), number(1), Real, L.literal("0", Real, Loc));
}

//===-- Numbers -----------------------------------------------------------===//

const core::Type *Matrices::indexType() { return L.M.integer("Eigen::Index", 64, false); }

Matrices::Index Matrices::number(int64_t N) {
  return L.literal(std::to_string(N), L.M.intType(), At);
}

std::optional<int64_t> known(const core::Expr *E) {
  int64_t N = 0;
  if (!E->is(ExprKind::Literal) || llvm::StringRef(E->Text).rtrim("uUlL").getAsInteger(0, N))
    return std::nullopt;
  return N;
}

static bool isOne(const core::Expr *E) { return known(E) == 1; }

/// A value that does not change, by name.
Matrices::Index Matrices::held(const core::Expr *E, llvm::StringRef Name, SourceLocation Loc) {
  if (E->is(ExprKind::Literal) || (E->is(ExprKind::Variable) && L.isSettled(E)))
    return E;
  return L.name(L.declare(Name, E->Ty->isInteger() ? indexType() : E->Ty, E, true, Loc), Loc);
}

Matrices::Index Matrices::index(const Expr *E) { return held(L.value(E), "index", At); }

Matrices::Index Matrices::arith(llvm::StringRef Op, Index A, Index B) {
  std::optional<int64_t> X = known(A), Y = known(B);
  if (X && Y)
    return number(Op == "+" ? *X + *Y : Op == "-" ? *X - *Y : Op == "*" ? *X * *Y : *X / *Y);
  if (Op == "*" && (X == 0 || Y == 1))
    return A;
  if ((Op == "*" && (Y == 0 || X == 1)) || (Op == "+" && X == 0))
    return B;
  if ((Op == "+" || Op == "-") && Y == 0)
    return A;
  return L.binary(Op, A, B, X || !B->Ty->isInteger() ? B->Ty : A->Ty, At);
}

const core::Expr *Matrices::calc(llvm::StringRef Op, const core::Expr *A, const core::Expr *B) {
  return L.binary(Op, A, B, A->Ty, At);
}

/// The number E, which is read once.
const core::Expr *Matrices::scalar(const Expr *E, const core::Type *Ty) {
  const Expr *Inner = bare(E);
  const core::Expr *V = L.convert(Ty, L.value(Inner), false, At);
  bool Plain = V->is(ExprKind::Literal) ||
               (V->is(ExprKind::Cast) && V->operand()->is(ExprKind::Literal)) || L.isSettled(V);
  return Plain ? V : L.freeze(V, At, "factor");
}

//===-- Shapes ------------------------------------------------------------===//

/// Rows by Cols coefficients at Place: an array, a vector, a pointer or one of Eigen's own.
Dense Matrices::plain(const core::Expr *Place, const core::Type *Scalar, Index Rows, Index Cols,
                      bool RowMajor) {
  if (RowMajor && !isOne(Rows) && !isOne(Cols))
    return transposed(plain(Place, Scalar, Cols, Rows));
  Dense D;
  D.Scalar = Scalar;
  D.Rows = Rows;
  D.Cols = Cols;
  D.IsPlace = true;
  D.Linear = [=](Index K) { return L.subscript(Place, K, At); };
  D.At = [=](Index I, Index J) {
    return L.subscript(Place, isOne(Rows) ? J : arith("+", I, arith("*", Rows, J)), At);
  };
  core::Expr *Zero = const_cast<core::Expr *>(number(0));
  D.First = L.addressOf(L.subscript(Place, Zero, At), L.M.pointer(Scalar, false), At);
  return D;
}

/// The object of class T at Place.
Dense Matrices::fromPlace(const core::Expr *Place, QualType T, SourceLocation Loc) {
  if (Place->is(ExprKind::Variable))
    if (auto It = Shapes.find(Place->Var); It != Shapes.end())
      return It->second;
  std::optional<PlainMatrix> P = plainMatrix(T);
  if (!P || !Place->Ty->IsEigen)
    return refuse(Loc, "cannot differentiate this use of '" + L.L.spelling(T) + "'",
                  "use Eigen::Matrix or Eigen::Array");
  auto Extent = [&](int64_t N, llvm::StringRef Name) -> Index {
    if (N >= 0)
      return number(N);
    core::Expr *Size = nullptr;
    if (P->isVector()) {
      Size = L.M.expr(ExprKind::Member, indexType(), Loc.getRawEncoding());
      Size->Text = "size()";
      Size->Operands = {Place};
      return held(Size, "size", Loc);
    }
    return held(L.opaque(("$0." + Name + "()").str(), indexType(), {Place}, Loc), Name, Loc);
  };
  Index Rows = Extent(P->Rows, "rows"), Cols = Extent(P->Cols, "cols");
  if (P->isFixed())
    Place = L.part(Place, Place->Ty->Fields[0]);
  Dense D = plain(Place, L.type(P->Scalar), Rows, Cols, P->RowMajor);
  D.IsArray = isArrayClass(T);
  return D;
}

Dense Matrices::block(const Dense &Of, Index I0, Index J0, Index Rows, Index Cols) {
  Dense D = Of;
  D.Rows = Rows;
  D.Cols = Cols;
  D.Whole = nullptr;
  D.At = [=, At = Of.At](Index I, Index J) { return At(arith("+", I0, I), arith("+", J0, J)); };
  D.Linear = nullptr;
  D.First = nullptr;
  // Columns stand behind each other, and so do the parts of one.
  if (isOne(Cols))
    D.Linear = [=, At = D.At](Index K) { return At(K, number(0)); };
  else if (isOne(Rows))
    D.Linear = [=, At = D.At](Index K) { return At(number(0), K); };
  bool Whole = core::equal(Rows, Of.Rows) && known(I0) == 0;
  bool OfVector = isOne(Of.Rows) || isOne(Of.Cols);
  if (Of.First && D.IsPlace && !Of.Flipped && (Whole || isOne(Cols) || OfVector))
    D.First = L.addressOf(D.At(number(0), number(0)), Of.First->Ty, At);
  return D;
}

Dense Matrices::transposed(const Dense &Of) {
  Dense D = Of;
  std::swap(D.Rows, D.Cols);
  D.Whole = nullptr;
  D.At = [At = Of.At](Index I, Index J) { return At(J, I); };
  bool Vector = isOne(Of.Rows) || isOne(Of.Cols);
  if (!Vector) {
    D.Linear = nullptr;
    D.Flipped = !Of.Flipped;
  }
  D.Triangle = ((Of.Triangle & 1) << 1) | ((Of.Triangle & 2) >> 1) | (Of.Triangle & ~3u);
  return D;
}

Dense Matrices::map(const Dense &A, std::function<const core::Expr *(const core::Expr *)> F) {
  Dense D = A;
  D.IsPlace = false;
  D.First = nullptr;
  D.Whole = nullptr;
  D.At = [F, At = A.At](Index I, Index J) { return F(At(I, J)); };
  if (A.Linear)
    D.Linear = [F, Linear = A.Linear](Index K) { return F(Linear(K)); };
  return D;
}

Dense Matrices::zip(const Dense &A, const Dense &B,
                    std::function<const core::Expr *(const core::Expr *, const core::Expr *)> F) {
  Dense D = A;
  D.IsPlace = false;
  D.First = nullptr;
  D.Whole = nullptr;
  D.Computes |= B.Computes;
  // A shape that is known here is worth more.
  D.Rows = known(A.Rows) ? A.Rows : B.Rows;
  D.Cols = known(A.Cols) ? A.Cols : B.Cols;
  D.At = [F, OfA = A.At, OfB = B.At](Index I, Index J) { return F(OfA(I, J), OfB(I, J)); };
  D.Linear = nullptr;
  if (A.Linear && B.Linear)
    D.Linear = [F, OfA = A.Linear, OfB = B.Linear](Index K) { return F(OfA(K), OfB(K)); };
  return D;
}

Dense Matrices::filled(Index Rows, Index Cols, const core::Type *Scalar, const core::Expr *Value) {
  Dense D;
  D.Scalar = Scalar;
  D.Rows = Rows;
  D.Cols = Cols;
  D.At = [Value](Index, Index) { return Value; };
  D.Linear = [Value](Index) { return Value; };
  return D;
}

//===-- Loops -------------------------------------------------------------===//

void Matrices::loop(llvm::StringRef Name, Index N, SourceLocation Loc,
                    llvm::function_ref<void(Index)> Body) {
  if (isOne(N))
    return Body(number(0));
  core::Stmt *Loop = L.stmt(StmtKind::Loop, Loc);
  core::Variable *K = nullptr;
  const core::Type *Ty = known(N) ? L.M.intType() : indexType();
  Loop->Init = L.capture([&] { K = L.declare(Name, Ty, number(0), false, Loc); });
  L.Changing.insert(K);
  Loop->Value = L.binary("<", L.name(K, Loc), N, L.M.boolType(), Loc);
  core::Stmt *Up = L.stmt(StmtKind::Accumulate, Loc);
  Up->Target = L.name(K, Loc);
  Up->Value = L.literal("1", L.M.intType(), Loc);
  Loop->Step.add(Up);
  Loop->Then = L.capture([&] { Body(L.name(K, Loc)); });
  L.emit(Loop);
}

void Matrices::overAll(const Dense &D, SourceLocation Loc,
                       llvm::function_ref<void(Index, Index)> Body) {
  loop("j", D.Cols, Loc, [&](Index J) { loop("i", D.Rows, Loc, [&](Index I) { Body(I, J); }); });
}

/// `To Op From` for each coefficient, where Op is "=" or one of "+=", "-=", "*=", "/=".
void Matrices::store(const Dense &To, const Dense &From, llvm::StringRef Op, SourceLocation Loc) {
  auto Each = [&](const core::Expr *Place, const core::Expr *Value) {
    Value = L.convert(To.Scalar, Value, false, Loc);
    L.checkWritten(Place, Loc);
    if (Op != "=")
      Value = calc(Op.drop_back(), Place, Value);
    L.assign(Place, Value, Loc);
  };
  if (To.Linear && From.Linear)
    return loop("k", sizeOf(To), Loc, [&](Index K) { Each(To.Linear(K), From.Linear(K)); });
  overAll(To, Loc, [&](Index I, Index J) { Each(To.At(I, J), From.At(I, J)); });
}

/// A new variable of this shape, its coefficients not set: the user's For, or one of our own.
Dense Matrices::storage(const core::Type *Scalar, Index Rows, Index Cols, llvm::StringRef Name,
                        const VarDecl *For, SourceLocation Loc) {
  std::optional<int64_t> R = known(Rows), C = known(Cols);
  core::Variable *V = nullptr;
  if (R && C) {
    V = L.F.variable(Name, L.M.array(Scalar, uint64_t(*R * *C)));
    core::Stmt *S = L.stmt(StmtKind::Declare, Loc);
    S->Var = V;
    L.emit(S);
  } else {
    V = L.F.variable(Name, L.M.stdVector("std::vector<" + Scalar->Spelling + ">", Scalar));
    Index N = arith("*", Rows, Cols);
    L.declareVector(V, V->Ty, L.sized(V->Ty, {N}, Loc), N, Loc);
  }
  V->Loc = Loc.getRawEncoding();
  L.Changing.insert(V);
  if (For) {
    V->Constant = L.L.isConstant(For);
    L.Declared.insert(V);
  }
  Dense D = plain(L.name(V, Loc), Scalar, Rows, Cols);
  D.Whole = V;
  Shapes[V] = D;
  if (!For)
    Fresh.insert(V);
  return D;
}

/// A copy of D in a variable of its own.
Dense Matrices::evaluate(const Dense &D, llvm::StringRef Name, SourceLocation Loc) {
  Dense Made = storage(D.Scalar, D.Rows, D.Cols, Name, nullptr, Loc);
  store(Made, D, "=", Loc);
  Made.IsArray = D.IsArray;
  Made.Computes = true;
  Shapes[Made.Whole] = Made;
  return Made;
}

/// D, or a copy whose coefficients stand one behind the other.
Dense Matrices::stored(const Dense &D, SourceLocation Loc) {
  return D.First ? D : evaluate(D, "values", Loc);
}

//===-- Sums --------------------------------------------------------------===//

/// The sum of Of(coefficient).
const core::Expr *Matrices::sum(const Dense &D, SourceLocation Loc, llvm::StringRef Name,
                                std::function<const core::Expr *(const core::Expr *)> Of) {
  std::optional<int64_t> N = known(sizeOf(D));
  if (N && *N <= 4 && D.Linear) {
    const core::Expr *Sum = nullptr;
    for (int64_t K = 0; K < *N; ++K) {
      const core::Expr *Term = Of(D.Linear(number(K)));
      Sum = Sum ? calc("+", Sum, Term) : Term;
    }
    return L.freeze(Sum, Loc, Name);
  }
  core::Variable *Sum = L.declare(Name, D.Scalar, L.literal("0", D.Scalar, Loc), false, Loc);
  L.Changing.insert(Sum);
  auto Add = [&](const core::Expr *C) {
    core::Stmt *S = L.stmt(StmtKind::Accumulate, Loc);
    S->Target = L.name(Sum, Loc);
    S->Value = Of(C);
    L.emit(S);
  };
  if (D.Linear)
    loop("k", sizeOf(D), Loc, [&](Index K) { Add(D.Linear(K)); });
  else
    overAll(D, Loc, [&](Index I, Index J) { Add(D.At(I, J)); });
  return L.name(Sum, Loc);
}

const core::Expr *Matrices::extreme(const Dense &D, bool Largest, SourceLocation Loc) {
  core::Variable *Best =
      L.declare(Largest ? "largest" : "smallest", D.Scalar, D.At(number(0), number(0)), false, Loc);
  L.Changing.insert(Best);
  overAll(D, Loc, [&](Index I, Index J) {
    const core::Expr *B = L.name(Best, Loc);
    L.assign(B, L.primitive(Largest ? "max" : "min", {B, D.At(I, J)}, D.Scalar, Loc), Loc);
  });
  return L.name(Best, Loc);
}

//===-- Expressions -------------------------------------------------------===//

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
    if (auto It = Views.find(R->getDecl()); It != Views.end())
      return It->second;
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
  if (isa<AbstractConditionalOperator>(E))
    return refuse(At, "cannot differentiate a choice between matrices", "use if and else");
  const Expr *Outer = std::exchange(Wanted, E);
  const core::Expr *Place = L.expr(E);
  Wanted = Outer;
  return fromPlace(Place, E->getType(), E->getExprLoc());
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
    if (P && known(D.Rows) != P->Rows && P->Rows >= 0)
      D.Rows = number(P->Rows);
    if (P && known(D.Cols) != P->Cols && P->Cols >= 0)
      D.Cols = number(P->Cols);
    return D;
  }
  if (Class->getName() == "Map" || Class->getName() == "Ref") {
    // Map(pointer), Map(pointer, size), Map(pointer, rows, cols)
    const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    std::optional<PlainMatrix> Of =
        Spec ? plainMatrix(Spec->getTemplateArgs()[0].getAsType()) : std::nullopt;
    if (!Of || Args.empty() || !Args[0]->getType()->isPointerType() || Args.size() > 3 ||
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
  bool Sizes =
      !Args.empty() && !P->isFixed() && Args.size() <= 2 && llvm::all_of(Args, [](const Expr *A) {
        return bare(A)->getType()->isIntegralOrEnumerationType();
      });
  if (Sizes) {
    Index Rows = number(P->Rows), Cols = number(P->Cols);
    if (Args.size() == 1)
      (P->Cols == 1 ? Rows : Cols) = index(bare(Args[0]));
    else {
      Rows = index(bare(Args[0]));
      Cols = index(bare(Args[1]));
    }
    return storage(Scalar, Rows, Cols, "values", nullptr, Loc);
  }
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
  if (!isMatrix(Left) && !(Right && isMatrix(Right)))
    return refuse(Loc, "cannot differentiate this operator of matrices", "use a loop");
  switch (E->getOperator()) {
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
      return solve(*D, "solve", dense(E->getArg(0)), Loc);
    if (Name == "matrixL" && D->IsFactor) {
      Dense F = D->Of;
      F.Triangle = 1; // Lower
      return F;
    }
    if (Name == "matrixLLT" && D->IsFactor) { // beside the factor it holds other numbers
      Dense F = D->Of;
      F.Triangle = 1 | 8;
      return F;
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
    auto [Of, Rows] = *Line;
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
    return triangularSolve(Of, dense(E->getArg(0)), false, Loc);
  if (std::optional<Dense> V = view(Of, Name, E))
    return *V;
  At = Loc;
  if (std::optional<Dense> C = coefficientwise(Of, Name, E))
    return *C;
  return refuse(Loc, "cannot differentiate '" + Name + "' of a matrix, for which there is no rule",
                "write it as a loop over coefficients");
}

/// The number in brackets: `v.head<3>()`.
static std::optional<int64_t> templateNumber(const CallExpr *E, unsigned I) {
  const auto *FD = E->getDirectCallee();
  const TemplateArgumentList *Args = FD ? FD->getTemplateSpecializationArgs() : nullptr;
  if (!Args || I >= Args->size() || Args->get(I).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Args->get(I).getAsIntegral().getExtValue();
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
  if (Name == "reverse") {
    Dense D = block(Of, Zero, Zero, Of.Rows, Of.Cols);
    D.First = nullptr;
    auto Back = [=](Index N, Index K) { return arith("-", arith("-", N, One), K); };
    D.At = [=](Index I, Index J) { return Of.At(Back(Of.Rows, I), Back(Of.Cols, J)); };
    D.Linear = nullptr;
    return D;
  }
  if (Name == "diagonal" && Args.empty()) {
    if (known(Of.Rows) != known(Of.Cols) && known(Of.Rows) && known(Of.Cols))
      return refuse(At, "cannot differentiate the diagonal of a matrix that is not square",
                    "take its square block");
    Dense D = block(Of, Zero, Zero, Of.Rows, One);
    D.Triangle = 0;
    D.At = [At = Of.At](Index I, Index) { return At(I, I); };
    D.Linear = [At = Of.At](Index K) { return At(K, K); };
    D.First = nullptr;
    return D;
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
      Dense Made = storage(Of.Scalar, Of.Rows, Of.Cols, "symmetric", nullptr, At);
      overAll(Of, At, [&](Index I, Index J) {
        const core::Expr *Mine = Of.At(I, J), *Other = Of.At(J, I);
        core::Expr *Choice = L.M.expr(ExprKind::Conditional, Of.Scalar, At.getRawEncoding());
        Choice->Operands = {L.binary(M == 1 ? ">=" : "<=", I, J, L.M.boolType(), At), Mine, Other};
        L.assign(Made.At(I, J), Choice, At);
      });
      return Made;
    }
    if (M & ~7u)
      return std::nullopt;
    D.Triangle = M;
    return D;
  }
  return std::nullopt;
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
  static const llvm::StringRef Functions[] = {
      "abs",   "exp",   "log",  "log1p", "log10", "expm1", "sqrt",  "sin",   "cos",
      "tan",   "asin",  "acos", "atan",  "sinh",  "cosh",  "tanh",  "asinh", "acosh",
      "atanh", "floor", "ceil", "round", "erf",   "erfc",  "lgamma"};
  if (llvm::is_contained(Functions, Lower) && Args.empty())
    return map(Of, [=](const core::Expr *X) { return L.primitive(Lower, {X}, Ty, Loc); });
  if (Name == "unaryExpr") {
    const Closure *C = L.closure(Args[0]);
    const FunctionDecl *FD = C ? L.targetOf(C, nullptr, nullptr, Loc) : nullptr;
    if (!FD)
      return refuse(Loc, "cannot differentiate this function of each coefficient",
                    "write it as a loop over coefficients");
    // Each coefficient is the argument of a call.
    Dense Made = storage(Ty, Of.Rows, Of.Cols, "values", nullptr, Loc);
    QualType Param = FD->getParamDecl(0)->getType().getNonReferenceType();
    overAll(Of, Loc, [&](Index I, Index J) {
      auto *Value = new (L.Ctx) OpaqueValueExpr(Loc, Param.getUnqualifiedType(), VK_PRValue);
      L.OpaqueValues[Value] = Of.At(I, J);
      const core::Expr *Result =
          C->Lambda ? L.inlineCall(FD, nullptr, C, {Value}, E)
                    : L.knownCall(FD, {L.convert(L.type(Param), Of.At(I, J), false, Loc)}, Loc);
      L.assign(Made.At(I, J), L.convert(Ty, Result, false, Loc), Loc);
    });
    return Made;
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
    return map(Of, [=](const core::Expr *X) { return calc("/", X, Norm); });
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
    auto Choose = [=](const core::Expr *C, const core::Expr *X, const core::Expr *Y) {
      core::Expr *Choice = L.M.expr(ExprKind::Conditional, A.Scalar, Loc.getRawEncoding());
      Choice->Operands = {C, X, Y};
      return Choice;
    };
    Dense D = zip(A, B, [](const core::Expr *X, const core::Expr *) { return X; });
    D.At = [=](Index I, Index J) { return Choose(Of.At(I, J), A.At(I, J), B.At(I, J)); };
    D.Linear = nullptr;
    if (Of.Linear && A.Linear && B.Linear)
      D.Linear = [=](Index K) { return Choose(Of.Linear(K), A.Linear(K), B.Linear(K)); };
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
    return nullptr;
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
  if ((Name == "maxCoeff" || Name == "minCoeff") && given(E->arguments()).empty())
    return extreme(Of, Name == "maxCoeff", Loc);
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
        core::Expr *Choice = L.M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
        Choice->Operands = {L.binary("==", I, J, L.M.boolType(), Loc), L.literal("1", Ty, Loc),
                            L.literal("0", Ty, Loc)};
        return Choice;
      };
      return D;
    }
    if (Spaced && Args.size() == Dims + 2) {
      const core::Expr *Low = scalar(Args[Dims], Ty), *High = scalar(Args[Dims + 1], Ty);
      Dense D = filled(Rows, Cols, Ty, Low);
      Index N = sizeOf(D);
      const core::Expr *Step = L.freeze(
          calc("/", calc("-", High, Low), L.convert(Ty, arith("-", N, number(1)), false, Loc)), Loc,
          "step");
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
