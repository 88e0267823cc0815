// Checks the records of a journal against each other. The reports apply the same rules, and one table tests both readers
// (data/hostile/files.json). Unknown kinds and fields are ignored. Records for resuming have a digest instead (read_json.h),
// because their damage only costs time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/journal/record.h"
#include "harness/journal/run_header.h"
#include "harness/journal/unit.h"

namespace classay {

// Cases without a result that a record counts or names. The first record counts the cases of rows, and a `start` names
// cases that began. The last record counts verdicts and names the cases left out. The reports have the same rule
// (reports/classay_report/journal/missing.py), and one table tests both (data/hostile/files.json).
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

// docs/journal.md defines the two numbers, data/schema the fields.
inline constexpr int kJournalSchema = 1;  // other schemas are rejected
inline constexpr int kJournalMinor = 8;   // written by this version; every minor version can be read

// Reads the first record. Throws std::invalid_argument with the error.
RunHeader first_record_from(const Json& json);

class JournalCheck {
 public:
  explicit JournalCheck(const RunHeader& header) { accounts_.chosen = header.cases; }
  // Call for each record after the first, in file order. Throws std::invalid_argument with the error.
  void take(const JournalRecord& record);
  const Accounts& accounts() const { return accounts_; }

 private:
  void take_one(const StartRecord& start);
  void take_one(const CaseResult& result);
  void take_one(const EndRecord& end);
  void take_one(const UnreadRecord& unread);
  void take_one(const auto& /*other*/) {}

  std::uint64_t counted_ = 0;  // cases of rows with a result
  Accounts accounts_;
};

}  // namespace classay
