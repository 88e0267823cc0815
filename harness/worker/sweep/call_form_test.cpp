// Sweeps builtins in call variants of launches and of languages. Each part says what is right, and how it could be wrong.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result_testing.h"
#include "harness/worker/sweep/sweep.h"
#include "kernels/writer.h"
#include "suites/row.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;

// Sweeps builtins in work-groups of a given size. Right is: a correct device passes, each launch has at least the work-items
// of its inputs, no work-group is larger than the kernel permits, and a result that is wrong or missing at one size only
// fails there. It could be wrong in four ways: no launch has a size, a tier runs no size at all, a device without such
// launches gets one, and a launch loses results because it has too few work-items.
constexpr GroupLimits kLimits{.items = 512, .sizes = {256, 256, 64}, .takes_ranges = true};
constexpr std::uint64_t kLargest = 256;  // half of the device's, as FakeDevice reports of its kernels
constexpr std::array kSizes{CallForm::single_groups, CallForm::prime_groups, CallForm::largest_groups};

class GroupSizesTest : public testing::Test {
 protected:
  void sweep(std::string_view builtin, Type format, Tier tier, Faults faults) {
    const Plan plan(*find(builtin), format, Tier::smoke, 1, {});
    const Task task{.unit = {.row = find(builtin), .format = format, .widths = {1, 2, 3, 4, 8, 16}}, .tier = tier};
    // Sizes of work-groups use the program of the plain call.
    FakeDevice device(task.unit, plan, {Making::literals, Making::table}, std::move(faults));
    Sweep s(device, task, plan, 2, {});
    ledger_ = s.run();
    results_ = json_results(s);
  }
  std::vector<CallForm> forms() const {
    std::vector<CallForm> all;
    for (const WidthRecord& r : ledger_->widths) {
      for (const FormRecord& f : r.forms) all.push_back(f.form);
    }
    return all;
  }

  std::optional<Ledger> ledger_;
  std::vector<Json> results_;
};

TEST_F(GroupSizesTest, CorrectDevicePassesAndEveryLaunchHasItsWorkItems) {
  std::map<CallForm, std::set<std::uint64_t>> sizes;
  sweep("sin", Type::f32, Tier::certify,
        {.launched =
             [&](CallForm form, const Launch& launch) {
               EXPECT_EQ(launch.range.has_value(), has_group_size(form));
               if (!launch.range) return;
               const auto [dimensions, size, group, offset] = *launch.range;
               EXPECT_EQ(dimensions, 1U);
               EXPECT_GE(size[0], launch.scalars.at(1) / 16);
               EXPECT_EQ(size[0] % group[0], 0U);
               sizes[form].insert(group[0]);
             },
         .groups = kLimits});
  for (const Json& r : results_) EXPECT_EQ(r.at("verdict"), "pass") << r.at("reason");
  for (const WidthRecord& r : ledger_->widths) {
    ASSERT_THAT(r.forms, SizeIs(kSizes.size()));
    for (const FormRecord& f : r.forms) {
      EXPECT_GE(f.asked, kFormInputs);
      EXPECT_EQ(f.differing, 0U);
    }
  }
  EXPECT_THAT(sizes.at(CallForm::single_groups), testing::ElementsAre(1));
  EXPECT_THAT(sizes.at(CallForm::prime_groups), testing::ElementsAre(13));
  EXPECT_THAT(sizes.at(CallForm::largest_groups), Each(Le(kLargest)));
  EXPECT_THAT(sizes.at(CallForm::largest_groups), testing::Contains(kLargest));
}

TEST_F(GroupSizesTest, WrongResultsOfOneSizeFailThere) {
  for (const CallForm wrong : kSizes) {
    sweep("fabs", Type::f32, Tier::certify,
          {.result = [&](const Element& e, Bits right) { return e.form == wrong && e.width == 4 ? right ^ 1U : right; },
           .groups = kLimits});
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const bool is_it = ledger_->widths[i].width == 4;
      EXPECT_EQ(results_[i].at("verdict"), is_it ? "fail" : "pass");
      EXPECT_THAT(results_[i].at("reason").get<std::string>(), HasSubstr(is_it ? std::string(in_words(wrong)) : ""));
    }
  }
}

