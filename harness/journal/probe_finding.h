// Defines the finding of a probe about one case, and its codec between the worker and the supervisor: one line of JSON per
// case, {"case": NAME, ...}.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/journal/read_json.h"

namespace classay {

// More fields of a finding. Sources without such fields need not include the JSON library.
using ProbeFields = std::shared_ptr<const Json>;
ProbeFields probe_fields(Json fields);  // precondition: an object

// Either the case ran, or `unsupported` or `error` contains the reason why it has no result.
struct ProbeFinding {
  std::vector<std::string> violations{};     // one sentence each; none: the case passes
  std::vector<std::string> notes{};          // reported if the case passes
  std::optional<std::string> unsupported{};  // the missing feature, with its query
  std::optional<std::string> error{};        // a DeviceError
  bool does_not_build = false;               // the error is a build failure, so the case fails
  std::string log{};                         // build log, for does_not_build
  ProbeFields details{};                     // more fields of the finding in the journal; nullptr: none
  ProbeFields data{};                        // for commands other than run, not in the journal; nullptr: none
  bool has_result() const { return !unsupported && !error; }
};

Json to_json(const std::string& case_name, const ProbeFinding& finding);
// Throws Json::exception or std::invalid_argument for a malformed or contradictory finding.
ProbeFinding probe_finding_from(const Json& json);

}  // namespace classay
