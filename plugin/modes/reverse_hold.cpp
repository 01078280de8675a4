//===- modes/reverse_hold.cpp - arrays that are copied before a loop ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop may read elements of an array again and again that are overwritten only after it: the
// state of a recurrence, the buffer that the next step fills. One copy of the array, made before
// the loop, holds all that recording each read would.
//
// 1. Candidates: arrays, vectors and pointers of which the loop reads elements and changes none,
//    and whose elements adjoints in the loop will read after they were overwritten.
// 2. How many elements there are must be known (analysis/read_span.h). Small arrays are copied
//    whole: also arrays of arrays, those in objects, and what pointers that never change were set
//    to. So are vectors that are read here and there (`u[neighbour[k]]`), if what stands beside the
//    loop goes through all of them anyway (analysis/whole_vectors.h).
// 3. It must save records: where several numbers would be kept in each iteration, or the same one
//    in several. Of a sum of elements, one number is kept.
// 4. From then on the loop, in both sweeps, reads the copy. It lies on the tape: one for each time
//    that the forward sweep comes to the loop.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/read_span.h"
#include "plugin/analysis/whole_vectors.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// The variable that is, holds or leads to Array: itself, that of an object, `this`.
static const Variable *objectOf(const Expr *Array) {
  while (Array->is(ExprKind::Member))
    Array = Array->operand();
  if (Array->is(ExprKind::Dereference))
    Array = Array->operand();
  return Array->is(ExprKind::Variable) ? Array->Var : nullptr;
}

/// Whether a T is numbers alone, to be copied as they are.
static bool isPoint(const Type *T) {
  return T->isRecord() && T->IsBytes && !T->IsUnion && !T->IsTagged && !T->Owns &&
         !T->Fields.empty() && llvm::all_of(T->Fields, [](const Field &F) {
           return F.Ty->isReal() && !F.IsBase && F.Exists.empty();
         });
}

/// Whether an Array is a vector of rows, `std::vector<std::array<double, 3>>`, copied row by row.
static bool hasRows(const Type *Array) {
  return Array->IsVector && Array->Element->isArray() && Array->Element->IsStdArray &&
         !Array->Element->IsVector && Array->Element->Element->isReal();
}

/// The array, or the pointer, of which E is a number: `a` of `a[i]`, `t` of `t[i][k]`, `p.m` of
/// `p.m[i][k]`, or a record of numbers, of which an expression reads some; null if variables do not
/// tell which it is.
static const Expr *arrayOf(const Expr *E) {
  if (!E->is(ExprKind::Subscript) || !(E->Ty->isReal() || isPoint(E->Ty)))
    return nullptr;
  const Expr *Base = E->operand();
  for (; Base->is(ExprKind::Subscript); Base = Base->operand())
    if (!Base->Ty->isArray() || Base->Ty->IsVector)
      return nullptr;
  const Expr *Object = Base;
  if (Base->is(ExprKind::Member) && !Base->Ty->isArray())
    return nullptr;
  while (Object->is(ExprKind::Member)) {
    Object = Object->operand();
    const Type *T = Object->Ty->nonReference();
    if (!T->isRecord() || T->IsUnion || T->IsTagged)
      return nullptr;
  }
  const bool IsThis = Object->is(ExprKind::Dereference) && Object != Base &&
                      Object->operand()->is(ExprKind::Variable) &&
                      Object->operand()->Var->Kind == Storage::This;
  return Object->is(ExprKind::Variable) || IsThis ? Base : nullptr;
}

bool modes::isElementOf(const Expr *E, const Expr *Array) {
  const Expr *Base = arrayOf(E);
  return Base && equal(Base, Array);
}

/// Whether E is a member that stands beside Array, or beside an object that holds it.
static bool isBeside(const Expr *E, const Expr *Array) {
  if (!E->is(ExprKind::Member) || E->operand()->Ty->nonReference()->IsUnion)
    return false;
  bool SameObject = false;
  for (; Array->is(ExprKind::Member); Array = Array->operand()) {
    if (equal(E, Array))
      return false;
    SameObject |= equal(E->operand(), Array->operand());
  }
  return SameObject;
}

/// Whether Place is Whole, or a part of it.
static bool isIn(const Expr *Place, const Expr *Whole) {
  while (Place != Whole && Place->is(ExprKind::Member))
    Place = Place->operand();
  return Place == Whole;
}

