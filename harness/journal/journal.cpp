#include "harness/journal/journal.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "harness/text/shell_word.h"

namespace classay {
namespace {

std::string because() { return std::string(": ") + std::strerror(errno); }

// Takes the lock that marks a directory as in use by a run.
void lock_or_refuse(const SafeFile& file) {
  if (file.lock()) return;
  const std::string why = errno == EWOULDBLOCK ? " is in use by another run" : " cannot be locked" + because();
  throw JournalError(file.name().parent_path().string() + why);
}

[[noreturn]] void refuse_existing(const std::filesystem::path& file) {
  throw JournalError(file.string() + " exists; choose another folder with --out, or continue the run with `classay resume " +
                     folder_word(file.parent_path()) + "`");
}

// Creates a file without the journal's name, for its first record. A file left by a killed run is skipped, and an existing
// file or link is neither written nor followed.
SafeFile create_unnamed(const std::filesystem::path& directory) {
  constexpr int kMost = 100;
  for (int i = 1; i <= kMost; ++i) {
    bool exists = false;
    SafeFile made =
        SafeFile::to_create(directory / (i == 1 ? "journal.jsonl.new" : fmt::format("journal.jsonl.new-{}", i)), exists);
    if (!exists) return made;
  }
  throw JournalError(fmt::format("{} has {} files journal.jsonl.new already: remove them", directory.string(), kMost));
}

void name_or_refuse(const std::filesystem::path& from, const std::filesystem::path& to) {
  const Naming naming = give_name(from, to);
  if (naming == Naming::exists) refuse_existing(to);
  if (naming == Naming::failed) throw JournalError("cannot write " + to.string() + because());
}

void put_on_disk(const SafeFile& file, const std::filesystem::path& name) {
  if (!file.put_on_disk()) throw JournalError("cannot sync " + name.string() + because());
}

// A removed or moved folder takes its journal along, and later writes would succeed without notice.
void refuse_lost(const SafeFile& file, const std::filesystem::path& name) {
  const auto lost = [&](const std::string& what, const std::string& remedy) {
    throw JournalError(name.string() + what + " while the run wrote to it; the run is given up" + remedy);
  };
  switch (file.fate(name)) {
    case SafeFile::Fate::removed: lost(" was removed", ". Its results are lost: begin it anew"); break;
    case SafeFile::Fate::moved: lost(" was moved away", ". Put its folder back and go on with `classay resume`"); break;
    case SafeFile::Fate::replaced: lost(" was replaced by another file", ""); break;
    case SafeFile::Fate::unchanged:
    case SafeFile::Fate::unknown: break;
  }
}

// Adds the place of a line to errors about it.
template <class Call>
void with_place(const std::filesystem::path& file, std::size_t number, Call call) {
  const std::string where = file.string() + ", line " + std::to_string(number) + ": ";
  try {
    call();
  } catch (const BadJson& e) {
    throw JournalError(where + "malformed; the journal was damaged or edited (" + e.what() + ")");
  } catch (const std::invalid_argument& e) {
    throw JournalError(where + e.what());
  } catch (const Json::exception& e) {
    throw JournalError(where + in_words(e));
  }
}

JournalContents read_lines(const SafeFile& file, const JournalVisitor& visit) {
  JournalContents contents;
  std::optional<JournalCheck> check;
  LineReader reader(file, kLongestText);
  for (std::string text; reader.next(text);) {
    contents.torn = reader.torn();
    if (contents.torn) break;
    with_place(file.name(), reader.number(), [&] {
      Json json = read_json(text);
      if (!check) {
        contents.header = first_record_from(json);
        contents.run = shared(std::move(json));
        check.emplace(contents.header);
        return;
      }
      const JournalRecord record = journal_record_from(json);
      check->take(record);
      if (visit) visit({.record = record, .json = json, .number = reader.number()});
    });
    contents.whole_bytes += text.size() + 1;
  }
  if (!check) {
    throw JournalError(file.name().string() + ": empty; the run ended before its first line was written");
  }
  contents.missing = missing_of(check->accounts());
  return contents;
}

// Turns an error of the file into an error of the journal.
template <class Call>
auto as_journal(Call call) {
  try {
    return call();
  } catch (const FileError& e) {
    throw JournalError(e.what());
  }
}

}  // namespace

JournalContents read_journal(const std::filesystem::path& file, const JournalVisitor& visit) {
  return as_journal([&] { return read_lines(SafeFile::to_read(file), visit); });
}

JournalWriter JournalWriter::create(const std::filesystem::path& directory, const Json& run) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw JournalError("cannot make " + directory.string() + ": " + error.message());
  const std::filesystem::path file = file_of(directory);
  if (std::filesystem::exists(file)) refuse_existing(file);
  JournalWriter writer = as_journal([&] { return JournalWriter(create_unnamed(directory), file); });
  lock_or_refuse(writer.file_);
  writer.append(run);
  put_on_disk(writer.file_, file);
  name_or_refuse(writer.file_.name(), file);
  return writer;
}

