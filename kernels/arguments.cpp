#include "kernels/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/signature_call.h"
#include "suites/generator.h"

namespace classay {
namespace {

// Repeats the steps of CounterRandom and of suites/generator.h.
constexpr std::string_view kScramble = R"(
ulong scramble(ulong z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
  return z ^ (z >> 31);
}
)";
constexpr std::string_view kGenerator = R"(
// The first and second 64 random bits of an input of one argument.
ulong first_random(ulong seed, ulong i) { return scramble(scramble(seed ^ scramble(i)) + 0x9e3779b97f4a7c15ul); }
ulong second_random(ulong seed, ulong i) { return scramble(scramble(seed ^ scramble(i)) + 0x3c6ef372fe94f82aul); }
)";

constexpr std::string_view kStratified = R"(
// The bits of a number of a stratum, which is a binade and a sign: the subnormals are the first binade, of every size.
ulong number_of(ulong stratum, ulong r, uint width, uint fraction_bits) {
  const ulong exponent = stratum >> 1;
  ulong fraction = r & ((1ul << fraction_bits) - 1);
  if (exponent == 0) fraction >>= (r >> 58) * fraction_bits >> 6;
  return (stratum & 1) << (width - 1) | exponent << fraction_bits | fraction;
}
)";

constexpr std::string_view kAnyLength = R"(
// An integer of `width` random bits, shortened to any length, or all ones without it.
ulong of_any_length(ulong b, ulong r, uint width) {
  const ulong ones = width == 64 ? ~0ul : (1ul << width) - 1;
  const ulong shortened = (b & ones) >> mul_hi(r, (ulong)width);
  return r & 1 ? ~shortened : shortened;
}
)";

// Returns whether the argument is the 32-bit index of the input.
bool is_number_itself(const Asked& asked) {
  const std::vector<Type> types = argument_types(*asked.row, asked.format);
  return asked.making == Making::range && types.size() == 1 && width(types[0]) == 32;
}

// Returns an expression in s and i for the bits of the random number of input i.
std::string random_number(Type type, int a) {
  if (!is_float(type)) return fmt::format("of_any_length(first_random(s, i), second_random(s, i), {})", width(type));
  const Format& f = format(type);
  const std::string walk = a == 0 ? fmt::format("i * {:#x}ul", kGoldenStep) : "first_random(s, i)";
  const std::string next = a == 0 ? "first_random(s, i)" : "second_random(s, i)";
  return fmt::format("number_of(mul_hi({}, {}ul), {}, {}, {})", walk, strata(f), next, f.width, f.fraction_bits());
}

std::string random_function(const Asked& asked, Type type, int a) {
  const std::string name = argument_name(static_cast<std::size_t>(a));
  const std::string seed = a == 0 ? "seed" : fmt::format("seed + {:#x}ul", argument_seed(0, a));
  return fmt::format("{} {}_of(ulong i, ulong seed) {{\n  const ulong s = {};\n  return {};\n}}\n",
                     held_as(*asked.row, type), name, seed, of_bits(*asked.row, type, random_number(type, a)));
}

std::string range_functions(const Asked& asked, const std::vector<Type>& types) {
  if (is_number_itself(asked)) return "";
  int above = 0;  // total width of the arguments that follow
  for (const Type t : types) above += width(t);
  std::string text = "\n";
  for (std::size_t a = 0; a < types.size(); ++a) {
    above -= width(types[a]);
    const std::string bits = above == 0 ? "i" : fmt::format("i >> {}", above);
    text += fmt::format("{} {}_of(ulong i) {{ return {}; }}\n", held_as(*asked.row, types[a]), argument_name(a),
                        of_bits(*asked.row, types[a], bits));
  }
  return text;
}

// The constant comes from window_pool() in suites/plan/run.h.
std::string run_functions(const Asked& asked, const std::vector<Type>& types) {
  const std::size_t n = types.size();
  const bool windows = asked.making == Making::windows;
  const std::uint64_t in_run = (std::uint64_t{1} << static_cast<unsigned>(asked.run_bits)) - 1;
  const std::string distance =
      windows ? fmt::format("(scramble(j + 0x9e3779b97f4a7c15ul) ^ run[{}]) >> run[{}]", n + 1, n + 2) : "j";
  std::string text = windows ? std::string(kScramble) : "";
  text += fmt::format(R"(
// A run's header, and how far input i is from the first number of the argument that varies.
global const ulong* run_of(global const ulong* runs, ulong i) {{ return runs + (i >> {}) * {}; }}
ulong distance_of(global const ulong* run, ulong i) {{
  const ulong j = i & {:#x}ul;
  return {};
}}
)",
                      asked.run_bits, header_size(asked.making, n), in_run, distance);
  for (std::size_t a = 0; a < n; ++a) {
    const std::string bits = fmt::format("run[{0}] + (run[{1}] == {0} ? distance_of(run, i) : 0)", a, n);
    text += fmt::format(
        "{} {}_of(global const ulong* runs, ulong i) {{\n  global const ulong* run = run_of(runs, i);\n  return {};\n}}\n",
        held_as(*asked.row, types[a]), argument_name(a), of_bits(*asked.row, types[a], bits));
  }
  return text;
}

