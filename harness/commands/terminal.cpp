#include "harness/commands/terminal.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace classay {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

// https://no-color.org: set and not empty.
bool wants_colour(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return is_terminal(descriptor) && (no_colour == nullptr || *no_colour == '\0') && term != nullptr &&
         std::string_view(term) != "dumb";
}

constexpr std::array<std::string_view, 5> kCodes{"\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[1;31m", "\x1b[33m"};

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

Terminal::Terminal(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)), colour_(wants_colour(descriptor)) {}

Terminal::~Terminal() = default;

void Terminal::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
}

void Terminal::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      buffer_.clear();
      if (error == EPIPE) throw Closed("the reader of " + name_ + " is gone");
      throw Lost("cannot write to " + name_ + ": " + std::strerror(error) + "; what was written there is not complete");
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

std::string Terminal::paint(Style style, std::string_view text) const {
  if (!colour_) return std::string(text);
  std::string result(kCodes[static_cast<std::size_t>(style)]);
  result += text;
  return result += "\x1b[0m";
}

}  // namespace classay
