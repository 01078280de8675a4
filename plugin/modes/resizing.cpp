//===- modes/resizing.cpp - sizes of vectors that calls change ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An adjoint of a vector has its shape. The reverse sweep of a function takes back the sizes of
// what it reaches; what its caller has the adjoint of when the reverse sweep begins has the shape
// that the forward sweep left. That of memory that the caller allocates exists before: it is given
// the shape behind each call that may have changed it, by the class of the object.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/resizing.h"
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

static bool does(const Stmt &S, Change How) {
  if (S.Exchanges)
    return true;
  const bool Appends =
      S.is(StmtKind::Opaque) && S.Value && llvm::StringRef(S.Text).starts_with("$0.push_back(");
  return S.OldSize && (How == Change::Size || (How == Change::MoreThanGrowth && !Appends) ||
                       S.is(StmtKind::Assign));
}

static bool mentionsAny(const Expr *E, const llvm::DenseSet<const Variable *> &Any) {
  bool Found = false;
  walk(E, [&](const Expr *Sub) {
    Found |= Sub->is(ExprKind::Variable) && Any.contains(Sub->Var);
    return !Found;
  });
  return Found;
}

/// Whether there may be vectors in an object that is seen as a T.
static bool mayHoldVector(const Type *T) { return holdsVector(T) || T->Polymorphic; }

/// The variables of F that lead to what P leads to: P, and what is made of it on the way. Stored:
/// also by what may be stored in memory to which they lead.
static llvm::DenseSet<const Variable *> waysTo(const Function &F, const Variable *P,
                                               bool Stored = false) {
  llvm::DenseSet<const Variable *> Ways{P};
  auto Leads = [&](const Expr *E) { return mentionsAny(E, Ways); };
  auto Made = [&](const Variable *V) { // what is copied leads nowhere
    return V && (V->Ty->isReference() || holdsHandle(V->Ty)) && Ways.insert(V).second;
  };
  for (bool More = true; std::exchange(More, false);)
    walk(const_cast<Block &>(F.Body), [&](Stmt *S) {
      const Type *Of = S->Value ? S->Value->Ty : nullptr;
      if (Of && (Of->isReal() || Of->isInteger()))
        return;
      if (S->is(StmtKind::Declare) && S->Value && Leads(S->Value))
        More |= Made(S->Var);
      if (S->is(StmtKind::Assign) && Leads(S->Value))
        More |= Made(rootVariable(S->Target));
      if (S->is(StmtKind::Opaque) && llvm::any_of(S->Operands, Leads))
        for (const Expr *W : S->Writes)
          More |= Made(rootVariable(W));
      if (S->is(StmtKind::Call) && llvm::any_of(S->Operands, Leads))
        More |= Made(S->Var);
      auto Holds = [&](const Expr *E) {
        walk(E, [&](const Expr *Sub) {
          More |= Sub->is(ExprKind::Variable) && Made(Sub->Var);
          return true;
        });
      };
      if (Stored && S->is(StmtKind::Assign) && Leads(S->Value) && !rootVariable(S->Target))
        Holds(S->Target);
      if (Stored && (S->is(StmtKind::Call) || S->is(StmtKind::Opaque) || S->Exchanges) &&
          llvm::any_of(S->Operands, Leads))
        llvm::for_each(S->Operands, Holds);
    });
  return Ways;
}

/// Whether P may be used to change what it leads to, or a part of it.
static bool mayWriteThrough(const Variable *P) {
  const Type *T = P->Ty;
  return (T->isReference() || T->isPointer()) && !T->ElementConst && mayHoldVector(T->Element);
}

static bool mayChange(Context &C, const Function &F, const Variable *P, Change How,
                      llvm::DenseSet<const Variable *> &Seen) {
  if (!mayWriteThrough(P) || !Seen.insert(P).second)
    return false;
  if (!C.bodyOf(const_cast<Function *>(&F)))
    return true;
  const llvm::DenseSet<const Variable *> Ways = waysTo(F, P);
  auto Leads = [&](const Expr *E) { return mentionsAny(E, Ways); };
  bool May = false;
  walk(const_cast<Block &>(F.Body), [&](Stmt *S) {
    if (does(*S, How))
      May |= Leads(S->Exchanges ? S->Operands[0] : S->Target) ||
             (S->Exchanges && Leads(S->Operands[1]));
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
        May |= Leads(S->Operands[I]) && mayChange(C, *S->Callee, S->Callee->Params[I], How, Seen);
  });
  return May;
}

