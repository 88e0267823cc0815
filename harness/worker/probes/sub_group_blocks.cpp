// Tests the block reads and writes of buffers of SPV_INTEL_subgroups: "the first value read is
// Ptr[SubgroupLocalInvocationId] and the second is Ptr[SubgroupLocalInvocationId + SubgroupMaxSize]", and so on for writes.
// Blocks that are read begin at each address that is a multiple of four bytes, as the extension requires; the ones that are
// written at multiples of 16.
#include "kernels/il/sub_group_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/device/registry.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/probes/ranges.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/il/environment.h"

namespace classay {
namespace {

using il::BlockFact;

constexpr std::string_view kKind = "sub-group-block-intel";
constexpr std::array kWidths{1, 2, 4, 8};
constexpr std::uint64_t kGroup = 64;
constexpr std::uint64_t kItems = 4 * kGroup;
constexpr std::uint64_t kMostShift = 16;  // elements
constexpr std::uint64_t kElements = kItems * il::kBlockSlot + kMostShift;
constexpr std::uint32_t kPoison = 0x3ca5c35a;
constexpr std::uint64_t kGuarded = 16;  // elements behind a written block that must keep the poison

Bits input(Type type, std::uint64_t element) {
  return (element + 1) * 0xd1342543de82ef95 >> static_cast<unsigned>(64 - width(type)) & mask(type);
}
Bits poison(Type type, std::uint64_t element) {
  const int bits = width(type);
  const Bits pattern = Bits{kPoison} << 32U | kPoison;
  return bits >= 32 ? pattern & mask(type) : kPoison >> (element * static_cast<unsigned>(bits) % 32) & mask(type);
}

struct Task {
  Type type;
  int width;
  std::uint64_t shift;
  std::string name() const { return fmt::format("{}{}", info(type).clc, width == 1 ? "" : std::to_string(width)); }
};

class Judge {
 public:
  Judge(const Task& task, const Finished& finished) : task_(task), finished_(finished) {}

  // Returns the number of work-items whose sub-group is complete.
  std::uint64_t judge(Objections& all) const {
    std::uint64_t judged = 0;
    for (std::uint64_t item = 0; item < kItems; ++item) {
      const Bits max_size = fact(item, BlockFact::max_size);
      // The stride of a block is unknown to a sub-group that is smaller: absent work-items write nothing.
      if (fact(item, BlockFact::size) != max_size || max_size == 0 || max_size > il::kMostInBlock) continue;
      ++judged;
      for (int k = 0; k < task_.width; ++k) judge(item, k, all);
      if (fact(item, BlockFact::local_id) == 0) judge_guard(item, all);
    }
    return judged;
  }

 private:
  Bits fact(std::uint64_t item, BlockFact f) const {
    return element_at(finished_.outputs.at(2), 4, item * il::kBlockFacts + static_cast<std::uint64_t>(f));
  }
  Bits at(std::size_t output, std::uint64_t element) const {
    return element_at(finished_.outputs.at(output), width(task_.type) / 8, element);
  }
  std::uint64_t slot(std::uint64_t item) const {
    return (item / kGroup * fact(item, BlockFact::sub_groups) + fact(item, BlockFact::sub_group)) * il::kBlockSlot;
  }

  void judge(std::uint64_t item, int k, Objections& all) const {
    const std::uint64_t place =
        fact(item, BlockFact::local_id) + static_cast<std::uint64_t>(k) * fact(item, BlockFact::max_size);
    const Bits got = at(0, item * static_cast<std::uint64_t>(task_.width) + static_cast<std::uint64_t>(k));
    const Bits right = input(task_.type, slot(item) + task_.shift + place);
    if (got != right) add(all, "OpSubgroupBlockReadINTEL", task_.shift, item, k, got, right);
    const Bits stored = at(1, slot(item) + place);
    const Bits given = il::written_to_block(item, task_.width, k) & mask(task_.type);
    if (stored != given) add(all, "OpSubgroupBlockWriteINTEL", 0, item, k, stored, given);
  }

