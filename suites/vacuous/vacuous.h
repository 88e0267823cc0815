// Measures unconstrained results: the share of grossly wrong results of ordinary calls (gross_calls.h) that the judge does
// not reject. Cells exist for each builtin, format, edition, profile and mode. A share above zero needs a reason
// (reasons.h), otherwise it is a gap. data/unconstrained.txt contains all cells. vacuous_test.cpp compares it, so that a
// change of the judge that lets more or fewer results pass is seen. It writes the file if CLASSAY_UPDATE_DATA is set.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "suites/row.h"

namespace classay::vacuous {

// Verdicts of `asked` wrong results.
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
  bool is_of_another = false;  // the edition itself states no limit (reference/judge/judge.h)
  Share share;
};

// Returns all cells of a row, including those with a share of zero. Empty if the row returns no value (printf, prefetch).
std::vector<Cell> cells(const Row& row);

// A table line: the cells above zero of one builtin and format with the same share and reason.
struct Line {
  const Row* row = nullptr;
  Type format = Type::f32;
  std::set<std::pair<Edition, Profile>> places;
  std::vector<Mode> modes;
  Share share;
  std::string_view reason;  // name of the reason; empty if none applies
};
std::vector<Line> lines(const std::vector<Cell>& cells);

std::string places_text(const Line& line);   // "clc-3.1, spirv-3.1 full", "all"
std::string modes_text(const Line& line);    // "relaxed, unsafe"; "all" for all modes of the builtin
std::string share_text(const Share& share);  // "19 % of 64: 10 right, 2 undefined"

std::string tables();    // data/unconstrained.txt
std::string markdown();  // the page of tools/pages.cpp: an introduction and the tables

}  // namespace classay::vacuous
