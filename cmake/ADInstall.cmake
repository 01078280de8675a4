# Installation, and the package that find_package(ClangAD) finds.
include(CMakePackageConfigHelpers)

# The layout is fixed (lib/, include/clang-ad): the plugin finds its headers relative to itself.
set(AD_PACKAGE_DIR lib/cmake/ClangAD)

install(TARGETS ClangAD ClangADPlugin LIBRARY DESTINATION lib)
install(TARGETS clang-ad RUNTIME DESTINATION bin)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/ DESTINATION include/clang-ad
        FILES_MATCHING PATTERN "*.h")

configure_package_config_file(cmake/ClangADConfig.cmake.in
  ${CMAKE_BINARY_DIR}/ClangADConfig.cmake INSTALL_DESTINATION ${AD_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ClangADConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ClangADConfig.cmake ${CMAKE_BINARY_DIR}/ClangADConfigVersion.cmake
        cmake/ADDifferentiate.cmake
        DESTINATION ${AD_PACKAGE_DIR})
