//===- clang-ad/rewrite.cpp - the source with its companions --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The steps:
//   1. take our attributes out;
//   2. after each annotated declaration, declare its companions; those annotated in a header are
//      declared after the #include that brings the header in;
//   3. say `public:` in classes of which companions use private members;
//   4. at the end, undefine the macros whose names the companions use, include what they need, and
//      define them.
//
//===----------------------------------------------------------------------===//
#include "rewrite.h"
#include "declaration.h"
#include "open_classes.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/templates.h"
#include "plugin/driver/diagnostics.h"
#include "strip_attributes.h"
#include "templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

namespace ad::tools {

using clang::FunctionDecl;
using clang::SourceLocation;
using driver::Request;

namespace {

class Rewriter {
public:
  Rewriter(clang::Preprocessor &PP, const driver::Outcome &Generated)
      : PP(PP), SM(PP.getSourceManager()), Source(SM.getBufferData(SM.getMainFileID())),
        Generated(Generated) {}

  bool run(std::string &Out) {
    for (const Request &R : Generated.Requests)
      if (!declare(R) || !defineTemplate(R))
        return false;
    if (!Generated.Requests.empty())
      for (const auto *Class : classesToOpen(Generated.Requests[0].Companion->getASTContext()))
        open(*Class);
    Out = "#define __CLANG_AD__ 1\n" + edited();
    if (!Out.empty() && Out.back() != '\n')
      Out += '\n';
    if (!Generated.Functions.empty())
      Out += definitions();
    return true;
  }

private:
  /// Adds the declaration of one companion to Insertions.
  bool declare(const Request &R) {
    if (std::string Why = whyUnprintable(R.Companion); !Why.empty())
      return cannotPrint(R, Why);
    const FunctionDecl *Annotated = attributes::annotatedDeclaration(R.Primal, R.M);
    // A method is declared in its class, wherever it was annotated.
    if (llvm::isa<clang::CXXMethodDecl>(Annotated))
      Annotated = Annotated->getFirstDecl();
    SourceLocation Begin = SM.getExpansionLoc(Annotated->getBeginLoc());
    if (SM.isWrittenInMainFile(Begin)) {
      size_t At = endOfDeclaration(Annotated);
      const size_t Closed = namespacesClosed(Annotated, At);
      Insertions[At] += "\n" + indentation(Begin) + openScopes(R.Companion, Closed) +
                        declarationText(R.Companion, isBareC(Annotated)) +
                        closeScopes(R.Companion, Closed);
      return true;
    }
    if (llvm::isa<clang::CXXMethodDecl>(Annotated)) {
      driver::Diagnostics Diags(SM.getDiagnostics());
      Diags.error(Annotated->getLocation(), "cannot declare " + driver::quoted(R.Companion) +
                                                ": its class is not in the file to be rewritten");
      return false;
    }
    bool C = llvm::isa<clang::LinkageSpecDecl>(R.Companion->getDeclContext());
    Insertions[endOfInclude(Begin)] +=
        openScopes(R.Companion) + declarationText(R.Companion, C) + closeScopes(R.Companion) + "\n";
    return true;
  }

  /// Makes the members of Class public.
  void open(const clang::CXXRecordDecl &Class) {
    if (!SM.isWrittenInMainFile(Class.getLocation())) {
      driver::Diagnostics Diags(SM.getDiagnostics());
      Diags.warning(Class.getLocation(), "companions use private members of " +
                                             driver::quoted(&Class) +
                                             ", which is not in the file to be rewritten");
      Diags.note(Class.getLocation(), "compile the rewritten file with -fno-access-control");
      return;
    }
    auto InsertBehind = [&](SourceLocation Loc) {
      if (Loc.isValid() && Loc.isFileID())
        Insertions[SM.getFileOffset(Loc) + 1] += " public:";
    };
    if (Class.isClass())
      InsertBehind(Class.getBraceRange().getBegin());
    for (const clang::Decl *D : Class.decls())
      if (const auto *Access = llvm::dyn_cast<clang::AccessSpecDecl>(D);
          Access && Access->getAccess() != clang::AS_public)
        InsertBehind(Access->getColonLoc());
  }

  bool cannotPrint(const Request &R, const std::string &Why) {
    driver::Diagnostics Diags(SM.getDiagnostics());
    Diags.error(R.Companion->getLocation(),
                "clang-ad cannot print " + driver::quoted(R.Companion) + ": " + Why);
    Diags.note(R.Where, "requested here; the plugin has no such limit");
    return false;
  }

  /// Adds the definition of a companion that is a template, if R asks for one.
  bool defineTemplate(const Request &R) {
    if (!attributes::isPattern(R.Companion))
      return true;
    std::vector<driver::EmittedInstance> Instances;
    for (const driver::EmittedInstance &I : Generated.Instances)
      if (attributes::originOf(I.R.Companion)->getFirstDecl() == R.Companion)
        Instances.push_back(I);
    if (Instances.empty())
      return true;
    std::string Why;
    std::string Text = templateDefinition(R.Companion, Instances, Why);
    if (Text.empty())
      return cannotPrint(R, Why);
    std::string Close = closeScopes(R.Companion);
    Templates += "\n" + openScopes(R.Companion) + (Close.empty() ? "" : "\n") + Text + Close +
                 (Close.empty() ? "" : "\n");
    return true;
  }

  /// `extern "C" double f(double);`, without braces.
  static bool isBareC(const FunctionDecl *F) {
    const auto *Linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(F->getLexicalDeclContext());
    return Linkage && !Linkage->hasBraces();
  }

