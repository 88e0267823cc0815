#include "harness/probes/group_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "harness/devices/build_log.h"
#include "harness/lanes/lanes.h"
#include "harness/sweep/reported_arithmetic.h"
#include "kernels/arguments.h"
#include "kernels/source.h"
#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

constexpr std::array<std::uint64_t, 2> kSizes{7, 32};
constexpr std::uint64_t kItems = 7 * 32 * 3;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

// Of numbers with all digits, whole multiples of one unit that is small enough for 128 bits to hold their sums.
__extension__ typedef __int128 Units;  // NOLINT(modernize-use-using): a GNU extension, marked as one

// What a kernel stores for each work-item, in this order. `local_size` tells that the group is as large as it has to be.
enum class Function : std::uint8_t {
  local_size,
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

struct Collective {
  Function function;
  std::string_view name;
  std::string_view call;
};
constexpr std::array kCollectives = std::to_array<Collective>({
    {Function::local_size, "get_local_size", "get_local_size(0)"},
    {Function::all, "work_group_all", "work_group_all(p) != 0"},
    {Function::all_but, "work_group_all", "work_group_all(!p) != 0"},
    {Function::any, "work_group_any", "work_group_any(p) != 0"},
    {Function::any_but, "work_group_any", "work_group_any(!p) != 0"},
    {Function::broadcast, "work_group_broadcast", "work_group_broadcast(x, group % get_local_size(0))"},
    {Function::reduce_add, "work_group_reduce_add", "work_group_reduce_add(x)"},
    {Function::reduce_min, "work_group_reduce_min", "work_group_reduce_min(x)"},
    {Function::reduce_max, "work_group_reduce_max", "work_group_reduce_max(x)"},
    {Function::inclusive_add, "work_group_scan_inclusive_add", "work_group_scan_inclusive_add(x)"},
    {Function::inclusive_min, "work_group_scan_inclusive_min", "work_group_scan_inclusive_min(x)"},
    {Function::inclusive_max, "work_group_scan_inclusive_max", "work_group_scan_inclusive_max(x)"},
    {Function::exclusive_add, "work_group_scan_exclusive_add", "work_group_scan_exclusive_add(x)"},
    {Function::exclusive_min, "work_group_scan_exclusive_min", "work_group_scan_exclusive_min(x)"},
    {Function::exclusive_max, "work_group_scan_exclusive_max", "work_group_scan_exclusive_max(x)"},
});

// The predicate is true of no work-item, of all, or of the third alone: in groups that take turns.
std::string kernel_text(Type type, std::uint64_t size) {
  std::string text = fmt::format(R"(
kernel __attribute__((reqd_work_group_size({0}, 1, 1)))
void collect_{0}(global {1}* out, global const {1}* in) {{
  const size_t group = get_group_id(0);
  const size_t me = get_local_id(0);
  const int p = group % 3 == 1 ? 4 : group % 3 == 2 && me == 2 ? -8 : 0;
  const {1} x = in[get_global_id(0)];
  global {1}* to = out + get_global_id(0) * {2};
)",
                                 size, info(type).clc, kCollectives.size());
  for (std::size_t i = 0; i < kCollectives.size(); ++i) {
    text += fmt::format("  to[{}] = ({})({});\n", i, info(type).clc, kCollectives[i].call);
  }
  return text + "}\n";
}

// ---- Numbers

// The exponent of the unit: of an integer 0.
int unit_of(Type type) {
  if (!is_float(type)) return 0;
  return width(type) == 16 ? -10 : width(type) == 32 ? -30 : -60;
}

Bits bits_of_units(Type type, Units units) {
  if (!is_float(type)) return static_cast<Bits>(units) & mask(type);
  const bool is_negative = units < 0;
  // A number of the format has no more digits than 64 bits hold, and zeros behind.
  int exponent = unit_of(type);
  Units magnitude = is_negative ? -units : units;
  while (magnitude != 0 && magnitude % 2 == 0) {
    magnitude /= 2;
    ++exponent;
  }
  const Unrounded exact{is_negative, static_cast<std::uint64_t>(magnitude), exponent, false};
  return round_to(format(type), exact, Rounding::rne);
}

// nullopt: it is no finite number, or no multiple of the unit.
std::optional<Units> units_of(Type type, Bits bits) {
  if (!is_float(type)) {
    const Value v{type, bits};
    return is_signed(type) ? Units{as_signed(v)} : Units{v.bits};
  }
  if (!format(type).is_finite(bits)) return std::nullopt;
  const Dyadic d = decode(format(type), bits);
  const int shift = d.exponent - unit_of(type);
  auto magnitude = Units{d.significand};
  if (shift >= 0 && shift < 60) {
    magnitude <<= shift;
  } else if (shift < 0 && shift > -60 && (magnitude >> -shift << -shift) == magnitude) {
    magnitude >>= -shift;
  } else if (magnitude != 0) {
    return std::nullopt;
  }
  return d.negative ? -magnitude : magnitude;
}

Bits least_of(Type type) {
  return is_float(type) ? format(type).infinity(true) : is_signed(type) ? mask(type) ^ mask(type) >> 1U : 0;
}
Bits greatest_of(Type type) {
  return is_float(type) ? format(type).infinity() : is_signed(type) ? mask(type) >> 1U : mask(type);
}

// ---- What is right

struct WorkGroup {
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
bool is_possible_sum(const WorkGroup& g, std::uint64_t count, Bits got) {
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
Bits end_of(const WorkGroup& g, std::uint64_t count, bool is_least) {
  const Type type = g.asked.type;
  if (count == 0) return is_least ? greatest_of(type) : least_of(type);
  const auto first = g.given.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(count);
  return bits_of_units(type, is_least ? *std::min_element(first, last) : *std::max_element(first, last));
}

Bits number_bits(Type type, std::uint64_t n) { return bits_of_units(type, static_cast<Units>(n) << -unit_of(type)); }

bool is_right(const WorkGroup& g, Function function, std::uint64_t me, Bits got) {
  const Type type = g.asked.type;
  const std::uint64_t size = g.asked.size;
  const bool some = g.number % 3 != 0;
  const bool every = g.number % 3 == 1;
  switch (function) {
    case Function::local_size: return got == number_bits(type, size);
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

std::string wrong_result(const Collected& c, const WorkGroup& g, std::uint64_t me, std::size_t function, Bits got) {
  const Collective& called = kCollectives.at(function);
  return fmt::format("{}{}: work-item {} of a group of {} gets {}", called.name, predicates(called.function, g.number), me,
                     g.given.size(), value_text(c.type, got));
}

}  // namespace

std::optional<std::string> no_collective_functions(const Capabilities& device) {
  // "requires support for OpenCL C 2.0, or OpenCL C 3.0 or newer and the ... feature".
  if (device.environment.major == 2 || device.has_feature("work-group-collective-functions")) return std::nullopt;
  return "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is CL_FALSE";
}

std::string collecting_source(Type type) {
  std::string text = extension_lines(type);
  for (const std::uint64_t size : kSizes) text += kernel_text(type, size);
  return text;
}

// No zero, whose sign an order of additions chooses. Sums of signed integers stay in range; unsigned ones wrap.
std::vector<Bits> given_numbers(Type type, Given given) {
  std::vector<Bits> all;
  for (std::uint64_t i = 0; i < kItems; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(type) + 1, i);
    Units units = static_cast<Units>(random.between(1, 8)) << -unit_of(type);
    if (given == Given::large && is_float(type)) {
      const auto digits = static_cast<unsigned>(format(type).precision);
      units = static_cast<Units>(random.next() >> (64U - digits) | 1U) << random.below(width(type) == 16 ? 4 : 20);
    } else if (given == Given::large) {
      units =
          static_cast<Units>(random.next() >> (64U - static_cast<unsigned>(width(type)) + (is_signed(type) ? 8U : 0U)) | 1U);
    }
    const bool can_be_negative = is_float(type) || is_signed(type);
    all.push_back(bits_of_units(type, can_be_negative && random.coin() ? -units : units));
  }
  return all;
}

std::vector<Collected> collected(Device& device, Type type) {
  const std::string options = generic_option(device.capabilities().environment);
  const auto& support = is_float(type) ? classay::support(device.capabilities(), type) : device.capabilities().f32;
  Collected blank{.type = type, .to_nearest = support.to_nearest, .results = {}};
  std::unique_ptr<Program> program;
  try {
    program = device.build({.source = collecting_source(type), .il = {}, .options = options});
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    blank.unbuilt = BuildFailure{.reason = build_reason(e.what()), .log = e.what()};
    return {blank};
  }
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const int element = width(type) / 8;
  std::vector<Collected> all;
  for (const Given given : {Given::small, Given::large}) {
    std::vector<std::byte> input(kItems * static_cast<std::uint64_t>(element));
    const std::vector<Bits> numbers = given_numbers(type, given);
    for (std::uint64_t i = 0; i < kItems; ++i) put_element(input, element, i, numbers[i]);
    for (const std::uint64_t size : kSizes) {
      stream->submit({.kernel = fmt::format("collect_{}", size),
                      .items = kItems,
                      .outputs = {kItems * kCollectives.size() * static_cast<std::uint64_t>(element)},
                      .inputs = {input},
                      .scalars = {},
                      .poison = kPoison});
      const Finished finished = stream->wait();
      Collected one = blank;
      one.size = size;
      one.given = given;
      for (std::uint64_t i = 0; i < kItems * kCollectives.size(); ++i) {
        one.results.push_back(element_at(finished.outputs.at(0), element, i));
      }
      all.push_back(std::move(one));
    }
  }
  return all;
}

std::vector<std::string> objections(const Collected& c) {
  if (c.unbuilt) return {"does not build: " + c.unbuilt->reason};
  std::vector<std::string> all;
  const std::vector<Bits> numbers = given_numbers(c.type, c.given);
  std::array<std::uint64_t, kCollectives.size()> wrong{};
  std::array<std::string, kCollectives.size()> first;
  for (std::uint64_t item = 0; item < kItems; ++item) {
    WorkGroup g{.asked = c, .given = {}, .number = item / c.size};
    for (std::uint64_t i = 0; i < c.size; ++i) g.given.push_back(*units_of(c.type, numbers[g.number * c.size + i]));
    for (std::size_t f = 0; f < kCollectives.size(); ++f) {
      const Bits got = c.results.at(item * kCollectives.size() + f);
      if (is_right(g, kCollectives.at(f).function, item % c.size, got)) continue;
      if (wrong.at(f)++ == 0) first.at(f) = wrong_result(c, g, item % c.size, f, got);
    }
  }
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
  if (!log.empty()) json["log"] = log;
  return json;
}

}  // namespace classay
