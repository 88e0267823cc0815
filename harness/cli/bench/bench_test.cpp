// A ratio is found only for the unit, device and instruction set that it was measured with. A file that is not a record is
// rejected as a whole, with its line.
#include "harness/cli/bench/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/process/safe_file.h"
#include "harness/text/testing.h"

namespace classay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RecordedRatiosTest : public FolderTest {
 protected:
  RecordedRatios read(const std::string& text) {
    const fs::path file = folder_ / "ratios.jsonl";
    std::ofstream(file) << text;
    return RecordedRatios::read(file);
  }
  std::string refusal(const std::string& text) {
    try {
      read(text);
    } catch (const FileError& e) {
      return e.what();
    }
    return "";
  }
};

constexpr const char* kLine =
    R"({"unit":"clc/math/exp/f32/default","device":"pocl","instruction_set":"avx2","cpu_ratio":1.2})";

TEST_F(RecordedRatiosTest, ARatioIsThatOfTheSameUnitDeviceAndInstructionSet) {
  const RecordedRatios all = read(std::string(kLine) + "\n");
  const Measurement m{"clc/math/exp/f32/default", "pocl", "avx2"};
  EXPECT_EQ(all.of(m), 1.2);
  EXPECT_EQ(all.of({m.unit, m.device, "avx512"}), std::nullopt);
  EXPECT_EQ(all.of({m.unit, "intel", m.instruction_set}), std::nullopt);
  EXPECT_EQ(all.of({"clc/math/exp/f32/relaxed", m.device, m.instruction_set}), std::nullopt);
}

TEST_F(RecordedRatiosTest, TheLastLineOfAMeasurementCounts) {
  const RecordedRatios all =
      read(std::string(kLine) + "\n" +
           R"({"unit":"clc/math/exp/f32/default","device":"pocl","instruction_set":"avx2","cpu_ratio":1.5})"
           "\n");
  EXPECT_EQ(all.of({"clc/math/exp/f32/default", "pocl", "avx2"}), 1.5);
}

TEST_F(RecordedRatiosTest, WhatIsNoRecordIsRefusedWithItsLine) {
  EXPECT_THAT(refusal(std::string(kLine) + "\nnot json\n"), HasSubstr("ratios.jsonl, line 2: "));
  EXPECT_THAT(refusal("{\"unit\":\"a\"}\n"), HasSubstr("line 1: "));
  EXPECT_THAT(refusal("[]\n"), HasSubstr("line 1: "));
  for (const char* ratio : {"0", "-1", "\"1\"", "null", "1e999"}) {
    EXPECT_THAT(refusal(std::string(R"({"unit":"a","device":"b","instruction_set":"c","cpu_ratio":)") + ratio + "}\n"),
                HasSubstr("line 1: "))
        << ratio;
  }
  EXPECT_THROW(RecordedRatios::read(folder_ / "nowhere.jsonl"), FileError);
  EXPECT_THROW(RecordedRatios::read(folder_), FileError);
}

}  // namespace
}  // namespace classay
