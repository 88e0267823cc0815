// Lists the kinds of probe cases, which belong to no row of the table of builtins, and defines the finding of a probe. Both
// processes of a run read this list: the supervisor selects cases and writes their results, the worker runs the probe of a
// kind (harness/worker/probes/probe.h). A case is named FRONTEND/misc/KIND/FORMAT/default/vWIDTH. docs/tiers.md describes
// what each kind tests.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "suites/cases.h"
#include "suites/plan/tier.h"

namespace classay {

// The language has constants of these types.
inline constexpr std::array kTypesWithConstants{Type::f16, Type::f32, Type::f64, Type::i32};
static_assert(kTypesWithConstants.size() == kLanguageFloats.size() + 1, "a format of the language has constants");

// The format in the names of cases that have none.
inline constexpr std::array kNoFormat{Type::i32};
// The prefixes of two groups of kinds.
inline constexpr std::string_view kCapabilityKind = "capability-";
inline constexpr std::string_view kVersionKind = "version-";

// Which cases share a child process. Kernels that crash drivers get more processes.
enum class Isolation : std::uint8_t {
  by_kind,    // all cases of a kind and front end
  by_format,  // those of one format
};

// The properties that a device needs for a case.
enum class Needs : std::uint8_t {
  type,              // the front end and the type; the supervisor checks such a reason against the device's description
  type_and_feature,  // in addition, a feature that the probe queries
  feature,           // the front end and a feature that the probe queries; kernels do not compute with the type
};

// The fields of a result in the journal: result[member] = {format, [width], violations, notes, ...}.
struct FindingFields {
  std::string_view member = "findings";
  std::string_view violations = "objections";
  std::string_view notes = "told";  // empty: the kind has no notes
  bool has_width = false;
};

struct ProbeKind {
  std::string_view name;
  std::span<const Type> formats;
  std::span<const int> widths;
  std::span<const FrontEnd> front_ends;
  Isolation isolation = Isolation::by_kind;
  Needs needs = Needs::type;
  FindingFields fields{};
  int work_in_full = 1;  // multiplies the time limit in the tiers full and certify
};

struct ProbeCase {
  FrontEnd front_end = FrontEnd::clc;
  std::string_view kind;
  Type format = Type::f32;
  int width = 1;
};
std::string name(const ProbeCase& c);

// For the front ends of OpenCL.
std::vector<ProbeCase> all_probe_cases();
ProbeCase probe_case_named(const std::string& case_name);  // throws std::invalid_argument

std::span<const ProbeKind> probe_kinds();
const ProbeKind& probe_kind(std::string_view name);  // precondition: a name of probe_kinds()
inline const ProbeKind& kind_of(const ProbeCase& c) { return probe_kind(c.kind); }

// Splits cases into those of one child process each, in the order of their first cases.
std::vector<std::vector<std::string>> cases_by_child(std::span<const std::string> case_names);

// The finding of a probe goes from the worker to the supervisor as one line of JSON per case, {"case": NAME, ...}.

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
