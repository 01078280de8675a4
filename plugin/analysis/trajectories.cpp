//===- analysis/trajectories.cpp - arrays as long as a loop runs -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `x[t + 1] = step(x[t]);`: a snapshot of such an array is as large as all that the loop writes.
//
// 1. Where nothing overwrites an element once it has its value, the whole trajectory is there when
//    the reverse sweep comes, and each iteration can be run again by itself (isSettled).
// 2. Where the loop appends to a vector and does nothing else with it, as to a log, snapshots need
//    only know how long it is (isAppended).
// 3. Else a record of the loop is no larger than a few such snapshots (isAsLongAs).
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/carried_walk.h"
#include "plugin/core/places.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

namespace {
/// What a place has to do with another.
enum class Relation { Apart, Part, Whole };
} // namespace

/// Whether E is a part of Array, or Array one of E; Apart where they are members of the same object
/// by other names.
static Relation relation(const Expr *E, const Expr *Array) {
  if (leadingVariable(E) != leadingVariable(Array))
    return Relation::Apart;
  for (const Expr *Level = E;; Level = Level->operand()) {
    if (equal(Level, Array))
      return Level == E ? Relation::Whole : Relation::Part;
    if (Level->Operands.empty())
      break;
  }
  const Expr *Member = E; // of which E is an element
  while (Member->is(ExprKind::Subscript) && !Member->operand()->Ty->isPointer())
    Member = Member->operand();
  const std::optional<std::string> Mine = fieldPath(Member), Its = fieldPath(Array);
  const bool Members = Mine && Its && !llvm::StringRef(*Its).starts_with(*Mine) &&
                       rootVariable(E) && rootVariable(E) == rootVariable(Array);
  return Members ? Relation::Apart : Relation::Whole;
}

/// Calls F on the subscripts in Place.
static void forEachSubscript(const Expr *Place, llvm::function_ref<void(const Expr *)> F) {
  for (const Expr *Level = Place; isPlace(Level) && !Level->Operands.empty();
       Level = Level->operand())
    for (const Expr *Index : llvm::ArrayRef(Level->Operands).drop_front())
      F(Index);
}

/// Whether S, or what it calls, may reach by another name what is written at one of Own.
static bool reachesByOtherName(const Stmt &S, const Expr *Array, llvm::ArrayRef<const Expr *> Own,
                               const Memory &Mem) {
  auto Meets = [&](const Expr *Place) {
    return relation(Place, Array) == Relation::Apart &&
           !(Place->is(ExprKind::Variable) && isScalarVariable(Place->Var)) &&
           llvm::any_of(Own, [&](const Expr *Mine) { return Mem.mayAliasEver(Place, Mine); });
  };
  bool Reaches = false;
  auto Look = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      Reaches |= isPlace(Sub) && Meets(Sub);
      // What a pointer leads to, or an object is made of, callees and opaque text may see.
      const bool Handed = S.is(StmtKind::Call) || S.is(StmtKind::Opaque);
      Reaches |= Handed && Sub->Ty && holdsHandle(Sub->Ty->nonReference());
      return !Reaches;
    });
  };
  forEachExpr(S, Look);
  llvm::for_each(S.Writes, Look);
  return Reaches;
}

bool analysis::isSettled(const Expr *Array, const Stmt &Loop, const Memory &Mem) {
  bool Ok = true;
  llvm::SmallVector<const Expr *, 4> Own; // what is written
  // E, which S evaluates: what it reads of the array are numbers that stay what they are.
  std::function<void(const Expr *, const Stmt *)> Read = [&](const Expr *E, const Stmt *S) {
    const Relation R = isPlace(E) ? relation(E, Array) : Relation::Apart;
    Ok &= R != Relation::Whole;
    if (R == Relation::Part) {
      Ok &= E->Ty->nonReference()->isScalar() && Mem.stable(E, S);
      return forEachSubscript(E, [&](const Expr *Index) { Read(Index, S); });
    }
    if (Ok && !(isPlace(E) && leadingVariable(E) == leadingVariable(Array)))
      for (const Expr *Op : E->Operands)
        Read(Op, S);
  };
  auto Look = [&](Stmt *S) {
    const Relation To = S->Target ? relation(S->Target, Array) : Relation::Apart;
    if (To == Relation::Part && S->is(StmtKind::Assign)) {
      Own.push_back(S->Target);
      Ok &= !S->OldSize && S->Target->Ty->isScalar() && Mem.keepsValue(S);
      forEachSubscript(S->Target, [&](const Expr *Index) { Read(Index, S); });
      return Read(S->Value, S);
    }
    Ok &= To == Relation::Apart;
    forEachExpr(*S, [&](const Expr *E) { Read(E, S); });
    for (const Expr *W : S->Writes)
      Ok &= relation(W, Array) == Relation::Apart;
  };
  auto Walk = [&](llvm::function_ref<void(Stmt *)> F) {
    for (const Block *Part : {&Loop.Init, &Loop.Setup, &Loop.Then, &Loop.Step})
      walk(const_cast<Block &>(*Part), F);
  };
  Walk(Look);
  if (Loop.Value)
    Read(Loop.Value, &Loop);
  if (!Ok || Own.empty())
    return false;
  Walk([&](Stmt *S) { Ok &= !reachesByOtherName(*S, Array, Own, Mem); });
  return Ok;
}

