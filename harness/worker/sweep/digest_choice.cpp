#include "harness/worker/sweep/digest_choice.h"

#include <algorithm>

namespace classay {
namespace {

// Not sampled, as most launches: they bring the digest alone.
constexpr unsigned kAttempt = 1;

// Returns the shortest time of three launches: drivers compile and reserve memory at the first one.
double seconds_of_launch(const SweepContext& context, Asker& asker, const Batch& batch, std::size_t width_index,
                         const Digester* digester) {
  double shortest = 0;
  for (int launch = 0; launch < 3; ++launch) {
    context.launch(asker, batch, width_index, kAttempt, digester);
    const double seconds = asker.wait().host_seconds;
    shortest = launch == 0 ? seconds : std::min(shortest, seconds);
  }
  return shortest;
}

}  // namespace

std::uint64_t replaceable_launches(const Ledger& ledger, const Stretch& stretch, std::uint64_t from, std::size_t widths) {
  if (widths == 0) return 0;
  const std::uint64_t end = std::min(stretch.end, ledger.end);
  const std::uint64_t inputs = end > from ? end - from : 0;
  return inputs / stretch.batch * (widths - 1);
}

bool digests_pay(const SweepContext& context, Asker& asker, const Batch& batch, std::size_t width_index,
                 std::uint64_t launches, const std::function<const Digester*()>& digester) {
  if (launches < kFewestMeasured) return false;
  const double read = seconds_of_launch(context, asker, batch, width_index, nullptr);
  if (read * static_cast<double>(launches) < kLeastSaving) return false;
  const Digester* const built = digester();
  if (built == nullptr || !built->digests(context.subject.width(width_index))) return false;
  const double digested = seconds_of_launch(context, asker, batch, width_index, built);
  return digested < read && (read - digested) * static_cast<double>(launches) >= kLeastSaving;
}

}  // namespace classay
