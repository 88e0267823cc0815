#include "harness/journal/merge.h"

#include <algorithm>
#include <array>
#include <optional>

#include "harness/journal/case_reasons.h"
#include "harness/journal/json_numbers.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/tally_json.h"

namespace classay {
namespace {

// The merged verdict is the most severe one: proven failures, then cases that could not run; a pass requires all to pass.
constexpr std::array kWorstFirst{CaseVerdict::fail,        CaseVerdict::crash,           CaseVerdict::timeout,
                                 CaseVerdict::device_lost, CaseVerdict::resource_error,  CaseVerdict::harness_error,
                                 CaseVerdict::killed,      CaseVerdict::flake,           CaseVerdict::missing,
                                 CaseVerdict::partial,     CaseVerdict::unsupported,     CaseVerdict::skip,
                                 CaseVerdict::xfail,       CaseVerdict::quality_warning, CaseVerdict::pass};

CaseVerdict verdict_of(const Json& result) {
  const auto verdict = case_verdict_named(result.value("verdict", ""));
  if (!verdict) throw JournalError("a result without a known verdict: " + shortened(result));
  return *verdict;
}

// The results of all parts; an empty one becomes a `missing` result.
std::vector<Json> parsed(const std::string& case_name, const std::vector<std::string>& results) {
  const Json nothing{{"kind", "result"}, {"case", case_name}, {"verdict", "missing"}, {"reason", "there is no result"}};
  std::vector<Json> all;
  for (const std::string& result : results) all.push_back(result.empty() ? nothing : read_json(result));
  return all;
}

// A shard without inputs does not affect the merged result.
bool is_empty(const Json& part) {
  return verdict_of(part) == CaseVerdict::skip && part.contains("inputs") && count_at(part.at("inputs"), "count", 1) == 0;
}

CaseVerdict worst_verdict(const std::vector<Json>& parts) {
  const bool any_says_something = std::ranges::any_of(parts, [](const Json& p) { return !is_empty(p); });
  for (const CaseVerdict v : kWorstFirst) {
    const auto says = [&](const Json& p) { return verdict_of(p) == v && !(any_says_something && is_empty(p)); };
    if (std::ranges::any_of(parts, says)) return v;
  }
  return CaseVerdict::missing;
}

Json summed(const std::vector<Json>& parts, const char* key) {
  Json sum = Json::object();
  for (const Json& part : parts) {
    if (!part.contains(key)) continue;
    for (const auto& [name, value] : part.at(key).items()) {
      if (!value.is_number()) continue;
      if (value.is_number_float()) {
        sum[name] = sum.value(name, 0.0) + value.get<double>();
      } else {
        // Each is less than half of the largest count, so the sum cannot overflow.
        sum[name] = count_from(sum.value(name, std::uint64_t{0}) + count_from(value));
      }
    }
  }
  return sum;
}

Json merged_inputs(const std::vector<Json>& parts, const Case& c, const Json& any) {
  Json inputs = any;
  std::uint64_t count = 0;
  std::uint64_t whole = 0;
  for (const Json& part : parts) {
    if (!part.contains("inputs")) continue;
    if (part.at("inputs").value("hash", Json()) != any.value("hash", Json())) {
      throw JournalError("shards of " + name(c) + " ran different inputs: their hashes differ");
    }
    const auto asked = count_at(part.at("inputs"), "count", 0);
    count = count_from(count + asked);
    whole = count_from(whole + count_at(part.at("inputs"), "of", asked));
  }
  inputs["count"] = count;
  // Each shard's journal has its own cuts.
  inputs.erase("cuts");
  inputs.erase("of");
  if (whole != count) inputs["of"] = whole;
  inputs.erase("shard");
  // A shard is never exhaustive by itself; the plan's text says whether all shards together are.
  const std::string plan = inputs.value("plan", "");
  const bool none_is_missing = std::ranges::all_of(parts, [](const Json& p) { return p.contains("inputs"); });
  inputs["exhaustive"] = none_is_missing && whole == count && plan.find("all ") != std::string::npos;
  return inputs;
}

Json common(const std::vector<Json>& parts, const char* key) {
  std::optional<Json> all;
  for (const Json& part : parts) {
    if (!part.contains(key)) return Json::array();
    Json kept = Json::array();
    for (const Json& entry : all ? *all : part.at(key)) {
      const Json& here = part.at(key);
      if (std::ranges::find(here, entry) != here.end()) kept.push_back(entry);
    }
    all = kept;
  }
  return all.value_or(Json::array());
}

Json any_of_them(const std::vector<Json>& parts, const char* key) {
  Json all = Json::array();
  for (const Json& part : parts) {
    for (const Json& entry : part.value(key, Json::array())) {
      if (std::ranges::find(all, entry) == all.end()) all.push_back(entry);
    }
  }
  return all;
}

// Returns the part that found a sample of the merged result.
const Json* part_with(const std::vector<Json>& parts, const char* list, std::uint64_t index) {
  for (const Json& part : parts) {
    if (!part.contains(list)) continue;
    for (const Json& sample : part.at(list)) {
      if (count_at(sample, "index", 0) == index) return &part;
    }
  }
  return nullptr;
}

// Returns the vector of a sample; vectors are in the order of their list of samples.
Json vector_of(const std::vector<Json>& parts, const char* list, std::uint64_t index) {
  const Json* part = part_with(parts, list, index);
  if (part == nullptr || !part->contains("vectors")) return Json::array();
  const Json& samples = part->at(list);
  const Json& vectors = part->at("vectors");
  for (std::size_t i = 0; i < samples.size() && i < vectors.size(); ++i) {
    if (count_at(samples.at(i), "index", 0) == index) return vectors.at(i);
  }
  return Json::array();
}

std::string joined_reasons(const std::vector<Json>& parts, CaseVerdict verdict) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (verdict_of(parts[i]) != verdict) continue;
    const std::string reason = parts[i].value("reason", "");
    if (reason.empty()) continue;
    if (!text.empty()) text += "; ";
    text += "shard " + name(Shard{i, parts.size()}) + ": " + reason;
  }
  return text;
}

