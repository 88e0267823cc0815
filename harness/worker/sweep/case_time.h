// Chooses the part of a plan that runs if a case has a time limit. The choice is a pure function of the plan and of a few
// numbers, the cuts, which the journal records. The clock only selects, after batches of fixed numbers, the level for the
// rest. The same cuts thus run the same inputs in the same vectors (docs/architecture.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "harness/worker/sweep/batches.h"
#include "harness/worker/sweep/clocks.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/subject.h"
#include "suites/plan.h"

namespace classay {

// From this level on only the first batch of each stretch runs.
inline constexpr int kLastLevel = 16;

// Returns whether a level runs the batch. Each level runs half of the random and range inputs of the level before. Chosen
// inputs, such as boundaries and hard cases, all run at the first two levels and are halved at each level after. A level
// runs only batches that all lower levels run. Every level runs the first batch of each stretch, so that each program is
// tested.
bool is_asked_at(int level, const Plan& plan, const Stretch& stretch, const Batch& batch);
// Returns the batches of a level from input `from`, where a batch begins, to `end`.
std::vector<Batch> batches_at(int level, const Plan& plan, const std::vector<Stretch>& all, std::uint64_t from,
                              std::uint64_t end);

// Seconds that a batch took.
struct BatchTime {
  double wall = 0;             // since the batch before, without the time that this process waited for a processor
  std::vector<double> device;  // per width
};

// Estimates from batch times how many more inputs fit. A stretch's first batch does not count, unless it alone exceeds the
// limit: a device may compile a kernel at its first launch.
class CaseTime {
 public:
  // `seconds`: limit of the case; 0: none.
  explicit CaseTime(double seconds) : seconds_(seconds) {}

  bool is_limited() const { return seconds_ > 0; }
  // A batch is given to the device. Returns whether its time decides something; then nothing may be given after it until the
  // time is known.
  bool gives(bool is_first_of_stretch);
  void took(const Batch& batch, const BatchTime& time, bool is_first_of_stretch);
  // Returns how many more inputs fit in the time; nullopt if unknown. A case that is already cut may take twice its time:
  // the first cut came from few batches, and a small excess is not worth another.
  std::optional<double> inputs_left(bool is_cut) const;

 private:
  double seconds_;
  std::uint64_t given_ = 0;
  std::uint64_t inputs_ = 0;  // of batches that count
  double spent_ = 0;          // by the slowest width
  std::vector<double> device_;
  double wall_ = 0;
};

// Returns the first level, not below `level`, at which at most that many inputs remain.
int level_for(double inputs, int level, const Plan& plan, const std::vector<Stretch>& all, std::uint64_t from,
              std::uint64_t end);

// Decides how much of the plan still runs if the case has a time limit. It looks at the clock only after batches of fixed
// numbers (CaseTime). The ledger records what is left out, so that a resumed task leaves out the same.
class CaseCut {
 public:
  // `since_last`: returns the seconds worked since its last call.
  CaseCut(const Subject& subject, Ledger& ledger, std::function<double()> since_last = WorkTime());

  // A batch is given to the device.
  void gives(const Batch& batch, bool is_first_of_stretch);
  // Returns whether a pending batch decides how much more runs. Nothing may be given to the device after it until it has.
  bool is_deciding() const { return decisive_.has_value(); }
  // A batch is accounted for, as are all inputs before `ledger.next`. `widths`: its records, one per width.
  void took(const Batch& batch, std::span<const WidthRecord> widths);

 private:
  bool can_be_cut() const;
  // Reduces the rest to the batches of a level. `decisive`: the batch that was given last.
  void cut_to(int level, const Batch& decisive);

  const Subject& subject_;
  Ledger& ledger_;
  CaseTime time_;
  std::optional<Batch> decisive_;
  std::function<double()> since_last_;
};

}  // namespace classay
