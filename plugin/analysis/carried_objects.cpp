//===- analysis/carried_objects.cpp - objects of the library in a loop -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What iterations may do with objects that Core does not look into, and be run again:
//
// 1. Look up elements of a map, of which it does nothing else with. What they write to an element
//    is logged; an element that was made stays, and is what it was made with, as nothing asks which
//    elements there are.
// 2. Go through a map that has the same keys until the function ends, and ask which these are.
// 3. Draw numbers from a generator of <random>, and change sets and strings: snapshots copy those.
//    What the user's code does with strings is that of std::string alone.
// 4. Allocate memory that they free themselves, at their end, and hand on to nobody.
// 5. Allocate memory and hand it on (carried_blocks.cpp).
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/carried_walk.h"
#include "plugin/core/places.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

bool analysis::isCopiedObject(const Type *T) {
  static const llvm::Regex Random(
      "^std::(mt19937(_64)?|minstd_rand0?|ranlux(24|48)(_base)?|knuth_b|"
      "default_random_engine|[a-z_]+_engine<.*|"
      "[a-z_]+_distribution<.*)$");
  static const llvm::Regex Sets("^std::(multi)?set<[a-z ]+, std::(less|greater)<");
  static const llvm::Regex Hashed("^std::unordered_(multi)?set<[a-z ]+, std::hash<");
  return T->is(TypeKind::Opaque) &&
         (isMapIterator(T) || T->Spelling == "std::string" || Random.match(T->Spelling) ||
          Sets.match(T->Spelling) || Hashed.match(T->Spelling));
}

bool analysis::worksOnStrings(llvm::StringRef Text, llvm::ArrayRef<const Expr *> Operands) {
  // Without what stands in quotes, each name is one of these.
  static const llvm::Regex Quoted("\"([^\"\\\\]|\\\\.)*\"|'([^'\\\\]|\\\\.)*'");
  static const llvm::Regex Name("[A-Za-z_][A-Za-z_0-9]*");
  static const llvm::StringSet<> Known = {
      "std",       "string",      "to_string", "size",   "length", "empty",  "back",
      "front",     "at",          "substr",    "find",   "rfind",  "append", "assign",
      "push_back", "pop_back",    "clear",     "insert", "erase",  "npos",   "resize",
      "compare",   "starts_with", "ends_with", "true",   "false",  "replace"};
  bool Some = false;
  std::function<bool(const Expr *)> IsKnown = [&](const Expr *E) {
    const Type *T = E->Ty->nonReference();
    const bool String = T->Spelling == "std::string";
    Some |= String;
    if (E->is(ExprKind::Conditional))
      return IsKnown(E->operand(1)) && IsKnown(E->operand(2));
    return String || T->isReal() || T->isInteger() ||
           (E->Operands.empty() && llvm::StringRef(E->Text).starts_with("\""));
  };
  if (!llvm::all_of(Operands, IsKnown))
    return false;
  std::string Rest = Text.str();
  for (llvm::SmallVector<llvm::StringRef, 4> Found; Quoted.match(Rest, &Found);) {
    const size_t At = Found[0].data() - Rest.data();
    Rest.erase(At, Found[0].size());
  }
  Some |= llvm::StringRef(Rest).contains("std::string(");
  for (llvm::SmallVector<llvm::StringRef, 1> Found; Some && Name.match(Rest, &Found);) {
    const size_t At = Found[0].data() - Rest.data();
    const bool Member = At > 0 && (Rest[At - 1] == '.' || Rest[At - 1] == ':');
    const bool Word = Found[0] == "std" || Found[0] == "true" || Found[0] == "false";
    if (!Known.contains(Found[0]) || Member == Word) // a function of the user's may be called so
      return false;
    Rest.erase(At, Found[0].size());
  }
  return Some && !llvm::StringRef(Rest).contains("++") && !llvm::StringRef(Rest).contains("--");
}

bool analysis::ordersIndices(const Stmt &S) {
  // `std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return u[a] < u[b];
  // })`
  static const llvm::Regex Sorts(
      "^std::(sort|stable_sort|nth_element|partial_sort)[(][$]0[.]begin[(][)], .*[$]0[.]end[(][)], "
      "\\[&\\][(]std::size_t [a-z_0-9]+, std::size_t [a-z_0-9]+[)] [{] "
      "return [$]1\\[([$]2 [+] )?[a-z_0-9]+\\] [<>]=? [$]1\\[([$]2 [+] )?[a-z_0-9]+\\]; [}][)]$");
  return S.is(StmtKind::Opaque) && S.Writes.size() == 1 && S.Operands.size() > 1 &&
         S.Operands[1]->Ty->nonReference()->Element && Sorts.match(S.Text);
}

