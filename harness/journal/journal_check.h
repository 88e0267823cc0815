// What a line of a journal has to be before anybody goes by it. The reports have the same rules, and both readers the same
// table of what they accept and refuse (data/hostile/files.json). Kinds and fields that this version does not know are
// passed over; what a run goes on from has a digest instead (sealed.h), and its damage costs no more than time.
#pragma once

#include <string>
#include <string_view>

#include "harness/journal/missing.h"
#include "harness/protocol/read_json.h"

namespace classay {

// docs/journal.md has the rules of the two numbers, data/schema the fields.
inline constexpr int kJournalSchema = 1;  // what is older or newer is not read
inline constexpr int kJournalMinor = 8;   // written by this version; every minor version is read

// FRONTEND/GROUP/NAME/FORMAT/MODE/vWIDTH: other versions have other cases.
bool is_name_of_case(std::string_view name);

// The types and bounds of a result's fields. Throws std::invalid_argument or Json::exception that says why.
void check_result_fields(const Json& line);

class JournalCheck {
 public:
  // In the order of the file. Throws std::invalid_argument or Json::exception with what is wrong.
  void line(const Json& line);
  const Accounts& accounts() const { return accounts_; }

 private:
  void start(const Json& line);
  void result(const Json& line);
  void end(const Json& line);

  bool is_first_ = true;
  std::uint64_t counted_ = 0;  // cases of rows with a result
  Accounts accounts_;
};

}  // namespace classay
