//===- modes/reverse_parts.cpp - records that only name their parts -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `const State k = {v, force(x, v)};`, of which nothing else is used than `k.x` and `k.v`, is two
// numbers that never change (scalar replacement of aggregates). As such they can be computed again
// where their adjoints need them; as parts of an object they would have to be recorded. So are the
// parts of `const State k = states[i];`, and of `State k = i > 0 ? states[i - 1] : State{x, 0};`.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// `V.f`, where V is a variable: V.
static const Variable *ownerOf(const Expr *E) {
  return E->is(ExprKind::Member) && E->operand()->is(ExprKind::Variable) ? E->operand()->Var
                                                                         : nullptr;
}

static bool isIdentifier(llvm::StringRef Name) {
  return !Name.empty() && llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// Whether a T is a few numbers with names, and nothing else.
static bool isNumbers(const Type *T, bool RealOnly = false) {
  constexpr size_t Few = 8;
  return T->isRecord() && T->IsBytes && !T->IsVector && !T->Owns && !T->IsTagged && !T->IsUnion &&
         !T->IsMap && T->Fields.size() <= Few && llvm::all_of(T->Fields, [&](const Field &F) {
           const bool Named = !F.IsBase && F.Exists.empty() && isIdentifier(F.Name);
           return Named && (F.Ty->isReal() || (F.Ty->isInteger() && !RealOnly)) && !F.Constant;
         });
}

/// Whether E lists a value for each of the parts of a record.
static bool listsParts(const Expr *E) {
  return E->is(ExprKind::Braces) && E->Operands.size() == E->Ty->Fields.size() &&
         llvm::all_of(llvm::zip(E->Operands, E->Ty->Fields), [](const auto &Each) {
           return std::get<0>(Each)->Ty == std::get<1>(Each).Ty;
         });
}

/// Whether E, a record, tells what each of its parts is: it lists them, it is a copy of one in
/// memory (with Copies), or one of two such.
static bool tellsParts(const Expr *E, bool Copies = true) {
  constexpr unsigned Cheap = 8;
  if (!E->is(ExprKind::Conditional))
    return listsParts(E) || (Copies && isPlace(E) && cost(E) <= Cheap);
  const Expr *If = E->operand();
  bool Pure = cost(If) <= Cheap;
  walk(If, [&](const Expr *Sub) { return Pure &= !Sub->is(ExprKind::Opaque); });
  return Pure && llvm::all_of(llvm::drop_begin(E->Operands), [&](const Expr *Arm) {
           return Arm->Ty->nonReference() == E->Ty->nonReference() && tellsParts(Arm);
         });
}

/// Part I of E, as it tells it.
static const Expr *partOf(Builder &B, const Expr *E, size_t I) {
  if (E->is(ExprKind::Conditional))
    return B.conditional(E->operand(), partOf(B, E->operand(1), I), partOf(B, E->operand(2), I));
  return E->is(ExprKind::Braces) ? E->operand(I) : B.member(E, E->Ty->nonReference()->Fields[I]);
}

/// Whether S declares a record of numbers: each with its value, or the copy of one in memory.
static bool namesParts(const Stmt &S) {
  if (!S.is(StmtKind::Declare) || !S.Value || S.Value->Ty != S.Var->Ty)
    return false;
  const Variable *V = S.Var;
  return V->Kind == Storage::Local && !V->Static && !V->AddressTaken && !V->Constant &&
         isNumbers(V->Ty) && tellsParts(S.Value, V->Const);
}

/// Whether V is an object of the function's own that holds what it stores.
static bool isOwnObject(const Variable *V) {
  return V && V->Kind == Storage::Local && !V->Ty->isReference() && !V->Ty->isPointer() &&
         !V->AddressTaken;
}

/// Whether S stores numbers in a record, some of which are made of what was there, and each may be
/// stored by itself: none is made of another that is stored here.
static bool storesParts(const Stmt &S, Builder &B) {
  if (!S.is(StmtKind::Assign) || S.OldSize || !isPlace(S.Target) || S.Value->Ty != S.Target->Ty ||
      !isNumbers(S.Target->Ty, /*RealOnly=*/true) || !listsParts(S.Value) || cost(S.Target) > 8)
    return false;
  const Variable *Root = rootVariable(S.Target);
  bool Apart = true, Reads = false;
  for (const auto &[Value, Part] : llvm::zip(S.Value->Operands, S.Target->Ty->Fields)) {
    const Expr *Own = B.member(S.Target, Part);
    walk(Value, [&](const Expr *E) {
      Apart &= !E->is(ExprKind::Opaque) && !E->is(ExprKind::AddressOf);
      if (!isPlace(E))
        return true;
      if (equal(E, Own)) {
        Reads = true;
        return false;
      }
      const Variable *Other = rootVariable(E);
      const bool Number = E->is(ExprKind::Variable) && E->Ty->isScalar() && isOwnObject(E->Var);
      Apart &= Number || !E->Ty->isReal() ||
               (Other != Root && (isOwnObject(Other) || isOwnObject(Root)));
      return true;
    });
  }
  return Apart && Reads;
}

/// `f[i] = {f[i].x + d.x, f[i].y + d.y};`: `f[i].x += d.x; f[i].y += d.y;`.
void Reverse::storeParts() {
  changeBlocks(Body, [&](Block &Bl) {
    std::vector<Stmt *> Result;
    for (Stmt *S : Bl.Stmts) {
      if (!storesParts(*S, B)) {
        Result.push_back(S);
        continue;
      }
      for (size_t I = 0; I < S->Value->Operands.size(); ++I) {
        const Expr *Part = B.member(S->Target, S->Target->Ty->Fields[I]);
        const Expr *Value = S->Value->operand(I);
        if (equal(Value, Part))
          continue;
        const bool Sum = Value->is(ExprKind::Binary) &&
                         (Value->Text == "+" || Value->Text == "-") &&
                         equal(Value->operand(0), Part) && Value->operand(1)->Ty == Part->Ty;
        Stmt *Store = Sum ? B.accumulate(Part, Value->Text == "+" ? Value->operand(1)
                                                                  : B.neg(Value->operand(1)))
                          : B.assign(Part, Value);
        Store->Loc = S->Loc;
        Store->Origin = S->Origin ? S->Origin + 16 * unsigned(I + 1) : 0;
        Result.push_back(Store);
      }
    }
    Bl.Stmts = std::move(Result);
    return false;
  });
}

/// Replaces them.
void Reverse::namePartsOfRecords() {
  // 1. Those of which only parts are read.
  VariableSet Records;
  walk(Body, [&](Stmt *S) {
    if (namesParts(*S))
      Records.insert(S->Var);
  });
  walk(Body, [&](Stmt *S) {
    auto Exclude = [&](const Expr *Place) {
      if (const Variable *Root = Place && isPlace(Place) ? rootVariable(Place) : nullptr)
        Records.erase(Root);
    };
    Exclude(S->Target);
    for (const Expr *W : S->Writes)
      Exclude(W);
    if (!namesParts(*S))
      Records.erase(S->Var);
    if (S->is(StmtKind::Call) || S->is(StmtKind::Opaque))
      for (const Expr *Op : S->Operands)
        Exclude(Op);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (ownerOf(Sub))
          return false;
        if (Sub->is(ExprKind::Variable))
          Records.erase(Sub->Var);
        return true;
      });
    });
  });
  if (Records.empty())
    return;
  // 2. A number for each part.
  std::map<std::pair<const Variable *, std::string>, Variable *> Parts;
  changeBlocks(Body, [&](Block &Bl) {
    std::vector<Stmt *> Result;
    for (Stmt *S : Bl.Stmts) {
      if (!S->is(StmtKind::Declare) || !Records.contains(S->Var)) {
        Result.push_back(S);
        continue;
      }
      for (size_t I = 0; I < S->Var->Ty->Fields.size(); ++I) {
        const Field &F = S->Var->Ty->Fields[I];
        Variable *Part = local(S->Var->Name + "_" + F.Name, F.Ty, /*Const=*/true);
        Part->Loc = S->Var->Loc;
        Part->Temporary = true;
        Parts[{S->Var, F.Name}] = Part;
        Stmt *D = B.declare(Part, partOf(B, S->Value, I));
        D->Loc = S->Loc;
        D->Origin = S->Origin ? S->Origin + 16 * unsigned(I + 1) : 0;
        Result.push_back(D);
      }
    }
    Bl.Stmts = std::move(Result);
    return false;
  });
  walk(Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      const Variable *Owner = ownerOf(E);
      return Owner && Records.contains(Owner) ? B.var(Parts.at({Owner, E->Text})) : nullptr;
    });
  });
}
