// Tests barrier(), work_group_barrier(), sub_group_barrier() and OpControlBarrier. A value that a work-item writes to local
// or global memory before a barrier is the value that the others of its group read after it. Each flag and scope is tested
// on the memory that it names, in loops, in branches that the whole group takes, and in a function that the kernel calls.
//
// In each round a work-item writes a value of its own to its cell, and reads the cell of another one, which is near, far or
// opposite. A second barrier ends the round. A barrier that does nothing leaves cells of the round before, or of none.
#include "kernels/il/barriers.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/probes/ranges.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/source.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0xf0f0f0f0;
constexpr std::uint64_t kRounds = 6;
constexpr std::uint64_t kMostInGroup = 1024;  // cells in local memory: 4 KiB

using Flow = il::BarrierPlace;

struct Form {
  std::string kernel;
  std::string call;  // the barrier
  bool in_local = false;
  bool in_global = false;
  Flow flow = Flow::loop;
  bool of_sub_groups = false;
  std::uint32_t scope = il::kWorkgroupScope;  // of memory, in SPIR-V
};

std::string fence(bool in_local, bool in_global) {
  if (in_local && in_global) return "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE";
  return in_local ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
}

std::vector<Form> of_1_2() {
  std::vector<Form> all;
  const auto add = [&](std::string_view name, bool in_local, bool in_global, Flow flow) {
    all.push_back({.kernel = std::string(name),
                   .call = fmt::format("barrier({})", fence(in_local, in_global)),
                   .in_local = in_local,
                   .in_global = in_global,
                   .flow = flow});
  };
  add("local_loop", true, false, Flow::loop);
  add("global_loop", false, true, Flow::loop);
  add("both_loop", true, true, Flow::loop);
  add("local_branch", true, false, Flow::branch);
  add("global_branch", false, true, Flow::branch);
  add("local_function", true, false, Flow::function);
  return all;
}

// The scopes beyond the work-group are features of 3.0, and part of 2.x.
std::vector<std::string> scopes(const Capabilities& device) {
  std::vector<std::string> all{"", ", memory_scope_work_group"};
  const auto add_if = [&](std::string_view feature, const char* scope) {
    if (device.has_part_of_2_0(feature)) all.emplace_back(scope);
  };
  add_if("atomic-scope-device", ", memory_scope_device");
  add_if("atomic-scope-all-devices", ", memory_scope_all_svm_devices");
  return all;
}

std::vector<Form> of_scope(const std::string& scope) {
  std::vector<Form> all;
  for (const bool in_global : {false, true}) {
    all.push_back({.kernel = in_global ? "global_scope" : "local_scope",
                   .call = fmt::format("work_group_barrier({}{})", fence(!in_global, in_global), scope),
                   .in_local = !in_global,
                   .in_global = in_global});
  }
  return all;
}

std::vector<Form> of_sub_groups() {
  std::vector<Form> all;
  for (const bool in_global : {false, true}) {
    all.push_back({.kernel = in_global ? "sub_group_global" : "sub_group_local",
                   .call = fmt::format("sub_group_barrier({})", fence(!in_global, in_global)),
                   .in_local = !in_global,
                   .in_global = in_global,
                   .of_sub_groups = true});
  }
  return all;
}

// The same forms in SPIR-V, with each scope that the device has.
std::vector<Form> of_il(const Capabilities& device) {
  struct Scope {
    std::string_view name;
    std::uint32_t number;
    bool is_there;
  };
  const bool is_newer = device.environment.major >= 2;  // "In an OpenCL 1.2 environment ... must be Workgroup"
  const std::array scopes{
      Scope{"Device", il::kDeviceScope, is_newer && device.has_part_of_2_0("atomic-scope-device")},
      Scope{"CrossDevice", il::kCrossDeviceScope, is_newer && device.has_part_of_2_0("atomic-scope-all-devices")},
      Scope{"Subgroup", il::kSubgroupScope, device.environment >= Version{2, 1} && device.has_feature("sub-groups")}};
  std::vector<Form> all = of_1_2();
  for (Form& form : all) form.call = "OpControlBarrier of Workgroup";
  for (const Scope& scope : scopes) {
    if (!scope.is_there) continue;
    for (const bool in_global : {false, true}) {
      const bool of_sub_groups = scope.number == il::kSubgroupScope;
      all.push_back({.kernel = fmt::format("{}_{}", scope.name, in_global ? "global" : "local"),
                     .call = fmt::format("OpControlBarrier of {} with memory of {}",
                                         of_sub_groups ? "Subgroup" : "Workgroup", scope.name),
                     .in_local = !in_global,
                     .in_global = in_global,
                     .of_sub_groups = of_sub_groups,
                     .scope = scope.number});
    }
  }
  return all;
}