TEST_F(GroupSizesTest, LastWorkItemThatIsLostAtOneSizeFails) {
  for (const CallForm wrong : kSizes) {
    std::uint64_t last = 0;
    sweep("fabs", Type::f32, Tier::certify,
          {.is_lost = [&](const Element& e) { return e.form == wrong && e.item == last; },
           .launched = [&](CallForm, const Launch& launch) { last = sections(launch.scalars.at(1), 16) - 1; },
           .groups = kLimits});
    EXPECT_EQ(results_.back().at("verdict"), "fail") << name(wrong);
  }
}

TEST_F(GroupSizesTest, DeviceWithoutSizesGetsNone) {
  for (const GroupLimits& limits : {GroupLimits{}, GroupLimits{.items = 64, .sizes = {64, 64, 64}}}) {
    sweep("sin", Type::f16, Tier::certify,
          {.launched = [&](CallForm, const Launch& launch) { EXPECT_FALSE(launch.range); }, .groups = limits});
    EXPECT_TRUE(forms().empty());
  }
}

TEST_F(GroupSizesTest, SmallerTiersRunSomeOfThem) {
  std::map<CallForm, int> in_smoke;
  for (const Row& row : table()) {
    const Type format = row.formats[0];
    const std::vector<CallForm> all = call_forms(row, FrontEnd::clc, {}, kLimits);
    if (std::ranges::none_of(all, has_group_size)) {
      EXPECT_TRUE(goes_across_lanes(row.signature)) << row.name;
      continue;
    }
    std::map<Tier, std::size_t> counts;
    for (const Tier tier : {Tier::smoke, Tier::quick, Tier::full, Tier::certify}) {
      for (const int width : widths(row)) {
        std::vector<CallForm> forms = all;
        leave_out_variants(forms, row, format, width, tier);
        for (const CallForm form : forms) in_smoke[form] += tier == Tier::smoke && has_group_size(form) ? 1 : 0;
        counts[tier] += static_cast<std::size_t>(std::ranges::count_if(forms, has_group_size));
      }
    }
    EXPECT_LE(counts[Tier::smoke], 1U) << row.name;
    EXPECT_EQ(counts[Tier::quick], 1U) << row.name;
    EXPECT_EQ(counts[Tier::full], widths(row).size()) << row.name;
    EXPECT_EQ(counts[Tier::certify], widths(row).size() * kSizes.size()) << row.name;
  }
  for (const CallForm form : kSizes) EXPECT_GE(in_smoke[form], 8) << name(form);
}

TEST(IndexSpaceTest, HasAllWorkItemsInGroupsThatFit) {
  for (const CallForm form : kSizes) {
    for (const std::uint64_t items : {1, 2, 7, 13, 255, 1023, 4099}) {
      for (const std::uint64_t largest : {1, 2, 12, 256, 4096}) {
        const Range range = index_space_of(form, items, largest);
        EXPECT_GE(range.size[0], items);
        EXPECT_LT(range.size[0], items + range.group[0]);
        EXPECT_LE(range.group[0], largest);
        EXPECT_GE(range.group[0], 1U);
        EXPECT_EQ(range.size[0] % range.group[0], 0U);
      }
    }
  }
}

// Sweeps builtins in programs of newer versions of OpenCL C. Right is: a device that lists a version gets programs of it, a
// correct device passes, and a result that is wrong in one version only, or a program that does not build in it, fails
// there. It could be wrong in four ways: the option is missing, so that the default version runs twice; a version runs that
// the device does not list; a tier runs none; and a builtin that is always compiled in a newer version runs twice.
const Capabilities kBoth{.features = {"opencl-c-2.0", "opencl-c-3.0"}};
constexpr std::array kLanguages{CallForm::language_2_0, CallForm::language_3_0};

