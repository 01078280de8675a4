//===- lower/eigen.cpp - shapes and coefficients of Eigen's matrices -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Recognising Eigen's classes, and the pieces of which expressions over them are made: places,
// parts, loops, sums.
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

bool isInEigen(const Decl *D) {
  const auto *N = dyn_cast<NamespaceDecl>(D->getDeclContext()->getEnclosingNamespaceContext());
  while (N && N->getParent()->isNamespace())
    N = cast<NamespaceDecl>(N->getParent());
  return N && N->getIdentifier() && N->getName() == "Eigen";
}

bool isOfEigen(QualType T) {
  const CXXRecordDecl *Class = classOf(T);
  return Class && isInEigen(Class);
}

std::optional<PlainMatrix> plainMatrix(const CXXRecordDecl *Class) {
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
    else if (const auto *F = dyn_cast<CXXNamedCastExpr>(E);
             F && isa<CXXStaticCastExpr, CXXConstCastExpr>(F) && isOfEigen(F->getType()))
      E = F->getSubExpr();
    else
      return E;
  }
}

bool isEigenCall(const CallExpr *E) {
  const FunctionDecl *FD = E->getDirectCallee();
  return FD && isInEigen(FD) && !isEigenOutput(E);
}

bool isEigenOutput(const CallExpr *E) {
  const auto *O = dyn_cast_or_null<CXXOperatorCallExpr>(E);
  const FunctionDecl *FD = O ? O->getDirectCallee() : nullptr;
  return FD && O->getOperator() == OO_LessLess && isInEigen(FD) &&
         !isOfEigen(O->getArg(0)->getType());
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
    return number(Op == "+"   ? *X + *Y
                  : Op == "-" ? *X - *Y
                  : Op == "*" ? *X * *Y
                  : Op == "%" ? *X % *Y
                              : *X / *Y);
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
      return Changeable.count(Place->Var) ? presently(Place->Var, Loc) : It->second;
  std::optional<PlainMatrix> P = plainMatrix(T);
  if (Lasts)
    Place = L.freezePlace(Place, Loc);
  if (P && !P->isFixed() && !Place->Ty->IsEigen)
    return ofOwn(Place, T, Loc);
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
  D.Own = nullptr;
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
  D.Own = nullptr;
  D.At = [At = Of.At](Index I, Index J) { return At(J, I); };
  bool Vector = isOne(Of.Rows) || isOne(Of.Cols);
  if (!Vector) {
    D.Linear = nullptr;
    D.Flipped = !Of.Flipped;
  }
  D.Triangle = ((Of.Triangle & 1) << 1) | ((Of.Triangle & 2) >> 1) | (Of.Triangle & ~3u);
  return D;
}

/// From for a matrix of Rows by Cols, as far as they are known: Eigen turns a row into a column
/// where it is assigned to one, and the reverse.
Dense Matrices::oriented(const Dense &From, std::optional<int64_t> Rows,
                         std::optional<int64_t> Cols) {
  const bool Turns = (Cols == 1 && Rows != 1 && isOne(From.Rows) && !isOne(From.Cols)) ||
                     (Rows == 1 && Cols != 1 && isOne(From.Cols) && !isOne(From.Rows));
  return Turns ? transposed(From) : From;
}

/// From as the value of a matrix of type P.
Dense Matrices::shapedAs(const PlainMatrix &P, const Dense &From) {
  auto Known = [](int64_t N) { return N < 0 ? std::nullopt : std::optional(N); };
  Dense D = oriented(From, Known(P.Rows), Known(P.Cols));
  if (P.Rows >= 0)
    D.Rows = number(P.Rows);
  if (P.Cols >= 0)
    D.Cols = number(P.Cols);
  return D;
}

