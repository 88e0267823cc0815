#include "harness/journal/merge.h"

#include <algorithm>
#include <array>
#include <optional>

#include "harness/journal/case_result.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/result_fields.h"
#include "harness/journal/tally_json.h"

namespace classay {
namespace {

// The merged verdict is the most severe one: proven failures, then cases that could not run; a pass requires all to pass.
constexpr std::array kWorstFirst{CaseVerdict::fail,        CaseVerdict::crash,           CaseVerdict::timeout,
                                 CaseVerdict::device_lost, CaseVerdict::resource_error,  CaseVerdict::harness_error,
                                 CaseVerdict::killed,      CaseVerdict::flake,           CaseVerdict::missing,
                                 CaseVerdict::partial,     CaseVerdict::unsupported,     CaseVerdict::skip,
                                 CaseVerdict::xfail,       CaseVerdict::quality_warning, CaseVerdict::pass};

// The results of a case, one per shard. They keep fields that this version does not know (CaseResult::others).
using Parts = std::vector<CaseResult>;

// An empty text becomes a `missing` result.
Parts parsed(const std::string& case_name, const std::vector<std::string>& results) {
  const CaseResult nothing{.case_name = case_name, .verdict = CaseVerdict::missing, .reason = "no result"};
  Parts all;
  for (const std::string& result : results) {
    all.push_back(result.empty() ? nothing : case_result_from(read_json(result)));
  }
  return all;
}

bool has_tally(const CaseResult& result) { return result.counts && result.tally; }

// A shard without inputs does not affect the merged result.
bool is_empty(const CaseResult& part) { return part.verdict == CaseVerdict::skip && part.inputs && part.inputs->count == 0; }

CaseVerdict worst_verdict(const Parts& parts) {
  const bool any_says_something = std::ranges::any_of(parts, [](const CaseResult& p) { return !is_empty(p); });
  for (const CaseVerdict v : kWorstFirst) {
    const auto says = [&](const CaseResult& p) { return p.verdict == v && !(any_says_something && is_empty(p)); };
    if (std::ranges::any_of(parts, says)) return v;
  }
  return CaseVerdict::missing;
}

void add(std::uint64_t& sum, std::uint64_t more) { add_count(sum, more); }
void add(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& more) {
  if (!more) return;
  if (!sum) sum = 0;
  add_count(*sum, *more);
}

void add(double& sum, double more) { sum += more; }

// Adds up a struct of numbers, field by field. nullopt: no part has it.
template <class T>
std::optional<T> summed(const Parts& parts, std::optional<T> CaseResult::*member) {
  std::optional<T> sum;
  for (const CaseResult& part : parts) {
    const std::optional<T>& more = part.*member;
    if (!more) continue;
    if (!sum) sum.emplace();
    std::apply([&](const auto&... f) { (add((*sum).*f.member, (*more).*f.member), ...); }, Fields<T>::kAll);
  }
  return sum;
}

ResultInputs merged_inputs(const Parts& parts, const Case& c, const ResultInputs& any) {
  // Each shard's journal has its own cuts.
  ResultInputs inputs{.plan = any.plan, .hash = any.hash};
  std::uint64_t whole = 0;
  for (const CaseResult& part : parts) {
    if (!part.inputs) continue;
    if (part.inputs->hash != any.hash) {
      throw JournalError("shards of " + name(c) + " ran different inputs: their hashes differ");
    }
    add_count(inputs.count, part.inputs->count);
    add_count(whole, part.inputs->of.value_or(part.inputs->count));
  }
  if (whole != inputs.count) inputs.of = whole;
  // A shard is never exhaustive by itself; the plan's text says whether all shards together are.
  const bool none_is_missing = std::ranges::all_of(parts, [](const CaseResult& p) { return p.inputs.has_value(); });
  inputs.exhaustive = none_is_missing && whole == inputs.count && inputs.plan.find("all ") != std::string::npos;
  return inputs;
}

bool is_in(const std::vector<TableName>& tables, const TableName& wanted) {
  return std::ranges::any_of(tables, [&](const TableName& t) {
    return t.edition == wanted.edition && t.profile == wanted.profile && t.mode == wanted.mode;
  });
}

// The tables that all parts name.
std::vector<TableName> common(const Parts& parts, std::optional<std::vector<TableName>> CaseResult::*tables) {
  std::vector<TableName> all = (parts.front().*tables).value_or(std::vector<TableName>());
  for (const CaseResult& part : parts) {
    const std::vector<TableName> here = (part.*tables).value_or(std::vector<TableName>());
    std::erase_if(all, [&](const TableName& t) { return !is_in(here, t); });
  }
  return all;
}

std::vector<TableName> any_of_them(const Parts& parts, std::optional<std::vector<TableName>> CaseResult::*tables) {
  std::vector<TableName> all;
  for (const CaseResult& part : parts) {
    for (const TableName& table : (part.*tables).value_or(std::vector<TableName>())) {
      if (!is_in(all, table)) all.push_back(table);
    }
  }
  return all;
}

using SampleList = std::vector<ResultSample> ResultTally::*;  // worst or first

// Finds a sample of the merged result: its part, and its place in that part's list.
struct Found {
  const CaseResult* part = nullptr;  // nullptr: no part has it
  std::size_t at = 0;
};

Found part_with(const Parts& parts, SampleList list, std::uint64_t index) {
  for (const CaseResult& part : parts) {
    if (!part.tally) continue;
    const std::vector<ResultSample>& samples = (*part.tally).*list;
    const auto found = std::ranges::find(samples, index, &ResultSample::index);
    if (found != samples.end()) return {&part, static_cast<std::size_t>(found - samples.begin())};
  }
  return {};
}

// Returns the vector of a sample; vectors are in the order of their list of samples.
std::vector<std::string> vector_of(const Parts& parts, SampleList list, std::uint64_t index) {
  const auto [part, at] = part_with(parts, list, index);
  const bool has_it = part != nullptr && part->vectors && at < part->vectors->size();
  return has_it ? part->vectors->at(at) : std::vector<std::string>();
}

std::string joined_reasons(const Parts& parts, CaseVerdict verdict) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const CaseResult& part = parts[i];
    if (part.verdict != verdict || part.reason.empty()) continue;
    if (!text.empty()) text += "; ";
    text += "shard " + name(Shard{i, parts.size()}) + ": " + part.reason;
  }
  return text;
}

