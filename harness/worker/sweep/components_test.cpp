// Sweeps builtins with two result components, comparisons, and builtins with several arguments. A correct device passes at
// every width. An error in the second component, a wrong vector form of true, and an unwritten output fail where they occur,
// and only there. Inputs of input ranges match those that the host computes.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/journal/task.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result_testing.h"
#include "harness/worker/sweep/sweep.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

class ComponentsTest : public testing::Test {
 protected:
  Ledger sweep(std::string_view builtin, Type format, const Plan& plan, std::vector<Making> makings, Faults faults = {}) {
    const Task task{.unit = {.front_end = front_end_, .row = find(builtin), .format = format, .widths = {1, 2, 3, 4, 8, 16}},
                    .state = state_,
                    .left_out = left_out_};
    FakeDevice device(task.unit, plan, std::move(makings), std::move(faults));
    Sweep s(device, task, plan, 2, {.program = on_program_});
    Ledger ledger = s.run();
    results_ = json_results(s);
    return ledger;
  }
  Ledger sweep_smoke(std::string_view builtin, Type format, Faults faults = {}) {
    const Plan plan(*find(builtin), format, Tier::smoke, 1, {});
    std::vector<Making> makings(5, Making::table);  // the plan's second program, and those of other call variants
    makings.front() = Making::literals;
    return sweep(builtin, format, plan, std::move(makings), std::move(faults));
  }
  std::string verdict(std::size_t width_index) const { return results_.at(width_index).at("verdict"); }
  void expect_all(std::string_view expected) const {
    for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), expected) << results_[i].at("reason");
  }

  // Checks that the plain variant was judged, and that only this variant was refused.
  static void expect_refused(const Json& result, CallForm refused) {
    EXPECT_GT(result.at("counts").at("judged"), 0);
    EXPECT_EQ(result.at("counts").at("failed"), 0);
    EXPECT_THAT(
        result.at("reason").get<std::string>(),
        testing::HasSubstr(std::string(in_words(refused)) + " it does not build: out of luck; the plain call is right"));
    for (const Json& form : result.at("forms")) {
      const bool is_refused = form.at("form") == name(refused);
      EXPECT_EQ(form.at("asked") == 0, is_refused);
      ASSERT_EQ(form.contains("unasked"), is_refused);
      if (!is_refused) continue;
      EXPECT_EQ(form.at("unasked").at("verdict"), "fail");
      EXPECT_EQ(form.at("unasked").at("reason"), "out of luck");
      EXPECT_THAT(form.at("unasked").at("log").get<std::string>(), testing::HasSubstr("error: out of luck"));
    }
  }

  FrontEnd front_end_ = FrontEnd::clc;
  std::vector<Json> results_;
  OnProgram on_program_;
  SharedJson state_;
  std::map<std::string, Unasked> left_out_;
};

constexpr std::array kPointers{CallForm::local_pointer, CallForm::global_pointer, CallForm::generic_pointer};

TEST_F(ComponentsTest, ARightDevicePasses) {
  for (const auto& [builtin, format] :
       {std::pair{"frexp", Type::f16}, std::pair{"remquo", Type::f32}, std::pair{"modf", Type::f64},
        std::pair{"isless", Type::f16}, std::pair{"isnan", Type::f64}, std::pair{"ldexp", Type::f64},
        std::pair{"nan", Type::f32}, std::pair{"fma", Type::f16}}) {
    const Ledger ledger = sweep_smoke(builtin, format);
    expect_all("pass");
    for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.tally.failed(), 0U) << builtin;
  }
}

