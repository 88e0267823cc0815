// Checks the text of programs without a device: one kernel per requested width, names and parameters as source.h defines
// them, options by mode, and an error for calls that OpenCL C does not have. harness_kernels_test checks the results.
//
// Possible faults: a width is missing or occurs twice; a builtin is called by its row's name although OpenCL C uses a
// different one ("fclamp"), or without its width ("convert_float"); a bit pattern is rounded on its way to a literal; a
// builtin that loads and stores half requires an extension that it does not need.
#include "kernels/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/testing.h"
#include "suites/cases.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::count;

Asked asked(std::string_view builtin, Type format) {
  const Row* row = find(builtin);
  const std::span<const int> all = widths(*row);
  return {.row = row, .format = format, .widths = {all.begin(), all.end()}, .literals = {}};
}

std::string text(const Asked& a) { return clc_source(a).text; }

TEST(KernelSourceTest, EveryRowThatOpenClCSpeaksHasOneKernelForEachWidth) {
  int rows = 0;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_clc(row, format)) continue;
      Asked a = asked(row.name, format);
      a.making = Making::table;
      const std::string s = text(a);
      ASSERT_EQ(count(s, "\nkernel void "), static_cast<int>(a.widths.size())) << s;
      for (const int w : a.widths) ASSERT_EQ(count(s, "\nkernel void " + kernel_name(a.making, w) + "("), 1) << s;
      ++rows;
    }
  }
  EXPECT_GT(rows, 1000);
}

TEST(KernelSourceTest, OnlyTheWidthsThatAreAskedForAreThere) {
  Asked a = asked("sin", Type::f32);
  a.widths = {3, 16};
  EXPECT_EQ(count(text(a), "\nkernel void "), 2);
  EXPECT_THAT(text(a), HasSubstr("ask_v3"));
  EXPECT_THAT(text(a), Not(HasSubstr("ask_v1(")));
}

// A language that stores halves to buffers only has the results of literals in the place of the result.
TEST(KernelSourceTest, LiteralsMayBeStoredToGlobalMemory) {
  const std::vector<Tuple> literals{{0x3f800000}, {0xc0000000}, {0x7f800000}};
  Asked a = asked("vstore_halfn", Type::f32);
  a.making = Making::literals;
  a.literals = literals;
  a.widths = {3};
  a.pointer = PointerTo::global_memory;
  EXPECT_THAT(text(a), HasSubstr("vstore_half3((float3)(X0, X1, X2), 0, (global half*)(result + 0));"));
  EXPECT_THAT(text(a), Not(HasSubstr("own")));
  a.pointer = PointerTo::local_memory;
  EXPECT_THROW(text(a), std::invalid_argument);
  a = asked("vload_halfn", Type::f16);
  a.making = Making::literals;
  a.literals = literals;
  a.pointer = PointerTo::global_memory;
  EXPECT_THROW(text(a), std::invalid_argument);
}

// One program contains both kinds of kernels, with the same text as in separate programs. Shared functions occur once.
TEST(KernelSourceTest, LiteralsMayStandBesideATable) {
  const std::vector<Tuple> literals{{0x3f800000}, {0x7fc00000}};
  Asked table = asked("sin", Type::f32);
  table.making = Making::table;
  Asked constants = asked("sin", Type::f32);
  constants.making = Making::literals;
  constants.literals = literals;
  Asked both = table;
  both.literals = literals;
  const std::string s = text(both);
  EXPECT_EQ(count(s, "\nkernel void "), 2 * static_cast<int>(both.widths.size()));
  EXPECT_EQ(count(s, "ulong sections("), 1) << s;
  EXPECT_EQ(count(s, " place = "), 0) << s;
  for (const Asked& one : {table, constants}) {
    const std::string alone = text(one);
    for (std::size_t at = alone.find("\nkernel void "); at != std::string::npos;) {
      const std::size_t end = alone.find("\nkernel void ", at + 1);
      EXPECT_EQ(count(s, alone.substr(at, end - at)), 1) << alone.substr(at, end - at);
      at = end;
    }
  }
  both.pointer = PointerTo::global_memory;
  EXPECT_THROW(text(both), std::invalid_argument);
}

