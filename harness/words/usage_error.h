// What the user got wrong, in one voice: what happened, to what, what to do; and where, with a caret under the place.
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
  // The message, and below it the line and a caret when there is a place; every line but the first begins with `indent`.
  std::string shown(std::string_view indent) const;

 private:
  std::string line_;
  std::optional<std::size_t> column_;
};

}  // namespace classay
