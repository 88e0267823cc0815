// Tests devices that err in one launch of the same inputs and not in another. No wrong result that was read passes,
// whichever launch it came from. Results that differ, all within the limit, give a warning with an input. Differences in
// unspecified results, or in the bits of NaNs, do not matter. Counts, samples and histograms equal those of a device that is
// right both times.
//
// Possible faults: a second launch is only counted, its guards are not checked, or the confirmation of a failure found in it
// runs other inputs.
#include "harness/worker/sweep/second_launch.h"

#include <nlohmann/json.hpp>
#include <set>

#include "harness/worker/sweep/testing.h"

namespace classay::sweep_test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

using Change = std::function<Bits(const Element&, Bits right)>;

// Changes the results of the n-th launch of each batch, or of one launch only.
class Wavering {
 public:
  Faults nth_time(int n, const Change& change) {
    return {.result = [this, n, change](const Element& e, Bits right) { return time_ == n ? change(e, right) : right; },
            .launched = [this](CallForm form, const Launch& launch) { note(form, launch); }};
  }
  // Changes the first result for which `change` makes a difference.
  Faults only_launch(int number, const Change& change) {
    return {.result =
                [this, number, change](const Element& e, Bits right) {
                  if (launches_ != number + 1 || has_erred_) return right;
                  const Bits changed = change(e, right);
                  has_erred_ = changed != right;
                  return changed;
                },
            .launched = [this](CallForm form, const Launch& launch) { note(form, launch); }};
  }
  bool has_erred() const { return has_erred_; }
  int launches() const { return launches_; }

 private:
  void note(CallForm form, const Launch& launch) {
    std::string what = std::string(name(form)) + launch.kernel;
    for (const std::uint64_t s : launch.scalars) what += " " + std::to_string(s);
    for (const std::span<const std::byte> input : launch.inputs) {
      what.append(reinterpret_cast<const char*>(input.data()), input.size());
    }
    time_ = ++times_[what];
    ++launches_;
  }

  std::map<std::string, int> times_;
  int time_ = 0;
  int launches_ = 0;
  bool has_erred_ = false;
};

class SecondLaunchTest : public testing::Test {
 protected:
  void use(std::string_view builtin, Type format, std::vector<int> widths, Mode mode = Mode::standard) {
    task_ = {.unit = {.row = find(builtin), .format = format, .mode = mode, .widths = std::move(widths)}, .state = nullptr};
    const bool is_across = goes_across_lanes(task_.unit.row->signature);
    plan_.emplace(is_across ? plan_without_data(task_.unit, Tier::smoke, 1)
                            : Plan(*task_.unit.row, format, Tier::smoke, task_.seed, {}, {}, mode));
  }
  Ledger sweep(Faults faults, SweepEvents events = {}) {
    std::vector<Making> makings(17, Making::table);  // the plan's programs, and those of other call variants
    const bool has_literals = plan_->segments().front().making == Making::literals;
    const std::uint64_t next = task_.state == nullptr ? 0 : task_.state->at("next").get<std::uint64_t>();
    if (has_literals && next < plan_->segments().front().count) makings.insert(makings.begin(), Making::literals);
    FakeDevice device(task_.unit, *plan_, makings, std::move(faults));
    Sweep s(device, task_, *plan_, 2, std::move(events));
    Ledger ledger = s.run();
    results_ = json_results(s);
    return ledger;
  }
  const Json& result(std::size_t width_index) const { return results_.at(width_index); }
  std::string verdict(std::size_t width_index) const { return result(width_index).at("verdict"); }
  std::string reason(std::size_t width_index) const { return result(width_index).at("reason"); }

  Task task_;
  std::optional<Plan> plan_;
  std::vector<Json> results_;
};

struct Asked {
  const char* name;
  Type format;
  std::size_t component = 0;
};
void PrintTo(const Asked& a, std::ostream* out) { *out << a.name << ' ' << info(a.format).name; }

class WrongOnceTest : public SecondLaunchTest, public testing::WithParamInterface<Asked> {
 protected:
  void SetUp() override { use(GetParam().name, GetParam().format, {1, 2, 3, 4, 8, 16}); }
  // Returns a change that is wrong for any number and for a NaN.
  Change wrong(std::optional<int> width = {}) const {
    return [this, width](const Element& e, Bits right) {
      const Type format = GetParam().format;
      const bool is_number = is_float(result_types(*task_.unit.row, format)[GetParam().component]);
      // Only where the result of a conversion is specified.
      const bool is_specified = GetParam().name != std::string("convert_uchar") || (e.input >> 24U) == 0x42;  // 32 to 128
      const bool is_it = (!width || e.width == *width) && e.component == GetParam().component && is_specified;
      if (!is_it) return right;
      if (!is_number) return right ^ 1U;
      const Type type = result_types(*task_.unit.row, format)[GetParam().component];
      const Format& f = classay::format(type);
      return f.is_nan(right) ? f.zero(false) : f.quiet_nan();
    };
  }
};

