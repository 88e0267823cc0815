#include "harness/supervisor/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/journal/probe_kinds.h"
#include "kernels/writer.h"
#include "suites/plan.h"

namespace classay {
namespace {

std::optional<Hole> no_form(std::string why) { return Hole{Hole::Kind::no_form, std::move(why)}; }
std::optional<Hole> not_yet(std::string why) { return Hole{Hole::Kind::not_yet, std::move(why)}; }

// Rows without judged values have probe cases.
std::optional<Hole> hole_in_measured(FrontEnd front_end, const Row& row, Type format) {
  const auto is_of_it = [&](const ProbeCase& c) {
    return c.front_end == front_end && c.kind == row.name && c.format == format;
  };
  if (std::ranges::any_of(all_probe_cases(), is_of_it)) return std::nullopt;
  return not_yet("it gives no value, and has no case of its own");
}

}  // namespace

std::string_view name(Hole::Kind kind) { return kind == Hole::Kind::no_form ? "no form" : "not asked yet"; }

std::optional<Hole> hole(FrontEnd front_end, const Row& row, Type format) {
  const FrontEndInfo& language = info(front_end);
  if (!speaks(front_end, row)) return no_form(std::string(language.no_call));
  if (row.truth == nullptr) return hole_in_measured(front_end, row, format);
  const Written written = writer(front_end).written(row, format);
  if (!speaks(front_end, row, format) || written == Written::of_others) return no_form(language.no_format(row, format));
  if (written == Written::not_yet) return not_yet(fmt::format("its call is not written in {}", language.language));
  if (!has_plan(row, format)) return not_yet("there is no input plan for it");
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

}  // namespace classay
