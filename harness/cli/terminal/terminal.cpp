#include "harness/cli/terminal/terminal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "harness/journal/read_json.h"
#include "harness/process/descriptors.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

// https://no-color.org: the variable must be set and not empty.
bool wants_colour(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return is_terminal(descriptor) && (no_colour == nullptr || *no_colour == '\0') && term != nullptr &&
         std::string_view(term) != "dumb";
}

constexpr std::array<std::string_view, 5> kCodes{"\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[1;31m", "\x1b[33m"};
constexpr std::string_view kPlainAgain = "\x1b[0m";

// Marks a style within text on its way to a terminal. The byte is not valid UTF-8, so JSON text does not contain it. In a
// driver's log it can at most change a colour.
constexpr char kMark = '\xfe';
constexpr char kFirstStyle = 'a';
constexpr char kEnd = 'z';

// Returns the terminal code of a mark; empty: not a mark.
std::string_view code_of(char style) {
  if (style == kEnd) return kPlainAgain;
  const auto number = static_cast<std::size_t>(style - kFirstStyle);
  return number < kCodes.size() ? kCodes.at(number) : std::string_view();
}

}  // namespace

Terminal::Terminal(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)), colour_(wants_colour(descriptor)) {}

Terminal::~Terminal() = default;

void Terminal::write(std::string_view text) {
  while (colour_ && !text.empty()) {
    const std::size_t mark = std::min(text.find(kMark), text.size());
    const std::string_view code = mark + 1 < text.size() ? code_of(text[mark + 1]) : std::string_view();
    if (code.empty()) break;
    buffer_ += visible_lines(text.substr(0, mark));
    buffer_ += code;
    text.remove_prefix(mark + 2);
  }
  buffer_ += visible_lines(text);
  if (buffer_.size() >= kBuffer) flush();
}

void Terminal::erase_line() { buffer_ += "\r\x1b[K"; }

void Terminal::add_prefixes() {
  std::string lines;
  for (const char c : buffer_) {
    if (!is_in_line_) lines += prefix_;
    is_in_line_ = c != '\n';
    lines += c;
  }
  buffer_ = std::move(lines);
}

void Terminal::flush() {
  if (!prefix_.empty()) add_prefixes();
  const bool is_written = write_waiting(descriptor_, buffer_);
  const int error = errno;
  buffer_.clear();
  if (is_written) return;
  if (error == EPIPE) throw Closed("the reader of " + name_ + " is gone");
  throw Lost("cannot write to " + name_ + ": " + std::strerror(error) + "; the output is incomplete");
}

std::string Terminal::paint(Style style, std::string_view text) const {
  if (!colour_) return std::string(text);
  const auto letter = static_cast<char>(kFirstStyle + static_cast<char>(style));
  return std::string{kMark, letter} + std::string(text) + std::string{kMark, kEnd};
}

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

}  // namespace

Lines::Lines(int descriptor, std::function<void()> before_waiting)
    : descriptor_(descriptor), before_waiting_(std::move(before_waiting)) {}

std::optional<std::string_view> Lines::next() {
  for (;;) {
    const std::size_t end = buffer_.find('\n', scanned_);
    if (end != std::string::npos) {
      const std::string_view line = std::string_view(buffer_).substr(start_, end - start_);
      start_ = scanned_ = end + 1;
      ++number_;
      return line;
    }
    scanned_ = buffer_.size();
    if (!ended_ && read_more()) continue;
    ended_ = true;
    if (start_ == buffer_.size()) return std::nullopt;
    const std::string_view line = std::string_view(buffer_).substr(start_);
    start_ = buffer_.size();
    ++number_;
    return line;
  }
}

bool Lines::read_more() {
  buffer_.erase(0, start_);
  scanned_ -= start_;
  start_ = 0;
  if (!is_ready_to_read(descriptor_)) before_waiting_();
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kPiece);
  const std::ptrdiff_t got = read_waiting(descriptor_, buffer_.data() + size, kPiece);
  buffer_.resize(size + static_cast<std::size_t>(got > 0 ? got : 0));
  if (got < 0) throw std::runtime_error(std::string("cannot read standard input: ") + std::strerror(errno));
  return got > 0;
}

std::string json_line(const nlohmann::ordered_json& j) { return json_text(j) + "\n"; }

}  // namespace classay
