#include "harness/process/safe_file.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "harness/process/windows/headers.h"
#include "harness/process/windows/text.h"

namespace classay {
namespace {

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file) {
  throw FileError(what + " " + file.string() + ": " + std::strerror(errno));
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw FileError(file.string() + " is " + what + ": there has to be a file");
}

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }  // NOLINT: a handle

struct How {
  DWORD access;
  DWORD creation;
  int flags;  // for the descriptor
  bool follows_links;
};
constexpr How kRead{GENERIC_READ, OPEN_EXISTING, _O_RDONLY, true};
constexpr How kGoOn{GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, _O_RDWR | _O_APPEND, false};
constexpr How kAppend{GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR | _O_APPEND, false};
constexpr How kCreate{GENERIC_WRITE, CREATE_NEW, _O_WRONLY | _O_APPEND, false};

// Returns a descriptor, or -1 with the reason in errno. Others may read, rename and remove the file meanwhile, as on POSIX.
int descriptor_of(const std::filesystem::path& file, const How& how, BY_HANDLE_FILE_INFORMATION& found) {
  HANDLE const handle =
      ::CreateFileW(file.c_str(), how.access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, how.creation,
                    FILE_FLAG_BACKUP_SEMANTICS | (how.follows_links ? 0 : FILE_FLAG_OPEN_REPARSE_POINT), nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    windows::set_errno(::GetLastError());
    return -1;
  }
  const bool is_on_disk = ::GetFileType(handle) == FILE_TYPE_DISK && ::GetFileInformationByHandle(handle, &found) != 0;
  if (!is_on_disk) found.dwFileAttributes = FILE_ATTRIBUTE_DEVICE;
  return ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), how.flags | _O_BINARY | _O_NOINHERIT);  // NOLINT
}

// Describes an entry that is not a regular file; nullptr: it is one.
const char* other_than_file(DWORD attributes) {
  if ((attributes & FILE_ATTRIBUTE_DEVICE) != 0) return "a device";
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) return "a symbolic link, through which nothing is written";
  return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? "a folder" : nullptr;
}

const How& how_of(int flags) { return flags == kRead.flags ? kRead : flags == kGoOn.flags ? kGoOn : kAppend; }

}  // namespace

SafeFile SafeFile::opened(const std::filesystem::path& file, int flags, const char* purpose) {
  const How& how = how_of(flags);
  BY_HANDLE_FILE_INFORMATION found{};
  SafeFile opened(descriptor_of(file, how, found), file);
  if (opened.fd_ < 0) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) refuse(file, "a folder");
    fail(purpose, file);
  }
  const DWORD ignored = how.follows_links ? DWORD{FILE_ATTRIBUTE_REPARSE_POINT} : 0;
  if (const char* other = other_than_file(found.dwFileAttributes & ~ignored)) refuse(file, other);
  return opened;
}

SafeFile SafeFile::to_read(const std::filesystem::path& file) { return opened(file, kRead.flags, "cannot read"); }
SafeFile SafeFile::to_go_on(const std::filesystem::path& file) { return opened(file, kGoOn.flags, "cannot write"); }
SafeFile SafeFile::to_append(const std::filesystem::path& file) {
  {
    BY_HANDLE_FILE_INFORMATION found{};
    SafeFile made(descriptor_of(file, kAppend, found), file);
  }
  return opened(file, kGoOn.flags, "cannot write");
}

SafeFile SafeFile::to_create(const std::filesystem::path& file, bool& exists) {
  BY_HANDLE_FILE_INFORMATION found{};
  SafeFile made(descriptor_of(file, kCreate, found), file);
  exists = made.fd_ < 0 && errno == EEXIST;
  if (made.fd_ < 0 && !exists) fail("cannot write", file);
  return made;
}

SafeFile::SafeFile(SafeFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)), name_(std::move(other.name_)) {}

SafeFile::~SafeFile() {
  if (fd_ >= 0) ::_close(fd_);
}

