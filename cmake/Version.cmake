# Writes the version header at build time, so that the commit it names is the one that is built: cmake -P with SOURCE, TARGET
# and CLASSAY_VERSION. Without git, or outside a checkout, the commit is "unknown".
find_program(GIT git)
set(CLASSAY_COMMIT unknown)
set(CLASSAY_DIRTY false)
if(GIT)
  execute_process(
    COMMAND ${GIT} -C ${SOURCE} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(CLASSAY_COMMIT ${commit})
    execute_process(
      COMMAND ${GIT} -C ${SOURCE} status --porcelain --untracked-files=no
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      set(CLASSAY_DIRTY true)
    endif()
  endif()
endif()
configure_file(${SOURCE}/harness/cli/version.h.in ${TARGET} @ONLY)  # touches the file only when it changes
