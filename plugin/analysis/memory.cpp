//===- analysis/memory.cpp - what may be overwritten, and when ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Number the statements in program order and note the loops around each.
// 2. Points-to, flow-insensitive: a pointer variable may point to the locals whose address it was
//    given, or to memory of the caller ("external").
// 3. Collect everything that writes.
// 4. Two places may overlap unless their scalar types differ (the language's own aliasing rule),
//    their roots differ, or a field or constant subscript tells them apart.
//
// What follows for a read is in memory_later.cpp.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/memory.h"
#include "plugin/core/steps.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

bool analysis::isScalarVariable(const Variable *V) {
  return V->Ty->isScalar() && !V->AddressTaken &&
         (V->Kind == Storage::Local || V->Kind == Storage::Parameter || V->Kind == Storage::This);
}

/// Whether a T holds pointers, itself or among its parts.
static bool holdsPointer(const Type *T) {
  if (T->isPointer())
    return true;
  if (T->isArray())
    return holdsPointer(T->Element);
  return T->isRecord() && anyPart(T, holdsPointer);
}

namespace {
/// A pointer: to what, and whether to constants.
using Slot = std::pair<const Type *, bool>;
} // namespace

/// The pointers to a T and to its parts, and those to which they lead.
static void pointersTo(const Type *T, bool Const, llvm::SmallVectorImpl<Slot> &Out) {
  if (llvm::is_contained(Out, Slot(T, Const)))
    return;
  Out.push_back({T, Const});
  if (T->isPointer() || T->isReference())
    pointersTo(T->Element, T->ElementConst, Out);
  else if (T->Element)
    pointersTo(T->Element, Const || T->ElementConst, Out);
  if (T->IsMap)
    pointersTo(T->Mapped, Const, Out);
  for (const Field &F : T->Fields)
    pointersTo(F.Ty, Const, Out);
}

/// The pointers that a T holds, and those to which they lead.
static void pointersFrom(const Type *T, llvm::SmallVectorImpl<Slot> &Out) {
  if (T->isPointer() || T->isReference())
    return pointersTo(T->Element, T->ElementConst, Out);
  if (T->Element)
    pointersFrom(T->Element, Out);
  if (T->IsMap)
    pointersFrom(T->Mapped, Out);
  for (const Field &F : T->Fields)
    pointersFrom(F.Ty, Out);
}

/// Whether one of the pointers Given can be stored in a T without a cast.
static bool fits(const Type *T, llvm::ArrayRef<Slot> Given) {
  if (T->isPointer())
    return llvm::any_of(Given, [&](const Slot &G) {
      bool Same = T->Element == G.first || (T->Element->isRecord() && G.first->isRecord()) ||
                  T->Element->isVoid();
      return Same && (T->ElementConst || !G.second);
    });
  if (T->isArray())
    return fits(T->Element, Given);
  return anyPart(T, [&](const Type *Part) { return fits(Part, Given); });
}

