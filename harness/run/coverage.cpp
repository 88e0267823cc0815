#include "harness/run/coverage.h"

#include <algorithm>
#include <array>
#include <set>

#include "harness/protocol/measured_case.h"
#include "kernels/il/instruction.h"
#include "kernels/il/source.h"
#include "kernels/source.h"
#include "suites/plan.h"

namespace classay {
namespace {

std::optional<Hole> no_form(std::string why) { return Hole{Hole::Kind::no_form, std::move(why)}; }
std::optional<Hole> not_yet(std::string why) { return Hole{Hole::Kind::not_yet, std::move(why)}; }

// Rows of which no value is judged have cases of their own.
std::optional<Hole> hole_in_measured(FrontEnd front_end, const Row& row, Type format) {
  const auto is_of_it = [&](const MeasuredCase& c) {
    return c.front_end == front_end && c.kind == row.name && c.format == format;
  };
  if (std::ranges::any_of(all_measured_cases(), is_of_it)) return std::nullopt;
  return not_yet("it gives no value, and has no case of its own");
}

std::optional<Hole> hole_in_clc(const Row& row, Type format) {
  if (!speaks(FrontEnd::clc, row)) return no_form("OpenCL C has no such operator or function");
  for (const Type t : {format, row.to}) {
    if (!is_in_language(t)) return no_form("OpenCL C has no type " + std::string(info(t).word));
  }
  if (row.truth == nullptr) return hole_in_measured(FrontEnd::clc, row, format);
  if (!has_clc(row, format)) return not_yet("its call is not written in OpenCL C");
  if (!has_plan(row, format)) return not_yet("there is no input plan for it");
  return std::nullopt;
}

// An instruction that is written for some formats and not for this one does not take it.
bool takes_others(const Row& row) {
  return std::ranges::any_of(row.formats, [&](Type t) { return il::instruction(row, t, widths(row).front()).has_value(); });
}

std::optional<Hole> hole_in_il(const Row& row, Type format) {
  if (!speaks(FrontEnd::il, row)) return no_form("SPIR-V has no such instruction");
  if (row.truth == nullptr) return hole_in_measured(FrontEnd::il, row, format);
  if (!il::instruction(row, format, widths(row).front())) {
    const bool is_of_others = takes_others(row) || !speaks(FrontEnd::il, row, format);
    return is_of_others ? no_form("the instruction does not take this type") : not_yet("it is not written in SPIR-V");
  }
  if (!il::has_source(row, format)) return not_yet("it is not written in SPIR-V");
  if (!has_plan(row, format)) return not_yet("there is no input plan for it");
  return std::nullopt;
}

}  // namespace

std::string_view name(Hole::Kind kind) { return kind == Hole::Kind::no_form ? "no form" : "not asked yet"; }

std::optional<Hole> hole(FrontEnd front_end, const Row& row, Type format) {
  return front_end == FrontEnd::clc ? hole_in_clc(row, format) : hole_in_il(row, format);
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