// The samples of parts have fields that their tally does not have.
ResultTally merged_tally(const Parts& parts, const Tally& tally, const Case& c) {
  ResultTally merged = result_tally(tally, *c.row, c.format);
  for (const SampleList list : {&ResultTally::worst, &ResultTally::first}) {
    for (ResultSample& sample : merged.*list) {
      const auto [part, at] = part_with(parts, list, sample.index);
      if (part != nullptr) sample = ((*part->tally).*list).at(at);
    }
  }
  return merged;
}

// Digests of parts add up to the digest of the complete case (lanes/lanes.h, digest). All parts must have one.
std::string merged_answers(const Parts& parts) {
  std::uint64_t sum = 0;
  for (const CaseResult& part : parts) {
    if (part.answers.empty()) return "";
    sum += bits_in(part.answers);
  }
  return hex(sum, 16);
}

// Some kernels exist in only one shard, for example literals in the first.
void put_kernels(CaseResult& merged, const Parts& parts) {
  for (const CaseResult& part : parts) {
    if (!part.kernels) continue;
    if (!merged.kernels) merged.kernels.emplace();
    for (const auto& [kind, digest] : *part.kernels) merged.kernels->insert_or_assign(kind, digest);
  }
}

// Merges programs that did not build, and adds up the inputs that did not run because of them.
void put_unbuilt(CaseResult& merged, const Parts& parts) {
  merged.unbuilt.clear();
  for (const CaseResult& part : parts) {
    for (const auto& [program, failure] : part.by_width) merged.by_width.insert_or_assign(program, failure);
    for (const UnbuiltProgram& one : part.unbuilt) {
      const auto known = std::ranges::find(merged.unbuilt, one.program, &UnbuiltProgram::program);
      if (known == merged.unbuilt.end()) {
        merged.unbuilt.push_back(one);
      } else {
        add_count(known->inputs, one.inputs);
      }
    }
  }
}

// Adds up the findings of second launches. A wrong sample comes before one that only differs.
void put_second_launches(CaseResult& merged, const Parts& parts) {
  merged.second_launch.reset();
  merged.clock.clear();
  for (const CaseResult& part : parts) {
    if (merged.clock.empty()) merged.clock = part.clock;
    if (!part.second_launch) continue;
    if (!merged.second_launch) {
      merged.second_launch = part.second_launch;
      continue;
    }
    SecondLaunch& all = *merged.second_launch;
    if (all.wrong == 0 && part.second_launch->wrong > 0) {
      all.sample = part.second_launch->sample;
      all.vector = part.second_launch->vector;
    }
    add_count(all.differing, part.second_launch->differing);
    add_count(all.wrong, part.second_launch->wrong);
  }
}

std::vector<std::string> merged_notes(const Parts& parts) {
  std::vector<std::string> all;
  for (const CaseResult& part : parts) {
    for (const std::string& note : part.driver_notes) {
      if (std::ranges::find(all, note) == all.end()) all.push_back(note);
    }
  }
  return all;
}

// Returns the part whose second launches were wrong most often, or differed. nullptr: none.
const CaseResult* worst_second_launch(const Parts& parts) {
  const CaseResult* worst = nullptr;
  for (const CaseResult& part : parts) {
    if (!part.second_launch) continue;
    if (worst == nullptr || part.second_launch->wrong > worst->second_launch->wrong) worst = &part;
  }
  return worst;
}

