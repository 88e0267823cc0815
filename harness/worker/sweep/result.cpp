#include "harness/worker/sweep/result.h"

#include <cmath>
#include <utility>

#include "harness/journal/case_result.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/text/inputs.h"
#include "harness/text/number.h"
#include "harness/text/shell_word.h"
#include "harness/worker/judging/tally_review.h"
#include "reference/judge/ulp.h"

namespace classay {
namespace {

ResultInputs inputs_of(const Task& task, const Plan& plan, const Ledger& ledger, const WidthRecord& r) {
  const bool is_whole = task.shard.of == 1 && ledger.only.empty() && r.unbuilt.empty();
  const auto lanes = static_cast<std::uint64_t>(plan.lanes());
  const std::uint64_t end = plan.count(r.width);
  ResultInputs inputs{.plan = plan.text(r.width),
                      .count = (ledger.asked(end) - unasked_inputs(r)) / lanes,
                      .hash = pattern({Type::u64, plan.hash(r.width)}),
                      .exhaustive = plan.exhaustive() && is_whole};
  if (!ledger.cuts.empty()) {
    inputs.of = ledger.inputs(end) / lanes;
    inputs.cuts.emplace();
    for (const Cut& c : ledger.cuts) inputs.cuts->push_back({c.after, static_cast<std::uint64_t>(c.level)});
  }
  if (task.shard.of > 1) inputs.shard = {task.shard.index, task.shard.of};
  return inputs;
}

std::optional<bool> if_false(bool special_values) { return special_values ? std::nullopt : std::optional(false); }

ResultLimit limit_of(const Promise& promise, const Task& task) {
  ResultLimit limit{.text = text(promise.limit), .edition = std::string(name(task.edition)), .clause = promise.clause};
  if (const auto* ulp = std::get_if<Ulp>(&promise.limit)) limit.value = ulp->n;
  if (task.limit) limit.special_values = if_false(task.limit->special_values);
  if (task.range_limits.empty()) return limit;
  limit.value.reset();
  std::vector<StatedLimit> all = task.range_limits;
  if (task.limit) {
    all.push_back(*task.limit);
    all.back().range = "..";
  }
  for (const StatedLimit& one : all) {
    limit.ranges.push_back(
        {.range = one.range, .value = one.ulp, .clause = one.clause, .special_values = if_false(one.special_values)});
  }
  return limit;
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

std::vector<std::string> patterns(std::span<const Value> values) {
  std::vector<std::string> all;
  for (const Value& v : values) all.push_back(pattern(v));
  return all;
}

// Returns the patterns of a result as kernels of the width store it.
Components stored(const AnswerPacking& packing, int width, const ResultBits& bits) {
  Components all;
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    all.emplace_back(pattern({packing.stored_type(width, c), packing.as_stored(width, c, bits.at(c))}));
  }
  return all;
}

// The caller holds a RealScope.
RightResult right_result(const Subject& subject, std::span<const Value> args, int width) {
  const Task& task = subject.task();
  const CaseJudge& judge = subject.judge();
  const AnswerPacking& packing = judge.packing();
  const Call call = call_of(*task.unit.row, task.unit.format, args, judge.lanes());
  const std::vector<Truth> truths = evaluate_rounded(judge.promise().truth, call, packing.types());
  RightResult right;
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    const Type type = packing.types()[c];
    const Enclosure exact = enclosure(truths.at(c), type);
    const std::optional<Bits> expected = rounded(type, truths.at(c), judge.arithmetic().rounding);
    right.expected.emplace_back();
    if (expected) {
      right.expected.back() = pattern({packing.stored_type(width, c), packing.as_stored(width, c, *expected)});
    }
    right.low.emplace_back(exact.low);
    right.high.emplace_back(exact.high);
  }
  return right;
}

std::optional<LargestError> largest_error(const Subject& subject, const WidthRecord& r) {
  if (r.tally.worst().empty()) return std::nullopt;
  const Sample& sample = r.tally.worst().front();
  const std::vector<Value> args = arguments_of(subject, sample, r.width);
  LargestError error{.input = patterns(args),
                     .got = stored(subject.judge().packing(), r.width, {sample.got, sample.second})};
  if (std::isfinite(sample.ulps)) error.value = std::fabs(sample.ulps);
  const RealScope scope;
  error.right = right_result(subject, args, r.width);
  return error;
}

std::vector<Tuple> call_of_sample(const Subject& subject, const Sample& sample, int width) {
  if (subject.judge().results_of_vector() > 0) return subject.vector_of(sample.index, width);
  return {sample.inputs};
}

// Adds the limit of each sample whose call has one; limits of ranges are in the limit of the case. Adds the right result,
// unless the sample has no error, which already shows it.
void complete(std::vector<ResultSample>& list, std::span<const Sample> samples, const Subject& subject, int width) {
  const RealScope scope;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& sample = samples[i];
    if (sample.ulps != 0) list.at(i).right = right_result(subject, arguments_of(subject, sample, width), width);
    const StatedLimit* const own = subject.judge().own_limit(call_of_sample(subject, sample, width));
    if (own != nullptr && own->range.empty()) list.at(i).limit = {.value = own->ulp, .clause = own->clause};
  }
}

