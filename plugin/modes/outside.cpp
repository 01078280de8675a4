//===- modes/outside.cpp - memory that a function finds by itself ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What pointers of globals lead to, and what functions marked [[ad::constant]] return references or
// pointers to, has no derivative of its own. To read it is to read a constant; a value that depends
// on a parameter and is stored there would come back as one. A reference that such a function was
// given storage with derivatives for may lead there: nothing is to be written through it.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/activity.h"
#include "plugin/core/walk.h"
#include "plugin/modes/modes.h"
#include "plugin/modes/specialise.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {
class Outside {
public:
  /// Given: parameters that lead outside.
  Outside(Context &C, Function &F, llvm::ArrayRef<Variable *> Given,
          llvm::SmallPtrSetImpl<Function *> &Asked)
      : C(C), F(F), Active(F, F.Body), Asked(Asked) {
    for (const Variable *P : Given)
      Leads[P] = P;
    for (bool Changed = true; Changed;) {
      const size_t Known = Leads.size() + Mixed.size();
      walk(F.Body, [&](Stmt *S) { follow(*S); });
      Changed = Leads.size() + Mixed.size() != Known;
    }
  }

  /// The first statement that stores there what has a derivative, or may overwrite what has one.
  const Stmt *stores() {
    const Stmt *Found = nullptr;
    walk(F.Body, [&](Stmt *S) {
      if (!Found && storesItself(*S))
        Found = S;
    });
    return Found;
  }
  /// The global by which Found gets there; null: a function's result.
  const Variable *By = nullptr;

private:
  Context &C;
  Function &F;
  analysis::Activity Active;
  llvm::SmallPtrSetImpl<Function *> &Asked;
  /// Local variables with pointers that lead outside, and the globals that these are from.
  llvm::DenseMap<const Variable *, const Variable *> Leads;
  llvm::DenseSet<const Variable *> Mixed; ///< pointers that may lead to storage with derivatives

  bool through(const Variable *V, bool Pointer);
  bool leads(const Expr *E);
  bool lies(const Expr *Place);
  bool mixed(const Expr *Place) const;
  void follow(const Stmt &S);
  bool storesItself(const Stmt &S);
  bool storesInCall(const Stmt &S);
};
} // namespace

/// Whether pointers in V lead outside.
bool Outside::through(const Variable *V, bool Pointer) {
  const bool Global = V->Kind == Storage::Global && !V->Constant && (Pointer || !V->Const);
  auto Known = Leads.find(V);
  if (!Global && (!Pointer || Known == Leads.end()))
    return false;
  By = Global ? V : Known->second;
  return true;
}

/// Whether the pointers in E lead there.
bool Outside::leads(const Expr *E) {
  if (!E->Ty || !holdsHandle(E->Ty->nonReference()))
    return E->Ty && E->Ty->isArray() && lies(E);
  switch (E->Kind) {
  case ExprKind::Variable:
    return through(E->Var, /*Pointer=*/true);
  case ExprKind::Member:
  case ExprKind::BaseOf:
  case ExprKind::Subscript:
  case ExprKind::Dereference:
    if (analysis::inConstantField(E))
      return false;
    if (const Variable *Root = rootVariable(E))
      return through(Root, /*Pointer=*/true);
    return rootPointer(E) && leads(rootPointer(E));
  case ExprKind::AddressOf:
    return lies(E->operand());
  case ExprKind::Conditional:
    return leads(E->operand(1)) || leads(E->operand(2));
  case ExprKind::Opaque:
    if (!E->Followed.empty())
      return lies(E->operand());
    By = nullptr;
    return E->Ty->isPointer() && !E->Allocates;
  default:
    return llvm::any_of(E->Operands, [&](const Expr *O) { return leads(O); });
  }
}

/// Whether the place Place lies there.
bool Outside::lies(const Expr *Place) {
  if (!isPlace(Place) || analysis::inConstantField(Place))
    return false;
  if (const Variable *Root = rootVariable(Place))
    return through(Root, Root->Ty->isReference());
  return rootPointer(Place) && leads(rootPointer(Place));
}

