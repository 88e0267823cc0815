#include "reference/certified/wide/pair_plan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "reference/certified/wide/octave.h"
#include "reference/cpu/float_environment.h"
#include "reference/number/scramble.h"

namespace classay::certified {
namespace {

constexpr std::uint64_t kGroup = 8;
// Exponents of octaves with more than one number.
constexpr int kLeastExponent = -1073;
constexpr int kGreatestExponent = 1023;
// log2 of results, from below underflow to beyond overflow.
constexpr int kLeastResult = -1100;
constexpr int kGreatestResult = 1029;
constexpr int kCoreExponent = 64;
constexpr double kLargestInteger = 0x1p31 - 1;
// From here on, windows of x are too narrow, because a power changes too fast.
constexpr double kHugeExponent = 0x1p32;

// Two numbers, and the preferred varying argument.
struct Point {
  double x = 1;
  double y = 1;
  bool prefers_second = false;
};

// Random numbers for one place, and choices that take turns by the number of the place.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t number)
      : state_(mixed(mixed(seed) + number)), turns_(number / kGroup), start_(mixed(seed)), turn_(number % kGroup) {}

  std::uint64_t turn() const { return turn_; }
  Bits bits() { return mixed(state_++); }
  bool coin() { return bits() >> 63U != 0; }
  int between(int low, int high) { return low + static_cast<int>(bits() % static_cast<Bits>(high - low + 1)); }
  double fraction() { return std::ldexp(static_cast<double>(bits() >> 11U), -53); }  // in [0, 1)
  double sign() { return coin() ? -1 : 1; }
  double sign_in_turn(int which) const { return (turns_ >> which) % 2 != 0 ? -1 : 1; }

  // Takes all values in turn. `each` numbers of a group draw; this one is the index-th of them.
  int in_turn(int low, int high, std::uint64_t each = 1, std::uint64_t index = 0) const {
    const auto count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    return low + static_cast<int>((start_ % count + turns_ * each + index) % count);
  }
  // Returns a number of this binade.
  double of_binade(int exponent) {
    const Octave o = octave_of(std::bit_cast<Bits>(std::ldexp(1.0, exponent)));
    return std::bit_cast<double>(o.first + (bits() >> (64 - o.bits)));
  }
  double anywhere() { return of_binade(between(kLeastExponent, kGreatestExponent)); }
  double in_core() { return of_binade(between(-kCoreExponent, kCoreExponent)); }
  // Changes the low bits, so that the number does not depend on how a library rounds a logarithm.
  double blurred(double x) {
    constexpr Bits kBlur = 0xff;
    return std::bit_cast<double>((std::bit_cast<Bits>(x) & ~kBlur) | (bits() & kBlur));
  }
  double up_to(double largest) { return std::ldexp(largest, -between(0, 30)) * (0.5 + fraction() / 2); }

