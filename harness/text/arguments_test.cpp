#include "harness/text/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

ParsedCall call_of(std::string_view line, Reading reading = {}) { return read_call(line, {}, reading); }

constexpr Reading kBits{.notation = Notation::bits};
constexpr Reading kResults{.with_results = true};

std::vector<Bits> bits(const std::vector<Value>& values) {
  std::vector<Bits> all;
  for (const Value& v : values) all.push_back(v.bits);
  return all;
}

// The message and the column of a line's error.
using Complaint = std::pair<std::string, std::size_t>;
template <class F>
Complaint complaint_of(F&& f) {
  try {
    f();
  } catch (const UsageError& e) {
    return {e.what(), e.column().value_or(999)};
  }
  ADD_FAILURE() << "no error";
  return {};
}
Complaint complaint(std::string_view line, Reading reading = {}) {
  return complaint_of([&] { call_of(line, reading); });
}

TEST(ArgumentsTest, AWordIsAnArgument) {
  const ParsedCall c = call_of("atan2 f32 -1.5 0x1p-3");
  EXPECT_EQ(c.row->name, "atan2");
  EXPECT_EQ(c.format, Type::f32);
  EXPECT_EQ(c.lanes, 1);
  EXPECT_EQ(bits(c.flat), (std::vector<Bits>{0xbfc00000, 0x3e000000}));
  EXPECT_EQ(c.call().args.size(), 2u);
  EXPECT_TRUE(c.notes.empty());
}

TEST(ArgumentsTest, BlanksOfAnyKindSeparateWords) {
  EXPECT_EQ(bits(call_of("\t sin  float\t1 \r\n").flat), (std::vector<Bits>{0x3f800000}));
}

TEST(ArgumentsTest, EachArgumentHasItsOwnType) {
  const ParsedCall c = call_of("pown f64 0.5 -3");
  EXPECT_EQ(c.flat[1].type, Type::i32);
  EXPECT_EQ(as_signed(c.flat[1]), -3);
  EXPECT_EQ(complaint("pown f32 1 nan"), Complaint("'n' does not belong in an integer (i32)", 11));
  EXPECT_EQ(complaint("pown f32 1 0.5"), Complaint("'.' does not belong in an integer (i32)", 12));
}

TEST(ArgumentsTest, AnInexactNumberIsNoted) {
  EXPECT_EQ(call_of("sin f32 0.1").notes, std::vector<std::string>{"0.1 is not a float; using 0x1.99999ap-4"});
  EXPECT_EQ(call_of("sin f16 0.1").notes, std::vector<std::string>{"0.1 is not a half; using 0x1.998p-4"});
}

TEST(ArgumentsTest, OpenClsNamesChooseTheRowByFormat) {
  EXPECT_EQ(call_of("clamp i32 1 2 3").row, find("clamp"));
  EXPECT_EQ(call_of("clamp f32 1 2 3").row, find("fclamp"));
  EXPECT_EQ(call_of("+ f32 1 2").row, find("add"));
}

TEST(ArgumentsTest, AnUnknownBuiltinNamesTheNearest) {
  EXPECT_EQ(complaint("sine f32 1"), Complaint("no builtin 'sine'; did you mean 'sin'?", 0));
  EXPECT_EQ(complaint("  atn2 f32 1 2"), Complaint("no builtin 'atn2'; did you mean 'atan2'?", 2));
}

TEST(ArgumentsTest, AMissingOrWrongFormatListsThoseThatThereAre) {
  EXPECT_EQ(complaint("sin"), Complaint("the format of sin is missing: one of f16, f32, f64", 3));
  EXPECT_EQ(complaint("sin f33 1"), Complaint("'f33' is not a format; sin has f16, f32, f64", 4));
  EXPECT_EQ(complaint("half_sin f64 1"), Complaint("half_sin has no format f64; half_sin has f32", 9));
  EXPECT_EQ(complaint(""), Complaint("the name of a builtin is missing", 0));
  EXPECT_EQ(complaint("prefetch f32 1").first, "prefetch has no result to judge");
}

TEST(ArgumentsTest, TheNumberOfArgumentsIsCheckedAndTheSignatureShown) {
  EXPECT_EQ(complaint("atan2 f32 1"), Complaint("atan2 takes 2 arguments, not 1: atan2(f32 y, f32 x) -> f32", 11));
  EXPECT_EQ(complaint("sin f32 1 2"), Complaint("sin takes 1 argument, not 2: sin(f32 x) -> f32", 10));
  EXPECT_EQ(complaint("fma f64"), Complaint("fma takes 3 arguments, not 0: fma(f64 a, f64 b, f64 c) -> f64", 7));
}

