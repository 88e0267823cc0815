// Checks that values equal the results of integer arithmetic and MPFR, or are within their rounding error. The signs of
// zeros must be equal too. Inputs are all pairs of the boundary table. Possible faults: the quotient of a remainder loses
// its parity where the division ends early; a tie is rounded to the wrong side; a zero has the sign of the wrong argument; a
// subnormal of f16 is read as a normal number; a chunk does not end where prescribed values end.
#include "reference/bulk/direct_values.h"

#include <cmath>

#include "reference/certified/testing.h"
#include "reference/inputs/inputs.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

using certified::kept;
using certified::Kept;
using certified::thorough;

// The exact value of a second result, which is an integer.
Kept kept_integer(const DirectFunction& f, std::span<const Value> arguments, double value) {
  const RealScope scope;
  const Truth t = f.truth({.type = arguments[0].type, .args = arguments}, kFirstPrecision).at(f.result);
  if (static_cast<double>(as_signed({Type::i32, t.integer})) == value) return {};
  return {.ratio = std::numeric_limits<double>::infinity(), .why = std::string(f.name)};
}

std::vector<Value> arguments_of(const DirectFunction& f, Type type, std::span<const Bits> row) {
  std::vector<Value> all;
  for (const Bits b : row) all.push_back({f.second_is_integer && all.size() == 1 ? Type::i32 : type, b});
  return all;
}

// Arguments in columns, as direct_values takes them.
class Columns {
 public:
  explicit Columns(int arity) : columns_(static_cast<std::size_t>(arity)) {}

  void add(std::span<const Bits> row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].push_back(row[i]);
  }

  // Describes the first input whose value is wrong.
  std::string first_wrong(const DirectFunction& f, Type type, double damage = 0) const {
    std::vector<std::span<const Bits>> spans(columns_.begin(), columns_.end());
    std::vector<double> values(columns_[0].size());
    const double epsilon = direct_values(f, format(type), spans, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::vector<Value> arguments = arguments_of(f, type, row(i));
      const double value = values[i] * (1 + damage);
      const Kept k = f.result > 0 ? kept_integer(f, arguments, value) : kept(f.name, f.truth, arguments, value, epsilon);
      if (!(k.ratio <= 1) || !has_the_sign(f, arguments, value)) return k.why + signs(f, arguments, value);
    }
    return "";
  }

  // Describes the first input whose value, rounded to the format, differs from the rounded result.
  std::string first_rounded_otherwise(const DirectFunction& f, Type type) const {
    std::vector<std::span<const Bits>> spans(columns_.begin(), columns_.end());
    std::vector<double> values(columns_[0].size());
    direct_values(f, format(type), spans, values);
    const RealScope scope;
    const std::array types{type};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::vector<Value> arguments = arguments_of(f, type, row(i));
      const Truth t = evaluate_rounded(f.truth, {.type = type, .args = arguments}, types).front();
      if (t.kind != Truth::Kind::real || t.is_zero()) continue;
      if (round_to(format(type), exact_double(values[i]), Rounding::rne) != rounded(type, t, Rounding::rne)) {
        return signs(f, arguments, values[i]);
      }
    }
    return "";
  }

 private:
  std::vector<Bits> row(std::size_t i) const {
    std::vector<Bits> all;
    for (const auto& c : columns_) all.push_back(c[i]);
    return all;
  }

  // Zeros must have the sign of the exact result.
  static bool has_the_sign(const DirectFunction& f, std::span<const Value> arguments, double value) {
    if (f.result > 0 || value != 0) return true;
    const RealScope scope;
    return f.truth({.type = arguments[0].type, .args = arguments}, kFirstPrecision).at(0).negative == std::signbit(value);
  }
  static std::string signs(const DirectFunction& f, std::span<const Value> arguments, double value) {
    std::string text = " " + std::string(f.name) + " = " + std::to_string(value) + " of";
    for (const Value& v : arguments) text += " " + std::to_string(v.bits);
    return text;
  }

  std::vector<std::vector<Bits>> columns_;
};

