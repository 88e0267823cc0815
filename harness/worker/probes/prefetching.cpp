// Tests that prefetch has no effect on results: for each type and vector width, copies data after prefetching it
// (kernels/prefetching.h).
#include "kernels/prefetching.h"

#include <fmt/format.h>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/vectors_in_memory.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 64;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

ProbeFinding test_width(Type type, int width, Stream& stream) {
  const std::uint64_t stride = memory_stride(width);
  const std::vector<std::byte> in = random_elements(type, kItems * stride);
  stream.submit({.kernel = prefetching_kernel_name(width),
                 .items = kItems,
                 .outputs = {in.size()},
                 .inputs = {in},
                 .scalars = {},
                 .poison = kPoison});
  const Finished finished = stream.wait();
  const int element = classay::width(type) / 8;
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < kItems * stride; ++i) {
    if (i % stride >= static_cast<std::uint64_t>(width)) continue;
    wrong += element_at(in, element, i) != element_at(finished.outputs.at(0), element, i) ? 1 : 0;
  }
  if (wrong == 0) return {};
  return {.violations = {fmt::format("{} elements are others than those that were prefetched", wrong)}};
}

class PrefetchProbe : public Probe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "prefetch"; }
  void run(Device& device, const ProbeTask& task, const Report& report) const override {
    const auto source = [&](const std::vector<int>& widths) {
      return writer(task.front_end).prefetching(task.format, widths, compiler_of(device.capabilities()));
    };
    const auto test = [&](int width, Stream& stream) { return test_width(task.format, width, stream); };
    run_widths(device, task, {.name = "prefetch", .source = source, .test = test}, report);
  }
};

}  // namespace

const Probe& prefetch_probe() {
  static const PrefetchProbe probe;
  return probe;
}

}  // namespace classay
