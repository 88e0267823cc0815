#include "harness/run/selection.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace classay {
namespace {

// Does any glob match? Marks those that do.
bool chosen(const std::string& case_name, std::span<const Glob> globs, std::vector<bool>& used) {
  bool any = globs.empty();
  for (std::size_t i = 0; i < globs.size(); ++i) {
    if (!globs[i].matches(case_name)) continue;
    used[i] = true;
    any = true;
  }
  return any;
}

int rank(Type format) {
  switch (format) {
    case Type::f32: return 0;
    case Type::f64: return 1;
    case Type::f16: return 2;
    default: return 3;
  }
}

}  // namespace

bool can_be_asked(const Case& c) {
  return c.front_end == FrontEnd::clc && c.mode == Mode::standard && has_plan(*c.row, c.format);
}

void add(std::vector<Unit>& units, const Case& c) {
  const Unit unit{.front_end = c.front_end, .row = c.row, .format = c.format, .mode = c.mode, .widths = {}};
  if (units.empty() || name(units.back()) != name(unit)) units.push_back(unit);
  units.back().widths.push_back(c.width);
}

Selection select(std::span<const Glob> globs) {
  Selection selection;
  std::vector<bool> used(globs.size());
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) {
    if (!chosen(name(*c), globs, used)) continue;
    ++selection.matched;
    if (!can_be_asked(*c)) continue;
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
  const std::uint64_t count = Plan(*unit.row, unit.format, tier, 0, {}, nullptr, unit.mode).count();
  return (shard.end(count) - shard.begin(count)) * unit.widths.size();
}

void order_by_priority(std::vector<Unit>& units, Tier tier, const Shard& shard) {
  const auto key = [&](const Unit& u) { return std::tuple(std::bit_width(inputs_of(u, tier, shard)), rank(u.format)); };
  std::ranges::stable_sort(units, {}, key);
}

}  // namespace classay
