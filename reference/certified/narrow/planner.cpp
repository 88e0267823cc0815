#include "reference/certified/narrow/planner.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "reference/certified/function/series_support.h"
#include "reference/certified/narrow/taylor.h"

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kOver = 0x1p129;   // defined in bulk/values.h: larger results are represented by an infinite f32
constexpr double kTiny = 0x1p-172;  // a smaller error is below 2^-46 of the floor
constexpr slong kPrecision = 90;
constexpr slong kLargestPrecision = 720;
constexpr std::size_t kFewest = 8;  // fewer inputs do not justify a polynomial
// A reciprocal adds 3u to the bound after the block has been found.
constexpr double kReciprocalAllowance = 1.15;

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the indices of the grid in a region. Exact, because the ends are infinite or numbers of every format.
Range covered(const Grid& grid, double low, double high) {
  double from = (low - grid.base) / grid.step;
  double to = (high - grid.base) / grid.step;
  if (grid.step < 0) std::swap(from, to);
  const auto count = static_cast<double>(grid.count);
  return {.begin = static_cast<std::size_t>(std::clamp(std::ceil(from), 0.0, count)),
          .end = static_cast<std::size_t>(std::clamp(std::floor(to) + 1, 0.0, count))};
}

// Returns the largest distance of a range of inputs from a centre.
double reach_of(std::size_t first, std::size_t count, double centre) {
  const auto begin = static_cast<double>(first);
  return std::fmax(std::fabs(begin - centre), std::fabs(begin + static_cast<double>(count) - 1 - centre));
}

// e^90 > 2^129.8, e^-120 < 2^-173.1.
OverBall known_by_log(const arb::Ball& log) {
  OverBall known{.remainder = kInfinity};
  if (is_above(log, 90)) known = {.remainder = kInfinity, .least = 0x1.8p129, .greatest = kInfinity, .sign = 1};
  if (is_below(log, -120)) known = {.remainder = kInfinity, .least = 0, .greatest = 0x1p-173, .sign = 1};
  return known;
}

// 0 < |f| < 2^-172, and half the smallest spacing is 2^-150.
Block tiny_block(std::size_t first, std::size_t count, double sign) {
  Block block = constant_block(first, count, std::copysign(kTiny / 2, sign), 0x1p-46);
  block.same_gap = true;
  return block;
}

// Returns one block for all these inputs if f overflows or underflows on all of them.
std::optional<Block> beyond(const OverBall& known, std::size_t first, std::size_t count) {
  if (known.sign == 0) return std::nullopt;
  if (known.least > kOver) return constant_block(first, count, known.sign * kInfinity, 0);
  if (known.greatest < kTiny) return tiny_block(first, count, known.sign);
  return std::nullopt;
}

// The largest relative distance from a power of two at which one number next to the power represents all values on a grid.
// Errors in ulp are then within 2^-20 of multiples of one half, where neither a bin nor a step of errors ends (tally.h).
constexpr double kBeside = 0x1p-45;

// Returns the side of a power of two on which |f| lies for all indices from begin to end, if its distance is below kBeside:
// 1 above, -1 below, 0 unknown.
int side_of(const Series& series, const Grid& grid, double begin, double end, double power, slong precision) {
  const double centre = std::floor((begin + end) / 2);
  const arb::Ball part = hull(grid.at(begin), grid.at(end));
  const arb::Ball at_centre = coefficient(series(line(hull(grid.at(centre), grid.at(centre)), grid.step), 1, precision), 0);
  const arb::Ball slope = coefficient(series(line(part, grid.step), 2, precision), 1);
  const arb::Ball reach = hull(begin - centre, end - centre);
  arb::Ball above;
  arb_mul(above, slope, reach, precision);
  arb_add(above, above, at_centre, precision);
  arb_sub(above, above, hull(power, power), precision);
  arb_div(above, above, hull(power, power), precision);
  if (!is_below(above, kBeside) || !is_above(above, -kBeside)) return 0;
  return is_above(above, 0) ? 1 : is_below(above, 0) ? -1 : 0;
}

}  // namespace

