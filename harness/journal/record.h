// Defines the records of a journal after the first one, and builds the state of a run from them. A running and a resumed run
// build it in the same way, so the resumed run knows exactly what the killed run knew. The last result of a case counts.
// Records for resuming (checkpoint, attempt, abnormal) have a digest (read_json.h) and are not used without it.
#pragma once

#include <array>
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
std::string record_text(const JournalRecord& record);  // the same as one line of text
// Reads a record after the first one, and checks its fields. Throws std::invalid_argument.
JournalRecord journal_record_from(const Json& json);

StartRecord start_of(const Unit& unit, Stage stage);

struct CaseSummary {
  CaseVerdict verdict = CaseVerdict::missing;
  std::string reason;
  std::string repro;
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::optional<double> worst;           // largest error in ulp; nullopt: none, or not finite
  std::vector<std::string> worst_input;  // its arguments, as bit patterns
  double seconds = 0;
  std::vector<std::string> driver_notes;  // effects of the driver on its worker, one sentence each
  std::string answers;                    // hash of the inputs and of all results; empty: none
  bool is_unexpected = false;             // by the baseline, whatever the verdict (baseline.h)
  bool is_forgotten = false;              // must run again as if it had never run
};
CaseSummary summary(const CaseResult& result);

class Record {
 public:
  // Why a case runs alone: its unit ended without its result.
  struct Ended {
    CaseVerdict verdict = CaseVerdict::crash;
    Blame blame = Blame::unknown;
    std::string reason;
    bool is_in_flight = false;
  };
  // State of all units with one name, which share no width.
  struct Unit {
    std::map<int, CaseResult> attempts;  // first result that failed, by width
    std::map<int, Ended> ended;
  };
  using Totals = std::array<std::uint64_t, 15>;  // by CaseVerdict

  // A damaged record for resuming, which is treated as absent.
  struct Damage {
    std::size_t line = 0;  // line number in the journal
    std::string what;      // a sentence
  };

  void apply(const JournalRecord& record);                         // each record except the first
  const std::vector<Damage>& damages() const { return damages_; }  // without an `ignored` record

  bool has_result(const std::string& case_name) const;  // `missing` and forgotten results do not count
  void forget_partial();                                // partial results; they count until the case has a new one
  const std::map<std::string, CaseSummary>& cases() const { return cases_; }
  Totals totals() const;
  bool has_attempt(const std::string& unit_name, int width) const;
  Unit unit(const std::string& unit_name) const;
  // Returns the unit or case in which the builtin first hung, in any format, mode or front end; empty: none.
  std::string hung_in(const std::string& unit_name) const;
  SharedJson state_for(const std::string& unit_name, const std::vector<int>& widths, Stage stage) const;  // nullptr: none
  bool has_ended() const { return has_ended_; }  // the last record is `end`

 private:
  void apply_one(const CaseResult& result);
  void apply_one(const CheckpointRecord& checkpoint);
  void apply_one(const AttemptRecord& attempt);
  void apply_one(const AbnormalRecord& abnormal);
  void apply_one(const IgnoredRecord& ignored);
  void apply_one(const EndRecord& end);
  void apply_one(const UnreadRecord& unread);
  void apply_one(const StartRecord& /*start*/) {}    // for readers of the journal
  void apply_one(const HealthRecord& /*health*/) {}  // the same

  void note_hang(const std::string& name);

  std::map<std::string, CaseSummary> cases_;
  std::map<std::string, Unit> units_;
  // By the widths of a unit: the last one, until all widths have results.
  std::map<std::string, CheckpointRecord> checkpoints_;
  std::map<std::string, std::string> hung_;  // by group and builtin: the unit or case of the first hang
  std::vector<Damage> damages_;
  std::size_t lines_ = 1;
  bool has_ended_ = false;
};

FrontEnds front_ends(const Record& record);

// `left_out` and `stale` as in EndRecord.
EndRecord end_of(const Record& record, std::vector<std::string> left_out, std::vector<std::string> stale = {});

}  // namespace classay
