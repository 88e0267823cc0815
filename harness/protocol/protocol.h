// Defines the JSON lines between supervisor and worker: a task goes to the worker, and its results come back. A worker owns
// one device and runs one task at a time; the supervisor never loads a driver.
//
// Lines from the worker, each with a "kind":
//   hello       {device, build}           once, when the device is open; {trouble} instead if it cannot be opened
//   launch      {width}                   before the driver gets a kernel of that width
//   form        {form}                    before another call variant is built and run; empty: no more variants
//   progress    {done, total, failed}     inputs of the task, at most a few times a second
//   checkpoint  {state}                   `state` has all results so far; a task with this state resumes here
//   result      {case, verdict, ...}      one for each width, as in the journal
//   done        {renew}                   the task is over. `renew`, if true: the next task needs a fresh worker
//   trouble     {fault, message, reason}  the task ended without its results; the worker ends. `reason`: from a build log
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/ending/blame.h"
#include "harness/protocol/read_json.h"
#include "suites/cases.h"
#include "suites/plan.h"

namespace classay {

// The test unit of a task: the cases that share row, format, mode and front end, one per width.
struct Unit {
  FrontEnd front_end = FrontEnd::clc;
  const Row* row = nullptr;
  Type format = Type::f32;
  Mode mode = Mode::standard;
  std::vector<int> widths;  // ascending
  bool operator==(const Unit&) const = default;
};
Case case_of(const Unit& unit, int width);
std::string name(const Unit& unit);  // "clc/math/sin/f32/default"

// Returns the tier whose plan a unit uses in a tier. Results that only the oracle can judge, one by one, run at most the
// plan of tier quick. Derived limits, which cost the oracle 100 times more, run less.
Tier tier_asked(const Unit& unit, Tier tier);

// Returns the plan of a unit without the inputs of data files and models, which only workers have.
Plan plan_without_data(const Unit& unit, Tier tier, std::uint64_t seed);

// Returns how many inputs of a plan one call uses: 1, except for builtins across lanes, whose units have one width.
int vector_lanes(const Unit& unit);

// A part of a plan: inputs from count * index / of up to count * (index + 1) / of.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t of = 1;
  bool operator==(const Shard&) const = default;
  std::uint64_t begin(std::uint64_t count) const;
  std::uint64_t end(std::uint64_t count) const;
};

// "2/4": the second of four. kMostShards bounds the list of missing shards that a reader makes.
std::string name(const Shard& shard);
inline constexpr std::uint64_t kMostShards = 65536;
std::optional<Shard> shard_named(std::string_view text);

// Verdicts on cases, as in journals.
enum class CaseVerdict : std::uint8_t {
  pass,
  quality_warning,
  skip,
  unsupported,
  xfail,
  partial,  // everything that ran is right, but time ended before all ran
  flake,
  fail,
  timeout,
  crash,
  device_lost,
  resource_error,
  harness_error,
  killed,  // by another process: proves nothing
  missing,
};
std::string_view name(CaseVerdict v);
std::optional<CaseVerdict> case_verdict_named(std::string_view s);
bool leaves_exit_code_zero(CaseVerdict v);
CaseVerdict verdict_for(Blame blame);  // for a case whose worker ended

// Why a call variant did not run, and the verdict of the case for that reason.
struct Unasked {
  CaseVerdict verdict = CaseVerdict::fail;
  std::string reason;
  std::string log = "";  // of its build
  bool operator==(const Unasked&) const = default;
};
Json to_json(const Unasked& unasked);
Unasked unasked_from(const Json& json);  // throws std::invalid_argument or Json::exception

// A limit from a file, which replaces that of a specification.
struct StatedLimit {
  double ulp = 0;
  std::string clause;          // its place in the file
  bool special_values = true;  // C's special values are also required (suites/rules_c.cpp)
  bool operator==(const StatedLimit&) const = default;
};

struct Task {  // NOLINT(bugprone-exception-escape): as JournalContents
  Unit unit;
  Tier tier = Tier::smoke;
  std::uint64_t seed = 1;
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  std::optional<StatedLimit> limit = std::nullopt;
  Shard shard;
  double case_time = 0;                     // time limit of a case in seconds, after which it is cut short; 0: none
  bool compare_on_device = false;           // compare widths by digests that the device computes
  bool models = true;                       // certified models judge the results they cover; false: the oracle judges all
  Json state;                               // from a checkpoint of the same task; null: start from the beginning
  std::map<std::string, Unasked> left_out;  // call variants that ended a worker, by name: not run again
};
// Returns how many inputs are left in a task whose state is a part of the plan. (The field `only` lists batches: first input
// and count.) Counts batches that start before `end`. 0: the state is not a part.
std::uint64_t inputs_of_part(const Json& state, std::uint64_t end = std::numeric_limits<std::uint64_t>::max());
// Most launches that a worker has in flight at once, and so the number of reported launches that may be unfinished.
inline constexpr std::size_t kMostInFlight = 8;
Json to_json(const Task& task);
Task task_from(const Json& json);  // throws std::invalid_argument

inline constexpr std::string_view kFaultUnusable = "unusable";
inline constexpr std::string_view kFaultBuild = "build";
inline constexpr std::string_view kFaultResources = "out-of-resources";
inline constexpr std::string_view kFaultLost = "lost";
inline constexpr std::string_view kFaultRefused = "refused";
inline constexpr std::string_view kFaultMisreported = "misreported";
inline constexpr std::string_view kFaultHarness = "harness";

}  // namespace classay
