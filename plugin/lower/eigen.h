//===- lower/eigen.h - vectors and matrices of Eigen ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Eigen's classes are not looked into. An expression over its vectors and matrices is known by its
// shape and its coefficients, which are Core's; where it is assigned it becomes a loop over these,
// and products and solves become calls of the functions of ad/dense.h. Local matrices are arrays or
// std::vectors, stored column by column; only parameters, members and results are Eigen's own.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_EIGEN_H
#define AD_LOWER_EIGEN_H

#include "plugin/core/core.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Type.h"
#include <functional>
#include <optional>

namespace ad::lower {

class FunctionLowering;

/// The arguments of Eigen::Matrix and Eigen::Array. -1: known at run time.
struct PlainMatrix {
  clang::QualType Scalar;
  int64_t Rows = 0, Cols = 0;
  bool RowMajor = false;
  bool isFixed() const { return Rows >= 0 && Cols >= 0; }
  bool isVector() const { return Rows == 1 || Cols == 1; }
};

/// T, or what it refers to, as an Eigen::Matrix or Eigen::Array of numbers.
std::optional<PlainMatrix> plainMatrix(clang::QualType T);
std::optional<PlainMatrix> plainMatrix(const clang::CXXRecordDecl *Class);
/// Whether a T is or holds, by value, a matrix whose size its type does not tell.
bool holdsMatrix(clang::QualType T);
/// A class of Eigen, or a reference to one: matrices, expressions, decompositions.
bool isOfEigen(clang::QualType T);

/// E without what C++ adds to pass it on.
const clang::Expr *bare(const clang::Expr *E);
/// The number that E is, if it is written as one.
std::optional<int64_t> known(const core::Expr *E);
inline bool isOne(const core::Expr *E) { return known(E) == 1; }
/// The number in brackets, `v.head<3>()`.
std::optional<int64_t> templateNumber(const clang::CallExpr *E, unsigned I);
/// Declared in namespace Eigen, or in a class there.
bool isInEigen(const clang::Decl *D);
/// LLT and the like.
bool isDecomposition(clang::QualType T);
/// The short name that Eigen gives the class, `Eigen::VectorXd`; else Otherwise.
std::string eigenSpelling(const PlainMatrix &P, bool IsArray, llvm::StringRef Otherwise);
/// The class of the matrix that a Map or Ref of class T looks at; else T.
clang::QualType lookedAt(clang::QualType T);
/// A call of a function of Eigen, or a member of one of its classes.
bool isEigenCall(const clang::CallExpr *E);
/// `stream << A`.
bool isEigenOutput(const clang::CallExpr *E);
/// Whether `*` means coefficients in T.
bool isArrayClass(clang::QualType T);

/// Anything with rows, columns and coefficients.
struct Dense {
  using Access = std::function<const core::Expr *(const core::Expr *I, const core::Expr *J)>;

  const core::Type *Scalar = nullptr;
  const core::Expr *Rows = nullptr, *Cols = nullptr; ///< literals or constants
  Access At;                                         ///< coefficient (I, J)
  /// Coefficient number K, counted column by column, where that needs no division.
  std::function<const core::Expr *(const core::Expr *K)> Linear;
  /// The first coefficient, where all stand one behind the other, column by column; of the
  /// transposed matrix if Flipped.
  const core::Expr *First = nullptr;
  bool Flipped = false;
  bool IsPlace = false;            ///< coefficients may be assigned
  bool IsArray = false;            ///< `*` and `/` mean coefficients
  bool Computes = false;           ///< something was evaluated to make it
  bool Copies = false;             ///< Eigen keeps it apart from what it is made of
  unsigned Triangle = 0;           ///< a triangularView or matrixL: Eigen's UpLoType, or Foreign
  core::Variable *Whole = nullptr; ///< the local variable that it is
  const core::Expr *Own = nullptr; ///< the part of an object of ours that it is (ownMatrix)
  clang::QualType OwnClass;        ///< its class, of Eigen
};

/// In Dense::Triangle: outside of the triangle stands what nothing is known of.
constexpr unsigned Foreign = 16;

/// LLT, PartialPivLU and the like of a matrix.
struct Decomposition {
  Dense Of; ///< the matrix, or its Cholesky factor
  bool IsFactor = false;
};

/// The present shape of a matrix that may change it: null stands for 1.
struct Extents {
  core::Variable *Rows = nullptr, *Cols = nullptr;
  bool RowMajor = false;
};

class Matrices {
public:
  explicit Matrices(FunctionLowering &L) : L(L) {}

