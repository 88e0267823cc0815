#include "harness/journal/journal_check.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace classay {
namespace {

// Counts results in the last record's totals that no record has.
std::uint64_t uncounted(const Accounts& accounts) {
  std::map<CaseVerdict, std::uint64_t> found;
  for (const auto& [case_name, verdict] : accounts.results) ++found[verdict];
  std::uint64_t sum = 0;
  for (const auto& [verdict, count] : accounts.totals) {
    sum = std::min(kLargestCount, sum + count - std::min(count, found[verdict]));
  }
  return sum;
}

}  // namespace

bool is_counted(const std::string& case_name) { return case_name.find("/misc/") == std::string::npos; }

bool can_replace(CaseVerdict before, CaseVerdict later) {
  return before == CaseVerdict::missing || before == CaseVerdict::partial || later == CaseVerdict::harness_error;
}

Missing missing_of(const Accounts& accounts) {
  Missing missing;
  const std::set<std::string> left_out(accounts.left_out.begin(), accounts.left_out.end());
  for (const std::string& case_name : left_out) {
    if (!accounts.results.contains(case_name)) missing.named.push_back(case_name);
  }
  std::uint64_t lost = 0;
  for (const std::string& case_name : accounts.begun) {
    if (accounts.results.contains(case_name) || left_out.contains(case_name)) continue;
    missing.named.push_back(case_name);
    ++lost;
  }
  std::uint64_t known = 0;
  for (const auto& [case_name, verdict] : accounts.results) known += is_counted(case_name) ? 1 : 0;
  for (const std::string& case_name : missing.named) known += is_counted(case_name) ? 1 : 0;
  const std::uint64_t chosen = accounts.chosen.value_or(0);
  missing.nameless = chosen - std::min(chosen, known);
  if (accounts.has_ended) {
    const std::uint64_t more = uncounted(accounts);
    missing.nameless = std::max(missing.nameless, more - std::min(more, lost));
  }
  // A journal without any result must not look complete.
  if (missing.count() == 0 && accounts.results.empty()) missing.nameless = 1;
  return missing;
}

namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

void require_name_of_case(const std::string& name) {
  if (!is_name_of_case(name)) refuse("'" + name + "' is not the name of a case");
}

}  // namespace

RunHeader first_record_from(const Json& json) {
  if (!json.is_object() || json.value("kind", Json()) != "run" || !json.contains("schema")) {
    refuse("not the first line of a journal (kind \"run\" with a schema)");
  }
  const Json& schema = json.at("schema");
  if (!schema.is_number_integer() || schema != kJournalSchema) {
    refuse("the journal has schema " + shortened(schema) + ", and this classay reads schema " +
           std::to_string(kJournalSchema) + ": use a newer classay");
  }
  return run_header_from(json);
}

void JournalCheck::take(const JournalRecord& record) {
  // A resumed run has not ended.
  accounts_.has_ended = false;
  std::visit([this](const auto& one) { take_one(one); }, record);
}

void JournalCheck::take_one(const StartRecord& start) {
  for (const int width : start.widths) {
    const std::string case_name = start.unit + "/v" + std::to_string(width);
    require_name_of_case(case_name);
    accounts_.begun.insert(case_name);
  }
}

void JournalCheck::take_one(const CaseResult& result) {
  const auto [known, is_new] = accounts_.results.emplace(result.case_name, result.verdict);
  if (!is_new && !can_replace(known->second, result.verdict)) {
    refuse(result.case_name + " has a result already, and no run tests it again after that");
  }
  known->second = result.verdict;
  if (is_new && is_counted(result.case_name)) ++counted_;
  if (counted_ > accounts_.chosen.value_or(kLargestCount)) {
    refuse(result.case_name + " is one result more than cases were chosen");
  }
}

void JournalCheck::take_one(const EndRecord& end) {
  std::map<CaseVerdict, std::uint64_t> found;
  for (const auto& [case_name, verdict] : accounts_.results) ++found[verdict];
  accounts_.totals = end.totals;
  for (const auto& [verdict, count] : found) {
    const std::uint64_t told = accounts_.totals[verdict];
    // Results without a record are missing, which is not damage of this record.
    if (told < count) {
      refuse("it counts " + std::to_string(told) + " " + std::string(name(verdict)) + ", and " + std::to_string(count) +
             " have it");
    }
  }
  for (const std::string& name : end.left_out) require_name_of_case(name);
  accounts_.left_out = end.left_out;
  accounts_.has_ended = true;
}

void JournalCheck::take_one(const UnreadRecord& unread) {
  if (unread.kind == "run") refuse("another run begins here: each run needs a file of its own");
}

}  // namespace classay
