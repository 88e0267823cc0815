#include "harness/journal/case_reasons.h"

#include "harness/journal/read_json.h"

namespace classay {

std::string share_reason(std::uint64_t wrong, std::uint64_t of) {
  return std::to_string(wrong) + " of " + std::to_string(of) + " results wrong";
}

std::string cut_reason(std::uint64_t asked, std::uint64_t of, double case_time) {
  return "time limit of " + number_text(case_time) + " s per case reached after " + std::to_string(asked) + " of " +
         std::to_string(of) + " inputs";
}

std::string judged_by_reason(const std::string& limit, const std::string& clause) {
  return "judged by " + limit + ", " + clause;
}

std::string no_promise_reason(const std::string& limit) {
  return "the specification leaves the results of all inputs undefined: " + limit;
}

std::string with_clock(const std::string& reason, const std::string& clock) {
  return reason.empty() || clock.empty() ? reason + clock : reason + "; " + clock;
}

std::string without_clock(const std::string& reason, const std::string& clock) {
  if (clock.empty()) return reason;
  if (reason == clock) return "";
  return reason.ends_with("; " + clock) ? reason.substr(0, reason.size() - clock.size() - 2) : reason;
}

}  // namespace classay
