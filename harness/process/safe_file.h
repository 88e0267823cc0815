// Opens files safely in folders that other users may write to. Reading accepts regular files only, so it never blocks or
// runs forever. Writing uses a new or the original file, never the target of a link.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace classay {

// A sentence that names the file.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An open file, closed by the destructor.
class SafeFile {
 public:
  // Reject pipes, devices and folders without blocking. Throw FileError.
  static SafeFile to_read(const std::filesystem::path& file);
  static SafeFile to_go_on(const std::filesystem::path& file);   // to read and append; rejects links
  static SafeFile to_append(const std::filesystem::path& file);  // the same, and creates a missing file
  // To append to a new file. Any existing entry, even a dangling link, is an error; `exists` reports that case.
  static SafeFile to_create(const std::filesystem::path& file, bool& exists);

  SafeFile(SafeFile&& other) noexcept;
  SafeFile& operator=(SafeFile&&) = delete;
  SafeFile(const SafeFile&) = delete;
  SafeFile& operator=(const SafeFile&) = delete;
  ~SafeFile();

  const std::filesystem::path& name() const { return name_; }
  // Return false or nothing on error; errno has the reason.
  bool write(std::string_view text) const;                            // all of the text
  std::optional<std::size_t> read(char* to, std::size_t size) const;  // 0 at the end
  std::optional<std::uint64_t> size() const;
  std::optional<std::uint64_t> end_of_last_write() const;
  bool cut(std::uint64_t size) const;
  bool put_on_disk() const;
  // Takes the lock that a file has for one process. A child has it too until it has started its own program, so a lock that
  // stays for a moment only is waited for. EWOULDBLOCK: another process has it.
  bool lock() const;

  // The state of this file under its name.
  enum class Fate : std::uint8_t { unchanged, removed, moved, replaced, unknown };
  Fate fate(const std::filesystem::path& name) const;

 private:
  SafeFile(int fd, std::filesystem::path name) : fd_(fd), name_(std::move(name)) {}
  static SafeFile opened(const std::filesystem::path& file, int flags, const char* purpose);
  int fd_ = -1;
  std::filesystem::path name_;
};

// Reads a file line by line from its start. Lines above the limit are rejected, so memory stays bounded.
class LineReader {
 public:
  LineReader(const SafeFile& file, std::size_t longest) : file_(file), longest_(longest) {}
  // Returns false at the end. Text after the last newline is also a line, and torn().
  bool next(std::string& line);  // throws FileError: a read error, or line N is longer than the limit
  bool torn() const { return torn_; }
  std::size_t number() const { return number_; }  // number of the last line read

 private:
  bool read_more();
  const SafeFile& file_;
  std::size_t longest_;
  std::string buffer_;
  std::size_t start_ = 0;  // start of the unread text in the buffer
  std::size_t number_ = 0;
  bool torn_ = false;
};

// Gives a file its final name, unless a file or link has it. Otherwise removes it.
enum class Naming : std::uint8_t { done, exists, failed };
Naming give_name(const std::filesystem::path& from, const std::filesystem::path& to);  // failed: errno has the reason

// Replaces the file by a new one with this text. Rejects links, pipes and folders. Throws FileError.
void write_file(const std::filesystem::path& file, std::string_view text);

// Returns the complete file, up to a number of bytes. Throws FileError.
std::string read_file(const std::filesystem::path& file, std::size_t most_bytes);

}  // namespace classay
