// Checks that promises that follow from errors in ulp are judged in bulk, and no others.
#include "reference/bulk/bulk_promise.h"

#include "reference/bulk/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::bulk_test {
namespace {

std::optional<BulkPromise> of(const Subject& s) { return bulk_promise(s.promise, s.arithmetic, {&s.type, 1}); }

Subject exp_with(const std::vector<std::string_view>& rules) {
  return subject("exp", oracle::exp, Type::f32, Ulp{3}, rules);
}

TEST(BulkPromiseTest, LimitsInUlpAndExactResultsAreTaken) {
  EXPECT_EQ(of(subject("exp", oracle::exp, Type::f32, Ulp{3}))->limit, 3);
  EXPECT_TRUE(of(subject("exp", oracle::exp, Type::f16, Exact{}))->is_rounding);
  EXPECT_TRUE(of(subject("exp", oracle::exp, Type::f16, CorrectlyRounded{}))->is_rounding);
  EXPECT_TRUE(of(subject("exp", oracle::exp, Type::f32, ImplementationDefined{}))->always_right);
}

TEST(BulkPromiseTest, OtherLimitsAndFormatsAreNot) {
  for (const Limit& limit : {Limit(Unstated{}), Limit(Absolute{1}), Limit(ExpRelaxed{3}), Limit(AbsoluteOn{-1, 1, 0.5}),
                             Limit(UlpOn{3, -1, 1}), Limit(Derived{"exp2(x)"})}) {
    EXPECT_FALSE(of(subject("exp", oracle::exp, Type::f32, limit))) << text(limit);
  }
  Subject s = subject("exp", oracle::exp, Type::f32, Ulp{3});
  s.type = Type::f16;
  EXPECT_FALSE(of(s));
}

TEST(BulkPromiseTest, ArithmeticThatIsExcusedIsNot) {
  for (bool Arithmetic::*property : {&Arithmetic::edge_rules, &Arithmetic::zero_signs, &Arithmetic::nans,
                                     &Arithmetic::infinities, &Arithmetic::must_flush}) {
    Subject s = exp_with({});
    s.arithmetic.*property = !(s.arithmetic.*property);
    EXPECT_FALSE(of(s));
  }
}

// A result beyond the limit is a quality warning, or wrong by a prescribed value. The fallback decides which.
TEST(BulkPromiseTest, ALimitOfAnotherDocumentLeavesWhatBreaksItOpen) {
  Subject s = exp_with({});
  EXPECT_FALSE(of(s)->has_other_ways);
  s.promise.is_of_another = true;
  EXPECT_TRUE(of(s)->has_other_ways);
}

TEST(BulkPromiseTest, FlushingIsThatOfTheOperation) {
  Subject s = exp_with({});
  EXPECT_FALSE(of(s)->flushes);
  s.promise.flushing = Flushing::always;
  EXPECT_TRUE(of(s)->flushes);
  s.arithmetic.flushes = true;
  s.promise.flushing = Flushing::unnamed;
  EXPECT_TRUE(of(s)->flushes);
  s.promise.flushing = Flushing::never;
  EXPECT_FALSE(of(s)->flushes);
}

TEST(BulkPromiseTest, ANumberIsPrescribedForSingleArgumentsOnly) {
  EXPECT_TRUE(of(exp_with({"exp(±0) = 1", "exp(-inf) = +0", "exp(x<-1) = nan", "exp(0<x<1) = +0", "exp(x>5) = +inf"})));
  EXPECT_TRUE(of(exp_with({"exp(±inf) = ±1", "exp(|x|=2) = 5"})));
  EXPECT_FALSE(of(exp_with({"exp(x>5) = 1"})));
  EXPECT_FALSE(of(exp_with({"exp(not 0) = 1"})));
  EXPECT_FALSE(of(exp_with({"exp(integer x) = x"})));
  EXPECT_FALSE(of(exp_with({"exp(nan) = any"})));
  EXPECT_FALSE(of(exp_with({"exp(0) = 1 | 2"})));
}

}  // namespace
}  // namespace classay::bulk_test
