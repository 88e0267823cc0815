// Checks that every result is undefined where a specification leaves it open. Each builtin with such calls must be listed
// with its clause, and no other builtin. Possible faults that no other test detects: a reference function that is wrongly
// undefined, or a rule that lost its builtin.
#include "suites/vacuous/open_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "reference/truth/truth.h"

namespace classay::vacuous {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

TEST(OpenCallsTest, EachHasAClauseAndEachClauseACall) {
  std::set<std::string_view> used;
  for (const Row& row : table()) {
    for (const OpenCalls& o : open_calls(row)) {
      EXPECT_FALSE(o.reason.empty()) << row.name << " " << info(o.format).name << ": " << o.open << " of " << o.asked
                                     << " calls have nothing promised, as " << o.example
                                     << ". Judge them, or give the clause in suites/vacuous/open_calls.cpp";
      used.insert(o.reason);
    }
  }
  for (const OpenReason& r : open_reasons()) EXPECT_TRUE(used.contains(r.name)) << r.name;
}

TEST(OpenCallsTest, TellsWhichCallsAreOpen) {
  const auto of = [](std::string_view name, Type format) {
    std::vector<OpenCalls> all = open_calls(*find(name));
    std::erase_if(all, [&](const OpenCalls& o) { return o.format != format; });
    return all;
  };
  ASSERT_THAT(of("convert_uchar", Type::f32), ::testing::SizeIs(1));
  EXPECT_EQ(of("convert_uchar", Type::f32)[0].editions.size(), 4U);
  EXPECT_THAT(of("convert_uchar", Type::i32), IsEmpty());
  EXPECT_THAT(of("convert_uchar_sat", Type::f32), IsEmpty());  // a NaN must or should become 0
  EXPECT_THAT(of("div", Type::i32), Not(IsEmpty()));
  EXPECT_THAT(of("div", Type::f32), IsEmpty());
  EXPECT_THAT(of("shift_left", Type::i32), IsEmpty());
  EXPECT_THAT(of("exp", Type::f64), IsEmpty());
}

TEST(OpenCallsTest, ATruthThatIsOpenByMistakeIsFound) {
  auto row = std::make_unique<Row>(*find("isnan"));
  row->truth = [](const Call&, Precision) { return std::vector{Truth::anything()}; };
  const std::vector<OpenCalls> all = open_calls(*row);
  ASSERT_THAT(all, Not(IsEmpty()));
  EXPECT_EQ(all[0].open, all[0].asked);
  EXPECT_THAT(all[0].reason, IsEmpty());
}

}  // namespace
}  // namespace classay::vacuous
