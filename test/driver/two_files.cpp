// An annotated prototype is enough to call the companion; the file with the body defines it.
// RUN: %clang_ad_plugin -I %S/Inputs %s %S/Inputs/definitions.cpp -o %t && %t
// The same through a precompiled header.
// RUN: %clang_ad_plugin -x c++-header %S/Inputs/shared.h -o %t.pch
// RUN: %clang_ad_plugin -include-pch %t.pch -I %S/Inputs %s %S/Inputs/definitions.cpp -o %t && %t
#include "shared.h"
int main() {
  double x_bar = 0, dot = 0;
  Method m, m_bar;
  apart_reverse(1, x_bar, 2);
  apart_forward(1, 2, 3, dot);
  here_reverse(1, x_bar);
  m.open_reverse(m_bar, 1, x_bar);
  return x_bar == 6 && dot == 4 ? 0 : 1;
}
