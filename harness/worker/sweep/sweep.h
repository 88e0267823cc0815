// Runs every input of a task at every width, and accounts for every result. Data flow for each stretch of inputs that one
// program runs:
//
//   plan --> Launcher --> Asker --> device --> Asker --> WidthComparison --> commit --> Ledger --> checkpoint, results
//               ^                                |              |              |
//               |                                |              +-- FirstWidth |
//               |                                +-- Suspects                  |
//               |                                +-- KeptBatches --> OtherForms|
//               +---------------------------- CaseCut <------------------------+
//
//   Subject          holds what runs, and the judge
//   Launcher         chooses the next batch and width for the device
//   WidthComparison  evaluates the results of a batch at each width
//   FirstWidth       judges the results of the first width, with which the others are compared
//   Suspects         decides whether a result was ever written
//   KeptBatches      checks that the same program gives right results a second time
//   OtherForms       checks other variants of the call
//   Digester         lets the device report digests in place of the results of other widths
//   CaseCut          decides how much of the plan still runs
//   Ledger           records what is known, and where a stopped task resumes
//
// Some launches are in flight while the host gathers and compares results. It judges in the background: the first width's
// results take the host longer than all others together, and the device would wait for them.
//
// Memory: results, kept results and sent inputs are those of a few batches (batches.h), below 512 MiB for any plan size.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "harness/worker/sweep/case_time.h"
#include "harness/worker/sweep/clocks.h"
#include "harness/worker/sweep/other_forms.h"
#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/subject.h"
#include "harness/worker/sweep/sweep_context.h"
#include "harness/worker/sweep/width_comparison.h"

namespace classay {

struct Task;

// Chooses what the device gets next: all widths of a batch, then the next batch of a stretch, as many launches at a time as
// the device takes.
class Launcher {
 public:
  // `widths`: those that the programs of the stretch are built for. Precondition: at least one.
  Launcher(const SweepContext& context, const Stretch& stretch, std::vector<std::size_t> widths);

  // Launches nothing until half of the launches in flight have finished. Idle driver threads spin for a while; on a device
  // that is the host's processor this takes time from the judge.
  //
  // Begins no batch while results are suspect, or while it is being decided how much more runs.
  void keep_busy(Asker& asker, const Suspects& suspects, CaseCut& cut);

 private:
  // Returns false after the last batch.
  bool begin_batch(CaseCut& cut);

  const SweepContext& context_;
  const Stretch& stretch_;
  std::vector<std::size_t> widths_;
  Batch batch_;           // the batch that is being launched
  std::size_t next_ = 0;  // the next of its widths
  bool fills_ = true;
};

// With `--compare-on-device=auto`, a wrong digest ends the sweep before the end of the plan, if results are unknown because
// of it. run_sweep() then repeats the task.
class Sweep {
 public:
  // `store`: keeps programs for further tasks; nullptr: only for this one.
  Sweep(Device& device, const Task& task, const Plan& plan, unsigned threads, SweepEvents events,
        ProgramStore* store = nullptr);
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  // Throws DeviceError and Undecided.
  const Ledger& run();

  const Subject& subject() const { return subject_; }
  const Ledger& ledger() const { return ledger_; }
  bool is_to_repeat() const;

 private:
  void run_stretch(const Stretch& stretch);
  // With `--compare-on-device=auto`: lets the device make digests from this stretch on, if that saves time.
  void choose_digests(Asker& asker, const Stretch& stretch, std::span<const std::size_t> widths);
  // With `--compare-on-device=auto`: makes no more digests once one was wrong.
  void give_up_wrong_digests();
  // Reuses the programs if the next stretch makes its inputs in the same way.
  Asker& asker_of(const Stretch& stretch);
  // Returns the indices of the widths that were built. Notes the others in the ledger.
  std::vector<std::size_t> built_widths(const Asker& asker, const Stretch& stretch);
  // Adds a batch to the ledger at once, when all its widths are known. `is_settled`: no results are suspect.
  void commit(const Batch& batch, bool is_settled);
  void tell_checkpoint();
  void tell(HostStep step, const Batch& batch) const;

  const Subject subject_;
  const SweepEvents events_;
  Ledger ledger_;
  ProgramStore own_store_;            // used if no other is given
  std::optional<Digester> digester_;  // built, and used from the choice on
  SweepContext context_;
  CaseCut cut_;
  OtherForms other_forms_;
  WidthComparison results_;
  std::optional<Asker> asker_;
  Stopwatch watch_;
};

// Runs a task. If a digest was wrong that the device made by its own choice (`auto`), runs the task again without digests:
// then all results are read. Returns the last sweep, which refers to `task`; its state changes for the second run. Throws as
// Sweep::run() does.
std::unique_ptr<Sweep> run_sweep(Device& device, Task& task, const Plan& plan, unsigned threads, const SweepEvents& events,
                                 ProgramStore* store = nullptr);

}  // namespace classay
