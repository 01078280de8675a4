# Finds LLVM and Clang of the asked major version: headers, the shared libraries and the tools.
#
# Clang's own CMake package is not used: it insists on the static libraries, and the plugin must not
# contain a second copy of Clang.
find_package(LLVM REQUIRED CONFIG
  HINTS /usr/lib/llvm-${AD_LLVM_VERSION} /usr/local/opt/llvm@${AD_LLVM_VERSION})
if(NOT LLVM_VERSION_MAJOR EQUAL AD_LLVM_VERSION)
  message(FATAL_ERROR "LLVM ${LLVM_PACKAGE_VERSION} was found in ${LLVM_DIR}, but AD_LLVM_VERSION "
                      "is ${AD_LLVM_VERSION}: install llvm-${AD_LLVM_VERSION}-dev and "
                      "libclang-${AD_LLVM_VERSION}-dev, or set LLVM_DIR")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

if(NOT EXISTS ${LLVM_INCLUDE_DIRS}/clang/Sema/Sema.h)
  message(FATAL_ERROR "Clang's headers are missing: install libclang-${AD_LLVM_VERSION}-dev")
endif()

function(ad_find_shared_library out)
  file(GLOB found ${ARGN})
  if(NOT found)
    message(FATAL_ERROR "none of these shared libraries exists: ${ARGN}")
  endif()
  list(GET found 0 first)
  set(${out} ${first} PARENT_SCOPE)
endfunction()

# Debian ships libclang-cpp.so.19.1 without the plain .so name.
ad_find_shared_library(AD_CLANG_CPP ${LLVM_LIBRARY_DIR}/libclang-cpp.so
  ${LLVM_LIBRARY_DIR}/libclang-cpp.so.*)
ad_find_shared_library(AD_LLVM_SHARED ${LLVM_LIBRARY_DIR}/libLLVM.so
  ${LLVM_LIBRARY_DIR}/libLLVM-${AD_LLVM_VERSION}.so ${LLVM_LIBRARY_DIR}/libLLVM.so.*)

# The headers of LLVM and Clang alone: beside them may lie <cxxabi.h> of libc++abi, which is no business
# of a program that uses another library.
set(AD_LLVM_HEADERS ${CMAKE_BINARY_DIR}/llvm-headers)
file(MAKE_DIRECTORY ${AD_LLVM_HEADERS})
foreach(part llvm llvm-c clang clang-c)
  foreach(directory IN LISTS LLVM_INCLUDE_DIRS)
    if(EXISTS ${directory}/${part})
      file(CREATE_LINK ${directory}/${part} ${AD_LLVM_HEADERS}/${part} SYMBOLIC)
    endif()
  endforeach()
endforeach()

add_library(ad-llvm-headers INTERFACE)
target_include_directories(ad-llvm-headers SYSTEM INTERFACE ${AD_LLVM_HEADERS})
separate_arguments(AD_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(ad-llvm-headers INTERFACE ${AD_LLVM_DEFINITIONS})
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(ad-llvm-headers INTERFACE -fno-rtti)
endif()

# For programs; the plugin takes these symbols from the clang that loads it.
add_library(ad-clang-shared INTERFACE)
target_link_libraries(ad-clang-shared INTERFACE ad-llvm-headers ${AD_CLANG_CPP} ${AD_LLVM_SHARED})
target_link_options(ad-clang-shared INTERFACE -Wl,-rpath,${LLVM_LIBRARY_DIR})

find_program(AD_CLANGXX NAMES clang++ HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
if(NOT AD_CLANGXX)
  message(STATUS "clang++ ${AD_LLVM_VERSION} was not found: the tests will not run")
endif()
