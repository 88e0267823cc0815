#include "harness/journal/task.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "harness/journal/fields.h"
#include "harness/journal/tally_json.h"
#include "harness/text/ranges.h"
#include "suites/stated_limit.h"

namespace classay {

template <>
struct Fields<StatedLimit> {
  static constexpr auto kAll =
      std::tuple(field("ulp", &StatedLimit::ulp), field("clause", &StatedLimit::clause),
                 field("special_values", &StatedLimit::special_values), field("range", &StatedLimit::range));
};

namespace {

using LimitCodec = Codec<std::optional<StatedLimit>>;

template <class T>
T wanted(std::optional<T> value, const char* what, const Json& json) {
  if (!value) throw std::invalid_argument(std::string("a line without a known ") + what + ": " + json.dump());
  return *value;
}

Json to_json(const ListedCall& call) {
  Json lanes = Json::array();
  for (const Tuple& tuple : call.lanes) {
    Json lane = Json::array();
    for (const Bits bits : tuple) lane.push_back(hex(bits, 1));
    lanes.push_back(std::move(lane));
  }
  return {{"lanes", std::move(lanes)}, {"limit", LimitCodec::write(call.limit)}};
}

ListedCall call_from(const Json& json, std::size_t lanes) {
  ListedCall call{.lanes = {}, .limit = LimitCodec::read(json.at("limit"))};
  for (const Json& lane : json.at("lanes")) {
    Tuple tuple{};
    for (std::size_t a = 0; a < tuple.size(); ++a) tuple.at(a) = bits_from(lane.at(a));
    call.lanes.push_back(tuple);
  }
  if (call.lanes.size() != lanes) throw std::invalid_argument("a call with the wrong number of lanes: " + json.dump());
  return call;
}

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

Json to_json(const Task& task) {
  Json calls = Json::array();
  for (const ListedCall& call : task.calls) calls.push_back(to_json(call));
  return {{"kind", "task"},
          {"unit", name(task.unit)},
          {"widths", task.unit.widths},
          {"tier", name(task.tier)},
          {"seed", task.seed},
          {"edition", name(task.edition)},
          {"profile", name(task.profile)},
          {"limit", LimitCodec::write(task.limit)},
          {"range_limits", Codec<std::vector<StatedLimit>>::write(task.range_limits)},
          {"calls", std::move(calls)},
          {"ranges", task.ranges},
          {"shard", {task.shard.index, task.shard.of}},
          {"case_time", task.case_time},
          {"compare_on_device", name(task.compare_on_device)},
          {"models", task.models},
          {"state", or_null(task.state)},
          {"left_out", Codec<std::map<std::string, Unasked>>::write(task.left_out)}};
}

Task task_from(const Json& json) {
  try {
    const std::string unit = json.at("unit");
    const std::vector<int> widths = WidthsCodec::read(json.at("widths"));
    if (widths.empty()) throw std::invalid_argument("a task without inputs: " + json.dump());
    const std::optional<Case> first = wanted(case_named(unit + "/v" + std::to_string(widths.front())), "unit", json);
    Task task{
        .unit = {first->front_end, first->row, first->format, first->mode, widths},
        .tier = wanted(tier_named(json.at("tier").get<std::string>()), "tier", json),
        .seed = unsigned_from(json.at("seed")),
        .edition = wanted(edition_named(json.at("edition").get<std::string>()), "edition", json),
        .profile = wanted(profile_named(json.at("profile").get<std::string>()), "profile", json),
        .shard = {count_from(json.at("shard").at(0)), count_from(json.at("shard").at(1))},
        .case_time = json.at("case_time"),
        .compare_on_device = wanted(use_of_digests(json.at("compare_on_device").get<std::string>()), "use of digests", json),
        .models = json.at("models"),
        .ranges = json.at("ranges"),
        .state = Codec<SharedJson>::read(json.at("state")),
        .left_out = Codec<std::map<std::string, Unasked>>::read(json.at("left_out"))};
    task.limit = LimitCodec::read(json.at("limit"));
    task.range_limits = Codec<std::vector<StatedLimit>>::read(json.at("range_limits"));
    const auto lanes = static_cast<std::size_t>(vector_lanes(task.unit));
    for (const Json& call : json.at("calls")) task.calls.push_back(call_from(call, lanes));
    if (task.shard.of == 0 || task.shard.index >= task.shard.of) {
      throw std::invalid_argument("a task without inputs: " + json.dump());
    }
    return task;
  } catch (const Json::exception& e) {
    throw std::invalid_argument("malformed task: " + in_words(e));
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
