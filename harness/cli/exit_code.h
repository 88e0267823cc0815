// Defines the exit codes. If two apply, the larger wins: 2 over 1, 4 over 2.
#pragma once

#include <cstdint>

namespace classay {

enum class ExitCode : std::uint8_t {
  promised = 0,    // all results within their promises
  unexpected = 1,  // a result is wrong
  usage = 2,       // the user named something that does not exist
  nothing = 3,     // nothing matched
  failed = 4,      // the suite itself failed
  unusable = 5,    // no device, or none that can be used
  skipped = 125,   // `repro --bisect`: no result; `git bisect run` skips the version
  interrupted = 130,
};

constexpr ExitCode worse(ExitCode a, ExitCode b) { return a < b ? b : a; }

}  // namespace classay
