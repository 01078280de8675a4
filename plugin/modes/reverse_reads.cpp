//===- modes/reverse_reads.cpp - names for what adjoints read -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a statement reads primal values as they were when the statement ran.
//
// 1. Memory that may be overwritten later is bound to a constant just before the statement:
//    `const double a_i = a[i];`. After this the adjoints read scalars, and memory that stays as it
//    is.
// 2. So are calls of costly functions, unless the result has a name already: that of a variable
//    that holds it (`c` in `c = cos(x); s = sin(x);`), or of the place where it was stored.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

std::string Reverse::nameFor(const Expr *Place) {
  std::string Name;
  std::function<void(const Expr *)> Add = [&](const Expr *E) {
    std::string Part;
    if (E->is(ExprKind::Variable)) {
      // What comes first keeps its number: it takes the rest along when it loses that.
      const bool Short =
          !E->Var->Wanted.empty() && (!Name.empty() || Place->is(ExprKind::Primitive));
      llvm::StringRef N = Short ? E->Var->Wanted : E->Var->Name;
      Part = E->Var->Kind == Storage::This ? "" : N.substr(N.rfind(':') + 1).str();
    } else if (E->is(ExprKind::Literal) || E->is(ExprKind::Primitive)) {
      Part = E->Text;
    }
    for (const Expr *Op : E->Operands)
      if (!E->is(ExprKind::Primitive) || isPlace(Op))
        Add(Op);
    if (E->is(ExprKind::Member))
      Part = core::fieldLabel(E->Text).str();
    std::string Clean;
    for (char Ch : Part)
      if (llvm::isAlnum(Ch) || Ch == '_')
        Clean += Ch;
    if (!Clean.empty() && Name.size() + Clean.size() < 24)
      Name += (Name.empty() ? "" : "_") + Clean;
  };
  if (Place->is(ExprKind::Primitive)) {
    for (const Expr *Op : Place->Operands)
      if (Name.empty())
        Add(Op);
    std::string Argument = Name;
    return Place->Text + (Argument.empty() || Argument.size() > 12 ? "_value" : "_" + Argument);
  }
  Add(Place);
  if (Name.empty() || llvm::isDigit(Name[0]))
    return "value";
  return Name;
}

bool Reverse::isShadowRooted(const Expr *E) const {
  if (E->is(ExprKind::Variable))
    return Adjoints.contains(E->Var) || Handles.contains(E->Var);
  if (E->is(ExprKind::Conditional))
    return isShadowRooted(E->operand(1));
  if (E->is(ExprKind::Binary))
    return isShadowRooted(E->operand(0)) || isShadowRooted(E->operand(1));
  return !E->Operands.empty() && isShadowRooted(E->operand(0));
}

/// Whether S may write memory that a function may read which is not told its name.
static bool writesMemory(const Stmt &S) {
  Block Alone;
  Alone.add(const_cast<Stmt *>(&S));
  bool Writes = false;
  walk(Alone, [&](Stmt *In) {
    const bool Store = (isStore(*In) || In->is(StmtKind::Restore)) && In->Target;
    Writes |= In->is(StmtKind::Call) || In->OldSize || In->Exchanges || In->Frees ||
              In->WritesUnknown || !In->Writes.empty() ||
              (Store &&
               !(In->Target->is(ExprKind::Variable) && In->Target->Var->Kind != Storage::Global &&
                 analysis::isScalarVariable(In->Target->Var) && !In->Target->Var->AddressTaken));
  });
  return Writes;
}

