// Tests the bound of lgamma of negative numbers, which is a difference of two functions with errors of their own. Right is:
// no combination of both errors exceeds the bound, and each error alone reaches three quarters of it. A term that is missing
// hides behind the others in lgamma itself.
#include "reference/certified/narrow/pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace classay::certified {
namespace {

// Returns the largest relative error of smooth - sine that errors of these sizes make.
double worst(double smooth, double smooth_epsilon, double sine, double sine_epsilon) {
  double worst = 0;
  for (const double a : {-smooth_epsilon, smooth_epsilon}) {
    for (const double b : {-sine_epsilon, sine_epsilon}) {
      const double of_sine = b * std::fmax(1, std::fabs(sine));
      worst = std::fmax(worst, std::fabs((smooth * a - of_sine) / (smooth - sine)));
    }
  }
  return worst;
}

TEST(EpsilonOfDifferenceTest, CoversBothErrors) {
  constexpr double kError = 0x1p-30;  // far above the rounding of the difference
  for (const auto& [smooth_epsilon, sine_epsilon] : {std::array{kError, 0.0}, {0.0, kError}, {kError, kError}}) {
    for (const double smooth : {-1.5, -3.0, -40.0, -1000.0}) {
      for (const double sine : {-0x1p-10, -0.5, -1.0, -11.0}) {
        const double least = std::fabs(smooth) - std::fabs(sine);
        const double bound = epsilon_of_difference(smooth_epsilon, sine_epsilon, std::fabs(sine), least);
        if (least <= 0) {
          EXPECT_TRUE(std::isinf(bound));
          continue;
        }
        // |f| is between `least` and the sum of both.
        const double found = worst(smooth, smooth_epsilon, sine, sine_epsilon);
        EXPECT_LE(found, bound) << smooth << " " << sine;
        const bool is_one = smooth_epsilon == 0 || sine_epsilon == 0;
        EXPECT_TRUE(!is_one || found >= 0.75 * bound) << smooth << " " << sine << ": " << found << " of " << bound;
      }
    }
  }
}

}  // namespace
}  // namespace classay::certified
