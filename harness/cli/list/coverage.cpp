#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/list/device_list.h"
#include "harness/cli/list/list.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/supervisor/selection.h"
#include "harness/supervisor/statements.h"
#include "harness/worker/sweep/device_support.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

struct Cover {
  FrontEnd front_end = FrontEnd::clc;
  Type format = Type::f32;
  std::string state;  // "asked", "no form", "not tested yet", "unsupported"
  std::string why;
  bool is_asked() const { return state == "asked"; }
};

Cover cover(FrontEnd front_end, const Row& row, Type format, const std::optional<Capabilities>& device) {
  if (const std::optional<CoverageGap> h = coverage_gap(front_end, row, format))
    return {front_end, format, std::string(name(h->kind)), h->why};
  const Case c{.front_end = front_end, .row = &row, .format = format, .width = widths(row).front()};
  // The language's specification excludes some cases on every device.
  const std::optional<std::string> lacks = device ? unsupported(*device, c) : forbidden(front_end, row, format, c.width);
  if (lacks) return {front_end, format, "unsupported", *lacks};
  return {front_end, format, "asked", ""};
}

std::vector<Cover> covers(const Row& row, const std::optional<Capabilities>& device) {
  std::vector<Cover> all;
  for (const FrontEnd front_end : kFrontEnds) {
    for (const Type format : row.formats) all.push_back(cover(front_end, row, format, device));
  }
  return all;
}

std::string numbers(const Row& row) {
  std::string text = row.number ? std::to_string(*row.number) : "";
  if (row.unsigned_number) text += fmt::format(",{}", *row.unsigned_number);
  return text;
}

// Prints each reason once, at the end, and refers to it by letters.
class Legend {
 public:
  std::string letter(const Cover& c) {
    const auto [place, is_new] = letters_.try_emplace(c.state + ": " + c.why, order_.size());
    if (is_new) order_.push_back(place->first);
    return letter(place->second);
  }
  std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < order_.size(); ++i) all += fmt::format("  ({})  {}\n", letter(i), order_[i]);
    return all;
  }

 private:
  static std::string letter(std::size_t i) { return std::string(1, static_cast<char>('a' + i)); }

  std::map<std::string, std::size_t> letters_;
  std::vector<std::string> order_;
};

// "f32 f64 f16(a)"
std::string formats_text(const std::vector<Cover>& all, FrontEnd front_end, Legend& legend) {
  std::string text;
  for (const Cover& c : all) {
    if (c.front_end != front_end) continue;
    text += fmt::format("{}{}", text.empty() ? "" : " ", info(c.format).name);
    if (!c.is_asked()) text += fmt::format("({})", legend.letter(c));
  }
  return text;
}

std::string row_text(const Row& row, const std::vector<Cover>& all, Legend& legend) {
  std::string text;
  for (const FrontEnd f : kFrontEnds) {
    const bool is_first = f == kFrontEnds.front();
    text += fmt::format("{:>7}  {:<21} {:<5} {}\n", is_first ? numbers(row) : "", is_first ? row.name : "", name(f),
                        formats_text(all, f, legend));
  }
  return text;
}

std::string row_json(const Row& row, const std::vector<Cover>& all) {
  std::string lines;
  for (const Cover& c : all) {
    lines += json_line(Json{{"name", row.name},
                            {"number", row.number ? Json(*row.number) : Json()},
                            {"unsigned_number", row.unsigned_number ? Json(*row.unsigned_number) : Json()},
                            {"opcodes", std::vector<int>(row.opcodes.begin(), row.opcodes.end())},
                            {"front_end", name(c.front_end)},
                            {"format", info(c.format).name},
                            {"state", c.state},
                            {"reason", c.is_asked() ? Json() : Json(c.why)}});
  }
  return lines;
}

// Counts the OpenCL.std numbers that have a tested format, by front end.
class Count {
 public:
  void add(const Row& row, const std::vector<Cover>& all) {
    for (const Cover& c : all) {
      if (!c.is_asked() || !row.number) continue;
      const bool is_unsigned = row.unsigned_number && !is_float(c.format) && !is_signed(c.format);
      asked_[c.front_end].insert(is_unsigned ? *row.unsigned_number : *row.number);
    }
  }
  std::string text() const {
    const auto size = [&](FrontEnd f) { return asked_.contains(f) ? asked_.at(f).size() : 0; };
    std::string missing;
    for (const int number : instruction_numbers()) {
      const bool is_there = std::ranges::any_of(asked_, [&](const auto& of) { return of.second.contains(number); });
      if (!is_there) missing += fmt::format(" {}", number);
    }
    std::vector<std::string> counts;
    for (const FrontEnd f : kFrontEnds) counts.push_back(fmt::format("{} in {}", size(f), info(f).language));
    return fmt::format("OpenCL.std has {} instructions: tested {}; in none:{}\n", instruction_numbers().size(),
                       fmt::join(counts, ", "), missing.empty() ? " none" : missing);
  }

 private:
  std::map<FrontEnd, std::set<int>> asked_;
};

std::optional<Capabilities> device_wanted(const std::optional<std::string>& wanted) {
  if (!wanted) return std::nullopt;
  return capabilities_from(*device_for_listing(*wanted));
}

}  // namespace

bool list_coverage(const ListOptions& options, Filters& filters, const Streams& streams) {
  const std::optional<Capabilities> device = device_wanted(options.device);
  Legend legend;
  Count count;
  bool any = false;
  for (const Row& row : table()) {
    const std::vector<Cover> all = covers(row, device);
    count.add(row, all);
    if (!filters.let_pass({row.name, fmt::format("{}/{}", name(row.group), row.name)})) continue;
    any = true;
    streams.out.write(options.json ? row_json(row, all) : row_text(row, all, legend));
  }
  if (any && !options.json) streams.out.write(fmt::format("\n{}\n{}", legend.text(), count.text() + core_summary()));
  return any;
}

}  // namespace classay
