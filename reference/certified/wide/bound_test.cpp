// Tests the bound of f64 with a polynomial whose bound is calculated by hand. In models of real functions the rounding of
// the steps with two parts hides behind errors of the coefficients.
#include "reference/certified/wide/bound.h"

#include <gtest/gtest.h>

namespace classay::certified {
namespace {

// f = (1 + u) t, with u = 2^-53 in the second part of the coefficient, and no error of the coefficients. In units of u, to
// the first order: Lambda_1 = 1 + 1 = 2 and rho_1 = 1 + 2 = 3 (in u^2); e_0 = 1 + Lambda_1 = 3, Lambda_0 = 1 + e_0 = 4 and
// rho_0 = 2 e_0 + Lambda_0 = 10 (in u^2). The bound is rho_0 + rho_1, divided by the slope 1.
TEST(WideBoundTest, CountsTheRoundingOfEachStep) {
  WideTaylor t;
  t.b[1] = 1;
  t.l[1] = kUnit;
  t.is_zero_exact = true;
  const Bound bound = wide_bound_at_zero(t, 1, 0x1p-10, true);
  EXPECT_GE(bound.epsilon, 13 * kUnit * kUnit);
  EXPECT_LE(bound.epsilon, 13 * kUnit * kUnit * (1 + 0x1p-30));
}

}  // namespace
}  // namespace classay::certified
