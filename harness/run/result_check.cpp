// Which results of a worker are believed: those of a case that was asked, with a verdict that a worker can know, and with a
// tally that bears it out. A worker that judged nothing, or whose numbers contradict each other, has proven nothing.
#include <algorithm>
#include <stdexcept>

#include "harness/protocol/json_numbers.h"
#include "harness/protocol/tally_json.h"
#include "harness/run/worker_child.h"

namespace classay {
namespace {

std::optional<int> width_of(const std::string& case_name, const Task& task) {
  for (const int w : task.unit.widths) {
    if (case_name == name(case_of(task.unit, w))) return w;
  }
  return std::nullopt;
}

bool is_end(CaseVerdict v) { return v == CaseVerdict::timeout || v == CaseVerdict::crash; }

// What only the supervisor can know. Of a compiler in a process of its own the worker knows the end, and has its log.
bool is_supervisors(const Json& result, CaseVerdict v) {
  return v == CaseVerdict::flake || v == CaseVerdict::missing || (is_end(v) && result.value("log", "").empty());
}

// But for what it has told the worker, of a form of the call that is left out.
bool is_told(const Task& task, CaseVerdict v) {
  return std::ranges::any_of(task.left_out, [v](const auto& form) { return form.second.verdict == v; });
}

bool stands_for_inputs(CaseVerdict v) {
  return v == CaseVerdict::partial || v == CaseVerdict::pass || v == CaseVerdict::quality_warning ||
         v == CaseVerdict::xfail || v == CaseVerdict::fail || is_end(v);
}

// A case that may take so long and no longer may say that it asked a part: of how many. 0: it does not.
std::uint64_t part_of(const Json& inputs, const Task& task) {
  return task.case_time > 0 && inputs.is_object() ? count_at(inputs, "of", 0) : 0;
}

// Without the inputs of the data files, which only the worker reads. A shard is whole batches, and may have few inputs.
std::uint64_t fewest_inputs(const Task& task, int width) {
  const auto lanes = static_cast<std::uint64_t>(vector_lanes(task.unit));
  const Plan plan = plan_without_data(task.unit, task.tier, task.seed);
  if (const std::uint64_t part = inputs_of_part(task.state); part > 0) {
    // Of vectors not what scalars alone are asked, which begins later where there is data.
    const bool has_all = width == 1 || plan.scalars_from() == plan.count();
    return (has_all ? part : inputs_of_part(task.state, plan.scalars_from())) / lanes;
  }
  if (task.shard.of > 1) return 1;
  return plan.count(width) / lanes;
}

// By a part of the inputs, with some of the failures.
bool can_be_confirmed(const Json& result, const Tally& tally) {
  const auto part = result.find("to_confirm");
  if (part == result.end()) return true;
  const bool is_whole = part->is_object() && part->contains("failed") && part->contains("state");
  if (!is_whole || !part->at("failed").is_number_unsigned()) return false;
  const auto failed = count_from(part->at("failed"));
  return (failed > 0 || tally.failed() == 0) && failed <= tally.failed() && inputs_of_part(part->at("state")) > 0;
}

// Inputs that were not asked because no program for them was built, each told with the driver's log; nullopt: that is no
// such list.
std::optional<std::uint64_t> unbuilt_inputs(const Json& result) {
  std::uint64_t sum = 0;
  for (const Json& u : result.value("unbuilt", Json::array())) {
    const bool is_whole = u.is_object() && u.contains("inputs") && u.at("inputs").is_number_unsigned() &&
                          u.contains("log") && u.at("log").is_string() && !u.at("log").get_ref<const std::string&>().empty();
    if (!is_whole) return std::nullopt;
    sum = count_from(sum + count_from(u.at("inputs")));
  }
  return sum;
}

std::string objection_to_tally(const Json& result, CaseVerdict verdict, const Task& task, int width) {
  Tally tally;
  try {
    tally = tally_from(result);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  const bool is_good = verdict != CaseVerdict::fail && verdict != CaseVerdict::xfail && !is_end(verdict);
  const std::optional<std::uint64_t> unbuilt = unbuilt_inputs(result);
  if (!unbuilt) return "it tells of a program that was not built, without its log";
  if (is_good && *unbuilt > 0) return "a program that was not built under the verdict " + std::string(name(verdict));
  if (tally.judged() == 0 && *unbuilt == 0) return "it judged no input";
  if (is_good && tally.failed() != 0) {
    return std::to_string(tally.failed()) + " failures under the verdict " + std::string(name(verdict));
  }
  const Json& inputs = result.contains("inputs") ? result.at("inputs") : Json();
  const std::uint64_t told = inputs.is_object() ? count_at(inputs, "count", 0) : 0;
  if (told != tally.judged() + tally.undefined()) {
    return "it tells of " + std::to_string(told) + " inputs and accounts for " +
           std::to_string(tally.judged() + tally.undefined());
  }
  if (!can_be_confirmed(result, tally)) return "it says how to ask its failures once more, and that is not how";
  const std::uint64_t whole = part_of(inputs, task);
  const bool is_part = whole > told && (verdict == CaseVerdict::partial || verdict == CaseVerdict::fail);
  if (verdict == CaseVerdict::partial && !is_part) return "the verdict partial, and nothing was left out";
  if ((is_part ? whole : told) + *unbuilt < fewest_inputs(task, width))
    return "it tells of " + std::to_string(told) + " inputs, and the plan has more";
  return "";
}

std::string objection_to_shape(const Json& result, const Task& task, int& width) {
  if (!result.contains("case") || !result.at("case").is_string()) return "a result without a case";
  const auto& case_name = result.at("case").get_ref<const std::string&>();
  const std::optional<int> asked = width_of(case_name, task);
  if (!asked) return "a result for " + case_name + ", which was not asked";
  width = *asked;
  const std::string spelled = result.contains("verdict") && result.at("verdict").is_string()
                                  ? result.at("verdict").get<std::string>()
                                  : std::string();
  const std::optional<CaseVerdict> verdict = case_verdict_named(spelled);
  if (!verdict) return "a result without a known verdict";
  if (is_supervisors(result, *verdict) && !is_told(task, *verdict)) {
    return "the verdict " + spelled + ", which a worker can not know";
  }
  if (!task.left_out.empty() && *verdict <= CaseVerdict::partial) {
    return "the verdict " + spelled + ", where the form '" + task.left_out.begin()->first + "' of the call is left out";
  }
  if (stands_for_inputs(*verdict) || is_told(task, *verdict)) return objection_to_tally(result, *verdict, task, width);
  const bool has_reason = result.contains("reason") && result.at("reason").is_string() &&
                          !result.at("reason").get_ref<const std::string&>().empty();
  return has_reason ? "" : "the verdict " + spelled + " without a reason";
}

}  // namespace

// A worker whose memory a driver has written to may say anything.
std::string objection(const Json& result, const Task& task, int& width) {
  try {
    return objection_to_shape(result, task, width);
  } catch (const Json::exception& e) {
    return "a malformed result: " + in_words(e);
  } catch (const std::invalid_argument& e) {
    return std::string("a malformed result: ") + e.what();
  }
}

}  // namespace classay
