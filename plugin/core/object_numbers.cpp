//===- core/object_numbers.cpp - sizes that objects hold ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/object_numbers.h"
#include "plugin/core/builder.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class ObjectNumbers {
public:
  ObjectNumbers(Module &M, Function &F) : M(M), F(F), B(M) {}
  void in(Block &Bl);

private:
  /// Of the head or the subscripts of a loop in another, each once.
  using Numbers = llvm::SmallVector<const Expr *, 4>;
  Numbers wanted(const Stmt &Loop) const;
  void name(Block &Bl, size_t At, const Expr *Number);

  Module &M;
  Function &F;
  Builder B;
};

} // namespace

/// The variable that is or leads to the object of which E, a member, is a part.
static const Variable *objectOf(const Expr *E) {
  for (; E->is(ExprKind::Member) || E->is(ExprKind::BaseOf); E = E->operand())
    if (const Type *T = E->operand()->Ty->nonReference();
        !T->isRecord() || T->IsUnion || T->IsTagged)
      return nullptr;
  if (E->is(ExprKind::Dereference) && E->operand()->is(ExprKind::Variable) &&
      E->operand()->Var->Kind == Storage::This)
    return E->operand()->Var;
  return E->is(ExprKind::Variable) && E->Var->Kind != Storage::Global ? E->Var : nullptr;
}

const Variable *ad::core::objectOfNumber(const Expr *E) {
  const bool Number =
      E->is(ExprKind::Member) && E->Ty->isInteger() && !E->Ty->IsBool && !E->Ty->IsEnum;
  return Number ? objectOf(E) : nullptr;
}

const Variable *ad::core::objectOfPointer(const Expr *E) {
  return E->is(ExprKind::Member) && E->Ty->isPointer() ? objectOf(E) : nullptr;
}

/// Whether a T may have something like Number among its parts: a pointer, or an integer other than
/// the size of a vector.
static bool holds(const Type *T, const Expr *Number) {
  T = T->nonReference();
  if (T->isReal() || T->isPointer() || T->isInteger())
    return !T->isReal() && T->isPointer() == Number->Ty->isPointer();
  if (T->isArray())
    return holds(T->Element, Number);
  return !T->isRecord() || T->IsTagged || T->IsMap || T->Fields.empty() ||
         llvm::any_of(T->Fields, [&](const Field &Each) { return holds(Each.Ty, Number); });
}

/// Whether V is an object of the function's own to which nothing else leads.
static bool isOwn(const Variable *V) {
  return V && !V->Ty->isReference() && !V->AddressTaken &&
         (V->Kind == Storage::Local || V->Kind == Storage::Parameter);
}

/// Whether a store to Place may change Number, which belongs to the object of Object.
static bool mayStore(const Expr *Place, const Expr *Number, const Variable *Object) {
  if (!isPlace(Place))
    return true;
  if (!holds(Place->Ty, Number))
    return false;
  const Variable *Root = rootVariable(Place);
  if (Root != Object)
    return !isOwn(Root) && !isOwn(Object);
  // `grid.rows = n` is nothing to `grid.columns`.
  const auto Mine = fieldPath(Number), Other = fieldPath(Place);
  return !isOwn(Object) || !Mine || !Other || llvm::StringRef(*Mine).starts_with(*Other) ||
         llvm::StringRef(*Other).starts_with(*Mine);
}

/// Whether who gets hold of E gets hold of a number in Object.
static bool leadsTo(const Expr *E, const Variable *Object) {
  return !isOwn(Object) || mentions(E, Object);
}

