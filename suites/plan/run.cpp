#include "suites/plan/run.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "suites/plan/strategies.h"

namespace classay {
namespace {

struct Significands {
  std::uint16_t larger = 0;
  std::uint16_t smaller = 0;
};

struct BitRun {
  int length = 0;
  int above = 0;  // index of the bit above it
};

// Returns the longest run of equal bits between the first and the last one bit of a product. If the bit above the run is the
// first one that is rounded away, the product lies next to a tie, where rounding twice is wrong.
BitRun longest_run(std::uint32_t product) {
  const auto bit = [product](int i) { return product >> static_cast<unsigned>(i) & 1U; };
  const int first = std::countr_zero(product);
  const int last = 31 - std::countl_zero(product);
  BitRun longest{.above = first};
  int length = 0;
  for (int i = first; i < last; ++i) {
    length = i > first && bit(i) == bit(i - 1) ? length + 1 : 1;
    if (length > longest.length) longest = {length, i + 1};
  }
  return longest;
}

// Returns all pairs of significands. One pair of each kind comes first, then a second one of each, and so on. A kind has
// products of the same length, with the same number of zeros at the end and the same longest run.
std::vector<Significands> pairs_by_product() {
  std::map<std::tuple<int, int, int>, std::vector<Significands>> kinds;
  for (std::uint16_t a = 1024; a < 2048; ++a) {
    for (std::uint16_t b = 1024; b <= a; ++b) {
      const std::uint32_t product = std::uint32_t{a} * b;
      kinds[{std::bit_width(product), std::countr_zero(product), longest_run(product).length}].push_back({a, b});
    }
  }
  // Spread over a kind: the first ones would share a small factor.
  for (auto& [kind, pairs] : kinds) {
    std::vector<Significands> spread;
    const std::size_t step = coprime_step(pairs.size(), pairs.size() * 5 / 8 + 1);
    for (std::size_t i = 0; i < pairs.size(); ++i) spread.push_back(pairs[i * step % pairs.size()]);
    pairs = std::move(spread);
  }
  std::vector<Significands> all;
  for (std::size_t round = 0; all.size() < kPairsOfSignificands; ++round) {
    for (const auto& [kind, pairs] : kinds) {
      if (round < pairs.size()) all.push_back(pairs[round]);
    }
  }
  return all;
}

// The sum of the exponents places the product: in [1, 4), or so that the bit above its longest run is half of the smallest
// subnormal. The exponents themselves vary with the number, as the order and the signs do.
Run run_of_product(const Significands& pair, bool is_subnormal, std::uint64_t number) {
  CounterRandom random(number, 0);
  const int above = longest_run(std::uint32_t{pair.larger} * pair.smaller).above;
  const int last_bit = -2 * kF16.fraction_bits();
  const int sum = is_subnormal ? kF16.subnormal_exponent() - 1 - above - last_bit : 0;
  const auto exponent =
      static_cast<int>(random.between(std::max(kF16.emin(), sum + kF16.emin()), std::min(-kF16.emin(), sum - kF16.emin())));
  const auto half = [](std::uint16_t significand, int e) {
    return static_cast<Bits>(e + kF16.emax) << static_cast<unsigned>(kF16.fraction_bits()) |
           (significand & kF16.fraction_mask());
  };
  Bits x = half(pair.larger, exponent);
  Bits y = half(pair.smaller, sum - exponent);
  if (random.coin()) std::swap(x, y);
  if (random.coin()) x = kF16.negate(x);
  if (random.coin()) y = kF16.negate(y);
  return {.at = {x, y, 0}, .varies = 2};
}

}  // namespace

std::size_t coprime_step(std::size_t size, std::size_t step) {
  while (std::gcd(size, step) != 1) ++step;
  return step;
}

RunMaker runs_through_hard_places(const Row& row, Type format, std::uint64_t seed, int bits) {
  std::vector<int> varying;
  const std::vector<Type> types = argument_types(row, format);
  for (std::size_t a = 0; a < types.size(); ++a) {
    if (is_float(types[a])) varying.push_back(static_cast<int>(a));
  }
  // Differs from the seed of inputs that are judged one by one.
  const std::uint64_t other_seed = seed + 0x52756e73;
  return [strategies = strategies_for(row, format), varying, format, other_seed, bits,
          arguments = types.size()](std::uint64_t number) {
    Run run{.at = hard_tuple(strategies, classay::format(format), other_seed, number)};
    std::fill(run.at.begin() + static_cast<std::ptrdiff_t>(arguments), run.at.end(), Bits{0});
    // The quotient advances after all strategies, so that every strategy is combined with every argument.
    run.varies = varying[number / strategies.size() % varying.size()];
    Bits& first = run.at.at(static_cast<std::size_t>(run.varies));
    first &= ~((Bits{1} << static_cast<unsigned>(bits)) - 1);
    return run;
  };
}

RunMaker runs_of_products(const Row& row, std::uint64_t seed) {
  return [hard = runs_through_hard_places(row, Type::f16, seed, 16)](std::uint64_t number) {
    static const std::vector<Significands> pairs = pairs_by_product();  // most plans are made to be counted
    const bool alternates = number < 2 * kHardRunsBesideProducts;
    if (alternates && number % 2 == 1) return hard(number / 2);
    const std::uint64_t product = alternates ? number / 2 : number - kHardRunsBesideProducts;
    return run_of_product(pairs.at(product / 2), product % 2 == 1, product);
  };
}

RunMaker runs_of_all_pairs() {
  return [](std::uint64_t number) { return Run{.at = {0, ((number << 10U) | (number >> 6U)) & kF16.mask()}}; };
}

}  // namespace classay
