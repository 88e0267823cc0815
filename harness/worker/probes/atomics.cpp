#include "harness/worker/probes/atomics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

#include "harness/journal/probe_kinds.h"
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

// The initial value of a cell in global memory, in all its words. Increments carry into the upper bits. For floating-point
// numbers it is about 2, so that sums are not rounded.
std::uint32_t poison(Type type) {
  if (!is_float(type)) return 0xfffffe00;
  return width(type) == 16 ? 0x40004000 : 0x40000000;
}

Bits first_global(Type type) {
  const Bits word = poison(type);
  return (word << 32U | word) & mask(type);
}

// Decrements borrow from the upper bits.
Bits first_local(Type type) { return is_float(type) ? first_global(type) : 3; }

// Integral operands, whose sums are all exact: 1 for half; for other types no two of the same magnitude. Some are -0, and
// none is +0, whose order the specifications leave open.
Bits float_operand(Type type, std::uint64_t i, bool is_negative) {
  if (i % 16 == 8) return format(type).sign_bit();
  const std::uint64_t n = type == Type::f16 ? 1 : i + 1;
  return round_to(format(type), Unrounded{is_negative, n, 0, false}, Rounding::rne);
}

// Random numbers. Some are near the first value or at an end of the type.
Bits integer_operand(Type type, std::uint64_t i, CounterRandom& random) {
  const Bits sign = mask(type) ^ mask(type) >> 1U;
  const std::array<Bits, 6> ends{mask(type), sign, sign - 1, 0, 1, first_global(type) + 0x1ff};
  if (i % 16 == 5) return first_global(type) ^ random.below(0x200);
  if (i % 16 == 14) return ends.at(random.below(ends.size())) & mask(type);
  return random.next() & mask(type);
}

// A float stays a normal number. A zero gets the other sign, so it is equal and has different bits.
Bits with_another_bit(Type type, Bits bits, CounterRandom& random) {
  if (is_float(type) && format(type).is_zero(bits)) return format(type).negate(bits);
  const int changeable = is_float(type) ? format(type).fraction_bits() : width(type);
  return bits ^ (Bits{1} << random.below(static_cast<std::uint64_t>(changeable)));
}

// Returns the host's inputs: an operand, and the comparand of cmpxchg. On a device that runs the work-items in their order,
// every second exchange succeeds, from the first value on. The others compare with a value that differs in one bit.
std::vector<Change> changes_of(Type type) {
  std::vector<Change> all(kItems);
  for (std::uint64_t i = 0; i < kItems; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(type) + 77, i);
    all[i].operand = is_float(type) ? float_operand(type, i, random.coin()) : integer_operand(type, i, random);
  }
  for (std::uint64_t i = 0; i < kItems; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(type) + 177, i);
    const Bits first = i % 128 < 64 ? first_global(type) : first_local(type);
    if (i % 2 == 0) {
      all[i].compared = i % 64 == 0 ? first : all[i - 2].operand;
    } else {
      all[i].compared = with_another_bit(type, i % 8 == 3 ? first : all[i - 1].operand, random);
    }
  }
  return all;
}

struct Left {
  std::span<const std::byte> out;
  const AtomicsAsked& asked;
  std::vector<Contender> all;
  std::vector<Change> changes;

  Bits at(std::uint64_t i) const { return element_at(out, width(asked.type) / 8, i); }
  Bits in_row(std::uint64_t item, std::uint64_t part, std::size_t f) const {
    return at(all.size() + item * contending_row(all.size()) + part * all.size() + f);
  }
  std::string called(Name name) const {
    std::string function = function_name(asked.front_end, asked.form.style, name, asked.type);
    if (asked.form.style != AtomicStyle::explicit_order || asked.form.order == AtomicOrder::relaxed) return function;
    return fmt::format("{} with memory_order_{}", function, classay::name(asked.form.order));
  }
  Contended blank(std::size_t f, const char* memory) const {
    const bool is_flag = all[f].name == Name::test_and_set;
    const bool is_global = std::string_view(memory) == "global";
    return {.type = asked.type,
            .name = all[f].name,
            .function = called(all[f].name),
            .memory = memory,
            .first = is_flag     ? 0
                     : is_global ? first_global(asked.type)
                                 : first_local(asked.type),
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

// An operand and a comparand for each work-item, and the first value.
std::vector<std::byte> input_of(Type type, const std::vector<Change>& changes) {
  const int element = width(type) / 8;
  std::vector<std::byte> input((2 * kItems + 1) * static_cast<std::uint64_t>(element));
  for (std::uint64_t i = 0; i < kItems; ++i) {
    put_element(input, element, 2 * i, changes[i].operand);
    put_element(input, element, 2 * i + 1, changes[i].compared);
  }
  put_element(input, element, 2 * kItems, first_local(type));
  return input;
}

}  // namespace

std::vector<Contended> measure_atomics(Device& device, const AtomicsAsked& asked) {
  const Type type = asked.type;
  const std::vector<Contender> all = contenders(device.description(), asked);
  const Compiler compiler = compiler_of(device.capabilities());
  const Module module = module_of(writer(asked.front_end).contending(type, asked.form, all, compiler), asked.front_end);
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
    const bool is_explicit = task.kind.name == "atomic-explicit";
    const AtomicForm first{.style = is_explicit ? AtomicStyle::explicit_order : AtomicStyle::legacy};
    return no_atomics(device.description(), {.front_end = task.front_end, .form = first, .type = task.format});
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    ProbeFinding all;
    for (const AtomicForm& form :
         atomic_forms(device.description(), task.front_end, task.kind.name, task.format, task.tier)) {
      const ProbeFinding of_form = or_unbuilt([&] {
        const AtomicsAsked asked{.front_end = task.front_end, .form = form, .type = task.format};
        return ProbeFinding{.violations = violations(measure_atomics(device, asked))};
      });
      all.violations.insert(all.violations.end(), of_form.violations.begin(), of_form.violations.end());
      if (all.details == nullptr) all.details = of_form.details;
    }
    return all;
  }
};

}  // namespace

const Probe& atomics_probe() {
  static const AtomicsProbe probe;
  return probe;
}

}  // namespace classay