// The system finds the end and writes there in one step. Otherwise a file that is cut between these two steps gets a gap of
// zeros, which the size of the file does not show.
bool SafeFile::write(std::string_view text) const {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  while (!text.empty()) {
    OVERLAPPED at_end{};
    at_end.Offset = at_end.OffsetHigh = 0xffff'ffff;
    DWORD written = 0;
    const auto size = static_cast<DWORD>(std::min(text.size(), kMost));
    if (::WriteFile(handle_of(fd_), text.data(), size, &written, &at_end) == 0 || written == 0) {
      windows::set_errno(::GetLastError());
      return false;
    }
    text.remove_prefix(written);
  }
  return true;
}

std::optional<std::size_t> SafeFile::read(char* to, std::size_t size) const {
  const int got = ::_read(fd_, to, static_cast<unsigned>(size));
  return got < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(got));
}

std::optional<std::uint64_t> SafeFile::size() const {
  const std::int64_t size = ::_filelengthi64(fd_);
  return size < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(size));
}

std::optional<std::uint64_t> SafeFile::end_of_last_write() const {
  const std::int64_t end = ::_lseeki64(fd_, 0, SEEK_CUR);
  return end < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(end));
}

bool SafeFile::cut(std::uint64_t size) const { return ::_chsize_s(fd_, static_cast<std::int64_t>(size)) == 0; }

bool SafeFile::put_on_disk() const { return ::FlushFileBuffers(handle_of(fd_)) != 0; }

// A lock of Windows keeps others from reading its range, so it covers a byte far behind the end.
bool SafeFile::lock() const {
  constexpr int kTries = 100;
  constexpr std::chrono::milliseconds kBetween{20};
  for (int i = 0; i < kTries; ++i) {
    OVERLAPPED place{};
    place.OffsetHigh = 0x4000'0000;
    if (::LockFileEx(handle_of(fd_), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) != 0) return true;
    if (::GetLastError() != ERROR_LOCK_VIOLATION && ::GetLastError() != ERROR_IO_PENDING) {
      windows::set_errno(::GetLastError());
      return false;
    }
    std::this_thread::sleep_for(kBetween);
  }
  errno = EWOULDBLOCK;
  return false;
}

SafeFile::Fate SafeFile::fate(const std::filesystem::path& name) const {
  BY_HANDLE_FILE_INFORMATION own{};
  BY_HANDLE_FILE_INFORMATION there{};
  if (::GetFileInformationByHandle(handle_of(fd_), &own) == 0) return Fate::unknown;
  const int other = descriptor_of(name, kRead, there);
  if (other < 0) {
    // A removed file that is open stays until it is closed, and cannot be opened.
    if (errno == EACCES) return Fate::removed;
    if (errno != ENOENT) return Fate::unknown;
    return own.nNumberOfLinks == 0 ? Fate::removed : Fate::moved;
  }
  ::_close(other);
  // The number of the volume may change when a file is renamed (wine).
  const bool is_it = own.nFileIndexHigh == there.nFileIndexHigh && own.nFileIndexLow == there.nFileIndexLow;
  return is_it ? Fate::unchanged : Fate::replaced;
}

Naming give_name(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::MoveFileExW(from.c_str(), to.c_str(), 0) != 0) return Naming::done;
  const DWORD why = ::GetLastError();
  ::DeleteFileW(from.c_str());
  windows::set_errno(why);
  return why == ERROR_ALREADY_EXISTS || why == ERROR_FILE_EXISTS ? Naming::exists : Naming::failed;
}

void write_file(const std::filesystem::path& file, std::string_view text) {
  const DWORD attributes = ::GetFileAttributesW(file.c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES) {
    if (const char* other = other_than_file(attributes)) refuse(file, other);
    SafeFile::to_read(file);  // devices have attributes of files
    if (::DeleteFileW(file.c_str()) == 0) {
      windows::set_errno(::GetLastError());
      fail("cannot write", file);
    }
  }
  bool exists = false;
  const SafeFile made = SafeFile::to_create(file, exists);
  if (exists || !made.write(text)) fail("cannot write", file);
}

}  // namespace classay
