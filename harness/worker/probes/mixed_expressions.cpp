// Expressions of a scalar and a vector: operators, selections and casts (OpenCL C, "Usual Arithmetic Conversions", "Explicit
// Casts").
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/worker/probes/expressions.h"
#include "harness/worker/probes/vectors_in_memory.h"

namespace classay {
namespace {

// An operator between two operands, one of which is a scalar.
struct Operator {
  std::string_view text;
  std::function<SmallNumber(SmallNumber, SmallNumber)> result;
  bool is_relation = false;  // the result of a vector is -1 or 0
  bool is_of_integers = false;
};

const std::vector<Operator>& operators() {
  static const std::vector<Operator> all{
      {"+", [](SmallNumber x, SmallNumber y) { return x + y; }},
      {"-", [](SmallNumber x, SmallNumber y) { return x - y; }},
      {"*", [](SmallNumber x, SmallNumber y) { return x * y; }},
      {"/", [](SmallNumber x, SmallNumber y) { return x / y; }, false, true},
      {"%", [](SmallNumber x, SmallNumber y) { return x % y; }, false, true},
      {"&", [](SmallNumber x, SmallNumber y) { return x & y; }, false, true},
      {"|", [](SmallNumber x, SmallNumber y) { return x | y; }, false, true},
      {"^", [](SmallNumber x, SmallNumber y) { return x ^ y; }, false, true},
      {"==", [](SmallNumber x, SmallNumber y) { return x == y ? -1 : 0; }, true},
      {"!=", [](SmallNumber x, SmallNumber y) { return x != y ? -1 : 0; }, true},
      {"<", [](SmallNumber x, SmallNumber y) { return x < y ? -1 : 0; }, true},
      {">", [](SmallNumber x, SmallNumber y) { return x > y ? -1 : 0; }, true},
      {"<=", [](SmallNumber x, SmallNumber y) { return x <= y ? -1 : 0; }, true},
      {">=", [](SmallNumber x, SmallNumber y) { return x >= y ? -1 : 0; }, true},
      {"&&", [](SmallNumber x, SmallNumber y) { return x != 0 && y != 0 ? -1 : 0; }, true},
      {"||", [](SmallNumber x, SmallNumber y) { return x != 0 || y != 0 ? -1 : 0; }, true},
  };
  return all;
}

// Numbers without sign have the larger one first where they are subtracted.
Expression mixed(Type type, int width, const Operator& op, bool is_scalar_first) {
  const bool with_sign = is_signed(type);
  const int digits = op.text == "*" ? digits_of(type) / 2 : digits_of(type);
  const bool has_order = op.text == "-" && !with_sign;  // the first operand is the larger one
  const NumberOf x = op.is_relation ? few_numbers(6, with_sign) : numbers(6, digits, with_sign);
  const NumberOf y = op.is_relation ? few_numbers(7, with_sign) : numbers(7, digits, with_sign);
  const int left_width = is_scalar_first ? 1 : width;
  const int right_width = is_scalar_first ? width : 1;
  const NumberOf left = [=](int item, int lane) {
    const int at = is_scalar_first ? 0 : lane;
    return has_order ? x(item, at) | (SmallNumber{1} << digits) : x(item, at);
  };
  const NumberOf right = [=](int item, int lane) { return y(item, is_scalar_first ? lane : 0); };
  const Type result = op.is_relation ? integer_type(classay::width(type), true) : type;
  return {
      .said = fmt::format("{} {} {}", vector_name(type, left_width), op.text, vector_name(type, right_width)),
      .code = fmt::format("a {} b", op.text),
      .variables = {{type, left_width, bits_of(type, left)}, {type, right_width, bits_of(type, right)}},
      .result = result,
      .width = width,
      .right = [=, f = op.result](int item, int lane) { return bits_of(result, f(left(item, lane), right(item, lane))); },
      .before = ""};
}

// A sum with a scalar of a lower rank, which is converted to the element's type.
Expression sum_with(Type type, int width, Type scalar) {
  const int digits = std::min(digits_of(type), digits_of(scalar));
  const bool with_sign = is_signed(type) && is_signed(scalar);
  const NumberOf x = numbers(8, digits, is_signed(type));
  const NumberOf y = [=, n = numbers(9, digits, with_sign)](int item, int /*lane*/) { return n(item, 0); };
  return {.said = fmt::format("{} + {}", vector_name(type, width), info(scalar).clc),
          .code = "a + b",
          .variables = {{type, width, bits_of(type, x)}, {scalar, 1, bits_of(scalar, y)}},
          .result = type,
          .width = width,
          .right = [=](int item, int lane) { return bits_of(type, x(item, lane) + y(item, lane)); },
          .before = ""};
}

// "The rank of any floating-point type is greater than the rank of any integer type", "... of an unsigned integer type is
// greater than the rank of a signed integer type with the same precision".
bool has_lower_rank(Type scalar, Type element) {
  if (is_float(scalar) != is_float(element)) return is_float(element);
  if (width(scalar) != width(element)) return width(scalar) < width(element);
  return is_signed(scalar) && !is_signed(element);
}

// "Only the low bits of the amount count": its bits are random.
Expression shift(Type type, int lanes, bool is_left) {
  const int bits = width(type);
  const LaneOf x = any_bits(10, type);
  const LaneOf amount = any_bits(11, type);
  return {.said = fmt::format("{} {} {}", vector_name(type, lanes), is_left ? "<<" : ">>", info(type).clc),
          .code = is_left ? "a << b" : "a >> b",
          .variables = {{type, lanes, x}, {type, 1, amount}},
          .result = type,
          .width = lanes,
          .right =
              [=](int item, int lane) {
                const int by = static_cast<int>(amount(item, 0) % static_cast<Bits>(bits));
                const Bits from = x(item, lane);
                if (is_left) return (from << by) & mask(type);
                const bool is_negative = is_signed(type) && (from >> (bits - 1)) != 0;
                return (from >> by) | (is_negative ? mask(type) & ~(mask(type) >> by) : 0);
              },
          .before = ""};
}

// A vector selects lane by lane, by its sign bits, between a vector and a scalar; a scalar selects a complete vector.
std::vector<Expression> selections(Type type, int lanes) {
  const Type chosen = integer_type(width(type), true);
  const LaneOf condition = bits_of(chosen, few_numbers(12, true));
  const LaneOf x = any_bits(13, type);
  const LaneOf y = any_bits(14, type);
  const std::string name = vector_name(type, lanes);
  const auto is_chosen = [=](int item, int lane) { return condition(item, lane) >> (width(chosen) - 1) != 0; };
  return {{.said = fmt::format("{} ? {} : {}", vector_name(chosen, lanes), name, info(type).clc),
           .code = "a ? b : c",
           .variables = {{chosen, lanes, condition}, {type, lanes, x}, {type, 1, y}},
           .result = type,
           .width = lanes,
           .right = [=](int item, int lane) { return is_chosen(item, lane) ? x(item, lane) : y(item, 0); },
           .before = ""},
          {.said = fmt::format("int ? {} : {}", name, name),
           .code = "a ? b : c",
           .variables = {{Type::i32, 1, bits_of(Type::i32, few_numbers(12, true))}, {type, lanes, x}, {type, lanes, y}},
           .result = type,
           .width = lanes,
           .right = [=](int item, int lane) { return few_numbers(12, true)(item, 0) != 0 ? x(item, lane) : y(item, lane); },
           .before = ""}};
}

// A scalar that a cast makes a vector. A fraction is cut off.
Expression cast_to(Type type, int lanes, Type scalar) {
  const bool has_fraction = is_float(scalar) && !is_float(type);
  const int digits = std::min(digits_of(type), digits_of(scalar)) - (has_fraction ? 2 : 0);
  const NumberOf n = numbers(15, digits, is_signed(type) && is_signed(scalar));
  const Type from = scalar;
  // Three quarters more, away from zero.
  const LaneOf value = [=](int item, int lane) {
    const SmallNumber whole = n(item, lane);
    if (!has_fraction) return bits_of(from, whole);
    return round_to(format(from),
                    {.negative = whole < 0, .significand = static_cast<Wide>(4 * std::abs(whole) + 3), .exponent = -2},
                    Rounding::rne);
  };
  return {.said = fmt::format("({}) of a {}", vector_name(type, lanes), info(scalar).clc),
          .code = fmt::format("({})a", vector_name(type, lanes)),
          .variables = {{scalar, 1, value}},
          .result = type,
          .width = lanes,
          .right = [=](int item, int /*lane*/) { return bits_of(type, n(item, 0)); },
          .before = ""};
}

// "When casting a bool to a vector integer data type, the vector components will be set to -1".
Expression cast_of_bool(Type type, int lanes) {
  const NumberOf n = few_numbers(16, true);
  return {.said = fmt::format("({}) of a bool", vector_name(type, lanes)),
          .code = fmt::format("({})t", vector_name(type, lanes)),
          .variables = {{Type::i32, 1, bits_of(Type::i32, n)}},
          .result = type,
          .width = lanes,
          .right = [=](int item, int /*lane*/) { return n(item, 0) != 0 ? mask(type) : 0; },
          .before = "const bool t = a != 0;"};
}

// C99 6.3.1.2: "the result is 0 if the value compares equal to 0; otherwise, the result is 1". A NaN does not compare equal.
Expression cast_to_bool(Type type) {
  std::vector<Bits> values{0, 1, mask(type), Bits{1} << (width(type) - 1), mask(type) >> 1, Bits{1} << (width(type) / 2)};
  if (is_float(type)) {
    const Format& f = format(type);
    values = {
        0,      f.negate(0), f.quiet_nan(), f.infinity(), f.negate(f.infinity()), f.min_normal(), f.negate(f.min_normal()),
        f.one()};
  }
  const LaneOf value = [=](int item, int /*lane*/) { return values.at(static_cast<std::size_t>(item) % values.size()); };
  return {.said = fmt::format("(bool) of a {}", info(type).clc),
          .code = "(bool)a",
          .variables = {{type, 1, value}},
          .result = Type::i32,
          .width = 1,
          .right =
              [=](int item, int lane) {
                const Bits bits = value(item, lane);
                const bool is_zero = is_float(type) ? (bits & (mask(type) >> 1)) == 0 : bits == 0;
                return Bits{is_zero ? 0U : 1U};
              },
          .before = ""};
}

}  // namespace

std::vector<Expression> mixed_operators(Type type, const std::vector<Type>& others) {
  constexpr int kWidth = 4;
  constexpr std::array kMoreWidths{2, 3, 8, 16};
  std::vector<Expression> all;
  for (const Operator& op : operators()) {
    if (op.is_of_integers && is_float(type)) continue;
    for (const bool is_scalar_first : {false, true}) all.push_back(mixed(type, kWidth, op, is_scalar_first));
  }
  for (const int width : kMoreWidths) {
    for (const bool is_scalar_first : {false, true}) all.push_back(mixed(type, width, operators().front(), is_scalar_first));
  }
  for (const Type scalar : others) {
    if (has_lower_rank(scalar, type)) all.push_back(sum_with(type, kWidth, scalar));
  }
  for (const bool is_left : {false, true}) {
    if (is_integer(type)) all.push_back(shift(type, kWidth, is_left));
  }
  std::ranges::move(selections(type, kWidth), std::back_inserter(all));
  return all;
}

std::vector<Expression> casts(Type type, const std::vector<Type>& others) {
  std::vector<Expression> all{cast_to_bool(type)};
  for (const Type scalar : others) all.push_back(cast_to(type, 4, scalar));
  for (const int width : {2, 3, 8, 16}) {
    all.push_back(cast_to(type, width, type));
    if (!is_float(type)) all.push_back(cast_of_bool(type, width));
  }
  return all;
}

}  // namespace classay
