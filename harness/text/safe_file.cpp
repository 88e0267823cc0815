#include "harness/text/safe_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace classay {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

// Describes an entry that is not a regular file; nullptr: it is one.
const char* other_than_file(mode_t mode) {
  if (S_ISREG(mode)) return nullptr;
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISLNK(mode)) return "a symbolic link, through which nothing is written";
  return "a device";
}

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file) {
  throw FileError(what + " " + file.string() + ": " + std::strerror(errno));
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw FileError(file.string() + " is " + what + ": there has to be a file");
}

}  // namespace

// O_NONBLOCK opens a pipe without a writer at once, and has no effect on files.
SafeFile SafeFile::opened(const std::filesystem::path& file, int flags, const char* purpose) {
  SafeFile opened(::open(file.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0644), file);
  if (opened.fd_ < 0 && errno == ELOOP && (flags & O_NOFOLLOW) != 0) refuse(file, other_than_file(S_IFLNK));
  if (opened.fd_ < 0 && errno == EISDIR) refuse(file, other_than_file(S_IFDIR));
  if (opened.fd_ < 0) fail(purpose, file);
  struct stat found {};
  if (::fstat(opened.fd_, &found) != 0) fail(purpose, file);
  if (const char* other = other_than_file(found.st_mode)) refuse(file, other);
  return opened;
}

SafeFile SafeFile::to_read(const std::filesystem::path& file) { return opened(file, O_RDONLY, "cannot read"); }

SafeFile SafeFile::to_go_on(const std::filesystem::path& file) {
  return opened(file, O_RDWR | O_APPEND | O_NOFOLLOW, "cannot write");
}

SafeFile SafeFile::to_append(const std::filesystem::path& file) {
  return opened(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, "cannot write");
}

SafeFile SafeFile::to_create(const std::filesystem::path& file, bool& exists) {
  SafeFile made(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644), file);
  exists = made.fd_ < 0 && errno == EEXIST;
  if (made.fd_ < 0 && !exists) fail("cannot write", file);
  return made;
}

SafeFile::SafeFile(SafeFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)), name_(std::move(other.name_)) {}

SafeFile::~SafeFile() {
  if (fd_ >= 0) ::close(fd_);
}

bool SafeFile::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t n = ::write(fd_, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool LineReader::read_more() {
  buffer_.erase(0, start_);
  start_ = 0;
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kPiece);
  ssize_t got = -1;
  do got = ::read(file_.descriptor(), buffer_.data() + size, kPiece);
  while (got < 0 && errno == EINTR);
  buffer_.resize(size + static_cast<std::size_t>(got > 0 ? got : 0));
  if (got < 0) fail("cannot read", file_.name());
  return got > 0;
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

// If another process creates a link between the check and the creation, the creation fails instead of following the link.
void write_file(const std::filesystem::path& file, std::string_view text) {
  struct stat found {};
  if (::lstat(file.c_str(), &found) == 0) {
    if (const char* other = other_than_file(found.st_mode)) refuse(file, other);
    if (::unlink(file.c_str()) != 0) fail("cannot write", file);
  }
  bool exists = false;
  const SafeFile made = SafeFile::to_create(file, exists);
  if (exists) fail("cannot write", file);
  if (!made.write(text)) fail("cannot write", file);
}

std::string read_file(const std::filesystem::path& file, std::size_t most_bytes) {
  const SafeFile opened = SafeFile::to_read(file);
  std::string text;
  std::string piece(kPiece, '\0');
  for (;;) {
    const ssize_t got = ::read(opened.descriptor(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read", file);
    if (got == 0) return text;
    text.append(piece, 0, static_cast<std::size_t>(got));
    if (text.size() > most_bytes) {
      throw FileError(file.string() + ": larger than " + std::to_string(most_bytes >> 20) + " MiB");
    }
  }
}

}  // namespace classay
