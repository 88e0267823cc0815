# How every target of the project is built: one function for the library of a module, one for its tests.

find_program(CLASSAY_CCACHE ccache)
if(CLASSAY_CCACHE)
  # The sloppiness is what ccache wants to be told for precompiled headers; paths are taken from the root of the tree, and the
  # compiler's language is always the same, so that neither a second clone nor another terminal compiles anything anew.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_PCH_EXTSUM=1 CCACHE_EXTRAFILES=${PROJECT_SOURCE_DIR}/cmake/not_instrumented.txt ${CLASSAY_CCACHE})
endif()

add_library(classay_build INTERFACE)
target_compile_options(classay_build INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                               -Wno-missing-field-initializers  # designated initialisers leave defaults out
                                               -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of GCC 12 to 14 where strings are concatenated or moved (GCC bugs 105329 and 105651); which ones depends on
  # the version, the processor and the level of optimisation.
  target_compile_options(classay_build INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(WIN32)
  target_compile_definitions(classay_build INTERFACE WIN32_LEAN_AND_MEAN NOMINMAX _WIN32_WINNT=0x0A00 UNICODE)
endif()
if(CLASSAY_WERROR)
  target_compile_options(classay_build INTERFACE -Werror)
endif()
if(CLASSAY_FUZZ)  # what counts coverage; libFuzzer's main only where a fuzz target links it
  target_link_options(classay_build INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(CLASSAY_SANITIZE)
  # As it is reached from where compilers run, so that every clone says the same; its text counts for ccache (above).
  file(RELATIVE_PATH not_instrumented ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/cmake/not_instrumented.txt)
  target_compile_options(classay_build INTERFACE -fsanitize=${CLASSAY_SANITIZE} -fno-sanitize-recover=all
                                                 -fsanitize-ignorelist=${not_instrumented})
  target_link_options(classay_build INTERFACE -fsanitize=${CLASSAY_SANITIZE})
endif()

# The manifest of a program for Windows, with which names are UTF-8 and paths may be long.
if(WIN32)
  enable_language(RC)
  set(folder ${PROJECT_SOURCE_DIR}/harness/process/windows)
  set_source_files_properties(${folder}/program.rc PROPERTIES OBJECT_DEPENDS ${folder}/program.manifest)
  add_library(classay_manifest OBJECT ${folder}/program.rc)
endif()
function(classay_with_manifest name)
  if(WIN32)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:classay_manifest>)
  endif()
endfunction()

# A module: a static library that links only the modules named after USES, so that an include against the order does not
# link. `scripts/lint structure` checks the includes too.
function(classay_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LIBRARIES" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  add_library(classay::${name} ALIAS ${name})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_USES} ${ARG_LIBRARIES} PRIVATE classay_build)
  classay_begin_with(${name} classay_module_headers)
endfunction()

# Loops that go over every result: SOURCE of a target is compiled once for each instruction set (reference/cpu/), in an object
# library TARGET_STEM_for_SET of its own, with CLASSAY_SET as the name of the set; which of them runs is decided when the
# program does. They are optimised in every build, since little else decides how long a test takes. (That nothing traps lets
# a compiler compute both sides of a choice, and changes no result.)
add_custom_target(classay_loops COMMENT "The loops of every instruction set")
function(classay_for_each_set target source)
  classay_for_set(${target} ${source} baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(avx2 -mavx2 -mfma)
    classay_for_set(${target} ${source} avx2 ${avx2})
    classay_for_set(${target} ${source} avx512 ${avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512)
  endif()
endfunction()

function(classay_for_set target source set)
  get_filename_component(stem ${source} NAME_WE)
  set(name ${target}_${stem}_for_${set})
  add_library(${name} OBJECT ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE classay_build PkgConfig::MPFR)  # for the header
  target_compile_definitions(${name} PRIVATE CLASSAY_SET=${set})
  target_compile_options(${name} PRIVATE -O3 -fno-math-errno -fno-trapping-math ${ARGN})
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${name}>)
  add_dependencies(classay_loops ${name})
endfunction()

# What most modules include, and most tests.
include(Headers)
classay_precompile(classay_module_headers cmake/module_headers.h fmt::fmt nlohmann_json::nlohmann_json)
classay_precompile(classay_test_headers cmake/test_headers.h fmt::fmt nlohmann_json::nlohmann_json GTest::gtest GTest::gmock)

# The one source that differs from clone to clone.
add_library(classay_source_dir OBJECT ${PROJECT_SOURCE_DIR}/cmake/source_dir.cpp)
target_include_directories(classay_source_dir PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(classay_source_dir PRIVATE CLASSAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(classay_source_dir PRIVATE classay_build)

# The tests of a module: one executable of all its *_test.cpp files. LABELS slow keeps them out of the second compiler's and
# the sanitizers' runs in CI. ON_DEVICE: drivers leak, which is not ours to find, so sanitizers neither build nor run these;
# and there are none of another architecture.
function(classay_tests name)
  cmake_parse_arguments(ARG "ON_DEVICE" "" "SOURCES;USES;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} $<TARGET_OBJECTS:classay_source_dir>)
  classay_with_manifest(${name})
  classay_begin_with(${name} classay_test_headers)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${name} PRIVATE "SHELL:-include ${PROJECT_SOURCE_DIR}/cmake/test_headers.h")
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_USES} classay_build GTest::gtest GTest::gmock GTest::gtest_main)
  if(ARG_LABELS)
    set(properties PROPERTIES LABELS "${ARG_LABELS}")
  endif()
  if(ARG_ON_DEVICE)
    classay_unsanitized(${name})
  endif()
  if(NOT (ARG_ON_DEVICE AND (CLASSAY_SANITIZE OR CMAKE_CROSSCOMPILING)))
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST ${properties})
  endif()
endfunction()

# A program that sanitizers do not build. clang-tidy still finds its compile commands there.
function(classay_unsanitized name)
  if(CLASSAY_SANITIZE)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
