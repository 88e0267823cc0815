// Compares the bits with reference/exact, and undefined results with its "anything", for all 8-bit arguments and samples of
// wider ones. Possible faults: a sum wraps before it is halved; the smallest number has no negative; a shift of a
// scalar misses the promotion; a quotient is computed where none exists.
#include "reference/bulk/exact_results.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "reference/exact/bit_field.h"
#include "reference/exact/testing.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

struct Subject {
  const char* name;
  Evaluate truth;
  int arity;
};

constexpr std::array kSubjects = std::to_array<Subject>({
#define SUBJECT(name, arity) {#name, exact_functions::name, arity}
    SUBJECT(abs, 1),
    SUBJECT(abs_diff, 2),
    SUBJECT(add_sat, 2),
    SUBJECT(sub_sat, 2),
    SUBJECT(hadd, 2),
    SUBJECT(rhadd, 2),
    SUBJECT(clamp, 3),
    SUBJECT(clz, 1),
    SUBJECT(ctz, 1),
    SUBJECT(popcount, 1),
    SUBJECT(mad_hi, 3),
    SUBJECT(mad_sat, 3),
    SUBJECT(max, 2),
    SUBJECT(min, 2),
    SUBJECT(mul_hi, 2),
    SUBJECT(rotate, 2),
    SUBJECT(upsample, 2),
    SUBJECT(mad24, 3),
    SUBJECT(mul24, 2),
    SUBJECT(int_add, 2),
    SUBJECT(int_sub, 2),
    SUBJECT(int_mul, 2),
    SUBJECT(int_div, 2),
    SUBJECT(int_rem, 2),
    SUBJECT(int_mod, 2),
    SUBJECT(int_negate, 1),
    SUBJECT(same, 1),
    SUBJECT(increment, 1),
    SUBJECT(decrement, 1),
    SUBJECT(shift_left, 2),
    SUBJECT(shift_right, 2),
    SUBJECT(bit_and, 2),
    SUBJECT(bit_or, 2),
    SUBJECT(bit_xor, 2),
    SUBJECT(bit_not, 1),
    SUBJECT(bit_reverse, 1),
    SUBJECT(bitfield_insert, 3),
    SUBJECT(bitfield_extract_signed, 2),
    SUBJECT(bitfield_extract_unsigned, 2),
    SUBJECT(bitselect, 3),
    SUBJECT(select, 3),
    SUBJECT(operator_equal, 2),
    SUBJECT(operator_not_equal, 2),
    SUBJECT(operator_less, 2),
    SUBJECT(operator_less_equal, 2),
    SUBJECT(operator_greater, 2),
    SUBJECT(operator_greater_equal, 2),
    SUBJECT(logical_and, 2),
    SUBJECT(logical_or, 2),
    SUBJECT(logical_not, 1),
    SUBJECT(logical_equal, 2),
    SUBJECT(logical_not_equal, 2),
#undef SUBJECT
});

// Some functions exist for some types only.
bool is_for(const Subject& s, Type type) {
  if (s.truth == exact_functions::upsample) return width(type) < 64;
  if (s.truth == exact_functions::mad24 || s.truth == exact_functions::mul24) return width(type) == 32;
  return true;
}

bool has_forms(const Subject& s) {
  return s.truth == exact_functions::shift_left || s.truth == exact_functions::shift_right ||
         s.truth == exact_functions::select;
}

bool takes_field(const Subject& s) {
  return s.truth == exact_functions::bitfield_insert || s.truth == exact_functions::bitfield_extract_signed ||
         s.truth == exact_functions::bitfield_extract_unsigned;
}

std::vector<Type> argument_types(const Subject& s, Type type) {
  std::vector<Type> types(static_cast<std::size_t>(s.arity), type);
  if (s.truth == exact_functions::upsample) types[1] = integer_type(width(type), false);
  if (s.truth == exact_functions::select) types[2] = integer_type(width(type), true);
  if (takes_field(s)) types.back() = Type::u16;
  return types;
}

