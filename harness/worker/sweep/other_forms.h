// Checks that other variants of the call give the same results: runs the first inputs that are sent in each of them, and
// compares the results with those of the plain call.
#pragma once

#include <vector>

#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/sweep_context.h"

namespace classay {

class OtherForms {
 public:
  explicit OtherForms(const SweepContext& context);

  // Returns the stretch whose first inputs are run; nullptr: no variants are run.
  const Stretch* stretch() const;
  // Takes the results of the first batches in the plain variant.
  void remember(KeptBatches plain) { plain_ = std::move(plain); }
  // Runs the variants and enters the results in the ledger. Comes last, because a variant may not build or may end the
  // process: by then the plain call is complete.
  void ask();

 private:
  // Return the variants of one width of the unit, and of all its widths.
  std::vector<CallForm> forms_of(int width) const;
  std::vector<CallForm> all() const;
  void ask_plain_ones(const Stretch& stretch);
  void ask_in(CallForm form, const Stretch& stretch);
  void ask_width(Asker& asker, std::size_t width_index, FormRecord& record);
  void compare(const Delivery& delivery, std::span<const std::byte> before, FormRecord& record) const;

  const SweepContext& context_;
  GroupLimits groups_;
  KeptBatches plain_;
};

}  // namespace classay
