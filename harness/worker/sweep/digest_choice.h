// Decides whether digests that the device makes save time. Launches of a batch are measured with results that are read, and
// with digests, by the host's clock. Their results are not used, so that the choice changes no verdict.
#pragma once

#include <cstdint>
#include <functional>

#include "harness/worker/sweep/sweep_context.h"

namespace classay {

// A shorter saving is not worth the build of the program.
inline constexpr double kLeastSaving = 1;  // seconds
// Fewer launches are not measured.
inline constexpr std::uint64_t kFewestMeasured = 256;

// Returns the number of launches whose results a digest could replace: of a stretch from input `from` on, at all widths but
// one.
std::uint64_t replaceable_launches(const Ledger& ledger, const Stretch& stretch, std::uint64_t from, std::size_t widths);

// Returns whether digests of these launches save time. `digester`: builds the program, and is called only if that may pay;
// nullptr: it does not build. Precondition: nothing is in flight.
bool digests_pay(const SweepContext& context, Asker& asker, const Batch& batch, std::size_t width_index,
                 std::uint64_t launches, const std::function<const Digester*()>& digester);

}  // namespace classay