TEST(KernelSourceTest, WhatOpenClCCanNotSayIsRefused) {
  for (const char* const builtin : {"frem", "fmod_floored", "smod", "funordlessthan", "printf", "prefetch"}) {
    const Row* row = find(builtin);
    ASSERT_NE(row, nullptr) << builtin;
    EXPECT_FALSE(has_clc(*row, row->formats[0])) << builtin;
    EXPECT_THROW(text(asked(builtin, row->formats[0])), std::invalid_argument) << builtin;
  }
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      EXPECT_EQ(has_clc(row, format), row.truth != nullptr && speaks(FrontEnd::clc, row, format)) << row.name;
    }
  }
}

TEST(KernelSourceTest, AFormatOrWidthThatTheRowDoesNotHaveIsRefused) {
  EXPECT_THROW(text(asked("half_sin", Type::f64)), std::invalid_argument);
  Asked a = asked("cross", Type::f32);
  a.widths = {2};
  EXPECT_THROW(text(a), std::invalid_argument);
  a.widths = {};
  EXPECT_THROW(text(a), std::invalid_argument);
}

TEST(KernelSourceTest, ARangeOfMoreThan64BitsIsRefused) {
  EXPECT_NO_THROW(text(asked("atan2", Type::f32)));
  EXPECT_THROW(text(asked("atan2", Type::f64)), std::invalid_argument);
  EXPECT_THROW(text(asked("fma", Type::f32)), std::invalid_argument);
  EXPECT_NO_THROW(text(asked("fma", Type::f16)));
}

TEST(KernelSourceTest, TheLanguagesOwnNameIsCalled) {
  EXPECT_THAT(text(asked("fmax_common", Type::f32)), HasSubstr("const float3 r = max(x, y);"));
  EXPECT_THAT(text(asked("div", Type::f32)), HasSubstr("const float r = x / y;"));
  EXPECT_THAT(text(asked("negate", Type::i8)), HasSubstr("const char4 r = -x;"));
  EXPECT_THAT(text(asked("mul_add", Type::f16)), HasSubstr("const half4 r = x * y + z;"));
  EXPECT_THAT(text(asked("mul_add", Type::f16)), HasSubstr("#pragma OPENCL FP_CONTRACT ON\n"));
  EXPECT_THAT(text(asked("sub_mul_uncontracted", Type::f16)), HasSubstr("#pragma OPENCL FP_CONTRACT OFF\n"));
  EXPECT_THAT(text(asked("mul_add_default", Type::f16)), Not(HasSubstr("FP_CONTRACT")));
  EXPECT_THAT(text(asked("sub_mul_uncontracted", Type::f16)), HasSubstr("const half4 r = z - x * y;"));
  EXPECT_THAT(text(asked("negated_mul_sub", Type::f16)), HasSubstr("const half4 r = -(x * y) - z;"));
  EXPECT_THAT(text(asked("recip", Type::f64)), HasSubstr("const double2 r = (double2)(1) / x;"));
}

TEST(KernelSourceTest, TheWidthStandsInNamesThatHaveIt) {
  EXPECT_THAT(text(asked("convert_uchar_sat_rtz", Type::f32)), HasSubstr("const uchar8 r = convert_uchar8_sat_rtz(x);"));
  EXPECT_THAT(text(asked("convert_uchar_sat_rtz", Type::f32)), HasSubstr("const uchar r = convert_uchar_sat_rtz(x);"));
  EXPECT_THAT(text(asked("as_double", Type::i64)), HasSubstr("const double3 r = as_double3(x);"));
  EXPECT_THAT(text(asked("vloadn", Type::i16)), HasSubstr("= vload3(0, (private short*)p);"));
  EXPECT_THAT(text(asked("vstorea_halfn_rtp", Type::f32)), HasSubstr("vstorea_half16_rtp(x, 0, (private half*)p);"));
  EXPECT_THAT(text(asked("vstore_half_rte", Type::f32)), HasSubstr("vstore_half_rte(x, 0, (private half*)p);"));
}

TEST(KernelSourceTest, ComparisonsOfVectorsHaveResultsOfTheOperandsWidth) {
  const std::string s = text(asked("isnan", Type::f64));
  EXPECT_THAT(s, HasSubstr("kernel void ask_v1(global int* result"));
  EXPECT_THAT(s, HasSubstr("kernel void ask_v2(global long* result"));
}

TEST(KernelSourceTest, BuffersComeInTheOrderResultsArgumentsScalars) {
  Asked a = asked("remquo", Type::f32);
  a.making = Making::table;
  EXPECT_THAT(text(a), HasSubstr("kernel void ask_v1(global float* result, global int* second, global const float* x_in, "
                                 "global const float* y_in, ulong first, ulong count, ulong shift, ulong seed)"));
}

