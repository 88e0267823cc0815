#include "harness/journal/covers.h"

#include "harness/text/visible.h"

namespace classay {

std::string covers_text(const RunHeader& run) {
  if (!run.covers) return "";
  if (run.covers->ranges.empty()) return "covers only the inputs of " + visible(run.covers->file);
  std::string ranges;
  for (const std::string& range : run.covers->ranges) ranges += (ranges.empty() ? "" : ", ") + range;
  return "covers only arguments in " + visible(ranges);
}

}  // namespace classay
