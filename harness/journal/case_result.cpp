#include "harness/journal/case_result.h"

#include <algorithm>
#include <charconv>

#include "harness/journal/read_json.h"
#include "harness/journal/result_fields.h"

namespace classay {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

// `got`: empty if it is not recorded.
void check_bounds(const RightResult& right, const Components& got) {
  if (right.low.empty() && right.high.empty()) return;
  const std::size_t results = right.low.size();
  if (results != right.high.size() || (!got.empty() && got.size() != results)) {
    refuse("'low' and 'high' are not bounds of the same results");
  }
  if (!right.expected.empty() && right.expected.size() != results) refuse("'expected' is of other results");
}

void check_samples(const std::vector<ResultSample>& samples) {
  for (const ResultSample& sample : samples) {
    if (sample.inputs.size() > Sample().inputs.size()) refuse("a sample has more inputs than a builtin takes");
    check_bounds(sample.right, sample.got);
  }
}

void check_tally(const ResultTally& tally) {
  check_samples(tally.worst);
  check_samples(tally.first);
  const std::size_t bins = tally.signed_histogram.size();
  if (bins != 0 && bins != Tally::kHistogramBins) {
    refuse("'signed_histogram' has " + std::to_string(bins) + " bins, and not " + std::to_string(Tally::kHistogramBins));
  }
  binades_from(tally.per_binade);
}

bool is_sha256(std::string_view digest) {
  return digest.size() == 64 && digest.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A kind becomes part of a file name.
bool is_kind_of_kernel(std::string_view kind) {
  return !kind.empty() && kind.size() <= 40 &&
         kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string_view::npos;
}

void check(const CaseResult& result) {
  if (!is_name_of_case(result.case_name)) {
    refuse(shortened(result.case_name) + " is not a test case name: FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH");
  }
  if (result.tally) check_tally(*result.tally);
  if (result.max_ulp && *result.max_ulp) check_bounds((*result.max_ulp)->right, (*result.max_ulp)->got);
  if (!result.answers.empty()) {
    bits_in(result.answers);
    if (result.answers.size() != hex(0, 16).size())
      refuse("'answers' is " + result.answers + ", and no number of 16 digits");
  }
  for (const auto& [kind, digest] : result.kernels.value_or(std::map<std::string, std::string>())) {
    if (!is_kind_of_kernel(kind) || !is_sha256(digest)) {
      refuse(shortened(kind) + ": " + shortened(digest) + " is not a kernel with its SHA-256");
    }
  }
}

}  // namespace

Json to_json(const CaseResult& result) { return write_fields(result); }

CaseResult case_result_from(const Json& json) {
  auto result = read_fields<CaseResult>(json);
  check(result);
  return result;
}

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

std::string share_reason(std::uint64_t wrong, std::uint64_t of) {
  return std::to_string(wrong) + " of " + std::to_string(of) + " results wrong";
}

std::string cut_reason(std::uint64_t asked, std::uint64_t of, double case_time) {
  return "time limit of " + number_text(case_time) + " s per case reached after " + std::to_string(asked) + " of " +
         std::to_string(of) + " inputs";
}

std::string judged_by_reason(const std::string& limit, const std::string& clause) {
  return "judged by " + limit + ", " + clause;
}

std::string no_promise_reason(const std::string& limit) {
  return "the specification leaves the results of all inputs undefined: " + limit;
}

std::string with_clock(const std::string& reason, const std::string& clock) {
  return reason.empty() || clock.empty() ? reason + clock : reason + "; " + clock;
}

std::string without_clock(const std::string& reason, const std::string& clock) {
  if (clock.empty()) return reason;
  if (reason == clock) return "";
  return reason.ends_with("; " + clock) ? reason.substr(0, reason.size() - clock.size() - 2) : reason;
}

}  // namespace classay