bool Outside::mixed(const Expr *Place) const {
  const Expr *Pointer = rootVariable(Place) ? nullptr : rootPointer(Place);
  const Variable *Root = Pointer && isPlace(Pointer) ? rootVariable(Pointer) : nullptr;
  return Root && Mixed.contains(Root);
}

void Outside::follow(const Stmt &S) {
  if (S.is(StmtKind::Opaque) && !S.OldSize && S.Followed.empty())
    for (const Expr *W : S.Writes)
      if (W->is(ExprKind::Variable) && W->Ty->isPointer() && W->Ty->Differentiable) {
        Leads.try_emplace(W->Var, nullptr);
        if (llvm::any_of(S.Operands,
                         [&](const Expr *O) { return !equal(O, W) && Active.varied(O); }))
          Mixed.insert(W->Var);
      }
  const Variable *To = S.is(StmtKind::Declare) ? S.Var
                       : S.Target              ? rootVariable(S.Target)
                                               : nullptr;
  if (!To || !S.Value || To->Kind == Storage::Global || !leads(S.Value))
    return;
  Leads.try_emplace(To, By);
  walk(S.Value, [&](const Expr *E) {
    if (E->is(ExprKind::Variable) && Mixed.contains(E->Var))
      Mixed.insert(To);
    return true;
  });
}

/// Whether the call S stores such values there.
bool Outside::storesInCall(const Stmt &S) {
  std::vector<bool> There(S.Operands.size());
  const Variable *First = nullptr;
  bool Any = false, Varies = false;
  for (size_t I = 0; I < S.Operands.size() && I < S.Callee->Params.size(); ++I) {
    const Variable *P = S.Callee->Params[I];
    const Expr *A = S.Operands[I];
    const Type *T = P->Ty;
    if (!T->Differentiable || P->Constant || !A->Ty || !A->Ty->Differentiable)
      continue;
    const bool Writable = (T->isReference() || T->isPointer())
                              ? !T->ElementConst || holdsHandle(T->Element)
                              : holdsHandle(T);
    There[I] = Writable && ((T->isReference() && lies(A)) || leads(A));
    if (There[I] && !Any)
      First = By;
    Any |= There[I];
    Varies |= !There[I] && Active.varied(A);
  }
  if (!Any || !Varies)
    return false;
  Function *Special = specialise(C, *S.Callee, There);
  bool Stores = !Special && !S.Callee->Failed;
  if (Special && Asked.insert(Special).second) {
    llvm::SmallVector<Variable *, 4> Given;
    for (size_t I = 0; I < There.size(); ++I)
      if (There[I])
        Given.push_back(Special->Params[I]);
    Stores = Outside(C, *Special, Given, Asked).stores();
  }
  By = First;
  return Stores;
}

bool Outside::storesItself(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    return S.Target->Ty->Differentiable && lies(S.Target) &&
           (Active.varied(S.Value) || mixed(S.Target));
  case StmtKind::Call:
    return storesInCall(S);
  case StmtKind::Opaque:
    if (S.OldSize && S.Value)
      return lies(S.Target) && (Active.varied(S.Value) || mixed(S.Target));
    return S.Exchanges && lies(S.Operands[0]) != lies(S.Operands[1]) &&
           (Active.varied(S.Operands[0]) || Active.varied(S.Operands[1]));
  default:
    return false;
  }
}

bool modes::checkOutside(Context &C, Function &F) {
  llvm::SmallPtrSet<Function *, 8> Asked;
  Outside Memory(C, F, {}, Asked);
  const Stmt *S = Memory.stores();
  if (!S)
    return true;
  const Variable *By = Memory.By;
  const std::string What =
      !By ? "what a function without derivatives refers to"
          : (holdsHandle(By->Ty) ? "what '" + By->Name + "' leads to" : "'" + By->Name + "'") +
                ", which outlives the call";
  C.error(S->Loc ? S->Loc : F.Loc, "cannot differentiate a write to " + What,
          "pass it as a parameter, or write it in a function marked [[ad::constant]]");
  return false;
}