Memory::Memory(const Function &F, const Block &Body, bool Detached, bool JumpsOut,
               llvm::function_ref<AllocatedTypes(Function &)> Trusts, Apart *Assumed,
               llvm::function_ref<const Variable *(const Variable *)> ShadowOf,
               llvm::function_ref<bool(Function &)> Links)
    : Detached(Detached), JumpsOut(JumpsOut), Assumed(Assumed) {
  llvm::SmallVector<const Stmt *, 4> Loops;
  llvm::SmallVector<Branch, 2> Branches;
  number(Body, Loops, Branches, /*Top=*/true);
  assignedVariables(Body, Assigned);
  for (const Variable *P : F.Params)
    PointsTo[P].External = true;
  FunctionLevel.insert(&Elsewhere);

  llvm::SmallPtrSet<const Stmt *, 8> LeaveAlone; // calls that set no pointers
  walk(Body, [&](Stmt *S) {
    ContentsKnown &= !setsUnknown(*S);
    if (S->is(StmtKind::Call)) {
      if (Links && !Links(*S->Callee))
        LeaveAlone.insert(S);
      Sites.emplace_back();
      SiteOfCall[S] = &Sites.back();
      FunctionLevel.insert(&Sites.back());
    }
    if (S->Value && S->Value->Allocates) {
      Sites.emplace_back();
      Sites.back().Ty = S->Value->Ty->Element;
      SiteOf[S->Value] = &Sites.back();
      FunctionLevel.insert(&Sites.back()); // freed at the end only
    }
  });

  bool Changed = true;
  auto Merge = [&](const Variable *V, const Targets &T) {
    Targets &Known = PointsTo[V];
    for (const Variable *L : T.Locals)
      Changed |= Known.Locals.insert(L).second;
    if (T.External && !Known.External)
      Known.External = Changed = true;
    if (T.Hidden && !Known.Hidden)
      Known.Hidden = Changed = true;
  };
  auto Flow = [&](const Expr *Target, const Variable *Var, const Expr *Value) {
    if (!Value || !(Target ? Target->Ty : Var->Ty))
      return;
    const Type *T = Target ? Target->Ty : Var->Ty;
    if ((!T->isPointer() && !T->isRecord() && !T->isArray()) || isOfNumbers(T))
      return; // a copy of numbers leads nowhere
    llvm::SmallVector<const Expr *, 4> Values{Value};
    if (Value->is(ExprKind::Braces) || (Value->is(ExprKind::Opaque) && !Value->Allocates &&
                                        Value->Followed.empty())) // else the map, not the key
      Values.append(Value->Operands.begin(), Value->Operands.end());
    for (const Expr *E : Values) {
      if (E->Ty->isReal() || E->Ty->isInteger())
        continue;
      Targets From = targets(E);
      if (!T->isPointer() && isPlace(E)) // a record copied: what its pointers point to
        if (const Variable *R = rootVariable(E)) {
          From = PointsTo.lookup(R);
        }
      const Variable *Root = Target ? rootVariable(Target) : Var;
      if (Root && !(Target && Root->Ty->isReference())) {
        Merge(Root, From);
        continue;
      }
      Targets Where; // what the pointer may lead to
      if (const Expr *Pointer = Root ? nullptr : rootPointer(Target))
        Where = targets(Pointer);
      else
        Where.External = true;
      for (const Variable *L : Where.Locals)
        Merge(L, From);
      if (!Where.External)
        continue;
      for (const Variable *L : From.Locals) // stored where others may find it
        Changed |= Escaped.insert(L).second;
      for (const Variable *L :
           llvm::SmallVector<const Variable *, 8>(Escaped.begin(), Escaped.end()))
        Merge(L, From);
    }
  };
  // Pointers into one vector lead into the other when their storage is exchanged, and what they
  // hold leads where that of the other led.
  auto Exchanged = [&](const Variable *A, const Variable *B) {
    if (A && B) {
      const Targets InA = PointsTo.lookup(A), InB = PointsTo.lookup(B);
      Merge(A, InB);
      Merge(B, InA);
    }
    auto Own = [](const Variable *V) {
      return V && V->Kind == Storage::Local && !V->Ty->isReference();
    };
    for (auto [From, To] : {std::pair(A, B), std::pair(B, A)}) {
      Targets More;
      More.External = !Own(To);
      if (Own(To))
        More.Locals.insert(To);
      for (auto &[V, Known] : PointsTo)
        if (Own(From) ? Known.Locals.contains(From) : Known.External)
          Merge(V, More);
      if (Own(To) && (Own(From) ? Escaped.contains(From) : true))
        Changed |= Escaped.insert(To).second;
    }
  };
  // Storage on the tape goes by the name of the pointer that leads to it.
  auto ObjectAt = [](const Expr *Place) {
    const Variable *Root = rootVariable(Place);
    const Expr *Pointer = Root ? nullptr : rootPointer(Place);
    return Pointer && Pointer->is(ExprKind::Variable) ? Pointer->Var : Root;
  };
  while (Changed) {
    Changed = false;
    walk(Body, [&](Stmt *S) {
      if (S->is(StmtKind::RecordArray)) {
        Targets Own;
        Own.Locals.insert(S->Var);
        Merge(S->Var, Own);
      }
      if (S->is(StmtKind::Declare))
        Flow(nullptr, S->Var, S->Value);
      else if (S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate))
        Flow(S->Target, nullptr, S->Value);
      else if (S->OldSize && S->Value)
        Flow(S->Target, nullptr, S->Value);
      else if (S->Exchanges || (!S->Followed.empty() && S->Operands.size() > 1 &&
                                S->Operands[1]->Ty->nonReference()->IsMap))
        Exchanged(ObjectAt(S->Operands[0]), ObjectAt(S->Operands[1]));
      else if (S->is(StmtKind::Call)) {
        llvm::SmallPtrSet<const Variable *, 8> Reached;
        for (size_t I = 0; I < S->Operands.size(); ++I) {
          const Expr *A = S->Operands[I];
          bool Itself = S->Callee->Params[I]->Ty->isReference();
          reach(A, Reached, Itself);
        }
        // The callee may link what it reaches as it likes, also to memory that it allocates.
        Targets Any;
        Any.Locals.insert(Reached.begin(), Reached.end());
        const Variable *Made = SiteOfCall.lookup(S);
        const AllocatedTypes Allocated = Trusts ? Trusts(*S->Callee) : AllocatedTypes();
        bool Makes = !Trusts || !Allocated.empty();
        if (Makes)
          Any.Locals.insert(Made);
        Any.Locals.insert(&Elsewhere);
        llvm::SmallVector<Slot, 8> Given; // what pointers to the caller's memory there are
        for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
          const Type *T = S->Callee->Params[I]->Ty;
          if ((T->isReference() || holdsPointer(T)) && reachesCallers(S->Operands[I]))
            pointersFrom(T, Given);
        }
        Any.External = !Given.empty();
        if (Makes) {
          Targets Held = Any;
          Held.External &=
              !Trusts || llvm::any_of(Allocated, [&](const Type *T) { return fits(T, Given); });
          Merge(Made, Held);
        }
        // What it does to pointers it does to their shadows, which are given to it later.
        auto Follow = [&](const Variable *L, Targets T) {
          const Variable *Shadow = ShadowOf ? ShadowOf(L) : nullptr;
          if (!Shadow)
            return;
          for (const Variable *To :
               llvm::SmallVector<const Variable *, 8>(T.Locals.begin(), T.Locals.end()))
            if (const Variable *Its = ShadowOf(To))
              T.Locals.insert(Its);
          Merge(Shadow, T);
        };
        for (const Variable *L : Reached)
          if (L->Ty && holdsPointer(L->Ty) && !LeaveAlone.contains(S)) {
            Targets Fitting = Any;
            Fitting.External &= !Trusts || fits(L->Ty, Given);
            Merge(L, Fitting);
            Follow(L, Fitting);
          }
        if (S->Var && !S->Var->Ty->isReal() && !S->Var->Ty->isInteger()) {
          Merge(S->Var, Any);
          Follow(S->Var, Any);
        }
      } else if (S->is(StmtKind::Opaque)) {
        Targets T;
        T.External = T.Hidden = true;
        for (const Expr *W : S->Writes)
          if (W->is(ExprKind::Variable) && W->Ty->isPointer())
            Merge(W->Var, T);
      }
    });
    // What hangs on something that others may find, they may find too.
    for (const Variable *L : llvm::SmallVector<const Variable *, 8>(Escaped.begin(), Escaped.end()))
      for (const Variable *Inner : PointsTo.lookup(L).Locals)
        Changed |= Escaped.insert(Inner).second;
  }
  findWrites(Body);
  findGlobals(Body);
}

