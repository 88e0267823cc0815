// Reads journals of every earlier version (data/golden) and builds a run's state from them as from a current one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmake/source_dir.h"
#include "harness/journal/journal.h"
#include "harness/journal/record.h"

namespace classay {
namespace {

constexpr const char* kFabs = "clc/math/fabs/f32/default/v1";

std::filesystem::path golden(int minor) {
  const std::filesystem::path folder = std::string(testing_support::source_dir()) + "/data/golden";
  return folder / ("journal-" + std::to_string(kJournalSchema) + "." + std::to_string(minor) + ".jsonl");
}

struct Read {
  SharedJson run;
  Record record;
};

Read read(int minor) {
  Read read;
  read.run = read_journal(golden(minor), [&](const Json& line) { read.record.apply(line); }).run;
  return read;
}

class GoldenTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Minor, GoldenTest, testing::Range(0, kJournalMinor + 1));

TEST_P(GoldenTest, AJournalOfEachMinorVersionIsRead) {
  const Read found = read(GetParam());
  EXPECT_EQ(found.run->value("minor", 0), GetParam());
  EXPECT_TRUE(found.record.has_ended());
  ASSERT_TRUE(found.record.has_result(kFabs));
  const CaseSummary& fabs = found.record.cases().at(kFabs);
  EXPECT_EQ(fabs.verdict, CaseVerdict::pass);
  EXPECT_EQ(fabs.worst, 0.0);
  EXPECT_GT(fabs.judged, 1000U);
  // Version 1.1 added the hash of results.
  EXPECT_EQ(fabs.answers.empty(), GetParam() == 0);
}

// No run resumes from a record without a digest.
TEST(GoldenTest, LinesOfBeforeThereWereDigestsAreAsIfTheyHadNeverBeen) {
  const Read found = read(0);
  EXPECT_EQ(found.record.damages().size(), 2U);  // an attempt, and an abnormal end
  EXPECT_TRUE(found.record.unit("clc/math/fabs/f32/default").attempts.empty());
  EXPECT_TRUE(read(1).record.damages().empty());
}

}  // namespace
}  // namespace classay
