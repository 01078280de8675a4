//===- modes/array_names.cpp - pointers that are names of arrays ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A small function that was written out where it is called leaves a pointer behind for each array
// that it was given, `const double *const v = term`, or `&rows[i * n]`. Such a pointer is another
// name for a local array, for a vector that keeps its storage, or for a part of what a parameter
// leads to: it gives way to the array itself, of which the analyses know more.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/array_names.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/core/builder.h"
#include "plugin/core/renaming.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

using VariableSet = llvm::DenseSet<const Variable *>;

namespace {

/// `const double *const v = &Array[Offset];`
struct NamedArray {
  const Expr *Array = nullptr;
  const Expr *Offset = nullptr;
};

} // namespace

/// E without casts that make what a pointer leads to constant.
static const Expr *withoutCasts(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->Ty->isPointer() && E->operand()->Ty->isPointer() &&
         E->Ty->Element == E->operand()->Ty->Element)
    E = E->operand();
  return E;
}

static bool isZero(const Expr *E) { return E->is(ExprKind::Literal) && E->Text == "0"; }

/// The local variable of which Array is a row, or a member, or such a part of one: none in a
/// vector, nothing behind a pointer. Null if there is none.
static const Variable *partOf(const Expr *Array) {
  while (Array->is(ExprKind::Subscript) || Array->is(ExprKind::Member)) {
    Array = Array->operand();
    const Type *T = Array->Ty;
    if (T->isArray() ? T->IsVector : !T->isRecord() || T->IsUnion || T->IsTagged || T->IsMap)
      return nullptr;
  }
  const bool Is = Array->is(ExprKind::Variable) && Array->Var->Kind == Storage::Local;
  return Is ? Array->Var : nullptr;
}

/// Whether T is a scalar, but no pointer, or an array of such.
static bool isNumbers(const Type *T) {
  while (T->isArray() && !T->IsVector && !T->IsStdArray)
    T = T->Element;
  return T->isScalar() && !T->isPointer();
}

/// The element of a local array, of a part of one, of a vector, or of what a parameter leads to,
/// all of numbers, to which E leads, if it does.
static NamedArray elementOf(const Expr *E, const llvm::DenseSet<const Variable *> &Assigned,
                            Builder &B) {
  NamedArray Of{E, B.literal("0", B.M.intType())};
  if (E->is(ExprKind::AddressOf) && E->operand()->is(ExprKind::Subscript))
    Of = {E->operand()->operand(), E->operand()->operand(1)};
  else if (E->is(ExprKind::Binary) && E->Text == "+" && E->operand(0)->Ty->isPointer()) {
    // `&v[0] + k` is what searches of the library find.
    const Expr *First = withoutCasts(E->operand(0));
    const bool Element = First->is(ExprKind::AddressOf) &&
                         First->operand()->is(ExprKind::Subscript) &&
                         isZero(First->operand()->operand(1));
    Of = {Element ? First->operand()->operand() : E->operand(0), E->operand(1)};
  }
  const Type *T = Of.Array->Ty;
  if (!(T->isArray() || T->isPointer()) || !isNumbers(T->Element))
    return {};
  if (T->isArray() && Of.Array != E && !Of.Array->is(ExprKind::Variable) && partOf(Of.Array))
    return Of;
  if (!Of.Array->is(ExprKind::Variable) || Of.Array->Ty->isReference())
    return {};
  const Variable *V = Of.Array->Var;
  const bool Array = V->Kind == Storage::Local && T->isArray() && (!T->IsVector || Of.Array != E);
  const bool Given = V->Kind == Storage::Parameter && T->isPointer() && Of.Array != E &&
                     !Assigned.contains(V) && !V->AddressTaken;
  return Array || Given ? Of : NamedArray();
}

/// Whether nothing in Scope changes the value of E, a subscript that is quick to read.
static bool staysTheSame(const Expr *E, const llvm::DenseSet<const Variable *> &Changes) {
  unsigned Steps = 0;
  bool Same = true;
  walk(E, [&](const Expr *Sub) {
    Steps += Sub->is(ExprKind::Binary);
    Same &= Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) ||
            (Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var) &&
             !Changes.contains(Sub->Var));
    return Same;
  });
  return Same && Steps <= 3;
}

