// Generates docs/editions.md from the table: where the specifications disagree. suites/editions_test.cpp compares the file,
// and writes it if CLASSAY_UPDATE_DOCS is set.
#pragma once

#include <string>

namespace classay {

std::string editions_markdown();

}  // namespace classay
