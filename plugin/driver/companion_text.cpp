//===- driver/companion_text.cpp - parsing what we wrote ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// How the text gets into the running compile:
//   1. it becomes a buffer of the source manager, marked as a system header, so that -Wall -Werror
//      of the user's build is not about our code;
//   2. the new part is lexed raw and its identifiers are looked up; no macro of the user's can
//   touch
//      it, since macros are expanded by the preprocessor, which never sees the characters; of each
//      pragma that we write, the preprocessor makes a token, which is put in its place;
//   3. the tokens are pushed on the preprocessor's stack, and above them the headers that the text
//      needs, as a buffer of `#include`s;
//   4. the parser, which has seen the end of the user's file, goes on until the end of the tokens.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/companion_text.h"
#include "plugin/driver/diagnostics.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace ad::driver {

namespace {

/// Companions of methods use what their classes keep private, wherever they stand.
class WithoutAccessControl {
public:
  explicit WithoutAccessControl(clang::Sema &S)
      : Language(const_cast<clang::LangOptions &>(S.getLangOpts())),
        Before(Language.AccessControl) {
    Language.AccessControl = false;
  }
  ~WithoutAccessControl() { Language.AccessControl = Before; }

private:
  clang::LangOptions &Language;
  bool Before;
};

std::string sourceName(clang::Sema &S) {
  clang::SourceManager &SM = S.getSourceManager();
  clang::OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  return Main ? llvm::sys::path::filename(Main->getName()).str() : std::string("input");
}

/// What the preprocessor makes of a pragma, given its line.
clang::Token pragmaToken(clang::Preprocessor &PP, llvm::StringRef Line) {
  clang::SourceManager &SM = PP.getSourceManager();
  // Something must be left to be read, or the end of the pragma would be the end of the file.
  auto Rest = std::make_unique<clang::Token[]>(1);
  Rest[0].startToken();
  Rest[0].setKind(clang::tok::semi);
  PP.EnterTokenStream(std::move(Rest), 1, /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
  clang::FileID File =
      SM.createFileID(llvm::MemoryBuffer::getMemBufferCopy(Line.str() + "\n", "<ad pragma>"),
                      clang::SrcMgr::C_System);
  PP.EnterSourceFile(File, nullptr, clang::SourceLocation());
  clang::Token Pragma, Semicolon;
  PP.Lex(Pragma);
  PP.Lex(Semicolon);
  assert(Pragma.isAnnotation() && Semicolon.is(clang::tok::semi));
  return Pragma;
}

/// Puts what the preprocessor makes of them in the place of the pragmas in Tokens.
void replacePragmas(clang::Preprocessor &PP, std::vector<clang::Token> &Tokens) {
  clang::SourceManager &SM = PP.getSourceManager();
  llvm::StringMap<clang::Token> Known;
  std::vector<clang::Token> All;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (Tokens[I].isNot(clang::tok::hash) || !Tokens[I].isAtStartOfLine()) {
      All.push_back(Tokens[I]);
      continue;
    }
    const clang::SourceLocation Begin = Tokens[I].getLocation();
    while (I + 1 < Tokens.size() && !Tokens[I + 1].isAtStartOfLine() &&
           Tokens[I + 1].isNot(clang::tok::eof))
      ++I;
    const llvm::StringRef Text(SM.getCharacterData(Begin),
                               SM.getCharacterData(Tokens[I].getLocation()) -
                                   SM.getCharacterData(Begin) + Tokens[I].getLength());
    auto [Made, New] = Known.try_emplace(Text);
    if (New)
      Made->second = pragmaToken(PP, Text);
    All.push_back(Made->second);
    All.back().setLocation(Begin);
    All.back().setAnnotationEndLoc(Tokens[I].getLocation());
  }
  Tokens = std::move(All);
}

/// The tokens of Buffer from Begin on, with an end of file of their own.
std::vector<clang::Token> lex(clang::Preprocessor &PP, clang::FileID File, size_t Begin) {
  clang::SourceManager &SM = PP.getSourceManager();
  llvm::StringRef Buffer = SM.getBufferData(File);
  clang::Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Buffer.begin(),
                   Buffer.begin() + Begin, Buffer.end());
  std::vector<clang::Token> Tokens;
  clang::Token Token;
  do {
    Raw.LexFromRawLexer(Token);
    if (Token.is(clang::tok::raw_identifier))
      PP.LookUpIdentifierInfo(Token);
    Tokens.push_back(Token);
  } while (Token.isNot(clang::tok::eof));
  return Tokens;
}

