// Writes one buffered output stream, with colours if it is a terminal. It separates a reader that went away (a closed pipe)
// from lost output (a full disk). Text may come from drivers or other files, so control characters are removed except
// newlines, tabs and those made here (text/visible.h).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace classay {

enum class Style : std::uint8_t { strong, faint, good, bad, warning };

class Terminal {
 public:
  // `colour`: the terminal supports colours, and the user has not set NO_COLOR.
  Terminal(int descriptor, std::string name);
  ~Terminal();  // does not write: call flush
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void write(std::string_view text);
  void flush();
  bool has_colour() const { return colour_; }
  void use_colour(bool colour) { colour_ = colour; }
  // Begins every further line with this, which tells the runs apart that share a stream.
  void begin_lines_with(std::string prefix) { prefix_ = std::move(prefix); }
  // Returns the text with a style; unchanged if there are no colours.
  std::string paint(Style style, std::string_view text) const;
  void erase_line();  // and moves to its beginning

  // The reader went away; further output is unnecessary.
  class Closed : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
  };
  // Output was lost.
  class Lost : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
  };

 private:
  void add_prefixes();

  int descriptor_;
  std::string name_;
  bool colour_;
  std::string prefix_;
  bool is_in_line_ = false;  // the last text that was written with a prefix has no newline yet
  std::string buffer_;
};

}  // namespace classay