class LanguagesTest : public testing::Test {
 protected:
  void sweep(std::string_view builtin, Tier tier, Faults faults, std::vector<std::string> features) {
    const Plan plan(*find(builtin), Type::f32, Tier::smoke, 1, {});
    const Task task{.unit = {.row = find(builtin), .format = Type::f32, .widths = {1, 2, 3, 4, 8, 16}}, .tier = tier};
    FakeDevice device(task.unit, plan, {Making::literals, Making::table, Making::table, Making::table}, std::move(faults));
    device.can().features = std::move(features);
    Sweep s(device, task, plan, 2, {});
    ledger_ = s.run();
    results_ = json_results(s);
  }

  std::optional<Ledger> ledger_;
  std::vector<Json> results_;
};

TEST_F(LanguagesTest, CorrectDevicePassesInEachVersion) {
  std::set<CallForm> launched;
  sweep("sin", Tier::certify, {.launched = [&](CallForm form, const Launch&) { launched.insert(form); }},
        {"opencl-c-2.0", "opencl-c-3.0"});
  EXPECT_THAT(launched, ElementsAre(CallForm::plain, CallForm::language_2_0, CallForm::language_3_0));
  for (const Json& r : results_) EXPECT_EQ(r.at("verdict"), "pass") << r.at("reason");
  for (const WidthRecord& r : ledger_->widths) {
    ASSERT_EQ(r.forms.size(), 2U);
    for (const FormRecord& f : r.forms) EXPECT_GE(f.asked, kFormInputs);
  }
}

TEST_F(LanguagesTest, WrongResultInOneVersionFailsThere) {
  for (const CallForm wrong : kLanguages) {
    sweep("fabs", Tier::certify,
          {.result = [&](const Element& e, Bits right) { return e.form == wrong && e.width == 4 ? right ^ 1U : right; }},
          {"opencl-c-2.0", "opencl-c-3.0"});
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const bool is_it = ledger_->widths[i].width == 4;
      EXPECT_EQ(results_[i].at("verdict"), is_it ? "fail" : "pass");
      EXPECT_THAT(results_[i].at("reason").get<std::string>(), HasSubstr(is_it ? std::string(in_words(wrong)) : ""));
    }
  }
}

TEST_F(LanguagesTest, ProgramThatDoesNotBuildInOneVersionFails) {
  sweep("fabs", Tier::certify,
        {.build_log = [](CallForm form, Making,
                         const std::vector<int>&) { return form == CallForm::language_3_0 ? "error: as told" : ""; }},
        {"opencl-c-3.0"});
  for (const Json& r : results_) {
    EXPECT_EQ(r.at("verdict"), "fail");
    EXPECT_THAT(r.at("reason").get<std::string>(), HasSubstr("compiled as OpenCL C 3.0"));
  }
}

TEST_F(LanguagesTest, OnlyVersionsThatTheDeviceListsRun) {
  sweep("sin", Tier::certify, {}, {"images"});
  for (const WidthRecord& r : ledger_->widths) EXPECT_THAT(r.forms, IsEmpty());
  sweep("sin", Tier::certify, {}, {"opencl-c-3.0"});
  for (const WidthRecord& r : ledger_->widths) {
    ASSERT_EQ(r.forms.size(), 1U);
    EXPECT_EQ(r.forms[0].form, CallForm::language_3_0);
  }
}

