// Suggests the next commands after a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suites/plan/tier.h"

namespace classay {

struct EndedRun {
  std::filesystem::path folder;
  std::string device;  // as in --device
  std::vector<std::string> filters;
  std::string worst_case;  // empty: none failed
  Tier tier = Tier::smoke;
  bool is_complete = true;  // false: cases were left out
  bool has_pages = false;
  std::string report;  // the command that starts classay-report; empty: not found
};

// At most three, one per line, each with its purpose.
std::string next_steps_text(const EndedRun& run);

}  // namespace classay
