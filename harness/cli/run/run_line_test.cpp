// A resumed run has the options of its first start: the journal's first record has all of them.
#include "harness/cli/run/run_line.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

RunHeader header(UseOfDigests use) {
  RunOptions options{.seed = 1, .workers = 1, .compare_on_device = use};
  options.limits = case_limits(options.tier);
  return run_header(options, device_identity_from(Json{{"name", "a device"}, {"backend", "opencl"}}), 1);
}

RunOptions resumed(const Json& run) { return options_of(run_header_from(run), "journal.jsonl"); }

TEST(RunLineTest, AResumedRunComparesOnTheDeviceAsBefore) {
  for (const UseOfDigests use : {UseOfDigests::never, UseOfDigests::automatic, UseOfDigests::always}) {
    EXPECT_EQ(resumed(to_json(header(use))).compare_on_device, use) << name(use);
  }
}

// Journals of earlier programs do not distinguish `never` from `auto`.
TEST(RunLineTest, WithoutTheFieldDigestsAreMadeWhereTheySaveTime) {
  Json run = to_json(header(UseOfDigests::automatic));
  EXPECT_FALSE(run.at("options").contains("reads_all_results"));
  run.at("options").erase("compare_on_device");
  EXPECT_EQ(resumed(run).compare_on_device, UseOfDigests::automatic);
}

}  // namespace
}  // namespace classay
