// Refuses paths on the command line that do not exist.
#pragma once

#include <string>

namespace classay {

// `what`: the option or argument, for the message. Throws UsageError if nothing is at the path.
void require_path(const std::string& what, const std::string& path);

// Throws UsageError if the folder has no journal.
void require_run(const std::string& what, const std::string& folder);

}  // namespace classay