/// Forgets named reads that S makes out of date.
void Reverse::forget(const Stmt *S) {
  VariableSet Assigned;
  analysis::assignedVariables(*S, Assigned);
  auto Declares = [&](const Stmt *T) {
    return T->Var && (T->is(StmtKind::Declare) || T->Declares);
  };
  // Of a store to a number, both are places as they are now: what they are named by has not
  // changed.
  const bool Number = isStore(*S) && S->Target->Ty->isScalar() && !S->OldSize;
  auto IsWritten = [&](const Expr *Place) {
    return Number ? Mem->mayAlias(S->Target, Place) : Mem->mayWrite(*S, Place);
  };
  const bool Writes = writesMemory(*S);
  bool Stale = false;
  std::function<void(const Expr *)> Value;
  // Where it is: what leads there, but not what is there.
  std::function<void(const Expr *)> Address = [&](const Expr *Place) {
    if (Place->is(ExprKind::Variable)) {
      Stale |= Declares(S) && S->Var == Place->Var;
      Stale |= Place->Ty->isPointer() && Assigned.contains(Place->Var);
      return;
    }
    const Expr *Base = Place->operand();
    for (const Expr *Index : llvm::drop_begin(Place->Operands))
      Value(Index);
    if (Base->Ty->isPointer() || !isPlace(Base))
      return Value(Base);
    if (Base->Ty->nonReference()->IsVector && !Number)
      Stale |= IsWritten(Base);
    Address(Base);
  };
  Value = [&](const Expr *E) {
    if (E->is(ExprKind::Variable))
      Stale |= Assigned.contains(E->Var) || (Declares(S) && S->Var == E->Var);
    if (isPlace(E)) {
      Stale |= !(E->is(ExprKind::Variable) && analysis::isScalarVariable(E->Var)) && IsWritten(E);
      return Address(E);
    }
    if (E->is(ExprKind::AddressOf) && isPlace(E->operand()))
      return Address(E->operand());
    if (E->is(ExprKind::Opaque) && E->ReadsMemory && !E->OfOperands)
      Stale |= Writes; // who knows where
    for (const Expr *Op : E->Operands)
      Value(Op);
  };
  llvm::erase_if(Known, [&](const auto &Entry) {
    Stale = false;
    Value(Entry.first);
    return Stale;
  });
}

namespace {
/// Rewrites the value reads of an adjoint, with the conditions under which each is made.
struct ReadNamer {
  llvm::function_ref<const Expr *(const Expr *, const Expr *Guard)> Value;
  Module &M;
  Builder &B;
  const Expr *both(const Expr *G, const Expr *C) {
    return G ? B.binary("&&", G, C, M.boolType()) : C;
  }

  /// Only the address of Place matters: its subscripts and pointers are read, not itself.
  const Expr *address(const Expr *Place, const Expr *Guard) {
    return descend(Place, Guard, /*First=*/true);
  }
  const Expr *descend(const Expr *E, const Expr *Guard, bool FirstIsPlace) {
    if (E->Operands.empty())
      return E;
    Expr *Copy = M.expr(E->Kind, E->Ty, E->Loc);
    *Copy = *E;
    for (unsigned I = 0; I < E->Operands.size(); ++I) {
      const Expr *Inner = Guard;
      if (E->is(ExprKind::Conditional) && I > 0)
        Inner =
            both(Guard, I == 1 ? Copy->Operands[0] : B.unary("!", Copy->Operands[0], M.boolType()));
      if (E->is(ExprKind::Binary) && I == 1 && E->Text == "&&")
        Inner = both(Guard, Copy->Operands[0]);
      if (E->is(ExprKind::Binary) && I == 1 && E->Text == "||")
        Inner = both(Guard, B.unary("!", Copy->Operands[0], M.boolType()));
      // The address of a pointer is where it is, not what it holds.
      const bool Address = E->is(ExprKind::AddressOf) || !E->Operands[0]->Ty->isPointer();
      bool AsPlace = I == 0 && FirstIsPlace && isPlace(E->Operands[0]) && Address;
      const bool Asked = (E->is(ExprKind::Conditional) && I == 0) || E->Text == "&&" ||
                         E->Text == "||" || (E->is(ExprKind::Unary) && E->Text == "!");
      Copy->Operands[I] = AsPlace ? address(E->Operands[0], Inner)
                          : Asked ? condition(E->Operands[I], Inner)
                                  : value(E->Operands[I], Inner);
    }
    return llvm::equal(Copy->Operands, E->Operands) ? E : Copy;
  }
  const Expr *value(const Expr *E, const Expr *Guard) {
    if (const Expr *Named = Value(E, Guard))
      return Named;
    if (E->is(ExprKind::AddressOf))
      return descend(E, Guard, /*FirstIsPlace=*/true);
    bool PlaceOfPlace = E->is(ExprKind::Member) || E->is(ExprKind::BaseOf) ||
                        (E->is(ExprKind::Subscript) && !E->operand()->Ty->isPointer());
    return descend(E, Guard, PlaceOfPlace);
  }
  /// Of a pointer, whether it is null is asked.
  const Expr *condition(const Expr *E, const Expr *Guard) {
    if (E->is(ExprKind::Variable) && E->Ty->isPointer())
      if (const Expr *Named =
              Value(B.binary("!=", E, B.literal("nullptr", E->Ty), M.boolType()), Guard))
        return Named;
    return value(E, Guard);
  }
  void block(Block &Bl, const Expr *Guard) {
    for (Stmt *S : Bl.Stmts) {
      if (S->is(StmtKind::If)) {
        S->Value = condition(S->Value, Guard);
        block(S->Then, both(Guard, S->Value));
        block(S->Else, both(Guard, B.unary("!", S->Value, M.boolType())));
        continue;
      }
      if (S->is(StmtKind::Loop)) {
        block(S->Init, Guard);
        block(S->Then, Guard);
        continue;
      }
      if (S->Target)
        S->Target = address(S->Target, Guard);
      if (S->Value)
        S->Value = value(S->Value, Guard);
      if (S->is(StmtKind::Call))
        for (size_t I = 0; I < S->Operands.size(); ++I) {
          const Expr *&A = S->Operands[I];
          const Type *T = S->Callee->Params[I]->Ty;
          A = T->isReference() && isPlace(A) ? address(A, Guard) : value(A, Guard);
        }
      if (S->is(StmtKind::Opaque)) // what is done to adjoints
        for (std::vector<const Expr *> *Operands : {&S->Operands, &S->Writes})
          for (const Expr *&A : *Operands)
            A = isPlace(A) ? address(A, Guard) : value(A, Guard);
    }
  }
};
} // namespace

