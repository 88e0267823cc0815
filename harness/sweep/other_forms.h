// Does the call give the same in its other forms? The first inputs that are sent are asked in each of them, and what they
// give is compared with what the plain call gave.
#pragma once

#include <vector>

#include "harness/sweep/kept_batches.h"
#include "harness/sweep/sweep_context.h"

namespace classay {

class OtherForms {
 public:
  explicit OtherForms(const SweepContext& context) : context_(context), plain_(kFormInputs) {}

  // The one whose first inputs are asked; nullptr: nothing is asked in other forms.
  const Stretch* stretch() const;
  // What its first batches gave in the plain form.
  void remember(KeptBatches plain) { plain_ = std::move(plain); }
  // Asks, and enters what comes of it in the ledger. At last, because a form may not build, or end the process: by then, all
  // of the plain call is known.
  void ask();

 private:
  std::vector<CallForm> all() const;
  void ask_plain_ones(const Stretch& stretch);
  void ask_in(CallForm form, const Stretch& stretch);
  void ask_width(Asker& asker, std::size_t width_index, FormRecord& record);
  void compare(const Delivery& delivery, std::span<const std::byte> before, FormRecord& record) const;

  const SweepContext& context_;
  KeptBatches plain_;
};

}  // namespace classay
