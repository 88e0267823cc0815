#include "reference/certified/narrow/pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/certified/function/series.h"
#include "reference/certified/simd/kernels.h"
#include "reference/cpu/versions.h"

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Shorter periods are stored as values, each computed separately.
constexpr std::size_t kShortPeriod = 16384;

void evaluate(const Block& block, double start, std::span<double> values) {
  int degree = 2;
  for (int j = 0; j <= kMaxDegree; ++j) {
    if (block.b.at(j) != 0 && j > degree) degree = j;
  }
  degree += degree % 2;
  best<Kernels>().polynomial(degree, block.b.data(), start, block.pace, block.is_reciprocal, values.size(), values.data());
}

bool is_constant(const Block& block) {
  return std::all_of(block.b.begin() + 1, block.b.end(), [](double b) { return b == 0; });
}

// Repeats the first `once` values. Doubling the copied part is faster than copying one by one.
void repeat(std::span<double> values, std::size_t once) {
  for (std::size_t done = once; done < values.size();) {
    const std::size_t count = std::min(done, values.size() - done);
    std::copy_n(values.begin(), count, values.begin() + static_cast<std::ptrdiff_t>(done));
    done += count;
  }
}

// Evaluates blocks that cover [0, count), and returns their largest bound.
double fill(const BlockPiece& blocks, std::span<double> values) {
  double epsilon = 0;
  for (std::size_t done = 0; done < values.size();) {
    const Known known = blocks.at(done, values.subspan(done));
    epsilon = std::fmax(epsilon, known.epsilon);
    done += known.count;
  }
  return epsilon;
}

}  // namespace

Known all_one(double value, std::span<double> values, double epsilon, bool same_gap) {
  values[0] = value;
  repeat(values, 1);
  return {.count = values.size(), .epsilon = epsilon, .is_one = true, .same_gap = same_gap};
}

Known BlockPiece::at(std::size_t index, std::span<double> values) const {
  const Block& block = *std::prev(std::ranges::upper_bound(blocks_, index, {}, &Block::first));
  values = values.first(std::min(values.size(), block.first + block.count - index));
  if (is_constant(block)) {
    return all_one(block.b[0], values, block.epsilon, block.same_gap);
  }
  evaluate(block, block.start + static_cast<double>(index - block.first) * block.pace, values);
  if (block.exact_at - index < values.size()) values[block.exact_at - index] = block.exact_value;
  if (block.most < Block::kUnbounded) {
    for (double& v : values) v = std::clamp(v, -block.most, block.most);
  }
  return {.count = values.size(), .epsilon = block.epsilon, .same_gap = block.same_gap};
}

Known AroundZeroPiece::at(std::size_t index, std::span<double> values) const {
  Block block = block_;
  block.pace = grid_.step;
  evaluate(block, grid_.at(static_cast<double>(index)), values);
  return {values.size(), block.epsilon};
}

PeriodicPiece::PeriodicPiece(const Planner& planner, const Grid& grid, std::size_t period) : period_(period) {
  Grid once = grid;
  once.count = period;
  if (period > kShortPeriod) {
    blocks_ = std::make_unique<BlockPiece>(planner.plan(once));
    return;
  }
  for (std::size_t i = 0; i < period; ++i) {
    const Block point = planner.point(once, i);
    values_.push_back(point.b[0]);
    epsilon_ = std::fmax(epsilon_, point.epsilon);
  }
}

Known PeriodicPiece::at(std::size_t index, std::span<double> values) const {
  const std::size_t within = index % period_;
  if (blocks_) return blocks_->at(within, values.first(std::min(values.size(), period_ - within)));
  const std::size_t once = std::min(values.size(), period_);
  for (std::size_t i = 0; i < once; ++i) values[i] = values_[(within + i) % period_];
  repeat(values, once);
  return {.count = values.size(), .epsilon = epsilon_, .is_one = period_ == 1};
}

// |f(x)| = pi / (|sin pi x| gamma(1 - x)). Floats that are not integers are far enough from them that |sin pi x| >= 2^-16,
// and gamma(65) > 2^295.
Known NegativeGammaPiece::at(std::size_t index, std::span<double> values) const {
  best<Kernels>().alternating(grid_.at(static_cast<double>(index)), grid_.step, 0x1p-173, values.size(), values.data());
  return {.count = values.size(), .epsilon = 0x1p-46, .same_gap = true};
}

NegativeLogGammaPiece::NegativeLogGammaPiece(const Grid& grid, const Aim& aim) {
  static const Function kSmooth{.name = "log pi - lgamma(1 - x)", .truth = nullptr, .series = series::log_pi_minus_lgamma};
  static const Function kSine{.name = "log |sin pi x|", .truth = nullptr, .series = series::log_sinpi};
  const auto period = static_cast<std::size_t>(std::fmax(1.0, -1 / grid.step));
  if (period == 1) {  // integers only
    log_sine_ = {-kInfinity};
    smooth_ = std::make_unique<BlockPiece>(std::vector{constant_block(0, grid.count, 0, 0)});
    return;
  }
  // Covers all but the integer that opens the period. The bound is absolute where the logarithm is below 1.
  Grid once = grid;
  once.base += once.step;
  once.count = period - 1;
  Aim absolute = aim;
  absolute.floor = 1;
  const BlockPiece sine(Planner(kSine, absolute).plan(once));
  log_sine_.resize(period);
  log_sine_[0] = -kInfinity;
  const std::span<double> others = std::span(log_sine_).subspan(1);
  const double sine_epsilon = fill(sine, others);
  smooth_ = std::make_unique<BlockPiece>(Planner(kSmooth, aim).plan(grid));

  // f = smooth - log_sine. Both are negative and |smooth| grows with |x|, so that |f| >= |smooth(x_0)| - |log_sine|, and
  // |smooth| = |f| + |log_sine|.
  double smooth_epsilon = 0;
  for (const Block& b : smooth_->blocks()) smooth_epsilon = std::fmax(smooth_epsilon, b.epsilon);
  double first = 0;
  smooth_->at(0, {&first, 1});
  const double largest = -*std::ranges::min_element(others) * (1 + 0x1p-40);
  const double least = std::fabs(first) * (1 - 0x1p-40) - largest;
  epsilon_ = epsilon_of_difference(smooth_epsilon, sine_epsilon, largest, least);
}

Known NegativeLogGammaPiece::at(std::size_t index, std::span<double> values) const {
  const Known smooth = smooth_->at(index, values);
  const std::size_t mask = log_sine_.size() - 1;  // the period is a power of two
  for (std::size_t i = 0; i < smooth.count; ++i) values[i] -= log_sine_[(index + i) & mask];
  return {smooth.count, epsilon_};
}

}  // namespace classay::certified
