// A driver that ruins the process that loads it, for the tests of `classay devices`. The macro HOW selects how: the first
// letter of crashing, exiting, flooding, hanging or quitting.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

// Floods the output, then continues without devices.
void flood() {
  for (int i = 0; i < 1'000'000; ++i) {
    std::puts("{\"devices\": [{\"name\": \"none of the program's\"}]}");
    std::fputs("bad driver: and one more line\n", stderr);
  }
}

struct Ruin {
  Ruin() {
    std::fprintf(stderr, "bad driver: about to %s\n", HOW == 'c' ? "crash" : HOW == 'h' ? "hang" : "do something else");
    if (HOW == 'c') std::raise(SIGSEGV);
    if (HOW == 'e') std::exit(0);  // NOLINT(concurrency-mt-unsafe): it is what some drivers do
    if (HOW == 'q') ::_exit(0);
    if (HOW == 'f') flood();
    while (HOW != 'f') ::pause();
  }
} const kRuin;
}  // namespace
