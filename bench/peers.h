//===- peers.h - the libraries of the peers that are installed --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#if BENCH_HAS_ADOLC
#include <adolc/adolc.h>
#endif
#if BENCH_HAS_SACADO
#define TRILINOS_NO_CONFIG_H // without Kokkos, which Debian ships apart
#include <Sacado_trad.hpp>
#endif

#endif // BENCH_PEERS_H
