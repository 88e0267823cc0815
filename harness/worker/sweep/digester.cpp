#include "harness/worker/sweep/digester.h"

#include <algorithm>
#include <bit>

#include "harness/worker/sweep/sweep_context.h"
#include "kernels/digesting.h"
#include "suites/generator.h"

namespace classay {
namespace {

constexpr std::string_view kName = "digest";
// Maximum number of work-items that share a launch: enough for any device, but with little output compared with the results.
constexpr std::uint64_t kMostItems = std::uint64_t{1} << 14;

Source source_of(const AnswerPacking& packing, FrontEnd front_end, const Capabilities& device) {
  std::vector<int> bytes;
  for (std::size_t c = 0; c < packing.types().size(); ++c) bytes.push_back(width(packing.stored_type(1, c)) / 8);
  const Digested digested{.part = packing.bytes() / static_cast<int>(bytes.size()), .bytes = bytes};
  return writer(front_end).digesting(digested, compiler_of(device));
}

}  // namespace

Digester::Digester(Device& device, const AnswerPacking& packing, FrontEnd front_end, const OnProgram& on_program)
    : packing_(packing) {
  if (writer(front_end).digesting == nullptr) return;
  const Source source = source_of(packing, front_end, device.capabilities());
  if (on_program) on_program(kName, source.text);
  try {
    program_ = device.build(module_of(source, front_end));
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build && e.fault() != Fault::unusable) throw;
  }
}

bool Digester::is_checked(const Batch& batch, int width) {
  constexpr std::uint64_t kOneOf = 16;
  return CounterRandom(batch.first, static_cast<std::uint64_t>(width)).below(kOneOf) == 0;
}

Reduction Digester::reduction(const Batch& batch, const Spread& spread, const Stored& stored, bool is_read) const {
  const std::uint64_t last = spread.count - 1;
  const auto lanes = static_cast<std::uint64_t>(spread.width);
  const std::uint64_t lane_of_last = (last / spread.items() + lanes - spread.shift % lanes) % lanes;
  const std::uint64_t items = std::min(std::bit_ceil(spread.items()), kMostItems);
  Reduction r{
      .program = program_.get(),
      .kernel = kDigestingKernel,
      .items = items,
      .bytes = items * kDigestingNumbers * sizeof(std::uint64_t),
      .scalars = {batch.first, spread.count, spread.shift, lanes, spread.items(), last % spread.items(), lane_of_last},
      .used = is_read ? std::vector<std::size_t>(stored.used.size(), 0) : stored.used};
  r.scalars.insert(r.scalars.end(), stored.strides.begin(), stored.strides.end());
  return r;
}

Digest Digester::digest(std::span<const std::byte> reduced) {
  Digest d;
  for (std::uint64_t i = 0; i < reduced.size() / sizeof(std::uint64_t); i += kDigestingNumbers) {
    d.sum += element_at(reduced, sizeof(std::uint64_t), i);
    d.has_other_padding = d.has_other_padding || element_at(reduced, sizeof(std::uint64_t), i + 1) != 0;
  }
  return d;
}

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