/// That a loop of File may be vectorised, and is not, is nothing that users could change.
void ignoreLoops(clang::DiagnosticsEngine &Engine, const clang::SourceManager &SM,
                 clang::FileID File) {
  const clang::SourceLocation Start = SM.getLocForStartOfFile(File);
  Engine.pushMappings(Start);
  Engine.setSeverityForGroup(clang::diag::Flavor::WarningOrError, "pass-failed",
                             clang::diag::Severity::Ignored, Start);
  Engine.popMappings(SM.getLocForEndOfFile(File)); // loops of the user's are still told of
}

} // namespace

CompanionText::CompanionText(clang::Sema &S, const Options &O)
    : S(S), Saved(!O.SaveDirectory.empty()) {
  std::string Source = sourceName(S);
  if (Saved) {
    llvm::SmallString<256> Path(O.SaveDirectory);
    llvm::sys::path::append(Path, Source + ".ad.cpp");
    Name = Path.str().str();
  } else {
    Name = "<ad companions of " + Source + ">";
  }
  Text = "// Companions of " + Source + ", generated by clang-ad.\n";
}

bool CompanionText::add(const Emission &E) {
  size_t Begin = Text.size();
  for (const EmittedFunction &F : E.Functions)
    Text += "\n" + F.Text;
  if (Saved && !save())
    return false;
  if (parseText(S, Text, Name, Begin, E.Headers))
    return true;
  clang::SourceManager &SM = S.getSourceManager();
  Diagnostics(S.getDiagnostics())
      .internalError(SM.getLocForStartOfFile(SM.getMainFileID()),
                     "the companions above do not compile");
  return false;
}

bool CompanionText::save() {
  auto Fail = [&](std::error_code Code) {
    Diagnostics(S.getDiagnostics())
        .error(clang::SourceLocation(), "cannot write " + quoted(Name) + ": " + Code.message());
    return false;
  };
  if (std::error_code Code = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Name)))
    return Fail(Code);
  std::error_code Code;
  llvm::raw_fd_ostream Out(Name, Code);
  if (Code)
    return Fail(Code);
  Out << Text;
  Out.close();
  if (Out.has_error()) {
    Code = Out.error();
    Out.clear_error();
    return Fail(Code);
  }
  return true;
}

bool parseText(clang::Sema &S, const std::string &Text, const std::string &Name, size_t Begin,
               const std::vector<std::string> &Headers) {
  clang::Preprocessor &PP = S.getPreprocessor();
  clang::SourceManager &SM = S.getSourceManager();
  auto &Parser = *static_cast<clang::Parser *>(S.OpaqueParser);
  clang::DiagnosticsEngine &Engine = S.getDiagnostics();

  clang::FileID File =
      SM.createFileID(llvm::MemoryBuffer::getMemBufferCopy(Text, Name), clang::SrcMgr::C_System);
  ignoreLoops(Engine, SM, File);
  std::vector<clang::Token> Tokens = lex(PP, File, Begin);
  replacePragmas(PP, Tokens);
  auto Owned = std::make_unique<clang::Token[]>(Tokens.size());
  std::copy(Tokens.begin(), Tokens.end(), Owned.get());
  PP.EnterTokenStream(std::move(Owned), Tokens.size(), /*DisableMacroExpansion=*/true,
                      /*IsReinject=*/false);
  if (!Headers.empty()) {
    std::string Includes;
    for (const std::string &Header : Headers)
      Includes += "#include <" + Header + ">\n";
    clang::FileID Prologue = SM.createFileID(
        llvm::MemoryBuffer::getMemBufferCopy(Includes, "<ad headers>"), clang::SrcMgr::C_System);
    PP.EnterSourceFile(Prologue, nullptr, clang::SourceLocation());
  }

  WithoutAccessControl Open(S);
  unsigned ErrorsBefore = Engine.getClient()->getNumErrors();
  Parser.ConsumeToken(); // the end of the user's file
  auto Imports = clang::Sema::ModuleImportState::NotACXX20Module;
  while (Parser.getCurToken().isNot(clang::tok::eof)) {
    clang::Parser::DeclGroupPtrTy Group;
    Parser.ParseTopLevelDecl(Group, Imports);
    if (Group)
      S.Consumer.HandleTopLevelDecl(Group.get());
  }
  return Engine.getClient()->getNumErrors() == ErrorsBefore;
}

} // namespace ad::driver
