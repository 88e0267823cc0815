// Reads a file of limits (`run --limits`), in which a library states its own largest errors in ulp. A limit applies to all
// vector widths of the cases that a glob selects. The first matching line counts; a case without one is unconstrained. C's
// special values (suites/rules_c.cpp) are required too, unless the line contains `no-special-values`. A line that ends with
// a range applies only where the first argument lies in it (harness/text/inputs.h).
//
//   classay-limits 1   # of the release of May
//   c/math/sin/f32/default  0.51  -1..1
//   c/math/sin/f32/default  0.56
//   c/math/*/f64/default    1
//   c/math/exp/f32/default  4  no-special-values
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/journal/unit.h"
#include "suites/glob.h"

namespace classay {

// Reads an error in ulp: a finite decimal of at least 0. Throws std::invalid_argument.
double read_ulp(const std::string& word);

class StatedLimits {
 public:
  StatedLimits() = default;  // none
  // Throw std::invalid_argument: "FILE, line 7: ..."; FileError.
  static StatedLimits read(const std::filesystem::path& file);
  static StatedLimits parse(const std::string& text, const std::string& name_of_file);

  // Returns the first limit without a range, and the limits with a range before it.
  std::optional<StatedLimit> of(const Unit& unit) const;
  std::vector<StatedLimit> of_ranges(const Unit& unit) const;
  std::string hash() const { return hash_; }  // hash of the file's text

 private:
  struct Line {
    Glob units;
    StatedLimit limit;
  };
  std::vector<Line> lines_;
  std::string hash_;
};

}  // namespace classay
