#include "harness/worker/sweep/batches.h"

#include <algorithm>

#include "harness/journal/message.h"
#include "harness/journal/unit.h"
#include "kernels/writer.h"

namespace classay {
namespace {

// A list of at most this many inputs is one batch.
constexpr std::uint64_t kShort = 256;
// Without shared memory, launches are a smaller part of the work, and results must be transferred: batches are larger.
constexpr std::uint64_t kSharedBatch = (std::uint64_t{1} << 18) - 1;
constexpr std::uint64_t kRemoteBatch = (std::uint64_t{1} << 22) - 1;
constexpr std::uint64_t kWidestVector = 16 * 8;  // bytes
constexpr std::uint64_t kGroup = 256;            // work-items

// The size is odd, so that an input's low bits are independent of its work-item.
std::uint64_t batch_size(std::uint64_t count, std::uint64_t largest) {
  if (count <= kShort) return count;
  return std::min(std::max(count / kFewestBatches, kShort) | 1U, largest);
}

// Returns an even number, with one idle work-item; `items` itself if that number is a multiple of 64.
std::uint64_t even(std::uint64_t items) { return (items + 1) % 64 == 0 ? items : items + 1; }

// Only one width of a stretch of small batches has another size: it costs a compilation.
int width_of_even(const Stretch& stretch) {
  if (stretch.of_scalars || stretch.end - stretch.first <= stretch.batch) return 0;
  return kVectorWidths.at(stretch.end / 64 % kVectorWidths.size());
}

std::uint64_t groups(std::uint64_t items) { return (items + kGroup - 1) / kGroup; }

}  // namespace

std::uint64_t largest_batch(const Capabilities& device) {
  const std::uint64_t wanted = device.shares_memory ? kSharedBatch : kRemoteBatch;
  if (device.largest_allocation == 0) return wanted;
  // A driver may not report one of the two.
  const std::uint64_t at_once =
      device.global_memory == 0 ? device.largest_allocation : std::min(device.largest_allocation, device.global_memory / 16);
  const std::uint64_t fits = at_once / kWidestVector;
  return std::clamp<std::uint64_t>(fits, 255, wanted) | 1U;
}

std::size_t launches_at_once(const Capabilities& device, bool is_digested) {
  if (device.shares_memory) return message::kMostInFlight;
  return is_digested ? 6 : 2;
}

std::vector<Stretch> stretches(const Plan& plan, std::uint64_t largest, FrontEnd front_end, const Row* row) {
  std::vector<Stretch> all;
  const Writer& writer = classay::writer(front_end);
  const bool sends_all = row != nullptr && writer.sends != nullptr && writer.sends(*row);
  for (const Segment& s : plan.segments()) {
    if (s.count == 0) continue;
    const bool is_short = s.making != Making::literals && s.count <= kSent;
    const bool in_table = sends_all || is_sent(s.making) || is_short || !writer.makes(s.making);
    const Making making = in_table ? Making::table : s.making;
    const bool of_scalars = s.first >= plan.scalars_from();
    const bool is_more = !all.empty() && all.back().making == making && s.making != Making::vectors;
    if (in_table && is_more && !of_scalars) {
      all.back().end = s.first + s.count;
    } else {
      all.push_back({.making = making, .first = s.first, .end = s.first + s.count, .of_scalars = of_scalars});
    }
  }
  for (Stretch& s : all) {
    // Kernels contain the complete list of literals.
    const std::uint64_t count = s.end - s.first;
    s.batch = s.making == Making::literals ? count : batch_size(count, largest);
    if (plan.segment_of(s.first).making == Making::vectors) {
      s.batch = kVectorBlock * static_cast<std::uint64_t>(plan.lanes());
    }
  }
  return all;
}

std::uint64_t work_items(const Stretch& stretch, const Batch& batch, int width, CallForm form) {
  const std::uint64_t items = sections(batch.count, width);
  if (form != CallForm::plain) return (groups(items) | 1U) * kGroup;
  const std::uint64_t left = stretch.end - batch.first - batch.count;
  const std::uint64_t whole = sections(stretch.batch, width);
  if (whole <= kExactItems) return is_even_launch(stretch, batch, width) ? even(items) : whole;
  if (left > 0 && left <= stretch.batch && even(items) > items) return even(items);
  return left == 0 ? items : groups(items) * kGroup;
}

bool is_even_launch(const Stretch& stretch, const Batch& batch, int width) {
  return batch.first + batch.count == stretch.end && width == width_of_even(stretch) &&
         sections(stretch.batch, width) <= kExactItems;
}

std::uint64_t work_items_together(const Stretch& stretch, const Batch& batch, int narrowest, CallForm form) {
  return form == CallForm::plain ? sections(stretch.batch, narrowest) : work_items(stretch, batch, narrowest, form);
}

std::uint64_t batch_begin(const std::vector<Stretch>& all, std::uint64_t i) {
  for (const Stretch& s : all) {
    if (i >= s.first && i < s.end) return i - (i - s.first) % s.batch;
  }
  return i;
}

Batch batch_at(const Stretch& stretch, std::uint64_t first) { return {first, std::min(stretch.batch, stretch.end - first)}; }

const Stretch& stretch_of(const std::vector<Stretch>& all, std::uint64_t i) {
  return *std::ranges::find_if(all, [&](const Stretch& s) { return i >= s.first && i < s.end; });
}

Batch batch_of(const std::vector<Stretch>& all, std::uint64_t i) {
  return batch_at(stretch_of(all, i), batch_begin(all, i));
}

}  // namespace classay
