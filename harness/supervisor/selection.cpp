#include "harness/supervisor/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/journal/probe_kinds.h"
#include "kernels/writer.h"
#include "suites/plan.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

std::optional<CoverageGap> no_form(std::string why) { return CoverageGap{CoverageGap::Kind::no_form, std::move(why)}; }
std::optional<CoverageGap> not_yet(std::string why) { return CoverageGap{CoverageGap::Kind::not_yet, std::move(why)}; }

// Rows without judged values have probe cases.
std::optional<CoverageGap> gap_in_probes(FrontEnd front_end, const Row& row, Type format) {
  const auto is_of_it = [&](const ProbeCase& c) {
    return c.front_end == front_end && c.kind == row.name && c.format == format;
  };
  if (std::ranges::any_of(all_probe_cases(), is_of_it)) return std::nullopt;
  return not_yet("it gives no value, and has no case of its own");
}

bool contains(std::span<const int> widths, int width) { return std::ranges::find(widths, width) != widths.end(); }

struct Match {
  bool any = false;  // and none excludes the case
  bool names_mode = false;
  bool names_row = false;
};

// Replaces one part of the case name by a byte that no glob contains, so that a glob that needs that part does not match.
std::string without(std::string case_name, std::string_view part, std::size_t at) {
  return case_name.replace(at, part.size(), "\x01");
}

bool names_front_end(const Glob& glob, const std::string& case_name) {
  return !glob.matches(without(case_name, std::string_view(case_name).substr(0, case_name.find('/')), 0));
}

// Finds whether any glob matches, and whether one matches only because of the mode or the row. Marks the globs that match.
Match match(const Case& c, std::span<const Glob> globs, std::vector<bool>& used) {
  const std::string case_name = name(c);
  const std::string_view mode = name(c.mode);
  const std::string no_mode = without(case_name, mode, case_name.rfind("/" + std::string(mode) + "/") + 1);
  const std::string no_row = without(case_name, c.row->name, case_name.find("/" + std::string(c.row->name) + "/") + 1);
  Match result{.any = std::ranges::all_of(globs, &Glob::excludes)};
  bool is_excluded = false;
  for (std::size_t i = 0; i < globs.size(); ++i) {
    if (!globs[i].matches(case_name)) continue;
    used[i] = true;
    is_excluded = is_excluded || globs[i].excludes();
    if (globs[i].excludes()) continue;
    result.any = true;
    result.names_mode = result.names_mode || !globs[i].matches(no_mode);
    result.names_row = result.names_row || !globs[i].matches(no_row);
  }
  result.any = result.any && !is_excluded;
  return result;
}

}  // namespace

std::string_view name(CoverageGap::Kind kind) { return kind == CoverageGap::Kind::no_form ? "no form" : "not tested yet"; }

std::optional<CoverageGap> coverage_gap(FrontEnd front_end, const Row& row, Type format) {
  const FrontEndInfo& language = info(front_end);
  if (!speaks(front_end, row)) return no_form(std::string(language.no_call));
  if (row.truth == nullptr) return gap_in_probes(front_end, row, format);
  const Written written = writer(front_end).written(row, format);
  if (!speaks(front_end, row, format) || written == Written::of_others) return no_form(language.no_format(row, format));
  if (written == Written::not_yet) return not_yet(fmt::format("its call is not written in {}", language.language));
  if (!has_plan(row, format)) return not_yet("it has no input plan");
  return std::nullopt;
}

std::vector<int> instruction_numbers() {
  std::set<int> numbers;
  for (const Row& row : table()) {
    for (const std::optional<int>& number : {row.number, row.unsigned_number}) {
      if (number) numbers.insert(*number);
    }
  }
  return {numbers.begin(), numbers.end()};
}

bool can_be_asked(const Case& c) { return !coverage_gap(c.front_end, *c.row, c.format); }

bool is_chosen(std::span<const Glob> globs, const OpenFrontEnds& open, FrontEnd front_end, const std::string& case_name) {
  const bool is_open = std::ranges::find(open, front_end) != open.end();
  if (!selects(globs, case_name)) return false;
  const auto names_it = [&](const Glob& g) {
    return !g.excludes() && g.matches(case_name) && names_front_end(g, case_name);
  };
  return is_open || std::ranges::any_of(globs, names_it);
}

ModeChoice mode_choice(std::span<const Mode> given, Tier tier) {
  if (!given.empty()) return {.modes = {given.begin(), given.end()}, .and_named = false};
  if (tier == Tier::certify) return {.modes = {kModes.begin(), kModes.end()}};
  return {};
}

void add(std::vector<Unit>& units, const Case& c) {
  const Unit unit{.front_end = c.front_end, .row = c.row, .format = c.format, .mode = c.mode, .widths = {c.width}};
  const auto is_alike = [&](const Unit& u) {
    return name(u) == name(unit) && contains(widths_alike(*c.row, c.format, u.widths.front()), c.width);
  };
  if (!units.empty() && is_alike(units.back())) {
    units.back().widths.push_back(c.width);
  } else {
    units.push_back(unit);
  }
}

Selection select(std::span<const Glob> globs, const ModeChoice& modes, Tier tier, const OpenFrontEnds& open) {
  Selection selection;
  std::vector<bool> used(globs.size());
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) {
    const Match found = match(*c, globs, used);
    if (!found.any) continue;
    ++selection.matched;
    const bool is_of_mode = std::ranges::find(modes.modes, c->mode) != modes.modes.end();
    if (!(is_of_mode || (modes.and_named && found.names_mode))) continue;
    if (!found.names_row && is_left_to_larger_tiers(*c->row, c->format, c->width, tier)) continue;
    if (!is_chosen(globs, open, c->front_end, name(*c)) || !can_be_asked(*c)) continue;
    ++selection.cases;
    add(selection.units, *c);
  }
  for (std::size_t i = 0; i < globs.size(); ++i) {
    if (!used[i]) selection.unmatched.push_back(globs[i].pattern());
  }
  for (Unit& unit : selection.units) std::ranges::sort(unit.widths);
  return selection;
}

std::uint64_t inputs_of(const Unit& unit, Tier tier, const Shard& shard) {
  const Plan plan = plan_without_data(unit, tier, 0);
  const std::uint64_t first = shard.begin(plan.count());
  const std::uint64_t end = shard.end(plan.count());
  std::uint64_t sum = 0;
  for (const int width : unit.widths) sum += std::min(end, plan.count(width)) - std::min(first, plan.count(width));
  return sum;
}

}  // namespace classay
