#include "harness/journal/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/journal/json_numbers.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

template <class T>
T wanted(std::optional<T> value, const char* what, const Json& json) {
  if (!value) throw std::invalid_argument(std::string("a line without a known ") + what + ": " + json.dump());
  return *value;
}

Json to_json(const StatedLimit& limit) {
  return {{"ulp", limit.ulp}, {"clause", limit.clause}, {"special_values", limit.special_values}};
}

}  // namespace

Json to_json(const Task& task) {
  Json left_out = Json::object();
  for (const auto& [form, why] : task.left_out) left_out[form] = to_json(why);
  Json limit;
  if (task.limit) limit = to_json(*task.limit);
  return {{"kind", "task"},
          {"unit", name(task.unit)},
          {"widths", task.unit.widths},
          {"tier", name(task.tier)},
          {"seed", task.seed},
          {"edition", name(task.edition)},
          {"profile", name(task.profile)},
          {"limit", std::move(limit)},
          {"shard", {task.shard.index, task.shard.of}},
          {"case_time", task.case_time},
          {"compare_on_device", task.compare_on_device},
          {"models", task.models},
          {"state", task.state},
          {"left_out", std::move(left_out)}};
}

Task task_from(const Json& json) {
  try {
    const std::string unit = json.at("unit");
    std::vector<int> widths;
    for (const Json& width : json.at("widths")) widths.push_back(small_from(width, kLargestWidth));
    if (widths.empty()) throw std::invalid_argument("a task without inputs: " + json.dump());
    const std::optional<Case> first = wanted(case_named(unit + "/v" + std::to_string(widths.front())), "unit", json);
    Task task{.unit = {first->front_end, first->row, first->format, first->mode, widths},
              .tier = wanted(tier_named(json.at("tier").get<std::string>()), "tier", json),
              .seed = unsigned_from(json.at("seed")),
              .edition = wanted(edition_named(json.at("edition").get<std::string>()), "edition", json),
              .profile = wanted(profile_named(json.at("profile").get<std::string>()), "profile", json),
              .shard = {count_from(json.at("shard").at(0)), count_from(json.at("shard").at(1))},
              .case_time = json.at("case_time"),
              .compare_on_device = json.at("compare_on_device"),
              .models = json.at("models"),
              .state = json.at("state"),
              .left_out = {}};
    if (const Json& limit = json.at("limit"); !limit.is_null()) {
      task.limit = {.ulp = limit.at("ulp"), .clause = limit.at("clause"), .special_values = limit.at("special_values")};
    }
    for (const auto& [form, why] : json.at("left_out").items()) task.left_out[form] = unasked_from(why);
    if (task.shard.of == 0 || task.shard.index >= task.shard.of) {
      throw std::invalid_argument("a task without inputs: " + json.dump());
    }
    return task;
  } catch (const Json::exception& e) {
    throw std::invalid_argument("malformed task: " + in_words(e));
  }
}

std::uint64_t inputs_of_part(const Json& state, std::uint64_t end) {
  const auto is_batch = [](const Json& b) {
    return b.is_array() && b.size() == 2 && b[0].is_number_unsigned() && b[1].is_number_unsigned();
  };
  if (!state.is_object() || !state.contains("only") || !state.at("only").is_array()) return 0;
  const Json& only = state.at("only");
  if (!std::ranges::all_of(only, is_batch)) return 0;
  std::uint64_t sum = 0;
  for (const Json& batch : only) sum += batch[0].get<std::uint64_t>() < end ? batch[1].get<std::uint64_t>() : 0;
  return sum;
}

}  // namespace classay
