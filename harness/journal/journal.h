// Writes and reads the journal DIR/journal.jsonl: append-only JSON records, the only output of the harness. The first record
// describes the run; record.h lists the others. Each record is one write, made as soon as its facts are known. Results and
// checkpoints are synced, so a kill loses at most the case in flight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "harness/journal/journal_check.h"
#include "harness/journal/read_json.h"
#include "harness/journal/run_header.h"
#include "harness/process/safe_file.h"

namespace classay {

// An error in a journal, or in writing one: the message names the file, the line and the remedy.
class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct JournalContents {
  SharedJson run;               // the first record, and
  RunHeader header;             // its fields
  std::size_t whole_bytes = 0;  // up to and including the last newline
  bool torn = false;            // text without a newline follows: an interrupted write
  Missing missing;              // results that records count or name, but that do not exist
};

// Reads a journal without a torn last record. Throws JournalError with the line number for an invalid record
// (record.h, journal_check.h) or a newer schema. `visit` receives each record after the first; std::invalid_argument from
// it counts as damage of that record.
struct JournalLine {
  const JournalRecord& record;
  const Json& json;        // as written, with fields that this version does not know
  std::size_t number = 0;  // the line in the file, from 1
};
using JournalVisitor = std::function<void(const JournalLine& line)>;
JournalContents read_journal(const std::filesystem::path& file, const JournalVisitor& visit);

// The only writer of a journal; holds a lock during its lifetime.
class JournalWriter {
 public:
  // Creates `directory` and a new journal in it. The file appears together with its first record, so a kill never leaves a
  // journal without one. Throws if a journal exists, if another run holds the directory, or if writing fails.
  static JournalWriter create(const std::filesystem::path& directory, const Json& run);
  // Reopens an existing journal: locks it, reads it, and cuts off a torn last record.
  struct Reopened;
  static Reopened reopen(const std::filesystem::path& directory, const JournalVisitor& visit);

  // Both throw JournalError if another process removed, replaced, cut or extended the file. They then write nothing, so that
  // the remaining records can be resumed.
  void append(const Json& line);  // one write; the kernel has the data on return
  void append(const JournalRecord& record);
  void sync();  // on return the data is on the disk, and the file is still at its path

  static std::filesystem::path file_of(const std::filesystem::path& directory) { return directory / "journal.jsonl"; }

 private:
  JournalWriter(SafeFile file, std::filesystem::path name) : file_(std::move(file)), name_(std::move(name)) {}
  void refuse_changed() const;
  void refuse_misplaced(std::uint64_t size) const;

  SafeFile file_;
  std::filesystem::path name_;
  std::uint64_t written_ = 0;  // size of the file, unless another process changed it
  std::string failure_;        // why a record could not be written; the file may contain a part of it
};

// Describes how another process changed the size of a journal from `written` bytes, and the remedy; empty: unchanged.
std::string change_of_size(const std::filesystem::path& file, std::uint64_t written, std::uint64_t found);

struct JournalWriter::Reopened {
  JournalWriter writer;
  JournalContents contents;
};

}  // namespace classay
