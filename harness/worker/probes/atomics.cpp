#include "harness/worker/probes/atomics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

#include "harness/journal/probe_finding.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/modules.h"
#include "kernels/arguments.h"
#include "kernels/source.h"
#include "reference/inputs/inputs.h"
#include "reference/number/real.h"

namespace classay {
namespace {

using Name = AtomicName;

constexpr std::uint64_t kItems = kContendingItems;
constexpr std::string_view kBase = "cl_khr_int64_base_atomics";
constexpr std::string_view kExtended = "cl_khr_int64_extended_atomics";

// ---- Which functions exist

bool is_extended(Name name) { return name >= Name::min && name <= Name::bit_xor; }
bool is_of_the_language(Name name) { return name <= Name::bit_xor; }

// OpenCL C 1.2 has atomic_xchg of float, and no other floating-point atomics.
bool has_legacy(const Capabilities& device, Name name, Type type) {
  if (!is_of_the_language(name)) return false;
  if (is_float(type)) return name == Name::exchange && type == Type::f32;
  return width(type) < 64 || device.has_extension(is_extended(name) ? kExtended : kBase);
}

// Floating-point atomics depend on a query, except for exchanges and stores: of double "if the cl_khr_int64_base_atomics and
// cl_khr_int64_extended_atomics extensions are supported".
bool has_float(const Capabilities& device, Name name, Type type, std::string_view memory) {
  const bool is_in_language =
      type == Type::f32 || (type == Type::f64 && device.has_extension(kBase) && device.has_extension(kExtended));
  if ((name == Name::exchange || name == Name::store) && is_in_language) return true;
  const char* const function = name == Name::exchange || name == Name::store ? "-exchange"
                               : name == Name::add || name == Name::sub      ? "-add"
                               : name == Name::min || name == Name::max      ? "-min-max"
                                                                             : "";
  return *function != 0 && device.has_feature(fmt::format("{}-atomic{}-{}", info(type).name, function, memory));
}

// SPIR-V has no subtraction of floats, and of half only exchanges.
bool is_in_float_extension(Name name, Type type) {
  return name == Name::add || name == Name::min || name == Name::max ||
         (type == Type::f16 && (name == Name::exchange || name == Name::store));
}

// A flag in global memory would first need a launch to clear it.
bool is_flag_asked(Type type, std::string_view memory) { return type == Type::u32 && memory == "local"; }

bool has_explicit(const Capabilities& device, Name name, Type type, std::string_view memory) {
  if (name == Name::increment || name == Name::decrement) return false;
  if (memory == "global" && device.environment.major != 2 && !device.has_feature("atomic-scope-device")) return false;
  if (name == Name::test_and_set) return is_flag_asked(type, memory);
  if (is_float(type)) return has_float(device, name, type, memory);
  return width(type) < 64 || (device.has_extension(kBase) && device.has_extension(kExtended));
}

bool takes_module_of(const Description& device, std::string_view capability) {
  const il::Environment e = environment_of(device);
  const std::span<const il::Requirement> all = il::requirements(e.rules);
  return std::ranges::any_of(all,
                             [&](const il::Requirement& r) { return r.capability == capability && il::is_required(r, e); });
}

// OpenCL SPIR-V environment 3.x: scope Device is "for OpenCL 2.0, OpenCL 2.1, OpenCL 2.2, or OpenCL 3.0 devices supporting
// CL_DEVICE_ATOMIC_SCOPE_DEVICE". OpenCL 1.2 has no other scope.
bool has_device_scope(const Capabilities& device) {
  return device.environment < Version{3, 0} || device.has_feature("atomic-scope-device");
}

bool has_instruction(const Description& device, Name name, Type type, std::string_view memory) {
  if (memory == "global" && !has_device_scope(device.capabilities)) return false;
  if (name == Name::test_and_set) return is_flag_asked(type, memory);
  // "Only 32-bit integer types are supported", except through extensions.
  if (is_float(type)) return is_in_float_extension(name, type) && has_float(device.capabilities, name, type, memory);
  return width(type) < 64 || takes_module_of(device, "Int64Atomics");
}

bool has(const Description& device, const AtomicsAsked& asked, Name name, std::string_view memory) {
  if (asked.front_end == FrontEnd::il) return has_instruction(device, name, asked.type, memory);
  if (asked.style == AtomicStyle::legacy) return has_legacy(device.capabilities, name, asked.type);
  return has_explicit(device.capabilities, name, asked.type, memory);
}

// ---- Results of the functions

template <class F>
Bits of_two(Type type, Bits x, Bits y, F f) {
  if (!is_float(type)) return f(is_signed(type) ? as_signed({type, x}) < as_signed({type, y}) : x < y);
  return f(compare(exact(Value{type, x}), exact(Value{type, y})) < 0);
}

Bits sum(Type type, Bits x, Bits y, bool is_less) {
  if (!is_float(type)) return is_less ? x - y : x + y;
  const Real a = exact(Value{type, x});
  const Real b = exact(Value{type, y});
  return round_to(format(type), is_less ? exact_difference(a, b) : exact_sum(a, b), Rounding::rne);
}

Bits left_by(const Contended& c, const Change& change) {
  const Bits found = change.found;
  const Bits x = change.operand;
  switch (c.name) {
    case Name::add: return sum(c.type, found, x, false);
    case Name::sub: return sum(c.type, found, x, true);
    case Name::exchange:
    case Name::store: return x;
    case Name::increment: return found + 1;
    case Name::decrement: return found - 1;
    case Name::compare_exchange:
    case Name::compare_exchange_weak: return found == change.compared ? x : found;
    case Name::min: return of_two(c.type, x, found, [&](bool is_less) { return is_less ? x : found; });
    case Name::max: return of_two(c.type, found, x, [&](bool is_less) { return is_less ? x : found; });
    case Name::bit_and: return found & x;
    case Name::bit_or: return found | x;
    case Name::bit_xor: return found ^ x;
    case Name::test_and_set: return 1;
  }
  return 0;
}

// The initial value of a cell in global memory, in all its words. For floating-point numbers it is about 2, so that sums are
// not rounded.
std::uint32_t poison(Type type) {
  if (!is_float(type)) return 0x9cfc3cfc;
  return width(type) == 16 ? 0x40004000 : 0x40000000;
}

Bits first_global(Type type) {
  const Bits word = poison(type);
  return (word << 32U | word) & mask(type);
}

// Integral operands, whose sums are all exact: 1 for half; for other types no two of the same magnitude.
Bits float_operand(Type type, std::uint64_t i, bool is_negative) {
  const std::uint64_t n = type == Type::f16 ? 1 : i + 1;
  return round_to(format(type), Unrounded{is_negative, n, 0, false}, Rounding::rne);
}

// Returns the host's inputs: an operand, and the comparand of cmpxchg. That is another work-item's operand or the first
// value, so that some exchanges succeed and some do not.
std::vector<Change> changes_of(Type type) {
  std::vector<Change> all(kItems);
  for (std::uint64_t i = 0; i < kItems; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(type) + 77, i);
    all[i].operand = is_float(type) ? float_operand(type, i, random.coin()) : random.next() & mask(type);
  }
  for (std::uint64_t i = 0; i < kItems; ++i) {
    const std::uint64_t other = (i * 37 + 11) % kItems;
    all[i].compared = i % 8 == 0 ? first_global(type) : all[other].operand;
  }
  return all;
}

// ---- Reading the results

struct Left {
  std::span<const std::byte> out;
  const AtomicsAsked& asked;
  std::vector<Contender> all;
  std::vector<Change> changes;

