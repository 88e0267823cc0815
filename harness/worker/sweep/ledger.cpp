#include "harness/worker/sweep/ledger.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "harness/journal/json_numbers.h"
#include "harness/journal/tally_json.h"

namespace classay {
namespace {

constexpr int kHighestLevel = 64;  // each level runs half of the level before

Json batch_json(const Batch& b) { return {b.first, b.count}; }
Batch batch_from(const Json& j) { return {.first = count_from(j.at(0)), .count = count_from(j.at(1))}; }

Json failure_json(const BuildFailure& f) { return {{"reason", f.reason}, {"log", f.log}, {"verdict", name(f.verdict)}}; }
BuildFailure failure_from(const Json& j) {
  const std::optional<CaseVerdict> verdict = case_verdict_named(j.at("verdict").get<std::string>());
  if (!verdict) throw std::invalid_argument("a program that was not built, with no verdict");
  return {.reason = j.at("reason"), .log = j.at("log"), .verdict = *verdict};
}

Json unbuilt_json(const Unbuilt& u) {
  return {{"program", u.program}, {"first", u.first}, {"inputs", u.inputs}, {"failure", failure_json(u.failure)}};
}
Unbuilt unbuilt_from(const Json& j) {
  return {.program = j.at("program"),
          .first = count_from(j.at("first")),
          .inputs = count_from(j.at("inputs")),
          .failure = failure_from(j.at("failure"))};
}

Json absurd_json(const AbsurdTimes& t) { return {t.launches, t.device, t.host}; }
AbsurdTimes absurd_from(const Json& j) { return {.launches = count_from(j.at(0)), .device = j.at(1), .host = j.at(2)}; }

Json record_json(const WidthRecord& r) {
  Json failed_in = Json::array();
  for (const FailedBatch& f : r.failed_in) failed_in.push_back({batch_json(f.batch), f.failed});
  Json forms = Json::array();
  for (const FormRecord& f : r.forms) forms.push_back(to_json(f));
  Json unbuilt = Json::array();
  for (const Unbuilt& u : r.unbuilt) unbuilt.push_back(unbuilt_json(u));
  return {{"width", r.width},
          {"tally", to_json(r.tally)},
          {"failed_in", std::move(failed_in)},
          {"bitwise_equal", r.bitwise_equal},
          {"answers", r.answers},
          {"slow_path", r.slow_path},
          {"unwritten", r.unwritten},
          {"beyond_end", r.beyond_end},
          {"wrote_beside", r.wrote_beside},
          {"by_digest", r.by_digest},
          {"digests_checked", r.digests_checked},
          {"wrong_digests", r.wrong_digests},
          {"repeated", r.repeated},
          {"nondeterministic", r.nondeterministic},
          {"second_results", to_json(r.second_results)},
          {"forms", std::move(forms)},
          {"unbuilt", std::move(unbuilt)},
          {"device_seconds", r.device_seconds},
          {"absurd_times", absurd_json(r.absurd_times)}};
}

WidthRecord record_from(const Json& j) {
  std::vector<FailedBatch> failed_in;
  for (const Json& f : j.at("failed_in")) failed_in.push_back({batch_from(f.at(0)), count_from(f.at(1))});
  std::vector<FormRecord> forms;
  for (const Json& f : j.at("forms")) forms.push_back(form_record_from(f));
  std::vector<Unbuilt> unbuilt;
  for (const Json& u : j.at("unbuilt")) unbuilt.push_back(unbuilt_from(u));
  return {.width = small_from(j.at("width"), kLargestWidth),
          .tally = tally_from(j.at("tally")),
          .failed_in = std::move(failed_in),
          .bitwise_equal = count_from(j.at("bitwise_equal")),
          .answers = unsigned_from(j.at("answers")),
          .slow_path = count_from(j.at("slow_path")),
          .unwritten = count_from(j.at("unwritten")),
          .beyond_end = count_from(j.at("beyond_end")),
          .wrote_beside = j.value("wrote_beside", ""),
          .by_digest = count_from(j.at("by_digest")),
          .digests_checked = count_from(j.at("digests_checked")),
          .wrong_digests = count_from(j.at("wrong_digests")),
          .repeated = count_from(j.at("repeated")),
          .nondeterministic = count_from(j.at("nondeterministic")),
          .second_results = second_results_from(j.at("second_results")),
          .forms = std::move(forms),
          .unbuilt = std::move(unbuilt),
          .device_seconds = j.at("device_seconds"),
          .absurd_times = absurd_from(j.at("absurd_times"))};
}

Ledger part_of(const std::vector<Batch>& batches, int width) {
  Ledger part{.first = batches.front().first, .only = batches, .widths = {{.width = width}}};
  part.next = part.first;
  part.end = batches.back().first + batches.back().count;
  return part;
}

}  // namespace

std::uint64_t Ledger::failed() const {
  std::uint64_t sum = 0;
  for (const WidthRecord& r : widths) sum += r.tally.failed();
  return sum;
}

std::uint64_t Ledger::asked(std::uint64_t to) const {
  if (only.empty()) return inputs(to);
  std::uint64_t sum = 0;
  for (const Batch& b : only) sum += b.first < to ? b.count : 0;
  return sum;
}

std::uint64_t Ledger::asked_until(std::uint64_t to) const {
  if (only.empty()) return to > next ? to - next : 0;
  std::uint64_t sum = 0;
  for (const Batch& b : only) sum += b.first >= next && b.first < to ? b.count : 0;
  return sum;
}

std::uint64_t Ledger::next_asked(std::uint64_t from) const {
  if (only.empty()) return from;
  const auto found = std::ranges::find_if(only, [from](const Batch& b) { return b.first >= from; });
  return found != only.end() ? found->first : end;
}

std::optional<Ledger> only_failed(const Ledger& ledger, const WidthRecord& width) {
  // Failures without a place in the plan do not recur in a part of it. Those of a second launch do not recur in other
  // batches.
  const bool is_all = width.tally.failed() > 0 && width.unwritten == 0 && width.beyond_end == 0 &&
                      width.wrong_digests == 0 && width.second_results.wrong == 0;
  if (is_all && !width.failed_in.empty()) {
    std::vector<Batch> failed;
    for (const FailedBatch& f : width.failed_in) failed.push_back(f.batch);
    if (Ledger part = part_of(failed, width.width); 2 * part.asked() <= ledger.asked()) return part;
  }
  // Without the cuts, the repetition would be cut by its own clock to other inputs.
  if (ledger.cuts.empty()) return std::nullopt;
  return part_of(ledger.only, width.width);
}

bool is_unbuilt(const WidthRecord& width, const Stretch& stretch) {
  return std::ranges::find(width.unbuilt, stretch.first, &Unbuilt::first) != width.unbuilt.end();
}

std::uint64_t unasked_inputs(const WidthRecord& width) {
  std::uint64_t sum = 0;
  for (const Unbuilt& u : width.unbuilt) sum += u.inputs;
  return sum;
}

std::uint64_t failed_in_part(const Ledger& part, const WidthRecord& width) {
  std::uint64_t sum = 0;
  std::size_t found = 0;
  for (const FailedBatch& f : width.failed_in) {
    sum += f.failed;
    found += std::ranges::find(part.only, f.batch) == part.only.end() ? 0 : 1;
  }
  return found == part.only.size() ? sum : width.tally.failed();
}

Json to_json(const std::vector<Cut>& cuts) {
  Json all = Json::array();
  for (const Cut& c : cuts) all.push_back({c.after, c.level});
  return all;
}

Json to_json(const Ledger& ledger) {
  Json only = Json::array();
  for (const Batch& b : ledger.only) only.push_back(batch_json(b));
  Json by_width = Json::object();
  for (const auto& [program, failure] : ledger.by_width) by_width[program] = failure_json(failure);
  Json widths = Json::array();
  for (const WidthRecord& r : ledger.widths) widths.push_back(record_json(r));
  return {{"first", ledger.first},
          {"end", ledger.end},
          {"next", ledger.next},
          {"only", std::move(only)},
          {"cuts", to_json(ledger.cuts)},
          {"seconds", ledger.seconds},
          {"judge_seconds", ledger.judge_seconds},
          {"build_seconds", ledger.build_seconds},
          {"widths", std::move(widths)},
          {"kernels", ledger.kernels},
          {"by_width", std::move(by_width)}};
}

Ledger ledger_from(const Json& json, const std::vector<int>& widths) {
  Ledger ledger;
  try {
    ledger = {.first = count_from(json.at("first")),
              .end = count_from(json.at("end")),
              .next = count_from(json.at("next")),
              .only = {},
              .cuts = {},
              .seconds = json.at("seconds"),
              .judge_seconds = json.at("judge_seconds"),
              .build_seconds = json.at("build_seconds"),
              .widths = {},
              .kernels = json.at("kernels"),
              .by_width = {}};
    for (const auto& [program, failure] : json.at("by_width").items()) ledger.by_width[program] = failure_from(failure);
    for (const Json& j : json.at("only")) ledger.only.push_back(batch_from(j));
    for (const Json& j : json.at("cuts"))
      ledger.cuts.push_back({.after = count_from(j.at(0)), .level = small_from(j.at(1), kHighestLevel)});
    for (const Json& j : json.at("widths")) ledger.widths.push_back(record_from(j));
  } catch (const Json::exception& e) {
    throw std::invalid_argument("malformed state of a sweep: " + in_words(e));
  }
  std::vector<int> found;
  for (const WidthRecord& r : ledger.widths) found.push_back(r.width);
  if (found != widths) throw std::invalid_argument("the state of a sweep is one of other widths");
  if (ledger.only.empty() && !ledger.cuts.empty())
    throw std::invalid_argument("the state of a sweep is incomplete: its inputs are missing");
  return ledger;
}

}  // namespace classay
