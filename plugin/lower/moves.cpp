//===- lower/moves.cpp - what moves and swaps leave behind ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A move takes the storage of what it moves from: vectors are exchanged with empty ones, maps give
// their elements, and objects that Core does not look into are left as the library leaves them.
// Pointers into what was moved lead to where it is now.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Whether E names an object whose contents may be taken, `std::move(v)`. What a return statement
/// moves from is gone anyway.
bool FunctionLowering::givesUp(const Expr *E) {
  E = E->IgnoreParens();
  return E->isXValue() && !E->getType().isConstQualified() && !isa<ImplicitCastExpr>(E) &&
         !isa<MaterializeTemporaryExpr>(E);
}

bool losesByMove(const core::Type *T) {
  if (T->IsVector || T->IsMap)
    return true;
  if (T->isArray())
    return core::holdsVector(T);
  llvm::StringRef Name = T->Spelling;
  if (T->is(core::TypeKind::Opaque) && Name.consume_front("std::"))
    return llvm::StringSwitch<bool>(Name.take_until([](char C) { return C == '<'; }))
        .Cases("string", "stringstream", "ostringstream", "istringstream", true)
        .Cases("vector", "list", "forward_list", "deque", true)
        .Cases("set", "multiset", "unordered_set", "unordered_multiset", true)
        .Cases("map", "multimap", "unordered_map", "unordered_multimap", true)
        .Cases("queue", "stack", "priority_queue", true)
        .Cases("pair", "tuple", "optional", "variant", "shared_ptr", true)
        .Default(false);
  return T->isRecord() && llvm::any_of(T->Fields, [](const core::Field &Fd) {
           return Fd.Shared || losesByMove(Fd.Ty);
         });
}

/// The vectors in To take the storage of those in From, which are empty then; other parts of From
/// are left as a move leaves them.
void FunctionLowering::takeVectors(const core::Expr *To, const core::Expr *From,
                                   SourceLocation Loc) {
  const core::Type *T = To->Ty->nonReference();
  if (!losesByMove(T))
    return;
  if (T->is(core::TypeKind::Opaque)) { // as the library leaves it
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = "(void)" + T->Spelling + "(std::move($0))";
    S->Operands = S->Writes = {From};
    return emit(S);
  }
  if (T->IsMap) {
    copyMap(To, zero(T, Loc), Loc);
    return takeMap(To, From, Loc);
  }
  if (T->IsVector && llvm::StringRef(T->Spelling).starts_with("std::valarray"))
    return assignVector(To, From, Loc);
  if (T->IsVector) {
    resize(To, "$0.clear()", {}, nullptr, literal("0", M.intType(), Loc), Loc);
    return exchange(To, From, Loc);
  }
  if (!T->isRecord())
    return error(Loc, "cannot differentiate a move of an array of vectors", "swap them in a loop");
  for (const core::Field &Fd : T->Fields)
    if (Fd.Shared)
      assign(part(From, Fd), literal("nullptr", Fd.Ty, Loc), Loc);
    else if (L.isOwnMatrix(T) && Fd.Ty->isInteger()) // its shape
      assign(part(From, Fd), literal("0", Fd.Ty, Loc), Loc);
    else
      takeVectors(part(To, Fd), part(From, Fd), Loc);
}

/// Value, as it goes elsewhere: what cannot be copied is moved.
const core::Expr *FunctionLowering::movedOn(const core::Expr *Value, SourceLocation Loc) {
  if (!Value || !holdsUnfollowedUnique(Value->Ty) || !core::isPlace(Value))
    return Value;
  if (const core::Variable *V = core::rootVariable(Value))
    const_cast<core::Variable *>(V)->Const = false;
  core::Expr *Moved = const_cast<core::Expr *>(opaque("std::move($0)", Value->Ty, {Value}, Loc));
  Moved->ReadsMemory = true;
  return Moved;
}

/// Target = Value; Moves: from Value, if it is a place. Target, as it was found before.
const core::Expr *FunctionLowering::assignOrMove(const core::Expr *Target, const core::Expr *Value,
                                                 bool Moves, SourceLocation Loc) {
  Moves &= core::isPlace(Value) && losesByMove(Target->Ty);
  const core::Block Whole = written(Target, Loc);
  Target = steady(Target, Whole, Loc);
  if (Moves)
    Value = steady(checkWritten(Value, Loc), Whole, Loc);
  assign(Target, Value, Loc);
  if (Moves)
    takeVectors(Target, Value, Loc);
  return Target;
}

