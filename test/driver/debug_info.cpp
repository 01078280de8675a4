// Debug information points into the saved file, at the line that does the work.
// RUN: rm -rf %t.saved
// RUN: %clang_ad_plugin -g -S -emit-llvm %s -o - -fplugin-arg-ad-save=%t.saved | FileCheck %s
// CHECK: define {{.*}}f_reverse{{.*}} !dbg ![[FUNCTION:[0-9]+]]
// CHECK: ![[FUNCTION]] = distinct !DISubprogram(name: "f_reverse", {{.*}}file: ![[FILE:[0-9]+]], line: {{[0-9]+}}
// CHECK: ![[FILE]] = !DIFile(filename: "{{.*}}debug_info.cpp.ad.cpp"
[[ad::differentiate(reverse)]] double f(double x) { return x * x; }
