// Tests programs that several tasks share. Possible defects:
// - a kept program serves a different text, or a program is built again for each task
// - a build failure in one task fails the next one too
// - a task gets kernels with other inputs or widths than it asked for
// - builtins of a bundle that does not build have no results, or each builds it in vain
// - a case that runs alone still depends on other builtins
#include "harness/worker/sweep/program_store.h"

#include <gmock/gmock.h>

#include <set>

#include "harness/journal/task.h"
#include "harness/worker/sweep/part_testing.h"
#include "harness/worker/sweep/result.h"
#include "harness/worker/sweep/sweep.h"
#include "kernels/testing.h"
#include "suites/plan/small_tier.h"

namespace classay::sweep_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Builds each text, except for some, and counts.
class CountingDevice : public FakeDevice {
 public:
  CountingDevice(const Task& task, const Plan& plan)
      : FakeDevice(task.unit, plan, std::vector<Making>(12, Making::table), {.compiles_at_launch = true}) {}
  std::unique_ptr<Program> build(const Module& module) override {
    texts.push_back(module.source);
    if (module.source.find(refused) != std::string::npos) throw DeviceError(Fault::build, "error: as told");
    return FakeDevice::build(module);
  }
  std::vector<std::string> texts;
  std::string refused = "no such text";
};

class ProgramStoreTest : public testing::Test {
 protected:
  static Task bundled() {
    Task task = square_roots();
    task.tier = Tier::smoke;
    task.bundled = true;
    task.unit.format = Type::f32;
    return task;
  }
  // Runs the task and returns the names of its programs.
  std::set<std::string> sweep(const Task& task) {
    std::vector<std::string> programs;
    Sweep s(device_, task, plan_, 2,
            {.program = [&](std::string_view name, const std::string&) { programs.emplace_back(name); }}, &store_);
    const Ledger ledger = s.run();
    results_ = results(s, "fake");
    std::set<std::string> names(programs.begin(), programs.end());
    for (const std::string& name : names) EXPECT_TRUE(ledger.kernels.contains(name)) << name;
    return names;
  }
  void expect_passes() const {
    for (const CaseResult& result : results_) EXPECT_EQ(result.verdict, CaseVerdict::pass) << result.reason;
  }
  static Source source_of(const char* text) { return {.text = text, .options = ""}; }
  bool builds(const char* text) {
    return std::holds_alternative<std::shared_ptr<Program>>(store_.build("table", source_of(text), FrontEnd::clc, {}));
  }

  Task task_ = bundled();
  Plan plan_{*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}};
  CountingDevice device_{task_, plan_};
  ProgramStore store_{device_};
  std::vector<CaseResult> results_;
};

TEST_F(ProgramStoreTest, ATextIsBuiltOnceAndAFailureIsForgotten) {
  EXPECT_TRUE(builds("kernel void ask_v1("));
  EXPECT_TRUE(builds("kernel void ask_v1("));
  EXPECT_TRUE(builds("kernel void ask_v1(int"));
  EXPECT_THAT(device_.texts, ElementsAre("kernel void ask_v1(", "kernel void ask_v1(int"));
  device_.texts.clear();
  device_.refused = "bad";
  EXPECT_FALSE(builds("bad"));
  EXPECT_FALSE(builds("bad"));
  EXPECT_EQ(device_.texts.size(), 1U);
  store_.begin_task();
  device_.refused = "worse";
  EXPECT_TRUE(builds("bad"));
}

TEST_F(ProgramStoreTest, OnlyTheLastProgramsAreKept) {
  const auto text = [](int i) { return "kernel void ask_v1( // " + std::to_string(i); };
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(builds(text(i).c_str()));
  EXPECT_TRUE(builds(text(8).c_str()));
  EXPECT_EQ(device_.texts.size(), 9U);
  EXPECT_TRUE(builds(text(0).c_str()));
  EXPECT_EQ(device_.texts.size(), 10U);
}

TEST_F(ProgramStoreTest, ABuiltinRunsInTheProgramOfItsBundle) {
  EXPECT_THAT(sweep(task_), ElementsAre("bundle"));
  expect_passes();
  ASSERT_EQ(device_.texts.size(), 1U);
  EXPECT_THAT(device_.texts[0], HasSubstr("kernel void sqrt_ask_v1("));
  EXPECT_THAT(device_.texts[0], HasSubstr("kernel void tan_fold_v16("));
  // Another task of some of its widths finds it built.
  task_.unit.widths = {2, 4};
  EXPECT_THAT(sweep(task_), ElementsAre("bundle"));
  EXPECT_EQ(device_.texts.size(), 1U);
}

