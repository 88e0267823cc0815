// The journal: DIR/journal.jsonl, append-only JSON lines, the only thing that leaves the harness. The first line describes
// the run; then come the others, as record.h has them. Every line is written in one call as soon as it is known, and results
// and checkpoints are synced, so that a kill at any moment loses at most the case in flight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/journal/journal_check.h"
#include "harness/protocol/read_json.h"
#include "harness/text/safe_file.h"

namespace classay {

// What is wrong with a journal, or with writing one: the message names the file, the line, and what to do.
class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct JournalContents {        // NOLINT(bugprone-exception-escape): moving an ordered_json is not marked noexcept
  Json run;                     // the first line
  std::vector<Json> lines;      // all that follow
  std::size_t whole_bytes = 0;  // up to and including the last newline
  bool torn = false;            // something without a newline followed: a write that was cut off
  Missing missing;              // results that lines count or name, and that are not there
};

// Reads a journal. A torn last line is left out; what is no line of a journal (journal_check.h), or of a newer schema, is a
// JournalError with its line number. Fields that this version does not know are kept and ignored.
JournalContents read_journal(const std::filesystem::path& file);

// The same for journals that need not fit into memory: `visit` is given each line after the first;
// `lines` stays empty. What `visit` throws as std::invalid_argument or Json::exception is damage of that line.
using JournalVisitor = std::function<void(const Json& line)>;
JournalContents read_journal(const std::filesystem::path& file, const JournalVisitor& visit);

// The only writer of a journal, held by a lock for as long as it lives.
class JournalWriter {
 public:
  // A new journal in `directory`, which is made. It comes into being with its first line: a journal without one does not
  // exist, whenever the run is killed. Throws when there is one already, when another run holds the directory, and when it
  // can not be written.
  static JournalWriter create(const std::filesystem::path& directory, const Json& run);
  // Goes on with one that exists: locks it, reads it, and cuts a torn last line off.
  struct Reopened;
  static Reopened reopen(const std::filesystem::path& directory, const JournalVisitor& visit);

  // Both throw JournalError where the file is not what this writer wrote: another process removed, replaced, cut or
  // lengthened it. Nothing is written to such a file, so that what it has can be resumed.
  void append(const Json& line);  // one write; in the hands of the system when it returns
  void sync();                    // on the disk when it returns, and still where whoever looks for it will look

  static std::filesystem::path file_of(const std::filesystem::path& directory) { return directory / "journal.jsonl"; }

 private:
  JournalWriter(SafeFile file, std::filesystem::path name) : file_(std::move(file)), name_(std::move(name)) {}
  void refuse_changed() const;
  void refuse_misplaced(std::uint64_t size) const;

  SafeFile file_;
  std::filesystem::path name_;
  std::uint64_t written_ = 0;  // bytes that the file has, unless another process changed it
  std::string failure_;        // why a line could not be written; the file may have a part of it
};

// Describes how another process changed the size of a journal from `written` bytes, and what to do; empty: it did not.
std::string change_of_size(const std::filesystem::path& file, std::uint64_t written, std::uint64_t found);

struct JournalWriter::Reopened {  // NOLINT(bugprone-exception-escape): as JournalContents
  JournalWriter writer;
  JournalContents contents;
};

}  // namespace classay
