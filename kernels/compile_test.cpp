// Compiles every program with clang and its standard OpenCL C headers. This covers programs whose extension or version no
// available device supports. The test is skipped if clang is missing. harness_kernels_test uses the devices' own compilers.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "kernels/signature_call.h"
#include "kernels/testing.h"

namespace classay {
namespace {

using testing_support::joined;

const std::vector<Tuple> kLiterals{{1, 2, 3}, {0x80, 0x7f, 1}, {0, 1, 2}};

class CompileTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("clang --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no clang";
  }

  // Returns clang's messages for a source; empty if clang accepts it.
  static std::string complaints(const std::string& source, const std::string& standard) {
    const std::string base =
        testing::TempDir() + "classay_" + testing::UnitTest::GetInstance()->current_test_info()->name() + standard;
    std::ofstream(base + ".cl") << source;
    const std::string command =
        "clang -x cl -cl-std=" + standard +
        " -target spir64 -Xclang -finclude-default-header -Xclang -cl-ext=+all -Wall -Wno-unused-variable "
        "-fsyntax-only '" +
        base + ".cl' > '" + base + ".log' 2>&1";
    const int code = std::system(command.c_str());
    std::ifstream log(base + ".log");
    std::string text((std::istreambuf_iterator<char>(log)), std::istreambuf_iterator<char>());
    if (code != 0 && text.empty()) text = "clang failed without a word";
    std::remove((base + ".cl").c_str());
    std::remove((base + ".log").c_str());
    return text;
  }
};

std::vector<Asked> all_programs(PointerTo pointer) {
  std::vector<Asked> programs;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_clc(row, format) || row.section == kExtendedBits || row.section == kIntegerDot) continue;  // unknown to clang
      const bool is_load = row.signature == Signature::load || row.signature == Signature::load_half;
      if (pointer == PointerTo::constant_memory && !is_load) continue;
      programs.push_back(testing_support::asked(row.name, format, Making::table, pointer));
      Asked& added = programs.back();
      if (pointer != PointerTo::local_memory && added.widths.size() > 1) added.together = added.widths;
    }
  }
  return programs;
}

TEST_F(CompileTest, EveryRowInEveryFormat) {
  EXPECT_EQ(complaints(joined(all_programs(PointerTo::private_memory)), "CL3.0"), "");
  EXPECT_EQ(complaints(joined(all_programs(PointerTo::constant_memory)), "CL3.0"), "");
}

TEST_F(CompileTest, EverySignatureClassWithEveryMakingAndMemory) {
  std::vector<Asked> programs;
  for (const PointerTo pointer :
       {PointerTo::private_memory, PointerTo::local_memory, PointerTo::global_memory, PointerTo::generic_memory}) {
    for (const Making making : {Making::range, Making::random, Making::literals, Making::table}) {
      for (Asked a : all_programs(pointer)) {
        if (pointer != PointerTo::private_memory && signature_form(*a.row)->slot == Slot::none) continue;
        const bool is_implicit = a.row->signature == Signature::assign || a.row->signature == Signature::widen;
        const bool is_one = a.row == find("convert_half_rte") || (is_implicit && a.row->to == Type::f32);
        if (a.row->group == Group::conversion && !is_one) continue;  // one conversion is enough
        if (making == Making::range && argument_types(*a.row, a.format).size() > 1 && width(a.format) > 16) continue;
        if (making == Making::literals && pointer != PointerTo::private_memory) continue;
        a.making = making;
        if (making != Making::table) a.together.clear();
        // Also next to a table: both in one program.
        if (making == Making::literals || (making == Making::table && pointer == PointerTo::private_memory))
          a.literals = kLiterals;
        programs.push_back(a);
      }
    }
  }
  EXPECT_EQ(complaints(joined(programs), "CL2.0"), "");
}

TEST_F(CompileTest, AMistakeIsSeen) {
  std::string source = joined({testing_support::asked("sin", Type::f32)});
  EXPECT_EQ(complaints(source, "CL1.2"), "");
  source.replace(source.find("= sin("), 5, "= sine");
  EXPECT_NE(complaints(source, "CL1.2"), "");
}

}  // namespace
}  // namespace classay