  Bits at(std::uint64_t i) const { return element_at(out, width(asked.type) / 8, i); }
  Bits in_row(std::uint64_t item, std::uint64_t part, std::size_t f) const {
    return at(all.size() + item * contending_row(all.size()) + part * all.size() + f);
  }
  Contended blank(std::size_t f, const char* memory) const {
    const bool is_flag = all[f].name == Name::test_and_set;
    return {.type = asked.type,
            .name = all[f].name,
            .function = function_name(asked.front_end, asked.style, all[f].name, asked.type),
            .memory = memory,
            .first = is_flag ? 0 : first_global(asked.type),
            .last = 0,
            .changes = {}};
  }

  Contended in_global(std::size_t f) const {
    Contended c = blank(f, "global");
    c.last = at(f);
    c.changes = changes;
    for (std::uint64_t i = 0; i < kItems; ++i) c.changes[i].found = in_row(i, 0, f);
    return c;
  }
  // Returns the results by work-group.
  std::vector<Contended> in_local(std::size_t f) const {
    std::map<Bits, Contended> groups;
    for (std::uint64_t i = 0; i < kItems; ++i) {
      Contended& c = groups.try_emplace(in_row(i, 3, 0), blank(f, "local")).first->second;
      c.last = in_row(i, 2, f);
      c.changes.push_back(changes[i]);
      c.changes.back().found = in_row(i, 1, f);
    }
    std::vector<Contended> listed;
    for (auto& [first_item, c] : groups) listed.push_back(std::move(c));
    return listed;
  }
};

}  // namespace