  /// Swaps the coefficients of two matrices of one shape.
  void exchange(const Dense &A, const Dense &B, clang::SourceLocation Loc);
  /// A call of one of Eigen's functions: its value, or the place where its result stands.
  const core::Expr *call(const clang::CallExpr *E);
  /// A matrix that is made, as a place.
  const core::Expr *make(const clang::Expr *E);
  /// Value, which the call E returned in a local of ours, as an object of Eigen where somebody
  /// else than we takes it.
  const core::Expr *passOn(const clang::Expr *E, const core::Expr *Value);
  /// The matrix E as others take it, who only read it: an Eigen::Map of its coefficients; null if E
  /// is none.
  const core::Expr *shown(const clang::Expr *E);
  /// E as an object of Eigen's for a parameter of type T of a function that is called as it is.
  const core::Expr *handedOn(const clang::Expr *E, clang::QualType T);
  /// The member at Target is initialised by E.
  void makeInto(const core::Expr *Target, const clang::Expr *E);
  /// `VectorXd v = ...;` and variables of all other classes of Eigen.
  void declare(const clang::VarDecl *D);
  void parameter(const clang::ParmVarDecl *P, core::Variable *V);
  /// The parameter P of a function that is lowered in place is Arg.
  void bind(const clang::ParmVarDecl *P, const clang::Expr *Arg);
  /// What binds P once more to what it is bound to now.
  std::function<void()> bound(const clang::ParmVarDecl *P);
  /// `auto &r = m;`
  void bindReference(const clang::ValueDecl *D, const clang::Expr *Init);
  /// What a lambda keeps of D, which it captures by value; null: D itself, which does not change.
  const core::Expr *captured(const clang::ValueDecl *D, const clang::Expr *From, bool Mutable);
  /// The value of `return E;`: an Eigen object if ForCaller, else a place.
  const core::Expr *returned(const clang::Expr *E, clang::QualType T, bool ForCaller);
  /// Where several returns of a T leave the value; null if its shape is not known.
  core::Variable *resultVariable(clang::QualType T, llvm::StringRef Name,
                                 clang::SourceLocation Loc);
  /// `return E;` in such a function, which returns a T.
  void leave(core::Variable *Result, const clang::Expr *E, clang::QualType T);
  /// E as a value of the type that class T has in objects of ours.
  const core::Expr *makeOwn(const clang::Expr *E, clang::QualType T);
  /// The matrix To becomes the one at Place, of class T.
  void assignOwn(const clang::Expr *To, const core::Expr *Place, clang::QualType T);

private:
  using Index = const core::Expr *;

  Dense dense(const clang::Expr *E);
  Dense lasting(const clang::Expr *E);
  std::optional<std::pair<Dense, bool>> lines(const clang::Expr *E);
  Dense withLines(const Dense &Of, bool Rows, const Dense &V, llvm::StringRef Op);
  Dense operatorCall(const clang::CXXOperatorCallExpr *E);
  Dense memberCall(const clang::CXXMemberCallExpr *E);
  Dense functionCall(const clang::CallExpr *E);
  std::optional<std::pair<Index, Index>> shapeGiven(const clang::CXXConstructExpr *E);
  Dense constructed(const clang::CXXConstructExpr *E);
  Dense diagonal(const Dense &Of, Index Above);
  std::optional<Dense> view(const Dense &Of, llvm::StringRef Name, const clang::CallExpr *E);
  std::optional<Dense> coefficientwise(const Dense &Of, llvm::StringRef Name,
                                       const clang::CallExpr *E);
  const core::Expr *reduction(const Dense &Of, llvm::StringRef Name, const clang::CallExpr *E);
  bool assignBy(const clang::CXXOperatorCallExpr *E);
  const core::Expr *operatorValue(const clang::CXXOperatorCallExpr *E);
  bool compute(const clang::Expr *Object, llvm::ArrayRef<const clang::Expr *> Args,
               clang::SourceLocation Loc);
  std::pair<Index, Index> shapeFrom(const PlainMatrix &P, llvm::ArrayRef<const clang::Expr *> Args);
  std::optional<bool> resizeBy(llvm::StringRef Name, const clang::Expr *Object,
                               llvm::ArrayRef<const clang::Expr *> Sizes,
                               clang::SourceLocation Loc);
  bool set(llvm::StringRef Name, const clang::Expr *Object,
           llvm::ArrayRef<const clang::Expr *> Args, clang::SourceLocation Loc);
  const core::Expr *ask(const Decomposition &D, llvm::StringRef Name, const clang::CallExpr *E);
  const core::Expr *memberValue(const Dense &Of, llvm::StringRef Name,
                                const clang::CXXMemberCallExpr *E,
                                llvm::ArrayRef<const clang::Expr *> Args);
  const core::Expr *access(const clang::CallExpr *E, const clang::Expr *Object,
                           llvm::ArrayRef<const clang::Expr *> Args);
  void assign(const clang::Expr *To, const Dense &From, llvm::StringRef Op,
              clang::SourceLocation Loc);
  std::optional<Dense> commas(const clang::CXXOperatorCallExpr *E);

