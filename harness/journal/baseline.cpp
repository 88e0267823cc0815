#include "harness/journal/baseline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/process/safe_file.h"
#include "harness/text/visible.h"
#include "suites/cases.h"
#include "suites/glob.h"

namespace classay {
namespace {

// 3.1+debian is 3, 1; text between the numbers does not affect the order.
std::vector<std::uint64_t> numbers_in(std::string_view version) {
  std::vector<std::uint64_t> numbers;
  for (const char* at = version.data(); at != version.data() + version.size();) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(at, version.data() + version.size(), n);
    const bool is_too_large = error == std::errc::result_out_of_range;
    if (error == std::errc() || is_too_large) {
      numbers.push_back(is_too_large ? std::numeric_limits<std::uint64_t>::max() : n);
    }
    at = end == at ? at + 1 : end;
  }
  return numbers;
}

}  // namespace

DriverRange::DriverRange(std::string_view text) {
  if (text == "*") return;
  const std::size_t dots = text.find("..");
  low_ = trimmed(text.substr(0, dots));
  high_ = dots == std::string_view::npos ? low_ : trimmed(text.substr(dots + 2));
  const auto is_unclear = [](const std::string& bound) { return !bound.empty() && numbers_in(bound).empty(); };
  if ((low_.empty() && high_.empty()) || is_unclear(low_) || is_unclear(high_)) {
    throw std::invalid_argument("'" + std::string(text) +
                                "' is not a range of drivers; write one such as '3.1 .. 3.2', '3.1 ..' or '*'");
  }
}

bool DriverRange::contains(const std::string& driver) const {
  const std::vector<std::uint64_t> numbers = numbers_in(driver);
  const std::vector<std::uint64_t> low = numbers_in(low_);
  const std::vector<std::uint64_t> high = numbers_in(high_);
  if (!low_.empty() && low_ == high_) return driver == low_ || numbers == low;
  if (numbers.empty()) return low_.empty() && high_.empty();
  // An upper end of 3.2 includes 3.2.7.
  const std::vector<std::uint64_t> beginning(
      numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(std::min(high.size(), numbers.size())));
  return numbers >= low && (high_.empty() || beginning <= high);
}

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

// Parses a baseline file line by line and reports its errors.

namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;
constexpr std::size_t kLongestLine = std::size_t{64} << 10;
constexpr std::string_view kFirstLine = "classay-baseline 1";
constexpr std::array<std::string_view, 4> kSettings{"tier", "seed", "edition", "profile"};

std::optional<double> read_ulp(const std::string& word) {
  if (word == "-") return std::nullopt;
  if (word == "inf") return HUGE_VAL;
  double ulp = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), ulp);
  // The reports write plain decimals. NaN would never be exceeded, and every error would exceed a negative number.
  const std::size_t point = word.find('.');
  const auto is_digit = [&](std::size_t at) { return at < word.size() && word[at] >= '0' && word[at] <= '9'; };
  const bool is_written_so = is_digit(0) && (point == std::string::npos || is_digit(point + 1));
  if (!is_written_so || error != std::errc() || end != word.data() + word.size())
    throw std::invalid_argument("'" + word + "' is not an error in ulp");
  return ulp;
}

std::string read_date(const std::string& word) {
  if (word == "-") return "";
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  constexpr std::string_view kForm = "0000-00-00";
  const auto has_its_place = [](char c, char form) { return form == '0' ? c >= '0' && c <= '9' : c == form; };
  const bool has_form = std::ranges::equal(word, kForm, has_its_place) &&
                        std::sscanf(word.c_str(), "%4d-%2u-%2u", &year, &month, &day) == 3;  // NOLINT
  if (has_form &&
      std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)).ok())
    return word;
  throw std::invalid_argument("'" + word + "' is not a date such as 2027-03-31");
}

std::string read_word(const std::string& word) { return word == "-" ? "" : word; }

