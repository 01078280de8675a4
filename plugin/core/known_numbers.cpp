//===- core/known_numbers.cpp - what numbers in objects are ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Statements are gone through in their order: assignments of single numbers and pointers, what
//    is made as { ... }, and copies of whole objects, say what is known behind them. All else may
//    end that.
// 2. In what is nested, loops and branches, a number is replaced if all of it leaves the number
//    alone. What is set in a block is known until its end.
// 3. The objects are local ones of which nobody has the address.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/known_numbers.h"
#include "plugin/core/builder.h"
#include "plugin/core/object_numbers.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

/// What lowering calls the variable that `object.data = new double[n]` gets first.
constexpr llvm::StringLiteral AllocatedName = "memory";

class KnownNumbers {
public:
  KnownNumbers(Module &M, Function &F) : M(M), F(F), Known(F) {}
  void run();

private:
  struct Number {
    const Expr *Place;
    const Expr *Value;
  };
  bool isOwn(const Variable *Object) const;
  bool stays(const Expr *Value) const;
  void in(Block &Bl);
  void use(Stmt &S);
  void learn(const Stmt &S);
  void set(const Expr *Place, const Expr *Value);
  void setParts(const Expr *Object, const Expr *Braces);

  Module &M;
  Function &F;
  Uses Known;
  llvm::DenseSet<const Variable *> Bound;                  ///< to which references lead
  llvm::DenseMap<const Variable *, const Expr *> Literals; ///< what `const int n = 3` declares
  std::vector<Number> Numbers;
};

} // namespace

/// Whether a T is, or holds, a union: a number may tell which member it has.
static bool holdsUnion(const Type *T) {
  return T->IsUnion || T->IsTagged || (T->isArray() && holdsUnion(T->Element)) ||
         (T->isRecord() &&
          llvm::any_of(T->Fields, [](const Field &Each) { return holdsUnion(Each.Ty); }));
}

bool KnownNumbers::isOwn(const Variable *Object) const {
  return Object && Object->Kind == Storage::Local && Object->Ty->isRecord() &&
         !Object->AddressTaken && !Object->Static && !Bound.contains(Object) &&
         !holdsUnion(Object->Ty);
}

/// Whether Value is a number, or a variable that is the same wherever it is declared.
bool KnownNumbers::stays(const Expr *Value) const {
  if (Value->is(ExprKind::Literal))
    return true;
  const Variable *V = Value->is(ExprKind::Variable) ? Value->Var : nullptr;
  return V && (V->Ty->isInteger() || V->Ty->isPointer()) && !V->Constant && !V->AddressTaken &&
         !V->Static && !Known.of(V).Escapes &&
         (V->Kind == Storage::Parameter || V->Kind == Storage::Local) && !Known.of(V).written();
}

/// Puts into S what numbers are known to be that all of it leaves alone, and into the question that
/// S asks first, what they are ahead of it.
void KnownNumbers::use(Stmt &S) {
  auto Replaced = [this](const Expr *E) -> const Expr * {
    auto Found = llvm::find_if(Numbers, [&](const Number &N) { return equal(N.Place, E); });
    return Found == Numbers.end() ? nullptr : Found->Value;
  };
  if (S.is(StmtKind::If) || S.is(StmtKind::Switch))
    S.Value = rewriteValues(M, S.Value, Replaced);
  llvm::erase_if(Numbers, [&](const Number &N) { return !leavesNumberAlone(S, N.Place); });
  if (Numbers.empty())
    return;
  Block Alone;
  Alone.add(&S);
  walk(Alone, [&](Stmt *Each) { rewriteValues(M, *Each, Replaced); });
}

/// Whether Place, a member, holds what is stored to it, and no more.
static bool holdsAll(const Expr *Place) {
  const Field *F = findField(Place->operand()->Ty->nonReference(), Place->Text);
  return F && !F->Bits && !(F->Ty->isPointer() && (F->Smart || F->Shared || F->Reference));
}

