// Tests that a displayed name selects that device only, whatever other devices exist, and that a driver's short name does
// too. Possible faults: a name that is part of another name selects both devices, or neither.
#include "harness/device/device_name.h"

#include <gmock/gmock.h>

namespace classay {
namespace {

struct Named {
  std::string name;
  std::string platform;
  std::string version;
};

std::vector<std::string> meant_by(std::string_view wanted, const std::vector<Named>& all) {
  std::vector<std::string> found;
  for (const Named& d : meant(all, [&](const Named& n) { return called(wanted, n.name, n.platform, n.version); })) {
    found.push_back(shown_name(d.name, d.platform));
  }
  return found;
}

const std::vector<Named> kAll{{"EPYC", "Vendor", "OpenCL 3.0"},
                              {"pthread-EPYC", "Portable", "OpenCL 3.0 PoCL"},
                              {"pthread-EPYC", "Other", "OpenCL 1.2"},
                              {"New EPYC", "Vendor", "OpenCL 3.0"}};

TEST(CalledTest, AShownNameMeansThatDeviceAlone) {
  for (const Named& d : kAll) {
    const std::string shown = shown_name(d.name, d.platform);
    EXPECT_THAT(meant_by(shown, kAll), testing::ElementsAre(shown));
  }
}

TEST(CalledTest, APartMeansAllThatHaveIt) {
  EXPECT_EQ(meant_by("epyc", kAll).size(), 4U);
  EXPECT_EQ(meant_by("EPYC (Vendor", kAll).size(), 2U);
  EXPECT_THAT(meant_by("pocl", kAll), testing::ElementsAre("pthread-EPYC (Portable)"));
  EXPECT_THAT(meant_by("nobody", kAll), testing::IsEmpty());
  EXPECT_EQ(meant_by("", kAll).size(), 4U);
}

// On an Intel processor both devices have the maker's name.
const std::vector<Named> kOneProcessor{
    {"pthread-skylake-Intel(R) Xeon(R)", "Portable Computing Language", "OpenCL 3.0 PoCL HSTR"},
    {"Intel(R) Xeon(R)", "Intel(R) OpenCL", "OpenCL 3.0 (Build 0)"},
    {"llvmpipe (LLVM 15)", "rusticl", "OpenCL 3.0"}};

TEST(CalledTest, AShortNameMeansItsDriverAlone) {
  EXPECT_THAT(meant_by("intel", kOneProcessor), testing::ElementsAre("Intel(R) Xeon(R) (Intel(R) OpenCL)"));
  EXPECT_THAT(meant_by("Intel", kOneProcessor), testing::SizeIs(1));
  EXPECT_THAT(meant_by("PoCL", kOneProcessor), testing::ElementsAre(testing::StartsWith("pthread-skylake")));
  EXPECT_THAT(meant_by("rusticl", kOneProcessor), testing::ElementsAre(testing::StartsWith("llvmpipe")));
  EXPECT_THAT(meant_by("intel(r) xeon", kOneProcessor), testing::SizeIs(2)) << "a part is a part";
}

TEST(CalledTest, AShortNameIsThatOfThePlatform) {
  EXPECT_EQ(short_name("Portable Computing Language"), "pocl");
  EXPECT_EQ(short_name("Intel(R) OpenCL"), "intel");
  EXPECT_EQ(short_name("Intel(R) OpenCL Graphics"), "intel-gpu") << "the longer name stands first in the table";
  EXPECT_EQ(short_name("OCLGRIND"), "oclgrind");
  EXPECT_EQ(short_name("Nowhere"), "");
  EXPECT_EQ(short_name(""), "");
}

TEST(CalledTest, WhoHasToChooseIsToldShortNames) {
  EXPECT_EQ(choice("1:0", "EPYC", "Intel(R) OpenCL"), "  1:0  intel  EPYC (Intel(R) OpenCL)");
  EXPECT_EQ(choice("1:0", "EPYC", "Nowhere"), "  1:0  EPYC (Nowhere)");
}

TEST(CalledTest, TwoOfOneNameAreTwo) {
  const std::vector<Named> twins{kAll[0], kAll[0]};
  EXPECT_EQ(meant_by("epyc (vendor)", twins).size(), 2U);
}

}  // namespace
}  // namespace classay
