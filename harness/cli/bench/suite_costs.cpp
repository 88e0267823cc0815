#include "harness/cli/bench/suite_costs.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/cli/terminal/json_line.h"
#include "suites/cases.h"

namespace classay {
namespace {

void add_to(GroupCost& sum, const GroupCost& c) {
  sum.cases += c.cases;
  sum.not_passed += c.not_passed;
  sum.inputs += c.inputs;
  sum.seconds += c.seconds;
  sum.device_seconds += c.device_seconds;
  sum.build_seconds += c.build_seconds;
  if (c.largest_ulp <= sum.largest_ulp) return;
  sum.largest_ulp = c.largest_ulp;
  sum.largest_of = c.largest_of;
}

GroupCost cost_of(const Json& result, const std::string& builtin) {
  const Json& seconds = result.at("seconds");
  GroupCost c{.cases = 1,
              .inputs = result.at("counts").at("judged"),
              .seconds = seconds.at("total"),
              .device_seconds = seconds.value("device", 0.0),
              .build_seconds = seconds.value("build", 0.0)};
  c.not_passed = result.at("verdict") == "pass" ? 0 : 1;
  const Json largest = result.value("max_ulp", Json());  // null: none
  const Json worst = largest.is_object() ? largest.value("value", Json()) : Json();
  if (c.not_passed == 0 && worst.is_number()) {
    c.largest_ulp = std::fabs(worst.get<double>());
    c.largest_of = builtin;
  }
  return c;
}

double ns(double seconds, const GroupCost& c) { return c.inputs == 0 ? 0 : seconds * 1e9 / static_cast<double>(c.inputs); }

}  // namespace

void SuiteCosts::add(const Json& line) {
  if (line.value("kind", "") != "result" || !line.contains("seconds") || !line.contains("counts")) return;
  const std::string of_case = line.at("case");
  const std::optional<Case> asked = case_named(of_case);
  if (!asked) return;
  const Row& row = *asked->row;
  const Key key{name(row.group), argument_types(row, asked->format).size(), asked->format};
  results_.insert_or_assign(of_case, std::pair(key, cost_of(line, std::string(row.name))));
}

std::map<SuiteCosts::Key, GroupCost> SuiteCosts::groups() const {
  std::map<Key, GroupCost> all;
  for (const auto& [of_case, result] : results_) add_to(all[result.first], result.second);
  return all;
}

std::string SuiteCosts::text() const {
  std::string text = fmt::format("{:<28}{:>7}{:>9}{:>18}{:>10}{:>10}{:>9}{:>9}{:>9}  {}\n", "", "cases", "not pass",
                                 "inputs", "seconds", "device s", "build s", "ns", "dev. ns", "largest error that passed");
  GroupCost sum;
  const auto line = [&](const std::string& title, const GroupCost& c) {
    const std::string largest = c.largest_of.empty() ? "" : fmt::format("{:.4g} ulp, {}", c.largest_ulp, c.largest_of);
    text += fmt::format("{:<28}{:>7}{:>9}{:>18}{:>10.1f}{:>10.1f}{:>9.1f}{:>9.2f}{:>9.2f}  {}\n", title, c.cases,
                        c.not_passed, c.inputs, c.seconds, c.device_seconds, c.build_seconds, ns(c.seconds, c),
                        ns(c.device_seconds, c), largest);
  };
  for (const auto& [key, c] : groups()) {
    const auto& [group, arguments, format] = key;
    line(fmt::format("{} {}, {} argument{}", group, info(format).name, arguments, arguments == 1 ? "" : "s"), c);
    add_to(sum, c);
  }
  sum.largest_of.clear();
  line("all", sum);
  return text;
}

std::string SuiteCosts::json_lines() const {
  std::string lines;
  for (const auto& [key, c] : groups()) {
    const auto& [group, arguments, format] = key;
    lines += json_line({{"group", group},
                        {"format", info(format).name},
                        {"arguments", arguments},
                        {"cases", c.cases},
                        {"not_passed", c.not_passed},
                        {"inputs", c.inputs},
                        {"seconds", c.seconds},
                        {"device_seconds", c.device_seconds},
                        {"build_seconds", c.build_seconds},
                        {"largest_ulp", c.largest_ulp},
                        {"largest_of", c.largest_of}});
  }
  return lines;
}

}  // namespace classay
