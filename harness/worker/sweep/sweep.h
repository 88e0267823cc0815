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

#include <optional>
#include <vector>

#include "harness/worker/sweep/case_cut.h"
#include "harness/worker/sweep/other_forms.h"
#include "harness/worker/sweep/stopwatch.h"
#include "harness/worker/sweep/subject.h"
#include "harness/worker/sweep/sweep_context.h"
#include "harness/worker/sweep/width_comparison.h"

namespace classay {

struct Task;

class Sweep {
 public:
  Sweep(Device& device, const Task& task, const Plan& plan, unsigned threads, SweepEvents events);
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  // Throws DeviceError and Undecided.
  const Ledger& run();

  const Subject& subject() const { return subject_; }
  const Ledger& ledger() const { return ledger_; }

 private:
  void run_stretch(const Stretch& stretch);
  // With `--compare-on-device=auto`: lets the device make digests from this stretch on, if that saves time.
  void choose_digests(Asker& asker, const Stretch& stretch, std::span<const std::size_t> widths);
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
  SharedProgram shared_;
  std::optional<Digester> digester_;  // built, and used from the choice on
  SweepContext context_;
  CaseCut cut_;
  OtherForms other_forms_;
  WidthComparison results_;
  std::optional<Asker> asker_;
  Stopwatch watch_;
};

}  // namespace classay
