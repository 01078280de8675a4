"""format.py CLANG_FORMAT DIR: fails if clang-format would change a file of DIR."""
import glob
import os
import subprocess
import sys

STYLE = "--style={BasedOnStyle: LLVM, ColumnLimit: 100}"

files = sorted(glob.glob(os.path.join(sys.argv[2], "*.cpp")))
assert files, "nothing was saved"
sys.exit(subprocess.run([sys.argv[1], STYLE, "--dry-run", "-Werror", *files]).returncode)
