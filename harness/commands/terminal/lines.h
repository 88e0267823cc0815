// Lines of standard input, read in large pieces. Before it waits for more, it calls `before_waiting`, so that a program that
// asks one line at a time gets its answers, without a flush for every line of a file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace classay {

class Lines {
 public:
  Lines(int descriptor, std::function<void()> before_waiting);

  // The next line without its end; the text lives until the next call. nullopt at the end. Throws std::runtime_error when
  // the input cannot be read.
  std::optional<std::string_view> next();
  std::size_t number() const { return number_; }  // of the line last given, from 1

 private:
  bool read_more();  // false at the end of the input

  int descriptor_;
  std::function<void()> before_waiting_;
  std::string buffer_;
  std::size_t start_ = 0;    // of the text not given yet
  std::size_t scanned_ = 0;  // no line ends between start_ and here
  std::size_t number_ = 0;
  bool ended_ = false;
};

}  // namespace classay
