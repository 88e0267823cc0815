// Sweeps builtins in programs of newer versions of OpenCL C. Right is: a device that lists a version gets programs of it, a
// correct device passes, and a result that is wrong in one version only, or a program that does not build in it, fails
// there. It could be wrong in four ways: the option is missing, so that the default version runs twice; a version runs that
// the device does not list; a tier runs none; and a builtin that is always compiled in a newer version runs twice.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result.h"
#include "harness/worker/sweep/sweep.h"
#include "kernels/writer.h"
#include "suites/row.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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
    results_ = results(s, "fake");
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
    apply(form, asked);
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
        std::vector<CallForm> forms = all;
        leave_out_variants(forms, row, format, widths(row).front(), tier);
        std::erase_if(forms, [](CallForm form) { return !has_language(form); });
        counts[tier] += forms.size();
        if (tier == Tier::quick) quick[row.group].insert(forms.begin(), forms.end());
      }
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
