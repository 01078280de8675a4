"""Compiles and runs one C++ program with the plugin, and says what became of it.

Outcomes, from good to bad:
  RIGHT    compiled, ran, every check held
  REFUSED  the plugin said, at a line of the user's, that it does not do this
  EMITTED  the text that the plugin emitted does not compile or link, or a companion that the
           signature rule promises is not there
  WRONG    a check failed, or the program crashed or hung
  CRASH    the compiler crashed, hung, or failed an assertion
"""
import os
import re
import resource
import shutil
import subprocess
from dataclasses import dataclass, field, replace

RIGHT, REFUSED, EMITTED, WRONG, CRASH = "RIGHT", "REFUSED", "EMITTED", "WRONG", "CRASH"

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))

CRASHED = re.compile(
    r"PLEASE submit a bug report|Stack dump:|Assertion .* failed|UNREACHABLE executed|"
    r"terminate called|LLVM ERROR|cannot load plugin|unable to load plugin|"
    r"internal error(?! of clang-ad: the companions above do not compile)", re.I)

# Clang's own errors where a companion is used that was not declared as the signature rule says,
# and those that only badly formed text causes.
NOT_OURS = re.compile(
    r"no matching (member )?function|use of undeclared identifier|too (many|few) arguments|"
    r"no member named|is not a member|ambiguous|undefined reference|redefinition of|"
    r"cannot initialize|no viable|unused|expected |static assertion failed|unknown type name|"
    r"cannot bind|binding reference|no type named|not assignable|incompatible|invalid operands|"
    r"indirection requires|subscripted value|linker command failed|does not refer to a value|"
    r"conflicting types|discards qualifiers|drops .const. qualifier|out-of-line definition|"
    r"is a private member|is a protected member|cannot assign|has not been declared|"
    r"was not declared")

ERROR = re.compile(r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<text>.*)$",
                   re.M)


@dataclass
class Compiler:
    """How programs are compiled."""
    clangxx: str = "clang++-19"
    plugin: str = os.path.join(TOP, "build", "lib", "ClangAD.so")
    plugin_args: list = field(default_factory=list)
    flags: list = field(default_factory=lambda: ["-O1"])
    include: list = field(default_factory=lambda: [HERE])
    rewriter: str = ""  # if set: clang-ad rewrites, `gxx` compiles
    gxx: str = "g++"
    plain: bool = False  # without plugin, -DNO_AD
    checkpointed: bool = False  # compared with companions that run again what they can
    precompiled: dict = field(default_factory=dict)  # by dialect: the headers that most include
    timeout: float = 60

    # Bits are compared of companions that form sums in order, as in files that ask for mode
    # checkpointed.
    def recording(self):
        return replace(self, flags=[*self.flags, "-DAD_BITS"],
                       plugin_args=[*self.plugin_args, "-fplugin-arg-ad-no-reassociate"])

    def checkpointing(self):
        return replace(self, flags=[*self.flags, "-DAD_BITS"],
                       plugin_args=[*self.plugin_args, "-fplugin-arg-ad-checkpoint-all"])


@dataclass
class Outcome:
    kind: str
    why: str = ""
    output: str = ""


def limited():
    """Bounds a child's memory and its core file."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, timeout, sanitized=False):
    """(exit status, output); status None: timed out."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, preexec_fn=limited, errors="replace", text=True)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as expired:
        text = expired.stdout or b""
        return None, text.decode(errors="replace") if isinstance(text, bytes) else text


