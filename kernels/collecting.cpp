#include "kernels/collecting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "kernels/signature_call.h"

namespace classay {
namespace {

using Name = CollectiveName;

constexpr std::array<std::string_view, 10> kOperations{"add", "mul", "min",         "max",        "and",
                                                       "or",  "xor", "logical_and", "logical_or", "logical_xor"};
std::string_view word(CollectiveOperation o) { return kOperations.at(static_cast<std::size_t>(o)); }

std::string_view word(Over over) {
  constexpr std::array<std::string_view, 3> kWords{"reduce_", "scan_inclusive_", "scan_exclusive_"};
  return kWords.at(static_cast<std::size_t>(over));
}

std::string_view word(Name name) {
  constexpr std::array<std::string_view, 26> kWords{"all",
                                                    "any",
                                                    "elect",
                                                    "all_equal",
                                                    "broadcast",
                                                    "broadcast_first",
                                                    "",
                                                    "shuffle",
                                                    "shuffle_xor",
                                                    "shuffle_up",
                                                    "shuffle_down",
                                                    "rotate",
                                                    "clustered_rotate",
                                                    "ballot",
                                                    "inverse_ballot",
                                                    "ballot_bit_extract",
                                                    "ballot_bit_count",
                                                    "ballot_inclusive_scan",
                                                    "ballot_exclusive_scan",
                                                    "ballot_find_lsb",
                                                    "ballot_find_msb",
                                                    "eq_mask",
                                                    "ge_mask",
                                                    "gt_mask",
                                                    "le_mask",
                                                    "lt_mask"};
  return kWords.at(static_cast<std::size_t>(name));
}

bool has_operation(CollectiveSet set, CollectiveOperation o, Type type) {
  const bool is_basic = o == CollectiveOperation::add || o == CollectiveOperation::min || o == CollectiveOperation::max;
  if (set == CollectiveSet::work_group || set == CollectiveSet::sub_group || set == CollectiveSet::sub_group_of_vulkan)
    return is_basic;
  if (set == CollectiveSet::work_group_arithmetic && is_basic) return false;
  if (is_logical(o)) return type == Type::i32;
  return o < CollectiveOperation::bit_and || !is_float(type);
}

std::vector<Collective> arithmetic(CollectiveSet set, Type type, std::span<const Over> forms, std::uint32_t cluster = 0) {
  std::vector<Collective> all;
  for (const Over over : forms) {
    for (std::size_t o = 0; o < kOperations.size(); ++o) {
      const auto operation = static_cast<CollectiveOperation>(o);
      if (!has_operation(set, operation, type)) continue;
      all.push_back({.name = Name::arithmetic, .operation = operation, .over = over, .cluster = cluster});
    }
  }
  return all;
}

constexpr std::array kForms{Over::all, Over::until_itself, Over::before_itself};

Collective with(Name name, Operand operand, std::uint32_t constant = 0, std::uint32_t cluster = 0) {
  return {.name = name, .operand = operand, .constant = constant, .cluster = cluster};
}

std::vector<Collective> vector_broadcasts(Operand operand, std::uint32_t constant = 0) {
  std::vector<Collective> all;
  for (const int width : kVectorWidths) {
    if (width > 1) all.push_back({.name = Name::broadcast, .operand = operand, .constant = constant, .width = width});
  }
  return all;
}

// All powers of two up to the largest sub-group of any device. Ordered by size: a program stops before clusters that are
// larger than a sub-group can be.
constexpr std::array<std::uint32_t, 8> kClusters{1, 2, 4, 8, 16, 32, 64, 128};

std::vector<Collective> ballots(Type type) {
  // "Before version 1.5, Id must come from a constant instruction" (SPIR-V, OpGroupNonUniformBroadcast).
  std::vector<Collective> all{with(Name::broadcast, Operand::constant, 0),
                              with(Name::broadcast, Operand::constant, 2),
                              {.name = Name::broadcast_first}};
  std::ranges::move(vector_broadcasts(Operand::constant, 2), std::back_inserter(all));
  if (type != Type::u32) return all;
  for (auto n = static_cast<std::size_t>(Name::ballot); n <= static_cast<std::size_t>(Name::lt_mask); ++n) {
    const auto name = static_cast<Name>(n);
    all.push_back(with(name, name == Name::ballot_bit_extract ? Operand::of_item : Operand::none));
  }
  return all;
}

std::vector<Collective> collectives_of_all(CollectiveSet set, Type type) {
  std::vector<Collective> all;
  if (type == Type::i32) all = {{.name = Name::all}, {.name = Name::any}};
  if (set == CollectiveSet::sub_group_of_vulkan) {
    for (const std::uint32_t from : {0U, 2U}) all.push_back(with(Name::broadcast, Operand::constant, from));
  } else {
    all.push_back(with(Name::broadcast, Operand::of_group));
  }
  const std::vector<Collective> more = arithmetic(set, type, kForms);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Collective> clusters(Type type) {
  std::vector<Collective> all;
  for (const std::uint32_t cluster : kClusters) {
    const std::vector<Collective> of = arithmetic(CollectiveSet::clustered, type, std::array{Over::all}, cluster);
    all.insert(all.end(), of.begin(), of.end());
  }
  return all;
}

// The distance is the same for the sub-group: a constant, or a number that the compiler does not know.
std::vector<Collective> rotations() {
  std::vector<Collective> all{with(Name::rotate, Operand::constant, 1), with(Name::rotate, Operand::constant, 3),
                              with(Name::rotate, Operand::of_group)};
  for (const std::uint32_t cluster : kClusters) {
    all.push_back(with(Name::clustered_rotate, Operand::constant, 1, cluster));
    if (cluster > 2) all.push_back(with(Name::clustered_rotate, Operand::constant, 3, cluster));
    if (cluster > 2) all.push_back(with(Name::clustered_rotate, Operand::of_group, 0, cluster));
  }
  return all;
}

// ---- OpenCL C

struct ScopeWords {
  std::string_view prefix;
  std::string_view group;
  std::string_view me;
  std::string_view size;
  std::string_view largest;
};
constexpr ScopeWords words_of(CollectiveSet set) {
  if (info(set).scope == Scope::work_group) {
    return {"work_group_", "get_group_id(0)", "get_local_id(0)", "get_local_size(0)", "get_local_size(0)"};
  }
  return {"sub_group_", "get_group_id(0) * get_num_sub_groups() + get_sub_group_id()", "get_sub_group_local_id()",
          "get_sub_group_size()",
          set == CollectiveSet::sub_group_of_vulkan ? "get_sub_group_size()" : "get_max_sub_group_size()"};
}

std::string operand_text(const Collective& c) {
  switch (c.operand) {
    case Operand::none: return "";
    case Operand::of_group: return "group % size";
    case Operand::of_item: return "(me * 5u + 3u) % size";
    case Operand::step: return "me % 3u + 1u";
    case Operand::constant: return fmt::format("{}u", c.constant);
  }
  return "";
}

// Returns the local ids of the work-item with this number: as many as the group has dimensions.
std::string ids_of(const std::string& number, const GroupShape& shape) {
  const auto [x, y, z] = shape.sides;
  if (shape.dimensions() == 1) return number;
  if (shape.dimensions() == 2) return fmt::format("({0}) % {1}, ({0}) / {1}", number, x);
  return fmt::format("({0}) % {1}, ({0}) / {1} % {2}, ({0}) / {3}", number, x, y, x * y);
}

// Returns the vector that a work-item broadcasts (broadcast_lane()).
std::string broadcast_vector(Type type, int width) {
  const std::string bits = vector_type(info(integer_type(classay::width(type), false)).clc, width);
  std::string lanes;
  for (int lane = 0; lane < width; ++lane) lanes += fmt::format("{}{}", lane == 0 ? "" : ", ", lane);
  const std::string own = vector_type(info(type).clc, width);
  return fmt::format("as_{0}(as_{1}(({0})({2})) ^ ({1})({3}))", own, bits, is_float(type) ? "f" : "x", lanes);
}

// Writes the arguments of the call, and converts the result: a predicate becomes 0 or 1.
std::string call(CollectiveSet set, Type type, const Collective& c, const GroupShape& shape) {
  const std::string name = function_name(set, c);
  const std::string operand = operand_text(c);
  const std::string cluster = c.cluster == 0 ? "" : fmt::format(", {}", c.cluster);
  switch (c.name) {
    case Name::all:
    case Name::any: return fmt::format("{}(p) != 0", name);
    case Name::elect: return name + "() != 0";
    case Name::all_equal: return name + "(f) != 0";
    case Name::arithmetic:
      if (is_logical(c.operation)) return fmt::format("{}(p{}) != 0", name, cluster);
      return fmt::format("{}({}{})", name, c.operation == CollectiveOperation::mul ? "f" : "x", cluster);
    case Name::broadcast_first: return name + "(x)";
    case Name::rotate:
    case Name::clustered_rotate: return fmt::format("{}(x, (int)({}){})", name, operand, cluster);
    case Name::ballot: return name + "(p)";
    case Name::inverse_ballot: return name + "(bits) != 0";
    case Name::ballot_bit_extract: return fmt::format("{}(bits, {}) != 0", name, operand);
    case Name::ballot_bit_count:
    case Name::ballot_inclusive_scan:
    case Name::ballot_exclusive_scan:
    case Name::ballot_find_lsb:
    case Name::ballot_find_msb: return name + "(bits)";
    case Name::eq_mask:
    case Name::ge_mask:
    case Name::gt_mask:
    case Name::le_mask:
    case Name::lt_mask: return name + "()";
    case Name::broadcast:
      if (info(set).scope == Scope::work_group) return fmt::format("{}(x, {})", name, ids_of(operand, shape));
      if (c.width > 1) return fmt::format("{}({}, {})", name, broadcast_vector(type, c.width), operand);
      return fmt::format("{}(x, {})", name, operand);
    default: return fmt::format("{}(x, {})", name, operand);
  }
}

std::string calls(CollectiveSet set, Type type, const std::vector<Collective>& all, const GroupShape& shape) {
  std::string text;
  std::size_t slot = 0;
  std::uint32_t cluster = 0;
  for (const Collective& c : all) {
    if (c.cluster > shape.most_cluster) break;  // clusters come in the order of their sizes
    if (c.cluster > cluster) {
      cluster = c.cluster;
      text += fmt::format("  if (largest < {}) return;\n", cluster);
    }
    if (slots(c) > 1) {
      text += fmt::format("  vstore{}({}, 0, to + {});\n", slots(c), call(set, type, c, shape), slot);
    } else {
      text += fmt::format("  to[{}] = ({})({});\n", slot, info(type).clc, call(set, type, c, shape));
    }
    slot += slots(c);
  }
  return text;
}

// In groups of more dimensions, those of the launch lie in a row, and a work-item has its number in the order of scans.
std::string kernel_text(CollectiveSet set, Type type, const GroupShape& shape) {
  const ScopeWords words = words_of(set);
  const auto [x, y, z] = shape.sides;
  const std::string line = shape.dimensions() == 1
                               ? "get_local_id(0)"
                               : fmt::format("(get_local_id(2) * {} + get_local_id(1)) * {} + get_local_id(0)", y, x);
  const std::string item =
      shape.dimensions() == 1 ? "get_global_id(0)" : fmt::format("get_group_id(0) * {} + {}", shape.size(), line);
  const bool is_work_group = info(set).scope == Scope::work_group;
  const std::string size =
      is_work_group ? "get_local_size(0) * get_local_size(1) * get_local_size(2)" : std::string(words.size);
  const std::vector<Collective> all = collectives(set, type);
  const bool has_size = shape.size() > 0 && set != CollectiveSet::sub_group_of_vulkan;
  const std::string required = !has_size ? "" : fmt::format("__attribute__((reqd_work_group_size({}, {}, {})))\n", x, y, z);
  std::string text =
      fmt::format(R"(
kernel {0}void {1}(global {2}* out, global uint* where, global const {2}* numbers, global const {2}* factors, global const int* said) {{
  const size_t i = {12};
  const uint group = (uint)({3});
  const uint me = (uint)({4});
  const uint size = (uint)({5});
  const uint largest = (uint)({6});
  const {2} x = numbers[i], f = factors[i];
  const int p = said[2 * i];
  const uint4 bits = (uint4)({7:#x}u, {8:#x}u, {9:#x}u, {10:#x}u);
  global {2}* to = out + i * {11};
  where[4 * i] = size;
  where[4 * i + 1] = group;
  where[4 * i + 2] = me;
  where[4 * i + 3] = largest;
)",
                  required, collecting_kernel_name(shape), info(type).clc, words.group,
                  is_work_group ? line : std::string(words.me), size, is_work_group ? size : std::string(words.largest),
                  kBallot[0], kBallot[1], kBallot[2], kBallot[3], collective_slots(all), item);
  if (info(set).is_partial) text += "  if (said[2 * i + 1] == 0) return;\n";
  return text + calls(set, type, all, shape) + "}\n";
}

}  // namespace

std::vector<Collective> collectives(CollectiveSet set, Type type) {
  switch (set) {
    case CollectiveSet::work_group:
    case CollectiveSet::sub_group:
    case CollectiveSet::sub_group_of_vulkan: return collectives_of_all(set, type);
    case CollectiveSet::work_group_arithmetic:
    case CollectiveSet::non_uniform: return arithmetic(set, type, kForms);
    case CollectiveSet::clustered: return clusters(type);
    case CollectiveSet::ballot: return ballots(type);
    case CollectiveSet::vote:
      if (type != Type::i32) return {{.name = Name::all_equal}};
      return {{.name = Name::elect}, {.name = Name::all}, {.name = Name::any}, {.name = Name::all_equal}};
    case CollectiveSet::shuffle:
      return {with(Name::shuffle, Operand::of_item), with(Name::shuffle, Operand::constant, 2),
              with(Name::shuffle_xor, Operand::constant, 1), with(Name::shuffle_xor, Operand::constant, 5),
              with(Name::shuffle_xor, Operand::step)};
    case CollectiveSet::relative_shuffle:
      return {with(Name::shuffle_up, Operand::constant, 1), with(Name::shuffle_up, Operand::step),
              with(Name::shuffle_down, Operand::constant, 1), with(Name::shuffle_down, Operand::step)};
    case CollectiveSet::shuffle_of_intel: {
      std::vector<Collective> all = collectives(CollectiveSet::shuffle, type);
      std::ranges::move(collectives(CollectiveSet::relative_shuffle, type), std::back_inserter(all));
      return all;
    }
    case CollectiveSet::rotate: return rotations();
    case CollectiveSet::vector_broadcast: return vector_broadcasts(Operand::of_group);
  }
  return {};
}

std::string function_name(CollectiveSet set, const Collective& c) {
  const std::string prefix(words_of(set).prefix);
  if (c.name >= Name::eq_mask) return fmt::format("get_{}{}", prefix, word(c.name));
  if (c.name == Name::arithmetic) {
    const std::string_view which = c.cluster > 0 ? "clustered_" : set == CollectiveSet::non_uniform ? "non_uniform_" : "";
    return fmt::format("{}{}{}{}", prefix, which, word(c.over), word(c.operation));
  }
  const bool is_non_uniform =
      (set == CollectiveSet::vote && c.name != Name::elect) || (set == CollectiveSet::ballot && c.name == Name::broadcast);
  return fmt::format("{}{}{}", prefix, is_non_uniform ? "non_uniform_" : "", word(c.name));
}

std::size_t collective_slots(std::span<const Collective> all) {
  return std::accumulate(all.begin(), all.end(), std::size_t{0},
                         [](std::size_t sum, const Collective& c) { return sum + slots(c); });
}

std::uint32_t operand_of(const Collective& c, std::uint32_t size, std::uint32_t group, std::uint32_t me) {
  switch (c.operand) {
    case Operand::none: return 0;
    case Operand::of_group: return group % size;
    case Operand::of_item: return (me * 5 + 3) % size;
    case Operand::step: return me % 3 + 1;
    case Operand::constant: return c.constant;
  }
  return 0;
}

std::string collecting_kernel_name(const GroupShape& shape) {
  if (shape.size() == 0) return "collect_any";
  return fmt::format("collect_{}", fmt::join(std::span(shape.sides).first(shape.dimensions()), "x"));
}

Source collecting_source(CollectiveSet set, Type type, std::span<const GroupShape> shapes, const std::string& options) {
  std::string text = extension_lines(type);
  if (info(set).scope == Scope::sub_group) text += extension_lines(std::string("cl_khr_subgroups"));
  if (!info(set).extension.empty()) text += extension_lines(std::string(info(set).extension));
  for (const GroupShape& shape : shapes) text += kernel_text(set, type, shape);
  return {.text = text, .options = options};
}

}  // namespace classay
