//===- DocumentTest.cpp - docs/rules.md is the table ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Writes the rules table as Markdown and compares it with docs/rules.md. With AD_UPDATE_DOCS set in
// the environment the file is rewritten instead.
//
//===----------------------------------------------------------------------===//
#include "plugin/rules/rules.h"
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace ad;

static const char *const Introduction = R"(# Derivatives of the primitives

This page is generated from [`plugin/rules/rules.def`](../plugin/rules/rules.def), the one place
where the derivatives of `<cmath>` are written down; forward mode, reverse mode and higher orders
all use its lines. To change a rule, change its line and run the tests with `AD_UPDATE_DOCS=1`.

The operands are `x`, `y`, `z`, the result is `r` (it is not evaluated again). `select(c, a, b)` is
`c ? a : b`; only the arm that is taken is evaluated. Each line holds for `float`, `double` and
`long double`, under the names of C++ (`std::sin`) and of C (`sin`, `sinf`, `sinl`).

Choices, where there is no derivative:

* At a kink the rule gives the mean of the slopes (`abs`), or the slope of the operand that C++
  returns (`min`, `max`, `clamp`).
* Where the value is finite and the slope infinite (`sqrt(0)`, `asin(1)`, `pow(0, 0.5)`) the rule
  gives 0. So the gradient of a norm at the origin is 0, and nothing times zero is NaN.
* Where the value itself is infinite (`log(0)`) the slope is infinite, too.
* Where a function jumps (`floor`) it has the slope that it has beside the jump.
* `none()` is a derivative without closed form: it is an error to ask for it, unless that operand
  carries no derivative. Functions that are not listed are refused in the same way.

A branch that is not taken contributes nothing, so `x > 0 ? std::sqrt(x) : 0` is differentiable at 0.

| function | by x | by y | by z | choices |
|---|---|---|---|---|
)";

static const char *const Cases = R"(
## pow

With `r = pow(x, y)`:

| case | by x | by y |
|---|---|---|
| `y` is a number `c` (`0`, `1`, `2`, `3`, `0.5`, `1.5`, `-1` in their usual forms) | `c * pow(x, c - 1)` | |
| `y` is an integer | `y == 0 ? 0 : y * pow(x, y - 1)` | |
| `x > 0` | `y * pow(x, y - 1)` | `r * log(x)` |
| `x == 0`, `y >= 1` | `y * pow(x, y - 1)`, that is 1 for `y == 1`, else 0 | 0 |
| `x == 0`, `0 <= y < 1` | 0 (infinite for `y > 0`) | 0 |
| `x == 0`, `y < 0` | infinite, as the value | 0 |
| `x < 0`, `y` an integer | `y * pow(x, y - 1)` | 0 (defined for isolated `y` only) |
| `x < 0`, any other `y` | NaN, as the value | 0 |

## Gamma function

The derivatives of `tgamma`, `lgamma` and `beta` need `ad::digamma` and `ad::polygamma`, which
[`ad/special.h`](../runtime/include/ad/special.h) provides to an error of 1e-14.
)";

/// Text of a rule on one line, as code. "0" stays empty where the whole row says what it is.
static std::string code(llvm::StringRef Text) { return "`" + Text.str() + "`"; }

static std::string document() {
  std::string Text = Introduction;
  for (const rules::Row &Row : rules::table()) {
    Text += "| " + code(Row.Name);
    for (unsigned I = 0; I < 3; ++I) {
      Text += " |";
      if (I < Row.Arity)
        Text += Row.Name == "pow" ? " see below" : " " + code(Row.Partials[I]);
    }
    Text +=
        Row.Choices.empty() || Row.Name == "pow" ? " | |\n" : " | " + Row.Choices.str() + " |\n";
  }
  return Text + Cases;
}

TEST(RulesDocument, IsUpToDate) {
  const std::string Path = std::string(AD_DOCS_DIR) + "/rules.md";
  if (std::getenv("AD_UPDATE_DOCS")) {
    std::ofstream(Path) << document();
    return;
  }
  std::ifstream File(Path);
  std::stringstream Found;
  Found << File.rdbuf();
  EXPECT_EQ(Found.str(), document()) << "run this test with AD_UPDATE_DOCS=1";
}
