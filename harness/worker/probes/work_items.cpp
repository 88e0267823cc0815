// Tests the work-item functions on many index spaces: each work-item runs once, and get_global_id() and its like return what
// OpenCL C's "Work-Item Functions" prescribes, in dimensions in use and others. SPIR-V's built-in variables are the same
// numbers, in dimensions in use.
//
// A work-item takes a place in the output by an atomic increment, and writes all that its functions return there. A wrong
// id therefore hides no other work-item. A work-item is the one that its global ids name; everything else follows from them.
#include "kernels/il/work_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/probes/ranges.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/source.h"

namespace classay {
namespace {

enum class Function : std::uint8_t {
  global_id,
  global_size,
  global_offset,
  local_id,
  local_size,
  group_id,
  num_groups,
  enqueued_local_size,
};
constexpr std::array<std::string_view, 8> kFunctions{"get_global_id",  "get_global_size",        "get_global_offset",
                                                     "get_local_id",   "get_local_size",         "get_group_id",
                                                     "get_num_groups", "get_enqueued_local_size"};
constexpr std::array<std::string_view, 8> kBuiltIns{"GlobalInvocationId", "GlobalSize",           "GlobalOffset",
                                                    "LocalInvocationId",  "WorkgroupSize",        "WorkgroupId",
                                                    "NumWorkgroups",      "EnqueuedWorkgroupSize"};
// The same numbers in OpenCL C and SPIR-V.
struct Names {
  std::span<const std::string_view> functions = kFunctions;
  std::string_view work_dim = "get_work_dim()";
  std::string_view global_linear_id = "get_global_linear_id()";
  std::string_view local_linear_id = "get_local_linear_id()";

  std::string_view of(Function f) const { return functions[static_cast<std::size_t>(f)]; }
};
constexpr Names kOfOpenClC{};
constexpr Names kOfSpirV{kBuiltIns, "WorkDim", "GlobalLinearId", "LocalInvocationIndex"};

constexpr bool is_size(Function f) {
  return f == Function::global_size || f == Function::local_size || f == Function::num_groups ||
         f == Function::enqueued_local_size;
}

// The last two dimensions do not exist.
constexpr std::array<std::uint32_t, 5> kDimensions{0, 1, 2, 3, 77};

// The kind of the dimensions from get_work_dim() on, in which a function returns a constant.
constexpr std::string_view kUnused = "work-item-unused";
enum class Dimensions : std::uint8_t { used, unused };

constexpr std::size_t kWorkDim = 0;
constexpr std::size_t kGlobalLinearId = 1;
constexpr std::size_t kLocalLinearId = 2;
constexpr std::size_t kFirst = 3;
constexpr std::size_t kWords = kFirst + kFunctions.size() * kDimensions.size();
constexpr std::size_t word_of(Function f, std::size_t d) {
  return kFirst + static_cast<std::size_t>(f) * kDimensions.size() + d;
}
// The first value of the counter. Records have it, too.
constexpr std::uint32_t kPoison = 0x00f10000;

// The functions of a language version: OpenCL C 2.0 added enqueued sizes and linear ids.
std::size_t functions_of(bool is_2_0) { return kFunctions.size() - (is_2_0 ? 0 : 1); }

// Drivers resolve constant dimensions when they compile, and have other code for variable ones. A kernel passes a variable
// to one function only: PoCL 3.1 cannot load a kernel in which several functions have variable dimensions.
constexpr std::string_view kConstant = "constant_dimensions";
std::string kernel_name(std::optional<std::size_t> variable) {
  return variable ? fmt::format("variable_{}", kFunctions.at(*variable)) : std::string(kConstant);
}

std::string kernel(bool is_2_0, std::optional<std::size_t> variable = std::nullopt) {
  std::string text = fmt::format(
      "kernel void {}(global uint* count, global ulong* out, ulong places, ulong zero) {{\n"
      "  const uint place = atomic_inc(count) - {}u;\n"
      "  if (place >= places) return;\n"
      "  global ulong* const r = out + (ulong)place * {};\n"
      "  r[{}] = get_work_dim();\n",
      kernel_name(variable), kPoison, kWords, kWorkDim);
  if (is_2_0) {
    text += fmt::format("  r[{}] = get_global_linear_id();\n  r[{}] = get_local_linear_id();\n", kGlobalLinearId,
                        kLocalLinearId);
  }
  for (std::size_t f = 0; f < functions_of(is_2_0); ++f) {
    for (std::size_t d = 0; d < kDimensions.size(); ++d) {
      text += fmt::format("  r[{}] = {}({}{}u);\n", word_of(static_cast<Function>(f), d), kFunctions.at(f),
                          variable == f ? "(uint)zero + " : "", kDimensions.at(d));
    }
  }
  return text + "}\n";
}

enum class Depth : std::uint8_t { few_ranges, all_ranges };

// A program, and the results that are judged.
struct Tested {
  FrontEnd front_end = FrontEnd::clc;
  bool is_2_0 = false;  // has enqueued sizes, and work-groups that differ in size
  bool has_linear_ids = false;
  Depth depth = Depth::all_ranges;
  Dimensions judged = Dimensions::used;