/// The object in which Place is a number, or a pointer to numbers that carry derivatives.
static const Variable *objectOfPlace(const Expr *Place) {
  if (!Place->Ty->isPointer())
    return objectOfNumber(Place);
  const Variable *Object = Place->Ty->Element->isReal() ? objectOfPointer(Place) : nullptr;
  bool Constant = !Object || Object->Constant;
  for (const Expr *E = Place; !Constant && !E->is(ExprKind::Variable); E = E->operand()) {
    const Field *F =
        E->is(ExprKind::Member) ? findField(E->operand()->Ty->nonReference(), E->Text) : nullptr;
    Constant |= F && F->Constant;
  }
  return Constant ? nullptr : Object;
}

/// Value is stored to Place.
void KnownNumbers::set(const Expr *Place, const Expr *Value) {
  if (!Place->is(ExprKind::Member) || !isOwn(objectOfPlace(Place)) || !fieldPath(Place) ||
      !holdsAll(Place) || Value->Ty != Place->Ty || !stays(Value))
    return;
  Variable *V = Value->is(ExprKind::Variable) ? Value->Var : nullptr;
  if (V && V->Kind == Storage::Local && V->Ty->isPointer() &&
      llvm::StringRef(V->Name).starts_with(AllocatedName))
    F.rename(V, partName(Place));
  const auto Known = V ? Literals.find(V) : Literals.end();
  Numbers.push_back({Place, Known == Literals.end() ? Value : Known->second});
}

/// Object is made as `{ ... }`.
void KnownNumbers::setParts(const Expr *Object, const Expr *Braces) {
  Builder B(M);
  for (auto [Part, Value] : llvm::zip(Object->Ty->Fields, Braces->Operands)) {
    if (!Value || Part.IsBase)
      continue;
    const Expr *Place = B.member(Object, Part);
    if (Value->is(ExprKind::Braces) && Part.Ty->isRecord())
      setParts(Place, Value);
    else
      set(Place, Value);
  }
}

/// What S says of numbers.
void KnownNumbers::learn(const Stmt &S) {
  if (S.is(StmtKind::Assign) && S.Value && !S.OldSize)
    set(S.Target, S.Value);
  if (S.is(StmtKind::Declare) && S.Value && S.Value->is(ExprKind::Braces) && S.Var->Ty->isRecord())
    setParts(Builder(M).var(S.Var), S.Value);
  if (S.is(StmtKind::Declare) && S.Value && S.Value->Ty == S.Var->Ty && S.Var->Ty->isInteger()) {
    const Expr *Value = S.Value;
    if (const auto Found =
            Value->is(ExprKind::Variable) ? Literals.find(Value->Var) : Literals.end();
        Found != Literals.end())
      Value = Found->second;
    if (Value->is(ExprKind::Literal) && stays(Builder(M).var(S.Var)))
      Literals[S.Var] = Value;
  }
  // A copy has the numbers of what it is made from.
  const Variable *From = S.is(StmtKind::Declare) && S.Value && S.Value->is(ExprKind::Variable)
                             ? S.Value->Var
                             : nullptr;
  if (!isOwn(From) || !isOwn(S.Var) || From->Ty != S.Var->Ty)
    return;
  std::vector<Number> Copied;
  Builder B(M);
  for (const Number &N : Numbers) {
    if (objectOfPlace(N.Place) != From)
      continue;
    const Expr *Place = rewrite(M, N.Place, [&](const Expr *E) -> const Expr * {
      return isVariable(E, From) ? B.var(S.Var) : nullptr;
    });
    if (objectOfPlace(Place))
      Copied.push_back({Place, N.Value});
  }
  Numbers.insert(Numbers.end(), Copied.begin(), Copied.end());
}

void KnownNumbers::in(Block &Bl) {
  for (Stmt *S : Bl.Stmts) {
    use(*S);
    forEachBlock(*S, [&](Block &Nested) {
      const std::vector<Number> Before = Numbers;
      in(Nested);
      Numbers = Before;
    });
    learn(*S);
  }
}

void KnownNumbers::run() {
  bool Jumps = false;
  walk(F.Body, [&](const Stmt *S) {
    Jumps |= S->is(StmtKind::Label);
    if (S->is(StmtKind::Declare) && S->Var->Ty->isReference() && S->Value)
      Bound.insert(rootVariable(S->Value));
  });
  if (!Jumps)
    in(F.Body);
}

void ad::core::replaceKnownNumbers(Module &M, Function &F) { KnownNumbers(M, F).run(); }
