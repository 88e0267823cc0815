// What right looks like: each format gets one result, and a pass only where a measurement stands behind it.
#include "harness/run/fp_config.h"

namespace classay {
namespace {

ChildAnswer measured(std::vector<std::string> contradictions) {
  return {.answer = {{"error", ""}, {"traits", {{{"format", "f32"}, {"contradictions", contradictions}}}}},
          .misfortune = ""};
}

std::string verdict(Type format, const ChildAnswer& answer) { return fp_config_result(format, answer).at("verdict"); }

TEST(FpConfigTest, AFormatThatWasMeasuredWithoutContradictionPasses) { EXPECT_EQ(verdict(Type::f32, measured({})), "pass"); }

TEST(FpConfigTest, AContradictionFailsWithItsSentence) {
  const Json result = fp_config_result(Type::f32, measured({"one", "two"}));
  EXPECT_EQ(result.at("verdict"), "fail");
  EXPECT_EQ(result.at("reason"), "one; two");
}

TEST(FpConfigTest, WhatWasNotMeasuredNeverPasses) {
  EXPECT_EQ(verdict(Type::f64, measured({})), "unsupported");
  EXPECT_EQ(verdict(Type::f32, {.answer = {}, .misfortune = "killed by SIGSEGV"}), "crash");
  EXPECT_EQ(verdict(Type::f32, {.answer = {}, .misfortune = "no answer", .timed_out = true}), "timeout");
  EXPECT_EQ(verdict(Type::f32, {.answer = {{"error", "clBuildProgram"}, {"traits", Json::array()}}, .misfortune = ""}),
            "resource-error");
}

TEST(FpConfigTest, GlobsChooseItsCases) {
  EXPECT_EQ(fp_config_formats({}).size(), 3U);
  const std::vector<Glob> math{Glob("clc/math/*")};
  EXPECT_TRUE(fp_config_formats(math).empty());
  const std::vector<Glob> one{Glob("*/fp-config/f64/*")};
  EXPECT_EQ(fp_config_formats(one), std::vector<Type>{Type::f64});
}

}  // namespace
}  // namespace classay