TEST(KernelSourceTest, LiteralsHaveTheirExactBitsAndTheirValueInAComment) {
  const std::vector<Tuple> literals{{0x80000000}, {1}, {0x3fc00000}, {0x7f800001}};
  Asked a = asked("sin", Type::f32);
  a.making = Making::literals;
  a.literals = literals;
  const std::string s = text(a);
  EXPECT_THAT(s, HasSubstr("#define X0 as_float((uint)(0x80000000u))  // -0x0p+0\n"));
  EXPECT_THAT(s, HasSubstr("#define X1 as_float((uint)(0x00000001u))  // 0x1p-149\n"));
  EXPECT_THAT(s, HasSubstr("#define X2 as_float((uint)(0x3fc00000u))  // 0x1.8p+0\n"));
  EXPECT_THAT(s, HasSubstr("#define X3 as_float((uint)(0x7f800001u))  // NaN\n"));
  for (const char* const call : {"sin(X0)", "sin(X1)", "sin(X2)", "sin((float2)(X0, X3))"}) {
    EXPECT_EQ(count(s, call), 1) << call;
  }
  // The number of calls is odd: the last literal is repeated, as in every launch.
  EXPECT_EQ(count(s, "sin(X3)"), 2);
  // The calls follow each other without a branch.
  EXPECT_EQ(count(s, "switch"), 0);
}

TEST(KernelSourceTest, LiteralsGoWithPrivateMemoryAndAreNotNone) {
  Asked a = asked("modf", Type::f32);
  a.making = Making::literals;
  EXPECT_THROW(text(a), std::invalid_argument);
  const std::vector<Tuple> literals{{0}};
  a.literals = literals;
  EXPECT_NO_THROW(text(a));
  a.pointer = PointerTo::global_memory;
  EXPECT_THROW(text(a), std::invalid_argument);
}

TEST(KernelSourceTest, OptionsAreThoseOfTheModeAndStandInTheHead) {
  EXPECT_EQ(build_options(Mode::standard), "");
  for (const Mode mode : modes(FrontEnd::clc, *find("sqrt"), Type::f32)) {
    Asked a = asked("sqrt", Type::f32);
    a.mode = mode;
    const Source source = clc_source(a);
    EXPECT_EQ(source.options, build_options(mode));
    EXPECT_THAT(source.text,
                HasSubstr("// Options of the mode: " + (source.options.empty() ? "none" : source.options) + "."));
    EXPECT_TRUE(mode == Mode::standard || source.options.starts_with("-cl-")) << source.options;
  }
}

TEST(KernelSourceTest, ExtensionsAreThoseOfTheTypesThatAreComputedWith) {
  EXPECT_THAT(extensions(*find("sin"), Type::f32), IsEmpty());
  EXPECT_THAT(extensions(*find("sin"), Type::f16), ElementsAre("cl_khr_fp16"));
  EXPECT_THAT(extensions(*find("convert_half"), Type::f64), ElementsAre("cl_khr_fp16", "cl_khr_fp64"));
  EXPECT_THAT(extensions(*find("vload_half"), Type::f16), IsEmpty());
  EXPECT_THAT(extensions(*find("vstore_half"), Type::f64), ElementsAre("cl_khr_fp64"));
  EXPECT_THAT(text(asked("vload_halfn", Type::f16)), Not(HasSubstr("cl_khr_fp16")));
}

TEST(KernelSourceTest, TheMemoryOfAPointerIsTheOneThatIsAskedFor) {
  Asked a = asked("modf", Type::f32);
  EXPECT_THAT(text(a), HasSubstr("private float4* p"));
  a.pointer = PointerTo::local_memory;
  EXPECT_THAT(text(a), HasSubstr("local float4* p"));
  a.pointer = PointerTo::global_memory;
  EXPECT_THAT(text(a), HasSubstr("global float4* p"));
  a.pointer = PointerTo::generic_memory;
  EXPECT_THAT(text(a), HasSubstr("\n  float4* p"));
  a = asked("sin", Type::f32);
  const std::string without = text(a);
  a.pointer = PointerTo::global_memory;
  EXPECT_EQ(text(a), without) << "sin has no pointer";
}

