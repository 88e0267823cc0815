// What a line of a journal has to be before anybody goes by it. The reports have the same rules, and both readers the same
// table of what they accept and refuse (data/hostile/files.json). Kinds and fields that this version does not know are
// passed over; what a run goes on from has a digest instead (sealed.h), and its damage costs no more than time.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "harness/protocol/read_json.h"

namespace classay {

// docs/journal.md has the rules of the two numbers, data/schema the fields.
inline constexpr int kJournalSchema = 1;  // what is older or newer is not read
inline constexpr int kJournalMinor = 7;   // what is written; all of them are read

// FRONTEND/GROUP/NAME/FORMAT/MODE/vWIDTH: other versions have other cases.
bool is_name_of_case(std::string_view name);

class JournalCheck {
 public:
  // In the order of the file. Throws std::invalid_argument or Json::exception with what is wrong.
  void line(const Json& line);

 private:
  void result(const Json& line);
  void end(const Json& line) const;

  bool is_first_ = true;
  std::uint64_t chosen_ = kLargestCount;         // cases of the run, if it says so
  std::uint64_t calls_ = 0;                      // of them, with a result
  std::map<std::string, std::string> verdicts_;  // the last of each case
};

}  // namespace classay