TEST(LanguageOptionTest, ProgramsHaveTheOptionOfTheirVersionOnly) {
  for (const CallForm form : kLanguages) {
    Asked asked{.row = find("sin"), .format = Type::f32, .widths = {1}, .making = Making::table, .literals = {}};
    apply(form, FrontEnd::clc, asked);
    const Compiler compiler{.environment = {3, 0}, .language = {3, 0}};
    const std::string option = form == CallForm::language_2_0 ? " -cl-std=CL2.0" : " -cl-std=CL3.0";
    EXPECT_EQ(writer(FrontEnd::clc).program(asked, compiler).options, option);
    asked.language = "";
    EXPECT_EQ(writer(FrontEnd::clc).program(asked, compiler).options, "");
  }
}

TEST(LanguageFormsTest, NewerBuiltinsAndOtherFrontEndsHaveNone) {
  EXPECT_THAT(call_forms(*find("sin"), FrontEnd::clc, kBoth), ElementsAre(CallForm::language_2_0, CallForm::language_3_0));
  EXPECT_THAT(call_forms(*find("ctz"), FrontEnd::clc, kBoth), IsEmpty());
  EXPECT_THAT(call_forms(*find("sin"), FrontEnd::il, kBoth), IsEmpty());
}

// "only allowed to use the global and constant address spaces" (OpenCL C 1.2 on Vulkan).
TEST(BufferFormsTest, ClspvReadsAndWritesHalvesInBuffersOnly) {
  EXPECT_THAT(call_forms(*find("vload_halfn"), FrontEnd::clspv, {}), ElementsAre(CallForm::constant_pointer));
  EXPECT_THAT(call_forms(*find("vstore_half"), FrontEnd::clspv, {}), ElementsAre(CallForm::global_offset));
  EXPECT_THAT(call_forms(*find("vstorea_halfn"), FrontEnd::clspv, {}), Contains(CallForm::local_pointer));
  for (const char* const name : {"vload_half", "vstorea_halfn"}) {
    Asked asked{.row = find(name), .format = find(name)->formats[0], .widths = {2}, .making = Making::table, .literals = {}};
    apply(CallForm::plain, FrontEnd::clspv, asked);
    const bool is_load = name == std::string_view("vload_half");
    EXPECT_EQ(asked.pointer, is_load ? PointerTo::global_inputs : PointerTo::private_memory);
    apply(CallForm::constant_pointer, FrontEnd::clspv, asked);
    EXPECT_EQ(asked.pointer, PointerTo::constant_memory);
  }
}

// The forms of a tier that name a version of the language.
std::set<CallForm> languages_of(std::vector<CallForm> forms, const Row& row, Type format, Tier tier) {
  leave_out_variants(forms, row, format, widths(row).front(), tier);
  std::erase_if(forms, [](CallForm form) { return !has_language(form); });
  return {forms.begin(), forms.end()};
}

// "Every group once per version": in quick, each group of builtins runs in both versions.
TEST(LanguageFormsTest, SmallerTiersRunSomeOfThem) {
  std::map<Group, std::set<CallForm>> quick;
  std::map<Tier, std::size_t> counts;
  std::size_t units = 0;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      const std::vector<CallForm> all = call_forms(row, FrontEnd::clc, kBoth);
      if (std::ranges::none_of(all, has_language)) continue;
      ++units;
      for (const Tier tier : {Tier::smoke, Tier::quick, Tier::full, Tier::certify}) {
        counts[tier] += languages_of(all, row, format, tier).size();
      }
      quick[row.group].merge(languages_of(all, row, format, Tier::quick));
    }
  }
  EXPECT_NEAR(static_cast<double>(counts[Tier::smoke]), static_cast<double>(units) / 32, 30);
  EXPECT_NEAR(static_cast<double>(counts[Tier::quick]), static_cast<double>(units) / 4, 100);
  EXPECT_EQ(counts[Tier::full], units);
  EXPECT_EQ(counts[Tier::certify], 2 * units);
  for (const auto& [group, forms] : quick) {
    for (const CallForm form : kLanguages) EXPECT_THAT(forms, Contains(form)) << name(group);
  }
}

}  // namespace
}  // namespace classay
