#include "harness/worker/probes/group_functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>

#include "harness/device/registry.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/modules.h"
#include "harness/worker/sweep/device_support.h"
#include "kernels/arguments.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0xfcfcfcfc;

std::string wrong_result(const Collected& c, const Gathered& g, const Collective& called, std::uint64_t me,
                         std::span<const Bits> got) {
  std::vector<std::string> values;
  for (const Bits b : got) values.push_back(value_text(c.type, b));
  const std::string of = called.cluster > 0 ? fmt::format(" of {}", called.cluster)
                         : called.width > 1 ? fmt::format(" of {}{}", info(c.type).clc, called.width)
                                            : "";
  return fmt::format("{}{}: work-item {} of a group of {} gets {}", function_name(c.set, called), of, me, g.members.size(),
                     fmt::join(values, " "));
}

// The work-items of each group, in its order.
struct Grouping {
  std::map<std::uint64_t, std::vector<std::uint64_t>> groups;
  std::optional<std::uint64_t> stray;  // a work-item whose place is impossible; the groups are then incomplete
};

// A work-item is stray if its number is not below the group's size or occurs twice, if work-items disagree on the size or
// the maximum, or if they belong to several work-groups. Of a group that lacks a number, the first work-item is stray.
// Sub-groups of Vulkan may lack numbers.
Grouping groups_of(const Collected& c) {
  const std::uint64_t items = c.places.size();
  const bool has_gaps = c.set == CollectiveSet::sub_group_of_vulkan;
  Grouping of;
  for (std::uint64_t item = 0; item < items; ++item) {
    const Place& place = c.places.at(item);
    of.stray = item;
    if (place.size == 0 || (place.size > c.shape.size() && !has_gaps) || place.me >= place.size) return of;
    if (place.largest < place.size || place.largest != c.places.front().largest) return of;
    std::vector<std::uint64_t>& group = of.groups.try_emplace(place.group, place.size, items).first->second;
    if (group.size() != place.size || group[place.me] != items) return of;
    group[place.me] = item;
  }
  for (const auto& [number, group] : of.groups) {
    const std::uint64_t first = *std::ranges::find_if(group, [=](std::uint64_t item) { return item != items; });
    of.stray = first;
    if (info(c.set).scope == Scope::work_group && group.size() != c.shape.size()) return of;
    for (const std::uint64_t item : group) {
      if (item == items && has_gaps) continue;
      if (item == items) return of;
      if (item / c.shape.size() == first / c.shape.size()) continue;
      of.stray = item;
      return of;
    }
  }
  of.stray = std::nullopt;
  return of;
}

std::string impossible_groups(const Collected& c, std::uint64_t stray) {
  const Place& place = c.places.at(stray);
  return fmt::format(
      "work-groups of {}: the reported {}s cannot exist; work-item {} of work-group {} reports number {} in group "
      "{} of {} work-items (maximum: {})",
      fmt::join(std::span(c.shape.sides).first(c.shape.dimensions()), " x "),
      info(c.set).scope == Scope::work_group ? "work-group" : "sub-group", stray % c.shape.size(), stray / c.shape.size(),
      place.me, place.group, place.size, place.largest);
}

std::vector<std::byte> words_of(const std::vector<Said>& said) {
  std::vector<std::byte> bytes(said.size() * 8);
  for (std::uint64_t i = 0; i < said.size(); ++i) {
    put_element(bytes, 4, 2 * i, static_cast<std::uint32_t>(said[i].predicate));
    put_element(bytes, 4, 2 * i + 1, static_cast<std::uint32_t>(said[i].joins));
  }
  return bytes;
}

std::vector<std::byte> elements(Type type, const std::vector<Bits>& all) {
  const int size = width(type) / 8;
  std::vector<std::byte> bytes(all.size() * static_cast<std::size_t>(size));
  for (std::uint64_t i = 0; i < all.size(); ++i) put_element(bytes, size, i, all[i]);
  return bytes;
}

// Returns whether the kernel requires its work-group size. The back ends then launch groups of one dimension.
bool requires_size(const Collected& one) {
  return one.set != CollectiveSet::sub_group_of_vulkan && one.shape.dimensions() == 1 && !is_large(one.shape.size());
}

