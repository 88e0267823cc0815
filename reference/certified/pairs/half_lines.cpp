#include "reference/certified/pairs/half_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arb/ball.h"
#include "reference/oracle/oracle.h"

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kBinade = 1024;
// Numbers of f16, and their quotients by powers of two of f16.
constexpr Format kWideF16{.width = 19, .precision = 11, .emax = 127};
constexpr std::size_t kKeptUnits = 32;
// m^p lies between 2^-120 and 2^120, so that its bound is relative.
constexpr double kLargestExponent = 120;
constexpr slong kPrecision = 160;

// A positive number m 2^exponent with 1 <= m < 2.
struct Scaled {
  int exponent = 0;
  Bits fraction = 0;  // fraction bits of m
};

Scaled scaled(Bits magnitude) {
  const int shift = magnitude < kF16.min_normal() ? std::countl_zero(magnitude) - (63 - kF16.fraction_bits()) : 0;
  const Bits field = magnitude < kF16.min_normal() ? 1 : magnitude >> kF16.fraction_bits();
  return {static_cast<int>(field) - kF16.emax - shift, (magnitude << shift) & kF16.fraction_mask()};
}

// Evaluates itself by binades, whose values subclasses provide. Without a parity, negative arguments give NaN.
class Line : public Values {
 public:
  Line(const PairFunction& function, Bits fixed, Parity parity) : function_(function), fixed_(fixed), parity_(parity) {}

  Known at(Bits first, std::span<double> values) const override {
    const Bits magnitude = kF16.magnitude(first);
    const bool negative = kF16.is_negative(first);
    if (magnitude == 0 || magnitude == kF16.infinity()) {
      return special_values(function_, kF16, {.varies = Varies::first, .fixed = fixed_}, first, values.first(1));
    }
    const bool is_number = magnitude < kF16.infinity() && !(negative && parity_ == Parity::none);
    if (!is_number) {
      const Bits end = magnitude < kF16.infinity() ? kF16.infinity() : kF16.sign_bit();
      values = values.first(std::min<std::size_t>(values.size(), end - magnitude));
      std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
      return {values.size(), 0};
    }
    const Grid grid = grid_of(kF16, magnitude, false);
    values = values.first(std::min<std::size_t>(values.size(), grid.first + grid.count - magnitude));
    const Known known = magnitude < kF16.min_normal() ? of_subnormals(magnitude, values) : of_normals(magnitude, values);
    if (negative && parity_ == Parity::odd) {
      for (double& v : values.first(known.count)) v = -v;
    }
    return known;
  }

 protected:
  // Returns values for magnitudes from `magnitude` on, in one binade.
  virtual Known of_normals(Bits magnitude, std::span<double> values) const = 0;
  // Returns values from `from` on in a binade, without a lower limit of the exponent.
  virtual Known beyond_format(const Scaled& from, std::span<double> values) const = 0;

 private:
  // The subnormals of an octave are every 2^shift-th number of a full binade.
  Known of_subnormals(Bits magnitude, std::span<double> values) const {
    const Scaled from = scaled(magnitude);
    const std::size_t stride = kBinade / std::bit_floor(magnitude);
    std::array<double, kBinade> all;
    Known known{.count = values.size()};
    const std::size_t wanted = (values.size() - 1) * stride + 1;
    for (std::size_t done = 0; done < wanted;) {
      const Known part = beyond_format({from.exponent, from.fraction + done}, std::span(all).subspan(done, wanted - done));
      known.epsilon = std::fmax(known.epsilon, part.epsilon);
      done += part.count;
    }
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = all.at(i * stride);
    return known;
  }

  const PairFunction& function_;
  Bits fixed_;
  Parity parity_;
};

// Computes f(y, 2^shift m) from f(y / 2^shift, m).
class SharedLine : public Line {
 public:
  SharedLine(const PairFunction& function, Bits fixed, Parity parity, std::shared_ptr<const PairModel> unit, int shift,
             double factor)
      : Line(function, fixed, parity), unit_(std::move(unit)), shift_(shift), factor_(factor) {}

 private:
  Known of_normals(Bits magnitude, std::span<double> values) const override {
    return beyond_format(scaled(magnitude), values);
  }

  Known beyond_format(const Scaled& from, std::span<double> values) const override {
    const int field = from.exponent - shift_ + kWideF16.emax;
    const Bits pattern = static_cast<Bits>(field) << kWideF16.fraction_bits() | from.fraction;
    const Known known = unit_->at(pattern, values);
    if (factor_ != 1) {
      for (double& v : values.first(known.count)) v *= factor_;
    }
    return known;
  }

  std::shared_ptr<const PairModel> unit_;
  int shift_;
  double factor_;  // factor of the result: a power of two, or 1
};

// Computes x^p from m^p and 2^(e p).
class PowerLine : public Line {
 public:
  PowerLine(const PairModel& binade, const Slice& slice);

