// Reads journals of every earlier version (data/golden) and builds a run's state from them as from a current one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "cmake/source_dir.h"
#include "harness/journal/journal.h"
#include "harness/journal/record.h"
#include "harness/journal/run_header.h"

namespace classay {
namespace {

constexpr const char* kFabs = "clc/math/fabs/f32/default/v1";

std::filesystem::path golden(int minor) {
  const std::filesystem::path folder = std::string(testing_support::source_dir()) + "/data/golden";
  return folder / ("journal-" + std::to_string(kJournalSchema) + "." + std::to_string(minor) + ".jsonl");
}

struct Read {
  JournalContents contents;
  Record record;
};

Read read(int minor) {
  Read read;
  read.contents = read_journal(golden(minor), [&](const JournalLine& line) { read.record.apply(line.record); });
  return read;
}

class GoldenTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Minor, GoldenTest, testing::Range(0, kJournalMinor + 1));

TEST_P(GoldenTest, AJournalOfEachMinorVersionIsRead) {
  const Read found = read(GetParam());
  const RunHeader& header = found.contents.header;
  EXPECT_EQ(header.minor, GetParam());
  EXPECT_EQ(header.device.platform, "Portable Computing Language");
  EXPECT_EQ(header.tier, "smoke");
  EXPECT_EQ(header.seed, 1U);
  EXPECT_EQ(header.shard, Shard());
  EXPECT_GT(header.cases, 0U);
  EXPECT_EQ(header.options.filters->back().substr(0, 4), "clc/");
  EXPECT_GT(header.options.timeout, 0);
  EXPECT_TRUE(found.record.has_ended());
  ASSERT_TRUE(found.record.has_result(kFabs));
  const CaseSummary& fabs = found.record.cases().at(kFabs);
  EXPECT_EQ(fabs.verdict, CaseVerdict::pass);
  EXPECT_EQ(fabs.worst, 0.0);
  EXPECT_GT(fabs.judged, 1000U);
  // Version 1.1 added the hash of results.
  EXPECT_EQ(fabs.answers.empty(), GetParam() == 0);
}

constexpr const char* kEveryField =
    R"({"schema":1,"minor":8,"kind":"run","suite":{"version":"1","commit":"a","dirty":true,"build":"b"},)"
    R"("device":{"backend":"vulkan","address":"vk:0","name":"n","unknown":[1],"il_versions":["SPIR-V_1.2"]},)"
    R"("host":{"name":"h","system":"s","machine":"m","processor":"p","cores":2,"instruction_set":"avx2"},)"
    R"("options":{"device":"","filters":[],"modes":["default"],"with_il":true,"edition":"clc-3.0","profile":"auto",)"
    R"("time_budget":90.0,"case_time":1.5,"timeout":30.0,"short_timeout":10.0,"patience":300.0,"known":["k"],)"
    R"("dump_kernels":"d","workers":2,"models":false,"compare_on_device":true,"reads_all_results":true},)"
    R"("seed":18446744073709551615,"tier":"smoke","edition":"clc-3.0","il_edition":"spirv-2.2","profile":"full",)"
    R"("shard":"2/4","cases":0,)"
    R"("start":"2026-01-01T00:00:00Z","label":"l","worker":{"command":"c","build":null,"host":{}},"measured":0,)"
    R"("selfcheck":{"passed":true},"plant":{"name":"p","wrong":"w","hash":"h"},"covers":{"ranges":["-1..1"]},)"
    R"("baseline":{"file":"b","hash":"h"},"limits":{"file":"l","hash":"h"},"merged":[{}]})";

// Reading and writing loses nothing of a record of this version.
TEST(GoldenTest, TheFirstRecordIsWrittenAsItWasRead) {
  const Read found = read(kJournalMinor);
  EXPECT_EQ(to_json(found.contents.header).dump(), found.contents.run->dump());
}

TEST(GoldenTest, TheFirstRecordWithEveryFieldIsWrittenAsItWasRead) {
  EXPECT_EQ(to_json(run_header_from(read_json(kEveryField))).dump(), kEveryField);
}

// Returns whether the field may have the value `other` in place of `value`.
bool may_be(const std::string& field, const Json& value, const Json& other) {
  const std::set<std::string> may_be_null{"/device/address", "/options/time_budget"};
  const std::set<std::string> is_free{"/device/unknown", "/worker/build", "/worker/host", "/merged", "/selfcheck"};
  const bool is_number = value.is_number_float() && other.is_number();
  return other.type() == value.type() || is_number || is_free.contains(field) ||
         (other.is_null() && may_be_null.contains(field));
}

bool is_refused(const Json& header) {
  try {
    run_header_from(header);
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

// Changes a field to values of wrong types.
void expect_refusal(const Json& root, Json& value, const std::string& field) {
  const Json before = value;
  for (const Json& wrong : {Json(), Json(-1), Json(2.5), Json::array({1}), Json("?"), Json::object({{"a", 1}})}) {
    if (may_be(field, before, wrong)) continue;
    value = wrong;
    EXPECT_TRUE(is_refused(root)) << field << " " << wrong;
  }
  value = before;
}

// Changes each field, also those of objects.
void expect_refusals(Json& root, Json& object, const std::string& where) {
  for (auto& [field, value] : object.items()) {
    const std::string at = where + "/" + field;
    if (value.is_object() && !value.empty() && at != "/selfcheck") expect_refusals(root, value, at);
    expect_refusal(root, value, at);
  }
}

TEST(GoldenTest, AFirstRecordWithAFieldOfAnotherTypeIsRefused) {
  Json header = read_json(kEveryField);
  expect_refusals(header, header, "");
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
