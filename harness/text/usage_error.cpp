#include "harness/text/usage_error.h"

#include <algorithm>

namespace classay {
namespace {

constexpr std::size_t kBefore = 60;  // characters of a long line that are shown on each side of the caret
constexpr std::size_t kAfter = 40;

bool continues_a_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }  // UTF-8

// One column per character, so that the caret is below its place.
std::string printable(std::string_view text) {
  std::string result(text);
  std::ranges::replace_if(
      result, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return result;
}

}  // namespace

std::string UsageError::shown(std::string_view indent) const {
  std::string result = what();
  if (!column_) return result;
  const std::size_t first = *column_ > kBefore ? *column_ - kBefore : 0;
  const std::size_t last = std::min(line_.size(), *column_ + kAfter);
  const std::string before = (first > 0 ? "..." : "") + printable(std::string_view(line_).substr(first, *column_ - first));
  const std::string after = printable(std::string_view(line_).substr(*column_, last - *column_));
  const auto columns = before.size() - static_cast<std::size_t>(std::ranges::count_if(before, continues_a_character));
  result.append("\n").append(indent).append(before).append(after).append(last < line_.size() ? "..." : "");
  return result.append("\n").append(indent).append(columns, ' ').append("^");
}

}  // namespace classay
