// Checks versions as specifications, drivers and modules write them. An invalid text must not become a small version.
#include "suites/version.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

TEST(VersionTest, IsReadBehindItsPrefix) {
  EXPECT_EQ(version_after("OpenCL ", "OpenCL 3.0 PoCL 3.1"), (Version{3, 0}));
  EXPECT_EQ(version_after("OpenCL C ", "OpenCL C 1.2"), (Version{1, 2}));
  EXPECT_EQ(version_after("SPIR-V_", "SPIR-V_1.10"), (Version{1, 10}));
  EXPECT_EQ(version_after("", name(Version{12, 34})), (Version{12, 34}));
}

TEST(VersionTest, WhatIsNoneIsNotKnown) {
  for (const char* const text :
       {"", "OpenCL", "OpenCL ", "OpenCL three", "3.0", "OpenCL 3", "OpenCL 3.", "OpenCL .1", "OpenCL 3.x", "OpenCL -3.0",
        "OpenCL 3.-1", "OpenCL  3.0", "OpenCL C 3.0", "OpenCL 99999999999.0"}) {
    EXPECT_FALSE(version_after("OpenCL ", text).is_known()) << text;
  }
}

TEST(VersionTest, TheLaterIsTheGreater) {
  EXPECT_LT((Version{1, 2}), (Version{1, 10}));
  EXPECT_LT((Version{1, 10}), (Version{2, 0}));
  EXPECT_GE((Version{3, 1}), (Version{3, 1}));
}

}  // namespace
}  // namespace classay
