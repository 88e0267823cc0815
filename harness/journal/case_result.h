// Defines the result of a case as the worker reports it. A result without inputs has a verdict and a reason only; every
// other member is then absent.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/journal/unit.h"

namespace classay {

// One value for each component of a result: bit patterns or decimals. nullopt: no single value is right.
using Components = std::vector<std::optional<std::string>>;
using Pair = std::array<std::uint64_t, 2>;

struct ResultInputs {
  std::string plan;
  std::uint64_t count = 0;
  std::string hash;
  bool exhaustive = false;                // all bit patterns are among them
  std::optional<std::uint64_t> of;        // inputs of the complete case, if its time limit left out a part
  std::optional<std::vector<Pair>> cuts;  // launch and level of each cut
  std::optional<Pair> shard;              // index and number of parts
};

struct ResultCounts {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::uint64_t undefined = 0;
  std::uint64_t poor = 0;
  std::uint64_t bitwise_equal_to_scalar = 0;
  std::uint64_t slow_path = 0;
  std::uint64_t unwritten = 0;
  std::uint64_t beyond_end = 0;
  std::uint64_t repeated = 0;
  std::uint64_t nondeterministic = 0;
  std::optional<std::uint64_t> by_digest;  // these only if widths are compared on the device
  std::optional<std::uint64_t> digests_checked;
  std::optional<std::uint64_t> wrong_digests;
};

// The right result: the nearest value of each component, and the bounds of the exact one.
struct RightResult {
  Components expected;
  Components low;
  Components high;
};

struct LargestError {
  std::optional<double> value;  // in ulp; nullopt: a NaN or an infinity in place of a number, or the reverse
  std::vector<std::string> input;
  Components got;
  RightResult right;
};

struct RangeLimit {
  std::string range;
  double value = 0;
  std::string clause;
  std::optional<bool> special_values;  // set if false
};

struct ResultLimit {
  std::string text;
  std::optional<double> value;  // in ulp; nullopt: not one number
  std::string edition;
  std::string clause;
  std::optional<bool> special_values;  // set if false
  std::vector<RangeLimit> ranges;
};

struct TableName {
  std::string edition;
  std::string profile;
  std::string mode;
};

struct OwnLimit {
  double value = 0;
  std::string clause;
};

struct ResultSample {
  std::uint64_t index = 0;
  std::vector<std::string> inputs;
  Components got;
  double ulps = 0;
  RightResult right;
  std::optional<OwnLimit> limit;  // of this call alone
};

struct BinadeSample {
  int exponent = 0;
  std::string sign;  // "+" or "-", of the first argument
  std::uint64_t index = 0;
  std::vector<std::string> inputs;
  Components got;
  double ulps = 0;
};

struct ResultSeconds {
  double total = 0;
  double device = 0;
  double reference = 0;
  double build = 0;
};

struct ConfirmPart {
  SharedJson state;          // of a task that repeats the failures
  std::uint64_t failed = 0;  // wrong results among its inputs
};

struct SecondSample {
  std::uint64_t index = 0;
  std::vector<std::string> inputs;
  Components first;  // empty: the bits of the first launch are not kept
  Components second;
  RightResult right;
};

struct SecondLaunch {
  std::uint64_t differing = 0;
  std::uint64_t wrong = 0;
  SecondSample sample;
  std::vector<std::string> vector;  // the inputs of all lanes of its vector
};

struct FormResult {
  std::string form;
  std::uint64_t asked = 0;
  std::uint64_t differing = 0;
  std::uint64_t failed = 0;
  std::optional<Unasked> unasked;
  std::vector<std::string> vector;  // of the first failure; empty: none failed
};

struct UnbuiltForWidths {
  std::string reason;
  std::string log;
};

struct UnbuiltProgram {
  std::string reason;
  std::string log;
  std::string program;
  std::uint64_t inputs = 0;
};

// A tally: counts are in ResultCounts.
struct ResultTally {
  std::vector<ResultSample> worst;  // largest error first
  std::vector<ResultSample> first;  // first failures
  std::vector<std::uint64_t> signed_histogram;
  std::vector<BinadeSample> per_binade;
};

// A tally outside of a result.
struct TallyRecord {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::uint64_t undefined = 0;
  std::uint64_t poor = 0;
  ResultTally samples;
};

// The tally of a search, without binades.
struct SearchRecord {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::uint64_t undefined = 0;
  std::uint64_t poor = 0;
  std::vector<ResultSample> worst;
  std::vector<ResultSample> first;
  std::vector<std::uint64_t> signed_histogram;
};

// The comparison of a result with its entry in a baseline (baseline.h).
struct Comparison {
  std::string standing;  // its name, as later versions may have more
  CaseVerdict expected = CaseVerdict::missing;
  CaseVerdict found = CaseVerdict::missing;  // before the comparison, which may change the verdict
  std::string issue;
};

struct CaseResult {
  std::string case_name;
  CaseVerdict verdict = CaseVerdict::missing;
  std::string reason;
  std::optional<ResultInputs> inputs;
  std::optional<std::map<std::string, std::string>> kernels;  // SHA-256 by kind
  std::string answers;                                        // hash of all results
  std::optional<ResultCounts> counts;
  std::optional<std::optional<LargestError>> max_ulp;  // nullopt inside: no input was judged
  std::optional<ResultLimit> limit;
  std::optional<std::vector<TableName>> also_meets;
  std::optional<std::vector<TableName>> also_fails;
  std::optional<ResultTally> tally;
  std::optional<ResultSeconds> seconds;
  std::optional<ConfirmPart> to_confirm;
  std::optional<SecondLaunch> second_launch;
  std::string clock;  // the sentence about a wrong clock
  std::vector<FormResult> forms;
  std::map<std::string, UnbuiltForWidths> by_width;  // programs that were built once per width
  std::vector<UnbuiltProgram> unbuilt;
  std::optional<std::string> log;  // of a build, or of the worker
  SharedJson ended;                // how the worker ended
  std::optional<std::vector<std::vector<std::string>>> vectors;
  std::optional<std::string> repro;
  std::optional<SearchRecord> search;
  std::vector<std::string> driver_notes;
  std::optional<Comparison> baseline;  // from the supervisor
  OtherFields others;                  // the finding of a probe (FindingFields::member); fields of later versions
};

// Converts to and from a record of the journal, and checks the fields (docs/journal.md). Throws std::invalid_argument.
Json to_json(const CaseResult& result);
CaseResult case_result_from(const Json& json);

// FRONTEND/GROUP/NAME/FORMAT/MODE/vWIDTH. The case need not exist, because versions differ in their cases.
bool is_name_of_case(std::string_view name);

// The following functions return the sentences of a result that follow from its numbers. Workers write them, and the
// supervisor checks them.

// "1 of 10562 results wrong"
std::string share_reason(std::uint64_t wrong, std::uint64_t of);
// "time limit of 20.0 s per case reached after 7 of 9 inputs"
std::string cut_reason(std::uint64_t asked, std::uint64_t of, double case_time);
// "judged by <= 4 ulp, OpenCL C 3.0, table 36": the reason of a pass by the limit of a different specification
std::string judged_by_reason(const std::string& limit, const std::string& clause);
std::string no_promise_reason(const std::string& limit);
inline constexpr std::string_view kNoInputsReason = "this shard has no inputs of the case";
// Starts the sentence about a device's wrong clock (`clock` of a result), which follows the reason of any verdict.
inline constexpr std::string_view kClockReason = "the device's clock is wrong: ";
std::string with_clock(const std::string& reason, const std::string& clock);
std::string without_clock(const std::string& reason, const std::string& clock);

}  // namespace classay