void ask(Stream& stream, Collected& one) {
  const int element = width(one.type) / 8;
  const std::size_t slots = collective_slots(collectives(one.set, one.type));
  const GroupInputs given = inputs_of(one);
  const std::vector<std::byte> numbers = elements(one.type, given.numbers);
  const std::vector<std::byte> factors = elements(one.type, given.factors);
  const std::vector<std::byte> words = words_of(given.words);
  const std::uint64_t items = items_of(one.shape.size());
  const auto [x, y, z] = one.shape.sides;
  const Range range{
      .dimensions = one.shape.dimensions(), .size = {items / (y * z), y, z}, .group = one.shape.sides, .offset = {}};
  stream.submit({.kernel = collecting_kernel_name(is_large(one.shape.size()) ? kAnyGroup : one.shape),
                 .items = items,
                 .outputs = {items * slots * static_cast<std::uint64_t>(element), items * kPlaceWords * 4},
                 .inputs = {numbers, factors, words},
                 .scalars = {},
                 .poison = kPoison,
                 .range = requires_size(one) ? std::nullopt : std::optional(range)});
  const Finished finished = stream.wait();
  for (std::uint64_t i = 0; i < items * slots; ++i) {
    one.results.push_back(element_at(finished.outputs.at(0), element, i));
  }
  for (std::uint64_t i = 0; i < items; ++i) {
    const auto said = [&](std::uint64_t n) { return element_at(finished.outputs.at(1), 4, i * kPlaceWords + n); };
    one.places.push_back({.size = said(0), .group = said(1), .me = said(2), .largest = said(3)});
  }
}

// A Level Zero device has what its guide requires of all devices; an OpenCL device reports what it has.
std::optional<std::string> lacks_scope(const Capabilities& device, Scope scope) {
  if (scope == Scope::sub_group) {
    if (!device.has_feature("sub-groups")) return "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0";
    return std::nullopt;
  }
  // "requires support for OpenCL C 2.0, or OpenCL C 3.0 or newer and the ... feature".
  if (device.has_part_of_2_0("work-group-collective-functions")) return std::nullopt;
  return "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is CL_FALSE";
}

std::optional<std::string> lacks_capability(const Description& device, CollectiveSet set) {
  const il::Environment e = environment_of(device);
  const std::span<const il::Requirement> all = il::requirements(e.rules);
  const auto r = std::ranges::find(all, info(set).capability, &il::Requirement::capability);
  if (r == all.end()) {
    return fmt::format("the document of this device's environment does not name the capability {}", info(set).capability);
  }
  if (il::is_required(*r, e)) return std::nullopt;
  return fmt::format("the capability {} is not required of this device ({}, with SPIR-V {}.{})", r->capability, r->when,
                     r->spirv / 10, r->spirv % 10);
}

std::optional<std::string> lacks_extension(const Capabilities& device, std::string_view extension, bool is_in_3_1) {
  if (extension.empty() || device.has_extension(extension)) return std::nullopt;
  if (is_in_3_1 && device.language >= Version{3, 1}) return std::nullopt;
  return fmt::format("{} is not in CL_DEVICE_EXTENSIONS", extension);
}

std::optional<std::string> not_in_clspv(const Capabilities& device, Type type) {
  if (type == Type::f64) return fmt::format("{}, 64-Bit Types: the double type must not be used", title(Edition::clspv));
  if (type == Type::f16)
    return fmt::format("{}, Kernels: pointers of type half must not be used as kernel arguments", title(Edition::clspv));
  if (width(type) < 32) return "OpenCL C 1.2 on Vulkan has no cl_khr_subgroup_extended_types";
  constexpr const char* kLongTypes = "shaderSubgroupExtendedTypes";
  if (width(type) == 64 && !device.has_feature(kLongTypes)) return fmt::format("{} is not among its features", kLongTypes);
  if (device.has_feature("sub-groups")) return std::nullopt;
  return "VkPhysicalDeviceSubgroupProperties lacks basic, vote, ballot or arithmetic operations of compute shaders";
}

}  // namespace

std::optional<std::string> no_collective_functions(const Description& device, FrontEnd front_end, CollectiveSet set,
                                                   Type type) {
  const Capabilities& c = device.capabilities;
  if (front_end == FrontEnd::clspv) return not_in_clspv(c, type);
  const CollectiveSetInfo& of = info(set);
  const bool is_opencl = backend_named(device.identity.backend).il_rules == il::Rules::opencl;
  if (is_opencl) {
    if (auto why = lacks_scope(c, of.scope)) return why;
    if (auto why = lacks_extension(c, of.extension, of.is_in_3_1)) return why;
  }
  if (set == CollectiveSet::shuffle_of_intel && is_opencl) {
    return lacks_extension(c, width(type) == 16 && !is_float(type) ? "cl_intel_subgroups_short" : "", false);
  }
  if (front_end == FrontEnd::il) {
    if (auto why = lacks_capability(device, set)) return why;
  }
  // The other sets include small types.
  const bool is_small = width(type) < 32 && !is_float(type);
  if (set == CollectiveSet::vector_broadcast && !is_opencl) {
    return "of broadcasts of vectors the document of this device's environment says nothing";
  }
  if (set != CollectiveSet::sub_group || !is_small) return std::nullopt;
  if (!is_opencl) return "of small types the document of this device's environment says nothing";
  return lacks_extension(c, "cl_khr_subgroup_extended_types", true);
}

