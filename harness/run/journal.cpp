#include "harness/run/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

#include "harness/run/shell_word.h"

namespace classay {
namespace {

std::string because() { return std::string(": ") + std::strerror(errno); }

// A run that was killed while it started a child leaves its lock with that child until the child has become another program:
// a moment. Who holds the lock for longer is another run.
bool lock(int fd) {
  constexpr int kTries = 100;
  constexpr std::chrono::milliseconds kBetween{20};
  for (int i = 0; i < kTries; ++i) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    std::this_thread::sleep_for(kBetween);
  }
  errno = EWOULDBLOCK;
  return false;
}

// Opens for appending and takes the lock that says "a run is writing here".
int open_locked(const std::filesystem::path& file, int flags) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0644);
  if (fd < 0) throw JournalError("cannot write " + file.string() + because());
  if (!lock(fd)) {
    const std::string why = errno == EWOULDBLOCK ? " is in use by another run" : " cannot be locked" + because();
    ::close(fd);
    throw JournalError(file.parent_path().string() + why);
  }
  return fd;
}

[[noreturn]] void refuse_existing(const std::filesystem::path& file) {
  throw JournalError(file.string() + " exists already: choose another --out, or go on with `classay resume " +
                     shell_word(file.parent_path().string()) + "`");
}

// A link fails where a journal is already, which a rename would replace; not all file systems have links.
void give_name(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return;
  }
  if (errno == EEXIST || std::filesystem::exists(to)) refuse_existing(to);
  if (::rename(from.c_str(), to.c_str()) != 0) throw JournalError("cannot write " + to.string() + because());
}

void put_on_disk(int fd, const std::filesystem::path& file) {
  if (::fdatasync(fd) != 0 && errno != EINVAL && errno != EROFS) {
    throw JournalError("cannot sync " + file.string() + because());
  }
}

// A folder that is removed or put elsewhere takes its journal with it, and who writes to that notices nothing.
void refuse_lost(int fd, const std::filesystem::path& file) {
  struct stat written {};
  struct stat there {};
  if (::fstat(fd, &written) != 0) return;
  if (::stat(file.c_str(), &there) != 0) {
    if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE) return;
    const std::string what = written.st_nlink == 0 ? " was removed" : " was moved away";
    throw JournalError(file.string() + what + " while the run wrote to it; the run is given up. " +
                       (written.st_nlink == 0 ? "Its results are lost: begin it anew"
                                              : "Put its folder back and go on with `classay resume`"));
  }
  if (written.st_dev == there.st_dev && written.st_ino == there.st_ino) return;
  throw JournalError(file.string() + " was replaced by another file while the run wrote to it; the run is given up");
}

void check_schema(const Json& run, const std::filesystem::path& file) {
  if (!run.is_object() || run.value("kind", "") != "run" || !run.contains("schema")) {
    throw JournalError(file.string() + ", line 1: not the first line of a journal (kind \"run\" with a schema)");
  }
  const int schema = run["schema"].is_number_integer() ? run["schema"].get<int>() : 0;
  if (schema < 1 || schema > kJournalSchema) {
    throw JournalError(file.string() + ", line 1: schema " + run["schema"].dump() + "; this version reads schema " +
                       std::to_string(kJournalSchema) + ": use a newer classay");
  }
}

Json parse_line(const std::string& line, const std::filesystem::path& file, std::size_t number) {
  Json parsed = Json::parse(line, nullptr, false);
  if (parsed.is_discarded() || !parsed.is_object() || !parsed.contains("kind")) {
    throw JournalError(file.string() + ", line " + std::to_string(number) +
                       ": malformed; the journal was damaged or edited");
  }
  return parsed;
}

void visit_line(const Json& line, const JournalVisitor& visit, const std::filesystem::path& file, std::size_t number) {
  try {
    visit(line);
  } catch (const std::invalid_argument& e) {
    throw JournalError(file.string() + ", line " + std::to_string(number) + ": " + e.what());
  } catch (const Json::exception& e) {
    throw JournalError(file.string() + ", line " + std::to_string(number) + ": " + e.what());
  }
}

}  // namespace

JournalContents read_journal(const std::filesystem::path& file, const JournalVisitor& visit) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw JournalError("cannot read " + file.string() + because());
  JournalContents contents;
  std::size_t number = 0;
  for (std::string text; std::getline(in, text);) {
    if (in.eof()) {  // no newline
      contents.torn = true;
      break;
    }
    Json line = parse_line(text, file, ++number);
    if (number == 1) {
      check_schema(line, file);
      contents.run = std::move(line);
    } else {
      visit_line(line, visit, file, number);
    }
    contents.whole_bytes += text.size() + 1;
  }
  if (in.bad()) throw JournalError("cannot read " + file.string() + because());
  if (number == 0) throw JournalError(file.string() + ": empty; the run ended before its first line was written");
  return contents;
}

JournalContents read_journal(const std::filesystem::path& file) {
  std::vector<Json> lines;
  JournalContents contents = read_journal(file, [&](const Json& line) { lines.push_back(line); });
  contents.lines = std::move(lines);
  return contents;
}

JournalWriter JournalWriter::create(const std::filesystem::path& directory, const Json& run) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw JournalError("cannot make " + directory.string() + ": " + error.message());
  const std::filesystem::path file = file_of(directory);
  if (std::filesystem::exists(file)) refuse_existing(file);
  const std::filesystem::path unnamed = directory / "journal.jsonl.new";
  JournalWriter writer(open_locked(unnamed, O_CREAT), file);
  // What a run left that was killed right here.
  if (::ftruncate(writer.fd_, 0) != 0) throw JournalError("cannot write " + unnamed.string() + because());
  writer.append(run);
  put_on_disk(writer.fd_, file);
  give_name(unnamed, file);
  return writer;
}

JournalWriter::Reopened JournalWriter::reopen(const std::filesystem::path& directory, const JournalVisitor& visit) {
  const std::filesystem::path file = file_of(directory);
  if (!std::filesystem::exists(file)) throw JournalError("there is no journal in " + directory.string());
  JournalWriter writer(open_locked(file, 0), file);
  JournalContents contents = read_journal(file, visit);
  if (::ftruncate(writer.fd_, static_cast<off_t>(contents.whole_bytes)) != 0) {
    throw JournalError("cannot cut the torn last line off " + file.string() + because());
  }
  return {std::move(writer), std::move(contents)};
}

JournalWriter::JournalWriter(JournalWriter&& other) noexcept : fd_(other.fd_), file_(std::move(other.file_)) {
  other.fd_ = -1;
}

JournalWriter::~JournalWriter() {
  if (fd_ >= 0) ::close(fd_);
}

void JournalWriter::append(const Json& line) {
  const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(fd_, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw JournalError("cannot write " + file_.string() + because() + "; what was written so far can be resumed");
    done += static_cast<std::size_t>(n);
  }
}

void JournalWriter::sync() {
  put_on_disk(fd_, file_);
  refuse_lost(fd_, file_);
}

}  // namespace classay