// Functions of bit patterns have no literals in tier smoke: all inputs are sent.
TEST_F(ComponentsTest, ADeviceThatIsRightPassesOfIntegersAndOneWrongResultFails) {
  for (const auto& [builtin, format] :
       {std::pair{"add_sat", Type::i8}, std::pair{"mad24", Type::i32}, std::pair{"upsample", Type::u16},
        std::pair{"div", Type::i64}, std::pair{"less", Type::u32}, std::pair{"abs", Type::i16},
        std::pair{"bitselect", Type::f16}, std::pair{"bitselect", Type::f64}}) {
    const Plan plan(*find(builtin), format, Tier::smoke, 1, {});
    std::vector<Making> makings{Making::table};
    if (plan.segments().front().making == Making::literals) makings = {Making::literals, Making::table};
    sweep(builtin, format, plan, makings);
    expect_all("pass");
    // Right bits, and NaNs, never need the oracle.
    EXPECT_EQ(results_[0].at("counts").at("slow_path"), 0) << builtin;
    Tuple input{};
    std::fill_n(input.begin(), plan.arity(), Bits{1});
    sweep(builtin, format, plan, makings,
          {.result = [&](const Element& e, Bits right) { return e.width == 8 && e.inputs == input ? right ^ 1U : right; }});
    for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), i == 4 ? "fail" : "pass") << builtin;
  }
}

TEST_F(ComponentsTest, BytesThatAreNeverWrittenAreSeenAtEveryPlace) {
  const Plan plan(*find("bit_xor"), Type::u8, Tier::smoke, 1, {});
  const Ledger ledger = sweep("bit_xor", Type::u8, plan, {Making::table}, {.lost_component = 0});
  expect_all("fail");
  for (const WidthRecord& r : ledger.widths) EXPECT_GE(r.unwritten, plan.count());  // padding elements count too
}

TEST_F(ComponentsTest, AnErrorOfTheSecondComponentAloneFailsWhereItIs) {
  for (const auto& [builtin, format] :
       {std::pair{"frexp", Type::f32}, std::pair{"modf", Type::f64}, std::pair{"remquo", Type::f16}}) {
    for (const int width : {1, 4, 16}) {
      sweep_smoke(builtin, format, {.result = [&](const Element& e, Bits right) {
                    return e.component == 1 && e.width == width && e.item == 3 && e.lane == width - 1 ? right ^ 0x11 : right;
                  }});
      for (std::size_t i = 0; i < results_.size(); ++i) {
        const bool is_it = results_[i].at("case").get<std::string>().ends_with("/v" + std::to_string(width));
        EXPECT_EQ(verdict(i), is_it ? "fail" : "pass") << builtin << results_[i].at("case");
      }
    }
  }
}

TEST_F(ComponentsTest, WhatWasGotIsAListOfBothComponents) {
  sweep_smoke("frexp", Type::f32, {.result = [](const Element& e, Bits right) {
                return e.component == 1 && e.input == 0x3f800000 ? Bits{77} : right;
              }});
  EXPECT_EQ(results_[0].at("first").at(0).at("got"), Json::array({"0x3f000000", "0x0000004d"}));
  const Json& worst = results_[0].at("max_ulp");
  for (const char* const key : {"got", "expected", "low", "high"}) EXPECT_EQ(worst.at(key).size(), 2U) << key;
}

TEST_F(ComponentsTest, AComponentThatIsNeverWrittenFails) {
  for (const int component : {0, 1}) {
    const Ledger ledger = sweep_smoke("modf", Type::f16, {.lost_component = component});
    expect_all("fail");
    for (const WidthRecord& r : ledger.widths) EXPECT_GT(r.unwritten, 0U);
  }
}

// One component of two 8-bit results equals the fill pattern of the first launch by chance, and the other component that of
// the second launch.
struct TwoBytes {
  const char* builtin;
  Type format;
};
constexpr std::array kTwoBytes{TwoBytes{"iaddcarry", Type::u8}, TwoBytes{"isubborrow", Type::u8},
                               TwoBytes{"umulextended", Type::u8}, TwoBytes{"smulextended", Type::i8}};