  /// Behind the body, or behind the semicolon.
  size_t endOfDeclaration(const FunctionDecl *F) {
    SourceLocation Last = SM.getExpansionRange(F->getSourceRange()).getEnd();
    size_t At = SM.getFileOffset(Last);
    At += clang::Lexer::MeasureTokenLength(Last, SM, PP.getLangOpts());
    if (F->doesThisDeclarationHaveABody())
      return At;
    SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
    clang::Lexer Raw(Start, PP.getLangOpts(), Source.begin(), Source.begin() + At, Source.end());
    clang::Token Token;
    do
      Raw.LexFromRawLexer(Token);
    while (Token.isNot(clang::tok::semi) && Token.isNot(clang::tok::eof));
    return SM.getFileOffset(Token.getLocation()) + Token.getLength();
  }

  /// How many namespaces around F have ended at At: those that a macro writes, with F in them.
  size_t namespacesClosed(const FunctionDecl *F, size_t At) {
    size_t Closed = 0;
    for (const clang::DeclContext *In = F->getLexicalDeclContext(); In; In = In->getLexicalParent())
      if (const auto *N = llvm::dyn_cast<clang::NamespaceDecl>(In);
          N && SM.isWrittenInMainFile(SM.getExpansionLoc(N->getRBraceLoc())))
        Closed += SM.getFileOffset(SM.getExpansionRange(N->getRBraceLoc()).getEnd()) < At;
    return Closed;
  }

  /// The start of the line after the #include, in the main file, that leads to Loc.
  size_t endOfInclude(SourceLocation Loc) {
    while (!SM.isWrittenInMainFile(Loc)) {
      SourceLocation Outer = SM.getIncludeLoc(SM.getFileID(Loc));
      if (Outer.isInvalid())
        return 0; // -include, or a precompiled header
      Loc = SM.getExpansionLoc(Outer);
    }
    size_t Newline = Source.find('\n', SM.getFileOffset(Loc));
    return Newline == llvm::StringRef::npos ? Source.size() : Newline + 1;
  }

  std::string indentation(SourceLocation Loc) {
    size_t Begin = Source.rfind('\n', SM.getFileOffset(Loc)) + 1;
    llvm::StringRef Line = Source.substr(Begin);
    return Line.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
  }

  /// The source with attributes removed and declarations inserted.
  std::string edited() {
    std::string Out;
    size_t At = 0;
    auto Next = Insertions.begin();
    auto CopyTo = [&](size_t End) {
      for (; Next != Insertions.end() && Next->first <= End; ++Next) {
        Out += Source.slice(At, Next->first);
        Out += Next->second;
        At = Next->first;
      }
      Out += Source.slice(At, End);
      At = End;
    };
    for (const Piece &P : findOwnAttributes(Source, PP.getLangOpts())) {
      CopyTo(P.Begin);
      At = P.End;
    }
    CopyTo(Source.size());
    return Out;
  }

  /// Names of the user's macros among the words of Text.
  std::set<std::string> macrosIn(llvm::StringRef Text) {
    std::set<std::string> Names;
    clang::Lexer Raw(SourceLocation(), PP.getLangOpts(), Text.begin(), Text.begin(), Text.end());
    clang::Token Token;
    for (Raw.LexFromRawLexer(Token); Token.isNot(clang::tok::eof); Raw.LexFromRawLexer(Token)) {
      if (Token.isNot(clang::tok::raw_identifier))
        continue;
      const clang::IdentifierInfo *Name = PP.getIdentifierInfo(Token.getRawIdentifier());
      const clang::MacroInfo *Macro = Name->hasMacroDefinition() ? PP.getMacroInfo(Name) : nullptr;
      if (Macro && !Macro->isBuiltinMacro())
        Names.insert(Name->getName().str());
    }
    return Names;
  }

  /// Text with its pragmas for Clang alone.
  static std::string forAllCompilers(llvm::StringRef Text) {
    std::string Out;
    for (llvm::StringRef Line : llvm::split(Text, '\n')) {
      const bool Pragma = Line.starts_with("#pragma clang");
      Out += (Pragma ? "#ifdef __clang__\n" : "") + Line.str() + (Pragma ? "\n#endif\n" : "\n");
    }
    Out.pop_back();
    return Out;
  }

  std::string definitions() {
    std::string Text = "\n// Companions, generated by clang-ad.\n";
    std::set<std::string> Seen;
    for (const std::string &Header : Generated.Headers)
      if (Seen.insert(Header).second)
        Text += llvm::StringRef(Header).starts_with("ad/") ? "#include \"" + Header + "\"\n"
                                                           : "#include <" + Header + ">\n";
    std::string Body;
    for (const driver::EmittedFunction &F : Generated.Functions)
      Body += "\n" + F.Text;
    Body += Templates;
    // The plugin's own compile does not expand macros here; neither may another one.
    for (const std::string &Name : macrosIn(Body))
      Text += "#undef " + Name + "\n";
    return Text + forAllCompilers(Body);
  }

  clang::Preprocessor &PP;
  clang::SourceManager &SM;
  llvm::StringRef Source;
  const driver::Outcome &Generated;
  std::string Templates;                    ///< definitions, behind all others
  std::map<size_t, std::string> Insertions; ///< by offset in the main file
};

} // namespace

bool rewrite(clang::Preprocessor &PP, const driver::Outcome &Generated, std::string &Out) {
  return Rewriter(PP, Generated).run(Out);
}

} // namespace ad::tools