TEST(ArgumentsTest, LanesStandBetweenCommas) {
  const ParsedCall c = call_of("dot f32 1,2,3 4,5,6");
  EXPECT_EQ(c.lanes, 3);
  EXPECT_EQ(bits(c.flat), (std::vector<Bits>{0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000, 0x40c00000}));
  EXPECT_EQ(call_of("length f32 3").lanes, 1);
  EXPECT_EQ(call_of("isless f32 1,2 2,1").lanes, 2);
}

TEST(ArgumentsTest, LanesAreCheckedAgainstTheWidths) {
  EXPECT_EQ(complaint("cross f32 1,2 3,4"),
            Complaint("cross is for vectors of 3, 4 lanes, not 2: cross(f32[n] x, f32[n] y) -> f32[n]", 10));
  EXPECT_EQ(complaint("dot f32 1,2 3,4,5"), Complaint("3 lanes here, but 2 lanes in the first argument", 12));
  EXPECT_EQ(complaint("dot f32 1,,2 3,4,5"), Complaint("a number is missing", 10));
  EXPECT_EQ(complaint("dot f32 1,x 3,4"), Complaint("'x' does not belong in a number", 10));
  EXPECT_EQ(complaint("sin f32 1,2"),
            Complaint("sin works on each element alone; give one value per argument: sin(f32 x) -> f32", 9));
}

TEST(ArgumentsTest, AShufflesMaskHasItsOwnLength) {
  const ParsedCall c = call_of("shuffle2 f32 1,2 3,4 0,1,2,3");
  EXPECT_EQ(c.lanes, 4);
  EXPECT_EQ(c.flat.size(), 8u);
  EXPECT_EQ(c.flat[4].type, Type::u32);
  EXPECT_EQ(complaint("shuffle2 f32 1,2 3,4,5,6 0,1").first, "4 lanes here, but 2 lanes in the first argument");
}

TEST(ArgumentsTest, ResultsFollowTheEqualsSign) {
  EXPECT_EQ(bits(call_of("sin f32 -0 = -0", kResults).results), (std::vector<Bits>{0x80000000}));
  const ParsedCall frexp = call_of("frexp f32 8 = 0.5 4", kResults);
  EXPECT_EQ(bits(frexp.results), (std::vector<Bits>{0x3f000000, 4}));
  EXPECT_EQ(frexp.results[1].type, Type::i32);
  EXPECT_EQ(call_of("normalize f32 1,0 = 1,0", kResults).results.size(), 2u);
  EXPECT_EQ(call_of("dot f32 1,0 1,0 = 1", kResults).results.size(), 1u);
  EXPECT_EQ(call_of("isless f32 1,2 2,1 = -1,0", kResults).results[0].bits, 0xffffffffu);
}

TEST(ArgumentsTest, ResultsAreCountedToo) {
  EXPECT_EQ(complaint("sin f32 1", kResults).first,
            "the result is missing: write sin f32 ARGUMENTS = RESULT, with spaces around the '='");
  EXPECT_EQ(complaint("sin f32 1 =", kResults), Complaint("sin gives 1 result, not 0: sin(f32 x) -> f32", 11));
  EXPECT_EQ(complaint("sin f32 1 = 1 2", kResults).second, 14u);
  EXPECT_EQ(complaint("sin f32 1 2 = 1", kResults), Complaint("sin takes 1 argument, not 2: sin(f32 x) -> f32", 10));
  EXPECT_EQ(complaint("sin f32 = 1", kResults), Complaint("sin takes 1 argument, not 0: sin(f32 x) -> f32", 8));
  EXPECT_EQ(complaint("sin f32 1 = 1,2", kResults), Complaint("the result of sin has 1 lane here, not 2", 12));
  EXPECT_EQ(complaint("sin f32 1 = x", kResults).second, 12u);
}

TEST(ArgumentsTest, PatternsAreReadWithBits) {
  EXPECT_EQ(bits(call_of("pown f32 0x3f800000 -3", kBits).flat), (std::vector<Bits>{0x3f800000, 0xfffffffd}));
}

TEST(ArgumentsTest, APrefixFixesTheNameAndTheFormat) {
  EXPECT_TRUE(read_prefix("").name.empty());
  EXPECT_EQ(bits(read_call("f64 1", read_prefix("sin"), {}).flat), (std::vector<Bits>{0x3ff0000000000000}));
  EXPECT_EQ(read_call("1 2 3", read_prefix("clamp f32"), {}).row, find("fclamp"));
  EXPECT_EQ(complaint_of([] { read_prefix("sine"); }).first, "no builtin 'sine'; did you mean 'sin'?");
  EXPECT_EQ(complaint_of([] { read_prefix("sin f99"); }).first, "'f99' is not a format; sin has f16, f32, f64");
  EXPECT_EQ(complaint_of([] { read_prefix("sin f32 1"); }).second, 8u);
}

