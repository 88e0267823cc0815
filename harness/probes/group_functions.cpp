#include "harness/probes/group_functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>

#include "harness/devices/build_log.h"
#include "harness/lanes/lanes.h"
#include "harness/probes/group_numbers.h"
#include "harness/sweep/reported_arithmetic.h"
#include "kernels/arguments.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::array<std::uint64_t, 2> kSizes{7, 32};
constexpr std::uint64_t kItems = kGivenNumbers;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

// What a kernel stores for each work-item, in this order.
enum class Function : std::uint8_t {
  all,
  all_but,
  any,
  any_but,
  broadcast,
  reduce_add,
  reduce_min,
  reduce_max,
  inclusive_add,
  inclusive_min,
  inclusive_max,
  exclusive_add,
  exclusive_min,
  exclusive_max,
};

// Of both scopes: "work_group_all", "sub_group_all".
struct Collective {
  Function function;
  std::string_view name;
  std::string_view arguments;
};
constexpr std::array kCollectives = std::to_array<Collective>({
    {Function::all, "all", "(p) != 0"},
    {Function::all_but, "all", "(!p) != 0"},
    {Function::any, "any", "(p) != 0"},
    {Function::any_but, "any", "(!p) != 0"},
    {Function::broadcast, "broadcast", "(x, group % size)"},
    {Function::reduce_add, "reduce_add", "(x)"},
    {Function::reduce_min, "reduce_min", "(x)"},
    {Function::reduce_max, "reduce_max", "(x)"},
    {Function::inclusive_add, "scan_inclusive_add", "(x)"},
    {Function::inclusive_min, "scan_inclusive_min", "(x)"},
    {Function::inclusive_max, "scan_inclusive_max", "(x)"},
    {Function::exclusive_add, "scan_exclusive_add", "(x)"},
    {Function::exclusive_min, "scan_exclusive_min", "(x)"},
    {Function::exclusive_max, "scan_exclusive_max", "(x)"},
});

struct ScopeWords {
  std::string_view prefix;
  std::string_view group;
  std::string_view me;
  std::string_view size;
};
constexpr ScopeWords words_of(Scope scope) {
  if (scope == Scope::work_group) return {"work_group_", "get_group_id(0)", "get_local_id(0)", "get_local_size(0)"};
  return {"sub_group_", "get_group_id(0) * get_num_sub_groups() + get_sub_group_id()", "get_sub_group_local_id()",
          "get_sub_group_size()"};
}

