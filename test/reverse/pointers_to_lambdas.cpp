// A pointer that leads to a lambda is compared with the constants of the program that hold lambdas.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// CHECK:      static double of_records_lambda(double t) { return t * t; }
// CHECK:      static double of_records_lambda_2(double t) { return t + 1; }
// CHECK-LABEL: static double call_pointer_forward_sweep(
// CHECK:        const int which = function == operations[0].run{{ *}}? 0
// CHECK-NEXT:                     : function == of_records_lambda   ? 1
// CHECK-NEXT:                     : function == of_records_lambda_2 ? 2
// CHECK-NEXT: {{^ *}}: -1;
// CHECK-NEXT:   switch (which) {
// CHECK-NEXT:   case 0:
// CHECK-NEXT:     call_pointer_value = argument * argument;
// CHECK-LABEL: static void call_pointer_reverse_sweep(
// CHECK:          argument_bar += 2 * argument * call_pointer_bar;
// CHECK-LABEL: double of_table_reverse(
// CHECK:        call_pointer_reverse_sweep(tape, operations[i].run, x, x_bar, value_bar);
struct Operation {
  const char *name;
  double (*run)(double);
};
static const Operation operations[] = {{"square", [](double t) { return t * t; }}};

[[ad::differentiate(reverse)]]
double of_table(double x, int i) {
  return operations[i].run(x);
}

// Arrays of a function that stay as they are: a branch on the index.
// CHECK-LABEL: double of_array_reverse(
// CHECK:        if (i == 0)
// CHECK-NOT:    call_pointer
[[ad::differentiate(reverse)]]
double of_array(double x, int i) {
  static double (*const all[])(double) = {[](double t) { return t * t; },
                                          [](double t) { return t + 1; }};
  return all[i](x);
}

// In a local table each leads to a function of its own that does what the lambda does.
// CHECK-LABEL: double of_records_reverse(
// CHECK:        Operation all[2] = {{[{][{]}}"square", of_records_lambda}, {"next", of_records_lambda_2}};
// CHECK:        call_pointer_reverse_sweep(tape, all[i].run, x, x_bar, value_bar);
[[ad::differentiate(reverse)]]
double of_records(double x, int i) {
  Operation all[] = {{"square", [](double t) { return t * t; }},
                     {"next", [](double t) { return t + 1; }}};
  return all[i].run(x);
}