// Exponents that lead from any number of the format to each kind of result, and beyond all results.
std::vector<Bits> powers() {
  std::vector<Bits> all{0x80000000U, 0x7fffffffU};
  for (int n = -420; n <= 420; ++n) all.push_back(static_cast<std::uint32_t>(n));
  for (const int n : {1000, 1024, 1999, 2000, 2001, 100000}) {
    all.push_back(static_cast<std::uint32_t>(n));
    all.push_back(static_cast<std::uint32_t>(-n));
  }
  return all;
}

Columns boundary_crossings(const DirectFunction& function, const Format& f) {
  const int arity = function.arity;
  Columns all(arity);
  if (function.second_is_integer) {
    for (const Bits x : short_boundary_table(f)) {
      for (const Bits n : powers()) all.add(std::array{x, n});
    }
    return all;
  }
  if (arity == 2) {
    const std::vector<Bits> few = thorough(0) > 0 ? short_boundary_table(f) : shortest_boundary_table(f);
    for (const Bits x : boundary_table(f)) {
      for (const Bits y : few) {
        all.add(std::array{x, y});
        all.add(std::array{y, x});
      }
    }
    for (const Bits x : short_boundary_table(f)) {
      for (const Bits y : short_boundary_table(f)) all.add(std::array{x, y});
    }
    return all;
  }
  const std::vector<Bits> table = shortest_boundary_table(f);
  for (const Bits x : table) {
    for (const Bits y : table) {
      for (const Bits z : table) all.add(std::array{x, y, z});
    }
  }
  return all;
}

Columns random_inputs(const DirectFunction& function, const Format& f, std::size_t count) {
  Columns all(function.arity);
  const Inputs inputs(f, 1);
  const std::vector<Bits> ints = powers();
  for (std::size_t i = 0; i < count; ++i) {
    if (function.second_is_integer) {
      all.add(std::array{inputs.pair(i)[0], ints[inputs.pair(i)[1] % ints.size()]});
    } else if (function.arity == 2) {
      all.add(inputs.pair(i));
    } else {
      all.add(inputs.triple(i));
    }
  }
  return all;
}

class DirectValuesTest : public testing::TestWithParam<DirectFunction> {};

INSTANTIATE_TEST_SUITE_P(EveryFunction, DirectValuesTest,
                         testing::ValuesIn(direct_functions().begin(), direct_functions().end()),
                         [](const auto& of) { return std::string(of.param.name); });

TEST_P(DirectValuesTest, RoundedOnceMoreAreTheRoundedResults) {
  if (GetParam().name.starts_with("remquo")) return;  // the function has two results
  for (const Type type : {Type::f16, Type::f32}) {
    EXPECT_EQ(random_inputs(GetParam(), format(type), 5000).first_rounded_otherwise(GetParam(), type), "");
  }
}

TEST(DirectFmaTest, IsRoundedToOddBesideATie) {
  const auto bits = [](float x) { return Bits{std::bit_cast<std::uint32_t>(x)}; };
  Columns beside(3);
  const float z = 0x1.000002p0F;  // within 2^-70 of a tie after half of its last place is added
  beside.add(std::array{bits(0x1.000002p0F), bits(0x1.fffffcp-25F), bits(z)});
  beside.add(std::array{bits(0x1.000002p0F), bits(0x1.fffffcp-25F), bits(-z)});
  beside.add(std::array{bits(-0x1.000002p0F), bits(0x1.fffffcp-25F), bits(-z)});
  EXPECT_EQ(beside.first_rounded_otherwise(*direct_function_named("fma"), Type::f32), "");
  const double nearest = 0x1.000002p0 * 0x1.fffffcp-25 + 0x1.000002p0;
  EXPECT_NE(static_cast<float>(nearest), z);  // the result of rounding to nearest
}

TEST_P(DirectValuesTest, AreTrueOnAllCrossingsOfTheBoundaryTable) {
  for (const Type type : {Type::f16, Type::f32}) {
    EXPECT_EQ(boundary_crossings(GetParam(), format(type)).first_wrong(GetParam(), type), "");
  }
}