TEST(KernelSourceTest, AScalarSecondArgumentIsOneForEachLane) {
  Asked a = asked("fmax", Type::f32);
  a.making = Making::table;
  a.scalars = "y";
  const std::string text = clc_source(a).text;
  EXPECT_NE(text.find("(float2)(fmax(x, y.s0).s0, fmax(x, y.s1).s1)"), std::string::npos);
  EXPECT_NE(text.find("fmax(x, y.sf).sf"), std::string::npos);
  EXPECT_NE(text.find("const float r = fmax(x, y);"), std::string::npos);
  a.row = find("fabs");
  EXPECT_THROW(clc_source(a), std::invalid_argument);
}

TEST(KernelSourceTest, ScalarsStandWhereTheyAreAskedForAndNotEverywhere) {
  Asked a = asked("smoothstep", Type::f64);
  a.making = Making::table;
  a.scalars = "xy";
  EXPECT_THAT(text(a), HasSubstr("(double2)(smoothstep(x.s0, y.s0, z).s0, smoothstep(x.s1, y.s1, z).s1)"));
  a.scalars = "xyz";
  EXPECT_THROW(text(a), std::invalid_argument);
  a = asked("shift_left", Type::i8);
  a.making = Making::table;
  a.scalars = "y";
  EXPECT_THAT(text(a), HasSubstr("(char2)((x << y.s0).s0, (x << y.s1).s1)"));
}

TEST(KernelSourceTest, AMaskIsUnsignedWhereItIsAskedFor) {
  Asked a = asked("select", Type::f64);
  a.making = Making::table;
  EXPECT_THAT(text(a), HasSubstr("select(x, y, z)"));
  a.unsigned_mask = true;
  EXPECT_THAT(text(a), HasSubstr("select(x, y, as_ulong2(z))"));
  EXPECT_THAT(text(a), HasSubstr("select(x, y, as_ulong(z))"));
  a = asked("conditional", Type::i8);
  a.making = Making::table;
  a.unsigned_mask = true;
  EXPECT_THAT(text(a), HasSubstr("as_uchar16(z) ? y : x"));
  a.row = find("bitselect");
  EXPECT_THROW(text(a), std::invalid_argument);
}

TEST(KernelSourceTest, AnArrayStandsInTheMemoryOfThePointer) {
  Asked a = asked("vloadn", Type::i64);
  a.making = Making::table;
  a.by_offset = true;
  EXPECT_THAT(text(a), HasSubstr("vload4(2, ((private long*)room + 1))"));
  a.pointer = PointerTo::local_memory;
  EXPECT_THAT(text(a), HasSubstr("vload4(2, ((local long*)room + 1))"));
  EXPECT_THAT(text(a), HasSubstr("local long slots[224];"));  // 16 arrays of 14
  a.pointer = PointerTo::global_memory;
  EXPECT_THAT(text(a), HasSubstr("vload4(2, ((global long*)room + 1))"));
  EXPECT_EQ(output_stride(a, 4, 0), 14);
  a = asked("vloada_halfn", Type::f16);
  a.making = Making::table;
  a.by_offset = true;
  a.pointer = PointerTo::local_memory;
  EXPECT_THAT(text(a), HasSubstr("local ushort slots[256] __attribute__((aligned(8)));"));  // 16 arrays of 16
}

TEST(LayoutTest, AWorkItemLeavesAVectorOrOneNumber) {
  EXPECT_EQ(output_stride(asked("sin", Type::f32), 3, 0), 3);
  EXPECT_EQ(output_stride(asked("dot", Type::f32), 3, 0), 1);
  EXPECT_EQ(output_stride(asked("cross", Type::f32), 3, 0), 3);
  EXPECT_EQ(output_stride(asked("any", Type::i8), 16, 0), 1);
  EXPECT_EQ(output_stride(asked("shuffle", Type::i8), 16, 0), 16);
}

TEST(LayoutTest, ThreeLanesTakeTheRoomOfFourOnlyBehindAPointerToABuffer) {
  Asked a = asked("frexp", Type::f64);
  EXPECT_EQ(output_stride(a, 3, 1), 3);
  a.pointer = PointerTo::global_memory;
  EXPECT_EQ(output_stride(a, 3, 0), 3);
  EXPECT_EQ(output_stride(a, 3, 1), 4);
  EXPECT_EQ(output_stride(a, 8, 1), 8);
  EXPECT_EQ(output_bytes(a, 3, 0, 30), 11U * 3 * 8);  // 30 inputs are 10 vectors; one more makes the number odd
  EXPECT_EQ(output_bytes(a, 3, 1, 30), 11U * 4 * 4);
}