TEST(ArgumentsTest, NamesOfChoicesAreReadInAnyCase) {
  for (const char* word : {"clc-3.1", "CLC-3.1", "clc31", "OpenCL C 3.1", "openclc31"}) {
    EXPECT_EQ(read_edition(word), Edition::clc31) << word;
  }
  EXPECT_EQ(read_mode("Correct_Div_Sqrt"), Mode::correct_div_sqrt);
  EXPECT_EQ(read_profile("EMBEDDED"), Profile::embedded);
  EXPECT_EQ(complaint_of([] { read_edition("clc-1.0"); }).first,
            "no specification 'clc-1.0'; did you mean 'clc-2.0'? All: clc-2.0, spirv-2.2, clc-3.1, spirv-3.1, clspv");
  EXPECT_EQ(complaint_of([] { read_profile(""); }).first, "no profile ''; use one of full, embedded");
}

TEST(ArgumentsTest, GlobsAreReadAndBadOnesAreToldWithTheirPlace) {
  const std::vector<Glob> globs = read_globs({"clc/*", "[a]"});
  ASSERT_EQ(globs.size(), 2U);
  EXPECT_EQ(globs[0].pattern(), "clc/*");
  EXPECT_EQ(globs[1].pattern(), "[a]");
  EXPECT_THAT(complaint_of([] { read_globs({"*", "[a"}); }).first, testing::HasSubstr("the set that opens at character 1"));
}

TEST(UsageErrorTest, TheCaretStandsBelowThePlace) {
  EXPECT_EQ(UsageError("bad", "sin f32 x", 8).shown("  "), "bad\n  sin f32 x\n          ^");
  EXPECT_EQ(UsageError("bad", "a\tb", 2).shown(""), "bad\na b\n  ^");
  EXPECT_EQ(UsageError("bad", "\xc3\xa4 x", 3).shown(""), "bad\n\xc3\xa4 x\n  ^");
  EXPECT_EQ(UsageError("bad").shown("  "), "bad");
}

TEST(UsageErrorTest, LongLinesAreCutAroundThePlace) {
  const std::string line = std::string(1000, '1') + "x" + std::string(1000, '2');
  EXPECT_EQ(UsageError("bad", line, 1000).shown(""),
            "bad\n..." + std::string(60, '1') + "x" + std::string(39, '2') + "...\n" + std::string(63, ' ') + "^");
}

}  // namespace

namespace {

std::string of(std::string_view name, Type format) { return signature_text(*find(name), format); }
std::string of(std::string_view name) { return signature_text(*find(name)); }

TEST(SignatureTextTest, ShowsTypesAndNames) {
  EXPECT_EQ(of("atan2", Type::f32), "atan2(f32 y, f32 x) -> f32");
  EXPECT_EQ(of("pown", Type::f64), "pown(f64 x, i32 n) -> f64");
  EXPECT_EQ(of("frexp", Type::f16), "frexp(f16 x) -> f16, i32");
  EXPECT_EQ(of("fma", Type::f32), "fma(f32 a, f32 b, f32 c) -> f32");
  EXPECT_EQ(of("dot", Type::f32), "dot(f32[n] x, f32[n] y) -> f32");
  EXPECT_EQ(of("cross", Type::f32), "cross(f32[n] x, f32[n] y) -> f32[n]");
  EXPECT_EQ(of("shuffle2", Type::f16), "shuffle2(f16[n] x, f16[n] y, u16[m] mask) -> f16[m]");
  EXPECT_EQ(of("upsample", Type::i8), "upsample(i8 hi, u8 lo) -> i16");
}

TEST(SignatureTextTest, ShowsAllFormatsAtOnce) {
  EXPECT_EQ(of("sin"), "sin(T x) -> T");
  EXPECT_EQ(of("pown"), "pown(T x, i32 n) -> T");
  EXPECT_EQ(of("convert_uchar_sat"), "convert_uchar_sat(T x) -> u8");
  EXPECT_EQ(of("upsample"), "upsample(T hi, uint(T) lo) -> int2(T)");
}

TEST(SignatureTextTest, EveryRowHasOne) {
  for (const Row& row : table()) {
    EXPECT_TRUE(signature_text(row).starts_with(std::string(row.name) + "(")) << row.name;
    for (Type format : row.formats) EXPECT_NE(signature_text(row, format).find(')'), std::string::npos);
  }
}

}  // namespace

}  // namespace classay