std::vector<Contender> contenders(const Description& device, const AtomicsAsked& asked) {
  std::vector<Contender> all;
  for (auto n = static_cast<std::size_t>(Name::add); n <= static_cast<std::size_t>(Name::test_and_set); ++n) {
    const auto name = static_cast<Name>(n);
    const Contender c{
        .name = name, .in_global = has(device, asked, name, "global"), .in_local = has(device, asked, name, "local")};
    if (c.in_global || c.in_local) all.push_back(c);
  }
  return all;
}

std::optional<std::string> no_atomics(const Description& device, const AtomicsAsked& asked) {
  const bool is_explicit = asked.front_end == FrontEnd::clc && asked.style == AtomicStyle::explicit_order;
  if (is_explicit && device.capabilities.newest().major < 2) return "its OpenCL C is before 2.0";
  if (!contenders(device, asked).empty()) return std::nullopt;
  if (!is_float(asked.type)) {
    // The long types of OpenCL C 2.0 need both extensions.
    const bool lacks_base = !device.capabilities.has_extension(kBase);
    return fmt::format("{} is not in CL_DEVICE_EXTENSIONS", lacks_base ? kBase : kExtended);
  }
  if (asked.front_end == FrontEnd::clc && !is_explicit) {
    return fmt::format("OpenCL C 1.2 has no atomic function of {}", info(asked.type).name);
  }
  const std::string_view width_in_words = asked.type == Type::f16 ? "HALF" : asked.type == Type::f32 ? "SINGLE" : "DOUBLE";
  return fmt::format("CL_DEVICE_{}_FP_ATOMIC_CAPABILITIES_EXT has nothing, or there is no cl_ext_float_atomics",
                     width_in_words);
}

namespace {

// An operand and a comparand for each work-item, and the first value.
std::vector<std::byte> input_of(Type type, const std::vector<Change>& changes) {
  const int element = width(type) / 8;
  std::vector<std::byte> input((2 * kItems + 1) * static_cast<std::uint64_t>(element));
  for (std::uint64_t i = 0; i < kItems; ++i) {
    put_element(input, element, 2 * i, changes[i].operand);
    put_element(input, element, 2 * i + 1, changes[i].compared);
  }
  put_element(input, element, 2 * kItems, first_global(type));
  return input;
}

}  // namespace

