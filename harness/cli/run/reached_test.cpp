#include "harness/cli/run/reached.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace classay {
namespace {

// A device under emulation compiles for minutes, and its user says so.
TEST(CaseLimitsTest, TheCheckOfADeviceWaitsAsLongAsTheUserWantsToWait) {
  EXPECT_EQ(CaseLimits{}.check(), 60);
  EXPECT_EQ((CaseLimits{.patience = CaseLimits::kLeastPatience}.check()), 60);
  EXPECT_EQ((CaseLimits{.patience = 600}.check()), 600);
}

Json build(const char* version, const char* commit, bool dirty, const char* id) {
  return {{"version", version}, {"commit", commit}, {"dirty", dirty}, {"id", id}};
}

TEST(ReachedTest, BuildsOfTheSameSourcesAreTheSameProgram) {
  const Json here = build("1.0", "abc", false, "1");
  EXPECT_EQ(program_difference(here, here), "");
  EXPECT_EQ(program_difference(here, build("1.0", "abc", false, "2")), "");  // different compiler or processor
  EXPECT_EQ(program_difference(here, build("1.1", "abc", false, "2")), "version is \"1.0\" here and \"1.1\" there");
  EXPECT_EQ(program_difference(here, build("1.0", "abd", false, "2")), "commit is \"abc\" here and \"abd\" there");
  EXPECT_EQ(program_difference(here, build("1.0", "abc", true, "2")), "dirty is false here and true there");
  EXPECT_NE(program_difference(here, Json()), "");
  EXPECT_NE(program_difference(here, Json::array()), "");
}

TEST(ReachedTest, ChangesThatNobodyKnowsAreTheSameInOneFileAlone) {
  const Json here = build("1.0", "abc", true, "1");
  EXPECT_EQ(program_difference(here, build("1.0", "abc", true, "1")), "");
  EXPECT_THAT(program_difference(here, build("1.0", "abc", true, "2")), testing::HasSubstr("uncommitted changes"));
  EXPECT_THAT(program_difference(build("1.0", "abc", true, ""), build("1.0", "abc", true, "")),
              testing::HasSubstr("uncommitted changes"));
}

TEST(ReachedTest, TheCommandIsShownAsAShellTakesIt) {
  EXPECT_EQ(worker_words(""), "");
  EXPECT_EQ(worker_words("ssh board classay"), "--remote 'ssh board classay' ");
}

}  // namespace
}  // namespace classay