namespace {

// Sets the largest clusters that a sub-group of each shape can have: a kernel without larger ones finds them.
void limit_clusters(Device& device, FrontEnd front_end, const Collected& blank, std::vector<GroupShape>& shapes) {
  const std::uint32_t all = GroupShape{}.most_cluster;
  for (GroupShape& shape : shapes) shape.most_cluster = 1;
  const Source source = writer(front_end).collecting(blank.set, blank.type, shapes, compiler_of(device.capabilities()));
  const std::unique_ptr<Program> program = device.build(module_of(source, front_end));
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  for (GroupShape& shape : shapes) {
    Collected one = blank;
    one.shape = shape;
    ask(*stream, one);
    shape.most_cluster = static_cast<std::uint32_t>(std::min<std::uint64_t>(one.places.front().largest, all));
  }
}

// In tier smoke, types of 32 bits have all shapes of sub-groups. Others have a third, of which each type has a different
// one: Intel's runtime compiles a kernel for 0.1 to 0.4 s.
std::vector<GroupShape> in_tier(const std::vector<GroupShape>& all, CollectiveSet set, Type type, Tier tier) {
  constexpr std::size_t kEach = 3;
  if (has_all_similar_tests(type, tier) || info(set).scope != Scope::sub_group || all.size() <= kEach) return all;
  return every_nth<GroupShape>(all, kEach, turn_of(info(set).kind, type));
}

}  // namespace

std::vector<Collected> measure_collectives(Device& device, FrontEnd front_end, CollectiveSet set, Type type, Tier tier) {
  const auto& support = is_float(type) ? classay::support(device.capabilities(), type) : device.capabilities().f32;
  const Collected blank{.set = set,
                        .type = type,
                        .specials = {.infinities = support.infinity_and_nan, .subnormals = support.denormals},
                        .to_nearest = support.to_nearest,
                        .results = {},
                        .places = {}};
  const GroupLimits limits = device.group_limits();
  std::vector<GroupShape> shapes = in_tier(shapes_for(front_end, limits), set, type, tier);
  const auto is_clustered = [](const Collective& c) { return c.cluster > 1; };
  if (std::ranges::any_of(collectives(set, type), is_clustered)) limit_clusters(device, front_end, blank, shapes);
  const bool has_large = info(set).scope == Scope::work_group && front_end == FrontEnd::clc && limits.takes_ranges;
  std::vector<GroupShape> kernels = shapes;
  if (has_large) kernels.push_back(kAnyGroup);
  const Source source = writer(front_end).collecting(set, type, kernels, compiler_of(device.capabilities()));
  const std::unique_ptr<Program> program = device.build(module_of(source, front_end));
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  if (has_large) {
    const std::vector<GroupShape> large = large_shapes(limits, stream->largest_group(collecting_kernel_name(kAnyGroup)));
    shapes.insert(shapes.end(), large.begin(), large.end());
  }
  std::vector<Collected> all;
  for (const Given given : {Given::small, Given::large, Given::any}) {
    for (const GroupShape& shape : shapes) {
      // So many roundings bound no sum.
      if (given == Given::large && is_large(shape.size())) continue;
      Collected one = blank;
      one.shape = shape;
      one.given = given;
      ask(*stream, one);
      all.push_back(std::move(one));
    }
  }
  return all;
}

