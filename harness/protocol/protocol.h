// What supervisor and worker say to each other: JSON lines, a task down, what becomes of it up. The worker owns one device
// for its life and does one task after the other; the supervisor never loads a driver.
//
// From the worker, each with a "kind":
//   hello       {device, build}           once, when the device is open; {trouble} instead when it can not be
//   launch      {width}                   before a kernel of that width is given to the driver
//   form        {form}                    before another form of the call is built and asked; empty: no more of them
//   progress    {done, total, failed}     inputs of the task, at most a few times a second
//   checkpoint  {state}                   all up to here is in `state`; a task that is given it goes on from here
//   result      {case, verdict, ...}      one for each width, as the journal has it
//   done        {renew}                   the task is over; the next may come. `renew`: better to a fresh worker, if true
//   trouble     {fault, message, reason}  the task is over without its results; the worker ends. `reason`: of a build log
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

// What a worker is given at once: the cases that share row, format, mode and front end, one for each width.
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

// The tier whose plan stands for a tier in this unit. What only the oracle can judge, input by input, is asked no more than
// in tier quick; derived limits, which cost it a hundred times more, less than that.
Tier tier_asked(const Unit& unit, Tier tier);

// The plan of a unit but for the inputs of data files and models, which only workers have.
Plan plan_without_data(const Unit& unit, Tier tier, std::uint64_t seed);

// Inputs of a plan that one call takes: 1, but for builtins across lanes, of which a unit has one width.
int vector_lanes(const Unit& unit);

// A part of a plan: inputs count * index / of up to count * (index + 1) / of.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t of = 1;
  bool operator==(const Shard&) const = default;
  std::uint64_t begin(std::uint64_t count) const;
  std::uint64_t end(std::uint64_t count) const;
};

// "2/4": the second of four. More than so many there are never: a reader would list what is missing.
std::string name(const Shard& shard);
inline constexpr std::uint64_t kMostShards = 65536;
std::optional<Shard> shard_named(std::string_view text);

// Verdicts on cases, as journals spell them.
enum class CaseVerdict : std::uint8_t {
  pass,
  quality_warning,
  skip,
  unsupported,
  xfail,
  partial,  // nothing is wrong in what was asked, and not all was: there was no time for it
  flake,
  fail,
  timeout,
  crash,
  device_lost,
  resource_error,
  harness_error,
  killed,  // by someone else, so nobody knows
  missing,
};
std::string_view name(CaseVerdict v);
std::optional<CaseVerdict> case_verdict_named(std::string_view s);
bool leaves_exit_code_zero(CaseVerdict v);
CaseVerdict verdict_for(Blame blame);  // on a case whose worker ended

// Why another form of a call could not be asked, and what a case is for that.
struct Unasked {
  CaseVerdict verdict = CaseVerdict::fail;
  std::string reason;
  std::string log = "";  // of its build
  bool operator==(const Unasked&) const = default;
};
Json to_json(const Unasked& unasked);
Unasked unasked_from(const Json& json);  // throws std::invalid_argument or Json::exception

// A limit that a file states, in place of a document.
struct StatedLimit {
  double ulp = 0;
  std::string clause;          // where it stands
  bool special_values = true;  // the special values of C are promised too (suites/rules_c.cpp)
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
  double case_time = 0;                     // seconds that a case may take, cut short if need be; 0: as many as it takes
  bool compare_on_device = false;           // widths are compared by digests that the device makes
  bool models = true;                       // certified models may judge what they can; false: the oracle judges everything
  Json state;                               // of a checkpoint of the same task; null: from the beginning
  std::map<std::string, Unasked> left_out;  // forms of the call that ended a worker, by name: not to be asked again
};
// How many inputs the state of a task leaves to be asked, where they are a part of the plan: `only`, batches of a first
// input and a count; of those that begin before `end`. 0: it says nothing of a part.
std::uint64_t inputs_of_part(const Json& state, std::uint64_t end = std::numeric_limits<std::uint64_t>::max());
// Launches that a worker has with the device at once, at most: of those that it tells, as many may be in flight.
inline constexpr std::size_t kMostInFlight = 8;
Json to_json(const Task& task);
Task task_from(const Json& json);  // throws std::invalid_argument

// The fault of a `trouble` line.
inline constexpr std::string_view kFaultUnusable = "unusable";
inline constexpr std::string_view kFaultBuild = "build";
inline constexpr std::string_view kFaultResources = "out-of-resources";
inline constexpr std::string_view kFaultLost = "lost";
inline constexpr std::string_view kFaultRefused = "refused";
inline constexpr std::string_view kFaultMisreported = "misreported";
inline constexpr std::string_view kFaultHarness = "harness";

}  // namespace classay