/// Whether E reads, or hands on, Array or a part of it.
static bool touches(const Expr *E, const Expr *Array) {
  const bool Place = isPlace(E) && leadingVariable(E) == leadingVariable(Array);
  if (Place && relation(E, Array) != Relation::Apart)
    return true;
  bool Touches = false;
  if (Place)
    forEachSubscript(E, [&](const Expr *Index) { Touches |= touches(Index, Array); });
  else
    for (const Expr *Op : E->Operands)
      Touches |= touches(Op, Array);
  return Touches;
}

/// Whether S is `Array.push_back(e);`, which reads nothing else of Array.
static bool appendsTo(const Stmt &S, const Expr *Array) {
  return S.is(StmtKind::Opaque) && S.OldSize && equal(S.Target, Array) &&
         llvm::StringRef(S.Text).starts_with("$0.push_back(") &&
         llvm::none_of(llvm::ArrayRef(S.Operands).drop_front(),
                       [&](const Expr *E) { return touches(E, Array); });
}

bool analysis::isAppended(const Expr *Array, const Stmt &Loop, const Block &Body) {
  const Variable *V = rootVariable(Array);
  if (!V || V->Kind != Storage::Local || V->Ty->isReference() || !Array->Ty->IsVector)
    return false;
  // 1. In the loop. Nothing leads into the vector.
  bool Only = true, Appends = false;
  auto Touches = [&](const Expr *E) { return E && touches(E, Array); };
  if (V->AddressTaken)
    walk(const_cast<Block &>(Body), [&](Stmt *S) {
      Only &= !S->is(StmtKind::Call) || llvm::none_of(S->Operands, Touches);
      forEachExpr(*S, [&](const Expr *E) {
        walk(E, [&](const Expr *Sub) {
          Only &= !Sub->is(ExprKind::AddressOf) || !Touches(Sub->operand());
          return Only;
        });
      });
    });
  auto Look = [&](Stmt *S) {
    if (appendsTo(*S, Array)) {
      Appends = true;
      return;
    }
    Only &= S->Var != V && llvm::none_of(S->Writes, Touches);
    forEachExpr(*S, [&](const Expr *E) { Only &= !Touches(E); });
  };
  for (const Block *Part : {&Loop.Init, &Loop.Setup, &Loop.Then, &Loop.Step})
    walk(const_cast<Block &>(*Part), Look);
  Only &= !Touches(Loop.Value);
  // 2. Afterwards it stays what it is.
  std::vector<const Stmt *> After;
  const Stmt *Outermost = nullptr;
  runsLater(Body, Loop, Outermost, After);
  Block Later;
  for (const Stmt *S : After)
    Later.add(const_cast<Stmt *>(S));
  auto Changes = [&](const Expr *E) { return E && leadingVariable(E) == V; };
  walk(Later, [&](Stmt *S) { Only &= !Changes(S->Target) && llvm::none_of(S->Writes, Changes); });
  return Only && Appends && !Outermost &&
         llvm::none_of(After, [&](const Stmt *S) { return mayResize(*S, V); });
}

/// The variables that each iteration of Loop changes by one and the same number.
static llvm::DenseSet<const Variable *> countersOf(const Stmt &Loop) {
  llvm::DenseMap<const Variable *, unsigned> Assignments;
  walk(const_cast<Block &>(Loop.Then), [&](Stmt *S) {
    if (S->Target && S->Target->is(ExprKind::Variable))
      ++Assignments[S->Target->Var];
  });
  llvm::DenseSet<const Variable *> Found;
  if (const std::optional<CountedLoop> L = countedLoop(Loop))
    Found.insert(L->Counter);
  for (const Block *Part : {&Loop.Then, &Loop.Step})
    for (const Stmt *S : Part->Stmts) {
      const Variable *V = S->Target && S->Target->is(ExprKind::Variable) ? S->Target->Var : nullptr;
      if (V && S->is(StmtKind::Accumulate) && V->Ty->isInteger() && isScalarVariable(V) &&
          S->Value->is(ExprKind::Literal) && Assignments.lookup(V) == (Part == &Loop.Then))
        Found.insert(V);
    }
  return Found;
}

/// Whether Index is another in each iteration: a sum of products of one of Counters and of what
/// does not change with it.
static bool isTold(const Expr *Index, const llvm::DenseSet<const Variable *> &Counters) {
  bool Plain = true, Counts = false;
  walk(Index, [&](const Expr *E) {
    const bool Sum =
        E->is(ExprKind::Binary) && (E->Text == "+" || E->Text == "-" || E->Text == "*");
    Counts |= E->is(ExprKind::Variable) && Counters.contains(E->Var);
    Plain &= Sum || E->is(ExprKind::Variable) || E->is(ExprKind::Literal) || E->is(ExprKind::Cast);
    return Plain;
  });
  return Plain && Counts;
}

bool analysis::isAsLongAs(const Expr *Array, const Stmt &Loop) {
  const llvm::DenseSet<const Variable *> Counters = countersOf(Loop);
  bool Told = false, Appends = false, Shrinks = false;
  for (const Stmt *S : Loop.Then.Stmts) {
    const bool Store = S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate);
    if (Store && relation(S->Target, Array) == Relation::Part)
      forEachSubscript(S->Target, [&](const Expr *Index) { Told |= isTold(Index, Counters); });
    Appends |= S->is(StmtKind::Opaque) && S->OldSize && equal(S->Target, Array) &&
               llvm::StringRef(S->Text).starts_with("$0.push_back(");
  }
  walk(const_cast<Block &>(Loop.Then), [&](Stmt *S) {
    const bool Other = S->Exchanges || S->is(StmtKind::Call) ||
                       (S->OldSize && !llvm::StringRef(S->Text).starts_with("$0.push_back("));
    Shrinks |= Other;
  });
  return Told || (Appends && !Shrinks);
}
