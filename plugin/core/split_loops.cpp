//===- core/split_loops.cpp - adjoints of stencils, loop by loop ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a stencil scatters: each iteration adds to an element and to its neighbours, which
// other iterations add to. To the optimiser an iteration must wait for what the one before has
// stored; it does not vectorise such a loop. One loop for each of the neighbours has no such order.
//
//   for (int i = 1; i < n - 1; ++i) {        for (int i = 1; i < n - 1; ++i)
//     const double seed = v_bar[i];            u_bar[i - 1] += c * v_bar[i];
//     v_bar[i] = 0;                          for (int i = 1; i < n - 1; ++i) {
//     u_bar[i - 1] += c * seed;                u_bar[i + 1] += c * v_bar[i];
//     u_bar[i + 1] += c * seed;                v_bar[i] = 0;
//   }                                        }
//
// 1. Candidates: straight loops whose iterations may run in any order (Stmt::AnyOrder), and which
//    add to neighbouring elements of adjoints, one after the other in memory; or in which the
//    primal adds to a number in memory (`y[i] += a[i][j] * x[j]`), so that each iteration waits for
//    that.
// 2. Groups: an addition goes into the first group without a neighbour of it; what is set (an
//    adjoint that is cleared) comes last, all else first. Constants that several groups need are
//    computed in each: they must be cheap. If it is one that all groups behind the first need, it
//    goes to them in the element that is cleared last: `v_bar[i] = flow;`.
// 3. Of different iterations, any order will do. Of one iteration, two statements may change places
//    only if neither reads or sets what the other stores (both may add to it).
//
// Source: the loops are distributed as in R. Allen and K. Kennedy, "Optimizing Compilers for Modern
// Architectures", section 2.2.2; what is taken as known here is that sums commute.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/split_loops.h"
#include "plugin/core/builder.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace ad::core;

namespace {

/// A store of the loop's body, and the group that it goes to.
struct Store {
  Stmt *S;
  size_t At; ///< its number in the body
  unsigned Group = 0;
};

/// What a store reads, in its own statement and in the constants that it is made of.
struct Read {
  const Expr *E;
  size_t At;
};

class Splitter {
public:
  Splitter(Module &M, const Function &F, const ApartPairs &Apart) : M(M), B(M), Known(F, Apart) {}
  void run(Block &In);
  bool Splits = false; ///< a loop

private:
  std::vector<Block> groups(const StraightLoop &L);
  std::vector<Block> handedOn(std::vector<Store> Stores, const StraightLoop &L, unsigned Last);
  std::vector<Block> handedOnInPlaces(std::vector<Store> Stores, const StraightLoop &L);
  bool needsMore(const Stmt &S, const Variable *V, const Expr *Place, const StraightLoop &L) const;
  bool fits(llvm::ArrayRef<Store> Stores, const StraightLoop &L) const;

  Module &M;
  Builder B;
  Places Known;
};

} // namespace

static StraightLoop::Constants needsOf(const Stmt &S, const StraightLoop &L) {
  return L.needsOf({S.Value, S.Target});
}

/// Whether the primal adds to one number in memory, and adjoints to numbers one after the other: to
/// the optimiser, these might be that number.
static bool waitsForMemory(llvm::ArrayRef<Store> Stores, const StraightLoop &L) {
  bool Waits = false, Follows = false;
  for (const Store &T : Stores) {
    const Variable *Leads = leadingVariable(T.S->Target);
    if (!Leads || T.S->Target->is(ExprKind::Variable))
      continue;
    const std::optional<int64_t> Stride = L.stride(T.S->Target);
    Waits |= !Leads->Derivative && Stride == 0;
    Follows |= Leads->Derivative && (Stride == 1 || Stride == -1);
  }
  return Waits && Follows;
}

static bool isAdjoint(const Store &T) {
  const Variable *Leads = leadingVariable(T.S->Target);
  return Leads && Leads->Derivative;
}

/// Whether in each iteration the order of all statements that depend on each other stays.
bool Splitter::fits(llvm::ArrayRef<Store> Stores, const StraightLoop &L) const {
  for (const Store &T : Stores) {
    std::vector<Read> Reads{{T.S->Value, T.At}};
    const auto Needs = needsOf(*T.S, L);
    for (size_t At = 0; At < L.statements().size(); ++At)
      if (const Stmt *D = L.statements()[At]; D->is(StmtKind::Declare) && Needs.contains(D->Var))
        Reads.push_back({D->Value, At});
    for (const Store &S : Stores) {
      if (&S == &T || S.Group == T.Group)
        continue;
      const bool Before = S.Group < T.Group;
      for (const Read &R : Reads)
        if (Known.reads(R.E, S.S->Target) && (S.At < R.At) != Before)
          return false;
      if (Known.addressReads(T.S->Target, S.S->Target))
        return false;
      const bool BothAdd = S.S->is(StmtKind::Accumulate) && T.S->is(StmtKind::Accumulate);
      const bool AnyOrder = BothAdd && isAdjoint(T) && isAdjoint(S);
      if (!AnyOrder && Known.mayOverlap(S.S->Target, T.S->Target) && (S.At < T.At) != Before)
        return false;
    }
  }
  return true;
}

