//===- analysis/set_pointers.cpp - which statements may set pointers ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/memory.h"
#include "plugin/core/steps.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

bool analysis::isOfNumbers(const Type *T) {
  if (T->isArray())
    return isOfNumbers(T->Element);
  if (T->isRecord())
    return !T->IsMap && !T->Fields.empty() &&
           llvm::all_of(T->Fields, [](const Field &F) { return isOfNumbers(F.Ty); });
  return T->isReal() || T->isInteger();
}

static bool ofNumbers(const Type *T) { return scalarIn(T)->isReal() || scalarIn(T)->isInteger(); }

/// Whether S changes the size of a vector, and puts no pointers into it: new elements are zero, or
/// copies of a number.
static bool onlyResizes(const Stmt &S) {
  const bool Resizes = S.OldSize || llvm::StringRef(S.Text).starts_with("ad::resize_storage(");
  return Resizes &&
         llvm::all_of(llvm::drop_begin(S.Operands), [](const Expr *E) { return ofNumbers(E->Ty); });
}

/// Whether T, of which Core knows but the name, is of the library, and holds text or whole numbers,
/// or leads to such: no pointer in it leads to anything else.
static bool leadsToText(const Type *T) {
  const llvm::StringRef Own = " bool char const int long short signed std unsigned __gnu_cxx ";
  const llvm::StringRef Library =
      " __cxx11 __normal_iterator __wrap_iter allocator array basic_string basic_string_view "
      "char_traits const_iterator deque istringstream iterator less list map ostringstream pair "
      "set size_t string string_view stringstream unordered_map unordered_set vector ";
  if (!T->is(TypeKind::Opaque))
    return false;
  auto InName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  bool Inside = false; // of a namespace or class
  for (llvm::StringRef Rest = T->Spelling; !Rest.empty();) {
    const llvm::StringRef Word = Rest.take_while(InName);
    if (!Word.empty() && !llvm::isDigit(Word[0]) &&
        !(Inside ? Library : Own).contains((" " + Word + " ").str()))
      return false;
    Rest = Rest.drop_front(Word.size());
    Inside = Rest.starts_with("::");
    Rest = Rest.drop_until(InName);
  }
  return true;
}

bool analysis::setsUnknown(const Stmt &S) {
  if (!S.is(StmtKind::Opaque) || S.Frees || !S.Followed.empty() || onlyResizes(S) ||
      (S.OldSize && S.Value))
    return false;
  return S.WritesUnknown || llvm::any_of(S.Writes, [](const Expr *W) {
           return W->Ty && !ofNumbers(W->Ty) && !leadsToText(W->Ty->nonReference());
         });
}

bool analysis::setsPointers(const Stmt &S) {
  if (S.is(StmtKind::Opaque))
    return !S.Frees && !onlyResizes(S) &&
           (S.WritesUnknown || S.Exchanges || !S.Followed.empty() || !S.Kept.empty() || S.Mirrors ||
            llvm::any_of(S.Writes, [](const Expr *W) {
              return !W->Ty || !isOfNumbers(W->Ty->nonReference());
            }));
  if (S.is(StmtKind::Declare))
    return S.Var->Static && !isOfNumbers(S.Var->Ty);
  if (!S.Target || isOfNumbers(S.Target->Ty->nonReference()))
    return false;
  const Variable *Root = rootVariable(S.Target);
  return !Root || Root->Kind != Storage::Local || Root->Ty->isReference() || Root->Static;
}
