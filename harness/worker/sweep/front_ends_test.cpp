// Tests that a device with one language runs only that one, with the usual verdicts. Everything else is unsupported, with
// the driver's reason.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/journal/task.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/sweep/data_files.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/worker.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

// A device that takes only SPIR-V.
struct OneDevice : Backend {
  OneDevice(Unit u, Faults f)
      : unit(std::move(u)),
        faults(std::move(f)),
        plan(*unit.row, unit.format, Tier::smoke, 1, hard_inputs(*unit.row, unit.format),
             windows_for(*unit.row, unit.format, 1), unit.mode, vector_lanes(unit)) {}
  std::vector<Description> devices() override { return {}; }
  std::unique_ptr<Device> open(const std::string&) override {
    auto device = std::make_unique<FakeDevice>(unit, plan, std::vector{Making::literals, Making::table}, faults);
    device->can().lacks[Ability::opencl_c] = "it has no compiler";
    return device;
  }
  Unit unit;
  Faults faults;
  Plan plan;
};

// Returns the results of a worker that gets one task.
std::vector<Json> results_of(const Unit& unit, Faults faults) {
  OneDevice backend(unit, std::move(faults));
  std::vector<std::string> lines{task_text({.unit = unit})};
  std::vector<Json> results;
  const Dialogue dialogue{.next_line = [&]() -> std::optional<std::string> {
                            if (lines.empty()) return std::nullopt;
                            std::string line = lines.back();
                            lines.pop_back();
                            return line;
                          },
                          .tell =
                              [&](const message::Any& m) {
                                EXPECT_FALSE(std::holds_alternative<message::Trouble>(m)) << to_json(m).dump();
                                if (const auto* r = std::get_if<message::Result>(&m)) results.push_back(*r->result);
                              }};
  serve(backend, {}, dialogue);
  return results;
}

std::vector<Json> results_of(FrontEnd front_end, Faults faults) {
  return results_of(Unit{.front_end = front_end, .row = find("sqrt"), .format = Type::f16, .widths = {1, 4}},
                    std::move(faults));
}

TEST(FrontEndsTest, WhatALanguageForbidsIsUnsupportedAndTheOtherWidthsAreAsked) {
  const Unit unit{.front_end = FrontEnd::clspv, .row = find("fabs"), .format = Type::f32, .widths = {1, 4, 8}};
  const std::vector<Json> all = results_of(unit, {});
  ASSERT_EQ(all.size(), 3U);
  for (const Json& r : all) {
    const bool is_wide = r.at("case").get<std::string>().ends_with("v8");
    EXPECT_EQ(r.at("verdict"), is_wide ? "unsupported" : "pass") << r.dump();
    const std::string reason = r.value("reason", "");
    EXPECT_EQ(reason.find("8- and 16-Wide Vectors") != std::string::npos, is_wide) << reason;
  }
}

TEST(FrontEndsTest, ADeviceThatTakesSpirVAloneIsAskedInIt) {
  const std::vector<Json> right = results_of(FrontEnd::il, {});
  ASSERT_EQ(right.size(), 2U);
  for (const Json& r : right) EXPECT_EQ(r.at("verdict"), "pass") << r.dump();
  EXPECT_EQ(right[0].at("case"), "il/math/sqrt/f16/default/v1");
  const std::vector<Json> wrong =
      results_of(FrontEnd::il, {.result = [](const Element& e, Bits bits) { return e.width == 4 ? bits ^ 6 : bits; }});
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_EQ(wrong[0].at("verdict"), "pass") << wrong[0].dump();
  EXPECT_EQ(wrong[1].at("verdict"), "fail") << wrong[1].dump();
}

TEST(FrontEndsTest, WhatItDoesNotTakeIsUnsupported) {
  const std::vector<Json> all = results_of(FrontEnd::clc, {});
  ASSERT_EQ(all.size(), 2U);
  for (const Json& r : all) {
    EXPECT_EQ(r.at("verdict"), "unsupported");
    EXPECT_EQ(r.at("reason"), "it has no compiler");
  }
}

}  // namespace
}  // namespace classay
