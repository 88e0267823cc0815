// Defines the test unit, which is the cases that one worker task covers; its shards; and the verdicts on cases.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/process/blame.h"
#include "suites/cases.h"
#include "suites/plan.h"

namespace classay {

// The test unit of a task: the cases that share row, format, mode and front end, one per width.
struct Unit {
  FrontEnd front_end = FrontEnd::clc;
  const Row* row = nullptr;
  Type format = Type::f32;
  Mode mode = Mode::standard;
  std::vector<int> widths;  // ascending
  bool operator==(const Unit&) const = default;
};
Case case_of(const Unit& unit, int width);
std::string name(const Unit& unit);  // "clc/math/sin/f32/default"

// Returns the tier whose plan a unit uses in a tier. Results that only the oracle can judge, one by one, run at most the
// plan of tier quick. Derived limits, which cost the oracle 100 times more, run less.
Tier tier_asked(const Unit& unit, Tier tier);

// Returns the plan of a unit without the inputs of data files and models, which only workers have.
Plan plan_without_data(const Unit& unit, Tier tier, std::uint64_t seed);

// Returns how many inputs of a plan one call uses: 1, except for builtins across lanes, whose units have one width.
int vector_lanes(const Unit& unit);

// A part of a plan: inputs from count * index / of up to count * (index + 1) / of.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t of = 1;
  bool operator==(const Shard&) const = default;
  std::uint64_t begin(std::uint64_t count) const;
  std::uint64_t end(std::uint64_t count) const;
};

// "2/4": the second of four. kMostShards bounds the list of missing shards that a reader makes.
std::string name(const Shard& shard);
inline constexpr std::uint64_t kMostShards = 65536;
std::optional<Shard> shard_named(std::string_view text);

// Verdicts on cases, as in journals.
enum class CaseVerdict : std::uint8_t {
  pass,
  quality_warning,
  skip,
  unsupported,
  xfail,
  partial,  // everything that ran is right, but time ended before all ran
  flake,
  fail,
  timeout,
  crash,
  device_lost,
  resource_error,
  harness_error,
  killed,  // by another process: proves nothing
  missing,
};
std::string_view name(CaseVerdict v);
std::optional<CaseVerdict> case_verdict_named(std::string_view s);
bool leaves_exit_code_zero(CaseVerdict v);
CaseVerdict verdict_for(Blame blame);  // for a case whose worker ended

// Why a call variant did not run, and the verdict of the case for that reason.
struct Unasked {
  CaseVerdict verdict = CaseVerdict::fail;
  std::string reason;
  std::string log = "";  // of its build
  bool operator==(const Unasked&) const = default;
};

// A limit from a file, which replaces that of a specification.
struct StatedLimit {
  double ulp = 0;
  std::string clause;          // its place in the file
  bool special_values = true;  // C's special values are also required (suites/rules_c.cpp)
  std::string range = {};      // the limit applies if it contains the first argument (harness/text/inputs.h); empty: always
  bool operator==(const StatedLimit&) const = default;
};

// A call that the user listed (`run --inputs`): one tuple, or for builtins across lanes one per lane.
struct ListedCall {
  std::vector<Tuple> lanes;
  std::optional<StatedLimit> limit = std::nullopt;  // for this call alone
  bool operator==(const ListedCall&) const = default;
};

}  // namespace classay