// One attempt to make a block, and the reason of a failure.
struct Planner::Trial {
  bool passes = false;
  bool is_constant = false;  // f overflows or underflows on all of it; the next block may be much larger
  Block block;
  double truncation = kInfinity;
};

class Planner::Run {
 public:
  Run(const Function& function, const Aim& aim, const Grid& grid) : function_(function), aim_(aim), grid_(grid) {}

  Trial attempt(std::size_t first, std::size_t count) const {
    Trial best = by(function_.series, first, count, false);
    if (best.passes || function_.reciprocal == nullptr) return best;
    Trial other = by(function_.reciprocal, first, count, true);
    return other.passes || other.truncation < best.truncation ? other : best;
  }

 private:
  Trial by(const Series& series, std::size_t first, std::size_t count, bool is_reciprocal) const {
    const std::size_t middle = first + count / 2;
    const auto centre = static_cast<double>(middle);
    const OverBall known = over(series, first, count, centre);
    if (const std::optional<Block> constant = is_reciprocal ? std::nullopt : beyond(known, first, count)) {
      return {.passes = true, .is_constant = true, .block = *constant, .truncation = 0};
    }
    if (!std::isfinite(known.remainder)) return {};
    Taylor t;
    Bound b;
    for (slong precision = kPrecision; precision <= kLargestPrecision; precision *= 2) {
      t = taylor(series, grid_.at(centre), grid_.step, aim_.degree, precision);
      t.remainder = known.remainder;
      b = bound_away_from_zero(t, reach_of(first, count, centre), is_reciprocal ? 0 : aim_.floor, aim_.damage);
      if (!(b.radius > aim_.epsilon / 2) || b.truncation > aim_.epsilon) break;
    }
    Trial away = trial(t, b, first, count, centre, is_reciprocal);
    if (away.passes || !function_.has_zeros) return away;
    // A zero is near. Try the grid point nearest to it as the centre. If this fails, the block stays as it is.
    const double zero = std::round(centre - t.b[0] / t.b[1]);
    if (!(std::fabs(zero - centre) <= 3.0 * static_cast<double>(count))) return away;
    Trial at = at_zero(series, first, count, zero, is_reciprocal);
    return at.passes || at.truncation < away.truncation ? at : away;
  }

  Trial at_zero(const Series& series, std::size_t first, std::size_t count, double centre, bool is_reciprocal) const {
    const OverBall known = over(series, first, count, centre);
    if (!std::isfinite(known.remainder)) return {};
    const double last = static_cast<double>(first + count) - 1;
    const bool has_centre = static_cast<double>(first) <= centre && centre <= last;
    Taylor t;
    Bound b;
    for (slong precision = kPrecision; precision <= kLargestPrecision; precision *= 2) {
      t = taylor(series, grid_.at(centre), grid_.step, aim_.degree, precision);
      t.remainder = known.remainder;
      b = bound_at_zero(t, reach_of(first, count, centre), has_centre, aim_.damage);
      if (!(b.radius > aim_.epsilon / 2) || b.truncation > aim_.epsilon) break;
    }
    Trial result = trial(t, b, first, count, centre, is_reciprocal);
    if (has_centre && t.is_zero_exact) {
      const double x = grid_.at(centre);
      result.block.exact_at = static_cast<std::size_t>(centre);
      result.block.exact_value = is_reciprocal ? function_.at_pole(x) : function_.at_zero(x);
    }
    return result;
  }

  // Tests of values cannot detect a remainder over too small a ball. For each block, the code asserts that the ball contains
  // both ends and the centre.
  OverBall over(const Series& series, std::size_t first, std::size_t count, double centre) const {
    const auto begin = static_cast<double>(first);
    const double end = begin + static_cast<double>(count) - 1;
    const bool is_bare = aim_.damage == Damage::bare_centre || aim_.damage == Damage::unseen_centre;
    const double from = is_bare ? centre : aim_.damage == Damage::half_ball ? std::floor((begin + end) / 2) : begin;
    const double to = is_bare ? centre : end;
    const arb::Ball ball = hull(grid_.at(std::fmin(from, centre)), grid_.at(std::fmax(to, centre)));
    for (const double i : {begin, end, centre}) {
      if (aim_.damage != Damage::unseen_centre && !contains(ball, grid_.at(i))) {
        throw std::logic_error("a block's ball does not contain the block");
      }
    }
    if (function_.log) {
      if (const OverBall known = known_by_log(function_.log(ball)); known.sign != 0) return known;
    }
    return over_ball(series, ball, grid_.step, aim_.degree);
  }

