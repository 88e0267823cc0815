#include "harness/worker/probes/prefetching.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/vectors_in_memory.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/prefetching.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 64;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

Programs programs_of(Device& device, FrontEnd front_end, Type type) {
  const auto source = [&](const std::vector<int>& widths) {
    return writer(front_end).prefetching(type, widths, compiler_of(device.capabilities()));
  };
  const std::vector<int> all(kVectorWidths.begin(), kVectorWidths.end());
  return {device, {.name = "prefetch", .front_end = front_end, .held = all, .asked = all, .source = source}, 1, {}};
}

}  // namespace

std::vector<Prefetched> prefetched(Device& device, FrontEnd front_end, Type type) {
  Programs programs = programs_of(device, front_end, type);
  const int element = classay::width(type) / 8;
  std::vector<Prefetched> all;
  for (const int width : kVectorWidths) {
    if (const auto failed = programs.unbuilt().find(width); failed != programs.unbuilt().end()) {
      const BuildFailure& why = failed->second;
      all.push_back({.type = type, .width = width, .objections = {"does not build: " + why.reason}, .log = why.log});
      continue;
    }
    const std::uint64_t stride = memory_stride(width);
    const std::vector<std::byte> in = random_elements(type, kItems * stride);
    Stream& stream = programs.stream(width);
    stream.submit({.kernel = prefetching_kernel_name(width),
                   .items = kItems,
                   .outputs = {in.size()},
                   .inputs = {in},
                   .scalars = {},
                   .poison = kPoison});
    const Finished finished = stream.wait();
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < kItems * stride; ++i) {
      if (i % stride >= static_cast<std::uint64_t>(width)) continue;
      wrong += element_at(in, element, i) != element_at(finished.outputs.at(0), element, i) ? 1 : 0;
    }
    Prefetched p{.type = type, .width = width, .objections = {}, .log = ""};
    if (wrong > 0) p.objections.push_back(fmt::format("{} elements are others than those that were prefetched", wrong));
    all.push_back(std::move(p));
  }
  return all;
}

Json to_json(const Prefetched& p) {
  Json json{{"format", info(p.type).name}, {"width", p.width}, {"objections", p.objections}};
  if (!p.log.empty()) json["log"] = p.log;
  return json;
}

}  // namespace classay
