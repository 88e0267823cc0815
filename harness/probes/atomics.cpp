#include "harness/probes/atomics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

#include "harness/devices/build_log.h"
#include "harness/lanes/lanes.h"
#include "kernels/arguments.h"
#include "kernels/source.h"
#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 1024;
constexpr std::uint32_t kPoison = 0x9cfc3cfc;  // what a cell in global memory holds at first, in all its words

enum class Brought : std::uint8_t { base, extended };  // of 64 bits, by which extension

struct Function {
  std::string_view name;
  std::string_view of_64_bits;  // its name in the extensions
  std::string_view arguments;   // behind the pointer
  Brought brought;
  Bits (*left)(Type type, Bits found, const Change& change);
};

template <class F>
Bits of_numbers(Type type, Bits x, Bits y, F f) {
  const bool is_less = is_signed(type) ? as_signed({type, x}) < as_signed({type, y}) : x < y;
  return f(is_less);
}

constexpr std::array kFunctions = std::to_array<Function>({
    {"atomic_add", "atom_add", ", x", Brought::base, [](Type, Bits found, const Change& c) { return found + c.operand; }},
    {"atomic_sub", "atom_sub", ", x", Brought::base, [](Type, Bits found, const Change& c) { return found - c.operand; }},
    {"atomic_xchg", "atom_xchg", ", x", Brought::base, [](Type, Bits, const Change& c) { return c.operand; }},
    {"atomic_inc", "atom_inc", "", Brought::base, [](Type, Bits found, const Change&) { return found + 1; }},
    {"atomic_dec", "atom_dec", "", Brought::base, [](Type, Bits found, const Change&) { return found - 1; }},
    {"atomic_cmpxchg", "atom_cmpxchg", ", y, x", Brought::base,
     [](Type, Bits found, const Change& c) { return found == c.compared ? c.operand : found; }},
    {"atomic_min", "atom_min", ", x", Brought::extended,
     [](Type t, Bits found,
        const Change&
            c) { return of_numbers(t, c.operand, found, [&](bool is_less) { return is_less ? c.operand : found; }); }},
    {"atomic_max", "atom_max", ", x", Brought::extended,
     [](Type t, Bits found,
        const Change&
            c) { return of_numbers(t, found, c.operand, [&](bool is_less) { return is_less ? c.operand : found; }); }},
    {"atomic_and", "atom_and", ", x", Brought::extended,
     [](Type, Bits found, const Change& c) { return found & c.operand; }},
    {"atomic_or", "atom_or", ", x", Brought::extended, [](Type, Bits found, const Change& c) { return found | c.operand; }},
    {"atomic_xor", "atom_xor", ", x", Brought::extended,
     [](Type, Bits found, const Change& c) { return found ^ c.operand; }},
});

constexpr std::string_view kBase = "cl_khr_int64_base_atomics";
constexpr std::string_view kExtended = "cl_khr_int64_extended_atomics";

// Of floating-point numbers OpenCL C 1.2 has atomic_xchg alone.
std::vector<const Function*> functions_of(Type type, const Capabilities& device) {
  std::vector<const Function*> all;
  for (const Function& f : kFunctions) {
    const std::string_view extension = f.brought == Brought::base ? kBase : kExtended;
    const bool is_there = is_float(type) ? f.name == "atomic_xchg" : width(type) < 64 || device.has_extension(extension);
    if (is_there) all.push_back(&f);
  }
  return all;
}

// Of a work-item: for each function what it found in global memory, in local memory, and what local memory held in the end;
// and the first work-item of its group, which tells groups apart. Before all of them the cells in global memory.
std::uint64_t row_size(std::uint64_t functions) { return 3 * functions + 1; }

Bits first_global(Type type) {
  const Bits word = kPoison;
  return (word << 32U | word) & mask(type);
}

// What comes from the host: an operand, and what cmpxchg compares with, which is the operand of another one or the first
// value, so that some exchange and some do not.
std::vector<Change> changes_of(Type type) {
  std::vector<Change> all(kItems);
  for (std::uint64_t i = 0; i < kItems; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(type) + 77, i);
    all[i].operand = is_float(type) ? format(type).one() + random.below(1U << 20U) : random.next() & mask(type);
  }
  for (std::uint64_t i = 0; i < kItems; ++i) {
    const std::uint64_t other = (i * 37 + 11) % kItems;
    all[i].compared = i % 8 == 0 ? first_global(type) : all[other].operand;
  }
  return all;
}

}  // namespace

std::optional<std::string> no_atomics(Type type, const Capabilities& device) {
  if (!functions_of(type, device).empty()) return std::nullopt;
  return fmt::format("{} is not in CL_DEVICE_EXTENSIONS", kBase);
}

