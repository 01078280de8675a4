//===- modes/reverse_at_once.cpp - calls with both sweeps at once ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `sum += w * g(x)`: the adjoint of what g returns, `w * sum_bar`, is known before g is called. So
// one call does it all, `value = g_reverse(x, x_bar, w * sum_bar)`: nothing is recorded, and inside
// of g everything is as good as in any other companion. It takes
//
// 1. a callee that only computes (only_computes.cpp), and so do those it calls: it throws nothing,
//    after which adjoints must not have been touched, and it writes nothing that the seed, its own
//    arguments, or anybody else may read. Its companion changes adjoints alone, and only adds to
//    them, in whatever order.
// 2. a call where what stands behind it throws nothing, either: in the outermost block of the
//    function, or of a loop or branch that is reversed at once itself.
// 3. a result that is a number with a name of its own, which is there when what uses it is
// reversed.
// 4. a seed that is known ahead of the call: what gives the adjoint of the result its value moves
//    from the reverse sweep to the front of the call, past everything that does not touch the same
//    adjoints (`placeFused`). Where that is impossible (the seed depends on the result, or on what
//    is computed behind it), a trial run of the mode finds out, and the call is made in two halves.
//
// The adjoints of what was computed for the arguments, `f(x * y)`, follow the call at once: all
// that they read is as the call found it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

bool Reverse::onlyComputes(const Stmt *Call) const { return modes::onlyComputes(C, *Call->Callee); }

/// Whether the statements of Bl surely throw nothing and do nothing that Core does not show, calls
/// included.
bool Reverse::isQuietWithCalls(const Block &Bl) const {
  // f_checkpointed, which gives the same bits, does not keep the record of a call if it is large.
  const bool MayCall = C.enabled("calls-at-once") && !Primal.Companions.count("checkpointed");
  return core::isQuiet(Bl, [&](const Function &F) {
    return MayCall && modes::onlyComputes(C, const_cast<Function &>(F));
  });
}

/// Whether the call S, which stands at At in Outer, may be made with both its sweeps at once, as
/// far as can be told beforehand.
bool Reverse::mayBeCalledAtOnce(const Stmt *S, const Block &Outer, size_t At) const {
  if (!onlyComputes(S))
    return false;
  if (!S->Var || !S->Declares || !S->Var->Ty->isReal() || !analysis::isScalarVariable(S->Var) ||
      !Active->active(S->Var) || !Active->leaves(S))
    return false;
  Block Rest;
  Rest.Stmts.assign(Outer.Stmts.begin() + At, Outer.Stmts.end());
  return isQuietWithCalls(Rest);
}

/// Whether Call, of a function that only computes, may read what is at Place.
bool Reverse::mayRead(const Stmt *Call, const Expr *Place) const {
  for (size_t I = 0; I < Call->Operands.size(); ++I) {
    const Type *T = Call->Callee->Params[I]->Ty;
    const Expr *Arg = Call->Operands[I];
    const bool Leads = T->isPointer() || T->isReference();
    if (!Leads && !holdsHandle(T) && !T->isRecord())
      continue;
    const Type *To = Leads ? T->Element : T;
    if (!Leads || !To->isReal() || !(T->isPointer() || isPlace(Arg)))
      return true; // and what is behind it
    Builder Own(M);
    const Expr *Where = isPlace(Arg) && !Arg->Ty->isPointer() ? Arg : Own.dereference(Arg);
    const Variable *Root = rootVariable(Where);
    if ((Root && Root == rootVariable(Place)) || Mem->mayAliasEver(Where, Place))
      return true;
  }
  return false;
}
