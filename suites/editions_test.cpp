#include "suites/editions.h"

#include <gtest/gtest.h>

#include <string>

namespace classay {
namespace {

TEST(EditionsTest, NamesWhatChangedBetweenEditions) {
  const std::string md = editions_markdown();
  EXPECT_NE(md.find("| tan | f16 | default | full | - | \\<= 2 ulp | \\<= 2.5 ulp | \\<= 2.5 ulp |"), std::string::npos);
  EXPECT_NE(md.find("| div | f64 | default | embedded | correctly rounded | \\<= 3 ulp |"), std::string::npos);
  EXPECT_EQ(md.find("| sin | "), std::string::npos);  // the same everywhere
}

}  // namespace
}  // namespace classay