// The predicate is true of no work-item, of all, or of the third alone: in groups that take turns.
std::string kernel_text(Scope scope, Type type, std::uint64_t size) {
  const ScopeWords words = words_of(scope);
  std::string text = fmt::format(R"(
kernel __attribute__((reqd_work_group_size({0}, 1, 1)))
void collect_{0}(global {1}* out, global uint* where, global const {1}* in) {{
  const uint group = (uint)({3});
  const uint me = (uint)({4});
  const uint size = (uint)({5});
  const int p = group % 3 == 1 ? 4 : group % 3 == 2 && me == 2 ? -8 : 0;
  const {1} x = in[get_global_id(0)];
  global {1}* to = out + get_global_id(0) * {2};
  vstore3((uint3)(size, group, me), get_global_id(0), where);
)",
                                 size, info(type).clc, kCollectives.size(), words.group, words.me, words.size);
  for (std::size_t i = 0; i < kCollectives.size(); ++i) {
    text += fmt::format("  to[{}] = ({})({}{}{});\n", i, info(type).clc, words.prefix, kCollectives[i].name,
                        kCollectives[i].arguments);
  }
  return text + "}\n";
}

struct WorkItems {
  const Collected& asked;
  std::vector<Units> given;
  std::uint64_t number;
};

// Of the first `count` work-items.
struct Sum {
  Units exact = 0;
  Units magnitudes = 0;
};
Sum sum_of(const std::vector<Units>& given, std::uint64_t count) {
  Sum sum;
  for (std::uint64_t i = 0; i < count; ++i) {
    sum.exact += given[i];
    sum.magnitudes += given[i] < 0 ? -given[i] : given[i];
  }
  return sum;
}

// Could `count` - 1 additions, in any order, end here?
bool is_possible_sum(const WorkItems& g, std::uint64_t count, Bits got) {
  const Type type = g.asked.type;
  const Sum sum = sum_of(g.given, count);
  if (!is_float(type)) return got == bits_of_units(type, sum.exact);
  const std::optional<Units> found = units_of(type, got);
  if (!found) return false;
  const Units off = *found < sum.exact ? sum.exact - *found : *found - sum.exact;
  if (g.asked.given == Given::small || count < 2) return off == 0;
  constexpr Units kFarOff = Units{1} << 62;
  if (off > kFarOff) return false;
  // u is half an ulp of one, or an ulp where the device chops: 2^-digits.
  const int digits = format(type).precision - (g.asked.to_nearest ? 0 : 1);
  const auto additions = static_cast<Units>(count - 1);
  return off * ((Units{1} << digits) - additions) <= sum.magnitudes * additions;
}

// The least or the greatest of the first `count`, or what stands for it where there is none.
Bits end_of(const WorkItems& g, std::uint64_t count, bool is_least) {
  const Type type = g.asked.type;
  if (count == 0) return is_least ? greatest_of(type) : least_of(type);
  const auto first = g.given.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(count);
  return bits_of_units(type, is_least ? *std::min_element(first, last) : *std::max_element(first, last));
}

Bits number_bits(Type type, std::uint64_t n) { return bits_of_units(type, static_cast<Units>(n) << -unit_of(type)); }

bool is_right(const WorkItems& g, Function function, std::uint64_t me, Bits got) {
  const Type type = g.asked.type;
  const std::uint64_t size = g.given.size();
  // Of a group of one or two the third is not there.
  const bool some = g.number % 3 == 1 || (g.number % 3 == 2 && size > 2);
  const bool every = g.number % 3 == 1;
  switch (function) {
    case Function::all: return got == number_bits(type, every ? 1 : 0);
    case Function::all_but: return got == number_bits(type, some ? 0 : 1);
    case Function::any: return got == number_bits(type, some ? 1 : 0);
    case Function::any_but: return got == number_bits(type, every ? 0 : 1);
    case Function::broadcast: return got == bits_of_units(type, g.given[g.number % size]);
    case Function::reduce_add: return is_possible_sum(g, size, got);
    case Function::reduce_min: return got == end_of(g, size, true);
    case Function::reduce_max: return got == end_of(g, size, false);
    case Function::inclusive_add: return is_possible_sum(g, me + 1, got);
    case Function::inclusive_min: return got == end_of(g, me + 1, true);
    case Function::inclusive_max: return got == end_of(g, me + 1, false);
    case Function::exclusive_add: return is_possible_sum(g, me, got);
    case Function::exclusive_min: return got == end_of(g, me, true);
    case Function::exclusive_max: return got == end_of(g, me, false);
  }
  return false;
}

// The predicates of a group, as functions of them have it.
std::string_view predicates(Function function, std::uint64_t group) {
  constexpr std::array<std::string_view, 3> kPlain{" of 0 in all", " of 4 in all", " of -8 in one"};
  constexpr std::array<std::string_view, 3> kNegated{" of 1 in all", " of 0 in all", " of 1 in all but one"};
  switch (function) {
    case Function::all:
    case Function::any: return kPlain.at(group % 3);
    case Function::all_but:
    case Function::any_but: return kNegated.at(group % 3);
    default: return "";
  }
}

std::string wrong_result(const WorkItems& g, std::uint64_t me, std::size_t function, Bits got) {
  const Collective& called = kCollectives.at(function);
  return fmt::format("{}{}{}: work-item {} of a group of {} gets {}", words_of(g.asked.scope).prefix, called.name,
                     predicates(called.function, g.number), me, g.given.size(), value_text(g.asked.type, got));
}

// The work-items of each group, in its order; nullopt where they do not make up groups: one is missing or there twice, they
// do not agree how many they are, or they are of several work-groups.
std::optional<std::vector<std::vector<std::uint64_t>>> groups_of(const Collected& c) {
  std::map<std::uint64_t, std::vector<std::uint64_t>> groups;
  for (std::uint64_t item = 0; item < kItems; ++item) {
    const Place& place = c.places.at(item);
    if (place.size == 0 || place.size > c.size || place.me >= place.size) return std::nullopt;
    std::vector<std::uint64_t>& group = groups.try_emplace(place.group, place.size, kItems).first->second;
    if (group.size() != place.size || group[place.me] != kItems) return std::nullopt;
    group[place.me] = item;
  }
  std::vector<std::vector<std::uint64_t>> all;
  for (auto& [number, group] : groups) {
    for (const std::uint64_t item : group) {
      if (item == kItems || item / c.size != group.front() / c.size) return std::nullopt;
    }
    if (c.scope == Scope::work_group && group.size() != c.size) return std::nullopt;
    all.push_back(std::move(group));
  }
  return all;
}

void ask(Stream& stream, std::span<const std::byte> input, Collected& one) {
  const int element = width(one.type) / 8;
  stream.submit({.kernel = fmt::format("collect_{}", one.size),
                 .items = kItems,
                 .outputs = {kItems * kCollectives.size() * static_cast<std::uint64_t>(element), kItems * 3 * 4},
                 .inputs = {input},
                 .scalars = {},
                 .poison = kPoison});
  const Finished finished = stream.wait();
  for (std::uint64_t i = 0; i < kItems * kCollectives.size(); ++i) {
    one.results.push_back(element_at(finished.outputs.at(0), element, i));
  }
  for (std::uint64_t i = 0; i < kItems; ++i) {
    const auto said = [&](std::uint64_t n) { return element_at(finished.outputs.at(1), 4, i * 3 + n); };
    one.places.push_back({.size = said(0), .group = said(1), .me = said(2)});
  }
}

}  // namespace

