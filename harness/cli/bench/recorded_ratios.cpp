#include "harness/cli/bench/recorded_ratios.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/journal/read_json.h"
#include "harness/process/safe_file.h"

namespace classay {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

double ratio_of(const Json& line) {
  const double ratio = line.at("cpu_ratio").get<double>();
  if (!(ratio > 0) || !std::isfinite(ratio)) throw std::invalid_argument("cpu_ratio is not a positive number");
  return ratio;
}

}  // namespace

RecordedRatios RecordedRatios::read(const std::filesystem::path& file) {
  RecordedRatios all;
  const SafeFile opened = SafeFile::to_read(file);
  LineReader reader(opened, kLongestLine);
  for (std::string text; reader.next(text);) {
    const std::string where = file.string() + ", line " + std::to_string(reader.number()) + ": ";
    try {
      const Json line = read_json(text);
      const Measurement m{line.at("unit"), line.at("device"), line.at("instruction_set")};
      all.ratios_[m] = ratio_of(line);
    } catch (const Json::exception& e) {
      throw FileError(where + in_words(e));
    } catch (const std::invalid_argument& e) {
      throw FileError(where + e.what());
    }
  }
  return all;
}

std::optional<double> RecordedRatios::of(const Measurement& m) const {
  const auto at = ratios_.find(m);
  return at == ratios_.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace classay