  Trial trial(const Taylor& t, Bound b, std::size_t first, std::size_t count, double centre, bool is_reciprocal) const {
    double aim = aim_.epsilon;
    if (is_reciprocal) {
      b = bound_of_reciprocal(b);
      aim *= kReciprocalAllowance;
    }
    std::array<double, kMaxDegree + 1> coefficients = t.b;
    if (aim_.damage == Damage::coefficient_ulp) coefficients[0] = std::nextafter(t.b[0], kInfinity);
    return {.passes = b.epsilon <= aim,
            .block = {.first = first,
                      .count = count,
                      .start = static_cast<double>(first) - centre,
                      .b = coefficients,
                      .epsilon = b.epsilon,
                      .is_reciprocal = is_reciprocal},
            .truncation = b.truncation};
  }

  const Function& function_;
  const Aim& aim_;
  const Grid& grid_;
};

std::vector<Block> Planner::plan(const Grid& grid) const {
  std::vector<Block> blocks;
  const Run run(function_, aim_, grid);
  const double order = 1.0 / (aim_.degree + 1);
  auto size = static_cast<double>(aim_.first_size);
  std::size_t at = 0;
  while (at < grid.count) {
    std::size_t end = grid.count;
    const Region* region = nullptr;
    for (const Region& r : function_.regions) {
      const Range range = covered(grid, r.low, r.high);
      if (region == nullptr && range.begin <= at && at < range.end) {
        region = &r;
        end = std::min(end, range.end);
      } else if (at < range.begin && region == nullptr && range.begin < range.end) {
        end = std::min(end, range.begin);
      }
    }
    if (region != nullptr) {
      blocks.push_back(constant_block(at, end - at, region->value, region->epsilon));
      blocks.back().same_gap = region->same_gap;
      at = end;
      continue;
    }
    const BelowPower* const below = below_power(grid, at, end);
    const std::size_t before = blocks.size();
    while (at < end) {
      const std::size_t count = std::min(end - at, static_cast<std::size_t>(size));
      if (count < std::min(kFewest, end - at)) {
        const std::size_t stop = std::min(end, at + kFewest);
        for (; at < stop; ++at) blocks.push_back(point(grid, at));
        size = kFewest;
        continue;
      }
      const Trial trial = run.attempt(at, count);
      const double share = trial.truncation / aim_.epsilon;
      if (trial.passes) {
        blocks.push_back(trial.block);
        at += count;
        size = static_cast<double>(count) * (trial.is_constant ? 16 : std::clamp(std::pow(0.5 / share, order), 0.5, 4.0));
        size = std::fmax(size, kFewest);
      } else if (std::isfinite(share)) {
        size = static_cast<double>(count) * std::clamp(std::pow(0.4 / share, order), 0.1, 0.7);
      } else {
        size = static_cast<double>(count) / 4;
      }
    }
    for (std::size_t i = before; below != nullptr && i < blocks.size(); ++i) {
      blocks[i].same_gap = true;
      blocks[i].most = std::nextafter(below->power, 0);
    }
  }
  return blocks;
}

// Returns the range below a power that contains `at`. Reduces `end` so that all inputs before it are in the range, or none.
const BelowPower* Planner::below_power(const Grid& grid, std::size_t at, std::size_t& end) const {
  for (const BelowPower& b : function_.below_power) {
    const Range range = covered(grid, b.low, b.high);
    if (range.begin >= range.end || at >= range.end) continue;
    end = std::min(end, at < range.begin ? range.begin : range.end);
    if (at >= range.begin) return &b;
  }
  return nullptr;
}

