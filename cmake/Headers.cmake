# Third-party headers that most sources include, precompiled once: reading them is half of a compiler's work here. Every
# source still includes what it needs. The preset tidy shows that: its commands have no precompiled headers.

# classay_precompile(NAME HEADER LIBRARY...): precompiles a header for classay_begin_with. Paths are relative to the folder in
# which the compiler runs. The precompiled file contains absolute paths, so ccache goes by a checksum of the text next to it
# (PCH_EXTSUM). A second clone therefore compiles nothing again.
function(classay_precompile name header)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(written ${name}.h.gch)
  else()
    set(written ${name}.h.pch)
    # Templates that the headers use are instantiated once, not in every source.
    set(options -Xclang -fno-pch-timestamp -fpch-instantiate-templates)
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.h CONTENT "#include \"${header}\"\n")

  add_library(${name}_options OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
  target_link_libraries(${name}_options PRIVATE classay_build ${ARGN})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  set(compiler
      ${CMAKE_CXX_COMPILER} ${flags} -std=c++${CMAKE_CXX_STANDARD} "$<TARGET_PROPERTY:${name}_options,COMPILE_OPTIONS>"
      -I${PROJECT_SOURCE_DIR} ${options})
  if(CMAKE_SYSROOT)
    list(APPEND compiler --sysroot=${CMAKE_SYSROOT})
  endif()
  # Lists that stay in one piece until they are known.
  set(definitions "-D$<JOIN:$<TARGET_PROPERTY:${name}_options,COMPILE_DEFINITIONS>,;-D>")
  set(folders "-I$<JOIN:$<TARGET_PROPERTY:${name}_options,INCLUDE_DIRECTORIES>,;-I>")
  add_custom_command(
    OUTPUT ${written} ${written}.sum
    COMMAND ${compiler} "${definitions}" "${folders}" -x c++-header -MD -MF ${written}.d -MT ${written} -o ${written} ${name}.h
    COMMAND ${compiler} "${definitions}" "${folders}" -E -dD -P -o ${name}.ii -x c++-header ${name}.h
    COMMAND ${CMAKE_COMMAND} -E sha256sum ${name}.ii > ${written}.sum
    DEPENDS ${PROJECT_SOURCE_DIR}/${header}
    DEPFILE ${written}.d
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
    COMMAND_EXPAND_LISTS
    COMMENT "Precompiling ${header}")
  add_custom_target(${name} DEPENDS ${written})
endfunction()

# classay_begin_with(TARGET NAME): TARGET's sources begin with what NAME precompiled.
function(classay_begin_with target name)
  if(TARGET ${name})
    add_dependencies(${target} ${name})
    target_compile_options(${target} PRIVATE "SHELL:-include ${name}.h" -Winvalid-pch)
  endif()
endfunction()