/// The sum of two subscripts; null if it may not be what adding them to a pointer one after the
/// other is.
static const Expr *sumOf(const Expr *Offset, const Expr *Index, Builder &B) {
  if (isZero(Offset))
    return Index;
  if (isZero(Index))
    return Offset;
  if (Index->is(ExprKind::Literal))
    Index = B.literal(Index->Text, Offset->Ty);
  const bool Signed = Offset->Ty->isInteger() && !Offset->Ty->IsUnsigned &&
                      Index->Ty->isInteger() && !Index->Ty->IsUnsigned;
  if (Offset->Ty != Index->Ty && !Signed)
    return nullptr;
  return B.binary("+", Offset, Index,
                  Offset->Ty->Bits < Index->Ty->Bits ? Index->Ty : Offset->Ty); // as in C++
}

/// E with what is reached through the pointers Names in terms of their arrays. Known: left false if
/// one of them is used in another way.
static const Expr *inTermsOfArrays(Module &M, const Expr *E,
                                   const llvm::DenseMap<const Variable *, NamedArray> &Names,
                                   bool &Known) {
  Builder B(M);
  return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
    const bool Reaches = Sub->is(ExprKind::Subscript) || Sub->is(ExprKind::Dereference);
    const Expr *Base = Reaches ? withoutCasts(Sub->operand()) : Sub;
    const NamedArray Of = Base->is(ExprKind::Variable) ? Names.lookup(Base->Var) : NamedArray();
    if (!Of.Array)
      return nullptr;
    if (!Reaches) { // a pointer to the first element is the array
      Known &= isZero(Of.Offset) && Of.Array->Ty->isArray() && !Of.Array->Ty->IsVector;
      return B.addressOf(B.subscript(Of.Array, Of.Offset));
    }
    const Expr *Index = Sub->is(ExprKind::Subscript)
                            ? inTermsOfArrays(M, Sub->operand(1), Names, Known)
                            : B.literal("0", B.M.intType());
    const Expr *Sum = sumOf(Of.Offset, Index, B);
    Known &= Sum != nullptr;
    return Sum ? B.subscript(Of.Array, Sum) : Sub;
  });
}

/// The greatest value of the subscript E, which is not negative: a number, or what a loop in Ends
/// counts; none if it is not known.
static std::optional<int64_t> greatest(const Expr *E,
                                       const llvm::DenseMap<const Variable *, int64_t> &Ends) {
  if (E->is(ExprKind::Binary) && E->Text == "+") {
    const auto L = greatest(E->operand(0), Ends), R = greatest(E->operand(1), Ends);
    return L && R ? std::optional(*L + *R) : std::nullopt;
  }
  if (E->is(ExprKind::Variable))
    if (const auto It = Ends.find(E->Var); It != Ends.end())
      return It->second;
  const std::optional<int64_t> Number = analysis::knownNumber(E);
  return Number && *Number >= 0 ? Number : std::nullopt;
}

/// Whether all that Scope reaches through V, which begins so far into a row of Extent elements,
/// surely is in that row.
static bool staysInRow(const Block &Scope, const Variable *V, const Expr *Offset, uint64_t Extent,
                       const llvm::DenseMap<const Variable *, int64_t> &Ends) {
  const std::optional<int64_t> Start = analysis::knownNumber(Offset);
  bool Stays = Start && *Start >= 0;
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    const Expr *Base = E->is(ExprKind::Subscript) ? withoutCasts(E->operand()) : nullptr;
    const bool Reaches = Base && isVariable(Base, V);
    const auto Last = Reaches ? greatest(E->operand(1), Ends) : std::nullopt;
    Stays &= Reaches ? Last && uint64_t(*Last + *Start) < Extent : !isVariable(E, V);
    for (const Expr *Op : E->Operands)
      if (!(Reaches && Op == E->operand()))
        See(Op);
  };
  for (Stmt *S : Scope.Stmts) {
    forEachExpr(*S, See);
    llvm::for_each(S->Writes, See);
    llvm::DenseMap<const Variable *, int64_t> Inner = Ends;
    const auto L = S->is(StmtKind::Loop) ? analysis::countedLoop(*S) : std::nullopt;
    const auto First = L ? analysis::knownNumber(L->First) : std::nullopt,
               Bound = L ? analysis::knownNumber(L->Bound) : std::nullopt;
    if (First && Bound && L->Step == 1 && *First >= 0 && L->Ahead == 0)
      Inner[L->Counter] = *Bound - (L->Op == "<" ? 1 : 0);
    forEachBlock(*S, [&](Block &Part) { Stays &= staysInRow(Part, V, Offset, Extent, Inner); });
  }
  return Stays;
}

