#include "harness/sweep/result.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/judging/also_meets.h"
#include "harness/run/shell_word.h"
#include "harness/run/tally_json.h"
#include "harness/sweep/finding.h"
#include "harness/words/inputs.h"
#include "harness/words/numerals.h"
#include "reference/judge/ulp.h"

namespace classay {
namespace {

Json inputs_json(const Task& task, const Plan& plan, const Ledger& ledger, const WidthRecord& r) {
  const bool is_whole = task.shard.of == 1 && ledger.only.empty() && r.unbuilt.empty();
  Json inputs{{"plan", plan.text()},
              {"count", (ledger.asked() - unasked_inputs(r)) / static_cast<std::uint64_t>(plan.lanes())},
              {"hash", pattern({Type::u64, plan.hash()})},
              {"exhaustive", plan.exhaustive() && is_whole}};
  if (!ledger.cuts.empty()) {
    inputs["of"] = (ledger.end - ledger.first) / static_cast<std::uint64_t>(plan.lanes());
    inputs["cuts"] = to_json(ledger.cuts);
  }
  if (task.shard.of > 1) inputs["shard"] = {task.shard.index, task.shard.of};
  return inputs;
}

Json limit_json(const Promise& promise, Edition edition) {
  Json limit{{"text", text(promise.limit)}, {"value", nullptr}, {"edition", name(edition)}, {"clause", promise.clause}};
  if (const auto* ulp = std::get_if<Ulp>(&promise.limit)) limit["value"] = ulp->n;
  return limit;
}

// The one value, or a list of those of all components.
void put_component(Json& place, const AnswerForm& form, Json value) {
  if (form.types().size() == 1) {
    place = std::move(value);
  } else {
    place.push_back(std::move(value));
  }
}

// A tally with results as kernels of the width store them.
Tally as_stored(const Tally& tally, const AnswerForm& form, int width) {
  Tally stored = tally;
  stored.change_bits([&](Sample& s) { s.got = form.as_stored(width, 0, s.got); });
  return stored;
}

std::vector<Value> arguments_of(const Sweep& sweep, const Sample& sample, int width) {
  const Task& task = sweep.task();
  const bool is_vector = sweep.judge().results_of_vector() > 0;
  const std::vector<Tuple> vector = is_vector ? sweep.vector_of(sample.index, width) : std::vector{sample.inputs};
  return vector_arguments(argument_types(*task.unit.row, task.unit.format), vector);
}

// What would have been right for these arguments: an enclosure, and the nearest number where it is one. The caller holds a
// RealScope.
void put_right_answer(Json& place, const Sweep& sweep, std::span<const Value> args, int width) {
  const Task& task = sweep.task();
  const CaseJudge& judge = sweep.judge();
  const AnswerForm& form = judge.form();
  const Call call = call_of(*task.unit.row, task.unit.format, args, judge.lanes());
  const std::vector<Truth> truths = evaluate_rounded(judge.promise().truth, call, form.types());
  for (std::size_t c = 0; c < form.types().size(); ++c) {
    const Type type = form.types()[c];
    const Enclosure exact = enclosure(truths.at(c), type);
    std::optional<Bits> expected = rounded(format(type), truths.at(c), judge.arithmetic().rounding);
    if (expected) expected = form.as_stored(width, c, *expected);
    put_component(place["expected"], form,
                  expected ? Json(pattern({form.stored_type(width, c), *expected})) : Json(nullptr));
    put_component(place["low"], form, exact.low);
    put_component(place["high"], form, exact.high);
  }
}

// The largest error, with what would have been right there.
Json largest_error(const Sweep& sweep, const WidthRecord& r) {
  if (r.tally.worst().empty()) return nullptr;
  const Sample& sample = r.tally.worst().front();
  const AnswerForm& form = sweep.judge().form();
  const std::vector<Value> args = arguments_of(sweep, sample, r.width);
  Json input = Json::array();
  for (const Value& v : args) input.push_back(pattern(v));
  Json error{{"value", nullptr}, {"input", input}};
  if (std::isfinite(sample.ulps)) error["value"] = std::fabs(sample.ulps);
  const ResultBits answer{sample.got, sample.second};
  for (std::size_t c = 0; c < form.types().size(); ++c) {
    const Type stored = form.stored_type(r.width, c);
    put_component(error["got"], form, pattern({stored, form.as_stored(r.width, c, answer.at(c))}));
  }
  const RealScope scope;
  put_right_answer(error, sweep, args, r.width);
  return error;
}

// Beside each of these samples: those without an error say it themselves.
void put_right_answers(Json& list, std::span<const Sample> samples, const Sweep& sweep, int width) {
  const RealScope scope;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].ulps != 0) put_right_answer(list.at(i), sweep, arguments_of(sweep, samples[i], width), width);
  }
}

