// Lists the fields of a result, in the order in which they are written.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/journal/case_result.h"
#include "harness/journal/codec.h"
#include "harness/journal/tally_json.h"

namespace classay {

// Text where JSON has no number.
struct UlpsCodec {
  static Json write(double ulps) {
    if (std::isfinite(ulps)) return ulps;
    return std::isnan(ulps) ? "nan" : ulps < 0 ? "-inf" : "inf";
  }
  static double read(const Json& json) {
    if (json.is_number()) return json.get<double>();
    if (json == "inf") return std::numeric_limits<double>::infinity();
    if (json == "-inf") return -std::numeric_limits<double>::infinity();
    refuse_value(json, "an error in ulp");
  }
};

// A bit pattern, as text.
struct PatternCodec {
  static Json write(const std::string& value) { return value; }
  static std::string read(const Json& json) {
    std::string text = Codec<std::string>::read(json);
    bits_in(text);
    return text;
  }
};
using PatternsCodec = ListCodec<std::string, PatternCodec>;

// A single component is written without a list. C: the codec of one that is not null.
template <class C>
struct ComponentsCodec {
  struct One {
    static Json write(const std::optional<std::string>& value) { return value ? C::write(*value) : Json(); }
    static std::optional<std::string> read(const Json& json) {
      return json.is_null() ? std::nullopt : std::optional<std::string>(C::read(json));
    }
  };
  using All = ListCodec<std::optional<std::string>, One>;
  static Json write(const Components& values) {
    return values.size() == 1 ? One::write(values.front()) : All::write(values);
  }
  static Components read(const Json& json) { return json.is_array() ? All::read(json) : Components{One::read(json)}; }
};

// Components that are all known.
template <class C>
struct KnownCodec {
  static Json write(const Components& values) { return ComponentsCodec<C>::write(values); }
  static Components read(const Json& json) {
    Components values = ComponentsCodec<C>::read(json);
    if (values.empty() || std::ranges::any_of(values, [](const auto& v) { return !v; })) refuse_value(json, "complete");
    return values;
  }
};
using GotCodec = KnownCodec<PatternCodec>;
using BoundCodec = KnownCodec<Codec<std::string>>;

template <>
struct Codec<Pair> {
  static Json write(const Pair& pair) { return {pair[0], pair[1]}; }
  static Pair read(const Json& json) {
    const auto both = Codec<std::vector<std::uint64_t>>::read(json);
    if (both.size() != 2) refuse_value(json, "a pair");
    return {both[0], both[1]};
  }
};

template <>
struct Fields<ResultInputs> {
  using R = ResultInputs;
  static constexpr auto kAll = std::tuple(
      field("plan", &R::plan, Presence::optional), field("count", &R::count), field("hash", &R::hash, Presence::optional),
      field("exhaustive", &R::exhaustive, Presence::optional), field("of", &R::of, Presence::if_set),
      field("cuts", &R::cuts, Presence::if_set), field("shard", &R::shard, Presence::if_set));
};

template <>
struct Fields<ResultCounts> {
  using R = ResultCounts;
  static constexpr auto kAll = std::tuple(
      field("judged", &R::judged), field("failed", &R::failed), field("undefined", &R::undefined),
      field("poor", &R::poor, Presence::optional),
      field("bitwise_equal_to_scalar", &R::bitwise_equal_to_scalar, Presence::optional),
      field("slow_path", &R::slow_path, Presence::optional), field("unwritten", &R::unwritten, Presence::optional),
      field("beyond_end", &R::beyond_end, Presence::optional), field("repeated", &R::repeated, Presence::optional),
      field("nondeterministic", &R::nondeterministic, Presence::optional),
      field("by_digest", &R::by_digest, Presence::if_set), field("digests_checked", &R::digests_checked, Presence::if_set),
      field("wrong_digests", &R::wrong_digests, Presence::if_set));
};

template <>
struct Fields<RightResult> {
  using R = RightResult;
  static constexpr auto kAll = std::tuple(
      field_as<ComponentsCodec<PatternCodec>>("expected", &R::expected, Presence::if_set),
      field_as<BoundCodec>("low", &R::low, Presence::if_set), field_as<BoundCodec>("high", &R::high, Presence::if_set));
};

template <>
struct Fields<LargestError> {
  using R = LargestError;
  static constexpr auto kAll = std::tuple(field("value", &R::value, Presence::optional),
                                          field_as<PatternsCodec>("input", &R::input, Presence::optional),
                                          field_as<GotCodec>("got", &R::got, Presence::if_set), field_group(&R::right));
};

template <>
struct Fields<RangeLimit> {
  using R = RangeLimit;
  static constexpr auto kAll = std::tuple(field("range", &R::range), field("value", &R::value), field("clause", &R::clause),
                                          field("special_values", &R::special_values, Presence::if_set));
};

template <>
struct Fields<ResultLimit> {
  using R = ResultLimit;
  static constexpr auto kAll = std::tuple(
      field("text", &R::text), field("value", &R::value, Presence::optional),
      field("edition", &R::edition, Presence::optional), field("clause", &R::clause, Presence::optional),
      field("special_values", &R::special_values, Presence::if_set), field("ranges", &R::ranges, Presence::if_set));
};

template <>
struct Fields<TableName> {
  using R = TableName;
  static constexpr auto kAll =
      std::tuple(field("edition", &R::edition), field("profile", &R::profile), field("mode", &R::mode, Presence::optional));
};

template <>
struct Fields<OwnLimit> {
  static constexpr auto kAll = std::tuple(field("value", &OwnLimit::value), field("clause", &OwnLimit::clause));
};

template <>
struct Fields<ResultSample> {
  using R = ResultSample;
  static constexpr auto kAll = std::tuple(field("index", &R::index), field_as<PatternsCodec>("inputs", &R::inputs),
                                          field_as<GotCodec>("got", &R::got), field_as<UlpsCodec>("ulps", &R::ulps),
                                          field_group(&R::right), field("limit", &R::limit, Presence::if_set));
};

template <>
struct Fields<BinadeSample> {
  using R = BinadeSample;
  static constexpr bool kIsList = true;
  // Every format has smaller exponents.
  static constexpr int kMostExponent = 1'000'000;
  static constexpr auto kAll =
      std::tuple(field_as<SmallCodec<kMostExponent>>("exponent", &R::exponent), field("side", &R::sign),
                 field("index", &R::index), field_as<PatternsCodec>("inputs", &R::inputs),
                 field_as<GotCodec>("got", &R::got), field_as<UlpsCodec>("ulps", &R::ulps));
};

template <>
struct Fields<ResultTally> {
  using R = ResultTally;
  static constexpr auto kAll = std::tuple(field("worst", &R::worst), field("first", &R::first, Presence::optional),
                                          field("signed_histogram", &R::signed_histogram, Presence::optional),
                                          field("per_binade", &R::per_binade, Presence::optional));
};

template <>
struct Fields<TallyRecord> {
  using R = TallyRecord;
  static constexpr auto kAll =
      std::tuple(field("judged", &R::judged), field("failed", &R::failed), field("undefined", &R::undefined),
                 field("poor", &R::poor, Presence::optional), field_group(&R::samples));
};

template <>
struct Fields<SearchRecord> {
  using R = SearchRecord;
  static constexpr auto kAll = std::tuple(
      field("judged", &R::judged), field("failed", &R::failed), field("undefined", &R::undefined, Presence::optional),
      field("poor", &R::poor, Presence::optional), field("worst", &R::worst, Presence::optional),
      field("first", &R::first, Presence::optional), field("signed_histogram", &R::signed_histogram, Presence::optional));
};

template <>
struct Fields<ResultSeconds> {
  using R = ResultSeconds;
  static constexpr auto kAll =
      std::tuple(field("total", &R::total, Presence::optional), field("device", &R::device, Presence::optional),
                 field("reference", &R::reference, Presence::optional), field("build", &R::build, Presence::optional));
};

template <>
struct Fields<ConfirmPart> {
  static constexpr auto kAll = std::tuple(field("state", &ConfirmPart::state), field("failed", &ConfirmPart::failed));
};

template <>
struct Fields<SecondSample> {
  using R = SecondSample;
  static constexpr auto kAll = std::tuple(field("index", &R::index), field_as<PatternsCodec>("inputs", &R::inputs),
                                          field_as<GotCodec>("first", &R::first, Presence::if_set),
                                          field_as<GotCodec>("second", &R::second), field_group(&R::right));
};

template <>
struct Fields<SecondLaunch> {
  using R = SecondLaunch;
  static constexpr auto kAll = std::tuple(field("differing", &R::differing), field("wrong", &R::wrong),
                                          field("sample", &R::sample), field("vector", &R::vector));
};

template <>
struct Fields<Unasked> {
  static constexpr auto kAll = std::tuple(field("verdict", &Unasked::verdict), field("reason", &Unasked::reason),
                                          field("log", &Unasked::log, Presence::if_set));
};

template <>
struct Fields<FormResult> {
  using R = FormResult;
  static constexpr auto kAll = std::tuple(
      field("form", &R::form), field("asked", &R::asked), field("differing", &R::differing), field("failed", &R::failed),
      field("unasked", &R::unasked, Presence::if_set), field("vector", &R::vector, Presence::if_set));
};

template <>
struct Fields<UnbuiltForWidths> {
  using R = UnbuiltForWidths;
  static constexpr auto kAll = std::tuple(field("reason", &R::reason), field("log", &R::log));
};

template <>
struct Fields<UnbuiltProgram> {
  using R = UnbuiltProgram;
  static constexpr auto kAll = std::tuple(field("reason", &R::reason), field("log", &R::log), field("program", &R::program),
                                          field("inputs", &R::inputs));
};

template <>
struct Fields<Comparison> {
  using C = Comparison;
  static constexpr auto kAll = std::tuple(field("standing", &C::standing), field("expected", &C::expected),
                                          field("found", &C::found), field("issue", &C::issue, Presence::optional));
};

template <>
struct Fields<CaseResult> {
  using R = CaseResult;
  static constexpr std::string_view kKind = "result";
  static constexpr auto kOthers = &R::others;
  static constexpr auto kAll = std::tuple(
      field("case", &R::case_name), field("verdict", &R::verdict), field("reason", &R::reason, Presence::optional),
      field("inputs", &R::inputs, Presence::if_set), field("kernels", &R::kernels, Presence::if_set),
      field("answers", &R::answers, Presence::if_set), field("counts", &R::counts, Presence::if_set),
      field_as<PresentCodec<std::optional<LargestError>>>("max_ulp", &R::max_ulp, Presence::if_set),
      field("limit", &R::limit, Presence::if_set), field("also_meets", &R::also_meets, Presence::if_set),
      field("also_fails", &R::also_fails, Presence::if_set), field_group(&R::tally),
      field("seconds", &R::seconds, Presence::if_set), field("to_confirm", &R::to_confirm, Presence::if_set),
      field("second_launch", &R::second_launch, Presence::if_set), field("clock", &R::clock, Presence::if_set),
      field("forms", &R::forms, Presence::if_set), field("by_width", &R::by_width, Presence::if_set),
      field("unbuilt", &R::unbuilt, Presence::if_set), field("log", &R::log, Presence::if_set),
      field("ended", &R::ended, Presence::if_set), field("vectors", &R::vectors, Presence::if_set),
      field("repro", &R::repro, Presence::if_set), field("search", &R::search, Presence::if_set),
      field("driver_notes", &R::driver_notes, Presence::if_set), field("baseline", &R::baseline, Presence::if_set));
};

}  // namespace classay