std::string value_of(const Asked& asked, std::size_t a, const std::string& i) {
  const std::string name = argument_name(a);
  switch (asked.making) {
    case Making::random: return fmt::format("{}_of({}, seed)", name, i);
    case Making::runs:
    case Making::windows: return fmt::format("{}_of(runs, {})", name, i);
    default: return fmt::format("{}_of({})", name, i);
  }
}

}  // namespace

std::string of_bits(const Row& row, Type type, const std::string& bits) {
  return fmt::format("as_{}(({})({}))", held_as(row, type), info(integer_type(width(type), false)).clc, bits);
}

std::string value_text(Type type, Bits bits) {
  const Value v{type, bits};
  if (!is_float(type)) return is_signed(type) ? std::to_string(as_signed(v)) : std::to_string(bits);
  const std::string sign = is_negative(v) ? "-" : "";
  if (is_nan(v)) return sign + "NaN";
  if (is_infinite(v)) return sign + "infinity";
  if (format(type).is_zero(bits)) return sign + "0x0p+0";  // fmt 10 prints the least exponent
  const Dyadic d = decode(format(type), bits);
  return sign + fmt::format("{:a}", std::ldexp(static_cast<double>(d.significand), d.exponent));
}

std::string sections_function() {
  return R"(
// How many inputs a section has, which is how many work-items have something to do.
ulong sections(ulong count, uint width) { return ((count + width - 1) / width) | 1; }
)";
}

std::string argument_functions(const Asked& asked) {
  const std::vector<Type> types = argument_types(*asked.row, asked.format);
  if (asked.making == Making::range) return range_functions(asked, types);
  if (is_in_runs(asked.making)) return run_functions(asked, types);
  if (asked.making != Making::random) return "";
  std::string text = std::string(kScramble) + std::string(kGenerator);
  if (std::ranges::any_of(types, [](Type t) { return is_float(t); })) text += kStratified;
  if (std::ranges::any_of(types, [](Type t) { return !is_float(t); })) text += kAnyLength;
  text += "\n";
  for (std::size_t a = 0; a < types.size(); ++a) text += random_function(asked, types[a], static_cast<int>(a));
  return text;
}

std::string vectors_loaded(const Asked& asked, int width, std::string_view item) {
  const std::vector<Type> types = argument_types(*asked.row, asked.format);
  std::string text;
  for (std::size_t a = 0; a < types.size(); ++a) {
    const std::string name = argument_name(a);
    text += fmt::format("  const {} {} = {}_in[{}];\n", vector_type(held_as(*asked.row, types[a]), width), name, name, item);
  }
  return text;
}

// Computes the input of each lane, relative to the first input of the launch. The result must not be a function of the low
// bits of an input. One vector expression covers all lanes, so that compilers vectorise it. 32 bits are enough for the
// number of inputs of a launch.
std::string lanes_declaration(int width) {
  std::string lanes;
  for (int lane = 0; lane < width; ++lane) lanes += fmt::format("{}{}", lane == 0 ? "" : ", ", lane);
  const std::string type = vector_type("uint", width);
  return fmt::format(
      "  const {0} place = (({0})({1}) + (uint)shift) % {2} * (uint)sections(count, {2}) + (uint)item;\n"
      "  const {0} at = place < (uint)count ? place : (uint)count - 1;\n",
      type, lanes, width);
}

std::string argument_declarations(const Asked& asked, int width) {
  std::string text = lanes_declaration(width);
  if (is_number_itself(asked)) {
    const Type type = argument_types(*asked.row, asked.format).front();
    return text + fmt::format("  const {0} x = as_{0}((uint)first + at);\n", vector_type(held_as(*asked.row, type), width));
  }
  for (int lane = 0; lane < width; ++lane) {
    text += fmt::format("  const ulong i{0} = first + at{1};\n", lane, width == 1 ? "" : fmt::format(".s{:x}", lane));
  }
  const std::vector<Type> types = argument_types(*asked.row, asked.format);
  for (std::size_t a = 0; a < types.size(); ++a) {
    const std::string type = vector_type(held_as(*asked.row, types[a]), width);
    std::string lanes;
    for (int lane = 0; lane < width; ++lane) {
      lanes += (lane == 0 ? "" : ", ") + value_of(asked, a, fmt::format("i{}", lane));
    }
    text += fmt::format("  const {} {} = {};\n", type, argument_name(a),
                        width == 1 ? lanes : fmt::format("({})({})", type, lanes));
  }
  return text;
}

std::string argument_sentence(const Asked& asked) {
  const bool several = argument_types(*asked.row, asked.format).size() > 1;
  switch (asked.making) {
    case Making::literals: return "literals, so that the compiler may fold the calls";
    case Making::table: return "from buffers, vector by vector";
    case Making::random: return "random, from the seed and the number of the input: of every binade, or every length";
    case Making::runs: return "those of a run's header, one of which goes through consecutive patterns";
    case Making::windows: return "those of a window's header, to one of which random distances are added";
    default: break;
  }
  return several ? "made of the bits of the input's number, the last argument of the lowest"
                 : "the input's number as a bit pattern";
}

}  // namespace classay