TEST_F(ProgramStoreTest, OtherTasksHaveProgramsOfTheirOwn) {
  ASSERT_NE(store_.bundle_for(task_), nullptr);
  const auto has_bundle = [&](auto change) {
    Task task = task_;
    change(task);
    return store_.bundle_for(task) != nullptr;
  };
  EXPECT_FALSE(has_bundle([](Task& t) { t.bundled = false; }));
  EXPECT_FALSE(has_bundle([](Task& t) { t.tier = Tier::quick; }));
  EXPECT_FALSE(has_bundle([](Task& t) { t.unit.front_end = FrontEnd::il; }));
  EXPECT_FALSE(has_bundle([](Task& t) { t.ranges = {"0..1"}; }));
  EXPECT_FALSE(has_bundle([](Task& t) { t.calls = {{.lanes = {{0}}}}; }));
  EXPECT_FALSE(has_bundle([](Task& t) { t.unit.row = find("dot"); }));
  EXPECT_FALSE(has_bundle([](Task& t) { t.unit.format = Type::f64; }));  // widths that smoke leaves out
  EXPECT_TRUE(has_bundle([](Task& t) { t.unit.widths = {1}; }));
  FakeDevice whole(task_.unit, plan_, {Making::table}, {});  // compiles a program as a whole
  EXPECT_EQ(ProgramStore(whole).bundle_for(task_), nullptr);
}

// The other builtins of the bundle have the same fate, and do not build it again.
TEST_F(ProgramStoreTest, ABundleThatDoesNotBuildCostsNothingElse) {
  device_.refused = "tan_";
  EXPECT_THAT(sweep(task_), ElementsAre("bundle", "literals-table"));
  expect_passes();
  EXPECT_EQ(device_.texts.size(), 2U);
  EXPECT_EQ(store_.bundle_for(task_), nullptr);
  EXPECT_THAT(sweep(task_), ElementsAre("literals-table"));
  EXPECT_EQ(device_.texts.size(), 2U);
}

TEST_F(ProgramStoreTest, ABundleHasWhatTheDeviceSupports) {
  task_.unit.row = find("convert_float");
  task_.unit.format = Type::f32;
  const Bundle* const all = store_.bundle_for(task_);
  ASSERT_NE(all, nullptr);
  EXPECT_THAT(all->source().text, HasSubstr("kernel void convert_half_"));
  device_.can().lacks[Ability::f16] = "cl_khr_fp16 is not in CL_DEVICE_EXTENSIONS";
  ProgramStore other(device_);
  const Bundle* const some = other.bundle_for(task_);
  ASSERT_NE(some, nullptr);
  EXPECT_THAT(some->source().text, testing::Not(HasSubstr("kernel void convert_half_")));
}

// Tier smoke runs one vector width for most types, and the bundle has the same one.
TEST_F(ProgramStoreTest, ABuiltinWithOneVectorWidthIsInItsBundle) {
  task_.unit.format = Type::f64;
  task_.unit.widths = {1, width_of_turn(*task_.unit.row, Type::f64)};
  const Bundle* const bundle = store_.bundle_for(task_);
  ASSERT_NE(bundle, nullptr);
  const Asked asked = asked_in(Tier::smoke, task_.unit);
  EXPECT_EQ(asked.widths, task_.unit.widths);
  EXPECT_NE(bundle->prefix_of(asked, literals_of(plan_without_data(task_.unit, task_.tier, task_.seed))), nullptr);
}

// A kernel with other inputs would answer another question.
TEST_F(ProgramStoreTest, KernelsWithOtherLiteralsOrWidthsAreNotUsed) {
  const Bundle& bundle = *store_.bundle_for(task_);
  Asked asked = asked_in(Tier::smoke, task_.unit);
  std::vector<Tuple> literals = literals_of(plan_);
  ASSERT_NE(bundle.prefix_of(asked, literals), nullptr);
  EXPECT_EQ(*bundle.prefix_of(asked, literals), "sqrt_");
  literals.front()[0] ^= 1;
  EXPECT_EQ(bundle.prefix_of(asked, literals), nullptr);
  literals.front()[0] ^= 1;
  asked.widths.pop_back();
  EXPECT_EQ(bundle.prefix_of(asked, literals), nullptr);
  asked = asked_in(Tier::smoke, task_.unit);
  asked.row = find("dot");
  EXPECT_EQ(bundle.prefix_of(asked, literals), nullptr);
}

}  // namespace
}  // namespace classay::sweep_test
