#include "harness/journal/unit.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "suites/stated_limit.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 15> kVerdictNames{
    "pass",    "quality-warning", "skip",        "unsupported",    "xfail",         "partial", "flake",  "fail",
    "timeout", "crash",           "device-lost", "resource-error", "harness-error", "killed",  "missing"};

}  // namespace

Case case_of(const Unit& unit, int width) { return {unit.front_end, unit.row, unit.format, unit.mode, width}; }

std::string name(const Unit& unit) {
  const std::string first = name(case_of(unit, 1));
  return first.substr(0, first.rfind('/'));
}

// A result outside the limit in ulp that a derivation allows costs the judge 0.1 ms: days, if half of all floats have one.
// Only tier certify spends that time.
Tier tier_asked(const Unit& unit, Tier tier) {
  const Mode mode = unit.front_end == FrontEnd::clspv ? mode_under(Edition::clspv, unit.mode) : unit.mode;
  if (!excuses_arithmetic(mode)) return tier;
  const bool is_at_once = judge_speed(*unit.row, unit.format, mode) == JudgeSpeed::in_bulk;
  const bool is_unsafe = mode == Mode::relaxed || mode == Mode::unsafe || allows_reciprocal(mode);
  const bool is_derived =
      is_unsafe && std::ranges::any_of(kEditions, [&](Edition e) {
        return std::holds_alternative<Derived>(promised(*unit.row, unit.format, e, Profile::full, mode).limit);
      });
  if (is_at_once && !is_derived) return tier;
  // All floats, or the same number of pairs.
  if (is_at_once && tier == Tier::certify) return argument_types(*unit.row, unit.format).size() == 1 ? tier : Tier::full;
  if (is_derived) return tier <= Tier::quick ? Tier::smoke : Tier::quick;
  return std::min(tier, Tier::quick);
}

Plan plan_without_data(const Unit& unit, Tier tier, std::uint64_t seed) {
  return {*unit.row, unit.format, tier_asked(unit, tier), seed, {}, nullptr, unit.mode, vector_lanes(unit)};
}

int vector_lanes(const Unit& unit) { return goes_across_lanes(unit.row->signature) ? unit.widths.front() : 1; }

// count * index / of would overflow.
std::uint64_t Shard::begin(std::uint64_t count) const { return count / of * index + count % of * index / of; }
std::uint64_t Shard::end(std::uint64_t count) const { return Shard{index + 1, of}.begin(count); }

std::string name(const Shard& shard) { return std::to_string(shard.index + 1) + "/" + std::to_string(shard.of); }

std::optional<Shard> shard_named(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  Shard shard{.index = 0, .of = 0};
  const auto read = [](std::string_view digits, std::uint64_t& number) {
    const char* const end = digits.data() + digits.size();
    return !digits.starts_with('0') && std::from_chars(digits.data(), end, number) == std::from_chars_result{end, {}};
  };
  const bool is_one = slash < text.size() && read(text.substr(0, slash), shard.index) &&
                      read(text.substr(slash + 1), shard.of) && shard.index <= shard.of && shard.of <= kMostShards;
  if (!is_one) return std::nullopt;
  --shard.index;
  return shard;
}

std::string_view name(CaseVerdict v) { return kVerdictNames[static_cast<std::size_t>(v)]; }

std::optional<CaseVerdict> case_verdict_named(std::string_view s) {
  const auto at = std::ranges::find(kVerdictNames, s);
  if (at == kVerdictNames.end()) return std::nullopt;
  return static_cast<CaseVerdict>(at - kVerdictNames.begin());
}

// An unknown cause does not blame the device.
CaseVerdict verdict_for(Blame blame) {
  switch (blame) {
    case Blame::driver: return CaseVerdict::crash;
    case Blame::outside: return CaseVerdict::killed;
    case Blame::resources: return CaseVerdict::resource_error;
    case Blame::ours:
    case Blame::unknown: return CaseVerdict::harness_error;
  }
  return CaseVerdict::harness_error;
}

bool leaves_exit_code_zero(CaseVerdict v) { return v <= CaseVerdict::xfail; }

}  // namespace classay
