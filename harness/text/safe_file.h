// Files in folders that others may write to. What is read is a file and nothing that waits for ever or never ends; what is
// written is new or the file that it was, and never what a link points to.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace classay {

// A sentence that names the file.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An open file; closed when it goes.
class SafeFile {
 public:
  // No pipe, no device, no folder; who opens one of those is not held up. Throw FileError.
  static SafeFile to_read(const std::filesystem::path& file);
  static SafeFile to_go_on(const std::filesystem::path& file);   // to be read and appended to; no link
  static SafeFile to_append(const std::filesystem::path& file);  // the same, and made if there is none
  // Appended to; nothing may be there by this name, a link that leads nowhere neither. `exists`: nothing was made.
  static SafeFile to_create(const std::filesystem::path& file, bool& exists);

  SafeFile(SafeFile&& other) noexcept;
  SafeFile& operator=(SafeFile&&) = delete;
  SafeFile(const SafeFile&) = delete;
  SafeFile& operator=(const SafeFile&) = delete;
  ~SafeFile();

  int descriptor() const { return fd_; }
  const std::filesystem::path& name() const { return name_; }
  bool write(std::string_view text) const;  // all of it; false: errno says why not

 private:
  SafeFile(int fd, std::filesystem::path name) : fd_(fd), name_(std::move(name)) {}
  static SafeFile opened(const std::filesystem::path& file, int flags, const char* purpose);
  int fd_ = -1;
  std::filesystem::path name_;
};

// The lines of a file from its beginning, each no longer than a limit: none is held in memory whole that is.
class LineReader {
 public:
  LineReader(const SafeFile& file, std::size_t longest) : file_(file), longest_(longest) {}
  // False at the end. What follows the last newline is a line too, and torn().
  bool next(std::string& line);  // throws FileError: it can not be read, or line N is longer than the limit
  bool torn() const { return torn_; }
  std::size_t number() const { return number_; }  // of the line that was read last

 private:
  bool read_more();
  const SafeFile& file_;
  std::size_t longest_;
  std::string buffer_;
  std::size_t start_ = 0;  // in the buffer, of what is not read yet
  std::size_t number_ = 0;
  bool torn_ = false;
};

// A file that has this text, and nothing that was there before under its name; no link, pipe or folder. Throws FileError.
void write_file(const std::filesystem::path& file, std::string_view text);

// All of a file up to so many bytes. Throws FileError.
std::string read_file(const std::filesystem::path& file, std::size_t most_bytes);

}  // namespace classay
