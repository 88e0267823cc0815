// Finds cases without a result that a record counts or names. The first record counts the cases of rows, and a `start` names
// cases that began. The last record counts verdicts and names the cases left out. The reports have the same rule
// (reports/classay_report/journal/missing.py), and one table tests both (data/hostile/files.json).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/journal/unit.h"

namespace classay {

struct Missing {
  std::vector<std::string> named;
  std::uint64_t nameless = 0;  // further results, known only by their number
  std::uint64_t count() const { return named.size() + nameless; }
};

// The cases of a journal, as its records count and name them.
struct Accounts {
  std::optional<std::uint64_t> chosen;         // cases of rows; nullopt: the first record has no count
  std::map<std::string, CaseVerdict> results;  // the last one of each case
  std::set<std::string> begun;
  bool has_ended = false;  // the last record is an `end`, with
  std::map<CaseVerdict, std::uint64_t> totals;
  std::vector<std::string> left_out;
};
Missing missing_of(const Accounts& accounts);

// Returns whether the first record's count includes the case: cases of rows, not those of group misc.
bool is_counted(const std::string& case_name);

// Returns whether a run may write a later result of a case. It repeats cases that did not run or ran in part, and it revokes
// results that turned out not to be credible.
bool can_replace(CaseVerdict before, CaseVerdict later);

}  // namespace classay