Memory::Memory(const Memory &Whole, const Block &Iteration)
    : SiteOf(Whole.SiteOf), SiteOfCall(Whole.SiteOfCall), Detached(false), JumpsOut(false),
      Assumed(nullptr), ContentsKnown(Whole.ContentsKnown), PointsTo(Whole.PointsTo),
      FunctionLevel(Whole.FunctionLevel), Escaped(Whole.Escaped), Changing(Whole.Changing),
      LeadsToGlobals(Whole.LeadsToGlobals) {
  llvm::SmallVector<const Stmt *, 4> Loops;
  llvm::SmallVector<Branch, 2> Branches;
  number(Iteration, Loops, Branches, /*Top=*/true);
  assignedVariables(Iteration, Assigned);
  findWrites(Iteration);
}

void Memory::number(const Block &B, llvm::SmallVectorImpl<const Stmt *> &Loops,
                    llvm::SmallVectorImpl<Branch> &Branches, bool Top) {
  for (const Stmt *S : B.Stmts) {
    bool Ahead = S->is(StmtKind::Declare) && (!S->Value || S->Var->Static);
    if (Top && S->Var && (JumpsOut ? Ahead : S->is(StmtKind::Declare) || S->Declares))
      FunctionLevel.insert(S->Var);
    const unsigned Order = Next++;
    Position &P = Positions[S];
    P.Order = P.Last = Order;
    if (S->is(StmtKind::Declare) && S->Value && S->Value->Ty->isInteger())
      Definitions[S->Var] = S->Value;
    P.Loops.assign(Loops.begin(), Loops.end());
    P.Branches.assign(Branches.begin(), Branches.end());
    if (S->is(StmtKind::Loop)) {
      number(S->Init, Loops, Branches, false);
      Loops.push_back(S);
      for (const Block *Part : {&S->Setup, &S->Then, &S->Step})
        number(*Part, Loops, Branches, false);
      Loops.pop_back();
      Positions[S].Last = Next - 1;
      continue;
    }
    for (const Block *Part : {&S->Then, &S->Else}) {
      const bool Tested = S->is(StmtKind::If);
      if (Tested)
        Branches.push_back({S, Part == &S->Then});
      number(*Part, Loops, Branches, false);
      if (Tested)
        Branches.pop_back();
    }
    for (const SwitchCase &C : S->Cases)
      number(C.Body, Loops, Branches, false);
    Positions[S].Last = Next - 1;
  }
}