std::optional<std::string> no_collective_functions(const Capabilities& device, Scope scope, Type type) {
  if (scope == Scope::sub_group) {
    if (!device.has_feature("sub-groups")) return "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0";
    constexpr std::string_view kSmallTypes = "cl_khr_subgroup_extended_types";
    if (width(type) >= 32 || is_float(type) || device.has_extension(kSmallTypes)) return std::nullopt;
    return fmt::format("{} is not in CL_DEVICE_EXTENSIONS", kSmallTypes);
  }
  // "requires support for OpenCL C 2.0, or OpenCL C 3.0 or newer and the ... feature".
  if (device.environment.major == 2 || device.has_feature("work-group-collective-functions")) return std::nullopt;
  return "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is CL_FALSE";
}

std::string collecting_source(Scope scope, Type type) {
  std::string text = extension_lines(type);
  if (scope == Scope::sub_group) text += extension_lines(std::string("cl_khr_subgroups"));
  for (const std::uint64_t size : kSizes) text += kernel_text(scope, type, size);
  return text;
}

std::vector<Collected> collected(Device& device, Scope scope, Type type) {
  const std::string options = generic_option(device.capabilities().environment);
  const auto& support = is_float(type) ? classay::support(device.capabilities(), type) : device.capabilities().f32;
  const Collected blank{.scope = scope, .type = type, .to_nearest = support.to_nearest, .results = {}, .places = {}};
  std::unique_ptr<Program> program;
  try {
    program = device.build({.source = collecting_source(scope, type), .il = {}, .options = options});
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    Collected unbuilt = blank;
    unbuilt.unbuilt = BuildFailure{.reason = build_reason(e.what()), .log = e.what()};
    return {unbuilt};
  }
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const int element = width(type) / 8;
  std::vector<Collected> all;
  for (const Given given : {Given::small, Given::large}) {
    std::vector<std::byte> input(kItems * static_cast<std::uint64_t>(element));
    const std::vector<Bits> numbers = given_numbers(type, given);
    for (std::uint64_t i = 0; i < kItems; ++i) put_element(input, element, i, numbers[i]);
    for (const std::uint64_t size : kSizes) {
      Collected one = blank;
      one.size = size;
      one.given = given;
      ask(*stream, input, one);
      all.push_back(std::move(one));
    }
  }
  return all;
}

std::vector<std::string> objections(const Collected& c) {
  if (c.unbuilt) return {"does not build: " + c.unbuilt->reason};
  const std::optional<std::vector<std::vector<std::uint64_t>>> groups = groups_of(c);
  if (!groups) {
    return {fmt::format("work-items of work-groups of {} say that they are in {}s that can not be", c.size,
                        c.scope == Scope::work_group ? "work-group" : "sub-group")};
  }
  const std::vector<Bits> numbers = given_numbers(c.type, c.given);
  std::array<std::uint64_t, kCollectives.size()> wrong{};
  std::array<std::string, kCollectives.size()> first;
  for (const std::vector<std::uint64_t>& items : *groups) {
    WorkItems g{.asked = c, .given = {}, .number = c.places.at(items.front()).group};
    for (const std::uint64_t item : items) g.given.push_back(*units_of(c.type, numbers[item]));
    for (std::uint64_t me = 0; me < items.size(); ++me) {
      for (std::size_t f = 0; f < kCollectives.size(); ++f) {
        const Bits got = c.results.at(items[me] * kCollectives.size() + f);
        if (is_right(g, kCollectives.at(f).function, me, got)) continue;
        if (wrong.at(f)++ == 0) first.at(f) = wrong_result(g, me, f, got);
      }
    }
  }
  std::vector<std::string> all;
  for (std::size_t f = 0; f < kCollectives.size(); ++f) {
    if (wrong.at(f) > 0) all.push_back(fmt::format("{}, one of {} results that are wrong", first.at(f), wrong.at(f)));
  }
  return all;
}

Json to_json(Type type, const std::vector<Collected>& all) {
  std::vector<std::string> sentences;
  std::string log;
  for (const Collected& c : all) {
    // Predicates are the same beside small and large numbers.
    for (std::string& objection : objections(c)) {
      if (std::ranges::find(sentences, objection) == sentences.end()) sentences.push_back(std::move(objection));
    }
    if (c.unbuilt) log = c.unbuilt->log;
  }
  Json json{{"format", info(type).name}, {"objections", std::move(sentences)}};
  std::set<std::uint64_t> sizes;
  for (const Collected& c : all) {
    for (const Place& place : c.places) sizes.insert(place.size);
  }
  if (!sizes.empty() && all.front().scope == Scope::sub_group)
    json["told"] = {fmt::format("sub-groups of {} work-items", fmt::join(sizes, ", "))};
  if (!log.empty()) json["log"] = log;
  return json;
}

}  // namespace classay
