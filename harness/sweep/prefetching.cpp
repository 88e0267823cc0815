#include "harness/sweep/prefetching.h"

#include <fmt/format.h>

#include "harness/sweep/lanes.h"
#include "kernels/source.h"
#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 64;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

// Elements from a vector to the next in memory.
int stride(int width) { return width == 3 ? 4 : width; }

std::string source_of(Type type) {
  std::string text = extension_lines(type);
  for (const int width : kVectorWidths) {
    const std::string vector = std::string(info(type).clc) + (width == 1 ? "" : std::to_string(width));
    text += fmt::format(
        "kernel void fetch_v{0}(global {1}* out, global const {1}* in) {{\n"
        "  const size_t i = get_global_id(0);\n"
        "  prefetch((global const {2}*)in + i, 1);\n"
        "  ((global {2}*)out)[i] = ((global const {2}*)in)[i];\n"
        "}}\n",
        width, info(type).clc, vector);
  }
  return text;
}

// Random bits, of floating-point types finite numbers: what a copy makes of a NaN is not the question.
std::vector<std::byte> numbers(Type type, std::uint64_t count) {
  std::vector<std::byte> bytes(count * static_cast<std::uint64_t>(width(type) / 8));
  for (std::uint64_t i = 0; i < count; ++i) {
    Bits b = CounterRandom(static_cast<std::uint64_t>(type), i).next() & mask(type);
    if (is_float(type) && !format(type).is_normal(b)) b = format(type).one();
    put_element(bytes, width(type) / 8, i, b);
  }
  return bytes;
}

}  // namespace

std::vector<Prefetched> prefetched(Device& device, Type type) {
  const std::unique_ptr<Program> program = device.build({.source = source_of(type), .il = {}, .options = ""});
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const int element = classay::width(type) / 8;
  std::vector<Prefetched> all;
  for (const int width : kVectorWidths) {
    const std::vector<std::byte> in = numbers(type, kItems * static_cast<std::uint64_t>(stride(width)));
    stream->submit({.kernel = fmt::format("fetch_v{}", width),
                    .items = kItems,
                    .outputs = {in.size()},
                    .inputs = {in},
                    .scalars = {},
                    .poison = kPoison});
    const Finished finished = stream->wait();
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < kItems * static_cast<std::uint64_t>(stride(width)); ++i) {
      if (i % static_cast<std::uint64_t>(stride(width)) >= static_cast<std::uint64_t>(width)) continue;
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
