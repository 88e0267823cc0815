// Tests that a device is sent exactly the inputs of the plan, for any making and wherever in an input range a batch begins.
// Possible faults: an input range continues past the start of the next one; the wrong argument is counted up, or beyond its
// type.
#include "harness/worker/sweep/asker.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/fake_device.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

using sweep_test::FakeDevice;
using sweep_test::Faults;

// Runs a batch of the plan in SPIR-V, where everything but literals is sent, and checks what was sent.
void expect_sent(const Unit& unit, const Plan& plan, const Stretch& stretch, const Batch& batch) {
  std::vector<std::vector<std::byte>> sent;
  const Faults faults{.launched = [&](CallForm, const Launch& launch) {
    for (const auto& input : launch.inputs) sent.emplace_back(input.begin(), input.end());
  }};
  FakeDevice device(unit, plan, {Making::table}, faults);
  Asker asker(device, unit, plan, stretch);
  asker.submit(batch, 1);
  asker.wait();
  const std::vector<Type> types = argument_types(*unit.row, unit.format);
  ASSERT_EQ(sent.size(), types.size());
  for (std::uint64_t i = 0; i < batch.count; ++i) {
    const Tuple input = plan.input(batch.first + i);
    for (std::size_t a = 0; a < types.size(); ++a) {
      ASSERT_EQ(element_at(sent[a], width(types[a]) / 8, i), input.at(a) & mask(types[a]))
          << unit.row->name << ", input " << batch.first + i << ", argument " << a;
    }
  }
}

TEST(AskerTest, WhatIsSentIsWhatThePlanHas) {
  struct Asked {
    const char* name;
    Type format;
    Tier tier;
  };
  std::set<Making> seen;
  for (const auto& [name, format, tier] :
       {Asked{"sqrt", Type::f16, Tier::full}, Asked{"abs", Type::i8, Tier::full}, Asked{"fabs", Type::f32, Tier::full},
        Asked{"fmax", Type::f32, Tier::full}, Asked{"fma", Type::f16, Tier::full}, Asked{"ldexp", Type::f64, Tier::quick}}) {
    const Unit unit{.front_end = FrontEnd::il, .row = find(name), .format = format, .widths = {1}};
    const Plan plan(*unit.row, format, tier, 1, {});
    for (const Stretch& stretch : stretches(plan, 600, FrontEnd::il)) {
      if (stretch.making == Making::literals) continue;
      const std::uint64_t count = std::min<std::uint64_t>(600, stretch.end - stretch.first);
      // The first batch, the last, and one that begins within an input range.
      for (const std::uint64_t first :
           {stretch.first, stretch.end - count, stretch.first + (stretch.end - stretch.first) / 3}) {
        expect_sent(unit, plan, stretch, {first, std::min(count, stretch.end - first)});
        seen.insert(plan.segment_of(first).making);
      }
    }
  }
  EXPECT_THAT(seen, testing::IsSupersetOf({Making::range, Making::runs, Making::table}));
}

// Tier smoke runs halves as scalars and in one vector width. Compilers that make all kernels with the program would make
// six.
TEST(AskerTest, AProgramHasTheWidthsThatItsTierRuns) {
  const auto widths_built = [](std::vector<int> asked, Tier tier) {
    const Unit unit{.row = find("sqrt"), .format = Type::f16, .widths = std::move(asked)};
    const Plan plan(*unit.row, unit.format, tier, 1, {});
    FakeDevice device(unit, plan, {Making::table}, {});
    std::string text;
    const Asking asking{.tier = tier, .on_program = [&](std::string_view, const std::string& source) { text = source; }};
    const Asker asker(device, unit, plan, stretches(plan, 600, unit.front_end).back(), asking);
    std::vector<int> built;
    for (const int width : kVectorWidths) {
      if (text.find(fmt::format("_v{}(", width)) != std::string::npos) built.push_back(width);
    }
    return built;
  };
  const int turn = width_of_turn(*find("sqrt"), Type::f16);
  const std::vector<int> all(kVectorWidths.begin(), kVectorWidths.end());
  EXPECT_EQ(widths_built({1, turn}, Tier::smoke), (std::vector{1, turn}));
  EXPECT_EQ(widths_built({turn}, Tier::smoke), (std::vector{1, turn}));  // as in the first run of the unit
  EXPECT_EQ(widths_built(all, Tier::smoke), all);
  EXPECT_EQ(widths_built({1, turn}, Tier::quick), all);
}

}  // namespace
}  // namespace classay
