#include "harness/journal/driver_range.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "harness/text/trimmed.h"

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

}  // namespace classay
