#include "reference/certified/narrow/beside.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace classay::certified {
namespace {

// f(x) is nearer to x than a quarter of the spacing of f32 up to here. |f(x) - x| <= |x|^3 / 3 (1 + x^2) of odd functions:
// 2^-27.5 |x|. It is <= x^2 / 2 (1 + |x|) of the others: 2^-26.9 |x|. A spacing is 2^-24 |x| at least, and below a power of
// two, where the smaller spacing counts, |x| is that power and a spacing 2^-24 |x|, half of which is 2^-25 |x|.
constexpr double kNearOdd = 0x1p-13;
constexpr double kNearOther = 0x1p-26;
// Up to here |f(x) - x| is at most 2^-54 |x|, which is less than the step.
constexpr double kIsOdd = 0x1p-27;
constexpr double kIsOther = 0x1p-54;
// Bounds the error of a value that was moved by one step at most: 2^-52 |x|, and |x| may be larger than |f(x)|.
constexpr double kEpsilon = 0x1p-51;

bool is_odd(Beside beside) { return beside == Beside::inside || beside == Beside::outside; }

double side_of(Beside beside, bool negative) {
  switch (beside) {
    case Beside::inside: return negative ? 1 : -1;
    case Beside::outside: return negative ? -1 : 1;
    case Beside::above: return 1;
    case Beside::below: return -1;
    case Beside::none: break;
  }
  return 0;
}

class AtItself : public Piece {
 public:
  explicit AtItself(const BesideItself& beside) : beside_(beside) {}
  Known at(std::size_t index, std::span<double> values) const override {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = beside_.at(index + i);
    return {.count = values.size(), .epsilon = kEpsilon, .same_gap = true};
  }

 private:
  BesideItself beside_;
};

// A value on the wrong side of x is off by its bound at most, and so is one that is moved towards f(x), or past it by less
// than a step.
class OnItsSide : public Piece {
 public:
  OnItsSide(const BesideItself& beside, std::unique_ptr<Piece> values) : beside_(beside), values_(std::move(values)) {}
  Known at(std::size_t index, std::span<double> values) const override {
    Known known = values_->at(index, values);
    const bool is_above = beside_.step > 0;
    for (std::size_t i = 0; i < known.count; ++i) {
      const double nearest = beside_.at(index + i);
      values[i] = is_above ? std::fmax(values[i], nearest) : std::fmin(values[i], nearest);
    }
    known.epsilon = std::fmax(known.epsilon, kEpsilon);
    known.same_gap = true;
    return known;
  }

 private:
  BesideItself beside_;
  std::unique_ptr<Piece> values_;
};

}  // namespace

std::optional<BesideItself> beside_itself(const Function& function, const Grid& grid) {
  const bool odd = is_odd(function.beside);
  const double side = side_of(function.beside, grid.step < 0);
  const double end = std::fabs(grid.at(static_cast<double>(grid.count)));
  if (side == 0 || end > (odd ? kNearOdd : kNearOther)) return std::nullopt;
  const double last_place = std::ldexp(std::fabs(grid.base), -52);  // the base is a power of two
  return BesideItself{
      .grid = grid, .step = side * std::fmax(last_place, 0x1p-178), .is_it = end <= (odd ? kIsOdd : kIsOther)};
}

std::unique_ptr<Piece> piece_beside_itself(const BesideItself& beside, std::unique_ptr<Piece> around_zero) {
  if (beside.is_it) return std::make_unique<AtItself>(beside);
  return std::make_unique<OnItsSide>(beside, std::move(around_zero));
}

}  // namespace classay::certified
