//===- core/spell.cpp - C++ spelling of types -----------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/core.h"
#include "llvm/ADT/Twine.h"

using namespace ad::core;

/// Where the name of a pointer or reference to a function, or to a method, stands in Spelling; npos
/// where that is none. Those that are template arguments are not looked at.
static size_t placeOfName(llvm::StringRef Spelling) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Spelling.size(); ++I) {
    Depth += Spelling[I] == '<';
    Depth -= Spelling[I] == '>' && Depth;
    if (!Depth)
      for (llvm::StringRef Middle : {"(*)", "(&)", "(&&)", "::*)"})
        if (Spelling.substr(I).starts_with(Middle))
          return I + Middle.size() - 1;
  }
  return llvm::StringRef::npos;
}

/// The declarator of a type that is spelled as one text.
static std::string declareNamed(llvm::StringRef Spelling, std::string Inner, bool Const) {
  if (size_t At = placeOfName(Spelling); At != llvm::StringRef::npos)
    return (Spelling.substr(0, At) + (Const ? "const " : "") + Inner + Spelling.substr(At)).str();
  bool IsHandle = Spelling.ends_with("*") || Spelling.ends_with("&");
  if (IsHandle)
    return Spelling.str() + (Const ? Inner.empty() ? "const" : "const " : "") + Inner;
  std::string Text = (Const ? "const " : "") + Spelling.str();
  if (!Inner.empty() && Inner[0] != '[')
    Text += ' ';
  return Text + Inner;
}

std::string ad::core::declarator(const Type *T, llvm::StringRef Name, bool Const) {
  if (!T->Element || T->IsStdArray || T->IsComplex)
    return declareNamed(T->Spelling, Name.str(), Const);
  if (T->isArray() && T->Smart) // Core's element is the pointer that one holds
    return declareNamed(T->Spelling, (Name + "[" + llvm::Twine(T->Extent) + "]").str(), Const);
  if (T->isArray()) // a const array is an array of const elements
    return declarator(T->Element, (Name + "[" + llvm::Twine(T->Extent) + "]").str(),
                      T->ElementConst || Const);
  std::string Inner = T->isPointer() ? "*" : "&";
  if (Const && T->isPointer())
    Inner += "const";
  if (T->IsRestrict)
    Inner += Inner.size() > 1 ? " __restrict" : "__restrict";
  if (Inner.size() > 1 && !Name.empty())
    Inner += ' ';
  Inner += Name;
  if (T->Element->isArray() && !T->Element->IsStdArray)
    Inner = "(" + Inner + ")";
  return declarator(T->Element, Inner, T->ElementConst);
}

llvm::StringRef ad::core::shownName(const Function &F) {
  const bool Dispatches = llvm::StringRef(F.Name).starts_with("dispatch_") &&
                          !llvm::StringRef(F.SourceName).contains("dispatch_");
  return Dispatches ? F.SourceName : F.Name;
}
