// What a sweep knows so far of each width, and how far it is: the state that a checkpoint holds, and that a task goes on
// from.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/read_json.h"
#include "harness/sweep/call_form.h"
#include "harness/sweep/case_time.h"
#include "harness/sweep/device_clock.h"
#include "harness/sweep/programs.h"
#include "harness/sweep/second_results.h"
#include "reference/judge/tally.h"

namespace classay {

// A batch with wrong results, and how many.
struct FailedBatch {
  Batch batch;
  std::uint64_t failed = 0;
  bool operator==(const FailedBatch&) const = default;
};
// The first of them are kept.
inline constexpr std::size_t kFailedBatches = 64;

// A program that was not built for a width: what it would have asked is not asked there.
struct Unbuilt {
  std::string program;      // "table", "literals"
  std::uint64_t first = 0;  // of its stretch
  std::uint64_t inputs = 0;
  BuildFailure failure;
  bool operator==(const Unbuilt&) const = default;
};

struct WidthRecord {
  // A launch that wrote outside of its output.
  void note_stray(const std::string& beside) {
    ++beyond_end;
    if (wrote_beside.empty()) wrote_beside = beside;
  }

  int width = 1;
  Tally tally;
  std::vector<FailedBatch> failed_in;
  std::uint64_t bitwise_equal = 0;     // to the result of the first width
  std::uint64_t answers = 0;           // stands for the bits of all results (lanes.h, digest)
  std::uint64_t slow_path = 0;         // judged by the last oracle
  std::uint64_t unwritten = 0;         // results that still held what the output was filled with
  std::uint64_t beyond_end = 0;        // launches that wrote before or behind their output
  std::string wrote_beside;            // where the first of them wrote, in words, if that is known
  std::uint64_t by_digest = 0;         // results that were not brought: their digest is one of results that are known
  std::uint64_t digests_checked = 0;   // launches whose digest was held against the results that they gave, and
  std::uint64_t wrong_digests = 0;     // those that had another one
  std::uint64_t repeated = 0;          // results of batches that were launched twice to see whether they come again
  std::uint64_t nondeterministic = 0;  // results of a second launch, for whatever reason, that were not the same bits
  SecondResults second_results;
  std::vector<FormRecord> forms;  // other forms of the call
  std::vector<Unbuilt> unbuilt;
  double device_seconds = 0;  // where they can be believed
  AbsurdTimes absurd_times;
  bool operator==(const WidthRecord&) const = default;
};

struct Ledger {
  std::uint64_t first = 0;  // of the shard: a shard is whole batches
  std::uint64_t end = 0;
  std::uint64_t next = 0;   // the first input of the plan that is not accounted for
  std::vector<Batch> only;  // in their order, if not all of these are asked
  std::vector<Cut> cuts;    // why not, where the time of a case did not let them
  double seconds = 0;       // the whole sweep
  double judge_seconds = 0;
  double build_seconds = 0;
  std::vector<WidthRecord> widths;
  std::map<std::string, std::string> kernels;  // by what `--dump-kernels` names them after: SHA-256 of the program
  // Programs with all widths that were not built: each width has one of its own.
  std::map<std::string, BuildFailure> by_width;

  std::uint64_t failed() const;
  // Inputs before `to`: of the task, and how many of them are asked.
  std::uint64_t inputs(std::uint64_t to) const { return std::max(first, std::min(to, end)) - first; }
  std::uint64_t asked(std::uint64_t to = std::numeric_limits<std::uint64_t>::max()) const;
  int level() const { return cuts.empty() ? 0 : cuts.back().level; }
  std::uint64_t next_asked(std::uint64_t from) const;  // the first input from this one on that is; `end`: none
  // How many of those from `next` to `to` are asked.
  std::uint64_t asked_until(std::uint64_t to) const;
};

// The state of a task that asks what failed at a width once more: the batches in which that was, no others, where that are a
// few of many; where the case was cut short, in any case those that were asked. nullopt: all has to be asked.
std::optional<Ledger> only_failed(const Ledger& ledger, const WidthRecord& width);
// How many are wrong in the batches of such a state.
std::uint64_t failed_in_part(const Ledger& part, const WidthRecord& width);
// Was the program of a stretch not built for the width?
bool is_unbuilt(const WidthRecord& width, const Stretch& stretch);
// How many inputs of the task were for that not asked of it.
std::uint64_t unasked_inputs(const WidthRecord& width);

Json to_json(const std::vector<Cut>& cuts);  // [batches that had been asked, level]
Json to_json(const Ledger& ledger);
// Throws std::invalid_argument when it is not the state of a sweep over these widths.
Ledger ledger_from(const Json& json, const std::vector<int>& widths);

}  // namespace classay