 private:
  Bits state_;
  std::uint64_t turns_;
  std::uint64_t start_;
  std::uint64_t turn_;
};

double clamped(double x) {
  return std::clamp(x, std::ldexp(1.0, kLeastExponent), std::ldexp(1.0, kGreatestExponent + 1) / 2);
}
double clamped_integer(double n) { return std::clamp(std::round(n), -kLargestInteger - 1, kLargestInteger); }

// Returns y with x^y = 2^result.
double exponent_for(Draw& draw, double x, double result) {
  const double y = result / std::log2(x);
  return std::copysign(draw.blurred(clamped(std::fabs(y))), y);
}
// Returns x with x^y = 2^result, or 0 if no such number exists.
double base_for(Draw& draw, double y, double result) {
  return draw.blurred(clamped(std::exp2(std::clamp(result / y, -1073.0, 1023.0))));
}

double beside_one(Draw& draw, int distance) { return 1 + draw.sign() * std::ldexp(1 + draw.fraction(), -distance); }

// Returns a typical exponent in programs, positive or negative.
double simple_exponent(Draw& draw) {
  const double n = draw.between(1, 64);
  switch (draw.between(0, 3)) {
    case 0: return draw.sign() * n / 2;
    case 1: return draw.sign() * n / 8;
    case 2: return draw.sign() * std::ldexp(1.0, draw.between(1, 31)) + draw.between(-1, 1);
    default: return draw.sign() * n;
  }
}

double edge(Draw& draw) {
  constexpr std::array kEdges{1024.0, -1022.0, -1074.0, -1075.0};
  return kEdges.at(static_cast<std::size_t>(draw.between(0, 3))) + draw.sign() * std::ldexp(1.0, -draw.between(0, 20));
}

Point power(Draw& draw) {
  const auto in_binade = [&](std::uint64_t each, std::uint64_t index) {
    return draw.in_turn(kLeastResult, kGreatestResult, each, index) + draw.fraction();
  };
  const auto with = [&](double x, double result) { return Point{x, exponent_for(draw, x, result), draw.coin()}; };
  const auto some_x = [&] { return draw.coin() ? draw.anywhere() : draw.in_core(); };
  switch (draw.turn()) {
    case 0:
    case 1:
    case 2: return with(some_x(), in_binade(3, draw.turn()));
    case 3: return with(beside_one(draw, draw.in_turn(1, 52)), in_binade(1, 0));
    case 4: return with(draw.coin() ? some_x() : beside_one(draw, draw.between(1, 52)), edge(draw));
    case 5: {
      if (draw.between(0, 3) == 0) {
        Point p = with(beside_one(draw, draw.between(44, 52)), in_binade(1, 0));
        p.x = -p.x;
        return p;
      }
      const double y = simple_exponent(draw);
      return {draw.sign() * base_for(draw, y, in_binade(1, 0)), y};
    }
    case 6: return with(some_x(), draw.sign() * std::ldexp(1 + draw.fraction(), -draw.in_turn(-3, 90)));
    default: return {draw.sign() * draw.anywhere(), draw.sign() * draw.anywhere(), draw.coin()};
  }
}

Point integer_power(Draw& draw) {
  const double result = draw.in_turn(kLeastResult, kGreatestResult, 1, draw.turn()) + draw.fraction();
  const double some_n = clamped_integer(draw.sign_in_turn(0) * draw.up_to(kLargestInteger));
  const auto with = [&](double n, double log2) { return Point{draw.sign() * base_for(draw, n, log2), n}; };
  switch (draw.turn()) {
    case 0:
    case 1: return with(some_n, result);
    case 2:
    case 3: return with(draw.sign() * draw.in_turn(1, 64, 2, draw.turn()), result);
    case 4: return with(draw.coin() ? some_n : draw.sign() * draw.between(1, 64), edge(draw));
    case 5: return with(clamped_integer(std::ldexp(draw.sign(), draw.between(1, 31)) + draw.between(-1, 1)), result);
    case 6: return with(some_n, draw.sign() * std::ldexp(1 + draw.fraction(), -draw.in_turn(-3, 20)));
    default: return {draw.sign() * draw.anywhere(), some_n};
  }
}

Point root(Draw& draw) {
  const auto signed_for = [&](double x, double n) { return Point{std::fmod(n, 2) != 0 ? draw.sign() * x : x, n}; };
  const double some_n = clamped_integer(draw.sign_in_turn(0) * draw.up_to(kLargestInteger));
  switch (draw.turn()) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const int which = draw.in_turn(0, 127, 4, draw.turn());
      const int n = (which % 2 == 0 ? 1 : -1) * (1 + which / 2);
      return signed_for(draw.of_binade(draw.in_turn(kLeastExponent, kGreatestExponent, 4, draw.turn())), n);
    }
    case 4:
    case 5: return signed_for(draw.anywhere(), some_n);
    case 6: {
      const bool is_small = draw.coin();
      const double x =
          draw.of_binade(is_small ? draw.between(kLeastExponent, -1000) : draw.between(1000, kGreatestExponent));
      const double n = draw.coin() ? draw.between(1, 2) : kLargestInteger - draw.between(0, 1);
      return signed_for(x, draw.coin() ? n : -n - 1);
    }
    default: return {draw.sign() * draw.anywhere(), some_n};
  }
}