/// What E costs each iteration: divisions by what stays the same become products, and subscripts
/// move along.
static unsigned costOf(const Expr *E, const StraightLoop &L) {
  constexpr unsigned Division = 5;
  unsigned Sum = cost(E);
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Binary) && Sub->Text == "/" && Sub->Ty->isReal() &&
        L.growth(Sub->operand(1)) == 0)
      Sum -= Division - 1;
    if (Sub->is(ExprKind::Binary) && Sub->Ty->isInteger() && L.growth(Sub))
      Sum -= cost(Sub);
    return !Sub->Ty->isInteger();
  });
  return Sum;
}

/// The bodies of the loops that L becomes; none if it stays as it is.
std::vector<Block> Splitter::groups(const StraightLoop &L) {
  constexpr unsigned MostGroups = 8, MostCost = 16;
  // 1. Which additions are in each other's way?
  std::vector<Store> Stores;
  for (size_t At = 0; At < L.statements().size(); ++At)
    if (Stmt *S = L.statements()[At]; isStore(*S))
      Stores.push_back({S, At});
  const unsigned First = waitsForMemory(Stores, L) ? 1 : 0; // for adjoints
  unsigned Last = First;
  for (size_t I = 0; I < Stores.size(); ++I) {
    Stmt *S = Stores[I].S;
    const Variable *Leads = leadingVariable(S->Target);
    const bool Sum = S->is(StmtKind::Accumulate);
    if (Leads && Leads->Derivative)
      Stores[I].Group = First;
    if (!Leads || L.declares(Leads) || (S->Target->is(ExprKind::Variable) && !Sum))
      return {};
    if (S->Target->is(ExprKind::Variable)) {
      if (!Leads->Derivative) // a sum in order, which the rest does not keep waiting
        return {};
      continue;
    }
    // What is set is set in an element of the iteration's own.
    const std::optional<int64_t> Stride = L.stride(S->Target);
    if (!Stride || (Sum ? std::abs(*Stride) > 1 : std::abs(*Stride) != 1))
      return {};
    auto IsTaken = [&](unsigned Group) {
      return llvm::any_of(llvm::ArrayRef(Stores).take_front(I), [&](const Store &Other) {
        return Other.Group == Group && areNeighbours(Other.S->Target, S->Target);
      });
    };
    while (Sum && Leads->Derivative && *Stride != 0 && IsTaken(Stores[I].Group))
      ++Stores[I].Group;
    Last = std::max(Last, Stores[I].Group);
  }
  if (Last == 0 || Last >= MostGroups)
    return {};
  for (Store &T : Stores)
    if (T.S->is(StmtKind::Assign) && leadingVariable(T.S->Target)->Derivative)
      T.Group = Last;
  if (!fits(Stores, L))
    return {};
  // 2. Their bodies.
  std::vector<Block> Out(Last + 1);
  for (unsigned Group = 0; Group <= Last; ++Group) {
    llvm::SmallSetVector<const Variable *, 8> Needs;
    llvm::SmallPtrSet<const Stmt *, 8> Mine;
    for (const Store &T : Stores)
      if (T.Group == Group) {
        Mine.insert(T.S);
        for (const Variable *V : needsOf(*T.S, L))
          Needs.insert(V);
      }
    unsigned Cost = 0;
    for (Stmt *S : L.statements()) {
      const bool Declared = S->is(StmtKind::Declare) && Needs.contains(S->Var);
      if (Declared)
        Cost += costOf(S->Value, L);
      if (Declared || Mine.contains(S))
        Out[Group].add(S);
    }
    if (Group > 0 && Cost > MostCost) {
      std::vector<Block> By = handedOn(Stores, L, Last);
      return By.empty() ? handedOnInPlaces(std::move(Stores), L) : By;
    }
  }
  return Out;
}

/// Whether S mentions constants of the body other than V, or reads what may be Place.
bool Splitter::needsMore(const Stmt &S, const Variable *V, const Expr *Place,
                         const StraightLoop &L) const {
  bool More = Known.reads(S.Value, Place) || Known.addressReads(S.Target, Place);
  for (const Expr *E : {S.Value, S.Target})
    walk(E, [&](const Expr *Sub) {
      More |= Sub->is(ExprKind::Variable) && Sub->Var != V && L.declares(Sub->Var);
      return !More;
    });
  return More;
}

