#include "harness/worker/probes/expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/worker/probes/vectors_in_memory.h"
#include "suites/signature.h"

namespace classay {
namespace {

char letter(std::size_t i) { return static_cast<char>('a' + i); }

constexpr std::array kShuffled{2, 4, 8, 16};

// Two source vectors, and the place of each lane in them, which has random bits above those that count.
Expression shuffle(Type type, int from, int to, int sources) {
  const Type index = integer_type(width(type), false);
  const std::array in{any_bits(1, type), any_bits(2, type)};
  const LaneOf places = any_bits(3, index);
  const int elements = from * sources;
  const std::string name = std::string("shuffle") + (sources == 1 ? "" : "2");
  Expression e{.said = fmt::format("{} of {} by {}", name, vector_name(type, from), vector_name(index, to)),
               .code = name + (sources == 1 ? "(a, b)" : "(a, b, c)"),
               .variables = {{type, from, in[0]}},
               .result = type,
               .width = to,
               .right =
                   [=](int item, int lane) {
                     const int place = static_cast<int>(places(item, lane) % static_cast<Bits>(elements));
                     return in.at(place < from ? 0 : 1)(item, place % from);
                   },
               .before = ""};
  if (sources == 2) e.variables.push_back({type, from, in[1]});
  e.variables.push_back({index, to, places});
  return e;
}

// The lists of parts, as widths of operands, that make a vector of a width.
void add_parts(int width, std::vector<int>& begun, std::vector<std::vector<int>>& all) {
  if (width == 0) all.push_back(begun);
  for (const int part : {8, 4, 3, 2, 1}) {
    if (part > width) continue;
    begun.push_back(part);
    add_parts(width - part, begun, all);
    begun.pop_back();
  }
}

// All lists for up to four lanes; of the thousands for 8 and 16, the shortest and some others. An operand is as wide as the
// vector in none of them.
constexpr std::size_t kListsOfLong = 16;

std::vector<std::vector<int>> parts_of(int width) {
  std::vector<std::vector<int>> all;
  std::vector<int> begun;
  add_parts(width, begun, all);
  std::erase_if(all, [](const std::vector<int>& parts) { return parts.size() == 1; });
  std::ranges::stable_sort(all, {}, &std::vector<int>::size);
  if (width <= 4) return all;
  std::vector<std::vector<int>> some(all.begin(), all.begin() + kListsOfLong / 2);
  for (std::size_t i = 0; i < kListsOfLong / 2; ++i)
    some.push_back(all[all.size() - 1 - i * (all.size() - kListsOfLong / 2) / (kListsOfLong / 2)]);
  return some;
}

Expression literal_of(Type type, int width, const std::vector<int>& parts) {
  Expression e{
      .said = "", .code = "", .variables = {}, .result = type, .width = width, .right = any_bits(4, type), .before = ""};
  std::string types;
  std::string names;
  int first = 0;
  for (const int part : parts) {
    types += (types.empty() ? "" : ", ") + vector_name(type, part);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", letter(e.variables.size()));
    e.variables.push_back({type, part, [=](int item, int lane) { return any_bits(4, type)(item, first + lane); }});
    first += part;
  }
  const std::string name = vector_name(type, width);
  e.said = fmt::format("({})({})", name, types);
  e.code = fmt::format("({})({})", name, names);
  return e;
}

// One scalar for all lanes.
Expression literal_of_scalar(Type type, int width) {
  const LaneOf value = any_bits(5, type);
  const std::string name = vector_name(type, width);
  return {.said = fmt::format("({})({})", name, info(type).clc),
          .code = fmt::format("({})(a)", name),
          .variables = {{type, 1, value}},
          .result = type,
          .width = width,
          .right = [=](int item, int /*lane*/) { return value(item, 0); },
          .before = ""};
}

// Numbers in the source, which are ints and are converted to the element's type.
Expression literal_of_numbers(Type type, int width) {
  std::string numbers;
  for (int lane = 0; lane < width; ++lane) numbers += fmt::format("{}{}", lane == 0 ? "" : ", ", 3 * lane + 1);
  const std::string name = vector_name(type, width);
  return {.said = fmt::format("({})({})", name, numbers),
          .code = fmt::format("({})({})", name, numbers),
          .variables = {},
          .result = type,
          .width = width,
          .right = [=](int /*item*/, int lane) { return bits_of(type, 3 * lane + 1); },
          .before = ""};
}

// A number that the compiler knows.
Expression constant(std::string said, std::string before, std::string code, Bits right) {
  return {.said = std::move(said),
          .code = std::move(code),
          .variables = {},
          .result = Type::u64,
          .width = 1,
          .right = [=](int /*item*/, int /*lane*/) { return right; },
          .before = std::move(before)};
}

std::vector<Expression> layouts_of(Type type, int lanes) {
  const std::string name = vector_name(type, lanes);
  const Bits bytes = memory_stride(lanes) * static_cast<Bits>(width(type) / 8);
  const std::string structure = fmt::format("struct {{ char c; {} v; char d; }} s;", name);
  const std::string packed = fmt::format("struct __attribute__((packed)) {{ char c; {} v; }} s;", name);
  const std::string both = fmt::format("union {{ char c; {} v; }} u;", name);
  constexpr Bits kElements = 5;
  constexpr Bits kAligned = 256;
  return {
      constant(fmt::format("sizeof({})", name), "", fmt::format("sizeof({})", name), bytes),
      constant(fmt::format("sizeof({}[{}])", name, kElements), "", fmt::format("sizeof({}[{}])", name, kElements),
               kElements * bytes),
      constant(fmt::format("sizeof of a struct of char, {}, char", name), structure, "sizeof(s)", 3 * bytes),
      constant(fmt::format("the offset of a {} after a char in a struct", name), structure,
               "(ulong)((private char*)&s.v - (private char*)&s)", bytes),
      constant(fmt::format("sizeof of a packed struct of char, {}", name), packed, "sizeof(s)", bytes + 1),
      constant(fmt::format("sizeof of a union of char, {}", name), both, "sizeof(u)", bytes),
      constant(fmt::format("the alignment of a {} in private memory", name), fmt::format("char c = 1; {} v; ", name),
               fmt::format("(ulong)(uintptr_t)&v % {} + c - 1", bytes), 0),
      constant(fmt::format("sizeof of a struct of {}, aligned to {}", name, kAligned),
               fmt::format("struct __attribute__((aligned({}))) {{ {} v; }} s;", kAligned, name), "sizeof(s)", kAligned),
  };
}

// The elements of a vector in memory are in order, without gaps: a union shows it.
Expression punned(Type type, int lanes) {
  const Type bits = integer_type(width(type), false);
  const LaneOf value = any_bits(17, type);
  return {
      .said = fmt::format("{} of a union with {}", vector_name(bits, lanes), vector_name(type, lanes)),
      .code = "u.bits",
      .variables = {{type, lanes, value}},
      .result = bits,
      .width = lanes,
      .right = value,
      .before = fmt::format("union {{ {} v; {} bits; }} u; u.v = a;", vector_name(type, lanes), vector_name(bits, lanes))};
}

Expression element_of_union(Type type, int lanes) {
  const LaneOf value = any_bits(18, type);
  return {
      .said = fmt::format("the last element of an array in a union with {}", vector_name(type, lanes)),
      .code = fmt::format("u.all[{}]", lanes - 1),
      .variables = {{type, lanes, value}},
      .result = type,
      .width = 1,
      .right = [=](int item, int /*lane*/) { return value(item, lanes - 1); },
      .before = fmt::format("union {{ {} v; {} all[{}]; }} u; u.v = a;", vector_name(type, lanes), info(type).clc, lanes)};
}

}  // namespace

std::vector<Expression> shuffles(Type type) {
  std::vector<Expression> all;
  for (const int sources : {1, 2}) {
    for (const int from : kShuffled) {
      for (const int to : kShuffled) all.push_back(shuffle(type, from, to, sources));
    }
  }
  return all;
}

std::vector<Expression> vector_literals(Type type) {
  std::vector<Expression> all;
  for (const int width : kVectorWidths) {
    if (width == 1) continue;
    for (const std::vector<int>& parts : parts_of(width)) all.push_back(literal_of(type, width, parts));
    all.push_back(literal_of_scalar(type, width));
    all.push_back(literal_of_numbers(type, width));
  }
  return all;
}

std::vector<Expression> layouts(Type type) {
  std::vector<Expression> all;
  for (const int width : kVectorWidths) {
    std::ranges::move(layouts_of(type, width), std::back_inserter(all));
    if (width > 1) all.push_back(punned(type, width));
    if (width > 1) all.push_back(element_of_union(type, width));
  }
  return all;
}

}  // namespace classay
