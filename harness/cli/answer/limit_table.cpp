#include "harness/cli/answer/limit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suites/cases.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

constexpr std::size_t kWidestLimit = 44;  // longer limits (derived forms) have their places on the next line

// Removes the title: "table 36" of "OpenCL C 2.0, table 36".
std::string_view place_in(const LimitCell& cell) {
  std::string_view place = cell.clause;
  const std::string_view document = title(cell.edition);
  if (place.starts_with(document)) place.remove_prefix(document.size());
  for (std::string_view prefix : {", ", "ULP table of ", "the "}) {
    if (place.starts_with(prefix)) place.remove_prefix(prefix.size());
  }
  return place;
}

void add_once(std::vector<std::string_view>& list, std::string_view item) {
  if (!item.empty() && std::ranges::find(list, item) == list.end()) list.push_back(item);
}

// One edition's part of a line, for both profiles or the named one.
std::string places_in(Edition edition, const std::vector<const LimitCell*>& cells) {
  std::vector<std::string_view> places;
  std::vector<std::string_view> profiles;
  for (const LimitCell* cell : cells) {
    if (cell->edition != edition) continue;
    add_once(places, place_in(*cell));
    add_once(profiles, name(cell->profile));
  }
  if (profiles.empty()) return "";
  std::string text(title(edition));
  if (profiles.size() < kProfiles.size()) text += fmt::format(" {}", profiles[0]);
  if (!places.empty()) text += fmt::format(" ({})", fmt::join(places, ", "));
  return text;
}

std::string all_places(const std::vector<const LimitCell*>& cells) {
  std::vector<std::string> parts;
  for (Edition edition : kEditions) {
    std::string part = places_in(edition, cells);
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

struct Gathered {
  std::string_view text;
  Mode mode;
  std::vector<const LimitCell*> cells;
};

}  // namespace

std::vector<LimitCell> limit_cells(const Row& row, Type format, std::span<const Mode> modes, std::optional<Edition> only) {
  std::vector<LimitCell> cells;
  for (Mode mode : modes) {
    for (Edition edition : kEditions) {
      if (only.value_or(edition) != edition) continue;
      for (Profile profile : kProfiles) {
        const Cell cell = promised(row, format, edition, profile, mode);
        if (mode != Mode::standard && cell.limit == promised(row, format, edition, profile, Mode::standard).limit) continue;
        cells.push_back({edition, profile, mode, text(cell.limit), cell.clause});
      }
    }
  }
  return cells;
}

std::vector<LimitLine> limit_lines(const std::vector<LimitCell>& cells) {
  std::vector<Gathered> groups;
  for (const LimitCell& cell : cells) {
    const auto same = [&](const Gathered& g) { return g.text == cell.text && g.mode == cell.mode; };
    auto found = std::ranges::find_if(groups, same);
    if (found == groups.end()) found = groups.insert(groups.end(), {cell.text, cell.mode, {}});
    found->cells.push_back(&cell);
  }
  std::vector<LimitLine> lines;
  for (const Gathered& group : groups) {
    LimitLine line{std::string(group.text), group.mode == Mode::standard ? "" : std::string(name(group.mode)),
                   all_places(group.cells)};
    // Modes with the same limits in the same places share a line: relaxed and unsafe.
    const auto twin = std::ranges::find_if(lines, [&](const LimitLine& other) {
      return !line.modes.empty() && !other.modes.empty() && other.text == line.text && other.places == line.places;
    });
    if (twin != lines.end()) {
      twin->modes += ", " + line.modes;
    } else {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string limits_text(const std::vector<LimitLine>& lines, const Terminal& out) {
  const auto limit_of = [](const LimitLine& line) {
    return line.modes.empty() ? line.text : fmt::format("{}: {}", line.modes, line.text);
  };
  std::size_t widest = 0;
  for (const LimitLine& line : lines) {
    const std::size_t size = limit_of(line).size();
    if (size <= kWidestLimit) widest = std::max(widest, size);
  }
  std::string text;
  for (const LimitLine& line : lines) {
    const std::string limit = limit_of(line);
    const std::string places = out.paint(Style::faint, line.places);
    const bool fits = limit.size() <= kWidestLimit;
    text +=
        fits ? fmt::format("    {:<{}}  {}\n", limit, widest, places) : fmt::format("    {}\n        {}\n", limit, places);
  }
  return text;
}

std::string limits_json(const std::vector<LimitCell>& cells) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const LimitCell& cell : cells) {
    array.push_back({{"edition", name(cell.edition)},
                     {"profile", name(cell.profile)},
                     {"mode", name(cell.mode)},
                     {"text", cell.text},
                     {"clause", cell.clause}});
  }
  return array.dump();
}

}  // namespace classay