Point plane(Draw& draw) {
  const auto signed_in_turn = [&](double x, double y) {
    return Point{draw.sign_in_turn(0) * x, draw.sign_in_turn(1) * y, draw.coin()};
  };
  // The exponents are this far apart, around a random middle.
  const auto apart = [&](int distance) {
    const int least = kLeastExponent + std::max(0, -distance);
    const int first = draw.between(least, kGreatestExponent - std::max(0, distance));
    return signed_in_turn(draw.of_binade(first), draw.of_binade(first + distance));
  };
  switch (draw.turn()) {
    case 0:
    case 1: {
      Point p{draw.sign() * draw.anywhere(), draw.sign() * draw.anywhere(), draw.coin()};
      (p.prefers_second ? p.y : p.x) =
          draw.sign() * draw.of_binade(draw.in_turn(kLeastExponent, kGreatestExponent, 2, draw.turn()));
      return p;
    }
    case 2:
    case 3: return apart(draw.in_turn(-kCoreExponent, kCoreExponent, 2, draw.turn() - 2));
    case 4: {
      const double x = draw.anywhere();
      const Bits distance = draw.bits() >> draw.between(13, 64 - 1);
      const Bits y = std::min(std::bit_cast<Bits>(x) + (draw.coin() ? distance : Bits{0}), kF64.max_finite());
      return signed_in_turn(x, std::bit_cast<double>(y));
    }
    case 5: return apart(draw.in_turn(kLeastExponent - kGreatestExponent, kGreatestExponent - kLeastExponent));
    case 6: {
      const bool is_small = draw.coin();
      const auto there = [&] {
        return draw.of_binade(is_small ? draw.between(kLeastExponent, -1010) : draw.between(1010, kGreatestExponent));
      };
      const double x = there();
      return signed_in_turn(x, there());
    }
    default: return {draw.sign() * draw.anywhere(), draw.sign() * draw.anywhere(), draw.coin()};
  }
}

WidePlace at(double x, Bits key) {
  const auto bits = std::bit_cast<Bits>(x);
  return {.magnitude = std::max<Bits>(kF64.magnitude(bits), 2), .is_negative = kF64.is_negative(bits), .key = key};
}

}  // namespace

WidePairPlace WidePairPlan::place(std::uint64_t seed, std::uint64_t number) const {
  const DefaultFloatEnvironment environment;
  Draw draw(seed, number);
  const bool is_power = function_.shape == PairShape::power;
  Point p = !is_power                     ? function_.shape == PairShape::root ? root(draw) : plane(draw)
                                : function_.second_is_integer ? integer_power(draw)
                                          : power(draw);
  const Bits key = draw.bits();
  if (function_.second_is_integer) {
    return {.fixed = int_value(Type::i32, static_cast<std::int64_t>(p.y)).bits, .place = at(p.x, key)};
  }
  // For x < 0, x^y is a number only if y is an integer. Few numbers in a window are integers, unless y is beyond 2^52.
  const bool is_of_integers = is_power && p.x < 0 && std::fabs(p.y) < 0x1p52;
  const bool is_huge = is_power && std::fabs(p.y) > kHugeExponent;
  const bool is_second = is_huge || (p.prefers_second && !is_of_integers);
  if (is_second) return {.varies = Varies::second, .fixed = std::bit_cast<Bits>(p.x), .place = at(p.y, key)};
  return {.varies = Varies::first, .fixed = std::bit_cast<Bits>(p.y), .place = at(p.x, key)};
}

}  // namespace classay::certified