// Most random 16 bits do not encode a valid field. If `i` is a multiple of 8 they stay; all others are made valid.
void fit_field(Arguments& input, Type type, std::uint64_t i) {
  if (i % 8 == 0) return;
  const BitField any(input.back().bits);
  const auto bits = static_cast<unsigned>(width(type));
  const unsigned offset = any.offset % (bits + 1);
  input.back().bits = BitField(offset, any.count % (bits + 1 - offset)).told();
}

std::vector<Arguments> samples_for(const Subject& s, Type type, int count, std::uint64_t seed) {
  std::vector<Arguments> all = samples(argument_types(s, type), count, seed);
  for (std::size_t i = 0; takes_field(s) && i < all.size(); ++i) fit_field(all[i], type, i);
  return all;
}

// Describes the first input with a different result. `damage` is applied to every result first.
std::string first_wrong(const Subject& s, Type type, int lanes, const std::vector<Arguments>& inputs, Bits damage = 0) {
  const ExactLoop loop = exact_loop(s.truth, type, lanes);
  if (loop == nullptr) return "there is no loop";
  std::array<std::vector<Bits>, 3> columns;
  for (const Arguments& input : inputs) {
    for (std::size_t a = 0; a < input.size(); ++a) columns.at(a).push_back(input[a].bits);
  }
  std::vector<Bits> right(inputs.size());
  const auto is_open = std::make_unique<bool[]>(inputs.size());
  loop({columns[0].data(), columns[1].data(), columns[2].data()}, {right.data(), is_open.get(), inputs.size()});
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Truth t = s.truth({.type = type, .lanes = lanes, .args = inputs[i]}, kFirstPrecision).at(0);
    const bool is_any = t.kind == Truth::Kind::any;
    if (is_any && is_open[i]) continue;
    const Bits bits = right[i] ^ damage;
    const bool is_same = t.kind == Truth::Kind::integer && t.integer == bits;
    if (is_any != is_open[i] || !is_same) {
      std::string text = std::string(s.name) + " " + std::string(info(type).name) + " of";
      for (const Value& v : inputs[i]) text += " " + std::to_string(v.bits);
      return text + ": " + std::to_string(right[i]) + (is_open[i] ? " (open)" : "") + ", but " + classay::text(t);
    }
  }
  return "";
}

// Returns every pair of arguments, with some third arguments.
std::vector<Arguments> every_input(const Subject& s, Type type) {
  const std::vector<Type> types = argument_types(s, type);
  if (s.arity == 1) return every_pattern(type);
  std::vector<Arguments> inputs = every_pair(types[0], takes_field(s) && s.arity == 2 ? Type::u8 : types[1]);
  std::uint64_t number = 0;
  for (Arguments& input : inputs) {
    if (!takes_field(s)) break;
    if (s.arity == 3) input.push_back({types[0], 0});
    // Every offset and count up to 15, with every base.
    input.back() = {Type::u16, BitField(number & 15, number >> 4 & 15).told()};
    ++number;
  }
  if (takes_field(s)) return inputs;
  if (s.arity == 2) return inputs;
  std::uint64_t i = 0;
  for (Arguments& input : inputs) input.push_back({types[2], (i++ * 0x9e3779b97f4a7c15U >> 40U) & mask(types[2])});
  return inputs;
}

TEST(ExactResultsTest, AllPatternsAndPairsOf8Bits) {
  for (const Subject& s : kSubjects) {
    for (const Type type : {Type::i8, Type::u8}) {
      if (!is_for(s, type)) continue;
      const std::vector<Arguments> inputs = every_input(s, type);
      EXPECT_EQ(first_wrong(s, type, 1, inputs), "");
      if (has_forms(s)) {
        EXPECT_EQ(first_wrong(s, type, 4, inputs), "");
      }
    }
  }
}

TEST(ExactResultsTest, SamplesOfAllTypesInBothForms) {
  for (const Subject& s : kSubjects) {
    for (const Type type : kIntegerTypes) {
      if (!is_for(s, type)) continue;
      const std::vector<Arguments> inputs = samples_for(s, type, 4000, 11);
      EXPECT_EQ(first_wrong(s, type, 1, inputs), "");
    }
  }
}