// Without the option Intel's compiler does not know ctz. With it, a compiler with OpenCL C 1.2 rejects the program.
TEST(KernelSourceTest, WhatALaterLanguageBroughtIsCompiledAsThat) {
  const Row& ctz = *find("ctz");
  EXPECT_EQ(language_option(ctz, {3, 1}), " -cl-std=CL3.0");
  EXPECT_EQ(language_option(ctz, {2, 0}), " -cl-std=CL2.0");
  EXPECT_EQ(language_option(ctz, {1, 2}), "");
  EXPECT_EQ(language_option(ctz, {}), "");
  EXPECT_EQ(language_option(*find("clz"), {3, 1}), "");
  EXPECT_EQ(language_option(*find("dot_4x8packed_uu_uint"), {3, 0}), " -cl-std=CL3.0");
}

TEST(KernelSourceTest, ImplicitConversionsAreAnAssignmentAndAScalarAmongVectors) {
  const std::string assigned = clc_source(asked("implicit_float", Type::i64)).text;
  EXPECT_EQ(count(assigned, "const float r = x;"), 1) << assigned;
  Asked a = asked("widened_float", Type::i64);
  a.widths = {2};
  const std::string widened = clc_source(a).text;
  EXPECT_EQ(count(widened, "const float2 r = (float2)((-(float2)(0) + x.s0).s0, (-(float2)(0) + x.s1).s1);"), 1) << widened;
  a.making = Making::literals;
  const std::vector<Tuple> literals{{1}, {2}};
  a.literals = literals;
  const std::string told = clc_source(a).text;
  EXPECT_EQ(count(told, "(-(float2)(0) + X0).s0"), 1) << told;
  EXPECT_EQ(count(told, "(-(float2)(0) + X1).s1"), 1) << told;
}

// A vector of three occupies the space of four, as its type does.
TEST(KernelSourceTest, WhatIsSentIsLoadedVectorByVector) {
  Asked a = asked("fmin", Type::f32);
  a.making = Making::table;
  a.widths = {1, 3};
  const std::string text = clc_source(a).text;
  EXPECT_EQ(count(text, "global const float* x_in, global const float* y_in"), 1) << text;
  EXPECT_EQ(count(text, "global const float3* x_in, global const float3* y_in"), 1) << text;
  EXPECT_EQ(count(text, "const float3 y = y_in[item];"), 1) << text;
  EXPECT_EQ(input_stride(a, 3), 4);
  EXPECT_EQ(input_stride(a, 8), 8);
  // All work-items of a group execute the loop over the turns.
  Asked in_turns = asked("fract", Type::f32);
  in_turns.making = Making::table;
  in_turns.pointer = PointerTo::local_memory;
  in_turns.widths = {2};
  const std::string turns = clc_source(in_turns).text;
  EXPECT_EQ(count(turns, "const float2 x = x_in[min(item, sections(count, 2) - 1)];"), 1) << turns;
}

TEST(KernelSourceTest, LoadsFromConstantMemoryTakeTheVectorOfTheirWorkItem) {
  Asked a = asked("vloada_halfn", Type::f16);
  a.making = Making::table;
  a.pointer = PointerTo::constant_memory;
  a.widths = {3};
  const std::string text = clc_source(a).text;
  EXPECT_EQ(count(text, "constant ushort* x_in"), 1) << text;
  EXPECT_EQ(count(text, "vloada_half3(item, (constant half*)x_in)"), 1) << text;
  EXPECT_EQ(input_stride(a, 3), 4);
  Asked packed = asked("vload_halfn", Type::f16);
  packed.pointer = PointerTo::constant_memory;
  EXPECT_EQ(input_stride(packed, 3), 3);
  a.making = Making::range;
  EXPECT_THROW(clc_source(a), std::invalid_argument);
  Asked store = asked("vstoren", Type::i8);
  store.making = Making::table;
  store.pointer = PointerTo::constant_memory;
  EXPECT_THROW(clc_source(store), std::invalid_argument);
}

TEST(SourceTest, ElementByElementNothingIsStoredAsAVector) {
  for (const int width : {1, 2, 3, 4}) {
    const std::string text = clc_source({.row = find("fract"), .widths = {width}, .by_elements = true}).text;
    EXPECT_EQ(text.find("vstore"), std::string::npos) << text;
    const std::string last = width == 1 ? "second[item] = *p;" : fmt::format("] = (*p).s{};", width - 1);
    EXPECT_NE(text.find(last), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace classay