bool modes::mayAskWhere(const Expr *E) {
  return E->is(ExprKind::Opaque) && E->ReadsMemory && !E->OfOperands;
}

/// The calls of primitives that S evaluates whatever its conditions say.
static void unconditionalCalls(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
  if (E->is(ExprKind::Primitive) && cost(E) >= 15)
    Out.push_back(E);
  for (unsigned I = 0; I < E->Operands.size(); ++I) {
    bool Guarded = (E->is(ExprKind::Conditional) && I > 0) ||
                   (E->is(ExprKind::Binary) && I == 1 && (E->Text == "&&" || E->Text == "||"));
    if (!Guarded)
      unconditionalCalls(E->Operands[I], Out);
  }
}

/// Whether E reads a place for which Is holds. Of an object or array that a part is taken from,
/// that part alone is read.
static bool reads(const Expr *E, llvm::function_ref<bool(const Expr *)> Is) {
  // Of an address, `&x[i]` or `x`, an array, the subscripts, and the pointer that it starts from.
  const bool Array = E->Ty->isArray() && !E->Ty->IsStdArray && isPlace(E);
  if (E->is(ExprKind::AddressOf) || Array) {
    for (const Expr *P = Array ? E : E->operand(); isPlace(P) && !P->Operands.empty();
         P = P->operand()) {
      if (P->is(ExprKind::Subscript) && reads(P->operand(1), Is))
        return true;
      if (P->operand()->Ty->isPointer())
        return reads(P->operand(), Is);
    }
    return false;
  }
  if (Is(E))
    return true;
  for (; isPlace(E) && !E->Operands.empty() && isPlace(E->operand()) &&
         !E->operand()->Ty->isPointer();
       E = E->operand())
    if (E->is(ExprKind::Subscript) && reads(E->operand(1), Is))
      return true;
  return llvm::any_of(E->Operands, [&](const Expr *Op) { return reads(Op, Is); });
}

/// Guard without the conditions that read what the statement at hand leaves, which is not there yet
/// where the guard is needed. Those are the adjoint's own (`y == 0 ? 0 : x / y`): what they guard,
/// the statement reads in any case.
static const Expr *withoutOwnResult(Builder &B, const Expr *Guard,
                                    llvm::function_ref<bool(const Expr *)> IsResult) {
  if (!Guard || !reads(Guard, IsResult))
    return Guard;
  if (!Guard->is(ExprKind::Binary) || Guard->Text != "&&")
    return nullptr;
  const Expr *L = withoutOwnResult(B, Guard->operand(0), IsResult);
  const Expr *R = withoutOwnResult(B, Guard->operand(1), IsResult);
  return L && R ? B.binary("&&", L, R, Guard->Ty) : L ? L : R;
}

