#include "harness/journal/missing.h"

#include <algorithm>

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

}  // namespace classay
