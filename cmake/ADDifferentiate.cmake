# ad_differentiate(target [OPTIONS option...]): compiles the C++ files of target with the plugin.
#
# An option is what follows -fplugin-arg-ad-: print, save=DIR, report, dump=STAGE, no-ANALYSIS. The
# compiler of the project has to be the Clang that the plugin was built for.
function(ad_differentiate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang"
     OR NOT CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL ${ClangAD_LLVM_VERSION}
     OR NOT CMAKE_CXX_COMPILER_VERSION VERSION_LESS "${ClangAD_LLVM_VERSION}.999")
    message(FATAL_ERROR
      "ad_differentiate(${target}): the plugin was built for Clang ${ClangAD_LLVM_VERSION}, the "
      "C++ compiler is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; set "
      "CMAKE_CXX_COMPILER to clang++-${ClangAD_LLVM_VERSION}, or rewrite the sources with "
      "${ClangAD_REWRITER}")
  endif()
  set(flags "-fplugin=${ClangAD_PLUGIN}")
  foreach(option IN LISTS arg_OPTIONS)
    list(APPEND flags "-fplugin-arg-ad-${option}")
  endforeach()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_compile_options(${target} INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${flags}>")
    target_include_directories(${target} SYSTEM INTERFACE ${ClangAD_INCLUDE_DIR})
  else()
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${flags}>")
    target_include_directories(${target} SYSTEM PRIVATE ${ClangAD_INCLUDE_DIR})
  endif()
endfunction()
