// Checks properties of all exact functions: each listed function exists, and a vector has the results of its elements.
#include <gtest/gtest.h>

#include <algorithm>

#include "reference/exact/testing.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;

struct Named {
  std::string name;
  Evaluate function;
};

const std::vector<Named>& listed() {
  static const std::vector<Named> all{
#define CLASSAY_EXACT(name) {#name, exact_functions::name},
#include "reference/exact/exact.def"
#undef CLASSAY_EXACT
  };
  return all;
}

TEST(ExactTest, EveryListedFunctionExistsOnce) {
  EXPECT_GT(listed().size(), 80U);
  for (const Named& f : listed()) {
    EXPECT_EQ(std::ranges::count(listed(), f.name, &Named::name), 1) << f.name;
  }
}

TEST(ExactTest, NoFunctionTakesACallWithoutArguments) {
  for (const Named& f : listed()) EXPECT_THROW(f.function({.args = {}}, kFirstPrecision), std::invalid_argument) << f.name;
}

TEST(ExactTest, ArgumentsThatDoNotMakeUpElementsAreRefused) {
  const std::vector<Value> three(3, Value{Type::f32, 0});
  EXPECT_THROW(ef::fmax({.args = three}, kFirstPrecision), std::invalid_argument);
  EXPECT_NO_THROW(ef::fclamp({.args = three}, kFirstPrecision));
}

// {a.x, a.y, b.x, b.y} must give the results of {a.x, b.x} and {a.y, b.y}. First results precede second results.
void expect_elementwise(Evaluate f, const Arguments& x, const Arguments& y, const Call& form) {
  Arguments both;
  for (std::size_t i = 0; i < x.size(); ++i) {
    both.push_back(x[i]);
    both.push_back(y[i]);
  }
  const auto run = [&](const Arguments& arguments) {
    Call call = form;
    call.args = arguments;
    return f(call, kFirstPrecision);
  };
  const std::vector<Truth> of_x = run(x);
  const std::vector<Truth> of_y = run(y);
  const std::vector<Truth> of_both = run(both);
  ASSERT_EQ(of_both.size(), of_x.size() + of_y.size());
  for (std::size_t i = 0; i < of_x.size(); ++i) {
    EXPECT_TRUE(agree(of_both[2 * i], of_x[i])) << text(of_both[2 * i]) << " " << text(of_x[i]);
    EXPECT_TRUE(agree(of_both[2 * i + 1], of_y[i])) << text(of_both[2 * i + 1]) << " " << text(of_y[i]);
  }
}

TEST(ExactTest, AVectorIsItsElements) {
  const RealScope scope;
  const Call form{.lanes = 2, .args = {}, .to = Type::i16};
  const std::vector<std::pair<std::vector<Type>, std::vector<Evaluate>>> families{
      {{Type::f32}, {ef::rint, ef::frexp, ef::modf, ef::isnan, ef::convert}},
      {{Type::f16, Type::f16}, {ef::fmax, ef::nextafter, ef::isless}},
      {{Type::i16, Type::i16}, {ef::mul_hi, ef::shift_left, ef::int_div}},
      {{Type::i8, Type::i8, Type::i8}, {ef::mad_sat, ef::select, ef::clamp}},
  };
  for (const auto& [types, functions] : families) {
    const auto inputs = samples(types, 200, 16);
    for (const Evaluate f : functions) {
      for (std::size_t i = 1; i < inputs.size(); i += 3) expect_elementwise(f, inputs[i - 1], inputs[i], form);
    }
  }
}

TEST(ExactTest, TruthsAreToldApartInEveryPart) {
  const std::vector<Truth> different{Truth::not_a_number(),
                                     Truth::anything(),
                                     Truth::infinity(false),
                                     Truth::infinity(true),
                                     Truth::zero(false),
                                     Truth::zero(true),
                                     Truth::of(power_of_two(3)),
                                     Truth::of(power_of_two(4)),
                                     Truth::of_integer({Type::i32, 8}),
                                     Truth::of_integer({Type::i32, 9})};
  for (std::size_t i = 0; i < different.size(); ++i) {
    for (std::size_t k = 0; k < different.size(); ++k) EXPECT_EQ(agree(different[i], different[k]), i == k) << i << " " << k;
  }
}

}  // namespace
}  // namespace classay
