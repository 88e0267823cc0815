#include "harness/journal/editions.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

TEST(EditionsTest, ADeviceFollowsTheDocumentsOfItsVersion) {
  const auto of = [](FrontEnd f, Version v) { return editions_for("opencl", v).of(f); };
  EXPECT_EQ(of(FrontEnd::clc, {1, 2}), Edition::clc20);
  EXPECT_EQ(of(FrontEnd::clc, {3, 0}), Edition::clc20);
  EXPECT_EQ(of(FrontEnd::clc, {3, 1}), Edition::clc31);
  EXPECT_EQ(of(FrontEnd::clc, {4, 0}), Edition::clc31);
  EXPECT_EQ(of(FrontEnd::il, {3, 0}), Edition::spirv22);
  EXPECT_EQ(of(FrontEnd::il, {3, 1}), Edition::spirv31);
  EXPECT_EQ(of(FrontEnd::clc, {}), Edition::clc31) << "a version that is not known";
  EXPECT_EQ(of(FrontEnd::il, {}), Edition::spirv31);
  EXPECT_EQ(editions_for("level-zero", {2, 2}).of(FrontEnd::il), Edition::spirv22);
}

TEST(EditionsTest, ALibraryFollowsNone) {
  EXPECT_EQ(editions_for("library", {}).of(FrontEnd::c), Edition::none);
  EXPECT_TRUE(follows("library", FrontEnd::c));
  EXPECT_FALSE(follows("library", FrontEnd::il));
}

}  // namespace
}  // namespace classay
