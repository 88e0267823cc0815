#include "harness/cli/terminal/lines.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/process/descriptors.h"

namespace classay {
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

std::string json_line(const nlohmann::ordered_json& j) {
  return j.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace classay