bool modes::mayChange(Context &C, const Function &F, const Variable *P, Change How) {
  llvm::DenseSet<const Variable *> Seen;
  return ::mayChange(C, F, P, How, Seen);
}

bool modes::changedByCall(Context &C, const Stmt *S, const Variable *V, Change How) {
  for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
    if (mentions(S->Operands[I], V) && mayChange(C, *S->Callee, S->Callee->Params[I], How))
      return true;
  return false;
}

/// E without what makes of an object, or of a pointer to it, the same seen as another class.
static const Expr *sameObject(const Expr *E) {
  for (;;) {
    if (E->is(ExprKind::Cast) && E->Ty->isPointer() && E->operand()->Ty->isPointer())
      E = E->operand();
    else if (E->is(ExprKind::BaseOf))
      E = E->operand();
    else if (E->is(ExprKind::AddressOf) && E->operand()->Ty->nonReference()->isRecord())
      E = E->operand();
    else if (E->is(ExprKind::Dereference) && E->Ty->nonReference()->isRecord())
      E = E->operand();
    else
      return E;
  }
}

/// The variable that leads to the very object in which Place is.
static const Variable *leaderOf(const Expr *Place) {
  if (const Variable *V = rootVariable(Place))
    return V;
  const Expr *P = rootPointer(Place);
  P = P ? sameObject(P) : nullptr;
  return P && P->is(ExprKind::Variable) ? P->Var : nullptr;
}

/// The class as which Place, in an object that a variable leads to, sees it.
static const Type *classOf(const Expr *Place) {
  const Expr *P = rootVariable(Place) ? nullptr : rootPointer(Place);
  return P ? P->Ty->Element : rootVariable(Place)->Ty->nonReference();
}

static bool classesResized(Context &C, const Function &F, const Variable *P,
                           llvm::SetVector<const Type *> &Classes,
                           llvm::DenseSet<const Variable *> &Seen) {
  if (!mayWriteThrough(P) || !Seen.insert(P).second)
    return true;
  if (!C.bodyOf(const_cast<Function *>(&F)))
    return false;
  const llvm::DenseSet<const Variable *> Ways = waysTo(F, P);
  bool Known = true;
  auto Resized = [&](const Expr *Place) {
    if (leaderOf(Place) == P)
      Classes.insert(classOf(Place));
  };
  walk(const_cast<Block &>(F.Body), [&](Stmt *S) {
    if (does(*S, Change::Size)) {
      Resized(S->Exchanges ? S->Operands[0] : S->Target);
      if (S->Exchanges)
        Resized(S->Operands[1]);
    }
    if (!S->is(StmtKind::Call))
      return;
    for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
      const Variable *Param = S->Callee->Params[I];
      const Expr *A = S->Operands[I], *Object = sameObject(A);
      if (!mentionsAny(A, Ways) || !mayChange(C, *S->Callee, Param, Change::Size))
        continue;
      if (Object->is(ExprKind::Variable) && Object->Var == P)
        Known &= classesResized(C, *S->Callee, Param, Classes, Seen);
      else
        Known &= behindOwnPointer(A); // another object, whose adjoint F gives its shape
    }
  });
  return Known;
}

std::optional<llvm::SetVector<const Type *>> modes::classesResized(Context &C, const Function &F,
                                                                   const Variable *P) {
  llvm::SetVector<const Type *> Classes;
  llvm::DenseSet<const Variable *> Seen;
  if (!::classesResized(C, F, P, Classes, Seen))
    return std::nullopt;
  return Classes;
}

/// Whether the pointer P is one that Is holds for, or a variable that only such pointers are set
/// to.
static bool comesFrom(const Block &Body, const Expr *P, llvm::function_ref<bool(const Expr *)> Is,
                      llvm::SmallPtrSetImpl<const Variable *> &Seen) {
  P = sameObject(P);
  if (!P->is(ExprKind::Variable))
    return Is(P) || (P->is(ExprKind::Literal) && P->Ty->isPointer());
  const Variable *V = P->Var;
  if (V->Kind != Storage::Local || V->AddressTaken || !V->Ty->isPointer())
    return false;
  if (!Seen.insert(V).second)
    return true;
  bool From = true;
  walk(const_cast<Block &>(Body), [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Var == V && S->Value)
      From &= comesFrom(Body, S->Value, Is, Seen);
    else if (S->is(StmtKind::Call) && S->Var == V)
      From = false;
    else if (S->Target && rootVariable(S->Target) == V && isPlace(S->Target))
      From &= S->is(StmtKind::Assign) && comesFrom(Body, S->Value, Is, Seen);
    for (const Expr *W : S->Writes)
      From &= rootVariable(W) != V;
  });
  return From;
}