bool Memory::leadsToOwn(const Expr *Pointer, const llvm::DenseSet<const Variable *> *Or) const {
  if (!Pointer)
    return false;
  const Targets T = targets(Pointer);
  auto IsSite = [this](const Variable *V) {
    return llvm::any_of(Sites, [V](const Variable &Site) { return &Site == V; });
  };
  return !T.External && llvm::all_of(T.Locals, [&](const Variable *V) {
    return IsSite(V) || (V->Ty && holdsMap(V->Ty)) || (Or && Or->contains(V));
  });
}

Memory::Targets Memory::targets(const Expr *E) const {
  Targets T;
  auto Add = [&](const Targets &O) {
    T.Locals.insert(O.Locals.begin(), O.Locals.end());
    T.External |= O.External;
    T.Hidden |= O.Hidden;
  };
  switch (E->Kind) {
  case ExprKind::Variable:
    if (E->Var->Ty->isArray() && E->Var->Kind == Storage::Local)
      T.Locals.insert(E->Var); // decays to a pointer to itself
    else if (E->Var->Kind == Storage::Local)
      Add(PointsTo.lookup(E->Var));
    else
      T.External = true;
    return T;
  case ExprKind::AddressOf:
  case ExprKind::Member:
  case ExprKind::BaseOf:
  case ExprKind::Subscript:
  case ExprKind::Dereference: {
    const Expr *Place = E->is(ExprKind::AddressOf) ? E->operand() : E;
    const Variable *Root = isPlace(Place) ? rootVariable(Place) : nullptr;
    bool Address = E->is(ExprKind::AddressOf) || E->Ty->isArray();
    if (Root && !Root->Ty->isReference() && Root->Kind == Storage::Local) {
      if (Address)
        T.Locals.insert(Root);
      else
        Add(PointsTo.lookup(Root));
      return T;
    }
    const Expr *Pointer = rootPointer(Place);
    if (Address && Pointer) {
      Add(targets(Pointer));
      return T;
    }
    // Loaded from memory: of a local or of an allocation, perhaps.
    Targets From;
    if (Pointer)
      From = targets(Pointer);
    T.External = !Pointer || From.External || !ContentsKnown;
    for (const Variable *L : From.Locals)
      Add(PointsTo.lookup(L));
    return T;
  }
  case ExprKind::Conditional:
    Add(targets(E->operand(1)));
    Add(targets(E->operand(2)));
    return T;
  case ExprKind::Literal:
    return T;
  default:
    if (!E->Followed.empty()) { // an element, which may be gone when the reverse sweep comes
      const Variable *Root = rootVariable(E->operand());
      if (Root && Root->Kind == Storage::Local && !Root->Ty->isReference())
        T.Locals.insert(Root);
      else if (const Expr *Pointer = Root ? nullptr : rootPointer(E->operand()))
        Add(targets(Pointer));
      else
        T.External = true;
      T.Hidden = true;
      return T;
    }
    if (E->Allocates) {
      if (const Variable *Site = SiteOf.lookup(E))
        T.Locals.insert(Site);
      else
        T.External = true;
      return T;
    }
    for (const Expr *Op : E->Operands)
      if (!Op->Ty->isInteger() && !Op->Ty->isReal())
        Add(targets(Op));
    if (E->is(ExprKind::Opaque))
      T.External = true;
    return T;
  }
}

