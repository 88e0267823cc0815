// Matches driver versions against the range of a baseline, by the numbers in them.
#pragma once

#include <string>
#include <string_view>

namespace classay {

// "3.1 .. 3.2" compares the numbers of versions; "*" matches any.
class DriverRange {
 public:
  DriverRange() = default;
  explicit DriverRange(std::string_view text);  // throws std::invalid_argument
  bool contains(const std::string& driver) const;

 private:
  std::string low_;
  std::string high_;
};

}  // namespace classay