TEST_P(DirectValuesTest, AreTrueOnRandomInputs) {
  for (const Type type : {Type::f16, Type::f32}) {
    EXPECT_EQ(random_inputs(GetParam(), format(type), thorough(10000)).first_wrong(GetParam(), type), "");
  }
}

TEST_P(DirectValuesTest, AnErrorInTheLastPlaceIsSeen) {
  EXPECT_NE(random_inputs(GetParam(), kF32, 2000).first_wrong(GetParam(), Type::f32, 0x1p-51), "");
}

double value_at(const DirectFunction& f, const Format& format, const std::array<Bits, 3>& row) {
  std::array<std::span<const Bits>, 3> spans;
  for (std::size_t j = 0; j < 3; ++j) spans.at(j) = {&row.at(j), 1};
  double value = 0;
  direct_values(f, format, std::span(spans).first(static_cast<std::size_t>(f.arity)), {&value, 1});
  return value;
}

// Compares all inputs of a range, with one varying argument, to each input by itself.
void compare_run(const DirectFunction& f, const Format& format, std::size_t varies, Bits first) {
  std::array<Bits, 3> row{format.one() + 1, format.one() * 2 / 3 + 77, format.one()};
  const DirectValues source(f, format, varies, row);
  std::vector<double> run(std::min<std::size_t>(2500, format.mask() - first + 1));
  for (std::size_t done = 0; done < run.size();) {
    const Known known = source.at(first + done, std::span(run).subspan(done));
    ASSERT_GT(known.count, 0U);
    done += known.count;
  }
  for (std::size_t i = 0; i < run.size(); i += 7) {
    row.at(varies) = first + i;
    const double alone = value_at(f, format, row);
    EXPECT_TRUE(alone == run[i] || (std::isnan(alone) && std::isnan(run[i]))) << f.name << std::hex << ' ' << row.at(varies);
  }
}

TEST_P(DirectValuesTest, AreTheSameFromArraysAndWithOneArgumentThatVaries) {
  const DirectFunction& f = *direct_function_named(GetParam().name);
  for (const Format& format : {kF16, kF32}) {
    for (std::size_t varies = 0; varies < static_cast<std::size_t>(f.arity); ++varies) {
      if (f.second_is_integer && varies == 1) continue;
      // Ranges from numbers to NaN, from positive numbers to negative zero, and at the last pattern.
      for (const Bits first : {format.infinity() - 1000, format.sign_bit() - 1500, format.mask() - 2000}) {
        compare_run(f, format, varies, first);
      }
    }
  }
}

TEST(DirectValuesTest, EveryPatternOfF16HasItsValue) {
  const RealScope scope;
  for (Bits b = 0; b <= kF16.mask(); ++b) {
    const double value = direct_value(kF16, b);
    if (kF16.is_nan(b)) {
      EXPECT_TRUE(std::isnan(value));
    } else {
      EXPECT_EQ(value, mpfr_get_d(exact(kF16, b), MPFR_RNDN));
      EXPECT_EQ(std::signbit(value), kF16.is_negative(b));
    }
  }
}

TEST(DirectValuesTest, AFiniteResultThatIsPrescribedIsTheOnlyOne) {
  const DirectValues larger(*direct_function_named("fmax"), kF32, 0, {0, kF32.one(), 0});
  std::vector<double> values(400);
  const Bits first = kF32.infinity() - 99;  // 99 numbers, the infinity, then NaN
  const Known numbers = larger.at(first, values);
  EXPECT_EQ(numbers.count, 99U);
  EXPECT_EQ(numbers.epsilon, 0);
  EXPECT_EQ(larger.at(first + 99, values).count, 1U);
  EXPECT_EQ(larger.at(first + 99, values).epsilon, 0);
  const Known of_nan = larger.at(first + 100, values);
  EXPECT_TRUE(of_nan.is_prescribed && of_nan.epsilon == 0);
  EXPECT_EQ(values.front(), 1);
  EXPECT_FALSE(numbers.is_prescribed);
}

}  // namespace
}  // namespace classay
