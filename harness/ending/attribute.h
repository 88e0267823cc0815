// Whose fault an end is, as a pure function of what is known of it. The driver is only accused of what happened in its code,
// or in code that it made; or, where nobody saw it, of what happened in a thread or by a call that can not be ours.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/ending/blame.h"
#include "harness/ending/evidence.h"

namespace classay::ending {

struct Attribution {
  Blame blame = Blame::unknown;
  std::string sentence;  // "killed by SIGSEGV at address 0x10 in libpocl.so.2.10.0, in clFinish"
};

Attribution attribute(const Evidence& evidence);

// All of it, for a journal.
nlohmann::ordered_json to_json(const Evidence& evidence, const Attribution& attribution);

std::string signal_name(int signal);  // "SIGSEGV"

}  // namespace classay::ending
