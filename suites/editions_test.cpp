#include "suites/editions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cmake/source_dir.h"

namespace classay {
namespace {

const std::string kPath = std::string(testing_support::source_dir()) + "/docs/editions.md";

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

TEST(EditionsTest, TheDocumentIsUpToDate) {
  if (std::getenv("CLASSAY_UPDATE_DOCS") != nullptr) std::ofstream(kPath) << editions_markdown();
  EXPECT_EQ(contents(kPath), editions_markdown())
      << "docs/editions.md is not what the table says: run this test with CLASSAY_UPDATE_DOCS=1";
}

TEST(EditionsTest, NamesWhatChangedBetweenEditions) {
  const std::string md = editions_markdown();
  EXPECT_NE(md.find("| tan | f16 | default | full | - | \\<= 2 ulp | \\<= 2.5 ulp | \\<= 2.5 ulp |"), std::string::npos);
  EXPECT_NE(md.find("| div | f64 | default | embedded | correctly rounded | \\<= 3 ulp |"), std::string::npos);
  EXPECT_EQ(md.find("| sin | "), std::string::npos);  // the same everywhere
}

}  // namespace
}  // namespace classay
