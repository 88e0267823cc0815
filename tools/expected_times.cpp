// Prints how long `classay run --tier full` takes at least on a fast GPU behind a bus, for docs/performance.md: the time of
// the bus for the results of each function of group `math` in the default mode. Functions with equal times share a line.
//
//     expected_times [GB_PER_SECOND]
//
// The bus is the limit if the host has enough cores (tools/stand_ins/simulated_gpu/throughput_test.cpp). Call variants and
// repeated launches are not counted; they are a small part. The rate is that of one direction (default: 25).
//
// Exit codes: 0 printed; 2 the rate is not a positive number.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/journal/task.h"
#include "harness/supervisor/selection.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/sweep/data_files.h"
#include "suites/cases.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): of this file alone

constexpr double kDefaultRate = 25;
constexpr double kGiga = 1e9;
constexpr double kShort = 0.05;  // seconds

// Bytes of results, at width 1 and at all widths.
using Bytes = std::pair<std::uint64_t, std::uint64_t>;

Bytes bytes_of(const Unit& unit) {
  const Task task{.unit = unit, .tier = Tier::full, .state = nullptr};
  const Plan plan = plan_of(task, hard_inputs(*unit.row, unit.format), windows_for(*unit.row, unit.format, task.seed));
  std::uint64_t bytes = 0;
  const AnswerPacking packing(*unit.row, unit.format);
  for (const Type type : packing.types()) bytes += static_cast<std::uint64_t>(width(type)) / 8;
  Bytes all{plan.count(1) * bytes, 0};
  for (const int w : unit.widths) all.second += plan.count(w) * bytes;
  return all;
}

std::vector<Unit> units() {
  std::vector<Unit> all;
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) {
    const bool is_asked = c->front_end == FrontEnd::clc && c->mode == Mode::standard && goes_lane_by_lane(c->row->signature);
    if (is_asked && name(*c).starts_with("clc/math/")) add(all, *c);
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const double rate = argc > 1 ? std::strtod(argv[1], nullptr) : kDefaultRate;
  if (!(rate > 0)) {
    fmt::print(stderr, "expected_times: {} is not a positive number of GB per second\n", argv[1]);
    return 2;
  }
  const auto seconds = [rate](std::uint64_t bytes) {
    const double time = static_cast<double>(bytes) / kGiga / rate;
    return time < kShort ? fmt::format("below {} s", kShort) : fmt::format("{:.3g} s", time);
  };
  std::map<std::array<std::string, 3>, std::vector<std::string_view>> functions;
  Bytes sum{};
  for (const Unit& unit : units()) {
    const Bytes bytes = bytes_of(unit);
    sum = {sum.first + bytes.first, sum.second + bytes.second};
    functions[{std::string(info(unit.format).name), seconds(bytes.first), seconds(bytes.second)}].push_back(unit.row->name);
  }
  for (const auto& [line, names] : functions) {
    fmt::print("{}, width 1 {}, all widths {}, {} functions: {}\n", line[0], line[1], line[2], names.size(),
               fmt::join(names, " "));
  }
  fmt::print("all, width 1 {}, all widths {}\n", seconds(sum.first), seconds(sum.second));
  return 0;
}