/// Whether Place is an element of an array, and variables and literals alone say which.
static bool isElementByNumbers(const Expr *Place) {
  bool Simple = Place->is(ExprKind::Subscript);
  walk(Place, [&](const Expr *E) {
    bool Chain = E->is(ExprKind::Subscript) && rootVariable(E) == rootVariable(Place);
    Simple &= Chain || E->is(ExprKind::Literal) || E->is(ExprKind::Binary) ||
              E->is(ExprKind::Cast) ||
              (E->is(ExprKind::Variable) &&
               (E->Ty->isArray() || E->Ty->isPointer() || analysis::isScalarVariable(E->Var)));
    return Simple;
  });
  return Simple;
}

/// Whether what the assignment S computes can still be read where it was put.
bool Reverse::keepsResult(const Stmt *S) const {
  const Stmt *Loop = Mem->reversedWith(S); // what a loop that is run again leaves outside may go
  return isElementByNumbers(S->Target) && Mem->keepsValue(S) && !(Loop && RunsAgain.contains(Loop));
}

/// Whether E reads something as the statement at hand leaves it.
bool Reverse::readsResult(const Expr *E) const {
  bool Found = false;
  walk(E, [&](const Expr *Sub) { return !(Found |= Leaves.contains(Sub)); });
  return Found;
}

/// The variable that holds the result of the call E since it was made; null if there is none.
const Expr *Reverse::result(const Expr *E) {
  for (auto &[Call, V] : Known)
    if (!readsResult(E) && equal(Call, E))
      return B.var(V);
  return nullptr;
}

/// Whether S declares a variable that holds the result of a costly call, and never changes.
bool Reverse::holdsResult(const Stmt *S) const {
  return S->is(StmtKind::Declare) && S->Value && S->Value->is(ExprKind::Primitive) &&
         cost(S->Value) >= 15 && S->Var->Ty == S->Value->Ty && S->Var->Ty->isReal() &&
         analysis::isScalarVariable(S->Var) && !Killed.contains(S->Var) && !S->Var->Static;
}

/// Whether S may change what E is made of.
bool Reverse::changesOperand(const Stmt &S, const Expr *E) const {
  VariableSet Assigned;
  analysis::assignedVariables(S, Assigned);
  bool Changes = false;
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Variable))
      Changes |= Assigned.contains(Sub->Var) || (S.is(StmtKind::Declare) && S.Var == Sub->Var);
    if (isPlace(Sub) && !(Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var)))
      Changes |= Mem->mayWrite(S, Sub);
    return !Changes;
  });
  return Changes;
}

/// Whether one of the plain statements that follow S, the one at hand, calls E as well: `y =
/// sin(a);` behind `x = cos(a);`, whose adjoint reads the sine.
bool Reverse::comesAtOnce(const Stmt *S, const Expr *E) const {
  if (cost(E) < 15)
    return false;
  for (const Stmt *Next : Following) {
    if (changesOperand(*S, E) || !(Next->is(StmtKind::Declare) || isStore(*Next)))
      return false;
    llvm::SmallVector<const Expr *, 4> Calls;
    if (Next->Value)
      unconditionalCalls(Next->Value, Calls);
    if (llvm::any_of(Calls, [&](const Expr *Call) { return equal(Call, E); }))
      return true;
    S = Next;
  }
  return false;
}

/// The name of E, a call that S, the statement at hand, does not make, but a plain one ahead of it
/// in its block, To, does: `x = cos(a);` ahead of `y = sin(a);`. Null if there is none.
Variable *Reverse::cameBefore(const Stmt *S, const Expr *E, Block &To) {
  if (cost(E) < 15 || changesOperand(*S, E))
    return nullptr;
  for (size_t I = To.Stmts.size(); I-- > 0;) {
    Stmt *Earlier = To.Stmts[I];
    if (!(Earlier->is(StmtKind::Declare) || isStore(*Earlier)) || changesOperand(*Earlier, E))
      return nullptr;
    llvm::SmallVector<const Expr *, 4> Calls;
    if (Earlier->Value)
      unconditionalCalls(Earlier->Value, Calls);
    if (llvm::none_of(Calls, [&](const Expr *Call) { return equal(Call, E); }))
      continue;
    Variable *V = local(nameFor(E), E->Ty, /*Const=*/true);
    V->Temporary = true;
    Stmt *D = B.declare(V, E);
    D->Loc = Earlier->Loc;
    Mem->insertedBefore(D, Earlier);
    To.Stmts.insert(To.Stmts.begin() + I, D);
    Earlier->Value = rewrite(M, Earlier->Value, [&](const Expr *Sub) -> const Expr * {
      return equal(Sub, E) ? B.var(V) : nullptr;
    });
    Known.push_back({E, V});
    return V;
  }
  return nullptr;
}

