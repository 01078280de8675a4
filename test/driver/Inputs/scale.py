"""scale.py DIRECTORY SCRATCH COMPILER FLAG...: one project of several files under many flags.

DIRECTORY holds a header, three files and a main; material.cpp goes into a static library. Each line
of WAYS is built and run; what the compiler prints is a failure, too.
"""
import concurrent.futures
import os
import subprocess
import sys

# Name, flags of every step, and what else is asked for: "pch", a precompiled header; "shared", the
# files other than main in a shared library.
WAYS = [
    ("O0", "-O0"),
    ("O1", "-O1"),
    ("O2", "-O2"),
    ("O3", "-O3"),
    ("lto", "-O1 -flto"),
    ("pic", "-fPIC", "shared"),
    ("pch", "", "pch"),
    ("c++17", "-std=c++17"),
    ("c++20", "-std=c++20"),
    ("c++23", "-std=c++23"),
    ("libc++", "-stdlib=libc++"),
    ("no exceptions", "-fno-exceptions"),
    ("no rtti", "-fno-rtti"),
    ("hidden", "-fvisibility=hidden -fvisibility-inlines-hidden"),
    ("sections", "-O1 -ffunction-sections -fdata-sections -Wl,--gc-sections"),
    ("all of it", "-O2 -flto -fPIC -std=c++20 -fno-exceptions -fno-rtti", "pch"),
    ("debug", "-O3 -g -std=c++23 -fPIC -D_GLIBCXX_ASSERTIONS", "pch", "shared"),
]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]


class Failure(Exception):
    pass


def call(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode or done.stdout:
        raise Failure(f"{' '.join(command)}\n{done.stdout}exit status {done.returncode}")


def build(directory, scratch, compiler, name, flags, wanted):
    """Builds and runs the project one way."""
    os.makedirs(scratch, exist_ok=True)
    place = lambda file: os.path.join(scratch, file)
    linking = [flag for flag in flags if flag.startswith("-Wl,")]
    flags = [flag for flag in flags if flag not in linking]
    command = compiler + ([] if any(f.startswith("-std=") for f in flags) else ["-std=c++17"])
    command += flags + WARNINGS
    use = []
    if "pch" in wanted:
        header = os.path.join(directory, "rod.h")
        call(command + ["-x", "c++-header", header, "-o", place("rod.pch")])
        use = ["-include-pch", place("rod.pch")]
    for file in ["material", "rod", "misfit", "main"]:
        call(command + use + ["-c", os.path.join(directory, file + ".cpp"), "-o", place(file + ".o")])
    call(["ar", "rc", place("libmaterial.a"), place("material.o")])
    library, parts = place("libmaterial.a"), [place("rod.o"), place("misfit.o")]
    if "shared" in wanted:
        call(command + ["-shared", *parts, library, "-o", place("librod.so")])
        parts, library = [place("librod.so"), "-Wl,-rpath," + scratch], place("librod.so")
    call(command + linking + [place("main.o"), *parts, library, "-o", place("main")])
    call([place("main")])


def has_libcxx(scratch, compiler):
    """A program that only includes and links it: is libc++ installed?"""
    source = os.path.join(scratch, "libcxx.cpp")
    with open(source, "w") as out:
        out.write("#include <vector>\nint main() { return std::vector<int>(1)[0]; }\n")
    command = compiler + ["-stdlib=libc++", source, "-o", os.path.join(scratch, "libcxx")]
    return subprocess.run(command, capture_output=True).returncode == 0


def main():
    directory, scratch, *compiler = sys.argv[1:]
    os.makedirs(scratch, exist_ok=True)
    ways = WAYS
    if not has_libcxx(scratch, compiler):
        print("libc++ is not installed (Debian: libc++-19-dev, libc++abi-19-dev): skipped")
        ways = [way for way in WAYS if way[0] != "libc++"]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        running = []
        for number, (name, flags, *wanted) in enumerate(ways):
            place = os.path.join(scratch, str(number))
            running.append((name, pool.submit(build, directory, place, compiler, name,
                                              flags.split(), wanted)))
        for name, future in running:
            try:
                future.result()
            except Failure as failure:
                print(f"{name}: {failure}")
                failed += 1
    print(f"{len(ways) - failed} of {len(ways)} ways")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