  const Names& names() const { return front_end == FrontEnd::il ? kOfSpirV : kOfOpenClC; }
};

Module il_module(const Capabilities& device, const Tested& tested) {
  std::vector<il::RecordedBuiltIn> recorded{{kOfSpirV.work_dim, kWorkDim, false}};
  if (tested.has_linear_ids) {
    recorded.push_back({kOfSpirV.global_linear_id, kGlobalLinearId, false});
    recorded.push_back({kOfSpirV.local_linear_id, kLocalLinearId, false});
  }
  std::vector<il::WorkItemKernel> kernels{{.name = kernel_name({})}};
  for (std::size_t f = 0; f < functions_of(tested.is_2_0); ++f) {
    recorded.push_back({kBuiltIns.at(f), word_of(static_cast<Function>(f), 0), true});
    kernels.push_back({.name = kernel_name(f), .variable = kBuiltIns.at(f)});
  }
  return module_of(il::work_items_source(compiler_of(device), kernels, recorded, kWords, kPoison), FrontEnd::il);
}

Module module(const Capabilities& device, const Tested& tested) {
  const bool is_2_0 = tested.is_2_0;
  if (tested.front_end == FrontEnd::il) return il_module(device, tested);
  std::string source = kernel(is_2_0);
  for (std::size_t f = 0; f < functions_of(is_2_0); ++f) source += kernel(is_2_0, f);
  return {.source = source, .il = {}, .options = is_2_0 ? generic_option(device.newest()) : "-cl-std=CL1.2"};
}

// The records of one launch.
class Launched {
 public:
  Launched(const Range& range, const GroupLimits& limits, const Tested& tested, std::span<const std::byte> records,
           std::uint64_t count)
      : range_(range), tested_(tested), records_(records), count_(count), limits_(limits) {}

  void judge(Objections& all) {
    const std::uint64_t wanted = items(range_);
    if (count_ != wanted)
      all.add("", fmt::format("{} work-item{} ran in a launch of {}", count_, count_ == 1 ? "" : "s", text(range_)));
    if (count_ == 0 || wanted == 0) return;  // no record
    take_group_size(all);
    std::set<std::uint64_t> seen;
    for (std::uint64_t place = 0; place < std::min(count_, wanted); ++place) {
      if (!is_one(place, all)) continue;
      if (!seen.insert(linear(place)).second) {
        all.add(std::string(tested_.names().of(Function::global_id)),
                fmt::format("two work-items have the global id {} in a launch of {}", at(place, Function::global_id, 0),
                            text(range_)));
      }
      judge_one(place, all);
    }
  }

 private:
  std::uint64_t word(std::uint64_t place, std::size_t w) const { return element_at(records_, 8, place * kWords + w); }
  std::uint64_t at(std::uint64_t place, Function f, std::size_t d) const { return word(place, word_of(f, d)); }
  // The number of the work-item among all, as get_global_linear_id() counts.
  std::uint64_t linear(std::uint64_t place) const {
    std::uint64_t number = 0;
    for (std::size_t d = range_.dimensions; d-- > 0;) number = number * range_.size.at(d) + in_range(place, d);
    return number;
  }
  std::uint64_t in_range(std::uint64_t place, std::size_t d) const {
    return at(place, Function::global_id, d) - range_.offset.at(d);
  }

