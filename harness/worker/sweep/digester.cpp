#include "harness/worker/sweep/digester.h"

#include <algorithm>
#include <bit>

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

}  // namespace classay
