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

/// The variables of F that lead to what P leads to: P, and what is made of it on the way.
static llvm::DenseSet<const Variable *> waysTo(const Function &F, const Variable *P) {
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
  auto Leads = [&](const Expr *E) { return mentionsAny(E, Ways); };
  bool Known = true;
  auto Resized = [&](const Expr *Place) {
    if (!Leads(Place))
      return;
    Known &= leaderOf(Place) == P;
    if (Known)
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
      if (!Leads(S->Operands[I]) || !mayChange(C, *S->Callee, Param, Change::Size))
        continue;
      const Expr *Object = sameObject(S->Operands[I]);
      Known &= Object->is(ExprKind::Variable) && Object->Var == P &&
               classesResized(C, *S->Callee, Param, Classes, Seen);
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

/// Whether the adjoint of the object that argument I of the call S leads to, which is this
/// function's own, can be given the shape that the callee leaves.
bool Reverse::givesSizesBack(const Stmt *S, size_t I) const {
  const Expr *E = sameObject(S->Operands[I]);
  const Expr *P = E->Ty->isPointer() ? E : rootPointer(E);
  const auto Classes = classesResized(C, *S->Callee, S->Callee->Params[I]);
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  if (P)
    Mem->leadsTo(P, Locals);
  llvm::DenseSet<const Variable *> Shaped = Mirrored;
  for (const Variable *V : Locals) // others of the variables it may be
    if (V->Ty && V->Ty->isRecord() && !holdsVector(V->Ty) && !holdsMap(V->Ty))
      Shaped.insert(V);
  // Of a deque or a map more changes than a size tells.
  return P && Mem->leadsToOwn(P, &Shaped) && !pointsIntoVectorsBehind() && Classes &&
         llvm::none_of(*Classes, [](const Type *T) { return holdsDeque(T) || holdsMap(T); });
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
/// function's own, and in objects to which parameters lead.
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
        !Active->active(Place) ||
        (Mem->leadsToOwn(P, &Mirrored) && !isDeque(Place->Ty->nonReference())))
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
      if (Failed || !Active->active(S->Operands[I]) ||
          !mayChange(C, *S->Callee, S->Callee->Params[I], Change::Size))
        continue;
      if (behindOwnPointer(S->Operands[I]) && !givesSizesBack(S, I))
        Refuse(S);
      else if (mayChange(C, *S->Callee, S->Callee->Params[I], Change::MoreThanGrowth) &&
               reachesTwice(S, I, objectIn(S->Operands[I]))) {
        C.error(S->Loc,
                "cannot differentiate in reverse mode: '" + S->Callee->Name +
                    "' may change the size of a vector, and is given a part of it, too",
                "give it the value, or the index");
        Failed = true;
      }
    }
  });
}
