// What a device is known to answer (a file that classay-report makes, docs/reports.md), and what becomes of a result that is
// held against it. What is unexpected is red, better results included: an expectation that nobody mends is believed for
// ever.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/driver_range.h"
#include "harness/protocol/protocol.h"

namespace classay {

// "FILE, line 7: ..."
class BaselineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Expectation {
  CaseVerdict verdict = CaseVerdict::pass;
  std::optional<double> ulp;  // no larger error is expected; infinite: a number and none were taken for each other
  std::string owner;
  std::string issue;
  std::string expires;  // "2027-03-31", or never
};

enum class Standing : std::uint8_t { unlisted, as_expected, expected_failure, warning, improved, expired, worse };
std::string_view name(Standing s);  // as in journals: "xfail", "quality-warning", "improved"

class Baseline {
 public:
  Baseline() = default;                                                             // expects nothing
  static Baseline read(const std::filesystem::path& file);                          // throws BaselineError
  static Baseline parse(const std::string& text, const std::string& name_of_file);  // throws BaselineError

  // Why it is not for a run with this first line; empty when it is.
  std::vector<std::string> misfits(const Json& run) const;
  // Cases that there are not.
  const std::vector<std::string>& stale() const { return stale_; }
  std::string hash() const { return hash_; }  // of its text

  // A result as the run records it: what was expected is xfail, a larger error than expected is a quality warning, and
  // `baseline` says how it stands and what was found: {standing, expected, found}. `today` as in Expectation.
  Json held_against(Json result, const std::string& today) const;

 private:
  Standing standing(const Json& result, const Expectation& expected, const std::string& today) const;

  std::string platform_;
  std::string device_;
  DriverRange driver_;
  std::map<std::string, std::string> settings_;  // tier, seed, edition, profile; what is not given does not matter
  std::map<std::string, Expectation> entries_;
  std::vector<std::string> stale_;
  std::string hash_;
};

// Is a result red that its verdict alone would not make red?
bool is_unexpected(const Json& result);

std::string today();  // of the world's clock

}  // namespace classay