/// Calls F on the elements of Array that S itself reads; returns whether it does nothing else with
/// the array: writes none, either.
static bool forEachElement(const Stmt &S, const Expr *Array,
                           llvm::function_ref<void(const Expr *)> F) {
  const Variable *Object = objectOf(Array);
  bool Only = S.Var != Object;
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (E->is(ExprKind::Variable))
      Only &= E->Var != Object;
    if (E->is(ExprKind::AddressOf) && mentions(E, Object))
      Only = false;
    if (isElementOf(E, Array)) {
      Only &= !S.Target || !isIn(S.Target, E);
      F(E);
      for (const Expr *Level = E; !equal(Level, Array); Level = Level->operand())
        See(Level->operand(1));
      return;
    }
    if (isBeside(E, Array))
      return;
    for (const Expr *Op : E->Operands)
      See(Op);
  };
  forEachExpr(S, See);
  for (const Expr *W : S.Writes)
    Only &= isBeside(W, Array) || !mentions(W, Object);
  return Only;
}

/// Whether the adjoint of a sum of products reads Place.
bool Reverse::adjointReads(const Expr *E, const Expr *Place) const {
  auto Contains = [&](const Expr *In) {
    bool Found = false;
    walk(In, [&](const Expr *Sub) { return !(Found |= equal(Sub, Place)); });
    return Found;
  };
  auto IsActive = [&](const Expr *In) {
    bool Found = false;
    walk(In, [&](const Expr *Sub) {
      Found |= isPlace(Sub) && Sub->Ty->isScalar() && Active->active(Sub);
      return !Found;
    });
    return Found;
  };
  const Expr *Whole = E; // of which E is a part
  while (Whole->is(ExprKind::Member) && !equal(Whole, Place))
    Whole = Whole->operand();
  if (!Contains(E) || equal(Whole, Place))
    return false;
  switch (E->Kind) {
  case ExprKind::Unary:
  case ExprKind::Cast:
    return adjointReads(E->operand(), Place);
  case ExprKind::Conditional:
    return adjointReads(E->operand(1), Place) || adjointReads(E->operand(2), Place);
  case ExprKind::Binary: {
    const Expr *L = E->operand(0), *R = E->operand(1);
    if (E->Text == "+" || E->Text == "-")
      return adjointReads(L, Place) || adjointReads(R, Place);
    if (E->Text == "*" || E->Text == "/")
      return (Contains(L) && (IsActive(R) || adjointReads(L, Place))) ||
             (Contains(R) && (E->Text == "/" || IsActive(L) || adjointReads(R, Place)));
    return true;
  }
  default:
    return true;
  }
}

/// Whether S, in Loop, declares a number that is formed of elements of Array, of which adjoints
/// read it, and that could be formed again if these were still there: `dx = x[i] - x[j]`.
bool Reverse::formsFrom(const Stmt *S, const Expr *Array, const Stmt &Loop) {
  constexpr unsigned Cheap = 8; // as chooseRecomputed has it
  if (!S->is(StmtKind::Declare) || !S->Value || !S->Var->Ty->isReal() || cost(S->Value) > Cheap ||
      !analysis::isScalarVariable(S->Var) || Killed.contains(S->Var) || !Active->active(S->Var))
    return false;
  // The counters of loops are there again.
  auto IsFixed = [&](const Variable *V) {
    bool Counts = false;
    if (Killed.contains(V))
      walk(Body, [&](Stmt *In) {
        const auto L = In->is(StmtKind::Loop) ? analysis::countedLoop(*In) : std::nullopt;
        Counts |= L && L->Counter == V;
      });
    return Counts || !Killed.contains(V);
  };
  bool There = true;
  walk(S->Value, [&](const Expr *E) {
    const Expr *Whole = E; // of which E is a part
    while (Whole->is(ExprKind::Member) && !isElementOf(Whole, Array))
      Whole = Whole->operand();
    if (isElementOf(Whole, Array))
      return false;
    const bool Place = isPlace(E) && !E->Ty->isArray();
    There &= !Place || (E->is(ExprKind::Variable) && IsFixed(E->Var)) ||
             (!E->is(ExprKind::Variable) && Mem->stable(E, S));
    return There;
  });
  if (!There)
    return false;
  const Expr *Formed = B.var(S->Var);
  bool Read = false;
  walk(const_cast<Block &>(Loop.Then), [&](Stmt *In) {
    Read |= In->Value && In->Value->Ty->isReal() && adjointReads(In->Value, Formed) &&
            ((In->Target && Active->active(In->Target)) || (In->Var && Active->active(In->Var)));
  });
  return Read;
}

