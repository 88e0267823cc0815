// How much of a plan is asked where a case has a time. Which batches those are is a pure function of the plan and of a few
// numbers, its cuts, which stand in the journal: the clock only says, after batches of a fixed number, to which level the
// rest is cut. So the same cuts ask the same inputs in the same vectors (docs/architecture.md).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/sweep/batches.h"
#include "suites/plan.h"

namespace classay {

// When so many batches had been asked, the rest became those of a level.
struct Cut {
  std::uint64_t after = 0;
  int level = 0;
  bool operator==(const Cut&) const = default;
};

// From here on only the first batch of each stretch is asked.
inline constexpr int kLastLevel = 16;

// Each level asks half of the inputs of the one before that are random or in ranges; of those that stand in the plan for
// what they are - boundaries, hard places - all at the first two levels, then half at each. What a level asks, those before
// it ask too, and every level asks the first batch of each stretch: its program is asked something.
bool is_asked_at(int level, const Plan& plan, const Stretch& stretch, const Batch& batch);
// Those from input `from` on, where a batch begins, up to `end`.
std::vector<Batch> batches_at(int level, const Plan& plan, const std::vector<Stretch>& all, std::uint64_t from,
                              std::uint64_t end);

// What a batch took, in seconds.
struct BatchTime {
  double wall = 0;             // from the batch before to this one, but for what this process waited for a processor
  std::vector<double> device;  // at each width
};

// Decides. A device may compile a kernel when it is launched first, so a stretch's first batch says nothing of the others,
// unless it takes longer than a case may by itself.
class CaseTime {
 public:
  // `seconds`: of a case, 0: as long as it takes.
  explicit CaseTime(double seconds) : seconds_(seconds) {}

  bool is_limited() const { return seconds_ > 0; }
  // A batch is given to the device: is there something to be decided when it is known what that took? Nothing is to be given
  // after it before.
  bool gives(bool is_first_of_stretch);
  void took(const Batch& batch, const BatchTime& time, bool is_first_of_stretch);
  // How many more inputs there is time for; nullopt: nothing is known yet. A case that is cut already may take twice its
  // time: what was reckoned from few batches is not cut again for a trifle.
  std::optional<double> inputs_left(bool is_cut) const;

 private:
  double seconds_;
  std::uint64_t given_ = 0;
  std::uint64_t inputs_ = 0;  // of batches that count
  double spent_ = 0;          // by the slowest width
  std::vector<double> device_;
  double wall_ = 0;
};

// The first level, not below `level`, at which there are no more inputs than that.
int level_for(double inputs, int level, const Plan& plan, const std::vector<Stretch>& all, std::uint64_t from,
              std::uint64_t end);

}  // namespace classay
