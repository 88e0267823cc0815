// Defines what a probe found out about one case, and the only codec of it between the worker and the supervisor. One line of
// JSON per case: {"case": NAME, ...}.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/journal/read_json.h"

namespace classay {

// Either the case ran, or `unsupported` or `error` contains the reason why it has no result.
struct ProbeFinding {                        // NOLINT(bugprone-exception-escape): as JournalContents
  std::vector<std::string> violations{};     // one sentence each; none: the case passes
  std::vector<std::string> notes{};          // reported if the case passes
  std::optional<std::string> unsupported{};  // what the device lacks, with its query
  std::optional<std::string> error{};        // of the device
  bool does_not_build = false;               // the error is of a compiler, so the case fails
  std::string log{};                         // of a program that does not build
  Json details = Json::object();             // more fields of the finding in the journal
  Json data{};                               // for commands different from run; not in the journal
  bool has_result() const { return !unsupported && !error; }
};

Json to_json(const std::string& case_name, const ProbeFinding& finding);
// Throws Json::exception or std::invalid_argument for a malformed or contradictory finding.
ProbeFinding probe_finding_from(const Json& json);

}  // namespace classay
