// docs/editions.md, from the table: where the documents disagree. suites/editions_test.cpp keeps the file up to date; run
// it with CLASSAY_UPDATE_DOCS set to write the file.
#pragma once

#include <string>

namespace classay {

std::string editions_markdown();

}  // namespace classay
