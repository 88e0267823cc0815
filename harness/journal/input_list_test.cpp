#include "harness/journal/input_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Unit unit(std::string_view row, Type format, std::vector<int> widths = {1, 2}) {
  return {.row = find(row, format), .format = format, .widths = std::move(widths)};
}

ListedCall call(Tuple input) { return {.lanes = {input}}; }

TEST(InputListTest, LinesWithoutANameBelongToEveryCaseThatCanHaveThem) {
  const InputList list = InputList::parse("# issue 123\n\n1  # one\n 0x3f800001 \n-inf\n2, 0.5\n", "f");
  EXPECT_THAT(list.of(unit("sin", Type::f32)), ElementsAre(call({0x3f800000}), call({0x3f800001}), call({0xff800000})));
  EXPECT_THAT(list.of(unit("sin", Type::f64)), ElementsAre(call({0x3ff0000000000000}), call({0xfff0000000000000})));
  EXPECT_THAT(list.of(unit("pow", Type::f32)), ElementsAre(call({0x40000000, 0x3f000000})));
  EXPECT_THAT(list.of(unit("popcount", Type::i32)), ElementsAre(call({1}), call({0x3f800001})));
  EXPECT_TRUE(list.of(unit("fma", Type::f32)).empty());
  EXPECT_TRUE(InputList().of(unit("sin", Type::f32)).empty());
}

TEST(InputListTest, ANameAndAFormatSelectTheCase) {
  const InputList list = InputList::parse("sin f32: 1\nsin double: 2\npown f32: 2 -3\r\n", "f");
  EXPECT_THAT(list.of(unit("sin", Type::f32)), ElementsAre(call({0x3f800000})));
  EXPECT_THAT(list.of(unit("sin", Type::f64)), ElementsAre(call({0x4000000000000000})));
  EXPECT_TRUE(list.of(unit("cos", Type::f32)).empty());
  EXPECT_THAT(list.of(unit("pown", Type::f32)), ElementsAre(call({0x40000000, 0xfffffffd})));
}

TEST(InputListTest, ABoundIsALimitAndTheSmallestCounts) {
  const InputList list = InputList::parse("1 <= 2.5\nsin f32: 1 <=0.5 ulp\n1\n2<= 3\n", "f");
  EXPECT_THAT(list.of(unit("sin", Type::f32)), ElementsAre(ListedCall{{{0x3f800000}}, StatedLimit{0.5, "f, line 2"}},
                                                           ListedCall{{{0x40000000}}, StatedLimit{3, "f, line 4"}}));
  EXPECT_EQ(list.of(unit("cos", Type::f32)).front().limit, (StatedLimit{2.5, "f, line 1"}));
  // Integers have no error in ulp.
  EXPECT_THAT(list.of(unit("popcount", Type::i32)), ElementsAre(call({1})));
}

TEST(InputListTest, VectorsOfBuiltinsAcrossLanesHaveTheLanesOfTheirCase) {
  const InputList list = InputList::parse("1,2 3,4 <= 1\ndot f32: 1,2,3 4,5,6\n", "f");
  const ListedCall two{{{0x3f800000, 0x40400000}, {0x40000000, 0x40800000}}, StatedLimit{1, "f, line 1"}};
  EXPECT_THAT(list.of(unit("dot", Type::f32, {2})), ElementsAre(two));
  ASSERT_EQ(list.of(unit("dot", Type::f32, {3})).size(), 1U);
  EXPECT_EQ(list.of(unit("dot", Type::f32, {3})).front().lanes.size(), 3U);
  EXPECT_TRUE(list.of(unit("dot", Type::f32, {4})).empty());
  EXPECT_NO_THROW(list.require_use(std::vector{unit("dot", Type::f32, {2}), unit("dot", Type::f32, {3})}));
}

std::string complaint(const std::string& text, const std::vector<Unit>& units) {
  try {
    InputList::parse(text, "f").require_use(units);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(InputListTest, ALineThatIsNotAnInputIsReportedWithItsPlace) {
  const std::vector<Unit> sine{unit("sin", Type::f32), unit("sin", Type::f64)};
  EXPECT_EQ(complaint("1\n# 2\nsin f64: 1e300\n", sine), "");
  EXPECT_THAT(complaint("1\nx\n", sine), HasSubstr("f, line 2: not an input of any selected case: sin"));
  EXPECT_THAT(complaint("1 2\n", sine),
              HasSubstr("f, line 1: not an input of any selected case: sin f64 takes 1 argument, not 2"));
  EXPECT_THAT(complaint("sin f32: 1e300\n", sine),
              HasSubstr("line 1: not an input of any selected case: sin f32: '1e300' is beyond"));
  EXPECT_THAT(complaint("cos f32: 1\n", sine), HasSubstr("'cos f32' is not one of the selected cases"));
  EXPECT_THAT(complaint("sin f99: 1\n", sine), HasSubstr("'sin f99' is not one of the selected cases"));
  EXPECT_THAT(complaint("1\n", {}), HasSubstr("no case is selected"));
  // A pattern of f16 is not a small f32.
  EXPECT_THAT(complaint("sin f32: 0x3c00\n", sine), HasSubstr("has 8 digits; write a number as 0x3c00p0"));
  EXPECT_THAT(complaint("popcount i32: 1 <= 1\n", {unit("popcount", Type::i32)}), HasSubstr("have no error in ulp"));
}

TEST(InputListTest, AFileThatCannotBeReadIsRefused) {
  EXPECT_THAT(complaint("", {}), HasSubstr("f has no inputs"));
  EXPECT_THAT(complaint("# only a comment\n", {}), HasSubstr("f has no inputs"));
  for (const char* const wrong : {"1 <= -1", "1 <= nan", "1 <=", "1 <= 2 3", "1 <= 1 ulps"}) {
    EXPECT_THAT(complaint(wrong, {}), HasSubstr("f, line 1: '")) << wrong;
  }
  EXPECT_THAT(complaint("sin: 1\n", {}), HasSubstr("f, line 1: 'sin' is not a builtin and a format"));
}

}  // namespace
}  // namespace classay
