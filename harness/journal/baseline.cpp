#include "harness/journal/baseline.h"

#include <array>
#include <chrono>
#include <cmath>

#include "harness/text/visible.h"
#include "suites/glob.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 7> kStandings{"not listed", "as expected", "xfail", "quality-warning",
                                                     "improved",   "expired",     "worse"};

// nullopt: nothing was judged. An error that is not a number is infinite.
std::optional<double> largest_error(const CaseResult& result) {
  if (!result.max_ulp || !*result.max_ulp) return std::nullopt;
  const std::optional<double> value = (*result.max_ulp)->value;
  return value ? std::fabs(*value) : HUGE_VAL;
}

bool exceeds(const CaseResult& result, const Expectation& expected) {
  const std::optional<double> error = largest_error(result);
  return expected.ulp && error && !(*error <= *expected.ulp);
}

}  // namespace

std::string_view name(Standing s) { return kStandings[static_cast<std::size_t>(s)]; }

std::vector<std::string> Baseline::misfits(const RunHeader& run) const {
  std::vector<std::string> all;
  const auto compare = [&](const char* what, const std::string& is, const std::string& wanted) {
    // A baseline has one line per name, in the visible form.
    const Glob glob(Glob::with_sets_as_text(wanted));
    if (!glob.matches(is) && !glob.matches(visible(is)))
      all.push_back(std::string("the ") + what + " is '" + visible(is) + "', and not '" + visible(wanted) + "'");
  };
  compare("platform", run.device.platform, platform_);
  compare("device", run.device.name, device_);
  if (!driver_.contains(run.device.driver)) {
    all.push_back("the driver is '" + visible(run.device.driver) + "', which the baseline is not for");
  }
  const std::map<std::string, std::string> settings{{"tier", run.tier},
                                                    {"seed", run.seed ? std::to_string(*run.seed) : "unknown"},
                                                    {"edition", run.edition},
                                                    {"profile", run.profile}};
  for (const auto& [what, wanted] : settings_) {
    const std::string& is = settings.at(what);
    if (is != wanted) all.push_back("the " + what + " is " + is + ", and not " + wanted);
  }
  return all;
}

Standing Baseline::standing(const CaseResult& result, const Expectation& expected, const std::string& today) const {
  if (!expected.expires.empty() && expected.expires < today) return Standing::expired;
  const CaseVerdict is = result.verdict;
  const bool is_good = leaves_exit_code_zero(is);
  if (is == expected.verdict) {
    if (exceeds(result, expected)) return is_good ? Standing::warning : Standing::worse;
    return is_good ? Standing::as_expected : Standing::expected_failure;
  }
  if (expected.verdict == CaseVerdict::flake && is_good) return Standing::expected_failure;
  if (is == CaseVerdict::quality_warning && expected.verdict == CaseVerdict::pass) return Standing::warning;
  return is_good && is < expected.verdict ? Standing::improved : Standing::worse;  // in the order of unit.h
}

CaseResult Baseline::held_against(CaseResult result, const std::string& today) const {
  const auto entry = entries_.find(result.case_name);
  if (entry == entries_.end()) return result;
  const Expectation& expected = entry->second;
  const Standing how = standing(result, expected, today);
  result.baseline = {
      .standing = std::string(name(how)), .expected = expected.verdict, .found = result.verdict, .issue = expected.issue};
  if (how == Standing::expected_failure) result.verdict = CaseVerdict::xfail;
  if (how == Standing::warning) result.verdict = CaseVerdict::quality_warning;
  // A quality warning of the run itself has a reason of its own.
  if (how == Standing::warning && exceeds(result, expected)) {
    result.reason = "within the promise; the baseline knows no error beyond " + number_text(*expected.ulp) + " ulp";
  }
  if (how == Standing::improved)
    result.reason = "better than the baseline: it expects " + std::string(name(expected.verdict));
  if (how == Standing::expired) {
    result.reason = "the baseline's entries expired on " + expected.expires + "; " + result.reason;
  }
  return result;
}

bool is_unexpected(const CaseResult& result) {
  if (!result.baseline) return false;
  const std::string& standing = result.baseline->standing;
  return standing == name(Standing::improved) || standing == name(Standing::expired) || standing == name(Standing::worse);
}

std::string today() {
  const std::chrono::year_month_day d(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(d.year()),  // NOLINT
                static_cast<unsigned>(d.month()), static_cast<unsigned>(d.day()));
  return text.data();
}

}  // namespace classay
