// Reads ratios of an earlier `classay bench --json` for `bench --check`. A ratio divides a sweep's processor time by the
// device's alone. Times depend on the machine; ratios are similar on machines with the same instruction set and device.
#pragma once

#include <compare>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace classay {

struct Measurement {
  std::string unit;             // clc/math/exp/f32/default
  std::string device;           // its short name, for example pocl
  std::string instruction_set;  // of this program's loops, for example avx2
  auto operator<=>(const Measurement&) const = default;
};

class RecordedRatios {
 public:
  // If a measurement has several records, the last one counts. Throws FileError: "FILE, line 7: ...".
  static RecordedRatios read(const std::filesystem::path& file);
  std::optional<double> of(const Measurement& m) const;

 private:
  std::map<Measurement, double> ratios_;
};

// A factor above the recorded ratio that counts as a loss of speed. It exceeds the variation between runs.
inline constexpr double kLoss = 1.25;

}  // namespace classay