std::string contending_source(Type type, const Capabilities& device) {
  const std::vector<const Function*> functions = functions_of(type, device);
  const bool is_long = width(type) == 64;
  std::string text = is_long ? fmt::format("#pragma OPENCL EXTENSION {} : enable\n", kBase) : "";
  if (is_long && functions.size() > 6) text += fmt::format("#pragma OPENCL EXTENSION {} : enable\n", kExtended);
  text += fmt::format(R"(
kernel void contend(global {0}* out, global const {0}* in) {{
  volatile local {0} cells[{1}];
  const size_t item = get_global_id(0);
  const {0} x = in[2 * item], y = in[2 * item + 1];
  global {0}* to = out + {1} + item * {2};
  if (get_local_id(0) == 0) {{
    for (uint i = 0; i < {1}; ++i) cells[i] = in[2 * {3}];
  }}
  barrier(CLK_LOCAL_MEM_FENCE);
)",
                      info(type).clc, functions.size(), row_size(functions.size()), kItems);
  const auto call = [&](std::size_t i, std::string_view cell) {
    return fmt::format("{}({}{})", is_long ? functions[i]->of_64_bits : functions[i]->name, cell, functions[i]->arguments);
  };
  for (std::size_t i = 0; i < functions.size(); ++i) {
    text += fmt::format("  to[{}] = {};\n", i, call(i, fmt::format("(volatile global {}*)out + {}", info(type).clc, i)));
    text += fmt::format("  to[{}] = {};\n", functions.size() + i, call(i, fmt::format("cells + {}", i)));
  }
  text += "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  for (std::size_t i = 0; i < functions.size(); ++i) {
    text += fmt::format("  to[{}] = cells[{}];\n", 2 * functions.size() + i, i);
  }
  return text + fmt::format("  to[{}] = ({})(item - get_local_id(0));\n}}\n", 3 * functions.size(), info(type).clc);
}

Contention contended(Device& device, Type type) {
  const std::vector<const Function*> functions = functions_of(type, device.capabilities());
  Contention result{.type = type, .all = {}};
  std::unique_ptr<Program> program;
  try {
    program = device.build({.source = contending_source(type, device.capabilities()), .il = {}, .options = ""});
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    result.unbuilt = BuildFailure{.reason = build_reason(e.what()), .log = e.what()};
    return result;
  }
  const int element = width(type) / 8;
  const auto bytes = static_cast<std::uint64_t>(element);
  const std::vector<Change> changes = changes_of(type);
  std::vector<std::byte> input((2 * kItems + 1) * bytes);
  for (std::uint64_t i = 0; i < kItems; ++i) {
    put_element(input, element, 2 * i, changes[i].operand);
    put_element(input, element, 2 * i + 1, changes[i].compared);
  }
  put_element(input, element, 2 * kItems, first_global(type));
  const std::uint64_t row = row_size(functions.size());
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  stream->submit({.kernel = "contend",
                  .items = kItems,
                  .outputs = {(functions.size() + kItems * row) * bytes},
                  .inputs = {input},
                  .scalars = {},
                  .poison = kPoison});
  const Finished finished = stream->wait();
  const auto at = [&](std::uint64_t i) { return element_at(finished.outputs.at(0), element, i); };
  for (std::size_t f = 0; f < functions.size(); ++f) {
    Contended global{.type = type,
                     .function = std::string(functions[f]->name),
                     .memory = "global",
                     .first = first_global(type),
                     .last = at(f),
                     .changes = changes};
    std::map<Bits, Contended> groups;
    for (std::uint64_t i = 0; i < kItems; ++i) {
      const std::uint64_t mine = functions.size() + i * row;
      global.changes[i].found = at(mine + f);
      Contended& local = groups[at(mine + 3 * functions.size())];
      local.last = at(mine + 2 * functions.size() + f);
      local.changes.push_back(changes[i]);
      local.changes.back().found = at(mine + functions.size() + f);
    }
    result.all.push_back(std::move(global));
    for (auto& [first_item, local] : groups) {
      local.type = type;
      local.function = functions[f]->name;
      local.memory = "local";
      local.first = first_global(type);
      result.all.push_back(std::move(local));
    }
  }
  return result;
}

namespace {

// Values that steps connect, by their representatives.
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

std::optional<std::string> objection(const Contended& c) {
  const auto* const f = std::ranges::find(kFunctions, c.function, &Function::name);
  const std::string what = fmt::format("{} in {} memory, of {} work-items", c.function, c.memory, c.changes.size());
  std::map<Bits, std::int64_t> surplus;  // of steps away from a value
  Connected connected;
  ++surplus[c.last];
  --surplus[c.first];
  for (const Change& change : c.changes) {
    const Bits left = f->left(c.type, change.found, change) & mask(c.type);
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

Json to_json(const Contention& contention) {
  Json json{{"format", info(contention.type).name}, {"objections", Json::array()}};
  if (contention.unbuilt) {
    json["objections"].push_back("does not build: " + contention.unbuilt->reason);
    json["log"] = contention.unbuilt->log;
  }
  std::map<std::string, std::pair<std::string, std::size_t>> by_function;  // the first, and how many
  for (const Contended& c : contention.all) {
    const std::optional<std::string> why = objection(c);
    if (!why) continue;
    auto& [first, count] = by_function[c.function + c.memory];
    if (count++ == 0) first = *why;
  }
  for (const auto& [key, found] : by_function) {
    const auto& [first, count] = found;
    json["objections"].push_back(count == 1 ? first : fmt::format("{}, and {} groups more", first, count - 1));
  }
  return json;
}

}  // namespace classay
