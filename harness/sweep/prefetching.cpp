#include "harness/sweep/prefetching.h"

#include <fmt/format.h>

#include "harness/sweep/lanes.h"
#include "harness/sweep/vectors_in_memory.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 64;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

std::string source_of(Type type) {
  std::string text = extension_lines(type);
  for (const int width : kVectorWidths) {
    text += fmt::format(
        "kernel void fetch_v{0}(global {1}* out, global const {1}* in) {{\n"
        "  const size_t i = get_global_id(0);\n"
        "  prefetch((global const {2}*)in + i, 1);\n"
        "  ((global {2}*)out)[i] = ((global const {2}*)in)[i];\n"
        "}}\n",
        width, info(type).clc, vector_name(type, width));
  }
  return text;
}

}  // namespace

std::vector<Prefetched> prefetched(Device& device, Type type) {
  const std::unique_ptr<Program> program = device.build({.source = source_of(type), .il = {}, .options = ""});
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const int element = classay::width(type) / 8;
  std::vector<Prefetched> all;
  for (const int width : kVectorWidths) {
    const std::uint64_t stride = memory_stride(width);
    const std::vector<std::byte> in = random_elements(type, kItems * stride);
    stream->submit({.kernel = fmt::format("fetch_v{}", width),
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
