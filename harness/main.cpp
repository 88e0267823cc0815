#include <string>
#include <system_error>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/run/early_end.h"
#include "harness/process/descriptors.h"
#include "harness/process/host.h"
#include "harness/process/own_program.h"

int main(int argc, char** argv) {
  classay::prepare_standard_descriptors();  // Terminal and journals report the errors
  classay::Terminal out(classay::kStandardOutput, "standard output");
  classay::Terminal err(classay::kStandardError, "standard error");
  const std::vector<std::string> words = classay::arguments_of(argc, argv);
  classay::expect_early_end_of(words);
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
