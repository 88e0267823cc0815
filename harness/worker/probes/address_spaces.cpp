// Tests the address space qualifier functions (OpenCL C, "Address Space Qualifier Functions"): to_global, to_local and
// to_private return the pointer that they are called with if it points to their address space. A barrier with the flags of
// get_fence makes visible what is stored through the pointer. Pointers to a different space, and flags of a different
// memory, are notes only (docs/ambiguities.md, A76).
//
// In SPIR-V, `address-space` tests OpGenericCastToPtrExplicit, and `address-space-semantics` OpGenericPtrMemSemantics, whose
// result "includes mask bits set for the Storage Class" of the pointer.
//
// A kernel calls them with a generic pointer to a space that it knows, or that a launch selects, so that no compiler can
// resolve the pointer.
#include "kernels/il/address_spaces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <map>
#include <set>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::string_view kSemantics = "address-space-semantics";
constexpr std::uint64_t kGroup = 32;
constexpr std::uint64_t kItems = 3 * kGroup;
constexpr std::uint64_t kPlace = 16;  // bytes of the largest type
constexpr std::uint32_t kPoison = 0x5a5a5a5a;
constexpr std::array<std::string_view, 3> kSpaces{"global", "local", "private"};
constexpr std::size_t kChosen = kSpaces.size();  // the launch selects the space

// Results of a work-item. A function that takes a pointer to const has a result of its own.
constexpr std::uint64_t kWords = 7;
enum Word : std::uint8_t {
  returned,        // bit i: the function of space i returned a pointer
  returned_const,  // the same for pointers to const
  own,             // bit 0: the function of the own space returned the same pointer; bit 1: for pointers to const
  stored,          // the byte that was stored through the returned pointer
  fence,           // 1: local, 2: global, 4: any different bit
  fence_const,
  seen,  // the byte that the next work-item stored before a barrier with these flags
};

// A type to point to. The kernel stores in its first byte.
struct Pointed {
  std::string_view name;
  std::string_view said;                    // for people
  std::optional<Type> type = std::nullopt;  // of modules in SPIR-V; nullopt: it has no module
  int width = 1;
};
constexpr std::array kPointed = std::to_array<Pointed>(
    {{"uchar", "uchar", Type::u8}, {"uint", "uint", Type::u32}, {"float4", "float4", Type::f32, 4}, {"record", "a struct"}});

std::string kernel_name(const Pointed& pointed, std::size_t space) {
  return fmt::format("{}_{}", pointed.name, space == kChosen ? "chosen" : kSpaces.at(space));
}

// Returns code that stores through the pointer and loads what the next work-item of the group stored. All work-items of a
// barrier have to name the same flags, so a selected pointer has no such code.
std::string exchange(std::size_t space) {
  if (space > 1) return "";
  return fmt::format("*(uchar*)p = (uchar)(item + 101u); work_group_barrier(get_fence(p)); seen = *({} uchar*)({});",
                     kSpaces.at(space),
                     space == 0 ? fmt::format("memory + (item - me + (me + 1u) % {}u) * {}u", kGroup, kPlace)
                                : fmt::format("near + (me + 1u) % {}u", kGroup));
}

// Work-item i points to its own element of an array in each space.
std::string kernel(const Pointed& pointed, std::size_t space) {
  const std::string which = space == kChosen ? "(uint)(item + turn) % 3u" : fmt::format("{}u", space);
  const std::string pointer = space == 0   ? "far"
                              : space == 1 ? "near + me"
                              : space == 2 ? "mine + 1"
                                           : "which == 0u ? (T*)far : which == 1u ? (T*)(near + me) : (T*)(mine + 1)";
  return fmt::format(R"(
#define T {0}
kernel __attribute__((reqd_work_group_size({1}, 1, 1)))
void {2}(global uint* out, global uchar* memory, ulong turn) {{
  const uint item = (uint)get_global_id(0), me = (uint)get_local_id(0);
  local T near[{1}];
  T mine[3];
  global T* const far = (global T*)(memory + item * {3}u);
  const uint which = {4};
  T* const p = {5};
  const T* const c = p;
  *(volatile uchar*)p = 0;
  uint same = 0, stored = 0;
  uint some = (to_global(p) != NULL ? 1u : 0u) | (to_local(p) != NULL ? 2u : 0u) | (to_private(p) != NULL ? 4u : 0u);
  uint some_const = (to_global(c) != NULL ? 1u : 0u) | (to_local(c) != NULL ? 2u : 0u) | (to_private(c) != NULL ? 4u : 0u);
  if (which == 0u) {{
    if (to_global(p) == far) {{ same = 1u; *(global uchar*)to_global(p) = (uchar)(item + 1u); }}
    if (to_global(c) == far) same |= 2u;
    stored = *(global uchar*)far;
  }} else if (which == 1u) {{
    if (to_local(p) == near + me) {{ same = 1u; *(local uchar*)to_local(p) = (uchar)(item + 1u); }}
    if (to_local(c) == near + me) same |= 2u;
    stored = *(local uchar*)(near + me);
  }} else {{
    if (to_private(p) == mine + 1) {{ same = 1u; *(private uchar*)to_private(p) = (uchar)(item + 1u); }}
    if (to_private(c) == mine + 1) same |= 2u;
    stored = *(private uchar*)(mine + 1);
  }}
  uint seen = 0;
  {7}
  out[item * {6}u] = some;
  out[item * {6}u + 1u] = some_const;
  out[item * {6}u + 2u] = same;
  out[item * {6}u + 3u] = stored;
  out[item * {6}u + 4u] = flags(get_fence(p));
  out[item * {6}u + 5u] = flags(get_fence(c));
  out[item * {6}u + 6u] = seen;
}}
#undef T
)",
                     pointed.name, kGroup, kernel_name(pointed, space), kPlace, which, pointer, kWords, exchange(space));
}

