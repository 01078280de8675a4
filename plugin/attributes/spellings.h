//===- attributes/spellings.h - how an attribute is written -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_SPELLINGS_H
#define AD_ATTRIBUTES_SPELLINGS_H

#include "plugin/driver/diagnostics.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

namespace ad::attributes {

/// `[[ad::name(...)]]` and `__attribute__((ad_name(...)))`.
class SpelledAttribute : public clang::ParsedAttrInfo {
protected:
  /// The three spellings; Bare is refused where it is used, but without it Clang skips the
  /// arguments of a scoped attribute that it does not know itself.
  SpelledAttribute(const char *Scoped, const char *Bare, const char *Gnu)
      : Names{{clang::ParsedAttr::AS_CXX11, Scoped},
              {clang::ParsedAttr::AS_CXX11, Bare},
              {clang::ParsedAttr::AS_GNU, Gnu}} {
    Spellings = Names;
    OptArgs = 15;
  }

  /// An error if Attr lacks its scope.
  bool hasScope(clang::Sema &S, const clang::ParsedAttr &Attr) const {
    if (!Attr.isCXX11Attribute() || Attr.hasScope())
      return true;
    driver::Diagnostics(S.getDiagnostics())
        .error(Attr.getLoc(), std::string("unknown attribute '") + Names[1].NormalizedFullName +
                                  "'; did you mean '" + Names[0].NormalizedFullName + "'?");
    return false;
  }

private:
  const Spelling Names[3];
};

} // namespace ad::attributes

#endif
