//===- lower/filled_maps.cpp - maps filled from lists and arrays ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `std::map<std::string, double> m(list)`, where a parameter is the list, and the same of the ends
// of an array or vector of pairs: a loop that inserts one element after the other.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

/// Whether a T is a pair whose second part can become an element of Map.
static bool isEntryOf(const core::Type *Map, const core::Type *T) {
  return T && T->isRecord() && T->Fields.size() == 2 && T->Fields[1].Ty == Map->Mapped;
}

/// Inserts Count pairs, from First on, into Map.
void FunctionLowering::insertEach(const core::Expr *Map, const core::Expr *First,
                                  const core::Expr *Count, SourceLocation Loc) {
  First = freeze(First, Loc, "first");
  Count = freeze(Count, Loc, "count");
  countUp(literal("0", M.intType(), Loc), Count, Loc, [&](const core::Expr *K) {
    const core::Expr *Each = subscript(First, K, Loc);
    insertOnce(Map, newKey(part(Each, 0), Loc), part(Each, 1), Loc);
  });
}

/// Inserts what Args name, a list or the ends of an array. False: they are something else.
bool FunctionLowering::insertFrom(const core::Expr *Map, llvm::ArrayRef<const Expr *> Args,
                                  SourceLocation Loc) {
  const core::Type *Of = Map->Ty;
  if (Of->Smart || Of->Owns || Args.empty())
    return false;
  const core::Type *Given = type(Args[0]->getType())->nonReference();
  if (Args.size() == 1 && Given->Mutable) {
    auto [Data, Size] = handleParts(value(read(Args[0])), Loc);
    if (!Data->Ty->isPointer() || !isEntryOf(Of, Data->Ty->Element))
      return false;
    insertEach(Map, Data, Size, Loc);
    return true;
  }
  if (Args.size() != 2 || !Given->isPointer() || !isEntryOf(Of, Given->Element) ||
      type(Args[1]->getType())->nonReference() != Given)
    return false;
  std::vector<const core::Expr *> Ends = valuesOf({Args[0], Args[1]});
  insertEach(Map, Ends[0], distance(Ends[0], Ends[1], Loc), Loc);
  return true;
}

} // namespace ad::lower