void put_tally(Json& result, const Tally& tally, const Case& c) {
  Json fields = to_json(tally, *c.row, c.format);
  for (const auto& [key, value] : fields.items()) {
    if (!result.at("counts").contains(key)) result[key] = value;
  }
}

// Copies the fields of a sample that its tally does not have.
void put_right_answers(Json& samples, const char* list, const std::vector<Json>& parts) {
  for (Json& sample : samples) {
    const auto index = count_from(sample.at("index"));
    const Json* part = part_with(parts, list, index);
    if (part == nullptr) continue;
    for (const Json& known : part->at(list)) {
      if (count_at(known, "index", 0) == index) sample.update(known);
    }
  }
}

// Digests of parts add up to the digest of the complete case (lanes/lanes.h, digest). All parts must have one.
void put_answers(Json& merged, const std::vector<Json>& parts) {
  std::uint64_t sum = 0;
  for (const Json& part : parts) {
    if (!part.contains("answers")) {
      merged.erase("answers");
      return;
    }
    sum += bits_from(part.at("answers"));
  }
  merged["answers"] = hex(sum, 16);
}

// Some kernels exist in only one shard, for example literals in the first.
void put_kernels(Json& merged, const std::vector<Json>& parts) {
  for (const Json& part : parts) {
    if (part.contains("kernels")) merged["kernels"].update(part.at("kernels"));
  }
}