Planner::AroundZero Planner::around_zero() const {
  if (!function_.analytic_at_zero) return {};
  for (int m = 4; m >= -16; --m) {
    const double reach = std::ldexp(1.0, m);
    for (const bool is_reciprocal : {false, true}) {
      const Series& series = is_reciprocal ? function_.reciprocal : function_.series;
      if (series == nullptr) continue;
      const OverBall known = over_ball(series, hull(-reach, reach), 1, aim_.degree);
      if (!std::isfinite(known.remainder)) continue;
      Taylor t = taylor(series, 0, 1, aim_.degree, kPrecision);
      t.remainder = known.remainder;
      Bound b = t.is_zero_exact ? bound_at_zero(t, reach, true, aim_.damage)
                                : bound_away_from_zero(t, reach, is_reciprocal ? 0 : aim_.floor, aim_.damage);
      if (is_reciprocal) b = bound_of_reciprocal(b);
      if (b.epsilon > aim_.epsilon * (is_reciprocal ? kReciprocalAllowance : 1)) continue;
      return {.block = {.b = t.b, .epsilon = b.epsilon, .is_reciprocal = is_reciprocal}, .reach = reach};
    }
  }
  return {};
}

// Uses the mean value theorem on several parts: f(x) lies within f(c) + (x - c) f'(part). The slope over a whole octave may
// be too wide to show on which side of the power f stays.
std::optional<Block> Planner::beside_power(const Grid& grid) const {
  constexpr int kParts = 8;
  constexpr slong kFine = 640;  // 1 - cos 2^-149 < 2^-298
  const double last = static_cast<double>(grid.count) - 1;
  const double middle = grid.at(std::floor(last / 2));
  const auto is_there = [middle](const Region& r) { return r.low <= middle && middle <= r.high; };
  if (std::ranges::any_of(function_.regions, is_there)) return std::nullopt;
  const double about = taylor(function_.series, middle, grid.step, 0, kPrecision).b[0];
  if (!std::isfinite(about) || about == 0) return std::nullopt;
  const double power = std::copysign(std::exp2(std::round(std::log2(std::fabs(about)))), about);
  if (!(std::fabs(about - power) <= kBeside * std::fabs(power))) return std::nullopt;
  int side = 0;
  for (int part = 0; part < kParts; ++part) {
    const double begin = std::floor(last * part / kParts);
    const double end = std::ceil(last * (part + 1) / kParts);
    const int here = side_of(function_.series, grid, begin, end, power, kFine);
    if (here == 0 || (part > 0 && here != side)) return std::nullopt;
    side = here;
  }
  const double value = std::nextafter(power, side > 0 ? 2 * power : 0);
  Block block = constant_block(0, grid.count, value, 2 * kBeside);
  block.same_gap = true;
  return block;
}

Block Planner::point(const Grid& grid, std::size_t index) const {
  const double x = grid.at(static_cast<double>(index));
  if (function_.log) {
    if (const std::optional<Block> constant = beyond(known_by_log(function_.log(hull(x, x))), index, 1)) return *constant;
  }
  for (slong precision = 128; precision <= kLargestPrecision * 4; precision *= 2) {
    const Taylor t = taylor(function_.series, x, grid.step, 0, precision);
    if (t.is_zero_exact) return constant_block(index, 1, function_.at_zero(x), 0);
    if (!std::isfinite(t.beta[0])) continue;
    const double magnitude = std::fabs(t.b[0]) - t.beta[0];
    if (magnitude > kTiny && t.beta[0] <= 0x1p-52 * magnitude) {
      return constant_block(index, 1, t.b[0], t.beta[0] / magnitude * (1 + 0x1p-40));
    }
    if (magnitude > 0 && magnitude + 2 * t.beta[0] < kTiny) {
      return tiny_block(index, 1, t.b[0]);
    }
  }
  if (function_.reciprocal != nullptr && taylor(function_.reciprocal, x, grid.step, 0, kPrecision).is_zero_exact) {
    return constant_block(index, 1, function_.at_pole(x), 0);
  }
  return constant_block(index, 1, 0, kInfinity);
}

}  // namespace classay::certified