Json tables_json(const std::vector<Table>& tables) {
  Json all = Json::array();
  for (const Table& t : tables) {
    all.push_back({{"edition", name(t.edition)}, {"profile", name(t.profile)}, {"mode", name(t.mode)}});
  }
  return all;
}

Json failure_json(const BuildFailure& f) { return {{"reason", f.reason}, {"log", f.log}}; }

// Programs that were not built: as one with all widths, and for this one.
void put_unbuilt(Json& result, const Ledger& ledger, const WidthRecord& r, int lanes) {
  for (const auto& [program, failure] : ledger.by_width) result["by_width"][program] = failure_json(failure);
  for (const Unbuilt& u : r.unbuilt) {
    Json one = failure_json(u.failure);
    one["program"] = u.program;
    one["inputs"] = u.inputs / static_cast<std::uint64_t>(lanes);
    result["unbuilt"].push_back(std::move(one));
  }
  // What a person wants to read first.
  for (const FormRecord& f : r.forms) {
    if (f.unasked && !f.unasked->log.empty()) result["log"] = f.unasked->log;
  }
  if (!r.unbuilt.empty()) result["log"] = r.unbuilt.front().failure.log;
}

// What was found, where the time of a case did not let all of its inputs be asked: a failure is one, and nothing else is
// known.
Finding of_part(Finding found, const Task& task, const Json& inputs) {
  if (!inputs.contains("of")) return found;
  const std::string what = "cut short: " + inputs.at("count").dump() + " of " + inputs.at("of").dump() +
                           " inputs were asked, as a case may take " + Json(task.case_time).dump() + " s";
  if (found.verdict == CaseVerdict::fail) return {found.verdict, found.reason + "; " + what};
  if (found.verdict > CaseVerdict::partial) return found;
  return {CaseVerdict::partial, found.reason.empty() ? what : what + "; of these: " + found.reason};
}

// The first failures, or the largest errors where there is none: what is asked again to see it.
const std::vector<Sample>& shown(const WidthRecord& r) {
  return r.tally.failed() > 0 ? r.tally.first_failures() : r.tally.worst();
}

// The vector that an input stood in, lane by lane.
Json vector_json(const Sweep& sweep, std::uint64_t index, int width) {
  const Case c = case_of(sweep.task().unit, width);
  Json lanes = Json::array();
  for (const Tuple& input : sweep.vector_of(index, width)) lanes.push_back(input_text(c, input));
  return lanes;
}

// Of what is shown. Where only other forms of the call fail, theirs come first.
Json vectors_json(const Sweep& sweep, const WidthRecord& r) {
  Json vectors = Json::array();
  for (const FormRecord& f : r.forms) {
    if (f.failed > 0 && r.tally.failed() == 0) vectors.push_back(vector_json(sweep, f.first, r.width));
  }
  for (const Sample& sample : shown(r)) vectors.push_back(vector_json(sweep, sample.index, r.width));
  return vectors;
}

// What became of other forms of the call, with the vector that the first failure stood in.
Json forms_json(const Sweep& sweep, const WidthRecord& r) {
  Json all = Json::array();
  for (const FormRecord& f : r.forms) {
    Json form{{"form", name(f.form)}, {"asked", f.asked}, {"differing", f.differing}, {"failed", f.failed}};
    if (f.unasked) form["unasked"] = to_json(*f.unasked);
    if (f.failed > 0) form["vector"] = vector_json(sweep, f.first, r.width);
    all.push_back(std::move(form));
  }
  return all;
}

