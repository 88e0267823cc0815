#include "harness/cli/run/early_end.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

std::string said(const std::vector<std::string>& words) { return std::string(early_end(words)); }

TEST(EarlyEndTest, WordsThatBeginARunHaveSomethingToSay) {
  const std::string run = "classay: interrupted before the journal was created; nothing was run\n";
  EXPECT_EQ(said({"run"}), run);
  EXPECT_EQ(said({"run", "--filter", "resume"}), run);
  EXPECT_EQ(said({"--cpu", "avx2", "run"}), run);
  EXPECT_EQ(said({"--cpu=avx2", "run", "--tier", "smoke"}), run);
  EXPECT_THAT(said({"resume", "run"}), testing::HasSubstr("before the run was resumed"));
}

TEST(EarlyEndTest, AllOthersEndAsTheSystemEndsThem) {
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({"--version"}), "");
  EXPECT_EQ(said({"--cpu", "run"}), "");
  EXPECT_EQ(said({"list", "--filter", "run"}), "");
  EXPECT_EQ(said({"worker", "--device", "run"}), "");
}

}  // namespace
}  // namespace classay