def classify_compile(status, output, sources):
    """The outcome of a compilation that failed."""
    if status is None:
        return Outcome(CRASH, "the compiler hangs", output)
    crashed = CRASHED.search(output)
    if crashed or status < 0 or status >= 128:
        line = next((l for l in output.splitlines() if CRASHED.search(l)), f"status {status}")
        return Outcome(CRASH, line.strip(), output)
    errors = list(ERROR.finditer(output))
    if not errors:
        return Outcome(EMITTED, (output.strip().splitlines() or ["no message"])[0], output)
    first = errors[0]
    # Emitted text is reported in a buffer of its own, before anything else.
    emitted = next((each for each in errors if each["file"].startswith("<ad ")), None)
    if emitted or "companions above do not compile" in output:
        return Outcome(EMITTED, (emitted or first)["text"], output)
    names = {os.path.basename(each) for each in sources}
    for each in errors:
        at_user = os.path.basename(each["file"]) in names or each["file"].endswith("harness.h")
        if not at_user or NOT_OURS.search(each["text"]):
            return Outcome(EMITTED, f"{os.path.basename(each['file'])}: {each['text']}", output)
    return Outcome(REFUSED, f"line {first['line']}: {first['text']}", output)


# The first line of programs whose meaning C++ leaves open, and that companions take as Clang does.
CLANG_ORDER = "// Clang's order of evaluation."


# Among the first lines of programs that are known not to go through, with a part of the message:
# a program that does after all fails the run, so that the list stays true.
REFUSED_AS = re.compile(r"^// Refused: (.*)$", re.M)
BEYOND_REWRITER = re.compile(r"^// Beyond clang-ad: (.*)$", re.M)


def judge(compiler, source, result):
    """Whether the outcome is the one that the program states (RIGHT where it states none)."""
    with open(source) as file:
        head = file.read(2000)
    stated = REFUSED_AS.search(head)
    if stated:
        return result.kind == REFUSED and stated[1] in result.why
    if compiler.rewriter and BEYOND_REWRITER.search(head):
        return result.kind in (REFUSED, EMITTED)
    return result.kind == RIGHT


def leaves_order_open(source):
    with open(source) as file:
        return file.readline().startswith(CLANG_ORDER)


def standard(source):
    """The dialect that all of a source is written for: some have parts for C++20."""
    with open(source) as file:
        return "-std=c++20" if "__cplusplus >= 202002L" in file.read() else "-std=c++17"


# What most programs include.
HEADERS = ["harness.h", "algorithm", "array", "cmath", "functional", "memory", "numeric", "utility",
           "vector"]


def precompile(compiler, scratch):
    """The same compiler, with HEADERS compiled ahead, in each dialect."""
    source = os.path.join(scratch, "headers.h")
    with open(source, "w") as file:
        file.writelines(f"#include <{name}>\n" for name in HEADERS)
    made = {}
    for dialect in ["-std=c++17", "-std=c++20"]:
        made[dialect] = os.path.join(scratch, f"headers{dialect}.pch")
        subprocess.run([compiler.clangxx, dialect, *["-I" + each for each in compiler.include],
                        *compiler.flags, "-x", "c++-header", source, "-o", made[dialect]],
                       check=True, timeout=compiler.timeout)
    return replace(compiler, precompiled=made)


def build(compiler, sources, binary):
    """Compiles and links; None if all went well."""
    includes = ["-I" + each for each in compiler.include]
    dialect = standard(sources[0])
    common = [dialect, *includes, *compiler.flags]
    plugin = ["-fplugin=" + compiler.plugin, *compiler.plugin_args]
    quiet = ["-Wno-unknown-attributes"]
    if compiler.plain:
        command = [compiler.clangxx, *common, *quiet, "-DNO_AD", *sources, "-o", binary]
    elif compiler.rewriter:
        rewritten = []
        for source in sources:
            done = subprocess.run([compiler.rewriter, source, "--", dialect, *includes],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  timeout=compiler.timeout, errors="replace", text=True)
            if done.returncode:
                return classify_compile(done.returncode, done.stderr, sources)
            path = f"{binary}.{len(rewritten)}.rewritten.cpp"
            with open(path, "w") as file:
                file.write(done.stdout)
            rewritten.append(path)
        runtime = os.path.join(TOP, "runtime", "include")
        includes += ["-I" + runtime, "-I" + os.path.dirname(os.path.abspath(sources[0]))]
        gxx = compiler.clangxx if leaves_order_open(sources[0]) else compiler.gxx
        command = [gxx, dialect, "-ffp-contract=off", *includes, *compiler.flags,
                   "-Wno-attributes", *rewritten, "-o", binary]
        status, output = run(command, compiler.timeout)
        if status != 0:
            bad = classify_compile(status, output, sources)
            return Outcome(EMITTED, "g++: " + bad.why, bad.output)
        return None
    else:
        headers = ["-include-pch", compiler.precompiled[dialect]] if compiler.precompiled else []
        command = [compiler.clangxx, *common, *plugin, *headers, *sources, "-o", binary]
    status, output = run(command, compiler.timeout)
    return None if status == 0 else classify_compile(status, output, sources)