  void judge_guard(std::uint64_t item, Objections& all) const {
    const std::uint64_t end = slot(item) + static_cast<std::uint64_t>(task_.width) * fact(item, BlockFact::max_size);
    const std::uint64_t last = std::min(end + kGuarded, slot(item) + il::kBlockSlot);
    for (std::uint64_t e = end; e < last; ++e) {
      if (at(1, e) == poison(task_.type, e)) continue;
      all.add("behind " + task_.name(),
              fmt::format("OpSubgroupBlockWriteINTEL of {}: work-item {}: element {} behind the block "
                          "is written",
                          task_.name(), item, e - end));
    }
  }

  void add(Objections& all, std::string_view instruction, std::uint64_t shift, std::uint64_t item, int k, Bits got,
           Bits right) const {
    all.add(fmt::format("{} {} {}", instruction, task_.name(), shift),
            fmt::format("{} of {} at element {} of its memory: component {} of work-item {} is {:#x}, not {:#x}",
                        instruction, task_.name(), shift, k, item, got, right));
  }

  const Task& task_;
  const Finished& finished_;
};

std::uint64_t run_block(Stream& stream, const Task& task, std::span<const std::byte> inputs, Objections& all) {
  const auto bytes = static_cast<std::size_t>(width(task.type) / 8);
  stream.submit({.kernel = il::block_kernel_name(task.width),
                 .items = kItems,
                 .outputs = {kItems * static_cast<std::size_t>(task.width) * bytes, kItems * il::kBlockSlot * bytes,
                             kItems * il::kBlockFacts * 4},
                 .inputs = {inputs},
                 .scalars = {task.shift},
                 .poison = kPoison,
                 .range = Range{.size = {kItems, 1, 1}, .group = {kGroup, 1, 1}}});
  const Finished finished = stream.wait();
  return Judge(task, finished).judge(all);
}

// The extension of a type's block reads and writes in OpenCL C, which lists what its SPIR-V takes.
std::string_view extension_of(Type type) {
  switch (width(type)) {
    case 8: return "cl_intel_subgroups_char";
    case 16: return "cl_intel_subgroups_short";
    case 64: return "cl_intel_subgroups_long";
    default: return "cl_intel_subgroups";
  }
}

class SubGroupBlocksProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == kKind; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    const GroupLimits limits = device.group_limits();
    if (std::optional<std::string> why = no_ranges(device)) return why;
    if (!fits({kGroup, 1, 1}, limits)) return fmt::format("no work-groups of {} work-items", kGroup);
    if (backend_named(device.identity().backend).il_rules != il::Rules::opencl) {
      const bool is_listed = width(task.format) == 16 || width(task.format) == 32;
      return is_listed ? std::nullopt
                       : std::optional<std::string>("the document of this device's environment lists 16 and 32 bits only");
    }
    for (const std::string_view needed : {std::string_view("cl_intel_spirv_subgroups"), extension_of(task.format)}) {
      if (!device.capabilities().has_extension(needed)) return fmt::format("{} is not in CL_DEVICE_EXTENSIONS", needed);
    }
    return std::nullopt;
  }

  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    return or_unbuilt([&] {
      const Source source = il::sub_group_blocks_source(compiler_of(device.capabilities()), task.format, kWidths);
      const std::unique_ptr<Program> program = device.build(module_of(source, FrontEnd::il));
      const std::unique_ptr<Stream> stream = device.stream(*program, 1);
      const auto bytes = static_cast<std::size_t>(width(task.format) / 8);
      std::vector<std::byte> inputs(kElements * bytes);
      for (std::uint64_t e = 0; e < kElements; ++e) put_element(inputs, static_cast<int>(bytes), e, input(task.format, e));
      Objections all;
      std::uint64_t judged = 0;
      const std::uint64_t step = std::max<std::uint64_t>(4 / bytes, 1);
      for (const int width : kWidths) {
        for (std::uint64_t shift = 0; shift < kMostShift / bytes + step; shift += step)
          judged += run_block(*stream, {task.format, width, shift}, inputs, all);
      }
      if (judged == 0) return ProbeFinding{.unsupported = "no sub-group is complete"};
      return ProbeFinding{.violations = all.sentences(), .notes = {fmt::format("{} blocks of work-items", judged)}};
    });
  }
};

}  // namespace

const Probe& sub_group_blocks_probe() {
  static const SubGroupBlocksProbe probe;
  return probe;
}

}  // namespace classay