/// Everything that can be reached from the value of A. Itself: from A, a place.
void Memory::reach(const Expr *A, llvm::SmallPtrSetImpl<const Variable *> &Out, bool Itself) const {
  llvm::SmallVector<const Variable *, 8> Work;
  Targets T = targets(A);
  Work.append(T.Locals.begin(), T.Locals.end());
  if (Itself && isPlace(A)) {
    const Variable *Root = rootVariable(A);
    if (Root && Root->Kind == Storage::Local)
      Work.push_back(Root);
    const Expr *Pointer = Root || !holdsPointer(A->Ty) ? nullptr : rootPointer(A);
    if (Pointer) { // what it leads to holds A
      const Targets Holders = targets(Pointer);
      Work.append(Holders.Locals.begin(), Holders.Locals.end());
    }
  }
  while (!Work.empty()) {
    const Variable *L = Work.pop_back_val();
    if (!Out.insert(L).second)
      continue;
    const Targets Inner = PointsTo.lookup(L);
    Work.append(Inner.Locals.begin(), Inner.Locals.end());
  }
}

void Memory::ownMemory(const Expr *Value, llvm::SmallPtrSetImpl<const Type *> &Types,
                       llvm::SmallPtrSetImpl<const Stmt *> &Calls) const {
  llvm::SmallPtrSet<const Variable *, 8> Reached;
  walk(Value, [&](const Expr *E) { // braces hold several
    if (E->Ty && !E->Ty->isReal() && !E->Ty->isInteger())
      reach(E, Reached, /*Itself=*/false);
    return E->is(ExprKind::Braces) || E->is(ExprKind::Conditional);
  });
  for (const Variable &Site : Sites)
    if (Site.Ty && Site.Ty->Differentiable && Reached.contains(&Site))
      Types.insert(Site.Ty);
  for (auto [S, Site] : SiteOfCall)
    if (Reached.contains(Site))
      Calls.insert(S);
}

bool Memory::reachesCallers(const Expr *A) const {
  bool Place = isPlace(A);
  if (const Variable *Root = Place ? rootVariable(A) : nullptr)
    if (Root->Kind != Storage::Local && (Root->Ty->isReference() || Root->Ty->isPointer()))
      return true;
  if (Place && !rootVariable(A) && mayBeCallers(rootPointer(A)))
    return true;
  if (targets(A).External && (A->Ty->isPointer() || A->Ty->isArray() || A->Ty->isRecord()))
    return true;
  llvm::SmallPtrSet<const Variable *, 8> Reached;
  reach(A, Reached, /*Itself=*/true);
  return llvm::any_of(Reached, [&](const Variable *L) { return PointsTo.lookup(L).External; });
}

bool Memory::reachesByPointers(const Expr *A, const Variable *V) const {
  llvm::SmallPtrSet<const Variable *, 8> Holders;
  const Variable *Root = isPlace(A) ? rootVariable(A) : nullptr;
  if (Root && Root->Kind == Storage::Local)
    Holders.insert(Root); // itself
  reach(A, Holders, /*Itself=*/false);
  return llvm::any_of(Holders,
                      [&](const Variable *L) { return PointsTo.lookup(L).Locals.contains(V); });
}

/// Whether a constant T may be written to, itself or what its pointers lead to.
static bool writableAsConst(const Type *T) {
  if (T->isPointer())
    return true;
  if (T->isArray())
    return writableAsConst(T->Element);
  return T->HasMutable || T->Polymorphic || T->is(TypeKind::Opaque) || anyPart(T, writableAsConst);
}

static bool writableThrough(const Variable *Param) {
  const Type *T = Param->Ty;
  if (T->isReference() || T->isPointer())
    return !T->ElementConst || writableAsConst(T->Element);
  return T->isRecord();
}

/// Whether T is a number, or an array or vector of numbers: nothing leads on from there.
static bool isNumbers(const Type *T) {
  return T->isArray() ? isNumbers(T->Element) : T->isReal() || T->isInteger();
}

