#include "harness/worker/sweep/result.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/journal/case_reasons.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/text/inputs.h"
#include "harness/text/numerals.h"
#include "harness/text/shell_word.h"
#include "harness/worker/judging/also_meets.h"
#include "harness/worker/sweep/finding.h"
#include "reference/judge/ulp.h"

namespace classay {
namespace {

Json inputs_json(const Task& task, const Plan& plan, const Ledger& ledger, const WidthRecord& r) {
  const bool is_whole = task.shard.of == 1 && ledger.only.empty() && r.unbuilt.empty();
  const auto lanes = static_cast<std::uint64_t>(plan.lanes());
  const std::uint64_t end = plan.count(r.width);
  Json inputs{{"plan", plan.text(r.width)},
              {"count", (ledger.asked(end) - unasked_inputs(r)) / lanes},
              {"hash", pattern({Type::u64, plan.hash(r.width)})},
              {"exhaustive", plan.exhaustive() && is_whole}};
  if (!ledger.cuts.empty()) {
    inputs["of"] = ledger.inputs(end) / lanes;
    inputs["cuts"] = to_json(ledger.cuts);
  }
  if (task.shard.of > 1) inputs["shard"] = {task.shard.index, task.shard.of};
  return inputs;
}

Json limit_json(const Promise& promise, const Task& task) {
  Json limit{{"text", text(promise.limit)}, {"value", nullptr}, {"edition", name(task.edition)}, {"clause", promise.clause}};
  if (const auto* ulp = std::get_if<Ulp>(&promise.limit)) limit["value"] = ulp->n;
  if (task.limit && !task.limit->special_values) limit["special_values"] = false;
  if (task.range_limits.empty()) return limit;
  limit["value"] = nullptr;  // not one number
  std::vector<StatedLimit> all = task.range_limits;
  if (task.limit) {
    all.push_back(*task.limit);
    all.back().range = "..";
  }
  for (const StatedLimit& one : all) {
    Json range{{"range", one.range}, {"value", one.ulp}, {"clause", one.clause}};
    if (!one.special_values) range["special_values"] = false;
    limit["ranges"].push_back(std::move(range));
  }
  return limit;
}

// Sets one value, or a list with one value per component.
void put_component(Json& place, const AnswerPacking& packing, Json value) {
  if (packing.types().size() == 1) {
    place = std::move(value);
  } else {
    place.push_back(std::move(value));
  }
}

// Returns a tally with the results as kernels of the width store them.
Tally as_stored(const Tally& tally, const AnswerPacking& packing, int width) {
  Tally stored = tally;
  stored.change_bits([&](Sample& s) { s.got = packing.as_stored(width, 0, s.got); });
  return stored;
}

std::vector<Value> arguments_of(const Subject& subject, const Sample& sample, int width) {
  const Task& task = subject.task();
  const bool is_vector = subject.judge().results_of_vector() > 0;
  const std::vector<Tuple> vector = is_vector ? subject.vector_of(sample.index, width) : std::vector{sample.inputs};
  return vector_arguments(argument_types(*task.unit.row, task.unit.format), vector);
}

// Adds the right result for these arguments: an enclosure, and the nearest number if there is one. The caller holds a
// RealScope.
void put_right_answer(Json& place, const Subject& subject, std::span<const Value> args, int width) {
  const Task& task = subject.task();
  const CaseJudge& judge = subject.judge();
  const AnswerPacking& packing = judge.packing();
  const Call call = call_of(*task.unit.row, task.unit.format, args, judge.lanes());
  const std::vector<Truth> truths = evaluate_rounded(judge.promise().truth, call, packing.types());
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    const Type type = packing.types()[c];
    const Enclosure exact = enclosure(truths.at(c), type);
    std::optional<Bits> expected = rounded(type, truths.at(c), judge.arithmetic().rounding);
    if (expected) expected = packing.as_stored(width, c, *expected);
    put_component(place["expected"], packing,
                  expected ? Json(pattern({packing.stored_type(width, c), *expected})) : Json(nullptr));
    put_component(place["low"], packing, exact.low);
    put_component(place["high"], packing, exact.high);
  }
}

Json largest_error(const Subject& subject, const WidthRecord& r) {
  if (r.tally.worst().empty()) return nullptr;
  const Sample& sample = r.tally.worst().front();
  const AnswerPacking& packing = subject.judge().packing();
  const std::vector<Value> args = arguments_of(subject, sample, r.width);
  Json input = Json::array();
  for (const Value& v : args) input.push_back(pattern(v));
  Json error{{"value", nullptr}, {"input", input}};
  if (std::isfinite(sample.ulps)) error["value"] = std::fabs(sample.ulps);
  const ResultBits answer{sample.got, sample.second};
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    const Type stored = packing.stored_type(r.width, c);
    put_component(error["got"], packing, pattern({stored, packing.as_stored(r.width, c, answer.at(c))}));
  }
  const RealScope scope;
  put_right_answer(error, subject, args, r.width);
  return error;
}

