// Tests the reasons word by word. Each is produced by a device that errs in one way.
#include <gmock/gmock.h>

#include "harness/journal/task.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

constexpr Bits kFour = 0x4400;  // in half precision

class FindingTest : public testing::Test {
 protected:
  Finding of(std::string_view builtin, int width, Faults faults) {
    Task task{.unit = {.row = find(builtin), .format = Type::f16, .widths = {1, 2, 3, 4, 8, 16}}, .left_out = left_out_};
    const Plan plan(*task.unit.row, task.unit.format, task.tier, task.seed, {});
    inputs_ = std::to_string(plan.count());
    std::vector<Making> makings(8, Making::table);
    makings.front() = Making::literals;
    FakeDevice device(task.unit, plan, makings, std::move(faults));
    Sweep s(device, task, plan, 1, {});
    const Ledger& ledger = s.run();
    return finding(s, *std::ranges::find(ledger.widths, width, &WidthRecord::width));
  }
  std::string fails(std::string_view builtin, int width, Faults faults) {
    const Finding found = of(builtin, width, std::move(faults));
    EXPECT_EQ(found.verdict, CaseVerdict::fail);
    return found.reason;
  }

  std::string inputs_;
  std::map<std::string, Unasked> left_out_;
};

using Widths = std::vector<int>;

TEST_F(FindingTest, ADeviceThatIsRightIsSaidNothingOf) {
  const Finding found = of("sqrt", 1, {});
  EXPECT_EQ(found.verdict, CaseVerdict::pass);
  EXPECT_EQ(found.reason, "");
}

TEST_F(FindingTest, AWrongResultIsToldWithWhatCameAndWhatWasDue) {
  const auto once = [](Bits instead) {
    return Faults{
        .result = [instead](const Element& e, Bits right) { return e.width == 4 && e.input == 0x4325 ? instead : right; }};
  };
  for (const auto& [bits, shown] : {std::pair(0x3f91, "0x1.e44p+0"), {0x7e00, "nan"}, {0x7c00, "inf"}}) {
    const std::string why = fails("sqrt", 4, once(static_cast<Bits>(bits)));
    EXPECT_EQ(why, "1 of " + inputs_ + " results wrong; first: sqrt(0x1.c94p+1) = " + shown + ", expected 0x1.e3cp+0");
  }
}

TEST_F(FindingTest, OfSeveralTheFirstIsToldAndThatItIsTheFirst) {
  const std::string why = fails("sqrt", 1, {.result = [](const Element&, Bits) { return Bits{0x7c00}; }});
  EXPECT_THAT(why, testing::MatchesRegex("[0-9]+ of [0-9]+ results wrong; first: sqrt\\(.*\\) .*= inf, expected .*"));
}

TEST_F(FindingTest, AConstantIsCalledOne) {
  EXPECT_THAT(
      fails("sqrt", 1,
            {.result = [](const Element& e,
                          Bits right) { return e.is_literal && (e.input & 0x7fff) > 0x7c00 ? Bits{0x1234} : right; }}),
      testing::HasSubstr("sqrt(nan) as a constant = 0x1.8dp-11, expected nan"));
}

TEST_F(FindingTest, BothResultsOfACallAreTold) {
  EXPECT_THAT(fails("frexp", 2,
                    {.result =
                         [](const Element& e, Bits right) {
                           return e.component == 1 && e.input == kFour && e.form == CallForm::plain ? Bits{77} : right;
                         }}),
              testing::HasSubstr("frexp(0x1p+2) = (0x1p-1, 77), expected (0x1p-1, 3)"));
}

// For vectors of three: after six launches of constants, each of which is repeated, and two more.
constexpr int kInTable = 14;

TEST_F(FindingTest, WhatWasNeverStoredAndWhatWasStoredElsewhereIsSaid) {
  EXPECT_THAT(fails("sqrt", 3, {.lost_component = 0}),
              testing::MatchesRegex("[0-9]+ results were never stored: the output is unchanged"));
  EXPECT_EQ(fails("sqrt", 3, {.overrunning_launch = kInTable}), "1 launch wrote outside the output");
}

TEST_F(FindingTest, AnotherFormOfTheCallIsDescribedAndNotNamed) {
  const auto missing = [](CallForm form, Making, const Widths& widths) -> std::string {
    return form == CallForm::scalar_argument && widths.back() == 16 ? "Symbols not found: [ _Z5ldexpDv16_Dhi, x ]" : "";
  };
  EXPECT_EQ(fails("ldexp", 16, {.build_log = missing}),
            "with a scalar among vectors it does not build: ldexp(half16, int) is missing at link time; the plain "
            "call is right");
  EXPECT_THAT(fails("frexp", 1,
                    {.result =
                         [](const Element& e, Bits right) {
                           return e.form == CallForm::local_pointer && e.component == 1 ? right ^ 1U : right;
                         }}),
              testing::MatchesRegex("[0-9]+ of [0-9]+ results wrong with a pointer to local memory; the plain call is "
                                    "right"));
  left_out_["global"] = {CaseVerdict::crash, "killed by SIGSEGV"};
  const Finding found = of("frexp", 1, {});
  EXPECT_EQ(found.verdict, CaseVerdict::crash);
  EXPECT_EQ(found.reason, "with a pointer to global memory: killed by SIGSEGV; the plain call is right");
}

TEST_F(FindingTest, AProgramThatDoesNotBuildIsToldByTheFirstUsefulLineOfItsLog) {
  const auto refuses = [](std::optional<Making> only) {
    return Faults{.build_log = [only](CallForm, Making making, const Widths&) -> std::string {
      return !only || making == *only ? "Compilation started\n1:3:12: error: use of undeclared identifier 'q'" : "";
    }};
  };
  const std::string why = "does not build: line 3: use of undeclared identifier 'q'";
  EXPECT_EQ(fails("sqrt", 1, refuses({})), why);
  EXPECT_EQ(fails("sqrt", 1, refuses(Making::literals)),
            "with constants as arguments it " + why + "; nothing else is wrong");
  EXPECT_EQ(fails("sqrt", 1, refuses(Making::table)), "with arguments from a buffer it " + why + "; nothing else is wrong");
}

TEST_F(FindingTest, AWrongResultIsWorseThanACompilerThatCrashed) {
  Faults faults{.compiler = CompilerEnd::crashed};
  faults.build_log = [](CallForm, Making making, const Widths&) -> std::string {
    return making == Making::literals ? "error: the compiler crashed: killed by SIGSEGV" : "";
  };
  Finding found = of("sqrt", 1, faults);
  EXPECT_EQ(found.verdict, CaseVerdict::crash);
  EXPECT_EQ(found.reason,
            "with constants as arguments it does not build: the compiler crashed: killed by SIGSEGV; nothing else is wrong");
  faults.result = [](const Element& e, Bits right) { return e.input == kFour ? right + 1 : right; };
  found = of("sqrt", 1, faults);
  EXPECT_EQ(found.verdict, CaseVerdict::fail);
}

}  // namespace
}  // namespace classay
