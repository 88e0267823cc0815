// Reports a user's error in a uniform way: the object, the error and the remedy, with a caret below its place.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace classay {

class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
  // `column` counts bytes of `line` from 0.
  UsageError(const std::string& message, std::string_view line, std::size_t column)
      : std::runtime_error(message), line_(line), column_(column) {}

  std::optional<std::size_t> column() const { return column_; }
  // Returns the message, the line and a caret if there is a place. All lines except the first start with `indent`.
  std::string shown(std::string_view indent) const;

 private:
  std::string line_;
  std::optional<std::size_t> column_;
};

}  // namespace classay