std::vector<Tuple> call_of_sample(const Subject& subject, const Sample& sample, int width) {
  if (subject.judge().results_of_vector() > 0) return subject.vector_of(sample.index, width);
  return {sample.inputs};
}

// Adds the limit of each sample whose call has one. Limits of ranges are in the limit of the case.
void put_own_limits(Json& list, std::span<const Sample> samples, const Subject& subject, int width) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const StatedLimit* const own = subject.judge().own_limit(call_of_sample(subject, samples[i], width));
    if (own != nullptr && own->range.empty()) list.at(i)["limit"] = {{"value", own->ulp}, {"clause", own->clause}};
  }
}

// Adds the right result to each of these samples. A sample without an error already shows it.
void put_right_answers(Json& list, std::span<const Sample> samples, const Subject& subject, int width) {
  const RealScope scope;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].ulps != 0) put_right_answer(list.at(i), subject, arguments_of(subject, samples[i], width), width);
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

Json vector_json(const Subject& subject, std::uint64_t index, int width) {
  const Case c = case_of(subject.task().unit, width);
  Json lanes = Json::array();
  for (const Tuple& input : subject.vector_of(index, width)) lanes.push_back(input_text(c, input));
  return lanes;
}

// Returns the results of second launches that are wrong, or differ from those of the first, with the right ones.
Json second_launch_json(const Subject& subject, const WidthRecord& r) {
  const SecondResults& s = r.second_results;
  const AnswerPacking& packing = subject.judge().packing();
  const Tuple inputs =
      subject.judge().results_of_vector() > 0 ? subject.vector_of(s.index, r.width).front() : subject.plan().input(s.index);
  const std::vector<Value> args = arguments_of(subject, {.index = s.index, .inputs = inputs}, r.width);
  Json sample{{"index", s.index}, {"inputs", Json::array()}};
  for (const Value& v : args) sample["inputs"].push_back(pattern(v));
  const auto put = [&](const char* key, const ResultBits& bits) {
    for (std::size_t c = 0; c < packing.types().size(); ++c) {
      const Type stored = packing.stored_type(r.width, c);
      put_component(sample[key], packing, pattern({stored, packing.as_stored(r.width, c, bits.at(c))}));
    }
  };
  if (s.first) put("first", *s.first);
  put("second", s.second);
  const RealScope scope;
  put_right_answer(sample, subject, args, r.width);
  return {{"differing", s.differing},
          {"wrong", s.wrong},
          {"sample", std::move(sample)},
          {"vector", vector_json(subject, s.index, r.width)}};
}

// Adds the programs that were not built: those of all widths, and those of this width.
void put_unbuilt(Json& result, const Ledger& ledger, const WidthRecord& r, int lanes) {
  for (const auto& [program, failure] : ledger.by_width) result["by_width"][program] = failure_json(failure);
  for (const Unbuilt& u : r.unbuilt) {
    Json one = failure_json(u.failure);
    one["program"] = u.program;
    one["inputs"] = u.inputs / static_cast<std::uint64_t>(lanes);
    result["unbuilt"].push_back(std::move(one));
  }
  // The log of the plain call comes last, and so replaces a variant's.
  for (const FormRecord& f : r.forms) {
    if (f.unasked && !f.unasked->log.empty()) result["log"] = f.unasked->log;
  }
  if (!r.unbuilt.empty()) result["log"] = r.unbuilt.front().failure.log;
}