std::string repro(const Task& task, const WidthRecord& r, const std::string& device, const Json& vectors) {
  std::string command =
      "classay repro --device " + shell_word(device) + " --case " + shell_word(name(case_of(task.unit, r.width)));
  command += " --edition " + std::string(name(task.edition)) + " --profile " + std::string(name(task.profile));
  if (vectors.empty()) return command;
  for (const Json& lane : vectors.front()) command += " --input " + shell_word(lane.get<std::string>());
  return command;
}

}  // namespace

std::vector<Json> results(const Sweep& sweep, const std::string& device) {
  const Task& task = sweep.task();
  const CaseJudge& judge = sweep.judge();
  const Ledger& ledger = sweep.ledger();
  const Json limit = limit_json(judge.promise(), task.edition);
  std::vector<Json> all;
  const auto share = static_cast<double>(ledger.widths.size());
  for (const WidthRecord& r : ledger.widths) {
    const Json inputs = inputs_json(task, sweep.plan(), ledger, r);
    const Finding found = of_part(finding(sweep, r), task, inputs);
    OtherTables others = judge.results_of_vector() > 0
                             ? OtherTables{}
                             : other_tables(*task.unit.row, task.unit.format, {task.edition, task.profile, task.unit.mode},
                                            judge.device(), r.tally);
    // Who has seen a part knows what it breaks, and not what it keeps.
    if (!ledger.cuts.empty()) others.met.clear();
    const Json tally = to_json(as_stored(r.tally, judge.form(), r.width), *task.unit.row, task.unit.format, r.width);
    Json result{{"kind", "result"},
                {"case", name(case_of(task.unit, r.width))},
                {"verdict", name(found.verdict)},
                {"reason", found.reason},
                {"inputs", inputs},
                {"kernels", ledger.kernels},
                {"answers", pattern({Type::u64, r.answers})},
                {"counts",
                 {{"judged", r.tally.judged()},
                  {"failed", r.tally.failed()},
                  {"undefined", r.tally.undefined()},
                  {"poor", r.tally.poor()},
                  {"bitwise_equal_to_scalar", r.bitwise_equal},
                  {"slow_path", r.slow_path},
                  {"unwritten", r.unwritten},
                  {"beyond_end", r.beyond_end},
                  {"repeated", r.repeated},
                  {"nondeterministic", r.nondeterministic}}},
                {"max_ulp", largest_error(sweep, r)},
                {"limit", limit},
                {"also_meets", tables_json(others.met)},
                {"also_fails", tables_json(others.failed)}};
    for (const auto& [key, value] : tally.items()) {
      if (!result["counts"].contains(key)) result[key] = value;
    }
    put_right_answers(result["worst"], r.tally.worst(), sweep, r.width);
    put_right_answers(result["first"], r.tally.first_failures(), sweep, r.width);
    // What the widths have in common is shared out among them.
    result["seconds"] = {{"total", ledger.seconds / share},
                         {"device", r.device_seconds},
                         {"reference", ledger.judge_seconds / share},
                         {"build", ledger.build_seconds / share}};
    if (found.verdict == CaseVerdict::fail) {
      if (const std::optional<Ledger> part = only_failed(ledger, r)) {
        result["to_confirm"] = {{"state", to_json(*part)}, {"failed", failed_in_part(*part, r)}};
      }
    }
    if (!r.forms.empty()) result["forms"] = forms_json(sweep, r);
    put_unbuilt(result, ledger, r, sweep.plan().lanes());
    result["vectors"] = vectors_json(sweep, r);
    result["repro"] = repro(task, r, device, result["vectors"]);
    all.push_back(std::move(result));
  }
  return all;
}

std::vector<Json> unasked_results(const Unit& unit, CaseVerdict verdict, const std::string& reason) {
  std::vector<Json> all;
  for (const int width : unit.widths) {
    all.push_back(
        {{"kind", "result"}, {"case", name(case_of(unit, width))}, {"verdict", name(verdict)}, {"reason", reason}});
  }
  return all;
}

}  // namespace classay