  Dense plain(const core::Expr *Place, const core::Type *Scalar, Index Rows, Index Cols,
              bool RowMajor = false);
  Dense fromPlace(const core::Expr *Place, clang::QualType T, clang::SourceLocation Loc);
  Dense block(const Dense &Of, Index I, Index J, Index Rows, Index Cols);
  Dense transposed(const Dense &Of);
  Dense map(const Dense &A, std::function<const core::Expr *(const core::Expr *)> F);
  Dense zip(const Dense &A, const Dense &B,
            std::function<const core::Expr *(const core::Expr *, const core::Expr *)> F);
  Dense filled(Index Rows, Index Cols, const core::Type *Scalar, const core::Expr *Value);
  Dense evaluate(const Dense &D, llvm::StringRef Name, clang::SourceLocation Loc,
                 bool RowMajor = false);
  Dense storage(const core::Type *Scalar, Index Rows, Index Cols, llvm::StringRef Name,
                const clang::VarDecl *For, clang::SourceLocation Loc, bool RowMajor = false);
  Dense stored(const Dense &D, clang::SourceLocation Loc);
  Dense full(const Dense &D);
  const core::Expr *eigenObject(const Dense &D, clang::QualType T, llvm::StringRef Name,
                                clang::SourceLocation Loc);
  const core::Expr *object(const Dense &D, clang::QualType T, clang::SourceLocation Loc);
  void bindExpression(const clang::ValueDecl *D, const clang::Expr *Init);
  bool areStable(const clang::Expr *E, llvm::function_ref<bool(const clang::ValueDecl *)> Counts);
  bool isStable(const clang::Expr *E);
  bool hasStableNumbers(const clang::Expr *E);
  Dense product(const Dense &A, const Dense &B, clang::SourceLocation Loc);
  Dense triangularSolve(const Dense &T, const Dense &B, clang::SourceLocation Loc);
  Dense luSolve(const Dense &A, const Dense &B, clang::SourceLocation Loc);
  Dense solve(const Decomposition &D, const Dense &B, clang::SourceLocation Loc);
  Dense factor(const Dense &A, clang::SourceLocation Loc);
  std::optional<Decomposition> decomposition(const clang::Expr *E);
  Decomposition decompose(const Dense &A, llvm::StringRef Class, clang::SourceLocation Loc);
  const core::Expr *rule(llvm::StringRef Name, llvm::ArrayRef<const core::Expr *> Args,
                         clang::SourceLocation Loc);
  void store(const Dense &To, const Dense &From, llvm::StringRef Op, clang::SourceLocation Loc);
  void overAll(const Dense &D, clang::SourceLocation Loc,
               llvm::function_ref<void(Index, Index)> At);
  void loop(llvm::StringRef Name, Index N, clang::SourceLocation Loc,
            llvm::function_ref<void(Index)> Body);
  const core::Expr *sum(const Dense &D, clang::SourceLocation Loc, llvm::StringRef Name,
                        std::function<const core::Expr *(const core::Expr *)> Of);
  const core::Expr *extreme(const Dense &D, bool Largest, clang::SourceLocation Loc);
  const core::Expr *extremeWithPlace(const Dense &D, bool Largest,
                                     llvm::ArrayRef<const clang::Expr *> To,
                                     clang::SourceLocation Loc);
  const core::Expr *choose(const core::Expr *C, const core::Expr *X, const core::Expr *Y);
  Dense applied(llvm::ArrayRef<Dense> To, const clang::Expr *Function, const clang::CallExpr *E);
  bool isInOrderOf(const Dense &D, clang::QualType T);
  Dense oriented(const Dense &From, std::optional<int64_t> Rows, std::optional<int64_t> Cols);
  Dense shapedAs(const PlainMatrix &P, const Dense &From);
  bool isReorderedFor(const Dense &D, clang::QualType T);
  bool mayOverlap(const Dense &To, const Dense &From);
  Dense apart(const Dense &From, const Dense &To, clang::SourceLocation Loc);