 private:
  static constexpr int kLeastExponent = -24;
  static constexpr int kGreatestExponent = 15;

  Known of_normals(Bits magnitude, std::span<double> values) const override {
    if (magnitude == kF16.one() && is_one_open_) {
      values[0] = 0;
      return {1, kInfinity};
    }
    return beyond_format(scaled(magnitude), values);
  }

  Known beyond_format(const Scaled& from, std::span<double> values) const override {
    const auto& [factor, is_constant, epsilon] = factors_.at(static_cast<std::size_t>(from.exponent - kLeastExponent));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = is_constant ? factor : factor * powers_[from.fraction + i];
    return {values.size(), epsilon};
  }

  struct Factor {
    double value = 0;
    bool is_constant = false;  // f overflows or underflows in the whole binade
    double epsilon = 0;
  };

  std::array<double, kBinade> powers_;
  std::array<Factor, kGreatestExponent - kLeastExponent + 1> factors_;
  bool is_one_open_;
};

PowerLine::PowerLine(const PairModel& binade, const Slice& slice)
    : Line(binade.function(), binade.fixed(), slice.function.parity),
      is_one_open_(std::ranges::find(slice.function.regions, 1.0, &Region::low) != slice.function.regions.end()) {
  double epsilon = 0;
  powers_[0] = 1;
  for (std::size_t done = 1; done < kBinade;) {
    const Known known = binade.at(kF16.one() + done, std::span(powers_).subspan(done));
    epsilon = std::fmax(epsilon, known.epsilon);
    done += known.count;
  }
  // The factor and the product are rounded once each: |v - f| <= (epsilon + 2^-52) (1 + 2^-50) |f|.
  epsilon = (epsilon + 0x1p-52) * (1 + 0x1p-40);

  const arb::Ball& p = *slice.exponent;
  const double approximate = arf_get_d(arb_midref(static_cast<arb_srcptr>(p)), ARF_RND_NEAR);
  arb::Ball log;
  arb_const_log2(log, kPrecision);
  arb_mul(log, log, p, kPrecision);
  for (int e = kLeastExponent; e <= kGreatestExponent; ++e) {
    Factor& factor = factors_.at(static_cast<std::size_t>(e - kLeastExponent));
    const double least = e * approximate + std::fmin(approximate, 0);
    const double greatest = e * approximate + std::fmax(approximate, 0);
    if (least > 130) {
      factor = {kInfinity, true, 0};
    } else if (greatest < -174) {
      factor = {0x1p-173, true, 0x1p-46};
    } else {
      arb::Ball power;
      arb_mul_si(power, log, e, kPrecision);
      arb_exp(power, power, kPrecision);
      factor = {arf_get_d(arb_midref(static_cast<arb_srcptr>(power)), ARF_RND_NEAR), false,
                arb_rel_accuracy_bits(power) > 60 ? epsilon : kInfinity};
    }
  }
}

}  // namespace

std::shared_ptr<const PairModel> HalfLines::unit(Bits fixed) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(units_, fixed, &Unit::fixed);
  if (found != units_.end()) return found->model;
  const PatternRun all = whole_line(kWideF16);
  units_.push_back(
      {fixed, std::make_shared<const PairModel>(function_, kWideF16, Varies::first, fixed, all, pair_aim(kF16))});
  if (units_.size() > kKeptUnits) units_.pop_front();
  return units_.back().model;
}

std::unique_ptr<Values> HalfLines::line(Bits fixed) const {
  const Slice slice = slice_of(function_, kF16, Varies::first, fixed);
  const auto plain = [&] { return std::make_unique<PairModel>(function_, kF16, Varies::first, fixed, whole_line(kF16)); };
  if (slice.exponent) {
    arb::Ball magnitude;
    arb_abs(magnitude, *slice.exponent);
    arb::Ball largest;
    arb_set_d(largest, kLargestExponent);
    if (arb_lt(magnitude, largest) == 0) return plain();
    const PairModel binade(function_, kF16, Varies::first, fixed, {kF16.one(), kBinade});
    return std::make_unique<PowerLine>(binade, slice);
  }
  if (function_.second_is_integer || !kF16.is_finite(fixed) || kF16.is_zero(fixed) || slice.is_special) return plain();
  const Scaled by = scaled(kF16.magnitude(fixed));
  const bool is_hypot = function_.truth == oracle::hypot;
  const bool negative = kF16.is_negative(fixed) && !is_hypot;
  const Bits pattern = (negative ? kWideF16.sign_bit() : 0) | kWideF16.one() | by.fraction;
  return std::make_unique<SharedLine>(function_, fixed, slice.function.parity, unit(pattern), by.exponent,
                                      is_hypot ? std::ldexp(1, by.exponent) : 1);
}

}  // namespace classay::certified
