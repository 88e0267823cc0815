// Lists the limits that all specifications promise for a builtin and format, with equal limits merged.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cli/terminal/terminal.h"
#include "suites/row.h"

namespace classay {

struct LimitCell {
  Edition edition;
  Profile profile;
  Mode mode;
  std::string text;
  std::string clause;
};

// All editions (or one) and profiles, in these modes. A mode other than the default appears only if it changes the limit.
std::vector<LimitCell> limit_cells(const Row& row, Type format, std::span<const Mode> modes,
                                   std::optional<Edition> only = std::nullopt);

// One line per limit and mode: "<= 4 ulp" and its places: "OpenCL C 2.0 (table 36, table 37); OpenCL C 3.1 full (...)".
struct LimitLine {
  std::string text;
  std::string modes;  // "" for the default mode
  std::string places;
};
std::vector<LimitLine> limit_lines(const std::vector<LimitCell>& cells);

// Lines as `oracle` and `list` print them, aligned.
std::string limits_text(const std::vector<LimitLine>& lines, const Terminal& out);

std::string limits_json(const std::vector<LimitCell>& cells);

}  // namespace classay
