// Sweeps builtins across lanes, where every vector is one input. A device that rounds correctly passes at its width, with
// every vector judged once. One wrong element fails, and so does a lost launch. Possible faults: lanes of different vectors
// are combined; a result is judged with another vector's lanes; elements after the first are not checked.
#include <nlohmann/json.hpp>

#include "harness/journal/task.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result_testing.h"
#include "harness/worker/sweep/sweep.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

struct Asked {
  const char* name;
  Type format;
  int width;
};
void PrintTo(const Asked& a, std::ostream* out) { *out << a.name << ' ' << info(a.format).name << " v" << a.width; }

class VectorsTest : public testing::TestWithParam<Asked> {
 protected:
  Json swept(Faults faults, Tier tier = Tier::smoke) {
    const Asked& a = GetParam();
    const Task task{.unit = {.row = find(a.name), .format = a.format, .widths = {a.width}}, .state = nullptr};
    const Plan plan = plan_without_data(task.unit, tier, 1);
    std::vector<Making> makings{Making::table};
    if (plan.segments().front().making == Making::literals) makings.insert(makings.begin(), Making::literals);
    FakeDevice device(task.unit, plan, std::move(makings), std::move(faults));
    Sweep sweep(device, task, plan, 2, {});
    sweep.run();
    vectors_ = plan.count() / static_cast<std::uint64_t>(a.width);
    return json_results(sweep).at(0);
  }
  std::uint64_t vectors_ = 0;
};

TEST_P(VectorsTest, ARightDevicePassesWithEveryVectorJudged) {
  const Json result = swept({});
  EXPECT_EQ(result.at("verdict"), "pass") << result.at("reason");
  const Json& counts = result.at("counts");
  EXPECT_EQ(counts.at("judged").get<std::uint64_t>() + counts.at("undefined").get<std::uint64_t>(), vectors_);
  EXPECT_GT(counts.at("judged").get<std::uint64_t>(), vectors_ / 2);
  EXPECT_EQ(result.at("inputs").at("count"), vectors_);
}

// Changes the last element of the result of a vector of moderate numbers.
TEST_P(VectorsTest, OneWrongResultFails) {
  constexpr std::uint64_t kModerate = 99;
  const Asked& a = GetParam();
  const int results = result_count(*find(a.name), a.width);
  const bool is_number = is_float(result_types(*find(a.name), a.format).front());
  int done = 0;
  const Json result = swept({.result = [&](const Element& e, Bits right) {
    if (e.item != kModerate || e.lane != results - 1 || done++ > 0) return right;
    return is_number ? format(a.format).quiet_nan() : right ^ 1U;
  }});
  EXPECT_EQ(result.at("verdict"), "fail");
  EXPECT_EQ(result.at("counts").at("failed"), 1U);
  EXPECT_EQ(result.at("vectors").at(0).size(), static_cast<std::size_t>(a.width));
}

TEST_P(VectorsTest, ALostLaunchIsNeverAPass) { EXPECT_EQ(swept({.lost_launch = 2}).at("verdict"), "fail"); }

using ConstantVectorsTest = VectorsTest;

TEST_P(ConstantVectorsTest, AWrongResultFails) {
  int done = 0;
  const Json result =
      swept({.result = [&](const Element& e, Bits right) { return e.item == 14 && done++ == 0 ? right ^ 1U : right; }},
            Tier::quick);
  EXPECT_EQ(result.at("verdict"), "fail");
  EXPECT_EQ(result.at("first").at(0).at("index"), 14U);
}

INSTANTIATE_TEST_SUITE_P(Builtins, ConstantVectorsTest, testing::Values(Asked{"shuffle2", Type::u16, 4}));

INSTANTIATE_TEST_SUITE_P(Builtins, VectorsTest,
                         testing::Values(Asked{"dot", Type::f32, 4}, Asked{"dot", Type::f64, 1},
                                         Asked{"length", Type::f32, 3}, Asked{"cross", Type::f32, 4},
                                         Asked{"normalize", Type::f64, 3}, Asked{"distance", Type::f16, 2},
                                         Asked{"any", Type::i8, 16}, Asked{"all", Type::i64, 3},
                                         Asked{"dot_su", Type::i8, 4}, Asked{"dot_acc_sat_uu", Type::u8, 4},
                                         Asked{"shuffle", Type::u8, 16}, Asked{"shuffle2", Type::f32, 4}),
                         [](const auto& of) {
                           return std::string(of.param.name) + '_' + std::string(classay::info(of.param.format).name) +
                                  "_v" + std::to_string(of.param.width);
                         });

}  // namespace
}  // namespace classay
