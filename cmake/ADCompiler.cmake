# Language level, warnings and ccache for everything that is built here.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(AD_CCACHE ccache)
if(AD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache asks for before it caches files that use a precompiled header; with
  # the base directory, a second clone finds what the first one has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${AD_CCACHE})
endif()

add_library(ad-warnings INTERFACE)
target_compile_options(ad-warnings INTERFACE -Wall -Wextra -fno-exceptions)
if(AD_WARNINGS_AS_ERRORS)
  target_compile_options(ad-warnings INTERFACE -Werror)
endif()
if(AD_LLVM_VERSION GREATER_EQUAL 22 OR CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # What LLVM 22 wants instead of StringSwitch::Cases(A, B, Value) does not exist in 19; Clang warns of
  # what libstdc++ itself uses in std::stable_sort.
  target_compile_options(ad-warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 reports false positives of these in llvm::SmallVector, std::optional and std::string.
  target_compile_options(ad-warnings INTERFACE
    -Wno-maybe-uninitialized -Wno-restrict -Wno-dangling-pointer -Wno-array-bounds
    -Wno-stringop-overflow)
endif()
