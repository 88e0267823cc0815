// The supervisor: sees to it that every case of a run gets the verdict that it deserves. It deals units to caretakers
// (caretaker.h), one for each worker that may be at work at a time, in the order that it was given them; what they write
// goes into one journal. When the device is lost to one, the run is given up for all, and what was not asked is `missing`.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/journal/baseline.h"
#include "harness/run/caretaker.h"

namespace classay {

struct SupervisorOptions {
  CaretakerOptions care;
  int workers = 1;                                       // at a time
  std::optional<Caretaker::Clock::time_point> deadline;  // no unit begins after it
  Baseline baseline;                                     // with which results are compared
  ReproWords repro;
};

enum class RunEnd : std::uint8_t { complete, out_of_time, unusable, interrupted };

class Supervisor {
 public:
  Supervisor(SupervisorOptions options, JournalWriter& journal, Record& record, RunListener& listener);

  // Runs all cases of the units that have no result, and writes the last line of the journal. `measured`: the run's other
  // cases, which the deadline may have left out as well. Throws JournalError when the journal cannot be written.
  RunEnd run(const std::vector<Unit>& units, const std::vector<std::string>& measured);
  std::string why_unusable() const { return book_.why_unusable(); }

 private:
  bool is_finished(const Unit& unit) const;
  void deal(const std::vector<Unit>& units);
  RunEnd how_it_ended(const std::vector<std::string>& cases) const;
  void give_up(const std::vector<Unit>& units);

  SupervisorOptions options_;
  RunBook book_;
};

}  // namespace classay