  bool changesShape(const clang::VarDecl *D);
  Dense changeable(const Dense &D, const clang::VarDecl *For, clang::SourceLocation Loc);
  Dense presently(core::Variable *V, clang::SourceLocation Loc);
  bool mayReshape(const Dense &D) const { return D.Own || (D.Whole && Changeable.count(D.Whole)); }
  Dense reshape(const Dense &D, Index Rows, Index Cols, clang::SourceLocation Loc);
  Dense ofOwn(const core::Expr *Place, clang::QualType T, clang::SourceLocation Loc);
  Dense reshapeOwn(const core::Expr *Place, clang::QualType T, Index Rows, Index Cols,
                   clang::SourceLocation Loc);
  Decomposition decompositionAt(const core::Expr *Place, clang::QualType T,
                                clang::SourceLocation Loc);
  void putDecomposition(const core::Expr *Place, const Decomposition &D, clang::QualType T,
                        clang::SourceLocation Loc);
  bool assignDecomposition(const clang::Expr *To, const clang::Expr *From,
                           clang::SourceLocation Loc);
  const core::Expr *decompositionPlace(const clang::Expr *E);
  void keepCopy(const clang::ParmVarDecl *P, const Dense &D, llvm::StringRef Name,
                clang::SourceLocation Loc);
  core::Variable *emptyOwn(clang::QualType T, llvm::StringRef Name, clang::SourceLocation Loc);
  void putInto(const core::Expr *Place, const clang::Expr *E, clang::QualType T);
  Dense choice(const clang::AbstractConditionalOperator *E);
  const core::Expr *ownObject(const Dense &D, clang::QualType T, clang::SourceLocation Loc);
  const core::Type *indexType();
  Index number(int64_t N);
  Index held(const core::Expr *E, llvm::StringRef Name, clang::SourceLocation Loc);
  Index index(const clang::Expr *E);
  Index arith(llvm::StringRef Op, Index A, Index B);
  Index sizeOf(const Dense &D) { return arith("*", D.Rows, D.Cols); }
  const core::Expr *calc(llvm::StringRef Op, const core::Expr *A, const core::Expr *B);
  const core::Expr *scalar(const clang::Expr *E, const core::Type *Ty);
  bool isMatrix(const clang::Expr *E);
  Dense refuse(clang::SourceLocation Loc, const llvm::Twine &Message, llvm::StringRef WayOut);

  FunctionLowering &L;
  const clang::Expr *Wanted = nullptr; ///< the call whose result becomes part of an expression
  clang::SourceLocation At;            ///< of the expression that is being lowered
  bool Lasts = false;                  ///< places are to stay when their indices change
  llvm::DenseMap<const clang::ValueDecl *, Dense> Views;
  /// `auto e = A * x;`, evaluated where it is used, as Eigen does.
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Expressions;
  llvm::DenseMap<const clang::ValueDecl *, Decomposition> Decompositions;
  llvm::DenseMap<const clang::ValueDecl *, core::Block *> Waiting; ///< declared without a shape
  llvm::DenseMap<const core::Variable *, Dense> Shapes;
  llvm::DenseMap<const core::Variable *, Extents> Changeable; ///< local matrices
  llvm::DenseSet<const core::Variable *> Fresh; ///< made in passing, not yet anybody's
};

} // namespace ad::lower

#endif
