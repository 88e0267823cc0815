// Defines the task that the supervisor sends to a worker. Its results come back as messages (message.h).
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/journal/unit.h"

namespace classay {

// When results of further widths are compared by digests that the device computes. automatic: where that saves time.
enum class UseOfDigests : std::uint8_t { never, automatic, always };
std::string_view name(UseOfDigests use);                            // "never", "auto", "always"
std::optional<UseOfDigests> use_of_digests(std::string_view name);  // nullopt: not such a name

struct Task {
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
  double case_time = 0;  // time limit of a case in seconds, after which it is cut short; 0: none
  UseOfDigests compare_on_device = UseOfDigests::never;
  bool models = true;                       // certified models judge the results they cover; false: the oracle judges all
  std::vector<std::string> ranges = {};     // a range per argument (harness/text/inputs.h); empty: every value
  SharedJson state = nullptr;               // from a checkpoint of the same task; nullptr: start from the beginning
  std::map<std::string, Unasked> left_out;  // call variants that ended a worker, by name: not run again
  bool bundled = false;                     // may run in a program with other builtins (suites/plan/bundle.h)
};

// Returns the inputs of a task. `hard`, `windows`: as in Plan; without them, inputs of the data files are missing.
Plan plan_of(const Task& task, std::span<const std::vector<Bits>> hard = {}, RunMaker windows = nullptr);
// Returns whether the user chose a part of the inputs.
bool is_of_part(const Task& task);
// Returns whether a file states limits for some of the inputs. Only the journal has them.
bool has_stated_limits(const Task& task);

// Returns how many inputs are left in a task whose state is a part of the plan. (The field `only` lists batches: first input
// and count.) Counts batches that start before `end`. 0: the state is not a part, or nullptr.
std::uint64_t inputs_of_part(const Json* state, std::uint64_t end = std::numeric_limits<std::uint64_t>::max());

Json to_json(const Task& task);
Task task_from(const Json& json);         // throws std::invalid_argument
std::string task_text(const Task& task);  // one line

}  // namespace classay