// Tests each width by itself. The other widths pass, and each tally equals that of a device that never errs.
TEST_P(WrongOnceTest, AResultThatIsWrongTheSecondTimeFails) {
  const Ledger right = sweep({});
  for (const WidthRecord& r : right.widths) {
    ASSERT_EQ(r.nondeterministic, 0U);
    ASSERT_EQ(r.second_results, SecondResults());
    ASSERT_GT(r.repeated, 0U);
  }
  for (const Json& r : results_) EXPECT_FALSE(r.contains("second_launch"));
  for (const std::size_t at : {0, 2, 5}) {
    Wavering device;
    bool has_erred = false;
    const Change once = [&, change = wrong(task_.unit.widths[at])](const Element& e, Bits bits) {
      const Bits changed = has_erred || e.form != CallForm::plain ? bits : change(e, bits);
      has_erred = has_erred || changed != bits;
      return changed;
    };
    const Ledger found = sweep(device.nth_time(2, once));
    ASSERT_TRUE(has_erred);
    for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), i == at ? "fail" : "pass") << reason(i);
    EXPECT_THAT(reason(at), MatchesRegex("1 result wrong in a second launch of the same inputs; first: .* = .*, then .*"));
    EXPECT_EQ(found.widths[at].tally, right.widths[at].tally);
    EXPECT_EQ(found.widths[at].answers, right.widths[at].answers);
    EXPECT_EQ(found.widths[at].nondeterministic, 1U);
    const Json& second = result(at).at("second_launch");
    EXPECT_EQ(second.at("wrong"), 1);
    EXPECT_EQ(second.at("differing"), 1);
    EXPECT_NE(second.at("sample").at("first"), second.at("sample").at("second"));
    EXPECT_EQ(second.at("sample").at("inputs").size(), plan_->types().size());
    EXPECT_FALSE(result(at).contains("to_confirm")) << "all is to be run again: a part has other second launches";
    EXPECT_THAT(result(at).at("repro").get<std::string>(), HasSubstr(" --input "));
    EXPECT_TRUE(result(at).at("also_meets").empty());
  }
}

// All widths at once, one error in each.
TEST_P(WrongOnceTest, EachWidthIsJudgedByItself) {
  Wavering device;
  std::set<int> erred;
  const Change once = [&, change = wrong()](const Element& e, Bits bits) {
    if (erred.contains(e.width) || e.form != CallForm::plain) return bits;
    const Bits changed = change(e, bits);
    if (changed != bits) erred.insert(e.width);
    return changed;
  };
  const Ledger found = sweep(device.nth_time(2, once));
  ASSERT_EQ(erred.size(), 6U);
  for (std::size_t i = 0; i < results_.size(); ++i) {
    EXPECT_EQ(verdict(i), "fail");
    EXPECT_EQ(found.widths[i].second_results.wrong, 1U);
    EXPECT_EQ(found.widths[i].tally.failed(), 0U);
  }
}

// Covers all launches of a sweep: first ones, second ones, those for suspect results, and those of other call variants.
TEST_P(WrongOnceTest, AWrongResultOfAnyLaunchIsFound) {
  for (const bool compares_on_device : {false, true}) {
    task_.unit.widths = {1, 4};
    task_.compare_on_device = compares_on_device ? UseOfDigests::always : UseOfDigests::never;
    Wavering right;
    sweep(right.nth_time(0, {}));
    int erred = 0;
    for (int n = 0; n < right.launches(); ++n) {
      if (n > 24 && n + 12 < right.launches()) continue;
      Wavering device;
      sweep(device.only_launch(n, wrong()));
      erred += device.has_erred() ? 1 : 0;
      const bool fails = std::ranges::any_of(results_, [](const Json& r) { return r.at("verdict") == "fail"; });
      EXPECT_EQ(fails, device.has_erred()) << "launch " << n << " of " << right.launches();
    }
    EXPECT_GT(erred, 6);
  }
}

INSTANTIATE_TEST_SUITE_P(Builtins, WrongOnceTest,
                         testing::Values(Asked{"sqrt", Type::f32}, Asked{"fabs", Type::f32}, Asked{"fma", Type::f64},
                                         Asked{"frexp", Type::f32}, Asked{"isless", Type::f32}, Asked{"clz", Type::i8},
                                         Asked{"convert_uchar", Type::f32}));

