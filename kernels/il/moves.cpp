#include "kernels/il/moves.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr std::string_view kUndefined = "0xffffffff";

// Loads a vector whose elements are contiguous.
std::string loaded(Body& body, Type type, const std::string& first, int which) {
  std::vector<std::string> lanes;
  const int first_lane = which * body.width();
  for (int lane = first_lane; lane < first_lane + body.width(); ++lane) {
    const std::string place = body.ulong_constant(static_cast<std::uint64_t>(lane));
    const std::string at = body.ulong(fmt::format("OpIAdd {} {}", first, place));
    lanes.push_back(body.result(body.module().scalar(type), fmt::format("OpLoad {} Aligned {}", body.element("in", type, at),
                                                                        classay::width(type) / 8)));
  }
  return body.composed(type, lanes);
}

// Returns the lanes of a move's result.
std::vector<std::string> moved(Body& body, Type type, const Move& m, const std::string& x, const std::string& y) {
  ModuleText& module = body.module();
  if (!m.lanes.empty() && m.width == 1) {
    const int lane = m.lanes.front();
    return {body.lane_of(type, lane < body.width() ? x : y, body.width(), lane % body.width())};
  }
  std::string value;
  if (m.lanes.empty()) {
    value = body.result(module.vector(m.to, m.width), "OpBitcast " + x);
  } else {
    std::string instruction = fmt::format("OpVectorShuffle {} {}", x, y);
    for (const int lane : m.lanes) {
      instruction += lane == kAnyLane ? fmt::format(" {}", kUndefined) : fmt::format(" {}", lane);
    }
    value = body.result(module.vector(m.to, m.width), instruction);
  }
  std::vector<std::string> lanes;
  for (int lane = 0; lane < m.width; ++lane) lanes.push_back(body.lane_of(m.to, value, m.width, lane));
  return lanes;
}

void store(Body& body, Type type, const std::string& base, std::size_t offset, const std::vector<std::string>& lanes) {
  const int bytes = classay::width(type) / 8;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const std::string at =
        body.ulong(fmt::format("OpIAdd {} {}", base, body.ulong_constant(offset + lane * static_cast<std::size_t>(bytes))));
    const std::string pointer =
        body.result(body.module().pointer(Storage::global, type), "OpBitcast " + body.element("out", Type::u8, at));
    body.line(fmt::format("OpStore {} {} Aligned {}", pointer, lanes[lane], bytes));
  }
}

std::string kernel_text(ModuleText& module, Type type, const MovesOfWidth& of) {
  Body body(module, of.width);
  const std::string ids = module.ids("%global_id", "GlobalInvocationId");
  const std::string head = kernel_head(module, moving_kernel_name(of.width),
                                       {{body.named("out"), module.pointer(Storage::global, Type::u8)},
                                        {body.named("in"), module.pointer(Storage::global, type)}},
                                       "%moving_kernel", {ids});
  const std::string item = body.first_id(ids);
  const auto times = [&](std::uint64_t n) { return body.ulong(fmt::format("OpIMul {} {}", item, body.ulong_constant(n))); };
  const std::string first = times(2 * static_cast<std::uint64_t>(of.width));
  const std::string x = loaded(body, type, first, 0);
  const std::string y = loaded(body, type, first, 1);
  const std::string base = times(move_stride(of.moves));
  const std::vector<std::size_t> offsets = move_offsets(of.moves);
  for (std::size_t k = 0; k < of.moves.size(); ++k) {
    store(body, of.moves[k].to, base, offsets[k], moved(body, type, of.moves[k], x, y));
  }
  return head + body.text();
}

}  // namespace

Source moving_source(Type type, const Compiler& compiler, std::span<const MovesOfWidth> all) {
  ModuleText module(compiler);
  for (const MovesOfWidth& of : all) module.function(kernel_text(module, type, of));
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