/// The numbers of the array to which Array leads, if it is one of a fixed size: a local array, one
/// in a local object, or what a pointer that never changes was set to.
static uint64_t fixedSize(const Expr *Array, const Block &Body) {
  const Variable *Root = objectOf(Array);
  if (!Array->Ty->isPointer())
    return Root->Kind == Storage::Local && !Root->Ty->isReference() ? elementsOf(Array->Ty) : 0;
  const Expr *Start = nullptr;
  if (Root->Const && Root->Kind == Storage::Local)
    walk(const_cast<Block &>(Body), [&](Stmt *S) {
      if (S->is(StmtKind::Declare) && S->Var == Root)
        Start = S->Value;
    });
  while (Start && Start->is(ExprKind::Cast))
    Start = Start->operand();
  if (!Start || !Start->is(ExprKind::AddressOf) || !Start->operand()->is(ExprKind::Subscript))
    return 0;
  const Expr *First = Start->operand(), *Whole = First->operand();
  const bool Begins = First->operand(1)->is(ExprKind::Literal) && First->operand(1)->Text == "0";
  const Variable *Of = rootVariable(Whole);
  const uint64_t Row = First->Ty->isArray() ? elementsOf(First->Ty) : 1,
                 Mine = Array->Ty->Element->isArray() ? elementsOf(Array->Ty->Element) : 1;
  return Begins && Of && Of->Kind == Storage::Local && !Of->Ty->isReference() && Row == Mine
             ? elementsOf(Whole->Ty)
             : 0;
}

/// Whether most runs of the branch If come to that side: `if (j != i)`, `if (at >= 0)`. What data
/// says may be as it likes.
static bool isUsual(const Stmt &If, bool Then) {
  const Expr *Asks = If.Value;
  if (!Asks || !Asks->is(ExprKind::Binary))
    return false;
  if (Asks->Text == "&&") { // within both ends
    Stmt Each = If;
    return llvm::all_of(Asks->Operands, [&](const Expr *Part) {
      Each.Value = Part;
      return isUsual(Each, Then);
    });
  }
  if (!Asks->operand()->Ty->isInteger())
    return false;
  bool Data = false;
  walk(Asks, [&](const Expr *E) {
    Data |= E->is(ExprKind::Subscript) || E->is(ExprKind::Dereference) || E->is(ExprKind::Opaque);
    return !Data;
  });
  const bool Orders =
      Asks->Text == "<" || Asks->Text == "<=" || Asks->Text == ">" || Asks->Text == ">=";
  return Asks->Text == (Then ? "!=" : "==") || (Orders && !Data && Then && If.Else.empty());
}

/// Whether the subscripts of E say that it is another element in each iteration of Inner, a loop in
/// Outer or that loop itself.
static bool variesWith(const Expr *E, const Stmt &Inner, const Stmt &Outer) {
  const std::optional<analysis::CountedLoop> L = analysis::countedLoop(Inner);
  if (!L)
    return false;
  if (mentions(E, L->Counter))
    return true;
  bool Varies = false;
  walk(const_cast<Block &>(Outer.Then), [&](Stmt *S) { // `const int at = i * n + j;`
    Varies |= S->is(StmtKind::Declare) && S->Value && S->Var->Const && S->Var->Ty->isInteger() &&
              mentions(E, S->Var) && mentions(S->Value, L->Counter);
  });
  return Varies;
}

/// Whether a call of F may ask where the place lies to which its parameter P is bound.
static bool asksWhere(Context &C, const Function &F, const Variable *P,
                      llvm::DenseSet<const Variable *> &Seen) {
  if (!P->Ty->isReference() || !Seen.insert(P).second)
    return false;
  if (!C.bodyOf(const_cast<Function *>(&F)))
    return true;
  bool Asks = false;
  walk(const_cast<Block &>(F.Body), [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *Whole) {
      walk(Whole, [&](const Expr *E) {
        Asks |= (E->is(ExprKind::AddressOf) || mayAskWhere(E)) && mentions(E, P);
        return !Asks;
      });
    });
    Asks |= S->is(StmtKind::Opaque) &&
            llvm::any_of(S->Operands, [&](const Expr *A) { return mentions(A, P); });
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
        Asks |= mentions(S->Operands[I], P) && asksWhere(C, *S->Callee, S->Callee->Params[I], Seen);
  });
  return Asks;
}

