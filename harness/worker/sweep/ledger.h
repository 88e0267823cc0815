// Records what a sweep knows of each width and how far it has come. It is the content of a checkpoint, from which a task
// resumes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/sweep/batches.h"
#include "harness/worker/sweep/call_form.h"
#include "harness/worker/sweep/clocks.h"
#include "harness/worker/sweep/programs.h"
#include "reference/judge/tally.h"

namespace classay {

// Summarises results of second launches that differ from those of the first (second_launch.h). The tally, with all counts,
// histograms and samples of a result, contains first launches only.
struct SecondResults {
  // Inputs whose two values differ where a value is specified. All NaNs are the same value, whatever their bits.
  std::uint64_t differing = 0;
  // Inputs with a wrong result that the first launch did not give.
  std::uint64_t wrong = 0;
  // The first wrong input; if there are none, the first that differs. For a builtin across lanes, one element of the result.
  std::uint64_t index = 0;            // number of the input in the plan
  std::optional<ResultBits> first{};  // nullopt: the bits of the first launch are not kept
  ResultBits second{};
  bool operator==(const SecondResults&) const = default;
};

// The cut of a case with a time limit (case_time.h): after this many batches the rest was reduced to those of a level.
struct Cut {
  std::uint64_t after = 0;
  int level = 0;
  bool operator==(const Cut&) const = default;
};

struct FailedBatch {
  Batch batch;
  std::uint64_t failed = 0;
  bool operator==(const FailedBatch&) const = default;
};
inline constexpr std::size_t kFailedBatches = 64;

// A program that was not built for a width: its inputs do not run at that width.
struct Unbuilt {
  std::string program;      // "table", "literals"
  std::uint64_t first = 0;  // first input of its stretch
  std::uint64_t inputs = 0;
  BuildFailure failure;
  bool operator==(const Unbuilt&) const = default;
};

struct WidthRecord {
  void note_stray(const std::string& beside) {
    ++beyond_end;
    if (wrote_beside.empty()) wrote_beside = beside;
  }

  int width = 1;
  Tally tally;
  std::vector<FailedBatch> failed_in;
  std::uint64_t bitwise_equal = 0;     // results with the same bits as at the first width
  std::uint64_t answers = 0;           // represents the bits of all results (lanes.h, digest)
  std::uint64_t slow_path = 0;         // judged by the MPFR fallback
  std::uint64_t unwritten = 0;         // results that still hold the fill pattern
  std::uint64_t beyond_end = 0;        // launches that wrote before or behind their output
  std::string wrote_beside;            // where the first of them wrote, in words, if known
  std::uint64_t by_digest = 0;         // results that were not brought: their digest equals that of known results
  std::uint64_t digests_checked = 0;   // launches whose digest was compared with their results
  std::uint64_t wrong_digests = 0;     // launches whose digest did not match their results
  std::uint64_t repeated = 0;          // results of batches that were launched twice to check repeatability
  std::uint64_t nondeterministic = 0;  // results of any second launch that differ in bits from the first
  SecondResults second_results;
  std::vector<FormRecord> forms;  // other variants of the call
  std::vector<Unbuilt> unbuilt;
  double device_seconds = 0;  // of launches with credible times
  AbsurdTimes absurd_times;
  bool operator==(const WidthRecord&) const = default;
};

struct Ledger {
  std::uint64_t first = 0;  // first input of the shard, which consists of whole batches
  std::uint64_t end = 0;
  std::uint64_t next = 0;   // the first input of the plan that is not accounted for
  std::vector<Batch> only;  // the batches that run, in order; empty: all of the task
  std::vector<Cut> cuts;    // if the time limit of the case reduced the batches: how
  double seconds = 0;       // for the complete sweep
  double judge_seconds = 0;
  double build_seconds = 0;
  std::vector<WidthRecord> widths;
  std::map<std::string, std::string> kernels;  // SHA-256 of each program, by its name in `--dump-kernels`
  // Programs of all widths that were not built; they were built again for each width.
  std::map<std::string, BuildFailure> by_width;

  std::uint64_t failed() const;
  // Inputs of the task before `to`; asked() counts those of them that run.
  std::uint64_t inputs(std::uint64_t to) const { return std::max(first, std::min(to, end)) - first; }
  std::uint64_t asked(std::uint64_t to = std::numeric_limits<std::uint64_t>::max()) const;
  int level() const { return cuts.empty() ? 0 : cuts.back().level; }
  std::uint64_t next_asked(std::uint64_t from) const;  // the first input from `from` on that runs; `end`: none
  // Counts the inputs from `next` to `to` that run.
  std::uint64_t asked_until(std::uint64_t to) const;
};

// Returns whether results are unknown: they were not read, because of digests of a device that made a wrong one.
bool has_unknown_results(const Ledger& ledger);
// Returns the state in which a task with such results runs the same inputs again, without digests. The numbers of checked
// and of wrong digests remain.
Ledger without_digests(const Ledger& ledger);

// Returns the state of a task that repeats the failures of a width: only the failed batches, if they have at most half of
// the inputs; if not, and the case was cut short, the batches that ran. nullopt: all inputs must run.
std::optional<Ledger> only_failed(const Ledger& ledger, const WidthRecord& width);
// Counts the wrong results in the batches of such a state.
std::uint64_t failed_in_part(const Ledger& part, const WidthRecord& width);
bool is_unbuilt(const WidthRecord& width, const Stretch& stretch);
// Counts the inputs of the task that did not run for this reason.
std::uint64_t unasked_inputs(const WidthRecord& width);

Json to_json(const Ledger& ledger);
SharedJson state_of(const Ledger& ledger);
// Throws std::invalid_argument if `json` is not the state of a sweep over these widths.
Ledger ledger_from(const Json& json, const std::vector<int>& widths);

}  // namespace classay