Module il_module(const std::vector<Form>& forms, const Capabilities& device) {
  std::vector<il::BarrierKernel> kernels;
  for (const Form& form : forms) {
    kernels.push_back({.name = form.kernel,
                       .in_local = form.in_local,
                       .in_global = form.in_global,
                       .place = form.flow,
                       .execution = form.of_sub_groups ? il::kSubgroupScope : il::kWorkgroupScope,
                       .memory = form.scope});
  }
  return module_of(il::barriers_source(compiler_of(device), kernels, kRounds, kMostInGroup), FrontEnd::il);
}

// The cell that a work-item reads: near, far, opposite. `other` of a kernel is the same.
std::uint64_t other(std::uint64_t round, std::uint64_t me, std::uint64_t size) {
  switch (round % 3) {
    case 0: return (me + 1 + round) % size;
    case 1: return (me + size / 2) % size;
    default: return size - 1 - me;
  }
}

std::uint32_t written(std::uint64_t round, std::uint64_t item) {
  return static_cast<std::uint32_t>((round + 1) << 24 | item);
}

std::string round_text(const Form& form) {
  std::string text;
  if (form.in_local) text += "    cells[first + me] = VALUE(round, item);\n";
  if (form.in_global) text += "    shared[item] = VALUE(round, item);\n";
  text += form.flow == Flow::function ? "    meet();\n" : fmt::format("    {};\n", form.call);
  text += "    const uint from = other(round, me, size);\n";
  text += form.in_local ? "    uint got = cells[first + from];\n" : "    uint got = shared[item - me + from];\n";
  if (form.in_local && form.in_global) text += "    if (shared[item - me + from] != got) got = ~0u;\n";
  text += "    out[item * ROUNDS + round] = got;\n";
  return text + (form.flow == Flow::function ? "    meet();\n" : fmt::format("    {};\n", form.call));
}

// Numbers the work-items of a group in a row, and the groups one after the other: the host finds an item by its place.
// Those of sub-groups are in the order of these: all have the same size, except the last one, which may be smaller.
std::string kernel(const Form& form) {
  std::string text;
  if (form.flow == Flow::function) text += fmt::format("void meet(void) {{ {}; }}\n", form.call);
  text += fmt::format("kernel void {}(global uint* out, global uint* places, global uint* shared, ulong rounds) {{\n",
                      form.kernel);
  if (form.in_local) text += fmt::format("  local uint cells[{}];\n", kMostInGroup);
  text +=
      "  const uint line = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);\n"
      "  const uint group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);\n"
      "  const uint all = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
      "  const uint base = group * all;\n";
  text +=
      form.of_sub_groups
          ? "  const uint me = get_sub_group_local_id();\n"
            "  const uint size = get_sub_group_size();\n"
            "  const uint last = get_num_sub_groups() - 1;\n"
            "  const uint stride = last > 0 && get_sub_group_id() == last ? (all - size) / last : size;\n"
            "  const uint first = min(get_sub_group_id() * stride, all - size);\n"
            "  const uint item = base + first + me;\n"
          : "  const uint me = line;\n  const uint size = all;\n  const uint first = 0;\n  const uint item = base + me;\n";
  text +=
      "  places[(base + line) * 3u] = item;\n"
      "  places[(base + line) * 3u + 1u] = item - me;\n"
      "  places[(base + line) * 3u + 2u] = size;\n";
  if (form.flow == Flow::branch) text += "  if (group % 2 == 0)\n";
  text += "  for (uint round = 0; round < (uint)rounds; ++round) {\n";
  return text + round_text(form) + "  }\n}\n";
}

std::string source(const std::vector<Form>& forms) {
  std::string text = fmt::format(
      "#define ROUNDS {}\n"
      "#define VALUE(round, item) (((round) + 1u) << 24 | (item))\n"
      "uint other(uint round, uint me, uint size) {{\n"
      "  if (round % 3u == 0u) return (me + 1u + round) % size;\n"
      "  if (round % 3u == 1u) return (me + size / 2u) % size;\n"
      "  return size - 1u - me;\n"
      "}}\n",
      kRounds);
  for (const Form& form : forms) text += kernel(form);
  return text;
}

// A work-item's number in the launch, that of the first of its group, and the size of the group, as it says.
struct Place {
  std::uint64_t item = 0;
  std::uint64_t first = 0;
  std::uint64_t size = 0;
};
constexpr std::uint64_t kPlaceWords = 3;