/// The same of pointers that are loaded from memory.
static bool isLoaded(const Block &Body, const Expr *P) {
  llvm::SmallPtrSet<const Variable *, 4> Seen;
  auto Loaded = [](const Expr *E) {
    return E->is(ExprKind::Member) || E->is(ExprKind::Subscript) || E->is(ExprKind::Dereference);
  };
  return comesFrom(Body, P, Loaded, Seen);
}

/// The same of pointers to memory that is allocated in Body.
static bool isAllocated(const Block &Body, const Variable *P) {
  Expr Name;
  Name.Kind = ExprKind::Variable;
  Name.Var = const_cast<Variable *>(P);
  Name.Ty = P->Ty;
  llvm::SmallPtrSet<const Variable *, 4> Seen;
  return comesFrom(Body, &Name, [](const Expr *E) { return E->Allocates; }, Seen);
}

/// Whether a T has vectors of which adjoints have the shape.
static bool holdsShapes(const Type *T) {
  if (T->IsVector)
    return !isVectorOfHandles(T);
  if (T->isArray())
    return holdsShapes(T->Element);
  return T->IsMap || llvm::any_of(T->Fields, [](const Field &F) { return holdsShapes(F.Ty); });
}

/// 1. Statements that change the size of a vector behind a pointer, other than P and those to what
///    F allocates: of all that P leads to by way of memory, nobody asks what it is.
/// 2. Calls that are given another object, and change it; and those that go deeper themselves.
static bool resizesDeeper(Context &C, const Function &F, const Variable *P,
                          llvm::DenseSet<const Variable *> &Seen) {
  const bool Leads = P->Ty->isPointer() || P->Ty->isReference();
  const Type *Object = Leads ? P->Ty->Element : P->Ty;
  if (!(holdsHandle(Object) || (Leads && Object->Polymorphic)) || !Seen.insert(P).second ||
      !C.bodyOf(const_cast<Function *>(&F))) // another file's is refused there
    return false;
  const llvm::DenseSet<const Variable *> Ways = waysTo(F, P, /*Stored=*/true);
  bool Deeper = false;
  auto Resized = [&](const Expr *Place) {
    const Variable *Leader = leaderOf(Place);
    Deeper |= !rootVariable(Place) && Leader != P && mentionsAny(Place, Ways) &&
              !isVectorOfHandles(Place->Ty->nonReference()) &&
              !(Leader && isAllocated(F.Body, Leader));
  };
  walk(const_cast<Block &>(F.Body), [&](Stmt *S) {
    if (Deeper)
      return;
    if (S->Exchanges)
      llvm::for_each(S->Operands, Resized);
    else if (does(*S, Change::Size))
      Resized(S->Target);
    if (!S->is(StmtKind::Call))
      return;
    for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
      const Variable *Param = S->Callee->Params[I];
      const Expr *A = S->Operands[I], *To = sameObject(A);
      if (!mentionsAny(A, Ways))
        continue;
      const bool Other = !(To->is(ExprKind::Variable) && To->Var == P) && behindOwnPointer(A);
      Deeper |= (Other && mayChange(C, *S->Callee, Param, Change::Size)) ||
                resizesDeeper(C, *S->Callee, Param, Seen);
    }
  });
  return Deeper;
}

bool modes::resizesDeeper(Context &C, const Function &F, const Variable *P) {
  llvm::DenseSet<const Variable *> Seen;
  return ::resizesDeeper(C, F, P, Seen);
}

/// Whether an argument of the call S other than number I may lead to elements of Object, the vector
/// or what holds it.
bool Reverse::reachesTwice(const Stmt *S, size_t I, const Expr *Object) const {
  auto HasPart = [](const Expr *Whole, const Expr *Part) {
    bool Found = false;
    walk(Whole, [&](const Expr *Sub) { return !(Found |= equal(Sub, Part)); });
    return Found;
  };
  const Variable *Root = rootVariable(Object);
  for (size_t J = 0; J < S->Operands.size() && J < S->Callee->Params.size(); ++J) {
    const Type *T = S->Callee->Params[J]->Ty;
    if (J == I || !(T->isPointer() || T->isReference() || holdsHandle(T)) || !T->Differentiable)
      continue;
    const Expr *A = S->Operands[J], *Other = A->is(ExprKind::AddressOf) ? A->operand() : A;
    llvm::SmallPtrSet<const Variable *, 4> Locals;
    if (Other->Ty->isPointer())
      Mem->leadsTo(Other, Locals);
    if (HasPart(Other, Object) || HasPart(Object, Other) || (Root && Locals.contains(Root)))
      return true;
  }
  return false;
}

