//===- push_macros.h - put users' macros aside ------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A user may have a macro called `push`, `value` or `limit`. The runtime's headers spell everything
// inside in reserved names; their few public names are protected here: each header includes this
// file before its first declaration and pop_macros.h after its last one. No include guard: the two
// files act each time.
//
//===----------------------------------------------------------------------===//

#pragma push_macro("ad")
#undef ad
#pragma push_macro("alternative")
#undef alternative
#pragma push_macro("array")
#undef array
#pragma push_macro("bytes")
#undef bytes
#pragma push_macro("check_gradient")
#undef check_gradient
#pragma push_macro("check_options")
#undef check_options
#pragma push_macro("check_result")
#undef check_result
#pragma push_macro("components")
#undef components
#pragma push_macro("derivative")
#undef derivative
#pragma push_macro("differences")
#undef differences
#pragma push_macro("directory")
#undef directory
#pragma push_macro("dot_error")
#undef dot_error
#pragma push_macro("dot_tolerance")
#undef dot_tolerance
#pragma push_macro("engaged")
#undef engaged
#pragma push_macro("error")
#undef error
#pragma push_macro("held")
#undef held
#pragma push_macro("high_water")
#undef high_water
#pragma push_macro("index")
#undef index
#pragma push_macro("limit")
#undef limit
#pragma push_macro("message")
#undef message
#pragma push_macro("needed")
#undef needed
#pragma push_macro("ok")
#undef ok
#pragma push_macro("options")
#undef options
#pragma push_macro("pop")
#undef pop
#pragma push_macro("progress")
#undef progress
#pragma push_macro("progress_report")
#undef progress_report
#pragma push_macro("push")
#undef push
#pragma push_macro("release")
#undef release
#pragma push_macro("shadow")
#undef shadow
#pragma push_macro("snapshots")
#undef snapshots
#pragma push_macro("steps_done")
#undef steps_done
#pragma push_macro("steps_planned")
#undef steps_planned
#pragma push_macro("tape")
#undef tape
#pragma push_macro("tape_bytes")
#undef tape_bytes
#pragma push_macro("tape_limit")
#undef tape_limit
#pragma push_macro("tolerance")
#undef tolerance
#pragma push_macro("uncertainty")
#undef uncertainty
#pragma push_macro("value")
#undef value
#pragma push_macro("what")
#undef what
