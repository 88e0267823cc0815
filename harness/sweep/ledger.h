// What a sweep knows so far of each width, and how far it is: the state that a checkpoint holds, and that a task goes on
// from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/run/journal.h"
#include "harness/sweep/call_form.h"
#include "reference/judge/tally.h"

namespace classay {

struct WidthRecord {
  int width = 1;
  Tally tally;
  std::uint64_t bitwise_equal = 0;     // to the result of the first width
  std::uint64_t answers = 0;           // stands for the bits of all results (lanes.h, digest)
  std::uint64_t slow_path = 0;         // judged by the last oracle
  std::uint64_t unwritten = 0;         // results that still held what the output was filled with
  std::uint64_t beyond_end = 0;        // launches that wrote before or behind their output
  std::uint64_t repeated = 0;          // results that were asked twice, and
  std::uint64_t nondeterministic = 0;  // those that were not the same bits then
  std::vector<FormRecord> forms;       // other forms of the call
  double device_seconds = 0;
  bool operator==(const WidthRecord&) const = default;
};

struct Ledger {
  std::uint64_t first = 0;  // of the shard: a shard is whole batches
  std::uint64_t end = 0;
  std::uint64_t next = 0;  // the first input of the plan that is not accounted for
  double seconds = 0;      // the whole sweep
  double judge_seconds = 0;
  double build_seconds = 0;
  std::vector<WidthRecord> widths;
  std::map<std::string, std::string> kernels;  // by what `--dump-kernels` names them after: SHA-256 of the program

  std::uint64_t failed() const;
};

Json to_json(const Ledger& ledger);
// Throws std::invalid_argument when it is not the state of a sweep over these widths.
Ledger ledger_from(const Json& json, const std::vector<int>& widths);

}  // namespace classay
