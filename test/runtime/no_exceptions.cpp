// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Records one value more than the limit allows. Built with -fno-exceptions by sanitizers.sh, which
// expects the message on stderr and an abort.

#include "ad/tape.h"

int main() {
  ad::options Scope;
  Scope.tape_bytes = 800;
  ad::tape Tape;
  for (int I = 0; I < 101; ++I)
    Tape.push(double(I));
}
