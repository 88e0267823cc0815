// Runs single inputs again. A correct device gives one result, alone and in bulk. A device that errs only in some of many
// work-items is right alone; the bulk launch shows each result with its number of work-items.
#include "harness/worker/sweep/ask.h"

#include <gtest/gtest.h>

#include "harness/worker/sweep/fake_device.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

class AskTest : public testing::Test {
 protected:
  // Runs one vector.
  static Replies asked(const Case& c, const std::vector<Tuple>& inputs, Faults faults) {
    const Unit unit{.row = c.row, .format = c.format, .widths = {c.width}};
    const Plan plan = Plan::of_inputs(*c.row, c.format, Making::literals, inputs);
    FakeDevice device(unit, plan, {Making::table, Making::literals}, std::move(faults));
    return ask(device, c, inputs);
  }
};

const Case kScalar{.row = find("mad_sat"), .format = Type::u32, .width = 1};
const Case kVector{.row = find("convert_int"), .format = Type::i16, .width = 4};
const Case kAcross{.row = find("dot_ss"), .format = Type::i8, .width = 4};
const Case kAcrossToo{.row = find("shuffle"), .format = Type::u32, .width = 4};
const std::vector<Tuple> kFour{{1, 5}, {2, 6}, {3, 7}, {4, 8}};

TEST_F(AskTest, ADeviceThatIsRightHasOneAnswer) {
  const Replies scalar = asked(kScalar, {{1, 2, 0xffffffff}}, {});
  EXPECT_EQ(scalar.replies.at(0).sent, (ResultBits{0xffffffff}));
  for (const Replies& r : {scalar, asked(kVector, kFour, {}), asked(kAcross, kFour, {})}) {
    ASSERT_EQ(r.crowds.size(), 1U);
    ASSERT_EQ(r.crowds[0].size(), 1U);
    EXPECT_EQ(r.crowds[0][0].work_items, kCrowd);
    for (std::size_t i = 0; i < r.crowds[0][0].results.size(); ++i) {
      EXPECT_EQ(r.crowds[0][0].results[i], r.replies.at(i).sent) << i;
      EXPECT_EQ(r.replies.at(i).literal, r.replies.at(i).sent) << i;
    }
  }
  EXPECT_EQ(asked(kVector, kFour, {}).replies.at(2).sent, (ResultBits{3}));
  EXPECT_EQ(asked(kAcross, kFour, {}).replies.at(0).sent, (ResultBits{5 + 12 + 21 + 32}));
}

// Errs like a vectoriser that takes work-items in groups of four and has separate code for the remainder.
TEST_F(AskTest, WhatOnlyACrowdShowsIsTold) {
  for (const Case& c : {kScalar, kVector, kAcross}) {
    const std::size_t last = static_cast<std::size_t>(result_count(*c.row, c.width)) - 1;
    const Faults faults{.result = [&](const Element& e, Bits right) {
      return e.item >= 4 && e.lane == static_cast<int>(last) ? right ^ 1U : right;
    }};
    const std::vector<Tuple> inputs(kFour.begin(), kFour.begin() + c.width);
    const Replies r = asked(c, inputs, faults);
    const ResultBits right = asked(c, inputs, {}).replies.at(last).sent;
    EXPECT_EQ(r.replies.at(last).sent, right) << c.row->name;
    ASSERT_EQ(r.crowds.at(0).size(), 2U) << c.row->name;
    EXPECT_EQ(r.crowds[0][0].work_items, kCrowd - 4);
    EXPECT_EQ(r.crowds[0][0].results.at(last), (ResultBits{right[0] ^ 1U}));
    EXPECT_EQ(r.crowds[0][1].work_items, 4U);
    EXPECT_EQ(r.crowds[0][1].results.at(last), right);
  }
}

TEST_F(AskTest, WhatOnlyAnotherFormShowsIsTold) {
  const Case c{.row = find("frexp"), .format = Type::f32, .width = 4};
  const std::vector<Tuple> inputs{{0x40000000}, {0x3f800000}, {0x40400000}, {0x7f800000}};
  const Unit unit{.row = c.row, .format = c.format, .widths = {c.width}};
  const Plan plan = Plan::of_inputs(*c.row, c.format, Making::table, inputs);
  const auto crowds_of = [&](CallForm form, Faults faults) {
    FakeDevice device(unit, plan, {Making::table}, std::move(faults));
    return ask_in_form(device, c, inputs, form);
  };
  const auto wrong_in_local = [](const Element& e, Bits right) {
    return e.form == CallForm::local_pointer && e.lane == 1 && e.component == 1 ? right ^ 1U : right;
  };
  for (const CallForm form : {CallForm::local_pointer, CallForm::global_pointer}) {
    const auto crowds = crowds_of(form, {.result = wrong_in_local});
    const auto right = crowds_of(form, {});
    ASSERT_EQ(crowds.size(), 1U);
    ASSERT_EQ(crowds[0].size(), 1U);
    EXPECT_EQ(crowds[0][0].work_items, kCrowd);
    EXPECT_EQ(crowds[0][0].results.at(0), right[0][0].results.at(0));
    EXPECT_EQ(crowds[0][0].results.at(1) == right[0][0].results.at(1), form == CallForm::global_pointer);
  }
  const Faults unbuilt{.build_log = [](CallForm form, Making, const std::vector<int>&) {
    return form == CallForm::local_pointer ? "error: as told" : "";
  }};
  EXPECT_THROW(crowds_of(CallForm::local_pointer, unbuilt), DeviceError);
}

