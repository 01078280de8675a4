# How the tests are run. Substitutions:
#   %clang_ad_plugin   clang++ of the configured LLVM with the plugin, -std=c++17
#   %plugin_flags      -fplugin=..., for command lines that name the compiler themselves
#   %library           the file that it names
#   %ad_rewrite        the stand-alone rewriter: %ad_rewrite FILE -- FLAGS
#   %clangxx, %gxx     the compilers without the plugin
#   %runtime           the directory that holds ad/tape.h
#   %source, %build    the top of the source tree and of the build tree
#   %cmake, %python, FileCheck, not
#   %gdb, %valgrind, %clang_format   where the machine has them
# Features: llvm-19 or llvm-22, gxx, gdb, valgrind, clang-format, blas, libcxx, eigen; optimised: not
# given up by --param unoptimised=1, for programs of minutes that are run with sanitizers as well.
import glob
import os
import shutil
import sys

import lit.formats

config.name = "clang-ad"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".test"]
config.excludes = ["Inputs", "libraries", "unit", "fuzz", "runtime", "CMakeLists.txt"]
config.test_source_root = os.path.join(config.ad_source, "test")
config.test_exec_root = os.path.join(config.ad_build, "test")

plugin = "-fplugin=" + os.path.join(config.ad_build, "lib", "ClangAD.so")
runtime = os.path.join(config.ad_source, "runtime", "include")

config.substitutions += [
    ("%clang_ad_plugin", config.ad_clangxx + " -std=c++17 " + plugin),
    ("%plugin_flags", plugin),
    ("%library", plugin.split("=")[1]),
    ("%ad_rewrite", os.path.join(config.ad_build, "bin", "clang-ad")),
    ("%clangxx", config.ad_clangxx),
    ("%gxx", config.ad_gxx),
    ("%runtime", runtime),
    ("%source", config.ad_source),
    ("%build", config.ad_build),
    ("%cmake", config.ad_cmake),
    ("%python", sys.executable),
    (r"\bFileCheck\b", config.ad_filecheck + " --dump-input-filter=error"),
    (r"(?<![\w/-])not\b(?!-)", config.ad_not),
]

config.available_features.add("llvm-%d" % config.ad_llvm_version)
if "unoptimised" not in lit_config.params:
    config.available_features.add("optimised")
if config.ad_gxx and not config.ad_gxx.endswith("NOTFOUND"):
    config.available_features.add("gxx")

gdb = shutil.which("gdb")
if gdb:
    config.available_features.add("gdb")
    config.substitutions.append(("%gdb", gdb + " -nx -q -batch"))
valgrind = shutil.which("valgrind")
if valgrind:
    config.available_features.add("valgrind")
    config.substitutions.append(("%valgrind", valgrind))
# Clang's own formatter of version 19: later ones break some lines elsewhere.
formatter = shutil.which("clang-format-19")
if formatter:
    config.available_features.add("clang-format")
    config.substitutions.append(("%clang_format", formatter))

# Another Clang, to see the plugin refuse it.
for version in [14, 15, 16, 17, 18, 19, 20, 21, 22]:
    other = "/usr/bin/clang++-%d" % version
    if version != config.ad_llvm_version and os.path.exists(other):
        config.available_features.add("other-clang")
        config.substitutions.append(("%other_clangxx", other))
        break

# BLAS and LAPACK, for the rules in ad/blas.h (Debian: libopenblas-dev, liblapacke-dev).
if glob.glob("/usr/include/**/cblas.h", recursive=True) and os.path.exists(
    "/usr/include/lapacke.h"
):
    config.available_features.add("blas")
else:
    lit_config.note("no <cblas.h> and <lapacke.h>: test/blas is skipped")

# libc++ (Debian: libc++-19-dev, libc++abi-19-dev).
if os.path.exists("/usr/lib/llvm-%d/include/c++/v1/vector" % config.ad_llvm_version):
    config.available_features.add("libcxx")

# Eigen (Debian: libeigen3-dev).
if os.path.exists("/usr/include/eigen3/Eigen/Dense"):
    config.available_features.add("eigen")
    config.substitutions.append(("%eigen", "/usr/include/eigen3"))
else:
    lit_config.note("no <Eigen/Dense>: test/eigen is skipped")

for name in ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]