TEST_F(SecondLaunchTest, TheWarningHasTheNumberAndTheFirstInput) {
  use("exp", Type::f32, {1, 4});
  const auto differs = [](const Element& e, Bits right) {
    return e.width == 4 && kF32.is_finite(right) && !kF32.is_zero(right) && right != 0x3f800000 && !kF32.is_subnormal(right)
               ? right ^ 1
               : right;
  };
  Wavering device;
  const Ledger found = sweep(device.nth_time(2, differs));
  EXPECT_EQ(verdict(0), "pass");
  EXPECT_EQ(verdict(1), "quality-warning") << reason(1);
  const SecondResults& second = found.widths[1].second_results;
  EXPECT_GT(second.differing, 1U);
  EXPECT_EQ(second.wrong, 0U);
  EXPECT_THAT(reason(1), MatchesRegex(std::to_string(second.differing) +
                                      " results differ between two launches of the same inputs, all within the limit; "
                                      "first: exp\\(.*\\) .*= .*, then .*"));
  EXPECT_EQ(result(1).at("second_launch").at("sample").at("index"), second.index);
  EXPECT_EQ(result(1).at("counts").at("failed"), 0);
}

TEST_F(SecondLaunchTest, OfNaNsTheBitsAreNoMatter) {
  use("sqrt", Type::f16, {1, 4});
  const auto payload = [](const Element&, Bits right) { return kF16.is_nan(right) ? right ^ 0x8011 : right; };
  Wavering device;
  const Ledger found = sweep(device.nth_time(2, payload));
  EXPECT_GT(found.widths[1].nondeterministic, 0U);
  for (const WidthRecord& r : found.widths) EXPECT_EQ(r.second_results, SecondResults());
  EXPECT_EQ(verdict(1), "pass") << reason(1);
}

