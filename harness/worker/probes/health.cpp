#include "harness/worker/probes/health.h"

#include <algorithm>
#include <chrono>

#include "harness/process/host.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/counting.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 1000;
constexpr std::uint64_t kFirst = 5;

// Two processes, even with the same process id, have the same factor only by chance.
std::uint32_t factor_of_this_time() {
  const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  const auto mixed = (now ^ static_cast<std::uint64_t>(own_process()) << 40) * 0x9e37'79b9'7f4a'7c15;
  return static_cast<std::uint32_t>(mixed >> 32) | 1;
}

}  // namespace

std::string health_of(Backend& backend, const std::string& device) {
  try {
    const std::unique_ptr<Device> opened = backend.open(device);
    const Capabilities& can = opened->capabilities();
    const auto* const spoken = std::ranges::find_if(kFrontEnds, [&](FrontEnd f) { return can.takes(f); });
    if (spoken == kFrontEnds.end()) return "it takes no programs: " + *can.lacks_front_end(kFrontEnds.front());
    const auto counting = writer(*spoken).counting;
    if (counting == nullptr) return "";  // opening the library is the only check
    const std::uint32_t factor = factor_of_this_time();
    const Source source = counting(factor, compiler_of(can));
    const std::unique_ptr<Program> program = opened->build(module_of(source, *spoken));
    const std::unique_ptr<Stream> stream = opened->stream(*program, 1);
    stream->submit({.kernel = kCountingKernel,
                    .items = kItems,
                    .outputs = {kItems * 4},
                    .inputs = {},
                    .scalars = {kFirst},
                    .poison = 0xdeadbeef});
    const Finished finished = stream->wait();
    for (std::uint64_t i = 0; i < kItems; ++i) {
      if (element_at(finished.outputs.at(0), 4, i) != counted(kFirst, i, factor)) return "it computes a wrong sum";
    }
    return "";
  } catch (const DeviceError& e) {
    return e.what();
  }
}

}  // namespace classay