TEST_F(ComponentsTest, TwoBytesThatEqualFillPatternsByChanceWereWritten) {
  front_end_ = FrontEnd::il;
  for (const auto& [builtin, format] : kTwoBytes) {
    const Plan plan(*find(builtin), format, Tier::smoke, 1, {});
    const Ledger ledger = sweep(builtin, format, plan, {Making::table});
    expect_all("pass");
    for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.unwritten, 0U) << builtin;
  }
}

TEST_F(ComponentsTest, OneOfTwoBytesThatIsNeverWrittenIsFound) {
  front_end_ = FrontEnd::il;
  for (const auto& [builtin, format] : kTwoBytes) {
    const Plan plan(*find(builtin), format, Tier::smoke, 1, {});
    for (const int component : {0, 1}) {
      const Ledger ledger = sweep(builtin, format, plan, {Making::table}, {.lost_component = component});
      expect_all("fail");
      for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.unwritten, plan.count()) << builtin << component;
    }
  }
}

TEST_F(ComponentsTest, OneByteAtOnePlaceThatIsNeverWrittenIsFound) {
  front_end_ = FrontEnd::il;
  const Plan plan(*find("iaddcarry"), Type::u8, Tier::smoke, 1, {});
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Tuple input = plan.input(CounterRandom(seed, 0).below(plan.count()));
    for (const std::size_t component : {0, 1}) {
      sweep("iaddcarry", Type::u8, plan, {Making::table},
            {.is_lost = [&](const Element& e) { return e.width == 4 && e.component == component && e.inputs == input; }});
      for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), i == 3 ? "fail" : "pass") << seed;
    }
  }
}

// Nothing is promised of a division by zero. The device returns random bytes there, different in each launch.
TEST_F(ComponentsTest, RandomBytesWhereNothingIsPromisedWereWritten) {
  for (const Type format : {Type::i8, Type::u8}) {
    const Plan plan(*find("div"), format, Tier::smoke, 1, {});
    std::uint64_t stored = 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Ledger ledger = sweep("div", format, plan, {Making::table}, {.result = [&](const Element& e, Bits right) {
                                    return e.inputs[1] == 0 ? CounterRandom(seed, ++stored).below(256) : right;
                                  }});
      expect_all("pass");
      for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.unwritten, 0U) << seed;
    }
  }
}

TEST_F(ComponentsTest, PointersToOtherMemoryAreAskedTheSame) {
  const Ledger right = sweep_smoke("frexp", Type::f32);
  for (const WidthRecord& r : right.widths) {
    ASSERT_EQ(r.forms.size(), kPointers.size());
    for (const FormRecord& f : r.forms) {
      EXPECT_GE(f.asked, kFormInputs);
      EXPECT_EQ(f.differing, 0U);
    }
  }
  for (std::size_t form = 0; form < kPointers.size(); ++form) {
    const int width = std::array{1, 3, 16}.at(form);
    sweep_smoke("frexp", Type::f32, {.result = [&](const Element& e, Bits bits) {
                  const bool is_wrong = e.form == kPointers.at(form) && e.width == width && e.component == 1;
                  return is_wrong && e.input == 0xff7fffff ? bits ^ 1 : bits;
                }});
    for (const Json& r : results_) {
      const bool is_it = r.at("case").get<std::string>().ends_with("/v" + std::to_string(width));
      EXPECT_EQ(r.at("verdict"), is_it ? "fail" : "pass") << r.at("case");
      EXPECT_EQ(r.at("forms").at(form).at("failed"), is_it ? 1 : 0);
      EXPECT_EQ(r.at("forms").at(form).contains("vector"), is_it);
    }
  }
}

TEST_F(ComponentsTest, GenericPointersAreAskedOfThoseWhoHaveThem) {
  Capabilities device;
  EXPECT_THAT(call_forms(*find("frexp"), FrontEnd::clc, device),
              testing::ElementsAre(CallForm::local_pointer, CallForm::global_pointer));
  device.features = {"images", "generic-address-space"};
  EXPECT_THAT(call_forms(*find("frexp"), FrontEnd::clc, device), testing::ElementsAreArray(kPointers));
}