std::vector<Contended> measure_atomics(Device& device, const AtomicsAsked& asked) {
  const Type type = asked.type;
  const std::vector<Contender> all = contenders(device.description(), asked);
  const Compiler compiler = compiler_of(device.capabilities());
  const Module module = module_of(writer(asked.front_end).contending(type, asked.style, all, compiler), asked.front_end);
  const auto bytes = static_cast<std::uint64_t>(width(type) / 8);
  const std::vector<Change> changes = changes_of(type);
  const std::vector<std::byte> input = input_of(type, changes);
  const auto outputs = run_once(device, module,
                                {.kernel = kContendingKernel,
                                 .items = kItems,
                                 .outputs = {(all.size() + kItems * contending_row(all.size())) * bytes},
                                 .inputs = {input},
                                 .poison = poison(type)});
  const Left left{.out = outputs.at(0), .asked = asked, .all = all, .changes = changes};
  std::vector<Contended> result;
  for (std::size_t f = 0; f < all.size(); ++f) {
    if (all[f].in_global) result.push_back(left.in_global(f));
    if (!all[f].in_local) continue;
    for (Contended& c : left.in_local(f)) result.push_back(std::move(c));
  }
  return result;
}

namespace {

// Values connected by steps, as a union-find structure.
class Connected {
 public:
  Bits of(Bits value) {
    Bits root = value;
    while (above_.contains(root) && above_[root] != root) root = above_[root];
    above_[value] = root;
    return root;
  }
  void connect(Bits a, Bits b) {
    const Bits root = of(a);
    above_[root] = of(b);
  }

 private:
  std::map<Bits, Bits> above_;
};

}  // namespace

std::optional<std::string> violation(const Contended& c) {
  const std::string what = fmt::format("{} in {} memory, of {} work-items", c.function, c.memory, c.changes.size());
  if (c.name == AtomicName::store) {
    if (std::ranges::any_of(c.changes, [&](const Change& change) { return change.operand == c.last; })) return std::nullopt;
    return fmt::format("{}: the last value is {}, which no work-item stored", what, value_text(c.type, c.last));
  }
  std::map<Bits, std::int64_t> surplus;  // per value: steps away minus steps to it
  Connected connected;
  ++surplus[c.last];
  --surplus[c.first];
  for (const Change& change : c.changes) {
    const Bits left = left_by(c, change) & mask(c.type);
    ++surplus[change.found];
    --surplus[left];
    connected.connect(change.found, left);
  }
  for (const auto& [value, count] : surplus) {
    if (count == 0) continue;
    return fmt::format("{}: {} changes found {} than left it", what, count > 0 ? "more" : "fewer",
                       value_text(c.type, value));
  }
  for (const Change& change : c.changes) {
    if (connected.of(change.found) == connected.of(c.first)) continue;
    return fmt::format("{}: no order of changes leads from {} to {}", what, value_text(c.type, c.first),
                       value_text(c.type, change.found));
  }
  return std::nullopt;
}

namespace {

// Returns the first violation of each function, with the number of the others.
std::vector<std::string> violations(const std::vector<Contended>& all) {
  std::map<std::string, std::pair<std::string, std::size_t>> by_function;
  for (const Contended& c : all) {
    const std::optional<std::string> why = violation(c);
    if (!why) continue;
    auto& [first, count] = by_function[c.function + c.memory];
    if (count++ == 0) first = *why;
  }
  std::vector<std::string> sentences;
  for (const auto& [key, found] : by_function) {
    const auto& [first, count] = found;
    sentences.push_back(count == 1 ? first : fmt::format("{}, and {} groups more", first, count - 1));
  }
  return sentences;
}

class AtomicsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "atomic" || kind == "atomic-explicit"; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    return no_atomics(device.description(), asked_by(task));
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    return or_unbuilt([&] { return ProbeFinding{.violations = violations(measure_atomics(device, asked_by(task)))}; });
  }

 private:
  static AtomicsAsked asked_by(const ProbeTask& task) {
    const bool is_explicit = task.kind.name == "atomic-explicit";
    return {.front_end = task.front_end,
            .style = is_explicit ? AtomicStyle::explicit_order : AtomicStyle::legacy,
            .type = task.format};
  }
};

}  // namespace

const Probe& atomics_probe() {
  static const AtomicsProbe probe;
  return probe;
}

}  // namespace classay
