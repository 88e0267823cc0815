#include "harness/probes/prefetching.h"

#include <fmt/format.h>

#include "harness/lanes/lanes.h"
#include "harness/probes/vectors_in_memory.h"
#include "harness/sweep/asker.h"
#include "kernels/il/prefetching.h"
#include "kernels/prefetching.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 64;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

Source source_of(const Device& device, FrontEnd front_end, Type type) {
  if (front_end == FrontEnd::clc) return prefetching_source(type);
  return il::prefetching_source(type, static_cast<int>(device.identity().address_bits));
}

}  // namespace

std::vector<Prefetched> prefetched(Device& device, FrontEnd front_end, Type type) {
  const std::unique_ptr<Program> program = device.build(module_of(source_of(device, front_end, type), front_end));
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const int element = classay::width(type) / 8;
  std::vector<Prefetched> all;
  for (const int width : kVectorWidths) {
    const std::uint64_t stride = memory_stride(width);
    const std::vector<std::byte> in = random_elements(type, kItems * stride);
    stream->submit({.kernel = prefetching_kernel_name(width),
                    .items = kItems,
                    .outputs = {in.size()},
                    .inputs = {in},
                    .scalars = {},
                    .poison = kPoison});
    const Finished finished = stream->wait();
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < kItems * stride; ++i) {
      if (i % stride >= static_cast<std::uint64_t>(width)) continue;
      wrong += element_at(in, element, i) != element_at(finished.outputs.at(0), element, i) ? 1 : 0;
    }
    Prefetched p{.type = type, .width = width, .objections = {}};
    if (wrong > 0) p.objections.push_back(fmt::format("{} elements are others than those that were prefetched", wrong));
    all.push_back(std::move(p));
  }
  return all;
}

Json to_json(const Prefetched& p) {
  return {{"format", info(p.type).name}, {"width", p.width}, {"objections", p.objections}};
}

}  // namespace classay