// Changes the finding of a case whose time limit did not let all inputs run: a failure stays, anything else is undecided.
Finding of_part(Finding found, const Task& task, const Json& inputs) {
  if (!inputs.contains("of")) return found;
  const std::string what =
      cut_reason(inputs.at("count").get<std::uint64_t>(), inputs.at("of").get<std::uint64_t>(), task.case_time);
  if (found.verdict == CaseVerdict::fail) return {found.verdict, found.reason + "; " + what};
  if (found.verdict > CaseVerdict::partial) return found;
  return {CaseVerdict::partial, found.reason.empty() ? what : what + "; of these: " + found.reason};
}

// Returns the first failures, or the largest errors if nothing failed; a repetition runs these.
const std::vector<Sample>& shown(const WidthRecord& r) {
  return r.tally.failed() > 0 ? r.tally.first_failures() : r.tally.worst();
}

// Returns the vectors of these samples. If only other call variants fail, their vectors come first.
Json vectors_json(const Subject& subject, const WidthRecord& r) {
  Json vectors = Json::array();
  for (const FormRecord& f : r.forms) {
    if (f.failed > 0 && r.tally.failed() == 0) vectors.push_back(vector_json(subject, f.first, r.width));
  }
  for (const Sample& sample : shown(r)) vectors.push_back(vector_json(subject, sample.index, r.width));
  return vectors;
}

// Returns the results of other call variants, with the vector of the first failure.
Json forms_json(const Subject& subject, const WidthRecord& r) {
  Json all = Json::array();
  for (const FormRecord& f : r.forms) {
    Json form{{"form", name(f.form)}, {"asked", f.asked}, {"differing", f.differing}, {"failed", f.failed}};
    if (f.unasked) form["unasked"] = to_json(*f.unasked);
    if (f.failed > 0) form["vector"] = vector_json(subject, f.first, r.width);
    all.push_back(std::move(form));
  }
  return all;
}

// `vector`: lane by lane; empty if there is none. `is_constant`: it was compiled into a program.
std::string repro(const Subject& subject, const WidthRecord& r, const std::string& device, const Json& vector,
                  bool is_constant) {
  const Task& task = subject.task();
  std::string command =
      "classay repro --device " + shell_word(device) + " --case " + shell_word(name(case_of(task.unit, r.width)));
  if (task.edition != Edition::none) command += " --spec " + std::string(name(task.edition));
  command += " --profile " + std::string(name(task.profile));
  if (is_constant) {
    command += " --constants " + std::string(name(task.tier));
    if (task.seed != 1) command += " --seed " + std::to_string(task.seed);
  }
  for (const Json& lane : vector) command += " --input " + shell_word(lane.get<std::string>());
  return command;
}

// Repeats a wrong result of the tally; if there is none, the sample of a second launch; if neither, the largest error.
std::string repro(const Subject& subject, const WidthRecord& r, const std::string& device, const Json& result) {
  const std::vector<Sample>& wrong = r.tally.first_failures();
  // Only the journal has these limits: the supervisor writes a command that reads it.
  if (!wrong.empty() && has_stated_limits(subject.task())) return "";
  if (wrong.empty() && result.contains("second_launch")) {
    const bool is_constant = subject.is_constant(r.second_results.index);
    return repro(subject, r, device, result.at("second_launch").at("vector"), is_constant);
  }
  const Json& vectors = result.at("vectors");
  const bool is_constant = !vectors.empty() && !wrong.empty() && subject.is_constant(wrong.front().index);
  return repro(subject, r, device, vectors.empty() ? Json::array() : vectors.front(), is_constant);
}

Json counts_json(const Task& task, const WidthRecord& r) {
  Json counts{{"judged", r.tally.judged()},
              {"failed", r.tally.failed()},
              {"undefined", r.tally.undefined()},
              {"poor", r.tally.poor()},
              {"bitwise_equal_to_scalar", r.bitwise_equal},
              {"slow_path", r.slow_path},
              {"unwritten", r.unwritten},
              {"beyond_end", r.beyond_end},
              {"repeated", r.repeated},
              {"nondeterministic", r.nondeterministic}};
  if (!task.compare_on_device) return counts;
  counts["by_digest"] = r.by_digest;
  counts["digests_checked"] = r.digests_checked;
  counts["wrong_digests"] = r.wrong_digests;
  return counts;
}

