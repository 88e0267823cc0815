// Sweeps conversions, loads and stores. A correct device passes without the MPFR fallback, and inputs out of range count as
// undefined, not as passed. An error for one input at one width fails there and only there: in a rounding, a saturation, a
// NaN, or one variant of a store.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "harness/journal/task.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result_testing.h"
#include "harness/worker/sweep/sweep.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

class ConversionSweepTest : public testing::Test {
 protected:
  Ledger sweep(std::string_view name, Type format, Faults faults = {}, Edition edition = Edition::clc31,
               Tier tier = Tier::smoke) {
    const Row& row = *find(name);
    const std::span<const int> all = widths(row);
    const Task task{.unit = {.row = &row, .format = format, .widths = {all.begin(), all.end()}},
                    .tier = tier,
                    .edition = edition,
                    .state = nullptr};
    const Plan plan(row, format, tier, 1, {});
    // All inputs are sent; the other programs are those of other call variants.
    std::vector<Making> makings(12, Making::table);
    makings.front() = plan.segments().front().making == Making::literals ? Making::literals : Making::table;
    FakeDevice device(task.unit, plan, makings, std::move(faults));
    Sweep s(device, task, plan, 2, {});
    Ledger ledger = s.run();
    results_ = json_results(s);
    return ledger;
  }
  void expect_only(int width, std::string_view verdict, std::string_view what) const {
    for (const Json& r : results_) {
      const bool is_it = r.at("case").get<std::string>().ends_with("/v" + std::to_string(width));
      EXPECT_EQ(r.at("verdict"), is_it ? verdict : "pass") << what << " " << r.at("case") << r.at("reason");
    }
  }

  std::vector<Json> results_;
};

constexpr auto kAsked = std::to_array<std::pair<std::string_view, Type>>({
    {"convert_int_sat_rte", Type::f32},
    {"convert_uchar", Type::i16},
    {"convert_half_rtz", Type::f32},
    {"convert_float", Type::f64},
    {"convert_ulong_rtp", Type::f64},
    {"convert_double", Type::i64},
    {"implicit_float", Type::f64},
    {"implicit_uchar", Type::i64},
    {"implicit_short", Type::f32},
    {"widened_float", Type::i64},
    {"widened_ulong", Type::i16},
    {"as_uint", Type::f32},
    {"as_half", Type::u16},
    {"vloadn", Type::f64},
    {"vstoren", Type::u8},
    {"vload_half", Type::f16},
    {"vloada_halfn", Type::f16},
    {"vstore_halfn_rtn", Type::f64},
    {"vstorea_halfn", Type::f32},
});

TEST_F(ConversionSweepTest, ARightDevicePassesWithoutTheSlowJudge) {
  for (const auto& [name, format] : kAsked) {
    const Ledger ledger = sweep(name, format);
    expect_only(1, "pass", name);
    for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.slow_path, 0U) << name;
    EXPECT_GT(results_[0].at("counts").at("judged"), 250) << name;
  }
}

TEST_F(ConversionSweepTest, OneWrongResultFailsWhereItIs) {
  for (const auto& [name, format] : kAsked) {
    const int width = widths(*find(name)).back();
    // Changes the last bit of the result for 1, which is in range and not a NaN.
    const Bits one = is_float(format) ? classay::format(format).one() : 1;
    sweep(name, format, {.result = [&](const Element& e, Bits right) {
            return e.width == width && e.input == one && e.form == CallForm::plain ? right ^ 1U : right;
          }});
    expect_only(width, "fail", name);
  }
}