std::vector<TableName> table_names(const std::vector<Table>& tables) {
  std::vector<TableName> all;
  for (const Table& t : tables) {
    all.push_back({std::string(name(t.edition)), std::string(name(t.profile)), std::string(name(t.mode))});
  }
  return all;
}

std::vector<std::string> vector_texts(const Subject& subject, std::uint64_t index, int width) {
  const Case c = case_of(subject.task().unit, width);
  std::vector<std::string> lanes;
  for (const Tuple& input : subject.vector_of(index, width)) lanes.push_back(input_text(c, input));
  return lanes;
}

// Returns the results of second launches that are wrong, or differ from those of the first, with the right ones.
SecondLaunch second_launch(const Subject& subject, const WidthRecord& r) {
  const SecondResults& s = r.second_results;
  const AnswerPacking& packing = subject.judge().packing();
  const Tuple inputs =
      subject.judge().results_of_vector() > 0 ? subject.vector_of(s.index, r.width).front() : subject.plan().input(s.index);
  const std::vector<Value> args = arguments_of(subject, {.index = s.index, .inputs = inputs}, r.width);
  SecondSample sample{.index = s.index, .inputs = patterns(args), .second = stored(packing, r.width, s.second)};
  if (s.first) sample.first = stored(packing, r.width, *s.first);
  const RealScope scope;
  sample.right = right_result(subject, args, r.width);
  return {.differing = s.differing,
          .wrong = s.wrong,
          .sample = std::move(sample),
          .vector = vector_texts(subject, s.index, r.width)};
}

// Adds the programs that were not built: those of all widths, and those of this width.
void put_unbuilt(CaseResult& result, const Ledger& ledger, const WidthRecord& r, int lanes) {
  for (const auto& [program, failure] : ledger.by_width) result.by_width[program] = {failure.reason, failure.log};
  for (const Unbuilt& u : r.unbuilt) {
    result.unbuilt.push_back({.reason = u.failure.reason,
                              .log = u.failure.log,
                              .program = u.program,
                              .inputs = u.inputs / static_cast<std::uint64_t>(lanes)});
  }
  // The log of the plain call comes last, and so replaces a variant's.
  for (const FormRecord& f : r.forms) {
    if (f.unasked && !f.unasked->log.empty()) result.log = f.unasked->log;
  }
  if (!r.unbuilt.empty()) result.log = r.unbuilt.front().failure.log;
}

// Changes the finding of a case whose time limit did not let all inputs run: a failure stays, anything else is undecided.
Finding of_part(Finding found, const Task& task, const ResultInputs& inputs) {
  if (!inputs.of) return found;
  const std::string what = cut_reason(inputs.count, *inputs.of, task.case_time);
  if (found.verdict == CaseVerdict::fail) return {found.verdict, found.reason + "; " + what};
  if (found.verdict > CaseVerdict::partial) return found;
  return {CaseVerdict::partial, found.reason.empty() ? what : what + "; of these: " + found.reason};
}

// Returns the first failures, or the largest errors if nothing failed; a repetition runs these.
const std::vector<Sample>& shown(const WidthRecord& r) {
  return r.tally.failed() > 0 ? r.tally.first_failures() : r.tally.worst();
}

// Returns the vectors of these samples. If only other call variants fail, their vectors come first.
std::vector<std::vector<std::string>> vectors_of(const Subject& subject, const WidthRecord& r) {
  std::vector<std::vector<std::string>> vectors;
  for (const FormRecord& f : r.forms) {
    if (f.failed > 0 && r.tally.failed() == 0) vectors.push_back(vector_texts(subject, f.first, r.width));
  }
  for (const Sample& sample : shown(r)) vectors.push_back(vector_texts(subject, sample.index, r.width));
  return vectors;
}

// Returns the results of other call variants, with the vector of the first failure.
std::vector<FormResult> form_results(const Subject& subject, const WidthRecord& r) {
  std::vector<FormResult> all;
  for (const FormRecord& f : r.forms) {
    FormResult form{.form = std::string(name(f.form)),
                    .asked = f.asked,
                    .differing = f.differing,
                    .failed = f.failed,
                    .unasked = f.unasked};
    if (f.failed > 0) form.vector = vector_texts(subject, f.first, r.width);
    all.push_back(std::move(form));
  }
  return all;
}

// `vector`: lane by lane; empty if there is none. `is_constant`: it was compiled into a program.
std::string repro(const Subject& subject, const WidthRecord& r, const std::string& device,
                  const std::vector<std::string>& vector, bool is_constant) {
  const Task& task = subject.task();
  std::string command =
      "classay repro --device " + shell_word(device) + " --case " + shell_word(name(case_of(task.unit, r.width)));
  if (task.edition != Edition::none) command += " --spec " + std::string(name(task.edition));
  command += " --profile " + std::string(name(task.profile));
  if (is_constant) {
    command += " --constants " + std::string(name(task.tier));
    if (task.seed != 1) command += " --seed " + std::to_string(task.seed);
  }
  for (const std::string& lane : vector) command += " --input " + shell_word(lane);
  return command;
}

