// Tests the compiler as a child process: its output, its messages, and that its crash or hang affects no other process.
// Shell scripts simulate failures that a real compiler does not have on demand.
#include "harness/device/vulkan/clspv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "harness/device/backend.h"
#include "harness/device/build_log.h"
#include "harness/text/testing.h"

namespace classay::vulkan {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kGood = "kernel void k(global float* out) { out[get_global_id(0)] = exp(out[0]); }";

class ClspvTest : public FolderTest {
 protected:
  Clspv stand_in(const std::string& script) const {
    const std::string file = (folder_ / "clspv").string();
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return {{file}, false};
  }
};

DeviceError trouble_of(const Clspv& compiler, const std::string& source) {
  try {
    (void)compiler.compiled(source, "-w");
  } catch (const DeviceError& e) {
    return e;
  }
  ADD_FAILURE() << "it compiled";
  return {Fault::refused, ""};
}

TEST_F(ClspvTest, AProgramIsGivenItsOptionsTheSourceAndWhereTheModuleGoes) {
  const Clspv compiler = stand_in("cat \"$2\" >&2; echo \"$1 $3\" >&2; printf 'abcdefgh' >\"$4\"");
  const Clspv::Compiled made = compiler.compiled("the source\n", "-one");
  EXPECT_EQ(made.module, (std::vector<std::uint32_t>{0x64636261, 0x68676665}));
  EXPECT_EQ(made.log, "the source\n-one -o\n");
}

TEST_F(ClspvTest, ACrashIsTheCompilersAndTheSourceIsKept) {
  const DeviceError e = trouble_of(stand_in("echo last words >&2; kill -SEGV $$"), "the source");
  EXPECT_EQ(e.fault(), Fault::build);
  EXPECT_EQ(e.compiler(), CompilerEnd::crashed);
  EXPECT_EQ(build_reason(e.what()), "the compiler crashed: killed by SIGSEGV");
  EXPECT_THAT(e.what(), HasSubstr("the source"));
  EXPECT_THAT(e.what(), HasSubstr("last words"));
}

TEST_F(ClspvTest, AHangIsTheCompilersToo) {
  Clspv compiler = stand_in("while :; do sleep 1; done");
  compiler.give_up_after(std::chrono::milliseconds(200));
  const DeviceError e = trouble_of(compiler, "the source");
  EXPECT_EQ(e.compiler(), CompilerEnd::hung);
  EXPECT_EQ(build_reason(e.what()), "the compiler hung: no end in 200 ms");
}

TEST_F(ClspvTest, WhatDoesNotCompileHasALog) {
  const DeviceError e = trouble_of(stand_in("echo 'source:1:81: error: what' >&2; exit 1"), "the source");
  EXPECT_EQ(e.fault(), Fault::build);
  EXPECT_EQ(e.compiler(), CompilerEnd::refused);
  EXPECT_THAT(e.what(), HasSubstr("error: what"));
}

TEST_F(ClspvTest, ACompilerThatMakesNothingIsNotBelieved) {
  EXPECT_THAT(trouble_of(stand_in("exit 0"), "the source").what(), HasSubstr("but no module"));
}

TEST_F(ClspvTest, ACompilerThatIsNotThereIsSaid) {
  const char* const before = std::getenv("CLASSAY_CLSPV");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("CLASSAY_CLSPV", "/no/such/compiler", 1);
  try {
    (void)Clspv::found();
    ADD_FAILURE() << "there is one";
  } catch (const DeviceError& e) {
    EXPECT_EQ(e.fault(), Fault::unusable);
    EXPECT_THAT(e.what(), HasSubstr("/no/such/compiler, which does not exist"));
  }
  ::setenv("CLASSAY_CLSPV", kept.c_str(), 1);
}

// The real compiler, if installed.
class RealClspvTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      compiler_.emplace(Clspv::found());
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
  }
  std::optional<Clspv> compiler_;
};

TEST_F(RealClspvTest, AModuleComesBack) {
  const Clspv::Compiled made = compiler_->compiled(kGood, "-cl-std=CL3.0 -inline-entry-points -w");
  ASSERT_GT(made.module.size(), 5U);
  EXPECT_EQ(made.module[0], 0x07230203U);
}

TEST_F(RealClspvTest, AnUndefinedNameIsAnErrorOfTheProgram) {
  const DeviceError e = trouble_of(*compiler_, "kernel void k(global int* out) { out[0] = no_such_name; }");
  EXPECT_EQ(e.fault(), Fault::build);
  EXPECT_THAT(e.what(), HasSubstr("use of undeclared identifier 'no_such_name'"));
}

// A library of 2025 crashes for fdim of vectors; the test also accepts one that compiles it.
TEST_F(RealClspvTest, NoProgramTakesThisProcessWithIt) {
  try {
    (void)compiler_->compiled("kernel void k(global float4* o) { o[0] = fdim(o[1], o[2]); }", "-cl-std=CL3.0 -w");
  } catch (const DeviceError& e) {
    EXPECT_THAT(build_reason(e.what()), StartsWith("the compiler crashed")) << e.what();
  }
}

}  // namespace
}  // namespace classay::vulkan
