// Tests the probe of memory orders with outcomes that are allowed and with each forbidden one, and that it runs tests only
// of orders that the device has. Whether a real device can show a forbidden outcome is tested by planted defects
// (data/planted/kinds.txt).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The results of the work-items of a test: two, three or four.
using Outcome = std::vector<int>;

// A device whose outcome of a litmus test is that of its kernel once, and otherwise one that all of them allow: the second
// work-item ran before the first.
class LitmusDevice {
 public:
  explicit LitmusDevice(std::map<std::string, Outcome> outcomes)
      : outcomes_(std::move(outcomes)), device_([this](const Module&, const Launch& launch) { return answer(launch); }) {
    device_.can().newest_language = {3, 0};
    device_.can().environment = {3, 0};
    device_.can().features = {"atomic-scope-device", "atomic-order-acq-rel", "atomic-order-seq-cst"};
    device_.limits().takes_ranges = true;
  }
  probe_test::AnsweringDevice& device() { return device_; }
  const std::set<std::string>& kernels() const { return kernels_; }
  std::vector<std::string> violations() { return probe_test::violations_of(device_, "memory-order", Type::i32); }

 private:
  std::vector<std::byte> answer(const Launch& launch) {
    kernels_.insert(launch.kernel);
    std::vector<std::byte> bytes(launch.outputs.at(0) + launch.outputs.at(1) + launch.outputs.at(2));
    const bool is_buffering = launch.kernel.starts_with("buffering");
    const std::uint64_t sides = launch.kernel == "causality" ? 3 : launch.kernel.starts_with("independent") ? 4 : 2;
    EXPECT_EQ(launch.range->size[0], sides * 64);
    for (std::uint64_t i = 0; i < launch.outputs.at(0) / 4 / sides; ++i) {
      const bool is_meant = i == 77 && outcomes_.contains(launch.kernel);
      Outcome o(sides);
      o[0] = is_buffering ? 1 : 0;
      if (is_meant) o = outcomes_.at(launch.kernel);
      for (std::uint64_t s = 0; s < sides; ++s) put_element(bytes, 4, sides * i + s, static_cast<Bits>(o.at(s)));
    }
    return bytes;
  }

  std::map<std::string, Outcome> outcomes_;
  std::set<std::string> kernels_;
  probe_test::AnsweringDevice device_;
};

TEST(MemoryOrdersTest, AllowedOutcomesPass) {
  EXPECT_THAT(LitmusDevice({}).violations(), IsEmpty());
  EXPECT_THAT(LitmusDevice({{"message_store", {0, 3}}, {"buffering", {1, 1}}, {"load_buffering", {1, 0}}}).violations(),
              IsEmpty());
  // Readers that agree on the order, or of which one sees both stores.
  for (const Outcome& allowed : {Outcome{0, 0, 1, 2}, {0, 0, 2, 1}, {0, 0, 1, 3}, {0, 0, 3, 1}, {0, 0, 2, 2}})
    EXPECT_THAT(LitmusDevice({{"independent", allowed}, {"causality", {0, 0, 3}}}).violations(), IsEmpty());
}

// A pass without an outcome that could have been forbidden says so.
TEST(MemoryOrdersTest, AKernelOfADeviceThatRunsGroupsOneByOneShowsNoOrder) {
  LitmusDevice serial({});
  EXPECT_THAT(
      probe_test::findings(serial.device(), "memory-order", Type::i32).at(1).notes,
      ElementsAre(HasSubstr("no two work-groups ran at the same time"), HasSubstr("no three"), HasSubstr("no four")));
  LitmusDevice in_step({{"coherence", {0x100, 0x100}}, {"independent", {0x100, 0x100, 0x100, 0x100}}});
  EXPECT_THAT(probe_test::findings(in_step.device(), "memory-order", Type::i32).at(1).notes,
              ElementsAre(HasSubstr("no three")));
}

TEST(MemoryOrdersTest, EachForbiddenOutcomeIsAViolation) {
  const std::map<std::string, Outcome> forbidden{{"coherence", {0, 1}},
                                                 {"message_store", {0, 2}},
                                                 {"message_relaxed_data", {0, 2}},
                                                 {"message_add", {0, 2}},
                                                 {"message_exchange", {0, 2}},
                                                 {"message_fence", {0, 2}},
                                                 {"load_buffering", {1, 1}},
                                                 {"buffering", {0, 0}},
                                                 {"buffering_exchange", {0, 0}},
                                                 {"buffering_fence", {0, 0}},
                                                 {"buffering_plain", {0, 0}},
                                                 {"causality", {0, 0, 2}},
                                                 {"independent", {0, 0, 1, 1}},
                                                 {"independent_add", {0, 0, 1, 1}},
                                                 {"independent_plain", {0, 0, 1, 1}}};
  for (const auto& [kernel, outcome] : forbidden) {
    EXPECT_THAT(LitmusDevice({{kernel, outcome}}).violations(),
                ElementsAre(HasSubstr(": 6 of 98304 outcomes are forbidden")))
        << kernel;
  }
  LitmusDevice right({});
  right.violations();
  for (const std::string& kernel : right.kernels()) EXPECT_TRUE(forbidden.contains(kernel)) << kernel;
}

TEST(MemoryOrdersTest, OrdersThatTheDeviceLacksAreNotAsked) {
  LitmusDevice relaxed({});
  relaxed.device().can().features = {"atomic-scope-device"};
  relaxed.violations();
  EXPECT_THAT(relaxed.kernels(), ElementsAre("coherence"));
  relaxed.device().can().features = {};
  EXPECT_THAT(probe_test::findings(relaxed.device(), "memory-order", Type::i32).at(1).unsupported.value_or(""),
              HasSubstr("CL_DEVICE_ATOMIC_SCOPE_DEVICE"));
}

}  // namespace
}  // namespace classay
