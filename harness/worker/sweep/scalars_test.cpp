// Tests plans with additional inputs for scalars. Width 1 runs all inputs, and every other width those meant for it, for any
// set of widths and any shards. Possible faults: a width counts inputs that it did not run, or passes without any; an
// additional failure is missed, or attributed to another width.

#include "harness/worker/sweep/sweep.h"
#include "harness/worker/sweep/testing.h"

namespace classay::sweep_test {
namespace {

constexpr std::uint64_t kForAll = 40 * 16;
constexpr std::uint64_t kForScalars = 160 * 16;

class ScalarsTest : public testing::Test {
 protected:
  ScalarsTest() {
    task_.unit.widths = {1, 2, 4};
    plan_ = Plan::of_runs(*task_.unit.row, task_.unit.format, 1, 40, 4, 120);
  }
  void sweep(Faults faults = {}) {
    FakeDevice device(task_.unit, plan_, {Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, {});
    s.run();
    results_ = json_results(s);
  }
  std::uint64_t count(std::size_t width_index) const { return results_.at(width_index).at("inputs").at("count"); }
  std::uint64_t judged(std::size_t width_index) const { return results_.at(width_index).at("counts").at("judged"); }

  Task task_ = square_roots();
  Plan plan_{*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}};
  std::vector<Json> results_;
};

TEST_F(ScalarsTest, EveryWidthIsAskedWhatIsThereForIt) {
  sweep();
  for (std::size_t i = 0; i < results_.size(); ++i) {
    EXPECT_EQ(results_[i].at("verdict"), "pass");
    EXPECT_EQ(count(i), i == 0 ? kForScalars : kForAll);
    EXPECT_EQ(judged(i), count(i));
  }
  EXPECT_NE(results_[0].at("inputs").at("hash"), results_[1].at("inputs").at("hash"));
  EXPECT_EQ(results_[1].at("counts").at("bitwise_equal_to_scalar"), kForAll);
}

TEST_F(ScalarsTest, WithoutScalarsTheRestIsNotAsked) {
  task_.unit.widths = {2, 4};
  sweep();
  EXPECT_EQ(results_.at(0).at("verdict"), "pass");
  EXPECT_EQ(count(0), kForAll);
  EXPECT_EQ(judged(1), kForAll);
}

TEST_F(ScalarsTest, AFailureAmongWhatIsMoreIsThatOfScalars) {
  const Tuple wrong = plan_.input(plan_.count() - 5);
  sweep({.result = [&](const Element& e, Bits right) { return e.input == wrong[0] ? right ^ 6 : right; }});
  EXPECT_EQ(results_.at(0).at("verdict"), "fail");
  std::uint64_t met = 0;
  for (std::uint64_t i = 0; i < kForAll; ++i) met += plan_.input(i)[0] == wrong[0] ? 1 : 0;
  EXPECT_EQ(results_[1].at("counts").at("failed"), met);
  task_.unit.widths = {1};
  task_.state = shared(results_[0].at("to_confirm").at("state"));
  sweep();
  EXPECT_EQ(results_[0].at("verdict"), "pass");
  EXPECT_EQ(count(0), inputs_of_part(task_.state.get()));
}

TEST_F(ScalarsTest, ShardsAreTheWholeOfEveryWidth) {
  std::array<std::uint64_t, 3> sum{};
  for (std::uint64_t i = 0; i < 8; ++i) {
    task_.shard = {i, 8};
    sweep();
    for (std::size_t w = 0; w < sum.size(); ++w) {
      EXPECT_EQ(results_[w].at("verdict"), count(w) == 0 ? "skip" : "pass");
      sum.at(w) += judged(w);
    }
  }
  EXPECT_EQ(count(1), 0U) << "the last shard has scalars alone";
  EXPECT_EQ(sum, (std::array{kForScalars, kForAll, kForAll}));
}

}  // namespace
}  // namespace classay::sweep_test