// Repeats a wrong result of the tally; if there is none, the sample of a second launch; if neither, the largest error.
std::string repro(const Subject& subject, const WidthRecord& r, const std::string& device, const CaseResult& result) {
  const std::vector<Sample>& wrong = r.tally.first_failures();
  // Only the journal has these limits: the supervisor writes a command that reads it.
  if (!wrong.empty() && has_stated_limits(subject.task())) return "";
  if (wrong.empty() && result.second_launch) {
    const bool is_constant = subject.is_constant(r.second_results.index);
    return repro(subject, r, device, result.second_launch->vector, is_constant);
  }
  if (result.vectors->empty()) return repro(subject, r, device, std::vector<std::string>(), false);
  const bool is_constant = !wrong.empty() && subject.is_constant(wrong.front().index);
  return repro(subject, r, device, result.vectors->front(), is_constant);
}

ResultCounts counts_of(const Task& task, const WidthRecord& r) {
  ResultCounts counts{.judged = r.tally.judged(),
                      .failed = r.tally.failed(),
                      .undefined = r.tally.undefined(),
                      .poor = r.tally.poor(),
                      .bitwise_equal_to_scalar = r.bitwise_equal,
                      .slow_path = r.slow_path,
                      .unwritten = r.unwritten,
                      .beyond_end = r.beyond_end,
                      .repeated = r.repeated,
                      .nondeterministic = r.nondeterministic};
  const bool has_digests = r.by_digest > 0 || r.digests_checked > 0;
  if (task.compare_on_device != UseOfDigests::always && !has_digests) return counts;
  counts.by_digest = r.by_digest;
  counts.digests_checked = r.digests_checked;
  counts.wrong_digests = r.wrong_digests;
  return counts;
}

// Time that all widths have in common is divided equally among them.
ResultSeconds seconds_of(const Ledger& ledger, const WidthRecord& r) {
  const auto share = static_cast<double>(ledger.widths.size());
  return {.total = ledger.seconds / share,
          .device = r.device_seconds,
          .reference = ledger.judge_seconds / share,
          .build = ledger.build_seconds / share};
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

// Returns largest errors, histogram and samples, with the right results.
ResultTally tally_of(const Subject& subject, const WidthRecord& r) {
  const Unit& unit = subject.task().unit;
  ResultTally tally = result_tally(as_stored(r.tally, subject.judge().packing(), r.width), *unit.row, unit.format, r.width);
  complete(tally.worst, r.tally.worst(), subject, r.width);
  complete(tally.first, r.tally.first_failures(), subject, r.width);
  return tally;
}

CaseResult result_of(const Sweep& sweep, const WidthRecord& r, const std::string& device) {
  const Subject& subject = sweep.subject();
  const Task& task = subject.task();
  const Ledger& ledger = sweep.ledger();
  // Times that contradict the host's clock break no promise: the verdict stays, and its reason mentions them.
  const std::string clock = text(r.absurd_times);
  const OtherTables others = tables_met(subject, ledger, r);
  CaseResult result{.case_name = name(case_of(task.unit, r.width)),
                    .inputs = inputs_of(task, subject.plan(), ledger, r),
                    .kernels = ledger.kernels,
                    .answers = pattern({Type::u64, r.answers}),
                    .counts = counts_of(task, r),
                    .max_ulp = largest_error(subject, r),
                    .limit = limit_of(subject.judge().promise(), task),
                    .also_meets = table_names(others.met),
                    .also_fails = table_names(others.failed),
                    .tally = tally_of(subject, r),
                    .seconds = seconds_of(ledger, r),
                    .clock = clock,
                    .forms = form_results(subject, r),
                    .vectors = vectors_of(subject, r)};
  const Finding found = of_part(finding(sweep, r), task, *result.inputs);
  result.verdict = found.verdict;
  result.reason = with_clock(found.reason, clock);
  if (found.verdict == CaseVerdict::fail) {
    if (const std::optional<Ledger> part = only_failed(ledger, r)) {
      result.to_confirm = {.state = state_of(*part), .failed = failed_in_part(*part, r)};
    }
  }
  if (r.second_results.differing > 0) result.second_launch = second_launch(subject, r);
  put_unbuilt(result, ledger, r, subject.plan().lanes());
  result.repro = repro(subject, r, device, result);
  return result;
}

}  // namespace

std::vector<CaseResult> results(const Sweep& sweep, const std::string& device) {
  std::vector<CaseResult> all;
  for (const WidthRecord& r : sweep.ledger().widths) all.push_back(result_of(sweep, r, device));
  return all;
}

}  // namespace classay
