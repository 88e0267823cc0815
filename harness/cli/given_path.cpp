#include "harness/cli/given_path.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/journal/journal.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {

void require_path(const std::string& what, const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown) || unknown) return;  // if it cannot be examined, opening it reports why
  throw UsageError(fmt::format("{}: '{}' does not exist", what, visible(path)));
}

void require_run(const std::string& what, const std::string& folder) {
  require_path(what, folder);
  std::error_code unknown;
  if (std::filesystem::exists(JournalWriter::file_of(folder), unknown) || unknown) return;
  throw UsageError(fmt::format("{}: '{}' has no journal.jsonl; name the folder of a run", what, visible(folder)));
}

}  // namespace classay