/// A new object, Into or one of its own, that is moved from the one at Place.
const core::Expr *FunctionLowering::takenFrom(const core::Expr *Place, core::Variable *Into,
                                              SourceLocation Loc) {
  checkWritten(Place, Loc);
  const core::Type *Ty = Place->Ty->nonReference();
  if (!Into && Ty->isRecord() && isMapHolder(Ty)) {
    const core::Expr *Made = rawObject(Ty, "moved", Loc);
    takeHolder(Made, Place, Loc);
    SpareMaps.insert(Made->Var);
    return Made;
  }
  const bool Passing = !Into;
  if (!Into) {
    Into = F.variable("moved", Ty);
    Into->Loc = Loc.getRawEncoding();
    MovedInPassing.insert(Into);
  }
  Into->Const = false;
  Changing.insert(Into);
  if (Ty->IsMap) {
    declareMap(Into, Loc);
    takeMap(name(Into, Loc), Place, Loc);
    if (Passing)
      SpareMaps.insert(Into);
    return name(Into, Loc);
  }
  if (Ty->IsVector) {
    const core::Expr *Made = declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
    exchange(Made, Place, Loc);
    return Made;
  }
  declare(Into, Place, Loc);
  takeVectors(name(Into, Loc), Place, Loc);
  return name(Into, Loc);
}

/// Exchanges two vectors, storage and all: pointers into one then lead into the other.
void FunctionLowering::exchange(const core::Expr *A, const core::Expr *B, SourceLocation Loc) {
  checkResizable(A, Loc);
  checkResizable(B, Loc);
  refuseIteratorsInto(A, Loc);
  refuseIteratorsInto(B, Loc);
  for (const auto &[D, Place] : References)
    for (const core::Expr *Step = Place;
         Step->is(ExprKind::Subscript) || Step->is(ExprKind::Member) || Step->is(ExprKind::BaseOf);
         Step = Step->operand()) {
      const core::Expr *Whole = Step->operand();
      const core::Variable *Root = core::rootVariable(Whole);
      if (Step->is(ExprKind::Subscript) && Whole->Ty == A->Ty && Root &&
          (Root == core::rootVariable(A) || Root == core::rootVariable(B)))
        return error(Loc,
                     "cannot differentiate: '" + plainName(D, "a reference") +
                         "' refers to an element of a vector whose storage is exchanged here",
                     "use an index, or end the scope of the reference before");
    }
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = "$0.swap($1)";
  S->Operands = S->Writes = {A, B};
  S->Exchanges = true;
  emit(S);
  counted(A, sizeOf(A, Loc), Loc);
  counted(B, sizeOf(B, Loc), Loc);
}

/// What is moved in passing is copied to where it goes, so pointers into it stay behind.
void FunctionLowering::refusePointersIntoMoved() {
  if (MovedInPassing.empty())
    return;
  // 1. The statements in order, and the last one of each loop.
  std::vector<core::Stmt *> Order;
  core::walk(F.Body, [&](core::Stmt *S) { Order.push_back(S); });
  auto EndOf = [&](size_t Loop) {
    size_t End = Loop;
    for (core::Block *B :
         {&Order[Loop]->Init, &Order[Loop]->Setup, &Order[Loop]->Then, &Order[Loop]->Step})
      core::walk(*B, [&](core::Stmt *) { ++End; });
    return End;
  };
  for (size_t At = 0; At < Order.size(); ++At) {
    const core::Stmt *Move = Order[At];
    if (!Move->Exchanges || !MovedInPassing.contains(core::rootVariable(Move->Operands[0])))
      continue;
    const core::Variable *From = core::rootVariable(Move->Operands[1]);
    // 2. The variables that lead into the vector.
    llvm::DenseMap<const core::Variable *, size_t> Leading;
    auto Leads = [&](const core::Expr *E) {
      bool Found = false;
      core::walk(E, [&](const core::Expr *X) {
        Found |= (X->is(ExprKind::AddressOf) && X->operand()->is(ExprKind::Subscript) && From &&
                  core::rootVariable(X->operand()) == From) ||
                 (X->is(ExprKind::Variable) && Leading.count(X->Var));
        return !Found;
      });
      return Found;
    };
    for (size_t Known = ~size_t(0); Known != Leading.size();) {
      Known = Leading.size();
      for (size_t I = 0; I < Order.size(); ++I) {
        const core::Stmt *S = Order[I];
        const core::Variable *To = S->Target ? core::rootVariable(S->Target) : S->Var;
        bool Keeps = S->is(StmtKind::Declare) || S->is(StmtKind::Assign);
        if (Keeps && To && To != From && S->Value && leadsElsewhere(To->Ty) && Leads(S->Value))
          Leading.try_emplace(To, I);
      }
    }
    // 3. Those that are used later, or when the loop comes round.
    bool Used = false;
    for (auto [V, Made] : Leading) {
      size_t First = At + 1;
      for (size_t L = 0; L < At; ++L)
        if (Order[L]->is(StmtKind::Loop) && EndOf(L) >= At && Made < L)
          First = std::min(First, L);
      for (size_t I = First; I < Order.size(); ++I)
        core::forEachExpr(*Order[I], [&, V = V](const core::Expr *E) {
          bool Overwritten = E == Order[I]->Target && E->is(ExprKind::Variable);
          Used |= !Overwritten && core::mentions(E, V);
        });
    }
    if (Used)
      error(SourceLocation::getFromRawEncoding(Move->Loc),
            "cannot differentiate: a pointer leads into a vector whose storage is moved here",
            "use an index, or move the vector into a variable of its own");
  }
}

} // namespace ad::lower
