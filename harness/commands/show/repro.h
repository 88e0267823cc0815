// `classay repro`: inputs of a failing case once more, with all that is known of them; and the same as a program that needs
// nothing but an OpenCL driver.
#pragma once

#include <string>
#include <vector>

#include "harness/commands/commands.h"
#include "harness/sweep/ask.h"

namespace classay {

// What is to be asked, be it from the command line or from a journal.
struct ReproCase {
  Case asked;
  std::string device;
  bool is_far = false;  // its machine is at the end of a line
  std::string worker;   // the command that the journal has for that; shown, and not started
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  std::optional<StatedLimit> limit = std::nullopt;
  std::vector<Tuple> inputs;
  std::optional<Tier> constants = std::nullopt;  // of a run whose program these stood in as constants, and
  std::uint64_t seed = 1;                        // its seed
};

// The case of that name. Throws UsageError when there is none.
Case case_to_ask(const std::string& name);

// The journal's case of that name: its first failures, or the inputs of its largest errors when nothing failed.
ReproCase case_of_journal(const std::string& directory, const std::string& name);

// Writes kernel.cl, host.c and how to build them into a folder. Throws std::runtime_error when it can not.
void emit(const std::string& folder, const ReproCase& repro);

}  // namespace classay
