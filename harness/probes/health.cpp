#include "harness/probes/health.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "harness/lanes/lanes.h"

namespace classay {
namespace {

constexpr const char* kSource = R"(kernel void count_up(global uint* out, ulong first) {{
  out[get_global_id(0)] = (uint)(first + get_global_id(0)) * {}u;
}}
)";
constexpr std::uint64_t kItems = 1000;
constexpr std::uint64_t kFirst = 5;

// No two processes, nor two of the same number, have one in common but by chance.
std::uint32_t factor_of_this_time() {
  const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  const auto mixed = (now ^ static_cast<std::uint64_t>(::getpid()) << 40) * 0x9e37'79b9'7f4a'7c15;
  return static_cast<std::uint32_t>(mixed >> 32) | 1;
}

}  // namespace

std::string health_of(Backend& backend, const std::string& device) {
  try {
    const std::unique_ptr<Device> opened = backend.open(device);
    const std::uint32_t factor = factor_of_this_time();
    const Module module{.source = fmt::format(kSource, factor), .il = {}, .options = ""};
    const std::unique_ptr<Program> program = opened->build(module);
    const std::unique_ptr<Stream> stream = opened->stream(*program, 1);
    stream->submit({.kernel = "count_up",
                    .items = kItems,
                    .outputs = {kItems * 4},
                    .inputs = {},
                    .scalars = {kFirst},
                    .poison = 0xdeadbeef});
    const Finished finished = stream->wait();
    for (std::uint64_t i = 0; i < kItems; ++i) {
      const auto expected = static_cast<std::uint32_t>((kFirst + i) * factor);
      if (element_at(finished.outputs.at(0), 4, i) != expected) return "it computes a wrong sum";
    }
    return "";
  } catch (const DeviceError& e) {
    return e.what();
  }
}

}  // namespace classay
