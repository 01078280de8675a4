//===- clang-ad/strip_attributes.cpp - removing our attributes ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Works on raw tokens, since attributes inside macro definitions and skipped parts are no part of
// the syntax tree.
//
//===----------------------------------------------------------------------===//
#include "strip_attributes.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Token.h"

namespace ad::tools {

namespace {

struct Word {
  clang::tok::TokenKind Kind;
  size_t Begin;
  size_t End;
  llvm::StringRef Text;
};

std::vector<Word> lex(llvm::StringRef Source, const clang::LangOptions &Language) {
  clang::Lexer Raw(clang::SourceLocation::getFromRawEncoding(1), Language, Source.begin(),
                   Source.begin(), Source.end());
  std::vector<Word> Words;
  clang::Token Token;
  for (Raw.LexFromRawLexer(Token); Token.isNot(clang::tok::eof); Raw.LexFromRawLexer(Token)) {
    size_t Begin = Token.getLocation().getRawEncoding() - 1;
    size_t End = Begin + Token.getLength();
    Words.push_back({Token.getKind(), Begin, End, Source.substr(Begin, Token.getLength())});
  }
  return Words;
}

class Finder {
public:
  Finder(llvm::StringRef Source, const clang::LangOptions &Language)
      : Source(Source), Words(lex(Source, Language)) {}

  std::vector<Piece> run() {
    for (size_t I = 0; I + 3 < Words.size(); ++I) {
      if (is(I, clang::tok::l_square) && is(I + 1, clang::tok::l_square))
        list(I, I + 2, clang::tok::r_square);
      else if ((Words[I].Text == "__attribute__" || Words[I].Text == "__attribute") &&
               is(I + 1, clang::tok::l_paren) && is(I + 2, clang::tok::l_paren))
        list(I, I + 3, clang::tok::r_paren);
    }
    takeWholeLines();
    return Pieces;
  }

private:
  bool is(size_t I, clang::tok::TokenKind Kind) const {
    return I < Words.size() && Words[I].Kind == Kind;
  }

  /// The attribute list whose first word is Open and whose first attribute is at First; it ends
  /// with two Close.
  void list(size_t Open, size_t First, clang::tok::TokenKind Close) {
    // `[[using ad: constant]]`: the prefix decides for all.
    bool Using = Words[First].Text == "using" && First + 2 < Words.size();
    bool UsingOurs = Using && Words[First + 1].Text == "ad";

    std::vector<size_t> Starts{First}; // first words of the attributes
    size_t I = First;
    for (int Depth = 0;; ++I) {
      if (I + 1 >= Words.size())
        return;
      if (Depth == 0 && is(I, Close) && is(I + 1, Close))
        break;
      if (is(I, clang::tok::l_paren) || is(I, clang::tok::l_square) || is(I, clang::tok::l_brace))
        ++Depth;
      if (is(I, clang::tok::r_paren) || is(I, clang::tok::r_square) || is(I, clang::tok::r_brace))
        --Depth;
      if (Depth < 0)
        return;
      if (Depth == 0 && is(I, clang::tok::comma))
        Starts.push_back(I + 1);
    }
    size_t End = I; // the first Close

    size_t Ours = 0;
    for (size_t Start : Starts)
      Ours += UsingOurs || isOurs(Start, Close);
    if (Ours == 0)
      return;
    if (Ours == Starts.size()) {
      size_t After = Words[End + 1].End;
      while (After < Source.size() && (Source[After] == ' ' || Source[After] == '\t'))
        ++After;
      Pieces.push_back({Words[Open].Begin, After});
      return;
    }
    // Each of ours goes together with the comma after it, or before it if it is among the last.
    for (size_t K = 0; K != Starts.size(); ++K) {
      if (!isOurs(Starts[K], Close))
        continue;
      bool Last = true;
      for (size_t J = K + 1; J != Starts.size(); ++J)
        Last &= isOurs(Starts[J], Close);
      if (Last) {
        Pieces.push_back({Words[Starts[K] - 1].Begin, Words[End - 1].End});
        return;
      }
      Pieces.push_back({Words[Starts[K]].Begin, Words[Starts[K + 1]].Begin});
    }
  }

  /// Attributes that had a line for themselves take it with them.
  void takeWholeLines() {
    std::vector<Piece> Merged;
    for (const Piece &P : Pieces)
      if (!Merged.empty() && Merged.back().End == P.Begin)
        Merged.back().End = P.End;
      else
        Merged.push_back(P);
    for (Piece &P : Merged) {
      size_t LineBegin = Source.rfind('\n', P.Begin) + 1;
      bool Alone = Source.slice(LineBegin, P.Begin).trim().empty();
      if (Alone && P.End < Source.size() && Source[P.End] == '\n')
        P = {LineBegin, P.End + 1};
    }
    Pieces = std::move(Merged);
  }

  bool isOurs(size_t I, clang::tok::TokenKind Close) const {
    static const llvm::StringRef Names[] = {"differentiate", "constant", "extent"};
    llvm::StringRef Name = Words[I].Text;
    if (Close == clang::tok::r_paren)
      return Name.consume_front("ad_") && llvm::is_contained(Names, Name);
    return Name == "ad" && Words[I + 1].Text == "::" &&
           llvm::is_contained(Names, Words[I + 2].Text);
  }

  llvm::StringRef Source;
  std::vector<Word> Words;
  std::vector<Piece> Pieces;
};

} // namespace

std::vector<Piece> findOwnAttributes(llvm::StringRef Source, const clang::LangOptions &Language) {
  return Finder(Source, Language).run();
}

} // namespace ad::tools
