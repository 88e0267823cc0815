#include "harness/process/safe_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace classay {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file) {
  throw FileError(what + " " + file.string() + ": " + std::strerror(errno));
}

}  // namespace

bool LineReader::read_more() {
  buffer_.erase(0, start_);
  start_ = 0;
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kPiece);
  const std::optional<std::size_t> got = file_.read(buffer_.data() + size, kPiece);
  buffer_.resize(size + got.value_or(0));
  if (!got) fail("cannot read", file_.name());
  return *got > 0;
}

bool LineReader::next(std::string& line) {
  std::size_t searched = start_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (std::min(end, buffer_.size()) - start_ > longest_) {
      throw FileError(file_.name().string() + ", line " + std::to_string(number_ + 1) + ": longer than " +
                      std::to_string(longest_ >> 20) + " MiB");
    }
    if (end != std::string::npos) {
      line.assign(buffer_, start_, end - start_);
      start_ = end + 1;
      ++number_;
      return true;
    }
    const std::size_t unread = buffer_.size() - start_;
    if (read_more()) {
      searched = unread;
      continue;
    }
    if (unread == 0) return false;
    line = std::exchange(buffer_, std::string());
    start_ = 0;
    ++number_;
    return torn_ = true;
  }
}

std::string read_file(const std::filesystem::path& file, std::size_t most_bytes) {
  const SafeFile opened = SafeFile::to_read(file);
  std::string text;
  std::string piece(kPiece, '\0');
  for (;;) {
    const std::optional<std::size_t> got = opened.read(piece.data(), piece.size());
    if (!got) fail("cannot read", file);
    if (*got == 0) return text;
    text.append(piece, 0, *got);
    if (text.size() > most_bytes) {
      throw FileError(file.string() + ": larger than " + std::to_string(most_bytes >> 20) + " MiB");
    }
  }
}

}  // namespace classay
