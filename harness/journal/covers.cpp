#include "harness/journal/covers.h"

#include <nlohmann/json.hpp>

#include "harness/text/visible.h"

namespace classay {

std::string covers_text(const Json& run) {
  if (!run.contains("covers")) return "";
  const Json& covers = run.at("covers");
  if (!covers.contains("ranges")) return "covers only the inputs of " + visible(covers.value("file", ""));
  std::string ranges;
  for (const Json& range : covers.at("ranges")) ranges += (ranges.empty() ? "" : ", ") + range.get<std::string>();
  return "covers only arguments in " + visible(ranges);
}

}  // namespace classay