bool ad::core::leavesNumberAlone(Stmt &S, const Expr *Number) {
  const Variable *Object =
      Number->Ty->isPointer() ? objectOfPointer(Number) : objectOfNumber(Number);
  bool Leaves = true;
  Block All;
  All.add(&S);
  walk(All, [&](Stmt *Each) {
    Leaves &=
        !(Each->WritesUnknown && (!isOwn(Object) || mentions(*Each, Object))) &&
        Each->Var != Object && !(Each->Target && mayStore(Each->Target, Number, Object)) &&
        llvm::none_of(Each->Writes, [&](const Expr *W) { return mayStore(W, Number, Object); });
    const bool Binds = Each->is(StmtKind::Declare) && Each->Var->Ty->isReference();
    Leaves &= !Binds || Each->Var->Ty->ElementConst || !holds(Each->Value->Ty, Number) ||
              !leadsTo(Each->Value, Object);
    if (Each->is(StmtKind::Call))
      for (auto [P, Given] : llvm::zip(Each->Callee->Params, Each->Operands))
        Leaves &= !(P->Ty->isReference() || P->Ty->isPointer()) || P->Ty->ElementConst ||
                  !holds(P->Ty->Element, Number) || (Given && !leadsTo(Given, Object));
    forEachExpr(*Each, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Leaves &= !Sub->is(ExprKind::AddressOf) || !holds(Sub->operand()->Ty, Number) ||
                  Sub->Ty->ElementConst || !leadsTo(Sub->operand(), Object);
        return true;
      });
    });
  });
  return Leaves;
}

/// Whether Loop has another one that stores numbers in the same elements in each of its
/// iterations.
static bool fillsAnew(const Stmt &Loop) {
  const Variable *Counter = nullptr;
  for (const Stmt *S : Loop.Init.Stmts)
    if (S->is(StmtKind::Declare) && S->Var->Ty->isInteger())
      Counter = S->Var;
  bool Fills = false;
  for (const Stmt *S : Loop.Then.Stmts)
    if (S->is(StmtKind::Loop))
      walk(S->Then, [&](Stmt *Inner) {
        Fills |= isStore(*Inner) && Inner->Target->is(ExprKind::Subscript) &&
                 Inner->Target->Ty->isReal() && !(Counter && mentions(Inner->Target, Counter));
      });
  return Fills;
}

ObjectNumbers::Numbers ObjectNumbers::wanted(const Stmt &Loop) const {
  Numbers Found;
  auto Look = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      const Variable *Object = objectOfNumber(Sub);
      if (!Object)
        return true;
      if (llvm::none_of(Found, [&](const Expr *Known) { return equal(Known, Sub); }))
        Found.push_back(Sub);
      return false;
    });
  };
  walk(Loop.Then, [&](Stmt *S) {
    if (S->is(StmtKind::Loop) && S->Value)
      Look(S->Value);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (Sub->is(ExprKind::Subscript))
          Look(Sub->operand(1));
        return true;
      });
    });
  });
  return Found;
}

std::string ad::core::partName(const Expr *E) {
  std::string Name;
  for (; !E->is(ExprKind::Variable); E = E->operand())
    if (E->is(ExprKind::Member))
      Name = fieldLabel(E->Text).trim('_').str() + (Name.empty() ? "" : "_") + Name;
  return E->Var->Kind == Storage::This ? Name : E->Var->Name + "_" + Name;
}

/// Declares a name for Number ahead of the loop At of Bl, for that and for what follows as long as
/// it leaves the number alone.
void ObjectNumbers::name(Block &Bl, size_t At, const Expr *Number) {
  Variable *V = F.variable(partName(Number), Number->Ty);
  V->Const = true;
  V->Loc = Bl.Stmts[At]->Loc;
  Block Named;
  for (size_t I = At; I < Bl.Stmts.size() && leavesNumberAlone(*Bl.Stmts[I], Number); ++I)
    Named.add(Bl.Stmts[I]);
  walk(Named, [&](Stmt *S) {
    rewriteValues(M, *S, [&](const Expr *E) { return equal(E, Number) ? B.var(V) : nullptr; });
  });
  Stmt *Declare = B.declare(V, Number);
  Declare->Loc = V->Loc;
  Bl.Stmts.insert(Bl.Stmts.begin() + At, Declare);
}

void ObjectNumbers::in(Block &Bl) {
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt &S = *Bl.Stmts[I];
    if (S.is(StmtKind::Loop) && !jumps(S) && fillsAnew(S))
      for (const Expr *Number : wanted(S))
        if (leavesNumberAlone(S, Number))
          name(Bl, I++, Number);
    forEachBlock(S, [&](Block &Part) { in(Part); });
  }
}

void ad::core::nameObjectNumbers(Module &M, Function &F) { ObjectNumbers(M, F).in(F.Body); }
