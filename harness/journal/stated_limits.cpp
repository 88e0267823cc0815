#include "harness/journal/stated_limits.h"

#include <charconv>
#include <sstream>
#include <stdexcept>

#include "harness/journal/sealed.h"
#include "harness/text/safe_file.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

constexpr std::size_t kLargestFile = std::size_t{16} << 20;
constexpr std::string_view kFirstLine = "classay-limits 1";
constexpr std::string_view kNoSpecialValues = "no-special-values";

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
      std::string ulp;
      std::string word;
      std::string more;
      if (number == 1 || !(words >> glob)) continue;
      if (!(words >> ulp)) throw std::invalid_argument("a line is a glob and an error in ulp");
      const bool has_word = static_cast<bool>(words >> word);
      if ((has_word && word != kNoSpecialValues) || (words >> more)) {
        throw std::invalid_argument("a line is a glob and an error in ulp, and '" + std::string(kNoSpecialValues) +
                                    "' or nothing behind them");
      }
      limits.lines_.push_back({Glob(glob), {.ulp = read_ulp(ulp), .clause = where, .special_values = !has_word}});
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(where + ": " + e.what());
    }
  }
  if (limits.lines_.empty()) throw std::invalid_argument(name_of_file + " states no limit");
  return limits;
}

std::optional<StatedLimit> StatedLimits::of(const Unit& unit) const {
  for (const Line& line : lines_) {
    if (line.units.matches(name(unit))) return line.limit;
  }
  return std::nullopt;
}

}  // namespace classay