JournalWriter::Reopened JournalWriter::reopen(const std::filesystem::path& directory, const JournalVisitor& visit) {
  const std::filesystem::path file = file_of(directory);
  if (!std::filesystem::exists(file)) throw JournalError("no journal in " + directory.string());
  JournalWriter writer = as_journal([&] { return JournalWriter(SafeFile::to_go_on(file), file); });
  lock_or_refuse(writer.file_);
  JournalContents contents = as_journal([&] { return read_lines(writer.file_, visit); });
  if (!writer.file_.cut(contents.whole_bytes)) {
    throw JournalError("cannot cut the torn last line off " + file.string() + because());
  }
  writer.written_ = contents.whole_bytes;
  return {std::move(writer), std::move(contents)};
}

std::string change_of_size(const std::filesystem::path& file, std::uint64_t written, std::uint64_t found) {
  if (found == written) return "";
  const std::string folder = folder_word(file.parent_path());
  const std::string given_up = " by another process while the run wrote to it; the run is given up. ";
  if (found == 0) return file.string() + " was emptied" + given_up + "Its results are lost: begin a new run";
  if (found < written) {
    return fmt::format("{} was cut from {} to {} bytes{}Go on with the lines that are left: `classay resume {}`",
                       file.string(), written, found, given_up, folder);
  }
  return fmt::format(
      "{} was lengthened from {} to {} bytes{}Cut it with `truncate -s {} {}`, then go on with `classay resume {}`",
      file.string(), written, found, given_up, written, shell_word(file.string()), folder);
}

// Bytes after a torn record would join it with the next one, and bytes after a cut would hide the cut.
void JournalWriter::refuse_changed() const {
  const std::optional<std::uint64_t> found = file_.size();
  if (!found) return;
  const std::string what = change_of_size(name_, written_, *found);
  if (!what.empty()) throw JournalError(what);
}

// If the file was cut or extended after refuse_changed(), two records would be joined. The new record is cut off again
// unless another process wrote after it. O_APPEND sets the position to its end.
void JournalWriter::refuse_misplaced(std::uint64_t size) const {
  const std::optional<std::uint64_t> end = file_.end_of_last_write();
  if (!end || *end - size == written_) return;
  const std::uint64_t begin = *end - size;
  const bool is_last = file_.size() == end;
  if (is_last && !file_.cut(begin)) {
    throw JournalError("cannot cut the last line off " + name_.string() + because());
  }
  throw JournalError(change_of_size(name_, written_, begin));
}

void JournalWriter::append(const JournalRecord& record) { append(to_json(record)); }

void JournalWriter::append(const Json& line) {
  if (!failure_.empty()) throw JournalError(failure_);
  const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  refuse_changed();
  if (file_.write(text)) {
    refuse_misplaced(text.size());
    written_ += text.size();
    return;
  }
  failure_ = "cannot write " + name_.string() + because() + "; the results written so far can be resumed";
  throw JournalError(failure_);
}

void JournalWriter::sync() {
  put_on_disk(file_, name_);
  refuse_lost(file_, name_);
  if (failure_.empty()) refuse_changed();
}

}  // namespace classay