std::string source() {
  std::string text = R"(typedef struct { uchar first; uint second; } record;
uint flags(cl_mem_fence_flags f) {
  return ((f & CLK_LOCAL_MEM_FENCE) != 0 ? 1u : 0u) | ((f & CLK_GLOBAL_MEM_FENCE) != 0 ? 2u : 0u) |
         ((f & ~(cl_mem_fence_flags)(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)) != 0 ? 4u : 0u);
}
)";
  for (const Pointed& pointed : kPointed) {
    for (std::size_t space = 0; space <= kChosen; ++space) text += kernel(pointed, space);
  }
  return text;
}

Module il_module(const Capabilities& device, il::MemoryQuery query) {
  std::vector<il::AddressSpaceKernel> kernels;
  for (const Pointed& pointed : kPointed) {
    for (std::size_t space = 0; space <= kChosen && pointed.type; ++space)
      kernels.push_back(
          {.name = kernel_name(pointed, space), .space = space, .type = *pointed.type, .width = pointed.width});
  }
  const il::AddressSpaceSizes sizes{.group = kGroup, .place = kPlace, .words = kWords};
  return module_of(il::address_spaces_source(compiler_of(device), kernels, sizes, query), FrontEnd::il);
}

// Results that only one of two interpretations permits.
struct Oddities {
  std::map<std::string, std::set<std::string>> spaces;  // by function: the memories for which it returns a pointer
  std::set<std::string> fences;                         // the memories whose flag is missing

  std::vector<std::string> sentences() const {
    std::vector<std::string> all;
    for (const auto& [function, its] : spaces) {
      all.push_back(fmt::format("{} returns a pointer, not NULL, for {} memory", function, fmt::join(its, " and ")));
    }
    if (!fences.empty()) all.push_back(fmt::format("get_fence has no flag of {} memory", fmt::join(fences, " and ")));
    return all;
  }
};

struct Findings {
  FrontEnd front_end = FrontEnd::clc;
  Objections wrong{};
  Oddities odd{};
};

std::string conversion_to(FrontEnd front_end, std::size_t space) {
  return front_end == FrontEnd::il ? fmt::format("OpGenericCastToPtrExplicit to {} memory", kSpaces.at(space))
                                   : fmt::format("to_{}", kSpaces.at(space));
}

