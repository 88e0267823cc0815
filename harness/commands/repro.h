// `classay repro`: the inputs of a failing case once more, with all that is known of them; and the same as a program that
// needs nothing but an OpenCL driver.
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
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  std::vector<Tuple> inputs;
};

// Writes kernel.cl and host.c into a folder. Throws std::runtime_error when it can not.
void emit(const std::string& folder, const ReproCase& repro);

}  // namespace classay
