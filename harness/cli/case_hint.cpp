#include "harness/cli/case_hint.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include "harness/journal/probe_kinds.h"
#include "suites/cases.h"
#include "suites/nearest.h"

namespace classay {
namespace {

using Names = std::vector<std::string>;

// The names of each part of a case name.
std::array<Names, 6> parts_of_cases() {
  std::array<std::set<std::string>, 6> known;
  const auto add = [&](std::string_view case_name) {
    for (std::set<std::string>& names : known) {
      const std::size_t end = std::min(case_name.find('/'), case_name.size());
      names.emplace(case_name.substr(0, end));
      case_name.remove_prefix(std::min(end + 1, case_name.size()));
    }
  };
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) add(name(*c));
  for (const ProbeCase& c : all_probe_cases()) add(name(c));
  std::array<Names, 6> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) parts.at(i).assign(known.at(i).begin(), known.at(i).end());
  return parts;
}

bool is_literal(std::string_view part) { return !part.empty() && part.find_first_of("*?[{\\") == std::string_view::npos; }

std::string nearest_of(std::string_view part, const Names& names) {
  if (std::ranges::find(names, part) != names.end()) return std::string(part);
  return nearest_name(part, std::vector<std::string_view>(names.begin(), names.end()));
}

std::vector<std::string> split(std::string_view glob) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= glob.size();) {
    const std::size_t end = std::min(glob.find('/', begin), glob.size());
    parts.emplace_back(glob.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Returns the glob with corrected parts; empty if a part resembles no name, or nothing is to correct. A part after a star
// may be any part of the case name.
std::string corrected(std::string_view glob) {
  static const std::array<Names, 6> kKnown = parts_of_cases();
  constexpr std::size_t kBuiltin = 2;
  const std::vector<std::string> parts = split(glob);
  if (parts.size() > kKnown.size()) return "";
  if (parts.size() == 1) {
    const std::string builtin = is_literal(glob) ? nearest_of(glob, kKnown.at(kBuiltin)) : "";
    return builtin.empty() ? "" : "*/" + builtin + "/*";
  }
  std::string all;
  bool is_after_star = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string part = parts[i];
    const bool is_known = is_after_star && std::ranges::any_of(kKnown, [&](const Names& names) {
                            return std::ranges::find(names, part) != names.end();
                          });
    if (is_literal(part) && !is_known) part = nearest_of(part, kKnown.at(is_after_star ? kBuiltin : i));
    if (part.empty()) return "";
    is_after_star = is_after_star || part.find('*') != std::string::npos;
    all += (i == 0 ? "" : "/") + part;
  }
  return all == glob ? "" : all;
}

}  // namespace

std::string case_hint(std::string_view glob) {
  const bool excludes = glob.starts_with('!');
  const std::string better = corrected(glob.substr(excludes ? 1 : 0));
  if (better.empty()) return "; globs match complete names such as 'clc/math/sin/f32/default/v4'";
  return "; did you mean '" + better + "'?";
}

std::string builtin_hint(std::string_view glob) {
  const std::string hint = did_you_mean_builtin(glob);
  return hint.empty() ? "; globs match names of builtins such as 'sin' or 'math/sin'" : hint;
}

}  // namespace classay
