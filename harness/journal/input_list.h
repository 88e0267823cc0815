// Reads a file of inputs (`run --inputs`). A line is a call: its arguments, separated by blanks or commas. A line without a
// name belongs to every selected case whose arguments it can be. Lanes of vectors are separated by commas only. A bound in
// ulp replaces the limit of the specification for this call. A repeated call has its smallest bound.
//
//   # issue 123
//   0x1p-126                       every selected case of one floating-point argument
//   sin f32: 0x3f800000 <= 2.5     a bit pattern has all its digits
//   pow f64: 2, 0.5
//   dot f32: 1,2,3 4,5,6
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/journal/unit.h"

namespace classay {

class InputList {
 public:
  InputList() = default;  // none
  // Throw std::invalid_argument: "FILE, line 7: ..."; FileError.
  static InputList read(const std::filesystem::path& file);
  static InputList parse(const std::string& text, const std::string& name_of_file);

  std::vector<ListedCall> of(const Unit& unit) const;
  // Throws std::invalid_argument for a line that is a call of none of these units.
  void require_use(std::span<const Unit> units) const;
  std::string hash() const { return hash_; }  // hash of the file's text

 private:
  struct Line {
    std::string where;  // "FILE, line 7"
    std::string name;   // the builtin's; empty: any builtin
    std::string format;
    std::string arguments;
    std::optional<double> ulp;
  };
  static Line read_line(const std::string& text, const std::string& where);
  static ListedCall call_of(const Line& line, const Unit& unit);

  std::vector<Line> lines_;
  std::string hash_;
};

}  // namespace classay
