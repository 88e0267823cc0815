#include "suites/plan/strategies.h"

#include <algorithm>
#include <cmath>

#include "reference/cpu/float_environment.h"
#include "suites/plan/numbers.h"

namespace classay {
namespace {

using namespace numbers;  // NOLINT(google-build-using-namespace): its small words are what strategies are said in

bool takes(const Row& row, Type format, std::initializer_list<Type> types) {
  return std::ranges::equal(argument_types(row, format), types);
}
bool takes_one(const Row& row, Type format) { return takes(row, format, {format}); }
bool takes_pairs(const Row& row, Type format) { return takes(row, format, {format, format}); }
bool takes_triples(const Row& row, Type format) { return takes(row, format, {format, format, format}); }
bool takes_integer(const Row& row, Type format) { return takes(row, format, {format, Type::i32}); }
bool takes_several(const Row& row, Type format) { return takes_pairs(row, format) || takes_triples(row, format); }
bool is_sum(const Row& row, Type format) { return row.family == Family::sum && takes_pairs(row, format); }
bool is_product(const Row& row, Type) { return row.family == Family::product || row.family == Family::fused; }
bool is_quotient(const Row& row, Type) { return row.family == Family::quotient; }
bool is_remainder(const Row& row, Type) { return row.family == Family::remainder; }
bool is_fused(const Row& row, Type) { return row.family == Family::fused; }
bool is_fused_sum(const Row& row, Type f) { return is_fused(row, f) && row.negates_product == row.negates_addend; }
bool is_fused_difference(const Row& row, Type f) { return is_fused(row, f) && row.negates_product != row.negates_addend; }
bool is_power(const Row& row, Type) { return row.family == Family::power; }
bool is_integer_power(const Row& row, Type) { return row.family == Family::integer_power; }
bool is_root(const Row& row, Type) { return row.family == Family::root; }
bool is_scaling(const Row& row, Type) { return row.family == Family::scaling; }
bool is_hypotenuse(const Row& row, Type) { return row.family == Family::hypotenuse; }
bool is_angle(const Row& row, Type) { return row.family == Family::angle; }

Bits as_int(std::int64_t i) { return static_cast<Bits>(std::clamp<std::int64_t>(i, INT32_MIN, INT32_MAX)) & 0xffffffffU; }
std::int64_t any_int(CounterRandom& random) {
  const auto bits = static_cast<std::int32_t>(random.next() & 0xffffffffU);
  return bits >> random.below(32);
}

// Returns an exponent near a limit: the smallest subnormals, the smallest normal numbers, the largest numbers, or beyond.
int end_of_range(const Format& f, CounterRandom& random) {
  switch (random.below(4)) {
    case 0: return f.emin() - static_cast<int>(random.below(3));
    case 1: return static_cast<int>(random.between(f.subnormal_exponent() - 2, f.emin()));
    case 2: return f.subnormal_exponent() - static_cast<int>(random.below(2));
    default: return f.emax + static_cast<int>(random.between(-1, 1));
  }
}

// Returns a third argument, of about the size of the product of the first two.
Bits third(const Format& f, Bits x, Bits y, CounterRandom& random) {
  if (f.is_zero(x) || f.is_zero(y) || !f.is_finite(x) || !f.is_finite(y)) return anywhere(f, random);
  const int product = exponent_of(f, x) + exponent_of(f, y);
  const int apart = static_cast<int>(random.between(-2 * f.precision, 2 * f.precision));
  return signed_by_chance(f, of_exponent(f, product + apart, random), random);
}

Tuple nearly_equal(const Format& f, CounterRandom& random) {
  const Bits x = anywhere(f, random);
  const Bits y = near(f, x, random);
  return {x, random.coin() ? y : f.negate(y), third(f, x, y, random)};
}
Tuple equal_or_power_apart(const Format& f, CounterRandom& random) {
  const Bits x = anywhere(f, random);
  const Bits other = of_exponent(f, any_exponent(f, random), random);
  const Bits fraction = f.fraction_mask();
  const Bits y = random.coin() ? x : (x & fraction) | (other & ~fraction);
  const Bits z = random.coin() ? x : f.negate(y);
  return {x, random.coin() ? y : f.negate(y), z};
}
Tuple some_binades_apart(const Format& f, CounterRandom& random) {
  const Bits x = anywhere(f, random);
  const int apart = static_cast<int>(random.between(-3 * f.precision, 3 * f.precision));
  const Bits y = signed_by_chance(f, of_exponent(f, exponent_of(f, x) + apart, random), random);
  return {x, y, third(f, x, y, random)};
}
Tuple of_moderate_size(const Format& f, CounterRandom& random) {
  const Bits x = moderate(f, random);
  const Bits y = moderate(f, random);
  return {x, y, random.coin() ? moderate(f, random) : third(f, x, y, random)};
}
Tuple small_exact_numbers(const Format& f, CounterRandom& random) {
  Tuple t{};
  for (Bits& b : t) {
    const Wide k = random.below(std::uint64_t{1} << random.below(8));
    const int e = random.coin() ? 0 : -1;
    const Bits exact = rounded_number(f, random.coin(), k, e);
    b = beside(f, exact, random);
  }
  return t;
}
Tuple subnormal(const Format& f, CounterRandom& random) {
  Tuple t{};
  for (Bits& b : t) {
    b = signed_by_chance(f, of_exponent(f, static_cast<int>(random.between(f.subnormal_exponent(), f.emin())), random),
                         random);
  }
  if (random.below(3) == 0) t[random.below(3)] = moderate(f, random);
  return t;
}
Tuple between_each_other(const Format& f, CounterRandom& random) {
  const Bits x = anywhere(f, random);
  const Bits y = random.coin() ? near(f, x, random) : anywhere(f, random);
  const std::int64_t low = std::min(ordered(f, x), ordered(f, y));
  const std::int64_t high = std::max(ordered(f, x), ordered(f, y));
  const std::uint64_t gap = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  const auto inside = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + random.next() % gap);
  return {from_ordered(f, low), from_ordered(f, high), from_ordered(f, inside)};
}

// Makes x + y (or x - y), where y is half a unit in the last place of x.
Tuple tie_of_sum(const Format& f, CounterRandom& random) {
  const int e = static_cast<int>(random.between(f.emin() + 2, f.emax));
  const Bits x = of_exponent(f, e, random);
  const Bits half = rounded_number(f, random.coin(), 1, e - f.precision);
  const Bits a = signed_by_chance(f, x, random);
  return random.coin() ? Tuple{a, beside(f, half, random)} : Tuple{half, a};
}
// Makes x * y with one bit more than fits, and this bit is set.
Tuple tie_of_product(const Format& f, CounterRandom& random) {
  const int bits = static_cast<int>(random.between(2, f.precision - 1));
  const std::uint64_t a = odd_of_bits(bits, random);
  const std::uint64_t b = odd_of_bits(f.precision + 1 - bits, random);
  const int e = random.coin() ? moderate_exponent(f, random) : any_exponent(f, random) / 2;
  const Bits x = rounded_number(f, random.coin(), a, e);
  const int other = random.coin() ? -e : e / 2;
  const Bits y = rounded_number(f, random.coin(), b, other);
  // The addend breaks the tie or is zero.
  const Bits tiny = signed_by_chance(f, random.coin() ? f.min_subnormal() : 0, random);
  return random.coin() ? Tuple{x, y, tiny} : Tuple{y, x, tiny};
}
// Makes z + x * y, where the product is half a unit in the last place of z, or next to it.
Tuple tie_of_fused_sum(const Format& f, CounterRandom& random) {
  const auto any = static_cast<int>(random.between(f.emin() + f.precision, f.emax - 1));
  const int e = any / (random.coin() ? 1 : 4);
  const Bits z = of_exponent(f, e, random);
  const int half = e - f.precision;
  const int share = half / 2 + static_cast<int>(random.between(-3, 3));
  const Bits x = rounded_number(f, random.coin(), 1, share);
  const Bits y = rounded_number(f, random.coin(), 1, half - share);
  return {random.coin() ? x : beside(f, x, random), random.coin() ? y : beside(f, y, random),
          signed_by_chance(f, z, random)};
}
// Makes z = -RN(x * y), so that the result is the rounding error of the product.
Tuple cancelled_product(const Format& f, CounterRandom& random) {
  const int small = moderate_exponent(f, random);
  const int e = small * (random.coin() ? 1 : f.emax / 20);
  const Bits x = signed_by_chance(f, of_exponent(f, e, random), random);
  const Bits y = signed_by_chance(f, of_exponent(f, moderate_exponent(f, random), random), random);
  const Dyadic a = decode(f, x);
  const Dyadic b = decode(f, y);
  const Bits product =
      rounded_number(f, a.negative == b.negative, Wide{a.significand} * b.significand, a.exponent + b.exponent);
  return {x, y, random.below(3) == 0 ? beside(f, product, random) : product};
}

// The same for x * y - z.
Tuple equal_to_product(const Format& f, CounterRandom& random) {
  const Tuple t = cancelled_product(f, random);
  return {t[0], t[1], f.negate(t[2])};
}

Tuple product_at_an_end(const Format& f, CounterRandom& random) {
  const int end = end_of_range(f, random);
  // Both exponents must be within the format.
  const int most = f.emax;
  const int e = static_cast<int>(
      random.between(std::max(f.subnormal_exponent(), end - most), std::min(most, end - f.subnormal_exponent())));
  const Bits x = signed_by_chance(f, of_exponent(f, e, random), random);
  const Bits y = signed_by_chance(f, of_exponent(f, end - e, random), random);
  const Bits z = random.coin() ? signed_by_chance(f, 0, random) : signed_by_chance(f, of_exponent(f, end, random), random);
  return {x, y, z};
}
Tuple quotient_at_an_end(const Format& f, CounterRandom& random) {
  const int end = end_of_range(f, random);
  const int e = static_cast<int>(
      random.between(std::max(f.subnormal_exponent(), end + f.subnormal_exponent()), std::min(f.emax, end + f.emax)));
  return {signed_by_chance(f, of_exponent(f, e, random), random),
          signed_by_chance(f, of_exponent(f, e - end, random), random)};
}
// Makes a dividend that is the product of a short quotient and a divisor, or next to it.
Tuple quotient_nearly_exact(const Format& f, CounterRandom& random) {
  const Bits y = of_exponent(f, moderate_exponent(f, random), random);
  const std::uint64_t q = odd_of_bits(static_cast<int>(random.between(1, f.precision)), random);
  const Dyadic d = decode(f, y);
  const int e = d.exponent - static_cast<int>(random.below(12));
  const Bits x = rounded_number(f, random.coin(), Wide{d.significand} * q, e);
  return {beside(f, x, random), signed_by_chance(f, y, random)};
}

Tuple quotient_of_any_size(const Format& f, CounterRandom& random) {
  const Bits y = of_exponent(f, any_exponent(f, random), random);
  const int e = exponent_of(f, y);
  return {signed_by_chance(f, of_exponent(f, static_cast<int>(random.between(e, f.emax)), random), random),
          signed_by_chance(f, y, random)};
}
// Makes x = (n + half) y, to within a few steps.
Tuple quotient_beside(const Format& f, CounterRandom& random, unsigned half) {
  const Bits y = of_exponent(f, static_cast<int>(random.between(f.subnormal_exponent(), f.emax - 8)), random);
  const Dyadic d = decode(f, y);
  const Wide halves =
      2 * Wide{random.below(std::uint64_t{1} << random.below(static_cast<std::uint64_t>(f.precision)))} + half;
  const Bits x = rounded_number(f, random.coin(), halves * d.significand, d.exponent - 1);
  return {beside(f, x, random), signed_by_chance(f, y, random)};
}
Tuple quotient_beside_integer(const Format& f, CounterRandom& random) { return quotient_beside(f, random, 0); }
Tuple quotient_beside_half(const Format& f, CounterRandom& random) { return quotient_beside(f, random, 1); }

// The base is close to one, and the exponent is large enough for a significant result.
Tuple power_of_nearly_one(const Format& f, CounterRandom& random) {
  const Bits x = near(f, f.one(), random);
  const auto distance = static_cast<std::uint64_t>(std::abs(ordered(f, x) - ordered(f, f.one())));
  const int spread = f.precision - static_cast<int>(std::bit_width(distance));
  return {x, signed_by_chance(f, of_exponent(f, static_cast<int>(random.between(-3, 10)) + spread, random), random)};
}
// Returns log2 of a result near a limit of the range.
double logarithm_of_end(const Format& f, CounterRandom& random) {
  const double within = static_cast<double>(random.below(1024)) / 1024;
  return random.coin() ? f.emax + 1 - within * 0x1p-8 : f.subnormal_exponent() - 2 + (f.precision + 2) * within;
}
Bits base_of_power(const Format& f, CounterRandom& random) {
  Bits x = f.one();
  while (x == f.one())
    x = random.coin() ? of_exponent(f, moderate_exponent(f, random), random) : f.magnitude(anywhere(f, random));
  return x;
}
Tuple power_at_an_end(const Format& f, CounterRandom& random) {
  const Bits x = base_of_power(f, random);
  const double y = logarithm_of_end(f, random) / binary_logarithm(f, x);
  return {x, beside(f, from_double(f, y), random)};
}
Tuple integer_power_at_an_end(const Format& f, CounterRandom& random) {
  const Bits x = random.coin() ? near(f, f.one(), random) : base_of_power(f, random);
  const double logarithm = x == f.one() ? 1 : binary_logarithm(f, x);
  const double n = logarithm_of_end(f, random) / logarithm;
  const auto whole = static_cast<std::int64_t>(std::clamp(n, -0x1p31, 0x1p31));
  return {signed_by_chance(f, x, random), as_int(whole + random.between(-1, 1))};
}
Tuple integer_power_of_nearly_one(const Format& f, CounterRandom& random) {
  return {signed_by_chance(f, near(f, f.one(), random), random), as_int(any_int(random))};
}
Tuple small_integer(const Format& f, CounterRandom& random) {
  const Bits x = random.coin() ? anywhere(f, random) : small_exact_numbers(f, random)[0];
  return {x, as_int(random.between(-40, 40))};
}
Tuple any_integer(const Format& f, CounterRandom& random) { return {anywhere(f, random), as_int(any_int(random))}; }
// Makes k^n and its neighbours.
Tuple root_nearly_exact(const Format& f, CounterRandom& random) {
  const auto n = random.between(2, 12);
  const std::uint64_t k =
      odd_of_bits(static_cast<int>(random.between(1, std::max<std::int64_t>(f.precision / n, 1))), random);
  Wide power = 1;
  for (std::int64_t i = 0; i < n; ++i) power *= k;
  const auto scale = static_cast<int>(n * random.between(-3, 3));
  const Bits x = rounded_number(f, random.coin(), power, scale);
  return {beside(f, x, random), as_int(random.coin() ? n : -n)};
}
Tuple scaled_to_an_end(const Format& f, CounterRandom& random) {
  const Bits x = anywhere(f, random);
  return {x, as_int(end_of_range(f, random) - exponent_of(f, x))};
}
// After scaling to a subnormal, the lost bits are a half.
Tuple scaled_to_a_tie(const Format& f, CounterRandom& random) {
  const std::uint64_t k = odd_of_bits(static_cast<int>(random.between(1, f.precision)), random);
  const int e = moderate_exponent(f, random);
  return {rounded_number(f, random.coin(), k, e), as_int(f.subnormal_exponent() - 1 - e)};
}

Tuple pythagorean(const Format& f, CounterRandom& random) {
  constexpr std::array<std::array<std::uint64_t, 2>, 5> kLegs{{{3, 4}, {5, 12}, {8, 15}, {7, 24}, {20, 21}}};
  const std::array<std::uint64_t, 2> legs = kLegs[random.below(kLegs.size())];
  const std::uint64_t k = odd_of_bits(static_cast<int>(random.between(1, f.precision - 5)), random);
  const int e = any_exponent(f, random) - f.precision;
  const Bits x = rounded_number(f, random.coin(), Wide{k} * legs[0], e);
  const Bits y = rounded_number(f, random.coin(), Wide{k} * legs[1], e);
  const Bits other = random.coin() ? y : beside(f, y, random);
  return random.coin() ? Tuple{x, other} : Tuple{other, x};
}
// The longer leg is the result except for a tie.
Tuple hypotenuse_beside_leg(const Format& f, CounterRandom& random) {
  const Bits x = anywhere(f, random);
  const int apart = f.precision / 2 + static_cast<int>(random.between(-3, 3));
  const Bits y = signed_by_chance(f, of_exponent(f, exponent_of(f, x) - apart, random), random);
  return random.coin() ? Tuple{x, y} : Tuple{y, x};
}
Tuple hypotenuse_at_an_end(const Format& f, CounterRandom& random) {
  const bool is_large = random.coin();
  Tuple t{};
  for (std::size_t a = 0; a < 2; ++a) {
    const int e = is_large ? f.emax - static_cast<int>(random.below(2))
                           : static_cast<int>(random.between(f.subnormal_exponent(), f.emin()));
    t.at(a) = signed_by_chance(f, of_exponent(f, e, random), random);
  }
  return t;
}
// Makes y / x near the ends of the range. The angle is close to a multiple of pi/2, or subnormal, or both.
Tuple angle_beside_quarter_turn(const Format& f, CounterRandom& random) {
  const int apart = static_cast<int>(random.between(f.precision - 3, f.emax - f.subnormal_exponent()));
  const int e = static_cast<int>(random.between(f.subnormal_exponent() + apart, f.emax));
  const Bits large = signed_by_chance(f, of_exponent(f, e, random), random);
  const Bits small = signed_by_chance(f, of_exponent(f, e - apart, random), random);
  return random.coin() ? Tuple{large, small} : Tuple{small, large};
}

constexpr std::array kStrategies = std::to_array<Strategy>({
    {"moderate", "arguments of moderate size", takes_several, of_moderate_size},
    {"near", "arguments that are nearly equal, or each other's negative: cancellation", takes_several, nearly_equal},
    {"equal", "equal arguments, and arguments that differ only in the exponent", takes_several, equal_or_power_apart},
    {"apart", "arguments some binades apart, up to a sum that equals the larger one", takes_several, some_binades_apart},
    {"small-exact", "small integers and halves, and their neighbours", takes_several, small_exact_numbers},
    {"subnormal", "subnormal arguments", takes_several, subnormal},
    {"between", "the third argument lies between the others", takes_triples, between_each_other},
    {"sum-tie", "sums half-way between two numbers", is_sum, tie_of_sum},
    {"product-tie", "products half-way between two numbers, with a tiny addend", is_product, tie_of_product},
    {"product-end", "products at both ends of the subnormals and at overflow", is_product, product_at_an_end},
    {"fused-tie", "products of half a unit in the last place of the addend", is_fused, tie_of_fused_sum},
    {"fused-cancel", "the addend cancels the rounded product and leaves its rounding error", is_fused_sum,
     cancelled_product},
    {"fused-equal", "the subtrahend is the rounded product and leaves its rounding error", is_fused_difference,
     equal_to_product},
    {"quotient-end", "quotients at both ends of the subnormals and at overflow", is_quotient, quotient_at_an_end},
    {"quotient-exact", "quotients with few bits, and their neighbours", is_quotient, quotient_nearly_exact},
    {"quotient-any", "quotients from one to the largest", is_remainder, quotient_of_any_size},
    {"quotient-integer", "quotients that are integers, and their neighbours", is_remainder, quotient_beside_integer},
    {"quotient-half", "quotients half-way between two integers, and their neighbours", is_remainder, quotient_beside_half},
    {"power-one", "a base near one, with an exponent whose power is not near one", is_power, power_of_nearly_one},
    {"power-end", "powers at both ends of the subnormals and at overflow", is_power, power_at_an_end},
    {"pown-one", "a base near one with an exponent of any size", is_integer_power, integer_power_of_nearly_one},
    {"pown-end", "integer powers at both ends of the subnormals and at overflow", is_integer_power, integer_power_at_an_end},
    {"small-integer", "small integers", takes_integer, small_integer},
    {"any-integer", "integers of every size", takes_integer, any_integer},
    {"root-exact", "powers of integers, and their neighbours", is_root, root_nearly_exact},
    {"scale-end", "scaled to both ends of the subnormals and to overflow", is_scaling, scaled_to_an_end},
    {"scale-tie", "scaled to half-way between two subnormals", is_scaling, scaled_to_a_tie},
    {"pythagorean", "legs of exact triangles, and their neighbours", is_hypotenuse, pythagorean},
    {"hypot-leg", "the shorter leg adds about half a unit in the last place", is_hypotenuse, hypotenuse_beside_leg},
    {"hypot-end", "legs that overflow together, and subnormal ones", is_hypotenuse, hypotenuse_at_an_end},
    {"angle-quarter", "neighbours of multiples of a quarter turn, and the smallest angles", is_angle,
     angle_beside_quarter_turn},
    {"anywhere", "any binade", takes_one, [](const Format& f, CounterRandom& random) { return Tuple{anywhere(f, random)}; }},
});

}  // namespace