void judge(const Form& form, const Range& range, const Finished& finished, Objections& all) {
  const std::uint64_t count = items(range);
  const std::uint64_t in_group = range.group[0] * range.group[1] * range.group[2];
  const std::string where = fmt::format("{} in {} memory, in a launch of {}", form.call,
                                        form.in_local && form.in_global ? "local and global"
                                        : form.in_local                 ? "local"
                                                                        : "global",
                                        text(range));
  for (std::uint64_t line = 0; line < count; ++line) {
    const auto said = [&](std::uint64_t word) { return element_at(finished.outputs.at(1), 4, line * kPlaceWords + word); };
    const Place p{.item = said(0), .first = said(1), .size = said(2)};
    const std::uint64_t begin = line - line % in_group;
    const std::uint64_t end = begin + in_group;
    if (p.first < begin || p.first >= end || p.size > end - p.first || p.item < p.first || p.item - p.first >= p.size) {
      all.add(form.kernel,
              fmt::format("{}: a work-item says that it is number {:#x}, and its group of {:#x} begins at {:#x}", where,
                          p.item, p.size, p.first));
      return;
    }
    const bool takes_part = form.flow != Flow::branch || line / in_group % 2 == 0;
    for (std::uint64_t round = 0; takes_part && round < kRounds; ++round) {
      const std::uint64_t from = p.first + other(round, p.item - p.first, p.size);
      const std::uint32_t right = written(round, from);
      const Bits got = element_at(finished.outputs.at(0), 4, p.item * kRounds + round);
      if (got == right) continue;
      all.add(form.kernel, fmt::format("{}: work-item {} reads {:#010x} from the cell of work-item {}, which wrote {:#010x}",
                                       where, p.item, got, from, right));
    }
  }
}

// Drivers compile a kernel for each work-group size, so each form gets a quarter of the sizes in tier smoke. The largest
// ones come last.
std::vector<Range> chosen(std::vector<Range> all, std::size_t form, Tier tier) {
  return tier == Tier::smoke ? every_nth<Range>(all, 4, form) : all;
}

void run(Stream& stream, const Form& form, GroupLimits limits, std::size_t number, Tier tier, Objections& all) {
  const std::uint64_t largest = stream.largest_group(form.kernel);
  limits.items = std::min({limits.items, kMostInGroup, largest == 0 ? kMostInGroup : largest});
  for (const Range& range : chosen(ranges_of_groups(limits), number, tier)) {
    const std::uint64_t count = items(range);
    stream.submit({.kernel = form.kernel,
                   .outputs = {count * kRounds * 4, count * kPlaceWords * 4, count * 4},
                   .inputs = {},
                   .scalars = {kRounds},
                   .poison = kPoison,
                   .range = range});
    judge(form, range, stream.wait(), all);
  }
}

ProbeFinding test_forms(Device& device, const std::vector<Form>& forms, const Module& module, Tier tier) {
  return or_unbuilt([&] {
    const std::unique_ptr<Program> program = device.build(module);
    const std::unique_ptr<Stream> stream = device.stream(*program, 1);
    const GroupLimits limits = device.group_limits();
    Objections all;
    for (std::size_t i = 0; i < forms.size(); ++i) run(*stream, forms[i], limits, i, tier, all);
    return ProbeFinding{.violations = all.sentences()};
  });
}

class BarriersProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "barrier"; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& /*task*/) const override {
    return no_ranges(device);
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const Capabilities& can = device.capabilities();
    const auto test_source = [&](const std::vector<Form>& forms, const std::string& options) {
      return test_forms(device, forms, {.source = source(forms), .il = {}, .options = options}, task.tier);
    };
    if (task.front_end == FrontEnd::il) return test_forms(device, of_il(can), il_module(of_il(can), can), task.tier);
    ProbeFinding all = test_source(of_1_2(), "-cl-std=CL1.2");
    const auto add = [&](const ProbeFinding& more) {
      all.violations.insert(all.violations.end(), more.violations.begin(), more.violations.end());
      if (all.details == nullptr) all.details = more.details;
    };
    if (can.newest().major < 2) return all;
    const std::string newest = generic_option(can.newest());
    // A program for each scope: a compiler that lacks one may have the others.
    for (const std::string& scope : scopes(can)) add(test_source(of_scope(scope), newest));
    if (can.has_feature("sub-groups")) add(test_source(of_sub_groups(), newest));
    return all;
  }
};

}  // namespace

const Probe& barriers_probe() {
  static const BarriersProbe probe;
  return probe;
}

}  // namespace classay
