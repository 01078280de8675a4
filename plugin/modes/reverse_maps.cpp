//===- modes/reverse_maps.cpp - adjoints of maps that change their keys ---===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The forward sweep keeps the adjoint of a map beside the map, key by key (modes/shadow.h). What a
// caller gives as the adjoint of a parameter has the keys that the function leaves, and ends with
// those on entry: ad::changing_keys stands between the two.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether the body may change the keys of a map in the parameter P.
bool Reverse::changesKeys(const Variable *P) const {
  bool Handle = P->Ty->isReference() || P->Kind == Storage::This;
  if (!Handle || P->Ty->ElementConst || !holdsMap(P->Ty->Element))
    return false;
  auto Leads = [&](const Expr *Map) {
    const Variable *Root = rootVariable(Map);
    return !Root || Root == P; // through a pointer: perhaps
  };
  bool Changes = false;
  walk(const_cast<Block &>(Body), [&](Stmt *S) {
    if (!S->Followed.empty())
      for (const Expr *E : S->Operands)
        Changes |= E->Ty->nonReference()->IsMap && Leads(E);
    if (S->Value && inserts(S->Value))
      Changes |= Leads(S->Value->operand());
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
        const Type *T = S->Callee->Params[I]->Ty;
        bool Writes = (T->isReference() || T->isPointer()) && !T->ElementConst;
        Changes |= Writes && holdsMap(T->Element) && mentions(S->Operands[I], P);
      }
  });
  return Changes;
}

/// Whether the maps in a T are not all known by name.
static bool holdsMapInMap(const Type *T) {
  return (T->IsMap && (holdsMap(T->Mapped) || holdsVector(T->Mapped))) ||
         (T->isArray() && holdsMap(T->Element)) ||
         llvm::any_of(T->Fields, [](const Field &F) { return holdsMapInMap(F.Ty); });
}

/// Entry: ahead of the forward sweep; Between: after it; End: after the reverse sweep.
void Reverse::followKeys(Block &Entry, Block &Between, Block &End) {
  std::vector<std::pair<const Expr *, bool>> Known; // maps, and whether their keys change
  for (size_t I = 0; I < Forward.Primal.size(); ++I) {
    Variable *P = Forward.Primal[I], *D = Backward.Derivative[I];
    bool This = P->Kind == Storage::This;
    if (!D || !(This || P->Ty->isReference()) || !holdsMap(P->Ty->Element))
      continue;
    bool Changes = changesKeys(P);
    if (Changes && holdsMapInMap(P->Ty->Element)) {
      C.error(P->Loc ? P->Loc : Primal.Loc,
              "cannot differentiate in reverse mode: '" + P->Name +
                  "', a map of containers or a container of maps, may get or lose elements",
              "look them up by 'at' or 'find', or work on a copy");
      Failed = true;
      continue;
    }
    auto Follow = [&](const Expr *Mine, const Expr *Bar) {
      for (auto [Other, OtherChanges] : Known)
        if (Other->Ty->nonReference() == Mine->Ty->nonReference() && (Changes || OtherChanges))
          Entry.add(B.effect("ad::require_apart($0, $1)", {Other, Mine}, {}));
      Known.push_back({Mine, Changes});
      if (!Changes)
        return;
      // What is there on entry leads to adjoints, as does what comes.
      if (holdsHandle(Mine->Ty->nonReference())) {
        C.error(P->Loc ? P->Loc : Primal.Loc,
                "cannot differentiate in reverse mode: '" + P->Name +
                    "', a map of pointers, may get or lose elements",
                "look them up by 'at' or 'find', or work on a copy");
        Failed = true;
        return;
      }
      const Type *Keys = M.opaque("ad::changing_keys<" + spell(Mine->Ty->nonReference()) + ">");
      Variable *V = local(nameFor(Mine) + "_keys", Keys);
      Entry.add(B.declare(V, B.opaque(Keys->Spelling + "($0, $1)", Keys, {Bar, Mine})));
      Between.add(B.effect("$0.seed($1)", {B.var(V), Mine}, {Bar}));
      End.add(B.effect("$0.finish()", {B.var(V)}, {Bar}));
    };
    forEachMap(B, This ? B.dereference(B.var(P)) : B.var(P), B.var(D), Follow);
  }
}