/// The object that is given to a call: itself, or by its address.
static const Expr *objectIn(const Expr *Argument) {
  return Argument->is(ExprKind::AddressOf) ? Argument->operand() : Argument;
}

/// Whether the pointer P is one that the caller gave.
static bool isGiven(const Expr *P) {
  P = sameObject(P);
  return P->is(ExprKind::Variable) && P->Var->Kind != Storage::Local;
}

bool modes::behindOwnPointer(const Expr *Argument) {
  const Expr *Object = objectIn(Argument);
  if (isPlace(Object) && !Object->Ty->isPointer() && rootVariable(Object))
    return false;
  const Expr *P = Object->Ty->isPointer() ? Object
                  : isPlace(Object)       ? rootPointer(Object)
                                          : nullptr;
  return !P || !isGiven(P);
}

/// Whether pointers to elements of vectors that are reached by pointers are made: these would not
/// follow where such a vector grows.
bool Reverse::pointsIntoVectorsBehind() const {
  bool Points = false;
  auto See = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (!Sub->is(ExprKind::AddressOf) || rootVariable(Sub->operand()))
        return true;
      for (const Expr *Place = Sub->operand();
           Place->is(ExprKind::Member) || Place->is(ExprKind::Subscript) ||
           Place->is(ExprKind::BaseOf);
           Place = Place->operand())
        Points |= Place->is(ExprKind::Subscript) && Place->operand()->Ty->nonReference()->IsVector;
      return true;
    });
  };
  walk(const_cast<Block &>(Body), [&](Stmt *S) {
    forEachExpr(*S, See);
    Points |= S->is(StmtKind::Call) && S->Var && S->Var->Ty->isPointer() &&
              !S->Var->Ty->Element->isRecord() && S->Var->Ty->Differentiable;
  });
  return Points;
}

/// Whether P leads to objects of which the forward sweep has the adjoints, and may give them
/// shapes: memory of the function's own and variables of Own; or, where another function's
/// companion calls the forward sweep of this one, also what pointers lead to that are in what it is
/// given.
bool Reverse::shapesEarly(const Expr *P, const llvm::DenseSet<const Variable *> &Own) const {
  if (Mem->leadsToOwn(P, &Own))
    return true;
  if (!P || !Detached || Primal.SharesSweeps || !isLoaded(Body, P))
    return false;
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  Mem->leadsTo(P, Locals);
  return llvm::none_of(Out.Locals, [&](const Variable &V) {
    return Locals.contains(&V) && !Own.contains(&V) && holdsShapes(V.Ty);
  });
}

/// Mirrored, and the variables that Locals has without vectors.
llvm::DenseSet<const Variable *>
Reverse::shaped(const llvm::SmallPtrSetImpl<const Variable *> &Locals) const {
  llvm::DenseSet<const Variable *> Shaped = Mirrored;
  for (const Variable *V : Locals) // others of the variables it may be
    if (V->Ty && V->Ty->isRecord() && !holdsVector(V->Ty) && !holdsMap(V->Ty))
      Shaped.insert(V);
  return Shaped;
}

/// Whether the adjoint of the object that argument I of the call S leads to, which is not given,
/// can be given the shape that the callee leaves.
bool Reverse::givesSizesBack(const Stmt *S, size_t I) const {
  const Expr *E = sameObject(S->Operands[I]);
  const Expr *P = E->Ty->isPointer() ? E : rootPointer(E);
  const auto Classes = classesResized(C, *S->Callee, S->Callee->Params[I]);
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  if (P)
    Mem->leadsTo(P, Locals);
  // Of a deque or a map more changes than a size tells.
  return P && shapesEarly(P, shaped(Locals)) && !pointsIntoVectorsBehind() && Classes &&
         llvm::none_of(*Classes, [](const Type *T) { return holdsDeque(T) || holdsMap(T); });
}

