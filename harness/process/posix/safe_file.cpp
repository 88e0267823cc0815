#include "harness/process/safe_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

namespace classay {
namespace {

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

std::optional<std::size_t> SafeFile::read(char* to, std::size_t size) const {
  ssize_t got = -1;
  do got = ::read(fd_, to, size);
  while (got < 0 && errno == EINTR);
  return got < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(got));
}

std::optional<std::uint64_t> SafeFile::size() const {
  struct stat found {};
  return ::fstat(fd_, &found) == 0 ? std::optional(static_cast<std::uint64_t>(found.st_size)) : std::nullopt;
}

std::optional<std::uint64_t> SafeFile::end_of_last_write() const {
  const off_t end = ::lseek(fd_, 0, SEEK_CUR);
  return end < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(end));
}

bool SafeFile::cut(std::uint64_t size) const { return ::ftruncate(fd_, static_cast<off_t>(size)) == 0; }

// Some file systems cannot sync. That is not an error.
bool SafeFile::put_on_disk() const { return ::fdatasync(fd_) == 0 || errno == EINVAL || errno == EROFS; }

bool SafeFile::lock() const {
  constexpr int kTries = 100;
  constexpr std::chrono::milliseconds kBetween{20};
  for (int i = 0; i < kTries; ++i) {
    if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    std::this_thread::sleep_for(kBetween);
  }
  errno = EWOULDBLOCK;
  return false;
}

SafeFile::Fate SafeFile::fate(const std::filesystem::path& name) const {
  struct stat own {};
  struct stat there {};
  if (::fstat(fd_, &own) != 0) return Fate::unknown;
  if (::stat(name.c_str(), &there) != 0) {
    if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE) return Fate::unknown;
    return own.st_nlink == 0 ? Fate::removed : Fate::moved;
  }
  return own.st_dev == there.st_dev && own.st_ino == there.st_ino ? Fate::unchanged : Fate::replaced;
}

// link() fails if the name exists, while rename() would replace it; some file systems have no links.
Naming give_name(const std::filesystem::path& from, const std::filesystem::path& to) {
  const bool is_linked = ::link(from.c_str(), to.c_str()) == 0;
  const bool is_there = !is_linked && (errno == EEXIST || std::filesystem::is_symlink(to) || std::filesystem::exists(to));
  if (!is_linked && !is_there && ::rename(from.c_str(), to.c_str()) == 0) return Naming::done;
  const int why = errno;
  ::unlink(from.c_str());
  errno = why;
  return is_there ? Naming::exists : is_linked ? Naming::done : Naming::failed;
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

}  // namespace classay
