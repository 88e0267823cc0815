#include "harness/worker/sweep/launcher.h"

#include <algorithm>
#include <utility>

namespace classay {

Launcher::Launcher(const SweepContext& context, const Stretch& stretch, std::vector<std::size_t> widths)
    : context_(context),
      stretch_(stretch),
      widths_(std::move(widths)),
      batch_{std::max(stretch.first, context.ledger.next), 0},
      next_(widths_.size()) {}

void Launcher::keep_busy(Asker& asker, const Suspects& suspects, CaseCut& cut) {
  const auto may_begin = [&] { return suspects.are_none() && !cut.is_deciding(); };
  fills_ = fills_ || asker.is_half_empty();
  while (fills_ && asker.has_room()) {
    if (next_ == widths_.size() && !(may_begin() && begin_batch(cut))) return;
    const std::size_t width = widths_[next_++];
    // If only one width runs, as in a repetition of a case, its digests are only checked.
    const bool is_digested = width != widths_.front() || widths_.size() == 1;
    context_.launch(asker, batch_, width, 0, is_digested ? context_.digester : nullptr);
  }
  fills_ = false;
}

bool Launcher::begin_batch(CaseCut& cut) {
  const Ledger& ledger = context_.ledger;
  const std::uint64_t first = ledger.next_asked(batch_.first + batch_.count);
  if (first >= std::min(stretch_.end, ledger.end)) return false;
  batch_ = batch_at(stretch_, first);
  next_ = 0;
  cut.gives(batch_, first == stretch_.first);
  return true;
}

}  // namespace classay
