#include "harness/journal/stated_limits.h"

#include <charconv>
#include <sstream>
#include <stdexcept>

#include "harness/journal/read_json.h"
#include "harness/process/safe_file.h"
#include "harness/text/inputs.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

constexpr std::size_t kLargestFile = std::size_t{16} << 20;
constexpr std::string_view kFirstLine = "classay-limits 1";
constexpr std::string_view kNoSpecialValues = "no-special-values";

// Reads the words after the glob.
StatedLimit read_limit(std::istringstream& words, const std::string& where) {
  std::string word;
  if (!(words >> word)) throw std::invalid_argument("a line is a glob and an error in ulp");
  StatedLimit limit{.ulp = read_ulp(word), .clause = where};
  while (words >> word) {
    if (limit.special_values && limit.range.empty() && word == kNoSpecialValues) {
      limit.special_values = false;
    } else if (limit.range.empty() && word.find("..") != std::string::npos) {
      check_range(word);
      limit.range = word;
    } else {
      throw std::invalid_argument("a line is a glob and an error in ulp, and behind them '" + std::string(kNoSpecialValues) +
                                  "', a range such as -1..1, or nothing");
    }
  }
  return limit;
}

}  // namespace

double read_ulp(const std::string& word) {
  double ulp = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), ulp);
  const bool is_number = error == std::errc() && end == word.data() + word.size() && ulp >= 0 && ulp <= 1e300;
  if (!is_number) throw std::invalid_argument("'" + visible(word) + "' is not an error in ulp");
  return ulp;
}

StatedLimits StatedLimits::read(const std::filesystem::path& file) {
  return parse(read_file(file, kLargestFile), file.string());
}

StatedLimits StatedLimits::parse(const std::string& text, const std::string& name_of_file) {
  StatedLimits limits;
  limits.hash_ = digest_of(text);
  std::istringstream in(text);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    const std::string where = name_of_file + ", line " + std::to_string(++number);
    try {
      if (number == 1 && line != kFirstLine) {
        throw std::invalid_argument("the first line is not '" + std::string(kFirstLine) + "'");
      }
      std::istringstream words(line.substr(0, line.find('#')));
      std::string glob;
      if (number == 1 || !(words >> glob)) continue;
      limits.lines_.push_back({Glob(glob), read_limit(words, where)});
    } catch (const UsageError& e) {  // from a range
      throw std::invalid_argument(where + ": " + e.what());
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(where + ": " + e.what());
    }
  }
  if (limits.lines_.empty()) throw std::invalid_argument(name_of_file + " states no limit");
  return limits;
}

std::optional<StatedLimit> StatedLimits::of(const Unit& unit) const {
  for (const Line& line : lines_) {
    if (line.limit.range.empty() && line.units.matches(name(unit))) return line.limit;
  }
  return std::nullopt;
}

std::vector<StatedLimit> StatedLimits::of_ranges(const Unit& unit) const {
  std::vector<StatedLimit> limits;
  for (const Line& line : lines_) {
    if (!line.units.matches(name(unit))) continue;
    if (line.limit.range.empty()) break;
    limits.push_back(line.limit);
  }
  return limits;
}

}  // namespace classay