  // Where the driver chooses the size of work-groups, the first work-item says it. All others must agree.
  void take_group_size(Objections& all) {
    group_ = range_.group;
    if (group_[0] != 0) return;
    const Function f = tested_.is_2_0 ? Function::enqueued_local_size : Function::local_size;
    std::uint64_t product = 1;
    for (std::size_t d = 0; d < 3; ++d) {
      group_.at(d) = d < range_.dimensions ? at(0, f, d) : 1;
      const std::uint64_t size = group_.at(d);
      const bool may_rest = tested_.is_2_0 && limits_.takes_remainders;
      const bool is_whole = size != 0 && range_.size.at(d) % size == 0;
      if (size == 0 || size > limits_.sizes.at(d) || (!may_rest && !is_whole)) {
        all.add(std::string(tested_.names().of(f)),
                fmt::format("{}({}) is {} in a launch of {}", tested_.names().of(f), d, size, text(range_)));
        group_.at(d) = std::clamp<std::uint64_t>(size, 1, range_.size.at(d));
      }
      product *= group_.at(d);
    }
    if (product > limits_.items) {
      all.add(std::string(tested_.names().of(f)),
              fmt::format("{}() says that a work-group has {} work-items in a launch of {}, and the "
                          "largest has {}",
                          tested_.names().of(f), product, text(range_), limits_.items));
    }
  }

  // Returns whether the global ids are those of one of the work-items.
  bool is_one(std::uint64_t place, Objections& all) const {
    for (std::size_t d = 0; d < range_.dimensions; ++d) {
      if (in_range(place, d) < range_.size.at(d)) continue;
      const std::string_view name = tested_.names().of(Function::global_id);
      all.add(std::string(name),
              fmt::format("{}({}) is {} in a launch of {}", name, d, at(place, Function::global_id, d), text(range_)));
      return false;
    }
    return true;
  }

  std::uint64_t right(std::uint64_t place, Function f, std::size_t d) const {
    if (d >= range_.dimensions) return is_size(f) ? 1 : 0;
    const std::uint64_t id = in_range(place, d);
    const std::uint64_t group = id / group_.at(d);
    switch (f) {
      case Function::global_id: return at(place, f, d);
      case Function::global_size: return range_.size.at(d);
      case Function::global_offset: return range_.offset.at(d);
      case Function::local_id: return id % group_.at(d);
      case Function::local_size: return std::min(group_.at(d), range_.size.at(d) - group * group_.at(d));
      case Function::group_id: return group;
      case Function::num_groups: return (range_.size.at(d) + group_.at(d) - 1) / group_.at(d);
      case Function::enqueued_local_size: return group_.at(d);
    }
    return 0;
  }

  void expect(std::uint64_t place, const std::string& call, std::uint64_t got, std::uint64_t wanted, Objections& all) const {
    if (got == wanted) return;
    std::string id = std::to_string(at(place, Function::global_id, 0));
    for (std::size_t d = 1; d < range_.dimensions; ++d) id += ", " + std::to_string(at(place, Function::global_id, d));
    all.add(call.substr(0, call.find('(')),
            fmt::format("{} is {}, not {}, in work-item ({}) of {}", call, got, wanted, id, text(range_)));
  }

  void judge_one(std::uint64_t place, Objections& all) const {
    const bool judges_used = tested_.judged == Dimensions::used;
    if (judges_used) {
      // A launch of Level Zero has three sizes and no number of dimensions.
      const std::uint64_t dimensions = word(place, kWorkDim);
      const bool may_be_more = !limits_.takes_dimensions && dimensions <= kDimensions.size();
      expect(place, std::string(tested_.names().work_dim), dimensions,
             may_be_more ? std::max<std::uint64_t>(dimensions, range_.dimensions) : range_.dimensions, all);
      if (tested_.has_linear_ids) judge_linear_ids(place, all);
    }
    for (std::size_t f = 0; f < functions_of(tested_.is_2_0); ++f) {
      const auto function = static_cast<Function>(f);
      for (std::size_t d = 0; d < kDimensions.size(); ++d) {
        if ((d < range_.dimensions) != judges_used) continue;
        const std::uint64_t got = at(place, function, d);
        const std::uint64_t wanted = right(place, function, d);
        if (got != wanted)
          expect(place, fmt::format("{}({})", tested_.names().of(function), kDimensions.at(d)), got, wanted, all);
      }
    }
  }

