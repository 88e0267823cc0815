#include <unistd.h>

#include <csignal>
#include <string>
#include <system_error>
#include <vector>

#include "harness/cli/command_line.h"
#include "harness/cli/run/interrupts.h"
#include "harness/process/own_stack.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed reader becomes a write error, which Terminal reports
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit becomes a write error, reported like a full disk
  classay::Terminal out(STDOUT_FILENO, "standard output");
  classay::Terminal err(STDERR_FILENO, "standard error");
  const std::vector<std::string> words(argv + 1, argv + argc);
  classay::expect_early_end(words);
  try {
    return classay::on_enough_stack([&] { return classay::run_command_line(words, {out, err}); });
  } catch (const std::system_error& e) {
    err.write(
        std::string("classay: the limit on the stack (ulimit -s) is too small, and a larger stack is not to be had: ") +
        e.what() + "; raise the limit to 8192\n");
    err.flush();
    return static_cast<int>(classay::ExitCode::failed);
  }
}
