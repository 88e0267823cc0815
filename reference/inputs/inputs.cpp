#include "reference/inputs/inputs.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "reference/number/rounding.h"

namespace classay {
namespace {

// 120 bits and more of pi/2, ln 2 and log10(2): a significand in units of 2^-126 for pi/2 < 2, of 2^-128 for the logarithms.
constexpr Wide wide(std::uint64_t high, std::uint64_t low) { return Wide{high} << 64 | low; }
constexpr Wide kHalfPi = wide(0x6487ed5110b4611a, 0x62633145c06e0e68);    // * 2^-126
constexpr Wide kLn2 = wide(0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af);       // * 2^-128
constexpr Wide kLog10Of2 = wide(0x4d104d427de7fbcc, 0x47c4acd605be48bc);  // * 2^-128

Bits nearest(const Format& f, Wide significand, int exponent) {
  return round_to(f, Unrounded{.negative = false, .significand = significand, .exponent = exponent, .sticky = false},
                  Rounding::rne);
}
Bits power_of_two(const Format& f, int exponent) { return nearest(f, 1, exponent); }
Bits multiple_of_half_pi(const Format& f, unsigned k, int exponent) {
  return nearest(f, (kHalfPi >> 8) * k, exponent - 118);
}

// Collects patterns of positive numbers; the table has both signs of each.
class Table {
 public:
  explicit Table(const Format& f) : f_(f) {}

  void add(Bits b) { positive_.push_back(b); }
  void add_alone(Bits b) { alone_.push_back(b); }
  void add_with_neighbours(Bits b) {
    for (const std::int64_t step : {-1, 0, 1}) {
      const std::int64_t at = ordered(f_, b) + step;
      if (at >= 0 && at <= ordered(f_, f_.infinity())) positive_.push_back(from_ordered(f_, at));
    }
  }

  std::vector<Bits> finish() {
    std::ranges::sort(positive_);
    positive_.erase(std::unique(positive_.begin(), positive_.end()), positive_.end());
    std::vector<Bits> both;
    std::transform(positive_.rbegin(), positive_.rend(), std::back_inserter(both), [this](Bits b) { return f_.negate(b); });
    both.insert(both.end(), positive_.begin(), positive_.end());
    both.push_back(f_.infinity() + 1);  // signaling: its fraction is not zero, and its first bit is
    both.push_back(f_.quiet_nan());
    both.insert(both.end(), alone_.begin(), alone_.end());
    return both;
  }

