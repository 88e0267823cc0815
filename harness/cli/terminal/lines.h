// Reads lines of standard input, and formats lines of JSON.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace classay {

// Reads in large pieces. It calls `before_waiting` before it blocks, so that an interactive caller gets its results without
// a flush per line.
class Lines {
 public:
  Lines(int descriptor, std::function<void()> before_waiting);

  // Returns the next line without its end; nullopt at the end of the input. The text is valid until the next call. Throws
  // std::runtime_error when the input cannot be read.
  std::optional<std::string_view> next();
  std::size_t number() const { return number_; }  // number of the last returned line, from 1

 private:
  bool read_more();  // false at the end of the input

  int descriptor_;
  std::function<void()> before_waiting_;
  std::string buffer_;
  std::size_t start_ = 0;    // start of the text not returned yet
  std::size_t scanned_ = 0;  // no line ends between start_ and here
  std::size_t number_ = 0;
  bool ended_ = false;
};

// Formats one line of JSON; invalid UTF-8 is replaced.
std::string json_line(const nlohmann::ordered_json& j);

}  // namespace classay
