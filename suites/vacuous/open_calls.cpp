#include "suites/vacuous/open_calls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "reference/judge/judge.h"
#include "reference/number/real_scope.h"
#include "suites/judge_promise.h"
#include "suites/plan/bit_fields.h"
#include "suites/plan/boundaries.h"
#include "suites/plan/recipe.h"
#include "suites/vacuous/gross_calls.h"

namespace classay::vacuous {
namespace {

constexpr int kCalls = 256;

bool is_one_of(const Row& row, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, row.name) != names.end();
}

// clang-format off
constexpr std::array kReasons = std::to_array<OpenReason>({
    {.name = "out of range",
     .covers = [](const Row& row, Type format) { return is_conversion(row) && is_float(format) && !is_float(row.to); },
     .why = "An unsaturated conversion of NaN, or of a number outside the range of the integer type, is implementation-defined "
            "(\"Out-of-Range Behavior and Saturated Conversions\"; docs/ambiguities.md, out-of-range-conversion)."},
    {.name = "division",
     .covers = [](const Row& row, Type format) { return !is_float(format) && is_one_of(row, {"div", "rem", "smod", "assign_quotient", "assign_remainder"}); },
     .why = "\"A divide by zero with integer types does not cause an exception but will result in an unspecified value\" "
            "(OpenCL C, Arithmetic Operators). The same holds for a quotient that does not fit. SPIR-V: \"undefined if Operand "
            "2 is 0\". For remainders only a zero divisor is undefined (docs/ambiguities.md, remainder-by-minus-one)."},
    {.name = "remainders",
     .covers = [](const Row& row, Type format) { return is_float(format) && is_one_of(row, {"frem", "fmod_floored"}); },
     .why = "\"The resulting value is undefined if Operand 2 is 0\" (SPIR-V, OpFRem, OpFMod)."},
    {.name = "bounds",
     .covers = [](const Row& row, Type) { return is_one_of(row, {"clamp", "fclamp"}); },
     .why = "\"Results are undefined if minval > maxval\" (OpenCL C, clamp)."},
    {.name = "24 bits",
     .covers = [](const Row& row, Type) { return is_one_of(row, {"mul24", "mad24"}); },
     .why = "If an operand has more than 24 bits, \"the multiplication result is implementation-defined\" (OpenCL C, mul24)."},
    {.name = "fields",
     .covers = [](const Row& row, Type) { return takes_bit_field(row.signature); },
     .why = "A field outside the number is \"undefined\" (OpenCL C 3.1, Extended Bit Operations)."},
    {.name = "max and min",
     .covers = [](const Row& row, Type) { return is_one_of(row, {"fmax_common", "fmin_common"}); },
     .why = "\"If x or y are infinite or NaN, the return values are undefined\" (OpenCL C, max and min of the common functions)."},
    {.name = "mix",
     .covers = [](const Row& row, Type) { return row.name == "mix"; },
     .why = "\"If a is not in the range [0.0, 1.0], the return values are undefined\" (OpenCL C, mix). The result is also "
            "undefined if an operation of the code overflows (docs/ambiguities.md, defined-by-code)."},
    {.name = "smoothstep",
     .covers = [](const Row& row, Type) { return row.name == "smoothstep"; },
     .why = "\"Results are undefined if edge0 >= edge1 or if x, edge0 or edge1 is a NaN\" (OpenCL C, smoothstep)."},
    {.name = "half functions",
     .covers = [](const Row& row, Type) { return row.group == Group::half; },
     .why = "half_sin, half_cos and half_tan are undefined outside [-2^16, 2^16] (docs/ambiguities.md, half-prescribed)."},
    {.name = "fast geometry",
     .covers = [](const Row& row, Type) { return row.name.starts_with("fast_"); },
     .why = "Squares may leave the range. Only length, distance and normalize must avoid that. \"If the sum of squares is "
            "greater than FLT_MAX\", fast_normalize is undefined (OpenCL C, Geometric Functions). A NaN next to an infinity: "
            "docs/ambiguities.md, unnamed-specials."},
    {.name = "lgamma of half",
     .covers = [](const Row& row, Type format) { return format == Type::f16 && is_one_of(row, {"lgamma", "lgamma_r"}); },
     .why = "OpenCL C 2.0 has no table for half, and later specifications have no limit for lgamma (docs/ambiguities.md, "
            "lgamma-promise)."},
    {.name = "unnamed specials",
     .covers = [](const Row& row, Type format) {
       return is_float(format) && is_one_of(row, {"length", "distance", "dot"});
     },
     .why = "For a NaN next to an infinity, the formula gives a NaN, and hypot an infinity (docs/ambiguities.md, "
            "unnamed-specials). Sums of products may overflow although the result is finite (scaled-limits-at-the-ends)."},
});
// clang-format on

std::string_view reason_for(const Row& row, Type format) {
  const auto* const found = std::ranges::find_if(kReasons, [&](const OpenReason& r) { return r.covers(row, format); });
  return found == kReasons.end() ? "" : found->name;
}

std::vector<std::vector<Bits>> places(const Row& row, Type format) {
  std::vector<std::vector<Bits>> all;
  const std::vector<Type> types = argument_types(row, format);
  for (std::size_t a = 0; a < types.size(); ++a) {
    const bool is_field = takes_bit_field(row.signature) && a + 1 == types.size();
    all.push_back(is_field                        ? field_boundaries(width(format), Extent::few)
                  : is_of_patterns(row, types[a]) ? operand_boundaries(types[a], Extent::few)
                                                  : boundaries(types[a], Extent::few));
  }
  return all;
}

// Returns a fixed sequence, equal on every machine.
std::vector<std::vector<Value>> calls_at_boundaries(const Row& row, Type format) {
  std::mt19937_64 random(seed_of(row, format));
  const std::vector<Type> types = argument_types(row, format);
  const std::vector<std::vector<Bits>> all = places(row, format);
  std::vector<std::vector<Value>> calls;
  for (int i = 0; i < kCalls; ++i) {
    std::vector<Value> args;
    for (std::size_t a = 0; a < types.size(); ++a) {
      for (int lane = 0; lane < lanes_of(row); ++lane) args.push_back({types[a], all[a][random() % all[a].size()]});
    }
    calls.push_back(std::move(args));
  }
  return calls;
}

// Returns one of two results that exclude each other, for numbers and integers.
std::vector<Bits> results(const Promise& p, std::size_t count, bool first) {
  std::vector<Bits> all;
  for (std::size_t i = 0; i < count; ++i) {
    const Type t = p.results[i % p.results.size()];
    if (is_float(t)) {
      const Format& f = format(t);
      all.push_back(first ? f.one() : f.negate(f.max_finite()));
    } else {
      all.push_back((first ? 0x5bd1'e995'5bd1'e995 : 0x2545'f491'2545'f491) & mask(t));
    }
  }
  return all;
}

bool is_open(const Promise& p, const Call& call, std::size_t count) {
  return judge(p, call, results(p, count, true), {}).verdict == Verdict::undefined &&
         judge(p, call, results(p, count, false), {}).verdict == Verdict::undefined;
}

std::string text_of(const Row& row, const std::vector<Value>& args) {
  std::string all;
  for (const Value& v : args) {
    const std::string one = is_float(v.type)    ? (is_nan(v) ? "nan" : hex_float(format(v.type), v.bits))
                            : is_signed(v.type) ? std::to_string(as_signed(v))
                                                : std::to_string(v.bits);
    all.append(all.empty() ? "" : ", ").append(one);
  }
  return fmt::format("{}({})", row.name, all);
}

// A table line for several builtins and formats with one reason.
struct Together {
  std::string_view reason;
  std::set<Edition> editions;
  std::vector<std::string_view> builtins;
  std::set<std::string_view> formats;
  double least = 100;
  double most = 0;
  std::string example;
};

void add(std::vector<Together>& all, const OpenCalls& o) {
  auto at = std::ranges::find_if(all, [&](const Together& t) { return t.reason == o.reason && t.editions == o.editions; });
  if (at == all.end()) at = all.insert(at, {.reason = o.reason, .editions = o.editions, .example = o.example});
  if (std::ranges::find(at->builtins, o.row->name) == at->builtins.end()) at->builtins.push_back(o.row->name);
  at->formats.insert(info(o.format).name);
  const double share = 100.0 * o.open / o.asked;
  at->least = std::min(at->least, share);
  at->most = std::max(at->most, share);
}

std::string names_text(const std::vector<std::string_view>& all) {
  constexpr std::size_t kMost = 12;
  if (all.size() <= kMost) return fmt::format("{}", fmt::join(all, ", "));
  return fmt::format("{} builtins, from {} to {}", all.size(), all.front(), all.back());
}

std::string editions_text(const std::set<Edition>& all) {
  if (all.size() == kEditions.size()) return "all";
  std::string text;
  for (const Edition e : all) text.append(text.empty() ? "" : ", ").append(name(e));
  return text;
}

}  // namespace