// An infinity or a NaN has no integer value, constant or not.
TEST_F(SecondLaunchTest, WhereNothingIsSpecifiedADifferenceIsNone) {
  use("convert_int", Type::f16, {1, 2});
  const auto anything = [](const Element& e, Bits right) { return (e.input & 0x7fff) >= 0x7c00 ? right ^ 0x55 : right; };
  Wavering device;
  const Ledger found = sweep(device.nth_time(2, anything));
  EXPECT_GT(found.widths[1].nondeterministic, 0U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(verdict(i), "pass") << reason(i);
}

// In a build that assumes finite arguments, nothing is promised for a vector that contains an infinity or a NaN.
TEST_F(SecondLaunchTest, BesideWhatIsAssumedAwayADifferenceIsNone) {
  use("sqrt", Type::f32, {1, 4}, Mode::finite);
  const auto wrong_beside = [&](const Element& e, Bits right) {
    const bool is_infinite = !kF32.is_finite(e.input);
    return is_infinite ? right ^ 0x12345 : right;
  };
  Wavering device;
  sweep(device.nth_time(2, wrong_beside));
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(verdict(i), "pass") << reason(i);
  Wavering wrong;
  sweep(wrong.nth_time(2, [](const Element& e, Bits right) {
    return e.width == 1 && e.input > 0x3f800000 && e.input < 0x7f000000 ? right ^ 0x12345 : right;
  }));
  EXPECT_EQ(verdict(0), "fail") << reason(0);
}

TEST_F(SecondLaunchTest, AConstantMayBeWrongTheSecondTime) {
  use("sqrt", Type::f16, {1, 2});
  Wavering device;
  sweep(device.nth_time(2, [](const Element& e, Bits right) {
    return e.is_literal && e.width == 2 && e.input == 0x7c00 ? Bits{0x3c00} : right;
  }));
  EXPECT_EQ(verdict(0), "pass");
  EXPECT_EQ(verdict(1), "fail");
  EXPECT_THAT(reason(1), HasSubstr("sqrt(inf) as a constant = inf, then 0x1p+0"));
  EXPECT_THAT(result(1).at("repro").get<std::string>(), HasSubstr(" --constants smoke"));
}

TEST_F(SecondLaunchTest, ABuiltinAcrossLanesMayBeWrongTheSecondTime) {
  for (const auto& [builtin, format, width] :
       {std::tuple{"dot", Type::f32, 3}, {"cross", Type::f32, 4}, {"normalize", Type::f16, 2}, {"any", Type::i32, 3}}) {
    use(builtin, format, {width});
    sweep({});
    EXPECT_EQ(verdict(0), "pass") << builtin << reason(0);
    Wavering device;
    int n = 0;
    const bool is_number = is_float(result_types(*task_.unit.row, format).front());
    const Ledger found = sweep(device.nth_time(2, [&, f = format](const Element& e, Bits right) {
      if (e.item != 99 || n++ > 0) return right;
      return is_number ? classay::format(f).quiet_nan() : right ^ 1U;
    }));
    EXPECT_EQ(verdict(0), "fail") << builtin << reason(0);
    EXPECT_EQ(found.widths[0].second_results.wrong, 1U) << builtin;
    EXPECT_EQ(result(0).at("second_launch").at("vector").size(), static_cast<std::size_t>(width)) << builtin;
  }
}

class SecondGuardTest : public PartTest {
 protected:
  // Launches one batch at three widths, then again at the first width: launch number 3.
  WidthRecord repeated(Faults faults) {
    FakeDevice device(task_.unit, plan_, {Making::table}, std::move(faults));
    const SweepContext context{.device = device, .subject = subject_, .events = events_, .ledger = ledger_};
    Asker asker = context.asker(table());
    KeptBatches kept(1);
    for (const int width : task_.unit.widths) {
      asker.submit(batch_at(table(), table().first), width);
      kept.keep(asker.wait(), subject_);
    }
    const std::array<std::size_t, 1> widths{0};
    kept.repeat(asker, widths, subject_, ledger_);
    return ledger_.widths[0];
  }
};

TEST_F(SecondGuardTest, WhatIsWrittenBesideTheOutputIsSeen) {
  EXPECT_EQ(repeated({.overrunning_launch = 3}).beyond_end, 1U);
  ledger_ = empty_ledger();
  EXPECT_EQ(repeated({.underrunning_launch = 3}).beyond_end, 1U);
  ledger_ = empty_ledger();
  EXPECT_EQ(repeated({}).beyond_end, 0U);
}

TEST_F(SecondGuardTest, WhatIsNeverWrittenIsSeen) {
  const WidthRecord lost = repeated({.lost_launch = 3});
  EXPECT_EQ(lost.unwritten, table().batch);
  EXPECT_EQ(lost.second_results.wrong, 0U) << "it counts once";
  ledger_ = empty_ledger();
  const WidthRecord both = repeated({.lost_component = 0});
  EXPECT_EQ(both.unwritten, 0U) << "of both launches Suspects know";
  EXPECT_EQ(both.nondeterministic, 0U);
}

// Each state contains all findings so far. No state marks a stretch as done until that stretch has been launched a second
// time.
TEST_F(SecondLaunchTest, AStateHasWhatWasFoundOrLaunchesAgain) {
  use("sqrt", Type::f16, {1, 2});
  Wavering device;
  std::vector<Json> states;
  const auto wrong = [](const Element& e, Bits right) {
    return e.form == CallForm::plain && e.width == 2 && kF16.is_infinite(right) ? Bits{0x3c00} : right;
  };
  const Ledger found =
      sweep(device.nth_time(2, wrong), {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
  ASSERT_EQ(verdict(1), "fail");
  ASSERT_FALSE(states.empty());
  EXPECT_EQ(states.back().at("next"), found.end);
  EXPECT_EQ(ledger_from(states.back(), {1, 2}).widths[1].second_results, found.widths[1].second_results);
  for (const Json& state : states) {
    task_.state = shared(Json::parse(state.dump()));
    Wavering again;
    sweep(again.nth_time(2, wrong));
    EXPECT_EQ(verdict(1), "fail") << state.at("next");
  }
}

// A resumed task at its end launches again the results with which other call variants are compared.
TEST_F(SecondLaunchTest, WhatOtherFormsAreComparedWithIsJudgedInATaskThatIsResumed) {
  use("frexp", Type::f32, {1, 2});
  std::vector<Json> states;
  sweep({}, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
  task_.state = shared(Json::parse(states.back().dump()));
  sweep({});
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(verdict(i), "pass") << reason(i);
  sweep({.result = [](const Element& e, Bits right) {
    return e.component == 0 && e.width == 2 && !kF32.is_nan(right) ? kF32.quiet_nan() : right;
  }});
  EXPECT_EQ(verdict(0), "pass") << reason(0);
  EXPECT_EQ(verdict(1), "fail") << "the same in every form";
  EXPECT_THAT(reason(1), HasSubstr(" results wrong in a second launch of the same inputs; first: frexp("));
}

// A device that errs at random in any launch. Nothing passes that was not right each time.
TEST_F(SecondLaunchTest, ADeviceThatErrsAtRandomNeverPasses) {
  use("fabs", Type::f32, {1, 4});
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::uint64_t stored = 0;
    std::set<int> wrong;
    sweep({.result = [&](const Element& e, Bits right) {
      if (CounterRandom(seed, ++stored).below(20000) != 0 || kF32.is_nan(right)) return right;
      wrong.insert(e.width);
      return right ^ 1;
    }});
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(verdict(i), wrong.contains(task_.unit.widths[i]) ? "fail" : "pass") << seed << " " << reason(i);
    }
  }
}

}  // namespace
}  // namespace classay::sweep_test
