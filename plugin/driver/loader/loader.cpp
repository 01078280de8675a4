//===- driver/loader/loader.cpp - ClangAD.so itself -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The library that users name: looks which Clang it was loaded into and loads the plugin built for
// that version, ClangAD-<major>.so beside it.
//
// The plugin proper uses so much of Clang that the dynamic linker would refuse it in another
// version with the mangled name of some missing symbol; this library needs none, so it can say what
// is wrong.
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace {

[[noreturn]] void fail(const std::string &Message) {
  std::fprintf(stderr, "error: clang-ad: %s\n", Message.c_str());
  std::fflush(stderr);
  // There is no way to refuse from inside dlopen, and a compile without the plugin would ignore the
  // attributes. No destructors: the program is in the middle of loading a library.
  std::_Exit(1);
}

/// "Debian clang version 19.1.7 (3)"; empty if this program is no Clang.
std::string hostVersion() {
  // std::string clang::getClangFullVersion(), the same in every version.
  void *Symbol = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  if (!Symbol)
    Symbol = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionEv");
  return Symbol ? reinterpret_cast<std::string (*)()>(Symbol)() : std::string();
}

std::string majorOf(const std::string &Version) {
  const std::string Word = "version ";
  size_t At = Version.find(Word);
  if (At == std::string::npos)
    return {};
  At += Word.size();
  return Version.substr(At, Version.find_first_not_of("0123456789", At) - At);
}

std::string ownDirectory() {
  Dl_info Self;
  if (!dladdr(reinterpret_cast<void *>(&ownDirectory), &Self) || !Self.dli_fname)
    return {};
  std::string Path = Self.dli_fname;
  size_t Slash = Path.rfind('/');
  return Slash == std::string::npos ? std::string() : Path.substr(0, Slash + 1);
}

bool exists(const std::string &Path) {
  std::FILE *File = std::fopen(Path.c_str(), "rb");
  if (File)
    std::fclose(File);
  return File != nullptr;
}

struct Loader {
  Loader() {
    std::string Version = hostVersion();
    if (Version.empty())
      fail("ClangAD.so is a plugin for clang++; it cannot be loaded into this program");
    std::string Major = majorOf(Version);
    std::string Plugin = ownDirectory() + "ClangAD-" + Major + ".so";
    if (!exists(Plugin) && Major == AD_LLVM_VERSION_TEXT)
      fail("there is no " + Plugin + ", which this plugin loads; copy both, or build it again");
    if (!exists(Plugin))
      fail("this plugin was built for Clang " AD_LLVM_VERSION_TEXT ", but was loaded into Clang " +
           Major + " (" + Version +
           "); use clang++-" AD_LLVM_VERSION_TEXT ", or build the plugin with -DAD_LLVM_VERSION=" +
           Major);
    if (!dlopen(Plugin.c_str(), RTLD_LAZY | RTLD_GLOBAL))
      fail(std::string("cannot load the plugin: ") + dlerror());
  }
};

const Loader Load;

} // namespace