// Merges programs that did not build, and adds up the inputs that did not run because of them.
void put_unbuilt(Json& merged, const std::vector<Json>& parts) {
  merged.erase("unbuilt");
  for (const Json& part : parts) {
    if (part.contains("by_width")) {
      for (const auto& [program, failure] : part.at("by_width").items()) merged["by_width"][program] = failure;
    }
    for (const Json& one : part.value("unbuilt", Json::array())) {
      Json& all = merged["unbuilt"];
      const auto known = std::ranges::find_if(all, [&](const Json& u) { return u.at("program") == one.at("program"); });
      if (known == all.end()) {
        all.push_back(one);
      } else {
        known->at("inputs") = count_from(count_from(known->at("inputs")) + count_from(one.at("inputs")));
      }
    }
  }
}

// Adds up the findings of second launches. A wrong sample comes before one that only differs.
void put_second_launches(Json& merged, const std::vector<Json>& parts) {
  merged.erase("second_launch");
  merged.erase("clock");
  for (const Json& part : parts) {
    if (part.contains("clock") && !merged.contains("clock")) merged["clock"] = part.at("clock");
    if (!part.contains("second_launch")) continue;
    const Json& here = part.at("second_launch");
    if (!merged.contains("second_launch")) {
      merged["second_launch"] = here;
      continue;
    }
    Json& all = merged.at("second_launch");
    const bool is_worse = count_at(all, "wrong", 0) == 0 && count_at(here, "wrong", 0) > 0;
    Json sum = is_worse ? here : all;
    for (const char* key : {"differing", "wrong"}) {
      sum[key] = count_from(count_at(all, key, 0) + count_at(here, key, 0));
    }
    all = std::move(sum);
  }
}

void put_driver_notes(Json& merged, const std::vector<Json>& parts) {
  Json all = Json::array();
  for (const Json& part : parts) {
    for (const Json& note : part.value("driver_notes", Json::array())) {
      if (std::ranges::find(all, note) == all.end()) all.push_back(note);
    }
  }
  if (!all.empty()) merged["driver_notes"] = std::move(all);
}

// The largest error and its command come from the part that found them; failures are counted over all parts.
void put_extremes(Json& merged, const Tally& tally, const std::vector<Json>& parts) {
  if (merged.contains("also_meets")) merged["also_meets"] = common(parts, "also_meets");
  if (merged.contains("also_fails")) merged["also_fails"] = any_of_them(parts, "also_fails");
  merged["seconds"] = summed(parts, "seconds");
  // The reason of a shard stays if it reports unbuilt programs or second launches in addition to wrong results.
  const bool is_counted = !merged.contains("unbuilt") && !merged.contains("second_launch");
  if (verdict_of(merged) == CaseVerdict::fail && tally.failed() > 0 && is_counted) {
    merged["reason"] = share_reason(tally.failed(), tally.judged());
  }
  if (!tally.worst().empty()) {
    const Json* part = part_with(parts, "worst", tally.worst().front().index);
    if (part != nullptr && part->contains("max_ulp")) merged["max_ulp"] = part->at("max_ulp");
  }
  const std::vector<Sample>& shown_samples = tally.failed() > 0 ? tally.first_failures() : tally.worst();
  const char* list = tally.failed() > 0 ? "first" : "worst";
  const auto has_second = [](const Json& p) { return p.contains("second_launch"); };
  const auto second = std::ranges::max_element(
      parts, {}, [&](const Json& p) { return has_second(p) ? 1 + count_at(p.at("second_launch"), "wrong", 0) : 0; });
  if (tally.failed() == 0 && second != parts.end() && has_second(*second)) {
    merged["repro"] = second->value("repro", "");
  } else if (!shown_samples.empty()) {
    const Json* part = part_with(parts, list, shown_samples.front().index);
    if (part != nullptr && part->contains("repro")) merged["repro"] = part->at("repro");
  }
  if (!merged.contains("vectors")) return;
  merged["vectors"] = Json::array();
  for (const Sample& sample : shown_samples) merged["vectors"].push_back(vector_of(parts, list, sample.index));
}

