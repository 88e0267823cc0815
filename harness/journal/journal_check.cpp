#include "harness/journal/journal_check.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/journal/tally_json.h"
#include "harness/journal/unit.h"

namespace classay {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

void require(bool holds, std::string_view key, const Json& value, const char* what) {
  if (!holds) refuse("'" + std::string(key) + "' is " + shortened(value) + ", and no " + what);
}

const Json* field(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

const Json* object_if(const Json& in, const char* key) {
  const Json* value = field(in, key);
  if (value != nullptr) require(value->is_object(), key, *value, "object");
  return value;
}

void text(const Json& in, const char* key) { require(in.at(key).is_string(), key, in.at(key), "text"); }

void text_if(const Json& in, const char* key) {
  if (const Json* value = field(in, key)) require(value->is_string(), key, *value, "text");
}

void number_if(const Json& in, const char* key) {
  if (const Json* value = field(in, key)) require(value->is_number(), key, *value, "number");
}

void flag_if(const Json& in, const char* key) {
  if (const Json* value = field(in, key)) require(value->is_boolean(), key, *value, "flag");
}

void count_if(const Json& in, const char* key) {
  if (const Json* value = field(in, key)) count_from(*value);
}

const Json::array_t& list_of(const Json& value, std::string_view key) {
  require(value.is_array(), key, value, "list");
  return value.get_ref<const Json::array_t&>();
}

const Json::array_t& list_if(const Json& in, const char* key) {
  static const Json::array_t none;
  const auto found = in.find(key);
  return found == in.end() ? none : list_of(*found, key);
}

void name_of_case(const Json& name) {
  if (!name.is_string() || !is_name_of_case(name.get_ref<const std::string&>())) {
    refuse(shortened(name) + " is not a test case name: FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH");
  }
}

// Returns how many components a value or list has if all are valid; 0 if one is not.
template <class IsFine>
std::size_t components(const Json& value, IsFine is_fine) {
  if (!value.is_array()) return is_fine(value) ? 1 : 0;
  return std::ranges::all_of(value, is_fine) ? value.size() : 0;
}

std::size_t patterns(const Json& value) {
  return components(value, [](const Json& bits) {
    bits_from(bits);
    return true;
  });
}

void bounds(const Json& in, std::size_t results) {
  if (!in.contains("low") && !in.contains("high")) return;
  const auto is_text = [](const Json& value) { return value.is_string(); };
  const std::size_t low = components(in.at("low"), is_text);
  if (low == 0 || low != components(in.at("high"), is_text) || (results > 0 && low != results) ||
      in.at("low").is_array() != in.at("high").is_array()) {
    refuse("'low' and 'high' are not bounds of the same results");
  }
  const auto is_right = [](const Json& value) { return value.is_null() || patterns(value) == 1; };
  if (in.contains("expected") && components(in.at("expected"), is_right) != low) refuse("'expected' is of other results");
}

void samples(const Json& line, const char* key) {
  for (const Json& sample : list_if(line, key)) {
    require(sample.is_object(), key, sample, "sample");
    sample_from(sample.at("index"), sample.at("inputs"), sample.at("got"), sample.at("ulps"));
    bounds(sample, patterns(sample.at("got")));
  }
}

void largest_error(const Json& line) {
  const Json* error = object_if(line, "max_ulp");
  if (error == nullptr) return;
  number_if(*error, "value");
  for (const Json& bits : list_if(*error, "input")) bits_from(bits);
  bounds(*error, error->contains("got") ? patterns(error->at("got")) : 0);
}

void inputs_and_limit(const Json& line) {
  if (const Json* inputs = object_if(line, "inputs")) {
    for (const char* key : {"plan", "hash"}) text_if(*inputs, key);
    count_from(inputs->at("count"));
    count_if(*inputs, "of");
    flag_if(*inputs, "exhaustive");
  }
  if (const Json* limit = object_if(line, "limit")) {
    text(*limit, "text");
    for (const char* key : {"edition", "clause"}) text_if(*limit, key);
    number_if(*limit, "value");
    flag_if(*limit, "special_values");
  }
}

void numbers_of(const Json& line) {
  if (const Json* counts = object_if(line, "counts")) {
    for (const Json& count : *counts) count_from(count);
  }
  if (const Json* seconds = object_if(line, "seconds")) {
    for (const Json& time : *seconds) require(time.is_number(), "seconds", time, "number");
  }
  const Json::array_t& bins = list_if(line, "signed_histogram");
  if (!bins.empty() && bins.size() != Tally::kHistogramBins) {
    refuse("'signed_histogram' has " + std::to_string(bins.size()) + " bins, and not " +
           std::to_string(Tally::kHistogramBins));
  }
  for (const Json& count : bins) count_from(count);
  if (line.contains("per_binade")) binades_from(line.at("per_binade"));
  if (const Json* answers = field(line, "answers")) {
    bits_from(*answers);
    require(answers->get_ref<const std::string&>().size() == 18, "answers", *answers, "number of 16 digits");
  }
}

bool is_sha256(const Json& json) {
  if (!json.is_string()) return false;
  const auto& digest = json.get_ref<const std::string&>();
  return digest.size() == 64 && digest.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// A kind becomes part of a file name.
bool is_kind_of_kernel(std::string_view kind) {
  return !kind.empty() && kind.size() <= 40 &&
         kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string_view::npos;
}

void kernels_of(const Json& line) {
  const Json* kernels = object_if(line, "kernels");
  if (kernels == nullptr) return;
  for (const auto& [kind, digest] : kernels->items()) {
    if (!is_kind_of_kernel(kind) || !is_sha256(digest)) {
      refuse(shortened(kind) + ": " + shortened(digest) + " is not a kernel with its SHA-256");
    }
  }
}

void second_launch(const Json& line) {
  text_if(line, "clock");
  const Json* second = object_if(line, "second_launch");
  if (second == nullptr) return;
  for (const char* key : {"differing", "wrong"}) count_from(second->at(key));
  const Json& sample = second->at("sample");
  require(sample.is_object(), "sample", sample, "object");
  count_from(sample.at("index"));
  for (const Json& bits : list_of(sample.at("inputs"), "inputs")) bits_from(bits);
  for (const char* key : {"first", "second"}) {
    if (const Json* got = field(sample, key)) patterns(*got);
  }
  for (const Json& lane : list_of(second->at("vector"), "vector")) require(lane.is_string(), "vector", lane, "text");
}

void lists_of(const Json& line) {
  for (const char* key : {"also_meets", "also_fails"}) {
    for (const Json& table : list_if(line, key)) {
      require(table.is_object(), key, table, "object");
      for (const char* part : {"edition", "profile"}) text(table, part);
      text_if(table, "mode");
    }
  }
  for (const Json& entry : list_if(line, "unbuilt")) require(entry.is_object(), "unbuilt", entry, "object");
  for (const Json& vector : list_if(line, "vectors")) {
    for (const Json& lane : list_of(vector, "vectors")) require(lane.is_string(), "vectors", lane, "text");
  }
  for (const Json& note : list_if(line, "driver_notes")) require(note.is_string(), "driver_notes", note, "text");
  kernels_of(line);
  object_if(line, "by_width");
}

RunHeader first_line(const Json& run) {
  if (!run.is_object() || run.value("kind", Json()) != "run" || !run.contains("schema")) {
    refuse("not the first line of a journal (kind \"run\" with a schema)");
  }
  const Json& schema = run.at("schema");
  if (!schema.is_number_integer() || schema != kJournalSchema) {
    refuse("the journal has schema " + shortened(schema) + ", and this classay reads schema " +
           std::to_string(kJournalSchema) + ": use a newer classay");
  }
  return run_header_from(run);
}

}  // namespace

bool is_name_of_case(std::string_view name) {
  std::size_t parts = 1;
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/')) {
    if (slash == 0) return false;
    name.remove_prefix(slash + 1);
    ++parts;
  }
  int width = 0;
  const char* const end = name.data() + name.size();
  const bool is_width = name.size() > 1 && name[0] == 'v' && name[1] >= '1' && name[1] <= '9' &&
                        std::from_chars(name.data() + 1, end, width).ptr == end;
  return parts == 6 && is_width && width <= kLargestWidth;
}

void check_result_fields(const Json& line) {
  name_of_case(line.at("case"));
  text(line, "verdict");
  if (const std::string verdict = line.at("verdict"); !case_verdict_named(verdict)) {
    refuse("'" + verdict + "' is not a verdict");
  }
  for (const char* key : {"reason", "repro", "log"}) text_if(line, key);
  numbers_of(line);
  inputs_and_limit(line);
  largest_error(line);
  for (const char* key : {"worst", "first"}) samples(line, key);
  lists_of(line);
  second_launch(line);
}

void JournalCheck::line(const Json& line) {
  if (is_first_) {
    header_ = first_line(line);
    accounts_.chosen = header_.cases;
    is_first_ = false;
    return;
  }
  if (!line.is_object() || !line.contains("kind")) refuse("malformed; the journal was damaged or edited (no kind of line)");
  text(line, "kind");
  // A resumed run has not ended.
  accounts_.has_ended = false;
  if (line.at("kind") == "run") refuse("another run begins here: each run needs a file of its own");
  if (line.at("kind") == "start") start(line);
  if (line.at("kind") == "result") result(line);
  if (line.at("kind") == "end") end(line);
}

void JournalCheck::start(const Json& line) {
  for (const Json& width : list_if(line, "widths")) {
    text(line, "unit");
    const std::string case_name = line.at("unit").get<std::string>() + "/v" + std::to_string(count_from(width));
    if (!is_name_of_case(case_name)) refuse("'" + case_name + "' is not the name of a case");
    accounts_.begun.insert(case_name);
  }
}

void JournalCheck::result(const Json& line) {
  check_result_fields(line);
  const std::string case_name = line.at("case");
  const CaseVerdict verdict = *case_verdict_named(line.at("verdict").get<std::string>());
  const auto [known, is_new] = accounts_.results.emplace(case_name, verdict);
  if (!is_new && !can_replace(known->second, verdict)) {
    refuse(case_name + " has a result already, and no run tests it again after that");
  }
  known->second = verdict;
  if (is_new && is_counted(case_name)) ++counted_;
  if (counted_ > accounts_.chosen.value_or(kLargestCount)) refuse(case_name + " is one result more than cases were chosen");
}

void JournalCheck::end(const Json& line) {
  std::map<CaseVerdict, std::uint64_t> found;
  for (const auto& [case_name, verdict] : accounts_.results) ++found[verdict];
  require(line.at("totals").is_object(), "totals", line.at("totals"), "object");
  accounts_.totals.clear();
  for (const auto& [spelled, count] : line.at("totals").items()) {
    const std::optional<CaseVerdict> verdict = case_verdict_named(spelled);
    if (!verdict) refuse("'" + spelled + "' is not a verdict");
    accounts_.totals[*verdict] = count_from(count);
  }
  for (const auto& [verdict, count] : found) {
    const std::uint64_t told = accounts_.totals[verdict];
    // Results without a record are missing, which is not damage of this record.
    if (told < count) {
      refuse("it counts " + std::to_string(told) + " " + std::string(name(verdict)) + ", and " + std::to_string(count) +
             " have it");
    }
  }
  accounts_.left_out.clear();
  for (const Json& name : list_if(line, "left_out")) {
    name_of_case(name);
    accounts_.left_out.push_back(name.get<std::string>());
  }
  accounts_.has_ended = true;
}

}  // namespace classay
