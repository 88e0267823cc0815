// Ratios that an earlier `classay bench --json` wrote down, which `bench --check` compares with: of processor times, a
// sweep's to the device's alone. Times are those of a machine; ratios are much the same on machines that have an instruction
// set and a device in common.
#pragma once

#include <compare>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace classay {

struct Measurement {
  std::string unit;             // clc/math/exp/f32/default
  std::string device;           // its short name: pocl
  std::string instruction_set;  // of this program's loops: avx2
  auto operator<=>(const Measurement&) const = default;
};

class RecordedRatios {
 public:
  // Of lines for the same measurement the last one counts. Throws FileError: "FILE, line 7: ...".
  static RecordedRatios read(const std::filesystem::path& file);
  std::optional<double> of(const Measurement& m) const;

 private:
  std::map<Measurement, double> ratios_;
};

// So much more than was recorded is a loss of speed, beyond what differs from run to run.
inline constexpr double kLoss = 1.25;

}  // namespace classay
