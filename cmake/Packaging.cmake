# What is installed, and the Debian package: cmake --install build/release, and cpack --config build/release/CPackConfig.cmake.
# The man page and the completions are made from the program's own help.
include(GNUInstallDirs)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # tests are not needed for it

# The compiler for Vulkan is looked for next to the program.
install(TARGETS classay classay_clspv RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS classay_plant LIBRARY DESTINATION lib/classay)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/hard-inputs ${PROJECT_SOURCE_DIR}/data/planted DESTINATION ${CMAKE_INSTALL_DATADIR}/classay)

if(Python3_FOUND)
  set(described ${PROJECT_BINARY_DIR}/described)
  add_custom_command(
    OUTPUT ${described}/classay.1 ${described}/classay.bash ${described}/_classay ${described}/classay.fish
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/describe-commands.py ${described} ${CMAKE_CROSSCOMPILING_EMULATOR}
            $<TARGET_FILE:classay>
    DEPENDS classay ${PROJECT_SOURCE_DIR}/scripts/describe-commands.py
    COMMENT "Writing the man page and completions")
  # Instrumented programs are slow, and not for installing.
  if(NOT CLASSAY_SANITIZE)
    add_custom_target(describe_commands ALL DEPENDS ${described}/classay.1)
  endif()
  install(FILES ${described}/classay.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${described}/classay.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME classay)
  install(FILES ${described}/_classay DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${described}/classay.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME classay)
set(CPACK_PACKAGE_VENDOR classay)
set(CPACK_PACKAGE_CONTACT "classay's maintainers <maintainers@classay.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Finds out whether the math of an OpenCL device keeps the specifications' promises")
set(CPACK_PACKAGE_DESCRIPTION
    "Asks a device every builtin of OpenCL.std, the arithmetic and the conversions around them, and judges each result against a
proven reference.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Which libraries, by what the program links, and the ICD loader, which it loads; a driver is the user's choice.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS pocl-opencl-icd)
include(CPack)
