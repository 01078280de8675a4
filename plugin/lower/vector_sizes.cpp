//===- lower/vector_sizes.cpp - how many elements vectors have ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A vector is an array whose extent is known at run time, as the place `v.size()`. Every local
// vector has a counter, an integer variable that tells its size at every moment: the reverse sweep
// makes the vector's adjoint from it where the vector itself is gone. What changes the size is an
// Opaque statement with OldSize (core.h), or an assignment.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/questions.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// `v.size()`, or the number of elements of an array.
const core::Expr *FunctionLowering::sizeOf(const core::Expr *Container, SourceLocation Loc) {
  if (!Container->Ty->IsVector)
    return literal(std::to_string(Container->Ty->Extent), M.intType(), Loc);
  core::Expr *E = M.expr(ExprKind::Member, sizeType(), Loc.getRawEncoding());
  E->Text = "size()";
  E->Operands = {Container};
  return E;
}

/// The counter of the local vector V, which is about to be declared with so many elements. Null: it
/// is not known yet (see `counted`).
core::Variable *FunctionLowering::startCounter(core::Variable *V, const core::Expr *Size,
                                               SourceLocation Loc, const std::string &Path) {
  if (!Size)
    Size = literal("0", M.intType(), Loc);
  std::string Part = Path.substr(Path.rfind('.') + 1);
  std::string Name =
      V->Name + (llvm::all_of(Part, [](char C) { return llvm::isAlnum(C) || C == '_'; })
                     ? (Part.empty() ? "" : "_") + Part
                     : "_base");
  core::Variable *N = declare(Name + "_size", sizeType(), Size, false, Loc);
  Changing.insert(N);
  N->Counts = V;
  N->CountsPath = Path;
  Counters[{V, Path}] = N;
  return N;
}

bool holdsEigen(const core::Type *T) {
  if (T->isArray())
    return (T->IsVector && T->IsEigen) || holdsEigen(T->Element);
  return llvm::any_of(T->Fields, [](const core::Field &F) { return holdsEigen(F.Ty); });
}

/// The counters of all vectors in V, which is about to be declared with Value.
void FunctionLowering::startCounters(core::Variable *V, const core::Expr *Value,
                                     SourceLocation Loc) {
  if (holdsEigen(V->Ty))
    error(
        Loc,
        "cannot differentiate a local object that holds a matrix of run-time size, of a type that "
        "callers pass, too",
        "keep the matrix in a variable of its own, or the object in the caller");
  if (V->Ty->IsVector) {
    startCounter(V, knownSize(Value, Loc), Loc);
    return;
  }
  core::forEachVector(M, name(V, Loc), [&](const core::Expr *Part) {
    startCounter(V, nullptr, Loc, *core::fieldPath(Part));
  });
}

/// After the declaration: what was not known before is known now.
void FunctionLowering::finishCounters(core::Variable *V, const core::Expr *Value,
                                      SourceLocation Loc) {
  if (V->Ty->IsVector ? !Value || knownSize(Value, Loc) : !Value)
    return;
  core::forEachVector(M, name(V, Loc),
                      [&](const core::Expr *Part) { counted(Part, sizeOf(Part, Loc), Loc); });
}

core::Variable *FunctionLowering::counterOf(const core::Expr *Place) {
  const core::Variable *Root = core::rootVariable(Place);
  auto Path = core::fieldPath(Place);
  if (!Root || !Path)
    return nullptr;
  auto It = Counters.find({Root, *Path});
  return It == Counters.end() ? nullptr : It->second;
}

/// The number of elements of the vector Value; null if it is not known before it is made.
const core::Expr *FunctionLowering::knownSize(const core::Expr *Value, SourceLocation Loc) {
  if (Value && core::isPlace(Value))
    return sizeOf(Value, Loc);
  if (Value && Value->is(ExprKind::Braces))
    return literal(std::to_string(Value->Operands.size()), M.intType(), Loc);
  if (Value && Value->is(ExprKind::Opaque) && !Value->Operands.empty())
    return Value->operand(0); // `std::vector<T>(n)`
  return nullptr;
}

/// Brings the counter of the vector at Place up to date.
void FunctionLowering::counted(const core::Expr *Place, const core::Expr *Size,
                               SourceLocation Loc) {
  core::Variable *N = counterOf(Place);
  if (!N)
    return;
  // One more or one less can be undone without a record.
  if (Size->is(ExprKind::Binary) && Size->operand()->is(ExprKind::Variable) &&
      Size->operand()->Var == N && Size->operand(1)->is(ExprKind::Literal)) {
    core::Stmt *S = stmt(StmtKind::Accumulate, Loc);
    S->Target = name(N, Loc);
    S->Value = Size->Text == "+" ? Size->operand(1) : unary("-", Size->operand(1), sizeType(), Loc);
    return emit(S);
  }
  assign(name(N, Loc), Size, Loc);
}

