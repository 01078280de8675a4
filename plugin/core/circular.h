//===- core/circular.h - questions that come back to themselves -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What a function does depends on what its callees do, and these may call it back. Such a question
// is answered by a least (or greatest) fixed point:
//
// 1. While a question is open, who asks it again gets what is assumed so far.
// 2. An answer that differs from what was assumed of it is assumed instead, and found again.
// 3. An answer that rests on an assumption about a question that is still open is not kept: the
//    assumption may turn out wrong.
//
// Answers must grow one way only, from the first assumption on.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_CIRCULAR_H
#define AD_CORE_CIRCULAR_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <utility>

namespace ad::core {

template <class Key, class Answer> class Circular {
public:
  /// The answer to K, which Find finds; First is assumed of it at first.
  Answer ask(Key K, Answer First, llvm::function_ref<Answer()> Find) {
    if (auto Found = Known.find(K); Found != Known.end())
      return Found->second;
    if (auto Found = Open.find(K); Found != Open.end()) {
      Rests = std::min(Rests, Found->second.Depth);
      return Found->second.Assumed;
    }
    const unsigned Depth = Open.size();
    const unsigned Outer = std::exchange(Rests, Nothing);
    Open[K] = {First, Depth};
    Answer Is = Find();
    while (Rests <= Depth && !(Is == Open[K].Assumed)) {
      Open[K].Assumed = Is;
      Is = Find();
    }
    Open.erase(K);
    if (Rests >= Depth) {
      Known[K] = Is;
      Rests = Nothing;
    }
    Rests = std::min(Rests, Outer);
    return Is;
  }

private:
  static constexpr unsigned Nothing = ~0u;
  struct Question {
    Answer Assumed;
    unsigned Depth;
  };
  llvm::DenseMap<Key, Answer> Known;
  llvm::DenseMap<Key, Question> Open;
  unsigned Rests = Nothing; ///< the outermost open question of which something was assumed
};

} // namespace ad::core

#endif