/// Whether S calls a function that may ask where an element of Array lies.
static bool asksWhereIn(Context &C, const Stmt &S, const Expr *Array) {
  if (!S.is(StmtKind::Call))
    return false;
  for (size_t I = 0; I < S.Operands.size() && I < S.Callee->Params.size(); ++I) {
    bool Element = false;
    walk(S.Operands[I], [&](const Expr *E) { return !(Element |= isElementOf(E, Array)); });
    llvm::DenseSet<const Variable *> Seen;
    if (Element && asksWhere(C, *S.Callee, S.Callee->Params[I], Seen))
      return true;
  }
  return false;
}

/// Holds Array for Loop, a statement of Around, if that is possible and saves records.
bool Reverse::hold(Stmt *Loop, const Block &Around, const Expr *Array) {
  constexpr uint64_t Small = 64;
  bool Only = true, Again = false;
  bool Often = false; // not in branches alone, of which few may be taken
  unsigned Branches = 0;
  uint64_t Reads = 0;
  llvm::SmallVector<const Expr *, 4> Needed, Kept; // elements; numbers that would be recorded
  auto AddTo = [](llvm::SmallVectorImpl<const Expr *> &List, const Expr *E) {
    if (llvm::none_of(List, [&](const Expr *Known) { return equal(Known, E); }))
      List.push_back(E);
  };
  llvm::SmallVector<const Stmt *, 4> Nest;
  // All that an iteration reads that is to be run again must be there; else what adjoints read.
  std::function<void(const Block &, uint64_t, bool)> Look = [&](const Block &Bl, uint64_t Times,
                                                                bool All) {
    for (const Stmt *S : Bl.Stmts) {
      const bool Adjoint =
          S->Value && S->Value->Ty->isReal() &&
          ((S->Target && Active->active(S->Target)) || (S->Var && Active->active(S->Var)));
      const bool Forms = Only && Adjoint && formsFrom(S, Array, *Loop);
      Only &= !asksWhereIn(C, *S, Array);
      Only &= forEachElement(*S, Array, [&](const Expr *E) {
        Only &= !Mem->mayWrite(*Loop, E);
        if (!Only || !(All || Forms || (Adjoint && adjointReads(S->Value, E))) || Mem->stable(E, S))
          return;
        Reads += Times;
        Often |= Branches == 0;
        Again |= llvm::any_of(Nest, [&](const Stmt *L) { return !variesWith(E, *L, *Loop); });
        AddTo(Needed, E);
        if (Forms)
          return AddTo(Kept, B.var(S->Var));
        if (All)
          return AddTo(Kept, E);
        forEachPlace(S->Value, nullptr, /*Top=*/true, [&](const Expr *Place, const Expr *Sum) {
          if (isIn(Place, E))
            AddTo(Kept, Sum ? Sum : Place);
        });
      });
      const bool Repeats = S->is(StmtKind::Loop);
      constexpr int64_t Some = 32;
      const uint64_t Inner = Times * (Repeats ? analysis::mostTrips(*S).value_or(Some) : 1);
      const bool AllInner = All || RunsAgain.contains(S);
      if (Repeats)
        Nest.push_back(S);
      for (const Block *Part : {&S->Init, &S->Setup, &S->Then, &S->Else, &S->Step}) {
        const bool Rare = S->is(StmtKind::If) && !isUsual(*S, Part == &S->Then);
        Branches += Rare;
        Look(*Part, Inner, AllInner);
        Branches -= Rare;
      }
      Branches += !S->Cases.empty();
      for (const SwitchCase &Case : S->Cases)
        Look(Case.Body, Inner, AllInner);
      Branches -= !S->Cases.empty();
      if (Repeats)
        Nest.pop_back();
    }
  };
  Block Alone;
  Alone.add(Loop);
  Look(Alone, 1, false);
  const bool Saves = Kept.size() > 1 || Again;
  if (!Only || Needed.empty() || !Saves)
    return false;
  std::optional<analysis::ReadSpan> Span;
  const bool Rows = hasRows(Array->Ty);
  if ((Array->is(ExprKind::Variable) || Array->Ty->IsVector) &&
      (Rows || equal(Needed.front()->operand(), Array)))
    Span = analysis::readSpan(B, Around, *Loop, Array);
  // An array of another kind must be read as often as it has numbers.
  if (const uint64_t Size = Span ? 0 : fixedSize(Array, Body);
      Size > 1 && Size <= Small && Reads >= Size)
    Span = analysis::ReadSpan{0, B.integer(int64_t(Size)), nullptr};
  if (const bool Subscripts = Rows || equal(Needed.front()->operand(), Array);
      !Span && Often && Subscripts && analysis::isGoneThrough(Body, Around, Array))
    Span = analysis::ReadSpan{0, B.sizeOf(Array), nullptr}; // of `u[neighbour[k]]` it may be any
  if (!Span)
    return false;
  const std::string Name = Array->is(ExprKind::Variable) ? Array->Var->Name : nameFor(Array);
  Variable *Copy =
      local(Name + "_then", M.pointer(Rows ? Array->Ty->Element : Needed.front()->Ty, false));
  Copy->Subscripts = 1;
  hold(Loop, {Array, Copy, *Span, nullptr, {}});
  return true;
}

