#include "tools/inject/source.h"

#include "tools/inject/corpus.h"

namespace classay::planted {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

LayerFile file_of(const std::string& lines) {
  const std::string head = "[a]\nclass: ties\nwrong: w\nclause: c\ntier: smoke\n";
  return layer_file(parse_corpus(head + lines + "\n", "some.txt").at(0));
}

TEST(PlantedSourceTest, AFunctionOfEachWidthCallsTheDevicesOwnAndChangesItsLanes) {
  const LayerFile file = file_of("builtin: sqrt f32\nlane: r = 1;");
  EXPECT_THAT(file.text, HasSubstr("static float __attribute__((overloadable)) planted_sqrt(float x) {\n"
                                   "float r = sqrt(x);\n"
                                   "{ float l = r; plant_f32(x, &l, 0, 1, 1, 0); r = l; }\n"
                                   "return r;\n}\n"));
  EXPECT_THAT(file.text, HasSubstr("static float2 __attribute__((overloadable)) planted_sqrt(float2 x) {\n"
                                   "float2 r = sqrt(x);\n"
                                   "{ float l = r.s0; plant_f32(x.s0, &l, 0, 2, 2, 0); r.s0 = l; }\n"
                                   "{ float l = r.s1; plant_f32(x.s1, &l, 1, 2, 2, 0); r.s1 = l; }\n"
                                   "return r;\n}\n"));
  for (const char* const type : {"float3", "float4", "float8", "float16"}) {
    EXPECT_THAT(file.text, HasSubstr(std::string("planted_sqrt(") + type + " x)"));
  }
  EXPECT_THAT(file.text, HasSubstr("R r = *r_;\n{\nr = 1;\n}\n*r_ = r;\n"));
  EXPECT_TRUE(file.text.ends_with("#undef sqrt\n#define sqrt planted_sqrt\n#line 1\n"));
  EXPECT_TRUE(file.replacements.empty());
}

// Calls for other formats keep their results.
TEST(PlantedSourceTest, OtherFormatsAreTheDevicesOwn) {
  const LayerFile file = file_of("builtin: sqrt f32\nlane: r = 1;");
  EXPECT_THAT(file.text,
              HasSubstr("#ifdef cl_khr_fp64\nstatic double __attribute__((overloadable)) planted_sqrt(double x) {\n"
                        "double r = sqrt(x);\nreturn r;\n}\n"));
  EXPECT_THAT(file.text, Not(HasSubstr("plant_f64")));
}

TEST(PlantedSourceTest, WhatOpenClCallsAlikeIsPlantedByFormat) {
  const LayerFile file = file_of("builtin: fclamp f32\nlane: r = 1;");
  EXPECT_THAT(file.text, HasSubstr("plant_f32(x, y, z, &l"));
  EXPECT_THAT(file.text, HasSubstr("planted_clamp(int4 x, int4 y, int4 z) {\nint4 r = clamp(x, y, z);\nreturn r;\n}\n"));
  EXPECT_THAT(file.text, HasSubstr("planted_clamp(float4 x, float y, float z) {\n"
                                   "return planted_clamp(x, (float4)(y), (float4)(z));\n}\n"));
}

TEST(PlantedSourceTest, ASecondResultIsChangedBehindEachPointer) {
  const LayerFile file = file_of("builtin: frexp f32\nlane: if (space == in_local) s = 1;");
  EXPECT_THAT(file.text,
              HasSubstr("planted_frexp(float2 x, local int2 *p) {\nfloat2 r = frexp(x, p);\nint2 s = *p;\n"
                        "{ float l = r.s0; int k = s.s0; plant_f32(x.s0, &l, &k, 0, 2, 2, 1); r.s0 = l; s.s0 = k; }\n"));
  for (const char* const space : {"private", "local", "global"}) {
    EXPECT_THAT(file.text, HasSubstr(std::string("planted_frexp(float x, ") + space + " int *p)"));
  }
  EXPECT_THAT(file.text, Not(HasSubstr("constant int *p")));
}

TEST(PlantedSourceTest, LoadsAndStoresHaveANameForEachWidth) {
  const LayerFile loads = file_of("builtin: vloadn f32\nvector: r[1] = 0;");
  EXPECT_THAT(loads.text,
              HasSubstr("planted_vload2(size_t offset, const constant float *p) {\nfloat2 r = vload2(offset, p);\n"));
  EXPECT_THAT(loads.text, HasSubstr("#define vload16 planted_vload16\n"));
  const LayerFile stores = file_of("builtin: vstorea_halfn f32\nafter: m[3] = 0;");
  EXPECT_THAT(stores.text, HasSubstr("planted_vstorea_half3(float3 x, size_t offset, global half *p) {\n"
                                     "vstorea_half3(x, offset, p);\n"
                                     "{ const int width = 3; global ushort *m = (global ushort *)(p + offset * 4);\n"));
}

TEST(PlantedSourceTest, AcrossLanesASnippetHasArrays) {
  const LayerFile file = file_of("builtin: dot f32\nvector: r[0] = x[1];");
  EXPECT_THAT(file.text, HasSubstr("float xs[] = {x.s0, x.s1};\nfloat ys[] = {y.s0, y.s1};\nfloat rs[] = {r};\n"
                                   "plant_f32(xs, ys, rs, 0, 2, 1, 0);\nr = (float)(rs[0]);\n"));
}

TEST(PlantedSourceTest, OperatorsAreReplacedWhereKernelsHaveThem) {
  const LayerFile file = file_of("builtin: div f32\nlane: r = 1;");
  EXPECT_THAT(file.replacements, ElementsAre(Replacement{"r = x / y;", "r = planted_div(x, y);"}));
  EXPECT_THAT(file.text, HasSubstr("float4 r = x / y;\n"));
  EXPECT_THAT(file.text, Not(HasSubstr("#define div")));
  const LayerFile recip = file_of("builtin: recip f32\nlane: r = 1;");
  EXPECT_THAT(recip.replacements, testing::Contains(Replacement{"r = (float4)(1) / x;", "r = planted_recip(x);"}));
  const LayerFile off = file_of("builtin: mul_add_uncontracted f32\nlane: r = 1;");
  EXPECT_THAT(off.text, HasSubstr("#pragma OPENCL FP_CONTRACT OFF\nfloat r = x * y + z;\n"));
}

TEST(PlantedSourceTest, ConversionsAndComparisonsHaveTheTypesOfTheirResults) {
  const LayerFile file = file_of("builtin: convert_uchar_sat_rte f32\nlane: r = 1;");
  EXPECT_THAT(file.text, HasSubstr("uchar4 r = convert_uchar4_sat_rte(x);\n"));
  EXPECT_THAT(file.text, HasSubstr("#define convert_uchar3_sat_rte planted_convert_uchar3_sat_rte\n"));
  const LayerFile doubles = file_of("builtin: isnan f64\nlane: r = 0;");
  EXPECT_THAT(doubles.text, HasSubstr("{ int l = r; plant_f64_scalar(x, &l, 0, 1, 1, 0); r = l; }\n"));
  EXPECT_THAT(doubles.text, HasSubstr("{ long l = r.s0; plant_f64(x.s0, &l, 0, 2, 2, 0); r.s0 = l; }\n"));
}

TEST(PlantedSourceTest, TextAloneStandsBeforeAsItIs) {
  EXPECT_EQ(file_of("case: *\ntext: #define M_PI_F 3").text, "#define M_PI_F 3\n");
}

}  // namespace
}  // namespace classay::planted
