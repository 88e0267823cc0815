// Checks that every line of suites/printf.h is printed once, between its marks, with its own values.
#include "kernels/printing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PrintingSource, EachCallHasItsMarksAndItsValues) {
  const std::string text = printing_source(Type::u8).text;
  EXPECT_THAT(text, HasSubstr("out[0] = (ulong)(long)printf(\"<0|%hhu|0>\\n\", in[0]);\n"));
  EXPECT_THAT(text, HasSubstr("out[1] = (ulong)(long)printf(\"<1|%hhu|1>\\n\", in[1]);\n"));
  EXPECT_THAT(text, HasSubstr("%v16hhu|0>\\n\", vload16(0, in))"));
  EXPECT_THAT(text, Not(HasSubstr("cl_khr")));
}

TEST(PrintingSource, StringsAreLiteralsAndAPercentSignHasNoArgument) {
  const std::string text = printing_source(Type::i32).text;
  EXPECT_THAT(text, HasSubstr("|%.2s|"));
  EXPECT_THAT(text, HasSubstr(", \"abcd\");\n"));
  EXPECT_THAT(text, testing::ContainsRegex("printf.\"<[0-9]+.%%.[0-9]+>.n\".;"));
}

}  // namespace
}  // namespace classay
