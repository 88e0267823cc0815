#include "suites/literals.h"

#include <fmt/format.h>

#include <memory>

#include "reference/inputs/inputs.h"
#include "reference/number/real.h"

namespace classay {
namespace {

std::string_view suffix(Type type) { return type == Type::f16 ? "h" : type == Type::f32 ? "f" : ""; }

// Returns x with this number of significant digits, rounded to nearest.
std::string decimal(const Real& x, int digits) {
  char* text = nullptr;
  mpfr_asprintf(&text, "%.*Re", digits - 1, x.get());
  std::string result(text);
  mpfr_free_str(text);
  return result;
}

// Digits that distinguish a number from all others, and the maximum number of digits of a half step.
int telling_digits(Type type) { return type == Type::f16 ? 5 : type == Type::f32 ? 9 : 17; }
int all_digits(Type type) { return type == Type::f16 ? 24 : type == Type::f32 ? 120 : 800; }

std::vector<Bits> numbers(Type type) {
  const Format& f = format(type);
  std::vector<Bits> all{0,       f.one(), f.one() + 1,    f.min_normal(),     f.min_normal() - 1, f.min_normal() + 1,
                        Bits{1}, Bits{2}, f.max_finite(), f.max_finite() - 1, f.one() - 1};
  for (std::uint64_t i = 0; i < 24; ++i) {
    all.push_back(CounterRandom(static_cast<std::uint64_t>(type) + 41, i).next() % f.max_finite());
  }
  return all;
}

// Appends the number, and a value slightly more than half a step above it, which is nearer to the next number. Both have a
// decimal and a hexadecimal literal.
void append(std::vector<Literal>& all, Type type, Bits bits) {
  const Format& f = format(type);
  const auto add = [&](const std::string& text, Bits nearest, bool may_be_adjacent) {
    all.push_back({fmt::format("{}{}", text, suffix(type)), type, nearest, may_be_adjacent});
  };
  const Real x = exact(f, bits);
  add(hex_float(f, bits), bits, false);
  add(decimal(x, telling_digits(type)), bits, true);
  if (bits >= f.max_finite()) return;
  const Real middle = exact_product(exact_sum(x, exact(f, bits + 1)), power_of_two(-1));
  std::string digits = decimal(middle, all_digits(type));
  digits.insert(digits.find('e'), "1");
  add(digits, bits + 1, true);
  // The fraction of a normal number consists of complete hexadecimal digits, except the last one of f32.
  if (bits < f.min_normal()) return;
  const auto fraction_bits = static_cast<unsigned>(f.precision - 1);
  const Bits fraction = bits & f.fraction_mask();
  const unsigned shift = (4 - fraction_bits % 4) % 4 + 8;  // and two more digits
  const Bits half = Bits{1} << (shift - 1);
  const int places = static_cast<int>((fraction_bits + shift) / 4);
  const int exponent = static_cast<int>(leading_exponent(x));
  const auto with = [&](Bits more) {
    return fmt::format("0x1.{:0{}x}p{:+d}", (fraction << shift) + more, places, exponent);
  };
  add(with(half + 1), bits + 1, false);
  add(with(half - 1), bits, false);
  add(with(half), bits + (bits & 1U), false);
}

constexpr std::int64_t kMostOfInt = 0x7fffffff;

std::vector<Literal> integers() {
  const auto whole = [](const char* text, Type type, std::uint64_t value) {
    return Literal{text, type, static_cast<Bits>(value) & mask(type), false};
  };
  constexpr std::uint64_t kMostOfLong = 0x7fffffffffffffff;
  return {
      whole("0", Type::i32, 0),
      whole("2147483647", Type::i32, kMostOfInt),
      whole("2147483648", Type::i64, std::uint64_t{kMostOfInt} + 1),
      whole("4294967295", Type::i64, 0xffffffff),
      whole("9223372036854775807", Type::i64, kMostOfLong),
      whole("0x7fffffff", Type::i32, kMostOfInt),
      whole("0X7FFFFFFF", Type::i32, kMostOfInt),
      whole("0x80000000", Type::u32, std::uint64_t{kMostOfInt} + 1),
      whole("0xffffffff", Type::u32, 0xffffffff),
      whole("0x100000000", Type::i64, 0x100000000),
      whole("0x7fffffffffffffff", Type::i64, kMostOfLong),
      whole("0x8000000000000000", Type::u64, kMostOfLong + 1),
      whole("0xffffffffffffffff", Type::u64, ~std::uint64_t{0}),
      whole("017", Type::i32, 15),
      whole("017777777777", Type::i32, kMostOfInt),
      whole("037777777777", Type::u32, 0xffffffff),
      whole("01777777777777777777777", Type::u64, ~std::uint64_t{0}),
      whole("1u", Type::u32, 1),
      whole("4294967295U", Type::u32, 0xffffffff),
      whole("4294967296u", Type::u64, 0x100000000),
      whole("18446744073709551615u", Type::u64, ~std::uint64_t{0}),
      whole("1l", Type::i64, 1),
      whole("1L", Type::i64, 1),
      whole("0xffffffffffffffffl", Type::u64, ~std::uint64_t{0}),
      whole("1ul", Type::u64, 1),
      whole("1LU", Type::u64, 1),
      whole("'a'", Type::i32, 97),
      whole("'\\n'", Type::i32, 10),
      whole("'\\0'", Type::i32, 0),
      whole("'\\x7f'", Type::i32, 127),
      // char is signed.
      whole("'\\377'", Type::i32, ~std::uint64_t{0}),
  };
}

}  // namespace

std::vector<Literal> literals(Type type) {
  if (!is_float(type)) return integers();
  std::vector<Literal> all;
  for (const Bits bits : numbers(type)) append(all, type, bits);
  return all;
}

bool is_right(const Literal& literal, Bits pattern) {
  if (pattern == literal.nearest) return true;
  // Adjacent positive numbers have adjacent patterns.
  return literal.may_be_adjacent && (pattern == literal.nearest + 1 || pattern + 1 == literal.nearest);
}

}  // namespace classay
