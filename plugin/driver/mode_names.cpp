//===- driver/mode_names.cpp - identifiers inside our attribute -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Clang hands only the first argument of a plugin's attribute over as an identifier; the others it
// parses as expressions. Whether we are inside the attribute is read off the source text, since the
// parser does not tell.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/mode_names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

namespace ad::driver {

namespace {

/// Whether the text before Loc ends in `ad::differentiate(` (or another spelling of it) and a list
/// of names. Spelling locations. Asked for every name that is not declared: most are told apart by
/// the one character before them.
bool followsAttribute(const clang::SourceManager &SM, clang::SourceLocation Loc) {
  auto [File, Offset] = SM.getDecomposedLoc(SM.getSpellingLoc(Loc));
  llvm::StringRef Before = SM.getBufferData(File).take_front(Offset);
  while (!Before.empty() && clang::isWhitespace(Before.back()))
    Before = Before.drop_back();
  if (Before.empty() || (Before.back() != '(' && Before.back() != ','))
    return false;
  Before = Before.rtrim("abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789, \t\r\n");
  if (!Before.consume_back("("))
    return false;
  Before = Before.rtrim();
  if (!Before.consume_back("differentiate"))
    return false;
  Before = Before.rtrim();
  return Before.ends_with("::") || Before.ends_with("ad_") || Before.ends_with("__ad_") ||
         Before.ends_with("using ad:") || Before.ends_with(",");
}

} // namespace

bool supplyModeName(clang::Sema &S, clang::LookupResult &R) {
  const clang::IdentifierInfo *Name = R.getLookupName().getAsIdentifierInfo();
  clang::SourceLocation Loc = R.getNameLoc();
  if (!Name || Loc.isInvalid() || R.getLookupKind() != clang::Sema::LookupOrdinaryName)
    return false;
  // Asked for each name in a template's definition that is not declared there: nothing to do before
  // the first attribute.
  const clang::IdentifierTable &Seen = S.Context.Idents;
  if (Seen.find("differentiate") == Seen.end())
    return false;
  clang::SourceManager &SM = S.getSourceManager();
  // A name that a macro passes on stands in the macro's argument; the attribute is then around the
  // macro's parameter.
  bool Inside = followsAttribute(SM, Loc);
  while (!Inside && Loc.isMacroID()) {
    Loc = SM.getImmediateExpansionRange(Loc).getBegin();
    Inside = followsAttribute(SM, Loc);
  }
  if (!Inside)
    return false;
  auto *StandIn = clang::VarDecl::Create(
      S.Context, S.Context.getTranslationUnitDecl(), R.getNameLoc(), R.getNameLoc(),
      const_cast<clang::IdentifierInfo *>(Name), S.Context.IntTy, nullptr, clang::SC_Extern);
  StandIn->setImplicit();
  R.addDecl(StandIn);
  R.resolveKind();
  return true;
}

} // namespace ad::driver
