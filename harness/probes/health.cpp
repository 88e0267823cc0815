#include "harness/probes/health.h"

#include "harness/lanes/lanes.h"

namespace classay {
namespace {

constexpr const char* kSource = R"(kernel void count_up(global uint* out, ulong first) {
  out[get_global_id(0)] = (uint)(first + get_global_id(0)) * 3u;
}
)";
constexpr std::uint64_t kItems = 1000;
constexpr std::uint64_t kFirst = 5;

}  // namespace

std::string health_of(Backend& backend, const std::string& device) {
  try {
    const std::unique_ptr<Device> opened = backend.open(device);
    const std::unique_ptr<Program> program = opened->build({.source = kSource, .il = {}, .options = ""});
    const std::unique_ptr<Stream> stream = opened->stream(*program, 1);
    stream->submit({.kernel = "count_up",
                    .items = kItems,
                    .outputs = {kItems * 4},
                    .inputs = {},
                    .scalars = {kFirst},
                    .poison = 0xdeadbeef});
    const Finished finished = stream->wait();
    for (std::uint64_t i = 0; i < kItems; ++i) {
      if (element_at(finished.outputs.at(0), 4, i) != (kFirst + i) * 3) return "it counts wrongly";
    }
    return "";
  } catch (const DeviceError& e) {
    return e.what();
  }
}

}  // namespace classay
