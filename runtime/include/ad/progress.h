//===- progress.h - a progress bar ------------------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//   ad::options o;
//   o.progress = ad::progress_bar;
//
//===----------------------------------------------------------------------===//

#ifndef AD_PROGRESS_H
#define AD_PROGRESS_H

#include "options.h"

#include "detail/push_macros.h"
#include <cstdio>
#include <unistd.h>

namespace ad {

/// The report as one line of text, at most 80 characters, in `_Text`. Steps that are planned are
/// drawn as a bar, once their number is known.
inline void __progress_line(const progress_report &_Of, char (&_Text)[96]) {
  double _Size = static_cast<double>(_Of.bytes);
  const char *const _Units[] = {"B", "kB", "MB", "GB"};
  int _Unit = 0;
  for (; _Size >= 1000 && _Unit < 3; ++_Unit)
    _Size /= 1000;
  char _Snapshots[48];
  std::snprintf(_Snapshots, sizeof(_Snapshots), "%zu snapshots, %.3g %s", _Of.held, _Size,
                _Units[_Unit]);
  if (_Of.steps_planned == 0) {
    std::snprintf(_Text, sizeof(_Text), "%14zu steps                        %s", _Of.steps_done,
                  _Snapshots);
    return;
  }
  constexpr int _Width = 30;
  const double _Part = static_cast<double>(_Of.steps_done) / static_cast<double>(_Of.steps_planned);
  char _Bar[_Width + 1];
  for (int _Idx = 0; _Idx < _Width; ++_Idx)
    _Bar[_Idx] = _Idx < _Part * _Width ? '#' : ' ';
  _Bar[_Width] = '\0';
  std::snprintf(_Text, sizeof(_Text), "[%s] %3d %%  %s", _Bar, static_cast<int>(100 * _Part),
                _Snapshots);
}

/// For options::progress: draws a bar on the terminal that standard error goes to, one line that is
/// written over; nothing where it is no terminal.
inline void progress_bar(const progress_report &_Of) {
  if (!::isatty(STDERR_FILENO))
    return;
  char _Text[96];
  __progress_line(_Of, _Text);
  const bool _Over = _Of.steps_planned && _Of.steps_done == _Of.steps_planned;
  std::fprintf(stderr, "\r%-79s%s", _Text, _Over ? "\n" : "");
  std::fflush(stderr);
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_PROGRESS_H
