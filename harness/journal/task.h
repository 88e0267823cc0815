// Defines the JSON records between supervisor and worker: a task goes to the worker, and its results come back. A worker
// owns one device and runs one task at a time; the supervisor never loads a driver.
//
// Records from the worker, each with a "kind":
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
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/journal/unit.h"

namespace classay {

struct Task {  // NOLINT(bugprone-exception-escape): as JournalContents
  Unit unit;
  Tier tier = Tier::smoke;
  std::uint64_t seed = 1;
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  std::optional<StatedLimit> limit = std::nullopt;
  // Each replaces `limit` where the first argument lies in its range; the first that fits counts.
  std::vector<StatedLimit> range_limits = {};
  std::vector<ListedCall> calls = {};  // run in place of the tier's inputs; empty: those run
  Shard shard;
  double case_time = 0;                     // time limit of a case in seconds, after which it is cut short; 0: none
  bool compare_on_device = false;           // compare widths by digests that the device computes
  bool models = true;                       // certified models judge the results they cover; false: the oracle judges all
  std::vector<std::string> ranges = {};     // a range per argument (harness/text/ranges.h); empty: every value
  Json state;                               // from a checkpoint of the same task; null: start from the beginning
  std::map<std::string, Unasked> left_out;  // call variants that ended a worker, by name: not run again
};

// Returns the inputs of a task. `hard`, `windows`: as in Plan; without them, inputs of the data files are missing.
Plan plan_of(const Task& task, std::span<const std::vector<Bits>> hard = {}, RunMaker windows = nullptr);
// Returns whether the user chose a part of the inputs.
bool is_of_part(const Task& task);
// Returns whether a file states limits for some of the inputs. Only the journal has them.
bool has_stated_limits(const Task& task);

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
