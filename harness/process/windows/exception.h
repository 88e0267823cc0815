// How a process ends on Windows: its exit code is that of an exception, or a number.
#pragma once

#include "harness/process/signals.h"
#include "harness/process/windows/headers.h"

namespace classay::windows {

// The exit code of a process that this program has killed. The bits say: an error, of a user of Windows.
inline constexpr DWORD kKilled = 0xe000'0009;
inline constexpr DWORD kAborted = 0x4000'0015;  // STATUS_FATAL_APP_EXIT

// Returns the signal that this end is on POSIX; 0: the process exited by itself.
constexpr int signal_of(DWORD code) {
  constexpr DWORD kOfMicrosoft = 0xe06d'7363;  // a C++ exception that was not caught
  constexpr DWORD kOfGcc = 0x2047'4343;
  constexpr DWORD kCorruptHeap = 0xc000'0374;
  constexpr DWORD kFastFail = 0xc000'0409;
  switch (code) {
    case DWORD{EXCEPTION_ACCESS_VIOLATION}:
    case DWORD{EXCEPTION_STACK_OVERFLOW}: return SIGSEGV;
    case DWORD{EXCEPTION_IN_PAGE_ERROR}: return SIGBUS;
    case DWORD{EXCEPTION_ILLEGAL_INSTRUCTION}:
    case DWORD{EXCEPTION_PRIV_INSTRUCTION}: return SIGILL;
    case DWORD{EXCEPTION_INT_DIVIDE_BY_ZERO}:
    case DWORD{EXCEPTION_INT_OVERFLOW}:
    case DWORD{EXCEPTION_FLT_DENORMAL_OPERAND}:
    case DWORD{EXCEPTION_FLT_DIVIDE_BY_ZERO}:
    case DWORD{EXCEPTION_FLT_INEXACT_RESULT}:
    case DWORD{EXCEPTION_FLT_INVALID_OPERATION}:
    case DWORD{EXCEPTION_FLT_OVERFLOW}:
    case DWORD{EXCEPTION_FLT_STACK_CHECK}:
    case DWORD{EXCEPTION_FLT_UNDERFLOW}: return SIGFPE;
    case DWORD{EXCEPTION_BREAKPOINT}:
    case DWORD{EXCEPTION_SINGLE_STEP}: return SIGTRAP;
    case kAborted:
    case kOfMicrosoft:
    case kOfGcc:
    case kCorruptHeap:
    case kFastFail: return SIGABRT;
    case DWORD{CONTROL_C_EXIT}: return SIGINT;
    case kKilled: return SIGKILL;
    default: return 0;
  }
}

// The variable with the handle of a child's page (page.h).
inline constexpr const char* kPageVariable = "CLASSAY_PAGE";

}  // namespace classay::windows
