// Tests what the contended cells of atomics.cpp leave out (OpenCL C, "Atomic Functions"): flags and atomic_init in global
// memory, the types with the size of a pointer, generic pointers to cells, and comparands in each address space.
//
// Work-items of a group share a cell. All kernels have the arguments `out`, one result per work-item, and `cells` in global
// memory, whose content is unknown at the start.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::uint64_t kGroup = 32;
constexpr std::uint64_t kGroups = 8;
constexpr std::uint64_t kItems = kGroup * kGroups;
constexpr std::uint64_t kCellBytes = 8;
constexpr std::uint32_t kPoison = 0x5a5a5a5a;

// The right results of the work-items of a group.
enum class Right : std::uint8_t {
  each_once,  // 0 to the number of work-items, in any order
  one_zero,   // one 0; the others are 1
  number,     // the work-item's number
  two,        // 2
};

struct Cell {
  std::string kernel;
  std::string said;  // for people
  std::string code;  // uses the variables `item`, `group` and `me`, and sets `r`
  Right right = Right::number;
};

// The first work-item of a group prepares a cell in global memory, and all use it.
std::string shared(const std::string& prepared, const std::string& used) {
  return fmt::format("if (me == 0) {{ {} }} barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); {}", prepared, used);
}

std::vector<Cell> flags() {
  const std::string flag = "(volatile global atomic_flag*)(cells + {})";
  const std::string own = fmt::format(fmt::runtime(flag), "item");
  const std::string of_group = fmt::format(fmt::runtime(flag), "group");
  const auto set = [](const std::string& f) {
    return fmt::format("atomic_flag_test_and_set_explicit({}, memory_order_relaxed, memory_scope_work_group)", f);
  };
  const auto clear = [](const std::string& f) {
    return fmt::format("atomic_flag_clear_explicit({}, memory_order_relaxed, memory_scope_work_group);", f);
  };
  return {{"flag_alone", "an atomic_flag in global memory, cleared, set twice, cleared and set",
           fmt::format("{0} r = {1} ? 4 : 0; r |= {1} ? 2 : 0; {0} r |= {1} ? 1 : 0;", clear(own), set(own)), Right::two},
          {"flag_of_group", "an atomic_flag in global memory that a work-group sets",
           shared(clear(of_group), fmt::format("r = {} ? 1 : 0;", set(of_group))), Right::one_zero}};
}

Cell initialised(std::string_view type, std::string_view memory) {
  const std::string cell = fmt::format("({} atomic_{}*)(cells + item)", memory, type);
  return {fmt::format("init_{}", type), fmt::format("atomic_init of an atomic_{} in {} memory", type, memory),
          fmt::format("atomic_init({0}, ({1})item); "
                      "r = (ulong)atomic_load_explicit({0}, memory_order_relaxed, memory_scope_work_group);",
                      cell, type),
          Right::number};
}

// Each work-item adds 1. The operand has the type that the table of the functions gives: ptrdiff_t for addresses.
Cell added(std::string_view type, bool in_global) {
  const std::string cell = in_global ? fmt::format("(volatile global atomic_{}*)(cells + group)", type) : "&cell";
  const std::string local = in_global ? "" : fmt::format("local atomic_{} cell; ", type);
  const std::string_view operand = type == "size_t" ? "size_t" : "ptrdiff_t";
  const std::string add = fmt::format(
      "r = (ulong)atomic_fetch_add_explicit({}, ({})1, memory_order_relaxed, memory_scope_work_group);", cell, operand);
  return {fmt::format("add_{}_{}", type, in_global ? "global" : "local"),
          fmt::format("atomic_fetch_add_explicit of an atomic_{} in {} memory", type, in_global ? "global" : "local"),
          local + shared(fmt::format("atomic_init({}, 0);", cell), add), Right::each_once};
}

// Groups with an odd number pass a pointer to local memory.
Cell added_by_generic_pointer() {
  return {"add_generic", "atomic_fetch_add_explicit through a generic pointer",
          "local atomic_uint near; global atomic_uint* const far = (global atomic_uint*)(cells + group); "
          "atomic_uint* const p = group % 2 ? (atomic_uint*)&near : (atomic_uint*)far; " +
              shared("atomic_init(p, 0);",
                     "r = atomic_fetch_add_explicit(p, 1u, memory_order_relaxed, memory_scope_work_group);"),
          Right::each_once};
}

// A failed exchange stores the value of the cell as the comparand, and a second one succeeds with it.
Cell compared(std::string_view memory) {
  const std::string pointer = memory == "global"  ? "(global uint*)(cells + item) + 1"
                              : memory == "local" ? "near + me"
                                                  : "&own";
  const std::string local = memory == "local" ? fmt::format("local uint near[{}]; ", kGroup) : "";
  return {
      fmt::format("compare_{}", memory),
      fmt::format("atomic_compare_exchange_strong_explicit with a comparand in {} memory", memory),
      local + fmt::format("uint own; {0} uint* const e = {1}; global atomic_uint* const c = (global atomic_uint*)(cells + "
                          "item); *e = (uint)item + 1; atomic_init(c, (uint)item); "
                          "const bool first = atomic_compare_exchange_strong_explicit(c, e, 99u, memory_order_relaxed, "
                          "memory_order_relaxed, memory_scope_work_group); const uint found = *e; "
                          "const bool second = atomic_compare_exchange_strong_explicit(c, e, found + 7u, "
                          "memory_order_relaxed, memory_order_relaxed, memory_scope_work_group); "
                          "r = first || !second || *e != found ? ~0ul : found + 7u == atomic_load_explicit(c, "
                          "memory_order_relaxed, memory_scope_work_group) ? found : ~1ul;",
                          memory, pointer),
      Right::number};
}