  void judge_linear_ids(std::uint64_t place, Objections& all) const {
    std::uint64_t local = 0;
    for (std::size_t d = range_.dimensions; d-- > 0;) {
      local = local * right(place, Function::local_size, d) + right(place, Function::local_id, d);
    }
    expect(place, std::string(tested_.names().global_linear_id), word(place, kGlobalLinearId), linear(place), all);
    expect(place, std::string(tested_.names().local_linear_id), word(place, kLocalLinearId), local, all);
  }

  const Range& range_;
  const Tested& tested_;
  std::span<const std::byte> records_;
  std::uint64_t count_;
  GroupLimits limits_;
  std::array<std::uint64_t, 3> group_{};
};

void judge(Stream& stream, const std::string& kernel_name, const Range& range, const RangesAsked& limits,
           const Tested& asked, Objections& all) {
  const std::uint64_t places = items(range);
  try {
    stream.submit({.kernel = kernel_name,
                   .outputs = {4, places * kWords * 8},
                   .inputs = {},
                   .scalars = {places, 0},
                   .poison = kPoison,
                   .range = range});
    const Finished finished = stream.wait();
    const std::uint64_t ran = (element_at(finished.outputs.at(0), 4, 0) - kPoison) & 0xffffffff;
    Launched(range, limits.limits, asked, finished.outputs.at(1), ran).judge(all);
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::refused) throw;
    all.add("refused", fmt::format("the device refuses a launch of {}: {}", text(range), e.what()));
  }
}

// `asked` with the limits of a kernel.
RangesAsked for_kernel(Stream& stream, const std::string& kernel_name, RangesAsked asked) {
  const std::uint64_t largest = stream.largest_group(kernel_name);
  if (largest != 0) asked.limits.items = std::min(asked.limits.items, largest);
  return asked;
}

void run_program(Device& device, const Tested& asked, Objections& all) {
  const Capabilities& can = device.capabilities();
  const std::unique_ptr<Program> program = device.build(module(can, asked));
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const RangesAsked limits{
      .limits = device.group_limits(), .has_remainders = asked.is_2_0, .has_64_bits = can.address_bits == 64};
  const auto run = [&](const std::string& kernel_name, const auto& ranges_of) {
    const RangesAsked of_kernel = for_kernel(*stream, kernel_name, limits);
    for (const Range& range : ranges_of(of_kernel)) judge(*stream, kernel_name, range, of_kernel, asked, all);
  };
  run(kernel_name({}), asked.depth == Depth::all_ranges ? ranges : few_ranges);
  for (std::size_t f = 0; f < functions_of(asked.is_2_0); ++f) run(kernel_name(f), few_ranges);
}

class WorkItemsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "work-item" || kind == kUnused; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& /*task*/) const override {
    return no_ranges(device);
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    Objections all;
    ProbeFinding finding;
    for (const Tested& tested : programs(device.capabilities(), task)) {
      const ProbeFinding unbuilt = or_unbuilt([&] {
        run_program(device, tested, all);
        return ProbeFinding{};
      });
      finding.violations.insert(finding.violations.end(), unbuilt.violations.begin(), unbuilt.violations.end());
      if (finding.details == nullptr) finding.details = unbuilt.details;
    }
    for (std::string& sentence : all.sentences()) finding.violations.push_back(std::move(sentence));
    return finding;
  }

 private:
  // The program of the newest language has all functions. The other one shows that they do not depend on the language.
  // SPIR-V has what OpenCL C 2.0 added in programs of its own, which Intel's CPU runtime does not build.
  static std::vector<Tested> programs(const Capabilities& device, const ProbeTask& task) {
    const FrontEnd front_end = task.front_end;
    std::vector<Tested> all;
    if (front_end == FrontEnd::il) {
      all = {{front_end, false, false, Depth::all_ranges},
             {front_end, true, false, Depth::few_ranges},
             {front_end, false, true, Depth::few_ranges}};
    } else if (device.newest().major >= 2) {
      all = {{front_end, false, false, Depth::few_ranges}, {front_end, true, true, Depth::all_ranges}};
    } else {
      all = {{front_end, false, false, Depth::all_ranges}};
    }
    for (Tested& tested : all) {
      if (task.kind.name != kUnused) continue;
      tested.judged = Dimensions::unused;
      tested.depth = Depth::few_ranges;
    }
    return all;
  }
};

}  // namespace

const Probe& work_items_probe() {
  static const WorkItemsProbe probe;
  return probe;
}

}  // namespace classay