// Enters what is wrong in the results of a work-item that points to `space`.
void judge(const std::string& pointer, std::size_t space, std::uint64_t item, const std::array<Bits, kWords>& found,
           Findings& all) {
  const std::string own_space(kSpaces.at(space));
  const auto add = [&](const std::string& call, const std::string& what) {
    all.wrong.add(call + what.substr(0, what.find(' ')), fmt::format("{}: work-item {} {}", call, item, what));
  };
  for (const Word word : {returned, returned_const}) {
    if (word == returned_const && all.front_end == FrontEnd::il) continue;  // SPIR-V has no const
    for (std::size_t f = 0; f < kSpaces.size(); ++f) {
      const bool is_pointer = (found.at(word) >> f & 1U) != 0;
      const std::string name = conversion_to(all.front_end, f);
      if (is_pointer && f != space) all.odd.spaces[name].insert(own_space);
      if (f != space) continue;
      const std::string call = fmt::format("{} of {}{}", name, pointer, word == returned ? "" : " to const");
      const bool is_same = (found.at(own) >> (word == returned ? 0U : 1U) & 1U) != 0;
      if (!is_pointer) add(call, "gets NULL");
      if (is_pointer && !is_same) add(call, "gets a different pointer");
      if (word == returned && is_pointer && is_same && found.at(stored) != item + 1)
        add(call, fmt::format("stores {} through it, and reads {}", item + 1, found.at(stored)));
    }
  }
  // No flag belongs to private memory, which no fence orders.
  const Bits needed = space == 0 ? 2 : space == 1 ? 1 : 0;
  for (const Word word : {fence, fence_const}) {
    const bool lacks_own = (found.at(word) & needed) != needed;
    if (lacks_own && all.front_end == FrontEnd::il) {
      if (word == fence) add(fmt::format("OpGenericPtrMemSemantics of {}", pointer), "gets no bit of this memory");
    } else if (lacks_own) {
      all.odd.fences.insert(own_space);
    }
    if ((found.at(word) & 4U) == 0) continue;
    add(fmt::format("get_fence of {}{}", pointer, word == fence ? "" : " to const"),
        "gets a flag of neither local nor global memory");
  }
}

void run_kernel(Stream& stream, const Pointed& pointed, std::size_t space, std::uint64_t turn, Findings& all) {
  stream.submit({.kernel = kernel_name(pointed, space),
                 .items = kItems,
                 .outputs = {kItems * kWords * 4, kItems * kPlace},
                 .inputs = {},
                 .scalars = {turn},
                 .poison = kPoison});
  const Finished finished = stream.wait();
  for (std::uint64_t item = 0; item < kItems; ++item) {
    std::array<Bits, kWords> found{};
    for (std::uint64_t w = 0; w < kWords; ++w) found.at(w) = element_at(finished.outputs.at(0), 4, item * kWords + w);
    const std::size_t its = space == kChosen ? (item + turn) % kSpaces.size() : space;
    const std::string pointer =
        fmt::format("a {}pointer to {} ({} memory)", space == kChosen ? "selected " : "", pointed.said, kSpaces.at(its));
    judge(pointer, its, item, found, all);
    const std::uint64_t next = item / kGroup * kGroup + (item + 1) % kGroup;
    if (space > 1 || found.at(seen) == next + 101) continue;
    const std::string call = fmt::format(
        "{} {}",
        all.front_end == FrontEnd::il ? "OpControlBarrier after a store through" : "work_group_barrier with get_fence of",
        pointer);
    all.wrong.add(call, fmt::format("{}: work-item {} reads {}, where the next one stored {}", call, item, found.at(seen),
                                    next + 101));
  }
}

class AddressSpacesProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "address-space" || kind == kSemantics; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    const Capabilities& can = device.capabilities();
    if (task.front_end == FrontEnd::clc && can.newest().major < 2) return "its OpenCL C is before 2.0";
    if (!can.has_part_of_2_0("generic-address-space")) return "CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT is CL_FALSE";
    const std::uint64_t largest = device.group_limits().items;
    if (largest == 0 || largest >= kGroup) return std::nullopt;
    return fmt::format("CL_DEVICE_MAX_WORK_GROUP_SIZE is {}, and the kernels need {}", largest, kGroup);
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const Capabilities& can = device.capabilities();
    if (task.front_end != FrontEnd::il)
      return tested(device, task, {.source = source(), .il = {}, .options = generic_option(can.newest())});
    const bool is_query = task.kind.name == kSemantics;
    return tested(device, task, il_module(can, is_query ? il::MemoryQuery::made : il::MemoryQuery::none));
  }

 private:
  static ProbeFinding tested(Device& device, const ProbeTask& task, const Module& module) {
    return or_unbuilt([&] {
      const std::unique_ptr<Program> program = device.build(module);
      const std::unique_ptr<Stream> stream = device.stream(*program, 1);
      Findings all{.front_end = task.front_end};
      for (const Pointed& pointed : kPointed) {
        if (task.front_end == FrontEnd::il && !pointed.type) continue;
        for (std::size_t space = 0; space < kSpaces.size(); ++space) run_kernel(*stream, pointed, space, 0, all);
        for (std::uint64_t turn = 0; turn < kSpaces.size(); ++turn) run_kernel(*stream, pointed, kChosen, turn, all);
      }
      return ProbeFinding{.violations = all.wrong.sentences(), .notes = all.odd.sentences()};
    });
  }
};

}  // namespace

const Probe& address_spaces_probe() {
  static const AddressSpacesProbe probe;
  return probe;
}

}  // namespace classay
