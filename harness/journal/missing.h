// Finds what has no result in a journal although a line of it counts or names it: the first line counts the cases of rows, a
// `start` names the cases that were begun, and the last line counts verdicts and names what was left out. The reports have
// the same rule (reports/classay_report/journal/missing.py), and one table tests both (data/hostile/files.json).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/protocol/protocol.h"

namespace classay {

struct Missing {
  std::vector<std::string> named;
  std::uint64_t nameless = 0;  // so many more, of which no line has the name
  std::uint64_t count() const { return named.size() + nameless; }
};

// The cases of a journal, as its lines count and name them.
struct Accounts {
  std::optional<std::uint64_t> chosen;         // cases of rows, where the first line counts them
  std::map<std::string, CaseVerdict> results;  // the last of each case
  std::set<std::string> begun;
  bool has_ended = false;  // the last line is an `end`, with
  std::map<CaseVerdict, std::uint64_t> totals;
  std::vector<std::string> left_out;
};
Missing missing_of(const Accounts& accounts);

// The first line counts the cases of rows, and none of group misc.
bool is_counted(const std::string& case_name);

// Whether a run writes a later result of a case. It tests again what it did not test, or not in full, and it takes back what
// a worker said that it does not believe any more.
bool can_replace(CaseVerdict before, CaseVerdict later);

}  // namespace classay