// A driver that divides the work-items by the largest possible power of two gets a different group size here.
TEST_F(ComponentsTest, OtherFormsAreAskedByAnOddNumberOfGroups) {
  constexpr std::uint64_t kGroup = 256;
  std::set<std::uint64_t> plain;
  std::set<std::uint64_t> others;
  sweep_smoke("frexp", Type::f32, {.launched = [&](CallForm form, const Launch& launch) {
                (form == CallForm::plain ? plain : others).insert(launch.items);
              }});
  EXPECT_THAT(others, testing::Each(testing::ResultOf([](std::uint64_t n) { return n % (2 * kGroup); }, kGroup)));
  EXPECT_THAT(plain, testing::Each(testing::ResultOf([](std::uint64_t n) { return n % kGroup != 0; }, true)));
}

TEST_F(ComponentsTest, AFormThatDoesNotBuildFailsAndTheOthersAreJudged) {
  std::vector<std::string> told;
  on_program_ = [&](std::string_view name, const std::string&) { told.emplace_back(name); };
  for (const CallForm refused : {CallForm::local_pointer, CallForm::generic_pointer}) {
    told.clear();
    const Ledger ledger = sweep_smoke("frexp", Type::f16, {.build_log = [&](CallForm form, Making, const std::vector<int>&) {
                                        return form == refused ? "error: out of luck" : "";
                                      }});
    expect_all("fail");
    std::vector<std::string> expected{"literals-table"};
    for (const CallForm form : kPointers) {
      expected.emplace_back(name(form));
      for (const char* const width : {"-v1", "-v2", "-v3", "-v4", "-v8", "-v16"}) {
        if (form == refused) expected.push_back(std::string(name(form)) + width);
      }
    }
    EXPECT_EQ(told, expected);
    for (const Json& r : results_) expect_refused(r, refused);
    EXPECT_EQ(ledger_from(to_json(ledger), {1, 2, 3, 4, 8, 16}).widths, ledger.widths);
  }
}

// A variant that ended a worker process.
TEST_F(ComponentsTest, AFormThatIsLeftOutIsThatVerdictAndTheOthersAreAsked) {
  left_out_["global"] = {CaseVerdict::crash, "killed by SIGSEGV"};
  sweep_smoke("frexp", Type::f16);
  expect_all("crash");
  for (const Json& r : results_) {
    EXPECT_EQ(r.at("reason"), "with a pointer to global memory: killed by SIGSEGV; the plain call is right");
    for (const Json& form : r.at("forms")) {
      EXPECT_EQ(form.contains("unasked"), form.at("form") == "global");
      EXPECT_EQ(form.at("asked") == 0, form.at("form") == "global");
    }
  }
}

// A run that is stopped before its variants runs them when it is resumed.
TEST_F(ComponentsTest, FormsAreAskedOfATaskThatIsGoneOnWithAtItsEnd) {
  const Ledger whole = sweep_smoke("frexp", Type::f32);
  Json state = to_json(whole);
  for (Json& width : state["widths"]) width["forms"] = Json::array();
  state_ = shared(std::move(state));
  const Plan plan(*find("frexp"), Type::f32, Tier::smoke, 1, {});
  const std::vector<Making> makings(4, Making::table);
  const Ledger resumed = sweep("frexp", Type::f32, plan, makings);
  for (std::size_t i = 0; i < whole.widths.size(); ++i) EXPECT_EQ(resumed.widths[i].forms, whole.widths[i].forms);
  const auto wrong = [](const Element& e, Bits right) { return e.form == CallForm::plain ? right : right ^ 1U; };
  sweep("frexp", Type::f32, plan, makings, {.result = wrong});
  expect_all("fail");
}

