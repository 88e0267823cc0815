#include "kernels/il/sub_group_blocks.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr std::array<std::string_view, kBlockFacts> kFacts{"SubgroupId", "SubgroupLocalInvocationId", "SubgroupSize",
                                                           "SubgroupMaxSize", "NumSubgroups"};

class Kernel {
 public:
  Kernel(ModuleText& module, Type type, int width) : module_(module), type_(type), width_(width), body_(module, width) {}

  std::string text() {
    std::vector<std::string> ids{module_.ids("%global_id", "GlobalInvocationId"), module_.ids("%group_id", "WorkgroupId")};
    for (const std::string_view fact : kFacts) ids.push_back(module_.built_in(fact, module_.scalar(Type::u32)));
    const std::string elements = module_.pointer(Storage::global, type_);
    const std::string head = kernel_head(module_, block_kernel_name(width_),
                                         {{body_.named("out"), elements},
                                          {body_.named("written"), elements},
                                          {body_.named("facts"), module_.pointer(Storage::global, Type::u32)},
                                          {body_.named("in"), elements},
                                          {body_.named("shift"), module_.scalar(Type::u64)}},
                                         "%moving_blocks", ids);
    item_ = body_.first_id(ids[0]);
    const std::string group = body_.first_id(ids[1]);
    record_facts();
    const std::string sub_groups = fact(BlockFact::sub_groups);
    const std::string number = plus(ulong("OpIMul", group, sub_groups), fact(BlockFact::sub_group));
    const std::string slot = body_.times(number, kBlockSlot);
    read(plus(slot, body_.named("shift")));
    write(slot);
    return head + body_.text();
  }

 private:
  std::string ulong(std::string_view instruction, const std::string& x, const std::string& y) {
    return body_.ulong(fmt::format("{} {} {}", instruction, x, y));
  }
  std::string plus(const std::string& x, const std::string& y) { return ulong("OpIAdd", x, y); }
  std::string word(BlockFact f) {
    return body_.result(module_.scalar(Type::u32), fmt::format("OpLoad %{}", kFacts.at(static_cast<std::size_t>(f))));
  }
  std::string fact(BlockFact f) { return body_.ulong("OpUConvert " + word(f)); }

  void record_facts() {
    const std::string first = body_.times(item_, kBlockFacts);
    for (std::uint64_t f = 0; f < kBlockFacts; ++f) {
      const std::string place = body_.element("facts", Type::u32, plus(first, body_.ulong_constant(f)));
      body_.line(fmt::format("OpStore {} {} Aligned 4", place, word(static_cast<BlockFact>(f))));
    }
  }

  void read(const std::string& at) {
    const std::string block =
        body_.result(module_.vector(type_, width_), "OpSubgroupBlockReadINTEL " + body_.element("in", type_, at));
    const std::string first = body_.times(item_, static_cast<std::uint64_t>(width_));
    for (int k = 0; k < width_; ++k) {
      const std::string place =
          body_.element("out", type_, plus(first, body_.ulong_constant(static_cast<std::uint64_t>(k))));
      body_.line(fmt::format("OpStore {} {} Aligned {}", place, body_.lane_of(type_, block, width_, k), width(type_) / 8));
    }
  }

  void write(const std::string& at) {
    std::vector<std::string> lanes;
    for (int k = 0; k < width_; ++k) {
      const std::string number =
          plus(body_.times(item_, static_cast<std::uint64_t>(width_)), body_.ulong_constant(static_cast<std::uint64_t>(k)));
      const std::uint64_t factor = written_to_block(1, 1, 0) - written_to_block(0, 1, 0);
      const std::string mixed = plus(body_.times(number, factor), body_.ulong_constant(written_to_block(0, 1, 0)));
      lanes.push_back(type_ == Type::u64 ? mixed : body_.result(module_.scalar(type_), "OpUConvert " + mixed));
    }
    const std::string place = body_.element("written", type_, at);
    body_.line(fmt::format("OpSubgroupBlockWriteINTEL {} {}", place, body_.composed(type_, lanes)));
  }

  static int width(Type type) { return classay::width(type); }

  ModuleText& module_;
  Type type_;
  int width_;
  Body body_;
  std::string item_;
};

}  // namespace

std::string block_kernel_name(int width) { return fmt::format("move_blocks_v{}", width); }

Source sub_group_blocks_source(const Compiler& compiler, Type type, std::span<const int> widths) {
  ModuleText module(compiler);
  module.capability("SubgroupBufferBlockIOINTEL");
  module.extension("SPV_INTEL_subgroups");
  for (const int width : widths) module.function(Kernel(module, type, width).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