bool modes::computes(const Expr *E, const Expr *Sum) {
  if (equal(E, Sum))
    return true;
  bool Does = false;
  if (E->is(ExprKind::AddressOf)) { // reads what its address is made of
    forEachPartOfAddress(E->operand(), [&](const Expr *Part) { Does |= computes(Part, Sum); });
    return Does;
  }
  const bool First = E->is(ExprKind::Conditional) ||
                     (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"));
  return llvm::any_of(llvm::ArrayRef(E->Operands).take_front(First ? 1 : E->Operands.size()),
                      [&](const Expr *Op) { return computes(Op, Sum); });
}

/// Whether Sum, which S computes, is better kept than what it reads from memory: two numbers or
/// more that will be gone, and that the rest of the adjoint has no need of.
bool Reverse::isBetterKept(const Expr *Sum, const Stmt *S, const Block &Adjoint) const {
  const bool Adds = Sum->is(ExprKind::Binary) && (Sum->Text == "+" || Sum->Text == "-");
  if (!Adds || !Sum->Ty->isReal() || !S->Value || !computes(S->Value, Sum))
    return false;
  llvm::SmallVector<const Expr *, 4> Gone;
  bool Plain = true;
  walk(Sum, [&](const Expr *E) {
    Plain &= !Leaves.contains(E) && !E->is(ExprKind::Primitive) && !E->is(ExprKind::Opaque) &&
             !E->is(ExprKind::Conditional);
    if (E->is(ExprKind::Variable) || !isPlace(E))
      return Plain;
    const bool Seen = llvm::any_of(Gone, [&](const Expr *Other) { return equal(Other, E); });
    if (!Seen && E->Ty->isReal() && !Mem->stable(E, S))
      Gone.push_back(E);
    return false;
  });
  auto ReadElsewhere = [&](const Expr *Place) {
    bool Found = false;
    walk(Adjoint, [&](Stmt *A) {
      forEachExpr(*A, [&](const Expr *Whole) {
        walk(Whole, [&](const Expr *E) {
          Found |= equal(E, Place);
          return !Found && !equal(E, Sum);
        });
      });
    });
    return Found;
  };
  llvm::erase_if(Gone, ReadElsewhere);
  return Plain && Gone.size() > 1;
}

using Named = std::pair<const Expr *, Variable *>;

/// E with the names of what is computed in it, but not of itself.
static const Expr *withNames(Module &M, Builder &B, const Expr *E, llvm::ArrayRef<Named> Names) {
  return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
    if (Sub != E && !isPlace(Sub))
      for (auto &[Value, V] : Names)
        if (equal(Value, Sub))
          return B.var(V);
    return nullptr;
  });
}

/// Of what To declares from Begin on: a value that is made of another comes behind that, and reads
/// it by its name, so that nothing is computed twice (`log(exp(x) + exp(y))`, of which adjoints
/// read all three). What depends on a condition is no part of others.
static void nameInOrder(Module &M, Builder &B, Block &To, size_t Begin,
                        llvm::ArrayRef<Named> Names) {
  const std::vector<Stmt *> Found(To.Stmts.begin() + Begin, To.Stmts.end());
  To.Stmts.resize(Begin);
  llvm::SmallVector<const Stmt *, 8> Placed;
  std::function<void(Stmt *)> Place = [&](Stmt *D) {
    if (llvm::is_contained(Placed, D))
      return;
    Placed.push_back(D);
    walk(D->Value, [&](const Expr *E) {
      for (Stmt *Other : Found)
        if (Other != D && E != D->Value && !isPlace(E) && equal(E, Other->Value) &&
            llvm::any_of(Names, [&](const Named &N) { return N.second == Other->Var; }))
          Place(Other);
      return true;
    });
    D->Value = withNames(M, B, D->Value, Names);
    To.add(D);
  };
  for (Stmt *D : Found)
    Place(D);
}

