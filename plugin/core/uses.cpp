//===- core/uses.cpp - how a function uses its variables ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad::core;

const Variable *ad::core::slotArray(const Expr *E) {
  unsigned Subscripts = 0;
  for (; E->is(ExprKind::Subscript); E = E->operand())
    ++Subscripts;
  // What a pointer that is kept in the array leads to is not in the array.
  return Subscripts && E->is(ExprKind::Variable) && E->Var->Subscripts == Subscripts ? E->Var
                                                                                     : nullptr;
}

static void collectWords(llvm::StringRef Text, llvm::StringSet<> &Words) {
  auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!Text.empty()) {
    Text = Text.drop_until(IsWord);
    llvm::StringRef Word = Text.take_while(IsWord);
    Words.insert(Word);
    Text = Text.drop_front(Word.size());
  }
}

Uses::Uses(const Function &F) {
  walk(F.Body, [&](Stmt *S) { statement(*S); });
}

void Uses::value(const Expr *E) {
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Variable))
      ++Map[Sub->Var].Reads;
    if (Sub->is(ExprKind::AddressOf))
      if (const Variable *Root = rootVariable(Sub->operand()))
        Map[Root].Escapes = true;
    if (Sub->is(ExprKind::Opaque)) {
      collectWords(Sub->Text, Words);
      for (const Expr *Operand : Sub->Operands)
        lend(Operand);
    }
    return true;
  });
}

void Uses::lend(const Expr *E) {
  if (isPlace(E))
    if (const Variable *Root = rootVariable(E))
      Map[Root].Lent = true;
}

/// The place E is written: its root is no read, its subscripts and pointers are.
void Uses::target(const Expr *E) {
  switch (E->Kind) {
  case ExprKind::Variable:
    return;
  case ExprKind::Member:
  case ExprKind::BaseOf:
    return target(E->operand());
  case ExprKind::Subscript:
    if (E->Operands[1])
      value(E->operand(1));
    if (!E->operand()->Ty->isPointer())
      return target(E->operand());
    return value(E->operand());
  default:
    return value(E);
  }
}

/// Whether who holds a T can change a pointer that others hold.
static bool reachesPointers(const Type *T, llvm::SmallPtrSetImpl<const Type *> &Asked) {
  if (T->isArray())
    return reachesPointers(T->Element, Asked);
  if (T->isReference() || T->isPointer())
    return (!T->ElementConst && holdsHandle(T->Element)) ||
           (Asked.insert(T).second && reachesPointers(T->Element, Asked));
  return T->isRecord() &&
         anyPart(T, [&](const Type *Part) { return reachesPointers(Part, Asked); });
}

/// Whether a call of F may leave a pointer to what it is given in what it returns, or in an object
/// of its caller's.
static bool mayHandOut(const Function &F) {
  llvm::SmallPtrSet<const Type *, 4> Asked;
  return holdsHandle(F.Result) ||
         llvm::any_of(F.Params, [&](const Variable *P) { return reachesPointers(P->Ty, Asked); });
}

void Uses::statement(const Stmt &S) {
  if (S.Var && (S.is(StmtKind::Declare) || S.Declares))
    ++Map[S.Var].Declarations;
  else if (S.Var && !S.is(StmtKind::ReleaseArray) && !S.is(StmtKind::Restore))
    ++Map[S.Var].OtherWrites;
  if (S.Target && !(S.is(StmtKind::Restore) && S.Declares)) {
    target(S.Target);
    bool IsStore = S.is(StmtKind::Assign) || S.is(StmtKind::Accumulate);
    if (const Variable *Root = rootVariable(S.Target))
      ++(IsStore ? Map[Root].Stores : Map[Root].OtherWrites);
    else if (const Variable *Array = IsStore ? slotArray(S.Target) : nullptr)
      ++Map[Array].SlotStores;
  }
  value(S.Value);
  for (const Expr *Operand : S.Operands)
    value(Operand);
  for (const SwitchCase &Case : S.Cases)
    for (const Expr *Label : Case.Labels)
      value(Label);
  if (S.is(StmtKind::Call))
    for (auto [Argument, Parameter] : llvm::zip(S.Operands, S.Callee->Params))
      if (Parameter->Ty->isReference() && !Parameter->Ty->ElementConst && isPlace(Argument))
        if (const Variable *Root = rootVariable(Argument))
          ++Map[Root].OtherWrites;
  if (S.is(StmtKind::Call) && mayHandOut(*S.Callee))
    for (auto [Argument, Parameter] : llvm::zip(S.Operands, S.Callee->Params))
      if (Parameter->Ty->isReference() && isPlace(Argument))
        if (const Variable *Root = rootVariable(Argument))
          Map[Root].Escapes = true;
  if (!S.is(StmtKind::Opaque))
    return;
  collectWords(S.Text, Words);
  for (const Expr *Operand : S.Operands)
    lend(Operand);
  for (const Expr *Place : S.Writes) {
    target(Place);
    if (const Variable *Root = rootVariable(Place))
      ++Map[Root].OtherWrites;
  }
}

bool Uses::isPrivate(const Variable *V) const {
  return V->Kind == Storage::Local && !V->AddressTaken && !V->Static && !of(V).Escapes &&
         !Words.contains(V->Name);
}

