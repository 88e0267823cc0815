// Tests that the fields of records are those of the schema.
#include <set>

#include "harness/journal/baseline.h"
#include "harness/journal/fields.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/schema_testing.h"

namespace classay {
namespace {

TEST(SchemaTest, RecordsHaveTheFieldsOfTheSchema) {
  const std::vector<std::string> sealed{"digest"};
  expect_definition<StartRecord>("start");
  expect_definition<CheckpointRecord>("checkpoint", sealed);
  expect_definition<AttemptRecord>("attempt", sealed);
  expect_definition<AbnormalRecord>("abnormal", sealed);
  expect_definition<HealthRecord>("health");
  expect_definition<IgnoredRecord>("ignored");
  expect_definition<EndRecord>("end");
  expect_definition<FrontEnds>("front_ends");
}

TEST(SchemaTest, TheFirstRecordHasTheFieldsOfTheSchema) {
  expect_definition<RunHeader>("run");
  expect_definition<Suite>("suite");
  expect_definition<Build>("build");
  expect_definition<HostIdentity>("host");
  expect_definition<Settings>("options");
  expect_definition<RemoteWorker>("worker");
  expect_definition<InjectedDefect>("plant");
  expect_definition<Covers>("covers");
  expect_definition<HashedFile>("baseline_of_run");
  for (const std::string& name : field_names<DeviceIdentity>().all) {
    EXPECT_TRUE(schema_definition("device").at("properties").contains(name)) << name;
  }
}

template <class E>
std::vector<std::string> names_of_all(E last) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) names.emplace_back(name(static_cast<E>(i)));
  return names;
}

TEST(SchemaTest, NamesAreThoseOfTheSchema) {
  EXPECT_EQ(schema_definition("verdict").at("enum"), names_of_all(CaseVerdict::missing));
  EXPECT_EQ(schema_definition("blame").at("enum"), names_of_all(Blame::unknown));
  EXPECT_EQ(schema_definition("stage").at("enum"), names_of_all(Stage::confirm));
  EXPECT_EQ(schema_definition("held").at("properties").at("standing").at("enum"), names_of_all(Standing::worse));
}

TEST(SchemaTest, ResultsHaveTheFieldsOfTheSchema) {
  expect_definition<ResultInputs>("inputs");
  expect_definition<ResultCounts>("counts");
  expect_definition<LargestError>("max_ulp");
  expect_definition<ResultLimit>("limit");
  expect_definition<RangeLimit>("range_limit");
  expect_definition<TableName>("table");
  expect_definition<OwnLimit>("own_limit");
  expect_definition<ResultSample>("sample");
  expect_definition<ResultSeconds>("seconds");
  expect_definition<ConfirmPart>("to_confirm");
  expect_definition<SecondLaunch>("second_launch");
  expect_definition<FormResult>("form");
  expect_definition<Unasked>("unasked");
  expect_definition<UnbuiltForWidths>("build_failure");
  expect_definition<UnbuiltProgram>("unbuilt");
  expect_definition<TallyRecord>("tally");
  expect_definition<Comparison>("held");
  // The supervisor adds the finding of a probe under the name of its kind.
  std::set<std::string> added;
  for (const ProbeKind& kind : probe_kinds()) added.emplace(kind.fields.member);
  expect_definition<CaseResult>("result", {added.begin(), added.end()});
}

}  // namespace
}  // namespace classay