std::span<const OpenReason> open_reasons() { return kReasons; }

std::vector<OpenCalls> open_calls(const Row& row) {
  std::vector<OpenCalls> all;
  if (row.truth == nullptr) return all;
  const RealScope scope;
  for (const Type format : row.formats) {
    const auto calls = calls_at_boundaries(row, format);
    const int lanes = lanes_of(row);
    const auto count = static_cast<std::size_t>(result_count(row, lanes));
    for (const Edition edition : kEditions) {
      const Promise p = promise(row, format, edition, Profile::full, Mode::standard, lanes);
      OpenCalls found{.row = &row, .format = format, .editions = {edition}, .example = "", .reason = ""};
      for (const std::vector<Value>& args : calls) {
        ++found.asked;
        if (!is_open(p, call_of(row, format, args, lanes), count)) continue;
        if (found.open++ == 0) found.example = text_of(row, args);
      }
      if (found.open == 0) continue;
      found.reason = reason_for(row, format);
      const auto same = std::ranges::find_if(
          all, [&](const OpenCalls& o) { return o.format == format && o.open == found.open && o.example == found.example; });
      if (same == all.end()) {
        all.push_back(std::move(found));
      } else {
        same->editions.insert(edition);
      }
    }
  }
  return all;
}

std::string open_markdown() {
  std::vector<Together> all;
  for (const Row& row : table()) {
    for (const OpenCalls& o : open_calls(row)) add(all, o);
  }
  std::string text = R"(
## Undefined calls

Every result of these calls counts as undefined. The share is that of calls with boundary arguments: zeros, infinities, NaN,
the ends of the range. All other calls can be judged wrong.

| reason | |
|---|---|
)";
  for (const OpenReason& r : kReasons) text += fmt::format("| {} | {} |\n", r.name, r.why);
  text += "\n| builtin | format | editions | open | for example | reason |\n|---|---|---|---|---|---|\n";
  for (const Together& t : all) {
    text += fmt::format("| {} | {} | {} | {:.0f} to {:.0f} % | `{}` | {} |\n", names_text(t.builtins),
                        fmt::join(t.formats, ", "), editions_text(t.editions), t.least, t.most, t.example, t.reason);
  }
  return text;
}

}  // namespace classay::vacuous