// A compiler that folds a call is a second source of results, also for a vector whose lanes make one call.
TEST_F(AskTest, WhatOnlyConstantsShowIsTold) {
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
    for (Case c : {kVector, kAcrossToo}) {
      c.front_end = front_end;
      const Faults faults{.result = [](const Element& e, Bits right) { return e.is_literal ? right ^ 1U : right; }};
      const std::vector<Tuple> inputs(kFour.begin(), kFour.begin() + c.width);
      const Replies r = asked(c, inputs, faults);
      const Replies right = asked(c, inputs, {});
      for (std::size_t i = 0; i < right.replies.size(); ++i) {
        EXPECT_EQ(r.replies.at(i).sent, right.replies.at(i).sent);
        EXPECT_EQ(r.replies.at(i).literal, (ResultBits{right.replies.at(i).sent[0] ^ 1U})) << c.row->name << " " << i;
        EXPECT_TRUE(r.replies.at(i).literal_was_written);
      }
    }
  }
}

// Simulates a compiler that drops a store in a program with many constants. A vector alone is right, and so is a vector
// among others than those of the run.
TEST_F(AskTest, WhatOnlyConstantsAmongOthersShowIsTold) {
  for (const Case& c : {kVector, kAcrossToo}) {
    const bool is_across = goes_across_lanes(c.row->signature);
    const std::vector<Tuple> company = constants_of(c, Tier::quick, 1);
    ASSERT_GT(company.size(), 2 * static_cast<std::size_t>(c.width)) << c.row->name;
    const std::uint64_t items = sections(company.size(), c.width);
    std::vector<Tuple> second;
    for (int lane = 0; lane < c.width; ++lane) second.push_back(company[lane_input(company.size(), c.width, 0, 1, lane)]);
    const Unit unit{.row = c.row, .format = c.format, .widths = {c.width}};
    const auto told = [&](std::span<const Tuple> among, bool is_wrong) {
      const Faults faults{.result = [&](const Element& e, Bits right) {
        return is_wrong && e.is_literal && e.launched >= items ? right ^ 1U : right;
      }};
      const std::vector<Tuple>& constants = among.size() == company.size() ? company : second;
      const Plan plan = Plan::of_inputs(*c.row, c.format, Making::literals, constants, is_across ? c.width : 1);
      FakeDevice device(unit, plan, {Making::table, Making::literals}, faults);
      return ask(device, c, second, among).replies;
    };
    const std::vector<Reply> right = told(company, false);
    const std::vector<Reply> alone = told({}, true);
    const std::vector<Reply> among = told(company, true);
    const std::vector<Reply> elsewhere = told(std::span(company).first(static_cast<std::size_t>(c.width)), true);
    for (std::size_t i = 0; i < right.size(); ++i) {
      EXPECT_EQ(right[i].literal, right[i].sent) << c.row->name << " " << i;
      EXPECT_EQ(alone[i].literal, alone[i].sent) << c.row->name << " " << i;
      EXPECT_EQ(elsewhere[i].literal, elsewhere[i].sent) << c.row->name << " " << i;
      EXPECT_EQ(among[i].literal, (ResultBits{right[i].sent[0] ^ 1U})) << c.row->name << " " << i;
    }
  }
}

TEST_F(AskTest, AProgramOfItsOwnHasTheConstantsOfTheRun) {
  const std::vector<Tuple> company = constants_of(kVector, Tier::quick, 1);
  const std::vector<Tuple> others{{0x1234}, {0x1235}, {0x1236}, {0x1237}};
  std::vector<Tuple> theirs;
  for (int lane = 0; lane < 4; ++lane) theirs.push_back(company[lane_input(company.size(), 4, 0, 0, lane)]);
  const std::size_t all = sections(company.size(), 4) * 4;
  EXPECT_EQ(stand_alone(kVector, theirs, company).inputs.size(), all);
  const StandAlone with_others = stand_alone(kVector, others, company);
  EXPECT_EQ(with_others.inputs.size(), all + 8);  // an odd number of vectors
  EXPECT_TRUE(std::ranges::equal(std::span(with_others.inputs).first(4), theirs));
  EXPECT_TRUE(std::ranges::equal(std::span(with_others.inputs).subspan(all, 4), others));
}

TEST_F(AskTest, ConstantsThatDoNotBuildAreToldBesideWhatWasSent) {
  const Faults faults{.build_log = [](CallForm, Making making, const std::vector<int>&) {
    return making == Making::literals ? "a.cl:9:1: error: no constants" : "";
  }};
  for (const Case& c : {kVector, kAcrossToo}) {
    const Replies r = asked(c, kFour, faults);
    const Replies right = asked(c, kFour, {});
    for (std::size_t i = 0; i < right.replies.size(); ++i) {
      EXPECT_EQ(r.replies.at(i).sent, right.replies.at(i).sent);
      EXPECT_EQ(r.replies.at(i).literal_unbuilt, "line 9: no constants");
      EXPECT_EQ(right.replies.at(i).literal_unbuilt, "");
    }
  }
}

}  // namespace
}  // namespace classay
