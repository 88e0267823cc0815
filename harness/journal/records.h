// Defines the records of a journal after the first one. The journal is append-only; record.h builds the state of a run from
// it. `digest` (sealed.h) is part of the records from which a run resumes: checkpoint, attempt, abnormal.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/read_json.h"
#include "harness/journal/unit.h"
#include "harness/process/blame.h"

namespace classay {

enum class Stage : std::uint8_t {
  first,    // all widths of the unit
  again,    // one case alone, after the unit ended abnormally
  confirm,  // one case alone, after it failed
};
std::string_view name(Stage s);

// Before a worker gets a task.
struct StartRecord {
  std::string unit;
  std::vector<int> widths;
  Stage stage = Stage::first;
};

// The task can resume from here.
struct CheckpointRecord {
  std::string unit;
  std::vector<int> widths;
  Stage stage = Stage::first;
  SharedJson state;
};

// A result `fail` that needs confirmation.
struct AttemptRecord {
  std::string unit;
  int width = 0;
  CaseResult answer;
};

// A unit that ended without its results.
struct AbnormalRecord {
  std::string unit;
  CaseVerdict verdict = CaseVerdict::harness_error;
  std::optional<Blame> blame;  // nullopt in journals of version 1.0
  std::string reason;
  std::vector<int> widths;     // the cases of these widths run alone
  std::vector<int> in_flight;  // those that may be the cause
  std::string log;
  SharedJson ended;  // the evidence; nullptr: none
};

// A check of the device in a fresh process.
struct HealthRecord {
  bool healthy = false;
  std::string message;
  std::string after;  // the failure that preceded
};

// An earlier record that is damaged and unused.
struct IgnoredRecord {
  std::uint64_t line = 0;
  std::string what;
};

// Compares cases with equal inputs in OpenCL C and SPIR-V: their number, and the SPIR-V names of those that differ.
struct FrontEnds {
  std::uint64_t compared = 0;
  std::vector<std::string> differing;
};

// The run has ended.
struct EndRecord {
  std::map<CaseVerdict, std::uint64_t> totals;
  std::vector<std::string> left_out;    // cases that did not run
  std::vector<std::string> stale;       // cases of the baseline that do not exist
  std::optional<FrontEnds> front_ends;  // nullopt: none are compared
  std::string unusable;                 // why the device was given up; empty: it was not
};

// A record whose fields are not read: of a later version, or damaged.
struct UnreadRecord {
  std::string kind;
  std::string damage;  // why its digest does not fit; empty: a kind that this version does not know
};

using JournalRecord = std::variant<CaseResult, StartRecord, CheckpointRecord, AttemptRecord, AbnormalRecord, HealthRecord,
                                   IgnoredRecord, EndRecord, UnreadRecord>;

// Returns the record as a journal has it, with its digest. Precondition: not an UnreadRecord.
Json to_json(const JournalRecord& record);
// Reads a record after the first one, and checks its fields. Throws std::invalid_argument.
JournalRecord journal_record_from(const Json& json);

StartRecord start_of(const Unit& unit, Stage stage);

}  // namespace classay