TEST_F(ConversionSweepTest, OutOfRangeIsUndefinedAndNeverJudged) {
  const Ledger wild = sweep("convert_uchar_rte", Type::f16, {.result = [](const Element& e, Bits right) {
                              const bool is_beyond =
                                  !kF16.is_finite(e.input) || kF16.is_negative(e.input) || e.input > 0x5c00;
                              return is_beyond && e.input != 0x8000 ? Bits{e.width % 2 != 0 ? 13U : 31U} : right;
                            }});
  expect_only(1, "pass", "what is beyond may be anything");
  EXPECT_GT(wild.widths[0].tally.undefined(), 30'000U);
  const Plan plan(*find("convert_uchar_rte"), Type::f16, Tier::smoke, 1, {});
  EXPECT_EQ(wild.widths[0].tally.undefined() + wild.widths[0].tally.judged(), plan.count());
}

TEST_F(ConversionSweepTest, SaturationIsJudgedAtEveryInput) {
  const auto wraps = [](const Element& e, Bits right) { return e.input == 0x5c00 ? Bits{0} : right; };  // 256
  sweep("convert_uchar_sat", Type::f16, {.result = wraps});
  for (const Json& r : results_) EXPECT_EQ(r.at("verdict"), "fail");
  EXPECT_EQ(results_[0].at("first").at(0).at("inputs"), Json::array({"0x5c00"}));
}

// Where the specification says what a NaN gives, only that passes. Where it only recommends a result, others get a warning.
TEST_F(ConversionSweepTest, ASaturatedNanIsZeroWhereTheDocumentSaysSo) {
  const Faults faults{.result = [](const Element& e, Bits right) { return kF16.is_nan(e.input) ? Bits{7} : right; }};
  sweep("convert_char_sat", Type::f16, faults, Edition::clc31);
  for (const Json& r : results_) EXPECT_EQ(r.at("verdict"), "fail");
  sweep("convert_char_sat", Type::f16, faults, Edition::clc20);
  for (const Json& r : results_) EXPECT_EQ(r.at("verdict"), "quality-warning");
  const Plan plan(*find("convert_char_sat"), Type::f16, Tier::smoke, 1, {});
  std::uint64_t nans = 0;
  for (std::uint64_t i = 0; i < plan.count(); ++i) nans += kF16.is_nan(plan.input(i)[0]) ? 1 : 0;
  EXPECT_GE(nans, 2 * 1023);
  EXPECT_EQ(results_[0].at("counts").at("poor"), nans);
}

TEST_F(ConversionSweepTest, AnyNanStandsForANan) {
  const Faults faults{
      .result = [](const Element& e, Bits right) { return kF32.is_nan(right) ? 0xffc12345U + e.item % 2 : right; }};
  sweep("convert_float", Type::f64, faults);
  expect_only(1, "pass", "payloads");
  sweep("convert_float", Type::f64,
        {.result = [](const Element&, Bits right) { return kF32.is_nan(right) ? kF32.infinity() : right; }});
  for (const Json& r : results_) EXPECT_EQ(r.at("verdict"), "fail");
}

const Capabilities kGeneric{.features = {"generic-address-space"}};

TEST_F(ConversionSweepTest, EveryFormOfALoadAndAStoreIsAsked) {
  for (const auto& [name, format, forms] : {std::tuple{"vstore_halfn", Type::f32, 6}, std::tuple{"vloadn", Type::i64, 7},
                                            std::tuple{"vloada_halfn", Type::f16, 7}}) {
    const std::vector<CallForm> all = call_forms(*find(name), FrontEnd::clc, kGeneric);
    EXPECT_EQ(static_cast<int>(all.size()), forms) << name;
    for (const CallForm form : all) {
      sweep(name, format, {.result = [&](const Element& e, Bits right) {
              return e.form == form && e.width == 3 && e.input == 0 ? right ^ 1U : right;
            }});
      expect_only(3, "fail", classay::name(form));
    }
  }
}

TEST_F(ConversionSweepTest, SelectionsOfOpenClCHaveUnsignedMasks) {
  for (const char* const name : {"select", "conditional"}) {
    EXPECT_EQ(call_forms(*find(name), FrontEnd::clc, kGeneric), std::vector{CallForm::unsigned_mask});
    EXPECT_TRUE(call_forms(*find(name), FrontEnd::il, kGeneric).empty());
  }
  EXPECT_TRUE(call_forms(*find("bitselect"), FrontEnd::clc, kGeneric).empty());
}

TEST_F(ConversionSweepTest, TierSmokeLeavesFormsOfShortIntegersToLargerTiers) {
  const Faults in_local{.result = [](const Element& e, Bits right) {
    return e.form == CallForm::local_pointer && e.width == 3 && e.input == 0 ? right ^ 1U : right;
  }};
  for (const Type format : {Type::i8, Type::u16}) {
    const Ledger ledger = sweep("vloadn", format, in_local);
    for (const WidthRecord& r : ledger.widths) EXPECT_TRUE(r.forms.empty());
    expect_only(3, "pass", "smoke");
    sweep("vloadn", format, in_local, Edition::clc31, Tier::quick);
    expect_only(3, "fail", "quick");
  }
}

}  // namespace
}  // namespace classay
