#include "suites/editions.h"

#include <fmt/format.h>

#include <vector>

#include "suites/formats.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

using Cells = std::array<Limit, kEditions.size()>;

// One line of the specifications' tables: a builtin and a format, with or without relaxed math.
struct Place {
  const Row& row;
  Type format;
  Mode mode;
};

bool is_stated(const Limit& limit) { return !std::holds_alternative<Unstated>(limit); }

Cells cells_of(const Place& place, Profile profile) {
  Cells cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = promised(place.row, place.format, kEditions[i], profile, place.mode).limit;
  }
  return cells;
}

// Returns whether two specifications state different limits for the cell.
bool differs(const Cells& cells) {
  const Limit* first = nullptr;
  for (const Limit& cell : cells) {
    if (!is_stated(cell)) continue;
    if (first != nullptr && !(*first == cell)) return true;
    first = &cell;
  }
  return false;
}

bool same(const Cells& a, const Cells& b) {
  return std::ranges::equal(a, b, [](auto& x, auto& y) { return x == y; });
}

std::string escaped(std::string_view s) {
  std::string result;
  for (char c : s) {
    if (c == '|' || c == '*' || c == '<' || c == '[') result += '\\';
    result += c;
  }
  return result;
}

// A long limit is written once per line, and then referenced.
std::string shown(const Cells& cells, std::size_t i) {
  constexpr std::size_t kLong = 24;
  if (!is_stated(cells[i])) return "-";
  const std::string full = text(cells[i]);
  for (std::size_t j = 0; j < i; ++j) {
    if (full.size() > kLong && cells[j] == cells[i]) return fmt::format("as {}", title(kEditions[j]));
  }
  return escaped(full);
}

std::string line(const Place& place, std::string_view profile, const Cells& cells) {
  std::string result =
      fmt::format("| {} | {} | {} | {} |", place.row.name, info(place.format).name, name(place.mode), profile);
  for (std::size_t i = 0; i < cells.size(); ++i) result += fmt::format(" {} |", shown(cells, i));
  return result + "\n";
}

std::string lines(const Place& place) {
  const Cells full = cells_of(place, Profile::full);
  const Cells embedded = cells_of(place, Profile::embedded);
  if (same(full, embedded)) return differs(full) ? line(place, "both", full) : "";
  std::string result;
  if (differs(full)) result += line(place, "full", full);
  if (differs(embedded)) result += line(place, "embedded", embedded);
  return result;
}

// Returns every place of the ulp tables: all floating-point formats by default, and relaxed f32 if its table names the row.
std::vector<Place> places() {
  std::vector<Place> all;
  for (const Row& row : table()) {
    for (const FormatFacts& f : kFormats) {
      if (row.formats.contains(f.type)) all.push_back({row, f.type, Mode::standard});
    }
    for (const FormatFacts& f : kFormats) {
      if (f.is_single && row.formats.contains(f.type) && is_stated(row.relaxed.full))
        all.push_back({row, f.type, Mode::relaxed});
    }
  }
  return all;
}

std::string differences() {
  std::string result = "| builtin | format | mode | profile |";
  for (Edition e : kEditions) result += fmt::format(" {} |", title(e));
  result += "\n|---|---|---|---|---|---|---|---|\n";
  for (const Place& place : places()) result += lines(place);
  return result;
}

// Returns the editions without a limit for a cell that another edition limits. OpenCL C 2.0 has no limits for half.
std::string silent_editions(const Place& place) {
  const Cells cells = cells_of(place, Profile::full);
  if (std::ranges::none_of(cells, is_stated)) return "all";
  std::string result;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool is_left_out = kEditions[i] == Edition::clc20 && !facts(place.format).is_in_c20;
    if (is_stated(cells[i]) || is_left_out) continue;
    if (!result.empty()) result += ", ";
    result += title(kEditions[i]);
  }
  return result;
}

// Returns one line for the formats of a row that the same editions leave out.
std::string silence(const Row& row) {
  std::string result;
  std::string formats;
  std::string last;
  const auto finish = [&] {
    if (!last.empty()) result += fmt::format("| {} | {} | {} |\n", row.name, formats, last);
    formats.clear();
  };
  for (const FormatFacts& f : kFormats) {
    if (!row.formats.contains(f.type)) continue;
    const std::string silent = silent_editions({row, f.type, Mode::standard});
    if (silent != last) finish();
    last = silent;
    formats += formats.empty() ? "" : ", ";
    formats += info(f.type).name;
  }
  finish();
  return result;
}

std::string silences() {
  std::string result = "| builtin | formats | not stated in |\n|---|---|---|\n";
  for (const Row& row : table()) {
    if (row.truth != nullptr) result += silence(row);
  }
  return result;
}

constexpr std::string_view kIntroduction = R"(# Differences between the specifications

This page lists the limits in which the four specifications differ.

- OpenCL C 2.0 has no limits for half.
- For double, the OpenCL C documents have one table for both profiles. The SPIR-V environments have one column per profile.
- If a specification has no relaxed limit, its default limit holds in relaxed mode.
- "as EXPRESSION" is the result that a derived implementation may give. "or as" is a second interpretation of an unclear formula.
- Integer functions, relational functions, conversions, loads, stores and shuffles are exact in all specifications.

The source of this page is the table of builtins (`suites/table_*.h`).

## Limits that differ

)";

}  // namespace

std::string editions_markdown() {
  return std::string(kIntroduction) + differences() +
         "\n## Limits that some specifications do not state\n\nA wrong prescribed value is a failure. All other results use "
         "the "
         "limit of the earliest specification that has one. A worse result is a quality-warning.\n\n" +
         silences();
}

}  // namespace classay
