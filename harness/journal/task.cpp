#include "harness/journal/task.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "harness/journal/fields.h"
#include "harness/journal/tally_json.h"
#include "harness/text/inputs.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

constexpr auto kUses = std::to_array<std::pair<UseOfDigests, std::string_view>>(
    {{UseOfDigests::never, "never"}, {UseOfDigests::automatic, "auto"}, {UseOfDigests::always, "always"}});

}  // namespace

std::string_view name(UseOfDigests use) {
  return std::ranges::find(kUses, use, &std::pair<UseOfDigests, std::string_view>::first)->second;
}

std::optional<UseOfDigests> use_of_digests(std::string_view name) {
  const auto found = std::ranges::find(kUses, name, &std::pair<UseOfDigests, std::string_view>::second);
  return found == kUses.end() ? std::nullopt : std::optional(found->first);
}

template <>
struct Codec<UseOfDigests> : NamedCodec<UseOfDigests, use_of_digests> {};

struct NamedUnit {
  std::string name;
  std::vector<int> widths;
};
template <>
struct Fields<NamedUnit> {
  static constexpr auto kAll =
      std::tuple(field("name", &NamedUnit::name), field_as<WidthsCodec>("widths", &NamedUnit::widths));
};

template <>
struct Codec<Unit> {
  static Json write(const Unit& unit) { return write_fields(NamedUnit{.name = name(unit), .widths = unit.widths}); }
  static Unit read(const Json& json) {
    const auto [name, widths] = read_fields<NamedUnit>(json);
    const std::optional<Case> first =
        widths.empty() ? std::nullopt : case_named(name + "/v" + std::to_string(widths.front()));
    if (!first) refuse_value(json, "a known unit with its widths");
    return {first->front_end, first->row, first->format, first->mode, widths};
  }
};

// The arguments of a call, as bit patterns.
template <>
struct Codec<Tuple> {
  static Json write(const Tuple& tuple) {
    Json patterns = Json::array();
    for (const Bits bits : tuple) patterns.push_back(hex(bits, 1));
    return patterns;
  }
  static Tuple read(const Json& json) {
    const std::vector<std::string> patterns = PatternsCodec::read(json);
    Tuple tuple{};
    if (patterns.size() != tuple.size()) refuse_value(json, "a tuple of arguments");
    std::ranges::transform(patterns, tuple.begin(), bits_in);
    return tuple;
  }
};

template <>
struct Fields<StatedLimit> {
  static constexpr auto kAll =
      std::tuple(field("ulp", &StatedLimit::ulp), field("clause", &StatedLimit::clause),
                 field("special_values", &StatedLimit::special_values), field("range", &StatedLimit::range));
};

template <>
struct Fields<ListedCall> {
  static constexpr auto kAll = std::tuple(field("lanes", &ListedCall::lanes), field("limit", &ListedCall::limit));
};

template <>
struct Fields<Task> {
  static constexpr std::string_view kKind = "task";
  static constexpr auto kAll =
      std::tuple(field("unit", &Task::unit), field("tier", &Task::tier), field_as<BitsCodec>("seed", &Task::seed),
                 field("edition", &Task::edition), field("profile", &Task::profile), field("limit", &Task::limit),
                 field("range_limits", &Task::range_limits), field("calls", &Task::calls), field("ranges", &Task::ranges),
                 field("shard", &Task::shard), field("case_time", &Task::case_time),
                 field("compare_on_device", &Task::compare_on_device), field("models", &Task::models),
                 field("state", &Task::state), field("left_out", &Task::left_out), field("bundled", &Task::bundled));
};

Json to_json(const Task& task) { return write_fields(task); }

Task task_from(const Json& json) {
  try {
    Task task = read_fields<Task>(json);
    const auto lanes = static_cast<std::size_t>(vector_lanes(task.unit));
    const bool all_fit = std::ranges::all_of(task.calls, [&](const ListedCall& c) { return c.lanes.size() == lanes; });
    if (!all_fit) throw std::invalid_argument("a call with the wrong number of lanes");
    return task;
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("malformed task: ") + e.what());
  }
}

Plan plan_of(const Task& task, std::span<const std::vector<Bits>> hard, RunMaker windows) {
  const Unit& unit = task.unit;
  const int lanes = vector_lanes(unit);
  if (!task.ranges.empty()) {
    const auto ranges = ranges_of(task.ranges, argument_types(*unit.row, unit.format));
    if (!ranges) throw std::invalid_argument("no input of " + name(unit) + " lies in the ranges");
    return Plan::within(*unit.row, unit.format, tier_asked(unit, task.tier), task.seed, *ranges, hard, unit.mode, lanes);
  }
  if (task.calls.empty()) {
    return {*unit.row, unit.format, tier_asked(unit, task.tier), task.seed, hard, std::move(windows), unit.mode, lanes};
  }
  std::vector<Tuple> inputs;
  for (const ListedCall& call : task.calls) inputs.insert(inputs.end(), call.lanes.begin(), call.lanes.end());
  return lanes == 1 ? Plan::of_inputs(*unit.row, unit.format, Making::table, std::move(inputs))
                    : Plan::of_vectors(*unit.row, unit.format, std::move(inputs), lanes);
}

std::string task_text(const Task& task) { return to_json(task).dump(); }

bool is_of_part(const Task& task) { return !task.calls.empty() || !task.ranges.empty(); }

bool has_stated_limits(const Task& task) {
  return task.limit.has_value() || !task.range_limits.empty() ||
         std::ranges::any_of(task.calls, [](const ListedCall& call) { return call.limit.has_value(); });
}

std::uint64_t inputs_of_part(const Json* state, std::uint64_t end) {
  const auto is_batch = [](const Json& b) {
    return b.is_array() && b.size() == 2 && b[0].is_number_unsigned() && b[1].is_number_unsigned();
  };
  if (state == nullptr || !state->is_object() || !state->contains("only") || !state->at("only").is_array()) return 0;
  const Json& only = state->at("only");
  if (!std::ranges::all_of(only, is_batch)) return 0;
  std::uint64_t sum = 0;
  for (const Json& batch : only) sum += batch[0].get<std::uint64_t>() < end ? batch[1].get<std::uint64_t>() : 0;
  return sum;
}

}  // namespace classay
