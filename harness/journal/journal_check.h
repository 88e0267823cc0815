// Validates the records of a journal before use. The reports apply the same rules, and one table tests both readers
// (data/hostile/files.json). Unknown kinds and fields are ignored. Records for resuming have a digest instead (sealed.h),
// because their damage only costs time.
#pragma once

#include <string>
#include <string_view>

#include "harness/journal/missing.h"
#include "harness/journal/read_json.h"
#include "harness/journal/run_header.h"

namespace classay {

// docs/journal.md defines the two numbers, data/schema the fields.
inline constexpr int kJournalSchema = 1;  // other schemas are rejected
inline constexpr int kJournalMinor = 8;   // written by this version; every minor version can be read

// FRONTEND/GROUP/NAME/FORMAT/MODE/vWIDTH. The case need not exist, because versions differ in their cases.
bool is_name_of_case(std::string_view name);

// Checks types and bounds of a result's fields. Throws std::invalid_argument or Json::exception with the reason.
void check_result_fields(const Json& line);

class JournalCheck {
 public:
  // Call in file order. Throws std::invalid_argument or Json::exception with the error.
  void line(const Json& line);
  // The fields of the first record.
  const RunHeader& header() const { return header_; }
  const Accounts& accounts() const { return accounts_; }

 private:
  void start(const Json& line);
  void result(const Json& line);
  void end(const Json& line);

  bool is_first_ = true;
  RunHeader header_;
  std::uint64_t counted_ = 0;  // cases of rows with a result
  Accounts accounts_;
};

}  // namespace classay