double numbers::binary_logarithm(const Format& f, Bits b) {
  const Dyadic d = decode(f, f.magnitude(b));
  const int bits = static_cast<int>(std::bit_width(d.significand));
  int e = d.exponent + bits - 1;
  double m = static_cast<double>(d.significand << static_cast<unsigned>(64 - bits)) * 0x1p-63;  // in [1, 2]
  if (m > 1.5) {
    m /= 2;
    ++e;
  }
  // 2 atanh((m - 1) / (m + 1)) / ln 2; the argument of atanh is at most 1/3.
  const double t = (m - 1) / (m + 1);
  double sum = 0;
  for (int k = 41; k > 0; k -= 2) sum = sum * t * t + 1.0 / k;
  return e + 2 * t * sum * 1.4426950408889634;
}

Bits numbers::from_double(const Format& f, double x) {
  const Dyadic d = decode(kF64, std::bit_cast<Bits>(x));
  return rounded_number(f, d.negative, d.significand, d.exponent);
}

std::span<const Strategy> all_strategies() { return kStrategies; }

std::vector<const Strategy*> strategies_for(const Row& row, Type format) {
  std::vector<const Strategy*> found;
  for (const Strategy& s : kStrategies) {
    if (is_float(format) && s.suits(row, format)) found.push_back(&s);
  }
  return found;
}

Tuple hard_tuple(std::span<const Strategy* const> strategies, const Format& f, std::uint64_t seed, std::uint64_t i) {
  const DefaultFloatEnvironment environment;
  CounterRandom random(seed, i);
  return strategies[i % strategies.size()]->make(f, random);
}

}  // namespace classay