void Reverse::hold(const Stmt *Loop, Held H) {
  if (Mem->loopDepth(Loop) > 0 || Detached || NeedsGoto || !isTopLevel(Loop))
    Hoisted.insert(H.Copy);
  if (Detached)
    RequiredAtEnd.insert(H.Copy);
  Copies.insert(H.Copy);
  Mem->copiedTo(H.Copy);
  Holds[Loop].push_back(std::move(H));
}

void Reverse::chooseHeld(Block &Around, llvm::SmallVector<const Expr *, 4> Already) {
  for (Stmt *S : Around.Stmts) {
    if (Plans[S].Again)
      continue;
    llvm::SmallVector<const Expr *, 4> Here = Already;
    if (S->is(StmtKind::Loop) && !Fused.contains(S)) {
      llvm::SmallVector<const Expr *, 4> Found;
      VariableSet Inside;
      auto IsIn = [](llvm::ArrayRef<const Expr *> Arrays, const Expr *Array) {
        return llvm::any_of(Arrays, [&](const Expr *E) { return equal(E, Array); });
      };
      walk(S->Then, [&](Stmt *Sub) {
        if (Sub->Var)
          Inside.insert(Sub->Var);
        forEachExpr(*Sub, [&](const Expr *E) {
          walk(E, [&](const Expr *Place) {
            if (const Expr *Array = arrayOf(Place); Array && !IsIn(Found, Array))
              Found.push_back(Array);
            return true;
          });
        });
      });
      for (const Expr *Array : Found) {
        const Variable *V = objectOf(Array);
        if (V && !Inside.contains(V) && !IsIn(Here, Array) && !Adjoints.contains(V) &&
            !Handles.contains(V) && !readsRows(S, V) && V->Kind != Storage::Global &&
            hold(S, Around, Array))
          Here.push_back(Array);
      }
      // What runs one iteration again records what it reads, and releases that last first.
      if (!C.keepsOrder())
        holdParts(S, Here);
    }
    if (RunsAgain.contains(
            S)) // as it is, unless it turns out that it can not be (settleCandidates)
      continue;
    for (Block *Part : {&S->Then, &S->Else})
      chooseHeld(*Part, Here);
    for (SwitchCase &Case : S->Cases)
      chooseHeld(Case.Body, Here);
  }
}

/// The copy's number for E, an element of the array of which it is one.
const Expr *Reverse::inCopy(const Held &H, const Expr *E) {
  if (H.Index)
    return B.subscript(B.var(H.Copy), H.Index);
  if (equal(E->operand(), H.Array))
    return B.subscript(B.var(H.Copy), E->operand(1));
  if (hasRows(H.Array->Ty))
    return B.subscript(inCopy(H, E->operand()), E->operand(1));
  return B.subscript(B.var(H.Copy), flat(E, H.Array->Ty));
}

bool Reverse::isHeld(const Expr *E, llvm::ArrayRef<const Held *> By) {
  return llvm::any_of(
      By, [&](const Held *H) { return H->Index ? equal(E, H->Array) : isElementOf(E, H->Array); });
}