/// The bodies, if what the groups behind the first need is one constant: the first puts it into the
/// element that the last one clears.
std::vector<Block> Splitter::handedOn(std::vector<Store> Stores, const StraightLoop &L,
                                      unsigned Last) {
  auto Clear = llvm::find_if(Stores, [](const Store &T) {
    return T.S->is(StmtKind::Assign) && Builder::isZero(T.S->Value);
  });
  if (Clear == Stores.end() || llvm::any_of(Stores, [&](const Store &T) {
        return T.S != Clear->S && Known.mayOverlap(T.S->Target, Clear->S->Target);
      }))
    return {};
  const Expr *Place = Clear->S->Target;
  auto Clears = [&](const Store &T) { return T.S == Clear->S; };
  // 1. The constant, and the group of the only store that needs more, if any: it comes first.
  const Variable *Handed = nullptr;
  for (const Stmt *D : L.statements()) {
    if (Handed || !D->is(StmtKind::Declare) || D->Var->Ty != Place->Ty)
      continue;
    Store *Odd = nullptr;
    bool One = true, Used = false;
    for (Store &T : Stores)
      if (!Clears(T) && T.Group > 0) {
        Used |= mentions(T.S->Value, D->Var);
        if (needsMore(*T.S, D->Var, Place, L)) {
          One &= !Odd;
          Odd = &T;
        }
      }
    if (!One || !Used)
      continue;
    std::vector<Store *> Others; // that give way to it
    if (Odd)
      for (Store &T : Stores)
        if (!Clears(T) && T.Group == 0 && areNeighbours(T.S->Target, Odd->S->Target))
          Others.push_back(&T);
    if (llvm::any_of(Others, [&](const Store *T) { return needsMore(*T->S, D->Var, Place, L); }))
      continue;
    for (Store *T : Others)
      T->Group = Odd->Group;
    if (Odd)
      Odd->Group = 0;
    Handed = D->Var;
  }
  if (!Handed || !fits(Stores, L))
    return {};
  // 2. The bodies.
  std::vector<Block> Out(Last + 1);
  StraightLoop::Constants Needs = L.needsOf({L.valueOf(Handed)});
  Needs.insert(Handed);
  for (const Store &T : Stores)
    if (T.Group == 0)
      for (const Variable *V : needsOf(*T.S, L))
        Needs.insert(V);
  auto Read = [&](const Expr *E) { return isVariable(E, Handed) ? Place : nullptr; };
  for (Stmt *S : L.statements()) {
    if (S->is(StmtKind::Declare)) {
      if (Needs.contains(S->Var))
        Out[0].add(S);
      continue;
    }
    const Store &T = *llvm::find_if(Stores, [&](const Store &Of) { return Of.S == S; });
    if (T.Group > 0)
      S->Value = rewrite(M, S->Value, Read);
    if (!Clears(T))
      Out[T.Group].add(S);
  }
  Out[Last].add(Clear->S); // behind all that read it
  Out[0].add(B.assign(Place, B.var(const_cast<Variable *>(Handed))));
  llvm::erase_if(Out, [](const Block &Body) { return Body.empty(); });
  return Out;
}

/// The numbers of the iteration's own that Value is made of.
static llvm::SmallSetVector<const Variable *, 2> numbersIn(const Expr *Value,
                                                           const StraightLoop &L) {
  llvm::SmallSetVector<const Variable *, 2> Out;
  walk(Value, [&](const Expr *E) {
    if (E->is(ExprKind::Variable) && E->Ty->isReal() && L.declares(E->Var))
      Out.insert(E->Var);
    return true;
  });
  return Out;
}