TEST_F(ComponentsTest, AScalarArgumentIsAskedTheSame) {
  const Ledger ledger = sweep_smoke("ldexp", Type::f16);
  for (const WidthRecord& r : ledger.widths) {
    ASSERT_EQ(r.forms.size(), r.width == 1 ? 0U : 1U);  // at width 1, a scalar argument is the plain call
    if (r.width > 1) {
      EXPECT_EQ(r.forms[0].form, CallForm::scalar_argument);
    }
  }
  sweep_smoke("sin", Type::f16);
  EXPECT_FALSE(results_[0].contains("forms"));
}

TEST_F(ComponentsTest, WritingBehindTheSecondOutputFails) {
  sweep_smoke("frexp", Type::f32, {.overrunning_launch = 15});
  EXPECT_EQ(std::ranges::count(results_, "fail", [](const Json& r) { return r.at("verdict").get<std::string>(); }), 1);
}

// True is 1 for scalars, and has all bits set in vectors.
TEST_F(ComponentsTest, TrueHasAnotherFormInVectors) {
  for (const Type format : kFloatTypes) {
    sweep_smoke("islessequal", format,
                {.result = [](const Element& e, Bits right) { return e.width > 1 && right != 0 ? Bits{1} : right; }});
    for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), i == 0 ? "pass" : "fail");
    const Json& got = results_[3].at("first").at(0).at("got");
    EXPECT_EQ(got.get<std::string>().size(), 2U + static_cast<std::size_t>(width(format)) / 4);
    EXPECT_EQ(std::stoull(got.get<std::string>(), nullptr, 16), 1U);
  }
  sweep_smoke("isnan", Type::f32, {.result = [](const Element& e, Bits right) {
                return e.width == 1 && right != 0 ? Bits{0xffffffff} : right;
              }});
  for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), i == 0 ? "fail" : "pass");
}

TEST_F(ComponentsTest, WhatIsTrueInItsLowerHalfOnlyIsWrong) {
  sweep_smoke("isequal", Type::f64,
              {.result = [](const Element& e, Bits right) { return e.width == 2 && right == 0 ? Bits{1} << 32U : right; }});
  for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), i == 1 ? "fail" : "pass");
}

TEST_F(ComponentsTest, RunsAreAskedFromTheirHeaders) {
  const Row& row = *find("fmod");
  const Plan plan = Plan::of_runs(row, Type::f32, 1, 8192, 10);  // more inputs than are sent from a table
  ASSERT_GT(plan.count(), kSent);
  const Task task{.unit = {.row = &row, .format = Type::f32, .widths = {1, 4}}, .shard = {1, 64}, .state = nullptr};
  FakeDevice device(task.unit, plan, {Making::runs}, {.result = [&](const Element& e, Bits right) {
                      return e.width == 4 && e.inputs[0] % 1024 == 77 ? right ^ 2 : right;
                    }});
  Sweep s(device, task, plan, 2, {});
  const Ledger& ledger = s.run();
  EXPECT_EQ(ledger.widths[0].tally.failed(), 0U);
  ASSERT_GT(ledger.widths[1].tally.failed(), 0U);
  for (const Sample& sample : ledger.widths[1].tally.first_failures()) {
    EXPECT_EQ(sample.inputs, plan.input(sample.index));
    EXPECT_EQ(sample.inputs[0] % 1024, 77U);
  }
}

TEST(AnswerPackingTest, WhatIsPackedUnpacks) {
  for (const auto& [builtin, format, bytes] :
       {std::tuple{"sin", Type::f16, 2}, std::tuple{"frexp", Type::f16, 8}, std::tuple{"frexp", Type::f64, 16},
        std::tuple{"modf", Type::f16, 4}, std::tuple{"sincos", Type::f64, 16}}) {
    const AnswerPacking packing(*find(builtin), format);
    EXPECT_EQ(packing.bytes(), bytes) << builtin;
    ResultBits bits{};
    for (std::size_t c = 0; c < packing.types().size(); ++c) bits.at(c) = 0xfedcba9876543210U & mask(packing.types()[c]);
    EXPECT_EQ(packing.answer(packing.packed(bits)), bits) << builtin;
  }
}

}  // namespace
}  // namespace classay