void Memory::collectWrites(const Stmt *S, llvm::SmallVectorImpl<Write> &Out) const {
  if (S->Value && inserts(S->Value))
    Out.push_back({S, S->Value->operand(), false});
  switch (S->Kind) {
  case StmtKind::Assign:
  case StmtKind::Accumulate:
  case StmtKind::Restore:
    if (S->Target)
      Out.push_back({S, S->Target, false});
    return;
  case StmtKind::Call:
    if (S->Var && !S->Declares) { // the result
      Results.emplace_back();
      Results.back().Kind = ExprKind::Variable;
      Results.back().Ty = S->Var->Ty;
      Results.back().Var = S->Var;
      Out.push_back({S, &Results.back(), false});
    }
    for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
      if (writableThrough(S->Callee->Params[I])) {
        const Variable *P = S->Callee->Params[I];
        bool ConstRecord = P->Ty->ElementConst && P->Ty->nonReference()->isRecord() &&
                           !P->Ty->nonReference()->Differentiable;
        if (!ConstRecord)
          Out.push_back({S, S->Operands[I], true});
      }
    return;
  case StmtKind::Opaque:
    if (S->Frees) // the tape does, in the end
      return;
    for (const Expr *W : S->Writes) {
      const Type *T = W->Ty->nonReference();
      Out.push_back({S, W, S->Followed.empty() && !T->IsMap && !isNumbers(T)});
    }
    if (S->WritesUnknown)
      Out.push_back({S, nullptr, true});
    return;
  default:
    return;
  }
}

void Memory::findWrites(const Block &B) {
  walk(B, [&](Stmt *S) {
    llvm::SmallVector<Write, 2> Own;
    collectWrites(S, Own);
    Writes.insert(Writes.end(), Own.begin(), Own.end());
  });
}

/// The globals to which the function may write: by their names, or by pointers that it makes or
/// finds. (What its arguments lead to is none of them, or it does not begin.)
void Memory::findGlobals(const Block &B) {
  auto GlobalOf = [](const Expr *E) -> const Variable * {
    const Variable *V = E && isPlace(E) ? rootVariable(E) : nullptr;
    return V && V->Kind == Storage::Global && !V->Const ? V : nullptr;
  };
  auto Leads = [](const Type *T) { return T->isPointer() && !T->ElementConst; };
  for (const Write &W : Writes)
    if (const Variable *V = W.Place ? GlobalOf(W.Place) : nullptr)
      Changing.insert(V);
  auto Add = [&](const Expr *E) {
    if (const Variable *V = GlobalOf(E))
      Changing.insert(V);
  };
  walk(B, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Value && S->Var->Ty->isReference() &&
        !S->Var->Ty->ElementConst)
      Add(S->Value);
    forEachExpr(*S, [&](const Expr *Whole) {
      if (Whole->Ty->isArray() && !Whole->Ty->IsVector)
        Add(Whole); // where it begins
      walk(Whole, [&](const Expr *E) {
        LeadsToGlobals |= Leads(E->Ty) && isPlace(E) && GlobalOf(E);
        if (E->is(ExprKind::AddressOf) && Leads(E->Ty))
          Add(E->operand());
        if (isPlace(E))
          return true;
        for (const Expr *Op : E->Operands) // `v.data()`, `a + 1`
          if (Leads(E->Ty))
            Add(Op);
        return true;
      });
    });
  });
}

/// Whether the function may write to Global.
bool Memory::mayChange(const Variable *Global) const {
  return !Global->Const && (LeadsToGlobals || Changing.contains(Global));
}

static bool areRestrict(const Lead &P, const Lead &Q) {
  auto Restrict = [](const Lead &L) {
    return !L.Elements && L.From->is(ExprKind::Variable) &&
           L.From->Var->Kind == Storage::Parameter && L.From->Var->Ty->IsRestrict;
  };
  return Restrict(P) && Restrict(Q) && P.From->Var != Q.From->Var;
}

bool Memory::knownApart(const Variable *P, const Variable *Q) const {
  // Of vectors, the elements; objects that hold vectors or pointers lead to several pieces.
  auto LeadOf = [](const Variable *V, Expr &Name) -> Lead {
    const Type *T = V->Ty->isPointer() || V->Ty->isReference() ? V->Ty->Element : V->Ty;
    Name.Kind = ExprKind::Variable;
    Name.Ty = V->Ty->nonReference();
    Name.Var = const_cast<Variable *>(V);
    const bool Vector = V->Ty->isReference() && T->IsVector;
    const bool Plain = !holdsVector(T) && !holdsMap(T) && !holdsPointer(T);
    return Vector || Plain ? Lead{&Name, Vector} : Lead();
  };
  Expr NameOfP, NameOfQ;
  const Lead LeadP = LeadOf(P, NameOfP), LeadQ = LeadOf(Q, NameOfQ);
  // Two of which nothing is written may lead to the same elements.
  auto IsRead = [](const Variable *V) {
    return V->Ty->isPointer() && (V->Ty->ElementConst || V->OnlyRead);
  };
  const bool Read = IsRead(P) && IsRead(Q);
  return P != Q && LeadP && LeadQ &&
         ((!Read && areRestrict(LeadP, LeadQ)) || (Assumed && Assumed->assumed(LeadP, LeadQ)));
}

