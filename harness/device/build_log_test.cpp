// Tests real logs of PoCL 3.1, Intel's CPU runtime, rusticl and Oclgrind, shortened.
#include "harness/device/build_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

TEST(BuildLogTest, ABuiltinThatIsMissingWhenItIsLinkedIsNamedInTermsOfOpencl) {
  EXPECT_EQ(first_useful_line("Compilation started\nCompilation done\nLinking started\nLinking done\nDevice build started\n"
                              "Options used by backend compiler: \nFailed to build device program\n"
                              "remark: <unknown>:0:0: 19 instructions in function\n"
                              "CompilerException Failed to lookup symbol ask_v16\n"
                              "JIT session error: Symbols not found: [ _Z5ldexpDv16_Dhi, _Z5ldexpDv4_Dhi ]\n"
                              "Failed to materialize symbols: { (main, { ask_v16, ask_v4 }) }\n"),
            "ldexp(half16, int) is missing at link time");
  EXPECT_EQ(first_useful_line("Error(s) while linking: \nCannot find symbol _Z6helperDv4_fi in kernel library\n"
                              "Device pthread-skylake-avx512 failed to build the program"),
            "helper(float4, int) is missing at link time");
  EXPECT_EQ(first_useful_line("(file=input,line=0,column=0,index=0): Unresolved external reference to \"_Z6helperDv4_fi\".\n"
                              "\nMissing module."),
            "helper(float4, int) is missing at link time");
  EXPECT_EQ(first_useful_line("kernel.o: undefined reference to `_Z3powDv3_dS_'"),
            "pow(double3, double3) is missing at link time");
  EXPECT_EQ(first_useful_line("error: undefined symbol: memcpy"), "memcpy is missing at link time");
}

TEST(BuildLogTest, TheFirstErrorOfACompilerComesWithItsLine) {
  EXPECT_EQ(first_useful_line("Compilation started\n1:3:12: error: use of undeclared identifier 'sinus'\n"
                              "    3 |   out[0] = sinus(in[0]);\n      |            ^~~~~\nCompilation failed\n"),
            "line 3: use of undeclared identifier 'sinus'");
  EXPECT_EQ(
      first_useful_line("error: /root/.cache/pocl/kcache/tempfile_uC49oB.cl:3:12: use of undeclared identifier 'sinus'\n"
                        "Device pthread-skylake-avx512 failed to build the program"),
      "line 3: use of undeclared identifier 'sinus'");
  EXPECT_EQ(first_useful_line(
                "input.cl:1:26: warning: unsupported OpenCL extension 'cl_khr_fp16' - ignoring\n"
                "input.cl:2:28: error: unknown type name 'half16'\ninput.cl:2:48: error: unknown type name 'half16'\n"
                "Error executing LLVM compilation action."),
            "line 2: unknown type name 'half16'");
  EXPECT_EQ(first_useful_line("input.cl:3:12: error: implicit declaration of function 'sinus' is invalid in OpenCL\n"
                              "  out[0] = sinus(in[0]);\n           ^\n"),
            "line 3: implicit declaration of function 'sinus' is invalid in OpenCL");
  EXPECT_EQ(first_useful_line("<kernel>:12:1: fatal error: too many errors emitted"), "line 12: too many errors emitted");
}

// The first lines are progress messages or warnings.
TEST(BuildLogTest, ChatterAndWarningsAreNoReason) {
  EXPECT_EQ(first_useful_line("Compilation started\nDevice build started\nstack frame size exceeds the limit\n"),
            "stack frame size exceeds the limit");
  EXPECT_EQ(first_useful_line("prog.cl:1:1: warning: odd\nlinker error: out of sections\n"), "out of sections");
  for (const char* const empty : {"", "\n \n", "Compilation started\nCompilation failed\n", "1 warning generated."}) {
    EXPECT_EQ(first_useful_line(empty), "the build log is empty") << empty;
  }
}

TEST(BuildLogTest, AFailedBuildWithoutALogIsTheCallThatFailed) {
  EXPECT_EQ(build_reason("clBuildProgram: CL_BUILD_PROGRAM_FAILURE"),
            "clBuildProgram: CL_BUILD_PROGRAM_FAILURE, without a build log");
  EXPECT_EQ(build_reason("clBuildProgram: CL_BUILD_PROGRAM_FAILURE\n<kernel>:7:1: error: odd"), "line 7: odd");
}

TEST(BuildLogTest, AnEndlessLineIsCut) {
  EXPECT_LT(first_useful_line(std::string(100'000, 'x')).size(), 300U);
  EXPECT_LT(first_useful_line("a.cl:1:1: error: " + std::string(100'000, 'x')).size(), 300U);
}

TEST(BuildLogTest, NamesOfTheLinkerAreThoseOfOpenclC) {
  EXPECT_EQ(in_opencl_terms("_Z5ldexpDv16_DhDv16_i"), "ldexp(half16, int16)");
  EXPECT_EQ(in_opencl_terms("_Z3maxDv8_hS_"), "max(uchar8, uchar8)");
  EXPECT_EQ(in_opencl_terms("_Z3absDv2_a"), "abs(char2)");
  EXPECT_EQ(in_opencl_terms("_Z5fractDv4_fPU3AS1S_"), "fract(float4, float4 global*)");
  EXPECT_EQ(in_opencl_terms("_Z9fabs"), "_Z9fabs");
  EXPECT_EQ(in_opencl_terms("_Z8upsampleij"), "upsample(int, uint)");
  EXPECT_EQ(in_opencl_terms("_Z5mul24ll"), "mul24(long, long)");
  EXPECT_EQ(in_opencl_terms("_Z3anyDv3_m"), "any(ulong3)");
  EXPECT_EQ(in_opencl_terms("fmaf"), "fmaf");
  EXPECT_EQ(in_opencl_terms("i"), "i");
}

}  // namespace
}  // namespace classay