/// Whether all of Scope, the statements that know the pointer V, reach through it elements of the
/// array Of, which stays what it is there.
static bool isNameOf(Module &M, const Variable *V, const NamedArray &Of, Block &Scope) {
  VariableSet Changes;
  analysis::assignedVariables(Scope, Changes);
  if (!staysTheSame(Of.Offset, Changes) ||
      (Of.Array->Ty->IsVector && analysis::mayChangeSize(Scope, Of.Array)))
    return false;
  for (const Expr *Row = Of.Array; Row->is(ExprKind::Subscript) || Row->is(ExprKind::Member);
       Row = Row->operand())
    if (Row->is(ExprKind::Subscript) && !staysTheSame(Row->operand(1), Changes))
      return false;
  bool Known = true;
  walk(Scope, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) { inTermsOfArrays(M, E, {{V, Of}}, Known); });
  });
  return Known;
}

/// `const int *const to = from;`, where neither changes: one name is enough. From Start on, of the
/// pointer From.
static void joinPointers(Module &M, Block &Bl, size_t Start, const VariableSet &Assigned,
                         Variable *From) {
  for (size_t I = Start; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    forEachBlock(*S, [&](Block &Part) { joinPointers(M, Part, 0, Assigned, From); });
    const Variable *To = S->is(StmtKind::Declare) && S->Value ? S->Var : nullptr;
    const Expr *Value = To ? withoutCasts(S->Value) : nullptr;
    if (!To || !isVariable(Value, From) || To->Kind != Storage::Local || !To->Ty->isPointer() ||
        To->Constant || To->AddressTaken || To->Static || Assigned.contains(To))
      continue;
    Bl.Stmts.erase(Bl.Stmts.begin() + I);
    rename(M, llvm::ArrayRef(Bl.Stmts).drop_front(I--), To, From);
  }
}

static void nameArrays(Module &M, Block &Bl, const VariableSet &Assigned,
                       llvm::SmallVectorImpl<Variable *> &Named) {
  Builder B(M);
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    forEachBlock(*S, [&](Block &Part) { nameArrays(M, Part, Assigned, Named); });
    if (!S->is(StmtKind::Declare) || !S->Value || !S->Var->Ty->isPointer() || S->Var->Constant ||
        S->Var->AddressTaken || Assigned.contains(S->Var))
      continue;
    const NamedArray Of = elementOf(withoutCasts(S->Value), Assigned, B);
    if (!Of.Array)
      continue;
    joinPointers(M, Bl, I + 1, Assigned, S->Var);
    Block Scope;
    Scope.Stmts.assign(Bl.Stmts.begin() + I + 1, Bl.Stmts.end());
    if (!isNameOf(M, S->Var, Of, Scope))
      continue;
    // `double *all = &m[0][0]` may lead through all of the rows.
    const bool Row = Of.Array->is(ExprKind::Subscript) && !Of.Array->Ty->IsVector;
    const llvm::DenseMap<const Variable *, int64_t> Ends;
    if (Row && !staysInRow(Scope, S->Var, Of.Offset, Of.Array->Ty->Extent, Ends))
      continue;
    bool Known = true;
    walk(Scope, [&](Stmt *In) {
      rewrite(M, *In, [&](const Expr *E) { return inTermsOfArrays(M, E, {{S->Var, Of}}, Known); });
    });
    Bl.Stmts.erase(Bl.Stmts.begin() + I--);
    if (const Variable *Root = rootVariable(Of.Array); Root && Root->Ty->isArray())
      Named.push_back(const_cast<Variable *>(Root));
  }
}

/// Whether Loop mentions V, which Head, a part of it, declares, elsewhere than in Head.
static bool isKnownBehind(Stmt &Loop, const Block &Head, const Variable *V) {
  bool Known = Loop.Value && mentions(Loop.Value, V);
  forEachBlock(Loop, [&](Block &Part) {
    Known |= &Part != &Head && llvm::any_of(Part.Stmts, [V](Stmt *S) { return mentions(*S, V); });
  });
  return Known;
}

llvm::SmallVector<Variable *, 4> modes::nameArrays(Module &M, Block &Body) {
  VariableSet Assigned;
  analysis::assignedVariables(Body, Assigned);
  // `for (const double *end = x + n, *p = x; p < end; ++p)`: the block is not all that knows it.
  walk(Body, [&](Stmt *Loop) {
    for (const Block *Head : {&Loop->Init, &Loop->Setup})
      for (const Stmt *S : Head->Stmts)
        if (S->is(StmtKind::Declare) && isKnownBehind(*Loop, *Head, S->Var))
          Assigned.insert(S->Var);
  });
  llvm::SmallVector<Variable *, 4> Named;
  ::nameArrays(M, Body, Assigned, Named);
  return Named;
}