/// Whether E is the size of a vector.
static bool isSize(const Expr *E) {
  return E->is(ExprKind::Member) && E->Ty->isInteger() &&
         E->operand()->Ty->nonReference()->IsVector;
}

/// Whether the pointer V has one value while the function runs: one that is declared in a loop has
/// another in each iteration.
bool Memory::staysWhereItIs(const Variable *V) const {
  return !Assigned.contains(V) && isScalarVariable(V) &&
         (V->Kind != Storage::Local || FunctionLevel.contains(V));
}

/// The type of the vector in whose storage P lies, however it is reached; null if there is none.
static const Type *storageOf(const Expr *P) {
  while (P->is(ExprKind::Subscript) || P->is(ExprKind::Member) || P->is(ExprKind::BaseOf)) {
    const Type *Of = P->operand()->Ty->nonReference();
    if (P->is(ExprKind::Subscript) && Of->isPointer())
      return nullptr;
    if (P->is(ExprKind::Subscript) && Of->IsVector)
      return llvm::StringRef(Of->Spelling).starts_with("std::vector<") ? Of : nullptr;
    P = P->operand();
  }
  return nullptr;
}

/// Whether P and Q lie in the storage of vectors of two types, which have none in common.
static bool inDifferentVectors(const Expr *P, const Expr *Q) {
  const Type *OfP = storageOf(P), *OfQ = storageOf(Q);
  return OfP && OfQ && OfP->Spelling != OfQ->Spelling && OfP->Element != OfQ->Element &&
         !holdsVector(P->Ty->nonReference()) && !holdsVector(Q->Ty->nonReference());
}

bool Memory::overlap(const Expr *P, const Expr *Q, bool SameMoment) const {
  // Elements of a vector are no part of its size.
  if ((isSize(P) && !holdsVector(Q->Ty->nonReference()) && !isSize(Q)) ||
      (isSize(Q) && !holdsVector(P->Ty->nonReference()) && !isSize(P)))
    return false;
  const Type *TP = scalarIn(P->Ty), *TQ = scalarIn(Q->Ty);
  // A whole vector is its size, too.
  bool Whole = P->Ty->nonReference()->IsVector || Q->Ty->nonReference()->IsVector;
  if (!Whole && TP->isScalar() && TQ->isScalar() && distinctScalars(TP, TQ) && !isInUnion(P) &&
      !isInUnion(Q))
    return false;
  if (inDifferentVectors(P, Q))
    return false;
  llvm::SmallVector<const Expr *, 4> StepsP, StepsQ;
  stepsTo(P, StepsP);
  stepsTo(Q, StepsQ);
  const Variable *RootP = rootVariable(P), *RootQ = rootVariable(Q);
  auto Direct = [](const Variable *V) { return V && !V->Ty->isReference(); };
  const Expr *PtrP = RootP ? nullptr : rootPointer(P), *PtrQ = RootQ ? nullptr : rootPointer(Q);
  bool SameRoot = false;
  if (Direct(RootP) && Direct(RootQ)) {
    if (RootP != RootQ)
      return false;
    SameRoot = true;
  } else if (Direct(RootP) || Direct(RootQ)) {
    const Variable *Local = Direct(RootP) ? RootP : RootQ;
    const Expr *Ptr = Direct(RootP) ? PtrQ : PtrP;
    if (Local->Kind == Storage::Global)
      return !Local->Const;
    if (Local->Kind == Storage::Parameter && !Local->AddressTaken)
      return false;
    if (!Ptr) // a reference parameter
      return Escaped.contains(Local);
    Targets T = targets(Ptr);
    return T.Locals.contains(Local) || (T.External && Escaped.contains(Local));
  } else {
    // Both through pointers or reference parameters.
    if (RootP && RootP == RootQ)
      SameRoot = true;
    else if (PtrP && PtrQ && equal(PtrP, PtrQ) && SameMoment)
      SameRoot = true;
    else if (PtrP && PtrQ && equal(PtrP, PtrQ) && PtrP->is(ExprKind::Variable) &&
             staysWhereItIs(PtrP->Var))
      SameRoot = true;
    else {
      Targets A, B;
      A.External = B.External = true;
      if (PtrP)
        A = targets(PtrP);
      if (PtrQ)
        B = targets(PtrQ);
      bool Shared = A.External && B.External;
      for (const Variable *L : A.Locals)
        Shared |= B.Locals.contains(L) || (B.External && Escaped.contains(L));
      for (const Variable *L : B.Locals)
        Shared |= A.External && Escaped.contains(L);
      if (!Shared)
        return false;
      const Lead LeadP = leadTo(P), LeadQ = leadTo(Q);
      if (LeadP && LeadQ &&
          (areRestrict(LeadP, LeadQ) || (Assumed && Assumed->assume(LeadP, LeadQ))))
        return false;
    }
  }
  if (SameRoot) {
    for (size_t I = 0; I < StepsP.size() && I < StepsQ.size(); ++I) {
      const Expr *A = StepsP[I], *B = StepsQ[I];
      if (A->Kind != B->Kind)
        return true;
      if (A->is(ExprKind::Member) && A->Text != B->Text)
        return A->operand()->Ty->nonReference()->IsUnion;
      if (A->is(ExprKind::Subscript) && distinctIndices(A->operand(1), B->operand(1), SameMoment))
        return false;
    }
    return true;
  }
  // Different roots: scalar members of the same record type, told apart by name.
  if (P->is(ExprKind::Member) && Q->is(ExprKind::Member) && P->Ty->isScalar() &&
      Q->Ty->isScalar() && P->operand()->Ty->nonReference() == Q->operand()->Ty->nonReference() &&
      P->Text != Q->Text && !P->operand()->Ty->nonReference()->IsUnion)
    return false;
  return true;
}

