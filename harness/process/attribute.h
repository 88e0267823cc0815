// Attributes the end of a child from its evidence; a pure function. The driver is blamed only if the end happened in its
// code or in code that it made. Without a note it is also blamed if the thread or the call cannot be this program's.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/process/blame.h"
#include "harness/process/evidence.h"

namespace classay::ending {

struct Attribution {
  Blame blame = Blame::unknown;
  std::string sentence;  // "killed by SIGSEGV at address 0x10 in libpocl.so.2.10.0, in clFinish"
};

Attribution attribute(const Evidence& evidence);

nlohmann::ordered_json to_json(const Evidence& evidence, const Attribution& attribution);

}  // namespace classay::ending
