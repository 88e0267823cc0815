// Where the program writes: one buffered stream that knows whether a person sees it (colours), and that tells a reader who
// went away (a closed pipe) from output that is lost (a full disk). No control character passes but newlines, tabs, and
// those that are made here (text/visible.h): what others wrote may stand in any text.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace classay {

enum class Style : std::uint8_t { strong, faint, good, bad, warning };

class Terminal {
 public:
  // `colour`: a terminal that understands them, and the user has not set NO_COLOR.
  Terminal(int descriptor, std::string name);
  ~Terminal();  // does not write: call flush
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void write(std::string_view text);
  void flush();
  bool has_colour() const { return colour_; }
  // Text to be written: as it is where there are no colours.
  std::string paint(Style style, std::string_view text) const;
  void erase_line();  // of a terminal, and goes to its beginning

  // The reader went away; nothing more needs to be written.
  class Closed : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
  };
  // What was written is lost.
  class Lost : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
  };

 private:
  int descriptor_;
  std::string name_;
  bool colour_;
  std::string buffer_;
};

// Where `flush` may be left to the end and where someone waits for every line.
bool is_terminal(int descriptor);

}  // namespace classay