Json merged_of(const Case& c, const std::vector<Json>& parts) {
  const CaseVerdict verdict = worst_verdict(parts);
  const auto with_tally =
      std::ranges::find_if(parts, [](const Json& p) { return p.contains("counts") && p.contains("worst"); });
  Json merged = with_tally == parts.end() ? parts.front() : *with_tally;
  merged["verdict"] = name(verdict);
  const auto typical = std::ranges::find(parts, verdict, verdict_of);
  const bool all_say_it = std::ranges::all_of(parts, [&](const Json& p) {
    return p.value("reason", "") == typical->value("reason", "") && verdict_of(p) == verdict;
  });
  merged["reason"] = all_say_it ? typical->value("reason", "") : joined_reasons(parts, verdict);
  if (with_tally == parts.end()) return merged;

  Tally tally;
  for (const Json& part : parts) {
    if (part.contains("counts") && part.contains("worst")) tally.merge(tally_from(part));
  }
  merged["counts"] = summed(parts, "counts");
  put_tally(merged, tally, c);
  for (const char* list : {"worst", "first"}) put_right_answers(merged.at(list), list, parts);
  if (merged.contains("inputs")) {
    merged["inputs"] = merged_inputs(parts, c, merged.at("inputs"));
  }
  put_answers(merged, parts);
  put_kernels(merged, parts);
  put_unbuilt(merged, parts);
  put_second_launches(merged, parts);
  put_driver_notes(merged, parts);
  put_extremes(merged, tally, parts);
  return merged;
}

bool is_measured(const std::string& case_name) {
  const std::vector<ProbeCase> all = all_probe_cases();
  return std::ranges::any_of(all, [&](const ProbeCase& c) { return name(c) == case_name; });
}

// Checks a part while its line number is known.
void check_part(const std::string& case_name, const Json& result) {
  if (is_measured(case_name)) return;
  const std::optional<Case> c = case_named(case_name);
  if (!c) throw std::invalid_argument("there is no case " + case_name + " in this version");
  merged_of(*c, {result});
}

// A selected case without a result is `missing` under its name. Further results that only the last record counts have no
// name, and the merged journal would hide their loss.
void refuse_lost(const std::filesystem::path& directory, const JournalContents& contents, std::uint64_t results) {
  const std::uint64_t chosen = contents.header.cases.value_or(0) + contents.header.measured.value_or(0);
  const std::uint64_t without = chosen - std::min(chosen, results);
  if (contents.missing.count() <= without) return;
  throw JournalError(directory.string() + ": its last line counts " + std::to_string(contents.missing.count() - without) +
                     " more results than there are; the journal was damaged or edited, so run this shard again");
}

}  // namespace

ShardJournal read_shard_journal(const std::filesystem::path& directory) {
  ShardJournal journal{.directory = directory, .run = nullptr, .header = {}, .shard = {}, .results = {}};
  JournalContents contents = read_journal(JournalWriter::file_of(directory), [&](const Json& line) {
    if (line.at("kind") != "result") return;
    const std::string case_name = line.at("case");
    check_part(case_name, line);
    journal.results[case_name] = line.dump();
  });
  refuse_lost(directory, contents, journal.results.size());
  journal.run = std::move(contents.run);
  journal.header = std::move(contents.header);
  journal.shard = journal.header.shard.value_or(Shard());
  return journal;
}

Json merged_result(const std::string& case_name, const std::vector<std::string>& results) {
  const std::vector<Json> parts = parsed(case_name, results);
  // Arithmetic and constants are measured in every shard in the same way.
  if (is_measured(case_name)) return *std::ranges::find(parts, worst_verdict(parts), verdict_of);
  const std::optional<Case> c = case_named(case_name);
  if (!c) throw JournalError("there is no case " + case_name + " in this version");
  try {
    return merged_of(*c, parts);
  } catch (const std::invalid_argument& e) {
    throw JournalError("the results of " + case_name + " do not add up: " + e.what());
  } catch (const Json::exception& e) {
    throw JournalError("the results of " + case_name + " do not add up: " + in_words(e));
  }
}

}  // namespace classay
