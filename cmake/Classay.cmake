# How every target of the project is built: one function for a room's library, one for its tests.

find_program(CLASSAY_CCACHE ccache)
if(CLASSAY_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CLASSAY_CCACHE})
endif()

add_library(classay_build INTERFACE)
target_compile_options(classay_build INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                               -ffp-contract=off)
if(CLASSAY_WERROR)
  target_compile_options(classay_build INTERFACE -Werror)
endif()
if(CLASSAY_FUZZ)  # coverage for libFuzzer in all code; its main only where a fuzz target links it
  target_compile_options(classay_build INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(classay_build INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(CLASSAY_SANITIZE)
  target_compile_options(classay_build INTERFACE -fsanitize=${CLASSAY_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(classay_build INTERFACE -fsanitize=${CLASSAY_SANITIZE})
endif()

# A room: a static library whose headers are reached as "ROOM/header.h" and which links only the rooms named after KNOWS,
# so that an include against the order does not link.
function(classay_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;KNOWS;LIBRARIES" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  add_library(classay::${name} ALIAS ${name})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_KNOWS} ${ARG_LIBRARIES} PRIVATE classay_build)
endfunction()

# The tests of a room: one executable of all its *_test.cpp files.
function(classay_tests name)
  cmake_parse_arguments(ARG "" "" "SOURCES;KNOWS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_KNOWS} classay_build GTest::gtest GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST)
endfunction()
