// Compares results with the expected results of a device, from a file that classay-report makes (docs/reports.md). Every
// unexpected result is red, even a better one: an outdated expectation would hide later failures.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/run_header.h"
#include "harness/journal/unit.h"

namespace classay {

// Matches driver versions against the range of a baseline, by the numbers in them. "3.1 .. 3.2" compares the numbers of
// versions; "*" matches any.
class DriverRange {
 public:
  DriverRange() = default;
  explicit DriverRange(std::string_view text);  // throws std::invalid_argument
  bool contains(const std::string& driver) const;

 private:
  std::string low_;
  std::string high_;
};

// "FILE, line 7: ..."
class BaselineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Expectation {
  CaseVerdict verdict = CaseVerdict::pass;
  std::optional<double> ulp;  // largest expected error; infinite: a NaN in place of a number, or the reverse, is expected
  std::string owner;
  std::string issue;
  std::string expires;  // "2027-03-31"; empty: never
};

enum class Standing : std::uint8_t { unlisted, as_expected, expected_failure, warning, improved, expired, worse };
std::string_view name(Standing s);  // as in journals: "xfail", "quality-warning", "improved"

class Baseline {
 public:
  Baseline() = default;                                                             // expects nothing
  static Baseline read(const std::filesystem::path& file);                          // throws BaselineError
  static Baseline parse(const std::string& text, const std::string& name_of_file);  // throws BaselineError

  // Returns why the baseline does not fit a run; empty: it fits.
  std::vector<std::string> misfits(const RunHeader& run) const;
  // Cases in the file that do not exist.
  const std::vector<std::string>& stale() const { return stale_; }
  std::string hash() const { return hash_; }  // hash of the file's text

  // Returns the result as the run records it. An expected failure becomes xfail, and a larger error than expected a quality
  // warning. `baseline` has the comparison: {standing, expected, found}. `today` as in Expectation.
  CaseResult held_against(CaseResult result, const std::string& today) const;

 private:
  Standing standing(const CaseResult& result, const Expectation& expected, const std::string& today) const;

  std::string platform_;
  std::string device_;
  DriverRange driver_;
  std::map<std::string, std::string> settings_;  // tier, seed, edition, profile; a missing key matches any run
  std::map<std::string, Expectation> entries_;
  std::vector<std::string> stale_;
  std::string hash_;
};

// Returns whether the baseline makes a result red that its verdict alone would not.
bool is_unexpected(const CaseResult& result);

std::string today();  // UTC, by the system clock

}  // namespace classay