/// The callee may have changed the size of local vectors that it was given. Where elements of a
/// deque or list have gone to, it does not say.
void FunctionLowering::recount(const core::Stmt &Call) {
  for (size_t I = 0; I < Call.Operands.size() && I < Call.Callee->Params.size(); ++I) {
    const core::Type *T = Call.Callee->Params[I]->Ty;
    const core::Expr *A = Call.Operands[I];
    if (!(T->isReference() || T->isPointer()) || T->ElementConst)
      continue;
    if (A->is(ExprKind::AddressOf))
      A = A->operand();
    SourceLocation Loc = SourceLocation::getFromRawEncoding(Call.Loc);
    if (core::isPlace(A))
      core::forEachVector(M, A, [&](const core::Expr *Part) {
        if (core::isDeque(Part->Ty)) {
          refuseIteratorsInto(Part, Loc);
          refuseReferencesInto(Part, Loc);
        }
        counted(Part, sizeOf(Part, Loc), Loc);
      });
  }
}

/// The vector whose size S changes, but not by a name of its own: behind a pointer. Null if there
/// is none.
static const core::Type *resizedByOtherName(const core::Stmt &S) {
  auto Behind = [](const core::Expr *Place) {
    const core::Expr *P = core::rootVariable(Place) ? nullptr : core::rootPointer(Place);
    return P && !(P->is(ExprKind::Variable) && P->Var->Kind == core::Storage::This);
  };
  if (S.Exchanges)
    for (const core::Expr *Place : S.Operands)
      if (Behind(Place))
        return Place->Ty->nonReference();
  return S.OldSize && Behind(S.Target) ? S.Target->Ty->nonReference() : nullptr;
}

/// `std::vector<double> &to = left ? a : b; to.push_back(x);`: behind such statements, the counters
/// of a and b are brought up to date.
void FunctionLowering::recountByOtherNames() {
  llvm::DenseSet<const core::Variable *> Taken;
  core::walk(F.Body, [&](core::Stmt *S) {
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *N) {
        if (N && N->is(ExprKind::AddressOf))
          Taken.insert(core::rootVariable(N->operand()));
        return N != nullptr;
      });
    });
  });
  llvm::DenseMap<const core::Variable *, llvm::SmallVector<core::Variable *, 1>> CountersOf;
  for (core::Variable &N : F.Locals)
    if (N.Counts)
      CountersOf[N.Counts].push_back(&N);
  llvm::SmallVector<core::Variable *, 8> Visible; // counters
  std::function<void(core::Block &)> Look = [&](core::Block &In) {
    core::Block Result;
    for (core::Stmt *S : In.Stmts) {
      Result.add(S);
      const size_t Outside = Visible.size();
      core::forEachBlock(*S, Look);
      Visible.truncate(Outside);
      if ((S->is(StmtKind::Declare) || S->Declares) && Taken.contains(S->Var))
        llvm::copy(CountersOf.lookup(S->Var), std::back_inserter(Visible));
      if (const core::Type *T = resizedByOtherName(*S))
        for (core::Variable *N : Visible)
          core::forEachVector(
              M, name(const_cast<core::Variable *>(N->Counts), SourceLocation()),
              [&](const core::Expr *Part) {
                const auto Loc = SourceLocation::getFromRawEncoding(S->Loc);
                if (Part->Ty == T && core::fieldPath(Part) == N->CountsPath)
                  Result.append(capture([&] { assign(name(N, Loc), sizeOf(Part, Loc), Loc); }));
              });
    }
    In = std::move(Result);
  };
  Look(F.Body);
}

/// A vector of globals has no place in companions.
const core::Expr *FunctionLowering::checkResizable(const core::Expr *Place, SourceLocation Loc) {
  const core::Expr *Through = core::rootVariable(Place) ? nullptr : core::rootPointer(Place);
  if (Through && Through->is(ExprKind::Variable) && Through->Var->Kind == core::Storage::Global)
    error(Loc, "cannot differentiate a change of a vector's size through a pointer",
          "change it through its name or a reference");
  return Place;
}

/// How many elements the vector at Place has, by a name that stays what it is when that changes.
const core::Expr *FunctionLowering::oldSize(const core::Expr *Place, SourceLocation Loc) {
  if (core::Variable *N = counterOf(Place))
    return name(N, Loc);
  return name(declare("old_size", sizeType(), sizeOf(Place, Loc), true, Loc), Loc);
}

/// A statement that changes the size of the vector at Place, which then has NewSize elements.
void FunctionLowering::resize(const core::Expr *Place, llvm::StringRef Text,
                              llvm::ArrayRef<const core::Expr *> Operands,
                              const core::Expr *Appended, const core::Expr *NewSize,
                              SourceLocation Loc, const core::Expr *Before) {
  checkResizable(Place, Loc);
  const bool Starts = Text == "$0.resize($1)" && L.startsFilled(Place->Ty->Element);
  if (Starts && !Before)
    Before = name(declare("first", sizeType(), oldSize(Place, Loc), true, Loc), Loc);
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = Text.str();
  S->Operands.push_back(Place);
  S->Operands.insert(S->Operands.end(), Operands.begin(), Operands.end());
  S->Writes = {Place};
  S->Target = Place;
  S->Value = Appended;
  S->OldSize = Before ? Before : oldSize(Place, Loc);
  emit(S);
  counted(Place, NewSize, Loc);
  if (Starts)
    countUp(S->OldSize, NewSize, Loc,
            [&](const core::Expr *K) { startObject(subscript(Place, K, Loc), Loc); });
}

} // namespace ad::lower
