// A driver that ruins the process that loads it, for the tests of `classay devices`: how depends on the macro HOW.
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace {
struct Ruin {
  Ruin() {
    std::fprintf(stderr, "bad driver: about to %s\n", HOW == 'c' ? "crash" : "hang");
    if (HOW == 'c') std::raise(SIGSEGV);
    for (;;) ::pause();
  }
} const kRuin;
}  // namespace