bool analysis::isRepeatable(const Stmt &S) {
  if (!S.is(StmtKind::Opaque) || S.NoReturn || S.WritesUnknown || S.Frees || S.Var || S.Target ||
      S.Value || S.OldSize || S.Exchanges || S.Mirrors || !S.Followed.empty())
    return false;
  if (ordersIndices(S) || worksOnStrings(S.Text, {S.Operands.data(), S.Operands.size()}))
    return true;
  // What only throws, or does nothing.
  static const llvm::Regex Checks("^[(]void[)]([$]0[.](at[(][$]1[)]|value[(][)])|"
                                  "std::get<[0-9]+>[(][$]0[)])$");
  if (Checks.match(S.Text) && S.Writes.empty())
    return llvm::none_of(S.Operands, [](const Expr *E) { return E->Ty->nonReference()->IsMap; });
  // `++it`, `x = d(g)`, `x = g()`, `x = std::normal_distribution<>(0, s)(g)`, `s.insert(k)`
  static const llvm::Regex Known(
      "^([+][+][$]0|--[$]0|([$][0-9]+ = )?([$][0-9]+([(]([$][0-9]+)?[)]|"
      "[.](insert|erase|reset|clear|discard)[(]([$][0-9]+)?[)])|"
      "std::[a-z_]+_distribution<[a-z ]*>[(][$0-9., ]*[)][(][$][0-9]+[)]))$");
  if (!Known.match(S.Text))
    return false;
  bool Some = false;
  for (const Expr *E : S.Operands) {
    const Type *T = E->Ty->nonReference();
    Some |= isCopiedObject(T);
    // What is assigned is of any type: a number, or where the set has it.
    const bool Result = llvm::any_of(S.Writes, [&](const Expr *W) { return equal(W, E); });
    if (!isCopiedObject(T) && !(T->isScalar() && !T->isPointer()) &&
        !(Result && S.Operands.size() > 1 && E == S.Operands[0] && !T->isPointer()))
      return false;
  }
  return Some;
}

/// Whether the elements of maps are there in the reverse sweep, too.
bool Carried::elementsStay() const {
  bool Stay = true;
  walk(Body, [&](Stmt *S) {
    Stay &= S->Followed.empty();
    for (const Expr *W : S->Exchanges || S->is(StmtKind::Call) ? S->Operands : S->Writes)
      Stay &= !W || !holdsMap(W->Ty->isPointer() ? W->Ty->Element : W->Ty->nonReference());
    Stay &= !S->Target || !holdsMap(S->Target->Ty->nonReference());
  });
  return Stay;
}

/// Whether the map V, or all maps if it is null, has the same keys from the loop on until the
/// function ends.
bool Carried::keepsKeys(const Variable *V) const {
  std::vector<const Stmt *> From;
  const Stmt *Outermost = nullptr;
  runsLater(Body, Loop, Outermost, From);
  From.push_back(&Loop);
  Block Alone;
  for (const Stmt *S : From)
    Alone.add(const_cast<Stmt *>(S));
  bool Keeps = elementsStay();
  walk(Alone, [&](Stmt *S) {
    if (!S->Value || !inserts(S->Value))
      return;
    // A reference of the function's own may be bound to any map.
    const Variable *Into = rootVariable(S->Value->operand());
    auto IsOwn = [](const Variable *Map) {
      return Map->Kind == Storage::Local && !Map->Ty->isReference();
    };
    auto MayAlias = [](const Variable *Map) {
      return Map->Kind == Storage::Local && Map->Ty->isReference();
    };
    Keeps &= V && Into && Into != V && (IsOwn(Into) || IsOwn(V)) && !MayAlias(Into) && !MayAlias(V);
  });
  return Keeps;
}

/// Whether E asks something of a map, or of an iterator over it.
bool Carried::asksMap(const Expr *E) {
  return llvm::any_of(E->Operands, [](const Expr *Op) {
    return Op->Ty->nonReference()->IsMap || isMapIterator(Op->Ty);
  });
}

/// Whether E asks a map that keeps its keys, or an iterator over it: `m.begin()`, `it != m.end()`,
/// `&*it`, `m.count(k)`.
bool Carried::asksKeys(const Expr *E) const {
  static const std::string Method = "[.](c?r?(begin|end)|size|empty|find|count|contains|"
                                    "lower_bound|upper_bound)[(]([$][0-9])?[)]";
  static const llvm::Regex Asks("^([(]?[&*]*[$][0-9][)]?(->first|->second|" + Method +
                                ")?( (==|!=) [$][0-9](" + Method +
                                ")?)?|std::(next|prev)[(][$]0(, [$]1)?[)])$");
  for (const Expr *Op : E->Operands) {
    const Type *T = Op->Ty->nonReference();
    const Variable *V = isPlace(Op) ? rootVariable(Op) : nullptr;
    if (T->IsMap && !(V && !V->Ty->isPointer() && !Inside.contains(V) && keepsKeys(V)))
      return false;
    if (isMapIterator(T) && !(V && Inside.contains(V)) && !keepsKeys(nullptr))
      return false;
  }
  return asksMap(E) && !E->Allocates && !inserts(E) && Asks.match(E->Text);
}