std::vector<Cell> cells_of(const Capabilities& device) {
  std::vector<Cell> all = flags();
  const bool has_64 =
      device.has_extension("cl_khr_int64_base_atomics") && device.has_extension("cl_khr_int64_extended_atomics");
  for (const char* const type : {"int", "uint", "float"}) all.push_back(initialised(type, "global"));
  if (has_64) all.push_back(initialised("long", "global"));
  // "If the device address space is 64-bits, the data types ... are supported if" 64-bit atomics are.
  if (has_64 || device.address_bits == 32) {
    for (const char* const type : {"size_t", "ptrdiff_t", "intptr_t", "uintptr_t"}) {
      for (const bool in_global : {true, false}) all.push_back(added(type, in_global));
    }
  }
  if (device.has_part_of_2_0("generic-address-space")) all.push_back(added_by_generic_pointer());
  for (const char* const memory : {"private", "local", "global"}) all.push_back(compared(memory));
  return all;
}

std::string source(const Cell& cell) {
  return extension_lines(std::string("cl_khr_int64_base_atomics")) +
         extension_lines(std::string("cl_khr_int64_extended_atomics")) +
         fmt::format(
             "kernel __attribute__((reqd_work_group_size({}, 1, 1))) void {}(global ulong* out, global ulong* cells) {{\n"
             "  const size_t item = get_global_id(0), group = get_group_id(0), me = get_local_id(0);\n"
             "  ulong r = 0;\n"
             "  {}\n"
             "  out[item] = r;\n"
             "}}\n",
             kGroup, cell.kernel, cell.code);
}

// `seen`: how many work-items of the group had this result before. `number`: of the work-item among all.
bool is_right(Right right, std::uint64_t result, std::uint64_t seen, std::uint64_t number) {
  switch (right) {
    case Right::each_once: return result < kGroup && seen == 0;
    case Right::one_zero: return result == 1 || (result == 0 && seen == 0);
    case Right::number: return result == number;
    case Right::two: return result == 2;
  }
  return false;
}

// Returns the number of the first work-item of the group that has a wrong result; nullopt: none has. If each of a group sets
// a flag that was set, the first one is wrong.
std::optional<std::uint64_t> wrong_item(Right right, std::span<const std::uint64_t> group, std::uint64_t first) {
  std::map<std::uint64_t, std::uint64_t> seen;
  for (std::uint64_t me = 0; me < group.size(); ++me) {
    if (!is_right(right, group[me], seen[group[me]]++, first + me)) return first + me;
  }
  return right == Right::one_zero && !seen.contains(0) ? std::optional(first) : std::nullopt;
}

std::optional<std::string> violation(Device& device, const Cell& cell) {
  const std::string option = generic_option(device.capabilities().newest());
  const auto outputs = run_once(device, {.source = source(cell), .il = {}, .options = option},
                                {.kernel = cell.kernel,
                                 .items = kItems,
                                 .outputs = {kItems * sizeof(std::uint64_t), kItems * kCellBytes},
                                 .inputs = {},
                                 .scalars = {},
                                 .poison = kPoison});
  std::vector<std::uint64_t> results;
  for (std::uint64_t i = 0; i < kItems; ++i) results.push_back(element_at(outputs.at(0), 8, i));
  for (std::uint64_t g = 0; g < kGroups; ++g) {
    const auto wrong = wrong_item(cell.right, std::span(results).subspan(g * kGroup, kGroup), g * kGroup);
    if (wrong) return fmt::format("{}: work-item {} gets {:#x}", cell.said, *wrong, results.at(*wrong));
  }
  return std::nullopt;
}

class AtomicTypesProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "atomic-types"; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& /*task*/) const override {
    if (device.capabilities().newest().major < 2) return "its OpenCL C is before 2.0";
    const std::uint64_t largest = device.group_limits().items;
    if (largest == 0 || largest >= kGroup) return std::nullopt;
    return fmt::format("CL_DEVICE_MAX_WORK_GROUP_SIZE is {}, and the kernels need {}", largest, kGroup);
  }
  // A program for each cell: a compiler that lacks one may have the others.
  ProbeFinding test(Device& device, const ProbeTask& /*task*/) const override {
    ProbeFinding all;
    for (const Cell& cell : cells_of(device.capabilities())) {
      const ProbeFinding one = or_unbuilt([&] {
        ProbeFinding finding;
        if (const auto why = violation(device, cell)) finding.violations.push_back(*why);
        return finding;
      });
      const bool is_built = one.details == nullptr;
      for (const std::string& v : one.violations) all.violations.push_back(is_built ? v : cell.said + " " + v);
      if (all.details == nullptr) all.details = one.details;
    }
    return all;
  }
};

}  // namespace

const Probe& atomic_types_probe() {
  static const AtomicTypesProbe probe;
  return probe;
}

}  // namespace classay
