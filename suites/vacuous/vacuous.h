// What passes whatever it is: for each builtin, format, edition, profile and mode the share of grossly wrong results of
// ordinary calls (gross_calls.h) that the judge does not call wrong. A share above zero has a reason (reasons.h), or is a
// hole. docs/vacuous.md holds them all; vacuous_test.cpp keeps it up to date, run with CLASSAY_UPDATE_DOCS set to write it.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "suites/row.h"

namespace classay::vacuous {

// Of so many results.
struct Share {
  int asked = 0;
  int right = 0;
  int undefined = 0;
  int poor = 0;

  int passed() const { return right + undefined + poor; }
  bool operator==(const Share&) const = default;
};

struct Cell {
  const Row* row = nullptr;
  Type format = Type::f32;
  Edition edition = Edition::clc20;
  Profile profile = Profile::full;
  Mode mode = Mode::standard;
  Limit limit;
  bool is_of_another = false;  // the document states none (judge.h)
  Share share;
};

// All cells of a row, those without a share among them; none where no value is judged (printf, prefetch).
std::vector<Cell> cells(const Row& row);

// Cells above zero of one builtin and format with the same share and reason, as a line.
struct Line {
  const Row* row = nullptr;
  Type format = Type::f32;
  std::set<std::pair<Edition, Profile>> places;
  std::vector<Mode> modes;
  Share share;
  std::string_view reason;  // its name; empty when there is none
};
std::vector<Line> lines(const std::vector<Cell>& cells);

std::string places_text(const Line& line);   // "clc-3.1, spirv-3.1 full", "all"
std::string modes_text(const Line& line);    // "relaxed, unsafe", "all": that the builtin has
std::string share_text(const Share& share);  // "19 % of 64: 10 right, 2 undefined"

std::string markdown();

}  // namespace classay::vacuous