// Comparisons of vectors return the scalar results here.
TEST(ExactResultsTest, ShiftsAndSelectHaveAFormOfVectors) {
  for (const Subject& s : kSubjects) {
    for (const Type type : kIntegerTypes) {
      EXPECT_EQ(exact_loop(s.truth, type, 1) != exact_loop(s.truth, type, 4), has_forms(s)) << s.name;
      if (!has_forms(s)) continue;
      EXPECT_EQ(first_wrong(s, type, 4, samples_for(s, type, 4000, 12)), "");
    }
  }
}

TEST(ExactResultsTest, AWrongBitIsSeen) {
  for (const Subject& s : kSubjects) {
    EXPECT_NE(first_wrong(s, Type::i32, 1, samples_for(s, Type::i32, 100, 13), 1), "") << s.name;
  }
}

// If the exact result is "anything" or is not an integer, rules decide (for ilogb: case_judge_test.cpp in the harness), and
// no result is undefined.
TEST(ExactResultsTest, NumbersHaveTheirExponentsAndNanIsNone) {
  for (const Type type : kFloatTypes) {
    const Format& f = format(type);
    std::vector<Bits> inputs;
    for (Bits at = 0; at < 65536; ++at) inputs.push_back(type == Type::f16 ? at : at * 0x9e3779b97f4a7c15U & f.mask());
    for (int i = 0; i < f.fraction_bits(); ++i) inputs.push_back(Bits{1} << i);
    std::vector<Bits> right(inputs.size());
    const auto is_open = std::make_unique<bool[]>(inputs.size());
    exact_loop(exact_functions::ilogb, type, 1)({inputs.data(), nullptr, nullptr},
                                                {right.data(), is_open.get(), right.size()});
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Value x{type, inputs[i]};
      const Truth t = exact_functions::ilogb({.type = type, .args = std::span(&x, 1)}, kFirstPrecision).at(0);
      EXPECT_FALSE(is_open[i]);
      if (t.kind == Truth::Kind::any) {
        EXPECT_TRUE(is_nan(x) || is_zero(x));
      } else {
        ASSERT_EQ(t.integer, right[i]) << info(type).name << " " << inputs[i];
        ASSERT_NE(t.integer, right[i] + 1);
      }
    }
    exact_loop(exact_functions::nan, type, 1)({inputs.data(), nullptr, nullptr}, {right.data(), is_open.get(), 100});
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(f.is_nan(right[i]) && !is_open[i]);
  }
}

TEST(ExactResultsTest, ClassesOfNumbersAreThoseOfAllPatternsOfHalfAndOfSamples) {
  for (const Evaluate truth : {exact_functions::isfinite, exact_functions::isinf, exact_functions::isnan,
                               exact_functions::isnormal, exact_functions::signbit}) {
    for (const Type type : kFloatTypes) {
      const Format& f = format(type);
      std::vector<Bits> inputs{f.infinity() + 1, f.quiet_nan(), f.infinity(true), f.min_normal(), f.min_normal() - 1};
      for (Bits at = 0; at < 65536; ++at) inputs.push_back(type == Type::f16 ? at : at * 0x9e3779b97f4a7c15U & f.mask());
      std::vector<Bits> right(inputs.size());
      const auto is_open = std::make_unique<bool[]>(inputs.size());
      exact_loop(truth, type, 1)({inputs.data(), nullptr, nullptr}, {right.data(), is_open.get(), right.size()});
      std::uint64_t yes = 0;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Value x{type, inputs[i]};
        const Truth t = truth({.type = type, .args = std::span(&x, 1)}, kFirstPrecision).at(0);
        ASSERT_EQ(t.integer, right[i]) << info(type).name << " " << inputs[i];
        ASSERT_FALSE(is_open[i]);
        yes += right[i];
      }
      EXPECT_GT(yes, 0U);
      EXPECT_LT(yes, inputs.size());
    }
  }
}

TEST(ExactResultsTest, FunctionsOfBitsTakeNumbersToo) {
  for (const Type type : kFloatTypes) {
    EXPECT_EQ(exact_loop(exact_functions::bitselect, type, 1),
              exact_loop(exact_functions::bitselect, integer_type(width(type), false), 1));
    EXPECT_NE(exact_loop(exact_functions::select, type, 1), nullptr);
    EXPECT_EQ(exact_loop(exact_functions::operator_less, type, 1), nullptr);
  }
}

}  // namespace
}  // namespace classay