bool Memory::mayAlias(const Expr *P, const Expr *Q) const { return overlap(P, Q, true); }
bool Memory::mayAliasEver(const Expr *P, const Expr *Q) const { return overlap(P, Q, false); }

bool Memory::conflicts(const Write &W, const Expr *P, bool SameMoment) const {
  const Variable *Root = rootVariable(P);
  bool Private = Root && !Root->Ty->isReference() && Root->Kind == Storage::Local;
  if (!W.Place)
    return !Private || Root->AddressTaken;
  if (!W.Reachable)
    return overlap(P, W.Place, SameMoment);
  if (isPlace(W.Place) && !W.Place->Ty->isPointer() && overlap(P, W.Place, SameMoment))
    return true;
  // What the callee can reach through the pointer (or through pointers inside the place).
  Targets T = targets(W.Place);
  if (const Variable *R = isPlace(W.Place) ? rootVariable(W.Place) : nullptr) {
    if (R->Kind == Storage::Local && !R->Ty->isReference()) {
      T.Locals.insert(R);
      Targets Inner = PointsTo.lookup(R);
      T.Locals.insert(Inner.Locals.begin(), Inner.Locals.end());
      T.External |= Inner.External;
    } else {
      T.External = true;
    }
  }
  // ... and through the pointers in what it reaches.
  llvm::SmallVector<const Variable *, 8> Work(T.Locals.begin(), T.Locals.end());
  while (!Work.empty()) {
    const Targets Inner = PointsTo.lookup(Work.pop_back_val());
    T.External |= Inner.External;
    for (const Variable *L : Inner.Locals)
      if (T.Locals.insert(L).second)
        Work.push_back(L);
  }
  if (Root && Root->Kind == Storage::Global)
    return !Root->Const;
  if (Private)
    return T.Locals.contains(Root) || (T.External && Escaped.contains(Root));
  if (Root && !Root->Ty->isReference())
    return T.External && Root->AddressTaken; // a by-value parameter
  if (const Expr *Ptr = rootPointer(P)) {
    Targets Own = targets(Ptr);
    if (Own.External && T.External) {
      // A callee that is given scalars of one type does not write scalars of another.
      const Type *Given =
          W.Place->Ty->isPointer() ? scalarIn(W.Place->Ty->Element) : scalarIn(W.Place->Ty);
      const Type *Read = scalarIn(P->Ty);
      if (Given->isScalar() && !Given->isPointer() && Read->isScalar() &&
          (Given->Kind != Read->Kind || (Given->isReal() && Given->Bits != Read->Bits)))
        return false;
      return true;
    }
    for (const Variable *L : Own.Locals)
      if (T.Locals.contains(L) || (T.External && Escaped.contains(L)))
        return true;
    for (const Variable *L : T.Locals)
      if (Own.External && Escaped.contains(L))
        return true;
    return false;
  }
  return T.External; // a reference parameter
}
