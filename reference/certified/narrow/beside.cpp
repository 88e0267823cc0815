#include "reference/certified/narrow/beside.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/certified/narrow/pieces.h"

namespace classay::certified {
namespace {

// Beyond these x, the distance of f(x) from x exceeds the uncertainty of values, 2^-49 |x|. For odd functions |f(x) - x| is
// between |x|^3 / 6 and |x|^3 / 3 (1 + x^2), for the others about x^2 / 2 (1 + |x|). It is therefore below 2^-41 |x| here,
// far less than half a spacing of f32, 2^-25 |x|.
constexpr double kNearOdd = 0x1p-20;
constexpr double kNearOther = 0x1p-46;
// Up to here |f(x) - x| is at most 2^-54 |x|, which is less than the step.
constexpr double kIsOdd = 0x1p-27;
constexpr double kIsOther = 0x1p-54;
// Bounds the error of a value that was moved by at most one step: 2^-52 |x|, and |x| may be larger than |f(x)|.
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

// x + step is a polynomial in x. Its loop has one fma, which is exact.
class AtItself : public Piece {
 public:
  explicit AtItself(const BesideItself& beside) : grid_(beside.grid) {
    line_.b[0] = beside.step;
    line_.b[1] = 1;
  }
  Known at(std::size_t index, std::span<double> values) const override {
    AroundZeroPiece(line_, grid_).at(index, values);
    return {.count = values.size(), .epsilon = kEpsilon, .same_gap = true};
  }

 private:
  Grid grid_;
  Block line_;
};

// A value on the wrong side of x has an error of at most its bound. So does a value that is moved towards f(x), or beyond it
// by less than a step.
class OnItsSide : public Piece {
 public:
  OnItsSide(const BesideItself& beside, std::unique_ptr<Piece> values) : beside_(beside), values_(std::move(values)) {}
  Known at(std::size_t index, std::span<double> values) const override {
    Known known = values_->at(index, values);
    const double sign = beside_.step > 0 ? 1 : -1;
    const double first = beside_.grid.at(static_cast<double>(index));
    const auto count = static_cast<int>(known.count);
    for (int i = 0; i < count; ++i) {
      const double nearest = (first + i * beside_.grid.step) + beside_.step;
      double& v = values[static_cast<std::size_t>(i)];
      v = sign * v > sign * nearest ? v : nearest;
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
