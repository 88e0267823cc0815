// Names the ends of a process as POSIX does. An exception of Windows is recorded as the signal that it would be elsewhere,
// so signals that Windows lacks get a number here.
#pragma once

#include <array>
#include <csignal>
#include <string>

#ifdef _WIN32
inline constexpr int SIGHUP = 1;
inline constexpr int SIGQUIT = 3;
inline constexpr int SIGTRAP = 5;
inline constexpr int SIGBUS = 7;
inline constexpr int SIGKILL = 9;
inline constexpr int SIGUSR1 = 10;
inline constexpr int SIGUSR2 = 12;
inline constexpr int SIGALRM = 14;
inline constexpr int SIGXCPU = 24;
inline constexpr int SIGXFSZ = 25;
#endif

namespace classay::ending {

struct NamedSignal {
  int number;
  const char* name;
};

#ifdef _WIN32
inline constexpr std::array<NamedSignal, 10> kNamedSignals{{
    {SIGHUP, "HUP"},
    {SIGINT, "INT"},
    {SIGILL, "ILL"},
    {SIGTRAP, "TRAP"},
    {SIGABRT, "ABRT"},
    {SIGBUS, "BUS"},
    {SIGFPE, "FPE"},
    {SIGKILL, "KILL"},
    {SIGSEGV, "SEGV"},
    {SIGTERM, "TERM"},
}};
#else
// sigabbrev_np needs glibc 2.32.
inline constexpr std::array<NamedSignal, 31> kNamedSignals{{
    {SIGHUP, "HUP"},   {SIGINT, "INT"},       {SIGQUIT, "QUIT"}, {SIGILL, "ILL"},       {SIGTRAP, "TRAP"}, {SIGABRT, "ABRT"},
    {SIGBUS, "BUS"},   {SIGFPE, "FPE"},       {SIGKILL, "KILL"}, {SIGUSR1, "USR1"},     {SIGSEGV, "SEGV"}, {SIGUSR2, "USR2"},
    {SIGPIPE, "PIPE"}, {SIGALRM, "ALRM"},     {SIGTERM, "TERM"}, {SIGSTKFLT, "STKFLT"}, {SIGCHLD, "CHLD"}, {SIGCONT, "CONT"},
    {SIGSTOP, "STOP"}, {SIGTSTP, "TSTP"},     {SIGTTIN, "TTIN"}, {SIGTTOU, "TTOU"},     {SIGURG, "URG"},   {SIGXCPU, "XCPU"},
    {SIGXFSZ, "XFSZ"}, {SIGVTALRM, "VTALRM"}, {SIGPROF, "PROF"}, {SIGWINCH, "WINCH"},   {SIGPOLL, "POLL"}, {SIGPWR, "PWR"},
    {SIGSYS, "SYS"},
}};
#endif

std::string signal_name(int signal);  // "SIGSEGV"

// "exit code 7". Those of Windows' own errors are negative and known by their bits: "exit code 0xc0000135".
std::string exit_code_text(int code);

}  // namespace classay::ending