Dense Matrices::map(const Dense &A, std::function<const core::Expr *(const core::Expr *)> F) {
  Dense D = A;
  D.IsPlace = false;
  D.First = nullptr;
  D.Whole = nullptr;
  D.Own = nullptr;
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
  D.Own = nullptr;
  D.Computes |= B.Computes;
  D.Copies |= B.Copies;
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
  if (!To.IsPlace) {
    refuse(Loc, "cannot differentiate a change of what this expression of matrices leads to",
           "change a matrix that has a name");
    return;
  }
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
                        const VarDecl *For, SourceLocation Loc, bool RowMajor) {
  std::optional<int64_t> R = known(Rows), C = known(Cols);
  core::Variable *V = nullptr;
  const bool Changes = For && changesShape(For);
  if (R && C && !Changes) {
    // C++ has no arrays without elements.
    V = L.F.variable(Name, L.M.array(Scalar, uint64_t(std::max<int64_t>(*R * *C, 1))));
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
  Dense D = plain(L.name(V, Loc), Scalar, Rows, Cols, RowMajor);
  D.Whole = V;
  Shapes[V] = D;
  if (!For)
    Fresh.insert(V);
  return Changes ? changeable(D, For, Loc) : D;
}

/// A copy of D in a variable of its own.
Dense Matrices::evaluate(const Dense &D, llvm::StringRef Name, SourceLocation Loc, bool RowMajor) {
  Dense Made = storage(D.Scalar, D.Rows, D.Cols, Name, nullptr, Loc, RowMajor);
  store(Made, D, "=", Loc);
  Made.IsArray = D.IsArray;
  Made.Computes = true;
  Shapes[Made.Whole] = Made;
  return Made;
}

QualType lookedAt(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(classOf(T));
  if (Class && (Class->getName() == "Map" || Class->getName() == "Ref"))
    return Class->getTemplateArgs()[0].getAsType();
  return T;
}

/// Whether D's coefficients stand in the order that the class T has them in.
bool Matrices::isInOrderOf(const Dense &D, QualType T) {
  std::optional<PlainMatrix> P = plainMatrix(lookedAt(T));
  bool IsLine = isOne(D.Rows) || isOne(D.Cols);
  return IsLine || (P && P->RowMajor) == D.Flipped;
}

/// Whether T's objects have an order of their own, so that D in another one is copied for them.
bool Matrices::isReorderedFor(const Dense &D, QualType T) {
  return plainMatrix(lookedAt(T)) && !isInOrderOf(D, T);
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
  if (N && *N > 0 && *N <= 4 && D.Linear) {
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

/// As extreme; where it stands goes to the places To points to: its index, or row and column.
const core::Expr *Matrices::extremeWithPlace(const Dense &D, bool Largest,
                                             llvm::ArrayRef<const Expr *> To, SourceLocation Loc) {
  std::vector<const core::Expr *> Places;
  for (const Expr *E : To)
    Places.push_back(L.checkWritten(L.freezePlace(L.dereference(L.value(E), Loc), Loc), Loc));
  bool Row = isOne(D.Rows);
  if (Places.size() > 2 || (Places.size() == 1 && !Row && !isOne(D.Cols))) {
    refuse(Loc, "cannot differentiate this search in a matrix", "search in a loop");
    return L.literal("0", D.Scalar, Loc);
  }
  core::Variable *Best =
      L.declare(Largest ? "largest" : "smallest", D.Scalar, D.At(number(0), number(0)), false, Loc);
  L.Changing.insert(Best);
  auto Found = [&](const core::Expr *Value, Index I, Index J) {
    if (Value)
      L.assign(L.name(Best, Loc), Value, Loc);
    for (size_t K = 0; K < Places.size(); ++K) {
      Index At = Places.size() == 2 ? (K == 0 ? I : J) : Row ? J : I;
      L.assign(Places[K], L.convert(Places[K]->Ty, At, false, Loc), Loc);
    }
  };
  Found(nullptr, number(0), number(0));
  overAll(D, Loc, [&](Index I, Index J) {
    const core::Expr *C = L.freeze(D.At(I, J), Loc, "coefficient");
    core::Stmt *If = L.stmt(StmtKind::If, Loc);
    If->Value = L.binary(Largest ? ">" : "<", C, L.name(Best, Loc), L.M.boolType(), Loc);
    If->Then = L.capture([&] { Found(C, I, J); });
    L.emit(If);
  });
  return L.name(Best, Loc);
}

} // namespace ad::lower
