// What a journal says of a run so far: one state, built line by line, whether the lines are read from a journal that is gone
// on with or are being written. So a resumed run knows exactly what the run knew that was killed.
//
//   start       {unit, widths, stage}                     before a task is given to a worker
//   checkpoint  {unit, widths, stage, state}              the task can go on from here
//   attempt     {unit, width, answer}                     a result that says `fail`, to be asked once more before it counts
//   abnormal    {unit, verdict, blame, reason, widths, in_flight} a unit that ended without its results: the cases of these
//                                                         widths are asked alone
//   result      {case, verdict, ...}                      the last one of a case counts
//   health      {healthy, message, after}                 what a fresh process found
//   ignored     {line, what}                              a line before that was damaged, and that nobody goes by
//   end         {totals, left_out, ...}                   nothing is left to do
// What is gone on from - checkpoint, attempt, abnormal - has a digest of itself (sealed.h), and is not believed without it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/ending/blame.h"
#include "harness/protocol/protocol.h"

namespace classay {

// Which question a task is.
enum class Stage : std::uint8_t {
  first,    // the whole unit
  again,    // one case alone, after the unit ended abnormally
  confirm,  // one case alone, after it failed
};
std::string_view name(Stage s);

// What a person is told of a case.
struct CaseSummary {
  CaseVerdict verdict = CaseVerdict::missing;
  std::string reason;
  std::string repro;
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::optional<double> worst;           // largest error in ulp; nullopt: none, or not finite
  std::vector<std::string> worst_input;  // its arguments, as patterns
  double seconds = 0;
  std::vector<std::string> driver_notes;  // effects of the driver on its worker, one sentence each
  std::string answers;                    // hash of the inputs and the bits of all results; empty: there are none
  bool is_unexpected = false;             // by the baseline, whatever the verdict: baseline.h
  bool is_forgotten = false;              // to be run again, as if it had never been run
};
CaseSummary summary(const Json& result);

class Record {  // NOLINT(bugprone-exception-escape): as JournalContents
 public:
  // Why a case has to be asked alone: its unit ended without it.
  struct Ended {
    CaseVerdict verdict = CaseVerdict::crash;
    Blame blame = Blame::unknown;
    std::string reason;
    bool is_in_flight = false;
  };
  // Of the units with a name, which have no width in common.
  struct Unit {                    // NOLINT(bugprone-exception-escape): as JournalContents
    std::map<int, Json> attempts;  // by width: what the first answer was
    std::map<int, Ended> ended;
  };
  using Totals = std::array<std::uint64_t, 15>;  // by CaseVerdict

  // A line that is gone on from, and is not as it was written: as if it had never been.
  struct Damage {
    std::size_t line = 0;  // its number in the journal
    std::string what;      // a sentence
  };

  // Each line of a journal but the first. Throws std::invalid_argument or Json::exception on a line that no run writes.
  void apply(const Json& line);
  const std::vector<Damage>& damages() const { return damages_; }  // of which no `ignored` tells

  bool has_result(const std::string& case_name) const;  // `missing` is none, and what is forgotten
  void forget_partial();                                // those that were cut short, which count until they have another
  const std::map<std::string, CaseSummary>& cases() const { return cases_; }
  Totals totals() const;
  bool has_attempt(const std::string& unit_name, int width) const;
  Unit unit(const std::string& unit_name) const;
  // Where the builtin hung for the first time, in any format, mode or front end: a unit or a case; empty: nowhere.
  std::string hung_in(const std::string& unit_name) const;
  Json state_for(const std::string& unit_name, const std::vector<int>& widths, Stage stage) const;  // null: none
  bool has_ended() const { return has_ended_; }                                                     // the last line is `end`

 private:
  bool is_damaged(const std::string& kind, const Json& line);
  void apply_result(const Json& line);
  void apply_abnormal(const Json& line);

  void note_hang(const std::string& name);

  std::map<std::string, CaseSummary> cases_;
  std::map<std::string, Unit> units_;
  std::map<std::string, Json> checkpoints_;  // by the widths of a unit: the last one, until all of them have results
  std::map<std::string, std::string> hung_;  // by group and builtin: where for the first time
  std::vector<Damage> damages_;
  std::size_t lines_ = 1;
  bool has_ended_ = false;
};

// The same cases, asked through OpenCL C and through SPIR-V with the same inputs: how many, and those, by their names in
// SPIR-V, that got other bits.
struct FrontEnds {
  std::uint64_t compared = 0;
  std::vector<std::string> differing;
};
FrontEnds front_ends(const Record& record);

Json start_line(const Unit& unit, Stage stage);
Json checkpoint_line(const Unit& unit, Stage stage, const Json& state);
Json attempt_line(const Unit& unit, int width, const Json& answer);
// `left_out`: the names of cases that were not asked; `stale`: those in the baseline that there are not.
Json ignored_line(const Record::Damage& damage);
Json end_line(const Record& record, const Json& left_out, const std::vector<std::string>& stale = {});

}  // namespace classay
