# Compiles against glibc 2.28 with zig's clang, for the wheel and the portable folder (presets wheel-x86_64 and wheel-aarch64).
# libc++ is linked statically. Headers and libraries are those of build/wheel/ARCHITECTURE (scripts/lib/wheel_libraries.sh makes
# them), and no other ones.
# Projects that CMake configures to try something get the architecture from the environment; CheckIPOSupported passes no variable.
if(CLASSAY_ARCHITECTURE)
  set(ENV{CLASSAY_ARCHITECTURE} ${CLASSAY_ARCHITECTURE})
else()
  set(CLASSAY_ARCHITECTURE $ENV{CLASSAY_ARCHITECTURE})
endif()
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${CLASSAY_ARCHITECTURE})
get_filename_component(CMAKE_FIND_ROOT_PATH "${CMAKE_CURRENT_LIST_DIR}/../build/wheel/${CLASSAY_ARCHITECTURE}" ABSOLUTE)
if(NOT EXISTS "${CMAKE_FIND_ROOT_PATH}/tools/c++")
  message(FATAL_ERROR "${CMAKE_FIND_ROOT_PATH} has no compiler: scripts/package makes it")
endif()
set(CMAKE_C_COMPILER "${CMAKE_FIND_ROOT_PATH}/tools/cc")
set(CMAKE_CXX_COMPILER "${CMAKE_FIND_ROOT_PATH}/tools/c++")
set(CMAKE_AR "${CMAKE_FIND_ROOT_PATH}/tools/ar")
set(CMAKE_RANLIB "${CMAKE_FIND_ROOT_PATH}/tools/ranlib")

# zig writes debug information that is 15 times as large as the program.
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-s)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -Wl,-s)
set(CMAKE_MODULE_LINKER_FLAGS_INIT -Wl,-s)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${CMAKE_FIND_ROOT_PATH}")
set(ENV{PKG_CONFIG_LIBDIR} "${CMAKE_FIND_ROOT_PATH}/usr/lib/pkgconfig")
set(OPENSSL_USE_STATIC_LIBS ON)

cmake_host_system_information(RESULT host QUERY OS_PLATFORM)
if(NOT host STREQUAL CLASSAY_ARCHITECTURE)
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CLASSAY_ARCHITECTURE} -L ${CMAKE_FIND_ROOT_PATH}/glibc)
endif()