void Reverse::nameReads(Stmt *S, Block &Adjoint, Block &To) {
  llvm::SmallVector<const Expr *, 4> Calls;
  if (S->Value)
    unconditionalCalls(S->Value, Calls);
  llvm::SmallVector<Named, 4> Fresh;
  llvm::SmallVector<std::pair<const Expr *, Named>, 2> Guarded; ///< made under a condition
  size_t Begin = To.Stmts.size();
  const Block Whole = clone(M, Adjoint); // names come into it one by one
  auto IsResult = [&](const Expr *E) {
    return (S->Var && isVariable(E, S->Var)) ||
           (S->Target && isPlace(E) && !isShadowRooted(E) && Mem->mayAlias(S->Target, E));
  };
  auto Bind = [&](const Expr *E, const Expr *Guard) -> const Expr * {
    Guard = withoutOwnResult(B, Guard, IsResult);
    if (Guard && S->Value && computes(S->Value, E)) // the statement reads it in any case
      Guard = nullptr;
    for (auto &[Place, V] : Fresh)
      if (equal(Place, E) && !Guard)
        return B.var(V);
    for (auto &[If, Read] : Guarded)
      if (Guard && equal(If, Guard) && equal(Read.first, E))
        return B.var(Read.second);
    if (!Guard)
      for (auto &[Place, V] : Known)
        if (equal(Place, E)) {
          Fresh.push_back({E, V});
          return B.var(V);
        }
    const std::string Name = !E->is(ExprKind::Binary)          ? nameFor(E)
                             : !E->operand(0)->Ty->isPointer() ? "sum"
                             : E->Ty->IsBool                   ? "holds"
                                                               : "distance";
    if (Variable *V = Guard ? wasReadAhead(E) : readAhead(E, Name)) {
      Fresh.push_back({E, V});
      return B.var(V);
    }
    Variable *V = local(Name, E->Ty, /*Const=*/true);
    V->Temporary = true;
    const Expr *Init = E;
    if (Guard && !E->is(ExprKind::Primitive))
      Init = B.conditional(Guard, E,
                           E->Ty->isPointer()  ? B.literal("nullptr", E->Ty)
                           : E->Ty->isRecord() ? M.expr(ExprKind::Braces, E->Ty)
                                               : B.number(0, E->Ty));
    Stmt *D = B.declare(V, Init);
    D->Loc = S->Loc;
    Mem->insertedBefore(D, S);
    To.add(D);
    if (Guard) {
      Guarded.push_back({Guard, {E, V}});
    } else {
      Known.push_back({E, V});
      Fresh.push_back({E, V});
    }
    return B.var(V);
  };
  auto Value = [&](const Expr *E, const Expr *Guard) -> const Expr * {
    if (Leaves.contains(E)) // as S leaves it
      return E;
    if (E->is(ExprKind::Primitive)) {
      for (const Expr *Call : Calls)
        if (equal(Call, E)) {
          // The statement gives it a name already, or gets one.
          if (S->is(StmtKind::Declare) && equal(S->Value, E) && !Killed.contains(S->Var) &&
              S->Var->Ty == E->Ty && analysis::isScalarVariable(S->Var))
            return B.var(S->Var);
          if (S->is(StmtKind::Assign) && equal(S->Value, E) && S->Target->Ty == E->Ty &&
              keepsResult(S))
            return S->Target;
          return Bind(E, nullptr);
        }
      if (const Expr *Had = result(E))
        return Had;
      const size_t Ahead = To.Stmts.size();
      if (Variable *V = readsResult(E) ? nullptr : cameBefore(S, E, To)) {
        Begin += To.Stmts.size() - Ahead;
        return B.var(V);
      }
      return comesAtOnce(S, E) ? Bind(E, nullptr) : nullptr;
    }
    if (E->is(ExprKind::Opaque) && E->ReadsMemory)
      return Bind(E, Guard);
    if (comparesMovedStorage(E, S))
      return Bind(E, Guard);
    if (!Guard && C.enabled("cut") && isBetterKept(E, S, Whole))
      return Bind(E, nullptr);
    if (E->is(ExprKind::Variable)) {
      Variable *V = E->Var;
      if (analysis::isScalarVariable(V) || Temporaries.contains(V) || isShadowRooted(E) ||
          V->Kind == Storage::Global || V->Ty->isArray() || V->Ty->is(TypeKind::Opaque) ||
          V == Forward.Tape)
        return E;
      return Mem->stable(E, S) ? E : Bind(E, Guard);
    }
    if (!isPlace(E) || E->Ty->isArray() || isShadowRooted(E))
      return nullptr;
    if (const Variable *Root = rootVariable(E))
      if (Temporaries.contains(Root))
        return nullptr;
    return Mem->stable(E, S) ? nullptr : Bind(E, Guard);
  };
  ReadNamer Namer{Value, M, B};
  Namer.block(Adjoint, nullptr);
  nameInOrder(M, B, To, Begin, Fresh);
  // The primal statement uses the names, too: not where it asks where a place lies.
  if (!Fresh.empty() && S->Value) {
    auto Use = [&](const Expr *E) -> const Expr * {
      for (auto &[Place, V] : Fresh)
        if (equal(Place, E))
          return B.var(V);
      return mayAskWhere(E) ? E : nullptr;
    };
    S->Value = rewriteValues(M, S->Value, Use);
  }
}