// The largest error and its command come from the part that found them; failures are counted over all parts.
void put_extremes(CaseResult& merged, const Tally& tally, const Parts& parts) {
  if (merged.also_meets) merged.also_meets = common(parts, &CaseResult::also_meets);
  if (merged.also_fails) merged.also_fails = any_of_them(parts, &CaseResult::also_fails);
  merged.seconds = summed(parts, &CaseResult::seconds);
  // The reason of a shard stays if it reports unbuilt programs or second launches in addition to wrong results.
  const bool is_counted = merged.unbuilt.empty() && !merged.second_launch;
  if (merged.verdict == CaseVerdict::fail && tally.failed() > 0 && is_counted) {
    merged.reason = share_reason(tally.failed(), tally.judged());
  }
  if (!tally.worst().empty()) {
    const CaseResult* part = part_with(parts, &ResultTally::worst, tally.worst().front().index).part;
    if (part != nullptr && part->max_ulp) merged.max_ulp = part->max_ulp;
  }
  const bool has_failed = tally.failed() > 0;
  const std::vector<Sample>& shown_samples = has_failed ? tally.first_failures() : tally.worst();
  const SampleList list = has_failed ? &ResultTally::first : &ResultTally::worst;
  const CaseResult* const second = worst_second_launch(parts);
  if (!has_failed && second != nullptr) {
    merged.repro = second->repro.value_or("");
  } else if (!shown_samples.empty()) {
    const CaseResult* part = part_with(parts, list, shown_samples.front().index).part;
    if (part != nullptr && part->repro) merged.repro = part->repro;
  }
  if (!merged.vectors) return;
  merged.vectors->clear();
  for (const Sample& sample : shown_samples) merged.vectors->push_back(vector_of(parts, list, sample.index));
}

CaseResult merged_of(const Case& c, const Parts& parts) {
  const CaseVerdict verdict = worst_verdict(parts);
  const auto with_tally = std::ranges::find_if(parts, has_tally);
  CaseResult merged = with_tally == parts.end() ? parts.front() : *with_tally;
  merged.verdict = verdict;
  const auto says_it = [&](const CaseResult& p) { return p.verdict == verdict; };
  const CaseResult& typical = *std::ranges::find_if(parts, says_it);
  const bool all_say_it =
      std::ranges::all_of(parts, [&](const CaseResult& p) { return says_it(p) && p.reason == typical.reason; });
  merged.reason = all_say_it ? typical.reason : joined_reasons(parts, verdict);
  if (with_tally == parts.end()) return merged;

  Tally tally;
  for (const CaseResult& part : parts) {
    if (has_tally(part)) tally.merge(tally_of(part));
  }
  merged.counts = summed(parts, &CaseResult::counts);
  merged.tally = merged_tally(parts, tally, c);
  if (merged.inputs) merged.inputs = merged_inputs(parts, c, *merged.inputs);
  merged.answers = merged_answers(parts);
  put_kernels(merged, parts);
  put_unbuilt(merged, parts);
  put_second_launches(merged, parts);
  merged.driver_notes = merged_notes(parts);
  put_extremes(merged, tally, parts);
  return merged;
}

bool is_measured(const std::string& case_name) {
  const std::vector<ProbeCase> all = all_probe_cases();
  return std::ranges::any_of(all, [&](const ProbeCase& c) { return name(c) == case_name; });
}

// Checks a part while its line number is known.
void check_part(const CaseResult& result) {
  if (is_measured(result.case_name)) return;
  const std::optional<Case> c = case_named(result.case_name);
  if (!c) throw std::invalid_argument("this version does not have the case " + result.case_name);
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

// Adds the case to errors of its results.
template <class Call>
auto with_name(const std::string& case_name, Call call) {
  try {
    return call();
  } catch (const std::invalid_argument& e) {
    throw JournalError("the results of " + case_name + " do not add up: " + e.what());
  } catch (const Json::exception& e) {
    throw JournalError("the results of " + case_name + " do not add up: " + in_words(e));
  }
}

}  // namespace

ShardJournal read_shard_journal(const std::filesystem::path& directory) {
  ShardJournal journal{.directory = directory, .run = nullptr, .header = {}, .shard = {}, .results = {}};
  JournalContents contents = read_journal(JournalWriter::file_of(directory), [&](const JournalLine& line) {
    const auto* const result = std::get_if<CaseResult>(&line.record);
    if (result == nullptr) return;
    check_part(*result);
    journal.results[result->case_name] = line.json.dump();
  });
  refuse_lost(directory, contents, journal.results.size());
  journal.run = std::move(contents.run);
  journal.header = std::move(contents.header);
  journal.shard = journal.header.shard.value_or(Shard());
  return journal;
}

Json merged_result(const std::string& case_name, const std::vector<std::string>& results) {
  const Parts parts = with_name(case_name, [&] { return parsed(case_name, results); });
  // Arithmetic and constants are measured in every shard in the same way.
  if (is_measured(case_name)) {
    const CaseVerdict verdict = worst_verdict(parts);
    return to_json(*std::ranges::find(parts, verdict, &CaseResult::verdict));
  }
  const std::optional<Case> c = case_named(case_name);
  if (!c) throw JournalError("this version does not have the case " + case_name);
  return with_name(case_name, [&] { return to_json(merged_of(*c, parts)); });
}

}  // namespace classay