std::pair<std::string, Expectation> read_entry(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string w; in >> w;) words.push_back(w);
  if (words.size() != 6) {
    throw std::invalid_argument(std::to_string(words.size()) + " words, and not six: case verdict ulp owner issue expires");
  }
  if (!is_name_of_case(words[0])) throw std::invalid_argument("'" + words[0] + "' is not a test case name");
  const std::optional<CaseVerdict> verdict = case_verdict_named(words[1]);
  if (!verdict) throw std::invalid_argument("'" + words[1] + "' is not a verdict");
  if (*verdict == CaseVerdict::xfail || *verdict == CaseVerdict::missing || *verdict == CaseVerdict::partial ||
      *verdict == CaseVerdict::harness_error || *verdict == CaseVerdict::killed) {
    throw std::invalid_argument("'" + words[1] + "' cannot be the expected verdict of a device");
  }
  return {words[0],
          {.verdict = *verdict,
           .ulp = read_ulp(words[2]),
           .owner = read_word(words[3]),
           .issue = read_word(words[4]),
           .expires = read_date(words[5])}};
}

// Reads the lines of the file, except comments.
struct FileReader {
  std::map<std::string, std::string> head;
  std::map<std::string, Expectation> entries;

  void take(const std::string& line) {
    switch (where_) {
      case Where::first_line:
        if (line != kFirstLine) throw std::invalid_argument("the first line is not '" + std::string(kFirstLine) + "'");
        where_ = Where::head;
        return;
      case Where::head:
        if (line.empty()) {
          where_ = Where::entries;
        } else {
          take_head(line);
        }
        return;
      case Where::entries:
        if (!line.empty()) take_entry(line);
        return;
    }
  }

  std::string needed(const std::string& what) const {
    const auto found = head.find(what);
    if (found == head.end() || found->second.empty()) {
      throw std::invalid_argument("it does not say for which " + what + " it is");
    }
    return found->second;
  }

  std::map<std::string, std::string> settings() const {
    std::map<std::string, std::string> all = head;
    for (const char* taken : {"platform", "device", "driver"}) all.erase(taken);
    for (const auto& [what, value] : all) {
      if (std::ranges::find(kSettings, what) == kSettings.end()) {
        throw std::invalid_argument("'" + what + "' is not a header field");
      }
    }
    return all;
  }

 private:
  enum class Where : std::uint8_t { first_line, head, entries };

  void take_head(const std::string& line) {
    const std::string what = line.substr(0, line.find(' '));
    const bool is_new = head.emplace(what, trimmed(std::string_view(line).substr(what.size()))).second;
    if (!is_new) throw std::invalid_argument("'" + what + "' stands there twice");
  }

  void take_entry(const std::string& line) {
    auto entry = read_entry(line);
    if (!entries.empty() && entry.first <= entries.rbegin()->first) {
      throw std::invalid_argument(entry.first + " is not after " + entries.rbegin()->first +
                                  ": cases are sorted, each once");
    }
    entries.insert(std::move(entry));
  }

  Where where_ = Where::first_line;
};

std::vector<std::string> stale_among(const std::map<std::string, Expectation>& entries) {
  std::vector<std::string> all;
  for (const auto& [case_name, expected] : entries) {
    // Cases of group misc are not calls, and no row has them.
    if (!case_named(case_name) && case_name.find("/misc/") == std::string::npos) all.push_back(case_name);
  }
  return all;
}

}  // namespace

Baseline Baseline::read(const std::filesystem::path& file) {
  try {
    return parse(read_file(file, kLargestFile), file.string());
  } catch (const FileError& e) {
    throw BaselineError(e.what());
  }
}

Baseline Baseline::parse(const std::string& text, const std::string& name_of_file) {
  FileReader reader;
  std::istringstream in(text);
  std::size_t number = 0;
  try {
    for (std::string raw; std::getline(in, raw);) {
      ++number;
      if (raw.size() > kLongestLine) throw std::invalid_argument("longer than 64 KiB");
      if (!is_utf8(raw)) throw std::invalid_argument("it has bytes that are no UTF-8");
      if (!raw.starts_with("#")) reader.take(trimmed(raw));
    }
    Baseline b;
    b.hash_ = digest_of(text);
    b.platform_ = reader.needed("platform");
    b.device_ = reader.needed("device");
    b.driver_ = DriverRange(reader.needed("driver"));
    b.settings_ = reader.settings();
    b.stale_ = stale_among(reader.entries);
    b.entries_ = std::move(reader.entries);
    return b;
  } catch (const std::invalid_argument& e) {
    throw BaselineError(name_of_file + ", line " + std::to_string(std::max<std::size_t>(number, 1)) + ": " + e.what());
  }
}

}  // namespace classay
