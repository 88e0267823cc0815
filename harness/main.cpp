#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "harness/commands/command_line.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is an error of write, told by Terminal
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a limit on the size of files: a journal is told like a full disk
  classay::Terminal out(STDOUT_FILENO, "standard output");
  classay::Terminal err(STDERR_FILENO, "standard error");
  const std::vector<std::string> words(argv + 1, argv + argc);
  return classay::run_command_line(words, {out, err});
}