/// S, and its adjoint, read the copies of the arrays that are held for the loops around it.
void Reverse::readCopies(Stmt *S, Block &Adjoint) {
  auto Copied = [&](const Expr *E) -> const Expr * {
    for (const Held *H : Holding)
      if (isHeld(E, H))
        return inCopy(*H, E);
    return nullptr;
  };
  if (Holding.empty())
    return;
  // What may ask where a place lies is given the place itself.
  auto CopiedHere = [&](const Expr *E) { return mayAskWhere(E) ? E : Copied(E); };
  if (!S->is(StmtKind::Call) && !S->is(StmtKind::Opaque))
    rewriteValues(M, *S, CopiedHere);
  walk(Adjoint, [&](Stmt *A) { rewriteValues(M, *A, Copied); });
}

/// Takes memory for the copy H, of End numbers, from the tape.
void Reverse::takeCopy(const Held &H, const Expr *End, const Stmt *Loop, Block &Fwd) {
  const bool Repeated = Mem->loopDepth(Loop) > 0;
  UsesStack |= Repeated || Mem->reversedWith(Loop);
  if (Repeated)
    Fwd.add(B.record(B.var(H.Copy)));
  Stmt *Array = M.stmt(StmtKind::RecordArray, Loop->Loc);
  Array->Var = H.Copy;
  // `m - 1` of an unsigned number, where the loops do not run.
  const bool MayWrap = End->Ty->IsUnsigned && End->is(ExprKind::Binary) && H.Span.Runs;
  Array->Value = MayWrap ? B.conditional(H.Span.Runs, End, B.literal("0", End->Ty)) : End;
  Array->Declares = !Hoisted.contains(H.Copy);
  Fwd.add(Array);
}

/// The reverse sweep finds the copies for Loop that lie in rows there.
void Reverse::findCopies(const Stmt *Loop, Block &Decls) {
  const auto It = Holds.find(Loop);
  if (It == Holds.end())
    return;
  for (const Held &H : It->second)
    if (H.Row)
      Decls.add(B.declare(H.Copy, H.Row));
}

void Reverse::makeCopies(const Stmt *Loop, Block &Fwd) {
  auto It = Holds.find(Loop);
  if (It == Holds.end())
    return;
  UsesTape = true;
  for (const Held &H : It->second) {
    const Expr *End = H.Span.End;
    if (End->is(ExprKind::Opaque)) {
      Variable *Count = local(H.Copy->Name + "_size", End->Ty, /*Const=*/true);
      Fwd.add(B.declare(Count, End));
      End = B.var(Count);
    }
    if (H.Row)
      Fwd.add(B.declare(H.Copy, H.Row));
    else
      takeCopy(H, End, Loop, Fwd);
    if (H.Index) {
      Fwd.append(H.Filling);
      continue;
    }
    // Of an array of arrays, the outer one has as many elements as make up all of its numbers.
    const Type *T = H.Array->Ty->Element;
    uint64_t Row = 1;
    if (!H.Array->Ty->IsVector && T->isArray()) {
      Row = elementsOf(T);
      End = B.integer(std::stoll(End->Text) / int64_t(Row));
    }
    Block Copying;
    Block *Into = &Copying;
    const Expr *Place = H.Array;
    auto Along = [&](const Expr *First, const Expr *Last) {
      Variable *K = local("k", Last->Ty);
      Stmt *Each = M.stmt(StmtKind::Loop, Loop->Loc);
      Each->Init.add(B.declare(K, B.literal(First->Text, K->Ty)));
      Each->Value = B.binary("<", B.var(K), Last, M.boolType());
      Each->Step.add(B.accumulate(B.var(K), B.integer(1)));
      Into->add(Each);
      Into = &Each->Then;
      Place = B.subscript(Place, B.var(K));
    };
    Along(B.integer(H.Span.First), End);
    for (; !H.Array->Ty->IsVector && T->isArray(); T = T->Element)
      Along(B.integer(0), B.integer(int64_t(T->Extent)));
    Into->add(B.assign(inCopy(H, Place), Place));
    if (H.Span.Runs)
      Fwd.add(B.ifThen(H.Span.Runs, std::move(Copying)));
    else
      Fwd.append(Copying);
  }
}

void Reverse::dropCopies(const Stmt *Loop, Block &Rev) {
  auto It = Holds.find(Loop);
  if (It == Holds.end())
    return;
  for (const Held &H : llvm::reverse(It->second)) {
    if (H.Row)
      continue;
    Stmt *Release = M.stmt(StmtKind::ReleaseArray, Loop->Loc);
    Release->Var = H.Copy;
    Rev.add(Release);
    if (Mem->loopDepth(Loop) > 0)
      Rev.add(B.restore(B.var(H.Copy)));
  }
}