namespace {

// The first error of each function, and the number of errors.
struct Wrong {
  std::string first;
  std::uint64_t count = 0;
};

std::vector<Member> all_members(const Collected& c) {
  const auto [numbers, factors, words] = inputs_of(c);
  std::vector<Member> members;
  for (std::uint64_t item = 0; item < c.places.size(); ++item) {
    members.push_back({.number = numbers[item],
                       .factor = factors[item],
                       .is_true = words[item].predicate != 0,
                       .joins = !info(c.set).is_partial || words[item].joins != 0});
  }
  return members;
}

// Results of scans are judged next to multiples of 64 and at both ends of a large group: each one takes a time that is
// proportional to the group. A reduction has one result.
bool is_judged(const Gathered& g, const Collective& called, std::uint64_t me) {
  const bool is_scan = called.name == CollectiveName::arithmetic && called.over != Over::all;
  const std::uint64_t size = g.members.size();
  return !is_scan || !is_large(size) || me < 64 || me + 64 >= size || (me + 1) % 64 <= 2;
}

void judge(const Collected& c, const Gathered& g, const std::vector<std::uint64_t>& items,
           const std::vector<Collective>& functions, std::vector<Wrong>& wrong) {
  const std::size_t row = collective_slots(functions);
  std::vector<std::optional<Bits>> right(functions.size());  // of functions with the same result for the group
  for (std::uint64_t me = 0; me < items.size(); ++me) {
    if (!g.members[me].joins) continue;
    std::size_t slot = items[me] * row;
    for (std::size_t f = 0; f < functions.size(); slot += slots(functions[f]), ++f) {
      const Collective& called = functions[f];
      const std::span<const Bits> got = std::span(c.results).subspan(slot, slots(called));
      const bool is_common = called.over == Over::all && called.cluster == 0 && called.width == 1 &&
                             (called.name == CollectiveName::arithmetic || called.name == CollectiveName::all ||
                              called.name == CollectiveName::any);
      const bool is_called = called.cluster <= std::min<std::uint64_t>(g.largest, c.shape.most_cluster);
      if (!is_called || !is_judged(g, called, me) || (is_common && right[f] == got.front())) continue;
      if (may_get(g, called, me, got)) {
        if (is_common) right[f] = got.front();
        continue;
      }
      if (wrong[f].count++ == 0) wrong[f].first = wrong_result(c, g, called, me, got);
    }
  }
}

}  // namespace

std::vector<std::string> violations(const Collected& c) {
  const Grouping of = groups_of(c);
  if (of.stray) return {impossible_groups(c, *of.stray)};
  const std::vector<Collective> functions = collectives(c.set, c.type);
  std::vector<Wrong> wrong(functions.size());
  const std::vector<Member> members = all_members(c);
  for (const auto& [number, items] : of.groups) {
    Gathered g{.type = c.type,
               .given = c.given,
               .to_nearest = c.to_nearest,
               .number = number,
               .largest = c.places.front().largest,
               .members = {}};
    for (const std::uint64_t item : items)
      g.members.push_back(item < members.size() ? members[item] : Member{.joins = false});
    judge(c, g, items, functions, wrong);
  }
  std::vector<std::string> all;
  for (const Wrong& w : wrong) {
    if (w.count > 0) all.push_back(fmt::format("{}, one of {} results that are wrong", w.first, w.count));
  }
  return all;
}

namespace {

ProbeFinding finding_of(const std::vector<Collected>& all) {
  ProbeFinding finding;
  std::set<std::uint64_t> sizes;
  for (const Collected& c : all) {
    // Predicates do not depend on the numbers, so small and large numbers repeat their violations.
    for (std::string& violation : violations(c)) {
      if (std::ranges::find(finding.violations, violation) != finding.violations.end()) continue;
      finding.violations.push_back(std::move(violation));
    }
    for (const Place& place : c.places) sizes.insert(place.size);
  }
  if (info(all.front().set).scope == Scope::sub_group) {
    finding.notes = {fmt::format("sub-groups of {} work-items", fmt::join(sizes, ", "))};
  }
  return finding;
}

class GroupFunctionsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override {
    const auto is_it = [&](const CollectiveSetInfo& set) { return set.kind == kind; };
    return std::ranges::any_of(kCollectiveSets, is_it) || std::ranges::any_of(kSetsOfOneFrontEnd, is_it);
  }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    return no_collective_functions(device.description(), task.front_end, set_of(task), task.format);
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    return or_unbuilt(
        [&] { return finding_of(measure_collectives(device, task.front_end, set_of(task), task.format, task.tier)); });
  }

 private:
  static CollectiveSet set_of(const ProbeTask& task) {
    if (task.front_end == FrontEnd::clspv) return CollectiveSet::sub_group_of_vulkan;
    if (task.kind.name == info(CollectiveSet::shuffle_of_intel).kind) return CollectiveSet::shuffle_of_intel;
    return std::ranges::find(kCollectiveSets, task.kind.name, &CollectiveSetInfo::kind)->set;
  }
};

}  // namespace

const Probe& group_functions_probe() {
  static const GroupFunctionsProbe probe;
  return probe;
}

}  // namespace classay