bool Uses::readsMemory(const Expr *E) const {
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    bool ByValue = Sub->is(ExprKind::Variable) && Sub->Var->Kind != Storage::Global &&
                   !Sub->Var->Ty->isReference() && !Sub->Var->AddressTaken && !of(Sub->Var).Escapes;
    Reads |= (Sub->is(ExprKind::Variable) && !ByValue) || Sub->is(ExprKind::Dereference) ||
             Sub->is(ExprKind::Opaque) ||
             (Sub->is(ExprKind::Subscript) && Sub->operand()->Ty->isPointer());
    return !Reads;
  });
  return Reads;
}

bool ad::core::mentions(const Stmt &S, const Variable *V) {
  bool Found = S.Var == V;
  forEachExpr(S, [&](const Expr *E) { Found |= mentions(E, V); });
  for (const Expr *Place : S.Writes)
    Found |= mentions(Place, V);
  if (Found)
    return true;
  forEachBlock(const_cast<Stmt &>(S), [&](Block &B) {
    Found |= llvm::any_of(B.Stmts, [&](const Stmt *Inner) { return mentions(*Inner, V); });
  });
  return Found;
}

bool ad::core::removable(const Expr *E) {
  bool Acts = false;
  walk(E, [&](const Expr *Sub) {
    Acts |= Sub->is(ExprKind::Opaque) && llvm::StringRef(Sub->Text).contains(".at(");
    Acts |= inserts(Sub);
    return !Acts;
  });
  return !Acts;
}

bool ad::core::continues(const Block &B) {
  return llvm::any_of(B.Stmts, [](Stmt *S) {
    bool Inside = S->is(StmtKind::Continue);
    if (!S->is(StmtKind::Loop))
      forEachBlock(*S, [&](Block &Part) { Inside |= continues(Part); });
    return Inside;
  });
}

/// Whether a T is made of numbers and pointers alone, so that it comes and goes without a trace.
static bool isPlain(const Type *T) {
  if (T->isArray() && !T->IsVector)
    return isPlain(T->Element);
  if (T->isRecord())
    return T->TrivialCopy && !T->Owns && !T->IsVector && !T->IsMap &&
           llvm::all_of(T->Fields, [](const Field &F) { return isPlain(F.Ty); });
  return T->isReal() || T->isInteger() || T->isPointer();
}

/// Whether S is `std::vector<double> v(n);`, which only a lack of memory can stop.
static bool declaresSized(const Stmt &S) {
  return S.is(StmtKind::Declare) && S.Var->Ty->IsVector && isPlain(S.Var->Ty->Element) &&
         !S.Var->Static && S.Value && S.Value->is(ExprKind::Opaque) &&
         S.Value->Text == S.Var->Ty->Spelling + "($0)" && S.Value->operand()->Ty->isInteger() &&
         removable(S.Value->operand());
}

bool ad::core::isQuiet(const Stmt &S, llvm::function_ref<bool(const Function &)> Calls) {
  if (declaresSized(S))
    return true;
  switch (S.Kind) {
  case StmtKind::Call:
    if (!Calls || !Calls(*S.Callee))
      return false;
    break;
  case StmtKind::Declare:
  case StmtKind::Assign:
  case StmtKind::Accumulate:
  case StmtKind::If:
  case StmtKind::Loop:
  case StmtKind::Switch:
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return:
  case StmtKind::Block:
  case StmtKind::Comment:
    break;
  default:
    return false;
  }
  bool Quiet = !S.OldSize && (!S.Var || isPlain(S.Var->Ty)) && (!S.Target || isPlain(S.Target->Ty));
  forEachExpr(S, [&](const Expr *E) {
    Quiet &= removable(E);
    walk(E, [&](const Expr *Sub) {
      Quiet &= !Sub->is(ExprKind::Opaque) || Sub->Operands.empty();
      return Quiet;
    });
  });
  return Quiet;
}

bool ad::core::isQuiet(const Block &Bl, llvm::function_ref<bool(const Function &)> Calls) {
  bool Quiet = true;
  walk(Bl, [&](Stmt *S) { Quiet &= isQuiet(*S, Calls); });
  return Quiet;
}

unsigned ad::core::storesIn(const Block &B, const Variable *V) {
  unsigned Number = 0;
  walk(B, [&](Stmt *S) {
    Number += (S->Target && rootVariable(S->Target) == V) || S->Var == V ||
              llvm::any_of(S->Writes, [&](const Expr *W) { return rootVariable(W) == V; });
  });
  return Number;
}

bool ad::core::jumps(const Stmt &S) {
  bool Found = S.is(StmtKind::Goto) || S.is(StmtKind::Label);
  forEachBlock(const_cast<Stmt &>(S), [&](Block &B) {
    Found |= llvm::any_of(B.Stmts, [](const Stmt *Inner) { return jumps(*Inner); });
  });
  return Found;
}

std::optional<int64_t> ad::core::knownInteger(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->Ty->isInteger())
    E = E->operand();
  if (E->is(ExprKind::Variable) && E->Ty->isInteger())
    return E->Var->Number;
  int64_t Number;
  const bool Plain = E->is(ExprKind::Literal) && !llvm::StringRef(E->Text).getAsInteger(10, Number);
  return Plain ? std::optional(Number) : std::nullopt;
}

bool ad::core::runsAFewTimes(const Stmt &Loop) {
  constexpr int64_t Few = 8;
  auto IsSmall = [](const Expr *E) {
    const std::optional<int64_t> Number = E ? knownInteger(E) : std::nullopt;
    return Number && std::abs(*Number) <= Few;
  };
  return Loop.Init.Stmts.size() == 1 && Loop.Value && IsSmall(Loop.Init.Stmts[0]->Value) &&
         Loop.Value->is(ExprKind::Binary) && IsSmall(Loop.Value->operand(1));
}
