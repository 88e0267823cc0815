// Checks the records of a journal against each other. The reports apply the same rules, and one table tests both readers
// (data/hostile/files.json). Unknown kinds and fields are ignored. Records for resuming have a digest instead (sealed.h),
// because their damage only costs time.
#pragma once

#include <string>

#include "harness/journal/missing.h"
#include "harness/journal/records.h"
#include "harness/journal/run_header.h"

namespace classay {

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
