// Writes and reads the standard streams, and defines the exit codes.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace classay {

// If two exit codes apply, the larger wins: 2 over 1, 4 over 2.
enum class ExitCode : std::uint8_t {
  promised = 0,    // all results within their promises
  unexpected = 1,  // a result is wrong
  usage = 2,       // the user named something that does not exist
  nothing = 3,     // nothing matched
  failed = 4,      // the suite itself failed
  unusable = 5,    // no device, or none that can be used
  skipped = 125,   // `repro --bisect`: no result; `git bisect run` skips the version
  interrupted = 130,
};

constexpr ExitCode worse(ExitCode a, ExitCode b) { return a < b ? b : a; }

enum class Style : std::uint8_t { strong, faint, good, bad, warning };

// Writes one buffered output stream, with colours if it is a terminal. It separates a reader that went away (a closed pipe)
// from lost output (a full disk). Text may come from drivers or other files, so control characters are removed except
// newlines, tabs and those made here (text/visible.h).
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

// Reads lines of standard input in large pieces. It calls `before_waiting` before it blocks, so that an interactive caller
// gets its results without a flush per line.
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