/// The additions in the adjoint of S have numbers that follow that of S. (Not all that is stored: a
/// call that is made again clears the adjoint of its result.)
static void numberAdditions(const Stmt &S, const Block &Adjoint) {
  unsigned Number = S.Origin;
  walk(Adjoint, [&](Stmt *Adds) {
    if (Adds->is(StmtKind::Accumulate) && S.Origin)
      Adds->Origin = ++Number;
  });
}

void Reverse::makeAdjoints(Block &Bl) {
  std::vector<Stmt *> Before = std::move(Bl.Stmts);
  Bl.Stmts.clear();
  const size_t RowsOutside = OpenRows.size();
  for (size_t I = 0; I < Before.size(); ++I) {
    Stmt *S = Before[I];
    if (S->is(StmtKind::If) || S->is(StmtKind::Block) || S->is(StmtKind::Switch) ||
        S->is(StmtKind::Loop)) {
      if (S->is(StmtKind::Loop))
        forget(S);
      const size_t Outside = Holding.size();
      if (auto It = Holds.find(S); It != Holds.end())
        for (const Held &H : It->second)
          Holding.push_back(&H);
      Block None;
      readCopies(S, None);
      readRows(S, None);
      const bool Again = Plans[S].Again != nullptr;
      auto Inner = [&](Block &Part) {
        auto Saved = Known;
        if (!S->is(StmtKind::Block))
          Arounds.push_back({&Part == &S->Then ? wholeLoop(S) : nullptr, {}, {}, Outside});
        makeAdjoints(Part);
        if (!S->is(StmtKind::Block))
          for (Stmt *D : Arounds.pop_back_val().Ahead)
            Bl.add(D);
        Known = std::move(Saved);
      };
      if (S->is(StmtKind::Loop))
        Inner(S->Init);
      if (!Again)
        for (Block *Part : {&S->Setup, &S->Then, &S->Else, &S->Step})
          Inner(*Part);
      for (SwitchCase &Case : S->Cases)
        Inner(Case.Body);
      Holding.resize(Outside);
      Block Back;
      undo(S, Bl, Back);
      Bl.add(S);
      forget(S);
      if (!Back.empty()) {
        Stmt *Behind =
            M.stmt(StmtKind::Comment, S->Loc); // it does nothing but in the reverse sweep
        Mem->insertedBefore(Behind, S);
        nameReads(Behind, Back, Bl);
        Plans[Behind].Adjoint = std::move(Back);
        Bl.add(Behind);
      }
      openRows(S);
      continue;
    }
    Block Adjoint;
    undo(S, Bl, Adjoint);
    adjointOf(S, Adjoint);
    numberAdditions(*S, Adjoint);
    if (AtOnce.contains(S)) { // reads all where it is
      Plans[S].AtOnce = std::move(Adjoint);
      Bl.add(S);
      forget(S);
      continue;
    }
    readCopies(S, Adjoint);
    readRows(S, Adjoint);
    Following = llvm::ArrayRef(Before).drop_front(I + 1);
    nameReads(S, Adjoint, Bl);
    Plans[S].Adjoint = std::move(Adjoint);
    Bl.add(S);
    const Expr *Call = holdsResult(S) ? S->Value : nullptr;
    if (S->Value && !Known.empty()) // what it would call has a name
      S->Value = rewrite(M, S->Value, [&](const Expr *Sub) -> const Expr * {
        return Sub->is(ExprKind::Primitive) && cost(Sub) >= 15 ? result(Sub) : nullptr;
      });
    forget(S);
    if (Call)
      Known.push_back({Call, S->Var});
    openRows(S);
  }
  OpenRows.resize(RowsOutside);
}
