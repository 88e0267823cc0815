// The sweep: every input of a task is asked at every width, and every result accounted for. The way of the data, for each
// stretch of inputs that one program asks:
//
//   plan --> Launcher --> Asker --> device --> Asker --> WidthComparison --> commit --> Ledger --> checkpoint, result lines
//               ^                                |              |              |
//               |                                |              +-- FirstWidth |
//               |                                +-- Suspects                  |
//               |                                +-- KeptBatches --> OtherForms|
//               +---------------------------- CaseCut <------------------------+
//
//   Subject          what is asked, and who judges the answers?
//   Launcher         which batch does the device get next, at which width?
//   WidthComparison  what did a batch give at each width?
//   FirstWidth       what became of the results of the first one, which the others are compared with?
//   Suspects         was a result ever written?
//   KeptBatches      does the same program give right results a second time?
//   OtherForms       do other forms of the call?
//   Digester         are results of another width, if the device may say so by itself?
//   CaseCut          how much of the plan is still asked?
//   Ledger           what is known, and from where on does who was stopped go on?
//
// Some launches are with the device while the host gathers and compares, and judges in the background: the results of the
// first width take the host longer than all others together, and the device would wait for them.
//
// Memory: results, what is kept of them and the inputs that are sent are those of a few batches (batches.h), below 512 MiB
// whatever the size of the plan.
#pragma once

#include <optional>
#include <vector>

#include "harness/sweep/case_cut.h"
#include "harness/sweep/other_forms.h"
#include "harness/sweep/stopwatch.h"
#include "harness/sweep/subject.h"
#include "harness/sweep/sweep_context.h"
#include "harness/sweep/width_comparison.h"

namespace classay {

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
  // Programs stay for the next stretch, if that makes its inputs in the same way.
  Asker& asker_of(const Stretch& stretch);
  // Their numbers. A width that its program was not built for is noted in the ledger.
  std::vector<std::size_t> built_widths(const Asker& asker, const Stretch& stretch);
  // All widths of a batch are known: they are added to what the sweep knows, at once. `is_settled`: no results are suspect.
  void commit(const Batch& batch, bool is_settled);
  void tell_checkpoint();

  const Subject subject_;
  const SweepEvents events_;
  Ledger ledger_;
  SharedProgram shared_;
  const std::optional<Digester> digester_;
  const SweepContext context_;
  CaseCut cut_;
  OtherForms other_forms_;
  WidthComparison results_;
  std::optional<Asker> asker_;
  Stopwatch watch_;
};

}  // namespace classay