// Time that all widths have in common is divided equally among them.
Json seconds_json(const Ledger& ledger, const WidthRecord& r) {
  const auto share = static_cast<double>(ledger.widths.size());
  return {{"total", ledger.seconds / share},
          {"device", r.device_seconds},
          {"reference", ledger.judge_seconds / share},
          {"build", ledger.build_seconds / share}};
}

// Returns the limits of other tables, and whether they are met. Part of the inputs can show that a limit is broken, but not
// that it is met.
OtherTables tables_met(const Subject& subject, const Ledger& ledger, const WidthRecord& r) {
  const Task& task = subject.task();
  if (subject.judge().results_of_vector() > 0) return {};
  OtherTables others = other_tables(*task.unit.row, task.unit.format, {task.edition, task.profile, task.unit.mode},
                                    subject.judge().device(), r.tally);
  // The same holds for a tally that does not contain all results.
  const bool is_part = !ledger.cuts.empty() || is_of_part(task);
  if (is_part || r.second_results.differing > 0) others.met.clear();
  return others;
}

// Adds largest errors, histogram and samples, with the right results.
void put_tally(Json& result, const Subject& subject, const WidthRecord& r) {
  const Unit& unit = subject.task().unit;
  const Json tally = to_json(as_stored(r.tally, subject.judge().packing(), r.width), *unit.row, unit.format, r.width);
  for (const auto& [key, value] : tally.items()) {
    if (!result["counts"].contains(key)) result[key] = value;
  }
  put_right_answers(result["worst"], r.tally.worst(), subject, r.width);
  put_right_answers(result["first"], r.tally.first_failures(), subject, r.width);
  put_own_limits(result["worst"], r.tally.worst(), subject, r.width);
  put_own_limits(result["first"], r.tally.first_failures(), subject, r.width);
}

Json result_json(const Sweep& sweep, const WidthRecord& r, const std::string& device) {
  const Subject& subject = sweep.subject();
  const Task& task = subject.task();
  const Ledger& ledger = sweep.ledger();
  const Json inputs = inputs_json(task, subject.plan(), ledger, r);
  // Times that contradict the host's clock break no promise: the verdict stays, and its reason mentions them.
  const std::string clock = text(r.absurd_times);
  const Finding found = of_part(finding(sweep, r), task, inputs);
  const OtherTables others = tables_met(subject, ledger, r);
  Json result{{"kind", "result"},
              {"case", name(case_of(task.unit, r.width))},
              {"verdict", name(found.verdict)},
              {"reason", with_clock(found.reason, clock)},
              {"inputs", inputs},
              {"kernels", ledger.kernels},
              {"answers", pattern({Type::u64, r.answers})},
              {"counts", counts_json(task, r)},
              {"max_ulp", largest_error(subject, r)},
              {"limit", limit_json(subject.judge().promise(), task)},
              {"also_meets", tables_json(others.met)},
              {"also_fails", tables_json(others.failed)}};
  put_tally(result, subject, r);
  result["seconds"] = seconds_json(ledger, r);
  if (found.verdict == CaseVerdict::fail) {
    if (const std::optional<Ledger> part = only_failed(ledger, r)) {
      result["to_confirm"] = {{"state", to_json(*part)}, {"failed", failed_in_part(*part, r)}};
    }
  }
  if (r.second_results.differing > 0) result["second_launch"] = second_launch_json(subject, r);
  if (!clock.empty()) result["clock"] = clock;
  if (!r.forms.empty()) result["forms"] = forms_json(subject, r);
  put_unbuilt(result, ledger, r, subject.plan().lanes());
  result["vectors"] = vectors_json(subject, r);
  result["repro"] = repro(subject, r, device, result);
  return result;
}

}  // namespace

std::vector<Json> results(const Sweep& sweep, const std::string& device) {
  std::vector<Json> all;
  for (const WidthRecord& r : sweep.ledger().widths) all.push_back(result_json(sweep, r, device));
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
