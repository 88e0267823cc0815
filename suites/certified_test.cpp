// Checks the guarantees of bulk/values.h, on which the bulk judge relies. If a rule prescribes a zero, an infinity or a NaN,
// the model's value must be equal, including the sign. If a rule prescribes a different number, the value must be missing.
// Inputs are all of f16. For f32 they are the numbers in rules: integers, half-integers, ends of domains, and their
// neighbours.
#include <cmath>

#include "reference/certified/narrow/model.h"
#include "reference/certified/wide/model.h"
#include "suites/judge_promise.h"
#include "suites/plan.h"
#include "suites/prescribed_agreement.h"
#include "suites/row.h"

namespace classay {
namespace {

using certified::Model;
using test::agrees;

std::vector<Bits> inputs_of(const Format& f) {
  std::vector<Bits> all;
  if (f == kF16) {
    for (Bits x = 0; x <= f.mask(); ++x) all.push_back(x);
    return all;
  }
  const auto add = [&](double x) {
    for (const double y : {x, -x}) {
      const Bits b = std::bit_cast<std::uint32_t>(static_cast<float>(y));
      for (const Bits near : {b - 1, b, b + 1}) all.push_back(near & f.mask());
    }
  };
  for (int n = 0; n < 300; ++n) add(n / 4.0);
  for (int e = -149; e < 128; ++e) {
    for (int n = 4; n < 8; ++n) add(std::ldexp(n, e - 2));
    add(std::ldexp(1, e) + 0.5);
    add(std::ldexp(1, e) + 1);
  }
  for (const Bits b : {f.infinity(), f.infinity(true), f.quiet_nan(), f.mask()}) all.push_back(b);
  return all;
}

// Returns whether a rule covers the input, and expects the model to agree with it.
bool is_covered(std::string_view builtin, Edition edition, const Call& call, double value, double epsilon) {
  bool is = false;
  for (const Rule& rule : rules(builtin, edition)) {
    for (const std::vector<Truth>& alternative : rule.prescribed(call)) {
      is = true;
      EXPECT_TRUE(agrees(alternative.at(0), value, epsilon))
          << rule.sentence() << ", " << std::hex << call.args[0].bits << ", value " << value << ", bound " << epsilon;
    }
  }
  return is;
}

// Returns the number of inputs that rules cover.
std::size_t compare(const Row& row, Type type, const Model& model) {
  std::size_t covered = 0;
  // The editions' rules for these functions differ in exp10(±0) only, so one of them is enough if every input is tested.
  const std::span<const Edition> editions = type == Type::f16 ? std::span(kEditions).last(1) : std::span(kEditions);
  const std::string_view as = row.prescribed_as.empty() ? row.name : row.prescribed_as;
  for (const Bits x : inputs_of(format(type))) {
    const Value argument{type, x};
    double value = 0;
    const Known known = model.at(x, {&value, 1});
    for (const Edition edition : editions) {
      const bool is = is_covered(as, edition, {.type = type, .args = {&argument, 1}}, value, known.epsilon);
      covered += is ? 1 : 0;
      const bool is_nobodys_zero = !is && value == 0 && !std::isinf(known.epsilon);
      EXPECT_FALSE(is_nobodys_zero) << row.name << ": a zero whose sign nothing prescribes, at " << std::hex << x;
    }
  }
  return covered;
}

TEST(CertifiedRulesTest, ModelsHaveTheZerosInfinitiesAndNaNsThatArePrescribed) {
  std::size_t rows = 0;
  for (const Row& row : table()) {
    const certified::Function* f = row.truth == nullptr ? nullptr : certified::function_of(row.truth);
    if (f == nullptr || f->name != row.name) continue;
    SCOPED_TRACE(row.name);
    ++rows;
    for (const Type type : {Type::f16, Type::f32}) {
      const std::size_t covered = compare(row, type, Model(*f, format(type)));
      // recip, degrees and radians have no rules.
      if (!rules(row.name, Edition::clc31).empty()) {
        EXPECT_GE(covered, 4U);
      }
    }
  }
  EXPECT_GE(rows, 33U);
}

TEST(CertifiedRulesTest, AnotherSignOrKindIsSeen) {
  const Truth zero = Truth::zero(true);
  EXPECT_TRUE(agrees(zero, -0.0, 0));
  EXPECT_FALSE(agrees(zero, 0.0, 0));
  EXPECT_FALSE(agrees(zero, -0x1p-149, 0));
  EXPECT_FALSE(agrees(Truth::infinity(false), -std::numeric_limits<double>::infinity(), 0));
  EXPECT_FALSE(agrees(Truth::not_a_number(), 1, 0));
  EXPECT_FALSE(agrees(Truth::of(kF32, kF32.one()), 1, 0x1p-50));
  EXPECT_TRUE(agrees(Truth::of(kF32, kF32.one()), 1, std::numeric_limits<double>::infinity()));
}

// Kernels and plans have their own numbers to make the inputs of windows.
TEST(CertifiedWindowsTest, TheirPoolIsThatOfTheModels) {
  const certified::Function* exponential = certified::function_of(find("exp")->truth);
  ASSERT_NE(exponential, nullptr);
  const certified::WideModel model(*exponential);
  std::size_t windows = 0;
  for (std::uint64_t number = 0; number < 8; ++number) {
    const certified::WideBlock block = model.block(1, number);
    if (block.kind == certified::WideBlock::Kind::angles) continue;
    ++windows;
    std::vector<Bits> inputs(std::size_t{1} << static_cast<unsigned>(kWindowBits));
    certified::inputs(block, inputs);
    const certified::Window& w = block.window;
    const classay::Run run{.at = {w.first}, .key = w.key, .shift = w.shift};
    for (std::size_t j = 0; j < inputs.size(); ++j) ASSERT_EQ(window_input(run, j)[0], inputs[j]);
  }
  EXPECT_GT(windows, 0U);
}

}  // namespace
}  // namespace classay