/// The same for several numbers, where as many places are set to zero: of a system of equations
/// each has an adjoint that neighbours are given.
std::vector<Block> Splitter::handedOnInPlaces(std::vector<Store> Stores, const StraightLoop &L) {
  constexpr unsigned MostGroups = 8;
  // 1. The places, which nothing else in the loop leads to.
  llvm::SmallVector<const Store *, 4> Places;
  for (const Store &T : Stores)
    if (T.S->is(StmtKind::Assign) && Builder::isZero(T.S->Value))
      Places.push_back(&T);
  auto IsPlace = [&](const Store &T) { return llvm::is_contained(Places, &T); };
  auto LeadsTo = [&](const Store &T, const Store &Place) {
    return &T != &Place && (Known.mayOverlap(T.S->Target, Place.S->Target) ||
                            Known.addressReads(T.S->Target, Place.S->Target));
  };
  for (const Store *Place : Places)
    for (const Store &T : Stores)
      if (LeadsTo(T, *Place))
        return {};
  // 2. What needs several numbers, or memory, comes first, what many need last, where no neighbour
  // is.
  auto IsSimple = [&](const Store &T) {
    return T.S->is(StmtKind::Accumulate) && numbersIn(T.S->Value, L).size() == 1 &&
           llvm::none_of(Places,
                         [&](const Store *P) { return Known.reads(T.S->Value, P->S->Target); });
  };
  llvm::SmallVector<Store *, 8> Placed;
  auto IsTaken = [&](unsigned Group, const Store &T) {
    return llvm::any_of(Placed, [&](const Store *Other) {
      return Other->Group == Group && areNeighbours(Other->S->Target, T.S->Target);
    });
  };
  llvm::SmallVector<Store *, 8> Order;
  llvm::DenseMap<const Variable *, unsigned> Uses;
  for (Store &T : Stores)
    if (!IsPlace(T)) {
      Order.push_back(&T);
      if (IsSimple(T))
        ++Uses[numbersIn(T.S->Value, L).front()];
    }
  auto UsesOf = [&](const Store &T) {
    return IsSimple(T) ? Uses.lookup(numbersIn(T.S->Value, L).front()) : 0;
  };
  llvm::stable_sort(Order, [&](const Store *T, const Store *U) { return UsesOf(*T) < UsesOf(*U); });
  unsigned Last = 0;
  for (Store *T : Order) {
    T->Group = 0;
    while (IsTaken(T->Group, *T))
      ++T->Group;
    if (T->Group && (!IsSimple(*T) || !isAdjoint(*T) || T->Group >= MostGroups))
      return {};
    Last = std::max(Last, T->Group);
    Placed.push_back(T);
  }
  llvm::SmallSetVector<const Variable *, 4> Handed;
  for (const Store &T : Stores)
    if (T.Group > 0 && !IsPlace(T))
      Handed.insert(numbersIn(T.S->Value, L).front());
  if (!Last || Handed.size() > Places.size())
    return {};
  llvm::DenseMap<const Variable *, const Expr *> In;
  for (size_t I = 0; I < Handed.size(); ++I) {
    if (Handed[I]->Ty != Places[I]->S->Target->Ty)
      return {};
    In[Handed[I]] = Places[I]->S->Target;
  }
  for (Store &T : Stores)
    if (IsPlace(T))
      T.Group = Last;
  if (!fits(Stores, L))
    return {};
  // 3. The bodies: the first one computes all, and hands on.
  std::vector<Block> Out(Last + 1);
  auto Read = [&](const Expr *E) {
    return E->is(ExprKind::Variable) ? In.lookup(E->Var) : nullptr;
  };
  for (unsigned Group = 0; Group <= Last; ++Group) {
    llvm::SmallSetVector<const Variable *, 8> Needs;
    for (const Variable *V : Handed)
      if (Group == 0 && Needs.insert(V))
        for (const Variable *Of : L.needsOf({L.valueOf(V)}))
          Needs.insert(Of);
    for (const Store &T : Stores)
      if (T.Group == Group && !IsPlace(T))
        for (const Variable *V : needsOf(*T.S, L))
          if (Group == 0 || V->Ty->isInteger())
            Needs.insert(V);
    for (Stmt *S : L.statements()) {
      if (S->is(StmtKind::Declare) && Needs.contains(S->Var))
        Out[Group].add(S);
      const auto Of = llvm::find_if(Stores, [&](const Store &T) { return T.S == S; });
      if (Of != Stores.end() && Of->Group == Group && !IsPlace(*Of)) {
        if (Group > 0)
          S->Value = rewrite(M, S->Value, Read);
        Out[Group].add(S);
      }
    }
  }
  for (const Store *Place : Places)
    Out[Last].add(Place->S);
  for (const Variable *V : Handed)
    Out[0].add(B.assign(In[V], B.var(const_cast<Variable *>(V))));
  return Out;
}

void Splitter::run(Block &In) {
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    forEachBlock(*S, [&](Block &Inner) { run(Inner); });
    if (!S->is(StmtKind::Loop) || !S->AnyOrder)
      continue;
    const std::optional<StraightLoop> L = StraightLoop::of(*S);
    std::vector<Block> Groups = L ? groups(*L) : std::vector<Block>();
    if (Groups.empty())
      continue;
    Splits = true;
    std::vector<Stmt *> Loops;
    for (Block &Body : Groups) {
      Stmt *Each = M.stmt(StmtKind::Loop, S->Loc);
      *Each = *S;
      Each->Note.clear();
      Each->Then = std::move(Body);
      Loops.push_back(Each);
    }
    In.Stmts.erase(In.Stmts.begin() + At);
    In.Stmts.insert(In.Stmts.begin() + At, Loops.begin(), Loops.end());
    At += Loops.size() - 1;
  }
}

bool ad::core::splitLoops(Module &M, Function &F, const ApartPairs &Apart) {
  Splitter S(M, F, Apart);
  S.run(F.Body);
  if (S.Splits)
    F.Body = clone(M, F.Body); // what several loops compute stands in each of them
  return S.Splits;
}