 private:
  Format f_;
  std::vector<Bits> positive_;
  std::vector<Bits> alone_;  // whatever their sign
};

void add_ends(Table& t, const Format& f) {
  t.add(f.zero(false));
  t.add(f.infinity());
  t.add_alone(f.negate(f.quiet_nan()));  // of which copysign and signbit take the sign
  for (const Bits b : {f.min_subnormal(), f.min_normal(), f.max_finite(), f.one()}) t.add_with_neighbours(b);
}

// Where exp, exp2, exp10, sinh, cosh, tgamma over- and underflow: multiples of ln 2 and log10(2), integers.
void add_thresholds(Table& t, const Format& f) {
  const int lowest = f.emin() - f.precision;
  for (const int e : {f.emax + 1, f.emax + 2, -lowest - 1, -lowest, -lowest + 1, -f.emin(), f.precision, f.precision + 1}) {
    const auto k = static_cast<unsigned>(e);
    t.add_with_neighbours(nearest(f, k, 0));
    t.add_with_neighbours(nearest(f, (kLn2 >> 12) * k, -116));
    t.add_with_neighbours(nearest(f, (kLog10Of2 >> 12) * k, -116));
    t.add_with_neighbours(nearest(f, (kLn2 >> 12) * k, -117));  // tanh and the difference of sinh and cosh
  }
}

}  // namespace

std::vector<Bits> boundary_table(const Format& f) {
  Table t(f);
  add_ends(t, f);
  add_thresholds(t, f);
  constexpr int kDense = 66;  // powers of two beyond 2^+-66 behave like their neighbours: a few of them suffice
  for (int e = f.subnormal_exponent(); e <= f.emax; ++e) {
    if (std::abs(e) > kDense && e % 32 != 0) continue;
    t.add_with_neighbours(power_of_two(f, e));
  }
  for (unsigned k = 1; k <= 40; ++k) {
    t.add_with_neighbours(nearest(f, k, 0));
    t.add(nearest(f, 2 * k - 1, -1));
    t.add(nearest(f, 2 * k - 1, -2));
    t.add_with_neighbours(multiple_of_half_pi(f, k, 0));
  }
  for (int e = 0; e<f.emax; e += f.emax> 200 ? 16 : 1) t.add_with_neighbours(multiple_of_half_pi(f, 1, e));
  for (const unsigned k : {50U, 100U, 127U, 128U, 170U, 171U, 172U, 1000U, 1024U, 1074U}) t.add(nearest(f, k, 0));
  return t.finish();
}

std::vector<Bits> short_boundary_table(const Format& f) {
  Table t(f);
  add_ends(t, f);
  for (const unsigned k : {2U, 3U, 7U, 10U, 33U}) t.add(nearest(f, k, 0));
  for (const int e : {-1, -2, -f.precision, f.precision, f.emax / 2, f.emin() / 2, f.emax}) t.add(power_of_two(f, e));
  t.add(nearest(f, 3, -1));
  t.add(nearest(f, 5, -1));
  t.add(nearest(f, 1, f.precision - 1) - 1);  // the largest half-odd number
  t.add(nearest(f, 1, f.precision) - 1);      // the largest odd number
  t.add(multiple_of_half_pi(f, 1, 0));
  t.add(multiple_of_half_pi(f, 2, 0));
  return t.finish();
}

std::vector<Bits> shortest_boundary_table(const Format& f) {
  Table t(f);
  for (const Bits b : {f.zero(false), f.infinity(), f.min_subnormal(), f.min_normal(), f.max_finite(), f.one(), f.one() + 1,
                       nearest(f, 3, 0), f.one() - 1}) {
    t.add(b);
  }
  return t.finish();
}

std::vector<std::int32_t> boundary_ints() {
  std::vector<std::int32_t> ints;
  for (std::int32_t i = -12; i <= 12; ++i) ints.push_back(i);
  for (const std::int32_t i :
       {14,         15,        16,   24,   25,   29,   30,   31,   126,  127,   128,   149,   150,     276,
        277,        1022,      1023, 1024, 1074, 1075, 2097, 2098, 2099, 10000, 65535, 65536, 1 << 24, (1 << 24) + 1,
        0x7ffffffe, 0x7fffffff}) {
    ints.push_back(i);
    ints.push_back(-i);
  }
  ints.push_back(INT32_MIN);
  std::ranges::sort(ints);
  return ints;
}

Inputs::Inputs(const Format& f, std::uint64_t seed)
    : f_(f),
      seed_(seed),
      table_(boundary_table(f)),
      short_(short_boundary_table(f)),
      shortest_(shortest_boundary_table(f)),
      ints_(boundary_ints()) {}

namespace {

// Significand bits below the leading one: uniform, few set, a run of ones, the low part zero.
Bits random_fraction(const Format& f, CounterRandom& random) {
  const auto bits = static_cast<std::uint64_t>(f.fraction_bits());
  Bits fraction = 0;
  switch (random.below(6)) {
    case 0:
      for (std::uint64_t n = random.below(4); n > 0; --n) fraction |= Bits{1} << random.below(bits);
      return fraction;
    case 1: return (f.fraction_mask() >> random.below(bits)) << random.below(bits) & f.fraction_mask();
    case 2: return random.next() & f.fraction_mask() & ~((Bits{1} << (bits / 2)) - 1);
    default: return random.next() & f.fraction_mask();
  }
}

}  // namespace

Bits Inputs::of_exponent(CounterRandom& random, int exponent) const {
  const int e = std::clamp(exponent, f_.subnormal_exponent(), f_.emax);
  const Bits fraction = random_fraction(f_, random);
  const Bits sign = f_.zero(random.coin());
  if (e >= f_.emin()) return sign | Bits(e + f_.emax) << f_.fraction_bits() | fraction;
  const int leading = e - f_.subnormal_exponent();
  return sign | Bits{1} << leading | (fraction & ((Bits{1} << leading) - 1));
}

Bits Inputs::anywhere(CounterRandom& random, std::uint64_t stratum) const {
  const int exponents = f_.emax - f_.subnormal_exponent() + 1;
  const auto binades = static_cast<std::uint64_t>(exponents);
  const Bits b = of_exponent(random, f_.emax - static_cast<int>(stratum % binades));
  return f_.zero(stratum / binades % 2 != 0) | f_.magnitude(b);
}

Bits Inputs::central(CounterRandom& random) const {
  return of_exponent(random, static_cast<int>(random.between(-20, 20)) / (random.coin() ? 1 : 4));
}

Bits Inputs::beside(CounterRandom& random, Bits b) const {
  if (f_.is_nan(b)) return b;
  const std::int64_t step =
      random.between(0, (std::int64_t{1} << random.below(static_cast<std::uint64_t>(f_.precision))) - 1);
  const std::int64_t end = ordered(f_, f_.infinity());
  return from_ordered(f_, std::clamp(ordered(f_, b) + (random.coin() ? step : -step), -end, end));
}

Bits Inputs::beside_boundary(CounterRandom& random) const { return beside(random, table_[random.below(table_.size())]); }

Bits Inputs::small_number(CounterRandom& random) const {
  const auto k = static_cast<Wide>(random.below(std::uint64_t{1} << (1 + random.below(10))));
  return f_.zero(random.coin()) | nearest(f_, k, random.coin() ? 0 : -1);
}

Bits Inputs::one(std::uint64_t i) const {
  if (i < table_.size()) return table_[i];
  const std::uint64_t n = i - table_.size();
  CounterRandom random(seed_, i);
  switch (n % 8) {
    case 0:
    case 1:
    case 2: return anywhere(random, n / 8 * 3 + n % 8);
    case 3: return beside_boundary(random);
    case 4: return beside(random, small_number(random));
    default: return central(random);
  }
}

std::array<Bits, 2> Inputs::pair(std::uint64_t i) const {
  const std::size_t n = short_.size();
  if (i < n * n) return {short_[i / n], short_[i % n]};
  CounterRandom random(seed_, i);
  return random_pair(random, i - n * n);
}

std::array<Bits, 2> Inputs::random_pair(CounterRandom& random, std::uint64_t i) const {
  const auto exponent = [&](Bits b) { return static_cast<int>(f_.magnitude(b) >> f_.fraction_bits()) - f_.emax; };
  switch (i % 10) {
    case 0: return {anywhere(random, random.next()), anywhere(random, i / 10)};
    case 1: {  // near each other, or each other's negative
      const Bits x = random.coin() ? central(random) : anywhere(random, i / 10);
      const Bits y = beside(random, x);
      return {x, random.coin() ? y : f_.negate(y)};
    }
    case 2: {  // equal, or a power of two apart
      const Bits x = random.coin() ? central(random) : anywhere(random, i / 10);
      const Bits y = random.coin() ? x : x ^ f_.min_normal();
      return {x, random.coin() ? y : f_.negate(y)};
    }
    case 3: {  // a few binades apart, up to where one is lost beside the other
      const Bits x = random.coin() ? central(random) : anywhere(random, i / 10);
      const int apart = static_cast<int>(random.between(-3 * f_.precision, 3 * f_.precision));
      return {x, of_exponent(random, exponent(x) + apart)};
    }
    case 4: return {beside_boundary(random), central(random)};
    case 5: return {central(random), beside_boundary(random)};
    case 6: return {random.coin() ? central(random) : small_number(random), small_number(random)};
    case 7: {  // a base near one, and an exponent that makes something of it
      const Bits x = beside(random, f_.one());
      const auto distance = static_cast<std::uint64_t>(std::abs(ordered(f_, x) - ordered(f_, f_.one())));
      const int spread = f_.precision - static_cast<int>(std::bit_width(distance));
      return {x, of_exponent(random, static_cast<int>(random.between(-3, 10)) + spread)};
    }
    default: return {central(random), central(random)};
  }
}

std::array<Bits, 3> Inputs::triple(std::uint64_t i) const {
  const std::size_t n = shortest_.size();
  if (i < n * n * n) return {shortest_[i / n / n], shortest_[i / n % n], shortest_[i % n]};
  CounterRandom random(seed_, i);
  return random_triple(random, i - n * n * n);
}

std::array<Bits, 3> Inputs::random_triple(CounterRandom& random, std::uint64_t i) const {
  const std::array<Bits, 2> ab = random_pair(random, i / 4);
  if (!f_.is_finite(ab[0]) || !f_.is_finite(ab[1])) return {ab[0], ab[1], central(random)};
  switch (i % 4) {
    case 0: {  // a * b + c cancels
      const Dyadic a = decode(f_, ab[0]);
      const Dyadic b = decode(f_, ab[1]);
      const Unrounded product{a.negative == b.negative, Wide{a.significand} * b.significand, a.exponent + b.exponent, false};
      return {ab[0], ab[1], beside(random, round_to(f_, product, Rounding::rtz))};
    }
    case 1: return {ab[0], ab[1], anywhere(random, random.next())};
    case 2: {  // the third between the others, or between 0 and 1
      const std::int64_t low = std::min(ordered(f_, ab[0]), ordered(f_, ab[1]));
      const std::int64_t high = std::max(ordered(f_, ab[0]), ordered(f_, ab[1]));
      const Bits between = from_ordered(f_, random.between(low, high));
      return {from_ordered(f_, low), from_ordered(f_, high), between};
    }
    default: return {ab[0], ab[1], f_.magnitude(of_exponent(random, -1 - static_cast<int>(random.below(12))))};
  }
}

std::pair<Bits, std::int32_t> Inputs::real_int(std::uint64_t i) const {
  const std::size_t n = ints_.size();
  if (i < short_.size() * n) return {short_[i / n], ints_[i % n]};
  CounterRandom random(seed_, i);
  switch (i % 6) {
    case 0: return {anywhere(random, i / 6), static_cast<std::int32_t>(random.between(-64, 64))};
    case 1: return {anywhere(random, i / 6), static_cast<std::int32_t>(random.next() & 0xffffffff) >> random.below(32)};
    case 2: return {beside(random, f_.one()), static_cast<std::int32_t>(random.next() & 0xffffffff) >> random.below(32)};
    case 3:
      return {anywhere(random, i / 6), static_cast<std::int32_t>(random.between(f_.subnormal_exponent() * 2, f_.emax * 2))};
    case 4: return {small_number(random), static_cast<std::int32_t>(random.between(-40, 40))};
    default: return {central(random), static_cast<std::int32_t>(random.between(-200, 200))};
  }
}

std::vector<Bits> Inputs::components(std::uint64_t i, int count) const {
  CounterRandom random(seed_, i);
  std::vector<Bits> v;
  const Bits scale = i % 3 == 0 ? anywhere(random, i / 3) : central(random);
  const int exponent = static_cast<int>(f_.magnitude(scale) >> f_.fraction_bits()) - f_.emax;
  while (v.size() < static_cast<std::size_t>(count)) {
    switch (random.below(8)) {
      case 0: v.push_back(short_[random.below(short_.size())]); break;
      case 1: v.push_back(beside(random, scale)); break;
      case 2: v.push_back(small_number(random)); break;
      default: v.push_back(of_exponent(random, exponent + static_cast<int>(random.between(-4, 4)))); break;
    }
  }
  return v;
}

}  // namespace classay