def attempt(compiler, sources, binary):
    """Compiles the sources together, runs them, and classifies."""
    bad = build(compiler, sources, binary)
    if bad:
        return bad
    status, output = run([binary], compiler.timeout)
    if status is None:
        return Outcome(WRONG, "the program hangs", output)
    if status != 0:
        line = next((l for l in output.splitlines() if "FAIL" in l or "ERROR" in l or
                     "runtime error" in l), None)
        return Outcome(WRONG, line or f"the program ends with status {status}", output)
    return Outcome(RIGHT, output=output)


def same_bits(compiler, sources, binary):
    """The outcome where reverse mode checkpoints all that it can; WRONG if a bit differs."""
    recorded = attempt(compiler.recording(), sources, binary)
    if recorded.kind != RIGHT:
        return recorded
    checkpointed = attempt(compiler.checkpointing(), sources, binary)
    if checkpointed.kind == RIGHT and checkpointed.output != recorded.output:
        return Outcome(WRONG, "other bits than without checkpoints", checkpointed.output)
    return checkpointed


REQUEST = re.compile(r"ad::differentiate\(([^()]*\breverse\b[^()]*)\)")


def asking_for_both(source, directory, calls):
    """A copy of the source and of the headers beside it, in which functions that have companions in
    mode reverse have those in mode checkpointed, too; `calls`: these are called in their place."""
    def rewritten(text):
        text = REQUEST.sub(lambda m: m[0] if "checkpointed" in m[1] else
                           f"ad::differentiate({m[1]}, checkpointed)", text)
        return re.sub(r"_reverse\b", "_checkpointed", text) if calls else text
    os.makedirs(directory, exist_ok=True)
    for path in [source] + [os.path.join(HERE, each) for each in os.listdir(HERE)
                            if each.endswith(".h")]:
        with open(path) as file:
            text = file.read()
        with open(os.path.join(directory, os.path.basename(path)), "w") as file:
            file.write(rewritten(text))
    return os.path.join(directory, os.path.basename(source))


def same_bits_annotated(compiler, sources, binary):
    """The outcome where functions ask for both modes, and the companions in mode checkpointed are
    called in place of the others; WRONG if a bit differs. Programs with rules by hand, or of
    several files, are left as they are."""
    with open(sources[0]) as file:
        text = file.read()
    if len(sources) > 1 or "checkpointed" in text or re.search(r"(double|void) \w+_reverse\(", text):
        return Outcome(RIGHT)
    outputs = []
    for calls in (False, True):
        directory = f"{binary}.{'checkpointed' if calls else 'reverse'}"
        how = replace(compiler, flags=[*compiler.flags, "-DAD_BITS", "-w"], include=[directory])
        result = attempt(how, [asking_for_both(sources[0], directory, calls)], binary)
        if result.kind != RIGHT:
            return result
        outputs.append(result.output)
    if outputs[0] != outputs[1]:
        return Outcome(WRONG, "other bits in mode checkpointed", outputs[1])
    return Outcome(RIGHT)


def which(name):
    return shutil.which(name) or name