/// Whether the adjoints of what pointers lead to in argument I of the call S are there in the
/// forward sweep, and nobody else's: the callee's forward sweep gives them shapes.
bool Reverse::letsShape(const Stmt *S, size_t I) const {
  const Expr *A = S->Operands[I];
  return (Detached ? !Primal.SharesSweeps : !Mem->reachesCallers(A)) &&
         !pointsIntoVectorsBehind() && llvm::none_of(Out.Locals, [&](const Variable &V) {
           return V.Kind == Storage::Local && holdsShapes(V.Ty) && Mem->reachesByPointers(A, &V);
         });
}

static bool isOrHasBase(const Type *T, const Type *Base) {
  return T == Base || llvm::any_of(T->Fields, [&](const Field &F) {
           return F.IsBase && isOrHasBase(F.Ty, Base);
         });
}

/// After the call S: the adjoints of this function's own objects that it was given get the shape
/// that it left.
void Reverse::shapeBehind(const Stmt *S, Block &To) {
  for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
    const Expr *A = S->Operands[I];
    if (!Active->active(A) || !behindOwnPointer(A) ||
        !mayChange(C, *S->Callee, S->Callee->Params[I], Change::Size))
      continue;
    const auto Classes = classesResized(C, *S->Callee, S->Callee->Params[I]);
    if (!Classes)
      continue; // has been refused
    const Expr *E = sameObject(A), *Object = E->Ty->isPointer() ? B.dereference(E) : E;
    auto Shape = [&](const Expr *Place, Block &Into) {
      if (const Expr *Bar = Shadow.place(Place)) {
        markEarly(Bar);
        matchShapes(B, Out, Bar, Place, Into, "ad::shape_like");
      }
    };
    const Type *Seen = Object->Ty->nonReference();
    if (llvm::any_of(*Classes, [&](const Type *T) { return isOrHasBase(Seen, T); }))
      Shape(Object, To);
    for (const Type *Class : *Classes) {
      if (isOrHasBase(Seen, Class))
        continue;
      Block Shaped;
      Shape(B.dereference(B.cast(M.pointer(Class, false), B.addressOf(Object), /*Explicit=*/true)),
            Shaped);
      if (Shaped.empty())
        continue;
      const Expr *Is = B.opaque("dynamic_cast<const " + Class->Spelling + " *>($0) != nullptr",
                                M.boolType(), {B.addressOf(Object)});
      To.add(B.ifThen(Is, std::move(Shaped)));
    }
  }
}

/// Vectors behind pointers change their sizes where the forward sweep can follow: in memory of the
/// function's own, in objects to which parameters lead, and, where a companion calls the sweeps, in
/// those to which pointers in these lead.
void Reverse::checkResizedBehindPointers() {
  auto Refuse = [&](const Stmt *S) {
    if (std::exchange(Failed, true))
      return;
    C.error(S->Loc,
            "cannot differentiate in reverse mode a change of a vector's size through a pointer",
            "change it through its name or a reference");
  };
  auto Changes = [&](const Stmt *S, const Expr *Place) {
    const Expr *P = rootVariable(Place) ? nullptr : rootPointer(Place);
    if (!P || isGiven(P) || !Place->Ty->Differentiable || isVectorOfHandles(Place->Ty) ||
        !Active->active(Place) || (shapesEarly(P, Mirrored) && !isDeque(Place->Ty->nonReference())))
      return;
    Refuse(S);
  };
  walk(Body, [&](Stmt *S) {
    if (S->Exchanges)
      for (const Expr *Place : S->Operands)
        Changes(S, Place);
    else if (S->OldSize || S->Mirrors)
      Changes(S, S->OldSize ? S->Target : S->Operands[0]);
    if (!S->is(StmtKind::Call))
      return;
    for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
      if (Failed || !Active->active(S->Operands[I]))
        continue;
      if (resizesDeeper(C, *S->Callee, S->Callee->Params[I]) && !letsShape(S, I))
        Refuse(S);
      if (!mayChange(C, *S->Callee, S->Callee->Params[I], Change::Size))
        continue;
      if (behindOwnPointer(S->Operands[I]) && !givesSizesBack(S, I))
        Refuse(S);
      else if (mayChange(C, *S->Callee, S->Callee->Params[I], Change::MoreThanGrowth) &&
               reachesTwice(S, I, objectIn(S->Operands[I]))) {
        C.error(S->Loc,
                "cannot differentiate in reverse mode: '" + shownName(*S->Callee).str() +
                    "' may change the size of a vector, and is given a part of it, too",
                "give it the value, or the index");
        Failed = true;
      }
    }
  });
}