/// Whether E only finds, or makes, an element of a map with which the loop does nothing else.
bool Carried::isLookUp(const Expr *E) const {
  if (E->Followed.empty() || E->Allocates || !E->Ty->isPointer() || E->Operands.empty())
    return false;
  // In the adjoint of a map it does what is done in the map.
  const Variable *Leads = isPlace(E->operand()) ? leadingVariable(E->operand()) : nullptr;
  if (Leads && Leads->Derivative)
    return llvm::StringRef(E->Text).starts_with("&");
  const Type *Map = E->operand()->Ty->nonReference();
  const Variable *V = rootVariable(E->operand());
  if (!V || V->Ty->isPointer() || Inside.contains(V) || !Map->IsMap || !Map->Mapped ||
      !(Map->Mapped->isReal() || Map->Mapped->isInteger() ||
        (Map->Mapped->IsBytes && !holdsHandle(Map->Mapped))))
    return false;
  for (const Expr *Key : llvm::drop_begin(E->Operands))
    if (!Key->Ty->isScalar() && !llvm::StringRef(Key->Text).starts_with("\""))
      return false;
  bool Only = elementsStay();
  auto See = [&](const Expr *Whole) {
    std::function<void(const Expr *)> Visit = [&](const Expr *Sub) {
      Only &= !(Sub->is(ExprKind::Variable) && Sub->Var == V);
      const bool Of = !Sub->Followed.empty() && !Sub->Operands.empty() && isPlace(Sub->operand()) &&
                      rootVariable(Sub->operand()) == V;
      for (size_t I = Of ? 1 : 0; I < Sub->Operands.size(); ++I)
        if (Sub->Operands[I])
          Visit(Sub->Operands[I]);
    };
    Visit(Whole);
  };
  auto Look = [&](Stmt *S) {
    forEachExpr(*S, See);
    for (const Expr *W : S->Writes)
      See(W);
  };
  for (const Block *Part : {&Loop.Setup, &Loop.Then, &Loop.Step})
    walk(*Part, Look);
  if (Loop.Value)
    See(Loop.Value);
  return Only || (!inserts(E) && keepsKeys(V));
}

/// Whether Pointer leads to memory that the iteration allocates, and nowhere else.
bool Carried::leadsToOwn(const Expr *Pointer) const {
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  return !Mem.leadsTo(Pointer, Locals) && !Locals.empty() &&
         llvm::all_of(Locals,
                      [&](const Variable *L) { return L->Name.empty() && Inside.contains(L); });
}

/// Whether S allocates memory that the iteration frees, or frees such memory. (What an iteration
/// has of adjoints for it ends with it: ad::iteration_memory.)
bool Carried::isOwn(const Stmt &S) const {
  // What shared pointers lead to is freed when the function ends.
  const bool Shared =
      S.Frees && S.Operands.front()->Ty->nonReference()->Spelling == "ad::shared_objects";
  if (S.Frees)
    return !Shared && leadsToOwn(S.Operands.back());
  if (!S.Value || !S.Value->Allocates)
    return false;
  const Variable *V = S.is(StmtKind::Declare)                        ? S.Var
                      : S.Target && S.Target->is(ExprKind::Variable) ? S.Target->Var
                                                                     : nullptr;
  if (!V || !Inside.contains(V) || V->AddressTaken)
    return false;
  if (V->Derivative)
    return true;
  const Variable *Site = Mem.siteOf(S.Value);
  bool Freed = false;
  walk(Loop.Then, [&](Stmt *In) {
    llvm::SmallPtrSet<const Variable *, 4> Locals;
    if (In->Frees && isOwn(*In))
      Mem.leadsTo(In->Operands.back(), Locals);
    Freed |= Locals.contains(Site);
  });
  return Site && Freed;
}

/// Whether S gives a pointer to such memory to what outlives the iteration.
bool Carried::handsOnOwn(const Stmt &S) const {
  const Variable *To = S.Target ? rootVariable(S.Target) : S.Var;
  const Type *T = S.Target ? S.Target->Ty : S.Var ? S.Var->Ty : nullptr;
  const bool Number = T && (T->nonReference()->isReal() || T->nonReference()->isInteger());
  const bool Stays = To && Inside.contains(To) && To->Ty->isPointer();
  if (S.Frees || Number || Stays || !(S.Target || S.Var || !S.Writes.empty()))
    return false;
  bool Leads = false;
  forEachExpr(S, [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      llvm::SmallPtrSet<const Variable *, 4> Locals;
      if (Sub != S.Target && Sub->Ty->isPointer() && !Sub->Allocates) {
        Mem.leadsTo(Sub, Locals);
        for (const Variable *L : Locals)
          Leads |= L->Name.empty() && Inside.contains(L);
      }
      return true;
    });
  });
  const bool Moved = S.Value && S.Value->Allocates; // not to a variable of the iteration's
  return Leads || (Moved && !Stays);
}
